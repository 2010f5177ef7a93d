"""The journeys of tickets between tables: what is known of each, and what is to be said next. Pure.

A floor decides nothing about a ticket. It knows each step from an entry that a table has written and signed, and
carries it to the other table, again and again, until that table's own log has the answer. So what it forgets, says
twice or says too late changes nothing but when it happens.
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from msgspec import Struct

from protocol import events as e
from protocol.fact import Fact

What = Literal["asked", "answer", "end"]
# Facts that tell of a journey, as `floor/codes.py` names their rows.
KINDS: Final = tuple(
    kind.__name__
    for kind in (
        *(e.ForeignTicketAsked, e.ForeignTicketCashed, e.TicketReleased, e.TicketReleaseRefused, e.TicketRestored),
        *(e.ForeignTicketAccepted, e.ForeignTicketDeclined, e.ClaimSettled, e.TicketArrived),
    )
)


class Journey(Struct, frozen=True, gc=False):
    """One row, as far as the next step hangs on it. A vouch is the entry with its table's signature, or b""."""

    journey: bytes
    asker: str
    issuer: str
    live: bool = False
    spent: bool = False  # another one of the same ticket was accepted: its table can only refuse
    asked_seq: int = 0
    asked_vouch: bytes = b""
    answer: str = ""
    answer_seq: int = 0
    answer_vouch: bytes = b""
    ended: str = ""
    end_seq: int = 0
    end_vouch: bytes = b""
    closed: str = ""


class Vouch(Struct, frozen=True, gc=False):
    """Ask this table to sign that entry of its own."""

    table: str
    seq: int


class Carry(Struct, frozen=True, gc=False):
    """Show this table what the other has signed."""

    to: str
    table: str  # that has signed it
    vouch: bytes


def next_step(it: Journey) -> Vouch | Carry | None:
    """None: it is over, or waits for another one of the same ticket."""
    if it.closed or (it.ended and it.answer == "refused"):
        return None
    if it.ended:
        return _carry(it.issuer, it.asker, it.end_seq, it.end_vouch)
    if it.answer:
        return _carry(it.asker, it.issuer, it.answer_seq, it.answer_vouch)
    if it.live or it.spent:
        return _carry(it.issuer, it.asker, it.asked_seq, it.asked_vouch)
    return None


def _carry(to: str, table: str, seq: int, vouch: bytes) -> Vouch | Carry:
    return Carry(to, table, vouch) if vouch else Vouch(table, seq)


def told_by(table: str, seq: int, wall_time: str, event: Fact) -> Mapping[str, Any]:
    """The columns that an entry of this table tells of its journey; it says nothing of what the other table decides."""
    match event:
        case e.ForeignTicketAsked(terminal=terminal, issuer=issuer, tag=tag, ending=ending):
            asked = {"asker": table, "issuer": issuer, "terminal": str(terminal), "tag": tag, "ending": ending}
            return {**asked, "asked_seq": seq, "asked_at": wall_time}
        case e.ForeignTicketCashed(issuer=issuer, tag=tag, ending=ending, amount=amount):
            asked = {"asker": table, "issuer": issuer, "tag": tag, "ending": ending}
            return {**asked, "amount": amount, "asked_seq": seq, "asked_at": wall_time}
        case e.TicketReleased(to=to, ticket=ticket, amount=amount, currency=currency):
            worth = {"ticket": ticket, "amount": amount, "currency": currency.code}
            return {"asker": to, "issuer": table, **worth, "answer": "released", "answer_seq": seq}
        case e.TicketReleaseRefused(to=to, refusal=refusal):
            return {"asker": to, "issuer": table, "answer": "refused", "answer_seq": seq, "why": refusal.reason}
        case e.ForeignTicketAccepted(issuer=issuer, ticket=ticket, amount=amount):
            taken = {"taken_ticket": ticket, "taken": amount}
            return {"asker": table, "issuer": issuer, "ended": "accepted", "end_seq": seq, **taken}
        case e.ForeignTicketDeclined(issuer=issuer, refusal=refusal):
            ended = {"ended": "declined", "end_seq": seq, "why": refusal.reason}
            return {"asker": table, "issuer": issuer, **ended}
        case e.ClaimSettled(issuer=issuer, ticket=ticket, amount=amount):
            ended = {"ended": "accepted" if ticket else "declined", "taken_ticket": ticket, "taken": amount}
            return {"asker": table, "issuer": issuer, "end_seq": seq, **ended}
        case e.TicketRestored():
            return {"issuer": table, "closed": "restored", "closed_seq": seq}
        case e.TicketArrived():
            return {"issuer": table, "closed": "arrived", "closed_seq": seq}
    return {}


# Of what a table says once: where it stands in the row, and which other columns belong to it.
_ONCE: Final[Mapping[str, tuple[str, ...]]] = {
    "asked_seq": ("asker", "issuer", "tag"),
    "answer_seq": ("answer", "ticket", "amount", "asker", "issuer"),
    "end_seq": ("ended", "taken_ticket", "taken", "asker", "issuer"),
    "closed_seq": ("closed", "issuer"),
}


def doubts(before: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """What does not fit in this entry to all that is known of its journey; "": it fits. `before`: the row without it.

    No console of ours writes such an entry. A table that does has another program, or another person at it: its entry
    is on record and signed, and people have to look.
    """
    said = next((name for name in _ONCE if name in told), "")
    if before.get(said) and before[said] != told[said]:
        changed = [name for name in _ONCE[said] if name in told and told[name] != before[name]]
        again = ", ".join(f"{before[name]!r} before and {told[name]!r} now" for name in changed if name != "tag")
        return f"says for the second time what it has said at entry {before[said]}: {again or 'the same'}"
    for name, what in (("issuer", "its table"), ("asker", "the table that asks")):
        if before.get(name) and name in told and told[name] != before[name]:
            return f"takes {told[name]!r} for {what} of this journey, which is {before[name]!r}"
    after = {**before, **told}
    if after.get("ended") == "accepted" and after.get("answer"):
        released, taken = (after["ticket"], after["amount"]), (after["taken_ticket"], after["taken"])
        if after["answer"] != "released":
            return "a ticket was accepted that its table has refused"
        if released != taken:
            return f"{released[1]} was released as {released[0]!r}, and {taken[1]} accepted as {taken[0]!r}"
    ends = {"restored": "declined", "arrived": "accepted"}
    if after.get("closed") and after.get("ended") and ends[after["closed"]] != after["ended"]:
        return f"its table has it {after['closed']}, and where it was shown it was {after['ended']}"
    return ""


def waits_for(it: Journey) -> str:
    """In words, where it hangs: for the list of those that are not over."""
    if it.ended:
        return f"{it.issuer} has not heard that it was {it.ended}"
    if it.answer:
        return f"{it.asker} has not heard that it was {it.answer}"
    if it.live or it.spent:
        return f"{it.issuer} has not answered"
    return "another redemption of the same ticket comes first"
