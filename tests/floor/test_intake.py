"""A table's log in the floor's database: each entry once, its rows with it, whatever ends the process."""

from pathlib import Path

import psycopg
import pytest

from floor.intake import Intake, Overtaken, key_of, read_entries
from floor.parts import PARTED
from floor.rows import TABLES
from floor.store import Store
from protocol import events as e
from protocol.alarms import Alarm
from protocol.chain import ChainBroken, first_link, make_entry
from protocol.codec import encode_body
from protocol.messages import SignedHead
from tests.console.cluster import TABLE
from tests.floor import histories
from tests.floor.rows_again import rebuilt, rows_in

ENTRIES = histories.two_currencies()


def test_its_columns_are_those_of_the_rows(database: str) -> None:
    kinds = {"bigint": int, "text": str}
    with Store(database) as store:
        for name, columns in TABLES.items():
            found = store.ask(
                "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = %s "
                "AND column_name <> 'table_id' ORDER BY ordinal_position",
                (name,),
            )
            assert [(row["column_name"], kinds[row["data_type"]]) for row in found] == list(columns.items()), name
            keys = store.ask(
                "SELECT a.attname FROM pg_index i, pg_attribute a WHERE i.indrelid = %s::regclass AND i.indisprimary "
                "AND a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)",
                (name,),
            )
            assert {row["attname"] for row in keys} == set(key_of(name)), name
        parted = store.ask("SELECT relname FROM pg_class WHERE relkind = 'p'")
        assert {row["relname"] for row in parted} == set(PARTED)


@pytest.mark.parametrize("sizes", [(1,), (7, 1, 30), (10_000,)], ids=str)
def test_piece_by_piece_by_many_processes_is_what_a_build_from_nothing_has(
    sizes: tuple[int, ...], database: str, tmp_path: Path
) -> None:
    first, n = 0, 0
    while first < len(ENTRIES):
        with Store(database) as store:
            intake = Intake(store, TABLE)
            assert (intake.seq, intake.boot) == (first, n + 1)
            for _ in range(40):
                intake.take(ENTRIES[first : first + sizes[n % len(sizes)]])
                first = min(len(ENTRIES), first + sizes[n % len(sizes)])
        n += 1
    with Store(database) as store:
        assert {name: rows_in(store, name) for name in TABLES} == rebuilt(tmp_path, TABLE, ENTRIES)
        assert tuple(read_entries(store, 1, 1)) == ENTRIES
        days = {row["day"] for row in store.ask("SELECT DISTINCT day FROM entries")}
        assert {"2026-11-16", "2026-11-17", "2026-11-18"} <= days


def test_a_text_that_a_database_cannot_hold_stops_nobody(database: str) -> None:
    """PostgreSQL knows no zero byte in a text; a terminal of another make may have sent one, and it is in the log."""
    body = encode_body(e.AlarmRaised("T1", Alarm.TAPE, detail="a zero \x00 byte"))
    entry = make_entry(first_link(TABLE), 1, "2026-11-18T20:00:00.000Z", e.ALL, b"", body)
    with Store(database) as store:
        intake = Intake(store, TABLE)
        intake.take([entry])
        assert list(read_entries(store, intake.table_id, 1)) == [entry], "the entry as it is"
        (row,) = store.ask("SELECT text FROM events")
        assert row["text"].count("\N{REPLACEMENT CHARACTER}") == 1
        assert intake.seq == 1


def test_an_entry_that_does_not_follow_is_not_taken(database: str) -> None:
    with Store(database) as store:
        Intake(store, TABLE).take(ENTRIES[:10])
        other = make_entry(ENTRIES[8].chain, 10, "", ENTRIES[9].audience, b"", ENTRIES[9].body)
        forked = make_entry(other.chain, 11, "", ENTRIES[10].audience, b"", ENTRIES[10].body)
        for wrong in (ENTRIES[11], ENTRIES[9], forked):
            with pytest.raises(ChainBroken, match=f"entry {wrong.seq} does not follow entry 10"):
                Intake(store, TABLE).take([wrong])
        assert Intake(store, TABLE).seq == 10
        assert store.ask("SELECT count(*) AS n FROM entries") == [{"n": 10}]


def test_of_two_processes_the_later_one_takes_in_and_the_earlier_one_stops(database: str) -> None:
    with Store(database) as first, Store(database) as second:
        old = Intake(first, TABLE)
        old.take(ENTRIES[:10])
        new = Intake(second, TABLE)
        with pytest.raises(Overtaken):
            old.take(ENTRIES[10:20])
        new.take(ENTRIES[10:30])
        with pytest.raises(Overtaken):
            old.take((), SignedHead(10, ENTRIES[9].chain, b"x"))
        assert second.ask("SELECT seq FROM entries ORDER BY seq") == [{"seq": n} for n in range(1, 31)]


def test_a_process_that_dies_before_its_commit_leaves_nothing(database: str) -> None:
    with Store(database) as store:
        intake = Intake(store, TABLE)
        intake.take(ENTRIES[:50])
        with Store(database) as other:
            other.ask("SELECT pg_terminate_backend(%s)", (store.connection.info.backend_pid,))
        with pytest.raises(psycopg.OperationalError):
            intake.take(ENTRIES[50:100])
    with Store(database) as store:
        intake = Intake(store, TABLE)
        assert intake.seq == 50
        intake.take(ENTRIES[50:])
        (counted,) = store.ask("SELECT count(*) AS n, max(seq) AS last FROM entries")
        assert counted == {"n": len(ENTRIES), "last": len(ENTRIES)}
