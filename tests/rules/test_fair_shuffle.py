"""004 §2.1.b: six decks, shuffled before each Round so that neither side can choose the order."""

import random
from collections import Counter
from hashlib import sha256

import pytest

from games.cards import DECK, decks
from games.fair_shuffle import Part, Stream, commit_nonce, commit_seed, shuffle_key, shuffled

SEED, SALT = b"s" * 32, b"t" * 32
ALICE, BOB = Part("T01", b"a" * 32), Part("T02", b"b" * 32)


def keys(many: int) -> list[bytes]:
    return [sha256(b"test %d" % number).digest() for number in range(many)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_2_1_b_a_shuffle_is_all_cards_of_six_decks() -> None:
    assert Counter(shuffled(keys(1)[0], 6)) == Counter(decks(6))


def test_the_same_key_is_the_same_order_and_another_key_is_another() -> None:
    first, second = keys(2)
    assert shuffled(first, 6) == shuffled(first, 6) != shuffled(second, 6)


def test_a_known_answer_so_that_others_can_write_it_again() -> None:
    key = shuffle_key("CJ", 7, SEED, [BOB, ALICE])
    assert key.hex() == "e0d36cb30e2341c0b939d7146369db57babcb3f287f7c38b3ec19838b6f827d0"
    assert " ".join(card.text for card in shuffled(key, 6)[:8]) == "9S 5C 5C 9S 7D 4D 7H KD"
    assert commit_seed("CJ", 7, SEED, SALT).hex() == "580234bd1a9626a265f3bac86f79d50478a95e37123283f757f8e833e610fee2"
    assert (
        commit_nonce("CJ", 7, "T01", ALICE.value).hex()
        == "4a2b77b59adfc79c2b976e674f60d024965eb1bd107c60d2512daafc311431a6"
    )


def test_the_order_hangs_on_every_part_and_not_on_the_order_of_their_coming() -> None:
    whole = shuffle_key("CJ", 7, SEED, [ALICE, BOB])
    assert whole == shuffle_key("CJ", 7, SEED, [BOB, ALICE])
    others = [
        shuffle_key("CK", 7, SEED, [ALICE, BOB]),
        shuffle_key("CJ", 8, SEED, [ALICE, BOB]),
        shuffle_key("CJ", 7, b"u" * 32, [ALICE, BOB]),
        shuffle_key("CJ", 7, SEED, [ALICE]),
        shuffle_key("CJ", 7, SEED, [ALICE, Part("T03", BOB.value)]),
        shuffle_key("CJ", 7, SEED, [ALICE, Part("T02", b"c" * 32)]),
        shuffle_key("CJ", 7, SEED, [Part("T01T02", ALICE.value + BOB.value)]),
    ]
    assert len({whole, *others}) == 8


def test_a_nonce_of_another_terminal_table_or_round_is_another_commitment() -> None:
    own = commit_nonce("CJ", 7, "T01", b"n" * 32)
    assert own not in (
        commit_nonce("CJ", 7, "T02", b"n" * 32),
        commit_nonce("CK", 7, "T01", b"n" * 32),
        commit_nonce("CJ", 8, "T01", b"n" * 32),
        commit_seed("CJ", 7, b"n" * 32, b"T01"),
    )


@pytest.mark.parametrize("limit", [3, 52, 100, 312])
def test_a_number_below_is_not_biased(limit: int) -> None:
    """99.99 % of fair streams stay below this bound (normal approximation); the seed is fixed, so it never flakes."""
    stream, draws = Stream(keys(1)[0]), 400 * limit
    counts = Counter(stream.below(limit) for _ in range(draws))
    freedom = limit - 1
    assert set(counts) == set(range(limit))
    assert chi_square([counts[number] for number in range(limit)]) < freedom + 4 * (2 * freedom) ** 0.5 + 8


def test_a_word_beyond_the_last_whole_multiple_is_thrown_away() -> None:
    """65,536 is 210 times 312 and 16 more: those sixteen words would come one time more than the others."""
    given = iter([65_520, 65_535, 65_519, 311])
    stream = Stream(b"")
    stream._word = lambda: next(given)  # type: ignore[method-assign]
    assert [stream.below(312), stream.below(312)] == [65_519 % 312, 311]


def test_every_place_gets_every_card_equally_often() -> None:
    """Chi-square over places: of 52 faces at the places that a Round deals from, and at the last one."""
    orders = [shuffled(key, 6) for key in keys(1_500)]
    for place in (0, 1, 2, 3, 7, 20, 155, 311):
        counts = Counter(order[place] for order in orders)
        assert chi_square([counts[card] for card in DECK]) < 51 + 4 * (2 * 51) ** 0.5 + 8
    # Where the very first card of the new set goes: one place as likely as the other.
    halves = Counter(place // 26 for order in orders for place in range(312) if order[place] is DECK[0])
    assert chi_square([halves[part] for part in range(12)]) < 11 + 4 * 22**0.5 + 8


def test_a_shuffle_that_is_biased_would_be_found() -> None:
    """The swap with any place, which is the classical mistake, and no shuffle at all."""
    naive = []
    for key in keys(1_500):
        cards, dice = list(DECK), random.Random(key)
        for place in range(52):
            other = dice.randrange(52)
            cards[place], cards[other] = cards[other], cards[place]
        naive.append(cards)
    found = max(
        chi_square([Counter(order[place] for order in naive)[card] for card in DECK]) for place in (0, 1, 20, 51)
    )
    assert found > 51 + 4 * (2 * 51) ** 0.5 + 8
