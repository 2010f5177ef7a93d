"""A Player without hands: sees the pictures of a terminal and wants things of it, as a person with too much time would.

Lives in a thread of its own and knows only what the screen shows. The same seed wants the same things in the same
situations; what it gets depends on the table.
"""

import random
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from console.credentials import DEMO_PIN
from deploy.demo import box_player
from games.round import Limit, Spot, kind_of
from terminal import intents as t
from terminal.boxes_screen import BoxesShown
from terminal.participant import ParticipantShown
from terminal.runtime import Runtime
from terminal.screen import TerminalView, WindowShown

LOOK_S: Final = 0.4  # between two taps, at haste 1
COPIED: Final = 0.25  # of the papers that lie about: somebody tries each of them twice
NO_LIMIT: Final = Limit()


class Bot:
    def __init__(
        self,
        seed: int,
        haste: float = 1.0,
        notes: tuple[int, ...] = (50_000, 100_000),
        papers: Path | None = None,
        person: str = "",
    ) -> None:
        """`papers`: a folder where tickets lie, for whoever comes along at any table. Else each keeps its own.
        `person`: his number, where participants sign on.
        """
        self._person = person
        self._rng = random.Random(seed)
        self._pause_s = LOOK_S / max(haste, 0.001)
        self._notes = notes
        self._pictures: SimpleQueue[TerminalView | None] = SimpleQueue()
        self._runtime: Runtime | None = None
        self._thread = Thread(target=self._live, name="bot", daemon=True)
        self._note: bytes | None = None  # in the acceptor
        self._printed: set[str] = set()
        self._window = ""  # that it is answering,
        self._taps = 0  # and how often it will still tap
        self._spots: tuple[Spot, ...] = ()  # where it likes to bet in this Round
        self._pocket: list[str] = []  # tickets
        self._papers = papers

    def see(self, picture: TerminalView) -> None:
        """From the terminal's thread."""
        self._pictures.put(picture)

    def play(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._thread.start()

    def leave(self) -> None:
        self._pictures.put(None)
        self._thread.join()

    def _live(self) -> None:
        picture: TerminalView | None = None
        while True:
            try:
                seen = self._pictures.get(timeout=self._pause_s * (0.5 + self._rng.random()))
                while not self._pictures.empty():
                    seen = self._pictures.get() if seen is not None else None
            except Empty:
                if picture is not None and picture.link == "joined" and picture.placard.training:
                    self._want(picture)  # nowhere else: its notes are none
                continue
            if seen is None:
                return
            picture = seen
            self._attend(picture)

    def _submit(self, intent: t.Intent) -> None:
        if self._runtime is not None:
            self._runtime.submit(intent)

    # --- devices: note acceptor and printer ------------------------------------------------------------------------

    def _attend(self, picture: TerminalView) -> None:
        if self._note in picture.held_notes:
            self._submit(t.NoteStacked(self._note))  # it is held durably: the acceptor stacks it
            self._note = None
        elif self._note in picture.refused:
            self._note = None  # not taken: the Player has it back
        for ticket, _amount, state in picture.tickets:
            if not state and ticket not in self._printed and ticket in picture.numbers:
                self._printed.add(ticket)
                self._keep(picture.numbers[ticket])
                self._submit(t.PrintResult(self._rng.randbytes(16), ticket, "printed"))

    # --- the Player ----------------------------------------------------------------------------------------------

    def _want(self, picture: TerminalView) -> None:
        rng = self._rng
        if picture.participant is not None and (coin := self._as_participant(picture, picture.participant)) is not None:
            self._submit(coin)
        elif picture.participant is not None and not picture.participant.number:
            return  # a PIN is being looked at
        elif picture.boxes is not None and (wish := self._at_boxes(picture, picture.boxes)) is not None:
            self._submit(wish)
        elif picture.windows and picture.phase != "deciding":
            self._answer(picture, picture.windows[0])
        elif picture.participant is not None:
            return  # he has what the House grants: there are no notes and no tickets
        elif (number := self._paper()) is not None:
            self._submit(t.TicketIn(rng.randbytes(16), number))
        elif picture.credit < min(self._notes) // 5 and self._note is None and not picture.notes:
            self._note = rng.randbytes(16)
            self._submit(t.NoteIn(self._note, rng.choice(self._notes)))
        elif picture.phase == "ready" and self._has_enough(picture) and rng.random() < 0.1:
            self._submit(t.CashOut(rng.randbytes(16), picture.spendable // 2))

    def _as_participant(self, picture: TerminalView, found: ParticipantShown) -> t.Intent | None:
        """Signs on; and now and then, or when nothing is left of one coin, he plays with the other."""
        if not found.number:
            ready = self._person and not found.trying and not found.leaving
            return t.SignOnHere(self._rng.randbytes(8), self._person, DEMO_PIN) if ready else None
        others = [code for code, amount in found.coins if code != found.coin and amount]
        spent = picture.credit < min((limit.min for limit in picture.felt.limits.values()), default=0)
        if picture.phase != "ready" or picture.stake or found.choosing or not others:
            return None
        return t.ChooseCoin(self._rng.choice(others)) if spent or self._rng.random() < 0.05 else None

    def _has_enough(self, picture: TerminalView) -> bool:
        """Who goes from table to table cashes out sooner."""
        return picture.spendable > (3 * max(self._notes) if self._papers is None else min(self._notes) // 2)

    # --- tickets -------------------------------------------------------------------------------------------------

    def _keep(self, number: str) -> None:
        if self._papers is None:
            self._pocket.append(number)
            return
        with suppress(FileNotFoundError):  # the demo is over, and has cleared away
            (self._papers / number).touch()
            if self._rng.random() < COPIED:
                (self._papers / f"{number}.copy").touch()

    def _paper(self) -> str | None:
        """One to put in now; whoever takes it from the folder has it alone."""
        if self._rng.random() >= 0.5:
            return None
        if self._papers is None:
            return self._pocket.pop() if self._pocket else None
        lying = sorted(self._papers.iterdir()) if self._papers.exists() else []
        if not lying:
            return None
        chosen = self._rng.choice(lying)
        try:
            chosen.unlink()
        except FileNotFoundError:
            return None
        return chosen.stem

    def _at_boxes(self, picture: TerminalView, boxes: BoxesShown) -> t.Intent | None:
        if picture.phase == "ready" and picture.credit:
            return box_player.seat_wanted(boxes, self._rng)
        return box_player.answer(picture, boxes, self._rng) if picture.phase == "deciding" else None

    def _answer(self, picture: TerminalView, window: WindowShown) -> None:
        rng = self._rng
        if window.choices and not window.spots:
            self._submit(t.SetLayout(window.name, {}, rng.choice(window.choices)))
            return
        if self._window != f"{picture.round_no} {window.name}":
            self._window = f"{picture.round_no} {window.name}"
            self._taps = rng.choice((1, 1, 2, 2, 3, 5))
            self._spots = tuple(rng.sample(window.spots, min(len(window.spots), rng.choice((1, 1, 1, 2)))))
            if picture.boxes is not None:
                self._spots = box_player.places(picture.boxes, window.spots, rng)
        if not self._spots:
            return
        # Who has taken his last chip back bets again, if he can: a Dealer may be waiting for a Bet of each Player.
        can = picture.spendable and self._chip(picture, self._spots[0]) <= picture.spendable
        if self._taps <= 0 and (picture.spots or not can):
            return
        self._taps -= 1
        dice = rng.random() if picture.spots else 0.0  # first a chip
        if dice < 0.92 and picture.spots and picture.boxes is not None and _purse(picture) < _laid(picture):
            return  # it may want to split, and to double
        if dice < 0.75:
            spot = rng.choice(self._spots) if picture.spots or picture.boxes is None else self._spots[0]
            self._submit(t.PlaceBet(spot, self._chip(picture, spot)))
        elif dice < 0.85:
            self._submit(t.RepeatBets())
        elif dice < 0.92:
            self._submit(t.DoubleBets())
        elif dice < 0.97:
            self._submit(t.UndoBet())
        else:
            self._submit(t.ClearBets())

    def _chip(self, picture: TerminalView, spot: Spot) -> int:
        """A chip that the minimum of this Spot allows, and that there is money for."""
        limit = picture.felt.limits.get(kind_of(spot), NO_LIMIT)
        placed = any(shown.spot == spot for shown in picture.spots)
        chips = [chip for chip in picture.placard.chips or (100,) if placed or chip >= limit.min]
        chips = [chip for chip in chips if chip <= _purse(picture)]
        return self._rng.choice(chips[:3]) if chips else limit.min


def _laid(picture: TerminalView) -> int:
    return sum(shown.asked for shown in picture.spots)


def _purse(picture: TerminalView) -> int:
    """What it would still lay. On boxes a quarter of its money lies there at most: a split wants as much again, and so
    does each double.
    """
    if picture.boxes is None:
        return picture.spendable
    laid = _laid(picture)
    return (picture.spendable + laid) // 4 - laid
