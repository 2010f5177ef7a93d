"""A real console process under fire: enrolled keys that talk nonsense, floods, too many frames, and raw bytes on TCP.

Afterwards it serves as before, and its journal is what it was: the head that the pulse tells has not moved.
"""

import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final, TypeVar
from urllib.request import urlopen

import pytest
import zmq

from deploy.demo.rig import HOST, Rig, free_ports
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import PeerError, decode_news, decode_request, encode
from protocol.journal import Journal
from protocol.keys import load_pair, load_public
from protocol.liveness import BURST
from protocol.sockets import Context, PeerSockets
from tests.fuzz import wire

TERMINALS: Final = 64  # each key has an allowance of its own: so many times `BURST` inputs are looked at
HONEST: Final = "T01"
RUN: Final = b"run-8byt"

NewsT = TypeVar("NewsT", bound=m.News)


def harmless(data: bytes) -> bool:
    """What may change nothing: nonsense, or a request of a process that has not joined. A Hello would join, and a note
    that was stacked is credit whoever says so.
    """
    try:
        return not isinstance(decode_request(data), m.Hello | m.BuyCredit)
    except PeerError:
        return True


class Fire:
    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self.rig = Rig(folder, terminals=TERMINALS, driver="manual")
        self._metrics = free_ports()[0]
        with (folder / "table.toml").open("a") as file:  # its last section is [network]
            file.write(f"metrics = {self._metrics}\n")
        self.rig.start_console()
        opened.callback(self.rig.stop)
        self._opened = opened
        self._context: Context = opened.enter_context(zmq.Context())
        self.honest = self.connect(HONEST)

    def connect(self, name: str) -> PeerSockets:
        peer, keys = self.rig.peer(name), self.rig.folder / "keys"
        console = load_public(keys / "console.pub")
        sockets = PeerSockets(self._context, load_pair(keys / f"{name}.key"), console, peer.router, peer.publisher)
        self._opened.callback(sockets.close)
        return sockets

    def goes_on(self) -> None:
        assert self.rig.alive("console"), self.rig.log("console")

    def heard(self, sockets: PeerSockets, kind: type[NewsT]) -> NewsT | None:
        """The next news of this kind, if some come soon."""
        for bare in (sockets.dealer, sockets.subscriber):
            while bare.poll(100):
                news = decode_news(bare.recv())
                if isinstance(news, kind):
                    return news
        return None

    def dropped(self) -> int:
        """What was looked at and not taken; the log does not say each."""
        with urlopen(f"http://{HOST}:{self._metrics}/metrics") as page:
            found = re.search(r"^etg_peer_errors_total (\d+)$", page.read().decode(), re.MULTILINE)
        return int(found[1]) if found else 0

    def head(self) -> tuple[int, bytes]:
        """Of the journal, as of now: what was said before is not asked."""
        while self.honest.subscriber.poll(0):
            self.honest.subscriber.recv()
        while (pulse := self.heard(self.honest, m.Pulse)) is None:
            self.goes_on()
        return pulse.seq, pulse.chain

    def ask(self, sockets: PeerSockets, request: m.Request, kind: type[NewsT]) -> NewsT:
        """Until it is answered: what was asked before may have used up the allowance."""
        while True:
            self.goes_on()
            sockets.send(encode(request))
            if (news := self.heard(sockets, kind)) is not None:
                return news

    def join(self) -> None:
        """And follow the log from its beginning."""
        self.ask(self.honest, m.Hello(1, RUN, 0, first_link(self.rig.table), PlayerId("T01"), "terminal"), m.Welcome)
        self.ask(self.honest, m.Sync(1, RUN, 0), m.Deltas)


@pytest.fixture
def fire(tmp_path: Path) -> Iterator[Fire]:
    with ExitStack() as opened:
        yield Fire(tmp_path / "table", opened)


def test_enrolled_keys_that_talk_nonsense_change_nothing(fire: Fire) -> None:
    fire.join()
    before = fire.head()
    inputs = filter(harmless, wire.inputs("requests", 1))
    attackers = [fire.connect(name) for name in fire.rig.terminals[1:]]
    for attacker in attackers:
        while not attacker.dealer.poll(100, zmq.POLLOUT):  # until it is connected
            fire.goes_on()
        for data in islice(filter(None, inputs), BURST):
            attacker.dealer.send(data[:4_096])
    for _ in range(3_000):  # and one of them floods
        if not attackers[0].send(next(inputs)[:4_096]):
            attackers[0].dealer.poll(50, zmq.POLLOUT)
    for attacker in attackers[:8]:
        with suppress(zmq.Again):
            attacker.dealer.send_multipart([b"frame"] * 200, zmq.NOBLOCK)
    for attacker in attackers[8:12]:
        attacker.send(bytes(5_000))
    while fire.dropped() < TERMINALS * BURST // 2:  # most of it is nonsense, and it was looked at
        fire.head()
    assert fire.head() == before
    fire.ask(fire.honest, m.Hello(1, RUN, *before, PlayerId("T01"), "terminal"), m.Welcome)
    fire.rig.stop()
    assert "Traceback" not in fire.rig.log("console")
    with Journal.open_to_read(fire.rig.folder / "table.journal") as journal:
        journal.verify()
        assert (journal.seq, journal.chain) == before


GREETING: Final = bytes.fromhex("ff00000000000000017f03004355525645") + bytes(47)  # ZMTP 3.0, CURVE, as a client
NULL: Final = bytes.fromhex("ff00000000000000017f03004e554c4c") + bytes(48)


def garbage(random: Random) -> bytes:
    noise = random.randbytes(random.choice((0, 1, 9, 64, 600, 5_000)))
    start = random.choice(
        (b"", b"\xff", GREETING[:10], GREETING, NULL, GREETING + b"\x04\xc8\x05HELLO", b"GET / HTTP/1.1\r\n")
    )
    return start + noise


def test_raw_bytes_on_both_ports_change_nothing(fire: Fire) -> None:
    fire.join()
    before = fire.head()
    random = Random(1)
    for _ in range(150):
        for port in fire.rig.ports:
            with socket.create_connection((HOST, port)) as raw, suppress(OSError):  # it may hang up first
                raw.sendall(garbage(random))
                if random.random() < 0.2:
                    raw.shutdown(socket.SHUT_WR)
    half_open = [socket.create_connection((HOST, port)) for port in fire.rig.ports for _ in range(20)]
    assert fire.head() == before
    fire.ask(fire.honest, m.Hello(1, RUN, *before, PlayerId("T01"), "terminal"), m.Welcome)
    fire.ask(
        fire.connect("T02"), m.Hello(1, RUN, 0, first_link(fire.rig.table), PlayerId("T02"), "terminal"), m.Welcome
    )
    for raw in half_open:
        raw.close()
    fire.rig.stop()
    assert "Traceback" not in fire.rig.log("console")
    with Journal.open_to_read(fire.rig.folder / "table.journal") as journal:
        journal.verify()
        assert journal.chain_at(before[0]) == before[1]
        assert journal.seq == before[0] + 1  # T02 has joined
