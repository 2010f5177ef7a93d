"""The five-step batch that console, terminals and simulator run: decide, apply, commit, publish, reply.

Nothing leaves the process before the commit has returned. If the commit fails, the process ends: memory is ahead of
the disk, and nobody has seen it. Names no disk, socket or clock: they are handed in.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from games.money import InvariantBroken
from protocol.chain import Entry, make_entry
from protocol.codec import encode_body
from protocol.events import ALL, Audience

EventT = TypeVar("EventT")
InputT = TypeVar("InputT", contravariant=True)


class Reply(Struct, frozen=True, gc=False):
    """A message to one peer, sent only after the facts are durable."""

    to: str
    message: Any
    line: bytes = b""  # the connection on which it was asked for, where that matters; b"": where that process speaks


class Tick(Struct, frozen=True, gc=False):
    """Time has passed. The last input of every batch, so that a core acts on what the batch has changed."""


TICK: Final = Tick()


class Core(Protocol[EventT, InputT]):
    """`decide` says no first, then tells it fact by fact: the loop writes and applies each before it asks for the next,
    so a consequence is read from the state that it follows from. It changes nothing itself that must outlive the
    process; `apply` changes nothing that is not in the journal. Only the loop iterates a decision, always to its end.
    """

    def decide(self, now_ms: int, given: InputT | Tick) -> Iterable[EventT | Reply]: ...

    def apply(self, entry: Entry, event: EventT) -> None: ...


class Store(Protocol):
    """A journal: a commit is durable when it returns, or raises."""

    def commit(self, entries: Sequence[Entry]) -> None: ...


class Outlet(Protocol):
    """The way out of the process."""

    def publish(self, entries: Sequence[Entry]) -> None: ...

    def send(self, reply: Reply) -> None: ...


class Pen(Generic[EventT]):
    """Writes facts as entries of one journal: numbers, seals and links them."""

    def __init__(
        self,
        seq: int,
        chain: bytes,
        decode: Callable[[bytes], EventT],
        audience_of: Callable[[EventT], Audience] | None = None,  # None: nothing here leaves the process
        salt: Callable[[], bytes] = lambda: b"",
        proved: Collection[type] = (),  # facts made of nothing but parts whose bytes a digest was just checked against
    ) -> None:
        self.seq = seq
        self.chain = chain
        self._decode = decode
        self._audience_of = audience_of
        self._salt = salt
        self._proved = frozenset(proved)

    def write(self, event: EventT, wall_time: str) -> Entry:
        body = encode_body(event)
        # Pair assertion: what is about to be hashed and kept says what was meant.
        if type(event) not in self._proved and self._decode(body) != event:
            raise InvariantBroken(f"{type(event).__name__} does not survive its encoding")
        audience, salt = ALL, b""
        if self._audience_of is not None and (audience := self._audience_of(event)) != ALL:
            salt = self._salt()  # without it one could guess a sealed body: 52 cards, a few chip sizes
        self.seq = seq = self.seq + 1
        entry = make_entry(self.chain, seq, wall_time, audience, salt, body)
        self.chain = entry.chain
        return entry


def run_batch(
    core: Core[EventT, InputT],
    pen: Pen[EventT],
    store: Store,
    outlet: Outlet,
    now_ms: int,
    wall_time: str,
    inputs: Iterable[InputT],
) -> list[Entry]:
    """One batch: however many inputs wait, one commit. Gives back what was written."""
    entries: list[Entry] = []
    replies: list[Reply] = []
    batch: tuple[InputT | Tick, ...] = (*inputs, TICK)
    outcome: Any  # a fact or a Reply: told apart by the very type, which is quicker than isinstance for a struct
    for given in batch:
        for outcome in core.decide(now_ms, given):
            if type(outcome) is Reply:
                replies.append(outcome)
            else:
                entry = pen.write(outcome, wall_time)
                core.apply(entry, outcome)
                entries.append(entry)
    if entries:
        store.commit(entries)
        outlet.publish(entries)
    for reply in replies:
        outlet.send(reply)
    return entries
