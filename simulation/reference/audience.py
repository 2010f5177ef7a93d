"""Who may know what (DESIGN 2.3, M13): the audience of every entry, and of every message that leaves the console.

A terminal knows the table and itself; a display the table; a panel, in a person's hands, everything but faces that lie
face down and the numbers of tickets; an archive everything; a witness digests alone. Whoever may read a part that he is
sent gets it whole, and an answer that was asked for is given: silence is an unjust no, too.
"""

from fractions import Fraction
from typing import Any, Final

import msgspec

from protocol import events as e
from protocol import messages as m
from simulation.reference.signing import is_locked
from simulation.reference.state import Found, Play, Told
from simulation.reference.tape import Objection

OF_ITS_TERMINAL: Final = frozenset({
    e.LayoutRegistered, e.LayoutRefused, e.LayoutReturned, e.BetRejected, e.Settled,
    e.LinesCorrected, e.CreditBought, e.TicketIssued,
    e.TicketAccepted, e.TicketPrint, e.TicketsLocked, e.TicketsUnlocked, e.NoteHeld, e.NoteCredited, e.NoteCleared,
    e.MoneyRefused, e.HandPaid, e.SettlementDisputed, e.DisputeRuled, e.TerminalLatched, e.TerminalUnlatched,
    e.AttendantCalled, e.ForeignTicketAsked, e.ForeignTicketAccepted, e.ForeignTicketDeclined,
})  # fmt: skip
OF_STAFF: Final = frozenset({
    e.Ordered, e.OrderRefused, e.TicketPaid, e.TicketSought, e.DuePaid, e.HousePaid, e.OwedCollected, e.TerminalRetired,
    e.KeyEnrolled, e.KeyEnded, e.ConsoleKeyRotated, e.ConsoleKeyEnded,
    e.TerminalJoined, e.AlarmRaised, e.RulingRecorded, e.ClockStepped, e.LeftOpen, e.StartConfirmed, e.StaffAdmitted,
    e.CredentialSet, e.StaffDisabled, e.StaffAssigned, e.SignOnTried, e.SignedOn, e.SignOnFailed, e.SignedOff,
    e.OrderProposed, e.OrderWithdrawn, e.OrderSigned, e.SignatureRefused, e.SurplusSeen, e.RoundRecalled,
    e.RecallFailed,
    e.TicketReleased, e.TicketReleaseRefused, e.TicketRestored, e.TicketArrived, e.ForeignTicketCashed, e.ClaimSettled,
    e.FloorTerm,
})  # fmt: skip
OF_ALL: Final = frozenset({
    e.ConsoleStarted, e.CurrencyBound, e.TableOpened, e.LimitsSet, e.TableClosed, e.DayBegan, e.DayDoubted,
    e.DayClosed, e.Checkpointed, e.Halted, e.Resumed, e.Interrupted, e.InterruptionAnswered, e.ShoeLoaded,
    e.CardBurnt, e.ShoeLive, e.CutCardSeen, e.ShoeEmptied, e.ShoeEnded, e.SetWithdrawn, e.ShoeLost, e.ShoeBack,
    e.ShoeSetAside, e.CardTakenBack, e.WindowOpened, e.TimeAdded, e.WindowClosed, e.CardDealt, e.CardRevealed,
    e.HandsLaid, e.SurplusDrawn, e.CardUnread, e.CardWaiting, e.CardMatched, e.CardIdle, e.SurplusKept, e.RulingMade,
    e.SidesReported, e.CardsCorrected, e.Certified, e.RoundEnded, e.RoundCorrected, e.Seated, e.HandHandled,
    e.ShuffleCommitted, e.NonceCommitted, e.NonceOpened, e.ShuffleMixed, e.CardPeeked, e.ShuffleOpened, e.ShuffleLost,
    e.ClosingCalled,
})  # fmt: skip
# What anybody may see of the table. A field that is new here was looked at by somebody.
PUBLIC_PICTURE: Final = frozenset(
    "phase halts game rules house felt countdown_ms times placard day due_day due_since closed_day doubted_day "
    "console_boot without_bets round_no window_n windows round_felt acts draws draw_hands hands surplus beside kept "
    "carried due certified undo void corrected past shoes shoe shuffle "
    "closing earlier established".split()
)


def audience_of(event: e.Event) -> str:
    kind = type(event)
    if kind in OF_ALL:
        return ""
    if kind in OF_ITS_TERMINAL:
        return str(event.terminal)  # type: ignore[union-attr]
    if kind in OF_STAFF:
        return "staff"
    if isinstance(event, e.TicketNumbered):
        return f"only/{event.terminal}"
    if isinstance(event, e.CardHidden) and event.to:
        return f"only/{event.to}"
    if isinstance(event, e.CardRead) and event.staff:
        return "staff"
    if isinstance(event, e.CardRead | e.CardHidden):
        return "sealed"
    raise Objection(f"nobody has said who may read {event}")


def may_read(role: str, name: str, audience: str) -> bool:
    if role in ("witness", "archive"):
        return role == "archive"
    if audience in ("", name, f"only/{name}"):
        return True
    return role in ("panel", "floor") and audience != "sealed" and not audience.startswith("only/")


# --- what is sent --------------------------------------------------------------------------------------------------


def look_at(play: Play, now_ms: int, to: str, role: str, message: m.News) -> None:
    kind = type(message).__name__
    match message:
        case m.Pulse(left_ms=left_ms):
            if left_ms != _left_ms(play, now_ms):
                raise Objection(f"{_left_ms(play, now_ms)} ms are left of the countdown: {message}")
            _look_at_crowd(play, message)
        case m.Batch(first_seq=first, entries=entries):
            _look_at_entries(play, to, role, first, entries, whole=True)
        case m.Deltas(first_seq=first, entries=entries):
            _look_at_entries(play, to, role, first, entries, whole=_was_told(play, to, kind, first - 1))
        case m.See(seq=seq, entry=entry):
            _look_at_entries(play, to, role, seq, (entry,), whole=_was_told(play, to, kind, seq))
        case m.Seats():
            if role != "panel":
                raise Objection(f"{to} is told who is here, and is no panel")
        case m.Denied(boot=boot, run=run, why=why):
            _answers(play, to, kind, (boot, run, why))
        case m.Welcome(boot=boot, run=run, head_seq=seq):
            _answers(play, to, kind, (boot, run, seq))
        case m.Snapshot(seq=seq, state=state):
            _answers(play, to, kind, (seq, _picture_said(state)))
        case m.TicketFound():
            _look_at_ticket(play, to, message)
        case m.SignOnAnswer(id=asked, standing=standing, wait_ms=wait_ms):
            _answers(play, to, kind, (asked, standing, wait_ms))


def _left_ms(play: Play, now_ms: int) -> int:
    if play.window is None or play.halts or play.deadline_ms is None:
        return -1
    return max(0, play.deadline_ms - now_ms)


def _look_at_crowd(play: Play, pulse: m.Pulse) -> None:
    """Heads, once three Players bet; shares in steps of five of what two or more have bet on; nothing else."""
    layouts = [bets for bets in play.bets.values() if bets] if play.in_round else []
    heads = {spot: sum(spot in bets for bets in layouts) for bets in layouts for spot in bets}
    if len(layouts) < 3:
        heads = {}
    shared = {spot: sum(bets.get(spot, 0) for bets in layouts) for spot, count in heads.items() if count >= 2}
    whole = sum(shared.values())
    for side in pulse.crowd:
        share = Fraction(100 * shared.get(side.kind, 0), whole) if side.kind in shared and len(shared) > 1 else None
        fits = side.share == -1 if share is None else side.share % 5 == 0 and abs(side.share - share) <= Fraction(5, 2)
        if heads.get(side.kind) != side.heads or not fits:
            raise Objection(f"the table has not bet like this: {side}")
    if {side.kind for side in pulse.crowd} != set(heads):
        raise Objection(f"the table bets on {sorted(heads)}: {pulse}")


def _look_at_entries(
    play: Play, to: str, role: str, first: int, entries: tuple[m.SentEntry, ...], *, whole: bool
) -> None:
    """`whole`: he has asked for them, or everybody is told: then what he may read is there. What goes out by itself to
    one who is named has his own entries, and the others may come later.
    """
    for seq, entry in enumerate(entries, first):
        if seq > len(play.audiences):
            raise Objection(f"{to} is told of entry {seq}, and there are {len(play.audiences)}")
        audience = play.audiences[seq - 1]
        may = audience == "" if to == "*" else may_read(role, to, audience)
        must = may and (whole or audience in (to, f"only/{to}"))
        if (entry.body is None and must) or (entry.body is not None and not may):
            raise Objection(f"entry {seq} is for {audience or 'all'}: {to}, {role}, is sent {entry}")


def _was_told(play: Play, to: str, kind: str, what: object) -> bool:
    """If it was asked for, it has been answered; entries are sent unasked, too."""
    for told in play.told:
        if (told.to, told.kind, told.what) == (to, kind, what):
            play.told.remove(told)
            return True
    return False


def _answers(play: Play, to: str, kind: str, what: object) -> None:
    waits = [told for told in play.told if (told.to, told.kind) == (to, kind)]
    for told in waits:
        if told.what == what:
            play.told.remove(told)
            return
    raise Objection(f"{to} is sent {kind} {what}, and must be sent {[told.what for told in waits]}")


def _look_at_ticket(play: Play, to: str, message: m.TicketFound) -> None:
    known = {name: getattr(message, name) for name in Found.__struct_fields__ if name != "proof"}
    for told in play.told:
        if told.to == to and isinstance(told.what, Found):
            found = told.what
            if known == {name: getattr(found, name) for name in known} and bool(message.proof) == bool(found.ticket):
                found.proof = message.proof
                play.told.remove(told)
                return
    raise Objection(f"{to} has not asked for this: {message}; {play.told}")


def all_told(play: Play) -> None:
    """When the batch is over."""
    silent = [told for told in play.told if not (told.kind == "Deltas" and told.what == play.tape.seq)]
    if silent:
        raise Objection(f"these were not answered: {silent}")


# --- snapshots -----------------------------------------------------------------------------------------------------


def sync(play: Play, given: Any, said: m.Sync) -> None:
    """A follower with a history gets what follows it; one without gets a picture, if the log is long. Who keeps every
    entry gets every entry. For one that is ahead of us there is nothing to show.
    """
    whole = given.role in ("witness", "archive", "floor")
    if said.after_seq or whole or play.tape.seq <= play.terms.snapshot_from:
        if said.after_seq < play.tape.seq:
            play.tell(given.peer, "Deltas", said.after_seq)
        return
    picture = {"own": _own(play, given.peer), "terminal": given.peer, "view": _view(play)}
    picture["staff"] = _staff(play) if given.role == "panel" else None
    play.told.append(Told(given.peer, "Snapshot", (play.tape.seq, picture)))


def _picture_said(state: bytes) -> dict[str, Any]:
    """What a snapshot holds, in the examiner's words."""
    picture: dict[str, Any] = msgspec.msgpack.decode(state, strict=False)
    view, staff = picture["view"], picture["staff"]
    if set(view) != PUBLIC_PICTURE or set(picture) != {"view", "own", "terminal", "staff"}:
        raise Objection(f"nobody has said who may see {set(view) ^ PUBLIC_PICTURE or set(picture)}")
    if staff is not None:
        staff["balances"] = {account: amount for account, amount in staff["balances"].items() if amount}
        staff["bets"] = {window: bets for window, bets in staff["bets"].items() if bets}
        for name in ("retired", "locked"):
            staff[name] = sorted(staff[name])
        staff["keys"] = {peer["name"]: (peer["role"], peer["public"]) for peer in staff["keys"]}
        staff["recalled"] = {
            number: {terminal: sum(line["returned"] for line in lines) for terminal, lines in it["lines"].items()}
            for number, it in staff["recalled"].items()
        }
        staff["proposals"] = sorted(proposal["command_id"] for proposal in staff["proposals"])
        staff["roles"] = {name: role for name, role in staff["roles"].items() if role}
    shoe = view["shoe"]
    said = {name: view[name] for name in _SEEN}
    said["halts"] = sorted(view["halts"])
    said["hands"] = {side: cards for side, cards in view["hands"].items() if cards}
    said["windows"] = [window["id"] for window in view["windows"].values()]
    said["shoe"] = [shoe["decks"], shoe["burning"], shoe["live"], shoe["rounds_left"], shoe["lost"], shoe["last_seq"]]
    return {**picture, "view": said}


_SEEN: Final = (
    *("phase", "round_no", "surplus", "kept", "carried", "due", "day", "due_day", "due_since", "closed_day"),
    *("doubted_day", "console_boot", "countdown_ms", "shoes"),
)


def _view(play: Play) -> dict[str, Any]:
    shoe = play.shoe
    return {
        **{name: getattr(play, name) for name in _SEEN if name != "console_boot"},
        "console_boot": play.boots,
        "halts": sorted(play.halts),
        "hands": {side: list(cards) for side, cards in play.hands.items() if cards},
        "windows": [] if play.window is None else [[play.window.round_no, play.window.n, play.window.nonce]],
        "shoe": [shoe.decks, shoe.burning, shoe.live, shoe.rounds_left, shoe.lost, shoe.last],
        **{name: len(getattr(play, name)) for name in ("surplus", "kept", "carried")},  # how many, and no face
    }


def _own(play: Play, name: str) -> dict[str, Any]:
    peer, layouts = play.peers[name], []
    for key, said in play.windows.items() if play.in_round else ():
        if key.round_no == play.round_no and name in said:
            bets = dict(play.bets.get(name, {}))
            layouts.append({
                "id": [key.round_no, key.n, key.nonce],
                "name": "bets",
                "revision": said[name].revision,
                "registered": {"bets": bets, "choice": "", "entered_by": ""},
                "seq": play.receipts.get(name, 0),
            })  # fmt: skip
    return {
        "credit": play.credit[name],
        "stake": play.stake[name],
        "sitting": play.sittings.get(name, 0),
        "layouts": layouts,
        "disputed": peer.disputed,
        "latched": peer.latched,
        "calls": peer.calls,
        "away": {},  # tickets that are asked for at other tables: this one stands alone
        "here": None,  # nor has it participants
    }


def _staff(play: Play) -> dict[str, Any]:
    of_round = [seq for key, seq in play.closes.items() if key.round_no == play.round_no]
    bets = {terminal: dict(layout) for terminal, layout in play.bets.items()}
    return {
        "balances": balances(play),
        "sittings": dict(play.sittings),
        "disputes": {name: peer.disputed for name, peer in play.peers.items() if peer.disputed},
        "latched": {name: peer.latched for name, peer in play.peers.items() if peer.latched},
        "keys": dict(play.keys),
        "retired": sorted(name for name, peer in play.peers.items() if peer.retired),
        "calls": {name: peer.reason for name, peer in play.peers.items() if peer.calls},
        "bets": {"bets": bets} if play.in_round and bets else {},
        "closed_seq": max(of_round, default=0),
        "held": {number: {"terminal": it[1], "amount": it[2], "why": it[3]} for number, it in play.held.items()},
        "tickets": {
            name: {
                "terminal": it.terminal,
                "amount": it.amount,
                "ending": it.ending,
                "printed": it.printed,
                "sitting": it.sitting,
            }
            for name, it in play.tickets.items()
            if it.good and it.printed != "printed"
        },
        "locked": sorted(play.locked),
        "staff": {number: _member(play, number) for number in play.staff},
        "proposals": sorted(it.command.command_id for it in play.process.proposals.values()),
        "roles": {name: peer.role for name, peer in play.peers.items() if peer.role},
        "answered": dict(play.answered),
        "paid": {},  # baccarat settles nothing before its end
        "sat": {},
        "beside": [*play.carried, *play.kept, *play.surplus],
        "read": {number: face for number, face in play.shoe.waiting.items() if face},
        "asked": {},  # of other tables
        "coins": {},
        "played": {},
        "away": {},  # of participants
        "granted": {},  # to them
        "recalled": {
            number: {who: sum(fate[1] for fate in its.values()) for who, its in play.settled[number].lines.items()}
            for number in play.recalled
        },
    }


def _member(play: Play, number: str) -> dict[str, Any]:
    known = play.staff[number]
    at = [panel for panel, session in play.sessions.items() if session[0] == number]
    return {
        "number": number,
        "name": known.name,
        "position": known.position,
        "home": known.home,
        "active": known.active,
        "panel": at[0] if at else "",
        "locked": is_locked(play, number),
        "on_shift": known.on_shift,
    }


def balances(play: Play) -> dict[str, int]:
    """Every account that has something; they sum to zero (M1)."""
    found = {"cash": play.cash, "house": play.house}
    found["tickets"] = sum(ticket.amount for ticket in play.tickets.values() if ticket.good)
    found["held"] = sum(it[2] for it in play.held.values())
    found |= {f"credit/{terminal}": amount for terminal, amount in play.credit.items()}
    found |= {f"stake/{terminal}": amount for terminal, amount in play.stake.items()}
    found |= {f"due/{terminal}#{number}": amount for (terminal, number), amount in play.due_to.items()}
    found |= {f"owed/{terminal}#{number}": -amount for (terminal, number), amount in play.owed_by.items()}
    return {account: amount for account, amount in found.items() if amount}
