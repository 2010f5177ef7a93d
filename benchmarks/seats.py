"""Player Terminals for load: the real session, loop, codec, journal and encrypted sockets, many in one process.

What a terminal has besides: a thread of its own, a picture for its screen, checkpoints. Their journals lie in a folder
that the caller chooses, without a reserve: so many machines have as many disks.

    python -m benchmarks.seats FOLDER JOURNALS T01 T02 ...
"""

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic_ns
from typing import Any, Final

import zmq

from benchmarks import crowd
from games.round import PlayerId, Spot
from protocol.chain import Entry
from protocol.codec import decode_news, encode
from protocol.config import PeerConfig, read_peer
from protocol.journal import Journal
from protocol.keys import load_pair, load_public, load_verifier
from protocol.loop import Reply, run_batch
from protocol.process import now_ms, wall_time
from protocol.sockets import Context, PeerSockets
from protocol.view import Phase
from terminal.intents import NoteIn, NoteStacked, SetLayout, Started
from terminal.records import own_pen
from terminal.session import Session

NEVER_NS: Final = 1 << 62
STAKE: Final = 2_500
NOTE, NOTES = 100_000, 10  # the largest that the table takes; enough for more Rounds than are played
BANKER, TIE = Spot("banker"), Spot("tie")


class Seat:
    def __init__(self, context: Context, config: PeerConfig, journal: Path) -> None:
        self.marks: dict[str, int] = {}
        verify = load_verifier(config.console_key, config.table).verify
        self.session = Session(PlayerId(config.name), config.table, verify=verify)
        self._journal = Journal(journal, config.name, reserve=0)
        self._pen = own_pen(0, self._journal.chain)
        pair, console = load_pair(config.key), load_public(config.console_key)
        self._lines = PeerSockets(context, pair, console, config.router, config.publisher)
        self.sockets = (self._lines.dealer, self._lines.subscriber)
        self._taps = 0
        self._paid_in = False
        self._wake_ns = 0
        self._seen = (0, 0, False)
        self._give([Started(os.urandom(8))])

    @property
    def ready(self) -> bool:
        return self._paid_in and not self.session.state.outbox.asked

    @property
    def may_tap(self) -> bool:
        return bool(self.session.state.view.windows)

    @property
    def in_flight(self) -> bool:
        return bool(self.session.state.outbox.layouts)

    def tap(self) -> bool:
        """A Player changes his Bets."""
        self._taps += 1
        self._give([self._layout(STAKE * (1 + self._taps % 2))])
        if self.in_flight:
            return True
        notice = self.session.forgotten.notice
        if notice is None or notice.reason != "closed":
            raise RuntimeError(f"{self.session.state.terminal} could not bet: {notice}")
        return False

    def _layout(self, amount: int) -> SetLayout:
        """On boxes: his own Bet on one of them, or the Insurance of it, without a last word."""
        opened = next(iter(self.session.state.view.windows.values()), None)
        if opened is None or BANKER in opened.window.spots:
            return SetLayout("", {BANKER: amount, TIE: STAKE})
        box = 1 + int(self.session.state.terminal[1:]) % 7
        if opened.window.respondents is None:
            return SetLayout("", {Spot(f"{box}/main"): 4 * amount})
        return SetLayout(opened.window.name, {Spot(f"{box}/{opened.window.name}"): amount})

    def turn(self) -> None:
        if self._lines.wake_ms() is not None:  # a line that is not up
            self._lines.tend(now_ms())
        self._give([decode_news(data) for data in self._lines.receive()])
        if not self._paid_in and self.session.join.joined and self.session.state.view.phase is not Phase.CLOSED:
            self._paid_in = True
            for _ in range(NOTES):
                note = os.urandom(16)
                self._give([NoteIn(note, NOTE), NoteStacked(note)])

    def wake_ns(self) -> int:
        return self._wake_ns

    def _give(self, inputs: Iterable[Any]) -> None:
        run_batch(self.session, self._pen, self._journal, self, now_ms(), wall_time(), inputs)
        times = (self.session.wake_ms(now_ms()), self._lines.wake_ms())
        self._wake_ns = min((time * 1_000_000 for time in times if time is not None), default=NEVER_NS)
        view = self.session.state.view
        seen = (view.round_no, len(view.draws), view.in_round)
        if seen != self._seen:
            self._seen = seen
            round_no, cards, in_round = seen
            self.marks.setdefault(f"card {round_no} {cards}" if in_round else f"end {round_no}", monotonic_ns())

    def publish(self, entries: Sequence[Entry]) -> None:
        """Its journal is its own."""

    def send(self, reply: Reply) -> None:
        self._lines.send(encode(reply.message))


def main() -> None:
    folder, journals, *names = sys.argv[1:]
    crowd.allow_files()
    context: Context = zmq.Context()
    context.max_sockets = 8 * len(names) + 64  # two, and two ends of a monitor for each
    configs = [read_peer(Path(folder) / f"{name}.toml") for name in names]
    crowd.Crowd([Seat(context, config, Path(journals) / config.journal.name) for config in configs]).run()


if __name__ == "__main__":
    main()
