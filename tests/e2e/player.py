"""A Player with a fixed mind at a headless terminal: buys in, places the same layouts in every Round, has a ticket
printed and puts it back. What he sees is written to a file, as a screen would show it to the test.

Looks only at the picture, and forgets everything when the power goes, as people at another terminal do.
"""

import os
import pickle
import signal
from pathlib import Path
from typing import Final

import msgspec

from games.boxes import SQUEEZE
from protocol.config import read_peer
from protocol.journal import JournalError
from protocol.process import Log, Stop, now_ms
from terminal import intents as t
from terminal.runtime import Runtime
from terminal.screen import TerminalView

NOTE: Final = 100_000
TICKET: Final = 1_000

Layout = dict[str, int]


class Screen(msgspec.Struct, frozen=True):
    """What a terminal has shown last, and how far its copy of the log goes."""

    link: str
    phase: str
    round_no: int
    credit: int
    stake: int
    spendable: int
    tickets: int
    notes: int
    seq: int
    idle: bool  # nothing is wanted, and nothing was asked that is not answered
    why: str


class Player:
    def __init__(self, layouts: list[Layout]) -> None:
        self.layouts = layouts  # one after the other, each as soon as the one before is registered
        self.runtime: Runtime | None = None
        self.file: Path | None = None
        self.choice = ""
        self._done: set[object] = set()

    def see(self, picture: TerminalView) -> None:
        runtime = self.runtime
        if runtime is None or self.file is None:
            return
        wants = self._wants(picture, runtime)
        idle = not wants and not runtime.session.state.outbox.asked and not picture.tickets
        shown = Screen(
            picture.link, picture.phase, picture.round_no, picture.credit, picture.stake, picture.spendable,
            len(picture.tickets), picture.notes, runtime.session.join.follower.seq, idle, picture.why,
        )  # fmt: skip
        draft = self.file.with_suffix(".new")
        draft.write_bytes(msgspec.json.encode(shown))
        draft.replace(self.file)
        for intent in wants:
            runtime.submit(intent)

    def _wants(self, picture: TerminalView, runtime: Runtime) -> list[t.Intent]:
        wants: list[t.Intent] = []
        # The acceptor has it in escrow: it is stacked, also by the process after the one that held it.
        wants += [t.NoteStacked(note) for note in runtime.session.state.outbox.notes]
        if picture.link != "joined":
            return wants
        if (
            picture.phase != "closed"
            and not picture.notes
            and not runtime.session.state.outbox.asked
            and self._once("note", picture.round_no // 3)
        ):
            wants.append(t.NoteIn(os.urandom(16), NOTE))
        for ticket, _amount, state in picture.tickets:
            if ticket in picture.numbers and self._once(ticket, state):
                number = picture.numbers[ticket]  # put in twice: once it is credit, once it is refused
                twice = [t.TicketIn(os.urandom(16), number), t.TicketIn(os.urandom(16), number)]
                wants += twice if state else [t.PrintResult(os.urandom(16), ticket, "printed")]
        if picture.windows:
            wants += self._bets(picture)
        elif self.layouts and not picture.tickets and picture.stake == 0 and self._once("cash", picture.round_no):
            wants.append(t.CashOut(os.urandom(16), TICKET))
        return wants

    def _bets(self, picture: TerminalView) -> list[t.Intent]:
        if any(shown.in_flight or shown.wanted for shown in picture.spots):
            return []
        there = {str(shown.spot): shown.registered for shown in picture.spots if shown.registered}
        at = self.layouts.index(there) + 1 if there in self.layouts else 0
        more = at < len(self.layouts)
        return [t.SetLayout("", dict(self.layouts[at]), self.choice)] if more else []  # type: ignore[arg-type]

    def _once(self, *what: object) -> bool:
        new = what not in self._done
        self._done.add(what)
        return new


class Wish(msgspec.Struct, frozen=True):
    """What a Guest is to do in the next Round. The test writes it before Bets open."""

    bets: list[Layout] = []  # one after the other, each as soon as the one before is registered
    late: Layout = {}  # what he tries when Bets are closed
    squeeze: bool = False  # he asks to turn his cards himself
    turn: int = 0  # how many of them he has turned in all when he is done
    peel: bool = False  # he takes them up, and turns none
    calm: bool = False  # he adds no Bet, and no card if he may stand
    answer: tuple[int, int, str, int] | None = None  # how often he has answered, and of which box: what, and how much

    def write(self, folder: Path, name: str) -> None:
        """For the Guest at this terminal, whole or not at all."""
        draft = folder / f"{name}.wished"
        draft.write_bytes(msgspec.json.encode(self))
        draft.replace(folder / f"{name}.wish")


class Guest(Player):
    """One who does what a test has written down, and no more: where every cent is counted. What he sees is kept whole,
    so that the test can show it on a screen.
    """

    def __init__(self) -> None:
        super().__init__([])
        self._picture: TerminalView | None = None
        self._nudged = False

    def nudge(self) -> None:
        """From a signal: there is another wish."""
        self._nudged = True
        if self.runtime is not None:
            self.runtime.peer.ring()

    def play(self) -> None:
        """As `Runtime.run`. Whoever was nudged looks at his screen again, though nothing new is on it."""
        runtime = self.runtime
        assert runtime is not None
        while not runtime.stopping:
            runtime.turn()
            if self._nudged and self._picture is not None:
                self._nudged = False
                self.see(self._picture)
            if not runtime.stopping:
                runtime.peer.wait(runtime.session.wake_ms(now_ms()))

    def see(self, picture: TerminalView) -> None:
        self._picture = picture
        super().see(picture)
        if self.file is not None:
            draft = self.file.with_suffix(".drawing")
            draft.write_bytes(pickle.dumps(picture))
            draft.replace(self.file.with_suffix(".picture"))

    def _wants(self, picture: TerminalView, runtime: Runtime) -> list[t.Intent]:
        wants: list[t.Intent] = [t.NoteStacked(note) for note in runtime.session.state.outbox.notes]
        if picture.link != "joined" or picture.phase == "closed":
            return wants
        if not (picture.credit or picture.stake or picture.booking) and self._once("note"):
            wants.append(t.NoteIn(os.urandom(16), NOTE))
        wish = self._wish()
        if wish.answer is not None and _is_offered(picture, *wish.answer[1:3]) and self._once("answer", wish.answer[0]):
            wants.append(t.AnswerBox(*wish.answer[1:]))
        if wish.calm:
            wants += _calmly(picture)
        turns = () if picture.boxes is None else picture.boxes.turns
        if turns and wish.peel and self._once("peel", picture.round_no):
            wants.append(t.TurnCards())
        chosen = [it for it in turns if it.index < wish.turn]
        wants += [t.TurnCards((it.draw,)) for it in chosen if self._once("turn", picture.round_no, it)]
        if any(window.name == "bets" for window in picture.windows):
            self.choice = SQUEEZE if wish.squeeze else ""
            if picture.mark and self._once("read", picture.mark):
                wants.append(t.PutAway(picture.mark))  # what was told about an earlier Round was read
            self.layouts = wish.bets
            wants += self._bets(picture)
        elif wish.late and picture.phase == "dealing" and self._once("late", picture.round_no):
            wants.append(t.SetLayout("", dict(wish.late)))  # type: ignore[arg-type]
        return wants

    def _wish(self) -> Wish:
        file = None if self.file is None else self.file.with_suffix(".wish")
        return Wish() if file is None or not file.exists() else msgspec.json.decode(file.read_bytes(), type=Wish)


def _is_offered(picture: TerminalView, box: int, key: str) -> bool:
    """A finger finds it on the screen: what the log has asked, this terminal may not have heard yet. What is answered
    is not touched again, by whoever stands there after a power cut either.
    """
    asked = [it for it in (() if picture.boxes is None else picture.boxes.questions) if it.box == box and not it.key]
    return any(option.key == key and not option.why for it in asked for option in it.options)


def _calmly(picture: TerminalView) -> list[t.Intent]:
    """An answer to whatever has none."""
    asked = [it for it in (() if picture.boxes is None else picture.boxes.questions) if not it.key]
    free = [(it.box, [option for option in it.options if not option.why and not option.adds]) for it in asked]
    return [t.AnswerBox(box, min(offered, key=lambda it: it.key == "hit").key, 0) for box, offered in free if offered]


def run(config_path: Path, layouts: list[Layout] | None) -> int:
    """As `etg terminal --headless`, with this Player instead of a bot; without layouts, with a Guest."""
    config = read_peer(config_path)
    log = Log(config.name)
    player = Guest() if layouts is None else Player(layouts)
    runtime = Runtime(config, player.see, log)
    player.runtime, player.file = runtime, config_path.with_suffix(".screen")
    stop = Stop(then=runtime.stop)
    try:
        if isinstance(player, Guest):
            signal.signal(signal.SIGUSR1, lambda *_: player.nudge())
            player.play()
        else:
            runtime.run()
    except JournalError as error:
        log.error("the journal has failed", why=error)
        return 1
    finally:
        runtime.close()
        stop.close()
    return 0
