"""Keeps the picture below true by reading every import with `ast`, also those inside functions.

A new edge is a decision, not an accident: if one is really wanted, change the tables here and say why.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

PICTURE = """
The arrow points at who is imported:

    games <- protocol <- console, terminal, floor
    games.cards, games.money, games.baccarat.roads, games.face <- looks <- whatever has a screen
    shoe_driver <- console
    simulation, audit and deploy are outermost and may import all of these;
    simulation.reference is a second opinion: of all these it may import words alone

    console.panel imports nothing of the rest of console, terminal.display nothing of the rest of terminal.
    protocol knows the words that all games share; console and terminal reach a rule book only through games.catalog.
    Only looks, the windows and the theatre know Qt.
    Pure modules (all of games, and the cores) import no clock, random number, file, socket, thread or Qt.
"""

OURS = (
    *("games", "protocol", "looks", "shoe_driver", "console", "terminal", "floor"),
    *("simulation", "audit", "deploy"),
)

# The words that all games share, and the one way to make lines of verdicts; no rule book is among them.
WORDS = (
    "games.cards",
    "games.money",
    "games.round",
    "games.settlement",
    "games.rulings",
    "games.boxes",
    "games.fair_shuffle",
)
BOOKS = ("games.catalog", "games.correction")  # the way to a rule book by its name
# What a screen shows of a game, and the words and paragraphs that it says it with; decides nothing.
EYES = (
    "games.face",
    "games.box_face",
    "games.catalog.find_face",
    "games.catalog.rulings_of",
    "games.catalog.paragraph_of",
)

# Of `games.round`: what is said of a Round in entries and orders, and no function.
SHARED_WORDS = tuple(
    f"games.round.{word}" for word in ("Answer", "CardDrawn", "Felt", "Reconstructed", "Voided", "WindowClosed")
)

# Of a Player Terminal, for the drill of told terminals.
SECOND_OPINIONS = tuple(f"simulation.second_{part}" for part in ("known", "terminal", "wishes", "speech"))

# What each room may import of ours (besides itself), and of other people's. The longest name that fits counts, and
# a room with a line of its own is closed to the room around it as to any other.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "games": ("msgspec",),  # its structs are values, and the codec can carry them as they are
    "protocol": (*WORDS, "games.correction.PlayedRound", "apsw", "cryptography", "msgpack", "msgspec", "zmq"),
    "protocol.pins": ("protocol", "argon2"),  # a PIN is looked at by consoles and by the floor's page
    # Who may rule, and what speaks against it, the game that is played says.
    **dict.fromkeys(("protocol.moves", "protocol.legality"), (*WORDS, "games.catalog", "protocol", "msgspec")),
    # The guide asks the rule book of the game that is played, and says it in plain words.
    **dict.fromkeys(
        ("protocol.situation", "protocol.preview", "protocol.guide", "protocol.guide_words", "protocol.alarm_words"),
        (*WORDS, *BOOKS, "games.face.QT_TRANSLATE_NOOP", "protocol", "msgspec"),
    ),
    "protocol.box_view": (*WORDS, *BOOKS, *EYES, "protocol", "msgspec"),  # the boxes of whatever game is played
    "looks": ("games.cards", "games.money", "games.baccarat.roads", "games.rulings", *EYES, "PySide6"),
    "looks.sounds": ("numpy",),
    "shoe_driver": ("msgspec", "serial"),
    "console": (
        *(*WORDS, *BOOKS, *EYES, "games.card_set", "games.shuffle_test", "protocol", "shoe_driver"),
        *("iso4217", "msgspec", "zmq"),
    ),
    "console.panel": (*WORDS, *BOOKS, *EYES, "protocol", "looks", "PySide6", "msgspec"),
    "terminal": (*WORDS, *BOOKS, *EYES, "protocol", "looks", "PySide6", "msgspec"),
    "terminal.display": (*WORDS, *EYES, "protocol", "looks", "PySide6", "msgspec"),
    # Rows are compared with the rule book of the game that was played, and told in its words; sqlite_utils keeps them,
    # or PostgreSQL: psycopg speaks to it, alembic (which stands on sqlalchemy) makes its tables.
    "floor": (
        *WORDS,
        *BOOKS,
        *EYES,
        "protocol",
        "msgspec",
        "sqlite_utils",
        "psycopg",
        "alembic",
        "sqlalchemy",
        "floor.page.config",
    ),
    # The pit's page draws roads as SVG with the code that says where their marks lie.
    "floor.page": (
        *(*WORDS, *BOOKS, *EYES, "games.baccarat.roads", "protocol", "floor", "msgspec", "psycopg", "cryptography"),
        *("starlette", "uvicorn", "sse_starlette", "jinja2"),
    ),
    "simulation": (*OURS, "apsw", "msgpack", "msgspec", "numpy"),  # apsw: a disk under the real journal
    "simulation.drill_door": (*OURS, "simulation", "msgspec", "zmq"),  # it stands in libzmq's place, in its words
    # A second opinion shares words with the cores, and nothing that decides.
    "simulation.reference": (
        *("games.cards.Card", "games.cards.DECK", "games.money.Currency", *SHARED_WORDS),
        *(f"games.round.{word}" for word in ("Window", "BoxBets", "BoxNow", "PlayerId", "Spot")),
        *("protocol.events", "protocol.messages", "protocol.halts.Halt", "simulation.oracle", "msgspec"),
    ),
    # That of a terminal has the words that its shell is told by, and asks the rule books and the picture, which are
    # everybody's and held by other checks: these, one by one, so that nobody adds a decision.
    **dict.fromkeys(
        SECOND_OPINIONS,
        (
            *(f"games.catalog.{name}" for name in ("UnknownGame", "find_face", "find_game", "shared_kind")),
            *("games.money.InvariantBroken", "games.money.is_amount", "games.boxes.SQUEEZE"),
            *("games.box_face.Option", "games.box_face.Question"),
            *(f"games.round.{name}" for name in ("Answer", "CardDrawn", "Handled", "Limit", "PlayerId", "Spot")),
            *(f"games.round.{name}" for name in ("Voided", "kind_of", "limits_of")),
            *(f"games.settlement.{name}" for name in ("Line", "final_lines", "settle", "try_fold")),
            *("games.settlement.corrected_acts", "games.settlement.unvoided_acts"),
            *("protocol.events", "protocol.messages", "protocol.codec.decode_event", "protocol.picture.Picture"),
            *(f"protocol.view.{name}" for name in ("OpenWindow", "Phase", "TableView")),
            *("protocol.box_view.public_round", "protocol.day.last_day"),
            *("protocol.halts.HALTS", "protocol.legality.seat_refused"),
            *("terminal.intents", "simulation.oracle_shuffle", *SECOND_OPINIONS),
        ),
    ),
    "audit": (*OURS, "tests.tools", "msgspec", "numpy"),  # tests.tools: `etg trace --mutate` breaks code with them
    "deploy": (*OURS, "benchmarks", "PySide6", "msgspec", "zmq"),  # benchmarks: `etg bench` runs them
}

PURE = (
    *("games", "protocol.events", "protocol.messages", "protocol.codec", "protocol.chain", "protocol.ledger"),
    *(
        "protocol.view",
        "protocol.picture",
        "protocol.follower",
        "protocol.liveness",
        "protocol.loop",
        "protocol.join",
        "protocol.signing",
    ),
    *(
        "protocol.day",
        "protocol.standing",
        "protocol.keyring",
        "protocol.key_events",
        "protocol.moves",
        "protocol.legality",
        "protocol.halts",
        "console.table",
        "console.panel.ways",
    ),
    *(
        "protocol.fields",
        "protocol.people",
        "protocol.people_events",
        "protocol.people_messages",
        "protocol.placard",
        "protocol.join_messages",
    ),
    "console.panel.people",
    *("protocol.situation", "protocol.preview", "protocol.guide", "protocol.guide_words", "protocol.alarm_words"),
    *("console.panel.desk", "console.panel.board", "console.panel.diary", "console.panel.forms"),
    *("terminal.session", "terminal.state", "terminal.following", "terminal.layouts", "terminal.money"),
    *("terminal.own_rounds", "terminal.outbox", "terminal.records", "terminal.intents", "terminal.screen"),
    *("terminal.checkpoint", "terminal.display.view", "floor.codes", "floor.rows"),
    *("floor.page.roles", "floor.page.standing", "floor.page.roads", "floor.page.charts"),
    *("shoe_driver.frames", "shoe_driver.driver", "shoe_driver.lines", "shoe_driver.link"),
    *("shoe_driver.makes.reference", "shoe_driver.makes.angel_eye", "shoe_driver.makes.bee_tek"),
    *("shoe_driver.makes.scanner", "shoe_driver.makes.manual"),
)

# A list of what is harmless is shorter than one of what is not, and a new module is asked about once.
HARMLESS = frozenset(
    "__future__ abc bisect collections copy dataclasses enum fractions functools hashlib heapq hmac html itertools "
    "json math operator re statistics string struct textwrap types typing zlib".split()
)
FORBIDDEN_NAMES = frozenset({"open", "print", "input", "eval", "exec", "compile", "breakpoint", "__import__"})


CODE = {".py", ".qml", ".html", ".js", ".css"}
LINES_MAX = 600


def is_within(module: str, wholes: tuple[str, ...]) -> bool:
    return any(module == whole or module.startswith(f"{whole}.") for whole in wholes)


def room_of(module: str) -> str:
    """`console.panel` of `console.panel.board`, `console` of `console.service`; "" of what is not ours."""
    return max((room for room in MAY_IMPORT if is_within(module, (room,))), key=len, default="")


def imports(tree: ast.AST, module: str) -> Iterator[tuple[int, str]]:
    """Line and full name of all that is imported: `from games import cards` gives `games.cards`."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                base = module.split(".")[:-level] if level else []
                base += source.split(".") if source else []
                yield from ((node.lineno, ".".join([*base, alias.name])) for alias in names)
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def complaints(module: str, source: str) -> list[str]:
    """All that is wrong with the imports of one module, for example `console.table.table`."""
    tree = ast.parse(source)
    room = room_of(module)
    pure = is_within(module, PURE)
    found = []
    for line, target in imports(tree, module):
        top = target.split(".")[0]
        if top in sys.stdlib_module_names:
            if pure and top not in HARMLESS:
                found.append(f"{module}:{line} is pure, but imports {target}")
        elif room_of(target) != room and not is_within(target, MAY_IMPORT[room]):
            found.append(f"{module}:{line} may not import {target}")
    if pure:
        # Any mention counts, not only a call: `show = print` is no way around.
        names = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
        found += [f"{module}:{name.lineno} is pure, but uses {name.id}" for name in names if name.id in FORBIDDEN_NAMES]
    return found


@pytest.mark.parametrize("package", OURS)
def test_imports_follow_the_picture(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, f"{package} is gone: does the picture still hold?"
    found = []
    for file in files:
        # A package's own file counts as a module in it, so that the dots of relative imports come out right.
        module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        found += complaints(module, file.read_text())
    assert not found, "\n".join([PICTURE, *found])


def test_each_second_opinion_of_a_terminal_has_its_line() -> None:
    files = {f"simulation.{file.stem}" for file in (ROOT / "simulation").glob("second_*.py")}
    assert files == set(SECOND_OPINIONS)


def test_no_file_is_too_long_to_be_read_at_once() -> None:
    """A second topic wants a second file."""
    files = [file for room in (*OURS, "benchmarks") for file in (ROOT / room).rglob("*") if file.suffix in CODE]
    lines = {file.relative_to(ROOT).as_posix(): len(file.read_text("utf-8").splitlines()) for file in files}
    assert {name: count for name, count in lines.items() if count > LINES_MAX} == {}
    assert len(lines) > 500, "the rooms are somewhere else"


PASSED_OVER = r"//[^\n]*|/\*.*?\*/|/(?![*/ ])(?:\\.|[^\\/\n])+/(?=[gi.])"  # remarks, and what a text is searched for
SCRIPT = re.compile(PASSED_OVER + r'|("(?:\\.|[^"\\])*"|[\w$]+|\S)', re.DOTALL)


def test_no_test_file_is_imported() -> None:
    """What two tests need lies beside them, where it is looked for, and no tests come along with it."""
    files = sorted(path for folder in ("tests", *OURS) for path in (ROOT / folder).rglob("*.py"))
    trees = {path: ast.parse(path.read_text()) for path in files}
    assert len(trees) > 400
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path, tree in trees.items()
        for line, name in imports(tree, ".".join(path.relative_to(ROOT).with_suffix("").parts))
        if any(part.startswith("test_") for part in name.split(".")[:3])
    ]
    assert not found, "\n".join(found)


def said_twice(text: str) -> list[str]:
    """Keys that one object of a script gives two values: the first is never read, and nothing complains."""
    found, signs = [], [sign for sign in SCRIPT.findall(text) if sign]
    open_now: list[tuple[str, set[str]]] = []
    for before, sign, after in zip(["", *signs], signs, [*signs[1:], ""], strict=False):
        if sign in ("{", "(", "["):
            open_now.append((sign, set()))
        elif sign in ("}", ")", "]"):
            open_now.pop()
        elif after == ":" and before in ("{", ",") and open_now[-1][0] == "{":
            key = sign.strip('"')
            if key in open_now[-1][1]:
                found.append(key)
            open_now[-1][1].add(key)
    assert open_now == [], "it was read to its end"
    return found


def test_no_word_of_a_screen_is_said_twice_in_one_list() -> None:
    rooms = [file for room in OURS for file in (ROOT / room).rglob("*.qml")]
    assert {file.name: twice for file in rooms if (twice := said_twice(file.read_text("utf-8")))} == {}
    assert len(rooms) > 100, "the rooms are somewhere else"
    assert said_twice('{ "a": f({ a: 1, b: 2 }), b: c ? d : e, // {\n"a": [1, 2] }') == ["a"]


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.baccarat.rules", "import random"),
        ("games.baccarat.rules", "def deal():\n    from time import monotonic"),
        ("games.baccarat.rules", "import os.path"),
        ("games.baccarat.rules", "import numpy"),
        ("games.baccarat.rules", "import importlib"),
        ("games.baccarat.rules", "show = print"),
        ("games.baccarat.rules", "open('shoe.txt')"),
        ("games.baccarat.rules", "from protocol.events import CardDealt"),
        ("games.baccarat.rules", "from ...protocol import events"),
        ("games.__init__", "from datetime import date"),
        ("protocol.codec", "from games.baccarat.rules import banker_draws"),
        ("protocol.view", "import zmq.asyncio, threading"),
        ("protocol.journal", "import console"),
        ("protocol.sockets", "from PySide6 import QtCore"),
        ("protocol.view", "from games.baccarat.roads import roads_of"),
        ("looks.faces", "from games import baccarat"),
        ("console.service", "from games import baccarat"),
        ("terminal.session", "from games.baccarat import rules"),
        ("console.service", "import games"),
        ("console.service", "from terminal import session"),
        ("console.panel.board", "from console.table import orders"),
        ("console.service", "from console.panel import board"),
        ("terminal.display.window", "from terminal import viewmodel"),
        ("protocol.process", "import looks"),
        ("audit.settle", "from tests.rules import oracle_three_pictures"),
        ("console.table.table", "import logging"),
        ("terminal.runtime", "import importlib\nimportlib.import_module('console.table.table')"),
        ("terminal.runtime", "from importlib import import_module\nimport_module('shoe_driver.link')"),
        ("terminal.viewmodel", "import PySide2"),
        ("shoe_driver.port", "from games.cards import Card"),
        ("shoe_driver.link", "import serial, time"),
        ("simulation.world", "import tests.conftest"),
        ("simulation.reference.table", "from console.table.table import Heard"),
        ("simulation.reference.table", "from simulation import cluster"),
        ("simulation.reference.people", "from protocol.halts import HALTS"),
        ("simulation.reference.people", "from protocol import moves"),
        ("simulation.reference.people", "from protocol import legality"),
        ("simulation.reference.windows", "from games.round import review_layout"),
        ("simulation.reference.money", "from games.settlement import line"),
        ("simulation.second_wishes", "from terminal.layouts import spendable"),
        ("simulation.second_wishes", "from terminal import answers"),
        ("simulation.second_terminal", "from terminal.own_rounds import expected_lines"),
        ("simulation.second_known", "from protocol.ledger import Ledger"),
        ("simulation.second_speech", "from simulation import judged_terminal"),
        ("deploy.demo.command", "import requests"),
    ],
)
def test_a_wrong_import_is_found(module: str, source: str) -> None:
    assert complaints(module, source)


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("games.baccarat.rules", "from collections.abc import Set\nfrom msgspec import Struct\nfrom . import money"),
        ("protocol.codec", "import msgpack\nfrom games.cards import Card"),
        ("protocol.journal", "import apsw, os, time\nopen('journal')"),
        ("looks.road_view", "from PySide6.QtQuick import QQuickItem\nfrom games.baccarat.roads import roads_of"),
        ("console.service", "from games import catalog\nfrom games.catalog import find\nimport shoe_driver.link"),
        ("simulation.reference.cards", "from games.cards import Card\nfrom protocol import events\nimport msgspec"),
        ("simulation.checks", "from simulation.reference import table"),
        ("simulation.judged_terminal", "from simulation.second_speech import Speaking"),
        ("deploy.demo.command", "import games.baccarat.rules, simulation, sys\nprint()"),
    ],
)
def test_a_right_import_is_left_alone(module: str, source: str) -> None:
    assert complaints(module, source) == []
