"""004 where nobody deals: the covered card is known to nobody, and yet the Round is the one that its cards make."""

import random
from typing import Any

import pytest

from games.boxes import DEALER
from games.cards import Card, parse_cards
from games.catalog import find_game
from games.fair_shuffle import shuffled
from games.round import Act, Answer, CardDrawn, Covered, Due, Felt, Peeked, PlayerId, SelfDealt, Spot
from games.settlement import final_lines, fold

GAMES = ("classic_blackjack", "premium_blackjack")


def play(game: Any, cards: list[Card], dice: random.Random, boxes: int) -> tuple[list[Act | None], Any, Any]:
    """A whole Round as software deals it: its acts (None: the covered card), the Round, and everybody's Bets."""
    round, acts = game.begin(Felt(boxes=boxes)), list[Act | None]()
    bets: dict[PlayerId, dict[Spot, int]] = {PlayerId(f"T{n}"): {Spot(f"{n}/main"): 100} for n in range(1, boxes + 1)}
    hole: Card | None = None
    hidden: set[Card] = set()

    def act(done: Act, shown: Act | None) -> None:
        nonlocal round
        round = game.step(round, done)
        acts.append(shown)
        assert not hidden or all(card not in hidden for card in game.hands(round)[DEALER][1:])

    while not game.finished(round):
        windows = game.windows(round)
        if windows:
            window = windows[0]
            given: dict[str, Any] = {"bets": {player: Answer(own) for player, own in bets.items()}}
            for player in window.respondents or ():
                choice = dice.choice(window.choices) if window.choices else ""
                more = {spot: 50 if "insurance" in spot else 100 for spot in window.spots}
                answer = Answer(more if choice in ("double", "split", "insure", "take", "") else {}, choice)
                if game.review(round, window, player, answer, given) is not None:
                    answer = Answer({}, window.default or choice)
                    if game.review(round, window, player, answer, given) is not None:
                        continue
                given.setdefault(window.name, {})[player] = answer
                for spot, amount in answer.bets.items():
                    bets[player][spot] = bets[player].get(spot, 0) + amount
            closing = game.close(round, window, given)
            act(closing, closing)
            continue
        match game.next_due(round):
            case Due.COVER:
                hole = cards.pop(0)
                act(Covered(), None)
            case Due.PEEK:
                assert hole is not None
                assert game.name == "premium_blackjack"
                if game.ends_by(round, hole):
                    acts[acts.index(None)] = CardDrawn(hole)
                    round = game.step(round, CardDrawn(hole))
                    assert game.finished(round)
                else:
                    act(Peeked(), Peeked())
            case Due.TURN:
                assert hole is not None
                acts[acts.index(None)] = CardDrawn(hole)
                round = game.step(round, CardDrawn(hole))
            case Due.CARD:
                card = cards.pop(0)
                act(CardDrawn(card), CardDrawn(card))
            case None:
                raise AssertionError("nothing is due, and the Round is not over")
    return acts, round, bets


@pytest.mark.parametrize("name", GAMES)
def test_2_1_c_a_covered_card_makes_the_same_round_as_one_that_was_known(name: str) -> None:
    game: Any = find_game(name)
    assert isinstance(game, SelfDealt)
    for seed in range(400):
        dice = random.Random(f"{name} {seed}")
        cards = list(shuffled(dice.randbytes(32), 6))
        acts, round, bets = play(game, cards, dice, dice.randint(1, 4))
        assert None not in acts  # 2.1.c: it was turned, whatever became of the hands
        again: Any = fold(game, round.felt, [act for act in acts if act is not None])
        assert game.hands(again) == game.hands(round)
        for player, own in bets.items():
            assert final_lines(game, again, player, own) == final_lines(game, round, player, own)


def test_2_9_only_premium_peeks_and_only_under_an_ace_or_a_ten() -> None:
    for name in GAMES:
        game: Any = find_game(name)
        for up, peeks in (("KS", True), ("9S", False), ("AS", True)):
            round = game.step(
                game.begin(Felt(boxes=1)),
                game.close(
                    game.begin(Felt(boxes=1)),
                    game.windows(game.begin(Felt(boxes=1)))[0],
                    {"bets": {PlayerId("T1"): Answer({Spot("1/main"): 100})}},
                ),
            )
            for card in parse_cards(["5C", up, "6C"]):
                assert game.next_due(round) is Due.CARD
                round = game.step(round, CardDrawn(card))
            assert game.next_due(round) is Due.COVER
            round = game.step(round, Covered())
            for window in game.windows(round):
                if window.kind != "choice":  # 2.9.c: Insurance comes before the peek
                    assert game.next_due(round) is None
                    round = game.step(round, game.close(round, window, {"bets": {}}))
            assert (game.next_due(round) is Due.PEEK) == (peeks and name == "premium_blackjack")


def test_2_9_b_a_blackjack_under_a_ten_ends_the_round_at_the_peek() -> None:
    game: Any = find_game("premium_blackjack")
    acts, round, bets = play(game, list(parse_cards(["5C", "KS", "6C", "AH", "2D"])), random.Random(1), 1)
    assert [type(act).__name__ for act in acts] == ["WindowClosed", *["CardDrawn"] * 4]
    assert final_lines(game, round, PlayerId("T1"), bets["T1"])[0].returned == 0
