"""The encrypted sockets of the console and of its peers: options, who may come in, who said it, whom it reaches.

Carries bytes and never looks into them; must never know a message, a game or an amount. Who speaks is known from the
key of the connection (`User-Id`) and from nothing else. Nothing here blocks, and there is no thread of ours: whoever
polls the sockets also serves the door, so a door without a porter is shut.
"""

import errno
import random
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Final, Literal

import zmq
from zmq.utils import z85

from protocol.codec import FROM_CONSOLE, FROM_TERMINALS
from protocol.door import KEY_MAX, Caller, Door, Place, Side
from protocol.faults import Fault
from protocol.keyring import Enrolment, Keyring, fingerprint
from protocol.keys import KeyPair
from protocol.listening import Listening
from protocol.liveness import BURST
from protocol.probe import Probe
from protocol.tally import Tally

Context = zmq.Context[zmq.Socket[bytes]]
Socket = zmq.Socket[bytes]
State = Literal["connecting", "connected", "refused"]

ZAP_DOMAIN: Final = b"etg"
KEY_BYTES: Final = 32  # of a CURVE key
CURVE_BYTES: Final = 33  # what CURVE adds to a frame; MAXMSGSIZE counts it
EVERYTHING: Final = b""  # the one topic there is
# No limit to what was received and not read. At a limit libzmq stops to read a connection; if that one ends before we
# have read on, libzmq (4.3.5) aborts the whole process at the next heartbeat (stream_engine_base.cpp, !_io_error). So
# one peer that says much and goes would end the table. The door's gauge sees to it that nobody says much for long.
RECEIVE_ALL: Final = 0
BATCH: Final = 256  # messages or excess frames taken in one call, so that one crowd does not starve the rest
# Of those who are not in yet, in one turn: those who are in are answered in between. A turn costs less than a
# millisecond, so that is thousands a second.
VERDICTS: Final = 8
LISTENERS: Final = 8
WISHES: Final = 128  # of listeners, most of whom are not let in
GHOST_S: Final = 0.5  # as long as it may take to read what somebody said before he was cut off
NOTICED: Final = 16  # half of what the door may hang up on
GO_ON_MS: Final = 5  # between two parts of a look at all connections, if nothing else happens
BACK_OFF_MS: Final = (100, 5_000)
PLACES_KEPT: Final = 2 * KEY_MAX  # of one name: some of them have gone, and nobody has asked
GIVEN_UP: Final = 1_024  # connections that were, of which much may still be in our queue


def _configure(bare: Socket) -> None:
    """What holds for every socket of ours, written out: defaults are not a design."""
    bare.linger = 0  # what must arrive is sent again from the journal, not from a socket that has been closed
    bare.handshake_ivl = 2_000  # ms; who is not through by then is cut off (slow-loris)
    bare.heartbeat_ivl = 500  # ms; a peer that was unplugged says no good-bye
    bare.heartbeat_timeout = 2_000  # ms without a sign of life, then the connection is given up
    bare.heartbeat_ttl = 2_000  # ms; and the other end gives it up as well, if it does not hear from us
    bare.tcp_keepalive = 1  # the second line, for what the kernel sees earlier


# --- the console ---------------------------------------------------------------------------------------------


class ConsoleSockets:
    """ROUTER and publisher, and the door to both. Poll all of `polled`; then `serve_zap`, `receive`.

    `serve_zap` wants to be called once a second even if nothing waits: a revoked key is cut off there. `files` is how
    many this process may have open.
    """

    def __init__(
        self,
        context: Context,
        pair: KeyPair,
        keyring: Keyring,
        router_endpoint: str,
        pub_endpoint: str,
        files: int = 1_024,
    ) -> None:
        self.counts: Counter[str] = Counter()
        self.door = Door(self.counts, files)
        self.strangers = Tally()  # for the log: who did not get in, and why
        self.hasty: set[str] = set()  # whose key has dialled too often, since somebody has read it
        self._keyring = keyring
        self._generation = keyring.generation
        self._routes: dict[str, tuple[bytes, str]] = {}  # of each name the latest routing id, and the key behind it
        self._places: dict[str, dict[bytes, Place]] = {}  # of each name the connections that spoke, by routing id
        self._kept: dict[str, bytes] = {}  # of each name the one that no other of its key pushes out
        self._failed: dict[Side, str] = {}  # why a handshake has just failed there; what is told next is its end
        self._denied: Counter[Side] = Counter()  # by ZAP, and not ended yet
        self._given_up: dict[bytes, None] = {}  # routing ids, the oldest first: what they have said is not looked at
        self._ghosts: dict[tuple[Place, str], float] = {}  # listeners that were cut off, until all they said is read
        self._excess = False  # the rest of a message with too many frames is being thrown away
        with ExitStack() as opened:
            # First the porter, then the doors. We answer ZAP (RFC 27) ourselves: the ready-made authenticator lets
            # NULL pass, wants an event loop for a dozen lines, and knows nothing of a register that changes.
            self.zap = opened.enter_context(context.socket(zmq.REP))
            self.zap.linger = 0
            self.zap.bind("inproc://zeromq.zap.01")
            self.router = opened.enter_context(self._server(context, zmq.ROUTER, pair))
            self.router.router_mandatory = 1  # an answer that reaches nobody is told, not swallowed
            self.router.sndhwm = 100  # a peer that does not read holds back itself and nobody else
            self.router.rcvhwm = RECEIVE_ALL
            self.router.maxmsgsize = FROM_TERMINALS.message + CURVE_BYTES
            # XPUB, because a plain PUB never says who listens, and a revoked listener must be found and cut off.
            self.publisher = opened.enter_context(self._server(context, zmq.XPUB, pair))
            self.publisher.xpub_manual = 1  # a subscription counts only when `_admit` has seen whose it is
            self.publisher.sndhwm = 1_000  # more for the broadcast: it is dropped, not refused, when a queue is full
            self.publisher.rcvhwm = RECEIVE_ALL
            self.publisher.maxmsgsize = 1_024  # a listener sends its handshake and one byte
            self._monitors: list[tuple[Side, Socket]] = [
                ("requests", _monitor(opened, self.router, _OF_CALLERS)),
                ("broadcast", _monitor(opened, self.publisher, _OF_CALLERS)),
            ]
            self.polled = (self.router, self.publisher, self.zap, *(monitor for _, monitor in self._monitors))
            self._listening = (Listening(self.router, router_endpoint), Listening(self.publisher, pub_endpoint))
            self.router_endpoint, self.pub_endpoint = (it.endpoint for it in self._listening)
            self._opened = opened.pop_all()

    @staticmethod
    def _server(context: Context, kind: int, pair: KeyPair) -> Socket:
        bare = context.socket(kind)
        _configure(bare)
        bare.curve_server = 1
        bare.curve_secretkey = pair.secret.encode()
        bare.zap_domain = ZAP_DOMAIN
        bare.zap_enforce_domain = 1  # without it, everybody is let in when nobody answers ZAP
        return bare

    def close(self) -> None:
        self._opened.close()

    def answer_also_to(self, pair: KeyPair) -> None:
        """Whoever comes with this key of ours is as welcome as with the other. OSError: it cannot be had now."""
        for listening in self._listening:
            listening.answer_also_to(pair)

    # --- the door ----------------------------------------------------------------------------------------------

    def serve_zap(self) -> None:
        """Answers who knocks, admits listeners, thins out crowds, and cuts off whose key has ended since."""
        self._cut_off()
        self._notice()
        self.door.thin_out(time.monotonic())
        for request in _waiting(self.zap, VERDICTS):
            self.zap.send_multipart(self._verdict(request))
        admitted = 0
        for _ in range(WISHES):
            try:
                subscription = self.publisher.recv(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                self._ghosts = {it: until_s for it, until_s in self._ghosts.items() if self.door.ends(it[0])}
                return
            admitted += self._admit(subscription)
            if admitted == LISTENERS:
                return

    def wake_ms(self, now_ms: int) -> int | None:
        """When `serve_zap` wants to be called again, though nothing may wait."""
        return now_ms + GO_ON_MS if self.door.gauging else None

    def _verdict(self, request: list[bytes]) -> list[bytes]:
        """RFC 27: version, request id, domain, address, routing id, mechanism, credentials. Whatever else comes is
        refused: who raises here ends the table."""
        request_id, public = request[1] if len(request) > 1 else b"", b""
        address = request[3].decode(errors="replace") if len(request) > 3 else ""
        if len(request) == 7 and [request[0], request[2], request[5]] == [b"1.0", ZAP_DOMAIN, b"CURVE"]:
            public = z85.encode(request[6]) if len(request[6]) == KEY_BYTES else b""
            if (peer := self._keyring.peer_of(public.decode())) is not None:
                if self.door.may_enter(public.decode(), time.monotonic_ns() // 1_000_000):
                    return [b"1.0", request_id, b"200", b"OK", public, b""]
                self.counts["too often"] += 1
                self.hasty.add(peer.name)
                self.strangers.note(REFUSED, "peer", peer.name, address=address, why="its key comes too often")
                return [b"1.0", request_id, b"300", b"too often", b"", b""]  # cut off without a word: it dials again
        return self._refuse(request_id, address, public.decode())

    def _refuse(self, request_id: bytes, address: str, public: str) -> list[bytes]:
        """Who has no live key; if he once had one, the other end is told so."""
        self.counts["refused"] += 1
        self.door.refused(address, time.monotonic())
        was = self._keyring.past(public)
        why = f"the key of {was} before it was revoked or replaced" if was else "a key that is not enrolled"
        self.strangers.note(REFUSED, "address", address, why=why, key=fingerprint(public) if public else "none")
        code, text = (REVOKED, b"revoked") if was else (NOT_ENROLLED, b"not enrolled")
        return [b"1.0", request_id, b"%d" % code, text, b"", b""]

    def _admit(self, subscription: zmq.Frame) -> bool:
        """A listener has one wish in its life. Who says more is cut off, and what it had said before is not looked at:
        its file descriptor may be somebody else's by then."""
        try:
            place, public = self._place("broadcast", subscription), _key_of(subscription)
        except zmq.ZMQError:
            return False  # nobody's: libzmq says in the place of who has gone that he no longer listens
        now_s, peer = time.monotonic(), self._keyring.peer_of(public)
        if now_s < self._ghosts.get((place, public), 0):
            return False
        if subscription.bytes == b"\1" + EVERYTHING and peer is not None and not self.door.speaks(place, public):
            self.publisher.setsockopt(zmq.SUBSCRIBE, EVERYTHING)  # for the listener whose wish was read last
            self.door.spoke(place, public)
            return True
        self.counts["subscription"] += 1
        if peer is not None:
            self.strangers.note("cut off", "peer", peer.name, why=SAID_MORE)
        self._ghosts[place, public] = now_s + GHOST_S
        self.door.hang_up(place)
        return False

    def _cut_off(self) -> None:
        """ZAP asks once, when a connection is made; a key that ended later is looked for here."""
        if self._generation == self._keyring.generation:
            return
        self._generation = self._keyring.generation
        live = {peer.public for peer in self._keyring.live.values()}
        self.door.cut_off(live)
        self._routes = {name: route for name, route in self._routes.items() if route[1] in live}

    def _notice(self, most: int = NOTICED) -> None:
        """What libzmq has to tell of connections that came and went."""
        now_s = time.monotonic()
        for side, monitor in self._monitors:
            for frames in _waiting(monitor, most):
                event, value = _EVENT.unpack(frames[0])
                if event == zmq.EVENT_ACCEPTED:
                    self.door.came((side, value), now_s)
                elif event == zmq.EVENT_DISCONNECTED:
                    self._ended(side, self.door.went((side, value)))
                elif event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                    self._denied[side] += 1
                else:
                    self._failed[side] = _why_failed(event, value)
        if not self.door.waiting:
            self._denied.clear()

    def _ended(self, side: Side, caller: Caller | None) -> None:
        """Notes who did not get in. libzmq does not say whose handshake has failed, but then at once that it ended; of
        one with the wrong kind of socket it says nothing but that. Who was denied by ZAP is noted already.
        """
        why = self._failed.pop(side, "")
        if why:
            self.counts["handshake failed"] += 1
        elif caller is None or caller.public or caller.hung_up:
            return
        elif self._denied[side]:
            self._denied[side] -= 1
            return
        if caller is None or not (caller.public or caller.hung_up):
            address = caller.address if caller else UNKNOWN
            self.strangers.note(NO_HANDSHAKE, "address", address, port=side, why=why or WITHOUT_A_WORD)

    def _place(self, side: Side, frame: zmq.Frame) -> Place:
        """The connection on which it came."""
        place = (side, int(frame.get(zmq.SRCFD)))
        if place not in self.door:
            self._notice(sys.maxsize)  # it was accepted a moment ago, and that was told before anything it said
        return place

    # --- requests and replies ----------------------------------------------------------------------------------

    def receive(self) -> list[tuple[Enrolment, bytes, bytes]]:
        """What waits, each with who said it and the routing id of its connection. A message of any other shape than one
        small frame is dropped.
        """
        heard = []
        said: Counter[bytes] = Counter()
        for _ in range(BATCH):
            try:
                frame = self.router.recv(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                break
            if self._excess:
                self._excess = frame.more
                continue
            body = self.router.recv(zmq.NOBLOCK, copy=False)  # there: a message arrives whole, after its routing id
            route = frame.bytes
            if route in self._given_up:
                self._excess = body.more
                continue
            peer = self._keyring.peer_of(_key_of(body))
            if peer is None or body.more or not 0 < len(body) <= FROM_TERMINALS.message:
                self._excess = body.more
                self.counts["shape" if peer else "stranger"] += 1
                if peer is None or body.more:
                    self._give_up(route, body)
                continue
            said[route] += 1
            if said[route] > BURST:  # no allowance is as large
                self.counts["said too much"] += 1
                self._give_up(route, body)
                continue
            self._remember(peer, route, body)
            heard.append((peer, body.bytes, route))
        return heard

    def _give_up(self, route: bytes, body: zmq.Frame) -> None:
        """Hangs up, once: when what it has already said is read, its file descriptor may be somebody else's."""
        if len(self._given_up) >= GIVEN_UP:
            del self._given_up[next(iter(self._given_up))]
        self._given_up[route] = None
        self.door.hang_up(self._place("requests", body))

    def _remember(self, peer: Enrolment, route: bytes, body: zmq.Frame) -> None:
        """The latest connection of a name is the one that lives: whatever it was before may be its ghost."""
        self._routes[peer.name] = (route, peer.public)
        places = self._places.setdefault(peer.name, {})
        if route not in places:
            places[route] = self._place("requests", body)
            if len(places) > PLACES_KEPT:
                del places[next(other for other in places if other not in (route, self._kept.get(peer.name)))]
            self.door.spoke(places[route], peer.public)

    def keep(self, name: str, route: bytes) -> None:
        """The process that has joined speaks on this connection: whoever else dials with its key, it stays."""
        if self._kept.get(name) != route and route in self._places.get(name, {}):
            self._kept[name] = route
            self.door.keep(self._places[name][route])

    def send(self, name: str, data: bytes, route: bytes = b"") -> bool:
        """On this connection, or on the latest of that name; False if there is none or its queue is full."""
        latest = self._routes.get(name)
        if latest is None:
            self.counts["unroutable"] += 1
            return False
        try:
            self.router.send_multipart([route or latest[0], data], zmq.NOBLOCK)
        except zmq.Again:
            self.counts["full"] += 1
            return False
        except zmq.ZMQError as error:
            if error.errno != zmq.EHOSTUNREACH:
                raise
            self.counts["unroutable"] += 1
            return False
        return True

    def publish(self, data: bytes) -> None:
        """To all who listen. Who does not keep up misses it, and asks for it later."""
        self.publisher.send(data, zmq.NOBLOCK)


def _key_of(frame: zmq.Frame) -> str:
    """What `_verdict` answered for the connection on which it came."""
    return str(frame.get("User-Id"))


_OF_CALLERS: Final = (
    zmq.EVENT_ACCEPTED
    | zmq.EVENT_DISCONNECTED
    | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
    | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
    | zmq.EVENT_HANDSHAKE_FAILED_AUTH
)
REFUSED: Final = "refused"
NO_HANDSHAKE: Final = "not let in"
UNKNOWN: Final = "unknown"  # it had gone before we could look
SAID_MORE: Final = "a listener wishes for everything, once, and then has nothing to say"
WITHOUT_A_WORD: Final = "it ended before it said anything: exchanged ports, if it does so again and again"


def _why_failed(event: int, value: int) -> str:
    """In words for the log; the other end says the same in its own (`protocol/faults.py`)."""
    if event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        return "no handshake in two seconds" if value == errno.EAGAIN else "it hung up in the handshake"
    if value == zmq.PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC:
        return "what it says is for another console: the wrong console_key"
    if value == zmq.PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH:
        return "it does not encrypt as a peer does"
    return "it does not speak as a peer does"


def _monitor(opened: ExitStack, bare: Socket, events: int) -> Socket:
    """Where libzmq tells what becomes of the connections of a socket. Without a limit: at one, libzmq's own thread
    would wait until we have read, with all connections that it serves, and a console that is closing reads no more."""
    address = f"inproc://monitor-{id(bare)}"
    monitor: Socket = opened.enter_context(bare.context.socket(zmq.PAIR))
    monitor.linger = monitor.rcvhwm = 0
    bare.monitor(address, events)
    monitor.connect(address)
    opened.callback(bare.disable_monitor)  # before ours is closed: to nobody libzmq's thread would tell for ever
    return monitor


_EVENT: Final = struct.Struct("=HI")  # what a monitor tells: the event and its value, then the endpoint


def _waiting(bare: Socket, most: int = BATCH) -> Iterator[list[bytes]]:
    """The messages that wait, up to a bound."""
    for _ in range(most):
        try:
            yield bare.recv_multipart(zmq.NOBLOCK)
        except zmq.Again:
            return


# --- a peer --------------------------------------------------------------------------------------------------


class PeerSockets:
    """DEALER and SUB of a terminal, panel, display or archive. Only the console with this key is believed."""

    def __init__(
        self, context: Context, pair: KeyPair, console_public: str, router_endpoint: str, pub_endpoint: str
    ) -> None:
        with ExitStack() as opened:
            self.dealer = opened.enter_context(self._client(context, zmq.DEALER, pair, console_public))
            self.dealer.sndhwm = 100
            self.dealer.rcvhwm = RECEIVE_ALL
            self.dealer.immediate = 1  # without a connection `send` says so; the outbox keeps what was not sent
            self._calls = _Line(opened, self.dealer, router_endpoint)
            self.subscriber = opened.enter_context(self._client(context, zmq.SUB, pair, console_public))
            self.subscriber.rcvhwm = RECEIVE_ALL
            self.subscriber.subscribe(EVERYTHING)
            self._news = _Line(opened, self.subscriber, pub_endpoint)
            self._opened = opened.pop_all()

    @staticmethod
    def _client(context: Context, kind: int, pair: KeyPair, console_public: str) -> Socket:
        bare = context.socket(kind)
        _configure(bare)
        bare.curve_publickey = pair.public.encode()
        bare.curve_secretkey = pair.secret.encode()
        bare.curve_serverkey = console_public.encode()  # a false console cannot finish the handshake
        bare.maxmsgsize = FROM_CONSOLE.message + CURVE_BYTES
        bare.reconnect_ivl, bare.reconnect_ivl_max = BACK_OFF_MS  # ms; without a maximum there is no back-off
        bare.connect_timeout = 2_000  # ms; the kernel would try one dead address for two minutes
        return bare

    def close(self) -> None:
        self._opened.close()

    def believe(self, console_public: str) -> None:
        """From the next connection on, only the console with this key."""
        for bare, line in ((self.dealer, self._calls), (self.subscriber, self._news)):
            bare.curve_serverkey = console_public.encode()
            line.dial_anew()

    @property
    def state(self) -> State:
        states = (self._calls.state, self._news.state)
        if "refused" in states:
            return "refused"
        return "connecting" if "connecting" in states else "connected"

    @property
    def fault(self) -> Fault:
        """Why nothing comes through, as far as the two connections tell."""
        faults, states = (self._calls.fault, self._news.fault), (self._calls.state, self._news.state)
        if Fault.OFF in faults and "connected" in states:
            return Fault.PORT  # a console is there, and one of the two ports is not its own
        return next((fault for fault in faults if fault), Fault.NONE)

    @property
    def settled(self) -> bool:
        """Each of the two is connected, or it is known why not."""
        return all(line.state == "connected" or line.fault for line in (self._calls, self._news))

    def receive(self) -> list[bytes]:
        """Replies first: they are why somebody waits. A message of more than one frame is not from our console."""
        waiting = [*_waiting(self.dealer), *_waiting(self.subscriber)]
        return [frames[0] for frames in waiting if len(frames) == 1]

    def send(self, data: bytes) -> bool:
        """False: there is no connection, or its queue is full."""
        try:
            self.dealer.send(data, zmq.NOBLOCK)
        except zmq.Again:
            return False
        return True

    def tend(self, now_ms: int) -> None:
        """Looks after both connections; when `wake_ms` says so, and whenever the loop comes by."""
        self._calls.tend(now_ms)
        self._news.tend(now_ms)

    def wake_ms(self) -> int | None:
        """When to tend next; None: both are connected."""
        wakes = [line.wake_ms for line in (self._calls, self._news) if line.wake_ms is not None]
        return min(wakes, default=None)


_FAILED: Final = zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
_BROKEN_OFF: Final = zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
_NOT_MADE: Final = zmq.EVENT_CLOSED | zmq.EVENT_CONNECT_RETRIED
_WATCHED: Final = (
    _FAILED | _BROKEN_OFF | _NOT_MADE | zmq.EVENT_CONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
)
# What a refusal of our door says to the other end. ZAP knows no other codes that reach it.
NOT_ENROLLED: Final = 400
REVOKED: Final = 500
_ASK_AGAIN_MS: Final = 1_000
# In a row, before it is somebody else's key: a console that has two answers with either, by chance. So many take a
# second and a half, and are chance once in 32,768; six were once in 128, and sent people for a key that they had.
BROKEN_OFF_MAX: Final = 14


class _Line:
    """One connection of a peer. libzmq dials again after a lost connection, but never after a refusal: we do. What it
    tells of a failure is one word; why no connection could be made at all it does not tell, so we ask the kernel.
    """

    def __init__(self, opened: ExitStack, bare: Socket, endpoint: str) -> None:
        self.state: State = "connecting"
        self.fault = Fault.NONE
        self._broken_off = 0  # handshakes in a row
        self._anew = False  # what is lost is dialled again with other options
        self._made = False  # the connection, if not the handshake
        self._probe: Probe | None = None
        self._probe_ms = 0  # not before
        self.wake_ms: int | None = 0
        self._bare = bare
        self._endpoint = endpoint
        self._refusals = 0  # in a row
        self._dial_ms: int | None = None
        self._monitor = _monitor(opened, bare, _WATCHED)
        try:
            bare.connect(endpoint)
        except zmq.ZMQError as error:
            raise OSError(f"{endpoint} is no address: {error}") from None

    def tend(self, now_ms: int) -> None:
        for frames in _waiting(self._monitor):
            event, value = _EVENT.unpack(frames[0])
            self._noticed(event, value, now_ms)
        if self._probe is not None and (found := self._probe.found(now_ms)) is not None:
            self._probe = None
            if self.state != "connected" and not self._made:
                self.fault = found
        if self._dial_ms is not None and now_ms >= self._dial_ms:
            self._dial_ms = None
            self._bare.disconnect(self._endpoint)
            self._bare.connect(self._endpoint)
        waits_ms = None if self.state == "connected" else now_ms + BACK_OFF_MS[0]
        self.wake_ms = waits_ms if self._dial_ms is None else self._dial_ms

    def dial_anew(self) -> None:
        """When this connection is lost: libzmq would dial again with the options of the first time."""
        self._anew = True

    def _noticed(self, event: int, value: int, now_ms: int) -> None:
        if self._anew and event in (zmq.EVENT_DISCONNECTED, _BROKEN_OFF):
            self._anew, self._dial_ms = False, now_ms
        if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.state, self.fault = "connected", Fault.NONE
            self._refusals = self._broken_off = 0
        elif event & _FAILED:
            self.state = "refused"
            self.fault = Fault.PORT  # whoever speaks there is no console's socket of this kind
            if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
                self.fault = Fault.REVOKED if value == REVOKED else Fault.NOT_ENROLLED
            self._refusals += 1
            self._dial_ms = now_ms + _back_off_ms(self._refusals)
        elif event == _BROKEN_OFF:
            # After the two seconds that a handshake may take, or earlier: our first word was for another key.
            self._broken_off += value != errno.EAGAIN
            if value == errno.EAGAIN or self._broken_off > BROKEN_OFF_MAX:
                self.fault = Fault.SILENT if value == errno.EAGAIN else Fault.CONSOLE_KEY
        elif event == zmq.EVENT_CONNECTED:
            self._made = True
        elif event & _NOT_MADE and not self._made:
            if self._probe is None and now_ms >= self._probe_ms:
                self._probe, self._probe_ms = Probe(self._endpoint, now_ms), now_ms + _ASK_AGAIN_MS
        elif event == zmq.EVENT_DISCONNECTED:
            self._made = False
            if self.state == "connected":
                self.state = "connecting"


def _back_off_ms(refusals: int) -> int:
    """Doubles up to the maximum; half of it by chance, so that a hall of terminals does not knock in step."""
    shortest, longest = BACK_OFF_MS
    span = min(longest, shortest << min(refusals, 16))
    return random.randint(span // 2, span)
