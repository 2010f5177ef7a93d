"""`etg journal` as auditors and technicians meet it: on journals of a table that was played."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace

from audit.journal import fields_of, ranges, round_of
from deploy.cli import main
from games.round import PlayerId
from protocol import events
from protocol.chain import Entry, digest_of, first_link, link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.events import ALL, Audience, Halted
from protocol.halts import Halt
from protocol.journal import Journal
from simulation.cluster import Cluster, Mix
from simulation.people import Manners
from simulation.run import _play

SEED: Final = 5
ROUNDS: Final = 12


@pytest.fixture(scope="module")
def played() -> Cluster:
    cluster = Cluster(SEED, 2, Mix(manners=Manners(careless=0.3, void=0.3)), checked=False)
    _play(cluster, ROUNDS, lambda _rounds: None)
    return cluster


def keep(path: Path, name: str, entries: list[Entry]) -> Path:
    with Journal(path, name, reserve=0) as journal:
        journal.commit(entries)
    return path


@pytest.fixture
def table(played: Cluster, tmp_path: Path) -> Path:
    return keep(tmp_path / "table.journal", "SIM-7", played.console.disk.entries)


@pytest.fixture
def terminal(played: Cluster, tmp_path: Path) -> Path:
    return keep(tmp_path / "terminal.journal", "T1", played.terminals[PlayerId("T1")].disk.entries)


def written(*facts: events.Event) -> list[Entry]:
    entries: list[Entry] = []
    chain = first_link("SIM-7")
    for seq, fact in enumerate(facts, 1):
        entries.append(make_entry(chain, seq, "20:00", ALL, b"", encode_body(fact)))
        chain = entries[-1].chain
    return entries


def said(capsys: pytest.CaptureFixture[str], status: int, *argv: object) -> str:
    """What the command printed: on standard output if all is well, else on standard error."""
    assert main(["journal", *map(str, argv)]) == status
    output = capsys.readouterr()
    return output.err if status else output.out


# --- verify -----------------------------------------------------------------------------------------------------


def test_a_journal_that_was_played_is_verified_with_its_rounds_and_its_money(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(capsys, 0, "verify", table).splitlines()
    entries = played.console.disk.entries
    bodies = [fields_of(entry) for entry in entries]
    ended = [fields for kind, fields in bodies if kind == "RoundEnded"]
    bought = sum(fields["amount"] for kind, fields in bodies if kind == "CreditBought")
    assert ended
    assert bought
    assert told[0] == f"SIM-7: {len(entries):,} entries, the last link is {entries[-1].chain.hex()}"
    figures = {line[:10].strip(): int(line[10:].replace(",", "")) for line in told[1:-1]}
    assert figures["rounds"] == len(ended)
    assert figures["money in"] == bought
    inside = sum(amount for name, amount in figures.items() if name in ("credit", "stake", "house", "tickets"))
    assert figures["money in"] - figures["money out"] == inside
    assert told[-1] == "journal verified, money conserved"


def test_void_rounds_and_money_that_left_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    t1 = PlayerId("T1")
    facts = written(
        events.CreditBought(b"i" * 16, t1, 1, 1_500),
        events.RoundEnded(1, True),
        events.RoundEnded(2, False),
        events.TicketIssued(b"j" * 16, t1, 1, "0001", 300),
        events.TicketPaid("0001", 300),
        events.HandPaid(t1, 1, 200),
    )
    told = said(capsys, 0, "verify", keep(tmp_path / "table.journal", "SIM-7", facts)).splitlines()
    assert told[1:] == [
        "rounds                       2",
        "void                         1",
        "money in                 1,500",
        "money out                  500",
        "credit                   1,000",
        "tickets                      0",
        "journal verified, money conserved",
    ]


def test_a_terminals_journal_is_verified_by_its_records(terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys, 0, "verify", terminal).splitlines()
    assert told[0].startswith("T1: ")
    assert any(line.startswith("Copied ") for line in told)
    assert told[-1] == "journal verified"


def test_an_empty_journal_is_a_good_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "SIM-7: 0 entries" in said(capsys, 0, "verify", keep(tmp_path / "new.journal", "SIM-7", []))


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
            assert "another process holds the journal" in said(capsys, 1, what, table)


def test_verifying_changes_nothing(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = table.read_bytes(), sorted(table.parent.iterdir())
    said(capsys, 0, "verify", table)
    said(capsys, 0, "show", table)
    said(capsys, 0, "export", table)
    assert (table.read_bytes(), sorted(table.parent.iterdir())) == before


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
        "id=000102030405060708090a0b0c0d0e0f  terminal=T1  sitting=1  amount=100",
        "shoe_seq=4  card=null",
    ]


def test_a_terminals_journal_can_be_shown_and_exported(terminal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown(capsys, terminal)[0][3] == "Booted"
    first = json.loads(said(capsys, 0, "export", terminal).splitlines()[0])
    assert (first["journal"], first["kind"], first["fields"]["boot"]) == ("T1", "Booted", 1)


# --- export -----------------------------------------------------------------------------------------------------


def test_from_an_export_every_digest_and_link_can_be_made_anew(
    table: Path, played: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[dict[str, Any]] = [json.loads(line) for line in said(capsys, 0, "export", table).splitlines()]
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
    assert "money conserved" in said(capsys, 0, "verify", new)
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
    assert "is the journal of terminal T1, not of a table" in said(capsys, 1, "rebuild", terminal, new)
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
