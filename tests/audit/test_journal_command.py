"""`etg journal` as auditors and technicians meet it: on journals of a table that was played."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import apsw
import pytest
from msgspec.structs import replace

from audit.journal import fields_of, ranges, reading, round_of
from deploy.cli import main
from games.money import Currency
from games.round import PlayerId
from protocol import events
from protocol.chain import Entry, digest_of, first_link, link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.events import ALL, SEALED, Audience, Halted
from protocol.halts import Halt
from protocol.journal import Journal
from protocol.keys import load_signer, make_pair
from protocol.schema import SCHEMA
from protocol.signing import WITNESSED
from simulation.cluster import Cluster
from simulation.mix import Mix
from simulation.people import Manners
from simulation.run import _play
from tests.protocol.serving import Serving

SEED: Final = 5
ROUNDS: Final = 12
SGD: Final = Currency("SGD", 2)


@pytest.fixture(scope="module")
def played() -> Cluster:
    cluster = Cluster(SEED, 2, Mix(manners=Manners(careless=0.3, void=0.3)), checked=False)
    _play(cluster, ROUNDS, lambda _rounds: None)
    return cluster


def keys_of(journal: Path) -> Path:
    return journal.parent.with_name(f"{journal.parent.name}-keys")


def keep(path: Path, name: str, entries: list[Entry]) -> Path:
    """Signed, as the console's own is; its keys lie beside it."""
    folder = keys_of(path)
    if not folder.exists():
        make_pair(folder, "console")
    signer = load_signer(folder / "console.sign", name)
    with Journal(path, name, reserve=0) as journal:
        signature = signer.sign(entries[-1].seq, entries[-1].chain).signature if entries else b""
        journal.commit(entries, signature=signature)
    return path


@pytest.fixture
def table(played: Cluster, tmp_path: Path) -> Path:
    return keep(tmp_path / "table.journal", "SIM-7", played.console.disk.entries)


@pytest.fixture
def terminal(played: Cluster, tmp_path: Path) -> Path:
    entries = renamed(played.terminals[PlayerId("T1")].disk.entries, "T1 at SIM-7")
    return keep(tmp_path / "terminal.journal", "T1 at SIM-7", entries)


def renamed(entries: list[Entry], name: str) -> list[Entry]:
    """The simulator calls a terminal's journal otherwise than the terminal does."""
    chain, made = first_link(name), []
    for entry in entries:
        made.append(make_entry(chain, entry.seq, entry.wall_time, entry.audience, entry.salt, entry.body))
        chain = made[-1].chain
    return made


def written(*facts: events.Event) -> list[Entry]:
    entries: list[Entry] = []
    chain = first_link("SIM-7")
    for seq, fact in enumerate(facts, 1):
        entries.append(make_entry(chain, seq, "20:00", ALL, b"", encode_body(fact)))
        chain = entries[-1].chain
    return entries


SIGNED: Final = "entry {:,} is the last, and the console has signed it (its key is in {})"
NOT_CHECKED: Final = "signatures not checked: there is no console.pub beside it or in keys; --key names one"
NOT_COMPARED: Final = "compared with no head from outside: --head, --archive or --witness shows if its end is missing"
WHOLE: Final = "whole as far as it goes, {:,} entries, {}; " + NOT_COMPARED


def said(capsys: pytest.CaptureFixture[str], status: int, *argv: object) -> str:
    """What the command printed: on standard output if all is well, else on standard error."""
    if argv[0] == "rebuild":
        argv = (*argv, "--keys", keys_of(Path(str(argv[1]))))
    if argv[0] in ("verify", "backup") and "--key" not in argv:
        argv = (*argv, "--key", keys_of(Path(str(argv[1]))) / "console.pub")
    assert main(["journal", *map(str, argv)]) == status
    output = capsys.readouterr()
    return output.err if status in (1, 2) else output.out


# --- verify -----------------------------------------------------------------------------------------------------


def test_a_journal_that_was_played_is_verified_with_its_rounds_and_its_money(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, 3, "verify", table).splitlines()
    entries = played.console.disk.entries
    bodies = [fields_of(entry) for entry in entries]
    ended = [fields for kind, fields in bodies if kind == "RoundEnded"]
    bought = sum(fields["amount"] for kind, fields in bodies if kind == "CreditBought")
    assert ended
    assert bought
    assert told[0] == f"SIM-7: {len(entries):,} entries, the last link is {entries[-1].chain.hex()}"
    assert all(line[10:].strip().startswith("SGD ") for line in told[3:-3])
    figures = {line[:10].strip(): int(re.sub("[SGD,.]", "", line[10:])) for line in told[1:-3]}
    assert figures["rounds"] == len(ended)
    assert figures["money in"] == bought
    inside = sum(amount for name, amount in figures.items() if name in ("credit", "stake", "house", "tickets"))
    assert figures["money in"] - figures["money out"] == inside
    assert told[-1] == WHOLE.format(len(entries), "money conserved")


def test_void_rounds_and_money_that_left_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    t1 = PlayerId("T1")
    facts = written(
        events.CurrencyBound(SGD),
        events.CreditBought(b"i" * 16, t1, 1, 1_500),
        events.RoundEnded(1, True),
        events.RoundEnded(2, False),
        events.TicketIssued(b"j" * 16, t1, 1, "0001", 300),
        events.TicketPaid("0001", 300),
        events.HandPaid(t1, 1, 200),
    )
    told = said(capsys, 3, "verify", keep(tmp_path / "table.journal", "SIM-7", facts)).splitlines()
    assert told[1:] == [
        "rounds                           2",
        "void                             1",
        "money in                 SGD 15.00",
        "money out                 SGD 5.00",
        "credit                   SGD 10.00",
        "tickets                   SGD 0.00",
        "1 signatures",
        SIGNED.format(7, keys_of(tmp_path / "any") / "console.pub"),
        WHOLE.format(7, "money conserved"),
    ]


def test_each_currency_is_counted_in_its_own_decimal_places(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    t1 = PlayerId("T1")
    paid = (events.CreditBought(b"i" * 16, t1, 1, 47_000), events.HandPaid(t1, 1, 47_000))
    yen = (events.CurrencyBound(Currency("JPY", 0)), events.CreditBought(b"j" * 16, t1, 2, 47_000))
    facts = written(events.CurrencyBound(SGD), *paid, *yen)
    told = said(capsys, 3, "verify", keep(tmp_path / "table.journal", "SIM-7", facts)).splitlines()
    assert told[3:] == [
        "money in                SGD 470.00",
        "money out               SGD 470.00",
        "credit                    SGD 0.00",
        "money in                JPY 47,000",
        "money out                    JPY 0",
        "credit                  JPY 47,000",
        "1 signatures",
        SIGNED.format(5, keys_of(tmp_path / "any") / "console.pub"),
        WHOLE.format(5, "money conserved"),
    ]


@pytest.mark.parametrize("stands", ["credit", "ticket"])
def test_money_that_a_forged_entry_makes_another_currency_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], stands: str
) -> None:
    t1 = PlayerId("T1")
    ticket = (events.TicketIssued(b"j" * 16, t1, 1, "0001", 47_000),) if stands == "ticket" else ()
    bought = (events.CurrencyBound(SGD), events.CreditBought(b"i" * 16, t1, 1, 47_000), *ticket)
    forged = written(*bought, events.CurrencyBound(Currency("JPY", 0)))
    told = said(capsys, 1, "verify", keep(tmp_path / "table.journal", "SIM-7", forged))
    assert f"entry {len(forged)} cannot be" in told
    assert "SGD 470.00" in told


def test_a_terminals_journal_is_verified_by_its_records(terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, 3, "verify", terminal).splitlines()
    assert told[0].startswith("T1 at SIM-7: ")
    assert any(line.startswith("Copied ") for line in told)
    assert "a terminal's own records, which nobody signs" in told[-1]


def test_a_terminals_records_are_never_taken_for_a_table(
    played: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was verified without a signature, though the console's key lay beside it."""
    records = renamed(played.terminals[PlayerId("T1")].disk.entries[:1], "SIM-7")
    forged = keep(tmp_path / "table.journal", "SIM-7", records)
    assert "is called the journal of SIM-7, and has a terminal's records" in said(capsys, 1, "verify", forged)


def test_an_empty_journal_proves_nothing(table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = keep(tmp_path / "new.journal", "SIM-7", [])
    assert "has no entry, and so proves nothing" in said(capsys, 1, "verify", empty)
    assert json.loads(said_json(capsys, 1, "verify", empty, "--json"))["good"] is False
    assert "has no entry: nothing can be compared with it" in said(capsys, 1, "verify", table, "--archive", empty)


def test_a_journal_that_was_compared_with_nothing_is_not_called_good(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may have been cut at any entry that the console has signed: its own status tells a script."""
    key = ("--key", keys_of(table) / "console.pub")
    told = json.loads(said_json(capsys, 3, "verify", table, "--json", *key))
    assert (told["good"], told["status"], told["compared"], told["why"]) == (False, 3, [], NOT_COMPARED)
    last = head_at(played, len(played.console.disk.entries))
    assert said(capsys, 0, "verify", table, "--head", last).splitlines()[-1] == "journal verified, money conserved"
    told = json.loads(said_json(capsys, 0, "verify", table, "--json", "--head", last, *key))
    assert (told["good"], told["why"]) == (True, "")
    beyond = f"; its last {len(played.console.disk.entries) - 9:,} entries nobody outside has"
    assert said(capsys, 0, "verify", table, "--head", head_at(played, 9)).splitlines()[-1].endswith(beyond)


def test_an_archive_that_may_lack_its_own_end_or_is_not_signed_vouches_for_nothing(
    in_use: Journal, table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copy(in_use.path, in_use.path.with_name("copy.journal")))
    assert COPY in said(capsys, 1, "verify", table, "--archive", copy)
    unsigned = table.with_name("unsigned.journal")
    with Journal(unsigned, "SIM-7", reserve=0) as journal:
        journal.commit(played.console.disk.entries)
    assert "anybody can have written it" in said(capsys, 1, "verify", table, "--archive", unsigned)


def twice_signed(path: Path, played: Cluster) -> Path:
    """Each half is a commit."""
    entries = played.console.disk.entries
    make_pair(keys_of(path), "console")
    signer = load_signer(keys_of(path) / "console.sign", "SIM-7")
    with Journal(path, "SIM-7", reserve=0) as journal:
        for part in (entries[:50], entries[50:]):
            journal.commit(part, signature=signer.sign(part[-1].seq, part[-1].chain).signature)
    return path


def altered(path: Path, *statements: str) -> None:
    """By somebody with an SQL shell."""
    db = apsw.Connection(str(path))
    guards = [name for name, sql in SCHEMA.items() if sql.startswith("CREATE TRIGGER")]
    for statement in (*(f"DROP TRIGGER {name}" for name in guards), *statements, *(SCHEMA[name] for name in guards)):
        db.execute(statement)
    db.close()


def test_signatures_before_the_last_are_counted_and_checked_too(
    played: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = twice_signed(tmp_path / "table.journal", played)
    assert "2 signatures" in said(capsys, 3, "verify", path)
    altered(path, "UPDATE signature SET signature = randomblob(64) WHERE seq = 50")
    assert "the signature on entry 50 is not by the key in" in said(capsys, 1, "verify", path)
    altered(path, "DELETE FROM signature WHERE seq = 50")
    assert re.search(r"^1 signatures; [\d,]+ commits have none here", said(capsys, 3, "verify", path), re.MULTILINE)


def test_a_countersignature_that_somebody_added_is_told(
    played: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = twice_signed(tmp_path / "table.journal", played)
    altered(path, "INSERT INTO countersignature VALUES (50, randomblob(64))")
    assert "entry 50 is countersigned, and a witness keeps no bodies" in said(capsys, 1, "verify", path)


def test_a_reader_who_takes_his_time_keeps_no_console_from_its_journal(table: Path) -> None:
    with reading(table, at_leisure=True) as journal, Journal(table, "SIM-7", reserve=0) as console:
        assert (journal.seq, journal.chain) == (console.seq, console.chain)
        assert list(journal.entries()) == list(console.entries())


def test_a_flipped_byte_is_told_with_its_entry(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = played.console.disk.entries[40]
    data = table.read_bytes()
    assert data.count(entry.digest) == 1
    table.write_bytes(data.replace(entry.digest, bytes(32)))
    assert "entry 41 is not what its digest was made of" in said(capsys, 1, "verify", table)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            [events.CreditBought(b"i" * 16, PlayerId("T1"), 1, 100), events.HandPaid(PlayerId("T1"), 1, 101)],
            "entry 2 cannot be: paid by hand: credit/T1 would be -1 (M3)",
        ),
        ([events.ConsoleStarted(1), events.CardMatched(1, None)], "entry 2 cannot be: "),
        ([events.TicketPaid("1234", 5)], "after entry 1 tickets is -5 (M3)"),
        (
            [
                events.CreditBought(b"i" * 16, PlayerId("T1"), 1, 100),
                events.LayoutReturned(1, "bets", PlayerId("T1"), -40),
                events.RoundEnded(1, False),
            ],
            "entry 3 cannot be: stake/T1 is 40 between Rounds (M3)",
        ),
    ],
)
def test_a_log_that_is_whole_and_says_what_cannot_be_is_refused(
    tmp_path: Path, facts: list[events.Event], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = keep(tmp_path / "forged.journal", "SIM-7", written(*facts))
    assert f"etg journal: {path}: {words}" in said(capsys, 1, "verify", path)


def test_a_body_that_is_no_fact_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entry = make_entry(first_link("SIM-7"), 1, "20:00", ALL, b"", b"\xc1")
    path = keep(tmp_path / "forged.journal", "SIM-7", [entry])
    assert "entry 1 cannot be: " in said(capsys, 1, "verify", path)
    assert said(capsys, 0, "show", path).split() == ["1", "20:00", "all", "unreadable", "body=c1"]


def test_files_that_are_not_there_or_in_use_are_told(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = table.with_name("missing")
    assert said(capsys, 1, "verify", missing) == f"etg journal: {missing}: there is no such file\n"
    with Journal(table, "SIM-7", reserve=0):
        for what in ("verify", "show", "export"):
            told = said(capsys, 1, what, table)
            assert "a process uses this journal, and gives no copy (No such file or directory): ask as its user" in told


def test_verifying_changes_nothing(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = table.read_bytes(), sorted(table.parent.iterdir())
    said(capsys, 3, "verify", table)
    said(capsys, 0, "show", table)
    said(capsys, 0, "export", table)
    assert (table.read_bytes(), sorted(table.parent.iterdir())) == before


# --- copies, and heads from outside -----------------------------------------------------------------------------


@pytest.fixture
def in_use(played: Cluster, tmp_path: Path) -> Iterator[Journal]:
    entries = played.console.disk.entries
    make_pair(keys_of(tmp_path / "live.journal"), "console")
    signer = load_signer(keys_of(tmp_path / "live.journal") / "console.sign", "SIM-7")
    with Journal(tmp_path / "live.journal", "SIM-7", reserve=0) as journal:
        for part in (entries[:50], entries[50:]):
            journal.commit(part, signature=signer.sign(part[-1].seq, part[-1].chain).signature)
            if part[0].seq == 1:
                journal._checkpoint()
        yield journal


def head_at(played: Cluster, seq: int) -> str:
    return f"{seq}:{played.console.disk.entries[seq - 1].chain.hex()}"


COPY: Final = "this is a copy of a journal that was in use: entries may be missing"


def test_a_plain_copy_of_a_journal_in_use_is_never_called_good(
    in_use: Journal, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copy(in_use.path, in_use.path.with_name("copy.journal")))
    there = f"50 entries are here, the last signed head is {head_at(played, 50)}"
    words = f"etg journal: {copy}: {COPY}; {there}. Compare it with a copy (--archive, --witness, --head)\n"
    for argv in (["verify", copy], ["show", copy], ["export", copy], ["backup", copy, copy.with_name("new")]):
        assert said(capsys, 1, *argv).endswith(words)
    assert not copy.with_name("new").exists()
    told = json.loads(said_json(capsys, 1, "verify", copy, "--json"))
    assert (told["good"], COPY in told["why"]) == (False, True)


def test_a_copy_is_good_if_a_head_from_outside_is_its_last(
    in_use: Journal, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copy(in_use.path, in_use.path.with_name("copy.journal")))
    for older in (1, 40):  # what the copy lacks is behind its end, and these heads do not reach it
        assert COPY in said(capsys, 1, "verify", copy, "--head", head_at(played, older))
        assert not json.loads(said_json(capsys, 1, "verify", copy, "--head", head_at(played, older), "--json"))["good"]
    told = said(capsys, 0, "verify", copy, "--head", head_at(played, 40), "--head", head_at(played, 50)).splitlines()
    assert told[-4:] == [
        "entry 50 is as the given head has it; 0 entries follow it here",
        "1 signatures; 26 commits have none here, as in an archive's copy",
        SIGNED.format(50, keys_of(copy) / "console.pub"),
        f"journal verified up to entry 50 ({COPY}), money conserved",
    ]
    last = len(played.console.disk.entries)
    assert f"entries 51 to {last:,} are missing" in said(capsys, 1, "verify", copy, "--head", head_at(played, last))


def test_a_journal_is_compared_with_archive_and_heads(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = played.console.disk.entries
    older = keep(table.with_name("archive.journal"), "SIM-7", entries[:60])
    file = table.with_name("head.txt")
    file.write_text(f"the head of T1 is {head_at(played, 30)}\n")
    told = said(capsys, 0, "verify", table, "--archive", older, "--head", file)
    assert f"entry 60 is as {older} has it; {len(entries) - 60:,} entries follow it here" in told
    assert f"entry 30 is as {file} has it" in told
    assert f"entries 61 to {len(entries):,} are missing" in said(capsys, 1, "verify", older, "--archive", table)
    other = f"30:{'00' * 32}"
    assert "this is another history than the given head has" in said(capsys, 1, "verify", table, "--head", other)
    other_table = keep(table.with_name("other.journal"), "SIM-8", [])
    assert "is the journal of SIM-8, not of SIM-7" in said(capsys, 1, "verify", table, "--archive", other_table)
    assert "is no head (SEQ:LINK) and no file" in said(capsys, 1, "verify", table, "--head", "12:ab")
    file.write_text("nothing")
    assert "has no head" in said(capsys, 1, "verify", table, "--head", file)


def test_what_the_console_has_not_signed_is_not_called_good(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    key = keys_of(table) / "console.pub"
    last = len(played.console.disk.entries)
    assert SIGNED.format(last, key) in said(capsys, 3, "verify", table, "--key", key)
    make_pair(table.with_name("other"), "console")
    other = table.with_name("other") / "console.pub"
    assert f"the signature on entry {last:,} is not by the key in" in said(capsys, 1, "verify", table, "--key", other)
    with Journal(table, "SIM-7", reserve=0) as journal:
        more = events.CreditBought(b"m" * 16, PlayerId("T1"), 1, 10**6)
        journal.commit([make_entry(journal.chain, last + 1, "20:00", Audience("T1"), b"s" * 16, encode_body(more))])
    words = f"{last + 1:,} entries are here, and the console has signed up to {last:,}"
    assert words in said(capsys, 1, "verify", table)


@pytest.fixture
def junk(played: Cluster, tmp_path: Path) -> Path:
    """Whoever can write the file can put 64 bytes behind each commit."""
    path = tmp_path / "junk.journal"
    with Journal(path, "SIM-7", reserve=0) as journal:
        journal.commit(played.console.disk.entries, signature=b"j" * 64)
    return path


def test_a_signature_that_nobody_checked_is_not_called_good(
    junk: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["journal", "verify", str(junk)]) == 1
    told = capsys.readouterr()
    assert "journal verified" not in told.out
    assert (
        told.err.splitlines()[-1]
        == f"etg journal: {junk}: not verified whole: pages, links and money hold; {NOT_CHECKED}"
    )
    result = json.loads(said_json(capsys, 1, "verify", junk, "--json"))
    assert (result["good"], result["why"], result["key"], result["entries"]) == (
        *(False, NOT_CHECKED, None),
        len(played.console.disk.entries),
    )


@pytest.mark.parametrize("folder", ["", "keys"])
def test_the_consoles_key_is_found_beside_the_journal(
    table: Path, junk: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    key = table.parent / folder / "console.pub"
    key.parent.mkdir(exist_ok=True)
    shutil.copy(keys_of(table) / "console.pub", key)
    assert main(["journal", "verify", str(table)]) == 3
    assert f"its key is in {key}" in capsys.readouterr().out
    for argv in (["verify", junk], ["backup", junk, junk.with_name("new")]):
        assert main(["journal", *map(str, argv)]) == 1
        assert f"is not by the key in {key}" in capsys.readouterr().err
    assert not junk.with_name("new").exists()


def test_a_backup_names_its_signed_head_and_whether_that_was_checked(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    head = head_at(played, len(played.console.disk.entries))
    told = said(capsys, 0, "backup", table, table.with_name("first"))
    assert told.endswith(f"entries, the console has signed the last: {head}\n")
    assert main(["journal", "backup", str(table), str(table.with_name("second"))]) == 0
    assert capsys.readouterr().out.endswith(f"entries, the last head is {head}; {NOT_CHECKED}\n")
    with Journal(table, "SIM-7", reserve=0) as journal:
        journal.commit([make_entry(journal.chain, journal.seq + 1, "20:00", ALL, b"", encode_body(events.ShoeBack()))])
    assert "the console has signed up to" in said(capsys, 1, "backup", table, table.with_name("third"))
    assert not table.with_name("third").exists()


def test_the_result_can_be_read_by_a_machine(table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(said(capsys, 0, "verify", table, "--json", "--head", head_at(played, 9)))
    assert (told["signed"], told["key"]) == (True, str(keys_of(table) / "console.pub"))
    last = played.console.disk.entries[-1]
    assert (told["good"], told["journal"], told["entries"], told["link"]) == (True, "SIM-7", last.seq, last.chain.hex())
    assert told["compared"][0]["entry"] == 9
    assert dict(told["figures"])["rounds"] != "0"


def said_json(capsys: pytest.CaptureFixture[str], status: int, *argv: object) -> str:
    assert main(["journal", *map(str, argv)]) == status
    return capsys.readouterr().out


def test_a_journal_in_use_is_read_and_backed_up_through_its_process(
    in_use: Journal, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    with Serving(in_use):
        told = said(capsys, 0, "verify", in_use.path, "--head", head_at(played, in_use.seq))
        assert told.startswith(f"SIM-7: {in_use.seq:,} entries")
        assert said(capsys, 0, "show", in_use.path, "--from", in_use.seq).split()[0] == str(in_use.seq)
        copy = in_use.path.with_name("backup.journal")
        said(capsys, 0, "backup", in_use.path, copy)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert f"SIM-7: {in_use.seq:,} entries" in said(capsys, 3, "verify", copy)
    assert "overwrites nothing" in said(capsys, 2, "backup", copy, copy)
    assert sorted(file.name for file in copy.parent.iterdir()) == ["backup.journal", "live.journal", "live.journal-wal"]


def test_a_stopped_journal_and_what_a_killed_process_left_are_backed_up(
    table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = table.with_name("copy.journal")
    said(capsys, 0, "backup", table, copy)
    assert said(capsys, 3, "verify", copy) == said(capsys, 3, "verify", table)
    journal = Journal(table, "SIM-7", reserve=0)
    journal._fault = "killed"
    journal.close()
    assert "its process did not close it: read with its write-ahead log" in said(capsys, 3, "verify", table)
    said(capsys, 0, "backup", table, copy.with_name("second.journal"))


def test_a_witness_s_file_says_where_the_journal_must_be(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    """It has no bodies; what counts is its last countersigned head, whatever it has heard besides."""
    entries, keys = played.console.disk.entries, keys_of(table)
    make_pair(keys, "Witness", signs=True)
    console = load_signer(keys / "console.sign", "SIM-7")
    ours = load_signer(keys / "Witness.sign", "SIM-7", WITNESSED)
    sealed = [Entry(entry.seq, "", SEALED, b"", b"", entry.digest, entry.chain) for entry in entries]
    witness, head = table.with_name("witness.journal"), sealed[49]
    with Journal(witness, "SIM-7", reserve=0, sealed=True) as journal:
        signatures = [signer.sign(head.seq, head.chain).signature for signer in (console, ours)]
        journal.commit(sealed[:50], None, *signatures)
        journal.commit(sealed[50:60])
    compared = ("--witness", witness, "--key", keys / "console.pub")
    told = said(capsys, 0, "verify", table, *compared, "--witness-key", keys / "Witness.pub")
    assert f"entry 50 is as {witness} has it; {len(entries) - 50:,} entries follow it here" in told
    forged = said(capsys, 1, "verify", table, *compared, "--witness-key", keys / "console.pub")
    assert f"{witness}: the countersignature on entry 50 is not by the key in" in forged
    short = keep(table.with_name("short.journal"), "SIM-7", entries[:49])
    assert "entries 50 to 50 are missing" in said(capsys, 1, "verify", short, *compared)
    assert "has no countersigned head" in said(capsys, 1, "verify", table, "--witness", short)


# --- show -------------------------------------------------------------------------------------------------------


def shown(capsys: pytest.CaptureFixture[str], *argv: object) -> list[list[str]]:
    return [line.split(maxsplit=4) for line in said(capsys, 0, "show", *argv).splitlines()]


def test_show_has_a_line_for_each_entry(table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, table)
    assert [(int(line[0]), line[1], line[2], line[3]) for line in lines] == [
        (entry.seq, entry.wall_time, entry.audience or "all", fields_of(entry)[0])
        for entry in played.console.disk.entries
    ]


def test_show_from_to_kind_and_round(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line[0] for line in shown(capsys, table, "--from", 7, "--to", 9)] == ["7", "8", "9"]
    settled = shown(capsys, table, "--kind", "Settled", "--kind", "RoundEnded")
    assert {line[3] for line in settled} == {"Settled", "RoundEnded"}
    second = shown(capsys, table, "--round", 2)
    kinds = {line[3] for line in second}
    assert {"WindowOpened", "WindowClosed", "CardDealt", "RoundEnded"} <= kinds
    for line in second:
        assert "round_no=2" in line[4] or "id=[2, " in line[4] or "round_no: 2" in line[4]
    both = shown(capsys, table, "--round", 2, "--kind", "RoundEnded")
    assert [line[4].split()[0] for line in both] == ["round_no=2"]


def test_show_is_readable(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    facts = written(
        events.Halted(Halt.HISTORY, "two words", ""),
        events.Certified(3, b"d" * 32, (PlayerId("T1"), PlayerId("T2"))),
        events.CreditBought(bytes(range(16)), PlayerId("T1"), 1, 100),
        events.CardBurnt(4, None),
    )
    path = keep(tmp_path / "table.journal", "SIM-7", facts)
    assert [line[4] for line in shown(capsys, path)] == [
        'reason=history  detail="two words"  paragraph=""',
        "round_no=3  cards_digest=6464646464646464...(32 bytes)  acknowledged=[T1, T2]",
        "id=000102030405060708090a0b0c0d0e0f  terminal=T1  sitting=1  amount=100  taken_ms=null",
        "shoe_seq=4  card=null",
    ]


def test_a_terminals_journal_can_be_shown_and_exported(terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, terminal)[0][3] == "Booted"
    first = json.loads(said(capsys, 0, "export", terminal).splitlines()[0])
    assert (first["journal"], first["kind"], first["fields"]["boot"]) == ("T1 at SIM-7", "Booted", 1)


# --- export -----------------------------------------------------------------------------------------------------


def test_from_an_export_every_digest_and_link_can_be_made_anew(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = [
        json.loads(line) for line in said(capsys, 0, "export", table, "--numbers").splitlines()
    ]
    assert len(rows) == len(played.console.disk.entries)
    chain = first_link(rows[0]["journal"])
    for row in rows:
        salt, body = bytes.fromhex(row["salt"]), bytes.fromhex(row["body"])
        digest = digest_of(row["seq"], row["wall_time"], row["audience"], salt, body)
        chain = link(chain, digest)
        assert (row["digest"], row["chain"]) == (digest.hex(), chain.hex())
    bought = next(row for row in rows if row["kind"] == "CreditBought")
    assert bought["fields"]["terminal"] == bought["audience"]
    assert len(bought["fields"]["id"]) == 32


def test_export_makes_a_new_file_and_overwrites_none(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = table.with_name("log.jsonl")
    assert said(capsys, 0, "export", table, "--output", output) == ""
    whole = output.read_text()
    assert whole == said(capsys, 0, "export", table)
    assert said(capsys, 2, "export", table, "--output", output) == f"etg journal: {output}: File exists\n"
    assert output.read_text() == whole


# --- rebuild ----------------------------------------------------------------------------------------------------


def test_a_lost_journal_is_rebuilt_link_by_link(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    new = table.with_name("new.journal")
    told = said(capsys, 0, "rebuild", table, new)
    assert f"the journal of SIM-7, {len(played.console.disk.entries):,} entries" in told
    assert "halted until a Shift Manager and a second person" in told
    assert "money conserved" in said(capsys, 3, "verify", new)
    with Journal(new, "SIM-7", reserve=0) as journal:
        *entries, halted = journal.read(1, journal.seq)
    assert entries == played.console.disk.entries
    ends = f"rebuilt from an archive that ends at entry {len(entries)}"
    assert decode_event(halted.body) == Halted(Halt.HISTORY, ends)
    assert sorted(file.name for file in table.parent.iterdir()) == ["new.journal", "table.journal"]


@pytest.mark.parametrize("name", ["new.journal", "new.journal-wal", "new.journal.rebuilding"])
def test_nothing_that_is_there_is_overwritten(table: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    table.with_name(name).write_bytes(b"something")
    assert "a journal is never overwritten" in said(capsys, 2, "rebuild", table, table.with_name("new.journal"))
    assert table.with_name(name).read_bytes() == b"something"


def test_the_holes_of_an_archive_are_named_and_nothing_is_made(
    played: Cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sealed = [
        replace(it, wall_time="", salt=b"", body=b"") if it.seq in (4, 5, 6, 9) else it
        for it in played.console.disk.entries
    ]
    archive = keep(tmp_path / "archive.journal", "SIM-7", sealed)
    words = "the links hold, but only the seals are here of entries 4-6, 9\n"
    for argv in (["verify", archive], ["rebuild", archive, tmp_path / "new.journal"]):
        assert said(capsys, 1, *argv).endswith(words)
    assert sorted(tmp_path.iterdir()) == [archive]
    assert [line[2] for line in shown(capsys, archive, "--from", 9, "--to", 9)] == ["sealed"]


def test_a_terminals_journal_is_no_archive(terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = terminal.with_name("new.journal")
    assert "is the journal of terminal T1 at SIM-7, not of a table" in said(capsys, 1, "rebuild", terminal, new)
    assert not new.exists()


def test_a_damaged_archive_makes_nothing(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table.write_bytes(table.read_bytes()[:-4_096])
    said(capsys, 1, "rebuild", table, table.with_name("new.journal"))
    assert list(table.parent.iterdir()) == [table]


def test_which_round_an_entry_names() -> None:
    assert round_of({"round_no": 3, "terminal": "T1"}) == 3
    assert round_of({"id": [4, 1, b"n"], "terminal": "T1"}) == 4
    assert round_of({"window": [5, 1, b"n"], "revision": 1}) == 5
    assert round_of({"round_no": 6, "window": "bets"}) == 6
    assert round_of({"order": {"type": "Correct", "round_no": 7}}) == 7
    assert round_of({"order": {"type": "CloseBets"}}) is None
    assert round_of({"id": b"i" * 16, "amount": 100}) is None


def test_words_for_people() -> None:
    assert ranges([7]) == "entry 7"
    assert ranges([1, 2, 4, 7, 8, 9]) == "entries 1-2, 4, 7-9"
    sealed = Entry(1, "", Audience("T1"), b"", b"", b"d" * 32, b"c" * 32)
    assert fields_of(sealed) == ("sealed", {})
