"""What stands around the console's shell in its drill: connections, and those parts of the machine that say nothing."""

from collections import Counter
from types import SimpleNamespace
from typing import Any, ClassVar

from msgspec import Struct

from protocol import messages as m
from protocol.codec import decode_news
from protocol.keyring import Enrolment
from protocol.tally import Tally


class Bucket:
    """So many at once, and so many in a second."""

    def __init__(self, per_s: int, burst: int) -> None:
        self.per_ms, self.most, self.left, self.at_ms = per_s, burst * 1_000, burst * 1_000, -1

    def take(self, now_ms: int) -> bool:
        self.left = min(self.most, self.left + (now_ms - self.at_ms) * self.per_ms) if self.at_ms >= 0 else self.most
        self.at_ms = now_ms
        if self.left < 1_000:
            return False
        self.left -= 1_000
        return True


class Connection(Struct):
    name: str
    route: bytes
    boot: int
    run: bytes
    words: Any
    complaints: Any


class Wire:
    """Where the encrypted sockets stand."""

    router_endpoint = pub_endpoint = ""
    polled = ()

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.strangers, self.hasty = Tally(), set[str]()
        self.door = SimpleNamespace(waiting=0)
        self.waiting: list[tuple[Enrolment, bytes, bytes]] = []
        self.open: dict[bytes, str] = {}
        self.said: list[tuple[str, bytes, m.News]] = []
        self.published: list[m.News] = []
        self.kept: dict[str, bytes] = {}

    def receive(self) -> list[tuple[Enrolment, bytes, bytes]]:
        heard, self.waiting = self.waiting, []
        return heard

    def send(self, name: str, data: bytes, route: bytes = b"") -> bool:
        if self.open.get(route) != name:
            return False
        self.said.append((name, route, decode_news(data)))
        return True

    def publish(self, data: bytes) -> None:
        self.published.append(decode_news(data))

    def keep(self, name: str, route: bytes) -> None:
        self.kept[name] = route

    def serve_zap(self) -> None: ...

    def wake_ms(self, _now_ms: int) -> None: ...

    def close(self) -> None: ...


class Pins:
    """Nobody's PIN is looked at here."""

    descriptor = -1
    trouble: ClassVar[dict[str, str]] = {}

    def done(self) -> list[Any]:
        return []

    def close(self) -> None: ...


class Unstopped:
    """Signals are for the process that drills."""

    asked, descriptor = False, -1

    def close(self) -> None: ...


class Poller:
    def register(self, *_: object) -> None: ...

    unregister = register
