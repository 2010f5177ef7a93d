"""001 §5.6: an earlier Round, of whatever day, comes to hand so that it can be corrected.

What the table remembers by itself is told at once. Older ones the shell finds in the journal (`console/recall.py`),
while the table plays on; what it found is an input, and becomes a fact. Moves no money: the correction does
(`settling.py`).
"""

from msgspec import Struct

from console.table.signing import SHELL
from console.table.state import Outcomes, TableCore
from games.correction import PlayedRound
from games.round import Refusal
from games.rulings import Topic
from protocol import events
from protocol import messages as m
from protocol.loop import Reply


class FindRound(Struct, frozen=True, gc=False):
    """For the shell: how did this Round end? By the entries up to `seq`, which must make this link."""

    round_no: int
    seq: int
    chain: bytes


class RoundFound(Struct, frozen=True, gc=False):
    """The shell has read the journal from its first entry on."""

    round_no: int
    played: PlayedRound | None
    why: str = ""  # there is none: unknown, currency, broken


def verify_recall(table: TableCore, order: m.RecallRound) -> Refusal | None:
    """One at a time: it is the whole journal that is read."""
    if table.settled_round(order.round_no) is not None:
        return None
    return still_looking(table, table.game.rulings.paragraph(Topic.CORRECTION))


def still_looking(table: TableCore, about: str = "") -> Refusal | None:
    sought = table.forgotten.recalling
    return Refusal("busy", f"round {sought} is being looked for in the journal", about) if sought else None


def recall(table: TableCore, order: m.RecallRound) -> Outcomes:
    known = table.settled_round(order.round_no)
    if known is not None:
        yield events.RoundRecalled(order.round_no, known)
        return
    table.forgotten.recalling = order.round_no
    yield Reply(SHELL, FindRound(order.round_no, table.seq, table.chain))


def hear_found(table: TableCore, found: RoundFound) -> Outcomes:
    if table.forgotten.recalling != found.round_no:
        return
    table.forgotten.recalling = 0
    if found.played is None:
        yield events.RecallFailed(found.round_no, found.why)
    else:
        yield events.RoundRecalled(found.round_no, found.played)
