"""The shell of whoever is not the console: its key, its two sockets, its place in a poll loop.

Carries messages, decides nothing, and must never know what they are about.
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

import zmq

from protocol import files
from protocol.codec import OtherVersion, PeerError, decode_news, encode
from protocol.config import PeerConfig
from protocol.faults import WORDS, Fault
from protocol.keys import fingerprint, load_pair
from protocol.messages import ConsoleKey, News, NotHeard, Request, Unheard
from protocol.process import Bell, Log, now_ms
from protocol.sockets import PeerSockets
from protocol.succession import Succession

IDLE_MS = 1_000  # the longest that nothing is looked at


def next_boot(path: Path) -> int:
    """Counts this start, durably: a process that was passed by a later one is not listened to any more."""
    try:
        boot = int(path.read_text()) + 1 if path.exists() else 1
    except ValueError:
        raise OSError(
            f"{path} is no count of starts: move it away, and give this machine a new key (etg keys rotate)"
        ) from None
    files.replace(path, f"{boot}\n", mode=0o600)
    return boot


class Peer:
    def __init__(self, config: PeerConfig, log: Log | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self.fault = Fault.NONE  # why nothing comes from the console
        self._told = Fault.NONE  # to the log
        self._log = log
        self._config = config
        with ExitStack() as opened:
            pair = load_pair(config.key)
            self._succession = Succession(config)
            if self._succession.problem and log is not None:
                log.warning("of the console's key the file alone is believed", why=self._succession.problem)
            context = opened.enter_context(zmq.Context())
            self.fingerprint = fingerprint(pair.public)
            self.sockets = PeerSockets(context, pair, self._succession.public, config.router, config.publisher)
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
        news: list[News] = []
        fault = self.sockets.fault if self.fault is not Fault.VERSION else Fault.VERSION
        for data in self.sockets.receive():
            try:
                heard = decode_news(data)
                if isinstance(heard, ConsoleKey):
                    self._follow_key(heard)
                elif isinstance(heard, NotHeard):
                    self.counts["not_heard"] += 1
                    if heard.why == Unheard.VERSION:
                        raise OtherVersion(heard.detail)
                    self._note_unheard(heard)
                else:
                    news.append(heard)
            except OtherVersion:
                self.counts["peer_errors"] += 1
                fault = Fault.VERSION
            except PeerError:
                self.counts["peer_errors"] += 1
            else:
                fault = self.sockets.fault
        self._note(fault)
        return news

    def _note_unheard(self, told: NotHeard) -> None:
        """We say nothing that a console of our version does not understand: somebody has to look why."""
        if self._log is not None and self.counts["not_heard"] == 1:
            self._log.warning("the console does not understand what we say", why=told.why, detail=told.detail)

    def _follow_key(self, told: ConsoleKey) -> None:
        """The console has another key: from the next connection on, and after the next start, it is that one."""
        try:
            followed = self._succession.hear(told)
        except OSError as error:
            self.counts["console_key_not_kept"] += 1
            if self._log is not None and self.counts["console_key_not_kept"] == 1:
                lost = "the console's new key cannot be kept: once its day is closed we do not find it again"
                self._log.error(lost, file=self._succession.path, why=str(error))
            return
        if followed:
            self.sockets.believe(told.key)
            if self._log is not None:
                self._log.info("the console has a new key, and it is kept", key=fingerprint(told.key))

    def _note(self, fault: Fault) -> None:
        self.fault = fault
        if self._log is None or fault is self._told:
            return
        where = {"requests": self._config.router, "broadcast": self._config.publisher}
        if fault:
            self._log.warning(WORDS[fault], fault=fault, **where, key=self.fingerprint)
        elif self.sockets.state == "connected":
            self._log.info("the console answers", **where)
        else:
            return  # it tries again: that is no other news than before
        self._told = fault

    def send(self, requests: Iterable[Request]) -> None:
        """What cannot be sent now is asked again: by whoever wants the answer, not by the socket."""
        for request in requests:
            if not self.sockets.send(encode(request)):
                self.counts["unsent"] += 1
