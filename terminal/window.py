"""The terminal's window: starts Qt, the Runtime in a thread of its own, and hands pictures over by one queued signal.

Decides nothing and shows nothing itself: the view model and QML do. Must never touch the session: that is the worker's.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QUrl
from PySide6.QtQuick import QQuickView

from protocol import looks
from protocol.config import PeerConfig
from protocol.process import Log
from terminal.intents import Intent
from terminal.runtime import Runtime
from terminal.screen import TerminalView, show
from terminal.ticket import Ticket, TicketPictures, write_pdf
from terminal.viewmodel import TerminalModel, written

MAIN: Final = Path(__file__).parent / "qml" / "Main.qml"


class ScreenBroken(Exception):
    """QML did not load: it has said why."""


def ticket_of(view: TerminalView, number: str) -> Ticket | None:
    """What is printed on a ticket that was issued here."""
    for issued, amount, _state in view.tickets:
        if issued == number:
            text = written(amount, view.placard.exponent)
            return Ticket(number, text, view.placard.currency, view.placard.name, view.terminal)
    return None


class Screen:
    """Engine, view model and window for one terminal. Knows no Runtime: intents go to `submit`."""

    def __init__(
        self,
        view: TerminalView,
        submit: Callable[[Intent], None],
        *,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        tickets: Path | None = None,
    ) -> None:
        """`tickets`: the folder in which the emulated printer puts them, as PDF."""
        self._folder = tickets
        self.model = TerminalModel(submit, view, self._print)
        self.view = QQuickView()
        engine = self.view.engine()
        self.languages = looks.setup(engine)
        engine.addImageProvider("ticket", TicketPictures(self._find))
        self.languages.select(language)
        self.view.setInitialProperties({"vm": self.model})
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.setTitle(f"ETG {view.terminal}")
        self.view.resize(*size)
        self.model.spoken.connect(self.languages.select)

    def load(self) -> None:
        """Now that all is set."""
        self.view.setSource(QUrl.fromLocalFile(str(MAIN)))
        if self.view.errors():
            raise ScreenBroken("\n".join(error.toString() for error in self.view.errors()))

    def _find(self, number: str) -> Ticket | None:
        return ticket_of(self.model.view, number)

    def _print(self, view: TerminalView, number: str) -> None:
        ticket = ticket_of(view, number)
        if self._folder is not None and ticket is not None:
            write_pdf(ticket, self._folder / f"{number}.pdf")

    def close(self) -> None:
        """QML first: it must not outlive what it is bound to."""
        self.view.setSource(QUrl())
        self.view.close()
        self.view.deleteLater()
        QCoreApplication.sendPostedEvents(self.view, QEvent.Type.DeferredDelete.value)


class Window:
    """A Screen with a Runtime behind it."""

    def __init__(
        self,
        config: PeerConfig,
        log: Log,
        *,
        language: str,
        tickets: Path | None = None,
        also: Callable[[TerminalView], None] = lambda _view: None,
    ) -> None:
        """`also` sees each picture, too, in the worker's thread: a bot."""
        self._also = also
        self._failure: Exception | None = None
        self._worker = Thread(target=self._work, name="runtime")
        self.runtime = Runtime(config, self._shown, log)
        view = show(self.runtime.session)
        self.screen = Screen(view, self.runtime.submit, language=language, tickets=tickets)
        self.screen.load()

    def show(self, size: tuple[int, int] | None = None, place: tuple[int, int] | None = None) -> None:
        """On the whole screen, unless a size is given."""
        view = self.screen.view
        if size is None:
            view.showFullScreen()
            return
        view.resize(*size)
        if place is not None:
            view.setPosition(*place)
        view.show()

    def start(self) -> None:
        self._worker.start()

    def close(self) -> None:
        """The worker first, so that no picture comes to a screen that is gone."""
        self.runtime.stop()
        if self._worker.is_alive():
            self._worker.join()
        self.runtime.close()
        self.screen.close()

    def check(self) -> None:
        """Raises what has ended the worker, if anything did: the process must not end as if all were well."""
        if self._failure is not None:
            raise self._failure

    # --- the worker's thread ------------------------------------------------------------------------------------------

    def _shown(self, view: TerminalView) -> None:
        self.screen.model.pictured.emit(view)
        self._also(view)

    def _work(self) -> None:
        try:
            self.runtime.run()
        except Exception as error:  # noqa: BLE001  whatever it is: the main thread raises it again, and the process ends
            self._failure = error
            QCoreApplication.quit()
