"""A second opinion of a table with boxes (003, 000, 002): seats, Bets, questions, what they cost, and who is told.

It hears what the console heard and reads each commit entry by entry. What a Round asks next it has from
`box_rounds.py`; what stands where, from the entries. An unjust no is an objection, a yes that should have been a no is
one, and so is a question, a close or a message without its cause, or one that is missing.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final

from games.round import BoxNow, Felt, PlayerId, Voided, Window
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.reference.box_bets import BoxAnswers
from simulation.reference.box_cards import BoxCards
from simulation.reference.box_state import HOUR_MS, NEWS_MS, NOTHING, PICTURES, SEATS_AN_HOUR, SIDES, Open, Past
from simulation.reference.tape import Objection


class BoxExaminer(BoxAnswers, BoxCards):
    # --- a batch -----------------------------------------------------------------------------------------------------

    def batch(self, now_ms: int, inputs: Sequence[Any]) -> None:
        if self._owes is not None and self._owes not in self._sees:
            raise Objection(f"{self._owes} was to be shown, and {self._sees} was")
        self.now_ms, self.inputs, self.obeyed = now_ms, inputs, None
        self._seats, self._sees, self._owes = [], [], self._answered_before(inputs)
        for given in inputs:
            request = getattr(given, "request", None)
            if isinstance(request, m.Command):
                self.orders.setdefault(request.command_id, request)

    def _answered_before(self, inputs: Sequence[Any]) -> tuple[str, int] | None:
        """M6: whoever asks again for a revision that has its answer is shown that; after the close, the close."""
        if len(inputs) != 1 or not isinstance(answer := getattr(inputs[0], "request", None), m.Answer):
            return None
        peer, key = inputs[0].peer, answer.window
        if self.joined.get(peer) != (answer.boot, _digest(answer.run)) or key not in self.said:
            return None
        if Halt.UNCONFIRMED in self.halts or peer in self.retired:
            return None
        said = self.said[key].get(peer)
        if said is not None and answer.revision <= said.revision:
            return (peer, said.seq)
        return (peer, self.closes[key]) if key in self.closes else None

    def restarted(self) -> None:
        self._owes, self._sees = None, []
        self.deadline_ms, self.news = None, None
        self.joined.clear()
        self.sat.clear()
        self.news_ms = -NEWS_MS

    def judge(self, events: Sequence[Any], audiences: Sequence[str]) -> None:
        for event, audience in zip(events, audiences, strict=True):
            self.seq += 1
            self._reading = 1
            try:
                if self._owed and not isinstance(event, e.BetRejected):
                    raise Objection(f"{self._owed} must go back at once (5.1): {event}")
                self._read(event, audience)
            except Objection as objection:
                raise Objection(f"entry {self.seq}: {objection}") from None
            self._before = event
        self._reading = 0

    def decided(self) -> None:
        """The batch is over: what should be open is, and nothing else."""
        if self._owed:
            raise Objection(f"{self._owed} must go back at once (5.1)")
        self._seats_taken()
        for name, it in self.windows.items():
            answers = self.given.get(name, {})
            who = it.window.respondents
            if who is not None and it.window.choices and all(answers.get(each, NOTHING).choice for each in who):
                raise Objection(f"all have answered {name}, and it is open: {answers}")
        late = self.deadline_ms is not None and self.now_ms >= self.deadline_ms
        if self.windows and not self.halts and late:
            raise Objection(f"{list(self.windows)} were to close at {self.deadline_ms}, it is {self.now_ms}")
        if not self.in_round or self.lost or Halt.SURPLUS in self.halts or "bets" in self.windows:
            return
        turns = any(self.down.values())
        asked = [] if turns else self.play.asked()
        open_ = [it.window for it in self.windows.values()]
        if sorted(asked, key=_by_name) != sorted(open_, key=_by_name):
            raise Objection(f"{asked} should be asked, and {open_} is: {self.play}")
        if not turns and not asked and self.due != self.play.expects():
            raise Objection(f"{self.due or 'no Hand'} is due, and it should be {self.play.expects()}: {self.play}")

    # --- entries -----------------------------------------------------------------------------------------------------

    def _read(self, event: Any, audience: str) -> None:
        if self._wait_face is not None and not isinstance(event, e.CardHidden):
            raise Objection(f"{self._wait_face} lies face down, and nobody knows it: {event}")
        handler = _READERS.get(type(event))
        if handler is not None:
            handler(self, event)
        if isinstance(event, e.CardRead):
            # Where a Player may turn cards, nobody sees one before it lies where it belongs (3.12).
            squeeze = self.round_felt.squeeze
            if (audience == "staff") == squeeze:
                raise Objection(f"a card that waits is for {audience!r}, and squeezing is {squeeze}")

    def _opens(self, event: e.TableOpened) -> None:
        wanted = self.limits or self.terms.felt
        if dict(event.felt.seats) != dict(self.terms.felt.seats):
            raise Objection(f"who sat there has gone, and {event.felt.seats} sit there (1.26)")
        if (dict(event.felt.limits), event.felt.boxes) != (dict(wanted.limits), wanted.boxes):
            raise Objection(f"the limits are {wanted.limits}: {event.felt}")
        self.felt, self.opened = event.felt, True

    def _shuts(self, _event: e.TableClosed) -> None:
        self.opened = False

    def _sets(self, event: e.LimitsSet) -> None:
        self.limits = event.felt
        self.felt = _felt(event.felt, dict(self.felt.seats))

    def _sits(self, event: e.Seated) -> None:
        who, box, seats = event.terminal, event.box, dict(self.felt.seats)
        if box and seats.get(box, who) != who:
            raise Objection(f"{seats[box]} sits at box {box}: {event} (1.26)")
        if not self.opened or not 0 <= box <= self.felt.boxes:
            raise Objection(f"there is no such box: {event}")
        asked = [it for it in self.inputs if _sits(it) == (who, box)]
        ordered = self.obeyed == m.Seat(who, box)
        if not asked and not ordered:
            raise Objection(f"nobody has asked for it: {event}")
        if asked and not ordered:
            self.sat.setdefault(who, []).append(self.now_ms)
        seats = {at: sitter for at, sitter in seats.items() if sitter != who}
        self.felt = _felt(self.felt, {**seats, box: who} if box else seats)
        self._seats.append((who, box))

    def _seats_taken(self) -> None:
        """003 §1.26: who asks for a free box has it; the first one who asks."""
        for given in self.inputs:
            who, box = _sits(given)
            if not who or self.joined.get(who) != (given.request.boot, _digest(given.request.run)):
                continue
            if Halt.UNCONFIRMED in self.halts or not self.opened or box > self.felt.boxes:
                continue
            if self.latched.get(who) or who in self.disputed or who in self.retired:
                continue
            if any(it.request.box != box for it in self.inputs if _sits(it)[0] == who) or self.obeyed is not None:
                continue  # he has asked for another one, too
            sits = next((at for at, sitter in self.felt.seats.items() if sitter == who), 0)
            taken = box and self.felt.seats.get(box, who) != who
            times = [it for it in self.sat.get(who, ()) if self.now_ms - it < HOUR_MS]
            if sits != box and not taken and len(times) < SEATS_AN_HOUR:
                raise Objection(f"{who} wants to sit at {box}, which is free, and sits at {sits} (1.26)")

    # --- windows -----------------------------------------------------------------------------------------------------

    def _window_opens(self, event: e.WindowOpened) -> None:
        key, window = event.id, event.window
        ms = self.terms.times.get(window.kind or window.name, self.terms.countdown_ms)
        if (event.left_ms, event.deadline_ms) != (ms, self.now_ms + ms):
            raise Objection(f"a {window.kind} is open for {ms} ms from {self.now_ms}: {event}")
        if key.n == 1:
            self._round_begins(key.round_no)
            self._is_for_bets(window)
        elif not self.lost and window not in self.play.asked():
            raise Objection(f"{window} is asked, and it should be {self.play.asked()}: {self.play}")
        if key.round_no != self.round_no or key.n != len(self.names) + 1:
            raise Objection(f"it is not window {len(self.names) + 1} of round {self.round_no}: {key}")
        if self.given.get(window.name):
            raise Objection(f"{window.name} is asked again, and {self.given[window.name]} were not given back")
        self.windows[window.name] = Open(key, window, ms)
        self.names[key], self.given[window.name], self.said[key] = window.name, {}, {}
        self.deadline_ms = event.deadline_ms

    def _round_begins(self, round_no: int) -> None:
        if round_no != self.round_no + 1 or self.in_round:
            raise Objection(f"round {round_no} begins, and {self.round_no} was the last")
        self.round_no, self.in_round, self.round_felt = round_no, True, self.felt
        self.play, self.tape, self.lost = self._begin(), [], ""
        self.windows, self.names, self.given, self.raised, self.paid = {}, {}, {}, {}, {}
        self.due, self.down, self.aside = "", {}, []
        self.said = {key: said for key, said in self.said.items() if key.round_no >= round_no - 1}
        self.closes = {key: seq for key, seq in self.closes.items() if key.round_no >= round_no - 1}
        self.news = None

    def _is_for_bets(self, window: Window) -> None:
        spots = tuple(
            f"{box}/{kind}" for box in range(1, self.felt.boxes + 1) for kind in (self.main, *SIDES[self.terms.game])
        )
        paragraph = "3.4" if self.terms.game == PICTURES else "3.9"
        choices = ("squeeze",) if self.felt.squeeze else ()
        if window != Window("bets", spots, choices, None, "", paragraph, "bets"):  # type: ignore[arg-type]
            raise Objection(f"Bets are open on {spots}: {window}")

    def _window_closes(self, event: e.WindowClosed) -> None:
        it = self.windows.pop(event.name, None)
        if it is None or it.id != event.id:
            raise Objection(f"it is not open: {event}")
        self._has_cause(event, it)
        self.closes[event.id] = self.seq
        if event.act is None:
            if event.by not in ("ruling", "void"):
                raise Objection(f"nobody has taken it away: {event}")
        elif not self.lost:
            wanted = self._closing(it.window)
            if event.act != wanted:
                raise Objection(f"{wanted} is registered: {event}")
            self._tell("close", event.act)
        if not self.lost and event.due != self.play.expects() and not any(self.down.values()):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}")
        self.due = event.due

    def _has_cause(self, event: e.WindowClosed, it: Open) -> None:
        answers, who, by = self.given.get(event.name, {}), it.window.respondents, event.by
        just = {
            "answers": who is not None and all(answers.get(each, NOTHING).choice for each in who),
            "countdown": not self.halts and self.deadline_ms is not None and self.now_ms >= self.deadline_ms,
            "dealer": isinstance(self.obeyed, m.CloseBets) and not self.halts,
            "card": isinstance(self._before, e.SurplusSeen | e.WindowClosed),
            "void": _voids(self.obeyed) or isinstance(self._before, e.InterruptionAnswered | e.WindowClosed),
            "no_bets": isinstance(self.obeyed, m.RuleOtherwise),
            "ruling": self.lost != "" or it.window not in self.play.asked() or any(self.down.values()),
        }
        if not just.get(by, False):
            raise Objection(f"closed by {by}: {answers}, until {self.deadline_ms}, it is {self.now_ms}: {event}")
        if by == "void" and (who is None) != (event.act is not None):
            raise Objection(f"a Void answers nothing but Bets (5.4.2): {event}")

    # --- the rest ----------------------------------------------------------------------------------------------------

    def _settles(self, event: e.Settled) -> None:
        lines = self.paid.setdefault(event.terminal, set())
        lines |= {str(line.spot) for line in event.lines}

    def _ends(self, event: e.RoundEnded) -> None:
        if not event.void and not self.lost and not self.play.finished():
            raise Objection(f"the Round ends, and it is not over: {self.play}")
        self.past[self.round_no] = Past(self.tape, self.lost, event.void)
        self.in_round, self.windows, self.down = False, {}, {}

    def _certifies(self, _event: e.Certified) -> None:
        if any(self.down.values()):
            raise Objection("a card lies face down for its Player, and it is certified (3.12)")

    def _resumes(self, event: e.Resumed) -> None:
        self.halts.discard(event.reason)
        self._has_time(event.deadline_ms)

    def _has_time(self, deadline_ms: int) -> None:
        """Whatever is open has its whole time again."""
        ms = max((it.left_ms for it in self.windows.values()), default=self.terms.countdown_ms)
        if self.windows and deadline_ms != self.now_ms + ms:
            raise Objection(f"{list(self.windows)} are open until {self.now_ms + ms}, and {deadline_ms} is said")
        self.deadline_ms = deadline_ms

    def _interrupts(self, event: e.Interrupted) -> None:
        self.halts.add(Halt.INTERRUPTED)
        if not self.lost and event.established != self.play.established():
            raise Objection(f"an outcome is established or not (5.4.1): {event}, {self.play}")

    def _answered(self, event: e.InterruptionAnswered) -> None:
        self.halts.discard(Halt.INTERRUPTED)
        self._has_time(event.deadline_ms)

    def _adds(self, event: e.TimeAdded) -> None:
        more = getattr(self.obeyed, "more_ms", 0)
        wanted = max(self.now_ms, self.deadline_ms or self.now_ms) + more
        if event.deadline_ms != wanted:
            raise Objection(f"it is open until {wanted}: {event}")
        self.deadline_ms = event.deadline_ms

    def _starts(self, _event: e.ConsoleStarted) -> None:
        self.restarted()

    def _obeys(self, event: e.Ordered) -> None:
        self.obeyed = event.order

    def _halts(self, event: e.Halted) -> None:
        self.halts.add(event.reason)

    def _joins(self, event: e.TerminalJoined) -> None:
        self.joined[event.terminal] = (event.boot, event.run)

    def _unlatches(self, event: e.TerminalUnlatched) -> None:
        self.latched.pop(event.terminal, None)

    def _latches(self, event: e.TerminalLatched) -> None:
        self.latched[event.terminal] = event.why

    # --- what is said ------------------------------------------------------------------------------------------------

    def sent(self, to: str, message: Any) -> None:
        if isinstance(message, m.See):
            self._sees.append((to, message.seq))
        elif isinstance(message, m.Pulse):
            left = self.deadline_ms if self.windows and not self.halts else None
            wanted = -1 if left is None else max(0, left - self.now_ms)
            if message.left_ms != wanted:
                raise Objection(f"{wanted} ms are left, and everybody is told {message.left_ms}")

    def now(self) -> tuple[BoxNow, ...] | None:
        """003 §3.6: what lies on each box, for everybody; None: nobody may bet."""
        if "bets" not in self.windows:
            return None
        found = []
        for box in range(1, self.round_felt.boxes + 1):
            on = self._on(box)
            if on:
                found.append(BoxNow(box, len(on), sum(on.values()), self.round_felt.seats.get(box) in on))
        return tuple(found)

    def _told(self, message: m.Boxes) -> None:
        if message.round_no != self.round_no or message.boxes != self.now():
            raise Objection(f"everybody is told {message}, and {self.now()} lies there")
        if self.now_ms < self.news_ms + NEWS_MS:
            raise Objection(f"everybody was told at {self.news_ms} ms, and it is {self.now_ms}")
        self.news, self.news_ms = message.boxes, self.now_ms

    def turned(self, told: Sequence[m.Boxes], wake_ms: int | None) -> None:
        """Whoever says it to everybody has had his turn: nothing new is left unsaid for long."""
        for message in told:
            self._told(message)
        now = self.now()
        new = now is not None and now != self.news
        if new and self.now_ms >= self.news_ms + NEWS_MS:
            raise Objection(f"{now} lies there, and everybody knows {self.news}")
        if new and (wake_ms is None or wake_ms > self.news_ms + NEWS_MS):
            raise Objection(f"{now} is to be said at {self.news_ms + NEWS_MS}, and he wakes at {wake_ms}")

    def pictured(self, to: str, seq: int, own: Any, staff: Any) -> None:
        """What stands there, once, under the window in which it was said last; and to staff, all of it."""
        if seq != self.seq:
            return  # something else was decided in the same commit
        shown = [(it.id, it.name, it.revision, it.registered, it.seq) for it in own.layouts]
        if shown != self.layouts(to):
            raise Objection(f"{to} is shown {shown}, and on record is {self.layouts(to)}")
        if staff is None:
            return
        given = self.given if self.in_round else {}
        theirs = {name: {who: dict(it.bets) for who, it in answers.items()} for name, answers in given.items()}
        if {name: dict(it) for name, it in staff.bets.items() if it} != {name: it for name, it in theirs.items() if it}:
            raise Objection(f"staff are shown {staff.bets}, and {theirs} stand")
        paid = {who: {str(line.spot) for line in lines} for who, lines in staff.paid.items()}
        if paid != (self.paid if self.in_round else {}):
            raise Objection(f"staff are shown that {paid} is paid, and {self.paid} is")
        if staff.read and self.round_felt.squeeze:
            raise Objection(f"{staff.read} wait to be laid face down, and staff see them (3.12)")

    def layouts(self, terminal: str) -> list[tuple[Any, ...]]:
        """For a picture: each window of the Round in which it was answered; what stands there stands once."""
        if not self.in_round:
            return []
        last, found = {name: key for key, name in self.names.items()}, []
        for key, name in self.names.items():
            said = self.said[key].get(terminal)
            if said is not None:
                stands = self.given.get(name, {}).get(PlayerId(terminal)) if last[name] == key else None
                found.append((key, name, said.revision, stands or NOTHING, said.receipt if stands else 0))
        return found


def _felt(felt: Felt, seats: dict[int, PlayerId]) -> Felt:
    return Felt(felt.limits, felt.boxes, seats, felt.squeeze, felt.excluded, felt.total, felt.differential)


def _by_name(window: Window) -> str:
    return window.name


def _sits(given: Any) -> tuple[PlayerId, int]:
    request = getattr(given, "request", None)
    return (PlayerId(given.peer), request.box) if isinstance(request, m.SitDown) else (PlayerId(""), 0)


def _digest(run: bytes) -> bytes:
    """As the record has it."""
    return sha256(b"etg run 1" + run).digest()[:8]


def _voids(order: Any) -> bool:
    match order:
        case m.Rule(act=Voided()) | m.RuleOtherwise(effect=m.VoidRound()) | m.AnswerInterruption():
            return True
    return False


_READERS: Final[Mapping[type, Callable[[BoxExaminer, Any], None]]] = {
    e.TableOpened: BoxExaminer._opens,
    e.TableClosed: BoxExaminer._shuts,
    e.LimitsSet: BoxExaminer._sets,
    e.Seated: BoxExaminer._sits,
    e.WindowOpened: BoxExaminer._window_opens,
    e.WindowClosed: BoxExaminer._window_closes,
    e.LayoutRegistered: BoxExaminer._registers,
    e.LayoutRefused: BoxExaminer._refuses,
    e.LayoutReturned: BoxExaminer._returns,
    e.BetRejected: BoxExaminer._rejects,
    e.CardDealt: BoxExaminer._deals,
    e.CardHidden: BoxExaminer._hides,
    e.CardRevealed: BoxExaminer._reveals,
    e.HandHandled: lambda self, _event: self._tell("handled", None),
    e.SurplusSeen: BoxExaminer._surplus,
    e.SurplusKept: BoxExaminer._keeps,
    e.CardTakenBack: BoxExaminer._takes_back,
    e.CardsCorrected: BoxExaminer._corrects,
    e.RulingMade: BoxExaminer._rules,
    e.Settled: BoxExaminer._settles,
    e.RoundEnded: BoxExaminer._ends,
    e.Certified: BoxExaminer._certifies,
    e.Halted: BoxExaminer._halts,
    e.Resumed: BoxExaminer._resumes,
    e.Interrupted: BoxExaminer._interrupts,
    e.InterruptionAnswered: BoxExaminer._answered,
    e.TimeAdded: BoxExaminer._adds,
    e.ConsoleStarted: BoxExaminer._starts,
    e.Ordered: BoxExaminer._obeys,
    e.TerminalJoined: BoxExaminer._joins,
    e.TerminalLatched: BoxExaminer._latches,
    e.TerminalUnlatched: BoxExaminer._unlatches,
    e.SettlementDisputed: lambda self, event: self.disputed.add(event.terminal),
    e.DisputeRuled: lambda self, event: self.disputed.discard(event.terminal),
    e.TerminalRetired: lambda self, event: self.retired.add(event.terminal),
}
