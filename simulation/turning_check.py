"""Cards that a Player turns himself (003 §3.12, 002 §3.10), from the log and from what the console was told.

The times and the rules of `console/table/turning.py`, told again.

Nobody else turns them, unless their time is over, the Dealer goes on, or somebody rules. While they lie there nobody is
asked anything and nothing is certified. And they do not lie there for ever. Of a Dealer who flips his cards last (002
§3.13) they lie there as long, unless somebody rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.loop import Tick
from simulation.world import Violation, World

ONE_MS: Final = 12_000  # for a card that nobody touches
ALL_MS: Final = 44_000  # for all of them
LATE_MS: Final = 1_500  # that the console's clock may be asked late


class TurningCheck:
    def __init__(self, world: World) -> None:
        self.world = world
        self._asked: dict[str, set[int]] = {}  # in this batch: who turns which, or has taken them up
        self._forced = False  # the Dealer, the shoe or a ruling turns them
        self._ruled = False  # only a person's word does
        self._lie_ms = self._touched_ms = 0
        self._round_no = 0
        self._halts: set[str] = set()

    def batch(self, inputs: Sequence[Any], down: Mapping[int, str]) -> None:
        """`down`: for whom each card lies face down, before this is decided."""
        self._asked, self._forced, self._ruled = {}, False, False
        for given in inputs:
            if not isinstance(given, Heard):
                self._forced |= not isinstance(given, Tick)
            elif isinstance(given.request, m.TurnCards) and given.request.round_no == self._round_no:
                self._asked.setdefault(given.peer, set()).update(given.request.draws)
            elif isinstance(given.request, m.Command):
                self._forced = True
        if any(down.values()) and not self._halts and self.world.now_ms - self._lie_ms > ALL_MS + LATE_MS:
            raise Violation("3.12", f"{down} lie face down since {self.world.now_ms - self._lie_ms} ms")

    def wrote(self, seq: int, event: Fact, down: Mapping[int, str]) -> None:
        now_ms, lies = self.world.now_ms, [draw for draw, to in down.items() if to]
        match event:
            case e.Ordered():
                self._ruled = True
            case e.WindowOpened(id=key) if key.n == 1:
                self._round_no = key.round_no
            case e.WindowOpened() | e.Certified() if lies:
                raise Violation("3.12", f"entry {seq}: {event}, and {lies} lie face down for Players")
            case e.CardDealt() | e.ConsoleStarted():
                self._lie_ms = self._touched_ms = now_ms
            case e.Halted(reason=reason):
                self._halts.add(reason)
            case e.Resumed(reason=reason):
                self._halts.discard(reason)
                self._lie_ms = self._touched_ms = now_ms
            case e.InterruptionAnswered(affects=affects):
                self._forced |= affects  # a strict House says so by itself, and turns all the cards of the Void
                self._halts.discard("interrupted")
                self._lie_ms = self._touched_ms = now_ms
            case e.Interrupted():
                self._halts.add("interrupted")
            case e.HandHandled(terminal=who):
                if who not in self._asked or who not in down.values():
                    raise Violation("3.12", f"entry {seq}: {event}, and {self._asked} touch {down}")
                self._touched_ms = now_ms
            case e.CardRevealed(draw=draw) if down.get(draw):
                self._revealed(seq, draw, down[draw])
            case e.CardRevealed(draw=draw) if lies and not self._ruled:
                raise Violation(
                    "3.13", f"entry {seq}: the Dealer flips card {draw}, and {lies} lie face down for Players"
                )
            case _:
                pass

    def _revealed(self, seq: int, draw: int, to: str) -> None:
        now_ms = self.world.now_ms
        if draw in self._asked.get(to, ()):
            self._touched_ms = now_ms
            self.world.fault("Q", to)
            return
        over = now_ms - self._touched_ms >= ONE_MS or now_ms - self._lie_ms >= ALL_MS
        if not (over or self._forced):
            raise Violation("3.12", f"entry {seq}: card {draw} is turned, which lies there for {to}: {self._asked}")
        self.world.fault("QL", to)
