"""Which games there are: a name and the version of its rules lead to the rule book.

The one door through which console and terminal reach a game.
"""

from collections.abc import Mapping
from typing import Final

from games.baccarat.rules import Baccarat
from games.blackjack.plus import BlackjackPlus
from games.blackjack.rules import Blackjack
from games.online_blackjack.rules import ClassicBlackjack, PremiumBlackjack
from games.round import Game
from games.three_pictures.rules import ThreePictures

GAMES: Final[Mapping[str, Game]] = {
    game.name: game
    for game in (Baccarat(), Blackjack(), BlackjackPlus(), ThreePictures(), ClassicBlackjack(), PremiumBlackjack())
}


class UnknownGame(LookupError):
    """No rule book of that name, or not of that version."""


def find_game(name: str, rules: str | None = None, **house: bool) -> Game:
    """The rule book; with `rules`, only if it is of that version: a Round is settled by the rules it began with.

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
