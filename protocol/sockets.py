"""The encrypted sockets of the console and of its peers: options, who may come in, who said it, whom it reaches.

Carries bytes and never looks into them; must never know a message, a game or an amount. Who speaks is known from the
key of the connection (`User-Id`) and from nothing else. Nothing here blocks, and there is no thread of ours: whoever
polls the sockets also serves the door, so a door without a porter is shut.
"""

import errno
import os
import random
import socket
import stat
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
from protocol.keys import Enrolment, KeyPair, Register

Context = zmq.Context[zmq.Socket[bytes]]
Socket = zmq.Socket[bytes]
State = Literal["connecting", "connected", "refused"]

ZAP_DOMAIN: Final = b"etg"
CURVE_BYTES: Final = 33  # what CURVE adds to a frame; MAXMSGSIZE counts it
EVERYTHING: Final = b""  # the one topic there is
BATCH: Final = 256  # messages, requests or excess frames taken in one call, so that one crowd does not starve the rest
BACK_OFF_MS: Final = (100, 5_000)
GAUGE_EVERY_S: Final = 0.25
GAUGE_MAX: Final = 4 << 20  # bytes from one connection between two looks; an honest peer says that in a minute


def _configure(bare: Socket) -> None:
    """What holds for every socket of ours, written out: defaults are not a design."""
    bare.linger = 0  # what must arrive is sent again from the journal, not from a socket that has been closed
    bare.handshake_ivl = 2_000  # ms; who is not through by then is cut off (slow-loris)
    bare.heartbeat_ivl = 500  # ms; a peer that was unplugged says no good-bye
    bare.heartbeat_timeout = 2_000  # ms without a sign of life, then the connection is given up
    bare.heartbeat_ttl = 2_000  # ms; and the other end gives it up as well, if it does not hear from us
    bare.tcp_keepalive = 1  # the second line, for what the kernel sees earlier


def _bind(bare: Socket, endpoint: str) -> None:
    try:
        bare.bind(endpoint)
    except zmq.ZMQError as error:
        raise OSError(f"{endpoint} cannot be listened on: {error}") from None


# --- the console ---------------------------------------------------------------------------------------------


class ConsoleSockets:
    """ROUTER and publisher, and the door to both. Poll `router`, `publisher` and `zap`; then `serve_zap`, `receive`.

    `serve_zap` wants to be called once a second even if nothing waits: a revoked key is cut off there.
    """

    def __init__(
        self, context: Context, pair: KeyPair, register: Register, router_endpoint: str, pub_endpoint: str
    ) -> None:
        self.counts: Counter[str] = Counter()
        self._register = register
        self._generation = register.generation
        self._routes: dict[str, tuple[bytes, str]] = {}  # of each name the latest routing id, and the key behind it
        self._keys: dict[int, str] = {}  # whose each connection is, by its file descriptor
        self._taken: dict[int, int] = {}  # bytes that came in on each connection, by its file descriptor
        self._gauged_s = time.monotonic()
        self._excess = False  # the rest of a message with too many frames is being thrown away
        with ExitStack() as opened:
            # First the porter, then the doors. We answer ZAP (RFC 27) ourselves: the ready-made authenticator lets
            # NULL pass, wants an event loop for a dozen lines, and knows nothing of a register that changes.
            self.zap = opened.enter_context(context.socket(zmq.REP))
            self.zap.linger = 0
            self.zap.bind("inproc://zeromq.zap.01")
            self.router = opened.enter_context(self._server(context, zmq.ROUTER, pair))
            self.router.router_mandatory = 1  # an answer that reaches nobody is told, not swallowed
            self.router.hwm = 100  # a peer that does not read holds back itself and nobody else
            self.router.maxmsgsize = FROM_TERMINALS.message + CURVE_BYTES
            # XPUB, because a plain PUB never says who listens, and a revoked listener must be found and cut off.
            self.publisher = opened.enter_context(self._server(context, zmq.XPUB, pair))
            self.publisher.xpub_manual = 1  # a subscription counts only when `_admit` has seen whose it is
            self.publisher.sndhwm = 1_000  # more for the broadcast: it is dropped, not refused, when a queue is full
            self.publisher.rcvhwm = 100
            self.publisher.maxmsgsize = 1_024  # a listener sends its handshake and one byte
            self._accepted = [_monitor(opened, bare, zmq.EVENT_ACCEPTED) for bare in (self.router, self.publisher)]
            _bind(self.router, router_endpoint)
            _bind(self.publisher, pub_endpoint)
            self.router_endpoint = self.router.get_string(zmq.LAST_ENDPOINT)
            self.pub_endpoint = self.publisher.get_string(zmq.LAST_ENDPOINT)
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

    # --- the door ----------------------------------------------------------------------------------------------

    def serve_zap(self) -> None:
        """Answers who knocks, admits listeners, and cuts off whose key has ended since."""
        self._register.refresh()
        self._cut_off()
        self._gauge(time.monotonic())
        for request in _waiting(self.zap):
            self.zap.send_multipart(self._verdict(request))
        for _ in range(BATCH):
            try:
                subscription = self.publisher.recv(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                return
            self._admit(subscription)

    def _verdict(self, request: list[bytes]) -> list[bytes]:
        """RFC 27: version, request id, domain, address, routing id, mechanism, credentials."""
        version, request_id, domain, _, _, mechanism, *credentials = request
        if (version, domain, mechanism, len(credentials)) == (b"1.0", ZAP_DOMAIN, b"CURVE", 1):
            public = z85.encode(credentials[0])
            if self._register.peer_of(public.decode()) is not None:
                return [b"1.0", request_id, b"200", b"OK", public, b""]
        self.counts["refused"] += 1
        return [b"1.0", request_id, b"400", b"not enrolled", b"", b""]

    def _admit(self, subscription: zmq.Frame) -> None:
        wish = subscription.bytes
        if wish.startswith(b"\0"):
            return  # somebody no longer listens, or has gone; libzmq says so in his place, without his key
        peer = self._register.peer_of(_key_of(subscription))
        if wish == b"\1" + EVERYTHING and peer is not None:
            self.publisher.setsockopt(zmq.SUBSCRIBE, EVERYTHING)  # for the listener whose wish was read last
            self._keys[_descriptor(subscription)] = peer.public
        else:
            self.counts["subscription"] += 1
            self._hang_up(_descriptor(subscription))

    def _cut_off(self) -> None:
        """ZAP asks once, when a connection is made; a key that ended later is looked for here."""
        if self._generation == self._register.generation:
            return
        self._generation = self._register.generation
        live = {peer.public for peer in self._register.live()}
        for descriptor in [descriptor for descriptor, public in self._keys.items() if public not in live]:
            del self._keys[descriptor]
            self._hang_up(descriptor)
        self._routes = {name: route for name, route in self._routes.items() if route[1] in live}

    def _gauge(self, now_s: float) -> None:
        """Cuts off who floods us. MAXMSGSIZE holds for one frame only: a message of endless parts libzmq would collect
        until the memory is full, and show us nothing of it before the last one."""
        if now_s - self._gauged_s < GAUGE_EVERY_S:
            return
        self._gauged_s = now_s
        for monitor in self._accepted:
            for frames in _waiting(monitor):
                self._taken[_EVENT.unpack(frames[0])[1]] = 0
        for descriptor, before in list(self._taken.items()):
            taken = _bytes_received(descriptor)
            if taken is None:
                del self._taken[descriptor]
                continue
            self._taken[descriptor] = taken
            if taken - before > GAUGE_MAX:
                self.counts["flood"] += 1
                self._hang_up(descriptor)

    def _hang_up(self, descriptor: int) -> None:
        self.counts["hung up"] += 1
        _shut_down(descriptor)

    # --- requests and replies ----------------------------------------------------------------------------------

    def receive(self) -> list[tuple[Enrolment, bytes]]:
        """What waits, each with who said it. A message of any other shape than one small frame is dropped."""
        heard = []
        for _ in range(BATCH):
            try:
                frame = self.router.recv(zmq.NOBLOCK, copy=False)
            except zmq.Again:
                break
            if self._excess:
                self._excess = frame.more
                continue
            body = self.router.recv(zmq.NOBLOCK, copy=False)  # there: a message arrives whole, after its routing id
            peer = self._register.peer_of(_key_of(body))
            if peer is None or body.more or not 0 < len(body) <= FROM_TERMINALS.message:
                self._excess = body.more
                self.counts["shape" if peer else "stranger"] += 1
                if peer is None or body.more:
                    self._hang_up(_descriptor(body))
                continue
            self._remember(peer, frame.bytes, body)
            heard.append((peer, body.bytes))
        return heard

    def _remember(self, peer: Enrolment, route: bytes, body: zmq.Frame) -> None:
        """The latest connection of a name is the one that lives: whatever it was before may be its ghost."""
        latest = (route, peer.public)
        if self._routes.get(peer.name) != latest:
            self._routes[peer.name] = latest
            self._keys[_descriptor(body)] = peer.public

    def send(self, name: str, data: bytes) -> bool:
        """To the latest connection of that name; False if there is none or its queue is full."""
        route = self._routes.get(name)
        if route is None:
            self.counts["unroutable"] += 1
            return False
        try:
            self.router.send_multipart([route[0], data], zmq.NOBLOCK)
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


# libzmq has no call that ends one connection, but it tells the file descriptor and notices a shutdown. If a connection
# has gone and its number was given to another one, that one is interrupted, and dials again.


def _descriptor(frame: zmq.Frame) -> int:
    """Of the connection on which it came."""
    return int(frame.get(zmq.SRCFD))


def _shut_down(descriptor: int) -> None:
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return  # the number has become that of a file
        with socket.socket(fileno=os.dup(descriptor)) as connection:
            connection.getpeername()  # or of a door, which nobody is connected to
            connection.shutdown(socket.SHUT_RDWR)
    except OSError as error:
        if error.errno not in (errno.EBADF, errno.ENOTCONN):
            raise


_NO_CONNECTION: Final = (errno.EBADF, errno.ENOTSOCK, errno.EOPNOTSUPP, errno.ENOPROTOOPT)  # closed, a file, a pipe
_ESTABLISHED: Final = 1  # TCP_ESTABLISHED


def _bytes_received(descriptor: int) -> int | None:
    """Since the connection began; None if there is none any more. Asked of each connection four times a second, so
    without a copy of the descriptor: the kernel says itself if it is no connection. On Linux, `tcpi_state` is at 0 of
    `struct tcp_info` and `tcpi_bytes_received` at 128."""
    try:
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM, fileno=descriptor)
        try:
            info = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 136)
        finally:
            connection.detach()  # it is libzmq's, not ours to close
    except OSError as error:
        if error.errno not in _NO_CONNECTION:
            raise
        return None
    return int.from_bytes(info[128:], sys.byteorder) if info[0] == _ESTABLISHED else None


def _monitor(opened: ExitStack, bare: Socket, events: int) -> Socket:
    """Where libzmq tells what becomes of the connections of a socket."""
    monitor = opened.enter_context(bare.get_monitor_socket(events))
    opened.callback(bare.disable_monitor)
    return monitor


_EVENT: Final = struct.Struct("=HI")  # what a monitor tells: the event and its value, then the endpoint


def _waiting(bare: Socket) -> Iterator[list[bytes]]:
    """The messages that wait, up to a bound."""
    for _ in range(BATCH):
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
            self.dealer.hwm = 100
            self.dealer.immediate = 1  # without a connection `send` says so; the outbox keeps what was not sent
            self._calls = _Line(opened, self.dealer, router_endpoint)
            self.subscriber = opened.enter_context(self._client(context, zmq.SUB, pair, console_public))
            self.subscriber.rcvhwm = 1_000
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

    @property
    def state(self) -> State:
        states = (self._calls.state, self._news.state)
        if "refused" in states:
            return "refused"
        return "connecting" if "connecting" in states else "connected"

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
_WATCHED: Final = _FAILED | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED


class _Line:
    """One connection of a peer. libzmq dials again after a lost connection, but never after a refusal: we do."""

    def __init__(self, opened: ExitStack, bare: Socket, endpoint: str) -> None:
        self.state: State = "connecting"
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
            self._noticed(_EVENT.unpack(frames[0])[0], now_ms)
        if self._dial_ms is not None and now_ms >= self._dial_ms:
            self._dial_ms = None
            self._bare.disconnect(self._endpoint)
            self._bare.connect(self._endpoint)
        waits_ms = None if self.state == "connected" else now_ms + BACK_OFF_MS[0]
        self.wake_ms = waits_ms if self._dial_ms is None else self._dial_ms

    def _noticed(self, event: int, now_ms: int) -> None:
        if event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
            self.state = "connected"
            self._refusals = 0
        elif event & _FAILED:
            self.state = "refused"
            self._refusals += 1
            self._dial_ms = now_ms + _back_off_ms(self._refusals)
        elif self.state == "connected":
            self.state = "connecting"


def _back_off_ms(refusals: int) -> int:
    """Doubles up to the maximum; half of it by chance, so that a hall of terminals does not knock in step."""
    shortest, longest = BACK_OFF_MS
    span = min(longest, shortest << min(refusals, 16))
    return random.randint(span // 2, span)
