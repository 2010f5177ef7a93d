"""`etg staff`: prepares the files of people beside a console. Before the first start they are who the table begins
with; afterwards what is prepared lies in a folder of its own, changes nothing, and waits for two people at a panel, who
alone disable and assign.
"""

import argparse
import getpass
import sys
import warnings
from pathlib import Path

from console import credentials
from console.credentials import StaffFile
from deploy.keys import table
from games.rulings import Position
from protocol.keys import BadKey
from protocol.people import check_code, position_named
from protocol.pins import hash_pin
from protocol.register import is_admitted

HELP = "Say who the staff of a table are: numbers, positions, PINs and badges."
EXAMPLE = """
./etg staff add 4001 --name "Carol Lim" --position shift_manager --folder keys      asks for the PIN twice
./etg staff add 4002 --name "Uma Rao" --position shift_manager --folder keys        a table begins with two
./etg staff add 2001 --name "Bob Tan" --position pit_supervisor --folder keys
./etg staff list --folder keys
./etg staff badge 2001 --folder keys               hold the badge to the reader
./etg staff reset 2001 --folder keys               a new PIN
before the first start of the table:
./etg staff assign 1001 --position dealer --folder keys
./etg staff disable 1001 --folder keys
"""
BEFORE = "The first start of the table makes entries of all people who have a file then."
AFTER = "As yet nothing has changed at the table: a Shift Manager and a second person order it at a panel."
AT_A_PANEL = "the table has begun: a Shift Manager and a second person order that at a panel, on its page of people"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text)

    add = action("add", "Prepare a person: asks for the PIN, twice, without showing it.")
    add.add_argument("--name", required=True, metavar="NAME", help="for reading; the number is the person")
    listing = action("list", "Show the files of people, without what is secret.")
    assign = action("assign", "Before the first start, change a position; afterwards two people assign at a panel.")
    disable = action("disable", "Before the first start, take a file away; afterwards two people disable at a panel.")
    reset = action("reset", "Prepare a new PIN.")
    badge = action("badge", "Prepare a badge: asks for what the reader types; nothing takes the badge away.")
    for each in (add, assign):
        positions = ", ".join(Position.__members__).lower()
        each.add_argument("--position", required=True, metavar="POSITION", help=positions)
    for each in (add, assign, disable, reset, badge):
        each.add_argument("number", metavar="NUMBER", help="3 to 8 digits")
    for each in (add, reset):
        each.add_argument("--pin-stdin", action="store_true", help="read the PIN from standard input, one line")
    badge.add_argument("--badge-stdin", action="store_true", help="read it from standard input, one line")
    for each in (add, listing, assign, disable, reset, badge):
        each.add_argument("--folder", type=Path, default=Path("keys"), metavar="DIR", help="default: keys")


def run(args: argparse.Namespace) -> int:
    actions = {"add": add, "list": show, "assign": assign, "disable": disable, "reset": reset, "badge": badge}
    try:
        return actions[args.action](args)
    except BadKey as error:
        print(f"etg staff: {error}", file=sys.stderr)
        return 1


def add(args: argparse.Namespace) -> int:
    number, position = args.number, _position(args.position)
    if not (number.isascii() and number.isdigit() and 3 <= len(number) <= 8):
        raise BadKey(f"{number} is no staff number: 3 to 8 digits")
    if not args.name.isprintable() or not 0 < len(args.name.strip()) <= 40:
        raise BadKey("a name has 1 to 40 characters that can be printed")
    if number in credentials.read_staff(args.folder).files:
        raise BadKey(f"{number} has a file already")
    file = StaffFile(number, args.name.strip(), position.name.lower(), hash_pin(ask_pin(args)))
    return _save(args.folder, file, "is prepared")


def reset(args: argparse.Namespace) -> int:
    file = _file(args)
    changed = StaffFile(file.number, file.name, file.position, hash_pin(ask_pin(args)), file.badge)
    return _save(args.folder, changed, "has a new PIN in this file")


def badge(args: argparse.Namespace) -> int:
    file = _file(args)
    shown = sys.stdin.readline().strip() if args.badge_stdin else unseen("Hold the badge to the reader: ", "badge")
    if not 0 < len(shown.strip()) <= 64:
        raise BadKey("nothing was read, or too much")
    token = credentials.badge_token(args.folder, shown.strip(), make=True)
    if any(it.badge == token for it in _files(args.folder).values() if it.number != file.number):
        raise BadKey("somebody else has this badge")
    return _save(
        args.folder, StaffFile(file.number, file.name, file.position, file.pin, token), "has a badge in this file"
    )


def assign(args: argparse.Namespace) -> int:
    _not_begun(args)
    file = _file(args)
    position = _position(args.position).name.lower()
    return _save(args.folder, StaffFile(file.number, file.name, position, file.pin, file.badge), f"is {position}")


def disable(args: argparse.Namespace) -> int:
    _not_begun(args)
    file = _file(args)
    (args.folder / credentials.FOLDER / f"{file.number}.toml").unlink()
    print(f"{file.number} ({file.name}): the file is gone, and the table begins without him.")
    return 0


def _not_begun(args: argparse.Namespace) -> None:
    if is_admitted(args.folder):
        raise BadKey(AT_A_PANEL)


def show(args: argparse.Namespace) -> int:
    found, waiting = credentials.read_staff(args.folder), credentials.read_prepared(args.folder)
    rows: list[tuple[str, ...]] = [("number", "name", "position", "badge", "")]
    for told, state in ((found, ""), (waiting, "waits for two people at a panel")):
        for _, it in sorted(told.files.items()):
            rows.append((it.number, it.name, it.position, "yes" if it.badge else "", state))
    print("\n".join(table(rows)))
    problems = [*found.problems.items(), *waiting.problems.items()]
    for number, problem in problems:
        print(f"etg staff: {number} is let in by nothing: {problem}", file=sys.stderr)
    return 1 if problems else 0


def _save(folder: Path, file: StaffFile, what: str) -> int:
    """Once the table has begun, never over a file that somebody signs on with."""
    begun = is_admitted(folder)
    place = credentials.PREPARED if begun else credentials.FOLDER
    credentials.write_file(folder, file, place)
    print(f"{file.number} ({file.name}) {what}: {folder / place / file.number}.toml")
    print(f"Check code: {check_code(file.credential)}. Whoever signs at a panel compares it with what the sheet says.")
    print(AFTER if begun else BEFORE)
    return 0


def _file(args: argparse.Namespace) -> StaffFile:
    found = _files(args.folder).get(args.number)
    if found is None:
        raise BadKey(f"{args.number} has no file in {args.folder / credentials.FOLDER}")
    return found


def _files(folder: Path) -> dict[str, StaffFile]:
    """What is prepared goes before what it is to follow: a new PIN and then a badge are one order."""
    return {**credentials.read_staff(folder).files, **credentials.read_prepared(folder).files}


def _position(written: str) -> Position:
    found = position_named(written)
    if found is None:
        raise BadKey(f"{written!r} is no position: {', '.join(Position.__members__).lower()}")
    return found


def ask_pin(args: argparse.Namespace) -> str:
    """Never an argument: the list of processes would show it."""
    if args.pin_stdin:
        return sys.stdin.readline().strip()
    first = unseen("PIN: ", "pin")
    if first != unseen("The same PIN again: ", "pin"):
        raise BadKey("the two are not the same")
    return first


def unseen(prompt: str, what: str) -> str:
    """Where there is no terminal, getpass warns, and would show what is typed all the same."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            return getpass.getpass(prompt)
    except (getpass.GetPassWarning, EOFError):
        raise BadKey(f"nothing was typed at a terminal, which would not show it; or use --{what}-stdin") from None
