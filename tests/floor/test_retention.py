"""Old gaming days go, by their parts; what must stay stays, and the table goes on as if nothing were missing."""

from pathlib import Path

import pytest

from floor.intake import Intake, read_entries
from floor.parts import PARTED, part_of
from floor.redemptions import look_through
from floor.retention import BALANCES, RetentionError, days_before, retire
from floor.store import Store
from games.money import Currency
from protocol import events as e
from protocol.chain import make_entry
from protocol.codec import encode_body
from tests.console.cluster import TABLE
from tests.console.people import T1
from tests.floor import histories

ENTRIES = histories.two_currencies()
LAST_DAY = "2026-11-18"


def test_two_days_are_retired_and_the_third_goes_on(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tmp_path
    with Store(database) as store:
        monkeypatch.setattr("floor.intake.REMEMBER_EVERY", 50)
        intake = Intake(store, TABLE)
        while intake.seq < len(ENTRIES) - 10:
            intake.take(ENTRIES[intake.seq : intake.seq + 20][: len(ENTRIES) - 10 - intake.seq])
        balances, open_tickets = store.ask(BALANCES), store.ask("SELECT * FROM tickets WHERE used_seq = 0")
        assert open_tickets, "somebody still has a ticket"
        first = store.ask("SELECT min(seq) AS seq FROM entries WHERE day = %s", (LAST_DAY,))[0]["seq"]

        gone = retire(store, LAST_DAY)
        assert "2026-11-16" in gone.days
        assert gone.entries == first - 1
        assert days_before(store, "9999") == [LAST_DAY]
        parts = {part_of(name, day) for name in PARTED for day in gone.days}
        assert not store.ask("SELECT relname FROM pg_class WHERE relname = ANY (%s)", (list(parts),))
        assert store.ask(BALANCES) == balances, "every account has what it had"
        assert store.ask("SELECT * FROM tickets WHERE used_seq = 0") == open_tickets
        anchors = store.ask("SELECT first_seq, last_seq, chain FROM anchors ORDER BY last_seq")
        assert anchors[0]["first_seq"] == 1
        assert anchors[-1] == {**anchors[-1], "last_seq": first - 1, "chain": ENTRIES[first - 2].chain}
        assert retire(store, LAST_DAY).days == (), "once is enough"
    with Store(database) as store:
        Intake(store, TABLE).take(ENTRIES[-10:])
        assert tuple(read_entries(store, 1, first)) == ENTRIES[first - 1 :]


def test_a_day_that_the_follower_still_hangs_on_is_not_retired(database: str) -> None:
    with Store(database) as store:
        Intake(store, TABLE).take(ENTRIES)  # too few for a memory of their own
        with pytest.raises(RetentionError, match="still hangs on entries of"):
            retire(store, LAST_DAY)
        assert len(tuple(read_entries(store, 1, 1))) == len(ENTRIES)


def test_a_day_is_not_retired_before_its_tickets_were_looked_through(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a ticket of another table would wait for ever: no row says that it was asked for."""
    monkeypatch.setattr("floor.intake.REMEMBER_EVERY", 1)
    asked = e.ForeignTicketAsked(b"i" * 16, T1, b"j" * 16, "BAC-09", b"t" * 16, "1234", Currency("SGD", 2))
    with Store(database) as store:
        intake = Intake(store, TABLE)
        intake.take(ENTRIES[:30])
        for fact in (asked, e.DayBegan("2026-11-20")):
            wall_time = "2026-11-16T22:00:00.000Z"
            intake.take([make_entry(intake.chain, intake.seq + 1, wall_time, e.ALL, b"", encode_body(fact))])
        with pytest.raises(RetentionError, match="is about a ticket that travels"):
            retire(store, "2026-11-20")
        look_through(store)
        assert "2026-11-16" in retire(store, "2026-11-20").days
        assert [row["ending"] for row in store.ask("SELECT ending FROM redemptions WHERE NOT finished")] == ["1234"]
