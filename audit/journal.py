"""`etg journal`: what auditors and technicians do with a journal that is not in use: verify, show, export, rebuild.

Reads the files of consoles, archives and terminals, and never writes to one that is there.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec

from audit.progress import Progress, positive
from games.money import InvariantBroken, check
from protocol import events
from protocol.chain import ChainBroken, Entry, make_entry
from protocol.codec import decode_event, encode_body
from protocol.events import ALL, Halted
from protocol.halts import Halt
from protocol.journal import PIECE, Journal, JournalError, is_sealed, put_in_place
from protocol.ledger import CASH, Ledger, check_conservation, check_no_debt, check_zero_sum, entry_of
from protocol.process import wall_time
from protocol.view import TableView
from terminal.records import decode_record

HELP = "Verify, show, export or rebuild a journal."
EXAMPLE = """
./etg journal verify table.journal                           every page, digest and link; the money of every Round
./etg journal show table.journal --round 12                  what happened in a Round, one line an entry
./etg journal show table.journal --kind Settled --from 900   only these facts, from entry 900 on
./etg journal export table.journal --output log.jsonl        everything, as JSON Lines
./etg journal rebuild archive.journal new.journal            a console's journal from the archive's copy
"""
BYTES_SHOWN: Final = 16  # of a value, in `show`; `export` has all

# A body that the chain vouches for and that still cannot be: the log was forged, or our own code wrote nonsense.
NONSENSE: Final = (InvariantBroken, msgspec.MsgspecError, LookupError, ValueError)


class Unsound(Exception):
    """The journal is as it was written, and what it says cannot be."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    what = commands.add_parser("verify", help="check every page, digest and link, and the money")
    what.set_defaults(work=verify)
    _add_file(what)
    what = commands.add_parser("show", help="print entries for people, one a line")
    what.set_defaults(work=show)
    _add_file(what)
    what.add_argument("--from", dest="first", type=positive, default=1, metavar="N", help="the first entry")
    what.add_argument("--to", dest="last", type=positive, metavar="N", help="the last entry")
    what.add_argument("--round", type=positive, metavar="N", help="only entries that name this Round")
    what.add_argument("--kind", action="append", default=[], metavar="NAME", help="only this kind; may be repeated")
    what = commands.add_parser("export", help="print everything as JSON Lines, bytes as hexadecimal digits")
    what.set_defaults(work=export)
    _add_file(what)
    what.add_argument("--output", type=Path, metavar="FILE", help="a new file; without it, standard output")
    what = commands.add_parser("rebuild", help="make a console's journal from the archive's copy")
    what.set_defaults(work=rebuild)
    what.add_argument("file", type=Path, metavar="ARCHIVE", help="the archive's journal, or a copy of it")
    what.add_argument("new", type=Path, metavar="NEW", help="the journal to make; must not exist")


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a journal that no process uses, or a copy of one")


def run(args: argparse.Namespace) -> int:
    work: Callable[[Journal, argparse.Namespace], int] = args.work
    try:
        with Journal.open_to_read(args.file) as journal:
            return work(journal, args)
    except (JournalError, ChainBroken, Unsound) as wrong:
        print(f"etg journal: {wrong}", file=sys.stderr)
        return 1


# --- verify -----------------------------------------------------------------------------------------------------


class Books:
    """A console's log, folded: the picture of the table and the money."""

    def __init__(self) -> None:
        self.view = TableView()
        self.ledger = Ledger()
        self.rounds = self.void = 0
        self.money_in = self.money_out = 0

    def enter(self, body: bytes) -> None:
        event = decode_event(body)
        self.view.apply(event)
        self.ledger.apply(event)
        moved = entry_of(event)
        for posting in () if moved is None else moved.postings:
            if posting.account == CASH:  # the world outside: what it gives, we have
                self.money_in += max(-posting.amount, 0)
                self.money_out += max(posting.amount, 0)
        if isinstance(event, events.RoundEnded):
            self.rounds += 1
            self.void += event.void
            check_no_debt(self.ledger, round_in_play=False)

    def close(self) -> None:
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=self.view.in_round)
        check_conservation(self.ledger, money_in=self.money_in, money_out=self.money_out)

    def lines(self) -> list[str]:
        held: Counter[str] = Counter()
        for account, balance in self.ledger.balances.items():
            held[account.split("/")[0]] += balance
        rows = [("rounds", self.rounds), ("void", self.void), ("money in", self.money_in)]
        rows += [("money out", self.money_out), *sorted((name, held[name]) for name in held if name != CASH)]
        return [f"{name:<10}{number:>20,}" for name, number in rows]


class Records:
    """A terminal's own journal: it has no authority over money, so its records need only be records."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def enter(self, body: bytes) -> None:
        self.kinds[type(decode_record(body)).__name__] += 1

    def close(self) -> None:
        pass

    def lines(self) -> list[str]:
        return [f"{kind:<20}{count:>10,}" for kind, count in sorted(self.kinds.items())]


def verify(journal: Journal, _args: argparse.Namespace) -> int:
    books = verified(journal)
    print(f"{journal.name}: {journal.seq:,} entries, the last link is {journal.chain.hex()}")
    print("\n".join(books.lines()))
    print("journal verified, money conserved" if isinstance(books, Books) else "journal verified")
    return 0


def verified(journal: Journal) -> Books | Records:
    """Everything that can be checked in one walk; raises with the entry and the reason."""
    journal.check_pages()
    books: Books | Records = Books()
    holes = []
    for entry in with_progress(journal.entries(sealed=True), journal.seq):
        if is_sealed(entry):
            holes.append(entry.seq)
            continue
        if entry.seq == 1 and not is_event(entry.body):
            books = Records()
        if not holes:  # what follows a hole cannot be judged
            try:
                books.enter(entry.body)
            except NONSENSE as nonsense:
                raise Unsound(f"{journal.path}: entry {entry.seq} cannot be: {nonsense}") from nonsense
    if holes:
        raise Unsound(f"{journal.path}: the links hold, but only the seals are here of {ranges(holes)}")
    try:
        books.close()
    except InvariantBroken as broken:
        raise Unsound(f"{journal.path}: after entry {journal.seq} {broken}") from broken
    return books


def is_event(body: bytes) -> bool:
    """Is this the log of a console (or its archive)? Else it is a terminal's own journal."""
    try:
        decode_event(body)
    except NONSENSE:
        try:
            decode_record(body)
        except NONSENSE:
            return True  # neither: let it be told as the nonsense it is
        return False
    return True


def with_progress(entries: Iterable[Entry], count: int) -> Iterator[Entry]:
    progress = Progress(count, sys.stderr, "entries")
    for entry in entries:
        yield entry
        if entry.seq % PIECE == 0 or entry.seq == count:
            progress.show(entry.seq)


def ranges(numbers: list[int]) -> str:
    """[4, 5, 6, 9] as `entries 4-6, 9`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return f"entr{'y' if len(numbers) == 1 else 'ies'} " + ", ".join("-".join(map(str, run)) for run in runs)


# --- show and export --------------------------------------------------------------------------------------------


def fields_of(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The kind of a fact and what it says, as plain data: for every vocabulary that a journal may have."""
    if is_sealed(entry):
        return "sealed", {}
    try:
        fields = msgspec.msgpack.decode(entry.body)
        return fields.pop("type"), fields
    except (msgspec.MsgspecError, ValueError, AttributeError, KeyError, TypeError):
        return "unreadable", {"body": entry.body}  # the chain holds, so somebody did write this


def round_of(fields: dict[str, Any]) -> object:
    """Which Round an entry names: itself, by its window, or in the order that it tells of."""
    for key in ("id", "window"):
        if isinstance(fields.get(key), list):
            return fields[key][0]
    if isinstance(fields.get("order"), dict):
        return fields["order"].get("round_no")
    return fields.get("round_no")


def show(journal: Journal, args: argparse.Namespace) -> int:
    for entry in journal.entries(args.first, args.last, sealed=True):
        kind, fields = fields_of(entry)
        if (args.kind and kind not in args.kind) or (args.round is not None and round_of(fields) != args.round):
            continue
        said = "  ".join(f"{name}={readable(value)}" for name, value in fields.items())
        print(f"{entry.seq:>8}  {entry.wall_time:<24}  {entry.audience or 'all':<8}  {kind:<20}  {said}".rstrip())
    return 0


def readable(value: object) -> str:
    match value:
        case bytes():
            return value.hex() if len(value) <= BYTES_SHOWN else f"{value[:8].hex()}...({len(value)} bytes)"
        case dict():
            return "{" + ", ".join(f"{readable(key)}: {readable(each)}" for key, each in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(readable, value)) + "]"
        case str():
            return json.dumps(value, ensure_ascii=False) if not value.isprintable() or " " in value else value or '""'
    return json.dumps(value)


def export(journal: Journal, args: argparse.Namespace) -> int:
    with ExitStack() as stack:
        out: TextIO = sys.stdout
        if args.output is not None:
            try:
                out = stack.enter_context(args.output.open("x", encoding="utf-8"))
            except OSError as error:
                print(f"etg journal: {args.output}: {error.strerror}", file=sys.stderr)
                return 2
        for entry in journal.entries(sealed=True):
            print(json.dumps(exported(journal.name, entry), ensure_ascii=False), file=out)
    return 0


def exported(name: str, entry: Entry) -> dict[str, object]:
    """Also what is needed to compute every digest and link anew, with `protocol/chain.py` as the recipe."""
    kind, fields = fields_of(entry)
    return {
        "journal": name,
        "seq": entry.seq,
        "wall_time": entry.wall_time,
        "audience": entry.audience,
        "kind": kind,
        "fields": plain(fields),
        "salt": entry.salt.hex(),
        "body": entry.body.hex(),
        "digest": entry.digest.hex(),
        "chain": entry.chain.hex(),
    }


def plain(value: object) -> object:
    """For JSON: bytes as hexadecimal digits, keys as texts."""
    match value:
        case bytes():
            return value.hex()
        case dict():
            return {key.hex() if isinstance(key, bytes) else str(key): plain(each) for key, each in value.items()}
        case list():
            return [plain(each) for each in value]
    return value


# --- rebuild ----------------------------------------------------------------------------------------------------


def rebuild(archive: Journal, args: argparse.Namespace) -> int:
    """Entry by entry under another name; it gets its own name when it is whole."""
    new: Path = args.new
    draft = new.with_name(new.name + ".rebuilding")
    for there in (new, new.with_name(new.name + "-wal"), draft):
        if there.exists():
            print(f"etg journal: {there} exists; a journal is never overwritten. Move it away first", file=sys.stderr)
            return 2
    if isinstance(verified(archive), Records):
        raise Unsound(f"{archive.path} is the journal of terminal {archive.name}, not of a table")
    entries = archive.entries()
    with Journal(draft, archive.name, reserve=0) as journal:
        while piece := list(islice(entries, PIECE)):
            journal.commit(piece)
        journal.verify()
        check(journal.chain == archive.chain, f"{draft} does not end with the archive's link")
        # The table is halted by its own log until people have found out what is missing (decision 9).
        halted = Halted(Halt.HISTORY, f"rebuilt from an archive that ends at entry {journal.seq}")
        seq, chain = journal.seq, journal.chain
        journal.commit([make_entry(chain, seq + 1, wall_time(), ALL, b"", encode_body(halted))])
    put_in_place(draft, new)
    print(f"{new}: the journal of {journal.name}, {seq:,} entries, the last link is {chain.hex()}")
    print("What the console wrote after the archive's last entry is not in it. One entry was added: the table is")
    print("halted until a Shift Manager and a second person have compared this link with what the terminals hold.")
    return 0
