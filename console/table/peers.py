"""Which process speaks for each key, and which terminals may not bet: joined, latched, disputed, retired.

A process whose boot was passed, or a second one with the same key, is denied; what it asks is never decided. Knows
no money. Who a peer is comes from its key; this file never reads a name from a message.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.catalog import paragraph_of
from games.round import Refusal
from games.rulings import Topic
from protocol import events
from protocol.messages import Denial, Hello, Request

PEER_EVENTS: Final = frozenset(
    {
        *(events.TerminalJoined, events.ConsoleStarted, events.TerminalLatched, events.TerminalUnlatched),
        *(events.SettlementDisputed, events.DisputeRuled, events.TerminalEnrolled, events.TerminalRetired),
        events.AttendantCalled,
    }
)

TERMINAL: Final = "terminal"  # the role of a key that a Player may bet with


class Peer(Struct, frozen=True, gc=False):
    boot: int = 0
    run: bytes = b""
    role: str = ""  # of its key when it joined; "": it never has
    greeted: bool = False  # has said Hello to this process of the console
    retired: bool = False
    latched: str = ""  # why
    doubted: bool = False  # its word on the log is not believed
    disputed: int = 0  # the Round
    calls: bool = False  # for an attendant


NOBODY = Peer()


class Peers(Struct, forbid_unknown_fields=True):
    known: dict[str, Peer] = {}

    def peer(self, name: str) -> Peer:
        return self.known.get(name, NOBODY)

    def denial(self, name: str, request: Request) -> str:
        """Why this request is not decided; "" if it is from the joined process."""
        peer = self.peer(name)
        if peer.retired:
            return Denial.RETIRED
        if (request.boot, request.run) != (peer.boot, peer.run):
            return Denial.REPLACED
        return "" if peer.greeted else Denial.SAY_HELLO

    def hello(self, name: str, hello: Hello) -> str:
        """`join`, `again` (it has joined already), or why it is denied."""
        peer = self.peer(name)
        if peer.retired:
            return Denial.RETIRED
        if hello.boot > peer.boot:
            return "join"
        if (hello.boot, hello.run) == (peer.boot, peer.run):
            return "again" if peer.greeted else "join"
        return Denial.REPLACED

    def in_service(self, name: str) -> bool:
        """Is this a Player Terminal that has joined, whether or not it is on now, and was not retired?"""
        peer = self.peer(name)
        return peer.role == TERMINAL and not peer.retired

    def blocked(self, name: str, game: str) -> Refusal | None:
        """May this terminal bet and cash out?"""
        peer = self.peer(name)
        if peer.latched:
            return Refusal("latched", f"this terminal is out of play: {peer.latched}")
        if peer.disputed:
            detail = f"round {peer.disputed} is in dispute: a Supervisor is called"
            return Refusal("disputed", detail, paragraph_of(game, Topic.CARDS_PREVAIL))
        return None

    def apply(self, event: events.Event) -> None:
        match event:
            case events.TerminalJoined(terminal=name, boot=boot, run=run, role=role):
                self.known[name] = replace(self.peer(name), boot=boot, run=run, role=role, greeted=True)
            case events.ConsoleStarted():
                self.known = {name: replace(peer, greeted=False) for name, peer in self.known.items()}
            case events.TerminalLatched(terminal=name, why=why, doubted=doubted):
                self.known[name] = replace(self.peer(name), latched=why, doubted=doubted)
            case events.TerminalUnlatched(terminal=name):
                self.known[name] = replace(self.peer(name), latched="", doubted=False)
            case events.SettlementDisputed(terminal=name, round_no=round_no):
                self.known[name] = replace(self.peer(name), disputed=round_no)
            case events.DisputeRuled(terminal=name):
                self.known[name] = replace(self.peer(name), disputed=0)
            case events.AttendantCalled(terminal=name, wanted=wanted):
                self.known[name] = replace(self.peer(name), calls=wanted)
            case events.TerminalEnrolled(terminal=name):
                self.known[name] = Peer(latched=self.peer(name).latched, disputed=self.peer(name).disputed)
            case events.TerminalRetired(terminal=name):
                self.known[name] = replace(self.peer(name), retired=True, greeted=False)
            case _:
                pass
