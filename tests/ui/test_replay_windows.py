"""A Round once more in the windows of the table: forward and back, by finger and key, at its pace, and as pictures."""

from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from audit.past_screens import Frame
from audit.replay import frames_of
from deploy import replay_window
from deploy.cli import main
from deploy.replay_window import ReplayWindows
from looks import LANGUAGES
from protocol.journal import Journal
from tests.console.cluster import TABLE
from tests.floor import histories
from tests.ui.conftest import Keep
from tests.ui.quick import Framed, Screen, flaws

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return histories.keep(tmp_path_factory.mktemp("replay"), TABLE, histories.two_currencies())


@pytest.fixture(scope="module")
def frames(journal: Path) -> list[Frame]:
    with Journal.open_to_read(journal) as opened:
        return frames_of(opened, 1, "T1", "both")


class Bar(Framed):
    """The small window, with the others behind it."""

    def __init__(self, shown: ReplayWindows) -> None:
        self.shown = shown
        super().__init__(shown.bar)

    def close(self) -> list[str]:
        self.shown.leave()
        return super().close()


@pytest.fixture
def shown(frames: list[Frame]) -> ReplayWindows:
    return ReplayWindows("Round 1", frames, pace=1_000)


@pytest.fixture
def bar(shown: ReplayWindows, keep: Keep) -> Screen:
    return keep(Bar(shown))


def at(shown: ReplayWindows, frames: list[Frame]) -> int:
    """Which step the windows of the table show; all the same one."""
    assert shown.terminal is not None
    assert shown.panel is not None
    terminals = [number for number, it in enumerate(frames, 1) if it.terminal == shown.terminal.model.view]
    panels = [number for number, it in enumerate(frames, 1) if it.panel == shown.panel.model._board]
    (number,) = set(terminals) & set(panels)
    return number


def test_a_finger_goes_forward_and_back_and_both_screens_go_with_it(
    shown: ReplayWindows, bar: Screen, frames: list[Frame]
) -> None:
    assert len(frames) > 8
    assert (at(shown, frames), bar.text("where").partition(" ")[0]) == (1, "1")
    for _ in range(3):
        bar.tap("forward")
    assert at(shown, frames) == 4
    assert f"Entry {frames[3].seq}" in bar.text("when")
    assert bar.text("told").splitlines()[0] == frames[3].told[0]
    bar.tap("back")
    assert at(shown, frames) == 3
    bar.drag("line", (0.5, 0.5), (1.0, 0.5))
    assert at(shown, frames) == len(frames)
    bar.tap("forward")  # there is nothing behind it
    assert at(shown, frames) == len(frames)
    assert shown.panel is not None
    shown.panel.model.tapNext()  # what is past is past
    assert at(shown, frames) == len(frames)


def test_the_same_keys_do_it_in_every_window(shown: ReplayWindows, bar: Screen, frames: list[Frame]) -> None:
    assert bar.said() is not None
    assert shown.panel is not None
    assert shown.terminal is not None
    for window, key, wanted in (
        (shown.bar, Qt.Key.Key_Right, 2),
        (shown.panel, Qt.Key.Key_Right, 3),
        (shown.terminal, Qt.Key.Key_Left, 2),
        (shown.panel, Qt.Key.Key_End, len(frames)),
        (shown.terminal, Qt.Key.Key_Home, 1),
    ):
        QTest.keyClick(window.view, key)
        assert at(shown, frames) == wanted


def test_at_its_own_pace_it_goes_to_the_end_and_stands_still_for_whoever_looks(
    shown: ReplayWindows, bar: Screen, frames: list[Frame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_window, "PAUSE_MIN_S", 0.01)

    def plays() -> bool:
        return shown.model.playing

    bar.tap("play")
    assert plays()
    bar.tap("play")
    stood = at(shown, frames)
    assert not plays()
    bar.tap("play")
    bar.until(lambda: not plays())
    assert stood <= at(shown, frames) == len(frames)
    bar.tap("play")  # and from the beginning
    assert shown.model.at < len(frames)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_small_window_can_be_read_in_every_language(language: str, frames: list[Frame], keep: Keep) -> None:
    alone = [replace(frame, terminal=None, panel=None) for frame in frames]
    shown = ReplayWindows("BAC-07, round 1", alone, language=language)
    screen = keep(Bar(shown))
    longest = max(range(len(frames)), key=lambda number: len("".join(frames[number].told)))
    shown.model.goTo(longest + 1)
    assert flaws(screen.root) == []


def test_pictures_of_each_step_are_written_and_never_over_others(
    journal: Path, tmp_path: Path, frames: list[Frame], capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "made"
    assert replay_window.save_pictures(made, "Round 1", [frames[2], frames[-1]], language="en") == 4
    pictures = {path.name: QImage(str(path)) for path in sorted(made.iterdir())}
    assert [*pictures] == ["001_panel.png", "001_terminal.png", "002_panel.png", "002_terminal.png"]
    assert {(it.width(), it.height()) for it in pictures.values()} == {(1920, 1080)}
    assert pictures["001_terminal.png"] != pictures["002_terminal.png"]
    assert main(["replay", str(journal), "--round", "1", "--pictures", str(made)]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err
