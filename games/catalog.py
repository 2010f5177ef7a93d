"""Which games there are: a name and the version of its rules lead to the rule book, and the name to its face.

The one door through which console and terminal reach a game. Another game is a folder of its own, and a line here.
"""

from typing import Final

from games.baccarat.face import BaccaratFace
from games.baccarat.rules import Baccarat
from games.blackjack.face import BlackjackFace, BlackjackPlusFace
from games.blackjack.plus import BlackjackPlus
from games.blackjack.rules import Blackjack
from games.face import Face
from games.online_blackjack.face import ClassicBlackjackFace, PremiumBlackjackFace
from games.online_blackjack.rules import ClassicBlackjack, PremiumBlackjack
from games.round import Game
from games.rulings import Rulings, Topic
from games.three_pictures.face import ThreePicturesFace
from games.three_pictures.rules import ThreePictures

GAMES: Final[dict[str, Game]] = {}
FACES: Final[dict[str, Face]] = {}


def register(game: Game, face: Face) -> None:
    GAMES[game.name], FACES[game.name] = game, face


register(Baccarat(), BaccaratFace())
register(Blackjack(), BlackjackFace())
register(BlackjackPlus(), BlackjackPlusFace())
register(ThreePictures(), ThreePicturesFace())
register(ClassicBlackjack(), ClassicBlackjackFace())
register(PremiumBlackjack(), PremiumBlackjackFace())


class UnknownGame(LookupError):
    """No rule book of that name, or not of that version."""


def find_game(name: str, rules: str | None = None, /, **house: bool) -> Game:
    """The rule book; with `rules`, only if it is of that version: a Round is settled by the rules it began with,
    whatever was amended since (004 §1 Blackjack Rules, §4).

    `house` are the readings that a house may choose, as the game's constructor names them: `in_sets=True`.
    """
    game = GAMES.get(name)
    if game is None:
        raise UnknownGame(f"{name!r} is no game; there are {', '.join(GAMES)}")
    if rules is not None and rules != game.rules:
        raise UnknownGame(f"{name} is here in the version {game.rules!r}, not {rules!r}")
    try:
        return type(game)(**house) if house else game
    except TypeError as error:
        raise UnknownGame(f"{name} has no such reading to choose: {error}") from None


def shared_kind(name: str) -> str:
    """The kind of Spot that Players share, so that its limits are the whole box's; "": there are no boxes."""
    return GAMES[name].shared if name in GAMES else ""


_NO_FACE: Final = Face()
_NO_RULINGS: Final = Rulings((), {})


def find_face(name: str) -> Face:
    """A name that nobody knows, or none, has a face too: its cards. A screen must never fail over it."""
    return FACES.get(name, _NO_FACE)


def rulings_of(name: str) -> Rulings:
    """Those of a name that nobody knows, or of none, are empty."""
    return GAMES[name].rulings if name in GAMES else _NO_RULINGS


def paragraph_of(name: str, topic: Topic) -> str:
    """The number under which the document of this game speaks of it; "" if it does not, or no game is played."""
    return rulings_of(name).paragraph(topic)
