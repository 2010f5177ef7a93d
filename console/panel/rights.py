"""What the person at this panel may do alone, what somebody else has to sign, and who that can be.

Pure, and decides nothing: `protocol.moves` is asked, with what a panel knows of the case. The table has the last word.
"""

from collections.abc import Iterable

from console.panel.board import Board
from games.cards import DECK
from games.money import AMOUNT_MAX
from games.round import PlayerId
from games.rulings import Position
from protocol import messages as m
from protocol.moves import MOVE_FOR, NOTHING, Case, above, case_in, needs, not_entitled
from protocol.people import Member, Proposal, assigns_himself
from protocol.situation import Step


def case_of(order: m.Order, board: Board, round_no: int = 0) -> Case:
    """What the order is about, as far as it decides who may give it. `round_no`: the Round that it names."""
    match order:
        case m.Correct() if round_no:
            return Case(begun=board.sight.view.in_round or round_no < board.round_no)
        case m.SellCredit(amount=amount) | m.PayByHand(amount=amount) | m.CashForeignTicket(amount=amount):
            return Case(amount=amount, caps=board.placard.caps, answered=board.answered)
        case m.RuleOtherwise(effect=m.PayFromHouse(amount=amount)):
            return Case(amount=amount, caps=board.placard.caps, answered=board.answered)
        case m.PayTicket(ticket=ticket) | m.PayTicketByTwo(ticket=ticket):
            return Case(amount=_worth(ticket, board), caps=board.placard.caps, answered=board.answered)
        case m.PayDue(terminal=name, sitting=sitting):
            due = next((it.due for it in board.claims if (it.terminal, it.sitting) == (name, sitting)), 0)
            return Case(amount=due, caps=board.placard.caps, answered=board.answered)
        case m.ReleaseNote(note=number):
            amount = next((it.amount for note, it in board.held if note == number), 0)
            return Case(amount=amount, caps=board.placard.caps, answered=board.answered)
        case m.GrantCoins(coin=coin, amount=amount):
            return Case(amount=amount, caps=board.placard.caps, answered=board.granted.get(coin, {}))
        case m.Latch(terminal=name) | m.Unlatch(terminal=name) | m.Retire(terminal=name):
            return Case(role=board.roles.get(name, "terminal"))
        case m.Rule() | m.TakeBackCard():
            return case_in(board.sight.view, paid=bool(board.sight.paid))
    return Case()  # of a key the order itself says the role


def _worth(ticket: str, board: Board) -> int:
    if board.found is not None and board.found.ticket == ticket:
        return board.found.amount
    return next((it.amount for name, it, _ in board.tickets_open if name == ticket), 0)


def left_today(board: Board, coin: str = "") -> int | None:
    """For how much cash the person here may still answer in this gaming day, or how much of a coin he may grant; None:
    nobody is here, or any amount.
    """
    if board.me is None:
        return None
    caps, answered = board.placard.caps, board.granted.get(coin, {}) if coin else board.answered
    cap = caps.grants.get(coin, NOTHING) if coin else caps.day
    most = getattr(cap, Position(board.me.position).name.lower(), 0)
    return None if most >= AMOUNT_MAX else max(0, most - answered.get(board.me.number, 0))


def alone(order: m.Order, board: Board, round_no: int = 0) -> bool:
    """Is this obeyed at once?"""
    case = case_of(order, board, round_no)
    return board.me is not None and not_entitled(board.game, order, board.me, None, case) is None


def signers(order: m.Order, board: Board, round_no: int = 0) -> tuple[Position, ...]:
    """The positions of whom somebody else has to sign it; none: nobody has to, or nobody could."""
    if board.me is None or alone(order, board, round_no):
        return ()
    return needs(board.game, order, board.me, case_of(order, board, round_no))


def may(order: m.Order, board: Board, round_no: int = 0) -> bool:
    """Give it, or propose it?"""
    return alone(order, board, round_no) or bool(signers(order, board, round_no))


def takes_part(kind: type[m.Order], board: Board) -> bool:
    """May he in such orders at all, whatever they are about?"""
    move = MOVE_FOR[kind]
    return board.me is not None and board.me.position in above(move.least) | {*move.also}


def order_in(step: Step) -> m.Order | None:
    """What a step is about; of a card that is still to be named, any card."""
    named: dict[str, m.Order] = {
        "enter_card": m.EnterCard(DECK[0]),
        "deal_card": m.DealCard(DECK[0]),
        "recall_round": m.RecallRound(1),
        "place_for": m.AnswerFor(PlayerId("T"), m.WindowId(1, 1, bytes(8)), {}),
    }
    return named.get(step.key, step.order)


def who_signs(proposal: Proposal, staff: Iterable[Member]) -> tuple[Member, ...]:
    """Tapped from a list: nobody else is asked."""
    found = (it for it in staff if it.active and it.number != proposal.by.number and it.position in proposal.needs)
    return tuple(it for it in found if not assigns_himself(proposal.order, it.person))


def lowest(positions: Iterable[int]) -> int:
    """By which name they are called: "a Pit Supervisor" is one or above. Those of no game come last; 0: none."""
    found = sorted(positions, key=lambda it: (it < Position.DEALER, it))
    return int(found[0]) if found else 0
