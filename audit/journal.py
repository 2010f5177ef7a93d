"""`etg journal`: what auditors and technicians do with a journal: verify, show, export, backup, rebuild.

Reads the files of consoles, archives and terminals, and never writes to one that is there. One that is in use is read
as a copy that its process makes. What is not whole is never called good.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, TextIO

import msgspec

from audit.books import Books, Records
from audit.progress import Progress, positive
from console.books import Books as TableBooks
from console.table.state import Setup
from games.money import InvariantBroken, check
from protocol import events
from protocol.chain import ChainBroken, Entry, is_sealed, make_entry
from protocol.codec import decode_event, encode_body
from protocol.copies import borrowed, copying
from protocol.events import ALL, Halted
from protocol.files import put_in_place, sync_file
from protocol.halts import Halt
from protocol.journal import PIECE, InUse, Journal, JournalError
from protocol.keys import BadKey, load_signer, load_verifier
from protocol.process import Log, wall_time
from protocol.signing import WITNESSED
from terminal.records import decode_record

HELP = "Verify, show, export, back up or rebuild a journal."
EXAMPLE = """
./etg journal verify table.journal                           every page, digest and link; the money of every Round (3)
./etg journal verify table.journal --archive archive.journal    and that it ends no earlier than the archive
./etg journal verify table.journal --witness witness.journal    and that it has the last head of a witness
./etg journal verify table.journal --key keys/console.pub    and that it is the console who wrote it
./etg journal backup table.journal copy.journal              a whole copy, also of one that is in use
./etg journal show table.journal --round 12                  what happened in a Round, one line an entry
./etg journal show table.journal --kind Settled --from 900   only these facts, from entry 900 on
./etg journal export table.journal --output log.jsonl        everything, as JSON Lines
./etg journal rebuild archive.journal new.journal            a console's journal from the archive's copy

Status of verify: 0 good, 3 whole as far as it goes but compared with no head from outside, 1 not good.
"""
HEAD: Final = re.compile(r"\b(\d{1,16}):([0-9a-fA-F]{64})\b")
NOT_CHECKED: Final = "signatures not checked: there is no console.pub beside it or in keys; --key names one"
NOT_COMPARED: Final = "compared with no head from outside: --head, --archive or --witness shows if its end is missing"
UNCOMPARED: Final = 3  # a status: whole as far as it goes, and nobody was asked how far that should be
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
    head = "a head that it must have, as a terminal, the archive or a witness tells it; or a file with one"
    what.add_argument("--head", action="append", default=[], metavar="SEQ:LINK", help=head)
    archive = "a journal of the same table, which must not know more or other things"
    what.add_argument("--archive", action="append", default=[], type=Path, metavar="FILE", help=archive)
    witness = "a witness's file of the same table, whose last countersigned head it must have"
    what.add_argument("--witness", action="append", default=[], type=Path, metavar="FILE", help=witness)
    key = "the witness's .pub: whose countersignature that head must bear"
    what.add_argument("--witness-key", type=Path, metavar="FILE", help=key)
    what.add_argument("--json", action="store_true", help="the result as one line of JSON")
    what = commands.add_parser("backup", help="make a whole copy, also of a journal that is in use")
    what.set_defaults(work=backup)
    _add_file(what)
    what.add_argument("new", type=Path, metavar="NEW", help="the copy to make; must not exist")
    for each in (commands.choices["verify"], commands.choices["backup"]):
        key = "whose signature the last entry must bear; without it, console.pub beside the journal or in keys there"
        each.add_argument("--key", type=Path, metavar="FILE", help=key)
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
    for each in (commands.choices["show"], commands.choices["export"]):
        each.add_argument("--numbers", action="store_true", help="ticket numbers in full: who reads one can be paid")
    what = commands.add_parser("rebuild", help="make a console's journal from the archive's copy")
    what.set_defaults(work=rebuild)
    what.add_argument("file", type=Path, metavar="ARCHIVE", help="the archive's journal, or a copy of it")
    what.add_argument("new", type=Path, metavar="NEW", help="the journal to make; must not exist")
    what.add_argument("--keys", type=Path, default=Path("keys"), metavar="DIR", help="of the console; default: keys")


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a journal; one that is in use is read through its process"
    )


def run(args: argparse.Namespace) -> int:
    work: Callable[[Journal, argparse.Namespace], int] = args.work
    try:
        with reading(args.file, at_leisure=args.work in (show, export)) as journal:
            return work(journal, args)
    except (JournalError, ChainBroken, Unsound, BadKey) as wrong:
        if getattr(args, "json", False):
            print(json.dumps({"good": False, "why": str(wrong)}, ensure_ascii=False))
        print(f"etg journal: {wrong}", file=sys.stderr)
        return 1


@contextmanager
def reading(path: Path, *, at_leisure: bool = False) -> Iterator[Journal]:
    """The journal itself, or the whole copy that the process that uses it makes for us. `at_leisure`: in any case a
    copy, since no console can start on a journal that is being read, and a reader may take his time.
    """
    with ExitStack() as opened:
        try:
            journal = Journal.open_to_read(path)
            if at_leisure:
                journal = _own_copy(journal, Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-"))))
        except InUse:
            journal = Journal.open_to_read(opened.enter_context(borrowed(path)))
        yield opened.enter_context(journal)


@contextmanager
def reading_table(path: Path, *, at_leisure: bool = False) -> Iterator[Journal]:
    """What happened at a table: a console's journal, or an archive's."""
    with reading(path, at_leisure=at_leisure) as journal:
        first = next(journal.entries(1, 1, sealed=True), None)
        if first is not None and is_sealed(first):
            raise JournalError(f"{path} is a witness's, and has only seals: take the archive's")
        if " at " in journal.name:  # a terminal's is of a terminal at a table
            raise JournalError(f"{path} is a terminal's own journal: take the table's, or its archive's")
        yield journal


def _own_copy(journal: Journal, folder: Path) -> Journal:
    with journal:
        for _ in copying(journal, folder / "copy"):
            pass
    copy = Journal.open_to_read(folder / "copy")
    copy.path, copy.doubt, copy.closed = journal.path, journal.doubt, journal.closed  # told of what was asked for
    return copy


# --- verify -----------------------------------------------------------------------------------------------------


class Head(NamedTuple):
    """A link that somebody outside knows."""

    seq: int
    chain: bytes
    of: str


def verify(journal: Journal, args: argparse.Namespace) -> int:
    args.key = args.key or key_of(args.file)
    if not journal.seq:
        nothing = f"{journal.path} has no entry, and so proves nothing: a table that was ever started has some"
        raise Unsound(in_doubt(journal) if journal.doubt else nothing)
    heads = [head_of(text) for text in args.head]
    heads += [last_of(path, journal.name, args.key) for path in args.archive]
    heads += [witnessed_of(path, journal.name, args.key, args.witness_key) for path in args.witness]
    books = verified(journal)
    for head in heads:
        compare(journal, head)
    signed, commits = isinstance(books, Books), ""
    if signed:
        check_signed(journal, args.key)
        commits = check_signatures(journal, args.key)
        check_checkpoints(journal)
    # What a doubtful one lacks was behind its last entry: a head from before that says nothing about it.
    if journal.doubt and max((head.seq for head in heads), default=-1) < journal.seq:
        raise Unsound(in_doubt(journal))
    lacks = NOT_CHECKED if signed and args.key is None else ""
    status = 1 if lacks else 0 if heads else UNCOMPARED
    if args.json:
        compared = [{"entry": head.seq, "link": head.chain.hex(), "of": head.of} for head in heads]
        told = {"journal": journal.name, "entries": journal.seq, "link": journal.chain.hex()}
        told |= {"good": not status, "why": lacks or ("" if heads else NOT_COMPARED), "status": status}
        told |= {"signed": signed, "signatures": commits, "key": args.key and str(args.key), "doubt": journal.doubt}
        print(json.dumps({**told, "compared": compared, "figures": books.rows()}))
        return status
    print(f"{journal.name}: {journal.seq:,} entries, the last link is {journal.chain.hex()}")
    print("\n".join(books.lines()))
    if not journal.closed and not journal.doubt:
        print("its process did not close it: read with its write-ahead log")
    for head in heads:
        print(f"entry {head.seq:,} is as {head.of} has it; {journal.seq - head.seq:,} entries follow it here")
    if signed:
        print(commits)
    if signed and not lacks:
        print(f"entry {journal.seq:,} is the last, and the console has signed it (its key is in {args.key})")
    if lacks:
        whole = "not verified whole: pages, links and money hold"
        print(f"etg journal: {args.file}: {whole}; {lacks}", file=sys.stderr)
        return 1
    money = ", money conserved" if signed else ", a terminal's own records, which nobody signs"
    if not heads:
        print(f"whole as far as it goes, {journal.seq:,} entries{money}; {NOT_COMPARED}")
        return status
    compared_to = max(head.seq for head in heads)
    how_far = f" up to entry {compared_to:,} ({journal.doubt})" if journal.doubt else ""
    beyond = f"; its last {journal.seq - compared_to:,} entries nobody outside has" if compared_to < journal.seq else ""
    print(f"journal verified{how_far}{money}{beyond}")
    return status


def key_of(journal: Path) -> Path | None:
    """Where a console and an archive have the console's key."""
    places = (journal.parent / "console.pub", journal.parent / "keys" / "console.pub")
    return next((place for place in places if place.is_file()), None)


def check_signed(journal: Journal, key: Path | None) -> None:
    """Every commit of the console ends with its signature: what follows the last one is not proved to be its own."""
    signed = journal.signed
    if signed is None or signed.seq != journal.seq:
        count = 0 if signed is None else signed.seq
        raise Unsound(f"{journal.path}: {journal.seq:,} entries are here, and the console has signed up to {count:,}")
    if key is not None and not load_verifier(key, journal.name).verify(signed):
        raise Unsound(f"{journal.path}: the signature on entry {journal.seq:,} is not by the key in {key}")


def check_signatures(journal: Journal, key: Path | None) -> str:
    """Each, not only the last: nobody else writes any. How many there are; a console signs each of its commits, and an
    archive keeps what it was told of them."""
    verifier = None if key is None else load_verifier(key, journal.name)
    signed = set()
    for head in journal.heads("signature"):
        if verifier is not None and not verifier.verify(head):
            raise Unsound(f"{journal.path}: the signature on entry {head.seq:,} is not by the key in {key}")
        signed.add(head.seq)
    for head in journal.heads("countersignature"):
        added = "and a witness keeps no bodies: it was added"
        raise Unsound(f"{journal.path}: entry {head.seq:,} is countersigned, {added}")
    times = [entry.wall_time for entry in journal.entries(sealed=True)]  # one for a whole commit
    ends = [seq for seq, (this, after) in enumerate(pairwise(times), 1) if this != after and seq not in signed]
    less = f"; {len(ends):,} commits have none here, as in an archive's copy" if ends else ""
    return f"{len(signed):,} signatures{less}"


def check_checkpoints(journal: Journal) -> None:
    """The fold of a console's start: whatever halts that is told here too."""
    books = TableBooks(journal, Setup(journal.name, "baccarat"), Log("journal"), whole=True)
    if books.differs:
        raise Unsound(f"{journal.path}: {books.differs}: a console that starts with it is halted")


def in_doubt(journal: Journal) -> str:
    signed = journal.signed
    head = "none is signed" if signed is None else f"the last signed head is {signed.seq}:{signed.chain.hex()}"
    there = f"{journal.seq:,} entries are here, {head}"
    return f"{journal.path}: {journal.doubt}; {there}. Compare it with a copy (--archive, --witness, --head)"


def compare(journal: Journal, head: Head) -> None:
    if head.seq > journal.seq:
        missing = f"entries {journal.seq + 1:,} to {head.seq:,} are missing"
        raise Unsound(f"{journal.path}: {missing}: {head.of} has entry {head.seq:,}, link {head.chain.hex()}")
    if journal.chain_at(head.seq) != head.chain:
        other = f"another history than {head.of} has, which knows entry {head.seq:,} with the link {head.chain.hex()}"
        raise Unsound(f"{journal.path}: this is {other}")


def head_of(text: str) -> Head:
    """`SEQ:LINK`, or a file that has it."""
    said, of = text, "the given head"
    if not HEAD.fullmatch(text):
        try:
            said, of = Path(text).read_text(encoding="utf-8", errors="replace"), text
        except OSError as error:
            raise JournalError(f"{text} is no head (SEQ:LINK) and no file: {error.strerror}") from error
    found = HEAD.search(said)
    if found is None:
        raise JournalError(f"{text} has no head: an entry's number and its link, as 12:...64 hexadecimal digits")
    return Head(int(found[1]), bytes.fromhex(found[2]), of)


def last_of(path: Path, name: str, key: Path | None) -> Head:
    """A copy that may lack its own end says nothing about the end of another."""
    with walked(path, name) as journal:
        if not journal.seq:
            raise Unsound(f"{path} has no entry: nothing can be compared with it")
        if journal.doubt:
            raise Unsound(in_doubt(journal))
        if key is not None and (journal.signed is None or not load_verifier(key, name).verify(journal.signed)):
            raise Unsound(f"{path} has no signature by the key in {key}: anybody can have written it")
        return Head(journal.seq, journal.chain, str(path))


def witnessed_of(path: Path, name: str, console: Path | None, witness: Path | None) -> Head:
    """What follows it there is not countersigned, and so proves nothing."""
    with walked(path, name) as journal:
        signed, head = journal.signed, journal.countersigned
        if head is None:
            raise Unsound(f"{path} has no countersigned head: it is no witness's file, or nothing was signed yet")
        if signed is None or signed.seq != head.seq or (console and not load_verifier(console, name).verify(signed)):
            raise Unsound(f"{path}: entry {head.seq:,} is countersigned, and not signed by the console")
        verifier = None if witness is None else load_verifier(witness, name, WITNESSED)
        for each in journal.heads("countersignature"):
            if verifier is not None and not verifier.verify(each):
                raise Unsound(f"{path}: the countersignature on entry {each.seq:,} is not by the key in {witness}")
        return Head(head.seq, head.chain, str(path))


@contextmanager
def walked(path: Path, name: str) -> Iterator[Journal]:
    """A journal of this table that holds link by link, with or without bodies."""
    with reading(path) as journal:
        if journal.name != name:
            raise JournalError(f"{path} is the journal of {journal.name}, not of {name}")
        for _ in journal.entries(sealed=True):
            pass
        yield journal


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
            if " at " not in journal.name:  # a terminal's is of a terminal at a table
                raise Unsound(f"{journal.path} is called the journal of {journal.name}, and has a terminal's records")
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


def masked_fields(entry: Entry, args: argparse.Namespace) -> tuple[str, dict[str, Any], bool]:
    """Ticket numbers to their last four digits: whoever reads one can have the ticket paid. A terminal's own journal
    has them too, in what it copied of the console's log and in what it asked for. Also whether there was one.
    """
    kind, fields = fields_of(entry)
    if args.numbers:
        return kind, fields, False
    match kind, fields:
        case "TicketNumbered", {"number": str(number)}:
            fields["number"] = f"...{number[-4:]}"
            return kind, fields, True
        case "MoneyAsked", {"request": {"type": "InsertTicket", "ticket": str(number)} as request}:
            request["ticket"] = f"...{number[-4:]}"
            return kind, fields, True
        case "Copied", {"entries": list(entries)}:
            secret = [len(copy) == 5 and copy[4] is not None and tells_number(copy[4]) for copy in entries]
            fields["entries"] = [
                copy[:2] if hide else copy for copy, hide in zip(entries, secret, strict=True)
            ]  # sealed
            return kind, fields, any(secret)
    return kind, fields, False


def tells_number(body: bytes) -> bool:
    try:
        return isinstance(decode_event(body), events.TicketNumbered)
    except NONSENSE:
        return False


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
        kind, fields, _ = masked_fields(entry, args)
        if (args.kind and kind not in args.kind) or (args.round is not None and round_of(fields) != args.round):
            continue
        said = "  ".join(f"{name}={readable(value)}" for name, value in fields.items())
        print(f"{entry.seq:>8}  {entry.wall_time:<24}  {entry.audience or 'all':<8}  {kind:<20}  {said}".rstrip())
    return say_if_in_doubt(journal)


def say_if_in_doubt(journal: Journal) -> int:
    if not journal.doubt:
        return 0
    print(f"etg journal: {in_doubt(journal)}", file=sys.stderr)
    return 1


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
                new = os.open(args.output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)  # what Players did is in it
                out = stack.enter_context(os.fdopen(new, "w", encoding="utf-8"))
            except OSError as error:
                print(f"etg journal: {args.output}: {error.strerror}", file=sys.stderr)
                return 2
        for entry in journal.entries(sealed=True):
            print(json.dumps(exported(journal.name, entry, args), ensure_ascii=False), file=out)
    return say_if_in_doubt(journal)


def exported(name: str, entry: Entry, args: argparse.Namespace) -> dict[str, object]:
    """Also what is needed to compute every digest and link anew, with `protocol/chain.py` as the recipe."""
    kind, fields, secret = masked_fields(entry, args)  # then the body has the number, and with the salt it can be tried
    return {
        "journal": name,
        "seq": entry.seq,
        "wall_time": entry.wall_time,
        "audience": entry.audience,
        "kind": kind,
        "fields": plain(fields),
        "salt": "" if secret else entry.salt.hex(),
        "body": "" if secret else entry.body.hex(),
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


# --- backup -----------------------------------------------------------------------------------------------------


def backup(journal: Journal, args: argparse.Namespace) -> int:
    new: Path = args.new
    if new.exists():
        print(f"etg journal: {new} exists; a copy overwrites nothing. Move it away first", file=sys.stderr)
        return 2
    if journal.doubt:
        raise Unsound(in_doubt(journal))
    key = args.key or key_of(args.file)
    try:
        with tempfile.TemporaryDirectory(prefix=f"{new.name}.", dir=new.parent) as folder:
            draft = Path(folder) / new.name
            for _ in copying(journal, draft):
                pass
            with Journal.open_to_read(draft) as copy:
                copy.path = args.file  # told of what was asked for
                signed = isinstance(verified(copy), Books) and copy.seq > 0
                if signed:  # all that `verify` looks at: who puts the copy back must be able to go on with it
                    check_signed(copy, key)
                    check_signatures(copy, key)
                    check_checkpoints(copy)
                check((copy.seq, copy.chain, copy.doubt) == (journal.seq, journal.chain, ""), f"{draft} is not whole")
            sync_file(draft)
            put_in_place(draft, new)
    except OSError as error:
        raise JournalError(f"{new} cannot be made: {error.strerror}") from error
    head = f"{journal.seq}:{journal.chain.hex()}"
    last = f"the last head is {head}"
    if signed:
        last = f"the console has signed the last: {head}" if key else f"{last}; {NOT_CHECKED}"
    print(f"{new}: the journal of {journal.name}, {journal.seq:,} entries, {last}")
    return 0


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
    signer, signed = load_signer(args.keys / "console.sign", archive.name), archive.signed
    if signed is None or not signer.verify(signed):
        raise Unsound(f"{archive.path} is not signed by the console whose key is in {args.keys}")
    entries = archive.entries(last=signed.seq)
    with Journal(draft, archive.name, reserve=0) as journal:
        while piece := list(islice(entries, PIECE)):
            journal.commit(piece)
        journal.verify()
        check(journal.chain == signed.chain, f"{draft} does not end with the archive's link")
        # The table is halted by its own log until people have found out what is missing (decision 9).
        halted = Halted(Halt.HISTORY, f"rebuilt from an archive that ends at entry {journal.seq}")
        seq, chain = journal.seq, journal.chain
        added = make_entry(chain, seq + 1, wall_time(), ALL, b"", encode_body(halted))
        journal.commit([added], signature=signer.sign(added.seq, added.chain).signature)
    put_in_place(draft, new)
    print(f"{new}: the journal of {journal.name}, {seq:,} entries, the last link is {chain.hex()}")
    print("What the console wrote after the archive's last entry is not in it. One entry was added: the table is")
    print("halted until a Shift Manager and a second person have compared this link with what the terminals hold.")
    return 0
