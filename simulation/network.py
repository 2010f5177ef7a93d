"""Links between the nodes: delay, loss, duplication, overtaking, clogs, partitions in one direction or both.

Harsher than TCP: any message may be lost, doubled or overtaken. Nothing is altered on the way (CURVE sees to that);
what a lying terminal says, it says itself.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import Struct

from simulation.world import World


class Weather(Struct):
    """How bad it is now, for messages in general."""

    drop: float = 0.0
    double: float = 0.0
    overtake: float = 0.0


class Act(Struct):
    """Something that befell a link, in one direction or both; it is counted once, when it changed something."""

    fault: str
    counted: bool = False


class Line(Struct):
    """One direction between two nodes."""

    name: str
    cut: Act | None = None
    slow: Act | None = None
    slow_ms: int = 0
    clog: Act | None = None
    clogged: list[Any] | None = None  # messages that wait
    late_ms: int = 0  # when the last message arrives that the weather has delayed


class Sent(Struct):
    """A message on its way. The node that it reaches says whether what befell it mattered."""

    data: bytes
    broadcast: bool = False
    lie: bool = False
    overtook: bool = False  # one that was sent before it on the same line, and was delayed by the weather
    key: str = ""  # that it was said with
    doubled: "list[bool] | None" = None  # shared by the two copies: True when one of them has been received


class Network:
    def __init__(self, world: World, deliver: Callable[[str, str, Sent], None]) -> None:
        self.world = world
        self.weather = Weather()
        self.sent = 0
        self._deliver = deliver
        self.matters: Callable[[str], bool] = lambda _to: True  # is anybody there who would miss a message?
        self.hurt: Callable[[str, bytes], None] = lambda _source, _data: None  # a request that is lost or comes late
        self.lines: dict[tuple[str, str], Line] = {}

    def line(self, source: str, to: str) -> Line:
        line = self.lines.get((source, to))
        if line is None:
            line = self.lines[source, to] = Line(f"{source}>{to}")
        return line

    def send(
        self, source: str, to: str, data: bytes, *, broadcast: bool = False, lie: bool = False, key: str = ""
    ) -> None:
        self.sent += 1
        world, weather = self.world, self.weather
        line = self.lines.get((source, to)) or self.line(source, to)
        rng = world.stream(line.name)
        if line.cut is not None:
            if self._missed(to, data):
                self._counts(line.cut, source, f"cut off from {to}")
                self.hurt(source, data)
            return
        if weather.drop and world.chance(weather.drop, rng, "is lost", data):
            if self._missed(to, data):
                world.faults["N8" if broadcast else "N2" if to == "console" else "N3"] += 1
                self.hurt(source, data)
            return
        sent = Sent(data, broadcast, lie, key=key)
        if line.clogged is not None:
            line.clogged.append(sent)
            return
        if weather.double and world.chance(weather.double, rng, "is doubled", data):
            sent.doubled = []
            self._carry(rng, line, source, to, Sent(data, broadcast, lie, key=key, doubled=sent.doubled))
        self._carry(rng, line, source, to, sent)

    def _missed(self, to: str, data: bytes) -> bool:
        """Would it matter to anybody if this came late or never?"""
        return self.matters(to) and b"Pulse" not in data[:24] and b"Beat" not in data[:24]

    def _carry(self, rng: Random, line: Line, source: str, to: str, sent: Sent, *, freed: bool = False) -> None:
        """`freed`: from a clog, which was counted as such."""
        world, overtake = self.world, self.weather.overtake
        delay = 1 + int(rng.random() * 4)
        slow = line.slow
        if slow is not None:
            delay += int(line.slow_ms * (0.5 + rng.random()))
        late = bool(overtake) and world.chance(overtake, rng, "is delayed", sent.data)
        if late:
            delay += int(rng.random() * 120)
        arrives = world.now_ms + delay
        if (late or slow is not None or arrives < line.late_ms) and not freed and self._missed(to, sent.data):
            if slow is not None:
                self._counts(slow, source, f"{line.slow_ms} ms to {to}")
            if slow is not None or late:
                self.hurt(source, sent.data)
            sent.overtook = arrives < line.late_ms
            if late:
                line.late_ms = max(line.late_ms, arrives)
        world.after(delay, self._deliver, source, to, sent)

    def _counts(self, act: Act, source: str, what: str) -> None:
        if not act.counted:
            act.counted = True
            self.world.fault(act.fault, source, what)

    # --- what chaos does ---------------------------------------------------------------------------------------

    def cut(self, one: str, other: str, fault: str, *, both: bool = True) -> None:
        act = Act(fault)
        for pair in [(one, other), (other, one)] if both else [(one, other)]:
            self.line(*pair).cut = act

    def slow(self, one: str, other: str, slow_ms: int) -> None:
        act = Act("N11")
        for pair in ((one, other), (other, one)):
            line = self.line(*pair)
            line.slow, line.slow_ms = act, slow_ms

    def clog(self, one: str, other: str) -> None:
        act = Act("N7")
        for pair in ((one, other), (other, one)):
            line = self.line(*pair)
            if line.clogged is None:
                line.clog, line.clogged = act, []

    def heal(self, one: str, other: str) -> None:
        for source, to in ((one, other), (other, one)):
            line = self.line(source, to)
            line.cut, line.slow = None, None
            waiting, line.clogged = line.clogged, None
            if waiting and line.clog is not None and self.matters(to):
                self._counts(line.clog, source, f"{len(waiting)} messages to {to} come at once")
            for sent in waiting or ():
                self.hurt(source, sent.data)
                self._carry(self.world.stream(line.name), line, source, to, sent, freed=True)

    def heal_all(self) -> None:
        self.weather = Weather()
        for source, to in list(self.lines):
            self.heal(source, to)
