"""`etg bench screens` stays runnable, and measures what it says: a chip and a card that are really to be seen."""

import re
from collections.abc import Callable

import pytest
from PySide6.QtCore import QMetaObject

from benchmarks import screens
from tests.ui.quick import Screen

pytestmark = pytest.mark.usefixtures("qapp")


def test_it_prints_every_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    few = {"STARTS": 1, "TOGETHER": 1, "CARDS": 5, "REVEALS": 1, "TAPS": 3, "TAPS_AT_A_TABLE": 2, "CARDS_AT_A_TABLE": 3}
    few["RING_MS"] = 300
    for name, count in few.items():
        monkeypatch.setattr(screens, name, count)
    screens.main()
    told = capsys.readouterr().out
    assert re.search(r"first frame, blackjack .* ms of a processor: [\d.]+ times, goal 1.3", told)
    assert told.count("MB each (PSS)") == 2
    assert told.count("seen in the first frame 3 of 3 times") == 2
    assert "picture to pixel, a card, boxes" in told
    assert "frame while Bets are open, boxes" in told
    assert "tap to pixel, at a real table" in told
    assert "card to pixel, at a real table" in told
    assert "picture to pixel, a card" in told
    assert "frame during the reveal" in told


# One box moves all the time; the other is what a finger changes.
PAGE = """
import QtQuick
Rectangle {
    color: "black"
    Rectangle {
        width: 20; height: 20; color: "red"
        NumberAnimation on x { from: 0; to: 600; duration: 1000; loops: Animation.Infinite }
    }
    Rectangle {
        objectName: "spot"
        y: 100; width: 80; height: 80; color: "green"
        TapHandler { onTapped: parent.color = "blue" }
    }
}
"""


def test_only_what_is_seen_at_the_place_in_question_counts(show: Callable[..., Screen]) -> None:
    screen = show(PAGE, size=(640, 360))
    eye = screens.Eye(screen.view)
    place = eye.place("spot")
    with pytest.raises(screens.Unchanged):  # frames come all the time, but nothing was done
        eye.first_change(place, lambda: None, give_up_s=0.3)
    took_ms, frames = eye.first_change(place, lambda: eye.tap("spot"))
    assert took_ms > 0
    assert frames >= 1
    assert eye.look(place).pixelColor(40, 40).name() == "#0000ff"


PAUSED = """
import QtQuick
Rectangle {
    color: "black"
    Rectangle {
        id: box
        objectName: "box"
        function go() { moves.restart() }
        width: 20; height: 20; color: "red"
        SequentialAnimation {
            id: moves
            NumberAnimation { target: box; property: "x"; from: 0; to: 300; duration: 150 }
            PauseAnimation { duration: 600 }
            NumberAnimation { target: box; property: "x"; from: 300; to: 600; duration: 150 }
        }
    }
}
"""


def test_a_pause_in_which_nothing_moves_is_no_slow_frame(show: Callable[..., Screen]) -> None:
    screen = show(PAUSED, size=(640, 360))
    eye, box = screens.Eye(screen.view), screen.item("box")

    def go() -> None:
        QMetaObject.invokeMethod(box, "go")

    frames = eye.frames_of(go, 1_100, lambda: 0 < box.x() < 300 or 300 < box.x() < 600)
    assert len(frames) > 2
    assert max(frames) < 600
