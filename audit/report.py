"""`etg report`: the figures of a table's day, shift, shoe, terminals and staff, exact, from its journal.

`build` makes a SQLite file of the journal, `follow` keeps one current, and the other words ask it. No table asks any of
this, and no figure is kept anywhere but in the journal: the file can be built anew at any time.
"""

import argparse
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any, Final

from audit.folders import games_with, part_of, refused_decks
from audit.journal import in_doubt, reading
from audit.progress import Progress, positive
from deploy.start import Run, add_check_argument, run_peer
from floor import paper
from floor.follower import Following
from floor.read_model import HOURS, ReadModel, ReportError, Shifts, build
from floor.reports import Edge, Report, Reports
from games.catalog import GAMES
from games.odds import BetOdds
from protocol.chain import ChainBroken, is_sealed
from protocol.config import LANGUAGES, PeerConfig
from protocol.day import Day
from protocol.journal import Journal, JournalError
from protocol.process import Log, Stop

HELP = "Print what a day, a shift, a shoe, a terminal or staff came to, from a journal."
EXAMPLE = """
./etg report build table.journal                      makes table.reports.sqlite, which Datasette opens too
./etg report day table.reports.sqlite                 the last gaming day: drop, handle, win, hold, match
./etg report day table.reports.sqlite --day 2026-11-17 --html day.html --language zh_CN
./etg report shift table.reports.sqlite --day 2026-11-17 --shift 14:00
./etg report shoe table.reports.sqlite --shoe 3 --csv
./etg report terminal table.reports.sqlite --terminal T01      its meters and its last ten games, step by step
./etg report staff table.reports.sqlite --day 2026-11-17
./etg report events table.reports.sqlite --severity alarm --search halted
./etg report events table.reports.sqlite --follow     as they come, while `etg report follow` keeps the file current
./etg report follow archive.toml                      an archive of its own, and the file beside its journal

Status: 0; 1 if ledger, tickets and cards do not agree or the journal is not good; 2 if it was asked wrongly.
"""
ENDING: Final = ".reports.sqlite"
AGAIN_S: Final = 1.0  # between two looks of `--follow`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    what = commands.add_parser("build", help="make the file of reports from a journal, in place of an older one")
    what.set_defaults(work=build_file)
    what.add_argument("file", type=Path, metavar="JOURNAL", help="a table's journal, its archive's, or a copy of one")
    what.add_argument("--output", type=Path, metavar="FILE", help=f"default: beside the journal, with {ENDING}")
    _add_hours(what)
    what = commands.add_parser("follow", help="keep a copy of a running table's journal, and the file current")
    what.set_defaults(work=None)
    what.add_argument("config", type=Path, help="as an archive's: a peer of the role archive, with its own key")
    _add_hours(what)
    add_check_argument(what)
    what = _asking(commands, "day", "what a gaming day came to", day)
    _add_day(what)
    what = _asking(commands, "shift", "what a shift came to", shift)
    _add_day(what)
    what.add_argument("--shift", metavar="HH:MM", help="by the hour at which it begins; default: the last of that day")
    what = _asking(commands, "shoe", "what a shoe came to, Round by Round", shoe)
    what.add_argument("--shoe", type=positive, metavar="N", help="the first of this journal is 1; default: the last")
    what = _asking(commands, "terminal", "the meters of a terminal, and its last games with every step", terminal)
    what.add_argument("--terminal", required=True, metavar="NAME")
    what.add_argument("--games", type=positive, default=10, metavar="N", help="default: 10")
    what = _asking(commands, "staff", "who ordered and signed what", staff)
    what.add_argument("--day", metavar="DAY", help="only of this gaming day")
    _asking(commands, "table", "everything, by day, shoe and terminal", table)
    what = commands.add_parser("events", help="what happened, with codes and times, to align with video")
    what.set_defaults(work=events)
    what.add_argument("file", type=Path, metavar="FILE", help="as `etg report build` made it")
    what.add_argument("--day", default="", metavar="DAY", help="only of this gaming day")
    what.add_argument("--severity", default="", choices=("info", "notice", "alarm"), help="only these")
    what.add_argument("--code", default="", metavar="CODE", help="only these: E120")
    what.add_argument("--search", default="", metavar="WORDS", help="only those with all of these words")
    what.add_argument("--last", type=positive, default=50, metavar="N", help="at most; default: 50")
    what.add_argument("--follow", action="store_true", help="and whatever comes, until it is interrupted")


def _asking(commands: Any, name: str, told: str, work: Callable[..., Report]) -> argparse.ArgumentParser:
    what: argparse.ArgumentParser = commands.add_parser(name, help=told)
    what.set_defaults(work=work)
    what.add_argument("file", type=Path, metavar="FILE", help="as `etg report build` made it")
    what.add_argument("--language", choices=LANGUAGES, default="en", help="of the screen and of the page; default: en")
    form = what.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="amounts in minor units")
    form.add_argument("--json", action="store_true", help="amounts in minor units, with their currency")
    form.add_argument("--html", type=Path, metavar="FILE", help="a page to print, with charts")
    return what


def _add_hours(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--zone", default="UTC", help="the house's time zone, for shifts of a new file; default: UTC")
    hours = f"when shifts begin; default: {' '.join(HOURS)}"
    parser.add_argument("--hours", nargs="+", default=HOURS, metavar="HH:MM", help=hours)


def _add_day(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--day", metavar="DAY", help="as 2026-11-17; default: the last in which money moved")


def run(args: argparse.Namespace) -> int:
    if args.what == "follow":
        return _follow(args)
    try:
        if args.work in (build_file, events):
            status: int = args.work(args)
            return status
        with ReadModel(args.file) as model:
            report: Report = args.work(Reports(model, theory), model, args)
    except (ReportError, JournalError, ChainBroken) as wrong:
        print(f"etg report: {wrong}", file=sys.stderr)
        return 1 if args.work is build_file else 2
    if args.html is not None:
        _write_new(args.html, paper.page(report, args.language))
    elif args.csv or args.json:
        print(paper.as_csv(report) if args.csv else f"{paper.as_json(report)}\n", end="")
    else:
        print(paper.text(report, args.language))
    if report.differences:
        print(f"etg report: {report.differences} differences in the three-way match", file=sys.stderr)
    return int(bool(report.differences))


def _write_new(path: Path, text: str) -> None:
    """For its owner alone: what Players did is in it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text)


# --- making the file ----------------------------------------------------------------------------------------------


def build_file(args: argparse.Namespace) -> int:
    output: Path = args.output or args.file.with_name(args.file.stem + ENDING)
    shifts = Shifts(args.zone, args.hours)
    with reading(args.file) as journal:
        _check_whole(journal)
        shown = Progress(max(journal.seq, 1), sys.stderr, "entries")
        with build(output, journal.name, journal.entries(), shifts, shown.show) as model:
            counted = [f"{model.db[name].count:,} {name}" for name in ("rounds", "lines", "tickets", "acts", "events")]
            print(f"{output}: the reports of {journal.name}, {model.seq:,} entries: {', '.join(counted)}")
        doubt = in_doubt(journal) if journal.doubt else ""
    if doubt:
        print(f"etg report: {doubt}", file=sys.stderr)
    return int(bool(doubt))


def _check_whole(journal: Journal) -> None:
    if not journal.seq:
        raise ReportError(f"{journal.path} has no entry: there is nothing to report")
    first = next(journal.entries(1, 1, sealed=True))
    if is_sealed(first):
        raise ReportError(f"{journal.path} is a witness's: it has seals and nothing to count. Take the archive's")
    if " at " in journal.name:
        raise ReportError(f"{journal.path} is a terminal's own journal: take the table's, or its archive's")


def _follow(args: argparse.Namespace) -> int:
    try:
        args.shifts = Shifts(args.zone, args.hours)
    except ReportError as wrong:
        print(f"etg report: {wrong}", file=sys.stderr)
        return 2
    return run_peer("archive", args, _start)  # which is its role


def _start(args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    following = Following(config, log, args.shifts)

    def keep() -> int:
        stop = Stop(then=following.stop)
        log.info("keeping", file=following.model.path, entry=following.model.seq)
        try:
            following.run()
        finally:
            following.close()
            stop.close()
        if following.why:
            log.error("ended: call a technician", why=following.why)
        return int(bool(following.why))

    return keep


# --- asking it ----------------------------------------------------------------------------------------------------


def day(reports: Reports, model: ReadModel, args: argparse.Namespace) -> Report:
    return reports.day(_day_of(model, args.day))


def shift(reports: Reports, model: ReadModel, args: argparse.Namespace) -> Report:
    wanted = _day_of(model, args.day)
    found = model.ask("SELECT shift FROM money WHERE day = ? GROUP BY shift ORDER BY MIN(seq)", (wanted,))
    there = [row["shift"] for row in found]
    if args.shift is not None and args.shift not in there:
        raise ReportError(f"no money moved in a shift from {args.shift} of {wanted}; there are {_listed(there)}")
    return reports.shift(wanted, there[-1] if args.shift is None else args.shift)


def shoe(reports: Reports, model: ReadModel, args: argparse.Namespace) -> Report:
    there = [row["shoe"] for row in model.ask("SELECT shoe FROM shoes ORDER BY shoe")]
    if not there or (args.shoe is not None and args.shoe not in there):
        raise ReportError(f"there is no shoe {args.shoe}" if there else "no shoe was ever loaded")
    return reports.shoe(there[-1] if args.shoe is None else args.shoe)


def terminal(reports: Reports, model: ReadModel, args: argparse.Namespace) -> Report:
    there = [row["terminal"] for row in model.ask("SELECT DISTINCT terminal FROM money WHERE terminal <> ''")]
    if args.terminal not in there:
        raise ReportError(f"no money ever moved at {args.terminal!r}; there are {_listed(sorted(there))}")
    return reports.terminal(args.terminal, args.games)


def staff(reports: Reports, model: ReadModel, args: argparse.Namespace) -> Report:
    return reports.staff(_day_of(model, args.day) if args.day else "")


def table(reports: Reports, _model: ReadModel, _args: argparse.Namespace) -> Report:
    return reports.table()


def _day_of(model: ReadModel, wanted: Day | None) -> str:
    there = [row["day"] for row in model.ask("SELECT day FROM money UNION SELECT day FROM events ORDER BY day")]
    if wanted is None and there:
        return str(there[-1])
    if wanted is None or wanted not in there:
        raise ReportError(
            f"there is no gaming day {wanted}; there are {_listed(there)}" if there else "there is no day"
        )
    return wanted


def _listed(names: list[str]) -> str:
    shown = [name or "-" for name in names]
    return ", ".join(shown if len(shown) <= 20 else [shown[0], "...", *shown[-18:]]) or "none"


def events(args: argparse.Namespace) -> int:
    with ReadModel(args.file) as model:
        reports = Reports(model, theory)
        asked = {"day": args.day, "severity": args.severity, "code": args.code, "search": args.search}
        found = reports.events(**asked, limit=args.last)
        seen = 0
        while True:
            for row in found:
                number = f"round {row['round_no']}" if row["round_no"] else ""
                told = f"{row['at']:<24}  {row['seq']:>8}  {row['code']}  {row['severity']:<6}  {number:<12}"
                print(f"{told}  {row['text']}".rstrip(), flush=args.follow)
                seen = row["seq"]
            if not args.follow:
                return 0
            sleep(AGAIN_S)
            found = reports.events(**asked, after=seen)


@cache
def theory(game: str, decks: int, bet: str) -> Edge | None:
    """What the repository can count out exactly; for the main Bet of the blackjacks nobody can."""
    if game not in games_with("odds") or refused_decks(game, decks):
        return None
    found: BetOdds | None = next((it for it in _odds(game, decks) if it.bet == bet), None)
    return None if found is None else Edge(found.house_edge, found.variance)


@cache
def _odds(game: str, decks: int) -> tuple[BetOdds, ...]:
    bets: tuple[BetOdds, ...] = part_of(game, "odds").odds_of(GAMES[game], decks).bets
    return bets
