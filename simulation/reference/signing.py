"""Who is staff, who is signed on where, whose PIN may be tried now, and whose signature makes an order one.

Five wrong PINs of a person in a row, or ten at a panel, and one waits half a minute, then twice as long each time, a
quarter of an hour at most; twenty, and two people must see to it. Two who could do that for all others wait up to an
hour instead. A try is on record before it is looked at. What was proposed and what is being waited for end with the
process; the waiting begins anew in full.
"""

from typing import Any, Final

from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation.reference.people import SHIFT_MANAGER, against, answer_for, move_of, stand, who_signs
from simulation.reference.state import Check, Known, Play, Proposed
from simulation.reference.tape import Objection

PERSON_TRIES, PANEL_TRIES, LOCKED_AT = 5, 10, 20
FIRST_MS, LONGEST_MS, BUSY_MS = 30_000, 900_000, 1_000
AN_HOUR_MS, SILENT_MS = 3_600_000, 300_000
TECHNICIAN, SUPERVISOR = -1, 2
# What is missing.
PEOPLE: Final = frozenset(
    {
        "not_entitled",
        "second_person",
        "second_position",
        "over_cap",
        "over_day",
        "own_position",
        "technician_and_manager",
    }
)


def _wait_of(tries: int, free: int) -> int:
    wait = 0
    for number in range(free, tries + 1):
        wait = FIRST_MS if number == free else min(LONGEST_MS, 2 * wait)
    return wait


def _own_wait(play: Play, number: str) -> int:
    tries = play.tries[number] if number else 0
    wait = _wait_of(tries, PERSON_TRIES)
    if tries >= LOCKED_AT and _keeps(play, number):
        for _ in range(LOCKED_AT, tries + 1):
            wait = min(AN_HOUR_MS, 2 * wait)
    return wait


def _keeps(play: Play, number: str) -> bool:
    """One of the two highest who may sign a new PIN: by home position, of equals the lowest numbers."""
    before = 0
    own = play.staff.get(number)
    if own is None or not own.active or (own.home < SUPERVISOR and own.home != TECHNICIAN):
        return False
    for other, it in play.staff.items():
        if it.active and (it.home >= SUPERVISOR or it.home == TECHNICIAN):
            before += it.home > own.home or (it.home == own.home and other < number)
    return before < 2


def is_locked(play: Play, number: str) -> bool:
    return bool(number) and play.tries[number] >= LOCKED_AT and not _keeps(play, number)


def begin_waits(play: Play) -> None:
    waits = {number: _own_wait(play, number) for number in play.tries}
    waits |= {f"at {panel}": _wait_of(tries, PANEL_TRIES) for panel, tries in play.panel_tries.items()}
    play.process.waits = {who: play.now_ms + wait for who, wait in waits.items() if wait}


def found(play: Play, staff: tuple[e.StaffAdmitted, ...]) -> None:
    """The first start of a table."""
    for it in staff:
        play.tape.take(e.StaffAdmitted, number=it.number, name=it.name, position=it.position, credential=it.credential)
        play.staff[it.number] = Known(it.name, it.position, credential=it.credential)


def person(play: Play, number: str) -> m.Person:
    known = play.staff[number]
    return m.Person(number, known.name, known.position)


def at(play: Play, panel: str) -> m.Person | None:
    session = play.sessions.get(panel)
    return None if session is None else person(play, session[0])


def where(play: Play, number: str) -> str:
    return next((panel for panel, (who, _process) in play.sessions.items() if who == number), "")


# --- a try ----------------------------------------------------------------------------------------------------------


def refuse_try(play: Play, terminal: str, said: m.SignOn) -> None:
    """At a terminal of a table that has no participants."""
    last = play.process.answers.get(terminal)
    if last is not None and last[0] == said.id:
        play.tell(terminal, "SignOnAnswer", last)
    else:
        _answer(play, terminal, said.id, "refused")


def hear_try(play: Play, panel: str, said: m.SignOn | m.Sign, shown: str) -> None:
    process = play.process
    last = process.answers.get(panel)
    if last is not None and last[0] == said.id:
        play.tell(panel, "SignOnAnswer", last)
        return
    check = process.checks.get(panel)
    if check is not None and check.id == said.id:
        return
    if said.id in play.last_tries.get(panel, []) or play.peers[panel].latched:
        _answer(play, panel, said.id, "refused")
        return
    number = said.number or shown
    if number not in play.staff or not play.staff[number].active:
        number = ""
    if is_locked(play, number):
        _answer(play, panel, said.id, "locked")
        return
    wait = max(process.waits.get(who, 0) - play.now_ms for who in (number, f"at {panel}"))
    busy = check is not None or (number and any(it.number == number for it in process.checks.values()))
    if busy and wait <= 0:
        _answer(play, panel, said.id, "busy", BUSY_MS)
        return
    if wait <= 0 and process.is_often(play.now_ms, panel, "sign on"):
        play.alarm(panel, "sign-ons without end")
        wait = FIRST_MS
    if wait > 0:
        _answer(play, panel, said.id, "wait", wait)
        return
    process.count(play.now_ms, panel, "sign on")
    play.tape.take(e.SignOnTried, panel=panel, number=number, id=said.id)
    play.last_tries[panel] = [*play.last_tries.get(panel, []), said.id][-8:]
    play.panel_tries[panel] += 1
    if number:
        play.tries[number] += 1
    signs = (said.command_id, said.digest) if isinstance(said, m.Sign) else None
    credential = play.staff[number].credential if number else b""
    process.checks[panel] = Check(said.id, number, (said.boot, said.run), signs, said.pin, credential)


def _answer(play: Play, panel: str, asked: bytes, standing: str, wait: int = 0) -> None:
    play.process.answers[panel] = (asked, standing, wait)
    play.tell(panel, "SignOnAnswer", (asked, standing, wait))


def hear_check(play: Play, given: Any) -> None:
    """What the shell has found; of a panel that is another process by now nobody wants to know."""
    panel, check = given.panel, play.process.checks.get(given.panel)
    if check is None or check.id != given.id:
        return
    del play.process.checks[panel]
    peer = play.peers[panel]
    if check.process != (peer.boot, peer.run) or not peer.greeted or peer.latched:
        return
    known = play.staff.get(check.number)
    if known is not None and known.active and known.credential != check.credential:
        return  # it was looked at with what is not his any more
    right = known is not None and play.terms.pins.get(check.number) == check.pin
    if given.right != right:
        raise Objection(f"the shell was asked about somebody else's PIN than {check.number}'s")
    if not right or known is None or not known.active:
        _fail(play, panel, check)
    elif check.signs is None:
        _sign_on(play, panel, check)
    else:
        _sign(play, panel, person(play, check.number), *check.signs)
        _answer(play, panel, check.id, "right")


def _fail(play: Play, panel: str, check: Check) -> None:
    tries = play.tries[check.number] if check.number else 0
    own, here = _own_wait(play, check.number), _wait_of(play.panel_tries[panel], PANEL_TRIES)
    if own:
        play.process.waits[check.number] = play.now_ms + own
    if here:
        play.process.waits[f"at {panel}"] = play.now_ms + here
    wait = max(own, here)
    locked = is_locked(play, check.number)
    play.tape.take(e.SignOnFailed, panel=panel, number=check.number, tries=tries, wait_ms=wait, locked=locked)
    if wait:
        known = own and play.staff[check.number].active  # of one who has left nobody says it
        play.alarm(panel, f"wrong PINs of {check.number if known else 'anybody'}")
    if tries >= LOCKED_AT and not locked:
        play.alarm(panel, f"somebody guesses where nobody is locked, at {check.number}")
    _answer(play, panel, check.id, "locked" if locked else "wrong", wait)


def _sign_on(play: Play, panel: str, check: Check) -> None:
    """He is here and nowhere else; whoever was here is relieved."""
    elsewhere = where(play, check.number)
    if elsewhere not in ("", panel):
        leave(play, elsewhere, "elsewhere")
    if panel in play.sessions and play.sessions[panel][0] != check.number:
        leave(play, panel, "relief")
    play.tape.take(e.SignedOn, panel=panel, person=person(play, check.number))
    play.sessions[panel] = (check.number, check.process)
    _prove(play, panel, check.number)
    _answer(play, panel, check.id, "right")


def _prove(play: Play, panel: str, number: str) -> None:
    play.tries.pop(number, None)
    play.panel_tries.pop(panel, None)
    play.staff[number].on_shift = True


def leave(play: Play, panel: str, why: str) -> None:
    if panel in play.sessions:
        number, _process = play.sessions.pop(panel)
        play.process.found.pop(panel, None)
        play.tape.take(e.SignedOff, panel=panel, number=number, why=why)
        drop(play, panel, "signed off")


def leave_silent(play: Play) -> None:
    """A panel that has not been heard for so long, while the console listened."""
    process = play.process
    for panel in list(play.sessions):
        if play.now_ms - max(process.listening_ms, process.heard_ms.get(panel, 0)) > SILENT_MS:
            leave(play, panel, "silent")


def leave_everywhere(play: Play, number: str, why: str) -> None:
    if panel := where(play, number):
        leave(play, panel, why)


def sign_off(play: Play, panel: str, said: m.SignOff) -> None:
    """Locked is locked: a PIN that is being looked at opens nothing."""
    play.process.checks.pop(panel, None)
    here = at(play, panel)
    if said.why == "shift" and here is not None:
        known = play.staff[here.number]
        leads = [it for it in play.staff.values() if it.active and it.position == SHIFT_MANAGER]
        if (
            known.home == SHIFT_MANAGER or len(leads) > 1 or leads[0] is not known
        ):  # else the shift would have nobody at its head
            leave(play, panel, "shift")
            known.assigned, known.on_shift = None, False
    leave(play, panel, "person" if said.why == "shift" else said.why)
    play.tell(panel, "SignOnAnswer", (said.id, "right", 0))


# --- proposals ------------------------------------------------------------------------------------------------------


def propose(play: Play, panel: str, command: m.Command, by: m.Person) -> None:
    drop(play, panel, "replaced")
    order = command.order
    told: dict[str, Any] = {"command_id": command.command_id, "panel": panel, "by": by, "order": order}
    told |= {"round_no": command.round_no, "window": command.window}
    told |= {"amount": _amount(play, order)}
    entry = play.tape.take(e.OrderProposed, **told, needs=tuple(sorted(who_signs(play, command, by))))
    if entry.lacks.reason not in PEOPLE:
        raise Objection(f"what is missing is somebody: {entry}")
    about = (panel, command.command_id, command.round_no, command.window, order, by.number)
    if play.digests.setdefault(entry.digest, about) != about or len(entry.digest) != 32:
        raise Objection(f"{entry} has the digest of {play.digests[entry.digest]}")
    play.process.proposals[panel] = Proposed(
        command, by, entry.digest, play.tape.seq, _felt(play), _outcome(play, order), play.round_no
    )


def drop(play: Play, panel: str, why: str) -> None:
    proposed = play.process.proposals.pop(panel, None)
    if proposed is not None:
        play.tape.take(e.OrderWithdrawn, command_id=proposed.command.command_id, why=why)
        play.orders[proposed.command.command_id] = play.tape.seq
        play.ended.add(proposed.command.command_id)


def drop_passed(play: Play) -> None:
    """What was proposed about a Round that is over."""
    for panel, proposed in list(play.process.proposals.items()):
        order = proposed.command.order
        named = move_of(order).of_round or isinstance(order, m.Correct | m.TakeBackVoid)
        if named and proposed.command.round_no == proposed.round_no and proposed.round_no != play.round_no:
            drop(play, panel, "round")


def withdraw(play: Play, panel: str, said: m.Withdraw) -> None:
    proposed = play.process.proposals.get(panel)
    if proposed is not None and proposed.command.command_id == said.command_id:
        drop(play, panel, "person")
        done = True
    else:
        done = said.command_id in play.ended
    play.tell(panel, "SignOnAnswer", (said.id, "right" if done else "refused", 0))


def _sign(play: Play, panel: str, signer: m.Person, command_id: bytes, digest: bytes) -> None:
    """On the table as it is now."""
    play.tape.take(e.OrderSigned, command_id=command_id, panel=panel, person=signer)
    _prove(play, panel, signer.number)
    own = next((it for it, proposed in play.process.proposals.items() if proposed.command.command_id == command_id), "")
    if not own:
        _refuse(play, command_id, signer, {"nothing_proposed"})
        return
    proposed = play.process.proposals[own]
    command = proposed.command
    if digest != proposed.digest:
        _refuse(play, command_id, signer, {"other_order"})
    elif proposed.by.number == signer.number or not _enough(play, command, proposed.by, signer):
        _refuse(play, command_id, signer, set(PEOPLE))
    elif reasons := against(play, own, command) or _moved(play, proposed):
        _refuse(play, command_id, signer, reasons)
        drop(play, own, "moved")
    else:
        del play.process.proposals[own]
        play.tape.take(e.Ordered, command_id=command_id, by=proposed.by, second=signer, order=command.order)
        play.orders[command_id] = play.tape.seq
        answer_for(play, command, proposed.by, signer)
        play.obey(command)


def _enough(play: Play, command: m.Command, by: m.Person, signer: m.Person) -> bool:
    before = (play.answered[by.number], play.answered[signer.number])
    if isinstance(command.order, m.AssignStaff) and command.order.number in (by.number, signer.number):
        return False  # nobody raises himself
    return stand(play, command, by.position, signer.position, before=before)


def _refuse(play: Play, command_id: bytes, signer: m.Person, reasons: set[str]) -> None:
    refused = play.tape.take(e.SignatureRefused, command_id=command_id, person=signer)
    if refused.refusal.reason not in reasons:
        raise Objection(f"it is refused for {refused.refusal}, and not for one of {reasons}")


def _moved(play: Play, proposed: Proposed) -> set[str]:
    """Other cards, or other money, than when it was shown. What would come of it the console may know more of: if
    something has changed since, it may say so."""
    order = proposed.command.order
    about_felt = move_of(order).of_round and not isinstance(order, m.VoidSettled)  # which is about a Round that is over
    if about_felt and _cards(play) != proposed.felt[0]:
        return {"moved_on"}
    if _outcome(play, order) != proposed.outcome:
        return {"moved_on"}
    said = play.tape.following
    says_so = isinstance(said, e.SignatureRefused) and said.refusal.reason == "moved_on"
    return {"moved_on"} if says_so and _felt(play) != proposed.felt else set()


def _cards(play: Play) -> tuple[object, ...]:
    hands = tuple((side, tuple(cards)) for side, cards in sorted(play.hands.items()) if cards)
    return (play.round_no, hands, tuple(play.surplus), tuple(play.kept))


def _felt(play: Play) -> tuple[object, ...]:
    money = (dict(play.credit), dict(play.stake), dict(play.due_to), dict(play.owed_by), dict(play.sittings))
    tickets = {name: (ticket.good, ticket.printed) for name, ticket in play.tickets.items()}
    rounds = {number: (it.void, tuple(it.drawn)) for number, it in play.settled.items()}
    return (_cards(play), *money, tickets, rounds, sorted(play.held), sorted(play.halts), dict(play.peers))


def _amount(play: Play, order: m.Order) -> int:
    """What is paid or taken, and must be read by who signs it."""
    match order:
        case m.SellCredit(amount=amount) | m.PayByHand(amount=amount):
            return amount
        case m.PayTicket(ticket=ticket) | m.PayTicketByTwo(ticket=ticket):
            return play.tickets[ticket].amount
        case m.ReleaseNote(note=note):
            return play.held[note][2]
        case m.PayDue() | m.CollectOwed():
            found = _outcome(play, order)
            return found if isinstance(found, int) else 0
    return 0


def _outcome(play: Play, order: m.Order) -> object:
    """The money that would move, where the order does not say it."""
    match order:
        case m.PayDue(terminal=terminal, sitting=sitting):
            return play.due_to[terminal, sitting]
        case m.CollectOwed(terminal=terminal, sitting=sitting):
            return play.owed_by[terminal, sitting]
        case m.PayByHand(terminal=terminal):
            return play.sittings.get(terminal)
        case m.Resume(reason=Halt.HISTORY):
            return frozenset(play.process.proofs)
    return None


# --- orders about staff ----------------------------------------------------------------------------------------------


def admit(play: Play, _command: m.Command, order: m.AdmitStaff) -> None:
    told: dict[str, Any] = {"number": order.number, "name": order.name, "position": order.position}
    play.tape.take(e.StaffAdmitted, **told, credential=order.credential)
    play.staff[order.number] = Known(order.name, order.position, credential=order.credential)
    play.tries.pop(order.number, None)


def set_credential(play: Play, _command: m.Command, order: m.SetCredential) -> None:
    play.tape.take(e.CredentialSet, number=order.number, credential=order.credential)
    play.staff[order.number].credential = order.credential
    play.tries.pop(order.number, None)
    leave_everywhere(play, order.number, "credential")


def disable(play: Play, _command: m.Command, order: m.DisableStaff) -> None:
    play.tape.take(e.StaffDisabled, number=order.number, why=order.why)
    play.staff[order.number].active = play.staff[order.number].on_shift = False
    play.staff[order.number].assigned = None
    leave_everywhere(play, order.number, "disabled")


def assign(play: Play, _command: m.Command, order: m.AssignStaff) -> None:
    play.tape.take(e.StaffAssigned, number=order.number, position=order.position)
    play.staff[order.number].assigned = order.position
    play.staff[order.number].on_shift = True
    leave_everywhere(play, order.number, "position")


def go_home(play: Play) -> None:
    """001 §1.12: a position is for a shift, and a day begins: on shift is who is at a panel then."""
    moved = [number for number, known in play.staff.items() if known.position != known.home]
    for known in play.staff.values():
        known.assigned = None
    here = [number for number, _process in play.sessions.values()]
    for number, known in play.staff.items():
        known.on_shift = number in here
    for number in moved:
        leave_everywhere(play, number, "position")
