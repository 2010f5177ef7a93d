"""001 §5.7 at the driver: two cards faster than a hand can draw, by when they came; never of what was told late."""

import pytest

from shoe_driver.link import CardSeen, CardsTogether, ShoeEvent, ShoeLink
from shoe_driver.makes.reference import ReferenceDecoder, ReferenceVoice
from shoe_driver.stamps import STALLED_MS, Stamps

TOGETHER_MS = 150


class Bench:
    def __init__(self, together_ms: int = TOGETHER_MS) -> None:
        self.now_ms = 0
        self.voice = ReferenceVoice("A17", 0)
        self.link = ShoeLink(ReferenceDecoder())
        self.stamps = Stamps(together_ms)
        self.link.opened(0)
        self.read(self.voice.state())

    def wait(self, ms: int, *, looking: bool = True) -> None:
        """The console looks at the line all the time, or does nothing at all for so long."""
        for _ in range(ms // 100 if looking else 0):
            self.now_ms += 100
            self.stamps.looked(self.now_ms)
        self.now_ms += ms % 100 if looking else ms

    def read(self, *data: bytes) -> list[ShoeEvent]:
        heard = [*self.stamps.put(self.now_ms, self.link, self.link.receive(self.now_ms, b"".join(data)))]
        self.stamps.looked(self.now_ms)
        return heard

    def card(self, text: str) -> bytes:
        (data,) = self.voice.card(text)
        return data


def test_5_7_two_cards_at_once_are_told() -> None:
    bench = Bench()
    assert bench.read(bench.card("9S")) == [CardSeen(1, "9S")]
    bench.wait(600)
    assert bench.read(bench.card("2C")) == [CardSeen(2, "2C")]
    bench.wait(80)
    assert bench.read(bench.card("KH")) == [CardSeen(3, "KH"), CardsTogether(3, 80)]


def test_5_7_in_one_reading_too() -> None:
    bench = Bench()
    heard = bench.read(bench.card("9S"), bench.card("2C"))
    assert heard == [CardSeen(1, "9S"), CardSeen(2, "2C"), CardsTogether(2, 0)]


def test_5_7_cards_that_a_hand_drew_one_by_one_are_not() -> None:
    bench = Bench()
    bench.read(bench.card("9S"))
    bench.wait(TOGETHER_MS)
    assert bench.read(bench.card("2C")) == [CardSeen(2, "2C")]


def test_5_7_never_of_a_backlog_after_a_reconnection() -> None:
    bench = Bench()
    bench.link.lost(bench.now_ms)
    cards = [bench.card(text) for text in ("9S", "2C", "KH")]
    bench.wait(5_000)
    bench.link.opened(bench.now_ms)
    heard = bench.read(bench.voice.state(), *cards)
    assert [event for event in heard if isinstance(event, CardsTogether)] == []
    bench.wait(50)  # nor of the first card after it, whose predecessor was told late
    assert bench.read(bench.card("3D")) == [CardSeen(4, "3D")]


def test_5_7_never_over_a_line_that_was_away_however_short() -> None:
    bench = Bench()
    bench.read(bench.card("9S"))
    for told in (bench.link.lost(bench.now_ms), bench.link.receive(bench.now_ms, bench.voice.state())):
        assert [*bench.stamps.put(bench.now_ms, bench.link, told)] == [*told]
    bench.link.opened(bench.now_ms)
    bench.wait(50)
    assert [event for event in bench.read(bench.voice.state()) if isinstance(event, CardsTogether)] == []
    assert bench.read(bench.card("2C")) == [CardSeen(2, "2C")]


def test_5_7_never_of_cards_that_had_to_be_asked_for() -> None:
    bench = Bench()
    first, second = bench.card("9S"), bench.card("2C")
    assert bench.read(second) == []  # the first was lost on the line
    assert bench.read(first) == [CardSeen(1, "9S"), CardSeen(2, "2C")]


def test_5_7_never_when_the_console_did_not_look() -> None:
    bench = Bench()
    bench.wait(STALLED_MS + 1, looking=False)
    assert bench.read(bench.card("9S"), bench.card("2C")) == [CardSeen(1, "9S"), CardSeen(2, "2C")]


@pytest.mark.parametrize("together_ms", [0])
def test_5_7_a_house_may_switch_it_off(together_ms: int) -> None:
    bench = Bench(together_ms)
    assert bench.read(bench.card("9S"), bench.card("2C")) == [CardSeen(1, "9S"), CardSeen(2, "2C")]
