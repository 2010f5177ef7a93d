"""The table's states and what may be done in them (DESIGN 4.7), and the one function that says no.

An order that is not listed for the state is refused with the reason, and put on record, because a person made it. The
table asks `refusal` before it looks at what it alone knows; a panel asks parts of it to know what to offer. Knows the
picture that every panel has, and no game. `docs/states.md` is the table, printed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from games.catalog import find_game, paragraph_of, rulings_of
from games.round import HandRemoved, Reconstructed, Refusal, Voided
from games.rulings import Position, Topic, may_rule, who_corrects
from games.settlement import fold
from protocol import events as e
from protocol import messages as m
from protocol.box_view import turns_first
from protocol.halts import HALTS, Halt, may_change_set
from protocol.keyring import WEIGHTY
from protocol.people import assigns_himself
from protocol.view import Phase, TableView, cards_digest

CLOSED, READY, BETTING, DEALING, RESULT = Phase
IN_ROUND: Final = (BETTING, DEALING, RESULT)
OPEN: Final = (READY, *IN_ROUND)
ANY: Final = tuple(Phase)


class Move(Struct, frozen=True):
    """One order: in which states, over a halt or not, who stands behind it, and what it writes."""

    order: type
    phases: tuple[Phase, ...]
    who: Position  # one of those who give and sign it is this or above
    writes: tuple[type[e.Event], ...]  # at once, or what comes of it later
    second: Position | None = None  # two different people are needed, and one of them must be this or above
    halted: bool | None = None  # False: only while nothing halts the table; True: only over a halt; None: both
    of_round: bool = False  # it names the Round it is about, and is refused when that has passed
    topic: Topic | None = None  # what the game that is played has a paragraph about
    least: Position = Position.DEALER  # whoever takes part is this or above
    also: tuple[Position, ...] = ()  # and who else may take part: of no position in a game


PARTICIPANT, CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = Position
CASH: Final = (CASHIER,)
NOTHING: Final = e.CashCap(0, 0, 0, 0, 0)

MOVES: Final = (
    Move(m.OpenTable, (CLOSED,), SUPERVISOR, (e.TableOpened,), topic=Topic.LIMITS),
    Move(m.SetLimits, (CLOSED, READY), MANAGER, (e.LimitsSet,), second=DEALER, halted=False, topic=Topic.LIMITS),
    Move(m.LoadShoe, OPEN, DEALER, (e.ShoeLoaded, e.CardBurnt, e.ShoeLive), second=SUPERVISOR, topic=Topic.CARDS),
    Move(m.EndShoe, (READY,), DEALER, (e.ShoeEnded,), second=SUPERVISOR, topic=Topic.MISCOUNT),
    Move(m.OpenBets, (READY,), DEALER, (e.WindowOpened,), halted=False, of_round=True, topic=Topic.BETS_OPEN),
    Move(m.AddTime, (BETTING,), DEALER, (e.TimeAdded,), halted=False, of_round=True, topic=Topic.NO_MORE_BETS),
    Move(m.CloseBets, (BETTING,), DEALER, (e.WindowClosed,), halted=False, of_round=True, topic=Topic.NO_MORE_BETS),
    Move(m.EnterCard, OPEN, DEALER, (e.CardDealt,), SUPERVISOR, halted=True, of_round=True, topic=Topic.INTERRUPTION),
    Move(m.DealByHand, OPEN, SUPERVISOR, (e.ShoeSetAside, e.Resumed), DEALER, True, topic=Topic.NEW_SET),
    Move(m.DealCard, (READY, DEALING), DEALER, (e.CardDealt,), halted=False, of_round=True, topic=Topic.CARDS),
    Move(m.TakeBackCard, (DEALING, RESULT), DEALER, (e.CardTakenBack,), of_round=True, topic=Topic.CARDS_PREVAIL),
    Move(m.ReportForeignCard, OPEN, DEALER, (e.Halted,), SUPERVISOR, True, True, Topic.FOREIGN_CARD),
    Move(m.CorrectCards, (DEALING, RESULT), DEALER, (e.CardsCorrected,), SUPERVISOR, None, True, Topic.CORRECTION),
    Move(m.Certify, IN_ROUND, DEALER, (e.Certified, e.Settled, e.RoundEnded), None, False, True, Topic.SETTLEMENT),
    Move(m.Rule, IN_ROUND, DEALER, (e.RulingMade, e.Settled, e.RoundEnded), of_round=True, topic=Topic.VOID),
    Move(m.KeepSurplus, OPEN, SUPERVISOR, (e.SurplusKept,), halted=True, of_round=True, topic=Topic.SURPLUS),
    Move(m.AnswerInterruption, IN_ROUND, SUPERVISOR, (e.InterruptionAnswered,), None, True, True, Topic.INTERRUPTION),
    Move(m.CallSupervisor, OPEN, DEALER, (e.Halted,), of_round=True, topic=Topic.ANYTHING_ELSE),
    Move(m.ReportWrongSides, (DEALING, RESULT), DEALER, (e.RulingMade,), SUPERVISOR, None, True, Topic.WRONG_SIDE),
    Move(m.ReportDrawnTogether, (DEALING, RESULT), DEALER, (e.Halted,), of_round=True, topic=Topic.TOGETHER),
    Move(m.Resume, ANY, SUPERVISOR, (e.Resumed,), halted=True, topic=Topic.ANYTHING_ELSE),
    Move(m.Correct, ANY, SUPERVISOR, (e.RoundCorrected, e.LinesCorrected), second=DEALER, topic=Topic.CORRECTION),
    Move(
        *(m.VoidSettled, (CLOSED, READY), SUPERVISOR, (e.RoundCorrected, e.LinesCorrected)),
        second=DEALER, topic=Topic.WRONG_HAND,
    ),
    Move(m.TakeBackVoid, ANY, SHIFT_MANAGER, (e.RoundCorrected, e.LinesCorrected), DEALER, topic=Topic.ANYTHING_ELSE),
    Move(m.RecallRound, ANY, SHIFT_MANAGER, (e.RoundRecalled, e.RecallFailed), topic=Topic.CORRECTION),
    Move(
        *(m.RuleOtherwise, ANY, SHIFT_MANAGER, (e.RulingRecorded, e.Resumed, e.RulingMade, e.LayoutReturned)),
        second=DEALER, of_round=True, topic=Topic.ANYTHING_ELSE,
    ),
    Move(m.RecordRuling, ANY, SHIFT_MANAGER, (e.RulingRecorded,), topic=Topic.ANYTHING_ELSE),
    Move(m.CloseTable, (READY,), SUPERVISOR, (e.LeftOpen, e.TableClosed), halted=False),
    Move(m.CloseDay, (CLOSED,), SUPERVISOR, (e.DayClosed,)),
    Move(m.BeginDay, ANY, SUPERVISOR, (e.DayBegan,), second=DEALER),
    Move(m.SellCredit, ANY, DEALER, (e.CreditBought,), also=CASH),
    Move(m.PayTicket, ANY, DEALER, (e.TicketPaid,), also=CASH),
    Move(m.PayTicketByTwo, ANY, DEALER, (e.TicketPaid,), second=SUPERVISOR, also=CASH),
    Move(m.CashForeignTicket, ANY, DEALER, (e.ForeignTicketCashed,), second=SUPERVISOR, also=CASH),
    Move(m.GiveUpTicket, ANY, SUPERVISOR, (e.ForeignTicketDeclined,)),
    Move(m.PrintAgain, ANY, SUPERVISOR, (e.TicketPrint,)),
    Move(m.UnlockTickets, ANY, SUPERVISOR, (e.TicketsUnlocked,)),
    Move(m.PayByHand, ANY, DEALER, (e.HandPaid,), second=SUPERVISOR, also=CASH),
    Move(m.ReleaseNote, ANY, DEALER, (e.NoteCredited, e.NoteCleared), second=SUPERVISOR, also=CASH),
    Move(m.PayDue, ANY, DEALER, (e.DuePaid,), second=SUPERVISOR, topic=Topic.CORRECTION, also=CASH),
    Move(m.CollectOwed, ANY, DEALER, (e.OwedCollected,), second=SUPERVISOR, topic=Topic.CORRECTION, also=CASH),
    Move(m.RuleDispute, ANY, SUPERVISOR, (e.DisputeRuled,), topic=Topic.CARDS_PREVAIL),
    Move(m.Retire, ANY, SUPERVISOR, (e.TerminalRetired,), second=DEALER),
    Move(m.Latch, ANY, SUPERVISOR, (e.TerminalLatched,)),
    Move(m.Unlatch, ANY, SUPERVISOR, (e.TerminalUnlatched,)),
    Move(m.Attend, ANY, DEALER, (e.AttendantCalled,)),
    Move(m.AdmitStaff, ANY, SHIFT_MANAGER, (e.StaffAdmitted,), SUPERVISOR, least=SUPERVISOR, also=(TECHNICIAN,)),
    Move(m.SetCredential, ANY, SHIFT_MANAGER, (e.CredentialSet,), SUPERVISOR, least=SUPERVISOR, also=(TECHNICIAN,)),
    Move(m.DisableStaff, ANY, SHIFT_MANAGER, (e.StaffDisabled,), second=SUPERVISOR, least=SUPERVISOR),
    Move(m.AssignStaff, ANY, SHIFT_MANAGER, (e.StaffAssigned,), second=SUPERVISOR, least=SUPERVISOR),
    Move(m.EnrolKey, ANY, SUPERVISOR, (e.KeyEnrolled,), SUPERVISOR, least=SUPERVISOR, also=(TECHNICIAN,)),
    Move(m.ReplaceKey, ANY, SUPERVISOR, (e.KeyEnded, e.KeyEnrolled), SUPERVISOR, least=SUPERVISOR, also=(TECHNICIAN,)),
    Move(m.EndKey, ANY, SUPERVISOR, (e.KeyEnded,), SUPERVISOR, least=SUPERVISOR, also=(TECHNICIAN,)),
    Move(
        *(m.RotateConsole, ANY, SHIFT_MANAGER, (e.ConsoleKeyRotated, e.ConsoleKeyEnded), SHIFT_MANAGER),
        least=SHIFT_MANAGER, also=(TECHNICIAN,),
    ),
    Move(m.Seat, OPEN, DEALER, (e.Seated,), topic=Topic.SEATED),
    Move(m.AnswerFor, (BETTING,), DEALER, (e.LayoutRegistered,), None, False, True, Topic.ON_REQUEST),
    Move(m.GrantCoins, ANY, DEALER, (e.CoinsGranted,), also=CASH),
    Move(m.ExcludeParticipant, ANY, SUPERVISOR, (e.ParticipantExcluded,), second=DEALER, topic=Topic.EXCLUSION),
)  # fmt: skip

MOVE_FOR: Final[Mapping[type, Move]] = {move.order: move for move in MOVES}
# What is done by hand, and not at a table where nobody deals (004).
OF_A_DEALER: Final = frozenset(
    {
        *(m.LoadShoe, m.EndShoe, m.OpenBets, m.AddTime, m.CloseBets, m.EnterCard, m.DealByHand, m.DealCard, m.Certify),
        *(m.TakeBackCard, m.ReportForeignCard, m.CorrectCards, m.Rule, m.KeepSurplus, m.ReportWrongSides, m.Correct),
        *(m.ReportDrawnTogether, m.VoidSettled, m.TakeBackVoid, m.AnswerInterruption),
    }
)
# What is about cash or tickets, and not at a table where coins are granted; and the reverse.
OF_CASH: Final = frozenset(
    {
        *(m.SellCredit, m.PayTicket, m.PayTicketByTwo, m.CashForeignTicket, m.PrintAgain, m.PayByHand, m.ReleaseNote),
        *(m.PayDue, m.CollectOwed),
    }
)
OF_COINS: Final = frozenset({m.GrantCoins, m.ExcludeParticipant})


def names_a_round(order: m.Order) -> bool:
    """Is it about the Round that its command names? A correction is, and may be given long after that Round."""
    return MOVE_FOR[type(order)].of_round or isinstance(order, m.Correct | m.VoidSettled | m.TakeBackVoid)


# --- who must stand behind an order ---------------------------------------------------------------------------

_OF_PEERS: Final = (m.Latch, m.Unlatch, m.Retire)
_OF_KEYS: Final = (m.EnrolKey, m.ReplaceKey, m.EndKey)


class Case(Struct, frozen=True, gc=False):
    """What an order is about, as far as that decides who may give it. Table and panel each know it in their way."""

    role: str = ""  # of the peer that it names
    amount: int = 0  # of the money that it moves, where there is a cap
    begun: bool = False  # the Round after the one that it corrects
    caps: e.Caps = e.Caps()
    answered: Mapping[str, int] = {}  # for what each person, by number, has answered in this gaming day
    complete: bool = False  # the cards of the Round: nothing more is due; or some of it is paid already


NO_CASE: Final = Case()


class Wanted(Struct, frozen=True, gc=False):
    one: frozenset[Position]  # somebody of these
    other: frozenset[Position]  # and a second, different person of these; none: one person is enough
    part: frozenset[Position]  # whoever takes part is of these
    capped: frozenset[Position]  # one of whom may take this amount at once
    amount: int = 0
    a_day: Mapping[Position, int] | None = (
        None  # the most that one answers for in a gaming day, by position; None: any amount
    )

    def stand(self, *positions: int, answered: tuple[int, ...] = (0, 0)) -> bool:
        """Are these, of one or of two different people, enough? `answered`: for what each has in this gaming day."""
        if not self.part.issuperset(positions) or self.capped.isdisjoint(positions):
            return False
        if not self.within_day(positions, answered):
            return False
        if not self.other:
            return not self.one.isdisjoint(positions)
        return len(positions) == 2 and any(
            first in self.one and second in self.other for first, second in (positions, positions[::-1])
        )

    def within_day(self, positions: tuple[int, ...], answered: tuple[int, ...] = (0, 0)) -> bool:
        at = answers_second(positions)
        return self.a_day is None or answered[at] + self.amount <= self.a_day[Position(positions[at])]


def answers_second(positions: tuple[int, ...]) -> bool:
    """Whoever is in the higher position answers for the money; of two alike, the one who signs what the other wants."""
    return len(positions) > 1 and positions[1] >= positions[0]


def wanted(game: str, order: m.Order, case: Case = NO_CASE) -> Wanted:
    move, second = MOVE_FOR[type(order)], second_for(game, order, case)
    capped = frozenset(Position)
    of_keys = isinstance(order, _OF_KEYS) and order.role in WEIGHTY
    if of_keys or isinstance(order, m.RotateConsole) or (isinstance(order, _OF_PEERS) and case.role in WEIGHTY):
        one, other = frozenset({SHIFT_MANAGER}), frozenset({TECHNICIAN})
        return Wanted(one, other, one | other, capped)
    cap, a_day = _cap(order, case.caps), None
    if cap is not None:
        capped = frozenset(position for position, most in _by_position(cap).items() if case.amount <= most)
        a_day = None if isinstance(order, m.GrantCoins) else _by_position(case.caps.day)  # coins are no cash
    money = (case.amount if cap is not None else 0, a_day)
    part = above(move.least) | frozenset(move.also)
    one = above(max(who_may(game, order, case), second or DEALER))
    if second is None:
        return Wanted(one | frozenset(move.also), frozenset(), part, capped, *money)
    return Wanted(one, part, part, capped, *money)


def above(position: Position) -> frozenset[Position]:
    """This position and those above it in a game."""
    return frozenset(it for it in Position if it >= position)


def _by_position(cap: e.CashCap) -> dict[Position, int]:
    return {position: getattr(cap, position.name.lower(), 0) for position in Position}


def _cap(order: m.Order, caps: e.Caps) -> e.CashCap | None:
    match order:
        case m.SellCredit():
            return caps.sell_credit
        case m.PayTicket() | m.PayTicketByTwo() | m.CashForeignTicket():
            return caps.pay_ticket
        case m.PayByHand() | m.PayDue() | m.ReleaseNote():
            return caps.pay_by_hand
        case m.GrantCoins(coin=coin):
            return caps.grants.get(coin, NOTHING)
    return None


def needs(game: str, order: m.Order, by: m.Person, case: Case = NO_CASE) -> tuple[Position, ...]:
    """The positions of whom somebody else must sign what he proposes; none: he may not even propose it."""
    if assigns_himself(order, by):
        return ()
    want, answered = wanted(game, order, case), (case.answered.get(by.number, 0), 0)
    return tuple(position for position in Position if want.stand(by.position, position, answered=answered))


def not_entitled(
    game: str, order: m.Order, by: m.Person, second: m.Person | None, case: Case = NO_CASE
) -> Refusal | None:
    """Why it takes somebody else than these people."""
    want = wanted(game, order, case)
    people = (by,) if second is None else (by, second)
    if assigns_himself(order, *people):
        return _no(game, order, "own_position", "nobody has a part in assigning himself")
    positions = tuple(it.position for it in people)
    answered = tuple(case.answered.get(it.number, 0) for it in people)
    if (second is None or second.number != by.number) and want.stand(*positions, answered=answered):
        return None
    who = min(want.one & above(DEALER), default=SHIFT_MANAGER)
    if by.position not in want.part or (second is None and by.position < who_may(game, order, case)):
        if not want.one.isdisjoint(positions) and by.position in want.part:
            return _over_cap(game, order, want, positions, answered)
        low = max(who_may(game, order, case), min(want.part & above(DEALER), default=who))
        return _no(game, order, "not_entitled", f"this is for a {title(low)} or above")
    if (second is None and want.other) or (second is not None and second.number == by.number):
        return _no(game, order, "second_person", "this needs a second, different person")
    if want.capped.isdisjoint(positions) or not want.within_day(positions, answered):
        return _over_cap(game, order, want, positions, answered)
    if TECHNICIAN in want.other and not above(DEALER) & want.other:
        return _no(game, order, "technician_and_manager", "this is for a Technician and a Shift Manager")
    return _no(game, order, "second_position", f"one of the two must be a {title(who)} or above")


def _over_cap(
    game: str, order: m.Order, want: Wanted, positions: tuple[int, ...], answered: tuple[int, ...]
) -> Refusal:
    if want.capped.isdisjoint(positions):
        return _no(game, order, "over_cap", f"{want.amount} is more than this position may answer for")
    at = answers_second(positions)
    most = 0 if want.a_day is None else want.a_day[Position(positions[at])]
    today = f"this person has answered for {answered[at]} of {most} in this gaming day"
    return _no(game, order, "over_day", f"{today}: {want.amount} more is too much")


# --- the one no, for table, panel and forms -------------------------------------------------------------------


def refusal(
    view: TableView, command: m.Command, by: m.Person, second: m.Person | None = None, case: Case = NO_CASE
) -> Refusal | None:
    """Why this order is not obeyed, as far as the picture tells. What the table alone knows comes later."""
    order = command.order
    return (
        not_now_or_late(view, command)
        or not_entitled(view.game, order, by, second, case)
        or not_over_this_table(view, order)
    )


def illegal(view: TableView, command: m.Command) -> Refusal | None:
    """The same, whoever gives and signs it."""
    return not_now_or_late(view, command) or not_over_this_table(view, command.order)


def not_now_or_late(view: TableView, command: m.Command) -> Refusal | None:
    """Not in this state, or its Round has passed."""
    return _not_in_this_state(view, command.order) or _late(view, command)


def not_now(view: TableView, order: m.Order) -> Refusal | None:
    """Why nobody could give this order now, whoever he is."""
    return _not_in_this_state(view, order) or not_over_this_table(view, order)


def who_may(game: str, order: m.Order, case: Case = NO_CASE) -> Position:
    """The lowest position that may give this order, alone or with a second person."""
    who = MOVE_FOR[type(order)].who
    match order:
        case m.Rule(act=act, paragraph=paragraph):
            return max(who, _who_rules(game, type(act), paragraph))
        case m.VoidSettled(paragraph=paragraph, box=box):
            return max(who, _who_rules(game, HandRemoved if box else Voided, paragraph))
        case m.Resume(reason=reason):
            return max(who, HALTS[reason].resume or who)
        case m.Correct():
            return max(who, who_corrects(rulings_of(game), next_round_begun=case.begun) or who)
    return who


def second_for(game: str, order: m.Order, case: Case = NO_CASE) -> Position | None:
    """Whether two different people are needed, and of which position one of them must be at least. Of what makes
    another Round of it, or none: once everybody sees who has won, or something is paid. And where no paragraph says
    why, of whatever it is.
    """
    match order:
        case m.Resume(reason=reason) if HALTS[reason].second:
            return DEALER
        case m.Rule(paragraph=paragraph) if paragraph == paragraph_of(game, Topic.ANYTHING_ELSE):
            return DEALER
        case m.Rule(act=Voided() | Reconstructed() | HandRemoved()) if case.complete:
            return DEALER
        case m.TakeBackCard() if case.complete:
            return SUPERVISOR
    return MOVE_FOR[type(order)].second


def case_in(view: TableView, *, paid: bool) -> Case:
    """What the picture says of the case of whatever is ordered; `paid`: some of the Round is settled (003 §1.17)."""
    return Case(complete=(view.phase is RESULT and not turns_first(view)) or paid)


def title(position: Position) -> str:
    return position.name.replace("_", " ").title()


def _who_rules(game: str, act: type, paragraph: str) -> Position:
    """By the document of the game that is played; for a paragraph that knows no such ruling it is refused later."""
    known = (it.who for it in rulings_of(game).irregularities if it.paragraph == paragraph and act in it.acts)
    return next(known, DEALER)


def _no(game: str, order: m.Order, reason: str, detail: str, topic: Topic | None = None) -> Refusal:
    if topic is None and isinstance(order, m.Rule | m.VoidSettled):
        return Refusal(reason, detail, order.paragraph)
    about = topic or MOVE_FOR[type(order)].topic
    return Refusal(reason, detail, paragraph_of(game, about) if about else "")


_WITHOUT_CONFIRMATION: Final = m.Resume(Halt.UNCONFIRMED)
_OVER_A_PROOF: Final = m.Resume(Halt.HISTORY)


_COINS: Final = "coins are granted here: no cash and no tickets"


def _not_in_this_state(view: TableView, order: m.Order) -> Refusal | None:
    move = MOVE_FOR[type(order)]
    if Halt.UNCONFIRMED in view.halts and order not in (_WITHOUT_CONFIRMATION, _OVER_A_PROOF):
        return _no(view.game, order, "unconfirmed", "the console has started, and its journal is not confirmed yet")
    if view.placard.automatic and type(order) in OF_A_DEALER:
        return _no(view.game, order, "automatic", "nobody deals here: software does")
    if bool(view.placard.coins) != (type(order) in OF_COINS) and type(order) in OF_CASH | OF_COINS:
        return _no(view.game, order, "coins", _COINS if view.placard.coins else "nobody plays with coins here")
    after_this_round = view.placard.automatic and isinstance(order, m.CloseTable)
    if view.phase not in (OPEN if after_this_round else move.phases):
        return _no(view.game, order, "wrong_state", f"not while the table is {view.phase.value}")
    if move.halted is not None and move.halted != view.halted:
        reasons = ", ".join(view.halts) or "nothing"
        return _no(view.game, order, "halted" if view.halted else "not_halted", f"the table is stopped by: {reasons}")
    return None


def _late(view: TableView, command: m.Command) -> Refusal | None:
    order = command.order
    of_last_round = isinstance(order, m.VoidSettled)  # 001 §5.3.3: before the next one begins
    if (MOVE_FOR[type(order)].of_round or of_last_round) and command.round_no != view.round_no:
        return _no(view.game, order, "late", f"it is about round {command.round_no}, and this is {view.round_no}")
    if isinstance(order, m.CloseBets | m.AddTime) and all(it.id != command.window for it in view.windows.values()):
        return _no(view.game, order, "late", "the window that it is about is not open")
    return None


def not_over_this_table(view: TableView, order: m.Order) -> Refusal | None:
    """What stands on the felt, in the shoe, or over the table against this one order."""
    ask = _AGAINST.get(type(order))
    return None if ask is None else ask(view, order)


def _against_bets(view: TableView, order: m.OpenBets) -> Refusal | None:
    shoe = view.shoe
    if not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0:
        return _no(view.game, order, "no_shoe", "load a shoe first", Topic.CARDS)
    if shoe.withdrawn:
        return _no(view.game, order, "set_withdrawn", "this set has left play: load another one", Topic.CARDS)
    if shoe.pending:
        return _no(view.game, order, "card_missing", "a card of the shoe is not accounted for", Topic.WRONG_HAND)
    return None


def _against_loading(view: TableView, order: m.LoadShoe) -> Refusal | None:
    decks = find_game(view.game).decks
    if order.decks not in decks:
        return _no(view.game, order, "wrong_decks", f"this game is played with {decks[0]} to {decks[-1]} decks")
    if view.in_round and not may_change_set(view.halts):
        return _no(view.game, order, "wrong_state", "in a Round only a stopped table changes its cards", Topic.NEW_SET)
    if view.in_round and view.shoe.pending:  # the new shoe may number its cards alike: nobody could tell them apart
        detail = "a card of the Round is not known yet: enter it first"
        return _no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_entering(view: TableView, order: m.EnterCard) -> Refusal | None:
    if not view.shoe.pending and (view.phase is not DEALING or Halt.SURPLUS in view.halts):
        return _no(view.game, order, "no_card_due", "no card is due, and none is missing", Topic.SURPLUS)
    return None


def _against_setting_aside(view: TableView, order: m.DealByHand) -> Refusal | None:
    if Halt.SHOE_LOST not in view.halts or not (view.shoe.live or view.shoe.burning):
        return _no(view.game, order, "shoe_lives", "the Card Shoe answers, or none is loaded")
    return None


def _against_dealing(view: TableView, order: m.DealCard) -> Refusal | None:
    if not view.shoe.by_hand:
        return _no(view.game, order, "not_by_hand", "the Card Shoe tells of its cards")
    if not (view.due or view.shoe.burning) or view.shoe.pending:
        return _no(view.game, order, "no_card_due", "no card is due", Topic.SURPLUS)
    return None


def _against_taking_back(view: TableView, order: m.TakeBackCard) -> Refusal | None:
    if not view.undo:
        return _no(view.game, order, "no_card", "the last card was not dealt by hand, or something has followed it")
    return None


def _against_sides(view: TableView, order: m.ReportWrongSides) -> Refusal | None:
    if view.shoe.pending:
        detail = "a card of the Round is not known yet: enter it first"
        return _no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_foreign(view: TableView, order: m.ReportForeignCard) -> Refusal | None:
    if not view.shoe.pending:
        return _no(view.game, order, "no_card_missing", "every card was read: correct the one that was read wrong")
    if Halt.FOREIGN_CARD in view.halts:
        return _no(view.game, order, "known", "it has been said already: the Round is Void, or the set is changed")
    return None


def _against_other_cards(view: TableView, order: m.CorrectCards) -> Refusal | None:
    if len(order.cards) != view.on_felt or view.shoe.pending:
        detail = f"{view.on_felt} cards were drawn, {len(order.cards)} are named"
        return _no(view.game, order, "other_cards", detail, Topic.CARDS_PREVAIL)
    return None


def _against_certificate(view: TableView, order: m.Certify) -> Refusal | None:
    """001 §5.10: the Dealer has compared these cards, and no others."""
    if order.cards_digest != cards_digest(view):
        detail = "these are not the cards of the Round any more: look again"
        return _no(view.game, order, "other_cards", detail, Topic.CARDS_PREVAIL)
    if view.surplus:
        return _no(view.game, order, "surplus", "a surplus card waits for a Ruling", Topic.SURPLUS)
    return None


def _against_ruling(view: TableView, order: m.Rule) -> Refusal | None:
    act, paragraph = order.act, order.paragraph
    illegal = may_rule(rulings_of(view.game), paragraph, type(act), SHIFT_MANAGER)  # who it is for was asked before
    if illegal is not None:
        return illegal
    if isinstance(act, Voided):
        if act.paragraph != paragraph:
            return Refusal("illegal_ruling", "the paragraph of the Void is another one", paragraph)
        return None
    if view.shoe.pending:
        detail = "a card of the Round is not known yet: enter it first"
        return _no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_keeping(view: TableView, order: m.KeepSurplus) -> Refusal | None:
    return None if view.surplus else _no(view.game, order, "no_surplus", "no surplus card lies on the felt")


_EFFECTS_IN: Final[Mapping[type, tuple[Phase, ...]]] = {
    m.Conclude: IN_ROUND,
    m.VoidRound: IN_ROUND,
    m.ReturnBets: (DEALING, RESULT),  # while Bets are open a Player takes them back himself
    m.RoundWithoutBets: (READY,),
    m.PayFromHouse: ANY,
}


def _against_ruling_otherwise(view: TableView, order: m.RuleOtherwise) -> Refusal | None:
    """001 §5.12: in free words, and with one of the effects that can do no harm beyond what they say."""
    if view.phase not in _EFFECTS_IN[type(order.effect)]:
        return _no(view.game, order, "wrong_state", f"it has no effect while the table is {view.phase.value}")
    if isinstance(order.effect, m.PayFromHouse) and view.placard.coins:
        return _no(view.game, order, "coins", _COINS)
    if isinstance(order.effect, m.RoundWithoutBets):
        if view.halted:
            return _no(view.game, order, "halted", f"no Round begins while {', '.join(view.halts)} stops the table")
        return _against_bets(view, m.OpenBets())
    return None


def _against_recall(view: TableView, order: m.RecallRound) -> Refusal | None:
    if order.round_no > view.round_no or (order.round_no == view.round_no and view.in_round):
        return _no(view.game, order, "no_such_round", f"round {order.round_no} is not over yet")
    return None


def _against_answer(view: TableView, order: m.AnswerInterruption) -> Refusal | None:
    if Halt.INTERRUPTED not in view.halts:
        return _no(view.game, order, "not_interrupted", "the Round was not interrupted", Topic.INTERRUPTION)
    return no_void(view.game) if order.affects and is_established(view) else None


def is_established(view: TableView) -> bool | None:
    """001 §5.1.1: has any Bet conclusively won or lost? None: a card lies face down, and the table alone can tell. It
    has told when it was interrupted, and until that is answered no card is turned.
    """
    if not view.in_round:
        return False
    if None in view.acts:
        return view.established if Halt.INTERRUPTED in view.halts else None
    game = find_game(view.game, view.rules, **view.house)
    round: Any = fold(game, view.round_felt, [act for act in view.acts if act is not None])
    return game.established(round)


def no_void(game: str) -> Refusal:
    """001 §5.1.1: play continues, whatever the interruption affects."""
    detail = "an outcome is established: play continues, and the Round is concluded"
    return Refusal("established", detail, paragraph_of(game, Topic.INTERRUPTION))


def _against_resuming(view: TableView, order: m.Resume) -> Refusal | None:
    if order.reason not in view.halts:
        return _no(view.game, order, "not_halted", f"{order.reason} does not stop the table")
    if HALTS[order.reason].resume is None:
        return _no(view.game, order, "needs_act", f"{order.reason} is settled by an act, not by a word")
    if order.reason is Halt.FOREIGN_CARD and (view.shoe.foreign or view.shoe.pending):
        return _no(view.game, order, "needs_act", "the card is there: correct or enter it, or the Round is Void")
    return None


def _against_closing_day(view: TableView, order: m.CloseDay) -> Refusal | None:
    """A day can be closed when the next one has begun, and once."""
    if not view.due_day:
        return _no(view.game, order, "not_due", f"the gaming day {view.day} is not over, and all before it are closed")
    if order.day != view.due_day:
        return _no(view.game, order, "late", f"the day that is due is {view.due_day}, not {order.day}")
    return None


def _against_day(view: TableView, order: m.BeginDay) -> Refusal | None:
    if not view.doubted_day:
        return _no(view.game, order, "not_due", f"nothing is doubtful about the gaming day {view.day}")
    if order.day != view.doubted_day:
        return _no(view.game, order, "late", f"the clock says {view.doubted_day}, not {order.day}")
    return None


def _against_seat(view: TableView, order: m.Seat) -> Refusal | None:
    return seat_refused(view, order.terminal, order.box)


def _against_answer_for(view: TableView, order: m.AnswerFor) -> Refusal | None:
    """003 §5.18: staff place and decide for a Player, in games whose document says so."""
    if not paragraph_of(view.game, Topic.ON_REQUEST):
        return _no(view.game, order, "own_hand", "in this game every Player places his own Bets")
    opened = next((it.window for it in view.windows.values() if it.id == order.window), None)
    if opened is None:
        return _no(view.game, order, "late", "the window that it is about is not open")
    if opened.respondents is not None and order.terminal not in opened.respondents:
        return _no(view.game, order, "illegal_decision", f"{order.terminal} is not asked this")
    return None


def seat_refused(view: TableView, terminal: str, box: int) -> Refusal | None:
    """003 §1.26: why this terminal's Player cannot sit there, whoever asks for it: one of them to a box."""
    about = paragraph_of(view.game, Topic.SEATED)
    if view.phase is CLOSED or not find_game(view.game).shared:
        return Refusal("no_boxes", "there is no box to sit at", about)
    if not 0 <= box <= view.felt.boxes:
        return Refusal("no_such_box", f"there are {view.felt.boxes} boxes", about)
    if box and view.felt.seats.get(box, terminal) != terminal:
        return Refusal("taken", f"{view.felt.seats[box]} sits at box {box}", about)
    return None


def _against_limits(view: TableView, order: m.SetLimits) -> Refusal | None:
    """004 §2.3: of each coin for itself, as the file has them."""
    if order.felt.coins or view.placard.coins:
        return _no(view.game, order, "coin_limits", "the limits of coins are those of the table's file")
    return None


_AGAINST: Final[Mapping[type, Callable[[TableView, Any], Refusal | None]]] = {
    m.OpenBets: _against_bets,
    m.SetLimits: _against_limits,
    m.LoadShoe: _against_loading,
    m.EnterCard: _against_entering,
    m.DealByHand: _against_setting_aside,
    m.DealCard: _against_dealing,
    m.TakeBackCard: _against_taking_back,
    m.ReportForeignCard: _against_foreign,
    m.ReportWrongSides: _against_sides,
    m.CorrectCards: _against_other_cards,
    m.Certify: _against_certificate,
    m.Rule: _against_ruling,
    m.KeepSurplus: _against_keeping,
    m.RuleOtherwise: _against_ruling_otherwise,
    m.RecallRound: _against_recall,
    m.AnswerInterruption: _against_answer,
    m.Resume: _against_resuming,
    m.CloseDay: _against_closing_day,
    m.BeginDay: _against_day,
    m.Seat: _against_seat,
    m.AnswerFor: _against_answer_for,
}
