"""The Angel Eye II-EX, byte for byte; and what becomes of its three copies on a bad line."""

from functools import partial
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe_driver.frames import CARDS, Bad, CardRead, Frame, Notice, Report, Result, Unreadable
from shoe_driver.makes.angel_eye import CHECK_RULES, AngelDecoder, card_data, encode, fitting_rules
from tests.shoe import hearing
from tests.shoe.hearing import ANGEL_EYE, cut, meant

NINE = encode(1, card_data("9S", "player"))
KING = encode(2, card_data("KH", "banker"))
NINE_READ = CardRead("9S", hand="player")
KING_READ = CardRead("KH", hand="banker")


def heard(*chunks: bytes) -> list[Frame]:
    return hearing.heard(ANGEL_EYE, *chunks)


def test_golden_bytes() -> None:
    """Player Hand A♦, Banker Hand 10♣, each three times; then the Banker Hand wins with a Player Pair."""
    data = bytes.fromhex("05 01 44 00 11 03 3537" * 3 + "05 02 44 10 2a 03 3746" * 3 + "05 03 47 41 03 3036" * 3)
    assert heard(data) == [
        CardRead("AD", hand="player"),
        CardRead("TC", hand="banker"),
        Result("banker", ("player",), data[-7:]),
    ]
    assert data[:8] == encode(1, card_data("AD", "player"))


def test_all_256_card_codes() -> None:
    for code in range(256):
        raw = encode(7, bytes((ord("D"), 0x10, code)))
        suit, rank = {1: "D", 2: "C", 3: "S", 4: "H"}.get(code >> 4), code & 15
        if suit and 1 <= rank <= 13:
            expected: Frame = CardRead("A23456789TJQK"[rank - 1] + suit, hand="banker")
        else:
            expected = Unreadable(raw)
        assert meant(heard(raw * 3)) == [expected]


def test_all_256_destinations_and_only_the_known_ones_name_a_hand() -> None:
    for destination in range(256):
        raw = encode(7, bytes((ord("D"), destination, 0x39)))
        hand = {0: "player", 1: "banker"}.get(destination >> 4, "")
        assert meant(heard(raw * 3)) == [CardRead("9S", hand=hand)]


def test_all_256_seqs_even_those_that_look_like_a_delimiter() -> None:
    for seq in range(256):
        raw = encode(seq, b"D\x03\x35")
        assert heard(raw * 3) == [CardRead("5S", hand="player")]


def test_all_256_commands_and_only_letters_are_any() -> None:
    """The documented ones stand elsewhere; here they lack their payload, or have none to lack."""
    for command in range(256):
        raw = encode(7, bytes((command,)))
        letter = chr(command)
        frames = meant(heard(raw * 3))
        if letter in "DG" or not (letter.isascii() and letter.isalpha()):
            assert all(isinstance(frame, Unreadable) for frame in frames)
        elif letter == "d":
            assert frames == [Unreadable(raw)]
        else:
            assert [type(frame) for frame in frames] == [Report]


def test_data_of_unknown_length_is_read_to_its_end_but_not_for_ever() -> None:
    longest, longer = (encode(7, b"E" + b"x" * length) for length in (15, 16))
    assert heard(longest * 3) == [Report(Notice.ERROR, longest)]
    assert meant(heard(longer * 3)) == [Unreadable(longer * 3)]


messages = st.tuples(
    st.integers(0, 255),
    st.one_of(
        st.sampled_from(CARDS).map(lambda card: card_data(card, "banker")),
        st.sampled_from([b"S", b"P", b"R", b"G\x41", b"E\x05", b"e", b"d\x05\x39"]),
    ),
).map(lambda drawn: encode(*drawn))


@given(st.lists(messages, max_size=6), st.lists(st.integers(0, 500)))
def test_how_the_bytes_come_in_pieces_changes_nothing(said: list[bytes], places: list[int]) -> None:
    data = b"".join(raw * 3 for raw in said)
    assert heard(*cut(data, places)) == heard(data)


def test_all_256_results() -> None:
    for code in range(256):
        raw = encode(7, bytes((ord("G"), code)))
        outcome = {0x10: "player", 0x20: "tie", 0x40: "banker", 0x70: "none"}.get(code & 0xFC)
        pairs = {0: (), 1: ("player",), 2: ("banker",), 3: ("player", "banker")}[code & 3]
        expected = Result(outcome, pairs, raw) if outcome else Report(Notice.UNKNOWN, raw)
        assert meant(heard(raw * 3)) == [expected]


@pytest.mark.parametrize(
    ("data", "notice"),
    [
        (b"S", Notice.STARTED),
        (b"P", Notice.STANDBY),
        (b"R", Notice.REDEAL),
        (b"E", Notice.ERROR),
        (b"E\x41\x42", Notice.ERROR),
        (b"e", Notice.ERROR_OVER),
        (b"K\x00\x01", Notice.UNKNOWN),
    ],
)
def test_what_the_shoe_says_of_itself_is_passed_on_between_the_cards(data: bytes, notice: Notice) -> None:
    """The link does not know whether a Round is on: that `S` in the middle of one is no new Round is not lost here."""
    raw = encode(9, data)
    assert heard(NINE * 3 + raw * 3 + KING * 3) == [NINE_READ, Report(notice, raw), KING_READ]


@pytest.mark.parametrize("payload", [b"", b"\x10\x39", b"\x39", b"\x00\x11\x22"])
def test_a_card_outside_the_game_is_unreadable_never_passed_over(payload: bytes) -> None:
    raw = encode(4, b"d" + payload)
    assert heard(raw * 3) == [Unreadable(raw)]


def test_a_single_copy_is_not_believed_but_not_forgotten() -> None:
    assert heard(NINE) == [Bad(NINE), Unreadable(NINE)]
    assert heard(NINE + KING * 3) == [Bad(NINE), Unreadable(NINE), KING_READ]
    assert heard(KING * 3 + NINE) == [KING_READ, Bad(NINE), Unreadable(NINE)]


def test_a_single_copy_of_a_card_outside_the_game_is_not_forgotten_either() -> None:
    burnt = encode(4, b"d\x00\x39")
    assert heard(burnt) == [Bad(burnt), Unreadable(burnt)]


def test_a_start_within_a_frame_is_looked_at_until_the_frame_is_confirmed() -> None:
    """It may be the start of the next copy, and this one be torn."""
    raw = encode(7, b"D\x05\x39")
    assert heard(raw * 3) == [Bad(raw[3:]), NINE_READ]


def test_a_single_standby_is_no_card() -> None:
    standby = encode(4, b"P")
    assert heard(standby) == [Bad(standby)]


@pytest.mark.parametrize(("copy", "place"), [*product(range(3), range(8))])
def test_one_copy_may_be_damaged_anywhere(copy: int, place: int) -> None:
    for change in range(1, 256):
        copies = bytearray(NINE * 3)
        copies[8 * copy + place] ^= change
        assert meant(heard(bytes(copies) + KING * 3)) == [NINE_READ, KING_READ]


@pytest.mark.parametrize(("copy", "place"), [*product(range(3), range(8))])
def test_one_copy_may_lose_a_byte_or_be_torn(copy: int, place: int) -> None:
    copies = [NINE] * 3
    for damaged in (NINE[:place] + NINE[place + 1 :], NINE[:place], NINE[place:]):
        copies[copy] = damaged
        assert meant(heard(b"".join(copies) + KING * 3)) == [NINE_READ, KING_READ]


@given(st.dictionaries(st.integers(0, 7), st.tuples(st.integers(0, 2), st.integers(1, 255))))
def test_a_card_damaged_at_will_is_itself_or_unreadable_but_never_another_one(hits: dict[int, tuple[int, int]]) -> None:
    """Only two copies that are hit in the same place in the same way could pass for another card: not drawn here."""
    copies = bytearray(NINE * 3)
    for place, (copy, change) in hits.items():
        copies[8 * copy + place] ^= change
    frames = meant(heard(bytes(copies)))
    assert frames
    assert all(isinstance(frame, Unreadable) or frame == NINE_READ for frame in frames)


def test_three_copies_damaged_in_three_ways_are_one_unreadable_card() -> None:
    copies = [bytes(byte ^ (place == hit) for place, byte in enumerate(NINE)) for hit in (1, 3, 4)]
    frames = heard(b"".join(copies) + KING * 3)
    assert meant(frames) == [Unreadable(b"".join(copies)), KING_READ]


def test_copies_that_never_agree_do_not_pile_up() -> None:
    copies = [encode(seq, card_data("9S", "player")) for seq in range(100)]
    decoder = AngelDecoder()
    frames = [frame for copy in copies for frame in decoder.receive(0, copy)]
    assert len(meant(frames)) == 32  # three copies each, and four that may still be confirmed
    assert b"".join(frame.raw for frame in meant(frames + decoder.end()) if isinstance(frame, Unreadable)) == (
        b"".join(copies)
    )


def test_a_card_that_was_all_noise_is_unreadable_but_a_crackle_is_not() -> None:
    noise = b"\x80" * 24
    assert meant(heard(noise)) == [Unreadable(noise)]
    assert meant(heard(noise + KING * 3)) == [Unreadable(noise), KING_READ]
    assert meant(heard(KING * 3 + noise)) == [KING_READ, Unreadable(noise)]
    assert (meant(heard(noise[:7])), meant(heard(noise[:8]))) == ([], [Unreadable(noise[:8])])


def test_a_lost_copy_on_either_side_is_no_card() -> None:
    noise = b"\x80" * 8
    assert meant(heard(NINE * 2 + noise + noise + KING * 2)) == [NINE_READ, KING_READ]


def test_a_seq_that_stands_still_loses_no_card() -> None:
    cards = ["9S", "9H", "9S", "KD"]
    data = b"".join(encode(1, card_data(card, "player")) * 3 for card in cards)
    assert heard(data) == [CardRead(card, hand="player") for card in cards]


def test_more_than_three_copies_may_be_a_second_card_so_a_person_looks() -> None:
    assert heard(NINE * 4) == [NINE_READ, Unreadable(NINE)]
    assert heard(NINE * 6) == [NINE_READ, Unreadable(NINE)]
    standby = encode(4, b"P")
    assert heard(standby * 6) == [Report(Notice.STANDBY, standby)]


def test_after_a_second_of_silence_the_same_bytes_are_another_card() -> None:
    decoder = AngelDecoder()
    assert decoder.receive(0, NINE * 3) == [NINE_READ]
    assert decoder.receive(1_000, NINE * 3) == [NINE_READ]
    assert decoder.receive(1_999, NINE) == [Unreadable(NINE)]


def test_copies_need_not_come_at_once() -> None:
    decoder = AngelDecoder()
    assert decoder.receive(0, NINE) == []
    assert decoder.receive(900, NINE) == [NINE_READ]
    assert decoder.receive(1_800, NINE) == []
    assert decoder.wake_ms() == 2_800
    assert decoder.tick(2_800) == []
    assert decoder.wake_ms() is None


@pytest.mark.parametrize("rule", CHECK_RULES)
def test_with_a_known_check_rule_a_copy_that_breaks_it_is_no_copy(rule: str) -> None:
    nine, king = (encode(seq, card_data(card, "player"), rule) for seq, card in ((1, "9S"), (2, "KH")))
    wrong = nine[:4] + b"\x38" + nine[5:]  # two copies damaged alike would pass for an eight
    with_rule = partial(hearing.heard, f"{ANGEL_EYE}/{rule}")
    assert with_rule(nine * 3 + king * 3) == [NINE_READ, CardRead("KH", hand="player")]
    assert meant(with_rule(wrong + nine * 2)) == [NINE_READ]
    assert meant(heard(wrong * 2)) == [CardRead("8S", hand="player")]
    assert meant(with_rule(wrong * 2)) == [Unreadable(wrong * 2)]
    assert meant(with_rule(nine)) == [Unreadable(nine)]


def test_captured_frames_tell_which_check_rule_is_true() -> None:
    for name in CHECK_RULES:
        captured = [encode(seq, card_data(card, "banker"), name) for seq, card in enumerate(CARDS)]
        assert fitting_rules(captured) == (name,)
        assert fitting_rules([*captured, b"\x05\x01D\x00\x11\x03\xee\xee"]) == ()
        started = encode(9, b"S", name)
        assert name in fitting_rules([started])
        assert fitting_rules([*captured, bytes((*started[:-1], started[-1] ^ 1))]) == ()
        assert fitting_rules([*captured, b"", b"\x05\x01\x03\x00\x00"]) == (name,)  # too short to be frames
    assert fitting_rules([]) == ()
