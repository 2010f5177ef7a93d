"""`etg replay`: a Round as it was, entry by entry: what happened, and how the felt lay then.

Folds the same entries with the same picture as every screen of the table. As text, as a
film or in the windows of the table; at its own pace, all at once, or step by step, forward and back.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final, TextIO

from audit.evidence import NoRound, Reader, Step, find, progress_of, read, seconds_between
from audit.film import film
from audit.journal import reading_table
from audit.past_screens import Frame, watch
from audit.progress import positive
from audit.shown import terminals_of
from deploy.screens import check_display
from floor.codes import CODES, order_name, who
from games.catalog import find_face
from games.money import Currency
from games.settlement import Line
from protocol import events as e
from protocol.chain import ChainBroken
from protocol.config import LANGUAGES
from protocol.fact import Fact
from protocol.journal import Journal, JournalError
from protocol.view import TableView

HELP = "Play a Round again from its journal, step by step, as text or in the windows of the table."
EXAMPLE = """
./etg replay table.journal --round 12                  all of it at once
./etg replay table.journal --round 12 --terminal T01   only what this terminal and the public could know
./etg replay table.journal --round 12 --step           Enter is forward, b back, a number goes there, q ends
./etg replay table.journal --round 12 --pace 4         four times as fast as it was
./etg replay table.journal --round 12 --film 12.svg    a short film, for a browser
./etg replay table.journal --round 12 --windows        the panel and a terminal as they were; arrows, or a finger
./etg replay table.journal --round 12 --windows terminal --terminal T01 --pace 2
./etg replay table.journal --round 12 --pictures 12    the same as PNG, a picture of each screen after each step
"""
WINDOWS: Final = ("both", "terminal", "panel")
PAUSE_MAX_S: Final = 5.0  # of `--pace`: nobody waits out a long pause of the table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="JOURNAL", help="a table's journal, its archive's, or a copy")
    parser.add_argument("--round", type=positive, required=True, metavar="N", help="the number that the screens show")
    parser.add_argument(
        "--terminal", default="", metavar="NAME", help="as its Player could know it; default: all of it"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--step", action="store_true", help="wait for Enter (forward), b (back), a step's number, q (quit)"
    )
    parser.add_argument("--pace", type=float, metavar="X", help="in its own time, X times as fast")
    how.add_argument("--film", type=Path, metavar="FILE", help="as a film: one SVG file that any browser plays")
    which = "in windows: the panel, a terminal (the one of --terminal, or the first that had a Bet), or both"
    how.add_argument("--windows", nargs="?", const="both", choices=WINDOWS, help=which)
    how.add_argument("--pictures", type=Path, metavar="DIR", help="what the windows show, as PNG into a new folder")
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="of the windows; default: en")


def run(args: argparse.Namespace) -> int:
    if args.pace is not None and not 0 < args.pace < float("inf"):
        print("etg replay: --pace is a number above 0", file=sys.stderr)
        return 2
    try:
        with reading_table(args.file, at_leisure=True) as journal:
            if args.windows or args.pictures is not None:
                return _in_windows(journal, args)
            steps = steps_of(journal, args.round, args.terminal)
    except (NoRound, JournalError, ChainBroken, OSError) as error:
        print(f"etg replay: {error}", file=sys.stderr)
        return 1
    if args.film is not None:
        return _save(args, steps)
    if args.step:
        walk(steps, sys.stdin, sys.stdout)
        return 0
    before = ""
    for number, step in enumerate(steps, 1):
        if args.pace is not None and before:
            time.sleep(min(seconds_between(before, step.wall_time) / args.pace, PAUSE_MAX_S))
        before = step.wall_time
        print("\n".join(shown(number, steps)), flush=args.pace is not None)
    return 0


def _in_windows(journal: Journal, args: argparse.Namespace) -> int:
    from deploy import replay_window  # whoever reads text needs no Qt

    which = args.windows or ("terminal" if args.terminal else "both")
    if args.windows:
        check_display()
    elif args.pictures.exists():
        print(f"etg replay: {args.pictures} exists; nothing is overwritten. Move it away first", file=sys.stderr)
        return 2
    frames = frames_of(journal, args.round, args.terminal, which)
    title = f"{journal.name}, round {args.round}"
    if args.windows:
        pace = args.pace or 1.0
        return replay_window.run(title, frames, pace=pace, language=args.language, playing=args.pace is not None)
    saved = replay_window.save_pictures(args.pictures, title, frames, language=args.language)
    print(f"{args.pictures}: round {args.round}, {len(frames)} steps, {saved} pictures")
    return 0


def frames_of(journal: Journal, round_no: int, terminal: str, which: str) -> list[Frame]:
    """The screens after each commit: what was committed together, they learned together."""
    span, _ = find(journal, round_no)
    if which != "panel" and not terminal:
        terminal = next(iter(terminals_of(journal, span)), "")
    if which == "terminal" and not terminal:
        raise NoRound(f"nobody had a Bet in round {round_no}: --terminal names whose screen is wanted")
    steps = steps_of(journal, round_no, terminal if which == "terminal" else "")
    commits = [list(group) for _, group in groupby(steps, key=lambda step: step.wall_time)]
    shown = watch(
        *(journal, span, [commit[-1].seq for commit in commits]),
        [terminal] if terminal and which != "panel" else [],
        panel=which != "terminal",
        progress=progress_of(journal),
    )
    return [
        Frame(it.seq, it.wall_time, tuple(step.what for step in commit), it.terminals.get(terminal), it.panel)
        for commit, it in zip(commits, shown, strict=True)
    ]


def _save(args: argparse.Namespace, steps: Sequence[Step]) -> int:
    try:
        with os.fdopen(os.open(args.film, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(film(f"Round {args.round}", steps, args.pace or 1.0))
    except FileExistsError:
        print(f"etg replay: {args.film} exists; nothing is overwritten. Move it away first", file=sys.stderr)
        return 2
    print(f"{args.film}: round {args.round}, {len(steps)} frames")
    return 0


def steps_of(journal: Journal, round_no: int, terminal: str = "") -> list[Step]:
    span, view = find(journal, round_no)
    log = read(journal.entries(span.began, span.last))
    reader = Reader(span, terminal, log, everybody=not terminal)
    steps: list[Step] = []
    answers: dict[
        str, dict[int, dict[str, int]]
    ] = {}  # by terminal and window: what is in one stands beside the others
    for entry, event in log:
        if not span.ended or entry.seq <= span.ended:
            view.apply(event)
        if isinstance(event, e.LayoutRegistered):
            laid = {str(spot): amount for spot, amount in event.answer.bets.items()}
            answers.setdefault(event.terminal, {})[event.id.n] = laid
        if reader.may_read(entry, event):
            mine = {
                name: {spot: amount for laid in windows.values() for spot, amount in laid.items()}
                for name, windows in answers.items()
                if terminal in ("", name)
            }
            steps.append(Step(entry.seq, entry.wall_time, told(event, view), felt_of(view, mine), hands_of(view)))
    return steps


def felt_of(view: TableView, bets: dict[str, dict[str, int]]) -> tuple[str, ...]:
    """How it lies: phase, Hands with their points, Bets."""
    currency = Currency(view.placard.currency, view.placard.exponent)
    phase = f"{view.phase}, {', '.join(view.windows)} open" if view.windows else str(view.phase)
    lines = [f"{phase}{f', next card to {view.due}' if view.due else ''}{', halted' if view.halted else ''}"]
    for hand, cards, points in hands_of(view):
        lines.append(f"{hand:<8} {' '.join(cards)}{'' if points is None else f'  ({points})'}")
    lines += [f"beside   {' '.join(['??'] * view.surplus)}"] if view.surplus else []
    for terminal, layout in bets.items():
        laid = ", ".join(f"{spot} {currency.write(amount)}" for spot, amount in layout.items())
        lines.append(f"{terminal:<8} {laid or '-'}")
    return tuple(lines)


def hands_of(view: TableView) -> tuple[tuple[str, tuple[str, ...], int | None], ...]:
    face = find_face(view.game)
    return tuple(
        (hand, tuple("??" if card is None else card.text for card in cards), face.points(cards))
        for hand, cards in view.hands.items()
    )


def told(event: Fact, view: TableView) -> str:
    """One entry in words."""
    write = Currency(view.placard.currency, view.placard.exponent).write
    match event:
        case e.WindowOpened(window=window, left_ms=left):
            return f"{window.name}: open for {left / 1_000:g} s"
        case e.WindowClosed(name=name, by=by):
            return f"{name}: closed by {by}"
        case e.TimeAdded(left_ms=left):
            return f"more time: {left / 1_000:g} s"
        case e.LayoutRegistered(terminal=terminal, answer=answer, revision=revision):
            bets = ", ".join(f"{spot} {write(amount)}" for spot, amount in answer.bets.items())
            return f"{terminal}: registered, revision {revision}: {bets or answer.choice or 'nothing'}"
        case e.LayoutRefused(terminal=terminal, refusal=refusal):
            return f"{terminal}: refused: {refusal.detail}"
        case e.LayoutReturned(terminal=terminal, amount=amount):
            return f"{terminal}: {write(amount)} goes back"
        case e.CardDealt(hand=hand, card=card, entered=entered):
            face = "a card face down" if card is None else card.text
            return f"{hand}: {face}{' (entered by hand)' if entered else ''}"
        case e.CardRevealed(card=card):
            return f"turned: {card.text}"
        case e.Certified(acknowledged=seen):
            return f"certified; the close was seen by {', '.join(seen) or 'nobody'}"
        case e.Settled(terminal=terminal, lines=lines):
            return f"{terminal}: {_lines(lines, write)}"
        case e.LinesCorrected(terminal=terminal, after=lines):
            return f"{terminal}, corrected: {_lines(lines, write)}"
        case e.RoundEnded(void=void):
            return "the Round is void" if void else "the Round is over"
        case e.Ordered(by=by, second=second, order=order):
            return f"{order_name(order)}: {who(by)}{f' with {who(second)}' if second is not None else ''}"
        case e.OrderProposed(by=by, order=order):
            return f"proposed, {order_name(order)}: {who(by)}"
        case e.OrderSigned(person=person):
            return f"signed: {who(person)}"
    code = CODES.get(type(event))
    return type(event).__name__ if code is None else code.text(event, write)


def _lines(lines: Sequence[Line], write: Callable[[int], str]) -> str:
    return "; ".join(
        f"{line.spot} {write(line.staked)} -> {write(line.returned)}, {line.verdict.outcome} §{line.verdict.paragraph}"
        for line in lines
    )


def shown(number: int, steps: Sequence[Step]) -> list[str]:
    step = steps[number - 1]
    since = seconds_between(steps[0].wall_time, step.wall_time)
    head = f"{number:>3}/{len(steps)}  {step.wall_time}  +{since:7.3f} s  entry {step.seq}"
    return [head, f"     {step.what}", *(f"         {line}" for line in step.felt)]


def walk(steps: Sequence[Step], asked: TextIO, out: TextIO) -> None:
    """Forward and back, as somebody types it; ends with the input, too."""
    at = 1
    while True:
        print("\n".join(shown(at, steps)), file=out)
        print("[Enter] forward  [b] back  [number] go there  [q] quit: ", end="", file=out, flush=True)
        typed = asked.readline()
        word = typed.strip().lower()
        print(file=out)
        if not typed or word == "q":
            return
        if word.isdecimal():
            at = int(word)
        else:
            at += -1 if word == "b" else 1
        at = min(max(at, 1), len(steps))
