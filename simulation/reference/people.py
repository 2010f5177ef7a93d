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
from simulation.reference.keyring import against as is_against_key
from simulation.reference.state import BETTING, CLOSED, DEALING, READY, RESULT, Play, Ticket, faces

CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = -2, -1, 1, 2, 3, 4
POSITIONS: Final = (CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER)
OUTSIDE: Final = ("archive", "witness", "panel")
ROUND: Final = (BETTING, DEALING, RESULT)
OPEN: Final = (READY, *ROUND)
ANY: Final = (CLOSED, *OPEN)
# For which somebody answers.
CASH: Final = (m.SellCredit, m.PayTicket, m.PayTicketByTwo, m.PayByHand, m.PayDue, m.ReleaseNote)
BOTH, NO, ONLY = "too", "no", "only"  # over a halt
AMOUNT_MAX: Final = 10**15  # FAULTS A7


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
    m.CloseTable: Move((READY,), NO, SUPERVISOR),
    m.CloseDay: Move((CLOSED,), BOTH, SUPERVISOR),
    m.BeginDay: Move(ANY, BOTH, SUPERVISOR, DEALER),
    m.SellCredit: Move(ANY, BOTH, DEALER, beside=(CASHIER,)),
    m.PayTicket: Move(ANY, BOTH, DEALER, beside=(CASHIER,)),
    m.PayTicketByTwo: Move(ANY, BOTH, DEALER, SUPERVISOR, beside=(CASHIER,)),
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
PAYS_NOTHING: Final = frozenset({Halt.HISTORY, Halt.UNCONFIRMED, Halt.BOOKS})


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
    if isinstance(order, CASH):
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
    if isinstance(command.order, CASH):
        who = max((it for it in (second, by) if it is not None), key=lambda it: it.position)
        play.answered[who.number] += _amount(play, command.order)


def _amount(play: Play, order: m.Order) -> int:
    match order:
        case m.SellCredit(amount=amount) | m.PayByHand(amount=amount):
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
        case m.PayTicket() | m.PayTicketByTwo():
            cap = caps.pay_ticket
        case m.PayByHand() | m.PayDue() | m.ReleaseNote():
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


def pays_nothing(play: Play) -> bool:
    """Whoever asks."""
    return bool(play.halts & PAYS_NOTHING) or play.process.unread


def _against_order(play: Play, panel: str, command: m.Command) -> set[str]:
    ask = _AGAINST.get(type(command.order))
    return ask(play, panel, command, command.order) if ask else set()


# --- what speaks against one order ----------------------------------------------------------------------------------


def _words(**reasons: bool) -> set[str]:
    return {reason for reason, holds in reasons.items() if holds}


def _opening(play: Play, _panel: str, _command: m.Command, _order: m.OpenTable) -> set[str]:
    stands = any(
        (*play.credit.values(), *play.stake.values(), *play.due_to.values(), *play.owed_by.values(), *play.held)
    ) or any(ticket.good for ticket in play.tickets.values())
    other = play.bound != (play.terms.placard.currency, play.terms.placard.exponent)
    return _words(no_felt=play.terms.unplayable, other_currency=other and stands)


def _limits(play: Play, _panel: str, _command: m.Command, order: m.SetLimits) -> set[str]:
    """001 §3.4"""
    new = order.felt.limits
    ranges = [(it.min, it.max) for it in (*new.values(), order.felt.total) if it is not None and it.max is not None]
    return _words(
        no_limits=any(kind not in new or new[kind].max is None for kind in play.terms.felt.limits),
        bad_limits=any(least > most for least, most in ranges),
    )


def _bets(play: Play, _panel: str, _command: m.Command, _order: m.OpenBets) -> set[str]:
    shoe = play.shoe
    no_shoe = not shoe.live or shoe.foreign or shoe.rounds_left == 0 or shoe.left == 0
    return _words(
        no_shoe=no_shoe, set_withdrawn=shoe.withdrawn, card_missing=bool(shoe.waiting), storage=not play.process.space
    )


def _loading(play: Play, _panel: str, _command: m.Command, order: m.LoadShoe) -> set[str]:
    """001 §2.2.1, §5.7.1"""
    return _words(
        wrong_decks=not 4 <= order.decks <= 8,
        wrong_state=play.in_round and not play.halts & CHANGES_SET,
        card_missing=play.in_round and bool(play.shoe.waiting),
        no_such_person=not _is_staff(play, order.shuffled_by),
    )


def _is_staff(play: Play, number: str) -> bool:
    return number in play.staff and play.staff[number].active


def _admission(play: Play, _panel: str, _command: m.Command, order: m.AdmitStaff) -> set[str]:
    return _words(
        known_person=_is_staff(play, order.number),
        bad_name=not order.name.isprintable() or not order.name.strip(),
        bad_position=order.position not in POSITIONS,
    )


def _new_pin(play: Play, _panel: str, _command: m.Command, order: m.SetCredential) -> set[str]:
    return _words(no_such_person=not _is_staff(play, order.number))


def _disabling(play: Play, _panel: str, _command: m.Command, order: m.DisableStaff) -> set[str]:
    leads = [number for number, it in play.staff.items() if it.active and it.home == SHIFT_MANAGER]
    last = leads == [order.number] or _leads_alone(play, order.number)
    return _words(no_such_person=not _is_staff(play, order.number), last_manager=last)


def _leads_alone(play: Play, number: str) -> bool:
    """In this shift."""
    return [it for it, known in play.staff.items() if known.active and known.position == SHIFT_MANAGER] == [number]


def _assignment(play: Play, _panel: str, _command: m.Command, order: m.AssignStaff) -> set[str]:
    same = _is_staff(play, order.number) and play.staff[order.number].position == order.position
    return _words(
        no_such_person=not _is_staff(play, order.number),
        bad_position=order.position not in POSITIONS,
        same_position=same,
        fixed_position=order.position < DEALER or (_is_staff(play, order.number) and play.staff[order.number].home < 0),
        last_manager=_leads_alone(play, order.number),
    )


def _entering(play: Play, _panel: str, _command: m.Command, _order: m.EnterCard) -> set[str]:
    due = play.phase == DEALING and Halt.SURPLUS not in play.halts
    return _words(no_card_due=not play.shoe.waiting and not due)


def _setting_aside(play: Play, _panel: str, _command: m.Command, _order: m.DealByHand) -> set[str]:
    return _words(shoe_lives=Halt.SHOE_LOST not in play.halts or not (play.shoe.live or play.shoe.burning))


def _dealing(play: Play, _panel: str, _command: m.Command, _order: m.DealCard) -> set[str]:
    due = bool(play.due or play.shoe.burning) and not play.shoe.waiting
    return _words(not_by_hand=not play.shoe.by_hand, no_card_due=not due)


def _taking_back_card(play: Play, _panel: str, _command: m.Command, _order: m.TakeBackCard) -> set[str]:
    return _words(no_card=not play.undo)


def _sides(play: Play, _panel: str, _command: m.Command, order: m.ReportWrongSides) -> set[str]:
    """001 §5.5: the cards of the Round, and not as they were dealt."""
    lying = {str(hand): faces(cards) for hand, cards in order.hands.items() if cards}
    said = sorted(face for cards in lying.values() for face in cards)
    return _words(
        card_missing=bool(play.shoe.waiting),
        surplus=bool(play.surplus),
        as_dealt=lying == {side: cards for side, cards in play.hands.items() if cards},
        other_cards=bool(set(lying) - set(play.hands)) or said != sorted(play.drawn),
    )


def _foreign(play: Play, _panel: str, _command: m.Command, _order: m.ReportForeignCard) -> set[str]:
    """001 §5.3.1: of a card that nobody has read, once."""
    return _words(no_card_missing=not play.shoe.waiting, known=Halt.FOREIGN_CARD in play.halts)


def _other_cards(play: Play, _panel: str, _command: m.Command, order: m.CorrectCards) -> set[str]:
    other = len(order.cards) != len(play.drawn) or bool(play.shoe.waiting)
    return _words(other_cards=other)


def _certificate(play: Play, _panel: str, _command: m.Command, order: m.Certify) -> set[str]:
    """001 §5.10: these cards, and no others. Of a Round that is not over nobody can have compared all: whether a Hand
    without cards is on the screen then is the screen's affair.
    """
    hands = "; ".join(f"{side}: {' '.join(cards)}" for side, cards in sorted(play.hands.items()) if cards)
    shown = f"{play.round_no}: {hands}; surplus: {len(play.surplus)}; "
    return _words(
        other_cards=play.phase != RESULT or order.cards_digest != sha256(shown.encode()).digest(),
        surplus=bool(play.surplus),
        not_finished=play.phase != RESULT,
    )


def _ruling(play: Play, _panel: str, _command: m.Command, order: m.Rule) -> set[str]:
    match order.act:
        case Voided(paragraph=paragraph):
            false = paragraph != order.paragraph or paragraph not in VOIDS
            return _words(illegal_ruling=false or (paragraph == "5.1.2" and is_established(play)))
        case Reconstructed(cards=cards):
            others = sorted(faces(cards)) != sorted([*play.hands["player"], *play.hands["banker"], *play.beside])
            return _words(
                illegal_ruling=order.paragraph not in RECONSTRUCTS or others or play.window is not None,
                card_missing=bool(play.shoe.waiting),
            )
    return {"illegal_ruling"}


def is_established(play: Play) -> bool:
    """001 §5.1.1 (READINGS): from the third card on Player Pair is decided."""
    return sum(map(len, play.hands.values())) >= 3


def _keeping(play: Play, _panel: str, _command: m.Command, _order: m.KeepSurplus) -> set[str]:
    return _words(no_surplus=not play.surplus)


def _interruption(play: Play, _panel: str, _command: m.Command, order: m.AnswerInterruption) -> set[str]:
    """001 §5.1.1: with an outcome the Round is concluded: there is nothing that it could affect."""
    interrupted = Halt.INTERRUPTED in play.halts
    return _words(not_interrupted=not interrupted, established=order.affects and is_established(play))


def _resuming(play: Play, _panel: str, _command: m.Command, order: m.Resume) -> set[str]:
    return _words(
        not_halted=order.reason not in play.halts,
        needs_act=order.reason not in BY_WORD
        or (order.reason is Halt.FOREIGN_CARD and (play.shoe.foreign or bool(play.shoe.waiting))),
        books=order.reason is Halt.BOOKS and play.process.unread,
    )


def _is_gone(play: Play, round_no: int) -> bool:
    return round_no not in play.settled or play.settled[round_no].void


def _correction(play: Play, _panel: str, command: m.Command, order: m.Correct) -> set[str]:
    """001 §5.6: a whole Round, with these cards."""
    if _is_gone(play, command.round_no):
        return {"no_such_round"}
    player, banker, left = oracle.deal(faces(order.cards))
    whole = not left and len(player) + len(banker) >= 4 and oracle.whose_turn(player, banker) is None
    return _words(not_finished=not whole)


def _voiding(play: Play, _panel: str, command: m.Command, order: m.VoidSettled) -> set[str]:
    """001 §5.3.3, and no other paragraph: the settlement of all previous Rounds stands."""
    if _is_gone(play, command.round_no):
        return {"no_such_round"}
    return _words(illegal_ruling=order.paragraph != "5.3.3")


def _taking_back(play: Play, _panel: str, command: m.Command, _order: m.TakeBackVoid) -> set[str]:
    """001 §5.12: a Void of a whole Round."""
    was = play.settled.get(command.round_no)
    if was is None or not was.void:
        return {"no_such_round"}
    return _words(
        not_finished=bool(was.beside) or oracle.whose_turn(was.hands["player"], was.hands["banker"]) is not None
    )


def _otherwise(play: Play, panel: str, command: m.Command, order: m.RuleOtherwise) -> set[str]:
    """001 §5.12"""
    if play.phase not in EFFECTS[type(order.effect)]:
        return {"wrong_state"}
    match order.effect:
        case m.ReturnBets(terminals=terminals):
            return _words(
                no_bets=any(not play.bets.get(it) for it in terminals), twice=len(set(terminals)) < len(terminals)
            )
        case m.RoundWithoutBets():
            return _words(halted=bool(play.halts)) | _bets(play, panel, command, m.OpenBets())
        case m.PayFromHouse(terminal=terminal, amount=amount):
            return _words(
                books=pays_nothing(play),
                too_much=amount > play.terms.house_pays_max,
                no_terminal=not play.peers[terminal].role,
            )
    return set()


def _closing_day(play: Play, _panel: str, _command: m.Command, order: m.CloseDay) -> set[str]:
    return _words(not_due=not play.due_day, late=bool(play.due_day) and order.day != play.due_day)


def _beginning_day(play: Play, _panel: str, _command: m.Command, order: m.BeginDay) -> set[str]:
    return _words(not_due=not play.doubted_day, late=bool(play.doubted_day) and order.day != play.doubted_day)


def _sale(play: Play, _panel: str, _command: m.Command, order: m.SellCredit) -> set[str]:
    return _words(
        bad_amount=not order.amount,
        no_terminal=not play.in_service(order.terminal),
        too_much=play.credit[order.terminal] + order.amount > AMOUNT_MAX,
    )


def _ticket(play: Play, panel: str, _command: m.Command, order: m.PayTicket | m.PayTicketByTwo) -> set[str]:
    ticket, found = play.tickets.get(order.ticket), play.process.found.get(panel)
    if ticket is None:
        return _words(books=pays_nothing(play), no_ticket=True, unconfirmed=_is_alone(play, order))
    shown = found is not None and bool(found.proof) and (found.ticket, found.proof) == (order.ticket, order.proof)
    expired = is_expired(play, ticket)
    by_two = isinstance(order, m.PayTicketByTwo)
    return _words(
        books=pays_nothing(play),
        unconfirmed=_is_alone(play, order),
        ticket_used=not ticket.good,
        no_proof=not by_two and not shown,
        ticket_expired=not by_two and expired,
        ticket_out=by_two and ticket.printed == "printed" and not (shown and expired),
    )


def _is_alone(play: Play, order: m.PayTicket | m.PayTicketByTwo) -> bool:
    """One person, while somebody may have heard more than our journal knows."""
    return isinstance(order, m.PayTicket) and bool(play.unheard())


def is_expired(play: Play, ticket: Ticket) -> bool:
    """In gaming days, as many as were promised; that of its issue is the first (READINGS)."""
    return bool(ticket.days and ticket.day) and days_between(ticket.day, play.day) >= ticket.days


def days_between(earlier: str, later: str) -> int:
    return _ordinal(later) - _ordinal(earlier)


def _ordinal(day: str) -> int:
    """The number of a date of the calendar. Not `datetime`: a day that does not exist is somebody's to refuse."""
    year, month, of_month = (int(part) for part in day.split("-"))
    lengths = (31, 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30)
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 + sum(lengths[: month - 1]) + of_month


def _print(play: Play, _panel: str, _command: m.Command, order: m.PrintAgain) -> set[str]:
    ticket = play.tickets.get(order.ticket)
    return _words(bad_ticket=ticket is None or not ticket.good or ticket.printed != "failed")


def _unlocking(play: Play, _panel: str, _command: m.Command, order: m.UnlockTickets) -> set[str]:
    return _words(not_locked=order.terminal not in play.locked)


def _hand(play: Play, _panel: str, _command: m.Command, order: m.PayByHand) -> set[str]:
    return _words(books=pays_nothing(play), credit=not 0 < order.amount <= play.credit[order.terminal])


def _note(play: Play, _panel: str, _command: m.Command, order: m.ReleaseNote) -> set[str]:
    if order.note not in play.held:
        return _words(books=pays_nothing(play), no_note=True)
    _, terminal, amount, _ = play.held[order.note]
    too_much = order.to == "credit" and play.credit[terminal] + amount > AMOUNT_MAX
    return _words(books=pays_nothing(play), too_much=too_much)


def _due(play: Play, _panel: str, _command: m.Command, order: m.PayDue) -> set[str]:
    return _words(books=pays_nothing(play), nothing_due=not play.due_to[order.terminal, order.sitting])


def _owed(play: Play, _panel: str, _command: m.Command, order: m.CollectOwed) -> set[str]:
    return _words(nothing_owed=not play.owed_by[order.terminal, order.sitting])


def _dispute(play: Play, _panel: str, _command: m.Command, order: m.RuleDispute) -> set[str]:
    return _words(no_dispute=not play.peers[order.terminal].disputed)


def _retirement(play: Play, _panel: str, _command: m.Command, order: m.Retire) -> set[str]:
    money = bool(play.credit[order.terminal] or play.stake[order.terminal])
    return _words(credit=money, last_panel=play.is_last_panel(order.terminal))


def _latching(play: Play, _panel: str, _command: m.Command, order: m.Latch) -> set[str]:
    nobody = order.terminal not in play.keys and not play.peers[order.terminal].role
    return _words(no_terminal=nobody, last_panel=play.is_last_panel(order.terminal))


def _of_a_key(play: Play, _panel: str, _command: m.Command, order: m.EnrolKey | m.ReplaceKey | m.EndKey) -> set[str]:
    return _words(key=is_against_key(play, order))


def _attending(play: Play, _panel: str, _command: m.Command, order: m.Attend) -> set[str]:
    return _words(no_call=not play.peers[order.terminal].calls)


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
    m.CloseDay: _closing_day,
    m.BeginDay: _beginning_day,
    m.SellCredit: _sale,
    m.PayTicket: _ticket,
    m.PayTicketByTwo: _ticket,
    m.PrintAgain: _print,
    m.UnlockTickets: _unlocking,
    m.PayByHand: _hand,
    m.ReleaseNote: _note,
    m.PayDue: _due,
    m.CollectOwed: _owed,
    m.RuleDispute: _dispute,
    m.Retire: _retirement,
    m.Latch: _latching,
    m.Attend: _attending,
    **dict.fromkeys((m.EnrolKey, m.ReplaceKey, m.EndKey), _of_a_key),
    m.RotateConsole: lambda _play, _panel, _command, _order: {"key"},  # no shell here has prepared one
    m.AdmitStaff: _admission,
    m.SetCredential: _new_pin,
    m.DisableStaff: _disabling,
    m.AssignStaff: _assignment,
    m.Seat: _seat,
    m.AnswerFor: _answer_for,
}
