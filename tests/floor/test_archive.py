"""Whoever keeps the log says what he has when it is on his disk; and sealed entries are no copy for an archive."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from floor.archive import Archive
from floor.keeper import Keeper
from floor.witness import Witness
from protocol import messages as m
from protocol.chain import opened, sealed
from protocol.config import PeerConfig
from protocol.keys import load_signer, make_pair
from tests.protocol.signed_log import ENTRIES, TABLE

NOWHERE = "tcp://127.0.0.1:9"
HEAD = ENTRIES[-1]


@pytest.fixture(params=[Archive, Witness])
def keeper(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Keeper]:
    make_pair(tmp_path, "console")
    make_pair(tmp_path, "Keeper", signs=True)
    key, console_key, journal = (tmp_path / name for name in ("Keeper.key", "console.pub", "keeper.journal"))
    with closing(request.param(PeerConfig("Keeper", TABLE, NOWHERE, NOWHERE, key, console_key, journal))) as keeper:
        yield keeper


def told(keeper: Keeper, *news: m.News) -> list[tuple[m.Request, int]]:
    """What it says in this turn, each with how far its file was in that moment."""
    said: list[tuple[m.Request, int]] = []

    def send(requests: Iterable[m.Request]) -> None:
        said.extend((request, keeper.journal.seq) for request in requests)

    keeper.peer.news = lambda: list(news)  # type: ignore[method-assign]
    keeper.peer.send = send  # type: ignore[method-assign]
    keeper.turn()
    return said


def joined(keeper: Keeper) -> m.Welcome:
    listener = keeper.listener
    signer = load_signer(keeper.journal.path.with_name("console.sign"), TABLE)
    return m.Welcome(listener.boot, listener.run, HEAD.seq, HEAD.chain, signer.sign(HEAD.seq, HEAD.chain))


def test_m14_it_says_how_far_it_is_when_that_is_on_its_disk(keeper: Keeper) -> None:
    told(keeper)
    show = opened if isinstance(keeper, Archive) else sealed
    said = told(keeper, joined(keeper), m.Deltas(1, tuple(map(show, ENTRIES)), HEAD.chain, HEAD.seq))
    beats = [(request.applied_seq, kept) for request, kept in said if isinstance(request, m.Beat)]
    assert beats == [(HEAD.seq, HEAD.seq)]


def test_an_archive_that_is_sent_sealed_entries_keeps_none_and_asks_for_them(keeper: Keeper) -> None:
    told(keeper)
    told(keeper, joined(keeper), m.Deltas(1, tuple(map(sealed, ENTRIES)), HEAD.chain, HEAD.seq))
    whole = isinstance(keeper, Witness)  # which wants no more
    assert (keeper.journal.seq == HEAD.seq, keeper.listener.ready) == (whole, whole)
    assert keeper.why == ""
