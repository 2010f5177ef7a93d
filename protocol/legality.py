"""The one function that says no to an order, for table, panel and forms.

The table asks it before it looks at what it alone knows; a panel asks parts of it to know what to offer. First the
state and the Round, then who must stand behind it (`moves.py`), then what stands against this one order. Knows the
picture that every panel has, and no game.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.catalog import find_game, paragraph_of, rulings_of
from games.round import Refusal, Voided
from games.rulings import Topic, may_rule
from games.settlement import fold
from protocol import messages as m
from protocol.halts import HALTS, Halt, may_change_set
from protocol.moves import (
    ANY,
    CLOSED,
    DEALING,
    IN_ROUND,
    MOVE_FOR,
    NO_CASE,
    OF_A_DEALER,
    OF_CASH,
    OF_COINS,
    OPEN,
    READY,
    RESULT,
    SHIFT_MANAGER,
    Case,
    no,
    not_entitled,
)
from protocol.view import Phase, TableView, cards_digest


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


_WITHOUT_CONFIRMATION: Final = m.Resume(Halt.UNCONFIRMED)
_OVER_A_PROOF: Final = m.Resume(Halt.HISTORY)


_COINS: Final = "coins are granted here: no cash and no tickets"


def _not_in_this_state(view: TableView, order: m.Order) -> Refusal | None:
    move = MOVE_FOR[type(order)]
    if Halt.UNCONFIRMED in view.halts and order not in (_WITHOUT_CONFIRMATION, _OVER_A_PROOF):
        return no(view.game, order, "unconfirmed", "the console has started, and its journal is not confirmed yet")
    if view.placard.automatic and type(order) in OF_A_DEALER:
        return no(view.game, order, "automatic", "nobody deals here: software does")
    if bool(view.placard.coins) != (type(order) in OF_COINS) and type(order) in OF_CASH | OF_COINS:
        return no(view.game, order, "coins", _COINS if view.placard.coins else "nobody plays with coins here")
    after_this_round = view.placard.automatic and isinstance(order, m.CloseTable)
    if view.phase not in (OPEN if after_this_round else move.phases):
        return no(view.game, order, "wrong_state", f"not while the table is {view.phase.value}")
    if move.halted is not None and move.halted != view.halted:
        reasons = ", ".join(view.halts) or "nothing"
        return no(view.game, order, "halted" if view.halted else "not_halted", f"the table is stopped by: {reasons}")
    return None


_OF_A_WINDOW: Final = (m.CloseBets, m.AddTime)


def _late(view: TableView, command: m.Command) -> Refusal | None:
    order = command.order
    of_last_round = isinstance(order, m.VoidSettled)  # 001 §5.3.3: before the next one begins
    if (MOVE_FOR[type(order)].of_round or of_last_round) and command.round_no != view.round_no:
        return no(view.game, order, "late", f"it is about round {command.round_no}, and this is {view.round_no}")
    if isinstance(order, _OF_A_WINDOW) and all(it.id != command.window for it in view.windows.values()):
        return no(view.game, order, "late", "the window that it is about is not open")
    return None


def not_over_this_table(view: TableView, order: m.Order) -> Refusal | None:
    """What stands on the felt, in the shoe, or over the table against this one order."""
    ask = _AGAINST.get(type(order))
    return None if ask is None else ask(view, order)


def _against_bets(view: TableView, order: m.OpenBets) -> Refusal | None:
    shoe = view.shoe
    if not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0:
        return no(view.game, order, "no_shoe", "load a shoe first", Topic.CARDS)
    if shoe.withdrawn:
        return no(view.game, order, "set_withdrawn", "this set has left play: load another one", Topic.CARDS)
    if shoe.pending:
        return no(view.game, order, "card_missing", "a card of the shoe is not accounted for", Topic.WRONG_HAND)
    return None


def _against_loading(view: TableView, order: m.LoadShoe) -> Refusal | None:
    decks = find_game(view.game).decks
    if order.decks not in decks:
        return no(view.game, order, "wrong_decks", f"this game is played with {decks[0]} to {decks[-1]} decks")
    if view.in_round and not may_change_set(view.halts):
        return no(view.game, order, "wrong_state", "in a Round only a stopped table changes its cards", Topic.NEW_SET)
    if view.in_round and view.shoe.pending:  # the new shoe may number its cards alike: nobody could tell them apart
        detail = "a card of the Round is not known yet: enter it first"
        return no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_entering(view: TableView, order: m.EnterCard) -> Refusal | None:
    if not view.shoe.pending and (view.phase is not DEALING or Halt.SURPLUS in view.halts):
        return no(view.game, order, "no_card_due", "no card is due, and none is missing", Topic.SURPLUS)
    return None


def _against_setting_aside(view: TableView, order: m.DealByHand) -> Refusal | None:
    if Halt.SHOE_LOST not in view.halts or not (view.shoe.live or view.shoe.burning):
        return no(view.game, order, "shoe_lives", "the Card Shoe answers, or none is loaded")
    return None


def _against_dealing(view: TableView, order: m.DealCard) -> Refusal | None:
    if not view.shoe.by_hand:
        return no(view.game, order, "not_by_hand", "the Card Shoe tells of its cards")
    if not (view.due or view.shoe.burning) or view.shoe.pending:
        return no(view.game, order, "no_card_due", "no card is due", Topic.SURPLUS)
    return None


def _against_taking_back(view: TableView, order: m.TakeBackCard) -> Refusal | None:
    if not view.undo:
        return no(view.game, order, "no_card", "the last card was not dealt by hand, or something has followed it")
    return None


def _against_sides(view: TableView, order: m.ReportWrongSides) -> Refusal | None:
    if view.shoe.pending:
        detail = "a card of the Round is not known yet: enter it first"
        return no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_foreign(view: TableView, order: m.ReportForeignCard) -> Refusal | None:
    if not view.shoe.pending:
        return no(view.game, order, "no_card_missing", "every card was read: correct the one that was read wrong")
    if Halt.FOREIGN_CARD in view.halts:
        return no(view.game, order, "known", "it has been said already: the Round is Void, or the set is changed")
    return None


def _against_other_cards(view: TableView, order: m.CorrectCards) -> Refusal | None:
    if len(order.cards) != view.on_felt or view.shoe.pending:
        detail = f"{view.on_felt} cards were drawn, {len(order.cards)} are named"
        return no(view.game, order, "other_cards", detail, Topic.CARDS_PREVAIL)
    return None


def _against_certificate(view: TableView, order: m.Certify) -> Refusal | None:
    """001 §5.10: the Dealer has compared these cards, and no others."""
    if order.cards_digest != cards_digest(view):
        detail = "these are not the cards of the Round any more: look again"
        return no(view.game, order, "other_cards", detail, Topic.CARDS_PREVAIL)
    if view.surplus:
        return no(view.game, order, "surplus", "a surplus card waits for a Ruling", Topic.SURPLUS)
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
        return no(view.game, order, "card_missing", detail, Topic.WRONG_HAND)
    return None


def _against_keeping(view: TableView, order: m.KeepSurplus) -> Refusal | None:
    return None if view.surplus else no(view.game, order, "no_surplus", "no surplus card lies on the felt")


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
        return no(view.game, order, "wrong_state", f"it has no effect while the table is {view.phase.value}")
    if isinstance(order.effect, m.PayFromHouse) and view.placard.coins:
        return no(view.game, order, "coins", _COINS)
    if isinstance(order.effect, m.RoundWithoutBets):
        if view.halted:
            return no(view.game, order, "halted", f"no Round begins while {', '.join(view.halts)} stops the table")
        return _against_bets(view, m.OpenBets())
    return None


def _against_recall(view: TableView, order: m.RecallRound) -> Refusal | None:
    if order.round_no > view.round_no or (order.round_no == view.round_no and view.in_round):
        return no(view.game, order, "no_such_round", f"round {order.round_no} is not over yet")
    return None


def _against_answer(view: TableView, order: m.AnswerInterruption) -> Refusal | None:
    if Halt.INTERRUPTED not in view.halts:
        return no(view.game, order, "not_interrupted", "the Round was not interrupted", Topic.INTERRUPTION)
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
        return no(view.game, order, "not_halted", f"{order.reason} does not stop the table")
    if HALTS[order.reason].resume is None:
        return no(view.game, order, "needs_act", f"{order.reason} is settled by an act, not by a word")
    if order.reason is Halt.FOREIGN_CARD and (view.shoe.foreign or view.shoe.pending):
        return no(view.game, order, "needs_act", "the card is there: correct or enter it, or the Round is Void")
    return None


def _against_closing_day(view: TableView, order: m.CloseDay) -> Refusal | None:
    """A day can be closed when the next one has begun, and once."""
    if not view.due_day:
        return no(view.game, order, "not_due", f"the gaming day {view.day} is not over, and all before it are closed")
    if order.day != view.due_day:
        return no(view.game, order, "late", f"the day that is due is {view.due_day}, not {order.day}")
    return None


def _against_day(view: TableView, order: m.BeginDay) -> Refusal | None:
    if not view.doubted_day:
        return no(view.game, order, "not_due", f"nothing is doubtful about the gaming day {view.day}")
    if order.day != view.doubted_day:
        return no(view.game, order, "late", f"the clock says {view.doubted_day}, not {order.day}")
    return None


def _against_seat(view: TableView, order: m.Seat) -> Refusal | None:
    return seat_refused(view, order.terminal, order.box)


def _against_answer_for(view: TableView, order: m.AnswerFor) -> Refusal | None:
    """003 §5.18: staff place and decide for a Player, in games whose document says so."""
    if not paragraph_of(view.game, Topic.ON_REQUEST):
        return no(view.game, order, "own_hand", "in this game every Player places his own Bets")
    opened = next((it.window for it in view.windows.values() if it.id == order.window), None)
    if opened is None:
        return no(view.game, order, "late", "the window that it is about is not open")
    if opened.respondents is not None and order.terminal not in opened.respondents:
        return no(view.game, order, "illegal_decision", f"{order.terminal} is not asked this")
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
        return no(view.game, order, "coin_limits", "the limits of coins are those of the table's file")
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
