"""Who may order what, when, and with whom (docs/states.md, 001 §1.12 and section 5), typed anew as tables.

`against` gives every reason that speaks against an order: where several do, any of them is a true answer.
"""

from hashlib import sha256
from typing import Any, Final, NamedTuple

from games.round import Reconstructed, Voided
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation import oracle
from simulation.reference.desk import (
    against_due,
    against_foreign,
    against_hand,
    against_note,
    against_owed,
    against_print_again,
    against_sale,
    against_ticket,
    against_unlocking,
    pays_nothing,
    reasons,
)
from simulation.reference.keyring import against as is_against_key
from simulation.reference.keyring import is_against_rotation
from simulation.reference.state import BETTING, CLOSED, DEALING, READY, RESULT, Play, faces

CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = -2, -1, 1, 2, 3, 4
POSITIONS: Final = (CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER)
OUTSIDE: Final = ("archive", "witness", "panel", "floor", "table")
ROUND: Final = (BETTING, DEALING, RESULT)
OPEN: Final = (READY, *ROUND)
ANY: Final = (CLOSED, *OPEN)
# For which somebody answers.
CASH: Final = (
    *(m.SellCredit, m.PayTicket, m.PayTicketByTwo, m.PayByHand, m.PayDue, m.ReleaseNote),
    m.CashForeignTicket,
)
BOTH, NO, ONLY = "too", "no", "only"  # over a halt


class Move(NamedTuple):
    phases: tuple[str, ...]
    over_halt: str
    who: int
    second: int = 0  # two different people, one of them at least this
    of_round: bool = False  # it names its Round, and is too late when that has passed
    beside: tuple[int, ...] = ()  # who has a part in it beside the positions of the game
    least: int = DEALER  # of those, from here on


MOVES: Final[dict[type, Move]] = {
    m.OpenTable: Move((CLOSED,), BOTH, SUPERVISOR),
    m.SetLimits: Move((CLOSED, READY), NO, MANAGER, DEALER),
    m.LoadShoe: Move(OPEN, BOTH, DEALER, SUPERVISOR),
    m.EndShoe: Move((READY,), BOTH, DEALER, SUPERVISOR),
    m.OpenBets: Move((READY,), NO, DEALER, of_round=True),
    m.AddTime: Move((BETTING,), NO, DEALER, of_round=True),
    m.CloseBets: Move((BETTING,), NO, DEALER, of_round=True),
    m.EnterCard: Move(OPEN, ONLY, DEALER, SUPERVISOR, of_round=True),
    m.DealByHand: Move(OPEN, ONLY, SUPERVISOR, DEALER),
    m.DealCard: Move((READY, DEALING), NO, DEALER, of_round=True),
    m.TakeBackCard: Move((DEALING, RESULT), BOTH, DEALER, of_round=True),
    m.ReportForeignCard: Move(OPEN, ONLY, DEALER, SUPERVISOR, of_round=True),
    m.CorrectCards: Move((DEALING, RESULT), BOTH, DEALER, SUPERVISOR, of_round=True),
    m.Certify: Move(ROUND, NO, DEALER, of_round=True),
    m.Rule: Move(ROUND, BOTH, DEALER, of_round=True),  # and by its paragraph: RULINGS
    m.KeepSurplus: Move(OPEN, ONLY, SUPERVISOR, of_round=True),
    m.AnswerInterruption: Move(ROUND, ONLY, SUPERVISOR, of_round=True),
    m.CallSupervisor: Move(OPEN, BOTH, DEALER, of_round=True),
    m.ReportWrongSides: Move((DEALING, RESULT), BOTH, DEALER, SUPERVISOR, of_round=True),
    m.ReportDrawnTogether: Move((DEALING, RESULT), BOTH, DEALER, of_round=True),
    m.Resume: Move(ANY, ONLY, SUPERVISOR),  # and by its reason: BY_WORD
    m.Correct: Move(ANY, BOTH, SUPERVISOR, DEALER),
    m.VoidSettled: Move((CLOSED, READY), BOTH, SUPERVISOR, DEALER, of_round=True),
    m.TakeBackVoid: Move(ANY, BOTH, SHIFT_MANAGER, DEALER),
    m.RuleOtherwise: Move(ANY, BOTH, SHIFT_MANAGER, DEALER, of_round=True),  # and by its effect: EFFECTS
    m.RecordRuling: Move(ANY, BOTH, SHIFT_MANAGER),
    m.RecallRound: Move(ANY, BOTH, SHIFT_MANAGER),
    m.CloseTable: Move((READY,), NO, SUPERVISOR),
    m.CloseDay: Move((CLOSED,), BOTH, SUPERVISOR),
    m.BeginDay: Move(ANY, BOTH, SUPERVISOR, DEALER),
    m.SellCredit: Move(ANY, BOTH, DEALER, beside=(CASHIER,)),
    m.PayTicket: Move(ANY, BOTH, DEALER, beside=(CASHIER,)),
    m.PayTicketByTwo: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.CashForeignTicket: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.GiveUpTicket: Move(ANY, BOTH, SUPERVISOR),
    m.PrintAgain: Move(ANY, BOTH, SUPERVISOR),
    m.UnlockTickets: Move(ANY, BOTH, SUPERVISOR),
    m.PayByHand: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.ReleaseNote: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.PayDue: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.CollectOwed: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
    m.RuleDispute: Move(ANY, BOTH, SUPERVISOR),
    m.Retire: Move(ANY, BOTH, SUPERVISOR, DEALER),
    m.Latch: Move(ANY, BOTH, SUPERVISOR),
    m.Unlatch: Move(ANY, BOTH, SUPERVISOR),
    m.Attend: Move(ANY, BOTH, DEALER),
    m.EnrolKey: Move(ANY, BOTH, SUPERVISOR, SUPERVISOR, beside=(TECHNICIAN,), least=SUPERVISOR),
    m.ReplaceKey: Move(ANY, BOTH, SUPERVISOR, SUPERVISOR, beside=(TECHNICIAN,), least=SUPERVISOR),
    m.EndKey: Move(ANY, BOTH, SUPERVISOR, SUPERVISOR, beside=(TECHNICIAN,), least=SUPERVISOR),
    m.RotateConsole: Move(ANY, BOTH, SHIFT_MANAGER, SHIFT_MANAGER, beside=(TECHNICIAN,), least=SHIFT_MANAGER),
    m.AdmitStaff: Move(ANY, BOTH, SHIFT_MANAGER, SUPERVISOR, beside=(TECHNICIAN,), least=SUPERVISOR),
    m.SetCredential: Move(ANY, BOTH, SHIFT_MANAGER, SUPERVISOR, beside=(TECHNICIAN,), least=SUPERVISOR),
    m.DisableStaff: Move(ANY, BOTH, SHIFT_MANAGER, SUPERVISOR, least=SUPERVISOR),
    m.AssignStaff: Move(ANY, BOTH, SHIFT_MANAGER, SUPERVISOR, least=SUPERVISOR),
    m.Seat: Move(OPEN, BOTH, DEALER),
    m.AnswerFor: Move((BETTING,), NO, DEALER, of_round=True),
}

# Section 5: paragraph -> what may be ruled under it. §5.12 is the Shift Manager's, all else a Pit Supervisor's.
VOIDS: Final = ("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.12")
RECONSTRUCTS: Final = ("5.3.3", "5.4", "5.5", "5.7", "5.12")

# Halts that a word ends: whose, and whether two people must say it. The others need an act.
BY_WORD: Final = {
    Halt.SHOE_FAULTY: (SUPERVISOR, False),
    Halt.CARD_CONFLICT: (SUPERVISOR, False),
    Halt.FOREIGN_CARD: (SUPERVISOR, False),
    Halt.UNSHUFFLED: (SUPERVISOR, False),
    Halt.DRAWN_TOGETHER: (SUPERVISOR, False),
    Halt.SHOE_DRY: (SUPERVISOR, False),
    Halt.RESULT_DIFFERS: (SUPERVISOR, False),
    Halt.MISCOUNT: (SUPERVISOR, False),
    Halt.CALLED: (SUPERVISOR, False),
    Halt.HISTORY: (SHIFT_MANAGER, True),
    Halt.UNCONFIRMED: (SUPERVISOR, True),
    Halt.BOOKS: (SHIFT_MANAGER, True),
}
# What else ends a halt, besides its own remedy.
BY_VOID: Final = (
    *(Halt.INTERRUPTED, Halt.CARD_MISSING, Halt.CARD_CONFLICT, Halt.SURPLUS, Halt.DRAWN_TOGETHER),
    *(Halt.SHOE_DRY, Halt.RESULT_DIFFERS, Halt.CALLED),
)
BY_VOID_UNDER: Final = {"5.3.1": (Halt.FOREIGN_CARD,), "5.3.5": (Halt.UNSHUFFLED,)}  # the set's, not the Round's
WITHDRAWS: Final = ("5.3.1", "5.3.2", "5.3.5")  # after such a Void the set leaves play (READINGS)
BY_RULING: Final = (Halt.SURPLUS, Halt.DRAWN_TOGETHER, Halt.CALLED)
BY_OTHER_CARDS: Final = (Halt.CARD_CONFLICT, Halt.FOREIGN_CARD, Halt.SURPLUS, Halt.CALLED)
BY_NEW_SET: Final = (Halt.DRAWN_TOGETHER,)  # §5.7.1 in the middle of a Round ends that one alone
BY_NEW_SET_BETWEEN: Final = (
    *(*BY_NEW_SET, Halt.UNSHUFFLED, Halt.MISCOUNT),
    *(Halt.CARD_MISSING, Halt.CARD_CONFLICT, Halt.FOREIGN_CARD, Halt.SURPLUS),
)
CHANGES_SET: Final = frozenset({Halt.SHOE_LOST, Halt.SHOE_FAULTY, Halt.DRAWN_TOGETHER})  # §5.7, or a dead shoe
BY_CONCLUSION: Final = (*(Halt.INTERRUPTED, Halt.CARD_CONFLICT, Halt.DRAWN_TOGETHER, Halt.RESULT_DIFFERS, Halt.CALLED),)
# §5.12: what a Ruling in free words may do, and when.
EFFECTS: Final[dict[type, tuple[str, ...]]] = {
    m.Conclude: ROUND,
    m.VoidRound: ROUND,
    m.ReturnBets: (DEALING, RESULT),
    m.RoundWithoutBets: (READY,),
    m.PayFromHouse: ANY,
}


def move_of(order: m.Order) -> Move:
    return MOVES[type(order)]


def against(play: Play, panel: str, command: m.Command) -> set[str]:
    """Why this order may not be obeyed, whoever gives and signs it; none: it must be."""
    return _against_state(play, command) or _against_order(play, panel, command)


def _against_state(play: Play, command: m.Command) -> set[str]:
    order = command.order
    move = MOVES[type(order)]
    found = set()
    if Halt.UNCONFIRMED in play.halts and order not in (m.Resume(Halt.UNCONFIRMED), m.Resume(Halt.HISTORY)):
        found.add("unconfirmed")
    if play.phase not in move.phases:
        found.add("wrong_state")
    if move.over_halt == NO and play.halts:
        found.add("halted")
    if move.over_halt == ONLY and not play.halts:
        found.add("not_halted")
    if move.of_round and command.round_no != play.round_no:
        found.add("late")
    if isinstance(order, m.CloseBets | m.AddTime) and (play.window is None or command.window != play.window):
        found.add("late")
    return found


def stand(play: Play, command: m.Command, *positions: int, before: tuple[int, ...] = (0, 0)) -> bool:
    """001 §1.12: are these, of one person or of two, enough? One of them is high enough, each has a part in it, two are
    two where that is wanted, and one of them answers for the amount. `before`: for what they have answered today.
    """
    order = command.order
    if isinstance(order, m.Latch | m.Unlatch | m.Retire) and play.role_of(order.terminal) in OUTSIDE:
        return sorted(positions) == [TECHNICIAN, SHIFT_MANAGER]
    of_keys = isinstance(order, m.EnrolKey | m.ReplaceKey | m.EndKey) and order.role in OUTSIDE
    if of_keys or isinstance(order, m.RotateConsole):
        return sorted(positions) == [TECHNICIAN, SHIFT_MANAGER]
    move, (who, with_whom) = move_of(order), _needed(play, order)
    if isinstance(order, m.Correct):  # §5.6, §5.8: once the next Round has begun it is the Shift Manager's
        begun = play.round_no > command.round_no or play.in_round
        who = SHIFT_MANAGER if begun else who
    if any(it not in move.beside and it < move.least for it in positions):
        return False
    if all(_amount(play, order) > _cap(play, order, it) for it in positions):
        return False
    if isinstance(order, CASH) or _amount(play, order):
        best = max(range(len(positions)), key=lambda at: (positions[at], at))
        if before[best] + _amount(play, order) > _most(play.shown.caps.day, positions[best]):
            return False
    if with_whom:
        return len(positions) == 2 and max(positions) >= max(who, with_whom)
    return max(positions) >= who or any(it in move.beside for it in positions)


def who_signs(play: Play, command: m.Command, by: m.Person) -> set[int]:
    """The positions of whom somebody else makes it enough."""
    if isinstance(command.order, m.AssignStaff) and command.order.number == by.number:
        return set()
    return {it for it in POSITIONS if stand(play, command, by.position, it, before=(play.answered[by.number], 0))}


def answer_for(play: Play, command: m.Command, by: m.Person, second: m.Person | None) -> None:
    """The higher of the two has this on his account of the day; of two alike, the one who signed."""
    if _amount(play, command.order):
        who = max((it for it in (second, by) if it is not None), key=lambda it: it.position)
        play.answered[who.number] += _amount(play, command.order)


def _amount(play: Play, order: m.Order) -> int:
    match order:
        case m.SellCredit(amount=amount) | m.PayByHand(amount=amount) | m.CashForeignTicket(amount=amount):
            return amount
        case m.RuleOtherwise(effect=m.PayFromHouse(amount=amount)):
            return amount
        case m.PayTicket(ticket=name) | m.PayTicketByTwo(ticket=name):
            return play.tickets[name].amount if name in play.tickets else 0
        case m.PayDue(terminal=terminal, sitting=sitting):
            return play.due_to[terminal, sitting]
        case m.ReleaseNote(note=note):
            return play.held[note][2] if note in play.held else 0
    return 0


def _cap(play: Play, order: m.Order, position: int) -> int:
    caps = play.shown.caps
    match order:
        case m.SellCredit():
            cap = caps.sell_credit
        case m.PayTicket() | m.PayTicketByTwo() | m.CashForeignTicket():
            cap = caps.pay_ticket
        case m.PayByHand() | m.PayDue() | m.ReleaseNote() | m.RuleOtherwise():
            cap = caps.pay_by_hand
        case _:
            return 0
    return _most(cap, position)


def _most(cap: e.CashCap, position: int) -> int:
    most = {CASHIER: cap.cashier, DEALER: cap.dealer, SUPERVISOR: cap.pit_supervisor, MANAGER: cap.pit_manager}
    return {**most, SHIFT_MANAGER: cap.shift_manager}.get(position, 0)


def _needed(play: Play, order: m.Order) -> tuple[int, int]:
    move = MOVES[type(order)]
    match order:
        case m.TakeBackCard() if play.phase == RESULT:
            return move.who, SUPERVISOR
        case m.Rule(act=act, paragraph=paragraph):  # what turns a Round round when its result lies there: by two
            by_two = play.phase == RESULT or paragraph == "5.12"
            return max(move.who, _who_rules(type(act), paragraph)), DEALER if by_two else move.second
        case m.VoidSettled(paragraph=paragraph):
            return max(move.who, _who_rules(Voided, paragraph)), move.second
        case m.Resume(reason=reason) if reason in BY_WORD:
            who, two = BY_WORD[reason]
            return who, DEALER if two else 0
    return move.who, move.second


def _who_rules(act: type, paragraph: str) -> int:
    known = VOIDS if act is Voided else RECONSTRUCTS if act is Reconstructed else ()
    if paragraph not in known:
        return DEALER  # there is no such ruling: that is what is said
    return SHIFT_MANAGER if paragraph == "5.12" else SUPERVISOR


def _against_order(play: Play, panel: str, command: m.Command) -> set[str]:
    ask = _AGAINST.get(type(command.order))
    return ask(play, panel, command, command.order) if ask else set()


# --- what speaks against one order ----------------------------------------------------------------------------------


def _opening(play: Play, _panel: str, _command: m.Command, _order: m.OpenTable) -> set[str]:
    stands = any(
        (*play.credit.values(), *play.stake.values(), *play.due_to.values(), *play.owed_by.values(), *play.held)
    ) or any(ticket.good for ticket in play.tickets.values())
    other = play.bound != (play.terms.placard.currency, play.terms.placard.exponent)
    busy = other and bool(play.process.recalling)  # what is found was played for the money before
    return reasons(no_felt=play.terms.unplayable, other_currency=other and stands, busy=busy)


def _limits(play: Play, _panel: str, _command: m.Command, order: m.SetLimits) -> set[str]:
    """001 §3.4"""
    new = order.felt.limits
    ranges = [(it.min, it.max) for it in (*new.values(), order.felt.total) if it is not None and it.max is not None]
    return reasons(
        no_limits=any(kind not in new or new[kind].max is None for kind in play.terms.felt.limits),
        bad_limits=any(least > most for least, most in ranges),
    )


def _bets(play: Play, _panel: str, _command: m.Command, _order: m.OpenBets) -> set[str]:
    shoe = play.shoe
    no_shoe = not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0
    return reasons(
        no_shoe=no_shoe, set_withdrawn=shoe.withdrawn, card_missing=bool(shoe.waiting), storage=not play.process.space
    )


def _loading(play: Play, _panel: str, _command: m.Command, order: m.LoadShoe) -> set[str]:
    """001 §2.2.1, §5.7.1"""
    return reasons(
        wrong_decks=not 4 <= order.decks <= 8,
        wrong_state=play.in_round and not play.halts & CHANGES_SET,
        card_missing=play.in_round and bool(play.shoe.waiting),
        no_such_person=not _is_staff(play, order.shuffled_by),
    )


def _is_staff(play: Play, number: str) -> bool:
    return number in play.staff and play.staff[number].active


def _admission(play: Play, _panel: str, _command: m.Command, order: m.AdmitStaff) -> set[str]:
    return reasons(
        known_person=_is_staff(play, order.number),
        bad_name=not order.name.isprintable() or not order.name.strip(),
        bad_position=order.position not in POSITIONS,
    )


def _new_pin(play: Play, _panel: str, _command: m.Command, order: m.SetCredential) -> set[str]:
    return reasons(no_such_person=not _is_staff(play, order.number))


def _disabling(play: Play, _panel: str, _command: m.Command, order: m.DisableStaff) -> set[str]:
    leads = [number for number, it in play.staff.items() if it.active and it.home == SHIFT_MANAGER]
    last = leads == [order.number] or _leads_alone(play, order.number)
    return reasons(no_such_person=not _is_staff(play, order.number), last_manager=last)


def _leads_alone(play: Play, number: str) -> bool:
    """In this shift."""
    return [it for it, known in play.staff.items() if known.active and known.position == SHIFT_MANAGER] == [number]


def _assignment(play: Play, _panel: str, _command: m.Command, order: m.AssignStaff) -> set[str]:
    known = play.staff.get(order.number)
    same = known is not None and known.active and known.on_shift and known.position == order.position
    return reasons(
        no_such_person=not _is_staff(play, order.number),
        bad_position=order.position not in POSITIONS,
        same_position=same,
        fixed_position=order.position < DEALER or (_is_staff(play, order.number) and play.staff[order.number].home < 0),
        last_manager=_leads_alone(play, order.number),
    )


def _entering(play: Play, _panel: str, _command: m.Command, _order: m.EnterCard) -> set[str]:
    due = play.phase == DEALING and Halt.SURPLUS not in play.halts
    return reasons(no_card_due=not play.shoe.waiting and not due)


def _setting_aside(play: Play, _panel: str, _command: m.Command, _order: m.DealByHand) -> set[str]:
    return reasons(shoe_lives=Halt.SHOE_LOST not in play.halts or not (play.shoe.live or play.shoe.burning))


def _dealing(play: Play, _panel: str, _command: m.Command, _order: m.DealCard) -> set[str]:
    due = bool(play.due or play.shoe.burning) and not play.shoe.waiting
    return reasons(not_by_hand=not play.shoe.by_hand, no_card_due=not due)


def _taking_back_card(play: Play, _panel: str, _command: m.Command, _order: m.TakeBackCard) -> set[str]:
    return reasons(no_card=not play.undo)


def _sides(play: Play, _panel: str, _command: m.Command, order: m.ReportWrongSides) -> set[str]:
    """001 §5.5: the cards of the Round, and not as they were dealt."""
    lying = {str(hand): faces(cards) for hand, cards in order.hands.items() if cards}
    said = sorted(face for cards in lying.values() for face in cards)
    return reasons(
        card_missing=bool(play.shoe.waiting),
        surplus=bool(play.surplus),
        as_dealt=lying == {side: cards for side, cards in play.hands.items() if cards},
        other_cards=bool(set(lying) - set(play.hands)) or said != sorted(play.drawn),
    )


def _foreign(play: Play, _panel: str, _command: m.Command, _order: m.ReportForeignCard) -> set[str]:
    """001 §5.3.1: of a card that nobody has read, once."""
    return reasons(no_card_missing=not play.shoe.waiting, known=Halt.FOREIGN_CARD in play.halts)


def _other_cards(play: Play, _panel: str, _command: m.Command, order: m.CorrectCards) -> set[str]:
    other = len(order.cards) != len(play.drawn) or bool(play.shoe.waiting)
    return reasons(other_cards=other)


def _certificate(play: Play, _panel: str, _command: m.Command, order: m.Certify) -> set[str]:
    """001 §5.10: these cards, and no others. Of a Round that is not over nobody can have compared all: whether a Hand
    without cards is on the screen then is the screen's affair.
    """
    hands = "; ".join(f"{side}: {' '.join(cards)}" for side, cards in sorted(play.hands.items()) if cards)
    shown = f"{play.round_no}: {hands}; surplus: {len(play.surplus)}; "
    return reasons(
        other_cards=play.phase != RESULT or order.cards_digest != sha256(shown.encode()).digest(),
        surplus=bool(play.surplus),
        not_finished=play.phase != RESULT,
    )


def _ruling(play: Play, _panel: str, _command: m.Command, order: m.Rule) -> set[str]:
    match order.act:
        case Voided(paragraph=paragraph):
            false = paragraph != order.paragraph or paragraph not in VOIDS
            return reasons(illegal_ruling=false or (paragraph == "5.1.2" and is_established(play)))
        case Reconstructed(cards=cards):
            others = sorted(faces(cards)) != sorted([*play.hands["player"], *play.hands["banker"], *play.beside])
            return reasons(
                illegal_ruling=order.paragraph not in RECONSTRUCTS or others or play.window is not None,
                card_missing=bool(play.shoe.waiting),
            )
    return {"illegal_ruling"}


def is_established(play: Play) -> bool:
    """001 §5.1.1 (READINGS): from the third card on Player Pair is decided."""
    return sum(map(len, play.hands.values())) >= 3


def _keeping(play: Play, _panel: str, _command: m.Command, _order: m.KeepSurplus) -> set[str]:
    return reasons(no_surplus=not play.surplus)


def _interruption(play: Play, _panel: str, _command: m.Command, order: m.AnswerInterruption) -> set[str]:
    """001 §5.1.1: with an outcome the Round is concluded: there is nothing that it could affect."""
    interrupted = Halt.INTERRUPTED in play.halts
    return reasons(not_interrupted=not interrupted, established=order.affects and is_established(play))


def _resuming(play: Play, _panel: str, _command: m.Command, order: m.Resume) -> set[str]:
    return reasons(
        not_halted=order.reason not in play.halts,
        needs_act=order.reason not in BY_WORD
        or (order.reason is Halt.FOREIGN_CARD and (play.shoe.foreign or bool(play.shoe.waiting))),
        books=order.reason is Halt.BOOKS and play.process.unread,
    )


def _is_gone(play: Play, round_no: int) -> bool:
    return not play.at_hand(round_no) or play.settled[round_no].void


def _correction(play: Play, _panel: str, command: m.Command, order: m.Correct) -> set[str]:
    """001 §5.6: a whole Round, with these cards."""
    if _is_gone(play, command.round_no):
        return {"no_such_round"}
    player, banker, left = oracle.deal(faces(order.cards))
    whole = not left and len(player) + len(banker) >= 4 and oracle.whose_turn(player, banker) is None
    return reasons(not_finished=not whole)


def _voiding(play: Play, _panel: str, command: m.Command, order: m.VoidSettled) -> set[str]:
    """001 §5.3.3, and no other paragraph: the settlement of all previous Rounds stands."""
    if _is_gone(play, command.round_no):
        return {"no_such_round"}
    return reasons(illegal_ruling=order.paragraph != "5.3.3")


def _taking_back(play: Play, _panel: str, command: m.Command, _order: m.TakeBackVoid) -> set[str]:
    """001 §5.12: a Void of a whole Round."""
    if not play.at_hand(command.round_no) or not play.settled[command.round_no].void:
        return {"no_such_round"}
    was = play.settled[command.round_no]
    return reasons(not_finished=oracle.whose_turn(was.hands["player"], was.hands["banker"]) is not None)


def _recall(play: Play, _panel: str, _command: m.Command, order: m.RecallRound) -> set[str]:
    """001 §5.6: a Round that is over; one at a time is looked for."""
    early = order.round_no > play.round_no or (order.round_no == play.round_no and play.in_round)
    return reasons(no_such_round=early, busy=bool(play.process.recalling) and not play.at_hand(order.round_no))


def _otherwise(play: Play, panel: str, command: m.Command, order: m.RuleOtherwise) -> set[str]:
    """001 §5.12"""
    if play.phase not in EFFECTS[type(order.effect)]:
        return {"wrong_state"}
    match order.effect:
        case m.ReturnBets(terminals=terminals):
            return reasons(
                no_bets=any(not play.bets.get(it) for it in terminals), twice=len(set(terminals)) < len(terminals)
            )
        case m.RoundWithoutBets():
            return reasons(halted=bool(play.halts)) | _bets(play, panel, command, m.OpenBets())
        case m.PayFromHouse(terminal=terminal, amount=amount):
            return reasons(
                books=pays_nothing(play),
                too_much=amount > play.placard.house_pays_max,
                no_terminal=not play.peers[terminal].role,
            )
    return set()


def _closing_day(play: Play, _panel: str, _command: m.Command, order: m.CloseDay) -> set[str]:
    return reasons(not_due=not play.due_day, late=bool(play.due_day) and order.day != play.due_day)


def _beginning_day(play: Play, _panel: str, _command: m.Command, order: m.BeginDay) -> set[str]:
    return reasons(not_due=not play.doubted_day, late=bool(play.doubted_day) and order.day != play.doubted_day)


def _dispute(play: Play, _panel: str, _command: m.Command, order: m.RuleDispute) -> set[str]:
    return reasons(no_dispute=not play.peers[order.terminal].disputed)


def _retirement(play: Play, _panel: str, _command: m.Command, order: m.Retire) -> set[str]:
    money = bool(play.credit[order.terminal] or play.stake[order.terminal])
    return reasons(credit=money, last_panel=play.is_last_panel(order.terminal))


def _latching(play: Play, _panel: str, _command: m.Command, order: m.Latch) -> set[str]:
    nobody = order.terminal not in play.keys and not play.peers[order.terminal].role
    return reasons(no_terminal=nobody, last_panel=play.is_last_panel(order.terminal))


def _of_a_key(play: Play, _panel: str, _command: m.Command, order: m.EnrolKey | m.ReplaceKey | m.EndKey) -> set[str]:
    return reasons(key=is_against_key(play, order))


def _attending(play: Play, _panel: str, _command: m.Command, order: m.Attend) -> set[str]:
    return reasons(no_call=not play.peers[order.terminal].calls)


def _seat(_play: Play, _panel: str, _command: m.Command, _order: m.Seat) -> set[str]:
    return {"no_boxes"}  # baccarat has none


def _answer_for(_play: Play, _panel: str, _command: m.Command, _order: m.AnswerFor) -> set[str]:
    return {"own_hand"}  # 001 does not speak of it


_AGAINST: Final[dict[type, Any]] = {
    m.OpenTable: _opening,
    m.SetLimits: _limits,
    m.OpenBets: _bets,
    m.LoadShoe: _loading,
    m.EnterCard: _entering,
    m.DealByHand: _setting_aside,
    m.DealCard: _dealing,
    m.TakeBackCard: _taking_back_card,
    m.ReportForeignCard: _foreign,
    m.ReportWrongSides: _sides,
    m.CorrectCards: _other_cards,
    m.Certify: _certificate,
    m.Rule: _ruling,
    m.KeepSurplus: _keeping,
    m.AnswerInterruption: _interruption,
    m.Resume: _resuming,
    m.Correct: _correction,
    m.VoidSettled: _voiding,
    m.TakeBackVoid: _taking_back,
    m.RuleOtherwise: _otherwise,
    m.RecallRound: _recall,
    m.CloseDay: _closing_day,
    m.BeginDay: _beginning_day,
    m.SellCredit: against_sale,
    m.PayTicket: against_ticket,
    m.PayTicketByTwo: against_ticket,
    m.CashForeignTicket: against_foreign,
    m.GiveUpTicket: lambda _play, _panel, _command, _order: {"no_journey"},  # this table stands alone
    m.PrintAgain: against_print_again,
    m.UnlockTickets: against_unlocking,
    m.PayByHand: against_hand,
    m.ReleaseNote: against_note,
    m.PayDue: against_due,
    m.CollectOwed: against_owed,
    m.RuleDispute: _dispute,
    m.Retire: _retirement,
    m.Latch: _latching,
    m.Attend: _attending,
    **dict.fromkeys((m.EnrolKey, m.ReplaceKey, m.EndKey), _of_a_key),
    m.RotateConsole: lambda play, _panel, _command, order: reasons(key=is_against_rotation(play, order)),
    m.AdmitStaff: _admission,
    m.SetCredential: _new_pin,
    m.DisableStaff: _disabling,
    m.AssignStaff: _assignment,
    m.Seat: _seat,
    m.AnswerFor: _answer_for,
}
