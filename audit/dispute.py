"""`etg dispute`: everything about one Round in one sealed file, which anybody can check without our software.

A zip file with a manifest of hashes, the entries of the Round with the console's signatures, pages to print, and a
script of Python's standard library alone. What is another Player's business is sealed and not left out: its digest is
in its place in the chain, so that nothing can be taken out between two entries that are shown.
"""

import argparse
import copy
import hashlib
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from audit import dispute_check, shown
from audit.evidence import CONTEXT, NoRound, Reader, Span, find, progress_of, read
from audit.journal import key_of, reading_table
from audit.progress import positive
from audit.round_sheet import Sheet
from protocol import events as e
from protocol.chain import ChainBroken, Entry
from protocol.config import LANGUAGES
from protocol.events import Event
from protocol.files import put_in_place
from protocol.journal import Journal, JournalError
from protocol.keys import BadKey, load_verifier, signing_key
from protocol.messages import SignedHead
from protocol.view import TableView
from shoe_driver.tape import Damaged, read_tape

HELP = "Put everything about one Round into one sealed file that anybody can check."
EXAMPLE = """
./etg dispute table.journal --round 12 --terminal T01      for the Player at T01: what others did is sealed
./etg dispute table.journal --round 12 --everybody         for a regulator, who may read of all Players
./etg dispute table.journal --round 12 --terminal T01 --tape tapes --output round12.zip
unzip round12.zip check.py && python3 check.py round12.zip          anybody, with Python alone
"""
README: Final = """\
Round {round_no} at table {table}

What is in this file
  entries.jsonl    the table's log, entry by entry, from {first} to {last}: shown ones with their content, sealed ones
                   with their digest alone. Sealed are matters of other Players and of other Rounds.
  about.json       the table, the Round, the console's key, and its signatures on the log
  sheet.*.html     the Round on a page to print, in four languages. For reading: the entries prevail
  shown.*          what was on a terminal's screen after each of its entries, and what it computed itself: as text, and
                   as JSON, one picture a line. Computed from the entries, also earlier ones: the entries prevail
{tape}  check.py         checks all of this; needs Python 3.9 or later and nothing else
  manifest.json    the SHA-256 of each part

How to check it
  1. Take check.py out of this file (or, better, from somebody you trust: its SHA-256 is
     {script}).
  2. Run:  python3 check.py THIS_FILE.zip KEY
     KEY is the console's key for signatures as you know it from elsewhere: 64 hexadecimal digits. Here it is
     {key}.
  3. It prints what the shown entries say, and GOOD or NOT GOOD.

What it proves
  The console has signed this chain. Nothing in it was changed, added or left out between entry {first} and {last}.
What it does not prove
  Whether something was told of this Round after entry {last}: ask for a newer file. What a Player saw with his own
  eyes; `acknowledged` in the certificate says which terminals had seen the close of the Bets by then. Bytes of the
  card shoe are hashed here, but the console does not sign them.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="JOURNAL", help="a table's journal, its archive's, or a copy")
    parser.add_argument("--round", type=positive, required=True, metavar="N", help="the number that the screens show")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--terminal", default="", metavar="NAME", help="whose Player is to read it: others' are sealed")
    who.add_argument("--everybody", action="store_true", help="for somebody who may read of all Players")
    parser.add_argument("--output", type=Path, metavar="FILE", help="default: round-N.zip beside the journal")
    key = "the console's .pub; without it, console.pub beside the journal or in keys there"
    parser.add_argument("--key", type=Path, metavar="FILE", help=key)
    tape = "a tape of the shoe, or a folder of them: the bytes on its line in this time"
    parser.add_argument("--tape", type=Path, metavar="PATH", help=tape)


def run(args: argparse.Namespace) -> int:
    output: Path = args.output or args.file.with_name(f"round-{args.round}.zip")
    draft = output.with_name(output.name + ".draft")
    try:
        with reading_table(args.file) as journal:
            parts = collected(journal, args)
        data = dispute_check.pack_of(parts)
        wrong, _, _ = dispute_check.check(data)
        if wrong:
            raise NoRound(f"the file would not be good: {'; '.join(wrong)}")
        draft.touch(mode=0o600)
        draft.write_bytes(data)
        put_in_place(draft, output)
    except (NoRound, JournalError, ChainBroken, BadKey) as error:
        print(f"etg dispute: {error}", file=sys.stderr)
        return 1
    except FileExistsError:
        print(f"etg dispute: {output} exists; evidence is never overwritten. Move it away first", file=sys.stderr)
        return 2
    finally:
        draft.unlink(missing_ok=True)
    about = json.loads(parts[dispute_check.ABOUT])
    shown = sum(b'"body"' in line for line in parts[dispute_check.ENTRIES].splitlines())
    count = about["last"] - about["first"] + 1
    print(f"{output}: round {args.round} of {about['table']}, {count:,} entries, {shown:,} of them shown")
    print(f"signed by the console up to entry {about['last']:,}; its key is {about['key']}")
    print(f"the seal of the file (SHA-256), for the protocol: {hashlib.sha256(data).hexdigest()}")
    print("to check it: unzip check.py and run it with python3, the file, and the key")
    return 0


def collected(journal: Journal, args: argparse.Namespace) -> dict[str, bytes]:
    """The parts of the pack, by name."""
    key = args.key or key_of(args.file)
    if key is None:
        raise NoRound(f"{args.file}: there is no console.pub beside it or in keys: --key names the console's")
    span, view = find(journal, args.round, progress_of(journal))
    heads = signed_heads(journal, span, key)
    first = span.opened_table if span.began - span.opened_table <= CONTEXT and span.opened_table else span.began
    last = heads[-1].seq
    before = journal.chain_at(first - 1) or b""
    story: list[tuple[Entry, Event]] = []
    lines = []
    for entry, event, may_read in _sorted(journal.entries(first, last), span, args):
        lines.append(_line(entry, shown=may_read))
        if may_read:
            story.append((entry, event))
    if args.terminal and not any(entry.audience == args.terminal for entry, _ in story):
        raise NoRound(f"{args.terminal!r} had nothing in round {args.round}: is it spelt as on the screens?")
    about = {
        "format": dispute_check.FORMAT,
        "table": journal.name,
        "round": args.round,
        "made_for": args.terminal or "everybody",
        "in_play": not span.ended,
        "first": first,
        "last": last,
        "before": before.hex(),
        "key": signing_key(key).hex(),
        "heads": [{"seq": it.seq, "chain": it.chain.hex(), "signature": it.signature.hex()} for it in heads],
        "paragraphs": paragraphs(story),
    }
    parts = {
        dispute_check.ABOUT: (json.dumps(about, indent=1) + "\n").encode(),
        dispute_check.ENTRIES: "".join(lines).encode(),
        "check.py": Path(dispute_check.__file__).read_bytes(),
        **sheets(story, view, about),
        **shown.parts(
            journal, span, [args.terminal] if args.terminal else shown.terminals_of(journal, span), progress_of(journal)
        ),
    }
    if args.tape is not None:
        parts["shoe.tape.txt"] = tape(args.tape, story)
    parts["README.txt"] = _readme(about, parts).encode()
    return parts


def _sorted(entries: Iterable[Entry], span: Span, args: argparse.Namespace) -> Iterator[tuple[Entry, Event, bool]]:
    log = read(entries)
    reader = Reader(span, args.terminal, log, everybody=args.everybody)
    for entry, event in log:
        yield entry, event, reader.may_read(entry, event)


def _line(entry: Entry, *, shown: bool) -> str:
    told: dict[str, object] = {"seq": entry.seq, "digest": entry.digest.hex()}
    if shown:
        told |= {"time": entry.wall_time, "audience": entry.audience}
        told |= {"salt": entry.salt.hex(), "body": entry.body.hex()}
    return json.dumps(told) + "\n"


def signed_heads(journal: Journal, span: Span, key: Path) -> list[SignedHead]:
    """The console's word on the Round while it was played, and the first on all that is told of it."""
    verifier = load_verifier(key, journal.name)
    found: list[SignedHead] = []
    for head in journal.heads("signature"):
        if span.began <= head.seq <= (span.ended or span.last) or head.seq >= span.last:
            if not verifier.verify(head):
                raise NoRound(f"{journal.path}: the signature on entry {head.seq:,} is not by the key in {key}")
            found.append(head)
            if head.seq >= span.last:
                return found
    raise NoRound(f"{journal.path}: nothing behind entry {span.last:,} is signed, so the Round cannot be proved yet")


def paragraphs(story: Sequence[tuple[Entry, Event]]) -> list[str]:
    """By which paragraphs of the rule document it was decided."""
    found: dict[str, None] = {}
    for _, event in story:
        match event:
            case e.Settled(lines=lines) | e.LinesCorrected(after=lines):
                found |= dict.fromkeys(line.verdict.paragraph for line in lines)
            case e.RulingMade(paragraph=paragraph) | e.RoundCorrected(void=paragraph) | e.Halted(paragraph=paragraph):
                found |= {paragraph: None}
    return sorted(filter(None, found))


def sheets(story: Sequence[tuple[Entry, Event]], view: TableView, about: dict[str, object]) -> dict[str, bytes]:
    hands = final_hands(story, view)
    told = [("Table", str(about["table"])), ("Made for", str(about["made_for"]))]
    told.append(("Entries", f"{about['first']} - {about['last']}"))
    made = {}
    for language in LANGUAGES:
        sheet = Sheet(story, view, int(str(about["round"])), language)
        made[f"sheet.{language}.html"] = sheet.page(told, hands).encode()
    return made


def final_hands(story: Sequence[tuple[Entry, Event]], view: TableView) -> dict[str, str]:
    """As they lay in the end: after a correction, as they were found to be."""
    seen = copy.deepcopy(view)
    hands = dict(seen.hands)
    ended = False
    for _, event in story:
        if not ended:
            seen.apply(event)
            hands = dict(seen.hands)
        elif isinstance(event, e.RoundCorrected):
            hands = dict(event.hands)
        ended = ended or isinstance(event, e.RoundEnded)
    return {hand: " ".join("??" if card is None else card.text for card in cards) for hand, cards in hands.items()}


def tape(path: Path, story: Sequence[tuple[Entry, Event]]) -> bytes:
    """The lines of the shoe's tapes in the time of the Round, as they are there."""
    times = [entry.wall_time for entry, _ in story if not isinstance(_, e.TableOpened)]
    files = sorted(path.glob("*.tape")) if path.is_dir() else [path]
    if not files:
        raise NoRound(f"{path} has no tape of a shoe")
    found = []
    for file in files:
        try:
            for number, record in enumerate(read_tape(file), 1):
                if isinstance(record, Damaged):
                    found.append(f"# {file.name} line {number} is damaged: {record.text[:200]}")
                elif times[0] <= record.wall_time <= times[-1]:
                    found.append(f"{record.now_ms} {record.wall_time} {record.kind} {record.data.hex() or '-'}")
        except OSError as error:
            raise NoRound(f"{file}: {error.strerror}") from error
    return ("\n".join(found) + "\n").encode()


def _readme(about: dict[str, object], parts: dict[str, bytes]) -> str:
    shoe = (
        "  shoe.tape.txt    the bytes on the line of the card shoe in this time\n" if "shoe.tape.txt" in parts else ""
    )
    script = hashlib.sha256(parts["check.py"]).hexdigest()
    named = {name: about[name] for name in ("table", "first", "last", "key")}
    return README.format(round_no=about["round"], tape=shoe, script=script, **named)
