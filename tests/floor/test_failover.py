"""A primary with a synchronous standby: killed, promoted, revived. No entry is lost or doubled, and terms only grow."""

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from floor.intake import Intake, read_entries
from floor.rows import TABLES
from floor.store import CommitUnknown, Fenced, Store, Unavailable
from protocol.chain import Entry
from tests.console.cluster import TABLE
from tests.floor import histories
from tests.floor.conftest import Pair
from tests.floor.rows_again import rebuilt, rows_in

ENTRIES = histories.two_currencies()
SOON_MS = 300  # to wait for a standby that has gone


def take(address: str, upto: int, known_term: int = 0, patience_ms: int = 600_000) -> int:
    """As a follower does: from what is committed, in pieces; the term."""
    with Store(address, known_term, synchronous=True, patience_ms=patience_ms) as store:
        intake = Intake(store, TABLE)
        while intake.seq < upto:
            intake.take(ENTRIES[intake.seq : min(upto, intake.seq + 25)])
        return store.term()


def entries_in(address: str) -> tuple[Entry, ...]:
    with Store(address) as store:
        return tuple(read_entries(store, 1, 1))


def test_the_primary_is_killed_the_standby_promoted_and_the_old_one_revived(pair: Pair, tmp_path: Path) -> None:
    old, new = pair
    assert take(pair.address, 100) == 1
    old.kill()
    with pytest.raises(Unavailable):
        take(pair.address, 200)
    new.promote()
    new.set(synchronous_standby_names="")
    assert entries_in(new.address()) == ENTRIES[:100], "whatever was acknowledged, the standby has"
    with pytest.raises(Unavailable, match="no standby confirms"):
        take(pair.address, 200)

    old.start()  # it knows of nothing: to itself it is still the primary
    with Store(pair.address) as store:
        assert store.term() == 2, "of two that may be written to, the one that was promoted counts"
        Intake(store, TABLE).take(ENTRIES[100:150])
    with pytest.raises(Fenced, match="has term 1, and 2 was seen"):
        Store(old.address(), known_term=2)
    with pytest.raises(CommitUnknown):
        take(old.address(), 200, patience_ms=SOON_MS)  # nobody confirms it there, ever

    old.stop()
    old.follow(new)
    old.start()
    new.set(synchronous_standby_names="*")
    assert take(pair.address, len(ENTRIES), known_term=2) == 2
    new.kill()
    old.promote()
    old.set(synchronous_standby_names="")
    with Store(old.address(), known_term=2) as store:
        assert store.term() == 3
        assert tuple(read_entries(store, 1, 1)) == ENTRIES
        assert {name: rows_in(store, name) for name in TABLES} == rebuilt(tmp_path, TABLE, ENTRIES)


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_commit_whose_wait_was_cut_off_is_unknown_and_asked_again(pair: Pair, *, comes_back: bool) -> None:
    old, new = pair
    with Store(pair.address) as store:
        intake = Intake(store, TABLE)
        intake.take(ENTRIES[:50])
        new.stop()
        store.patience_ms = SOON_MS
        with pytest.raises(CommitUnknown, match="the standby has not confirmed it"):
            intake.take(ENTRIES[50:60])
        assert store.connection.closed
    with pytest.raises(Unavailable):
        take(pair.address, 100, patience_ms=SOON_MS)  # and until a standby is there, nobody can say what became of it
    if comes_back:
        new.start()
        assert take(pair.address, 100) == 1
    else:
        old.kill()
        new.start()
        new.promote()
        assert entries_in(new.address()) == ENTRIES[:50], "it is lost with the old one, and nobody was told of it"
        new.set(synchronous_standby_names="")
        with Store(pair.address) as store:
            Intake(store, TABLE).take(ENTRIES[50:100])
    assert entries_in(pair.address) == ENTRIES[:100]


class Dying(psycopg.Cursor[Any]):
    """Of a process that is killed before a certain call to the database."""

    left = 0

    def _one_more(self) -> None:
        Dying.left -= 1
        if not Dying.left:
            os.kill(os.getpid(), signal.SIGKILL)

    def execute(self, *given: Any, **also: Any) -> Any:
        self._one_more()
        return super().execute(*given, **also)

    def executemany(self, *given: Any, **also: Any) -> None:
        self._one_more()
        super().executemany(*given, **also)

    def copy(self, *given: Any, **also: Any) -> Any:
        self._one_more()
        return super().copy(*given, **also)


def killed_at(step: int, address: str, piece: Sequence[Entry]) -> bool:
    """A follower that takes these in, as a process of its own: was it killed before its end?"""
    child = os.fork()
    if not child:
        with suppress(BaseException), Store(address) as store:
            intake, commit = Intake(store, TABLE), store.connection.commit

            def last_call() -> None:
                commit()
                Dying._one_more(Dying(store.connection))  # the answer was on its way, and nobody hears it

            store.connection.cursor_factory = Dying
            store.connection.commit = last_call  # type: ignore[method-assign]
            Dying.left = step
            intake.take(piece)
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), "it neither died nor went on"
    return status == signal.SIGKILL


def test_a_follower_is_killed_at_every_step(database: str, tmp_path: Path) -> None:
    """With a piece that has rows of every sort; after each death the next one goes on from what is committed."""
    first, step = 0, 1
    while first < len(ENTRIES):
        while killed_at(step, database, ENTRIES[first : first + 90]):
            step += 1
            with Store(database) as store:
                taken = tuple(read_entries(store, 1, 1))
                assert taken in (ENTRIES[:first], ENTRIES[: first + 90]), f"a part is there (step {step})"
                first = len(taken)
        with Store(database) as store:
            first = store.ask("SELECT seq FROM tables")[0]["seq"]
    assert step > 20, "there are so many calls to die at"
    with Store(database) as store:
        assert tuple(read_entries(store, 1, 1)) == ENTRIES
        assert {name: rows_in(store, name) for name in TABLES} == rebuilt(tmp_path, TABLE, ENTRIES)
