"""Guards the pin of Qt: PySide6 6.12.0 on CPython 3.11 loses a reference to True at every Signal.emit().

After some 600 of them the interpreter aborts, which would take a Player Terminal down in the middle of a Round. From
CPython 3.12 on True is immortal: its count means nothing, and it is enough that the interpreter lives on.
"""

import subprocess
import sys

import PySide6
import shiboken6

# In a process of its own: the fault would not fail a test, it would abort pytest.
EMIT = """
import sys
from PySide6.QtCore import QObject, Signal

class Button(QObject):
    pressed = Signal(bool)

button = Button()
button.pressed.connect(lambda down: None)
before = sys.getrefcount(True)
for _ in range(10_000):
    button.pressed.emit(True)
print(sys.getrefcount(True) - before)
"""


def test_emitting_a_signal_keeps_the_references_to_true() -> None:
    emitter = subprocess.run([sys.executable, "-c", EMIT], capture_output=True, text=True, check=False)
    assert emitter.returncode == 0, emitter.stderr
    assert int(emitter.stdout) >= 0 or sys.version_info >= (3, 12)


def test_qt_is_a_version_known_to_be_clean() -> None:
    assert (6, 11, 3) <= PySide6.__version_info__[:3] < (6, 12)
    assert shiboken6.__version__ == PySide6.__version__
