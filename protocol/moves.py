"""The table's states and the moves of staff (DESIGN 4.7): which order, in which states, and who must stand behind it.

An order that is not listed for the state is refused with the reason, and put on record, because a person made it.
Whether one can be given now is asked in `legality.py`. Knows no game. `docs/states.md` is the table, printed.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final

from msgspec import Struct

from games.boxes import is_answer
from games.cards import Card
from games.catalog import paragraph_of, rulings_of
from games.round import CardDrawn, DealingError, Discarded, DrawnTogether, HandRemoved, Reconstructed, Refusal, Voided
from games.rulings import Position, Topic, who_corrects
from protocol import events as e
from protocol import messages as m
from protocol.box_view import turns_first
from protocol.halts import HALTS
from protocol.keyring import WEIGHTY
from protocol.people import assigns_himself
from protocol.view import Phase, TableView

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
        *(m.ReportDrawnTogether, m.VoidSettled, m.TakeBackVoid, m.AnswerInterruption, m.AnswerFor),
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
ANSWERED_FOR: Final = OF_CASH | {m.RuleOtherwise}  # a ruling may pay of the House's money
_OF_MONEY: Final = ANSWERED_FOR | {m.GrantCoins}
# Of all others the table of moves alone says who may give them.
_BY_CASE: Final = frozenset({m.Rule, m.VoidSettled, m.Resume, m.Correct, m.TakeBackCard})
# And of these it takes the same people every time: there is no money in them, no case, and no key of weight.
ALWAYS_ALIKE: Final = frozenset(MOVE_FOR) - _OF_MONEY - _BY_CASE - {*_OF_PEERS, *_OF_KEYS, m.RotateConsole}


class Case(Struct, frozen=True, gc=False):
    """What an order is about, as far as that decides who may give it. Table and panel each know it in their way."""

    role: str = ""  # of the peer that it names
    amount: int = 0  # of the money that it moves, where there is a cap
    begun: bool = False  # the Round after the one that it corrects
    caps: e.Caps = e.Caps()
    answered: Mapping[str, int] = {}  # for what each person, by number, has answered in this gaming day: of its coin
    complete: bool = False  # the cards of the Round: nothing more is due; or some of it is paid already
    over: bool = False  # nothing more is due
    since: int = 1_000  # cards in Hands after the last answer of a Player that brought one
    parted: Card | None = None  # the one before that answer; None: nobody sees it


NO_CASE: Final = Case()
_EVERYBODY: Final = frozenset(Position)


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
    if type(order) in ALWAYS_ALIKE:
        return _always_wanted(type(order))
    capped = _EVERYBODY
    of_keys = isinstance(order, _OF_KEYS) and order.role in WEIGHTY
    if of_keys or isinstance(order, m.RotateConsole) or (isinstance(order, _OF_PEERS) and case.role in WEIGHTY):
        one, other = frozenset({SHIFT_MANAGER}), frozenset({TECHNICIAN})
        return Wanted(one, other, one | other, capped)
    cap, a_day = _cap(order, case.caps), None
    if cap is not None:
        capped = frozenset(position for position, most in _by_position(cap).items() if case.amount <= most)
        # Coins are no cash: what one person may grant of one at once is also all that he grants of it in a gaming day.
        a_day = _by_position(cap if isinstance(order, m.GrantCoins) else case.caps.day)
    who, second = who_may(game, order, case), second_for(game, order, case)
    return _people(MOVE_FOR[type(order)], who, second, capped, case.amount if cap is not None else 0, a_day)


@cache
def _always_wanted(kind: type) -> Wanted:
    move = MOVE_FOR[kind]
    return _people(move, move.who, move.second, _EVERYBODY, 0, None)


def _people(
    move: Move,
    who: Position,
    second: Position | None,
    capped: frozenset[Position],
    amount: int,
    a_day: Mapping[Position, int] | None,
) -> Wanted:
    part = above(move.least) | frozenset(move.also)
    one = above(max(who, second or DEALER))
    if second is None:
        return Wanted(one | frozenset(move.also), frozenset(), part, capped, amount, a_day)
    return Wanted(one, part, part, capped, amount, a_day)


@cache
def above(position: Position) -> frozenset[Position]:
    """This position and those above it in a game."""
    return frozenset(it for it in Position if it >= position)


def _by_position(cap: e.CashCap) -> dict[Position, int]:
    return {position: getattr(cap, position.name.lower(), 0) for position in Position}


def _cap(order: m.Order, caps: e.Caps) -> e.CashCap | None:
    if type(order) not in _OF_MONEY:
        return None
    match order:
        case m.SellCredit():
            return caps.sell_credit
        case m.PayTicket() | m.PayTicketByTwo() | m.CashForeignTicket():
            return caps.pay_ticket
        case m.PayByHand() | m.PayDue() | m.ReleaseNote() | m.RuleOtherwise(effect=m.PayFromHouse()):
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
    """Why it takes somebody else than these people: to deal, a Dealer or above (001 §1.4, 002 §1.3, 003 §1.5)."""
    want = wanted(game, order, case)
    people = (by,) if second is None else (by, second)
    if assigns_himself(order, *people):
        return no(game, order, "own_position", "nobody has a part in assigning himself")
    positions = tuple(it.position for it in people)
    answered = tuple(case.answered.get(it.number, 0) for it in people)
    if (second is None or second.number != by.number) and want.stand(*positions, answered=answered):
        return None
    who = min(want.one & above(DEALER), default=SHIFT_MANAGER)
    if by.position not in want.part or (second is None and by.position < who_may(game, order, case)):
        if not want.one.isdisjoint(positions) and by.position in want.part:
            return _over_cap(game, order, want, positions, answered)
        low = max(who_may(game, order, case), min(want.part & above(DEALER), default=who))
        return no(game, order, "not_entitled", f"this is for a {title(low)} or above")
    if (second is None and want.other) or (second is not None and second.number == by.number):
        return no(game, order, "second_person", "this needs a second, different person")
    if want.capped.isdisjoint(positions) or not want.within_day(positions, answered):
        return _over_cap(game, order, want, positions, answered)
    if TECHNICIAN in want.other and not above(DEALER) & want.other:
        return no(game, order, "technician_and_manager", "this is for a Technician and a Shift Manager")
    return no(game, order, "second_position", f"one of the two must be a {title(who)} or above")


def _over_cap(
    game: str, order: m.Order, want: Wanted, positions: tuple[int, ...], answered: tuple[int, ...]
) -> Refusal:
    if want.capped.isdisjoint(positions):
        return no(game, order, "over_cap", f"{want.amount} is more than this position may answer for")
    at = answers_second(positions)
    most = 0 if want.a_day is None else want.a_day[Position(positions[at])]
    today = f"this person has answered for {answered[at]} of {most} in this gaming day"
    return no(game, order, "over_day", f"{today}: {want.amount} more is too much")


def who_may(game: str, order: m.Order, case: Case = NO_CASE) -> Position:
    """The lowest position that may give this order, alone or with a second person."""
    who = MOVE_FOR[type(order)].who
    if type(order) not in _BY_CASE:
        return who
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
    if type(order) not in _BY_CASE:
        return MOVE_FOR[type(order)].second
    match order:
        case m.Resume(reason=reason) if HALTS[reason].second:
            return DEALER
        case m.Rule(paragraph=paragraph) if paragraph == paragraph_of(game, Topic.ANYTHING_ELSE):
            return DEALER
        case m.Rule(act=Voided() | Reconstructed() | HandRemoved()) if case.complete:
            return DEALER
        case m.Rule(act=DealingError()) if case.over:  # whoever has lost would have his Bets back
            return DEALER
        case m.Rule(act=DrawnTogether(cards=cards)) if case.over or (
            len(cards) > case.since and case.parted in (None, *cards)
        ):
            return SUPERVISOR  # the same; and a Player has decided between two of them: he would decide again
        case m.Rule(act=Discarded(), paragraph=paragraph) if case.over and paragraph == paragraph_of(
            game, Topic.EMPTY_BOX
        ):
            return DEALER  # one that lies in a Hand: those after it move up
        case m.TakeBackCard() if case.complete:
            return SUPERVISOR
    return MOVE_FOR[type(order)].second


def case_in(view: TableView, *, paid: bool) -> Case:
    """What the picture says of the case of whatever is ordered; `paid`: some of the Round is settled (003 §1.17)."""
    over = view.phase is RESULT and not turns_first(view)
    last = view.draws[-1] if view.draws else 0
    answers = [place for place, act in enumerate(view.acts[:last]) if is_answer(act)]
    before = [place for place in view.draws if answers and place < answers[-1]]
    parted = view.acts[before[-1]] if before else None
    face = parted.card if isinstance(parted, CardDrawn) else None
    since = len(view.draws) - len(before) if answers else NO_CASE.since
    return Case(complete=over or paid, over=over, since=since, parted=face)


def title(position: Position) -> str:
    return position.name.replace("_", " ").title()


def _who_rules(game: str, act: type, paragraph: str) -> Position:
    """By the document of the game that is played; for a paragraph that knows no such ruling it is refused later."""
    known = (it.who for it in rulings_of(game).irregularities if it.paragraph == paragraph and act in it.acts)
    return next(known, DEALER)


def no(game: str, order: m.Order, reason: str, detail: str, topic: Topic | None = None) -> Refusal:
    """With the paragraph of the game about it."""
    if topic is None and isinstance(order, m.Rule | m.VoidSettled):
        return Refusal(reason, detail, order.paragraph)
    about = topic or MOVE_FOR[type(order)].topic
    return Refusal(reason, detail, paragraph_of(game, about) if about else "")
