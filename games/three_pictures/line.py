"""A Round of Non-Commission Three Pictures as one line: the Hands of one box and of the Dealer, and the Bets."""

from games.boxes import spot_of
from games.line import (
    ONLY_PLAYER,
    Fields,
    Unsettled,
    bet_answer,
    box_limits,
    cards_of,
    check_decks,
    reviewed_bets,
    texts,
)
from games.round import Answer, CardDrawn, Felt, Game, Window
from games.settlement import settle
from games.three_pictures.rules import INITIAL, ThreePictures, rank_of


def settle_line(game: Game, fields: Fields) -> dict[str, object]:
    game = ThreePictures(in_sets=True)  # the line names one Hand after the other
    box = cards_of(fields.take("box", list))
    dealer = cards_of(fields.take("dealer", list))
    amounts = fields.take("bets", dict, {})
    limits = box_limits(fields, INITIAL)
    fields.done()
    check_decks(game, 1, (*box, *dealer))
    for name, hand in (("box", box), ("dealer", dealer)):
        if len(hand) != 3:
            word = "incomplete" if len(hand) < 3 else "surplus_cards"
            raise Unsettled(word, f"{name}: a Hand has three cards, not {len(hand)}")
    bets = {spot_of(1, kind): amount for kind, amount in amounts.items()}
    with_initial = bets if spot_of(1, INITIAL) in bets else {spot_of(1, INITIAL): 2, **bets}
    reviewed_bets(game, Felt(boxes=1), with_initial)  # a side Bet alone is reviewed too; 5.13 returns it
    felt = Felt(limits=limits, boxes=1)
    round = game.step(
        game.begin(felt), game.close(game.begin(felt), Window("bets"), {"bets": {ONLY_PLAYER: Answer(bets)}})
    )
    for card in (*box, *dealer):
        if game.expects(round) is not None:
            round = game.step(round, CardDrawn(card))
    lines = settle(game, round, ONLY_PLAYER, bets)
    ranks = [rank_of(box), rank_of(dealer)]
    winner = "tie" if ranks[0].place == ranks[1].place else "box" if ranks[0].place < ranks[1].place else "dealer"
    return {
        "box": {"cards": texts(box), "total": ranks[0].points, "rank": ranks[0].name},
        "dealer": {"cards": texts(dealer), "total": ranks[1].points, "rank": ranks[1].name},
        "winner": winner,
        "bets": {line.spot.split("/")[1]: bet_answer(line) for line in lines},
        "returned": sum(line.returned for line in lines),
    }
