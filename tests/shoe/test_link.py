"""The link between console and shoe: each card once and in order, as itself or as unread; nothing invented or lost.

The other end of the line is the emulator's voice of the reference format.
"""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games.cards import parse_card
from shoe_driver.frames import (
    BAD_BYTES,
    CARDS,
    NUMBER_MAX,
    Acknowledged,
    CardRead,
    CutCard,
    Empty,
    Frame,
    Notice,
    SendFrom,
    State,
    Unreadable,
)
from shoe_driver.link import (
    AHEAD_MAX,
    CardConflict,
    CardSeen,
    CardUnread,
    CutCardSeen,
    LinkFaulty,
    LinkLost,
    LinkRestored,
    ResultSeen,
    ShoeEmpty,
    ShoeEvent,
    ShoeNotice,
)
from shoe_driver.makes import angel_eye
from shoe_driver.makes.angel_eye import card_data
from shoe_driver.makes.reference import ReferenceVoice, encode
from tests.shoe.hearing import ANGEL_EYE, FORMATS, REFERENCE, link_to


class Shoe(ReferenceVoice):
    """With what it is told to give, and answers that a line may lose one by one."""

    def __init__(self, serial: str = "A17", last: int = 0) -> None:
        super().__init__(serial, last)

    def give(self, card: str) -> bytes:
        match card:
            case "cut":
                (raw,) = self.cut_card()
            case "empty":
                (raw,) = self.empty()
            case _:
                (raw,) = self.card("" if card == "unreadable" else card)
        return raw


def event_of(number: int, card: str) -> ShoeEvent:
    match card:
        case "cut":
            return CutCardSeen(number)
        case "empty":
            return ShoeEmpty(number)
        case "unreadable":
            return CardUnread(number, b"??")
    return CardSeen(number, card)


class Bench:
    """A console's end that commits and acknowledges at once, a shoe, and a line between them that can be cut."""

    def __init__(self, shoe: Shoe | None = None, last_seq: int = 0, serial: str = "") -> None:
        self.now_ms = 10_000
        self.shoe = shoe or Shoe()
        self.link = link_to(REFERENCE, last_seq, serial=serial)
        self.is_cut = False
        self.said: list[ShoeEvent] = []

    def open(self) -> list[ShoeEvent]:
        return self._during(lambda: self._write(self.link.opened(self.now_ms)))

    def deal(self, *cards: str) -> list[ShoeEvent]:
        before = len(self.said)
        for card in cards:
            self._read(self.shoe.give(card))
        return self.said[before:]

    def lose(self, *cards: str) -> None:
        for card in cards:
            self.shoe.give(card)

    def read(self, data: bytes) -> list[ShoeEvent]:
        return self._during(lambda: self._read(data))

    def wait(self, ms: int) -> list[ShoeEvent]:
        return self._during(lambda: self._wait(self.now_ms + ms))

    def _wait(self, until_ms: int) -> None:
        while (wake_ms := self.link.wake_ms()) is not None and wake_ms <= until_ms:
            assert wake_ms >= self.now_ms
            self.now_ms = wake_ms
            self._take(self.link.tick(self.now_ms))
            later_ms = self.link.wake_ms()
            assert later_ms is None or later_ms > self.now_ms, "would wake for ever"
        self.now_ms = until_ms

    def _during(self, act: Callable[[], None]) -> list[ShoeEvent]:
        before = len(self.said)
        act()
        return self.said[before:]

    def _read(self, data: bytes) -> None:
        if not self.is_cut:
            self._take(self.link.receive(self.now_ms, data))

    def _write(self, data: bytes) -> None:
        if data and not self.is_cut:
            self._read(b"".join(self.shoe.hear(self.now_ms, data)))

    def _take(self, events: Iterable[ShoeEvent]) -> None:
        for event in events:
            self.said.append(event)
            number = getattr(event, "shoe_seq", None)
            if number is not None and not isinstance(event, CardConflict):
                self._write(self.link.acknowledge(number))
        self._write(self.link.outgoing())


@pytest.fixture
def bench() -> Bench:
    """Joined, nothing dealt."""
    bench = Bench()
    assert bench.open() == [LinkRestored("A17")]
    return bench


# --- one card after another -----------------------------------------------------------------------------------


def test_cards_come_through_with_their_numbers_and_are_acknowledged(bench: Bench) -> None:
    assert bench.deal("9S", "TH") == [CardSeen(1, "9S"), CardSeen(2, "TH")]
    assert bench.deal("unreadable", "cut", "empty") == [CardUnread(3, b"??"), CutCardSeen(4), ShoeEmpty(5)]
    assert bench.shoe.kept == {}
    assert bench.wait(60_000) == []


def test_nothing_is_acknowledged_before_somebody_says_that_it_is_durable() -> None:
    link, shoe = link_to(REFERENCE), Shoe()
    assert link.opened(0) == encode(SendFrom(1))
    assert link.receive(0, shoe.state()) == (LinkRestored("A17"),)
    first, second = shoe.give("9S"), shoe.give("TH")
    assert link.receive(0, first + second) == (CardSeen(1, "9S"), CardSeen(2, "TH"))
    assert link.outgoing() == b""
    assert link.receive(0, first) == ()
    assert link.outgoing() == b""
    assert link.acknowledge(1) == encode(Acknowledged(1))
    assert link.acknowledge(2) == encode(Acknowledged(2))
    assert link.acknowledge(1) == encode(Acknowledged(2))  # what was durable stays durable


def test_what_was_never_reported_cannot_be_acknowledged(bench: Bench) -> None:
    bench.deal("9S")
    for number in (-1, 2):
        with pytest.raises(ValueError, match=f"{number} was not reported"):
            bench.link.acknowledge(number)
    with pytest.raises(ValueError, match="-1 is no number of a shoe"):
        link_to(REFERENCE, -1)
    with pytest.raises(ValueError, match="is no number of a shoe"):
        link_to(REFERENCE, NUMBER_MAX + 1)


def test_s4_a_repeat_is_dropped_and_acknowledged_again(bench: Bench) -> None:
    bench.deal("9S", "TH")
    assert bench.link.receive(bench.now_ms, encode(CardRead("9S", 1)) * 3) == ()
    assert bench.link.outgoing() == encode(Acknowledged(2))
    assert bench.link.outgoing() == b""


def test_s4_an_equal_number_with_another_card_is_a_conflict_said_once(bench: Bench) -> None:
    bench.deal("9S", "cut")
    assert bench.read(encode(CardRead("9H", 1))) == [CardConflict(1, "9S", "9H")]
    assert bench.read(encode(CardRead("9H", 1))) == []
    assert bench.read(encode(Empty(2))) == [CardConflict(2, "cut card", "empty")]
    assert bench.deal("2C") == [CardSeen(3, "2C")]


def test_s4_a_conflict_about_a_card_that_waits_makes_it_unread_because_nobody_may_guess(bench: Bench) -> None:
    bench.is_cut = True
    bench.lose("9S")
    third = encode(CardRead("2C", 3))
    assert bench.link.receive(bench.now_ms, third) == ()
    assert bench.link.receive(bench.now_ms, encode(Unreadable(b"\1", 3))) == (CardConflict(3, "2C", "unreadable 01"),)
    assert bench.link.receive(bench.now_ms, third) == ()
    assert bench.link.receive(bench.now_ms, encode(CardRead("9S", 1))) == (CardSeen(1, "9S"),)
    assert bench.link.receive(bench.now_ms, encode(CardRead("9H", 2))) == (CardSeen(2, "9H"), CardUnread(3))


def test_s4_a_repeat_from_long_ago_is_not_compared_with_anything(bench: Bench) -> None:
    bench.deal(*CARDS * 10)
    assert bench.read(encode(CardRead("9S", 8)) + encode(CardRead("9H", 8))) == []
    assert bench.read(encode(CardRead("9S", 9))) == [CardConflict(9, "9C", "9S")]


def test_s4_a_conflict_is_not_forgotten_with_the_port(bench: Bench) -> None:
    later = [encode(CardRead(card, 2)) for card in ("2C", "2D")]
    assert bench.link.receive(bench.now_ms, b"".join(later)) == (CardConflict(2, "2C", "2D"),)
    bench.link.lost(bench.now_ms)
    bench.lose("9S", "2C")
    assert bench.open() == [LinkRestored("A17"), CardSeen(1, "9S"), CardUnread(2)]


# --- losses and resends ---------------------------------------------------------------------------------------


def test_s5_a_lost_card_is_asked_for_at_once_and_the_later_one_waits(bench: Bench) -> None:
    bench.lose("9S")
    later = bench.shoe.give("TH")
    assert bench.link.receive(bench.now_ms, later) == ()
    assert bench.link.outgoing() == encode(SendFrom(1))
    assert bench.read(bench.shoe.kept[1]) == [CardSeen(1, "9S"), CardSeen(2, "TH")]


def test_s5_a_lost_last_card_is_found_though_nothing_follows_it(bench: Bench) -> None:
    bench.wait(300)
    bench.lose("9S")
    assert bench.wait(699) == []
    assert bench.wait(1) == [CardSeen(1, "9S")]


def test_s5_a_card_that_the_shoe_cannot_send_again_is_unread_before_the_later_one(bench: Bench) -> None:
    bench.lose("9S", "8S")
    bench.shoe.kept.clear()
    bench.shoe.kept[3] = b""
    bench.shoe.state = lambda: encode(State("A17", 1, 3))  # type: ignore[method-assign]
    bench.shoe.last = 3
    bench.read(encode(CardRead("TH", 3)))
    assert bench.said == [LinkRestored("A17")]
    assert bench.wait(2_999) == []
    assert bench.wait(1) == [CardUnread(1), CardUnread(2), CardSeen(3, "TH")]
    assert bench.read(encode(CardRead("9S", 1))) == []  # too late: a person has looked


def test_s5_a_card_announced_but_never_sent_is_unread_in_the_end(bench: Bench) -> None:
    bench.lose("9S")
    bench.shoe.kept[1] = b""
    assert bench.wait(1_000) == []  # asked, and told that there is a number 1
    assert bench.wait(2_999) == []
    assert bench.wait(1) == [CardUnread(1)]
    assert bench.deal("TH") == [CardSeen(2, "TH")]


def test_a_gap_is_not_given_up_while_nobody_answers_for_it_may_still_be_filled(bench: Bench) -> None:
    bench.lose("9S")
    later = bench.shoe.give("TH")
    bench.read(later[:-1] + b"\0")  # so that nothing asks yet
    bench.is_cut = True
    assert bench.link.receive(bench.now_ms, later) == ()
    assert bench.wait(60_000) == [LinkLost()]
    bench.is_cut = False
    assert bench.wait(1_000) == [LinkRestored("A17"), CardSeen(1, "9S"), CardSeen(2, "TH")]


def test_an_answer_that_comes_late_may_be_the_one_that_ends_the_waiting(bench: Bench) -> None:
    later = encode(CardRead("TH", 2))
    assert bench.link.receive(bench.now_ms, later) == ()
    state = encode(State("A17", 1, 2))
    for _ in range(2):
        bench.now_ms += 1_600
        assert bench.link.receive(bench.now_ms, state) == ()
    bench.now_ms += 1_600
    assert bench.link.receive(bench.now_ms, state) == (CardUnread(1), CardSeen(2, "TH"))


def test_each_missing_card_has_the_whole_time_to_come(bench: Bench) -> None:
    link, start_ms = bench.link, bench.now_ms
    answer = encode(State("A17", 1, 3))
    assert link.receive(start_ms, encode(CardRead("KD", 3))) == ()
    assert link.receive(start_ms + 2_900, answer * 3 + encode(CardRead("9S", 1))) == (CardSeen(1, "9S"),)
    assert link.receive(start_ms + 5_800, answer * 3) == ()
    assert link.tick(start_ms + 5_899) == ()
    assert link.wake_ms() == start_ms + 5_900
    assert link.tick(start_ms + 5_900) == (CardUnread(2), CardSeen(3, "KD"))


def test_while_something_is_missing_it_is_asked_for_five_times_a_second(bench: Bench) -> None:
    link, now_ms = bench.link, bench.now_ms
    assert link.receive(now_ms, encode(CardRead("TH", 2))) == ()
    assert link.outgoing() == encode(SendFrom(1))
    for tick in range(1, 10):
        assert link.wake_ms() == now_ms + 200 * tick
        assert link.tick(now_ms + 200 * tick) == ()
        assert link.outgoing() == encode(SendFrom(1))


# --- ports and consoles that come and go ----------------------------------------------------------------------


def test_c4_a_new_console_process_asks_for_what_was_dealt_meanwhile() -> None:
    shoe = Shoe()
    before = Bench(shoe)
    before.open()
    before.deal("9S", "TH")
    before.lose("2C", "cut")
    after = Bench(shoe, last_seq=2, serial="A17")
    assert after.open() == [LinkRestored("A17"), CardSeen(3, "2C"), CutCardSeen(4)]


def test_c1_killed_between_commit_and_acknowledgement() -> None:
    """The journal has card 1, the shoe still keeps it: not reported again, but acknowledged."""
    shoe = Shoe()
    shoe.give("9S")
    after = Bench(shoe, last_seq=1, serial="A17")
    assert after.open() == [LinkRestored("A17")]
    assert shoe.kept == {}


def test_c1_a_shoe_that_may_be_another_one_is_not_told_to_forget_anything() -> None:
    shoe = Shoe()
    shoe.give("9S")
    link = link_to(REFERENCE, last_seq=1)
    link.opened(0)
    assert link.receive(0, shoe.state()) == (LinkRestored("A17"),)
    assert link.outgoing() == b""


def test_c1_killed_before_the_commit() -> None:
    """Card 1 was reported and died with the process: reported again."""
    shoe = Shoe()
    link = link_to(REFERENCE)
    link.opened(0)
    assert link.receive(0, shoe.state() + shoe.give("9S")) == (LinkRestored("A17"), CardSeen(1, "9S"))
    after = Bench(shoe, last_seq=0)
    assert after.open() == [LinkRestored("A17"), CardSeen(1, "9S")]


def test_a_journal_that_lost_its_end_shows_as_unread_cards() -> None:
    shoe = Shoe(last=9)
    shoe.give("9S")
    bench = Bench(shoe, last_seq=7, serial="A17")
    assert bench.open() == [LinkRestored("A17"), CardUnread(8), CardUnread(9), CardSeen(10, "9S")]


def test_a_new_link_takes_up_a_shoe_that_has_counted_for_years() -> None:
    shoe = Shoe("B9", last=123_456)
    shoe.give("9S")
    bench = Bench(shoe)
    assert bench.open() == [LinkRestored("B9"), CardSeen(123_457, "9S")]
    assert bench.deal("TH") == [CardSeen(123_458, "TH")]


def test_s14_another_shoe_is_not_listened_to_and_the_right_one_goes_on_where_it_was(bench: Bench) -> None:
    right = bench.shoe
    bench.deal("9S")
    bench.link.lost(bench.now_ms)
    bench.shoe = Shoe("B9")
    assert bench.link.acknowledge(1) == b""  # the other shoe must not forget its own number 1
    bench.lose("KD")
    assert bench.open() == [LinkFaulty("shoe B9 in place of A17")]
    assert bench.deal("KH") == []
    assert bench.wait(60_000) == []
    bench.shoe = right
    bench.lose("TH")
    assert bench.open() == [LinkRestored("A17"), CardSeen(2, "TH")]


def test_s14_a_shoe_that_was_set_back_is_not_listened_to(bench: Bench) -> None:
    bench.deal("9S", "TH")
    bench.shoe = Shoe(last=0)
    assert bench.read(bench.shoe.state()) == [LinkFaulty("shoe A17 has given 0, though 2 was seen: was it set back?")]


def test_s14_nor_if_it_was_set_back_while_the_line_was_away(bench: Bench) -> None:
    bench.deal("9S", "TH")
    bench.link.lost(bench.now_ms)
    bench.shoe = Shoe(last=0)
    bench.lose("KD")
    assert bench.open() == [LinkFaulty("shoe A17 has given 1, though 2 was seen: was it set back?")]


def test_s14_a_counter_that_is_more_than_a_shoe_ahead_is_not_the_same_counter(bench: Bench) -> None:
    bench.deal("9S")
    assert bench.read(encode(CardRead("TH", AHEAD_MAX + 2))) == [LinkFaulty("number 514 right after 1")]
    bench.shoe = Shoe(last=AHEAD_MAX + 2)
    assert bench.open() == [LinkFaulty("shoe A17 has given 514, but only 1 was seen")]


def test_a_whole_shoe_can_be_dealt_while_the_console_is_away(bench: Bench) -> None:
    bench.link.lost(bench.now_ms)
    cards = CARDS * 8
    bench.lose(*cards)
    assert bench.open() == [LinkRestored("A17"), *(CardSeen(number, card) for number, card in enumerate(cards, 1))]


def test_numbers_mean_nothing_before_the_shoe_has_said_who_it_is() -> None:
    shoe = Shoe()
    link = link_to(REFERENCE)
    link.opened(0)
    first = shoe.give("9S")
    assert link.receive(0, first) == ()
    assert link.receive(0, shoe.state() + first) == (LinkRestored("A17"), CardSeen(1, "9S"))


def test_a_shoe_that_does_not_answer_is_lost_and_is_asked_once_a_second_until_it_does(bench: Bench) -> None:
    bench.deal("9S")
    bench.is_cut = True
    assert bench.wait(2_999) == []
    assert bench.wait(1) == [LinkLost()]
    assert bench.wait(60_000) == []
    bench.lose("TH")
    bench.is_cut = False
    assert bench.wait(1_000) == [LinkRestored("A17"), CardSeen(2, "TH")]


def test_a_line_that_is_lost_again_is_said_again(bench: Bench) -> None:
    for _ in range(2):
        bench.is_cut = True
        assert bench.wait(4_000) == [LinkLost()]
        bench.is_cut = False
        assert bench.wait(1_000) == [LinkRestored("A17")]


def test_a_port_that_was_never_opened_is_not_written_to() -> None:
    link = link_to(REFERENCE)
    assert link.wake_ms() is None
    assert link.tick(0) == ()
    assert link.receive(0, encode(CardRead("9S", 1))) == ()
    assert link.outgoing() == b""


def test_the_earliest_time_to_wake_is_told(bench: Bench) -> None:
    assert bench.link.wake_ms() == bench.now_ms + 200  # the decoder: is that the end of what was begun?
    bench.wait(200)
    assert bench.link.wake_ms() == bench.now_ms + 800  # the conversation: is the shoe still there?


def test_a_port_without_a_shoe_is_said_once_however_often_it_is_opened() -> None:
    bench = Bench()
    bench.is_cut = True
    assert bench.open() == []
    assert bench.wait(10_000) == [LinkLost()]
    assert bench.link.lost(bench.now_ms) == ()
    assert bench.open() == []
    assert bench.wait(10_000) == []
    bench.is_cut = False
    assert bench.open() == [LinkRestored("A17")]


# --- noise ----------------------------------------------------------------------------------------------------


def test_s3_twenty_bad_frames_in_ten_seconds_make_the_link_faulty_until_it_is_opened_anew(bench: Bench) -> None:
    bad = b"\x80" * BAD_BYTES
    for _ in range(19):
        assert bench.read(bad) == []
    assert bench.read(bad) == [LinkFaulty("20 bad frames in 10 s")]
    assert bench.deal("9S") == []
    assert bench.wait(60_000) == []
    assert bench.link.wake_ms() is None
    assert bench.link.outgoing() == b""
    assert bench.link.lost(bench.now_ms) == (LinkLost(),)
    assert bench.open() == [LinkRestored("A17"), CardSeen(1, "9S")]
    assert bench.read(bad * 20) == [LinkFaulty("20 bad frames in 10 s")]
    assert bench.open() == [LinkRestored("A17")]
    assert bench.read(bad * 19) == []
    assert bench.deal("TH") == [CardSeen(2, "TH")]


def test_s3_a_card_committed_while_the_link_is_faulty_is_acknowledged_when_it_is_opened_anew(bench: Bench) -> None:
    first = bench.shoe.give("9S")
    assert bench.link.receive(bench.now_ms, first + encode(CardRead("TH", 3)) + b"\x80" * BAD_BYTES * 20) == (
        CardSeen(1, "9S"),
        LinkFaulty("20 bad frames in 10 s"),
    )
    assert bench.link.outgoing() == b""
    assert bench.link.acknowledge(1) == b""
    assert bench.open() == [LinkRestored("A17")]
    assert bench.shoe.kept == {}


def test_s3_nineteen_bad_frames_or_twenty_in_a_longer_time_do_not(bench: Bench) -> None:
    bad = b"\x80" * BAD_BYTES
    bench.read(bad * 10)
    bench.wait(9_000)
    bench.read(bad * 9)
    bench.wait(1_000)
    assert bench.read(bad * 10) == []
    assert bench.deal("9S") == [CardSeen(1, "9S")]


def test_s3_frames_after_the_last_straw_are_not_listened_to(bench: Bench) -> None:
    assert bench.read(b"\x80" * BAD_BYTES * 20 + bench.shoe.give("9S")) == [LinkFaulty("20 bad frames in 10 s")]


def test_s3_a_line_that_dies_in_the_middle_of_noise(bench: Bench) -> None:
    bench.read(b"\x80" * BAD_BYTES * 19 + b"\xa5")
    assert bench.link.lost(bench.now_ms) == (LinkFaulty("20 bad frames in 10 s"), LinkLost())


def test_our_own_words_coming_back_are_bad_frames_not_cards(bench: Bench) -> None:
    assert bench.read(encode(SendFrom(1)) * 10 + encode(Acknowledged(1)) * 10) == [LinkFaulty("20 bad frames in 10 s")]


# --- makes that never answer ----------------------------------------------------------------------------------


def test_a_make_that_never_answers_is_there_when_its_port_is_open() -> None:
    link = link_to("bee-tek")
    assert link.wake_ms() is None
    assert link.opened(500) == b""
    assert link.wake_ms() == 500
    assert link.tick(500) == (LinkRestored(""),)
    assert link.wake_ms() is None
    assert link.receive(600, b"H10\r\n") == (CardSeen(None, "TH"),)
    assert link.tick(100_000) == ()
    assert link.wake_ms() is None
    assert link.acknowledge(1) == b""
    assert link.outgoing() == b""
    assert link.lost(100_000) == (LinkLost(),)
    link.opened(200_000)
    assert link.receive(200_000, b"H9\r\n") == (LinkRestored(""), CardSeen(None, "9H"))
    assert link.lost(300_000) == (LinkLost(),)


def test_half_a_card_is_unread_when_the_port_goes_or_is_opened_over_it() -> None:
    link = link_to("bee-tek")
    link.opened(0)
    assert link.receive(0, b"H1") == (LinkRestored(""),)
    assert link.lost(0) == (CardUnread(None, b"H1"), LinkLost())
    link.opened(10)
    assert link.receive(10, b"H1") == (LinkRestored(""),)
    link.opened(20)
    assert link.receive(20, b"0\r\n") == (CardUnread(None, b"H1"), LinkRestored(""), CardUnread(None, b"0"))


def test_half_a_card_is_unread_after_a_while() -> None:
    link = link_to("scanner-number")
    assert link.receive(0, b"D1") == ()
    assert link.wake_ms() == 500
    assert link.tick(500) == (CardUnread(None, b"D1"),)


def test_lines_of_nonsense_are_unread_cards_until_the_link_is_faulty() -> None:
    link = link_to("bee-tek")
    events = link.receive(0, b"??\r\n" * 100 + b"??")
    assert events == (*[CardUnread(None, b"??")] * 19, LinkFaulty("20 bad frames in 10 s"))
    assert link.receive(0, b"H10\r\nH") == ()
    assert link.tick(1_000) == ()
    link.opened(2_000)
    assert link.receive(2_000, b"H10\r\n") == (LinkRestored(""), CardSeen(None, "TH"))


def test_an_angel_eye_tells_cards_their_hand_and_what_it_believes() -> None:
    link = link_to(ANGEL_EYE)
    started = angel_eye.encode(1, b"S")
    burnt = angel_eye.encode(2, b"d\x00\x39")
    data = [
        *(
            started,
            burnt,
            angel_eye.encode(3, card_data("9S", "player")),
            angel_eye.encode(4, card_data("TH", "banker")),
        ),
        *(angel_eye.encode(5, b"G\x11"), angel_eye.encode(6, b"E\x31")),
    ]
    assert link.receive(0, b"".join(raw * 3 for raw in data)) == (
        ShoeNotice(Notice.STARTED, started),
        CardUnread(None, burnt),
        CardSeen(None, "9S", "player"),
        CardSeen(None, "TH", "banker"),
        ResultSeen("player", ("player",)),
        ShoeNotice(Notice.ERROR, data[-1]),
    )
    assert link.outgoing() == b""


def test_an_angel_eye_with_a_single_copy_left_is_unread_after_a_second() -> None:
    link = link_to(ANGEL_EYE)
    raw = angel_eye.encode(3, card_data("9S", "player"))
    assert link.receive(0, raw) == ()
    assert link.tick(1_000) == (CardUnread(None, raw),)


# --- properties -----------------------------------------------------------------------------------------------

given_by_a_shoe = st.sampled_from([*CARDS, "cut", "empty", "unreadable"])
noise = st.one_of(
    st.binary(max_size=40), st.lists(st.sampled_from([b"\xa5\x5a", b"\x10U", b"\0", b"9S\r\n"])).map(b"".join)
)


@given(st.sampled_from(FORMATS), st.lists(st.tuples(st.integers(0, 3_000), st.sampled_from("rtlo"), noise)))
def test_no_input_raises_and_every_card_is_a_card(format_name: str, inputs: list[tuple[int, str, bytes]]) -> None:
    link, now_ms = link_to(format_name), 0
    for wait_ms, call, data in inputs:
        now_ms += wait_ms
        events: tuple[ShoeEvent, ...] = ()
        match call:
            case "r":
                events = link.receive(now_ms, data)
            case "t":
                events = link.tick(now_ms)
                wake_ms = link.wake_ms()
                assert wake_ms is None or wake_ms > now_ms
            case "l":
                events = link.lost(now_ms)
            case "o":
                link.opened(now_ms)
        for event in events:
            if isinstance(event, CardSeen):
                parse_card(event.card)
        link.outgoing()


numbers = st.one_of(st.integers(0, 7), st.sampled_from([AHEAD_MAX, AHEAD_MAX + 6, NUMBER_MAX]))
from_a_mad_shoe = st.one_of(
    st.builds(CardRead, st.sampled_from(["9S", "TH", "??"]), numbers),
    st.builds(Unreadable, st.binary(max_size=1), numbers),
    st.builds(CutCard, numbers),
    st.builds(Empty, numbers),
    st.builds(State, st.sampled_from(["A17", "A17", "A17", "B9"]), oldest=numbers, last=numbers),
    st.builds(State, st.just("A17"), oldest=st.integers(1, 3), last=st.integers(1, 7)),
)


@given(st.sampled_from([0, 0, 1, 2, NUMBER_MAX]), st.lists(st.tuples(st.integers(0, 1_500), from_a_mad_shoe)))
def test_a_shoe_that_is_out_of_its_mind_raises_nothing_and_still_numbers_rise_by_one(
    last_seq: int, said: list[tuple[int, Frame]]
) -> None:
    link, now_ms, last = link_to(REFERENCE, last_seq), 0, last_seq or None
    link.opened(0)
    for wait_ms, frame in said:
        now_ms += wait_ms
        events = link.receive(now_ms, encode(frame)) + link.tick(now_ms)
        wake_ms = link.wake_ms()
        assert wake_ms is None or wake_ms > now_ms
        for event in events:
            if isinstance(event, LinkFaulty):
                link.opened(now_ms)
            if isinstance(event, CardSeen | CardUnread | CutCardSeen | ShoeEmpty):
                assert event.shoe_seq is not None
                assert last is None or event.shoe_seq == last + 1
                last = event.shoe_seq
                link.acknowledge(last)
        link.outgoing()


def test_a_shoe_that_had_given_nothing_and_then_has_forgotten_billions_is_no_shoe_that_we_followed() -> None:
    """Each of the cards in between was noted as unread: 19 GB, and the system ended the console."""
    link = link_to(REFERENCE)
    link.opened(0)
    assert link.receive(0, encode(State("A17", oldest=1, last=0))) == (LinkRestored("A17"),)
    (faulty,) = link.receive(1, encode(State("A17", oldest=NUMBER_MAX, last=NUMBER_MAX)))
    assert isinstance(faulty, LinkFaulty)
    assert "but only 0 was seen" in faulty.why


def test_the_first_card_of_a_shoe_that_was_followed_is_unread_if_it_forgets_it_while_it_is_away() -> None:
    link = link_to(REFERENCE)
    link.opened(0)
    assert link.receive(0, encode(State("A17", oldest=1, last=0))) == (LinkRestored("A17"),)
    link.lost(1_000)
    link.opened(2_000)
    back = link.receive(2_000, encode(State("A17", oldest=2, last=1)))
    assert back == (LinkRestored("A17"), CardUnread(1))


@given(st.lists(given_by_a_shoe), st.data())
def test_repeats_and_noise_and_pieces_change_nothing(cards: list[str], data: st.DataObject) -> None:
    shoe, link = Shoe(), link_to(REFERENCE)
    link.opened(0)
    stream = shoe.state()
    raws: list[bytes] = []
    for card in cards:
        raws.append(shoe.give(card))
        repeats = data.draw(st.lists(st.sampled_from(raws), max_size=3))
        stream += raws[-1] + b"".join(repeats) + data.draw(st.binary(max_size=8))
    events: list[ShoeEvent] = []
    while stream:
        size = data.draw(st.integers(1, 80))
        events += link.receive(0, stream[:size])
        stream = stream[size:]
    events += link.tick(200)  # also the rest of a frame that never came is a bad frame, and may be the twentieth
    expected = [LinkRestored("A17"), *(event_of(number, card) for number, card in enumerate(cards, 1))]
    if LinkFaulty("20 bad frames in 10 s") in events:
        assert events[:-1] == expected[: len(events) - 1]
    else:
        assert events == expected


class ShoeLine(RuleBasedStateMachine):
    """A shoe, a console that dies at will, and a line that loses, doubles and spoils whole frames and bytes.

    The journal is what the console has committed: (number, event). It must always be the cards that the shoe gave, in
    order, none missing and none twice, each as itself or as unread; and when all is well again, all of them are there.
    """

    @initialize(last=st.sampled_from([0, 5, 400]))
    def start(self, last: int) -> None:
        self.now_ms = 0
        self.shoe = Shoe(last=last)
        self.first = last + 1
        self.cards: list[str] = []
        self.journal: list[ShoeEvent] = []
        self.uncommitted: list[ShoeEvent] = []
        self.to_console: list[bytes] = []
        self.to_shoe: list[bytes] = []
        self.is_open = True
        self._new_link()

    def _new_link(self) -> None:
        last_seq = self.first - 1 + len(self.journal) if self.journal else 0
        self.link = link_to(REFERENCE, last_seq, serial="A17" if self.journal else "")
        self._open()

    def _open(self) -> None:
        self.is_open = True
        self.to_shoe.append(self.link.opened(self.now_ms))

    def _take(self, events: Iterable[ShoeEvent]) -> None:
        for event in events:
            assert not isinstance(event, CardConflict)
            if isinstance(event, CardSeen | CardUnread | CutCardSeen | ShoeEmpty):
                self.uncommitted.append(event)
            self.is_open &= not isinstance(event, LinkFaulty)
        self.to_shoe.append(self.link.outgoing())

    @rule(card=given_by_a_shoe)
    def a_card_is_given(self, card: str) -> None:
        self.cards.append(card)
        self.to_console.append(self.shoe.give(card))

    @rule(
        fate=st.sampled_from(["arrives", "arrives", "arrives", "lost", "doubled", "spoilt", "torn"]),
        place=st.integers(0, 40),
    )
    def something_reaches_the_console(self, fate: str, place: int) -> None:
        if not self.to_console:
            return
        raw = self.to_console.pop(0)
        if fate == "spoilt":
            spoilt = bytearray(raw)
            spoilt[place % len(raw)] ^= 1 << place % 8
            raw = bytes(spoilt)
        raw = {"lost": b"", "doubled": raw * 2, "torn": raw[: place % len(raw)]}.get(fate, raw)
        if self.is_open and raw:
            self._take(self.link.receive(self.now_ms, raw))

    @rule(fate=st.sampled_from(["arrives", "arrives", "lost", "doubled"]))
    def something_reaches_the_shoe(self, fate: str) -> None:
        if self.to_shoe:
            raw = self.to_shoe.pop(0)
            self.to_console += self.shoe.hear(self.now_ms, {"lost": b"", "doubled": raw * 2}.get(fate, raw))

    @rule(ms=st.sampled_from([1, 50, 200, 1_000, 3_000]))
    def time_passes(self, ms: int) -> None:
        self.now_ms += ms
        if self.is_open:
            self._take(self.link.tick(self.now_ms))
            wake_ms = self.link.wake_ms()
            assert wake_ms is None or wake_ms > self.now_ms

    @rule()
    def the_console_commits(self) -> None:
        if self.uncommitted:
            self.journal += self.uncommitted
            self.uncommitted.clear()
            self.to_shoe.append(self.link.acknowledge(self.first - 1 + len(self.journal)))

    @rule()
    def the_console_dies_and_comes_back(self) -> None:
        self.uncommitted.clear()
        self.to_shoe.clear()
        self._new_link()

    @precondition(lambda self: self.is_open)
    @rule()
    def the_plug_is_pulled(self) -> None:
        self._take(self.link.lost(self.now_ms))
        self.to_shoe.clear()
        self.to_console.clear()
        self.is_open = False

    @precondition(lambda self: not self.is_open)
    @rule()
    def the_plug_is_put_back(self) -> None:
        self._open()

    @invariant()
    def cards_are_in_order_and_none_is_invented(self) -> None:
        seen = [*self.journal, *self.uncommitted]
        assert len(seen) <= len(self.cards)
        for number, (event, card) in enumerate(zip(seen, self.cards, strict=False), self.first):
            assert event in (event_of(number, card), CardUnread(number))

    @invariant()
    def the_shoe_keeps_all_that_is_not_in_the_journal(self) -> None:
        durable = self.first - 1 + len(self.journal)
        assert set(range(durable + 1, self.shoe.last + 1)) <= set(self.shoe.kept)

    def teardown(self) -> None:
        """All is well again."""
        unread = sum(isinstance(event, CardUnread) for event in [*self.journal, *self.uncommitted])
        self.to_console.clear()
        self.to_shoe.clear()
        self._open()
        for _ in range(10):
            while self.to_shoe or self.to_console:
                self.something_reaches_the_shoe("arrives")
                self.something_reaches_the_console("arrives", 0)
            self.the_console_commits()
            self.time_passes(1_000)
        assert (len(self.journal), self.shoe.kept) == (len(self.cards), {})
        unreadable = self.cards.count("unreadable")
        assert sum(isinstance(event, CardUnread) for event in self.journal) <= unread + unreadable


ShoeLine.TestCase.settings = settings(max_examples=100, stateful_step_count=50)
TestShoeLine = ShoeLine.TestCase
