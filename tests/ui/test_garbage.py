"""A process with windows looks for garbage in the thread of its windows, whoever has made it.

Else what belongs to Qt is destroyed in the thread of a feed, which kills the timers of another thread: Qt says
"Timers cannot be stopped from another thread", and the process crashes, now or at the next window.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# In a process of its own: pytest has its own way with garbage (tests/conftest.py).
WINDOW = """
import sys, threading, time, weakref
from pathlib import Path
from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QGuiApplication
from looks.viewmodel import ViewModel
from looks.window import Window

class Bound(QObject):
    "With a timer, and in a circle: nobody but the search for garbage lets go of it."
    def __init__(self):
        super().__init__()
        self.itself = self
        self.startTimer(60_000)

class Feed:
    "Makes garbage, in a thread of its own, until that of the window is found."
    ended = ""
    stopping = False
    def run(self):
        while not self.stopping:
            for _ in range(1_000):
                circle = []
                circle.append(circle)
            time.sleep(0.001)
    def stop(self):
        self.stopping = True
    def close(self): ...

application = QGuiApplication([])
window = Window(Path(sys.argv[1]), ViewModel(), title="", language="en", size=(100, 100))
window.load()
found_in = []
weakref.finalize(Bound(), lambda: found_in.append(threading.get_ident()))
looks = QTimer()
looks.timeout.connect(lambda: found_in and application.quit())
looks.start(10)
window.start(Feed())
application.exec()
window.close()
window.check()
print("in the thread of the window" if found_in == [threading.get_ident()] else "in another one")
"""


def test_garbage_of_a_window_is_found_in_the_thread_of_the_window(tmp_path: Path) -> None:
    page = tmp_path / "Page.qml"
    page.write_text("import QtQuick\nItem { property var vm }")
    ran = subprocess.run(
        [sys.executable, "-c", WINDOW, str(page)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "in the thread of the window\n", "")
