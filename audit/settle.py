"""`etg settle`: recomputes any Round from its cards, Bets and decisions. JSON Lines in, JSON Lines out.

For auditors: it plays the line through the same rule books as console and terminal, and never stops at a bad line.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from audit.folders import part_of
from games.catalog import GAMES
from games.line import WORDS, Fields, Unsettled, short

HELP = "Recompute rounds from their cards and bets (JSON Lines)."
EXAMPLE = """\
echo '{"game":"baccarat","cards":["5C","QS","5C","JD","AS","TS"],"bets":{"player":1000,"tie":100}}' | ./etg settle
"""


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unsettled("bad_json", f"a key is named twice among {short([key for key, _ in pairs])}")
    return found


def no_constant(text: str) -> NoReturn:
    raise Unsettled("bad_json", f"{text} is no JSON")


def read(line: bytes) -> Fields:
    if not line.strip():
        raise Unsettled("bad_json", "the line is empty")
    try:
        value = json.loads(line.decode(), object_pairs_hook=no_duplicates, parse_constant=no_constant)
    except UnicodeDecodeError as error:
        raise Unsettled("bad_json", f"the line is not UTF-8: {error}") from None
    except RecursionError:
        raise Unsettled("bad_json", "the line is nested too deeply") from None
    except ValueError as error:
        raise Unsettled("bad_json", f"the line is no JSON: {error}") from None
    if not isinstance(value, dict):
        raise Unsettled("bad_json", f"a line is an object, not {short(value)}")
    return Fields(value, "the line")


def answer(line: bytes) -> dict[str, object]:
    """The answer to one line, or the error that says why there is none."""
    try:
        fields = read(line)
        name = fields.take("game", str)
        if name not in GAMES:
            raise Unsettled("unknown_game", f"{short(name)} is no game; there are {', '.join(GAMES)}")
        settled: dict[str, object] = part_of(name, "line").settle_line(GAMES[name], fields)
        return settled
    except Unsettled as error:
        return {"error": error.word, "detail": error.detail}
    except RecursionError:  # it could just be read, but not be quoted
        return {"error": "bad_json", "detail": "the line is nested too deeply"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="JSON Lines; without it, standard input")
    words = "\n".join(f"  {word:17} {meaning}" for word, meaning in WORDS.items())
    parser.description = (
        "Recomputes rounds. One JSON object a line in, one answer a line out, in order; a line that cannot be\n"
        "settled gets an error and the next one goes on. Exit status 1 if there was an error.\n"
        "Amounts are minor units; profit is net, so returned = stake + profit."
    )
    parser.epilog = f"error words:\n{words}\n\n{parser.epilog or ''}"


def run(args: argparse.Namespace) -> int:
    if args.file == "-":
        if sys.stdin is None:
            print("etg settle: standard input is closed", file=sys.stderr)
            return 2
        return settle_lines(sys.stdin.buffer)
    try:
        with Path(args.file).open("rb") as file:
            return settle_lines(file)
    except OSError as error:
        print(f"etg settle: {args.file}: {error.strerror}", file=sys.stderr)
        return 2


def settle_lines(file: BinaryIO) -> int:
    failed = False
    for line in file:
        settled = answer(line)
        failed = failed or "error" in settled
        print(json.dumps(settled), flush=sys.stdout.isatty())
    return 1 if failed else 0
