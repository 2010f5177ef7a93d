"""Reports that a running table keeps current: what the follower has on its disk, and no more, is in its rows."""

import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from audit.report import theory
from deploy.demo.rig import ARCHIVE, Rig
from floor.follower import ENDING, Following
from floor.read_model import ReadModel, ReportError, Shifts, build
from floor.reports import Reports
from floor.rows import TABLES
from protocol import messages as m
from protocol.chain import opened
from protocol.config import PeerConfig
from protocol.journal import Journal
from protocol.keys import load_signer, make_pair
from tests.console.cluster import TABLE
from tests.floor import histories

NOWHERE = "tcp://127.0.0.1:9"
ENTRIES = histories.two_currencies()


@pytest.fixture
def config(tmp_path: Path) -> PeerConfig:
    make_pair(tmp_path, "console")
    make_pair(tmp_path, "Reports")
    key, console_key, journal = (tmp_path / name for name in ("Reports.key", "console.pub", "reports.journal"))
    return PeerConfig("Reports", TABLE, NOWHERE, NOWHERE, key, console_key, journal)


def tell(following: Following, upto: int) -> None:
    """The console welcomes it at this entry, and sends what it lacks."""
    head = ENTRIES[upto - 1]
    signer = load_signer(following.journal.path.with_name("console.sign"), TABLE)
    listener, first = following.listener, following.journal.seq
    signed = signer.sign(head.seq, head.chain)
    welcome = m.Welcome(listener.boot, listener.run, head.seq, head.chain, signed)
    deltas = m.Deltas(first + 1, tuple(map(opened, ENTRIES[first:upto])), head.chain, head.seq, signed.signature)

    def send(requests: Iterable[m.Request]) -> None:
        """There is nobody to send them to."""
        del requests

    following.peer.send = send  # type: ignore[method-assign]
    for news in ([], [welcome, deltas]):
        following.peer.news = lambda news=news: news  # type: ignore[method-assign,misc]
        following.turn()


def test_it_goes_on_where_it_was_and_has_what_a_build_from_nothing_has(config: PeerConfig, tmp_path: Path) -> None:
    kept: dict[str, list[dict[str, Any]]] = {}
    for upto in (40, 120, len(ENTRIES)):  # a process each
        with closing(Following(config)) as following:
            tell(following, upto)
            assert (following.journal.seq, following.model.seq, following.why) == (upto, upto, "")
            kept = {name: following.model.ask(f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}
            assert Reports(following.model, theory).table().differences == 0
    with build(tmp_path / "rebuilt.sqlite", TABLE, ENTRIES, Shifts()) as rebuilt:
        assert kept == {name: rebuilt.ask(f"SELECT * FROM {name} ORDER BY 1, 2") for name in TABLES}


def test_a_file_that_is_behind_its_journal_catches_up_at_the_start(config: PeerConfig) -> None:
    with closing(Following(config)) as following:
        tell(following, 90)
        path = following.model.path
    path.unlink()
    with closing(Following(config)) as following:
        assert following.model.seq == following.journal.seq == 90
        found = Reports(following.model, theory).events(search="table open")
        assert {row["code"] for row in found} == {"E104"}


def test_at_a_real_console_it_is_let_in_and_can_be_read_while_it_writes(tmp_path: Path) -> None:
    """Two processes and their keys: what the console has written is in the rows of the other, link by link."""
    rig = Rig(tmp_path / "table", terminals=1, archive=True, driver="manual")
    path = rig.folder / f"{ARCHIVE}{ENDING}"
    rig.start_console()
    try:
        rig.start(ARCHIVE, "report", "follow", f"{ARCHIVE}.toml", "--zone", "Asia/Singapore")
        while not joined(path):
            assert rig.alive("console"), rig.log("console")
            assert rig.alive(ARCHIVE), rig.log(ARCHIVE)
            time.sleep(0.05)
    finally:
        ended = rig.stop(ARCHIVE, "console")
    assert ended == {ARCHIVE: 0, "console": 0}
    with ReadModel(path) as kept, Journal.open_to_read(rig.folder / "table.journal") as journal:
        entries = journal.entries(last=kept.seq)
        with build(tmp_path / "rebuilt.sqlite", rig.table, entries, Shifts("Asia/Singapore")) as rebuilt:
            for name in (*TABLES, "about"):
                query = f"SELECT * FROM {name} ORDER BY 1, 2"
                assert kept.ask(query) == rebuilt.ask(query), name


def joined(path: Path) -> bool:
    """Another process looks into the file: it knows of its own follower."""
    if not path.exists():
        return False
    try:
        with ReadModel(path) as model:
            return bool(model.ask("SELECT seq FROM events WHERE code = 'E501' AND terminal = ?", (ARCHIVE,)))
    except ReportError:
        return False  # it is being begun
