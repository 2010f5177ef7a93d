"""A start must be confirmed, and what lifts that halt: the rules of `console/table/confirming.py`, told again.

After each start of a console with a past: an archive or a witness that is enrolled lifts it with a head that the
console has signed before it started, and that is in its log; where none of them is, all terminals in service do; or two
people. A journal that was just begun waits for all of them, who say that they have none. Time never lifts it. While it
stands nothing is bet, dealt or paid.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.fields import run_digest
from protocol.halts import Halt
from protocol.signing import Verify
from simulation.world import Violation

OUTSIDE: Final = ("archive", "witness")
# What must not happen before somebody has confirmed the journal.
NOT_YET: Final = (
    *(e.WindowOpened, e.LayoutRegistered, e.LayoutRefused, e.Certified, e.Settled, e.TicketIssued, e.TicketAccepted),
    *(e.TicketPaid, e.HandPaid, e.HousePaid, e.DuePaid, e.OwedCollected, e.NoteCredited, e.NoteCleared, e.TableOpened),
    *(e.TableClosed, e.TerminalRetired, e.RoundCorrected, e.LimitsSet, e.ShoeLoaded, e.InterruptionAnswered),
)
# The most frequent entries of those that confirm nothing.
_ANY_TIME: Final = frozenset(
    {
        *(e.CardDealt, e.Ordered, e.OrderRefused, e.OrderProposed, e.OrderSigned, e.LayoutRegistered, e.SignOnTried),
        *(e.StartConfirmed, e.Settled, e.WindowOpened, e.WindowClosed, e.RoundEnded, e.Certified),
    }
)


class ConfirmedCheck:
    def __init__(self, roles: Mapping[str, str], chains: Sequence[bytes], verify: Verify) -> None:
        self._roles, self._chains, self._verify = roles, chains, verify
        self._known: dict[str, e.TerminalJoined] = {}  # who has joined
        self._retired: set[str] = set()
        self._doubted: set[str] = set()
        self._unconfirmed = False
        self._awaited: set[str] = set()  # outside: one of them is enough
        self._dark: set[str] = set()  # terminals: all of them
        self._blank: set[str] = set()  # who came with nothing to a start that nobody has confirmed yet
        self._showed: dict[tuple[str, bytes], bool] = {}  # has each process a head from before this one began?
        self._began = 0  # entries, when this process began
        self._new = False  # the journal
        self.goes_on = False  # software deals: nobody is asked whether an interruption affects the Round
        self._proved: set[str] = set()
        self._hellos: list[tuple[str, m.Hello]] = []  # of this batch
        self.felt: Callable[[], None] = lambda: None  # somebody outside was not there, and another has confirmed

    def batch(self, inputs: Sequence[Any]) -> None:
        self._hellos = [
            (given.peer, given.request) for given in inputs if type(given) is Heard and type(given.request) is m.Hello
        ]
        for peer, hello in self._hellos:
            self._hear(peer, hello)

    def _hear(self, peer: str, hello: m.Hello) -> None:
        head = hello.signed
        if not self._has(hello.last_seq, hello.last_chain):
            return
        earlier = head is not None and head.seq < self._began and self._verify(head) and self._has(head.seq, head.chain)
        if (hello.name, hello.role) != (peer, self._roles.get(peer, "terminal")):
            return  # denied: what it shows besides is not looked at
        self._showed[peer, run_digest(hello.run)] = earlier
        if peer not in self._doubted and (self._new or (earlier and peer not in self._blank)):
            self._proved.add(peer)

    def _has(self, seq: int, chain: bytes) -> bool:
        return seq < len(self._chains) and self._chains[seq] == chain

    def wrote(self, events: Sequence[Fact]) -> None:
        two_people = any(isinstance(it, e.Ordered) and it.order == m.Resume(Halt.UNCONFIRMED) for it in events)
        started = halted = False
        for event in events:
            if type(event) in _ANY_TIME and not self._unconfirmed:
                continue
            asks = isinstance(event, e.WindowOpened) and event.id.n > 1  # by a card, which is a fact: nobody is heard
            asks = asks or (self.goes_on and isinstance(event, e.InterruptionAnswered))
            if self._unconfirmed and isinstance(event, NOT_YET) and not asks:
                raise Violation("confirmed", f"{event} before anybody has confirmed the journal")
            match event:
                case e.ConsoleStarted(boot=boot):
                    started = self._start(boot)
                case e.Halted(reason=Halt.UNCONFIRMED):
                    halted = self._unconfirmed = True
                case e.Resumed(reason=Halt.UNCONFIRMED):
                    if not two_people:
                        self._lifted()
                    self._unconfirmed = False
                    self._blank.clear()
                case e.TerminalJoined(terminal=name, key=key):
                    if name in self._known and self._known[name].key != key:
                        self._doubted.discard(name)
                    self._known[name] = event
                    if self._unconfirmed and name not in self._proved and not self._showed.get((name, event.run)):
                        self._blank.add(name)
                    self._retired.discard(name)
                case e.TerminalRetired(terminal=name) | e.KeyEnded(name=name):
                    self._retired.add(name)
                case e.KeyEnrolled(name=name):
                    self._retired.discard(name)  # whoever has the new key is asked from the next start on
                case e.TerminalLatched(terminal=name, doubted=True):
                    self._doubted.add(name)
                case e.TerminalUnlatched(terminal=name):
                    self._doubted.discard(name)
                case _:
                    pass
        if started and not halted:
            raise Violation("confirmed", "the console has started on a journal with a past, and nobody is asked")

    def _start(self, boot: int) -> bool:
        """True: this start has to be confirmed. What was said to the last process counts no more."""
        self._began, self._new = len(self._chains), boot == 1
        self._proved, self._showed = set(), {}
        self._awaited = {name for name, role in self._roles.items() if role in OUTSIDE}
        known = {name: it.role for name, it in self._known.items() if it.role in (*OUTSIDE, "terminal")}
        terminals = {name for name, role in known.items() if role == "terminal"} - self._retired
        self._dark = set() if self._awaited else terminals
        for peer, hello in self._hellos:  # who came in the very moment of the start was heard after it
            self._hear(peer, hello)
        return bool(known) or bool(self._awaited)

    def _lifted(self) -> None:
        outside = self._awaited & self._proved
        if self._awaited and (not outside or (self._new and outside < self._awaited)):
            raise Violation("confirmed", f"lifted, and of {sorted(self._awaited)} only {sorted(outside)} have spoken")
        if self._dark - self._proved:
            raise Violation("confirmed", f"lifted, and {sorted(self._dark - self._proved)} have shown no head of ours")
        if not self._awaited and not self._dark:
            raise Violation("confirmed", "lifted, and nobody was left who could confirm it")
        if self._awaited - outside:
            self.felt()
