"""What the console was told in a batch, against what its log makes of it (M6, M7, M10, DESIGN 4.7).

An answer comes from the process that has joined, and gets an entry; an order is obeyed or refused once, and is not
obeyed when its Round has passed; a card that the shoe reports is on record; Bets close when their time is up. Knows no
money and no rules, and must never ask the console what it thinks.
"""

from collections.abc import Sequence
from typing import Any, Final

from console.table.table import Heard, Stalled
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.fields import run_digest
from protocol.halts import Halt
from protocol.signing import Verify
from shoe_driver.link import CardSeen, CardUnread
from simulation.world import Violation, World

TWO_PEOPLE: Final = (
    *(m.LoadShoe, m.EndShoe, m.EnterCard, m.CorrectCards, m.Correct, m.VoidSettled, m.PayByHand, m.PayDue),
    *(m.CollectOwed, m.Retire, m.SetLimits, m.ReleaseNote, m.PayTicketByTwo, m.AdmitStaff, m.SetCredential),
    *(m.DisableStaff, m.AssignStaff, m.CashForeignTicket),
    *(m.ReportForeignCard, m.TakeBackVoid, m.RuleOtherwise, m.DealByHand, m.ReportWrongSides),
)
TAKEOVER_MS: Final = 2_500  # of `Setup`
OF_ROUND: Final = (
    *(m.OpenBets, m.AddTime, m.CloseBets, m.EnterCard, m.CorrectCards, m.Certify, m.Rule, m.KeepSurplus),
    *(m.AnswerInterruption, m.CallSupervisor, m.ReportForeignCard, m.ReportDrawnTogether, m.RuleOtherwise),
    *(m.DealCard, m.TakeBackCard, m.ReportWrongSides),
)


def _process(said: m.Request) -> tuple[int, bytes]:
    """As the record knows it."""
    return said.boot, run_digest(said.run)


class InputCheck:
    def __init__(
        self, world: World, windows: set[m.WindowId], halts: set[str], chains: Sequence[bytes], verify: Verify
    ) -> None:
        self._world = world
        self._windows = windows  # that are open, and ...
        self._halts = halts  # ... what stops the table, as whoever follows the log has it
        self._chains = chains
        self._verify = verify
        self._contradicted: list[str] = []  # in this batch, by these: their copy of the log is not ours
        self._doubted: set[str] = set()  # staff has found that they lie
        self._joined: dict[str, tuple[int, bytes]] = {}
        self._last: dict[str, e.TerminalJoined] = {}  # the same, over any restart of the console
        self._spoke_ms: dict[str, int] = {}  # when those were last heard, or the console started since
        self._speaks: set[str] = set()  # in this batch
        self.misnamed: set[bytes] = set()  # runs that have said another name or role than their key's
        self._answers: dict[tuple[m.WindowId, str, int], list[m.Answer]] = {}  # of this batch
        self._awaited: list[tuple[str, m.Answer]] = []  # of those, which must have an entry when it is over
        self._highest: dict[tuple[m.WindowId, str], int] = {}  # the revision that was answered last
        self._orders: dict[bytes, m.Command] = {}
        self._cards: list[int] = []
        self._on_record = 0  # the highest number of the shoe
        self._done: set[bytes] = set()  # orders
        self._round_no = 0
        self._deadline_ms: int | None = None
        self._entered: tuple[m.WindowId, str] | None = None  # the last order: an answer for that terminal (003 §5.18)
        self._stopped = False  # at some time in this batch

    def batch(self, inputs: Sequence[Any]) -> None:
        """What the console is about to decide."""
        now_ms = self._world.now_ms
        stood_still = any(isinstance(given, Stalled) for given in inputs)  # nobody was there to close them
        due = self._windows and not self._halts and not stood_still
        if due and self._deadline_ms is not None and now_ms > self._deadline_ms:
            raise Violation("M7", f"Bets were to close at {self._deadline_ms}, and are open at {now_ms}")
        self._answers, self._awaited, self._cards, self._contradicted = {}, [], [], []
        self._stopped = bool(self._halts)
        for given in inputs:
            if isinstance(given, Heard):
                request = given.request
                last = self._last.get(given.peer)
                if last is not None and (last.boot, last.run, last.key) == (*_process(request), given.key):
                    self._speaks.add(given.peer)
                if isinstance(request, m.Answer):
                    self._answers.setdefault((request.window, given.peer, request.revision), []).append(request)
                    if self._joined.get(given.peer) == _process(request):
                        self._awaited.append((given.peer, request))
                elif isinstance(request, m.Hello):
                    for head in filter(None, (request.signed, request.heard)):
                        self._head(given.peer, head)
                elif isinstance(request, m.Command) and given.role == "panel":
                    self._orders.setdefault(request.command_id, request)  # it may be signed in a later batch
            elif isinstance(given, CardSeen | CardUnread) and given.shoe_seq is not None:
                self._cards.append(given.shoe_seq)

    def _head(self, peer: str, head: m.SignedHead) -> None:
        """FAULTS C8, C13: whoever has the console's signature on another log has proved that it had one."""
        ours = head.seq < len(self._chains) and self._chains[head.seq] == head.chain
        if not ours and self._verify(head):
            self._contradicted.append(peer)

    def wrote(self, seq: int, event: Fact) -> None:
        match event:
            case e.LayoutRegistered() | e.LayoutRefused():
                self._answered(seq, event)
            case e.Ordered(command_id=command_id, order=order):
                self._once(seq, command_id)
                self._entitled(seq, event)
                self._entered = (order.window, order.terminal) if isinstance(order, m.AnswerFor) else None
            case e.OrderRefused(command_id=command_id) | e.OrderWithdrawn(command_id=command_id):
                self._once(seq, command_id)
            case e.TerminalJoined(terminal=terminal, boot=boot, run=run):
                self._takes_over(seq, event)
                self._joined[terminal] = (boot, run)
            case e.TerminalRetired(terminal=terminal):
                self._joined.pop(terminal, None)
            case e.TerminalLatched(terminal=terminal, doubted=True):
                self._doubted.add(terminal)
            case e.TerminalUnlatched(terminal=terminal):
                self._doubted.discard(terminal)
            case e.ConsoleStarted():
                self._joined.clear()
                self._spoke_ms = dict.fromkeys(self._last, self._world.now_ms)
            case e.Halted() | e.Interrupted():
                self._stopped = True
                if isinstance(event, e.Halted) and event.reason is Halt.HISTORY and not self._contradicted:
                    raise Violation("L", f"entry {seq}: the table is stopped by a claim that nobody has proved")
            case e.WindowOpened(id=key, deadline_ms=deadline_ms):
                self._round_no, self._deadline_ms = key.round_no, deadline_ms
                if key.n == 1:
                    self._highest = {}
            case e.TimeAdded(deadline_ms=deadline_ms) | e.Resumed(deadline_ms=deadline_ms):
                self._deadline_ms = deadline_ms
            case e.InterruptionAnswered(deadline_ms=deadline_ms):
                self._deadline_ms = deadline_ms
            case e.ShoeLoaded(next_seq=next_seq):
                self._on_record = max(self._on_record, next_seq - 1)
            case _:
                self._on_record = max(self._on_record, getattr(event, "shoe_seq", 0))

    def decided(self) -> None:
        """The batch is over, and what it had to write is in the log."""
        self._spoke_ms |= dict.fromkeys(self._speaks, self._world.now_ms)
        self._speaks.clear()
        for number in self._cards:
            if number > self._on_record:
                raise Violation("M10", f"the shoe has reported card {number}, and it is not on record")
        believed = [peer for peer in self._contradicted if peer not in self._doubted]
        if believed and "history" not in self._halts:
            raise Violation("C8", f"{believed} hold another log, and play goes on")
        if self._stopped:
            return  # answers wait, and come again
        for terminal, answer in self._awaited:
            if self._joined.get(terminal) != _process(answer):
                continue  # another process has come in between
            wanted = min(answer.revision, m.REVISIONS_MAX + 1)  # of those above, the first is refused for all
            if answer.window in self._windows and self._highest.get((answer.window, terminal), 0) < wanted:
                raise Violation("M6", f"{terminal} revision {answer.revision} of {answer.window} got no entry")

    def restarted(self) -> None:
        """The countdown ends with the process."""
        self._deadline_ms = None

    def _takes_over(self, seq: int, event: e.TerminalJoined) -> None:
        """FAULTS A3: from a process that has been silent, by one that knows who it is."""
        name, last, now_ms = event.terminal, self._last.get(event.terminal), self._world.now_ms
        if event.run in self.misnamed:
            raise Violation("A5", f"entry {seq}: {event} takes itself for another")
        if last is not None and last.key == event.key and last.run != event.run:
            silent_ms = now_ms - self._spoke_ms[name]
            if silent_ms < TAKEOVER_MS or not last.boot < event.boot < 2**32:
                raise Violation("A3", f"entry {seq}: {event} joins, and {last.boot} was heard {silent_ms} ms ago")
            self._world.fault("A4", name)
        self._last[name], self._spoke_ms[name] = event, now_ms
        self._speaks.discard(name)

    def _answered(self, seq: int, event: e.LayoutRegistered | e.LayoutRefused) -> None:
        """M6: it was said so, and by the process that has joined: whatever speaks for an earlier boot is too late."""
        terminal, revision = event.terminal, event.revision
        if event.answer.entered_by and self._entered == (event.id, terminal):  # 003 §5.18: staff, for the Player
            self._highest[event.id, terminal] = revision
            return
        for answer in self._answers.get((event.id, terminal, revision), ()):
            bets = {spot: amount for spot, amount in answer.bets.items() if amount}
            if self._joined.get(terminal) == _process(answer) and bets == event.answer.bets:
                break
        else:
            raise Violation("M6", f"entry {seq}: the joined process of {terminal} did not send revision {revision}")
        self._highest[event.id, terminal] = revision

    def _once(self, seq: int, command_id: bytes) -> None:
        if command_id in self._done:
            raise Violation("M6", f"entry {seq}: the order {command_id.hex()} is answered twice")
        self._done.add(command_id)

    def _entitled(self, seq: int, event: e.Ordered) -> None:
        command, by, second, order = self._orders.get(event.command_id), event.by, event.second, event.order
        if command is None or command.order != order:
            raise Violation("M6", f"entry {seq}: nobody gave this order: {order}")
        if isinstance(order, OF_ROUND) and command.round_no != self._round_no:
            raise Violation("4.7", f"entry {seq}: an order about round {command.round_no} in {self._round_no}: {order}")
        if isinstance(order, TWO_PEOPLE) and (second is None or second.number == by.number):
            raise Violation("4.7", f"entry {seq}: {by.name} alone, and two people are needed")
