"""The clock and the dice of a simulated table: one heap of events, one source of chance, one count of faults.

Everything that happens is a consequence of the seed: the same seed gives the same run, byte for byte.
"""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from heapq import heappop, heappush
from random import Random
from typing import Any, Final

from simulation.recorder import Recorder


class Crash(Exception):
    """A simulated process dies here. Nothing of ours catches it but the node whose process it is."""


class Violation(Exception):
    """An invariant does not hold. The run ends here."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name


# FAULTS 4.1 to 4.3, in our words. A fault is counted where it changed what happened, not where it was rolled.
FAULTS: Final = {
    "T1": "terminal killed before its local write",
    "T2": "terminal killed after its local write, before sending",
    "T3": "terminal killed after sending, before the console wrote",
    "T4": "terminal killed after the console wrote, before it knew",
    "T5": "terminal killed with the answer in hand, before writing it",
    "T6": "terminal dark through a settlement with a Bet in play",
    "T7": "terminal killed while it applied a settlement",
    "T8": "terminal's disk lost, or the terminal dead for good",
    "T9": "terminal's old disk image restored",
    "T10": "terminal hung in the middle of a Round",
    "C1": "console killed around a commit, a send or a serial acknowledgement",
    "C2": "console killed while Bets were open",
    "C3": "console killed after one or two cards",
    "C4": "console killed after three or more cards",
    "C5": "console killed before the settlement was written",
    "C6": "console killed between settlement and broadcast",
    "C7": "power lost at the whole table with a commit under way",
    "C8": "the console's disk lost its last commits",
    "C9": "a commit of the console failed",
    "C10": "the console's disk was full",
    "C11": "the console's disk was read-only",
    "C12": "a byte of the console's journal was flipped",
    "C13": "the console's journal was edited, links and all",
    "C14": "a second console was started (a probe: it must be refused)",
    "C15": "the console ran out of memory in the middle of a batch",
    "C16": "another version was started in a Round (a probe: it must stop)",
    "N1": "two-way partition",
    "N2": "messages to the console lost",
    "N3": "messages to a terminal lost",
    "N4": "an answer that was lost or delayed, and came after the close",
    "N5": "messages doubled",  # and that the console had to answer twice: a follower just ignores what it has
    "N6": "entries that overtook those before them, and had to wait",
    "N7": "a clogged link, freed all at once",
    "N8": "broadcasts lost",
    "N9": "all terminals started at once",
    "N10": "entries written under a jumping clock",
    "N11": "slow or half-open links",
    "O": "terminal dark overnight: it came back on another gaming day",
    "S": "shoe: noise, lost bytes, unplugged, misread, unread",
    "D": "dealer: cards out of turn, wrong or late orders, wrong certificate",
    "W": "the console paid wrong",
    "L": "lies: forged, replayed, contradictory or malformed messages",
    "A2": "a key that had ended was used",
    "A3": "two machines with one key spoke at once",
    "A4": "a process took over from another with its key",
    "A5": "a process was started under another name or role than its key's",
    "P": "panel killed",
    "H1": "two people gave orders of which one could be obeyed",
    "H2": "a person ordered what is above his position",
    "H3": "a person was alone, or with somebody too low, where two are needed",
    "H4": "a person tried to have money paid that was not his to pay",
    "H5": "a wrong PIN was given",
    "H6": "a signature was refused: the same person, too low, another order, or nothing to sign",
    "F1": "display, archive or witness killed",
    "F2": "display, archive or witness cut off",
    "F3": "display, archive or witness claimed another log",
    "F4": "a copy outside was dark at a start, and another has confirmed it",
    "F5": "a key asked for what is not for its role",
    "Q": "a Player turned a card that lay face down for him",
    "QL": "a card was turned for a Player, who took too long or was not waited for",
    "A6": "key and disk of a terminal were copied, and both machines heard",
    "A7": "a peer came back with a new key",
    "V1": "note acceptor: a jam, the note is given back",
    "V2": "note acceptor: power lost with a note in it",
    "V3": "note acceptor: a note told twice",
    "V4": "printer: no paper",
    "V5": "printer: power lost in the middle of a print",
    "V6": "printer: an id used again",
    "V7": "scanner: not the number that is on the paper",
    # Where nobody deals (004).
    "U1": "the seed of a shuffle was lost, and its Round with it",
    "U2": "a terminal did not open its nonce",
    "U3": "the House dealt or opened another order than it was bound to",
    "G1": "a participant who stays away was turned away",
    "G2": "a participant was turned away: a Bet of his is in play elsewhere",
    "G3": "a participant's session was ended by staff, by his exclusion or by another process of the terminal",
    "G4": "a Bet was refused, since whose it was has left or stays away",
    "K1": "the console's clock was set, and it is on record",
    "K2": "the console came back with a clock that had lost the time",
    "K3": "a process began with a clock of its own",
    # Of real journals, of console and terminals (`real_disk.py`).
    "J1": "disk: power lost in a write; bytes lost, torn or out of order",
    "J2": "disk: a write, a truncation or a sync failed",
    "J3": "disk: full in the middle of a commit",
    "J4": "disk: had lied about a sync, and lost what it had promised",
    "J5": "disk: a bit was another, and that was found",
    "J6": "disk: could not be opened or read, or was read short",
    "J7": "disk: a checkpoint was forged, and not believed",
}


class World:
    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = Random(seed)
        self.now_ms = 0
        self.clock_jump_ms = 0  # what the wall clock is wrong by; nobody but people reads it
        self.nights = 0  # that have passed
        self.faults: Counter[str] = Counter()
        self.recorder = Recorder()
        self._heap: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self._count = 0

    def after(self, delay_ms: float, action: Callable[..., None], *args: Any) -> None:
        count = self._count = self._count + 1
        heappush(self._heap, (self.now_ms + int(delay_ms), count, action, args))

    def step(self) -> bool:
        """The next event; False: nothing is left to happen."""
        if not self._heap:
            return False
        self.now_ms, _, action, args = heappop(self._heap)
        action(*args)
        return True

    def run_until(self, time_ms: int) -> None:
        while self._heap and self._heap[0][0] <= time_ms:
            self.step()
        self.now_ms = max(self.now_ms, time_ms)

    def wall_time(self) -> str:
        return str(1_800_000_000_000 + self.now_ms + self.clock_jump_ms)

    def day(self, ahead: int = 0) -> str:
        """The gaming day; or what a clock says that is so many days ahead."""
        return (date(2027, 1, 15) + timedelta(days=self.nights + ahead)).isoformat()

    def stream(self, _who: str) -> Random:
        """The dice of one actor or line. Here all throw the same; in a `DirectedWorld` each has its own."""
        return self.rng

    def happens(self, _what: str = "") -> bool:
        """Asked before something that would happen and could as well not: whoever shrinks a run leaves it out here."""
        return True

    def chance(self, probability: float, dice: Random | None = None, _what: str = "", _detail: Any = "") -> bool:
        return probability > 0 and (self.rng if dice is None else dice).random() < probability

    def note(self, who: str, what: str, detail: Any = "") -> None:
        self.recorder.line(self.now_ms, who, what, detail)

    def fault(self, kind: str, who: str, what: str = "") -> None:
        self.faults[kind] += 1
        self.note(who, f"! {kind}", what or FAULTS[kind])
