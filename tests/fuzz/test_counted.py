"""DESIGN 9 on the real service: bad input is counted by the production's own counter, once, and changes nothing.

A console and a terminal in this process, with their own journals and encrypted sockets between them; only the loop is
turned by hand. Every bad message is a good one with one thing wrong: repaired, it would have moved money or the head.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgpack
import pytest
import zmq

from console.config import read_table
from console.service import Service
from deploy.demo.rig import Rig
from games.round import PlayerId, Spot
from protocol import messages as m
from protocol.codec import ANSWER_MAX, FROM_CONSOLE, FROM_TERMINALS, decode_news, decode_request, encode
from protocol.keys import load_pair, load_public
from protocol.process import Log
from protocol.sockets import PeerSockets
from terminal.checkpoint import save
from terminal.runtime import Runtime
from tests.console.cluster import state_of

ATTACKER, HONEST = "T01", "T02"
RUN: Final = b"run-8byt"
NOTE: Final = 50_000  # one that this table takes
PATIENCE_S: Final = 20.0  # a loaded machine is slow, not wrong


class House:
    """A real console; an enrolled terminal that has joined and may say what it likes."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self._opened = opened
        for number in (signal.SIGTERM, signal.SIGINT):  # the service takes them, and this process is not its own
            opened.callback(signal.signal, number, signal.getsignal(number))
        self.rig = Rig(folder, terminals=2, driver="manual")
        self.console = Service(read_table(folder / "table.toml"), Log("console"), new=True)
        opened.callback(self.console.close)
        peer, keys = self.rig.peer(ATTACKER), folder / "keys"
        context = opened.enter_context(zmq.Context())
        pair, console = load_pair(peer.key), load_public(keys / "console.pub")
        self.attacker = PeerSockets(context, pair, console, peer.router, peer.publisher)
        opened.callback(self.attacker.close)
        self.terminal: Runtime | None = None

    def until(self, come_true: Callable[[], bool], what: str) -> None:
        end = monotonic() + PATIENCE_S
        while not come_true():
            assert monotonic() < end, f"never: {what}"
            self.turn()

    def turn(self) -> None:
        self.console.sockets.router.poll(2)
        self.console.turn()
        if self.terminal is not None:
            self.terminal.turn()

    # --- the console, and who asks it -------------------------------------------------------------------------------

    def say(self, data: bytes) -> None:
        self.until(lambda: self.attacker.send(data), "there is a connection")

    def joins(self) -> None:
        table = self.console.table
        self.say(encode(m.Hello(1, RUN, table.seq, table.chain, PlayerId(ATTACKER), "terminal")))
        self.until(lambda: self.console.table.peers.peer(ATTACKER).greeted, "it has joined")

    @property
    def peer_errors(self) -> int:
        return self.console.counts["peer_errors"]

    def remembered(self) -> object:
        """All that the console has of this table: its journal's head, what it was asked and has written, its state."""
        journal, counts = self.console.journal, self.console.counts
        return (
            (journal.seq, journal.chain, counts["requests"], counts["commits"]),
            deepcopy(state_of(self.console.table)),
        )

    # --- the terminal, and who tells it -----------------------------------------------------------------------------

    def seats(self) -> Runtime:
        """An honest terminal joins, and hears the broadcast."""
        terminal = Runtime(self.rig.peer(HONEST), lambda _picture: None, Log("terminal"))
        self._opened.callback(terminal.close)
        self.terminal = terminal
        self.until(lambda: terminal.session.join.joined and terminal.peer.sockets.state == "connected", "it has joined")
        head = self.console.journal.seq
        self.until(lambda: terminal.session.join.follower.seq >= head, "it is level")
        return terminal


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with ExitStack() as opened:
        yield House(tmp_path / "table", opened)


# --- one thing wrong --------------------------------------------------------------------------------------------------


def plain(message: m.Request | m.News) -> dict[str, Any]:
    """As a map that can be spoilt."""
    found: dict[str, Any] = msgpack.unpackb(encode(message))["m"]
    return found


def wrapped(message: dict[str, Any], version: object = 1) -> bytes:
    data: bytes = msgpack.packb({"v": version, "m": message})
    return data


def said_twice(message: dict[str, Any], field: str, value: object) -> bytes:
    """The same field once more behind the others. MessagePack has no objection."""
    pairs = [*message.items(), (field, value)]
    packed = b"".join(msgpack.packb(part) for pair in pairs for part in pair)
    return b"\x82\xa1v\x01\xa1m" + bytes([0x80 | len(pairs)]) + packed


def swapped(message: dict[str, Any]) -> bytes:
    """Not byte for byte as our console writes it: only then a terminal measures every part of it (`decode_news`)."""
    data: bytes = msgpack.packb({"m": message, "v": 1})
    return data


BUY: Final = plain(m.BuyCredit(1, RUN, b"a note of 16 byt", NOTE, "SGD"))
BET: Final = plain(m.Answer(1, RUN, m.WindowId(1, 1, b"nonce 01"), 1, {}))

# One of each way by which the decoder says no; `tests/protocol/test_bad_input.py` has every place of every message.
BAD_REQUESTS: Final = {
    "unknown message": wrapped(BUY | {"type": "MintCredit"}),
    "a message of the console": wrapped(plain(m.Pulse(1, bytes(32)))),
    "wrong version": wrapped(BUY, version=2),
    "bool for int": wrapped(BUY | {"amount": True}),
    "oversized bet": wrapped(BET | {"bets": {f"{spot:040}": 1 for spot in range(ANSWER_MAX // 40)}}),
    "oversized map": wrapped(BET | {"bets": {str(spot): 1 for spot in range(FROM_TERMINALS.map + 1)}}),
    "duplicate keys": said_twice(BUY, "amount", NOTE),
}


def test_design_9_every_class_of_bad_request_is_counted_once_and_changes_nothing(house: House) -> None:
    house.joins()
    before = house.remembered()
    for number, (what, data) in enumerate(BAD_REQUESTS.items(), start=1):
        house.say(data)
        house.until(lambda: house.peer_errors >= number, f"{what} is counted")  # noqa: B023  asked before it changes
        for _ in range(3):
            house.turn()
        assert house.peer_errors == number, what
        assert house.remembered() == before, what
    assert house.console._metrics()["peer_errors_total"] == len(BAD_REQUESTS)
    house.say(wrapped(BUY))  # repaired, it is heard
    house.until(lambda: house.console.table.ledger.credit(PlayerId(ATTACKER)) == NOTE, "the note is credit")
    assert house.peer_errors == len(BAD_REQUESTS)


def test_design_9_a_request_that_its_role_may_not_send_is_counted_once_and_changes_nothing(house: House) -> None:
    house.joins()
    before = house.remembered()
    house.say(encode(m.Command(1, RUN, b"command1", 0, m.OpenTable())))
    house.until(lambda: house.peer_errors >= 1, "it is counted")
    assert (house.peer_errors, house.remembered()) == (1, before)


def test_a_frame_beyond_every_limit_reaches_nobody_and_its_sender_may_dial_again(house: House) -> None:
    """No message, so no PeerError: libzmq ends the connection before anybody has read it."""
    house.joins()
    before = house.remembered()
    house.say(bytes(FROM_TERMINALS.message + 1))
    for _ in range(20):
        house.turn()
    assert (house.peer_errors, house.remembered()) == (0, before)

    def credited() -> bool:
        house.attacker.send(wrapped(BUY))  # what goes into the connection that has ended is lost
        return house.console.table.ledger.credit(PlayerId(ATTACKER)) == NOTE

    house.until(credited, "the note is credit")


# --- and the other way ------------------------------------------------------------------------------------------------

PULSE: Final = plain(
    m.Pulse(2**53 - 1, bytes(32), 1)
)  # believed, it would send the terminal after a head that is not there

BAD_NEWS: Final = {
    "unknown message": wrapped(PULSE | {"type": "Impulse"}),
    "a message of a terminal": wrapped(BUY),
    "wrong version": wrapped(PULSE, version=2),
    "bool for int": wrapped(PULSE | {"seq": True}),
    "oversized text": swapped(plain(m.Denied(1, RUN, "")) | {"why": "x" * (FROM_CONSOLE.text + 1)}),
    "duplicate keys": said_twice(PULSE, "seq", 2**53 - 1),
}


def test_design_9_every_class_of_bad_news_is_counted_once_and_changes_nothing(house: House) -> None:
    terminal = house.seats()
    records, state, head = terminal.journal.seq, save(terminal.session.state), terminal.session.join.follower.head_seq
    for number, (what, data) in enumerate(BAD_NEWS.items(), start=1):
        house.console.sockets.publish(data)
        house.until(lambda: terminal.peer.counts["peer_errors"] >= number, f"{what} is counted")  # noqa: B023
        for _ in range(3):
            house.turn()
        assert terminal.peer.counts["peer_errors"] == number, what
        found = (terminal.journal.seq, save(terminal.session.state), terminal.session.join.follower.head_seq)
        assert found == (records, state, head), what
    assert terminal.session.link == "joined"


def test_the_good_messages_that_were_spoilt_are_good() -> None:
    """And so is each of them with the part that was too long as long as it may be."""
    bets = {str(spot): 1 for spot in range(FROM_TERMINALS.map)}
    assert decode_request(wrapped(BET | {"bets": bets})) == m.Answer(
        1, RUN, m.WindowId(1, 1, b"nonce 01"), 1, {Spot(spot): amount for spot, amount in bets.items()}
    )
    assert decode_news(wrapped(PULSE)) == m.Pulse(2**53 - 1, bytes(32), 1)
    long = "x" * FROM_CONSOLE.text
    assert decode_news(swapped(plain(m.Denied(1, RUN, long)))) == m.Denied(1, RUN, long)
