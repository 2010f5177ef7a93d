"""Where the felt of a game lies: a screen loads it by the name of the game."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QUrl

from games.catalog import find_face
from looks import words

ROOT: Final = Path(__file__).resolve().parent.parent


@cache
def felt_of(game: str, room: str) -> str:
    """Its address for QML; of a game without one, or that nobody knows, the felt that shows cards and nothing else."""
    path = ROOT / find_face(game).felt_in(room)
    found = path if path.is_file() else ROOT / room / "qml" / "games" / "Plain.qml"
    return QUrl.fromLocalFile(str(found)).toString()


@cache
def rules_of(game: str, room: str) -> str:
    """The address of the rules in our own words, beside the felt; "" if nobody has written them."""
    path = (ROOT / find_face(game).felt_in(room)).with_suffix("")
    rules = path.with_name(f"{path.name}Rules.qml")
    return QUrl.fromLocalFile(str(rules)).toString() if rules.is_file() else ""


def felt_part(game: str, room: str) -> dict[str, Any]:
    """What QML needs to know of the face of a game."""
    face = find_face(game)
    letters = {key: words.say(face.letters, key) for key in face.letters}
    return {
        "felt": felt_of(game, room),
        "tones": dict(face.tones),
        "letters": letters,
        "layout": list(face.layout),
        "ofTable": list(face.of_table),
    }
