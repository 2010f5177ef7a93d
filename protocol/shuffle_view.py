"""What everybody may see of the shuffle of a table where nobody deals: part of the picture (`view.py`)."""

from collections.abc import Sequence

from msgspec import Struct

from games.cards import Card
from games.fair_shuffle import Part, commit_nonce, commit_seed, shuffle_key, shuffled
from games.round import PlayerId
from protocol import shuffle_events as s


class OpenedShuffle(Struct, frozen=True, gc=False):
    """The last one that was opened, with all that is needed to do it again."""

    round_no: int
    decks: int
    commitment: bytes
    digests: dict[PlayerId, bytes]
    parts: tuple[Part, ...]
    seed: bytes
    salt: bytes


class ShuffleView(Struct):
    round_no: int = 0  # that it is for; 0: none
    decks: int = 0
    commitment: bytes = b""
    digests: dict[PlayerId, bytes] = {}
    closed: bool = False  # Bets are: whoever is bound from now on may know the nonces of others
    nonces: dict[PlayerId, bytes] = {}
    parts: tuple[Part, ...] | None = None  # None: the order of the cards is not fixed yet
    opened: bool = False  # or lost: there is nothing to wait for
    lost: int = 0  # commitments of this journal that were never opened
    last: OpenedShuffle | None = None

    def committed(self, event: s.ShuffleCommitted) -> None:
        """Once somebody is bound to a nonce for a Round, no other seed is for it: what the first one was holds."""
        if event.round_no < self.round_no or (event.round_no == self.round_no and self.digests):
            return
        self.round_no, self.decks, self.commitment = event.round_no, event.decks, event.commitment
        self.digests, self.closed, self.nonces, self.parts, self.opened = {}, False, {}, None, False

    def bets_closed(self, round_no: int) -> None:
        self.closed = self.closed or round_no == self.round_no

    def nonce_committed(self, event: s.NonceCommitted) -> None:
        if not self.closed:
            self.digests = {**self.digests, event.terminal: event.digest}

    def nonce_opened(self, event: s.NonceOpened) -> None:
        self.nonces = {**self.nonces, event.terminal: event.nonce}

    def mixed(self, event: s.ShuffleMixed) -> None:
        self.parts = event.parts

    def was_opened(self, event: s.ShuffleOpened) -> None:
        self.opened = True
        whole = (self.round_no, self.decks, self.commitment, self.digests, self.parts or ())
        self.last = OpenedShuffle(*whole, event.seed, event.salt)

    def was_lost(self) -> None:
        self.opened, self.lost = True, self.lost + 1

    def may_commit(self, round_no: int, terminal: PlayerId) -> bool:
        return self.round_no == round_no and not self.closed and terminal not in self.digests

    def may_open(self, table: str, round_no: int, terminal: PlayerId, nonce: bytes) -> bool:
        """Only the nonce that it was bound to."""
        if self.round_no != round_no or self.parts is not None or terminal in self.nonces:
            return False
        return self.digests.get(terminal) == commit_nonce(table, round_no, terminal, nonce)

    def mix(self) -> tuple[Part, ...]:
        """What each terminal that is bound to a nonce adds."""
        return tuple(
            Part(terminal, self.nonces.get(terminal, digest), terminal in self.nonces)
            for terminal, digest in sorted(self.digests.items())
        )


def find_wrong(table: str, opened: OpenedShuffle, cards: Sequence[Card | None]) -> str:
    """What does not agree between what was promised and what was dealt; "": nothing. Anybody can ask this."""
    if commit_seed(table, opened.round_no, opened.seed, opened.salt) != opened.commitment:
        return "the seed is not the one that was committed to before Bets opened"
    if {part.terminal for part in opened.parts} != set(opened.digests):
        return "the shuffle was not mixed from what every terminal was bound to"
    for part in opened.parts:
        digest = opened.digests[PlayerId(part.terminal)]
        bound = commit_nonce(table, opened.round_no, part.terminal, part.value) if part.opened else part.value
        if bound != digest:
            return f"the nonce of {part.terminal} is not the one that it was bound to"
    key = shuffle_key(table, opened.round_no, opened.seed, opened.parts)
    order = shuffled(key, opened.decks)
    if any(card is not None and card is not order[at] for at, card in enumerate(cards)):
        return "the cards were not dealt in the order of the shuffle"
    return ""
