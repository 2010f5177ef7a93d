"""The terminal's window: the Runtime in a thread of its own hands pictures over by one queued signal.

Decides nothing and shows nothing itself: the view model and QML do. Must never touch the session: that is the worker's.
"""

import shlex
import subprocess
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from games.money import write_amount
from looks import words
from looks.amount_words import in_words
from looks.fonts import family_of
from looks.window import Window
from protocol.config import PeerConfig
from protocol.process import Log
from terminal.intents import Intent
from terminal.runtime import Runtime
from terminal.screen import TerminalView, show
from terminal.sitting import SittingClock
from terminal.speaker import NORMAL, Speaker
from terminal.ticket import Ticket, write_pdf
from terminal.viewmodel import TerminalModel

MAIN: Final = Path(__file__).parent / "qml" / "Main.qml"


class NoPrinter(OSError):
    """Nothing can be printed here: the ticket is on record, and is paid by hand."""


class TerminalWindow(Window):
    """Knows no Runtime: intents go to `submit`."""

    def __init__(
        self,
        view: TerminalView,
        submit: Callable[[Intent], None],
        *,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        tickets: Path | None = None,
        print_command: str = "",
        emulate_devices: bool = False,
        sitting: SittingClock | None = None,
        complain: Callable[[str, str], None] = lambda _ticket, _why: None,
        speaker: Speaker | None = None,
    ) -> None:
        """`tickets`: the folder in which tickets are put, as PDF; `print_command` is given each, and then it is
        removed; `complain` hears which one was not printed, and why. `emulate_devices`: notes and tickets are put in by
        touch, which on a casino's floor would be money for nothing; and a ticket may be on the screen alone, or the
        file be the paper. Elsewhere nothing is printed without a command: the file would lie there, good, for whoever
        reads it. Devices are emulated only at a table that says that it is for training.
        """
        self.model = TerminalModel(submit, view, self._print, emulate_devices=emulate_devices)
        super().__init__(MAIN, self.model, title=f"ETG {view.terminal}", language=language, size=size)
        self._folder, self._command, self._complain = tickets, print_command, complain
        self._language = language
        self._sitting = SittingClock() if sitting is None else sitting
        self._again: set[str] = set()  # tickets that are printed once more
        self._printed: dict[str, str] = {}  # local date and time, by number; after a restart they are not known
        self.model.told.connect(self._told)
        self._speaker = speaker
        self._volume = 0 if speaker is None else speaker.volume  # of this machine, for the next Player
        if speaker is not None:
            self.model.cued.connect(speaker.play)
            self.model.turned.connect(self._turn)
        self._see_tickets()
        self._tell_of_devices()

    def _told(self, part: str) -> None:
        if part == "tickets":
            self._see_tickets()
            self._tidy_spool()
        if part in ("money", "table"):
            self._tell_of_devices()

    def _see_tickets(self) -> None:
        self._again |= {name for name, _amount, state in self.model.view.tickets if state == "again"}

    def _turn(self, volume: int) -> None:
        assert self._speaker is not None
        self._speaker.turn(volume)
        self._tell_of_devices()

    def close(self) -> None:
        super().close()
        if self._speaker is not None:
            self._speaker.close()

    def _tell_of_devices(self) -> None:
        """What the screen shows of this machine, besides the picture of the session."""
        view = self.model.view
        since_ms = self._sitting.see(int(time.time() * 1000), seated=view.credit > 0 or view.stake > 0)
        devices = {
            "emulated": self.model.emulated,
            "notHere": self.model.not_emulated_here,
            "language": self._language,  # of this machine, for the next Player
            "sinceMs": since_ms,
            "sound": self._speaker is not None and not self._speaker.silent,
            "volume": 0 if self._speaker is None else self._speaker.volume,
            "usualVolume": self._volume,
            "second": words.phases_twice(view.placard.languages),
        }
        self.model.tell([("devices", devices)])

    def _ticket(self, view: TerminalView, name: str) -> Ticket | None:
        """What is printed on a ticket that was issued here."""
        for issued, amount, _state in view.tickets:
            if issued == name and name in view.numbers:
                placard, until = view.placard, view.good_until.get(name, "")
                return Ticket(
                    view.numbers[name],
                    *(write_amount(amount, placard.exponent), placard.currency),
                    *(placard.name, view.terminal, self._printed.get(name, "")),
                    heading=words.twice(words.TICKET, "heading"),
                    where=words.twice(words.TICKET, "where"),
                    family=family_of(self.view.engine().uiLanguage()),
                    house=placard.house,
                    address=placard.address,
                    serial=name,
                    in_words=in_words(amount, placard.exponent, placard.currency),
                    until=words.twice(words.TICKET, "until" if until else "for_ever").replace("%1", until),
                    duplicate=words.twice(words.TICKET, "duplicate") if name in self._again else "",
                    training="NO REAL MONEY" if placard.training else "",
                )
        return None

    def _print(self, view: TerminalView, name: str) -> None:
        try:
            self._make_paper(view, name)
        except OSError as error:
            self._complain(name, str(error))
            raise

    def _make_paper(self, view: TerminalView, name: str) -> None:
        self._printed.setdefault(name, datetime.now().astimezone().strftime("%Y-%m-%d  %H:%M"))
        ticket = self._ticket(view, name)
        if ticket is None or not (self.model.emulated or (self._folder is not None and self._command)):
            raise NoPrinter("no printer is named (--tickets and --print), or its number has not come yet")
        if self._folder is not None:
            path = self._folder / f"ticket-{name}.pdf"
            write_pdf(ticket, path)
            if self._command:
                self._hand_over(path)

    def _hand_over(self, path: Path) -> None:
        """What was not printed must not lie there: it is as good as the paper."""
        try:
            done = subprocess.run([*shlex.split(self._command), str(path)], check=False)
            if done.returncode:
                raise NoPrinter(f"{self._command} ended with {done.returncode}")
        except OSError:
            path.unlink(missing_ok=True)
            raise

    def _tidy_spool(self) -> None:
        """What was printed, and is on record as printed, need not lie here for anybody to read."""
        if self._folder is not None and self._command:
            for name, _amount, state in self.model.view.tickets:
                if state == "printed":
                    (self._folder / f"ticket-{name}.pdf").unlink(missing_ok=True)


def at_table(
    config: PeerConfig,
    log: Log,
    *,
    language: str,
    tickets: Path | None = None,
    print_command: str = "",
    emulate_devices: bool = False,
    volume: int = NORMAL,
    also: Callable[[TerminalView], None] = lambda _view: None,
) -> tuple[TerminalWindow, Runtime]:
    """A window, and the Runtime that feeds it once it is started. `also` sees each picture, too, in the worker's
    thread: a bot.
    """

    told: list[str] = []

    def pictured(view: TerminalView) -> None:
        if emulate_devices and view.game and not view.placard.training and not told:
            told.append("no training table")
            log.warning("devices are not emulated: the console does not say that this is a training table")
        window.model.pictured.emit(view)
        also(view)

    runtime = Runtime(config, pictured, log)
    window = TerminalWindow(
        *(show(runtime.session), runtime.submit),
        language=language,
        tickets=tickets,
        print_command=print_command,
        emulate_devices=emulate_devices,
        sitting=SittingClock(config.journal.with_suffix(".since")),
        complain=lambda ticket, why: log.error("a ticket was not printed", ticket=ticket, why=why),
        speaker=Speaker(volume=volume, complain=lambda why: log.info("no sound", why=why)),
    )
    window.load()
    return window, runtime
