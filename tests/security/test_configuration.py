"""What a technician may get wrong in a table's file: refused by name, at `--check` and at the start.

The findings of operation.md: `--check` said "good" to each of these, and a currency could be changed under the money.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import sleep

import pytest

from console import readiness
from console.config import read_table
from console.service import Service
from console.table.table import Heard
from deploy import cli
from deploy.demo.rig import Rig, free_ports, table_text
from games.money import Currency
from games.round import PlayerId
from protocol import keys
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import ChainBroken, make_entry
from protocol.codec import encode_body
from protocol.config import ConfigError
from protocol.events import ALL, AlarmRaised
from protocol.halts import Halt
from protocol.journal import Journal, JournalError
from protocol.process import Log
from tests.security.staffed import Staffed, make_staff

T1, PANEL = PlayerId("T01"), PlayerId("Panel")
Told = Callable[..., tuple[int, str]]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A table that would start: its file, its keys, and no journal yet."""
    requests, broadcast = free_ports()
    file = tmp_path / "table.toml"
    file.write_text(
        table_text(
            *("baccarat", (), 8),
            table="DEMO-01",
            driver="manual",
            requests=requests,
            broadcast=broadcast,
            takeover_s=2.5,
        )
    )
    keys.make_register(tmp_path / "keys", demo=True)
    keys.make_pair(tmp_path / "keys", "console")
    enrol_panel(file, PANEL)
    make_staff(tmp_path / "keys")
    return file


@pytest.fixture
def check(table: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    def told(*more: str) -> tuple[int, str]:
        status = cli.main(["console", str(table), "--check", *more])
        said = capsys.readouterr()
        return status, said.out if not status else said.err

    return told


def edit(table: Path, old: str, new: str) -> None:
    text = table.read_text()
    assert old in text
    table.write_text(text.replace(old, new, 1))


def test_a_table_that_would_start_is_good(check: Told, table: Path) -> None:
    status, told = check("--new")
    assert (status, told.splitlines()) == (
        0,
        [
            f"{table.parent}/keys: a register for demo or training: no money is real, devices may be emulated",
            f"{table.parent / 'table.journal'}: there is no journal yet: this is a new table",
            f"{table} is good: table DEMO-01, baccarat (RWS v5), SGD with 2 decimal places, shoe manual",
        ],
    )
    assert json.loads(check("--new", "--json")[1])["good"] is True


@pytest.mark.parametrize(
    ("shoe", "warned"),
    [
        ('driver = "reference"', True),
        ('driver = "reference"\ntogether_ms = 0', True),
        ('driver = "reference"\ntogether_ms = 1', False),
        ('driver = "manual"', False),  # a hand that types says nothing of a hand that draws
    ],
)
def test_5_7_a_shoe_whose_cards_are_not_timed_is_a_warning(
    table: Path, capsys: pytest.CaptureFixture[str], shoe: str, warned: bool
) -> None:
    """Unless it is written, nobody looks for two cards at once; the table plays all the same."""
    edit(table, 'driver = "manual"', shoe)
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "shoe.together_ms" in line]
    assert [("warning:" in line, "001 §5.7" in line) for line in told] == [(True, True)] * warned, told


def test_a_table_without_a_panel_is_not_begun(check: Told, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Found: it served, and nobody could ever give an order there, nor let a panel in: that takes people at a panel."""
    (table.parent / "keys" / keys.DEMO).unlink()
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    assert "keys: one panel alone is enrolled: should it break, no other can be let in" in capsys.readouterr().err
    (table.parent / "keys" / keys.ENROLLED / f"{PANEL}.toml").unlink()
    status, told = check("--new")
    assert (status, "keys: no panel is enrolled, and only at one can another be let in" in told) == (2, True), told
    with pytest.raises(ConfigError, match="no panel is enrolled"):
        Service(read_table(table), Log("console"), new=True)
    assert not (table.parent / "table.journal").exists()
    for name in ("P1", "P2"):
        enrol_panel(table, name)
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    assert "one panel alone" not in capsys.readouterr().err


def enrol_panel(table: Path, name: str) -> None:
    folder = table.parent / "keys"
    keys.enrol(folder, name, "panel", keys.make_pair(folder, name).public, by=("Alice", "Bob"))


def test_a_journal_that_is_missing_is_missed_and_a_second_one_is_not_begun(check: Told, table: Path) -> None:
    """A start would say the same: with --new it begins a journal once, without it one must be there."""
    status, told = check()
    assert (status, "table.journal is missing. A table that has never been is begun with --new" in told) == (2, True)
    beside = table.parent / "table.journal-wal"
    beside.write_bytes(b"entries")
    status, told = check("--new")
    assert (status, "table.journal is missing, and table.journal-wal is there" in told) == (2, True)
    beside.unlink()
    Journal(table.parent / "table.journal", "DEMO-01", reserve=0).close()  # a first start that found no network
    status, told = check()
    assert (status, "table.journal has no entry. A table that has never been is begun" in told) == (2, True)
    assert check("--new")[0] == 0
    play(table)
    assert check()[0] == 0
    status, told = check("--new")
    assert (status, "table.journal exists, and a journal is begun once: start without --new" in told) == (2, True)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('currency = "SGD"', 'currency = "XQZ"', "table.currency: 'XQZ' is no currency of ISO 4217"),
        ('currency = "SGD"', 'currency = "XAU"', "table.currency: 'XAU' is no currency"),
        ('currency = "SGD"', 'currency = "JPY"\nexponent = 2', "table.exponent: JPY has 0 decimal places"),
        ('currency = "SGD"', 'currency = "SGD"\nlanguages = ["klingon"]', "table.languages: 'klingon' is none of en,"),
        ("chips = [5,", "chips = [7,", "table.chips: 7 is no multiple of the step of any bet (5)"),
        ("player = { min = 25", "player = { min = 27", "limits.player.min: 27 is no multiple of the step of 5"),
        ("max = 2000", "max = 2001", "limits.player.max: 2001 is no multiple of the step of 5"),
        ("tie = { min = 5, max = 500", "tie = { min = 5", "limits.tie: max must be said"),
        ("tie = { min = 5, ", "tie = { ", "limits.tie: min must be said"),
        ("tie = { min = 5, max = 500, step = 5 }\n", "", "limits.tie: min and max must be said"),
        ("[network]", '[network]\nhost = "tables.example"', "network.host: 'tables.example' is no address"),
        ('driver = "manual"\ndevice = "shoe"', 'driver = "reference"', "shoe.device: a shoe of the make reference"),
        ("notes = [10, 50,", "notes = [50, 10,", "table.notes: the values must rise"),
        ("notes_per_hour = 1000000", 'notes_per_hour = ""', "table.notes_per_hour: '' is no amount"),  # it was no cap
        ("notes_per_hour = 1000000", "notes_per_hour = 9", "table.notes_per_hour: 9 is less than the smallest note"),
        ("player = { min = 25", 'player = { min = "1e2"', "limits.player.min: '1e2' is no amount; write 25"),
        ("player = { min = 25", 'player = { min = "٢٥"', "limits.player.min: '٢٥' is no amount; write 25"),
        ("sell_credit = { cashier = 20000", 'sell_credit = { cashier = ""', "caps.sell_credit.cashier: '' is no"),
        ('name = "', 'name = "\\u202e', "table.name: '\\u202e"),
        ('currency = "SGD"', 'currency = "SGD"\nhouse = "A\\nB"', "table.house: 'A\\nB' has signs that nobody sees"),
        ("[network]", "[total]\nmax = 1\n[network]", "total.max: it is below the minimum of every bet"),
        ("[table]", "differential = 1\n[table]", "differential: it is below the minimum of both bets"),
    ],
)
def test_what_cannot_be_is_refused_by_name(check: Told, table: Path, old: str, new: str, words: str) -> None:
    edit(table, old, new)
    status, told = check()
    assert status == 2
    assert f"{table}: {words}" in told
    with pytest.raises(ConfigError):
        read_table(table)


def test_limits_are_not_left_out_as_a_whole(check: Told, table: Path) -> None:
    text = table.read_text()
    table.write_text(text[: text.index("[limits]")] + text[text.index("[shoe]") :])
    status, told = check()
    assert status == 2
    for kind in ("player", "banker", "tie", "player_pair", "banker_pair"):
        assert f"limits.{kind}: min and max must be said: the limits of every bet are on display (RWS v5 §3.4)" in told


def test_two_services_do_not_share_a_port(check: Told, table: Path) -> None:
    config = read_table(table)
    edit(table, f"broadcast = {config.network.broadcast}", f"broadcast = {config.network.requests}")
    assert f"network.broadcast: {config.network.requests} is the port of requests too" in check()[1]
    edit(table, f"broadcast = {config.network.requests}", f"broadcast = 9\nmetrics = {config.network.requests}")
    assert f"network.metrics: {config.network.requests} is the port of requests too" in check()[1]


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ("keys", "keys: there is no such folder"),
        ("keys/console.key", "keys/console.key"),
        ("keys/console.sign", "keys/console.sign"),
        ("keys/console.tickets", "keys/console.tickets"),
        ("keys/enrolled", "keys/enrolled is no folder"),
    ],
)
def test_keys_that_are_not_there_are_missed_before_the_start(check: Told, table: Path, gone: str, words: str) -> None:
    (table.parent / gone).rename(table.parent / "elsewhere")
    status, told = check()
    assert (status, words in told) == (2, True), told


def test_a_shoe_that_is_not_there_is_a_warning_with_its_path_and_why(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(table, 'driver = "manual"', 'driver = "reference"')
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    told = capsys.readouterr().err
    assert f"warning: shoe.device: {table.parent / 'shoe'}: No such file or directory (ENOENT)" in told


def test_a_shoe_that_is_not_there_at_the_next_start_either_is_named_in_its_log(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Found: who had put another wrong device into the file saw nothing of it: that the shoe is lost was on record."""
    edit(table, 'driver = "manual"', 'driver = "reference"')
    for new, device in ((True, "shoe"), (False, "shoo")):
        with closing(Service(read_table(table), Log("console"), new=new)) as service:
            service.turn()
        assert f"the Card Shoe does not answer: {table.parent / device}: No such file or" in capsys.readouterr().err
        edit(table, f'device = "{device}"', 'device = "shoo"')


# --- the currency under the money --------------------------------------------------------------------------------


def play(table: Path, *orders: m.Order, new: bool = True) -> Currency:
    """A console starts, staff give orders, it stops. What its money is."""
    service = Service(read_table(table), Log("console"), new=new)
    run = b"run-calm"
    try:
        here = service.table
        service._batch([Heard(T1, m.Hello(1, run, here.seq, here.chain, T1, "terminal"))])
        staffed = Staffed(service)
        for order in orders:
            staffed.order(order)
        return here.ledger.currency
    finally:
        service.close()


def to_yen(table: Path) -> None:
    edit(table, 'currency = "SGD"', 'currency = "JPY"')
    edit(table, "banker = { min = 25, max = 2000, step = 5 }", "banker = { min = 30, max = 2000, step = 10 }")


WORDS = "credit/T01 SGD 470.00. Start with SGD again, pay out or collect these, close the table, and change it then"


def test_dollars_do_not_become_yen(check: Told, table: Path) -> None:
    """SGD 470.00, a stop, JPY: it was 47,000, and the journal verified."""
    play(table, m.OpenTable(), m.SellCredit(T1, 47_000))
    to_yen(table)
    status, told = check()
    assert (status, f"{table.parent / 'table.journal'}: table.currency: the file says JPY" in told) == (2, True)
    assert WORDS in told
    before = (table.parent / "table.journal").read_bytes()
    with pytest.raises(ConfigError, match="the journal is bound to SGD with 2 decimal places") as refused:
        Service(read_table(table), Log("console"))
    assert WORDS in str(refused.value)
    assert (table.parent / "table.journal").read_bytes() == before


def test_what_was_played_for_nothing_never_becomes_money_nor_money_nothing(check: Told, table: Path) -> None:
    demo = table.parent / "keys" / keys.DEMO
    play(table, m.OpenTable(), m.SellCredit(T1, 47_000))
    demo.rename(demo.with_name("elsewhere"))
    status, told = check()
    assert (status, "the journal is a training table's and the register is not" in told) == (2, True), told
    with pytest.raises(ConfigError, match="notes that were none would become money"):
        Service(read_table(table), Log("console"))
    (table.parent / "table.journal").rename(table.parent / "old.journal")
    play(table, m.OpenTable())
    demo.with_name("elsewhere").rename(demo.with_name(keys.TRAINING))
    with pytest.raises(ConfigError, match="real money stands there"):
        Service(read_table(table), Log("console"))


def test_what_a_register_is_for_is_on_record_before_the_first_opening(table: Path) -> None:
    """A note may be in the box of a table that nobody has opened yet."""
    demo = table.parent / "keys" / keys.DEMO
    demo.rename(demo.with_name("elsewhere"))
    play(table)
    demo.with_name("elsewhere").rename(demo.with_name(keys.TRAINING))
    with pytest.raises(ConfigError, match="real money stands there"):
        Service(read_table(table), Log("console"))


def test_when_all_is_paid_the_table_may_be_opened_in_yen(check: Told, table: Path) -> None:
    paid = (m.OpenTable(), m.SellCredit(T1, 47_000), m.PayByHand(T1, 47_000), m.CloseTable())
    assert play(table, *paid) == Currency("SGD", 2)
    to_yen(table)
    status, told = check()
    assert status == 0
    assert "entries, bound to SGD with 2 decimal places" in told
    assert "the next opening changes currency: 'SGD' becomes 'JPY'" in told
    assert play(table, m.Resume(Halt.UNCONFIRMED), m.OpenTable(), new=False) == Currency("JPY", 0)
    assert cli.main(["journal", "verify", str(table.parent / "table.journal")]) == 3  # with nothing to compare it with


def test_what_moves_money_holds_from_the_next_opening_on_and_the_check_says_so(check: Told, table: Path) -> None:
    play(table, m.OpenTable())
    text = table.read_text().replace("[table]\n", '[table]\nhouse_pays_max = 500\ninterruption = "strict"\n')
    table.write_text(text)
    status, told = check()
    assert status == 0
    assert "the next opening changes house_pays_max: 0 becomes 50000" in told
    assert "the next opening changes strict: False becomes True" in told


@contextmanager
def running(table: Path) -> Iterator[Rig]:
    """The table's own process, which has its journal and its ports."""
    rig = Rig.__new__(Rig)
    rig.folder, rig.processes, rig.quiet = table.parent, {}, True
    rig.start("console", "console", "table.toml")
    try:
        while " serving " not in rig.log("console"):
            assert rig.alive("console"), rig.log("console")
            sleep(0.05)
        yield rig
    finally:
        rig.stop()


def test_a_running_table_is_compared_through_its_process_and_its_ports_are_its_own(check: Told, table: Path) -> None:
    play(table, m.OpenTable(), m.SellCredit(T1, 47_000))
    with running(table):
        status, told = check()
        assert (status, "entries, bound to SGD with 2 decimal places" in told) == (0, True), told
        to_yen(table)
        status, told = check()
        assert (status, "table.currency: the file says JPY" in told) == (2, True), told


def test_a_journal_in_use_whose_process_hangs_is_not_compared_and_that_is_said(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "PATIENCE_S", 0.1)
    service = Service(read_table(table), Log("console"), new=True)
    try:
        assert cli.main(["console", str(table), "--check"]) == 0
    finally:
        service.close()
    told = capsys.readouterr().err
    assert "warning: not compared with the journal: " in told
    assert "gives no copy within 0.1 s" in told


# --- what this machine does not give ----------------------------------------------------------------------------------


def test_an_address_or_a_port_that_the_console_cannot_have_is_a_problem(check: Told, table: Path) -> None:
    port = read_table(table).network.requests
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        status, told = check("--new")
        taken = f"network.requests: 127.0.0.1:{port} cannot be listened on: Address already in use (EADDRINUSE)"
        assert (status, taken in told) == (2, True), told
    assert check("--new")[0] == 0
    edit(table, f"requests = {port}", "requests = 0")
    assert "network.requests: 0 is any port that is free: nobody would find it" in check("--new")[1]
    edit(table, "requests = 0", f'requests = {port}\nhost = "192.0.2.7"')
    assert f"network.requests: 192.0.2.7:{port} cannot be listened on: Cannot assign" in check("--new")[1]


def test_every_network_is_more_than_one_table_needs(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit(table, "[network]", '[network]\nhost = "0.0.0.0"')
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    assert "warning: network.host: 0.0.0.0 is every network of this machine" in capsys.readouterr().err


def test_a_limit_of_open_files_below_the_need_is_a_problem(table: Path) -> None:
    command = f"ulimit -n 64; exec {sys.executable} -m deploy.cli console {table} --check --new"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)
    assert (ended.returncode, "this process may open 64 files, and a table of 1" in ended.stderr) == (2, True), ended


def test_folders_that_nothing_can_be_written_to_are_problems(
    check: Told, table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit(table, "[network]", '[files]\ntapes = "table.toml/tapes"\n\n[network]')
    assert f"{table}: there is no such folder" in check("--new")[1]
    monkeypatch.setattr(os, "access", lambda path, _mode: path != table.parent)  # root may write everywhere
    assert f"{table.parent}: nothing can be written there (Permission denied)" in check("--new")[1]


def test_an_enrolment_that_lets_nobody_in_is_a_warning(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = table.parent / "keys" / "enrolled" / "T01.toml"
    broken.write_text("name = ")
    broken.chmod(0o600)
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    assert f"warning: {broken} is not in order: " in capsys.readouterr().err


def test_a_second_beginning_where_somebody_may_have_the_first_is_a_warning(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = table.parent / "keys"
    keys.enrol(folder, "Archive", "archive", keys.make_pair(folder, "Archive").public, by=keys.NOBODY)
    assert cli.main(["console", str(table), "--check", "--new"]) == 0
    assert "warning: Archive may have the journal of this table" in capsys.readouterr().err


def test_a_journal_that_others_may_write_is_a_problem(check: Told, table: Path) -> None:
    play(table)
    (table.parent / "table.journal").chmod(0o666)
    status, told = check()
    assert (status, "table.journal may be changed by others: chmod 600" in told) == (2, True), told


# --- a journal that no console would start with ----------------------------------------------------------------------


def add_what_nobody_signed(journal: Path) -> None:
    with Journal(journal, "DEMO-01", reserve=0) as held:
        alarm = encode_body(AlarmRaised("console", Alarm.TWICE))
        held.commit([make_entry(held.chain, held.seq + 1, "20:00", ALL, b"", alarm)])


def lose_its_end(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-4_096])


def empty_it(journal: Path) -> None:
    journal.write_bytes(b"")


def copy_it_while_it_is_in_use(journal: Path) -> None:
    with Journal(journal, "DEMO-01", reserve=0):
        shutil.copy(journal, journal.with_name("copy"))
    shutil.move(journal.with_name("copy"), journal)


def make_other_keys(journal: Path) -> None:
    for file in (journal.parent / "keys").glob("console.*"):
        file.unlink()
    keys.make_pair(journal.parent / "keys", "console")


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (add_what_nobody_signed, "what follows is not the console's"),
        (make_other_keys, "is not by this console's key"),
        (copy_it_while_it_is_in_use, "this is a copy of a journal that was in use"),
        (empty_it, "is empty, its entries are lost"),
        (lose_its_end, "table.journal"),
    ],
)
def test_a_journal_that_would_stop_a_start_is_a_problem(
    check: Told, table: Path, harm: Callable[[Path], None], words: str
) -> None:
    play(table, m.OpenTable())
    harm(table.parent / "table.journal")
    status, told = check()
    warnings = [line for line in told.splitlines() if "warning:" in line and "no panel has a live key" not in line]
    assert (status, words in told, warnings) == (2, True, []), told
    with pytest.raises((JournalError, ChainBroken)):
        Service(read_table(table), Log("console")).close()


def test_the_journal_of_another_table_is_a_problem(check: Told, table: Path) -> None:
    play(table)
    edit(table, 'id = "DEMO-01"', 'id = "DEMO-02"')
    status, told = check()
    assert (status, "is the journal of DEMO-01, not of DEMO-02" in told) == (2, True), told


def test_a_real_table_waits_a_second_before_another_process_takes_over(check: Told, table: Path) -> None:
    edit(table, "takeover_s = 2.5", "takeover_s = 0.9")
    assert check("--new")[0] == 0  # a demo's processes are killed and started again all the time
    (table.parent / "keys" / keys.DEMO).unlink()
    status, told = check("--new")
    assert (status, f"{table}: timing.takeover_s: 0.9 is less than 1" in told) == (2, True), told
    edit(table, "takeover_s = 0.9", "takeover_s = 1")
    assert check("--new")[0] == 0
