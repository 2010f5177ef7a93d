"""`etg verify-shuffle`: was every Round of a table where nobody deals dealt in an order that neither side chose?

Needs nothing but the public entries. For each Round: the seed is the one that was committed to before Bets opened, each
nonce the one that its terminal was bound to before the close, and the cards lie in the order that follows from them.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from msgspec import Struct

from audit.journal import reading_table
from audit.progress import positive
from games.cards import Card
from games.round import CardDrawn
from protocol import events as e
from protocol.chain import ChainBroken, Entry
from protocol.codec import decode_event
from protocol.journal import JournalError
from protocol.shuffle_view import OpenedShuffle, find_wrong
from protocol.view import TableView

HELP = "Check that the cards of an automatic table were dealt in an order that nobody chose."
EXAMPLE = """
./etg verify-shuffle table.journal             every Round
./etg verify-shuffle archive.journal --round 7   one, with all that is needed to do it again by hand
"""


HOW: Final = "docs/protocol.md, 13.1"


class Checked(Struct, frozen=True):
    """A Round, and what was found."""

    round_no: int
    dealt: tuple[str, ...]  # in their order; "??": it was never turned
    wrong: str  # "": nothing
    shuffle: OpenedShuffle | None = None  # None: it was never opened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="JOURNAL", help="a table's journal, its archive's, or a copy")
    parser.add_argument("--round", type=positive, metavar="N", help="this one only, with seed, salt and nonces")


def check(table: str, entries: Iterable[Entry]) -> list[Checked]:
    """Every commitment of the journal, in its order: each is opened once, or it is said that it never was."""
    view, found, late = TableView(), list[Checked](), ""
    for entry in entries:
        event = decode_event(entry.body)
        waits = view.shuffle.round_no and not view.shuffle.opened
        if isinstance(event, e.ShuffleCommitted):
            late = "it was committed to after Bets had opened" if view.in_round else ""
            if waits:
                found.append(Checked(view.shuffle.round_no, (), "the House never opened it, and committed to another"))
        if isinstance(event, e.NonceCommitted) and not view.windows:
            late = late or f"{event.terminal} was bound to its nonce after the close"
        if isinstance(event, e.CardDealt) and view.placard.automatic and view.shuffle.parts is None:
            late = late or "a card was dealt before the order was fixed"
        view.apply(event)
        if isinstance(event, e.ShuffleLost):
            found.append(
                Checked(event.round_no, _texts(_dealt(view)), "the House has lost the seed: it was never opened")
            )
        last = view.shuffle.last
        if isinstance(event, e.ShuffleOpened) and last is not None:
            cards = _dealt(view)
            found.append(Checked(event.round_no, _texts(cards), late or find_wrong(table, last, cards), last))
    return found


def _dealt(view: TableView) -> list[Card | None]:
    acts = [view.acts[at] for at in view.draws]
    return [act.card if isinstance(act, CardDrawn) else None for act in acts]


def _texts(cards: Iterable[Card | None]) -> tuple[str, ...]:
    return tuple("??" if card is None else card.text for card in cards)


def run(args: argparse.Namespace) -> int:
    try:
        with reading_table(args.file, at_leisure=True) as journal:
            table = journal.name
            found = check(table, journal.entries())
    except (JournalError, ChainBroken) as error:
        print(f"etg verify-shuffle: {error}", file=sys.stderr)
        return 1
    if args.round is not None:
        found = [it for it in found if it.round_no == args.round]
        for it in found:
            print("\n".join(detail(table, it)))
    if not found:
        print("etg verify-shuffle: no such Round was dealt by software here", file=sys.stderr)
        return 1
    wrong = [it for it in found if it.wrong]
    for it in wrong:
        print(f"round {it.round_no}: {it.wrong}")
    right = len(found) - len(wrong)
    print(
        f"{right} of {len(found)} shuffles are what was promised, {sum(len(it.dealt) for it in found)} cards compared"
    )
    if text := left_closed(found):
        print(text)
    return 1 if wrong else 0


def left_closed(found: Iterable[Checked]) -> str:
    """Each is as fixed as any, but whoever has the seed may have chosen between two values: many are a question."""
    parts = [part for it in found if it.shuffle is not None for part in it.shuffle.parts]
    names = Counter(part.terminal for part in parts if not part.opened)
    each = ", ".join(f"{name} {count}" for name, count in names.most_common())
    return each and f"{names.total()} of {len(parts)} nonces were not opened in time, so their digests count: {each}"


def detail(table: str, checked: Checked) -> list[str]:
    """All that goes into the digests, and what came of it: enough to do it again without us."""
    shuffle = checked.shuffle
    if shuffle is None:
        return [f"table {table}, round {checked.round_no}: never opened"]
    lines = [f"table {table}, round {shuffle.round_no}, {shuffle.decks} decks, {len(checked.dealt)} cards dealt"]
    lines += [f"  commitment {shuffle.commitment.hex()}", f"  seed       {shuffle.seed.hex()}"]
    lines += [f"  salt       {shuffle.salt.hex()}"]
    for part in shuffle.parts:
        digest = shuffle.digests[part.terminal].hex()  # type: ignore[index]
        lines.append(f"  {part.terminal:<10} bound to {digest}")
        lines.append(f"  {'':<10} {'opened  ' if part.opened else 'not open'} {part.value.hex()}")
    lines.append(f"  dealt      {' '.join(checked.dealt)}")
    return [*lines, f"  (how the cards follow from these: {HOW})"]
