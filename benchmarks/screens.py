"""How quick the screens are, without a GPU: start, memory, a card on its way to the eye, a finger to the answer.

Run with `etg bench screens`. The moments are those of the pictures (`deploy.rehearsal`): no disk and no wire is between
them, benchmarks/cluster.py measures those.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final, cast

ROOT: Final = Path(__file__).parents[1]
UNSEEN: Final = {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
STARTS: Final = 5
TOGETHER: Final = 4
CARDS: Final = 60  # half of them are taken away again
TAPS: Final = 60
SMOOTH_MS: Final = 1000 / 60


def main() -> None:
    os.environ |= UNSEEN
    print("Screens, software renderer, 1920x1080")
    starts = [_start() for _ in range(STARTS)]
    print(
        f"  start to first frame           {median(starts):6.0f} ms (median of {STARTS}, Python and imports included)"
    )
    print(f"  memory, {TOGETHER} side by side          {_memory():6.0f} MB each (PSS)")
    _in_this_process()


# --- other processes: `python -m benchmarks.screens` is one terminal that shows itself and waits --------------------


def _terminal() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "benchmarks.screens"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **UNSEEN},
    )


def _start() -> float:
    began = time.monotonic()
    with _terminal() as process:
        assert process.stdout is not None
        process.stdout.readline()  # its first frame is there
        ended = time.monotonic()
        process.communicate("")
    return (ended - began) * 1000


def _memory() -> float:
    processes = [_terminal() for _ in range(TOGETHER)]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    found = [_pss_mb(process.pid) for process in processes]
    for process in processes:
        process.communicate("")
    return sum(found) / len(found)


def _pss_mb(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1000


def _shown_terminal() -> int:
    from PySide6.QtGui import QGuiApplication

    from deploy.rehearsal import Rehearsal
    from terminal.window import Screen

    application = QGuiApplication([])
    table = Rehearsal(terminals=1)
    table.play(20)
    screen = Screen(table.seats["T01"].view, lambda _intent: None)
    screen.load()
    shown: list[bool] = []

    def first_frame() -> None:
        if not shown:
            shown.append(True)
            print("shown", flush=True)
            application.quit()

    screen.view.frameSwapped.connect(first_frame)
    screen.view.show()
    application.exec()
    sys.stdin.read()  # whoever started this has measured
    screen.close()
    return 0


# --- in this process -------------------------------------------------------------------------------------------------


def _in_this_process() -> None:
    from PySide6.QtCore import QObject, QPoint, QPointF, Qt
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtQuick import QQuickItem
    from PySide6.QtTest import QTest

    from deploy.rehearsal import Rehearsal, Seat
    from terminal.intents import ClearBets, Intent
    from terminal.screen import TerminalView
    from terminal.window import Screen

    _application = QGuiApplication.instance() or QGuiApplication([])
    table = Rehearsal(terminals=1)
    seat: Seat = table.seats["T01"]
    seat.buys(5_000_000)
    table.play(20)
    table.open_bets()
    seat.bets(banker=100_000)

    def submit(intent: Intent) -> None:
        seat.does(intent)
        screen.model.pictured.emit(seat.view)

    screen = Screen(seat.view, submit)
    screen.load()
    frames: list[float] = []
    screen.view.frameSwapped.connect(lambda: frames.append(time.perf_counter()))
    screen.view.show()
    QTest.qWaitForWindowExposed(screen.view)
    theme = cast("QObject", screen.view.engine().singletonInstance("Looks", "Theme"))

    def next_frame(act: Callable[[], None]) -> float:
        """From an act to the first frame after it, in ms."""
        QTest.qWait(30)
        frames.clear()
        began = time.perf_counter()
        act()
        while not frames:
            QGuiApplication.processEvents()
        return (frames[0] - began) * 1000

    def item(name: str, within: QQuickItem) -> QQuickItem | None:
        if within.objectName() == name:
            return within
        return next((found for child in within.childItems() if (found := item(name, child)) is not None), None)

    # A tap: the finger goes up, and the chip is to be seen as "placing".
    theme.setProperty("motion", False)
    spot = item("spot.tie", screen.view.rootObject())
    assert spot is not None
    at: QPoint = spot.mapToScene(QPointF(spot.width() / 2, spot.height() / 2)).toPoint()

    def tap() -> None:
        QTest.mouseClick(screen.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)

    table.away.add("T01")  # nothing is registered meanwhile: it stays "placing"
    taps, seen = [], 0
    for _ in range(TAPS):
        taps.append(next_frame(tap))
        seen += any(shown.spot == "tie" and shown.asked > shown.registered for shown in seat.view.spots)
        submit(ClearBets())
    _say("tap to visible placing", taps, f"seen in the first frame {seen} of {TAPS} times")

    # A card: from the picture's arrival to the first frame that shows something of it.
    table.away.discard("T01")
    table.turn()
    table.close_bets()
    pictures: list[TerminalView] = [seat.view]
    for card in ("2S", "2H", "2D", "4C"):
        table.draw(card)
        pictures.append(seat.view)
    theme.setProperty("motion", True)
    cards, intervals = [], []
    for number in range(CARDS):
        before, after = pictures[number % 4 : number % 4 + 2]
        screen.model.show(before)
        QTest.qWait(30)
        was = screen.view.grabWindow()
        cards.append(next_frame(lambda picture=after: screen.model.pictured.emit(picture)))  # type: ignore[misc]
        if number < 4:
            assert screen.view.grabWindow() != was, "a card came and nothing has changed"
        if number % 6 == 0:
            QTest.qWait(900)  # it comes, lies, and is turned
            intervals += [(later - sooner) * 1000 for sooner, later in pairwise(frames)]
    _say("card event to changed pixel", cards)
    smooth = sum(interval <= 1.5 * SMOOTH_MS for interval in intervals) / max(1, len(intervals))
    _say("frame during the reveal", intervals, f"{smooth:.0%} of {len(intervals)} on time for 60 a second")
    screen.close()


def _say(what: str, times_ms: Sequence[float], more: str = "") -> None:
    ordered = sorted(times_ms)
    p99 = ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
    print(f"  {what:<30} {median(ordered):6.1f} ms p50, {p99:.1f} ms p99{f'; {more}' if more else ''}")


if __name__ == "__main__":
    sys.exit(_shown_terminal())
