"""`etg keys`: makes the keys of consoles and terminals, and says whom a console lets in.

A secret key is made on the machine that uses it and stays there; what travels is NAME.pub, and two people look at its
fingerprint before they vouch for it. The first start of a table lets in whoever is enrolled then; that stands in its
journal, and from then on these commands only prepare: two people who have proved who they are decide at a panel.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, cast, get_args

from msgspec.structs import replace

from audit.progress import positive
from console.credentials import DEMO_PIN, DEMO_STAFF, make_demo_staff
from protocol import keys
from protocol.chain import ChainBroken
from protocol.copies import borrowed
from protocol.journal import InUse, Journal, JournalError
from protocol.keyring import WEIGHTY, Enrolment, What
from protocol.keys import BadKey, Record, Role
from protocol.register import copy_of, is_admitted, prepare, read_prepared, words

HELP = "Make keys, and prepare which terminals and panels a console lets in."
EXAMPLE = """
./etg keys demo demo-keys --terminals 5          everything for a table on a laptop
./etg keys make T07 --folder keys                on the terminal: T07.key stays, T07.pub goes to the console
./etg keys enrol T07 --role terminal --key T07.pub --by Alice --second Bob --folder keys
./etg keys enrol Pit --role panel --key Pit.pub --by Alice --second Bob --folder keys
./etg keys make Witness --signs --folder keys    on the witness's machine: also Witness.sign, which it signs with
./etg keys fingerprint T07.pub                   read out on both machines, before it is enrolled
./etg keys list --folder keys
after the first start of the table, for two people at a panel to order:
./etg keys enrol T08 --role terminal --key T08.pub --folder keys
./etg keys rotate T07 --key T07-2.pub --folder keys
./etg keys rotate console --folder keys          on the console: its own new key, which all others learn by themselves
./etg keys make house --folder keys                       the secret of tickets that are good at all tables
./etg keys enrol BAC-02 --role table --key BAC-02.pub --folder keys    another table: its console.pub
./etg keys revoke T07 --why "terminal was stolen" --folder keys
./etg keys copy --journal table.journal --folder keys    the files, as the journal has them
"""
CONSOLE = "console"
HOUSE = "house"
PATIENCE_S: Final = 30.0  # for the copy of a journal in use


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def action(name: str, text: str) -> argparse.ArgumentParser:
        return actions.add_parser(name, help=text, description=text)

    make = action("make", "Make a key pair: NAME.key (secret) and NAME.pub.")
    make.add_argument("--signs", action="store_true", help="a witness: also NAME.sign (secret), which it signs with")
    enrol = action("enrol", "Let a peer in: its name and its public key; before the first start, who vouches for it.")
    enrol.add_argument("--role", required=True, choices=get_args(Role))
    shown = action(
        "fingerprint", "Show the fingerprint of a public key: of NAME.pub before it is enrolled, of console.pub."
    )
    shown.add_argument("file", metavar="PUB", help="for example T07.pub")
    listing = action("list", "Show all peers, with their keys' fingerprints.")
    rotate = action("rotate", "Give a peer a new key; when that is ordered, the old one is refused.")
    revoke = action("revoke", "Shut a peer out; when that is ordered, also one that is connected now.")
    revoke.add_argument("--why", required=True, metavar="TEXT", help="kept on record")
    copy = action("copy", "Write the files of the register as the journal has them; what they said before is lost.")
    copy.add_argument("--journal", type=Path, required=True, metavar="FILE", help="the console's, in use or not")
    demo = action("demo", "Make a folder with all keys of a table, all of them enrolled.")
    demo.add_argument("folder", type=Path, metavar="DIR")
    demo.add_argument("--terminals", type=positive, default=5, metavar="N", help="default: 5")

    for each in (make, enrol, rotate, revoke):
        each.add_argument("name", metavar="NAME", help="for example T07")
    for each in (enrol, rotate):
        each.add_argument("--key", metavar="PUB", help="the public key, or the file that has it")
        each.add_argument("--by", metavar="NAME", help="before the first start: who vouches for the key")
        each.add_argument("--second", metavar="NAME", help="and who else")
        each.add_argument("--demo", action="store_true", help="nobody does: only in a folder of `etg keys demo`")
    for each in (make, enrol, listing, rotate, revoke, copy):
        each.add_argument("--folder", type=Path, default=Path("keys"), metavar="DIR", help="default: keys")


def run(args: argparse.Namespace) -> int:
    actions = {"make": make, "enrol": enrol, "list": show, "rotate": rotate, "revoke": revoke, "demo": demo}
    actions |= {"fingerprint": read_out, "copy": copy}
    try:
        return actions[args.action](args)
    except (BadKey, JournalError, ChainBroken) as error:
        print(f"etg keys: {error}", file=sys.stderr)
        return 1


def make(args: argparse.Namespace) -> int:
    if args.name == HOUSE:
        keys.make_house_secret(args.folder)
        print(f"{args.folder / keys.HOUSE} is the secret of the house: the same file goes to the keys folder of each")
        print("console whose tables take each other's tickets, by hand, and to no other machine: never to the floor.")
        return 0
    pair = keys.make_pair(args.folder, args.name, signs=args.signs)
    if args.name == "console":
        print(f"In {args.folder}, console.key, console.sign (its signature) and console.tickets (the secret of ticket")
        print("numbers) stay on this machine. console.pub is copied to every other one; its fingerprint is")
    else:
        print(f"{args.folder / args.name}.key stays on this machine. {args.name}.pub is to be enrolled; fingerprint:")
    print(f"  {keys.fingerprint(pair.public)}")
    return 0


def read_out(args: argparse.Namespace) -> int:
    """For two people with a telephone, before anything is enrolled or believed."""
    print(keys.fingerprint(keys.load_public(Path(args.file))))
    return 0


def enrol(args: argparse.Namespace) -> int:
    if is_admitted(args.folder):
        return prepared(args, "enrol", Enrolment(args.name, cast("Role", args.role), public_key(args)))
    by = vouching(args)
    public = public_key(args)
    keys.make_register(args.folder)
    told(keys.enrol(args.folder, args.name, cast("Role", args.role), public, by=by))
    return 0


def rotate_console(folder: Path) -> int:
    if not is_admitted(folder):
        raise BadKey(f"no table has begun with {folder}: make the console's keys anew, and copy console.pub")
    pair = keys.make_next_pair(folder)
    print(f"Prepared: a new key of the console itself, {folder / keys.NEXT_KEY}, fingerprint")
    print(f"  {keys.fingerprint(pair.public)}")
    print("The console has its old key alone as yet. Next: a Technician and a Shift Manager sign on at a panel,")
    print("compare the fingerprint, and order it there. Both keys are good until the next gaming day is closed; a")
    print("machine that is on for some seconds meanwhile learns the new one. To others, copy console.pub afterwards.")
    return 0


def rotate(args: argparse.Namespace) -> int:
    if args.name == CONSOLE:
        return rotate_console(args.folder)
    if is_admitted(args.folder):
        return prepared(args, "replace", replace(live(args), public=public_key(args)))
    by = vouching(args)
    told(keys.rotate(args.folder, args.name, public_key(args), by=by))
    return 0


def revoke(args: argparse.Namespace) -> int:
    if is_admitted(args.folder):
        return prepared(args, "end", live(args), args.why)
    keys.revoke(args.folder, args.name, args.why)
    print(f"{args.name} is shut out: {args.why}")
    return 0


ORDERS: dict[What, str] = {
    "enrol": "is not let in by this",
    "replace": "still has its old key",
    "end": "is still let in",
    "rotate": "still has its old key",
}


def prepared(args: argparse.Namespace, what: What, peer: Enrolment, why: str | None = None) -> int:
    """Says plainly what has not happened, and who makes it happen."""
    for name, record in keys.read_enrolled(args.folder).records.items():
        if what != "end" and peer.public in (key.public for key in record.keys):
            raise BadKey(f"this key is, or was, that of {name}")
        if what == "enrol" and name == peer.name and record.keys[-1].live:
            raise BadKey(f"{name} has a live key: rotate or revoke it")
    done = prepare(args.folder, what, peer, why)
    who = "a Technician and a Shift Manager" if peer.role in WEIGHTY else "a Pit Supervisor and a second person"
    print(f"Prepared: {words(done)}")
    print(f"{peer.name} {ORDERS[what]}. Next: {who} sign on at a panel, compare the fingerprint, and order it there.")
    return 0


def live(args: argparse.Namespace) -> Enrolment:
    """As far as the files tell, which are a copy: the journal is asked when it is ordered."""
    record = keys.read_enrolled(args.folder).records.get(args.name)
    if record is None or not record.keys[-1].live:
        raise BadKey(f"{args.name} has no live key")
    return Enrolment(record.name, record.role, record.keys[-1].public)


def copy(args: argparse.Namespace) -> int:
    """After somebody has changed the files, or the console could not write them."""
    with ExitStack() as opened:
        try:
            journal = opened.enter_context(Journal.open_to_read(args.journal))
        except InUse:
            lent = opened.enter_context(borrowed(args.journal, PATIENCE_S))
            journal = opened.enter_context(Journal.open_to_read(lent))
        records = copy_of(journal.entries(), args.folder)
    print(f"{args.folder / keys.ENROLLED}: {len(records)} files, as {args.journal} has them")
    return 0


def vouching(args: argparse.Namespace) -> tuple[str, ...]:
    if args.demo and not keys.is_demo(args.folder):
        raise BadKey(f"{args.folder} is no demo's folder: two people vouch for a key, --by and --second")
    if args.demo:
        return keys.NOBODY
    return keys.check_people(tuple(name for name in (args.by, args.second) if name), demo=False)


def public_key(args: argparse.Namespace) -> str:
    """--key as a text or a file. In a demo, where all keys are in one folder, a rotation may make its own."""
    if args.key is None and args.action == "rotate" and keys.is_demo(args.folder):
        number = next(n for n in range(2, 1_000) if not (args.folder / f"{args.name}-{n}.key").exists())
        pair = keys.make_pair(args.folder, f"{args.name}-{number}")
        print(f"The new key is {args.folder / args.name}-{number}.key")
        return pair.public
    if args.key is None:
        raise BadKey("--key says which public key: NAME.pub, made by `etg keys make` on the machine itself")
    if len(args.key) == 40 and not Path(args.key).exists():
        return keys.check_key(args.key)
    if getattr(args, "role", "") == "table":  # never calls: it is its signature that is believed
        return keys.public_text(keys.signing_key(Path(args.key)))
    return keys.load_public(Path(args.key))


def told(record: Record) -> None:
    key = record.keys[-1]
    print(f"{record.name} ({record.role}) comes in with the key {keys.fingerprint(key.public)}")


# --- list ----------------------------------------------------------------------------------------------------


def show(args: argparse.Namespace) -> int:
    if not (args.folder / keys.ENROLLED).is_dir():
        raise BadKey(f"{args.folder / keys.ENROLLED} is no folder: nobody was enrolled yet")
    records, problems, _ = keys.read_enrolled(args.folder)
    rows: list[tuple[str, ...]] = [("name", "role", "state", "fingerprint", "since", "by whom")]
    rows += [row(record) for _, record in sorted(records.items())]
    print("\n".join(table(rows)))
    asked, wrong = read_prepared(args.folder)
    for it in asked:
        print(f"prepared, for two people at a panel: {words(it)}")
    problems = {**problems, **wrong}
    for name, problem in problems.items():
        print(f"etg keys: {name} is not let in: {problem}", file=sys.stderr)
    return 1 if problems else 0


def row(record: Record) -> tuple[str, ...]:
    key = record.keys[-1]
    state = "live" if key.live else f"revoked: {key.why}"
    since = key.ended_at or key.enrolled_at
    return (record.name, record.role, state, keys.fingerprint(key.public), since, " and ".join(key.enrolled_by))


def table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return [lines[0], "-" * max(map(len, lines)), *lines[1:]]


# --- demo ----------------------------------------------------------------------------------------------------


def demo(args: argparse.Namespace) -> int:
    folder: Path = args.folder
    if folder.exists() and not keys.is_demo(folder) and any(folder.iterdir()):
        raise BadKey(f"{folder} is neither empty nor a demo's folder")
    keys.make_register(folder, demo=True)
    if not (folder / f"{CONSOLE}.key").exists():
        keys.make_pair(folder, CONSOLE)
    terminals = [f"T{number:02}" for number in range(1, args.terminals + 1)]
    peers: dict[str, Role] = dict.fromkeys(terminals, "terminal")
    peers |= {"Panel": "panel", "Display": "display", "Archive": "archive"}
    enrolled = keys.read_enrolled(folder).records
    for name, role in peers.items():
        if name not in enrolled:  # so that the same command with more terminals adds them
            if is_admitted(folder):
                done = prepare(folder, "enrol", Enrolment(name, role, keys.make_pair(folder, name).public))
                print(f"prepared, for two people at a panel: {words(done)}")
                continue
            keys.enrol(folder, name, role, keys.make_pair(folder, name).public, by=keys.NOBODY)
    make_demo_staff(folder)
    print(f"{folder}: keys of a console and of {', '.join(peers)}. For a demo only: nobody vouches for them.")
    people = ", ".join(f"{number} {name} ({position.name.lower()})" for number, name, position in DEMO_STAFF)
    print(f"Staff: {people}. Everybody's PIN is {DEMO_PIN}.")
    return 0
