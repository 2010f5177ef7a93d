"""`etg shoe`: an emulated Card Shoe on a pseudo-terminal, and what can be read from the tapes of a real one.

Only orders in and answers out: what a shoe does is in shoe_driver, and no game is known here.
"""

import argparse
import os
import signal
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from audit.progress import natural, positive
from shoe_driver import remote
from shoe_driver.driver import Driver
from shoe_driver.emulator import EmulatedShoe, Fault, shuffled
from shoe_driver.frames import Bad, CardRead, Decoder, Frame, Unreadable
from shoe_driver.makes import OURS, UnknownDriver, angel_eye, driver_names, find_driver, reference
from shoe_driver.tape import Damaged, Kind, Record, read_tape

HELP = "Emulate a card shoe on a pseudo-terminal, or read the tape of a real one."
EXAMPLE = """
./etg shoe run --link /tmp/shoe --keys                  a shoe for your keyboard; point a console at /tmp/shoe
./etg shoe run --link /tmp/shoe --auto 800 --seed 7     eight decks, a card every 800 ms
./etg shoe replay tapes/shoe-000017.tape                what was on the line, interpreted anew
./etg shoe identify tapes/*.tape                        which check rule an Angel Eye II-EX obeys
./etg shoe drivers                                      the makes that a console can read
"""
RUN_EXAMPLE = """examples:
  ./etg shoe run --link /tmp/shoe --keys
  ./etg shoe run --link /tmp/shoe --format bee-tek --auto 500 --seed 7
  ./etg shoe run --link /tmp/shoe --script faults.txt
  printf 'draw\\ndraw 9S\\nfault misread\\ndraw\\n' | ./etg shoe run --link /tmp/shoe --control

orders, one on each line, for --script and --control; # begins a comment:"""

DECKS_MAX: Final = 8
EMULATED: Final = tuple(name for name, driver in OURS.items() if driver.make_voice)


# --- the command ------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="run | replay | identify | drivers")
    _add_run(actions.add_parser("run", help="be a card shoe", description="Be a card shoe on a pseudo-terminal."))
    replay = actions.add_parser("replay", help="interpret a tape anew", description="Interpret a tape anew.")
    replay.add_argument("tape", type=Path, metavar="TAPE")
    replay.add_argument("--format", type=_driver, metavar="NAME", help="default: the driver that made the tape")
    identify = actions.add_parser(
        "identify",
        help="find the check rule of an Angel Eye II-EX",
        description="Find the check rule that all messages on these tapes of an Angel Eye II-EX obey.",
    )
    identify.add_argument("tape", type=Path, nargs="+", metavar="TAPE")
    actions.add_parser("drivers", help="list the makes that a console can read")


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    width = max(len(verb.usage) for verb in remote.VERBS.values())
    orders = [f"  {verb.usage:<{width}}  {verb.help}" for verb in remote.VERBS.values()]
    faults = textwrap.wrap(", ".join(Fault), initial_indent="  ", subsequent_indent="  ")
    parser.epilog = "\n".join([RUN_EXAMPLE, *orders, "", "faults:", *faults])
    add = parser.add_argument
    add("--link", type=Path, required=True, metavar="PATH", help="where the device is to be found")
    default = reference.DRIVER.name
    makes = f"{', '.join(EMULATED)}; or {angel_eye.NAME}/RULE with a check rule; default: {default}"
    add("--format", type=_emulated, default=default, metavar="NAME", help=makes)
    add("--seed", type=natural, default=1, metavar="N", help="of the shuffle and the faults; default: 1")
    add("--decks", type=positive, choices=range(1, DECKS_MAX + 1), default=DECKS_MAX, metavar="N", help="1 to 8")
    add("--serial", type=_serial, default="EMU1", metavar="TEXT", help="serial number; default: EMU1")
    add("--last", type=natural, default=0, metavar="N", help="the counter goes on after this number")
    driven = parser.add_mutually_exclusive_group(required=True)
    driven.add_argument("--script", type=Path, metavar="FILE", help="follow the orders in this file")
    driven.add_argument("--auto", type=positive, metavar="MS", help="draw a card every so many milliseconds")
    driven.add_argument("--keys", action="store_true", help="follow the keyboard, one key for each order")
    driven.add_argument(
        "--control", action="store_true", help="orders on standard input, a line of JSON on standard output for each"
    )


def _driver(text: str) -> Driver:
    try:
        return find_driver(text)
    except UnknownDriver as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _emulated(text: str) -> str:
    if _driver(text).make_voice is None:
        raise argparse.ArgumentTypeError(f"{text!r} cannot be emulated")
    return text


def _serial(text: str) -> str:
    if not (1 <= len(text) <= 16 and text.isascii() and text.isprintable()):
        raise argparse.ArgumentTypeError(f"{text!r} is no serial number: 1 to 16 letters, digits and signs")
    return text


def run(args: argparse.Namespace) -> int:
    match args.action:
        case "run":
            return emulate(args)
        case "replay":
            return replay(args.tape, args.format)
        case "identify":
            return identify(args.tape)
    for name in driver_names():
        print(name)
    return 0


def emulate(args: argparse.Namespace) -> int:
    source = sys.stdin.fileno() if args.keys or args.control else -1
    if args.keys and not os.isatty(source):
        return refused("--keys wants a terminal: use --control or --script")
    try:
        orders = remote.read_script(args.script) if args.script else []
    except OSError as error:
        return refused(f"{args.script}: {error.strerror}")
    except (remote.BadOrder, UnicodeDecodeError) as error:
        return refused(str(error))
    cards = shuffled(args.decks, args.seed)
    try:
        shoe = EmulatedShoe(args.format, cards, args.seed, link=args.link, serial=args.serial, last=args.last)
    except OSError as error:
        return refused(f"{args.link}: {error.strerror}")
    operator = remote.Operator(shoe, args.decks, args.seed)
    try:
        with closing(shoe), ended_by_signal():
            if args.script:
                return remote.follow_script(operator, args.script, orders)
            if args.auto:
                remote.follow_clock(operator, args.auto)
            if args.keys:
                return remote.follow_keys(operator, source)
            return remote.follow_lines(operator, remote.read_lines(operator, source))
    except Ended:
        return 0


def refused(why: str) -> int:
    print(f"etg shoe: {why}", file=sys.stderr)
    return 2


class Ended(Exception):
    """A signal asked for the end."""


@contextmanager
def ended_by_signal() -> Iterator[None]:
    """SIGTERM, SIGINT and SIGHUP are the ordinary end of a shoe."""

    def end(*_: object) -> None:
        raise Ended

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# --- tapes ------------------------------------------------------------------------------------------------------


def replay(path: Path, given: Driver | None) -> int:
    decoder: Decoder | None = None
    counted: Counter[type[Frame]] = Counter()
    damaged: list[Damaged] = []
    for record in read_tape(path):
        if isinstance(record, Damaged):
            damaged.append(record)
            continue
        if decoder is None:
            try:
                decoder = decoder_for_tape(record, given)
            except UnknownDriver as error:
                return refused(f"{path}: {error}")
        match record.kind:
            case Kind.OPENED | Kind.LOST:
                show(record.wall_time, decoder.end(), counted)
                print(f"{record.wall_time}  {record.kind} {record.data.decode('utf-8', 'replace')}".rstrip())
            case Kind.IN:
                show(record.wall_time, decoder.receive(record.now_ms, record.data), counted)
    if decoder is not None:
        show(f"{'at the end':<24}", decoder.end(), counted)
    print(f"cards: {counted[CardRead]}, unreadable: {counted[Unreadable]}, bad frames: {counted[Bad]}")
    return complain(path, damaged)


def decoder_for_tape(first: Record, given: Driver | None) -> Decoder:
    if given is None and first.kind is not Kind.TAPE:
        raise UnknownDriver("it does not say which driver made it: use --format")
    driver = given or find_driver(first.data.decode("utf-8", "replace"))
    if driver.make_decoder is None:
        raise UnknownDriver(f"the driver {driver.name!r} has no device, and nothing to interpret")
    return driver.make_decoder()


def show(when: str, frames: Iterable[Frame], counted: Counter[type[Frame]]) -> None:
    for frame in frames:
        counted[type(frame)] += 1
        print(f"{when}  {words(frame)}")


def words(frame: Frame) -> str:
    """The frame's name and what it says: `CardRead 9S 17`."""
    values = (getattr(frame, name) for name in frame.__struct_fields__)
    texts = (value.hex() if isinstance(value, bytes) else str(value) for value in values)
    return " ".join([type(frame).__name__, *texts]).rstrip()


def complain(path: Path, damaged: Sequence[Damaged]) -> int:
    """A tape that ends in the middle of a line was cut off by a crash; a line changed elsewhere is another matter."""
    for line in damaged:
        torn = "the last line is torn" if not line.text.endswith("\n") else "not what was written, or out of its place"
        print(f"etg shoe: {path}, line {line.line_no}: {torn}", file=sys.stderr)
    return 1 if any(line.text.endswith("\n") for line in damaged) else 0


def identify(paths: Iterable[Path]) -> int:
    messages: list[bytes] = []
    for path in paths:
        capture = angel_eye.AngelCapture()
        for record in read_tape(path):
            if isinstance(record, Record) and record.kind is Kind.IN:
                capture.receive(record.now_ms, record.data)
        messages += capture.messages
    rules = angel_eye.fitting_rules(messages)
    if not messages:
        return refused("there is no message of an Angel Eye II-EX on it that two equal copies confirm")
    print(f"messages: {len(messages)}, different ones: {len(set(messages))}")
    if not rules:
        print("None of the check rules that we know fits them all.")
        return 1
    for rule in rules:
        print(f"{angel_eye.NAME}/{rule}")
    if len(rules) > 1:
        print("More than one fits: capture more messages.")
    return 0 if len(rules) == 1 else 1
