"""A Round of Non-Commission Baccarat as one line: its cards in the order of the shoe, and the Bets."""

from typing import Final

from games.baccarat.rules import BANKER_HAND, PLAYER_HAND, BaccaratRound, decided, fold, hands_of, result_of
from games.line import ONLY_PLAYER, Fields, Unsettled, bet_answer, cards_of, check_decks, reviewed_bets, texts
from games.round import Felt, Game, Spot
from games.settlement import settle

HAND_NAMES: Final = {PLAYER_HAND: "Player Hand", BANKER_HAND: "Banker Hand"}


def settle_line(game: Game, fields: Fields) -> dict[str, object]:
    cards = cards_of(fields.take("cards", list))
    bets: dict[Spot, int] = fields.take("bets", dict, {})
    stopped = fields.take("interrupted", bool, False)
    decks = fields.take("decks", int, 8)
    fields.done()
    reviewed_bets(game, Felt(), bets)
    check_decks(game, decks, cards)
    round = fold(cards)
    if round.surplus:
        raise Unsettled("surplus_cards", f"the Round ends with {texts(round.cards)}; {texts(round.surplus)} is left")
    if stopped:
        return interrupted(game, round)
    if round.due is not None:
        raise Unsettled("incomplete", f"after {len(cards)} cards the {HAND_NAMES[round.due]} still draws")
    player, banker = hands_of(cards)
    result = result_of(round)
    lines = settle(game, round, ONLY_PLAYER, bets)
    return {
        "player": {"cards": texts(player), "total": round.player},
        "banker": {"cards": texts(banker), "total": round.banker},
        "natural": result.natural,
        "winner": result.winner,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
        "bets": {line.spot: bet_answer(line) for line in lines},
        "returned": sum(line.returned for line in lines),
    }


def interrupted(game: Game, round: BaccaratRound) -> dict[str, object]:
    """001 §5.1: what is already decided, and so whether the Round is concluded or Void."""
    established = game.established(round)
    return {
        "decided": {spot: verdict.outcome.value for spot, verdict in decided(round).items()},
        "established": established,
        "paragraph": "5.1.1" if established else "5.1.2",
    }
