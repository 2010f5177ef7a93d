"""The vocabulary of a terminal's own journal: what it heard of the console's log, and what it asked for.

Frozen facts in the past tense, as in `protocol/events.py`, but these are the terminal's and never leave it. A bet is
registered locally by `LayoutSent`, before its first send; nothing here is authority over money (decision 4).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from games.round import Spot
from protocol.codec import body_decoder, decode_event
from protocol.events import Event
from protocol.loop import Pen
from protocol.messages import BuyCredit, CashOut, Dispute, InsertTicket, ReportPrint, SentEntry, SignedHead, WindowId
from protocol.picture import Picture

# Each is answered by one entry with its id, exactly once. A Dispute is no record of its own: it follows from `Copied`.
MoneyRequest = BuyCredit | InsertTicket | CashOut | ReportPrint | Dispute


_pictures: Final = body_decoder(Picture)


class _Record(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Booted(_Record, frozen=True):
    """A new process of this terminal: durable before its Hello."""

    boot: int
    run: bytes


class Opened(Struct, frozen=True, gc=False):
    """An entry that this terminal may read."""

    seq: int
    wall_time: str  # for people: no decision reads it
    audience: str
    event: Event


class Copied(_Record, frozen=True, gc=True, dict=True):
    """Entries of the console's log, next in order and linked: copy, cursor and outbox change at once (rule 8)."""

    first_seq: int
    entries: tuple[SentEntry, ...]
    chain: bytes  # after the last of them
    signed: SignedHead | None = None  # the newest head that we had the console's signature on by then

    def opened(self) -> Sequence[Opened]:
        """Those that are not sealed; a sealed one is somebody else's. Read once, by whoever asks first: `decide`, which
        must know that they can be read, or `apply` in a replay. Not encoded. Raises what msgspec raises.
        """
        kept = self.__dict__
        if "_opened" not in kept:  # a cached_property takes a lock
            kept["_opened"] = opened = []
            seq = self.first_seq - 1
            for entry in self.entries:
                seq += 1
                if (body := entry.body) is not None:
                    opened.append(Opened(seq, entry.wall_time, entry.audience, decode_event(body)))
        found: Sequence[Opened] = kept["_opened"]
        return found


class Restored(_Record, frozen=True, gc=True, dict=True):
    """A snapshot, taken only by a terminal without history. `state` is an encoded `protocol.picture.Picture`."""

    seq: int
    chain: bytes
    state: bytes
    signed: SignedHead | None = None

    @cached_property
    def picture(self) -> Picture:
        """Read once, as in `Copied`. Raises what msgspec raises."""
        picture: Picture = _pictures.decode(self.state)
        return picture


class LayoutSent(_Record, frozen=True):
    """Rule 5: this revision is about to be sent, and is held until the log says what became of it."""

    window: WindowId
    revision: int
    bets: dict[Spot, int]
    choice: str


class MoneyAsked(_Record, frozen=True):
    """The request as it was first sent; a later process repeats it under its own boot and run."""

    request: BuyCredit | InsertTicket | CashOut | ReportPrint


class NoteHeld(_Record, frozen=True):
    """Rule 10: a note is in escrow, and may be stacked once this is durable."""

    id: bytes
    amount: int


class NoteLetGo(_Record, frozen=True):
    """The acceptor gave the note back: it was never stacked."""

    id: bytes


class Stopped(_Record, frozen=True):
    """The console's history is not the one we know: nothing more is asked or followed. Call attendant."""

    why: str


class NonceForeign(_Record, frozen=True):
    """004 §2.1.b: the House has spoken for this terminal in the shuffle of a Round. Known at entry `seq`."""

    round_no: int
    seq: int


class Checkpointed(_Record, frozen=True):
    """Between two Rounds the whole state was kept beside the journal; a start may go on from there."""

    digest: bytes  # sha256 of the state as it was before this record


TerminalEvent = (
    Checkpointed | Booted | Copied | Restored | LayoutSent | MoneyAsked | NoteHeld | NoteLetGo | NonceForeign | Stopped
)

# A fact of this terminal's own journal.
decode_record: Final[Callable[[bytes], TerminalEvent]] = body_decoder(TerminalEvent).decode


def own_pen(seq: int, chain: bytes) -> Pen[TerminalEvent]:
    """Writes a terminal's own journal, from this head on. Most of it are copies of the log, whose digests the follower
    has just checked: they are not read once more.
    """
    return Pen(seq, chain, decode_record, proved=(Copied,))
