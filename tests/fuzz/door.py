"""Inputs for the door: what libzmq asks of ZAP, and the bytes of a handshake (ZMTP's greeting, CURVE's commands).

A console's real sockets with one peer enrolled. `fuzz_zap` hands requests to the porter himself: each gets one answer
in the form of RFC 27, and a yes only for the peer. `fuzz_handshake` sends damaged, cut and spliced handshakes, among
them those of the enrolled key on their way through a bad wire: nothing is heard that was not said, and the next honest
peer talks.
"""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import cache
from itertools import islice
from random import Random
from typing import Final

import zmq
from zmq.utils import z85

from protocol import keys
from protocol.keyring import Enrolment, Keyring
from protocol.sockets import ConsoleSockets, Context
from tests.fuzz import wire
from tests.protocol.rogues import Socket, address, raw

ANY_PORT: Final = "tcp://127.0.0.1:*"
PEER: Final = keys.new_pair()
CONSOLE: Final = keys.new_pair()
SERVER_GREETING: Final = b"\xff" + bytes(8) + b"\x7f\x03\x00CURVE".ljust(23, b"\0") + b"\1" + bytes(31)
HANDSHAKE: Final = 64 + 202 + 259  # bytes of a client's greeting, HELLO and INITIATE; what follows is encrypted
SAID: Final = b"a bet"
PATIENCE: Final = 5_000  # turns of some milliseconds, for a machine that is busy


class Porch:
    def __init__(self, opened: ExitStack) -> None:
        keyring = Keyring()
        keyring.enrol(Enrolment("T01", "terminal", PEER.public))
        self.context: Context = zmq.Context()
        opened.callback(self.context.destroy, linger=0)
        self.console = ConsoleSockets(self.context, CONSOLE, keyring, ANY_PORT, ANY_PORT)
        opened.callback(self.console.close)
        self.heard: list[tuple[str, bytes]] = []
        self._poller = zmq.Poller()
        for bare in self.console.polled:
            self._poller.register(bare, zmq.POLLIN)

    def turn(self, patience_ms: int = 0) -> None:
        self._poller.poll(patience_ms)
        self.console.serve_zap()
        self.heard += [(peer.name, data) for peer, data, _route in self.console.receive()]


# --- ZAP --------------------------------------------------------------------------------------------------------------

FRAMES: Final = (b"", b"1.0", b"1", b"etg", b"global", b"CURVE", b"NULL", b"PLAIN", b"127.0.0.1", bytes(31), bytes(32))


def requests(seed: int) -> Iterator[list[bytes]]:
    random = Random(f"zap {seed}")
    key = z85.decode(PEER.public)
    while True:
        request = [b"1.0", random.randbytes(4), b"etg", b"127.0.0.1", b"", b"CURVE", key]
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            at = random.randrange(len(request)) if request else 0
            match random.randrange(6):
                case 0:
                    request[at : at + 1] = []
                case 1:
                    request.insert(at, random.choice(FRAMES))
                case 2:
                    request[at : at + 1] = [random.choice(FRAMES)]
                case 3:
                    request[at : at + 1] = [random.randbytes(random.choice((0, 3, 32, 33, 255)))]
                case 4:
                    request[at : at + 1] = [wire.flipped(random, each) for each in request[at : at + 1] if each]
                case _:
                    request = request[:at]
        yield request


def fuzz_zap(seed: int, count: int) -> int:
    """Gives how many were let in."""
    entered = 0
    with ExitStack() as opened:
        porch = Porch(opened)
        porch.console.door.may_enter = lambda *_: True  # type: ignore[method-assign]  # as often as it likes
        for request in islice(requests(seed), count):
            try:
                version, request_id, status, _why, user, _data = porch.console._verdict(request)
            except Exception as error:
                error.add_note(f"zap, seed {seed}: {request}")
                raise
            good = _is_good(request)
            expected = (
                b"1.0",
                b"".join(request[1:2]),
                b"200" if good else b"400",
                PEER.public.encode() if good else b"",
            )
            assert (version, request_id, status, user) == expected, request
            entered += good
    return entered


def _is_good(request: list[bytes]) -> bool:
    key = z85.decode(PEER.public)
    return len(request) == 7 and (request[0], request[2], *request[5:]) == (b"1.0", b"etg", b"CURVE", key)


# --- handshakes -------------------------------------------------------------------------------------------------------


@cache
def opening() -> bytes:
    """The greeting and the HELLO of an enrolled peer to this console, as libzmq says them."""
    with socket.create_server(("127.0.0.1", 0)) as door, zmq.Context() as context:
        endpoint = f"tcp://127.0.0.1:{door.getsockname()[1]}"
        with raw(context, zmq.DEALER, endpoint, PEER, CONSOLE.public):
            caller, _ = door.accept()
            with caller:
                caller.sendall(SERVER_GREETING)
                said = b""
                while len(said) < 64 + 202:
                    said += caller.recv(1_024)
    return said


def openings(random: Random) -> Iterator[bytes]:
    """What a stranger may say first."""
    good = opening()
    while True:
        data = good[: random.choice((10, 11, 64, 65, 66, 200, 266))] if random.random() < 0.3 else good
        change = random.choice((*wire.CHANGES[2:12], wire.whole, wire.noise))
        yield change(random, data) + (random.randbytes(random.randrange(400)) if random.random() < 0.3 else b"")


def fuzz_handshake(seed: int, count: int) -> None:
    random = Random(f"handshake {seed}")
    with ExitStack() as opened:
        porch = Porch(opened)
        strangers = openings(random)
        for number in range(count):
            side = random.choice((porch.console.router_endpoint, porch.console.pub_endpoint))
            try:
                if number % 10 == 0:
                    _through_a_bad_wire(porch, random)
                else:
                    with socket.create_connection(address(side)) as caller, suppress(OSError):  # it may hang up first
                        caller.sendall(next(strangers))
                        porch.turn()
            except Exception as error:
                error.add_note(f"handshake, seed {seed}, input {number}")
                raise
        _talks(porch)
        assert {*porch.heard} == {("T01", SAID)}


def _through_a_bad_wire(porch: Porch, random: Random) -> None:
    """An enrolled peer dials; one byte of its handshake is changed on the way. Nobody is let in on it."""
    at = random.randrange(HANDSHAKE)
    before = len(porch.heard)
    with ExitStack() as opened:
        door = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        dealer = opened.enter_context(
            raw(porch.context, zmq.DEALER, f"tcp://127.0.0.1:{door.getsockname()[1]}", PEER, CONSOLE.public)
        )
        dealer.send(SAID)
        here, _ = door.accept()
        opened.enter_context(here)
        there = opened.enter_context(socket.create_connection(address(porch.console.router_endpoint)))
        for end in (here, there):
            end.setblocking(False)
        passed = 0
        with suppress(OSError):  # one of them has hung up
            for _ in range(PATIENCE):
                porch.turn(1)
                with suppress(BlockingIOError):
                    data = here.recv(4_096)
                    if not data:
                        break
                    spoilt = bytearray(data)
                    if passed <= at < passed + len(data):
                        spoilt[at - passed] ^= 1 << random.randrange(8)
                    passed += len(data)
                    there.sendall(spoilt)
                with suppress(BlockingIOError):
                    data = there.recv(4_096)
                    if not data:
                        break
                    here.sendall(data)
                if passed > HANDSHAKE and len(porch.heard) > before:
                    break  # a byte that says nothing: padding of the greeting
    assert {*porch.heard[before:]} <= {("T01", SAID)}


def _talks(porch: Porch) -> None:
    honest: Socket = raw(porch.context, zmq.DEALER, porch.console.router_endpoint, PEER, CONSOLE.public)
    with honest:
        honest.send(SAID)
        before = len(porch.heard)
        for _ in range(PATIENCE):
            porch.turn(5)
            if len(porch.heard) > before:
                return
    raise AssertionError(f"an honest peer is not heard; counted {dict(porch.console.counts)}")
