"""The console's sockets and their door on a simulated libzmq: who comes in, who is heard, what reaches whom.

The production `ConsoleSockets` and `Door`; under them a kernel that gives numbers to connections and gives them again,
and libzmq as it is documented: it asks by ZAP, tells of what came and went, hands out frames with the key behind them.
Callers have live keys, keys that have ended, none; they dial, speak, flood, send parts, hang, vanish. Written down
beside it: who has which key, which words must be heard and which must not, on which connection an answer arrives, and
that whoever has joined is pushed out by nobody.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest import mock

import zmq
from msgspec import Struct

from protocol import door as doors
from protocol import sockets
from protocol.keyring import Enrolment, Keyring, bytes_of
from protocol.keys import KeyPair
from protocol.sockets import ConsoleSockets
from simulation.keys import ROLE_OF, public_key
from simulation.world import Violation

NAMES: Final = ("T1", "T2", "P1")
# Of the documents.
MESSAGE_MAX, AT_ONCE, OF_A_KEY = 4_096, 40, 4
ENTRIES_PER_S, ENTRIES_BURST = 4, 40
REQUESTS, BROADCAST = "requests", "broadcast"
CROWD_MAX, SILENT_MAX, SILENT_S, FLOOD = 84, 16, 5.0, 1 << 20
FILES: Final = 400  # that the process may have open: of what is left half waits, and a quarter from one address
HOUSE, OUTSIDE = "10.0.0.1", "10.9.9.9"
OK, TOO_OFTEN, UNKNOWN, ENDED = b"200", b"300", b"400", b"500"


class Line(Struct, eq=False):
    """A connection, as the kernel has it."""

    side: str
    number: int
    public: str
    route: bytes
    entered: bool = False
    gone: bool = False
    given_up: bool = False  # it has said what ends it: nothing more of it is heard
    received: list[bytes] = []
    taken: int = 300  # bytes, as the kernel counts them
    address: str = HOUSE


class Frame:
    def __init__(self, line: Line, data: bytes, *, more: bool = False) -> None:
        self.bytes, self.more, self._line = data, more, line

    def __len__(self) -> int:
        return len(self.bytes)

    def get(self, what: Any) -> Any:
        return self._line.public if what == "User-Id" else self._line.number


class Socket:
    """As much of one as the console asks for."""

    def __init__(self, net: "Net", kind: int) -> None:
        self.net, self.kind, self.context = net, kind, net
        self.queue = deque[Any]()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None: ...

    def _silent(self, *_: object) -> None: ...

    bind = connect = disable_monitor = close = _silent

    def monitor(self, _address: str, _events: int) -> None:
        self.net.watched = self.kind

    def recv(self, _flags: int, *, copy: bool = True) -> Any:
        if not self.queue:
            raise zmq.Again
        return self.queue.popleft()

    def recv_multipart(self, _flags: int) -> Any:
        return self.recv(0)

    def send_multipart(self, frames: list[bytes], _flags: int = 0) -> None:
        if self.kind == zmq.REP:
            self.net.verdict = frames
            return
        line = self.net.routes.get(frames[0])
        if line is None or line.gone:
            raise zmq.ZMQError(zmq.EHOSTUNREACH)
        line.received.append(frames[1])

    def setsockopt(self, option: int, value: bytes) -> None:
        if option == zmq.SUBSCRIBE:
            self.net.subscribed.append(self.net.asks)

    def send(self, data: bytes, _flags: int) -> None:
        self.net.published.append(data)


class Listening:
    def __init__(self, _bare: Any, endpoint: str) -> None:
        self.endpoint = endpoint


class Net:
    """The kernel, and libzmq."""

    def __init__(self) -> None:
        self.now_s = 1_000.0
        self.lines: dict[int, Line] = {}
        self.routes: dict[bytes, Line] = {}
        self.watched = 0
        self.monitors: dict[int, Socket] = {}
        self.bare: dict[int, Socket] = {}
        self.verdict: list[bytes] = []
        self.subscribed: list[Line | None] = []
        self.asks: Line | None = None
        self.published: list[bytes] = []

    def socket(self, kind: int) -> Socket:
        found = Socket(self, kind)
        if kind == zmq.PAIR:  # the monitor of the socket that was made last
            side = zmq.ROUTER if zmq.XPUB not in self.bare or not self.monitors else zmq.XPUB
            self.monitors[side] = found
        else:
            self.bare[kind] = found
        return found

    def tell(self, line: Line, event: int, value: int = 0) -> None:
        side = zmq.ROUTER if line.side == REQUESTS else zmq.XPUB
        self.monitors[side].queue.append([sockets._EVENT.pack(event, value)])

    def shut_down(self, number: int) -> None:
        if number in self.lines:
            self.ends(self.lines[number])

    def ends(self, line: Line) -> None:
        if line.gone:
            return
        line.gone = True
        del self.lines[line.number]
        self.tell(line, zmq.EVENT_DISCONNECTED, line.number)


class Clock:
    def __init__(self, net: Net) -> None:
        self._net = net

    def monotonic(self) -> float:
        return self._net.now_s

    def monotonic_ns(self) -> int:
        return round(self._net.now_s * 1e9)


class DoorDrill:
    def __init__(self, seed: int, net: "Net") -> None:
        self.rng, self.net = Random(f"door {seed}"), net
        self.keyring = Keyring()
        for name in NAMES:
            self._enrols(name)
        self.ended: set[str] = set()
        self.said: list[tuple[Line, bytes]] = []  # that must be heard, in order of each connection
        self.entries: dict[str, tuple[int, int]] = {}  # of each key: what is left, and when that was
        self.latest: dict[str, Line] = {}
        self.kept: dict[str, Line] = {}
        self.left: list[Line] = []  # who went by himself
        self.spoken: dict[tuple[str, str], list[Line]] = {}  # by side and key, in the order in which they spoke
        self.count = 0
        self.story: list[str] = []
        pair: Any = KeyPair("", "")
        context: Any = self.net
        self.sockets = ConsoleSockets(context, pair, self.keyring, "here", "there", FILES)

    def fail(self, why: str) -> Violation:
        return Violation("door", f"{', '.join(self.story[-6:])}: {why}")

    def _enrols(self, name: str, number: int = 1) -> None:
        public = public_key(name, number)
        self.keyring.live[name] = Enrolment(name, ROLE_OF["terminal"], public)
        self.keyring.owners[public] = name
        self.keyring.generation += 1

    def play(self, steps: int) -> None:
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self.net.now_s += self.rng.choice((0.0, 0.01, 0.3, 2.0))
            if self.rng.random() < 0.8:
                self._turn()

    # --- who comes

    def _public(self) -> str:
        dice = self.rng.random()
        if dice < 0.8 or not self.ended:
            live = [it.public for it in self.keyring.live.values()]
            return self.rng.choice(live) if dice < 0.75 else public_key("nobody", self.rng.randrange(5))
        return self.rng.choice(sorted(self.ended))

    def dials(self) -> None:
        self._dials(self.rng.choice((REQUESTS, REQUESTS, BROADCAST)), self._public())

    def _dials(self, side: str, public: str) -> Line:
        number = next(it for it in range(20, 2_000) if it not in self.net.lines)  # the lowest that is free
        self.count += 1
        line = Line(side, number, public, b"r%d" % self.count, received=[])
        self.net.lines[number], self.net.routes[line.route] = line, line
        self.net.tell(line, zmq.EVENT_ACCEPTED, number)
        if self.rng.random() < 0.08:
            return line  # it says nothing at all
        request = [b"1.0", b"id", b"etg", b"10.0.0.1", line.route, b"CURVE", bytes_of(public)]
        odd = self.rng.random() < 0.04
        if odd:
            request[self.rng.choice((0, 2, 5))] = b"NULL"
        self.net.bare[zmq.REP].queue.append(request)
        expected = UNKNOWN if odd else self._may_enter(public)
        self._turn()
        code, user = self.net.verdict[2], self.net.verdict[4].decode()
        if code != expected or user != (public if code == OK else ""):
            raise self.fail(f"{public[:6]} is to be answered {expected!r}, and is {code!r} as {user[:6]!r}")
        line.entered = code == OK
        if not line.entered:
            self.net.tell(line, zmq.EVENT_HANDSHAKE_FAILED_AUTH)
            self.net.ends(line)
        return line

    def _may_enter(self, public: str) -> bytes:
        if public not in [it.public for it in self.keyring.live.values()]:
            return ENDED if public in self.ended else UNKNOWN
        now_ms = round(self.net.now_s * 1e9) // 1_000_000
        left, at_ms = self.entries.get(public, (1_000 * ENTRIES_BURST, now_ms))
        left = min(1_000 * ENTRIES_BURST, left + (now_ms - at_ms) * ENTRIES_PER_S)  # thousandths
        self.entries[public] = (left - 1_000 * (left >= 1_000), now_ms)
        return OK if left >= 1_000 else TOO_OFTEN

    def dials_and_dials(self) -> None:
        public = self._public()
        for _ in range(self.rng.choice((6, 45))):
            self._dials(REQUESTS, public)

    # --- what is said

    def _line(self, side: str) -> Line | None:
        lines = [it for it in self.net.lines.values() if it.entered and it.side == side]
        return self.rng.choice(lines) if lines else None

    def speaks(self) -> None:
        for _ in range(self.rng.choice((1, 1, 3))):
            if (line := self._line(REQUESTS)) is not None:
                self._speaks(line, self.rng.randbytes(self.rng.choice((1, 30, MESSAGE_MAX))))

    def _speaks(self, line: Line, data: bytes) -> None:
        self.net.bare[zmq.ROUTER].queue += [Frame(line, line.route, more=True), Frame(line, data)]
        if not line.given_up:
            self.said.append((line, data))

    def speaks_in_parts(self) -> None:
        """More than one frame, or an empty one: it is dropped, and whoever sends parts is cut off."""
        line = self._line(REQUESTS)
        if line is None:
            return
        queue = self.net.bare[zmq.ROUTER].queue
        if self.rng.random() < 0.3:
            data = self.rng.choice((b"", bytes(MESSAGE_MAX + 1)))
            queue += [Frame(line, line.route, more=True), Frame(line, data)]
            return
        parts = self.rng.randrange(2, 5)
        queue.append(Frame(line, line.route, more=True))
        queue += [Frame(line, b"part", more=it < parts - 1) for it in range(parts)]
        line.given_up = True

    def floods(self) -> None:
        line = self._line(REQUESTS)
        if line is None or line.given_up:
            return
        self._turn()
        for _ in range(AT_ONCE + 1):
            self._speaks(line, b"again")
        self.said.pop()  # the last straw
        line.given_up = True

    def wishes(self) -> None:
        """Whoever listens says so once; who says more is cut off."""
        line = self._line(BROADCAST)
        if line is None:
            return
        first = line not in self.spoken.get((BROADCAST, line.public), [])
        wish = b"\1" if self.rng.random() < 0.85 else self.rng.choice((b"\0", b"\1x"))
        self._turn()
        if line.gone:
            return
        self.net.asks = line
        self.net.subscribed.clear()
        self.net.bare[zmq.XPUB].queue.append(Frame(line, wish))
        live = line.public in [it.public for it in self.keyring.live.values()]
        good = first and wish == b"\1" and live
        self.sockets.serve_zap()
        if bool(self.net.subscribed) != good:
            raise self.fail(f"a listener wishes {wish!r}, the first time: {first}: {bool(self.net.subscribed)}")
        if good:
            self._has_spoken(line)
        elif not line.gone:
            raise self.fail(f"a listener wishes {wish!r}, the first time: {first}, and is not cut off")
        self.net.asks = None

    def crowd(self) -> None:
        """From elsewhere, many that say nothing: they are thinned out, and nobody else pays for it."""
        self._turn()
        there = [it for lines in self.spoken.values() for it in lines if not it.gone]
        crowd = [self._stands_there() for _ in range(self.rng.choice((CROWD_MAX - 20, 130)))]
        honest = self._dials(REQUESTS, self.keyring.live["T1"].public)
        if honest.entered:
            self._speaks(honest, b"here")
        for _ in range(8):
            self.net.now_s += 0.05
            self._turn()
        waiting = sum(not it.gone for it in crowd)
        if waiting > CROWD_MAX or (len(crowd) < CROWD_MAX and waiting < len(crowd)):
            raise self.fail(f"of a crowd of {len(crowd)} there are {waiting}")
        self.net.now_s += SILENT_S + 0.3
        for _ in range(8):
            self.net.now_s += 0.3
            self._turn()
        if (silent := sum(not it.gone for it in crowd)) > SILENT_MAX:
            raise self.fail(f"{silent} have been silent for so long, and may stay")
        if honest.entered and honest.gone and not honest.given_up:
            raise self.fail("an honest caller has been thinned out with the crowd")
        if gone := [it for it in there if it.gone and it not in self.left and not it.given_up and it is not honest]:
            pushed = [it for it in gone if it.public != self.keyring.live["T1"].public]
            if pushed:
                raise self.fail(f"{len(pushed)} who were in have paid for a crowd")
        for line in crowd:
            self.net.ends(line)
        self._turn()

    def _stands_there(self) -> Line:
        number = next(it for it in range(20, 2_000) if it not in self.net.lines)
        self.count += 1
        line = Line(
            self.rng.choice((REQUESTS, BROADCAST)), number, "", b"r%d" % self.count, received=[], address=OUTSIDE
        )
        self.net.lines[number] = line
        self.net.tell(line, zmq.EVENT_ACCEPTED, number)
        if self.count % 16 == 0:
            self._turn()
        return line

    def pours(self) -> None:
        """More bytes in a moment than any honest peer has to say: whoever it is, he is cut off."""
        line = self._line(REQUESTS)
        if line is None:
            return
        for _ in range(6):
            self.net.now_s += 0.3
            self._turn()
        much = self.rng.random() < 0.7
        line.taken += FLOOD + 1 if much else FLOOD
        line.given_up = line.given_up or much
        for _ in range(6):
            self.net.now_s += 0.05
            self._turn()
        if much and not line.gone:
            raise self.fail("a megabyte came at once, and it may stay")

    def vanishes(self) -> None:
        if self.net.lines:
            self.left.append(self.rng.choice(list(self.net.lines.values())))
            self.net.ends(self.left[-1])

    def key_ends(self) -> None:
        """It is replaced: who speaks with the old one is heard no more, and cut off at the next look."""
        name = self.rng.choice(NAMES)
        self._turn()
        old = self.keyring.live[name].public
        self.count += 1
        self._enrols(name, 1_000 + self.count)
        self.ended.add(old)
        self.entries.pop(old, None)
        self.latest.pop(name, None)
        for line in [it for it in self.net.lines.values() if it.public == old and it.side == REQUESTS and it.entered]:
            self.net.bare[zmq.ROUTER].queue += [Frame(line, line.route, more=True), Frame(line, b"with the old key")]
        self.sockets.serve_zap()
        spoken = [it for (_, public), lines in self.spoken.items() if public == old for it in lines]
        if alive := [it for it in spoken if not it.gone]:
            raise self.fail(f"a key has ended, and {len(alive)} connections of it live on")
        self._turn()

    def joins(self) -> None:
        """The process that has joined speaks here: no other connection of its key pushes this one out."""
        lines = [it for (side, _), those in self.spoken.items() if side == REQUESTS for it in those if not it.gone]
        if lines:
            line = self.rng.choice(lines)
            name = self.keyring.owners[line.public]
            if self.keyring.live[name].public == line.public:
                self.sockets.keep(name, line.route)
                self.kept[name] = line

    # --- what must follow

    def _turn(self) -> None:
        self.sockets.serve_zap()
        for _ in range(8):
            self._hears()
            if not self.net.bare[zmq.ROUTER].queue:
                break
        self.sockets.serve_zap()
        if self.said:
            raise self.fail(f"{len(self.said)} words were said, and not heard")
        for name, kept in self.kept.items():
            live = self.keyring.live[name].public == kept.public
            if kept.gone and live and not kept.given_up and kept not in self.left:
                raise self.fail(f"{name} has joined, and is pushed out")
        self._answers()

    def _hears(self) -> None:
        heard = self.sockets.receive()
        live = {it.public for it in self.keyring.live.values()}
        for peer, data, route in heard:
            line = self.net.routes[route]
            expected = next(((it, words) for it, words in self.said if it is line), None)
            if expected is None or expected[1] != data or line.public not in live:
                raise self.fail(f"{data[:12]!r} is heard of {peer.name}, who has not said that now")
            self.said.remove(expected)
            if (peer.public, peer.name) != (line.public, self.keyring.owners[line.public]):
                raise self.fail(f"{peer.name} is heard where {self.keyring.owners[line.public]} has spoken")
            self._has_spoken(line)
            self.latest[peer.name] = line
        self.said = [(it, words) for it, words in self.said if it.public in live]

    def _has_spoken(self, line: Line) -> None:
        """The fifth connection of a key to one socket pushes out the oldest that is not kept."""
        lines = self.spoken.setdefault((line.side, line.public), [])
        if line in lines or line.gone:
            return
        lines.append(line)
        here = [it for it in lines if not it.gone]
        if len(here) > OF_A_KEY:
            raise self.fail(f"{len(here)} connections of one key live on")

    def _answers(self) -> None:
        """Where it was asked for, or where that name spoke last; else it is told that it reaches nobody."""
        rng = self.rng
        name = rng.choice(NAMES)
        latest = self.latest.get(name)
        own = [it for it in self.net.routes.values() if it.side == REQUESTS and it.entered and it.public]
        line = rng.choice(own) if own and rng.random() < 0.5 else None
        data = rng.randbytes(6)
        arrives = line if line is not None else latest
        expected = latest is not None and arrives is not None and not arrives.gone
        sent = self.sockets.send(name, data, b"" if line is None else line.route)
        if sent != expected:
            raise self.fail(
                f"an answer for {name} is {'sent' if sent else 'not sent'}, its connection lives: {expected}"
            )
        if sent and (arrives is None or arrives.received[-1:] != [data]):
            raise self.fail(f"an answer for {name} has arrived elsewhere")


_ACTS: Final = (
    (
        *("dials", "dials_and_dials", "speaks", "speaks_in_parts", "floods", "wishes", "vanishes", "key_ends"),
        *("joins", "crowd", "pours"),
    ),
    (30, 3, 40, 6, 4, 10, 8, 3, 6, 1, 3),
)


@contextmanager
def _on(net: Net) -> Iterator[None]:
    """Whoever asks the kernel asks this one."""
    with (
        mock.patch.object(sockets, "Listening", Listening),
        mock.patch.object(sockets, "time", Clock(net)),
        mock.patch.multiple(
            doors,
            _address=lambda number: net.lines[number].address if number in net.lines else None,
            _shut_down=net.shut_down,
            bytes_received=lambda number: net.lines[number].taken if number in net.lines else None,
        ),
    ):
        yield


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    net = Net()
    with _on(net):
        drill = DoorDrill(seed, net)
        try:
            drill.play(steps)
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of a door: {str(broken).partition(': ')[2]}") from None
