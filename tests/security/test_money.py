"""Money from nothing: forged notes, guessed tickets, and who may read what is worth money."""

import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from console.config import read_table
from console.panel.board import show
from console.panel.desk import Desk
from console.panel.parts import parts
from console.table.table import BooksRead
from deploy.cli import main
from deploy.demo.rig import table_text
from games.round import PlayerId
from protocol import events as e
from protocol import keys
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import first_link
from protocol.codec import decode_event, encode, encode_body
from protocol.events import STAFF, may_read
from protocol.journal import Journal
from protocol.keys import BadKey
from simulation.calm import PANEL, CalmTable
from terminal.records import Booted, Copied, MoneyAsked, own_pen
from terminal.viewmodel import TerminalModel
from tests.console.cluster import Cluster, run_of
from tests.console.people import DEALER, SUPERVISOR

NOTES = (1_000, 5_000, 10_000)


def table() -> Cluster:
    """It takes notes of 10, 50 and 100."""
    cluster = Cluster(credit=0)
    cluster.reopen(placard=replace(cluster.setup.placard, notes=NOTES, notes_per_hour=100_000), secret=b"a secret")
    cluster.buy("T1", 10_000)
    return cluster


# --- notes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [10**12, 1, 777], ids=["10^10.00", "0.01", "7.77"])
def test_a_terminals_key_cannot_make_credit_of_notes_that_there_are_not(amount: int) -> None:
    cluster = table()
    held, latched, alarm = cluster.buy("T1", amount)
    assert isinstance(held, e.NoteHeld)
    assert isinstance(latched, e.TerminalLatched)
    assert isinstance(alarm, e.AlarmRaised)
    assert (cluster.credit("T1"), cluster.money()["held"]) == (10_000, amount)
    assert isinstance(cluster.cash_out("T1", 10_000)[0], e.MoneyRefused)
    cluster.obey(m.ReleaseNote(1, "nobody"), DEALER, SUPERVISOR)
    assert cluster.money() == {"cash": -10_000, "credit/T1": 10_000}


@pytest.mark.parametrize(
    "process",
    [(999, b"attacker"), (1, b"attacker"), (2, b"attacker"), (1, run_of("T1", 1))],
    ids=["later", "earlier", "the same boot", "long passed"],
)
def test_a_stolen_key_makes_no_credit_without_joining_and_rings(process: tuple[int, bytes]) -> None:
    """The note may be in the box: it is on record, and people look."""
    cluster = table()
    cluster.join("T1")
    cluster.restart()  # what was passed is forgotten: it is no longer on its way
    held, latched, alarm = cluster.heard("T1", m.BuyCredit(*process, cluster.new_key(7), 10_000))
    assert isinstance(held, e.NoteHeld)
    assert held.why == "process"
    assert isinstance(latched, e.TerminalLatched)
    assert alarm == e.AlarmRaised("T1", Alarm.NOTE_PROCESS)
    assert cluster.credit("T1") == 10_000


def test_a_key_that_has_never_joined_makes_no_credit() -> None:
    cluster = table()
    held, *_ = cluster.heard("T9", m.BuyCredit(1, b"attacker", cluster.new_key(7), 10_000))
    assert isinstance(held, e.NoteHeld)
    assert cluster.credit("T9") == 0


@pytest.mark.parametrize(("mark", "credit"), [("", 0), (keys.DEMO, 10_000), (keys.TRAINING, 10_000)])
def test_a_finger_is_a_note_only_where_the_register_says_that_no_money_is_real(
    tmp_path: Path, mark: str, credit: int
) -> None:
    """The console reads its register, opens, and tells its terminal, which was started with --emulate-devices."""
    words: dict[str, Any] = {"table": "BAC-07", "driver": "manual", "takeover_s": 2.5}
    (tmp_path / "table.toml").write_text(table_text("baccarat", (), 8, **words, requests=0, broadcast=0))
    keys.make_register(tmp_path / "keys")
    if mark:
        (tmp_path / "keys" / mark).touch()
    cluster = CalmTable(read_table(tmp_path / "table.toml").setup, ["T01"])
    cluster.join(PANEL)
    cluster.wait()
    cluster.order(m.OpenTable())
    seat = cluster.seats["T01"]
    model = TerminalModel(seat.wants, seat.view, emulate_devices=True)
    model.insertNote(10_000)
    model.show(seat.view)
    model.show(seat.view)
    assert model.not_emulated_here == (not mark)
    assert cluster.table.ledger.credit(PlayerId("T01")) == credit


# --- guessing --------------------------------------------------------------------------------------------------------


def test_of_2153_wrong_numbers_five_are_heard() -> None:
    cluster = table()
    size = len(encode_body(cluster.table.state.cashier))
    entries = len(cluster.entries)
    for number in range(2_153):
        cluster.show_ticket("T1", f"{number:018}", 10_000 + number)
    assert len(cluster.entries) - entries == 5 + 2  # each its refusal; locked, and an alarm
    assert cluster.table.cashier.locked == ["T1"]
    assert len(encode_body(cluster.table.state.cashier)) - size < 400


# --- who reads a number ----------------------------------------------------------------------------------------------


def test_no_panel_is_told_the_number_of_a_ticket_that_can_still_be_paid(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that goes to a panel, and all that it shows: entries, the picture, the answer to who typed it in."""
    cluster = table()
    number = cluster.ticket("T1", 600)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), cluster.new_key(), "000001", "failed"))
    cluster.show_ticket("T2", number[:-1] + "x")
    found = cluster.find(number)
    cluster.refuse(m.PayTicketByTwo("000001"))
    told = [entry.body for entry in cluster.entries if may_read(STAFF, entry.audience)]
    told += [encode(found), encode_body(cluster.table._staff_state())]
    desk = Desk("panel", cluster.setup.table, 1, b"run     ")
    for entry in cluster.entries:
        if may_read(STAFF, entry.audience):
            desk._apply(entry.seq, decode_event(entry.body))
            desk.diary.write(entry.seq, decode_event(entry.body))
    desk.found = found
    told.append(str(parts(show(desk, 0), refusals_read=0, losses_read=0)).encode())
    assert not [body for body in told if number.encode() in body]
    assert [entry.audience for entry in cluster.entries if number.encode() in entry.body] == ["only/T1"]
    assert number not in capsys.readouterr().out


@pytest.mark.parametrize("what", ["show", "export"])
def test_an_export_masks_the_number_unless_it_is_asked_for(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = table()
    number = cluster.ticket("T1", 600)
    path = tmp_path / "table.journal"
    with Journal(path, cluster.setup.table, reserve=0) as journal:
        journal.commit(cluster.entries)
    assert main(["journal", what, str(path)]) == 0
    said = capsys.readouterr().out
    assert number not in said
    assert number.encode().hex() not in said
    assert f"...{number[-4:]}" in said
    assert main(["journal", what, str(path), "--numbers"]) == 0
    assert number in capsys.readouterr().out


# --- files ----------------------------------------------------------------------------------------------------------


def test_the_secret_of_the_numbers_is_the_consoles_alone(tmp_path: Path) -> None:
    folder = tmp_path / "keys"
    with pytest.raises(BadKey, match=r"console\.tickets"):
        keys.load_ticket_secret(folder)
    keys.make_pair(folder, "console")
    assert len(keys.load_ticket_secret(folder)) == 32
    assert stat.S_IMODE((folder / keys.TICKETS).stat().st_mode) == 0o600
    (folder / keys.TICKETS).chmod(0o644)
    with pytest.raises(BadKey, match="may be read by others"):
        keys.load_ticket_secret(folder)


def test_the_name_of_a_ticket_pays_nobody() -> None:
    """Whoever knows the name of a ticket, as every panel does, cannot have it paid."""
    cluster = table()
    cluster.ticket("T1", 600)
    for proof in (bytes(16), b"x" * 16):
        assert cluster.refuse(m.PayTicket("000001", proof)).reason == "no_proof"
    assert cluster.journal(e.TicketPaid) == []


def test_a_proof_that_is_on_record_pays_nobody_else() -> None:
    """A refused order is on every panel and in the log, with the proof in it."""
    cluster = table()
    paying = cluster.paying(cluster.ticket("T1", 600))
    cluster.run(BooksRead(1, 2))
    assert cluster.refuse(paying).reason == "books"
    cluster.run(BooksRead(2, 2))
    (seen,) = (fact.order for fact in cluster.journal(e.OrderRefused))
    assert seen == paying
    cluster.join("Panel2", "panel")
    (refused,) = cluster.propose(paying, SUPERVISOR, panel="Panel2")
    assert isinstance(refused, e.OrderRefused)
    assert refused.refusal.reason == "no_proof"
    cluster.find("9" * 18)  # the panel has asked for another one: the ticket is no longer on its desk
    assert cluster.refuse(paying).reason == "no_proof"


def test_what_is_wrong_with_the_ticket_secret_is_told_without_a_word_of_it(tmp_path: Path) -> None:
    path = tmp_path / keys.TICKETS
    path.touch(0o600)
    path.write_text("ticket_secret = 'abc'\nabcdef = 1")
    with pytest.raises(BadKey, match="damaged") as told:
        keys.load_ticket_secret(tmp_path)
    assert "abc" not in str(told.value)
    assert "abc" not in repr(keys.TicketSecret("abc"))


@pytest.mark.parametrize("what", ["show", "export"])
def test_what_is_shown_of_a_terminals_own_journal_masks_the_numbers_too(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = table()
    number = cluster.ticket("T1", 600)
    sent = [m.SentEntry(it.digest, it.audience, it.wall_time, it.salt, it.body) for it in cluster.entries]
    asked = m.InsertTicket(1, b"run     ", cluster.new_key(), number)
    pen = own_pen(0, first_link("T1"))
    records = (Copied(1, tuple(sent), cluster.table.chain), MoneyAsked(asked), Booted(1, b"run     "))
    path, output = tmp_path / "T1.journal", tmp_path / "T1.jsonl"
    with Journal(path, "T1", reserve=0) as journal:
        journal.commit([pen.write(record, "20:00") for record in records])
    assert main(["journal", what, str(path)]) == 0
    said = capsys.readouterr().out
    assert number not in said
    assert number.encode().hex() not in said
    assert f"...{number[-4:]}" in said
    assert b"run     ".hex() in said
    assert main(["journal", "export", str(path), "--numbers", "--output", str(output)]) == 0
    assert number in output.read_text()
    assert stat.S_IMODE(output.stat().st_mode) == 0o600
