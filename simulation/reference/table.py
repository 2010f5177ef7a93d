"""The examiner: what the Game Console was told, input by input, and what must follow from each.

He hears what the console heard, in its order, and reads what it wrote when that is durable: what was said in a batch
that was never committed was never said. From an entry he takes only what the console alone can know (the numbers of
tickets, texts for people), and looks at its form.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.money import Currency
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.reference import cards, keys, money, rounds, signing
from simulation.reference.audience import all_told, audience_of, look_at, sync
from simulation.reference.desk import days_between
from simulation.reference.keyring import is_stale
from simulation.reference.people import (
    BY_CONCLUSION,
    BY_NEW_SET,
    BY_NEW_SET_BETWEEN,
    against,
    answer_for,
    is_established,
    stand,
    who_signs,
)
from simulation.reference.processes import begin, denial, deny_history, expose, go_on_without, greet, hear
from simulation.reference.state import CLOSED, READY, Play, Process, Shoe, Terms
from simulation.reference.tape import Objection, Tape
from simulation.reference.windows import answer, open_window

DAYS_BELIEVED: Final = 7
COMMANDS_KEPT: Final = 10_000
OF_STAFF: Final = (m.Command, m.SignOn, m.SignOff, m.Sign, m.Withdraw)
WHILE_UNCONFIRMED: Final = (m.Hello, m.Sync, m.Beat, m.BuyCredit, *OF_STAFF)


class Examiner(Play):
    def __init__(self, terms: Terms, chains: list[bytes], verify: Callable[[m.SignedHead], bool]) -> None:
        super().__init__(terms, chains, verify)
        self._inputs: Sequence[Any] | None = None  # that are not judged yet
        self._now_ms = self._durable = 0

    # --- a batch -------------------------------------------------------------------------------------------------

    def batch(self, now_ms: int, inputs: Sequence[Any]) -> None:
        """What the console is about to decide. Nothing has happened yet."""
        self._inputs, self._now_ms = inputs, now_ms
        self._durable = len(self._chains) - 1

    def judge(self, entries: Sequence[e.Event], audiences: Sequence[str]) -> None:
        """It is durable, or nothing was to be written."""
        self.now_ms, self.durable, self.told = self._now_ms, self._durable, []
        self.tape = Tape(self.durable + 1, entries)
        given: Any = None
        try:
            for given in self._inputs or ():
                self._hear(given)
                signing.drop_passed(self)
            given = "the clock"
            self._tick()
            signing.drop_passed(self)
            self.tape.check_over()
            for entry, audience in zip(entries, audiences, strict=True):
                self.audiences.append(audience_of(entry))
                if audience != self.audiences[-1]:
                    raise Objection(f"{entry} is for {self.audiences[-1]!r}, not for {audience!r}")
        except Objection as objection:
            raise Objection(f"entry {self.tape.seq + 1}, at {given}: {objection}") from None
        self._inputs = None

    def decided(self) -> None:
        """The batch is over. If nothing was written, nothing had to be."""
        if self._inputs is not None:
            self.judge((), ())
        all_told(self)
        self.told = []

    def sent(self, now_ms: int, to: str, message: m.News, panels: Sequence[str]) -> None:
        """Whatever leaves the console leaves after the commit. "*": to everybody. A panel is one by its enrolment."""
        if self._inputs is not None:
            self.judge((), ())
        role = "panel" if to in panels else self.peers[to].role if to in self.peers else ""
        look_at(self, now_ms, to, role, message)

    def restarted(self) -> None:
        """A new process of the console knows what is on its disk, and nothing else."""
        self._inputs, self.process, self.told = None, Process(), []

    def _hear(self, given: Any) -> None:
        kind = type(given).__name__
        if kind == "Heard":
            self._hear_peer(given)
        else:
            _INPUTS[kind](self, given)

    def _tick(self) -> None:
        """001 §3.7: the countdown, which a halt stops; after all that came in the same batch. And before it the end of
        sessions whose panel has said nothing for too long.
        """
        signing.leave_silent(self)
        runs = self.window is not None and not self.halts and self.deadline_ms is not None
        if runs and self.now_ms >= (self.deadline_ms or 0):
            cards.close_window(self, "countdown")
            cards.go_on(self)

    # --- peers ---------------------------------------------------------------------------------------------------

    def _hear_peer(self, given: Any) -> None:
        if is_stale(self, given.peer, given.key):
            return
        listens, two = hear(self, given.peer, given.request, given.line)
        if not listens:
            return
        if two:
            expose(self, given.peer)
        self._hear_request(given)
        if two:
            self.process.passed.pop(given.peer, None)

    def _hear_request(self, given: Any) -> None:
        name, said = given.peer, given.request
        if isinstance(said, m.Hello):
            greet(self, given, said)
            return
        if why := denial(self, name, said, given.line):
            self.tell(name, "Denied", (said.boot, said.run, why))
            return
        if Halt.UNCONFIRMED in self.halts and not isinstance(said, WHILE_UNCONFIRMED):
            return  # it waits, and comes again
        if isinstance(said, m.SignOn) and given.role != "panel":
            if self.in_service(name):  # 004: there participants sign on, and here are none
                signing.refuse_try(self, name, said)
            return
        if isinstance(said, (*OF_STAFF, m.FindTicket)) and not isinstance(said, m.SignOff) and given.role != "panel":
            self.alarm(name, "an order, and it is no panel")
            return
        match said:
            case m.Answer():
                answer(self, name, said)
            case m.Beat(applied_seq=seq, chain=chain):
                if self.chain_at(seq) != chain:
                    deny_history(self, name, (said.boot, said.run), None)
                else:
                    self.process.applied[name] = seq
            case m.Sync():
                sync(self, given, said)
            case m.SitDown() | m.TurnCards():
                pass  # this game has no boxes: nothing follows from it
            case m.CallAttendant(wanted=wanted, reason=reason):
                self._call(name, wanted=wanted, reason=reason if wanted else "")
            case m.FindTicket():
                if signing.at(self, name) is not None:
                    money.find_ticket(self, name, said)
            case m.Command():
                self._order(name, said)
            case m.VouchFor():
                pass  # nothing of this table travels
            case m.CarryEntry():
                self.alarm(name, "an entry of a table that nobody has enrolled")
            case m.SignOn() | m.Sign():
                signing.hear_try(self, name, said, given.shown)
            case m.SignOff():
                signing.sign_off(self, name, said)
            case m.Withdraw():
                signing.withdraw(self, name, said)
            case _:
                money.ask(self, name, said)

    def _call(self, name: str, *, wanted: bool, reason: str) -> None:
        if self.peers[name].calls == wanted:
            return
        if self.process.is_often(self.now_ms, name, "call"):
            self.alarm(name, "calls without end")
            return
        self.process.count(self.now_ms, name, "call")
        self.tape.take(e.AttendantCalled, terminal=name, wanted=wanted, reason=reason)
        self.peers[name].calls, self.peers[name].reason = wanted, reason

    def _order(self, panel: str, command: m.Command) -> None:
        """Every order is one entry: obeyed, refused, or proposed for a signature. What follows from it is in the same
        commit.
        """
        command_id, order, process = command.command_id, command.order, self.process
        waiting = {it.command.command_id: it.seq for it in process.proposals.values()}
        if known := self.orders.get(command_id) or waiting.get(command_id):
            if process.commands.get(command_id, panel) != panel:
                self.alarm(panel, "the id of another panel's order")
            self.tell(panel, "See", known)
            return
        process.commands[command_id] = panel
        if len(process.commands) > COMMANDS_KEPT:
            del process.commands[next(iter(process.commands))]
        by = signing.at(self, panel)
        if by is None:
            self._refuse(panel, command, None, {"nobody"})
            return
        alone = stand(self, command, by.position, before=(self.answered[by.number],))
        nobody_may = not alone and not who_signs(self, command, by)
        reasons = set(signing.PEOPLE) if nobody_may else set()
        if reasons := reasons | against(self, panel, command):
            self._refuse(panel, command, by, reasons)
        elif alone:
            self.tape.take(e.Ordered, command_id=command_id, by=by, second=None, order=order)
            self.orders[command_id] = self.tape.seq
            answer_for(self, command, by, None)
            self.obey(command)
        elif self.process.is_often(self.now_ms, panel, "proposal"):
            self.alarm(panel, "proposals without end")
        else:
            self.process.count(self.now_ms, panel, "proposal")
            signing.propose(self, panel, command, by)

    def _refuse(self, panel: str, command: m.Command, by: m.Person | None, reasons: set[str]) -> None:
        if self.process.is_often(self.now_ms, panel, "refused order"):
            self.alarm(panel, "refused orders without end")
            return
        refused = self.tape.take(e.OrderRefused, command_id=command.command_id, by=by, order=command.order)
        self.orders[command.command_id] = self.tape.seq
        self.ended.add(command.command_id)
        self.process.count(self.now_ms, panel, "refused order")
        if refused.refusal.reason not in reasons:
            raise Objection(f"it is refused for {refused.refusal}, and not for one of {reasons}")

    def obey(self, command: m.Command) -> None:
        _OBEY[type(command.order)](self, command, command.order)


# --- what the shell tells ------------------------------------------------------------------------------------------


def _start(play: Play, given: Any) -> None:
    """001 §5.1: in the middle of a Round it is an interruption; the countdown has ended with the process before."""
    play.process.clock, play.process.listening_ms = (play.clock_ms, play.now_ms), play.now_ms
    ours = (play.terms.placard.currency, play.terms.placard.exponent)
    if not play.durable and ours != play.bound:
        _bind(play)
    play.boots += 1
    play.tape.take(e.ConsoleStarted, boot=play.boots)
    signing.begin_waits(play)
    if not play.durable:
        signing.found(play, given.staff)
        keys.found(play, given.keys)
    play.deadline_ms = None
    for peer in play.peers.values():
        peer.greeted = False
    if play.in_round:
        play.tape.take(e.Interrupted, round_no=play.round_no, established=is_established(play))
        play.halts.add(Halt.INTERRUPTED)
    begin(play, given.outside)


def _bind(play: Play) -> None:
    """The books of another currency begin; nothing stood in the one before, and what was counted in it is forgotten."""
    placard = play.terms.placard
    play.tape.take(e.CurrencyBound, currency=Currency(placard.currency, placard.exponent), training=placard.training)
    play.books[play.bound] = (play.cash, play.house)
    play.bound = (placard.currency, placard.exponent)
    play.cash, play.house = play.books.pop(play.bound, (0, 0))
    play.felt, play.settled, play.recalled = None, {}, []


def _stall(play: Play, _given: Any) -> None:
    play.process.listening_ms = play.now_ms
    play.process.waiting.clear()
    play.process.behind.clear()


def _space(play: Play, given: Any) -> None:
    play.process.space = given.enough


def _hear_day(play: Play, given: Any) -> None:
    """Forward only; far ahead of what people have closed only if they confirm it."""
    day, now = given.day, play.day
    known = play.due_since or now
    if now < day and (not known or days_between(known, day) <= DAYS_BELIEVED):
        _begin_day(play, day)
        return
    doubted = day if now < day else ""
    if doubted != play.doubted_day:
        play.tape.take(e.DayDoubted, day=doubted)
        play.doubted_day = doubted


def _begin_day(play: Play, day: str) -> None:
    play.tape.take(e.DayBegan, day=day)
    if play.day:
        play.due_day, play.due_since = play.day, play.due_since or play.day
    play.day, play.doubted_day = day, ""
    signing.go_home(play)
    play.rung = set()


def _step_clock(play: Play, given: Any) -> None:
    play.tape.take(e.ClockStepped, by_ms=given.by_ms)


def _notice(play: Play, given: Any) -> None:
    play.alarm(given.who, f"{given.kind} {given.about} {given.detail}", given.kind)


def _checkpoint(play: Play, given: Any) -> None:
    if not play.in_round:
        play.tape.take(e.Checkpointed, digest=given.digest)


def _keys_in_hand(play: Play, given: Any) -> None:
    play.process.own_keys = (given.own, given.prepared)


def _books_read(play: Play, given: Any) -> None:
    play.process.unread = given.done < given.of


def _books_differ(play: Play, _given: Any) -> None:
    play.halt(Halt.BOOKS)


_INPUTS: Final[dict[str, Callable[[Any, Any], None]]] = {
    "Started": _start,
    "Stalled": _stall,
    "PinChecked": signing.hear_check,
    "SpaceLeft": _space,
    "DayTold": _hear_day,
    "ClockSet": _step_clock,
    "Noticed": _notice,
    "CheckpointMade": _checkpoint,
    "KeysInHand": _keys_in_hand,
    "BooksRead": _books_read,
    "BooksDiffer": _books_differ,
    "RoundFound": rounds.hear_found,
    "CardSeen": lambda play, given: cards.take_card(play, given.shoe_seq, given.card),
    "CardUnread": lambda play, given: cards.take_card(play, given.shoe_seq, None),
    "LinkLost": cards.lose,
    "LinkRestored": cards.come_back,
    "CardsTogether": cards.together,
    "CutCardSeen": cards.cut,
    "ShoeEmpty": cards.run_dry,
    "ShoeNotice": cards.notice,
    "ResultSeen": cards.compare_result,
    "CardConflict": cards.conflict,
    "LinkFaulty": cards.fault,
    "TapeFailed": cards.lose_tape,
}


# --- what follows from an order ------------------------------------------------------------------------------------


def _open_table(play: Play, _command: m.Command, _order: m.OpenTable) -> None:
    """001 §3.4: with the limits that people have set, or those of the configuration."""
    terms = play.terms
    if play.bound != (terms.placard.currency, terms.placard.exponent):
        _bind(play)
    told = {"felt": play.felt or terms.felt, "countdown_ms": terms.countdown_ms, "placard": terms.placard}
    play.tape.take(e.TableOpened, game="baccarat", **told)
    play.phase, play.opened, play.rung = READY, True, set()
    play.shown_felt, play.countdown_ms, play.placard = play.felt or terms.felt, terms.countdown_ms, terms.placard


def _set_limits(play: Play, _command: m.Command, order: m.SetLimits) -> None:
    play.tape.take(e.LimitsSet, felt=order.felt)
    play.felt = play.shown_felt = order.felt


def _load(play: Play, _command: m.Command, order: m.LoadShoe) -> None:
    """001 §2.2.1, §5.7.1: the composition is counted anew; in a Round its cards stay where they lie."""
    before, mid_round = play.shoe, play.in_round
    last = before.last if order.first_seq is None else order.first_seq
    told = {
        "decks": order.decks,
        "burn": order.burn,
        "shuffled_by": order.shuffled_by,
        "mid_round": mid_round,
        "by_hand": order.by_hand,
    }
    play.tape.take(e.ShoeLoaded, **told, next_seq=last + 1)
    play.shoe = Shoe(order.decks, burning=order.burn, lost=before.lost, last=last, first_round=play.round_no + 1)
    play.shoe.serial = before.serial if last == before.last else ""  # another counter is another shoe
    play.shoe.by_hand, play.undo = order.by_hand, 0
    play.shoe.before = tuple(face for face in before.faces.values() if face) or before.before
    play.shoes += 1
    if not mid_round:
        play.kept, play.surplus, play.roads = [], [], {}
    if not order.burn:
        play.tape.take(e.ShoeLive)
        play.shoe.live = True
    play.clear(*(BY_NEW_SET if mid_round else BY_NEW_SET_BETWEEN))


def _deal_by_hand(play: Play, _command: m.Command, _order: m.DealByHand) -> None:
    play.tape.take(e.ShoeSetAside)
    play.shoe.by_hand = True
    play.clear(Halt.SHOE_LOST)


def _end_shoe(play: Play, _command: m.Command, order: m.EndShoe) -> None:
    """001 §5.3.2: what has passed and what was counted by hand must be the whole set."""
    shoe = play.shoe
    wrong = sum(shoe.copies.values()) + shoe.unread + order.counted - 52 * shoe.decks
    play.tape.take(e.ShoeEnded, counted=order.counted, miscount=wrong)
    play.shoe = Shoe(first_round=play.round_no + 1, lost=shoe.lost, serial=shoe.serial, last=shoe.last)
    play.shoe.before = tuple(face for face in shoe.faces.values() if face) or shoe.before
    play.kept, play.surplus = [], []
    if wrong:
        play.halt(Halt.MISCOUNT)


def _add_time(play: Play, _command: m.Command, order: m.AddTime) -> None:
    deadline_ms = max(play.now_ms, play.deadline_ms or play.now_ms) + order.more_ms
    told = {"left_ms": deadline_ms - play.now_ms, "deadline_ms": deadline_ms}
    play.tape.take(e.TimeAdded, round_no=play.round_no, **told)
    play.deadline_ms = deadline_ms


def _close_bets(play: Play, _command: m.Command, _order: m.CloseBets) -> None:
    cards.close_window(play, "dealer")
    cards.go_on(play)


def _resume(play: Play, _command: m.Command, order: m.Resume) -> None:
    if order.reason is Halt.UNCONFIRMED:
        go_on_without(play)
    else:
        play.clear(order.reason)


def _record(play: Play, _command: m.Command, order: m.RecordRuling) -> None:
    play.tape.take(e.RulingRecorded, text=order.text)


def _rule_otherwise(play: Play, _command: m.Command, order: m.RuleOtherwise) -> None:
    """001 §5.12: the words are on record, and then what they do."""
    play.tape.take(e.RulingRecorded, text=order.text)
    match order.effect:
        case m.Conclude():
            play.clear(*BY_CONCLUSION)
        case m.VoidRound():
            rounds.void(play, "5.12")
        case m.ReturnBets(terminals=terminals):
            money.return_bets(play, terminals)
        case m.RoundWithoutBets():
            open_window(play)
            cards.close_window(play, "no_bets")
            cards.go_on(play)
        case m.PayFromHouse(terminal=terminal, amount=amount):
            play.tape.take(e.HousePaid, terminal=terminal, amount=amount)
            play.house -= amount
            play.cash += amount


def _close_table(play: Play, _command: m.Command, _order: m.CloseTable) -> None:
    wanted = money.left_open(play)
    if wanted:
        left = play.tape.take(e.LeftOpen)
        if sorted((item.what, item.whose, item.amount) for item in left.items) != wanted:
            raise Objection(f"{wanted} stands open: {left}")
    play.tape.take(e.TableClosed)
    play.phase, play.rung = CLOSED, set()


def _close_day(play: Play, _command: m.Command, order: m.CloseDay) -> None:
    play.tape.take(e.DayClosed, day=order.day, since=play.due_since)
    keys.settle_own(play)
    play.answered.clear()
    play.closed_day, play.due_day, play.due_since = order.day, "", ""
    play.shoes = 1 if play.shoe.decks else 0
    money.forget_refusals(play)
    for name in list(play.wrong):
        if name not in play.locked:
            del play.wrong[name]


def _rule_dispute(play: Play, _command: m.Command, order: m.RuleDispute) -> None:
    peer = play.peers[order.terminal]
    play.tape.take(e.DisputeRuled, terminal=order.terminal, round_no=peer.disputed, text=order.text)
    peer.disputed = 0
    play.refusals.pop(order.terminal, None)


def _retire(play: Play, _command: m.Command, order: m.Retire) -> None:
    play.tape.take(e.TerminalRetired, terminal=order.terminal)
    play.peers[order.terminal].retired, play.peers[order.terminal].greeted = True, False
    signing.leave(play, order.terminal, "panel")


def _latch(play: Play, _command: m.Command, order: m.Latch) -> None:
    """Only over a claim of another history its word is not believed any more."""
    doubted = Halt.HISTORY in play.halts
    play.tape.take(e.TerminalLatched, terminal=order.terminal, why=order.why, doubted=doubted, machine=False)
    peer = play.peers[order.terminal]
    peer.latched, peer.doubted, peer.machine = order.why, doubted, False
    signing.leave(play, order.terminal, "panel")


def _unlatch(play: Play, _command: m.Command, order: m.Unlatch) -> None:
    play.tape.take(e.TerminalUnlatched, terminal=order.terminal)
    peer = play.peers[order.terminal]
    peer.latched, peer.doubted, peer.wiped = "", False, False
    play.refusals.pop(order.terminal, None)


def _attend(play: Play, _command: m.Command, order: m.Attend) -> None:
    play.tape.take(e.AttendantCalled, terminal=order.terminal, wanted=False)
    play.peers[order.terminal].calls = False


def _unlock(play: Play, _command: m.Command, order: m.UnlockTickets) -> None:
    play.tape.take(e.TicketsUnlocked, terminal=order.terminal)
    play.locked.discard(order.terminal)
    play.wrong.pop(order.terminal, None)


_OBEY: Final[dict[type, Callable[[Any, m.Command, Any], None]]] = {
    m.OpenTable: _open_table,
    m.SetLimits: _set_limits,
    m.LoadShoe: _load,
    m.EndShoe: _end_shoe,
    m.OpenBets: lambda play, _command, _order: open_window(play),
    m.AddTime: _add_time,
    m.CloseBets: _close_bets,
    m.EnterCard: lambda play, _command, order: cards.enter(play, order.card.text),
    m.DealByHand: _deal_by_hand,
    m.DealCard: lambda play, _command, order: cards.deal_by_hand(play, order.card.text),
    m.TakeBackCard: lambda play, _command, _order: cards.take_back(play),
    m.ReportForeignCard: lambda play, _command, _order: play.halt(Halt.FOREIGN_CARD),
    m.CorrectCards: rounds.correct_cards,
    m.Certify: rounds.certify,
    m.Rule: rounds.rule,
    m.KeepSurplus: rounds.keep_surplus,
    m.AnswerInterruption: lambda play, _command, order: rounds.answer_interruption(play, affects=order.affects),
    m.CallSupervisor: lambda play, _command, _order: play.halt(Halt.CALLED),
    m.ReportWrongSides: rounds.report_sides,
    m.ReportDrawnTogether: lambda play, _command, _order: play.halt(Halt.DRAWN_TOGETHER),
    m.Resume: _resume,
    m.Correct: rounds.correct_round,
    m.VoidSettled: rounds.correct_round,
    m.TakeBackVoid: rounds.take_back_void,
    m.RuleOtherwise: _rule_otherwise,
    m.RecallRound: rounds.recall,
    m.RecordRuling: _record,
    m.CloseTable: _close_table,
    m.CloseDay: _close_day,
    m.BeginDay: lambda play, _command, order: _begin_day(play, order.day),
    m.SellCredit: money.sell,
    m.PayTicket: money.pay_ticket,
    m.PayTicketByTwo: money.pay_ticket,
    m.PrintAgain: money.print_again,
    m.UnlockTickets: _unlock,
    m.PayByHand: money.pay_by_hand,
    m.ReleaseNote: money.release,
    m.PayDue: money.pay_due,
    m.CollectOwed: money.collect,
    m.RuleDispute: _rule_dispute,
    m.Retire: _retire,
    m.Latch: _latch,
    m.Unlatch: _unlatch,
    m.Attend: _attend,
    m.EnrolKey: keys.enrol,
    m.ReplaceKey: keys.enrol,
    m.EndKey: keys.end,
    m.RotateConsole: keys.rotate,
    m.AdmitStaff: signing.admit,
    m.SetCredential: signing.set_credential,
    m.DisableStaff: signing.disable,
    m.AssignStaff: signing.assign,
}
