"""Everything that is said or written comes back as it was: every message, every fact, every card.

The strategies are made from the types themselves (`anything`), so a new message or fact is tested once it exists.
"""

from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Final, get_args

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK
from games.catalog import GAMES
from games.money import AMOUNT_MAX
from games.round import Answer as Given
from games.round import Felt, HandId, PlayerId, Spot
from protocol import messages
from protocol.codec import (
    ANSWER_MAX,
    FROM_CONSOLE,
    FROM_TERMINALS,
    PeerError,
    body_decoder,
    decode_event,
    decode_news,
    decode_request,
    encode,
    encode_body,
)
from protocol.events import CardDealt, ConsoleStarted, Event, LayoutRegistered
from protocol.fact import Fact
from protocol.messages import CallSupervisor, Command, Correct, Dispute, Hello, News, Order, Request, Snapshot, WindowId
from protocol.picture import Picture
from protocol.view import TableView
from tests.protocol.anything import anything

RUN: Final = b"run-8byt"
COMMAND_ID: Final = b"command8"
T1: Final = PlayerId("T1")
WINDOW: Final = WindowId(7, 1, b"nonce-08")


# --- strategies from type information (used by the other tests of this folder too) ------------------------


def name_of(kind: type) -> str:
    return kind.__name__


every_event = pytest.mark.parametrize("kind", get_args(Event), ids=name_of)
every_request = pytest.mark.parametrize("kind", get_args(Request), ids=name_of)
every_order = pytest.mark.parametrize("kind", get_args(Order), ids=name_of)
every_news = pytest.mark.parametrize("kind", get_args(News), ids=name_of)


# --- what is sent -----------------------------------------------------------------------------------------


def test_a_message_is_a_plain_map_that_any_language_can_read() -> None:
    hello = Hello(boot=3, run=RUN, last_seq=41, last_chain=b"c" * 32, name=PlayerId("T07"), role="terminal")
    assert msgpack.unpackb(encode(hello)) == {
        "v": 1,
        "m": {"type": "Hello", "boot": 3, "run": RUN, "last_seq": 41, "last_chain": b"c" * 32}
        | {"name": "T07", "role": "terminal", "signed": None, "heard": None, "versions": [1], "capabilities": []},
    }
    assert decode_request(encode(hello)) == hello


@every_request
@given(st.data())
@settings(max_examples=20)
def test_every_request_arrives_as_it_was_sent(kind: type, data: st.DataObject) -> None:
    request = data.draw(anything(kind))
    assert decode_request(encode(request)) == request


@every_order
@given(st.data())
@settings(max_examples=10)
def test_every_order_arrives_as_it_was_given(kind: type, data: st.DataObject) -> None:
    order = data.draw(anything(kind))
    command = Command(1, RUN, COMMAND_ID, 7, order, WINDOW)
    assert decode_request(encode(command)) == command


@every_news
@given(st.data())
@settings(max_examples=20)
def test_every_word_of_the_console_arrives_as_it_was_said(kind: type, data: st.DataObject) -> None:
    news = data.draw(anything(kind))
    assert decode_news(encode(news)) == news


def test_each_of_the_52_cards_travels_as_its_text_and_comes_back_as_the_one_object() -> None:
    for card in DECK:
        command = Command(1, RUN, COMMAND_ID, 7, messages.EnterCard(card))
        data = encode(command)
        assert msgpack.unpackb(data)["m"]["order"] == {"type": "EnterCard", "card": card.text}
        arrived = decode_request(data)
        assert arrived == command
        assert isinstance(arrived, Command)
        assert isinstance(arrived.order, messages.EnterCard)
        assert arrived.order.card is card


def test_the_order_of_bets_is_the_order_of_their_placing() -> None:
    bets = {Spot("tie"): 5, Spot("banker"): 100, Spot("player"): 20}
    arrived = decode_request(encode(messages.Answer(1, RUN, WINDOW, 1, bets)))
    assert isinstance(arrived, messages.Answer)
    assert list(arrived.bets.items()) == list(bets.items())


def names(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"Terminal-{n:03}") for n in range(count))


LARGEST: Final[Mapping[str, Callable[[int], Request]]] = {
    "40 bets": lambda more: messages.Answer(1, RUN, WINDOW, 1, {Spot(f"spot {n}"): 10**15 for n in range(40 + more)}),
    "64 cards": lambda more: Command(1, RUN, COMMAND_ID, 7, Correct(DECK[:1] * (64 + more))),
    "64 lines": lambda more: Dispute(1, RUN, b"i" * 16, 7, (("s" * 40, 10**15, 10**15),) * (64 + more)),
    "250 terminals": lambda more: Command(
        1, RUN, COMMAND_ID, 7, messages.RuleOtherwise("x", messages.ReturnBets(names(250 + more)))
    ),
    "120 letters": lambda more: Command(1, RUN, COMMAND_ID, 7, CallSupervisor("x" * (120 + more))),
    "a name of 40 letters": lambda more: messages.InsertTicket(1, RUN, b"i" * 16, "牌" * (40 + more)),
}


@pytest.mark.parametrize("make", LARGEST.values(), ids=LARGEST)
def test_the_largest_request_that_is_allowed_arrives_and_one_more_is_refused(make: Callable[[int], Request]) -> None:
    assert len(encode(make(0))) <= FROM_TERMINALS.message
    assert decode_request(encode(make(0))) == make(0)
    with pytest.raises(PeerError):
        decode_request(encode(make(1)))


def answer_of(size: int) -> messages.Answer:
    """A bet of so many bytes, each part of it within its own bounds."""
    bets = {Spot(f"{n:02}" + "s" * 38): 10**15 for n in range(18)}
    room = size - len(encode(messages.Answer(1, RUN, WINDOW, 1, bets)))
    answer = messages.Answer(1, RUN, WINDOW, 1, bets, "c" * room)
    assert len(encode(answer)) == size
    return answer


def test_a_bet_has_at_most_1024_bytes_and_other_requests_may_have_more() -> None:
    largest = answer_of(ANSWER_MAX)
    assert ANSWER_MAX == 1_024
    assert decode_request(encode(largest)) == largest
    with pytest.raises(PeerError, match="1025 bytes are too many for a bet"):
        decode_request(encode(answer_of(ANSWER_MAX + 1)))
    assert len(encode(LARGEST["64 lines"](0))) > ANSWER_MAX


def test_a_number_is_at_most_the_last_that_is_exact_in_every_language() -> None:
    """2^53 is what 2^53 + 1 becomes where numbers are floating."""
    assert decode_request(encode(messages.Sync(1, RUN, 2**53 - 1))) == messages.Sync(1, RUN, 2**53 - 1)
    with pytest.raises(PeerError, match="9007199254740991"):
        decode_request(encode(messages.Sync(1, RUN, 2**53)))


def test_what_a_later_version_adds_to_the_words_of_joining_is_not_looked_at() -> None:
    for message, decode in (
        (messages.Hello(1, RUN, 0, b"c" * 32, PlayerId("T1"), "terminal"), decode_request),
        (messages.Welcome(1, RUN, 0, b"c" * 32), decode_news),
        (messages.Denied(1, RUN, "later"), decode_news),
        (messages.NotHeard("later"), decode_news),
    ):
        later = msgpack.unpackb(encode(message))
        later["m"]["later"] = {"deep": [1]}
        assert decode(msgpack.packb(later)) == message
    beat = msgpack.unpackb(encode(messages.Beat(1, RUN, 0, b"c" * 32)))
    beat["m"]["later"] = 1
    with pytest.raises(PeerError, match="later"):
        decode_request(msgpack.packb(beat))


ENTRY: Final = messages.SentEntry(b"d" * 32, "", "20:00", b"", b"body")
WITH_ENTRIES: Final = {
    "signed batch": messages.Batch(7, (ENTRY,), b"c" * 32, b"s" * 64),
    "unsigned batch": messages.Batch(7, (ENTRY,), b"c" * 32),
    "signed deltas": messages.Deltas(7, (ENTRY,), b"c" * 32, 9, b"s" * 64),
    "entry": messages.See(7, ENTRY, b"c" * 32),
}


@pytest.mark.parametrize("news", WITH_ENTRIES.values(), ids=WITH_ENTRIES)
def test_no_key_stands_twice_in_news_that_have_as_many_keys_as_they_may(news: News) -> None:
    """As short as we write it ourselves, since the quick way counts keys by the first byte of the map."""
    pairs = list(msgpack.unpackb(encode(news))["m"].items())

    def told(*pairs: tuple[str, object]) -> bytes:
        fields: bytes = msgpack.Packer().pack_map_pairs(pairs)
        return encode(news)[:6] + fields

    assert told(*pairs) == encode(news)
    for twice in pairs:
        for missing in (None, *pairs):
            others = [pair for pair in pairs if pair is not missing]
            if twice in others:
                with pytest.raises(PeerError, match="a key stands twice in one map"):
                    decode_news(told(*others, twice))


def test_the_largest_bet_that_a_game_can_ask_for_arrives() -> None:
    for game in GAMES.values():
        for window in game.windows(game.begin(Felt(boxes=9))):
            bets = dict.fromkeys(window.spots, AMOUNT_MAX)
            answer = messages.Answer(2**53 - 1, RUN, WindowId(2**53 - 1, 99, b"nonce-08"), 2**53 - 1, bets, "c" * 40)
            assert decode_request(encode(answer)) == answer, game.name


def test_the_largest_snapshot_that_is_allowed_arrives_and_one_more_byte_is_refused() -> None:
    empty = Snapshot(1, b"c" * 32, b"x" * (1 << 16))  # long enough for a length of four bytes
    room = FROM_CONSOLE.message - len(encode(empty)) + (1 << 16)
    largest = Snapshot(1, b"c" * 32, b"x" * room)
    assert (len(encode(largest)), decode_news(encode(largest))) == (FROM_CONSOLE.message, largest)
    with pytest.raises(PeerError, match="1048577 bytes are more than 1048576"):
        decode_news(encode(Snapshot(1, b"c" * 32, b"x" * (room + 1))))


@pytest.mark.parametrize("character", ["x", "é", "牌", "🂡"], ids="1 byte,2 bytes,3 bytes,4 bytes".split(","))
def test_a_text_of_120_characters_arrives_in_any_language(character: str) -> None:
    command = Command(1, RUN, COMMAND_ID, 7, CallSupervisor(character * 120))
    assert decode_request(encode(command)) == command
    with pytest.raises(PeerError):
        decode_request(encode(Command(1, RUN, COMMAND_ID, 7, CallSupervisor(character * 121))))


# --- what is written --------------------------------------------------------------------------------------


@every_event
@given(st.data())
@settings(max_examples=20)
def test_every_fact_is_read_as_it_was_written_and_always_written_alike(kind: type, data: st.DataObject) -> None:
    event = data.draw(anything(kind))
    body = encode_body(event)
    assert decode_event(body) == event
    assert type(decode_event(body)) is kind
    assert encode_body(deepcopy(event)) == body
    assert encode_body(decode_event(body)) == body


@given(anything(Event), anything(Event))
def test_different_facts_are_written_differently(one: Fact, other: Fact) -> None:
    assert one == other or encode_body(one) != encode_body(other)


def test_a_map_is_written_in_its_own_order_and_keeps_it() -> None:
    """Bets are in the order of their placing. So equal facts may differ in bytes; the same fact never does."""
    one = LayoutRegistered(WINDOW, T1, 1, Given({Spot("tie"): 5, Spot("banker"): 100}), 105)
    other = LayoutRegistered(WINDOW, T1, 1, Given({Spot("banker"): 100, Spot("tie"): 5}), 105)
    assert one == other
    assert encode_body(one) != encode_body(other)
    for fact in (one, other):
        again = decode_event(encode_body(fact))
        assert isinstance(again, LayoutRegistered)
        assert (list(again.answer.bets), encode_body(again)) == (list(fact.answer.bets), encode_body(fact))


def test_a_fact_is_a_map_with_its_name_and_its_cards_as_texts() -> None:
    dealt = CardDealt(7, 12, HandId("banker"), DECK[8], HandId("player"))
    assert msgpack.unpackb(encode_body(dealt)) == {
        "type": "CardDealt", "round_no": 7, "shoe_seq": 12, "hand": "banker", "card": "9C", "due": "player",
        "entered": False,
    }  # fmt: skip
    face_down = CardDealt(7, 12, HandId("banker"), None, HandId("player"))
    assert msgpack.unpackb(encode_body(face_down))["card"] is None


@pytest.mark.parametrize(
    "plain",
    [
        {"type": "NeverHappened"},
        {"boot": 1},
        {"type": "ConsoleStarted"},
        {"type": "ConsoleStarted", "boot": True},
        {"type": "ConsoleStarted", "boot": 1.0},
        {"type": "ConsoleStarted", "boot": "1"},
        {"type": "ConsoleStarted", "boot": 1, "shoe": 1},
        {"type": "SurplusDrawn", "round_no": 1, "shoe_seq": 1, "card": "1S"},
        [],
    ],
    ids=str,
)
def test_a_journal_that_says_what_no_fact_says_is_not_believed(plain: object) -> None:
    assert decode_event(encode_body({"type": "ConsoleStarted", "boot": 1})) == ConsoleStarted(1)
    with pytest.raises(msgspec.ValidationError):
        decode_event(encode_body(plain))


def test_a_body_that_is_cut_short_is_not_believed() -> None:
    body = encode_body(ConsoleStarted(1))
    for length in range(len(body)):
        with pytest.raises(msgspec.DecodeError):
            decode_event(body[:length])


# --- what else is kept ------------------------------------------------------------------------------------


@given(anything(Picture))
@settings(max_examples=20)
def test_any_picture_of_a_snapshot_comes_back_as_it_was(picture: Picture) -> None:
    assert body_decoder(Picture).decode(encode_body(picture)) == picture


def test_pictures_that_are_decoded_share_nothing() -> None:
    body = encode_body(TableView())
    one, other = body_decoder(TableView).decode(body), body_decoder(TableView).decode(body)
    one.acts.append(None)
    one.hands[HandId("banker")] = ()
    one.shoe.drawn[0] = 1
    assert other == TableView()


class Stranger:
    """Something that has no business on the wire."""


def test_only_what_has_a_meaning_travels() -> None:
    with pytest.raises(NotImplementedError, match="Stranger does not travel"):
        encode_body(Stranger())
    with pytest.raises(NotImplementedError, match="Stranger does not travel"):
        body_decoder(Stranger).decode(encode_body("anything"))
