"""Who is sent what after a commit: the public batch, and to each peer the bodies that are for it alone.

Used by the console's shell and by the simulator, so that what one may read is decided in one place (M13).
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from console.table.shown import ShowEntry, VouchEntry
from console.table.table import ShowAfter
from protocol.chain import Entry, opened, sealed
from protocol.codec import decode_event
from protocol.events import ALL, ONLY, SEALED, STAFF, may_read
from protocol.journeys import TRAVEL
from protocol.loop import Reply
from protocol.messages import Batch, Deltas, News, Pulse, See, SentEntry, SignedHead, Vouched, Welcome
from protocol.signing import Signs

ENTRIES_MAX: Final = 500  # in one message
BYTES_MAX: Final = 1 << 18  # of their bodies; `codec.FROM_CONSOLE` takes four times as much

_NOBODY: Final = frozenset({ALL, STAFF, SEALED})  # no terminal of its own
_ENDS_IN_A_LINK: Final = frozenset({Batch, Deltas, Pulse})  # asked by the very type: isinstance is slow for a struct

Read = Callable[[int, int], Sequence[Entry]]  # entries first..last of the journal


def for_reader(reader: str, entry: Entry) -> SentEntry:
    return opened(entry) if may_read(reader, entry.audience) else sealed(entry)


def public_batch(entries: Sequence[Entry]) -> Batch:
    """001 §1.6: what the Game Console tells everybody; other people's entries are sealed."""
    sent = tuple([opened(entry) if entry.audience == ALL else sealed(entry) for entry in entries])
    return Batch(entries[0].seq, sent, entries[-1].chain)


def signed(news: News, head: SignedHead | None) -> News:
    """With the console's signature on its newest head, if that is what this ends in. Told apart from the making of the
    messages: a commit is signed once, however many hear of it.
    """
    if head is None:
        return news
    if type(news) in _ENDS_IN_A_LINK:
        return replace(news, signature=head.signature) if news.chain == head.chain else news  # type: ignore[union-attr]
    return replace(news, signed=head) if type(news) is Welcome else news


class Delivery:
    """What goes out after each commit. A commit that is of interest to one terminal alone goes to that one at once,
    and to everybody else, sealed, with the next public entry or the next pulse: a hundred bets in the last second are
    one broadcast, not a hundred to each of a hundred terminals. Of a commit that everybody hears of, whoever is named
    is told his own entries besides; nobody is sent the same part of the log again and again.
    """

    def __init__(self, head_seq: int) -> None:
        self.sent_seq = head_seq  # everybody has been sent the log up to here
        self._told: dict[str, int] = {}  # and who was named since then, up to here

    def after_commit(
        self, entries: Sequence[Entry], staff: Collection[str], read: Read
    ) -> tuple[list[Batch], list[Reply]]:
        head = entries[-1].seq
        run = entries if entries[0].seq == self.sent_seq + 1 else read(self.sent_seq + 1, head)
        if len(run) == 1 and run[0].audience == ALL:  # most are: a card
            self.sent_seq = head
            return [public_batch(run)], []
        named = []
        public = of_staff = False
        for entry in entries:
            audience = entry.audience
            if audience == ALL:
                public = True
                continue
            of_staff = of_staff or may_read(STAFF, audience)
            if audience not in _NOBODY:
                named.append((audience.removeprefix(ONLY), entry))
        if public:
            replies = [Reply(name, See(entry.seq, opened(entry), entry.chain)) for name, entry in named]
        else:
            replies = self._private(dict.fromkeys(name for name, _entry in named), run, head) if named else []
        if of_staff and staff:
            messages = [deltas_for(STAFF, piece, head) for piece in _pieces(run[self._new_to(STAFF) :])]
            replies += [Reply(panel, message) for panel in staff for message in messages]
            self._told[STAFF] = head
        if not public:
            return [], replies
        self.sent_seq = head
        self._told.clear()
        return [public_batch(piece) for piece in _pieces(run)], replies

    def _private(self, names: Iterable[str], run: Sequence[Entry], head_seq: int) -> list[Reply]:
        """To each of these what it was not sent yet, with its own entries opened. Everybody's entries are nearly all
        somebody else's: so they are sealed once."""
        seals = [sealed(entry) for entry in run]
        places: dict[str, list[int]] = {}
        for place, entry in enumerate(run):
            places.setdefault(entry.audience.removeprefix(ONLY), []).append(place)
        replies = []
        pieces: dict[int, list[Sequence[Entry]]] = {}  # of the run from there on: for nearly all the same
        for name in names:
            first = self._new_to(name)
            if first not in pieces:
                pieces[first] = list(_pieces(run[first:]))
            sent = seals[first:]
            for place in places[name]:
                if place >= first:
                    sent[place - first] = opened(run[place])
            at = 0
            for piece in pieces[first]:
                part = tuple(sent[at : at + len(piece)])
                replies.append(Reply(name, Deltas(piece[0].seq, part, piece[-1].chain, head_seq)))
                at += len(piece)
            self._told[name] = head_seq
        return replies

    def _new_to(self, name: str) -> int:
        """Where what this one was not sent yet begins, in the run that everybody else was not sent yet."""
        return max(0, self._told.get(name, 0) - self.sent_seq)

    def before_pulse(self, head_seq: int, read: Read) -> list[Batch]:
        """What has waited; the pulse that follows names this head."""
        if self.sent_seq == head_seq:
            return []
        run = read(self.sent_seq + 1, head_seq)
        self.sent_seq = head_seq
        self._told.clear()
        return [public_batch(piece) for piece in _pieces(run)]


def _pieces(entries: Sequence[Entry]) -> Iterable[Sequence[Entry]]:
    """Runs that fit into one message each."""
    if len(entries) <= ENTRIES_MAX and sum([len(entry.body) for entry in entries]) <= BYTES_MAX:  # nearly always
        return (entries,) if entries else ()
    return _cut_up(entries)


def _cut_up(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    first = size = 0
    for at, entry in enumerate(entries):
        size += len(entry.body)
        if at > first and (at - first == ENTRIES_MAX or size > BYTES_MAX):
            yield entries[first:at]
            first, size = at, len(entry.body)
    if entries:
        yield entries[first:]


def deltas_for(reader: str, entries: Sequence[Entry], head_seq: int) -> Deltas:
    sent = tuple([for_reader(reader, entry) for entry in entries])
    return Deltas(entries[0].seq, sent, entries[-1].chain, head_seq)


def expanded(reply: Reply, reader: str, head_seq: int, read: Read, vouches: Signs | None = None) -> Reply | None:
    """A reply of the core with the entries it points to; None: there is nothing to show. `vouches`: who signs one that
    another table is to be shown.
    """
    match reply.message:
        case ShowEntry(seq=seq):
            (entry,) = read(seq, seq)
            return Reply(reply.to, See(seq, for_reader(reader, entry), entry.chain))
        case VouchEntry(seq=seq):
            (entry,) = read(seq, seq)
            if (
                vouches is None
                or not may_read(reader, entry.audience)
                or not isinstance(decode_event(entry.body), TRAVEL)
            ):
                return None
            signature = vouches.sign(seq, entry.digest).signature
            return Reply(reply.to, Vouched(seq, entry.wall_time, entry.audience, entry.salt, entry.body, signature))
        case ShowAfter(seq=seq):
            entries = next(iter(_pieces(read(seq + 1, min(head_seq, seq + ENTRIES_MAX)))), ())
            return Reply(reply.to, deltas_for(reader, entries, head_seq)) if entries else None
    return reply
