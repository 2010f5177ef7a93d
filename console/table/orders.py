"""What staff may want of the table, and what comes of it: the moves of `protocol.moves`, one by one.

An order that is refused is put on record with the reason; one that is obeyed is followed by its facts in the same
commit. First `legality` says no, which panels ask too; then `VERIFY`, with what the table alone knows. It gives
back frozen values that `OBEY` tells as facts: from there on nothing can be refused any more.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from console.table import devices, journeys, participants, signing, staffing
from console.table.bound import other_currency
from console.table.boxes import register, verify_answer_for
from console.table.cashier import balance_due, balance_owed
from console.table.confirming import go_on_without
from console.table.dealing import deal_by_hand, enter_card, take_back_card
from console.table.playing import begin_round, close_all, settle_down
from console.table.recalling import recall, still_looking, verify_recall
from console.table.reconcile import miscount
from console.table.rulings import rule_otherwise, verify_otherwise
from console.table.settling import (
    answer_interruption,
    certify,
    correct_cards,
    correct_round,
    make_ruling,
    report_sides,
    verify_answer,
    verify_certificate,
    verify_correction,
    verify_other_cards,
    verify_removal,
    verify_ruling,
    verify_sides,
    verify_void_taken_back,
)
from console.table.shown import ShowEntry
from console.table.state import Facts, Outcomes, TableCore
from games.catalog import find_game
from games.money import AMOUNT_MAX
from games.round import Felt, Limit, PlayerId, Refusal, SelfDealt
from games.rulings import Position, Topic
from games.settlement import can_leave
from protocol import events
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt, ended_by_new_set
from protocol.legality import illegal, not_now_or_late, not_over_this_table
from protocol.loop import Reply
from protocol.moves import ALWAYS_ALIKE, MOVE_FOR, NO_CASE, Case, case_in, needs, not_entitled
from protocol.people import Proposal, order_digest
from protocol.standing import left_open
from protocol.view import cards_digest


def hear_order(table: TableCore, now_ms: int, panel: str, command: m.Command) -> Outcomes:
    """Of whoever is signed on there. What he may not do alone waits for somebody's signature."""
    state, command_id, order = table.state, command.command_id, command.order
    seq = state.orders.get(command_id) or state.lasting.get(command_id) or state.refused.get(command_id)
    if seq is None:
        waiting = (it.seq for it in table.forgotten.proposals.values() if it.proposal.command_id == command_id)
        seq = next(waiting, None)
    if seq is not None:  # decided once, whoever asks: a no on record would be read as the answer to the first
        if table.forgotten.commands.get(command_id, panel) != panel:
            yield from table.alarm(panel, Alarm.OTHERS_ID)
        yield Reply(panel, ShowEntry(seq))
        return
    table.forgotten.note_command(command_id, panel)
    by, case = table.people.at(panel), case_of(table, command)
    if by is None:
        yield from _refuse(table, now_ms, panel, command, None, Refusal("nobody", "nobody is signed on here"))
        return
    lacks = not_entitled(table.view.game, order, by, None, case)
    needed = () if lacks is None else needs(table.view.game, order, by, case)
    found = (
        not_now_or_late(table.view, command) or (None if needed else lacks) or not_over_this_table(table.view, order)
    )
    if found is None:
        found = _verify(table, panel, command, Position(max(by.position, *needed) if needed else by.position))
    if isinstance(found, Refusal):
        yield from _refuse(table, now_ms, panel, command, by, found)
    elif lacks is None:
        yield events.Ordered(command_id, by, None, order)
        yield from OBEY[type(order)](table, now_ms, order, found)
    elif table.forgotten.pace.full(now_ms, panel, "proposal"):
        yield from table.alarm(panel, Alarm.MANY_PROPOSED)
    else:
        table.forgotten.pace.count(now_ms, panel, "proposal")
        yield from _propose(table, panel, command, by, lacks, needed, found)


def _refuse(
    table: TableCore, now_ms: int, panel: str, command: m.Command, by: m.Person | None, refusal: Refusal
) -> Outcomes:
    if table.forgotten.pace.full(now_ms, panel, "refused order"):
        yield from table.alarm(panel, Alarm.MANY_ORDERS_REFUSED)
        return
    table.forgotten.pace.count(now_ms, panel, "refused order")
    yield events.OrderRefused(command.command_id, by, command.order, refusal)


def _propose(
    table: TableCore,
    panel: str,
    command: m.Command,
    by: m.Person,
    lacks: Refusal,
    needed: tuple[Position, ...],
    found: Any,
) -> Outcomes:
    """One at a time for each panel: what was proposed before is not on its screen any more."""
    yield from signing.drop(table, panel, "replaced")
    about = (command.round_no, command.order, command.window)
    amount: int = getattr(found, "amount", 0)  # of the fact that it would become
    digest = order_digest(table.setup.table, panel, command, by.number, amount)
    needs = tuple(int(position) for position in needed)
    proposal = Proposal(command.command_id, panel, by, *about, digest, needs, lacks, amount)
    yield events.OrderProposed(command.command_id, panel, by, *about, digest, needs, lacks, amount)
    pending = signing.Pending(proposal, command, found, _lying(table), table.seq, table.view.round_no)
    table.forgotten.proposals[panel] = pending


def hear_check(table: TableCore, now_ms: int, panel: str, asked: bytes, *, right: bool) -> Outcomes:
    """The shell has looked at a PIN."""
    check = signing.take_check(table, panel, asked)
    if check is None:
        return
    if not right or table.people.active(check.number) is None:
        yield from signing.fail(table, now_ms, panel, check)
    elif check.signs is None and table.people.is_participant(check.number):
        yield from participants.sign_on(table, PlayerId(panel), check)
    elif check.signs is None:
        yield from signing.sign_on(table, panel, check)
    else:
        yield from _sign(table, now_ms, panel, table.people.person(check.number), *check.signs)
        yield from signing.answer_right(table, panel, check)


def _sign(table: TableCore, now_ms: int, panel: str, person: m.Person, command_id: bytes, digest: bytes) -> Outcomes:
    """Whether it may be obeyed is asked again, of the table as it is now. What has moved on is not wanted any more."""
    proposals = table.forgotten.proposals
    where = next((at for at, it in proposals.items() if it.proposal.command_id == command_id), "")
    yield events.OrderSigned(command_id, panel, person)
    if not where:
        refusal = Refusal("nothing_proposed", "this order does not wait for a signature")
        yield events.SignatureRefused(command_id, person, refusal)
        return
    pending = proposals[where]
    command, by = pending.command, pending.proposal.by
    if digest != pending.proposal.digest:
        yield events.SignatureRefused(command_id, person, Refusal("other_order", "it is not the order that was shown"))
        return
    lacks = not_entitled(table.view.game, command.order, by, person, case_of(table, command))
    if lacks is not None:
        yield events.SignatureRefused(command_id, person, lacks)
        return
    found = illegal(table.view, command)
    if found is None:
        found = _verify(table, where, command, Position(max(by.position, person.position)))
    if not isinstance(found, Refusal) and _moved(table, pending, found):
        found = Refusal("moved_on", "what it is about is not as it was when it was proposed")
    if isinstance(found, Refusal):
        yield events.SignatureRefused(command_id, person, found)
        yield from signing.drop(table, where, "moved")
        return
    del proposals[where]
    yield events.Ordered(command_id, by, person, command.order)
    yield from OBEY[type(command.order)](table, now_ms, command.order, found)


def _moved(table: TableCore, pending: signing.Pending, found: Any) -> bool:
    """Would something else come of it than what was shown: another amount, other cards?"""
    of_cards = MOVE_FOR[type(pending.command.order)].of_round
    return bool(found != pending.found or (of_cards and _lying(table) != pending.cards))


def _lying(table: TableCore) -> bytes:
    """The cards as whoever signs has them before him: also those that lie face down beside the Hands."""
    return cards_digest(table.view) + bytes(card.number for card in table.state.aside.beside)


_OF_A_PEER: Final = (m.Latch, m.Unlatch, m.Retire)


def case_of(table: TableCore, command: m.Command) -> Case:
    """What decides who may give this order, beyond its kind."""
    view, order = table.view, command.order
    if type(order) in ALWAYS_ALIKE:
        return NO_CASE
    role = ""
    if isinstance(order, _OF_A_PEER):
        live = table.keyring.live.get(order.terminal)
        role = live.role if live is not None else table.peers.peer(order.terminal).role
    begun = view.in_round or command.round_no < view.round_no
    amount, answered = table.cash_in(order), table.people.answered
    if isinstance(order, m.GrantCoins):
        amount, answered = order.amount, table.people.granted.get(order.coin, {})
    about = case_in(view, paid=bool(table.state.paid))
    return replace(about, role=role, amount=amount, begun=begun, caps=table.placard.caps, answered=answered)


def _verify(table: TableCore, panel: str, command: m.Command, position: Position) -> Any:
    """A Refusal, or what was found out on the way and is needed to obey. `position`: the highest behind it."""
    ask = VERIFY.get(type(command.order))
    if ask is not None:
        return ask(table, command, command.order, position)
    match command.order:  # of these it matters at which panel
        case m.PayTicket() | m.PayTicketByTwo() as order:
            by_two = isinstance(order, m.PayTicketByTwo)
            return table.pays_nothing(by_two=by_two) or _ticket_paid(table, panel, order)
        case m.AnswerFor() as order:
            return verify_answer_for(table, panel, order)
        case m.CashForeignTicket() as order:
            return journeys.verify_cashing(table, panel, command, order)
    return None


# --- what only the table knows: before the first fact ----------------------------------------------------------


def _verify_opening(table: TableCore, _command: m.Command, _order: m.OpenTable, _position: Position) -> Refusal | None:
    """A game that no screen here can show is not opened, nor a currency beside one in which something stands."""
    if table.setup.unplayable:
        return Refusal("no_felt", table.setup.unplayable)
    other = other_currency(table)
    if other:
        return Refusal("other_currency", other)
    return still_looking(table) if _binds(table) else None  # what is found was played for the money before


def _binds(table: TableCore) -> bool:
    return table.ledger.currency != table.setup.currency


def _verify_limits(table: TableCore, _command: m.Command, order: m.SetLimits, _position: Position) -> Refusal | None:
    """001 §3.4: every bet that has limits in the configuration has a minimum and a maximum on display."""
    new = order.felt.limits
    without = [kind for kind in table.setup.felt.limits if kind not in new or new[kind].max is None]
    if without:
        return Refusal("no_limits", f"{', '.join(without)}: a minimum and a maximum must be said")
    every = {**new, "total": order.felt.total or Limit()}
    closed = [kind for kind, limit in every.items() if limit.max is not None and limit.min > limit.max]
    if closed:
        return Refusal("bad_limits", f"{', '.join(closed)}: the minimum is above the maximum")
    return _beyond_the_rules(table, order.felt)


def _beyond_the_rules(table: TableCore, felt: Felt) -> Refusal | None:
    """004 §2.3: a house may be stricter, and not more generous."""
    most = table.game.coins.get(table.placard.currency) if isinstance(table.game, SelfDealt) else None
    for kind, limit in felt.limits.items():
        if most is not None and (limit.min < most.min or (limit.max or 0) > (most.max or 0)):
            write = table.setup.currency.write
            within = f"{kind}: the rules allow {write(most.min)} to {write(most.max or 0)}"
            return Refusal("bad_limits", within, table.game.rulings.paragraph(Topic.LIMITS))
    return None


def _verify_bets(table: TableCore, _command: m.Command, _order: m.OpenBets, _position: Position) -> Refusal | None:
    if table.forgotten.space:
        return None
    return Refusal("storage", "the disk is full: no Round is begun that might not be written to its end")


def _verify_shoe(table: TableCore, _command: m.Command, order: m.LoadShoe, _position: Position) -> Refusal | None:
    """001 §2.2.1: somebody has shuffled it, whom we know."""
    return staffing.unknown(table, order.shuffled_by)


def _verify_correct(table: TableCore, command: m.Command, order: m.Correct, position: Position) -> Any:
    return verify_correction(table, command.round_no, order.cards, "", position)


def _verify_void(table: TableCore, command: m.Command, order: m.VoidSettled, position: Position) -> Any:
    if order.box:
        return verify_removal(table, command.round_no, order, position)
    if order.withdrawn:
        return Refusal("illegal_ruling", "of a Void every Bet is returned: nobody has an option", order.paragraph)
    return verify_correction(table, command.round_no, (), order.paragraph, position)


def _verify_sale(table: TableCore, command: m.Command, order: m.SellCredit, _position: Position) -> Any:
    if not order.amount:
        return Refusal("bad_amount", "nothing was bought")
    if not table.peers.in_service(order.terminal):
        return Refusal("no_terminal", f"{order.terminal} is not in service here")
    if table.ledger.credit(order.terminal) + order.amount > AMOUNT_MAX:
        return Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
    sitting = table.ledger.sitting_for_credit(order.terminal)
    return events.CreditBought(command.command_id.rjust(16, b"\0"), order.terminal, sitting, order.amount)


def _ticket_paid(table: TableCore, panel: str, order: m.PayTicket | m.PayTicketByTwo) -> events.TicketPaid | Refusal:
    """A proof is good at the panel that was told it, until that asks for another ticket: orders are on record, those
    that are refused too, and whoever reads one there must not be able to have the ticket paid.
    """
    found = table.forgotten.found.get(panel)
    shown = found is not None and (found.ticket, found.proof) == (order.ticket, order.proof)
    return table.cashier.pay_ticket(order.ticket, shown=shown, by_two=isinstance(order, m.PayTicketByTwo))


def _verify_print(table: TableCore, command: m.Command, order: m.PrintAgain, _position: Position) -> Any:
    return table.cashier.print_again(order.ticket, command.command_id)


def _verify_unlock(table: TableCore, _command: m.Command, order: m.UnlockTickets, _position: Position) -> Any:
    if order.terminal not in table.cashier.locked:
        return Refusal("not_locked", f"{order.terminal} takes tickets")
    return events.TicketsUnlocked(order.terminal)


def _verify_note(table: TableCore, _command: m.Command, order: m.ReleaseNote, _position: Position) -> Any:
    return table.pays_nothing() or table.cashier.release(order.note, order.to, table.ledger)


def _verify_hand_pay(table: TableCore, _command: m.Command, order: m.PayByHand, _position: Position) -> Any:
    if refused := table.pays_nothing():
        return refused
    sitting = table.ledger.sitting(order.terminal)
    if not 0 < order.amount <= table.ledger.credit(order.terminal) or sitting is None:
        return Refusal("credit", f"{order.terminal} has no credit of {order.amount}")
    return events.HandPaid(order.terminal, sitting, order.amount)


def _verify_due(table: TableCore, _command: m.Command, order: m.PayDue, _position: Position) -> Any:
    if refused := table.pays_nothing():
        return refused
    amount = balance_due(table.ledger, order.terminal, order.sitting)
    if not amount:
        return Refusal("nothing_due", f"nothing is due to sitting {order.sitting} of {order.terminal}")
    return events.DuePaid(order.terminal, order.sitting, amount)


def _verify_owed(table: TableCore, _command: m.Command, order: m.CollectOwed, _position: Position) -> Any:
    amount = balance_owed(table.ledger, order.terminal, order.sitting)
    if not amount:
        return Refusal("nothing_owed", f"sitting {order.sitting} of {order.terminal} owes nothing")
    return events.OwedCollected(order.terminal, order.sitting, amount)


def _verify_dispute(table: TableCore, _command: m.Command, order: m.RuleDispute, _position: Position) -> Any:
    round_no = table.peers.peer(order.terminal).disputed
    if not round_no:
        return Refusal("no_dispute", f"{order.terminal} disputes nothing")
    return events.DisputeRuled(order.terminal, round_no, order.text)


def _verify_call(table: TableCore, _command: m.Command, order: m.Attend, _position: Position) -> Any:
    if not table.peers.peer(order.terminal).calls:
        return Refusal("no_call", f"{order.terminal} has not called")
    return events.AttendantCalled(order.terminal, wanted=False)


def _verify_seat(table: TableCore, _command: m.Command, order: m.Seat, _position: Position) -> Any:
    if order.box and not table.peers.in_service(order.terminal):
        return Refusal("no_terminal", f"{order.terminal} is not in service here")
    if table.view.sits_at(order.terminal) == order.box:
        return Refusal("sits_there", f"{order.terminal} sits there already")
    return events.Seated(order.terminal, order.box)


def _verify_keeping(table: TableCore, _command: m.Command, _order: m.Order, _position: Position) -> Refusal | None:
    """003 §5.9: where Players decided with that card in a Hand, the Round is put in order with it, or is Void."""
    game, view = table.game, table.view
    if can_leave(game, view.round_felt, view.acts, table.state.aside.seen(view), table.round):
        return None
    detail = "without this card the Players would have been asked something else: put the cards in order, or Void"
    return Refusal("other_round", detail, game.rulings.paragraph(Topic.SURPLUS))


def _verify_resumption(table: TableCore, _command: m.Command, order: m.Resume, _position: Position) -> Any:
    """A table that stands on a state in doubt does not go on by anybody's word, nor one with a card too many. Of a
    claim of another history: the proofs that it is lifted over, so that one that comes meanwhile is not lifted with
    them.
    """
    if order.reason is Halt.FOREIGN_CARD and table.has_foreign():
        return Refusal("needs_act", "the card is there: correct or enter it, or the Round is Void")
    if order.reason is Halt.HISTORY:
        return frozenset(table.forgotten.proofs)
    if order.reason is not Halt.BOOKS or table.forgotten.unread is None:
        return None
    return Refusal("books", "start the console again: it then reads every entry before it serves")


VERIFY: Final[Mapping[type, Callable[[TableCore, m.Command, Any, Position], Any]]] = {
    m.OpenTable: _verify_opening,
    m.SetLimits: _verify_limits,
    m.OpenBets: _verify_bets,
    m.LoadShoe: _verify_shoe,
    m.KeepSurplus: _verify_keeping,
    m.Certify: lambda table, _command, _order, _position: verify_certificate(table),
    m.Rule: lambda table, _command, order, _position: verify_ruling(table, order),
    m.CorrectCards: lambda table, _command, order, _position: verify_other_cards(table, order.cards),
    m.AnswerInterruption: lambda table, _command, order, _position: verify_answer(table, order),
    m.Correct: _verify_correct,
    m.RecallRound: lambda table, _command, order, _position: verify_recall(table, order),
    m.ReportWrongSides: lambda table, _command, order, _position: verify_sides(table, order),
    m.RuleOtherwise: lambda table, _command, order, _position: verify_otherwise(table, order),
    m.TakeBackVoid: lambda table, command, _order, _position: verify_void_taken_back(table, command.round_no),
    m.VoidSettled: _verify_void,
    m.SellCredit: _verify_sale,
    m.PrintAgain: _verify_print,
    m.UnlockTickets: _verify_unlock,
    m.PayByHand: _verify_hand_pay,
    m.ReleaseNote: _verify_note,
    m.PayDue: _verify_due,
    m.CollectOwed: _verify_owed,
    m.RuleDispute: _verify_dispute,
    m.Latch: devices.verify_latch,
    m.Retire: devices.verify_retired,
    m.Attend: _verify_call,
    m.EnrolKey: devices.verify_key("enrol"),
    m.ReplaceKey: devices.verify_key("replace"),
    m.EndKey: devices.verify_key("end"),
    m.RotateConsole: devices.verify_rotation,
    m.Resume: _verify_resumption,
    m.AdmitStaff: staffing.verify_admission,
    m.SetCredential: staffing.verify_credential,
    m.DisableStaff: staffing.verify_disabling,
    m.AssignStaff: staffing.verify_assignment,
    m.Seat: _verify_seat,
    m.GiveUpTicket: journeys.verify_giving_up,
    m.GrantCoins: participants.verify_grant,
    m.ExcludeParticipant: participants.verify_exclusion,
}


# --- and the facts that follow -----------------------------------------------------------------------------------


def _open_table(table: TableCore, _now_ms: int, _order: m.OpenTable, _found: None) -> Facts:
    setup = table.setup
    game = find_game(setup.game, setup.rules, **setup.house)
    if _binds(table):
        yield events.CurrencyBound(setup.currency, setup.placard.training)
    # Who had sat down by himself has gone; who is signed on is still there.
    felt = replace(table.state.felt or setup.felt, seats=setup.felt.seats, plays=table.view.felt.plays)
    yield events.TableOpened(
        game.name, game.rules, felt, setup.countdown_ms, setup.house, setup.placard, times=setup.times
    )


def _load_shoe(table: TableCore, now_ms: int, order: m.LoadShoe, _found: None) -> Facts:
    view, mid_round = table.view, table.view.in_round
    next_seq = (view.shoe.last_seq if order.first_seq is None else order.first_seq) + 1
    by_hand = order.by_hand or table.setup.manual
    yield events.ShoeLoaded(order.decks, order.burn, order.shuffled_by, next_seq, mid_round, by_hand)
    if not order.burn:
        yield events.ShoeLive()
    yield from table.clear(now_ms, *ended_by_new_set(mid_round=mid_round))


def _deal_by_hand(table: TableCore, now_ms: int, _order: m.DealByHand, _found: None) -> Facts:
    yield events.ShoeSetAside()
    yield from table.clear(now_ms, Halt.SHOE_LOST)


def _end_shoe(table: TableCore, _now_ms: int, order: m.EndShoe, _found: None) -> Facts:
    wrong = miscount(table.view.shoe, order.counted)
    yield events.ShoeEnded(order.counted, wrong)
    if wrong:
        yield from table.halt(Halt.MISCOUNT, f"{wrong:+d} cards")


def _add_time(table: TableCore, now_ms: int, order: m.AddTime, _found: None) -> Facts:
    deadline = max(now_ms, table.state.deadline_ms or now_ms) + order.more_ms
    yield events.TimeAdded(table.view.round_no, deadline - now_ms, deadline)


def _close_bets(table: TableCore, now_ms: int, _order: m.CloseBets, _found: None) -> Facts:
    yield from close_all(table, "dealer")
    yield from settle_down(table, now_ms)


def _keep_surplus(table: TableCore, now_ms: int, _order: m.KeepSurplus, _found: None) -> Facts:
    view = table.view
    yield events.SurplusKept(view.round_no, view.surplus, table.state.aside.seen(view))
    if view.in_round:  # what it had still to do when the card stopped it: questions, and cards carried over
        yield from settle_down(table, now_ms)
    yield from table.clear(now_ms, Halt.SURPLUS)


def _close_table(table: TableCore, _now_ms: int, _order: m.CloseTable, _found: None) -> Facts:
    """Whoever closed it was asked over the same list. It is on record, so that somebody sees to it."""
    if table.view.in_round:  # where nobody deals: the Round is played to its end
        yield events.ClosingCalled()
        return
    known = table.peers.known
    items = left_open(
        table.ledger,
        calls=[name for name, peer in known.items() if peer.calls],
        disputes={name: peer.disputed for name, peer in known.items() if peer.disputed},
        latched=[name for name, peer in known.items() if peer.latched],
        unprinted=table.cashier.unprinted().values(),
    )
    if items:
        yield events.LeftOpen(items)
    yield events.TableClosed()


def _resume(table: TableCore, now_ms: int, order: m.Resume, _found: object) -> Facts:
    yield from (go_on_without(table, now_ms) if order.reason is Halt.UNCONFIRMED else table.clear(now_ms, order.reason))


def _as_found(_table: TableCore, _now_ms: int, _order: m.Order, found: events.Event) -> Iterable[events.Event]:
    """The verification was all the work."""
    return (found,)


OBEY: Final[Mapping[type, Callable[[TableCore, int, Any, Any], Outcomes]]] = {
    m.OpenTable: _open_table,
    m.SetLimits: lambda _table, _now_ms, order, _found: (events.LimitsSet(order.felt),),
    m.LoadShoe: _load_shoe,
    m.EndShoe: _end_shoe,
    m.OpenBets: lambda table, now_ms, _order, _found: begin_round(table, now_ms),
    m.AddTime: _add_time,
    m.CloseBets: _close_bets,
    m.EnterCard: lambda table, now_ms, order, _found: enter_card(table, now_ms, order.card),
    m.DealByHand: _deal_by_hand,
    m.DealCard: lambda table, now_ms, order, _found: deal_by_hand(table, now_ms, order.card),
    m.TakeBackCard: lambda table, now_ms, _order, _found: take_back_card(table, now_ms),
    m.ReportForeignCard: lambda table, _now_ms, _order, _found: table.halt(
        Halt.FOREIGN_CARD, "a card that was not read is not of this set"
    ),
    m.CorrectCards: lambda table, now_ms, _order, found: correct_cards(table, now_ms, found),
    m.Certify: lambda table, _now_ms, order, _found: certify(table, order.cards_digest),
    m.Rule: lambda table, now_ms, order, _found: make_ruling(table, now_ms, order.act, order.paragraph),
    m.KeepSurplus: _keep_surplus,
    m.AnswerInterruption: lambda table, now_ms, order, _found: answer_interruption(
        table, now_ms, affects=order.affects
    ),
    m.CallSupervisor: lambda table, _now_ms, order, _found: table.halt(Halt.CALLED, order.detail),
    m.ReportWrongSides: report_sides,
    m.ReportDrawnTogether: lambda table, _now_ms, _order, _found: table.halt(
        Halt.DRAWN_TOGETHER, "two cards or more were drawn at once"
    ),
    m.Resume: _resume,
    m.Correct: lambda table, _now_ms, _order, found: correct_round(table, found),
    m.VoidSettled: lambda table, _now_ms, _order, found: correct_round(table, found),
    m.TakeBackVoid: lambda table, _now_ms, _order, found: correct_round(table, found),
    m.RecallRound: lambda table, _now_ms, order, _found: recall(table, order),
    m.RuleOtherwise: lambda table, now_ms, order, _found: rule_otherwise(table, now_ms, order),
    m.AnswerFor: lambda table, now_ms, _order, found: register(table, now_ms, found),
    m.RecordRuling: lambda _table, _now_ms, order, _found: (events.RulingRecorded(order.text),),
    m.CloseTable: _close_table,
    m.CloseDay: staffing.close_day,
    m.BeginDay: lambda table, _now_ms, order, _found: staffing.begin_day(table, order.day),
    m.Latch: devices.latch,
    m.EnrolKey: devices.enrol_key,
    m.ReplaceKey: devices.replace_key,
    m.EndKey: lambda table, _now_ms, order, peer: devices.end_key(table, peer, order.why),
    m.Unlatch: lambda _table, _now_ms, order, _found: (events.TerminalUnlatched(order.terminal),),
    m.Retire: devices.retire,
    m.SetCredential: staffing.set_credential,
    m.DisableStaff: staffing.disable,
    m.AssignStaff: staffing.assign,
    m.GrantCoins: participants.grant,
    m.ExcludeParticipant: participants.order_exclusion,
    **dict.fromkeys(
        (
            *(m.AdmitStaff, m.RotateConsole),
            *(m.SellCredit, m.PayTicket, m.PayByHand, m.ReleaseNote, m.PayDue, m.CollectOwed, m.RuleDispute),
            *(m.Attend, m.PayTicketByTwo, m.PrintAgain, m.UnlockTickets, m.Seat, m.GiveUpTicket),
            m.CashForeignTicket,
        ),
        _as_found,
    ),
}
