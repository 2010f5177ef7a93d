"""What the folder of a game has for auditors: `line.py` for `etg settle`, `odds.py` for `etg odds`.

Tables never need them, so the catalogue does not name them: they are found beside the rule book.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from games.catalog import GAMES, find_face, paragraph_of
from games.rulings import Topic


def part_of(game: str, part: str) -> Any:
    """The module of that name in the folder of this game."""
    return import_module(_path(game, part))


def games_with(part: str) -> tuple[str, ...]:
    return tuple(game for game in GAMES if find_spec(_path(game, part)) is not None)


def _path(game: str, part: str) -> str:
    folder, _, _ = type(GAMES[game]).__module__.rpartition(".")
    return f"{folder}.{part}"


def title_of(game: str) -> str:
    return find_face(game).title


def refused_decks(game: str, decks: int) -> str:
    """Why the game cannot be played with so many decks; nothing if it can."""
    allowed = GAMES[game].decks
    if decks in allowed:
        return ""
    words = (
        f"{allowed[0]} to {allowed[-1]} decks"
        if len(allowed) > 1
        else "a single deck"
        if allowed[0] == 1
        else f"{allowed[0]} decks"
    )
    where = f"{GAMES[game].document} §{paragraph_of(game, Topic.CARDS)}"
    return f"{title_of(game)} is played with {words} ({where}), not with {decks}"
