"""The blackjack family under whatever Players and staff may do, and against a second implementation.

A play is told by a tape of bytes: each choice takes the next one. So hypothesis can shorten a play that fails, and a
tape that runs out goes on with the plainest choice, which ends every Round.
"""

import json
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from audit.settle import answer as settle_line
from games.blackjack.plus import BlackjackPlus
from games.blackjack.round import SPLIT, BlackjackRound, in_order, noted
from games.blackjack.rules import Blackjack
from games.boxes import DEALER, parse_spot, spot_of
from games.cards import DECK
from games.catalog import find_face
from games.online_blackjack.rules import ClassicBlackjack, PremiumBlackjack
from games.round import (
    Answer,
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    InterimSettled,
    Limit,
    Outcome,
    PlayerId,
    Reconstructed,
    Ruled,
    Spot,
    Voided,
    WalkedAway,
    Window,
)
from games.settlement import settle
from simulation.oracle_blackjack import settle as oracle
from tests.rules.lines_blackjack import lines
from tests.rules.table import Table, texts

T = TypeVar("T")

FATES = {"fate/won": Outcome.WON, "fate/lost": Outcome.LOST, "fate/even": Outcome.RETURNED}

GAMES = (
    Blackjack(),
    BlackjackPlus(),
    ClassicBlackjack(),
    PremiumBlackjack(),
    Blackjack(long_21_stands_off=True),
    BlackjackPlus(dealer_plays_on=True),
    BlackjackPlus(options_every_time=True),
)
ALL_CARDS = [card.text for card in DECK]
# Aces, tens and pairs make the interesting Rounds: every other card is one of these.
LUCKY = "AS AD TS KH 8S 8D 8H 8C AC 6D TD 2C".split()
NAMES = "ABCD"
A, B = PlayerId("A"), PlayerId("B")
STEPS_MAX = 600  # a Round of three boxes with all its rulings takes far less


class Tape:
    def __init__(self, tape: bytes) -> None:
        self.tape = tape
        self.at = 0

    @property
    def ended(self) -> bool:
        return self.at >= len(self.tape)

    def number(self, below: int) -> int:
        if self.ended:
            return 0
        self.at += 1
        return self.tape[self.at - 1] % below

    def pick(self, things: Sequence[T]) -> T:
        return things[self.number(len(things))]

    def card(self) -> str:
        return self.pick(LUCKY) if self.number(2) else self.pick(ALL_CARDS)


class Play(Table):
    """A table that plays itself from a tape. `ever` keeps all Bets that were ever registered."""

    def __init__(self, tape: bytes, games: Sequence[Blackjack] = GAMES) -> None:
        self.tape = Tape(tape)
        boxes = 1 + self.tape.number(3)
        seats = {box: self.tape.pick(NAMES) for box in range(1, boxes + 1) if self.tape.number(4)}
        limits = {"main": Limit(100, 600)} if self.tape.number(2) else {}
        super().__init__(self.tape.pick(games), seats=seats, limits=limits, boxes=boxes, squeeze=True)
        self.ever: dict[PlayerId, dict[Spot, int]] = {}
        self.rulings: list[Ruled] = []

    def place_bets(self) -> None:
        self.try_answer(self.window("bets"), "A", Answer({Spot("1/main"): 100}))
        for _ in range(self.tape.number(16)):
            kinds = ("main", "main", *self.game.sides)
            spot = Spot(f"{1 + self.tape.number(self.round.felt.boxes)}/{self.tape.pick(kinds)}")
            player = self.tape.pick(NAMES)
            before = self.given.get("bets", {}).get(PlayerId(player), Answer())
            bets = {**before.bets, spot: self.tape.pick((100, 500, 600, 2, 60))}
            self.try_answer(self.window("bets"), player, Answer(bets, self.tape.pick(("", "squeeze"))))
        self.close()

    def try_answer(self, window: Window, player: str, answer: Answer) -> None:
        """Registers it if it may be."""
        if self.game.review(self.round, window, PlayerId(player), answer, self.given) is None:
            self._register(window, player, answer)
            self.ever.setdefault(PlayerId(player), {}).update(answer.bets)

    def answer_window(self) -> None:
        window = self.tape.pick(self.game.windows(self.round))
        for player in window.respondents or ():
            if self.tape.number(4):
                self.try_answer(window, player, self.some_answer(window, player))
        self.close(window.kind, window.box)

    def some_answer(self, window: Window, player: str) -> Answer:
        choice = self.tape.pick(window.choices) if window.choices else ""
        if SPLIT in window.choices and self.tape.number(2):
            choice = SPLIT
        kind = {"split": "main", "double": "double"}.get(choice)
        spots = [spot for spot in window.spots if parse_spot(spot)[1] == kind or not window.choices]
        amount = self.tape.pick((self._initial(window, player), 50, 250, 30, 100))
        return Answer(dict.fromkeys(spots, amount), choice)

    def rule_something(self) -> None:
        act = self.some_ruling()
        if self.game.rule(self.round, act) is None:
            self.rulings.append(act)
            self.rule(act)

    def some_ruling(self) -> Ruled:
        match self.tape.number(8):
            case 0:
                return WalkedAway(PlayerId(self.tape.pick(NAMES)), 1 + self.tape.number(3))
            case 1:
                return DealingError()
            case 2:
                count = 2 + self.tape.number(2)
                together = [DECK[self.tape.number(52)] for _ in range(count)]
                self.draw(texts(together))
                return DrawnTogether(tuple(together))
            case 3:
                return InterimSettled()
            case 4:
                return Voided(self.tape.pick(("5.4.2", "5.5.1", "5.5.3", "5.19")))
            case 5:
                self.draw(DECK[self.tape.number(52)].text)
                return Discarded(self.tape.pick((self.drawn[-1], *self.drawn)))
            case _:
                round = self.round
                past = round.irregular
                left = [*in_order(round), *past.surplus, *past.waiting, *past.together]
                return Reconstructed(tuple(left.pop(self.tape.number(len(left))) for _ in range(len(left))))

    def play(self, *, rulings: bool) -> "Play":
        self.place_bets()
        for _ in range(STEPS_MAX):
            if rulings and self.tape.number(12) == 7:
                self.rule_something()
            elif self.windows:
                self.answer_window()
            elif self.expects is not None:
                self.deal(self.tape.card())
            elif rulings and self.tape.number(4) == 3:
                self.draw_too_many(self.tape.card())
            else:
                break
        assert self.finished, "the Round does not end"
        return self


def long_tape(seed: int, length: int) -> bytes:
    return random.Random(seed).randbytes(length)


# Left to itself hypothesis likes short tapes, on which little happens; long ones come from a seed.
TAPES = st.binary(max_size=60) | st.builds(long_tape, st.integers(0, 2**32 - 1), st.integers(20, 300))


def check_fates(play: Play) -> int:
    """What screens say of a Hand is what became of the Initial Bets on it; how often they say something."""
    shown = find_face(play.game.name).boxes(play.round, {})
    assert shown is not None
    said = 0
    for hand in [hand for box in shown.boxes for hand in box.hands if hand.state in FATES]:
        box, _, number = hand.hand.partition("/")
        for player in hand.players:
            spot = spot_of(int(box), "main", int(number or 0))
            bets = {spot_of(int(box), "main"): 100, spot: 100}  # nobody has a second Hand without an Initial Bet
            (line,) = (it for it in settle(play.game, play.round, player, bets) if it.spot == spot)
            assert FATES[hand.state] is line.verdict.outcome, (hand, line)
            said += 1
    return said


def check_money(play: Play) -> None:
    """Every Bet has its fate, and the money of each line is what its verdict says."""
    check_fates(play)
    for player, bets in play.ever.items():
        settled = settle(play.game, play.round, player, bets)
        assert [line.spot for line in settled] == list(bets)
        for line in settled:
            verdict = line.verdict
            plays = line.staked if verdict.counts is None else verdict.counts
            assert 0 <= plays <= line.staked
            assert line.returned == line.staked + line.profit
            assert line.returned >= 0
            match verdict.outcome:
                case Outcome.WON:
                    assert line.profit == plays * verdict.odds.pays // verdict.odds.to >= plays
                case Outcome.LOST:
                    assert line.profit == -plays
                case Outcome.SURRENDERED:
                    assert line.profit == -((plays + 1) // 2)
                case Outcome.RETURNED:
                    assert line.profit == 0
            if play.round.irregular.voided:
                assert (line.returned, verdict.paragraph) == (line.staked, "5.17")
    total = Counter[str]()
    for player in play.given.get("bets", {}):
        for line in play.settled(player):
            total["staked"] += line.staked
            total["returned"] += line.returned
            total["profit"] += line.profit
    assert total["returned"] == total["staked"] + total["profit"]


@given(TAPES)
@settings(max_examples=400)
def test_any_legal_play_ends_and_every_bet_is_decided_once(tape: bytes) -> None:
    check_money(Play(tape).play(rulings=False))


def test_of_nearly_every_hand_that_is_compared_with_the_dealers_screens_say_who_has_won() -> None:
    plays = [Play(long_tape(seed, 200), GAMES[:2]).play(rulings=False) for seed in range(60)]
    assert sum(map(check_fates, plays)) > 60


@given(TAPES)
@example(long_tape(13290, 118))  # Bets beyond the limit, and a split
@settings(max_examples=300)  # and many more below, each time the same
def test_rulings_at_any_time_break_nothing_and_lose_neither_card_nor_bet(tape: bytes) -> None:
    check_money(Play(tape).play(rulings=True))


def comparable(round: BlackjackRound) -> BlackjackRound:
    """Without what a Reconstruction has no use for: which windows were closed when, beyond the answers themselves."""
    withdrawals = tuple(gone for gone in round.irregular.withdrawals if gone.players)
    return noted(replace(round, closings=()), withdrawals=withdrawals)


@given(TAPES)
@settings(max_examples=60)
def test_a_reconstruction_in_the_order_in_which_the_cards_came_changes_nothing(tape: bytes) -> None:
    play = Play(tape, GAMES[:4])
    play.place_bets()
    for _ in range(STEPS_MAX):
        again = play.game.step(play.round, Reconstructed(in_order(play.round)))
        assert comparable(again) == comparable(play.round)
        acts: tuple[Ruled, ...] = (DealingError(), WalkedAway(A, 1), WalkedAway(B, 1), WalkedAway(A, 2))
        act = play.tape.pick(acts)
        if play.tape.number(10) == 7 and play.game.rule(play.round, act) is None:
            play.rule(act)
        elif play.windows:
            play.answer_window()
        elif play.expects is not None:
            play.deal(play.tape.card())
        else:
            break
    assert play.finished


@given(TAPES, st.booleans())
@settings(max_examples=100)
def test_003_5_12_cards_drawn_together_are_taken_back_to_where_the_round_stood(
    tape: bytes, windows_close: bool
) -> None:
    """On the way the first may open questions, and the second close them unanswered: nothing of that remains."""
    play = Play(tape, (*GAMES[:2], *GAMES[4:]))
    play.place_bets()
    for _ in range(STEPS_MAX):
        before, game = play.round, play.game
        if play.expects is not None:
            cards = DECK[play.tape.number(52)], DECK[play.tape.number(52)]
            now = game.step(before, CardDrawn(cards[0]))
            while windows_close and game.windows(now):
                now = game.step(now, game.close(now, game.windows(now)[0], {}))
            now = game.step(now, CardDrawn(cards[1]))
            assert game.rule(now, DrawnTogether(cards)) is None
            past = before.irregular
            if play.expects == DEALER:
                asked = game.options_every_time or not past.bound  # 5.12.2
                wanted = noted(before, discarded=(*past.discarded, *cards), options=asked)
            else:
                wanted = noted(before, together=cards)
            assert comparable(game.step(now, DrawnTogether(cards))) == comparable(wanted)
        acts: tuple[Ruled, ...] = (DealingError(), WalkedAway(A, 1), WalkedAway(B, 1), InterimSettled())
        act = play.tape.pick(acts)
        if play.tape.number(6) == 5 and game.rule(before, act) is None:
            play.rule(act)
        elif play.windows:
            play.answer_window()
        elif play.expects is not None:
            play.deal(play.tape.card())
        else:
            break
    assert play.finished


@given(TAPES, st.integers(0, 2))
@settings(max_examples=200)
def test_a_void_at_any_time_returns_everything(tape: bytes, when: int) -> None:
    play = Play(tape, GAMES[:2])
    play.place_bets()
    for _ in range(play.tape.number(30) * when):
        if play.windows:
            play.answer_window()
        elif play.expects is not None:
            play.deal(play.tape.card())
    play.rule(Voided("5.5.1"))
    check_money(play)
    assert play.finished


def test_the_plays_reach_what_they_are_for() -> None:
    """The properties above would hold for plays in which nothing happens: so let it be seen that it does."""
    seen = Counter[str]()

    @given(TAPES)
    @settings(max_examples=1_500, database=None, derandomize=True)
    def play_some(tape: bytes) -> None:
        play = Play(tape).play(rulings=True)
        check_money(play)
        round: BlackjackRound = play.round
        seen.update(type(act).__name__ for act in play.rulings)
        seen.update(closing.kind for closing in round.closings)
        seen.update(closing.choice for closing in round.closings)
        seen["split"] += any(hand.split for box in round.boxes for hand in box.hands)
        seen["withdrawn"] += bool(round.irregular.withdrawn)
        seen["pro rata"] += any(box.excess for box in round.boxes)
        seen["several players"] += any(len(box.players) > 1 for box in round.boxes)

    play_some()
    kinds = "WalkedAway DealingError DrawnTogether InterimSettled Voided Discarded Reconstructed".split()
    wanted = ["insurance", "even_money", "surrender", "follow", "options", "order", "double", "split", "withdraw"]
    wanted += ["withdrawn", "pro rata", "several players"]
    assert not [what for what in (*kinds, *wanted) if not seen[what]], seen


# --- against the second implementation -----------------------------------------------------------------------------

ROW = ("box", "player", "bet", "hand", "stake", "profit", "outcome")


def told(answer: dict[str, Any]) -> dict[str, Any]:
    """What both say of a line: the word of the error, or Dealer, Bets and sums."""
    if "error" in answer:
        return {"error": answer["error"]}
    rows = [tuple(bet[field] for field in ROW) for bet in answer["bets"]]
    return {"dealer": answer["dealer"], "players": answer["players"], "bets": sorted(rows, key=str)}


@pytest.mark.parametrize("seed", range(5))
def test_settle_agrees_with_the_second_implementation(seed: int) -> None:
    words = Counter[str]()
    for line in lines(seed, 2000):
        ours = settle_line(json.dumps(line).encode())
        assert told(ours) == told(oracle(line)), json.dumps(line)
        words[str(ours.get("error", "settled"))] += 1
        for bet in ours.get("bets", ()):  # type: ignore[attr-defined]
            assert bet["returned"] == bet["stake"] + bet["profit"] >= 0
    assert words["settled"] > 1000
    assert len(words) >= 7, words
