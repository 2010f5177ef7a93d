"""004 §2.1.b attacked: whoever would predict the order, or choose it, with all that he can know at that time.

Each attack is measured against chance, and the same attack where one safeguard is missing succeeds: so the measure can
fail. What binds whom before what is held at a live table (`tests/console/test_automatic.py`, the simulator). All dice
are fixed, so nothing here is ever red by bad luck; the bounds are those of 1 in 100,000 on either side.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import sha256
from itertools import pairwise
from typing import Final

import pytest

from games.cards import DECK, Card
from games.fair_shuffle import Part, commit_nonce, commit_seed, shuffle_key, shuffled

TABLE: Final = "CJ"
ROUNDS: Final = 260
TRIES: Final = 6  # seeds or nonces among which somebody chooses
TENS: Final = "TJQK"
TEN: Final = 4 / 13  # of all cards
SIGMAS: Final = 4.3
BLOCKS: Final = 30
SHUFFLES: Final = 1_200  # of each block
FIRST: Final = 2  # the place of the Dealer's first card, with two boxes


def dealers_card(seed: bytes, parts: Iterable[Part]) -> Card:
    return shuffled(shuffle_key(TABLE, 7, seed, parts), 6)[FIRST]


def is_ten(card: Card) -> bool:
    return card.text[0] in TENS


def is_chance(hits: int, of: int, chance: float) -> bool:
    spread: float = (of * chance * (1 - chance)) ** 0.5
    return abs(hits - of * chance) < SIGMAS * spread


def tens(choose: Callable[[random.Random], tuple[bytes, list[Part]]]) -> int:
    """In so many Rounds the Dealer's first card is worth ten."""
    dice = random.Random("attack")
    return sum(is_ten(dealers_card(*choose(dice))) for _ in range(ROUNDS))


# --- prediction ------------------------------------------------------------------------------------------------------

Public = tuple[bytes, list[bytes], bytes, list[Card]]  # commitment, digests; the last seed, and the last order
Guess = Callable[[Public], Card]


def _as_last_time(known: Public) -> Card:
    return known[3][0]


def _of_the_commitment(known: Public) -> Card:
    return shuffled(known[0], 6)[0]


def _of_the_digests(known: Public) -> Card:
    return shuffled(shuffle_key(TABLE, 7, known[0], [Part("T01", known[1][0])]), 6)[0]


def _of_the_last_seed(known: Public) -> Card:
    return shuffled(shuffle_key(TABLE, 7, sha256(known[2]).digest(), [Part("T01", known[1][0])]), 6)[0]


GUESSES: Final[tuple[Guess, ...]] = (_as_last_time, _of_the_commitment, _of_the_digests, _of_the_last_seed)


def foretold(guess: Guess, *, weak: bool) -> int:
    """How often the first card is what was guessed before the close. `weak`: each seed follows from the last one, and
    nobody opens his nonce."""
    dice, hits, last_seed, last = random.Random("foretold"), 0, bytes(32), list(DECK)
    for _ in range(ROUNDS):
        seed = sha256(last_seed).digest() if weak else dice.randbytes(32)
        nonce, salt = dice.randbytes(32), dice.randbytes(32)
        digest = commit_nonce(TABLE, 7, "T01", nonce)
        guessed = guess((commit_seed(TABLE, 7, seed, salt), [digest], last_seed, last))
        order = shuffled(shuffle_key(TABLE, 7, seed, [Part("T01", digest if weak else nonce, not weak)]), 6)
        hits += order[0] is guessed
        last_seed, last = seed, list(order)
    return hits


@pytest.mark.parametrize("guess", GUESSES, ids=lambda guess: guess.__name__.strip("_"))
def test_nothing_that_is_public_before_the_close_foretells_the_first_card(guess: Guess) -> None:
    assert is_chance(foretold(guess, weak=False), ROUNDS, 1 / 52)


def test_a_house_whose_seeds_follow_from_each_other_would_be_foretold() -> None:
    assert foretold(_of_the_last_seed, weak=True) == ROUNDS


# --- a House that would choose ----------------------------------------------------------------------------------------


def best_seed(dice: random.Random, parts: list[Part]) -> bytes:
    seeds = [dice.randbytes(32) for _ in range(TRIES)]
    return next((seed for seed in seeds if is_ten(dealers_card(seed, parts))), seeds[0])


def nonces(dice: random.Random) -> list[Part]:
    return [Part("T01", dice.randbytes(32)), Part("T02", dice.randbytes(32))]


def test_a_house_that_draws_many_seeds_before_it_commits_gains_nothing() -> None:
    """It does not know the nonces, whatever it takes for them."""

    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        return best_seed(dice, nonces(dice)), nonces(dice)

    assert is_chance(tens(choose), ROUNDS, TEN)


def test_a_house_that_knew_the_nonces_first_would_have_the_card_that_it_wants() -> None:
    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        parts = nonces(dice)
        return best_seed(dice, parts), parts

    assert tens(choose) > 0.8 * ROUNDS


# --- a participant who would choose his nonce last -------------------------------------------------------------------


def best_nonce(dice: random.Random, seed: bytes, other: Part) -> list[Part]:
    mine = [Part("T02", dice.randbytes(32)) for _ in range(TRIES)]
    return [other, next((part for part in mine if is_ten(dealers_card(seed, [other, part]))), mine[0])]


def test_a_participant_who_knows_all_other_nonces_gains_nothing_without_the_seed() -> None:
    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        other = Part("T01", dice.randbytes(32))
        return dice.randbytes(32), best_nonce(dice, dice.randbytes(32), other)

    assert is_chance(tens(choose), ROUNDS, TEN)


def test_a_house_with_a_terminal_of_its_own_gains_nothing_as_long_as_one_other_nonce_is_unknown() -> None:
    """It has the seed, and is bound to its nonce before the others open theirs."""

    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        seed = dice.randbytes(32)
        _guessed, mine = best_nonce(dice, seed, Part("T01", dice.randbytes(32)))
        return seed, [Part("T01", dice.randbytes(32)), mine]

    assert is_chance(tens(choose), ROUNDS, TEN)


def test_were_nonces_not_bound_before_any_is_known_the_last_one_would_choose() -> None:
    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        seed = dice.randbytes(32)
        return seed, best_nonce(dice, seed, Part("T01", dice.randbytes(32)))

    assert tens(choose) > 0.8 * ROUNDS


def test_what_remains_a_house_with_a_terminal_may_choose_between_two_values_and_no_more() -> None:
    """Its nonce, or not to open it: then the digest counts. Each such choice is an alarm (docs/design.md)."""

    def choose(dice: random.Random) -> tuple[bytes, list[Part]]:
        seed, (other, mine) = dice.randbytes(32), nonces(dice)
        unopened = Part("T02", commit_nonce(TABLE, 7, "T02", mine.value), opened=False)
        return seed, [other, mine if is_ten(dealers_card(seed, [other, mine])) else unopened]

    assert is_chance(tens(choose), ROUNDS, 1 - (1 - TEN) ** 2)


# --- bias ------------------------------------------------------------------------------------------------------------


@pytest.mark.in_turn(BLOCKS)  # each day one block of shuffles; all 36,000: `--long`
@pytest.mark.parametrize("block", range(BLOCKS))
def test_no_place_and_no_two_neighbours_are_biased(block: int) -> None:
    """Chi-square of 52 faces at each of the 312 places, and of suit and suit at neighbouring ones."""
    dice = random.Random(f"block {block}")
    orders = [[card.number for card in shuffled(dice.randbytes(32), 6)] for _ in range(SHUFFLES)]
    places = [chi_square(Counter(order[place] for order in orders), 52) for place in range(312)]
    freedom, bound = 51, 51 + 5.2 * (2 * 51) ** 0.5 + 14  # 1 in 10 million at one place, by the normal approximation
    assert max(places) < bound
    assert abs(sum(places) / 312 - freedom) < 5 * (2 * freedom / 312) ** 0.5
    pairs = Counter((one // 13, two // 13) for order in orders for one, two in pairwise(order))
    # Of 78 cards of a suit 77 are left for the neighbour.
    alike = sum(count for (one, two), count in pairs.items() if one == two)
    assert is_chance(alike, pairs.total(), 77 / 311)


def chi_square(counts: Counter[int], faces: int) -> float:
    expected = counts.total() / faces
    return sum((counts[face] - expected) ** 2 for face in range(faces)) / expected
