"""Who is sent what after a commit: the public batch, and to each peer the bodies that are for it alone.

Used by the console's shell and by the simulator, so that what one may read is decided in one place (M13).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from console.orders import ShowEntry
from console.table import ShowAfter
from protocol.chain import Entry, opened, sealed
from protocol.events import ALL, ONLY, SEALED, STAFF, may_read
from protocol.loop import Reply
from protocol.messages import Batch, Deltas, See, SentEntry

ENTRIES_MAX: Final = 500  # in one message
BYTES_MAX: Final = 1 << 18  # of their bodies; `codec.FROM_CONSOLE` takes four times as much

_NOBODY: Final = frozenset({ALL, STAFF, SEALED})  # no terminal of its own

Read = Callable[[int, int], Sequence[Entry]]  # entries first..last of the journal


def for_reader(reader: str, entry: Entry) -> SentEntry:
    return opened(entry) if may_read(reader, entry.audience) else sealed(entry)


def public_batch(entries: Sequence[Entry]) -> Batch:
    """What everybody gets: other people's entries are sealed."""
    sent = tuple(opened(entry) if entry.audience == ALL else sealed(entry) for entry in entries)
    return Batch(entries[0].seq, sent, entries[-1].chain)


class Delivery:
    """What goes out after each commit. A commit that is of interest to one terminal alone goes to that one at once,
    and to everybody else, sealed, with the next public entry or the next pulse: a hundred bets in the last second are
    one broadcast, not a hundred to each of a hundred terminals.
    """

    def __init__(self, head_seq: int) -> None:
        self.sent_seq = head_seq  # everybody has been sent the log up to here

    def after_commit(
        self, entries: Sequence[Entry], staff: Iterable[str], read: Read
    ) -> tuple[list[Batch], list[Reply]]:
        head = entries[-1].seq
        run = entries if entries[0].seq == self.sent_seq + 1 else read(self.sent_seq + 1, head)
        audiences = {entry.audience for entry in entries}
        named = dict.fromkeys(entry.audience.removeprefix(ONLY) for entry in entries if entry.audience not in _NOBODY)
        pieces = list(_pieces(run))
        batches = [public_batch(piece) for piece in pieces]
        replies: list[Reply] = []
        if named:
            for piece, batch in zip(pieces, batches, strict=True):
                replies += _own(named, piece, batch, head)
        if any(audience != ALL and may_read(STAFF, audience) for audience in audiences):
            messages = [deltas_for(STAFF, piece, head) for piece in pieces]
            replies += [Reply(panel, message) for panel in staff for message in messages]
        if ALL not in audiences:
            return [], replies
        self.sent_seq = head
        return batches, replies

    def before_pulse(self, head_seq: int, read: Read) -> list[Batch]:
        """What has waited; the pulse that follows names this head."""
        if self.sent_seq == head_seq:
            return []
        run = read(self.sent_seq + 1, head_seq)
        self.sent_seq = head_seq
        return [public_batch(piece) for piece in _pieces(run)]


def _pieces(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """Runs that fit into one message each."""
    first = size = 0
    for at, entry in enumerate(entries):
        size += len(entry.body)
        if at > first and (at - first == ENTRIES_MAX or size > BYTES_MAX):
            yield entries[first:at]
            first, size = at, len(entry.body)
    if entries:
        yield entries[first:]


def _own(names: Iterable[str], entries: Sequence[Entry], public: Batch, head_seq: int) -> Iterator[Reply]:
    """To each of these the same run, with its own entries opened. In one settlement all are named, and everybody's
    entries are nearly all somebody else's: so they are sealed once."""
    places: dict[str, list[int]] = {}
    for place, entry in enumerate(entries):
        places.setdefault(entry.audience.removeprefix(ONLY), []).append(place)
    for name in names:
        sent = list(public.entries)
        for place in places.get(name, ()):
            sent[place] = opened(entries[place])
        yield Reply(name, Deltas(public.first_seq, tuple(sent), public.chain, head_seq))


def deltas_for(reader: str, entries: Sequence[Entry], head_seq: int) -> Deltas:
    sent = tuple(for_reader(reader, entry) for entry in entries)
    return Deltas(entries[0].seq, sent, entries[-1].chain, head_seq)


def expanded(reply: Reply, reader: str, head_seq: int, read: Read) -> Reply | None:
    """A reply of the core with the entries it points to; None: there is nothing to show."""
    match reply.message:
        case ShowEntry(seq=seq):
            (entry,) = read(seq, seq)
            return Reply(reply.to, See(seq, for_reader(reader, entry), entry.chain))
        case ShowAfter(seq=seq):
            entries = next(_pieces(read(seq + 1, min(head_seq, seq + ENTRIES_MAX))), ())
            return Reply(reply.to, deltas_for(reader, entries, head_seq)) if entries else None
    return reply
