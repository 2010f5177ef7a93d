"""The table's states and what may be done in them (DESIGN 4.7), and the one function that says no.

An order that is not listed for the state is refused with the reason, and put on record, because a person made it. The
table asks `refusal` before it looks at what it alone knows; a panel asks parts of it to know what to offer. Knows the
picture that every panel has, and no game. `docs/states.md` is the table, printed.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from games.catalog import find_game, paragraph_of, rulings_of
from games.round import Discarded, DrawnTogether, Reconstructed, Refusal, Voided
from games.rulings import Position, Topic, may_rule
from protocol import events as e
from protocol import messages as m
from protocol.halts import HALTS, Halt, may_change_set
from protocol.view import Phase, TableView, cards_digest

CLOSED, READY, BETTING, DEALING, RESULT = Phase
IN_ROUND: Final = (BETTING, DEALING, RESULT)
OPEN: Final = (READY, *IN_ROUND)
ANY: Final = tuple(Phase)


class Move(Struct, frozen=True):
    """One order: in which states, over a halt or not, by whom, with whom, and what it writes."""

    order: type
    phases: tuple[Phase, ...]
    who: Position
    writes: tuple[type[e.Event], ...]  # at once, or what comes of it later
    second: Position | None = None  # two different people are needed, and one of them must be this or above
    halted: bool | None = None  # False: only while nothing halts the table; True: only over a halt; None: both
    of_round: bool = False  # it names the Round it is about, and is refused when that has passed
    topic: Topic | None = None  # what the game that is played has a paragraph about


DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = Position

MOVES: Final = (
    Move(m.OpenTable, (CLOSED,), SUPERVISOR, (e.TableOpened,), topic=Topic.LIMITS),
    Move(m.SetLimits, (CLOSED, READY), MANAGER, (e.LimitsSet,), second=DEALER, halted=False, topic=Topic.LIMITS),
    Move(m.LoadShoe, OPEN, DEALER, (e.ShoeLoaded, e.CardBurnt, e.ShoeLive), second=SUPERVISOR, topic=Topic.CARDS),
    Move(m.EndShoe, (READY,), DEALER, (e.ShoeEnded,), second=SUPERVISOR, topic=Topic.MISCOUNT),
    Move(m.OpenBets, (READY,), DEALER, (e.WindowOpened,), halted=False, of_round=True, topic=Topic.BETS_OPEN),
    Move(m.AddTime, (BETTING,), DEALER, (e.TimeAdded,), halted=False, of_round=True, topic=Topic.NO_MORE_BETS),
    Move(m.CloseBets, (BETTING,), DEALER, (e.WindowClosed,), halted=False, of_round=True, topic=Topic.NO_MORE_BETS),
    Move(m.EnterCard, OPEN, DEALER, (e.CardDealt,), SUPERVISOR, halted=True, of_round=True, topic=Topic.INTERRUPTION),
    Move(m.CorrectCards, (DEALING, RESULT), DEALER, (e.CardsCorrected,), SUPERVISOR, None, True, Topic.CORRECTION),
    Move(m.Certify, IN_ROUND, DEALER, (e.Certified, e.Settled, e.RoundEnded), None, False, True, Topic.SETTLEMENT),
    Move(m.Rule, IN_ROUND, DEALER, (e.RulingMade, e.Settled, e.RoundEnded), of_round=True, topic=Topic.VOID),
    Move(m.KeepSurplus, OPEN, SUPERVISOR, (e.SurplusKept,), halted=True, of_round=True, topic=Topic.SURPLUS),
    Move(m.AnswerInterruption, IN_ROUND, SUPERVISOR, (e.InterruptionAnswered,), None, True, True, Topic.INTERRUPTION),
    Move(m.CallSupervisor, OPEN, DEALER, (e.Halted,), of_round=True, topic=Topic.ANYTHING_ELSE),
    Move(m.Resume, ANY, SUPERVISOR, (e.Resumed,), halted=True, topic=Topic.ANYTHING_ELSE),
    Move(m.Correct, OPEN, SUPERVISOR, (e.RoundCorrected, e.LinesCorrected), second=DEALER, topic=Topic.CORRECTION),
    Move(m.VoidSettled, (READY,), SUPERVISOR, (e.RoundCorrected, e.LinesCorrected), DEALER, topic=Topic.WRONG_HAND),
    Move(m.RecordRuling, ANY, SHIFT_MANAGER, (e.RulingRecorded,), topic=Topic.ANYTHING_ELSE),
    Move(m.CloseTable, (READY,), SUPERVISOR, (e.LeftOpen, e.TableClosed), halted=False),
    Move(m.CloseDay, (CLOSED,), SUPERVISOR, (e.DayClosed,)),
    Move(m.BeginDay, ANY, SUPERVISOR, (e.DayBegan,), second=DEALER),
    Move(m.SellCredit, ANY, DEALER, (e.CreditBought,)),
    Move(m.PayTicket, ANY, DEALER, (e.TicketPaid,)),
    Move(m.PayTicketByTwo, ANY, DEALER, (e.TicketPaid,), second=SUPERVISOR),
    Move(m.PrintAgain, ANY, SUPERVISOR, (e.TicketPrint,)),
    Move(m.UnlockTickets, ANY, SUPERVISOR, (e.TicketsUnlocked,)),
    Move(m.PayByHand, ANY, DEALER, (e.HandPaid,), second=SUPERVISOR),
    Move(m.ReleaseNote, ANY, DEALER, (e.NoteCredited, e.NoteCleared), second=SUPERVISOR),
    Move(m.PayDue, ANY, DEALER, (e.DuePaid,), second=SUPERVISOR, topic=Topic.CORRECTION),
    Move(m.CollectOwed, ANY, DEALER, (e.OwedCollected,), second=SUPERVISOR, topic=Topic.CORRECTION),
    Move(m.RuleDispute, ANY, SUPERVISOR, (e.DisputeRuled,), topic=Topic.CARDS_PREVAIL),
    Move(m.Retire, ANY, SUPERVISOR, (e.TerminalRetired,), second=DEALER),
    Move(m.Latch, ANY, SUPERVISOR, (e.TerminalLatched,)),
    Move(m.Unlatch, ANY, SUPERVISOR, (e.TerminalUnlatched,)),
    Move(m.Attend, ANY, DEALER, (e.AttendantCalled,)),
)  # fmt: skip

MOVE_FOR: Final[Mapping[type, Move]] = {move.order: move for move in MOVES}


# --- the one no, for table, panel and forms -------------------------------------------------------------------


def refusal(view: TableView, command: m.Command, by: m.Person) -> Refusal | None:
    """Why this order is not obeyed, as far as the picture tells. What the table alone knows comes later."""
    order = command.order
    return (
        _not_in_this_state(view, order)
        or _late(view, command)
        or not_entitled(view.game, order, by, command.second)
        or _not_over_this_table(view, order)
    )


def not_now(view: TableView, order: m.Order) -> Refusal | None:
    """Why nobody could give this order now, whoever he is."""
    return _not_in_this_state(view, order) or _not_over_this_table(view, order)


def not_entitled(game: str, order: m.Order, by: m.Person, second: m.Person | None) -> Refusal | None:
    """Why these people may not give it."""
    who, with_second = who_may(game, order), second_for(order)
    if by.position < who:
        return _no(game, order, "not_entitled", f"this is for a {title(who)} or above")
    if with_second is None:
        return None
    if second is None or same_person(second.name, by.name):
        return _no(game, order, "second_person", "this needs a second, different person")
    if max(second.position, by.position) < with_second:
        return _no(game, order, "second_position", f"one of the two must be a {title(with_second)} or above")
    return None


def who_may(game: str, order: m.Order) -> Position:
    """The lowest position that may give this order."""
    who = MOVE_FOR[type(order)].who
    match order:
        case m.Rule(act=act, paragraph=paragraph):
            return max(who, _who_rules(game, type(act), paragraph))
        case m.VoidSettled(paragraph=paragraph):
            return max(who, _who_rules(game, Voided, paragraph))
        case m.Resume(reason=reason):
            return max(who, HALTS[reason].resume or who)
    return who


def second_for(order: m.Order) -> Position | None:
    """Whether two different people are needed, and of which position one of them must be at least."""
    if isinstance(order, m.Resume) and HALTS[order.reason].second:
        return DEALER
    return MOVE_FOR[type(order)].second


def same_person(one: str, other: str) -> bool:
    """However the name was typed: a panel's keys have capitals only. Blanks are nobody's name, and so no other's."""
    mine, yours = one.casefold().split(), other.casefold().split()
    return mine == yours or not mine or not yours


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


def _not_in_this_state(view: TableView, order: m.Order) -> Refusal | None:
    move = MOVE_FOR[type(order)]
    if Halt.UNCONFIRMED in view.halts and order not in (_WITHOUT_CONFIRMATION, _OVER_A_PROOF):
        return _no(view.game, order, "unconfirmed", "the console has started, and its journal is not confirmed yet")
    if view.phase not in move.phases:
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


def _not_over_this_table(view: TableView, order: m.Order) -> Refusal | None:
    """What stands on the felt, in the shoe, or over the table against this one order."""
    ask = _AGAINST.get(type(order))
    return None if ask is None else ask(view, order)


def _against_bets(view: TableView, order: m.OpenBets) -> Refusal | None:
    shoe = view.shoe
    if not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0:
        return _no(view.game, order, "no_shoe", "load a shoe first", Topic.CARDS)
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


def _against_other_cards(view: TableView, order: m.CorrectCards) -> Refusal | None:
    if len(order.cards) != len(view.draws) or view.shoe.pending:
        detail = f"{len(view.draws)} cards were drawn, {len(order.cards)} are named"
        return _no(view.game, order, "other_cards", detail, Topic.CARDS_PREVAIL)
    return _kept(view, order)


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
    return _kept(view, order) if isinstance(act, Reconstructed | Discarded | DrawnTogether) else None


def _kept(view: TableView, order: m.Order) -> Refusal | None:
    """A card that was kept for the next Round lies no longer among the cards of this one."""
    if view.kept:
        detail = "a card of this Round was kept for the next one: only a Void is left"
        return _no(view.game, order, "kept", detail, Topic.SURPLUS)
    return None


def _against_keeping(view: TableView, order: m.KeepSurplus) -> Refusal | None:
    return None if view.surplus else _no(view.game, order, "no_surplus", "no surplus card lies on the felt")


def _against_answer(view: TableView, order: m.AnswerInterruption) -> Refusal | None:
    if Halt.INTERRUPTED in view.halts:
        return None
    return _no(view.game, order, "not_interrupted", "the Round was not interrupted", Topic.INTERRUPTION)


def _against_resuming(view: TableView, order: m.Resume) -> Refusal | None:
    if order.reason not in view.halts:
        return _no(view.game, order, "not_halted", f"{order.reason} does not stop the table")
    if HALTS[order.reason].resume is None:
        return _no(view.game, order, "needs_act", f"{order.reason} is settled by an act, not by a word")
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


_AGAINST: Final[Mapping[type, Callable[[TableView, Any], Refusal | None]]] = {
    m.OpenBets: _against_bets,
    m.LoadShoe: _against_loading,
    m.EnterCard: _against_entering,
    m.CorrectCards: _against_other_cards,
    m.Certify: _against_certificate,
    m.Rule: _against_ruling,
    m.KeepSurplus: _against_keeping,
    m.AnswerInterruption: _against_answer,
    m.Resume: _against_resuming,
    m.CloseDay: _against_closing_day,
    m.BeginDay: _against_day,
}
