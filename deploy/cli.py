"""The `etg` command: finds the command that was asked for and runs it.

Each command is a module with HELP, EXAMPLE, add_arguments and run. It is imported only when it was chosen,
so that `etg --help` stays quick however much the commands need; the table below repeats its HELP for that reason.
"""

import argparse
import difflib
import io
import os
import platform
import signal
import sys
import textwrap
import tomllib
from collections.abc import Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple, Protocol, cast

ROOT: Final = Path(__file__).resolve().parent.parent


class Command(NamedTuple):
    name: str
    group: str
    module: str
    help: str


COMMANDS = (
    Command(
        *("demo", "Play", "deploy.demo.command"),
        "Run a whole table: emulated shoe, console, terminals with bots, and a live report.",
    ),
    Command(
        *("croupier", "Play", "deploy.croupier"),
        "Open a training table with an automatic dealer, for a terminal of your own.",
    ),
    Command(
        *("floor demo", "Play", "deploy.demo.floor"),
        "Run a floor: tables of different games with bots, database with a standby, followers and the pit's page.",
    ),
    Command("console", "Run", "deploy.console", "Run the Game Console of one table."),
    Command("panel", "Run", "deploy.panel", "Run the dealer panel of one table."),
    Command("terminal", "Run", "deploy.terminal", "Run one Player Terminal."),
    Command("display", "Run", "deploy.display", "Run the big screen of one table."),
    Command("shoe", "Run", "deploy.shoe", "Emulate a card shoe on a pseudo-terminal, or read the tape of a real one."),
    Command("archive", "Run", "deploy.archive", "Keep a second copy of a table's journal on another machine."),
    Command("witness", "Run", "deploy.witness", "Countersign a table's log on a machine that its staff cannot reach."),
    Command("floor", "Run", "deploy.floor", "Take the logs of all tables of a house into one PostgreSQL."),
    Command(
        *("floor retire", "Run", "deploy.floor_retire"),
        "Drop old gaming days from the floor's database; open tickets, anchors of the chain and sums stay.",
    ),
    Command(
        *("floor resume", "Run", "deploy.floor_resume"),
        "Follow a table again that was stopped for its history, after technicians have looked why.",
    ),
    Command(
        *("floor tickets", "Run", "deploy.floor_tickets"),
        "List tickets that travel between tables and have not arrived, and what each of them waits for.",
    ),
    Command(
        *("floor page", "Run", "deploy.floor_page"),
        "Serve the pit's page: every table of the floor as it plays, reports, search, alarms; it only reads.",
    ),
    Command(
        *("floor staff", "Run", "deploy.floor_staff"),
        "Say who may sign on at the pit's page: numbers, roles and PINs of the floor's own register.",
    ),
    Command("keys", "Run", "deploy.keys", "Make keys, and prepare which terminals and panels a console lets in."),
    Command("staff", "Run", "deploy.staff", "Say who the staff of a table are: numbers, positions, PINs and badges."),
    Command("journal", "Audit", "audit.journal", "Verify, show, export, back up or rebuild a journal."),
    Command(
        *("report", "Audit", "audit.report"),
        "Print what a day, a shift, a shoe, a terminal or staff came to, from a journal.",
    ),
    Command(
        "dispute",
        "Audit",
        "audit.dispute",
        "Put everything about one Round into one sealed file that anybody can check.",
    ),
    Command(
        *("replay", "Audit", "audit.replay"),
        "Play a Round again from its journal, step by step, as text or in the windows of the table.",
    ),
    Command(
        *("verify-shuffle", "Audit", "audit.verify_shuffle"),
        "Check that the cards of an automatic table were dealt in an order that nobody chose.",
    ),
    Command(
        *("guide", "Audit", "audit.guide"),
        "Say what a table waits for: question, paragraph, choices, who may choose, and the money.",
    ),
    Command("settle", "Audit", "audit.settle", "Recompute rounds from their cards and bets (JSON Lines)."),
    Command("roads", "Audit", "audit.roads", "Draw the five roads of a sequence of results."),
    Command("odds", "Audit", "audit.odds", "Print exact probabilities and house edges."),
    Command("play-out", "Audit", "audit.play_out", "Play many rounds and compare them with the exact odds."),
    Command(
        *("sim", "Audit", "simulation.command"),
        "Play a whole table with crashes, lost messages and errors, and check the money.",
    ),
    Command("test", "Develop", "deploy.testing", "Run every check: ruff, mypy, the simulator and the tests."),
    Command(
        *("bench", "Develop", "deploy.bench"),
        "Measure how fast the rule books, the table in memory and the real cluster are.",
    ),
    Command(
        *("conformance", "Develop", "deploy.conformance.command"),
        "Play the other end against a terminal, panel or console of your own, and say rule by rule what it does right.",
    ),
    Command("trace", "Develop", "audit.trace", "Show which code and which tests carry each rule paragraph."),
    Command("lock", "Develop", "deploy.lock", "Pin the versions and hashes of all packages anew."),
)

INTRO = "An electronic table game: console, player terminals and card shoe of one casino table."
EXAMPLE = "./etg demo"


class CommandModule(Protocol):
    """What a command's module offers. A default `passed_on=[]` on its parser asks for the unknown arguments."""

    HELP: str
    EXAMPLE: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, args: argparse.Namespace) -> int: ...


def main(argv: Sequence[str] | None = None) -> int:
    if sys.stdout is None:
        return 2  # closed: there is nobody to answer
    if parent := os.environ.get("ETG_DIES_WITH"):
        _die_with(int(parent))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # as standard error is: a file's name need not be UTF-8
    try:
        status = dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()  # here and not at exit, where a reader who has gone could not be answered any more
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 128 + signal.SIGINT
    except BrokenPipeError:
        # The reader (head, less) has seen enough. Python flushes once more at exit: let that go nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except ImportError as error:
        if ".so" not in str(error):
            raise
        libraries = " ".join(os.environ.get("ETG_LIBRARIES", "").split())  # `etg` knows them
        print(f"etg: {error}; please run as root: apt-get install {libraries}", file=sys.stderr)
        return 2
    except OSError as error:
        # A full disk or a closed stream: nothing more can be said there, and exit must not try again.
        where = f"{error.filename}: " if error.filename else ""
        print(f"etg: {where}{error.strerror or error}", file=sys.stderr)
        sys.stdout = None
        return 2
    return status


def _die_with(parent: int) -> None:
    """A process of a demo or a test does not outlive the one that started it, however that one ends."""
    import ctypes

    set_death_signal = 1  # PR_SET_PDEATHSIG of Linux
    ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended in between
        os.kill(os.getpid(), signal.SIGKILL)


def dispatch(argv: list[str]) -> int:
    if not argv:
        print(overview(colour=wants_colour(sys.stderr)), file=sys.stderr)
        return 2
    name, *rest = argv
    if name in ("-h", "--help") or argv == ["help"]:
        print(overview(colour=wants_colour(sys.stdout)))
        return 0
    if argv == ["--version"]:
        print(version())
        return 0
    if name == "help":
        return dispatch([*rest, "--help"])
    for words in (2, 1):  # `floor retire` is a command of its own, `floor floor.toml` is not
        command = next((command for command in COMMANDS if command.name.split() == argv[:words]), None)
        if command is not None:
            return run(command, argv[words:])
    return unknown(name)


def run(command: Command, argv: list[str]) -> int:
    module = cast("CommandModule", import_module(command.module))
    parser = argparse.ArgumentParser(
        prog=f"etg {command.name}",
        description=module.HELP,
        epilog="Example:\n" + textwrap.indent(textwrap.dedent(module.EXAMPLE).strip(), "  "),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    args, passed_on = parser.parse_known_args(argv)
    if "passed_on" in args:
        args.passed_on = passed_on
    elif passed_on:
        parser.error(f"unrecognized arguments: {' '.join(passed_on)}")
    return module.run(args)


def unknown(name: str) -> int:
    # Nearer by its letters would be `sim`, which plays the cluster and not the shoes.
    near = (
        ["play-out"] if name == "simulate" else difflib.get_close_matches(name, [each.name for each in COMMANDS], n=1)
    )
    hint = f"Did you mean `./etg {near[0]}`?" if near else "`./etg --help` lists the commands."
    print(f"etg: there is no command {name!r}. {hint}", file=sys.stderr)
    return 2


def overview(*, colour: bool) -> str:
    bold, cyan, plain = ("\033[1m", "\033[36m", "\033[0m") if colour else ("", "", "")
    width = max(len(command.name) for command in COMMANDS)
    lines = [INTRO, "", f"{bold}Usage:{plain} ./etg COMMAND [ARGUMENTS]"]
    for group, commands in groupby(COMMANDS, key=lambda command: command.group):
        lines += ["", f"{bold}{group}{plain}"]
        lines += [f"  {cyan}{command.name:<{width}}{plain}  {command.help}" for command in commands]
    lines += ["", f"{bold}Example:{plain} {EXAMPLE}", "`./etg COMMAND --help` explains one command, with an example."]
    lines += ["`./etg --version` says what runs here."]
    return "\n".join(lines)


def version() -> str:
    """What two machines must agree on is the protocol; the rest is for whoever is asked what runs here."""
    from protocol.messages import SPOKEN

    stated = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    spoken = ", ".join(str(each) for each in SPOKEN)
    return f"etg {stated}, protocol {spoken}, Python {platform.python_version()}"


def wants_colour(stream: object) -> bool:
    isatty = getattr(stream, "isatty", None)
    return isatty is not None and isatty() and not os.environ.get("NO_COLOR")


if __name__ == "__main__":
    sys.exit(main())
