"""What the makes of Card Shoes say, byte for byte; and that noise on the line is never taken for a card."""

import zlib
from collections.abc import Sequence
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import DECK, UnknownCard, parse_card
from shoe_driver.frames import (
    ANGEL_CARDS,
    ANGEL_EYE,
    BUFFER_MAX,
    CARDS,
    CHECK_RULES,
    FORMATS,
    LINE_MAX,
    NUMBER_MAX,
    REFERENCE,
    SPELLINGS,
    Acknowledged,
    Bad,
    CardRead,
    CutCard,
    Decoder,
    Empty,
    Frame,
    Notice,
    Result,
    Said,
    SendFrom,
    State,
    Unreadable,
    angel_card,
    decoder_for,
    encode,
    encode_angel,
    encode_line,
    fitting_rules,
)

SILENCE_MS = 5_000  # ends whatever was begun, in every make
LINES = tuple(SPELLINGS)

numbers = st.integers(1, NUMBER_MAX)
serials = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=16)
states = st.tuples(st.integers(0, NUMBER_MAX), st.integers(0, 500), serials).map(
    lambda drawn: State(drawn[2], oldest=max(1, drawn[0] - drawn[1]), last=drawn[0])
)
from_shoe = st.one_of(
    st.builds(CardRead, st.sampled_from(CARDS), numbers),
    st.builds(Unreadable, st.binary(max_size=16), numbers),
    st.builds(CutCard, numbers),
    st.builds(Empty, numbers),
    states,
)
from_console = st.one_of(st.builds(Acknowledged, numbers), st.builds(SendFrom, numbers))
noise = st.one_of(
    st.binary(max_size=60),
    st.lists(st.sampled_from([b"\xa5", b"\x5a", b"\x02C", b"\x10U", b"\0", b"\x05", b"\x03", b"D", b"\r\n"])).map(
        b"".join
    ),
)


def heard(format_name: str, *chunks: bytes) -> list[Frame]:
    """All that was said in these chunks, which came at once, and then nothing more."""
    decoder = decoder_for(format_name)
    frames = [frame for chunk in chunks for frame in decoder.receive(0, chunk)]
    return frames + decoder.tick(SILENCE_MS)


def meant(frames: Sequence[Frame]) -> list[Frame]:
    return [frame for frame in frames if not isinstance(frame, Bad)]


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def test_the_driver_and_the_rule_books_write_cards_alike() -> None:
    assert {parse_card(text) for text in CARDS} == set(DECK)
    assert len(CARDS) == len(set(CARDS)) == 52
    assert sorted(ANGEL_CARDS.values()) == sorted(CARDS)
    for spellings in SPELLINGS.values():
        assert set(spellings.values()) == set(CARDS)


def test_a_format_that_no_shoe_speaks_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no shoe speaks 'morse': one of reference, angel-eye-ii-ex,"):
        decoder_for("morse")
    with pytest.raises(ValueError, match="no shoe speaks 'angel-eye-ii-ex/': one of"):
        decoder_for("angel-eye-ii-ex/")


# --- every make -----------------------------------------------------------------------------------------------


@given(st.sampled_from(FORMATS), st.lists(noise))
def test_no_input_raises_or_fills_the_memory(format_name: str, chunks: list[bytes]) -> None:
    decoder = decoder_for(format_name)
    for now_ms, chunk in enumerate(chunks):
        decoder.receive(now_ms * 150, chunk)
        assert held_by(decoder) <= 2 * BUFFER_MAX
    decoder.tick(len(chunks) * 150 + SILENCE_MS)
    assert held_by(decoder) == 0
    assert decoder.wake_ms() is None


@pytest.mark.parametrize("format_name", [REFERENCE, ANGEL_EYE, *LINES])
@pytest.mark.parametrize("piece", [b"\xa5\x5a\x10U", b"\x05aD", b"\x05\x05D\0", b"H1", b"\0", b"\x05"])
def test_a_flood_without_a_frame_leaves_less_than_a_kilobyte(format_name: str, piece: bytes) -> None:
    decoder = decoder_for(format_name)
    decoder.receive(0, piece * (2**16 // len(piece)))
    assert len(decoder._buffer) < BUFFER_MAX
    assert held_by(decoder) <= 2 * BUFFER_MAX


def held_by(decoder: Decoder) -> int:
    """Bytes in the attributes of a decoder."""
    values = [value for value in vars(decoder).values() if isinstance(value, bytes | bytearray | list)]
    return sum(len(b"".join(value)) if isinstance(value, list) else len(value) for value in values)


@given(st.sampled_from(FORMATS), st.lists(noise), st.lists(st.integers(0, 5_000)))
def test_how_the_bytes_come_in_pieces_changes_nothing(format_name: str, parts: list[bytes], places: list[int]) -> None:
    data = b"".join(parts)
    assert heard(format_name, *cut(data, places)) == heard(format_name, data)


@given(st.sampled_from(FORMATS), noise)
def test_bytes_that_are_no_frame_are_counted_and_every_card_is_a_card(format_name: str, data: bytes) -> None:
    frames = heard(format_name, data)
    for frame in frames:
        if isinstance(frame, CardRead):
            parse_card(frame.card)
    if data.strip(b"\r\n"):
        assert frames


def test_bytes_of_noise_are_counted_in_sixteens_and_the_rest_when_the_noise_ends() -> None:
    noise = bytes(range(0x80, 0x80 + 33))
    counted = [Bad(noise[:16]), Bad(noise[16:32]), Bad(noise[32:])]
    assert heard(REFERENCE, noise) == counted
    assert heard(REFERENCE, noise + encode(CutCard(1))) == [*counted, CutCard(1)]
    assert heard(REFERENCE, noise[:31]) == [Bad(noise[:16]), Bad(noise[16:31])]


@pytest.mark.parametrize("format_name", [REFERENCE, ANGEL_EYE, *LINES])
def test_noise_counts_as_many_bad_frames_not_as_one_endless_one(format_name: str) -> None:
    frames = heard(format_name, b"\x80" * 800)
    assert sum(isinstance(frame, Bad) for frame in frames) >= 20


# --- the reference format -------------------------------------------------------------------------------------

GOLDEN = [
    (CardRead("9S", 1), "a55a 02 43 00000001 3953 afc05033"),
    (CardRead("TH", 416), "a55a 02 43 000001a0 5448 95f0dc07"),
    (Unreadable(b"\x00\xff", 2), "a55a 02 55 00000002 00ff 786c25e7"),
    (CutCard(3), "a55a 00 58 00000003 20a87413"),
    (Empty(4), "a55a 00 45 00000004 26bcb283"),
    (State("A17", oldest=2, last=4), "a55a 07 53 00000004 00000002413137 18194b1d"),
    (Acknowledged(3), "a55a 00 41 00000003 4d5881e0"),
    (SendFrom(5), "a55a 00 52 00000005 837bc987"),
]


@pytest.mark.parametrize(("frame", "golden"), GOLDEN)
def test_reference_golden_bytes(frame: Frame, golden: str) -> None:
    raw = bytes.fromhex(golden)
    assert encode(frame) == raw
    assert heard(REFERENCE, raw) == [frame]
    assert int.from_bytes(raw[-4:], "big") == zlib.crc32(raw[2:-4])


@given(st.lists(st.one_of(from_shoe, from_console)), st.lists(st.integers(0, 5_000)))
def test_reference_what_was_said_is_heard_in_order(frames: list[Frame], places: list[int]) -> None:
    assert heard(REFERENCE, *cut(b"".join(map(encode, frames)), places)) == frames


@given(st.lists(st.tuples(noise, from_shoe), max_size=8), noise)
def test_reference_noise_between_frames_neither_hides_nor_invents_one(
    said: list[tuple[bytes, Frame]], end: bytes
) -> None:
    data = b"".join(before + encode(frame) for before, frame in said) + end
    assert meant(heard(REFERENCE, data)) == [frame for _, frame in said]


@given(from_shoe, from_shoe, st.data())
def test_reference_half_a_frame_does_not_hide_the_next(first: Frame, second: Frame, data: st.DataObject) -> None:
    raw = encode(first)
    kept = data.draw(st.integers(0, len(raw) - 1))
    assert meant(heard(REFERENCE, raw[:kept] + encode(second))) == [second]
    assert meant(heard(REFERENCE, raw[len(raw) - kept :] + encode(second))) == [second]


@pytest.mark.parametrize("frame", [frame for frame, _ in GOLDEN])
def test_reference_a_frame_with_any_one_byte_changed_says_nothing(frame: Frame) -> None:
    raw = encode(frame)
    for place, change in product(range(len(raw)), range(1, 256)):
        damaged = bytearray(raw)
        damaged[place] ^= change
        assert meant(heard(REFERENCE, bytes(damaged))) == []


@given(st.binary(min_size=2, max_size=2), numbers)
def test_reference_a_text_that_is_no_card_is_unreadable(text: bytes, number: int) -> None:
    (frame,) = heard(REFERENCE, said_raw(b"C", number, text))
    try:
        expected: Frame = CardRead(parse_card(text.decode("latin-1")).text, number)
    except UnknownCard:
        expected = Unreadable(text, number)
    assert frame == expected


def test_reference_a_joker_is_unreadable_and_keeps_its_number() -> None:
    assert heard(REFERENCE, encode(CardRead("??", 7))) == [Unreadable(b"??", 7)]


def test_reference_all_256_kinds() -> None:
    known = {"X": CutCard(9), "E": Empty(9), "A": Acknowledged(9), "R": SendFrom(9), "U": Unreadable(b"", 9)}
    for code in range(256):
        expected = known.get(chr(code))
        assert meant(heard(REFERENCE, said_raw(bytes([code]), 9))) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("kind", "number", "payload"),
    [
        (b"C", 0, b"9S"),
        (b"C", NUMBER_MAX + 1, b"9S"),
        (b"X", 0, b""),
        (b"C", 1, b"9SS"),
        (b"C", 1, b""),
        (b"X", 1, b"9S"),
        (b"U", 1, b"a" * 17),
        (b"S", 4, b"\0\0\0\2"),  # no serial number
        (b"S", 4, b"\0\0\0\0A17"),  # keeps number 0, which nobody has
        (b"S", 4, b"\0\0\0\6A17"),  # keeps from 6 on, but has given 4
        (b"S", 4, b"\0\0\0\2A\n7"),
        (b"S", 4, b"\0\0\0\2A\xff7"),
        (b"S", NUMBER_MAX + 1, b"\0\0\0\2A17"),
    ],
)
def test_reference_a_good_check_does_not_make_nonsense_true(kind: bytes, number: int, payload: bytes) -> None:
    assert meant(heard(REFERENCE, said_raw(kind, number, payload))) == []


def test_reference_nonsense_is_not_said_either() -> None:
    for frame in (CardRead("10H", 1), Unreadable(b"a" * 17, 1), State("", 1, 1), State("A" * 17, 1, 1)):
        with pytest.raises(ValueError, match="does not fit into a frame"):
            encode(frame)
    with pytest.raises(ValueError, match="has no words for Bad"):
        encode(Bad(b""))


def said_raw(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    """As the page in frames.py says, written once more."""
    body = bytes([len(payload)]) + kind + number.to_bytes(4, "big") + payload
    return b"\xa5\x5a" + body + zlib.crc32(body).to_bytes(4, "big")


def test_reference_a_frame_that_never_ends_is_dropped_after_a_while() -> None:
    decoder = decoder_for(REFERENCE)
    half = b"\xa5\x5a\x10U\0\0"
    assert decoder.receive(0, half) == []
    assert decoder.wake_ms() == 200
    assert decoder.tick(199) == []
    assert decoder.tick(200) == [Bad(half)]
    assert decoder.receive(1_000, half) == []
    assert decoder.receive(1_200, encode(CutCard(1))) == [Bad(half), CutCard(1)]


# --- Angel Eye II-EX ------------------------------------------------------------------------------------------


def angel(seq: int, data: bytes) -> bytes:
    return encode_angel(seq, data)


NINE = angel(1, angel_card("9S", "player"))
KING = angel(2, angel_card("KH", "banker"))


def test_angel_golden_bytes() -> None:
    """Player Hand A♦, Banker Hand 10♣, each three times; then the Banker Hand wins with a Player Pair."""
    data = bytes.fromhex(
        "05 01 44 00 11 03 3537" * 3 + "05 02 44 10 2a 03 3746" * 3 + "05 03 47 41 03 3036" * 3,
    )
    assert heard(ANGEL_EYE, data) == [
        CardRead("AD", hand="player"),
        CardRead("TC", hand="banker"),
        Result("banker", ("player",), data[-7:]),
    ]
    assert data[:8] == angel(1, angel_card("AD", "player"))


def test_angel_all_256_card_codes() -> None:
    for code in range(256):
        raw = angel(7, bytes((ord("D"), 0x10, code)))
        suit, rank = {1: "D", 2: "C", 3: "S", 4: "H"}.get(code >> 4), code & 15
        if suit and 1 <= rank <= 13:
            expected: Frame = CardRead("A23456789TJQK"[rank - 1] + suit, hand="banker")
        else:
            expected = Unreadable(raw)
        assert meant(heard(ANGEL_EYE, raw * 3)) == [expected]


def test_angel_all_256_destinations_and_only_the_known_ones_name_a_hand() -> None:
    for destination in range(256):
        raw = angel(7, bytes((ord("D"), destination, 0x39)))
        hand = {0: "player", 1: "banker"}.get(destination >> 4, "")
        assert meant(heard(ANGEL_EYE, raw * 3)) == [CardRead("9S", hand=hand)]


def test_angel_all_256_seqs_even_those_that_look_like_a_delimiter() -> None:
    for seq in range(256):
        raw = angel(seq, b"D\x03\x35")
        assert heard(ANGEL_EYE, raw * 3) == [CardRead("5S", hand="player")]


def test_angel_all_256_commands_and_only_letters_are_any() -> None:
    """The documented ones stand elsewhere; here they lack their payload, or have none to lack."""
    for command in range(256):
        raw = angel(7, bytes((command,)))
        letter = chr(command)
        frames = meant(heard(ANGEL_EYE, raw * 3))
        if letter in "DG" or not (letter.isascii() and letter.isalpha()):
            assert all(isinstance(frame, Unreadable) for frame in frames)
        elif letter == "d":
            assert frames == [Unreadable(raw)]
        else:
            assert [type(frame) for frame in frames] == [Said]


def test_angel_data_of_unknown_length_is_read_to_its_end_but_not_for_ever() -> None:
    longest, longer = (angel(7, b"E" + b"x" * length) for length in (15, 16))
    assert heard(ANGEL_EYE, longest * 3) == [Said(Notice.ERROR, longest)]
    assert meant(heard(ANGEL_EYE, longer * 3)) == [Unreadable(longer * 3)]


messages = st.tuples(
    st.integers(0, 255),
    st.one_of(
        st.sampled_from(CARDS).map(lambda card: angel_card(card, "banker")),
        st.sampled_from([b"S", b"P", b"R", b"G\x41", b"E\x05", b"e", b"d\x05\x39"]),
    ),
).map(lambda drawn: angel(*drawn))


@given(st.lists(messages, max_size=6), st.lists(st.integers(0, 500)))
def test_angel_how_the_bytes_come_in_pieces_changes_nothing(said: list[bytes], places: list[int]) -> None:
    data = b"".join(raw * 3 for raw in said)
    assert heard(ANGEL_EYE, *cut(data, places)) == heard(ANGEL_EYE, data)


def test_angel_all_256_results() -> None:
    for code in range(256):
        raw = angel(7, bytes((ord("G"), code)))
        outcome = {0x10: "player", 0x20: "tie", 0x40: "banker", 0x70: "none"}.get(code & 0xFC)
        pairs = {0: (), 1: ("player",), 2: ("banker",), 3: ("player", "banker")}[code & 3]
        expected = Result(outcome, pairs, raw) if outcome else Said(Notice.UNKNOWN, raw)
        assert meant(heard(ANGEL_EYE, raw * 3)) == [expected]


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
def test_angel_what_the_shoe_says_of_itself_is_passed_on_between_the_cards(data: bytes, notice: Notice) -> None:
    """The link does not know whether a Round is on: that `S` in the middle of one is no new Round is not lost here."""
    raw = angel(9, data)
    assert heard(ANGEL_EYE, NINE * 3 + raw * 3 + KING * 3) == [
        CardRead("9S", hand="player"),
        Said(notice, raw),
        CardRead("KH", hand="banker"),
    ]


@pytest.mark.parametrize("payload", [b"", b"\x10\x39", b"\x39", b"\x00\x11\x22"])
def test_angel_a_card_outside_the_game_is_unreadable_never_passed_over(payload: bytes) -> None:
    raw = angel(4, b"d" + payload)
    assert heard(ANGEL_EYE, raw * 3) == [Unreadable(raw)]


@pytest.mark.parametrize("copies", [2, 3])
def test_angel_two_copies_are_enough_and_the_third_changes_nothing(copies: int) -> None:
    assert heard(ANGEL_EYE, NINE * copies + KING * copies) == [
        CardRead("9S", hand="player"),
        CardRead("KH", hand="banker"),
    ]


def test_angel_a_single_copy_is_not_believed_but_not_forgotten() -> None:
    assert heard(ANGEL_EYE, NINE) == [Bad(NINE), Unreadable(NINE)]
    assert heard(ANGEL_EYE, NINE + KING * 3) == [Bad(NINE), Unreadable(NINE), CardRead("KH", hand="banker")]
    assert heard(ANGEL_EYE, KING * 3 + NINE) == [CardRead("KH", hand="banker"), Bad(NINE), Unreadable(NINE)]


def test_angel_a_single_copy_of_a_card_outside_the_game_is_not_forgotten_either() -> None:
    burnt = angel(4, b"d\x00\x39")
    assert heard(ANGEL_EYE, burnt) == [Bad(burnt), Unreadable(burnt)]


def test_angel_a_start_within_a_frame_is_looked_at_until_the_frame_is_confirmed() -> None:
    """It may be the start of the next copy, and this one be torn."""
    raw = angel(7, b"D\x05\x39")
    assert heard(ANGEL_EYE, raw * 3) == [Bad(raw[3:]), CardRead("9S", hand="player")]


def test_angel_a_single_standby_is_no_card() -> None:
    standby = angel(4, b"P")
    assert heard(ANGEL_EYE, standby) == [Bad(standby)]


@pytest.mark.parametrize(("copy", "place"), [*product(range(3), range(8))])
def test_angel_one_copy_may_be_damaged_anywhere(copy: int, place: int) -> None:
    for change in range(1, 256):
        copies = bytearray(NINE * 3)
        copies[8 * copy + place] ^= change
        assert meant(heard(ANGEL_EYE, bytes(copies) + KING * 3)) == [
            CardRead("9S", hand="player"),
            CardRead("KH", hand="banker"),
        ]


@pytest.mark.parametrize(("copy", "place"), [*product(range(3), range(8))])
def test_angel_one_copy_may_lose_a_byte_or_be_torn(copy: int, place: int) -> None:
    copies = [NINE] * 3
    for damaged in (NINE[:place] + NINE[place + 1 :], NINE[:place], NINE[place:]):
        copies[copy] = damaged
        assert meant(heard(ANGEL_EYE, b"".join(copies) + KING * 3)) == [
            CardRead("9S", hand="player"),
            CardRead("KH", hand="banker"),
        ]


@given(st.dictionaries(st.integers(0, 7), st.tuples(st.integers(0, 2), st.integers(1, 255))))
def test_angel_a_card_damaged_at_will_is_itself_or_unreadable_but_never_another_one(
    hits: dict[int, tuple[int, int]],
) -> None:
    """Only two copies that are hit in the same place in the same way could pass for another card: not drawn here."""
    copies = bytearray(NINE * 3)
    for place, (copy, change) in hits.items():
        copies[8 * copy + place] ^= change
    frames = meant(heard(ANGEL_EYE, bytes(copies)))
    assert frames
    assert all(isinstance(frame, Unreadable) or frame == CardRead("9S", hand="player") for frame in frames)


def test_angel_three_copies_damaged_in_three_ways_are_one_unreadable_card() -> None:
    copies = [bytes(byte ^ (place == hit) for place, byte in enumerate(NINE)) for hit in (1, 3, 4)]
    frames = heard(ANGEL_EYE, b"".join(copies) + KING * 3)
    assert meant(frames) == [Unreadable(b"".join(copies)), CardRead("KH", hand="banker")]


def test_angel_copies_that_never_agree_do_not_pile_up() -> None:
    copies = [angel(seq, angel_card("9S", "player")) for seq in range(100)]
    decoder = decoder_for(ANGEL_EYE)
    frames = [frame for copy in copies for frame in decoder.receive(0, copy)]
    assert len(meant(frames)) == 32  # three copies each, and four that may still be confirmed
    assert b"".join(frame.raw for frame in meant(frames + decoder.end()) if isinstance(frame, Unreadable)) == (
        b"".join(copies)
    )


def test_angel_a_card_that_was_all_noise_is_unreadable_but_a_crackle_is_not() -> None:
    noise = b"\x80" * 24
    assert meant(heard(ANGEL_EYE, noise)) == [Unreadable(noise)]
    assert meant(heard(ANGEL_EYE, noise + KING * 3)) == [Unreadable(noise), CardRead("KH", hand="banker")]
    assert meant(heard(ANGEL_EYE, KING * 3 + noise)) == [CardRead("KH", hand="banker"), Unreadable(noise)]
    assert meant(heard(ANGEL_EYE, noise[:7])) == []
    assert meant(heard(ANGEL_EYE, noise[:8])) == [Unreadable(noise[:8])]


def test_angel_a_lost_copy_on_either_side_is_no_card() -> None:
    noise = b"\x80" * 8
    assert meant(heard(ANGEL_EYE, NINE * 2 + noise + noise + KING * 2)) == [
        CardRead("9S", hand="player"),
        CardRead("KH", hand="banker"),
    ]


def test_angel_a_seq_that_stands_still_loses_no_card() -> None:
    cards = ["9S", "9H", "9S", "KD"]
    data = b"".join(angel(1, angel_card(card, "player")) * 3 for card in cards)
    assert heard(ANGEL_EYE, data) == [CardRead(card, hand="player") for card in cards]


def test_angel_more_than_three_copies_may_be_a_second_card_so_a_person_looks() -> None:
    assert heard(ANGEL_EYE, NINE * 4) == [CardRead("9S", hand="player"), Unreadable(NINE)]
    assert heard(ANGEL_EYE, NINE * 6) == [CardRead("9S", hand="player"), Unreadable(NINE)]
    standby = angel(4, b"P")
    assert heard(ANGEL_EYE, standby * 6) == [Said(Notice.STANDBY, standby)]


def test_angel_after_a_second_of_silence_the_same_bytes_are_another_card() -> None:
    decoder = decoder_for(ANGEL_EYE)
    assert decoder.receive(0, NINE * 3) == [CardRead("9S", hand="player")]
    assert decoder.receive(1_000, NINE * 3) == [CardRead("9S", hand="player")]
    assert decoder.receive(1_999, NINE) == [Unreadable(NINE)]


def test_angel_copies_need_not_come_at_once() -> None:
    decoder = decoder_for(ANGEL_EYE)
    assert decoder.receive(0, NINE) == []
    assert decoder.receive(900, NINE) == [CardRead("9S", hand="player")]
    assert decoder.receive(1_800, NINE) == []
    assert decoder.wake_ms() == 2_800
    assert decoder.tick(2_800) == []
    assert decoder.wake_ms() is None


@pytest.mark.parametrize("rule", CHECK_RULES)
def test_angel_with_a_known_check_rule_a_copy_that_breaks_it_is_no_copy(rule: str) -> None:
    nine, king = (encode_angel(seq, angel_card(card, "player"), rule) for seq, card in ((1, "9S"), (2, "KH")))
    wrong = nine[:4] + b"\x38" + nine[5:]  # two copies damaged alike would pass for an eight
    format_name = f"{ANGEL_EYE}/{rule}"
    assert heard(format_name, nine * 3 + king * 3) == [CardRead("9S", hand="player"), CardRead("KH", hand="player")]
    assert meant(heard(format_name, wrong + nine * 2)) == [CardRead("9S", hand="player")]
    assert meant(heard(ANGEL_EYE, wrong * 2)) == [CardRead("8S", hand="player")]
    assert meant(heard(format_name, wrong * 2)) == [Unreadable(wrong * 2)]
    assert meant(heard(format_name, nine)) == [Unreadable(nine)]


def test_angel_captured_frames_tell_which_check_rule_is_true() -> None:
    for name in CHECK_RULES:
        captured = [encode_angel(seq, angel_card(card, "banker"), name) for seq, card in enumerate(CARDS)]
        assert fitting_rules(captured) == (name,)
        assert fitting_rules([*captured, b"\x05\x01D\x00\x11\x03\xee\xee"]) == ()
        started = encode_angel(9, b"S", name)
        assert name in fitting_rules([started])
        assert fitting_rules([*captured, bytes((*started[:-1], started[-1] ^ 1))]) == ()
        assert fitting_rules([*captured, b"", b"\x05\x01\x03\x00\x00"]) == (name,)  # too short to be frames
    assert fitting_rules([]) == ()


# --- Bee-Tek and scanners -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("format_name", "data", "card"),
    [
        ("bee-tek", b"H10\r\n", "TH"),
        ("bee-tek", b"sA\r\n", "AS"),
        ("bee-tek", b"CK\r\n", "KC"),
        ("bee-tek", b"dt\r\n", "TD"),
        ("scanner-number", b"D12\r\n", "QD"),
        ("scanner-number", b"S1\n", "AS"),
        ("scanner-barcode", b"1010\r", "AS"),
        ("scanner-barcode", b"4120\r\n", "QD"),
        ("scanner-rank-suit", b"AS\n", "AS"),
        ("scanner-rank-suit", b"10H\r", "TH"),
    ],
)
def test_line_golden_bytes(format_name: str, data: bytes, card: str) -> None:
    assert heard(format_name, data) == [CardRead(card)]


@given(st.sampled_from(LINES), st.lists(st.sampled_from(CARDS)), st.lists(st.integers(0, 500)))
def test_line_what_was_said_is_heard_in_order(format_name: str, cards: list[str], places: list[int]) -> None:
    data = b"".join(encode_line(format_name, card) for card in cards)
    assert heard(format_name, *cut(data, places)) == [CardRead(card) for card in cards]


@pytest.mark.parametrize(
    ("format_name", "line"),
    [
        *product(LINES, [b"?", b"joker", b"H", b"10", b"\xff\xfe", b"CA CA", b" ", b"0000", b"A", b"\0"]),
        ("bee-tek", b"H1"),
        ("bee-tek", b"H11"),
        ("bee-tek", b"HA "),
        ("bee-tek", b"AH"),
        ("scanner-number", b"D0"),
        ("scanner-number", b"D14"),
        ("scanner-number", b"DA"),
        ("scanner-number", b"D01"),
        ("scanner-barcode", b"1140"),
        ("scanner-barcode", b"5010"),
        ("scanner-barcode", b"1011"),
        ("scanner-rank-suit", b"1H"),
        ("scanner-rank-suit", b"HA"),
    ],
)
def test_line_what_is_no_card_is_unreadable_and_never_the_ace_of_clubs(format_name: str, line: bytes) -> None:
    good = encode_line(format_name, "9S")
    assert heard(format_name, good + line + b"\r\n" + good) == [
        CardRead("9S"),
        Bad(line),
        Unreadable(line),
        CardRead("9S"),
    ]


def test_line_ends_may_be_lost_or_doubled() -> None:
    assert heard("bee-tek", b"\r\n\r\nH10\nSA\r\r\nC2\n\r\n") == [CardRead("TH"), CardRead("AS"), CardRead("2C")]
    assert meant(heard("bee-tek", b"H10SA\r\n")) == [Unreadable(b"H10SA")]


def test_line_without_an_end_is_unreadable_though_it_reads_like_a_card() -> None:
    decoder = decoder_for("scanner-number")
    assert decoder.receive(0, b"D1") == []  # the rest of a D12 may be lost
    assert decoder.wake_ms() == 500
    assert decoder.tick(499) == []
    assert decoder.tick(500) == [Bad(b"D1"), Unreadable(b"D1")]
    assert decoder.receive(900, b"S3\r\n") == [CardRead("3S")]


def test_line_a_crackle_is_no_card() -> None:
    assert heard("bee-tek", b"\xff") == [Bad(b"\xff")]


def test_line_that_is_far_too_long_is_one_unreadable_card_and_many_bad_frames() -> None:
    pieces = b"x" * (LINE_MAX + 1)
    assert heard("bee-tek", pieces * 3 + b"SA\r\nSA\r\n") == [
        *(Bad(pieces), Unreadable(pieces), Bad(pieces), Bad(pieces)),
        *(Bad(b"SA"), CardRead("AS")),
    ]
    assert heard("bee-tek", pieces * 2 + b"SA") == [Bad(pieces), Unreadable(pieces), Bad(pieces), Bad(b"SA")]
    assert heard("bee-tek", pieces[1:] + b"\n") == [Bad(pieces[1:]), Unreadable(pieces[1:])]
    assert heard("bee-tek", pieces[1:], b"\n") == [Bad(pieces[1:]), Unreadable(pieces[1:])]
    assert heard("bee-tek", pieces[1:], b"x\n") == heard("bee-tek", pieces[1:] + b"x\n")
    decoder = decoder_for("bee-tek")
    assert decoder.receive(0, pieces) == [Bad(pieces), Unreadable(pieces)]
    assert decoder.receive(SILENCE_MS, b"SA\r\n") == [CardRead("AS")]
