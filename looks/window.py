"""What every window of ours is: a QML file with our looks in it, its view model, and the thread that feeds it.

Must never know what is shown, nor what the feed does. Whatever the feed makes comes over by a queued signal.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtQuick import QQuickView

import looks
from looks import garbage
from looks.viewmodel import ViewModel


class QmlBroken(Exception):
    """QML did not load: it has said why."""


class Feed(Protocol):
    """What works behind a window, in a thread of its own: sockets, a core, and pictures for the view model."""

    def run(self) -> None:
        """Until `stop`."""

    def stop(self) -> None:
        """From any thread."""

    def close(self) -> None: ...

    @property
    def ended(self) -> str:
        """Why it is shut out for good; "" if it is not."""


class Window:
    """One QML file, bound to its view model as `vm`; if it has a feed, with the worker that runs it."""

    def __init__(self, main: Path, model: ViewModel, *, title: str, language: str, size: tuple[int, int]) -> None:
        self._main = main
        self._model = model  # QML does not keep alive what it is given
        self._feed: Feed | None = None
        self._worker: Worker | None = None
        garbage.collect_here()
        self.view = QQuickView()
        self.languages = looks.setup(self.view.engine())
        self.languages.select(language)
        model.spoken.connect(self.languages.select)
        model.played.connect(self.languages.ask_again)
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.setTitle(title)
        self.view.resize(*size)

    def load(self) -> None:
        """Now that all is set."""
        self.view.setInitialProperties({"vm": self._model})
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

    def start(self, feed: Feed) -> None:
        """The window has this feed from now on, and closes it when it is closed itself."""
        self._feed, self._worker = feed, Worker(feed.run)
        self._worker.start()

    def check(self) -> None:
        """Raises what has ended the feed, if anything did: the process must not end as if all were well."""
        if self._worker is not None:
            self._worker.check()

    def close(self) -> None:
        """The feed first, so that no picture comes to a window that is gone; then QML, which must not outlive what it
        is bound to.
        """
        if self._feed is not None and self._worker is not None:
            self._feed.stop()
            self._worker.join()
            self._feed.close()
        self.view.setSource(QUrl())
        self.view.close()
        self.view.deleteLater()
        QCoreApplication.sendPostedEvents(self.view, QEvent.Type.DeferredDelete.value)


class Worker:
    """A thread of its own. When it fails, Qt's loop ends: a screen that nobody feeds would show what is past."""

    def __init__(self, work: Callable[[], None]) -> None:
        self._work = work
        self._thread = Thread(target=self._run, name="feed")
        self.failure: Exception | None = None

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        """Waits for its end, if it was ever started. Whoever owns the work has told it to stop."""
        if self._thread.is_alive():
            self._thread.join()

    def check(self) -> None:
        if self.failure is not None:
            raise self.failure

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # noqa: BLE001  whatever it is: `check` raises it again in the main thread
            self.failure = error
            QCoreApplication.quit()
