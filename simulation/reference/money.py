"""Money in and out, lines, claims: exactly once by id, to the sitting that it belongs to (DESIGN 4.3 rule 10, 4.4).

A sitting begins with the first credit and ends when credit and stake are both 0. What a correction cannot take from or
give to the credit of its own sitting is due or owed, and one claim never stands beside another.
"""

from typing import Any, Final

from protocol import events as e
from protocol import messages as m
from simulation import oracle
from simulation.reference.alarms import kind_of
from simulation.reference.desk import AMOUNT_MAX, is_expired, pays_nothing
from simulation.reference.state import HOUR_MS, Fate, Found, Play, Ticket
from simulation.reference.tape import Objection

WRONG_MAX: Final = 5  # ticket numbers in a gaming day, then locked
REFUSED_MAX: Final = 20  # requests in a Round, then latched
REFUSED_KEPT: Final = 64
HELD_MAX: Final = 20
UNPRINTED_MAX: Final = 20
CAP_MS: Final = HOUR_MS - 300_000  # as the console counts it: a note may have been under way for five minutes
PRINTS: Final = ("printing", "printed", "failed")
NEXT_PRINTS: Final = {"": PRINTS, "again": PRINTS, "printing": ("printed", "failed")}
PARAGRAPH: Final = {"won": "4.1", "lost": "3.13", "returned": "3.12"}


# --- sittings ------------------------------------------------------------------------------------------------------


def sitting(play: Play, terminal: str) -> int | None:
    """The one that runs."""
    runs = play.credit[terminal] or play.stake[terminal]
    return play.sittings.get(terminal, 0) if runs else None


def _bring(play: Play, terminal: str, amount: int) -> int:
    """Credit from outside: to the sitting that runs, or to a new one."""
    running = sitting(play, terminal)
    now = play.sittings.get(terminal, 0) + 1 if running is None else running
    play.sittings[terminal] = now
    play.credit[terminal] += amount
    return now


# --- settlement ----------------------------------------------------------------------------------------------------


def lines_of(bets: dict[str, int], hands: dict[str, list[str]], *, void: bool) -> dict[str, Fate]:
    """001 §3.12, §3.13, §4.1, §5.11: every Bet has its line."""
    if void:
        return {spot: (staked, staked, "returned", "5.11") for spot, staked in bets.items()}
    fates = oracle.fates(hands["player"], hands["banker"])
    lines = {}
    for spot, staked in bets.items():
        outcome, gain, per = fates[spot]
        lines[spot] = (staked, staked + staked * gain // per, outcome, PARAGRAPH[outcome])
    return lines


def written(lines: tuple[Any, ...]) -> dict[str, Fate]:
    return {
        str(line.spot): (line.staked, line.returned, line.verdict.outcome.value, line.verdict.paragraph)
        for line in lines
    }


def settle(play: Play, *, void: bool) -> tuple[dict[str, dict[str, Fate]], dict[str, int]]:
    """001 §5.2.1: every terminal with Bets, dark or not. In any order."""
    wanted = {terminal: lines_of(bets, play.hands, void=void) for terminal, bets in play.bets.items()}
    sittings = {terminal: sitting(play, terminal) or 0 for terminal in wanted}
    left = set(wanted)
    for _ in range(len(wanted)):
        settled = play.tape.take(e.Settled, round_no=play.round_no)
        terminal = settled.terminal
        if terminal not in left:
            raise Objection(f"{terminal} has no Bet that is not settled: {left} have")
        left.remove(terminal)
        if settled.sitting != sittings[terminal]:
            raise Objection(f"the Bets are of sitting {sittings[terminal]}: {settled}")
        if written(settled.lines) != wanted[terminal] or len(settled.lines) != len(wanted[terminal]):
            raise Objection(f"the lines must be {wanted[terminal]}: {settled}")
        for staked, returned, *_ in wanted[terminal].values():
            play.stake[terminal] -= staked
            play.credit[terminal] += returned
            play.house += staked - returned
    return wanted, sittings


def return_bets(play: Play, terminals: tuple[str, ...]) -> None:
    """001 §5.12: these Players are out of the Round. In any order."""
    left = set(terminals)
    for _ in range(len(left)):
        told: dict[str, Any] = {"round_no": play.round_no, "window": "bets", "paragraph": "5.12"}
        returned = play.tape.take(e.LayoutReturned, **told)
        terminal = str(returned.terminal)
        if terminal not in left or returned.amount != sum(play.bets[terminal].values()):
            raise Objection(f"the Bets of {left} go back whole: {returned}, {play.bets}")
        left.remove(terminal)
        del play.bets[terminal]
        play.receipts.pop(terminal, None)
        play.stake[terminal] -= returned.amount
        play.credit[terminal] += returned.amount


def correct_lines(play: Play, round_no: int, *, void: bool) -> None:
    """001 §5.6, §5.8: old lines reversed, new ones posted, for whom they change; no other Round is touched."""
    was = play.settled[round_no]
    wanted = {}
    for terminal, before in was.lines.items():
        after = lines_of({spot: fate[0] for spot, fate in before.items()}, was.hands, void=void)
        if after != before:
            wanted[terminal] = (before, after)
    for _ in range(len(wanted)):
        corrected = play.tape.take(e.LinesCorrected, round_no=round_no)
        if corrected.terminal not in wanted:
            raise Objection(f"the lines of {corrected.terminal} do not change, those of {set(wanted)} do")
        before, after = wanted.pop(corrected.terminal)
        if (written(corrected.before), written(corrected.after)) != (before, after):
            raise Objection(f"{before} must become {after}: {corrected}")
        was.lines[corrected.terminal] = after
        if corrected.sitting != was.sittings[corrected.terminal]:
            raise Objection(f"these Bets were of sitting {was.sittings[corrected.terminal]}: {corrected}")
        _post(play, corrected, sum(fate[1] for fate in after.values()) - sum(fate[1] for fate in before.values()))


def _post(play: Play, corrected: e.LinesCorrected, change: int) -> None:
    """DESIGN 4.4: never negative credit, never another person's."""
    terminal, claim = corrected.terminal, (str(corrected.terminal), corrected.sitting)
    sits = sitting(play, terminal) == corrected.sitting
    credited = due = owed = 0
    if change > 0:
        owed = -min(change, play.owed_by[claim])
        rest = change + owed
        credited, due = (rest, 0) if sits else (0, rest)
    else:
        due = -min(-change, play.due_to[claim])
        rest = due - change  # that has still to be taken
        taken = min(rest, play.credit[terminal]) if sits else 0
        credited, owed = -taken, rest - taken
    if (corrected.credited, corrected.due, corrected.owed) != (credited, due, owed):
        raise Objection(f"{change} must be {credited} to the credit, {due} due, {owed} owed: {corrected}")
    play.credit[terminal] += credited
    play.taken[terminal] += max(0, -credited)
    play.due_to[claim] += due
    play.owed_by[claim] += owed
    play.house -= change


# --- requests of a terminal ----------------------------------------------------------------------------------------


def content(said: Any) -> tuple[object, ...]:
    """What must be the same when an id comes again."""
    match said:
        case m.BuyCredit(amount=amount):
            return ("buy", amount)
        case m.InsertTicket(ticket=number):
            return ("ticket", number)
        case m.CashOut(amount=amount):
            return ("cash out", amount)
        case m.ReportPrint(ticket=ticket, state=state):
            return ("print", ticket, state)
        case m.Dispute(round_no=round_no):
            return ("dispute", round_no)
    raise Objection(f"{said} is no request for money")


def ask(play: Play, terminal: str, said: Any) -> None:
    key = (terminal, said.id)
    if key in play.asked:
        known = play.asked[key]
        if known is not None and known != content(said):
            if not play.peers[terminal].latched:
                latch(play, terminal, "an id came again with another content")
        else:
            play.tell(terminal, "See", play.answered_by[key])
    elif isinstance(said, m.BuyCredit):
        _stack(play, terminal, said)
    elif isinstance(said, m.CashOut) and (pays_nothing(play) or play.unheard()):
        if play.unheard():  # it waits, and comes again; somebody should see for whom
            play.alarm("console", "no ticket before these have confirmed the start")
    elif not (isinstance(said, m.Dispute) and play.peers[terminal].disputed):  # else it waits for the Ruling
        _ANSWER[type(said)](play, terminal, said)
        _lock_out(play, terminal)
        _stop_asking(play, terminal)


def latch(play: Play, terminal: str, why: str, *, machine: bool = True, wiped: bool = False) -> None:
    latched = play.tape.take(e.TerminalLatched, terminal=terminal, doubted=False, machine=machine, wiped=wiped)
    if not latched.why or kind_of(why) not in (None, latched.why):
        raise Objection(f"{terminal} is latched ({why}), and nobody is told why: {latched}")
    peer = play.peers[terminal]
    peer.latched, peer.doubted, peer.machine, peer.wiped = latched.why, False, machine, peer.wiped or wiped


def _find_fault(play: Play, terminal: str, why: str, *, machine: bool = True) -> None:
    """No terminal that is in order does this: once is enough."""
    if not play.peers[terminal].latched:
        latch(play, terminal, why, machine=machine)
        play.alarm(terminal, why)


def _remember(play: Play, terminal: str, asked: bytes, what: tuple[object, ...] | None) -> None:
    play.asked[terminal, asked], play.answered_by[terminal, asked] = what, play.tape.seq


def _refuse(play: Play, terminal: str, said: Any, *reasons: str) -> None:
    """Durably, and binding this id alone; after too many it gets no answer any more."""
    if play.refusals[terminal] >= REFUSED_MAX:
        return
    refused = play.tape.take(e.MoneyRefused, id=said.id, terminal=terminal)
    if refused.refusal.reason not in reasons:
        raise Objection(f"it is refused for {refused.refusal}, and not for one of {reasons}: {said}")
    _remember(play, terminal, said.id, None)
    kept = play.refused.setdefault(terminal, [])
    kept.append(said.id)
    if len(kept) > REFUSED_KEPT:
        del play.asked[terminal, kept.pop(0)]
    play.refusals[terminal] += 1
    if "no_ticket" in reasons:
        play.wrong[terminal] += 1


def _cash_out(play: Play, terminal: str, said: m.CashOut) -> None:
    """FAULTS A14: whoever asks for more than it can ever have believed to have shows its Player what is not so."""
    peer, credit, placard = play.peers[terminal], play.credit[terminal], play.shown
    unprinted = [it for it in play.tickets.values() if it.terminal == terminal and it.good and it.printed != "printed"]
    if len(unprinted) >= UNPRINTED_MAX:
        _find_fault(play, terminal, "tickets that nobody prints", machine=False)
    elif play.process.is_often(play.now_ms, terminal, "ticket"):
        _find_fault(play, terminal, "tickets without end")
    reasons = {
        "latched": bool(peer.latched),
        "disputed": bool(peer.disputed),
        "stake_in_play": play.stake[terminal] > 0,
        "credit": said.amount > credit,
        "bad_amount": said.amount < min(placard.chips, default=1) and said.amount != credit,
    }
    if any(reasons.values()):
        _refuse(play, terminal, said, *(word for word, holds in reasons.items() if holds))
        if said.amount > credit + play.taken[terminal] and not play.stake[terminal]:
            _find_fault(play, terminal, "more than its credit")
        return
    name, now = f"{len(play.tickets) + 1:06}", sitting(play, terminal)
    told: dict[str, Any] = {"id": said.id, "terminal": terminal, "sitting": now, "ticket": name}
    issued = play.tape.take(e.TicketIssued, **told, amount=said.amount, days=placard.ticket_days)
    play.process.count(play.now_ms, terminal, "ticket")
    del play.taken[terminal]
    _remember(play, terminal, said.id, content(said))
    number = play.tape.take(e.TicketNumbered, terminal=terminal, ticket=name).number
    if len(number) != 18 or not number.isdigit() or number in play.numbers or issued.ending != number[-4:]:
        raise Objection(f"18 digits that no other ticket has, and the last four of them: {number!r}, {issued}")
    play.credit[terminal] -= said.amount
    play.tickets[name] = Ticket(said.amount, terminal, now or 0, play.day, issued.ending, number, issued.days)
    play.numbers[number] = name


def _insert(play: Play, terminal: str, said: m.InsertTicket) -> None:
    if terminal in play.locked:
        return
    name = play.numbers.get(said.ticket, "")
    ticket = play.tickets.get(name)
    if ticket is None:
        _refuse(play, terminal, said, "no_ticket")
        return
    reasons = {
        "ticket_used": not ticket.good,
        "ticket_expired": is_expired(play, ticket),
        "too_much": play.credit[terminal] + ticket.amount > AMOUNT_MAX,
    }
    if any(reasons.values()):
        _refuse(play, terminal, said, *(word for word, holds in reasons.items() if holds))
        return
    now = _bring(play, terminal, ticket.amount)
    told: dict[str, Any] = {"id": said.id, "terminal": terminal, "sitting": now, "ticket": name}
    play.tape.take(e.TicketAccepted, **told, amount=ticket.amount)
    ticket.good, ticket.where = False, terminal
    _remember(play, terminal, said.id, content(said))


def _report(play: Play, terminal: str, said: m.ReportPrint) -> None:
    ticket = play.tickets.get(said.ticket)
    if ticket is None or ticket.terminal != terminal or said.state not in NEXT_PRINTS.get(ticket.printed, ()):
        _refuse(play, terminal, said, "bad_ticket")
        return
    play.tape.take(e.TicketPrint, id=said.id, terminal=terminal, ticket=said.ticket, state=said.state)
    ticket.printed = said.state
    _remember(play, terminal, said.id, content(said))


def _dispute(play: Play, terminal: str, said: m.Dispute) -> None:
    """Decision 7: bets and cash-out stop there until a Ruling. Of a Round in which it had Bets, once they are settled;
    of one that is too long ago nobody can say it.
    """
    was = play.settled[said.round_no] if play.is_recent(said.round_no) else None
    gone = 0 < said.round_no <= play.round_no - play.terms.rounds_kept
    if not (terminal in was.lines if was is not None else gone):
        _refuse(play, terminal, said, "no_such_round")
        return
    play.tape.take(e.SettlementDisputed, id=said.id, terminal=terminal, round_no=said.round_no, lines=said.lines)
    play.peers[terminal].disputed = said.round_no
    _remember(play, terminal, said.id, content(said))


_ANSWER: Final[dict[type, Any]] = {
    m.CashOut: _cash_out,
    m.InsertTicket: _insert,
    m.ReportPrint: _report,
    m.Dispute: _dispute,
}


def _lock_out(play: Play, peer: str) -> None:
    if play.wrong[peer] >= WRONG_MAX and peer not in play.locked:
        play.tape.take(e.TicketsLocked, terminal=peer)
        play.locked.add(peer)
        play.alarm(peer, "wrong ticket numbers")


def _stop_asking(play: Play, terminal: str) -> None:
    if play.refusals[terminal] >= REFUSED_MAX and not play.peers[terminal].disputed:
        _find_fault(play, terminal, "too much was refused")


def forget_refusals(play: Play) -> None:
    """When a Round or a day is over; what was too much is staff's to forgive."""
    for terminal, count in list(play.refusals.items()):
        if count < REFUSED_MAX:
            del play.refusals[terminal]


# --- notes ---------------------------------------------------------------------------------------------------------


def _stack(play: Play, terminal: str, note: m.BuyCredit) -> None:
    """Rule 10: it is in the box, so it is credit or held; only one in another currency is the attendant's."""
    placard = play.shown
    began_ms, started_ms = play.process.clock
    clock_ms = began_ms + play.now_ms - started_ms
    if note.currency != play.bound[0]:
        if play.refusals[terminal] < REFUSED_MAX:
            _refuse(play, terminal, note, "other_currency")
            play.process.count(play.now_ms, terminal, "note")
            play.alarm(terminal, f"no credit: {note.amount} {note.currency}")
            _stop_asking(play, terminal)
        return
    why = _why_held(play, terminal, note, placard, clock_ms)
    if not why:
        _bought(play, note.id, terminal, note.amount, clock_ms if placard.notes_per_hour else None)
        play.process.count(play.now_ms, terminal, "note")
    elif sum(it[1] == terminal for it in play.held.values()) < HELD_MAX:  # else it waits
        play.notes_held += 1
        told: dict[str, Any] = {"id": note.id, "terminal": terminal, "note": play.notes_held, "amount": note.amount}
        play.tape.take(e.NoteHeld, **told, why=why)
        play.process.count(play.now_ms, terminal, "note")
        _remember(play, terminal, note.id, content(note))
        play.held[play.notes_held] = (note.id, terminal, note.amount, why)
        play.cash -= note.amount
        if not play.peers[terminal].latched:
            latch(play, terminal, f"a note is held: {why}", machine=False)
        play.alarm(terminal, f"a note is held: {why}")


def _bought(play: Play, key: bytes, terminal: str, amount: int, taken_ms: int | None) -> None:
    told: dict[str, Any] = {"id": key, "terminal": terminal, "sitting": _bring(play, terminal, amount)}
    play.tape.take(e.CreditBought, **told, amount=amount, taken_ms=taken_ms)
    play.cash -= amount
    _remember(play, terminal, key, ("buy", amount))
    if taken_ms is not None:
        play.clock_ms = max(play.clock_ms, taken_ms)
        play.hour.setdefault(terminal, []).append((taken_ms, amount))


def _why_held(play: Play, terminal: str, note: m.BuyCredit, placard: e.Placard, clock_ms: int) -> str:
    peer, process = play.peers[terminal], (note.boot, note.run)
    passed = play.process.passed.get(terminal, (None, 0))[0]
    if process not in ((peer.boot, peer.run), passed):
        return "process"
    if placard.notes and note.amount not in placard.notes:
        return "denomination"
    within = sum(amount for taken_ms, amount in play.hour.get(terminal, ()) if clock_ms - taken_ms < CAP_MS)
    too_much = placard.notes_per_hour and within + note.amount > placard.notes_per_hour
    if too_much or play.process.is_often(play.now_ms, terminal, "note"):
        return "cap"
    return "credit" if play.credit[terminal] + note.amount > AMOUNT_MAX else ""


# --- what people do with money -------------------------------------------------------------------------------------


def sell(play: Play, command: m.Command, order: m.SellCredit) -> None:
    _bought(play, command.command_id.rjust(16, b"\0"), order.terminal, order.amount, None)


def release(play: Play, _command: m.Command, order: m.ReleaseNote) -> None:
    key, terminal, amount, _why = play.held.pop(order.note)
    told: dict[str, Any] = {"id": key, "terminal": terminal, "note": order.note, "amount": amount}
    if order.to == "credit":
        play.tape.take(e.NoteCredited, **told, sitting=_bring(play, terminal, amount))
    else:
        play.tape.take(e.NoteCleared, **told, paid=order.to == "hand")
        play.cash += amount


def pay_ticket(play: Play, _command: m.Command, order: m.PayTicket | m.PayTicketByTwo) -> None:
    ticket = play.tickets[order.ticket]
    play.tape.take(e.TicketPaid, ticket=order.ticket, amount=ticket.amount)
    ticket.good = False
    play.cash += ticket.amount


def print_again(play: Play, command: m.Command, order: m.PrintAgain) -> None:
    ticket, key = play.tickets[order.ticket], command.command_id.rjust(16, b"\0")
    play.tape.take(e.TicketPrint, id=key, terminal=ticket.terminal, ticket=order.ticket, state="again")
    ticket.printed = "again"
    _remember(play, ticket.terminal, key, ("print", order.ticket, "again"))


def pay_by_hand(play: Play, _command: m.Command, order: m.PayByHand) -> None:
    now = sitting(play, order.terminal)
    play.tape.take(e.HandPaid, terminal=order.terminal, sitting=now, amount=order.amount)
    play.credit[order.terminal] -= order.amount
    play.taken[order.terminal] += order.amount
    play.cash += order.amount


def pay_due(play: Play, _command: m.Command, order: m.PayDue) -> None:
    amount = play.due_to.pop((str(order.terminal), order.sitting))
    play.tape.take(e.DuePaid, terminal=order.terminal, sitting=order.sitting, amount=amount)
    play.cash += amount


def collect(play: Play, _command: m.Command, order: m.CollectOwed) -> None:
    amount = play.owed_by.pop((str(order.terminal), order.sitting))
    play.tape.take(e.OwedCollected, terminal=order.terminal, sitting=order.sitting, amount=amount)
    play.cash -= amount


def find_ticket(play: Play, panel: str, said: m.FindTicket) -> None:
    """The same question gets the same answer; a number that no ticket has is one try, and the only one on record."""
    found = play.process.found.get(panel)
    if found is None or found.id != said.id:
        found = _look_up(play, panel, said)
        play.process.found[panel] = found
        if found.standing == "unknown":
            play.tape.take(e.TicketSought, panel=panel)
            play.wrong[panel] += 1
            _lock_out(play, panel)
    play.tell(panel, "TicketFound", found)


def _look_up(play: Play, panel: str, said: m.FindTicket) -> Found:
    name = play.numbers.get(said.number, "")
    if panel in play.locked:
        return Found(said.id, "locked")
    if not name:
        return Found(said.id, "unknown", ending=said.number[-4:])
    ticket = play.tickets[name]
    standing = "used" if not ticket.good else "expired" if is_expired(play, ticket) else "good"
    owes = play.owed_by[ticket.terminal, ticket.sitting]
    return Found(said.id, standing, name, ticket.ending, ticket.amount, ticket.terminal, ticket.where, owes)


def left_open(play: Play) -> list[tuple[str, str, int]]:
    """What was not settled when the table was closed."""
    unprinted = [it for it in play.tickets.values() if it.good and it.printed != "printed"]
    held = sum(it[2] for it in play.held.values())
    items = [("credit", terminal, amount) for terminal, amount in play.credit.items() if amount]
    items += [("due", f"{terminal}#{number}", due) for (terminal, number), due in play.due_to.items() if due]
    items += [("owed", f"{terminal}#{number}", owed) for (terminal, number), owed in play.owed_by.items() if owed]
    items += [("held", "", held)] if held else []
    items += [("ticket", ticket.terminal, ticket.amount) for ticket in unprinted]
    items += [("dispute", name, peer.disputed) for name, peer in play.peers.items() if peer.disputed]
    items += [("latched", name, 0) for name, peer in play.peers.items() if peer.latched]
    items += [("call", name, 0) for name, peer in play.peers.items() if peer.calls]
    return sorted(items)
