"""What every window of ours has in common: a QML file with our looks in it, and the thread that works behind it.

Must never know what is shown, nor what the worker does. Whatever the worker makes comes over by a queued signal.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QUrl
from PySide6.QtQuick import QQuickView

import looks


class QmlBroken(Exception):
    """QML did not load: it has said why."""


class Pane:
    """One QML file in a window, bound to the owner's view model as `vm`."""

    model: QObject

    def __init__(self, main: Path, *, title: str, language: str, size: tuple[int, int]) -> None:
        self._main = main
        self.view = QQuickView()
        self.languages = looks.setup(self.view.engine())
        self.languages.select(language)
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.setTitle(title)
        self.view.resize(*size)

    def load(self) -> None:
        """Now that all is set."""
        self.view.setInitialProperties({"vm": self.model})
        self.view.setSource(QUrl.fromLocalFile(str(self._main)))
        if self.view.errors():
            raise QmlBroken("\n".join(error.toString() for error in self.view.errors()))

    def show(self, size: tuple[int, int] | None = None, place: tuple[int, int] | None = None) -> None:
        """On the whole screen, unless a size is given."""
        if size is None:
            self.view.showFullScreen()
            return
        self.view.resize(*size)
        if place is not None:
            self.view.setPosition(*place)
        self.view.show()

    def close(self) -> None:
        """QML first: it must not outlive what it is bound to."""
        self.view.setSource(QUrl())
        self.view.close()
        self.view.deleteLater()
        QCoreApplication.sendPostedEvents(self.view, QEvent.Type.DeferredDelete.value)


class Worker:
    """A thread of its own. When it fails, Qt's loop ends: a screen that nobody feeds would show what is past."""

    def __init__(self, work: Callable[[], None], name: str) -> None:
        self._work = work
        self._thread = Thread(target=self._run, name=name)
        self.failure: Exception | None = None

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for its end, if it was ever started. Whoever owns the work has told it to stop."""
        if self._thread.is_alive():
            self._thread.join()

    def check(self) -> None:
        """Raises what has ended it, if anything did: the process must not end as if all were well."""
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # noqa: BLE001  whatever it is: `check` raises it again in the main thread
            self.failure = error
            QCoreApplication.quit()
