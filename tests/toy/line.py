"""A Round of the toy as one line."""

from games.line import ONLY_PLAYER, Fields, bet_answer, cards_of
from games.round import CardDrawn, Felt, Game, Window
from games.settlement import settle


def settle_line(game: Game, fields: Fields) -> dict[str, object]:
    cards, bets = cards_of(fields.take("cards", list)), fields.take("bets", dict, {})
    fields.done()
    round = game.begin(Felt())
    round = game.step(round, game.close(round, Window("bets"), {}))
    for card in cards:
        round = game.step(round, CardDrawn(card))
    return {"bets": {line.spot: bet_answer(line) for line in settle(game, round, ONLY_PLAYER, bets)}}
