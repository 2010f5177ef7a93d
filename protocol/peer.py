"""The shell of whoever is not the console: its key, its two sockets, its place in a poll loop.

Carries messages, decides nothing, and must never know what they are about.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import zmq

from protocol import files
from protocol.codec import PeerError, decode_news, encode
from protocol.config import PeerConfig
from protocol.keys import load_pair, load_public
from protocol.messages import News, Request
from protocol.process import Bell, now_ms
from protocol.sockets import PeerSockets

IDLE_MS = 1_000  # the longest that nothing is looked at


def next_boot(path: Path) -> int:
    """Counts this start, durably: a process that was passed by a later one is not listened to any more."""
    try:
        boot = int(path.read_text()) + 1 if path.exists() else 1
    except ValueError:
        raise OSError(f"{path} is no count of starts: delete it, and have this peer enrolled anew at a panel") from None
    files.replace(path, f"{boot}\n", mode=0o644)
    return boot


class Peer:
    def __init__(self, config: PeerConfig) -> None:
        self.counts: Counter[str] = Counter()
        with ExitStack() as opened:
            pair, console = load_pair(config.key), load_public(config.console_key)
            context = opened.enter_context(zmq.Context())
            self.sockets = PeerSockets(context, pair, console, config.router, config.publisher)
            opened.callback(self.sockets.close)
            self._bell = Bell()
            opened.callback(self._bell.close)
            self._opened = opened.pop_all()
        self._poller = zmq.Poller()
        for bare in (self.sockets.dealer, self.sockets.subscriber, self._bell.descriptor):
            self._poller.register(bare, zmq.POLLIN)

    def close(self) -> None:
        self._opened.close()

    def ring(self) -> None:
        """From any thread: `wait` returns."""
        self._bell.ring()

    def wait(self, *wakes_ms: int | None) -> None:
        """Until news or the bell, or one of these times."""
        now = now_ms()
        wakes = [now + IDLE_MS, *(wake for wake in (*wakes_ms, self.sockets.wake_ms()) if wake is not None)]
        self._poller.poll(max(0, min(wakes) - now))

    def news(self) -> list[News]:
        self._bell.clear()
        self.sockets.tend(now_ms())
        news = []
        for data in self.sockets.receive():
            try:
                news.append(decode_news(data))
            except PeerError:
                self.counts["peer_errors"] += 1
        return news

    def send(self, requests: Iterable[Request]) -> None:
        """What cannot be sent now is asked again: by whoever wants the answer, not by the socket."""
        for request in requests:
            if not self.sockets.send(encode(request)):
                self.counts["unsent"] += 1
