"""Links between the nodes: delay, loss, duplication, overtaking, clogs, partitions in one direction or both.

Harsher than TCP: any message may be lost, doubled or overtaken. Nothing is altered on the way (CURVE sees to that);
what a lying terminal says, it says itself.
"""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from simulation.world import World


class Weather(Struct):
    """How bad it is now, for messages in general."""

    drop: float = 0.0
    double: float = 0.0
    overtake: float = 0.0


class Line(Struct):
    """One direction between two nodes."""

    cut: str = ""  # the fault that cuts it, counted when it swallows something
    slow_ms: int = 0
    clogged: list[Any] | None = None  # messages that wait
    latest_ms: int = 0  # when the last message so far arrives
    counted: bool = False


class Network:
    def __init__(self, world: World, deliver: Callable[[str, str, bytes, bool], None]) -> None:
        self.world = world
        self.weather = Weather()
        self.sent = 0
        self._deliver = deliver
        self.matters: Callable[[str], bool] = lambda _to: True  # is anybody there who would miss a message?
        self.lines: dict[tuple[str, str], Line] = {}

    def line(self, source: str, to: str) -> Line:
        line = self.lines.get((source, to))
        if line is None:
            line = self.lines[source, to] = Line()
        return line

    def send(self, source: str, to: str, data: bytes, *, broadcast: bool = False) -> None:
        self.sent += 1
        world, weather = self.world, self.weather
        line = self.line(source, to)
        if line.cut:
            if not line.counted:
                line.counted = True
                world.fault(line.cut, source, f"cut off from {to}")
            return
        matters = self.matters(to) and b"Pulse" not in data[:24] and b"Beat" not in data[:24]
        if weather.drop and world.rng.random() < weather.drop:
            if matters:
                world.faults["N8" if broadcast else "N2" if to == "console" else "N3"] += 1
            return
        if line.clogged is not None:
            line.clogged.append((data, broadcast))
            return
        self._carry(line, source, to, data, broadcast, matters)
        if weather.double and world.rng.random() < weather.double:
            world.faults["N5"] += matters
            self._carry(line, source, to, data, broadcast, False)

    def _carry(self, line: Line, source: str, to: str, data: bytes, broadcast: bool, matters: bool) -> None:
        world = self.world
        delay = 1 + int(world.rng.random() * 4)
        if line.slow_ms:
            delay += int(line.slow_ms * (0.5 + world.rng.random()))
            if not line.counted:
                line.counted = True
                world.fault("N11", source, f"{line.slow_ms} ms to {to}")
        if self.weather.overtake and world.rng.random() < self.weather.overtake:
            delay += int(world.rng.random() * 120)
        arrives = world.now_ms + delay
        if arrives < line.latest_ms and matters and self.weather.overtake:
            world.faults["N6"] += 1
        line.latest_ms = max(line.latest_ms, arrives)
        world.after(delay, self._deliver, source, to, data, broadcast)

    # --- what chaos does ---------------------------------------------------------------------------------------

    def cut(self, one: str, other: str, fault: str, *, both: bool = True) -> None:
        pairs = [(one, other), (other, one)] if both else [(one, other)]
        for pair in pairs:
            line = self.line(*pair)
            line.cut, line.counted = fault, False

    def slow(self, one: str, other: str, slow_ms: int) -> None:
        for pair in ((one, other), (other, one)):
            line = self.line(*pair)
            line.slow_ms, line.counted = slow_ms, False

    def clog(self, one: str, other: str) -> None:
        for pair in ((one, other), (other, one)):
            line = self.line(*pair)
            if line.clogged is None:
                line.clogged = []

    def heal(self, one: str, other: str) -> None:
        for pair in ((one, other), (other, one)):
            line = self.line(*pair)
            line.cut, line.slow_ms = "", 0
            waiting, line.clogged = line.clogged, None
            if waiting:
                self.world.fault("N7", pair[0], f"{len(waiting)} messages to {pair[1]} come at once")
            for data, broadcast in waiting or ():
                self._carry(line, *pair, data, broadcast, False)

    def heal_all(self) -> None:
        self.weather = Weather()
        for source, to in list(self.lines):
            self.heal(source, to)
