"""What stands around a production core in the simulator and makes something else of its decisions, or looks at them."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from msgspec.structs import replace

from console.table.table import Heard, Table
from games.round import PlayerId
from games.settlement import Line
from protocol import events
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import encode_body
from protocol.loop import Reply
from simulation.world import Crash, Violation, World

# What an order that is refused leaves behind: its entry, and that it is known when it comes again.
_CHANGES_NOTHING: Final = (
    *(Reply, events.OrderRefused, events.AlarmRaised, events.OrderProposed, events.OrderWithdrawn),
)
OF_THE_RECORD: Final = ("seq", "chain", "orders", "refused", "alarms")


class Around:
    """What stands around a core and makes something else of its decisions."""

    def __init__(self, core: Any) -> None:
        self._core = core

    def __getattr__(self, name: str) -> Any:
        """For everything else it is the core."""
        return getattr(self._core, name)

    def apply(self, entry: Entry, event: events.Event) -> None:
        self._core.apply(entry, event)


class Starved(Around):
    """A core that runs out of memory after so many steps: before an input, or between two facts of one decision."""

    def __init__(self, core: Any, steps: int) -> None:
        super().__init__(core)
        self._left = steps

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        self._step()
        for outcome in self._core.decide(now_ms, given):
            yield outcome
            self._step()

    def _step(self) -> None:
        if not self._left:
            raise Crash("out of memory")
        self._left -= 1


class Twice(Around):
    """A core that hears some requests a second time: a fault where it has to answer, refuse or deny once more."""

    def __init__(self, core: Any, copies: Sequence[Heard], world: World) -> None:
        super().__init__(core)
        self._copies, self._world = copies, world

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        answered = False
        for outcome in self._core.decide(now_ms, given):
            answered = True
            yield outcome
        if answered and any(given is copy for copy in self._copies):
            self._world.faults["N5"] += 1


class Untouched(Around):
    """A core that is given orders which nobody may give: each is refused, or waits for a signature that nobody may give
    either, and changes nothing but the record.
    """

    def __init__(self, core: Any, table: Table, forbidden: AbstractSet[bytes]) -> None:
        super().__init__(core)
        self._table, self._forbidden = table, forbidden

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        request = given.request if isinstance(given, Heard) else None
        if not isinstance(request, m.Command) or request.command_id not in self._forbidden:
            yield from self._core.decide(now_ms, given)
            return
        before = self._state()
        for outcome in self._core.decide(now_ms, given):
            if not isinstance(outcome, _CHANGES_NOTHING):
                raise Violation("4.7", f"{request.order} at {given.peer}: {outcome}")
            yield outcome
        after = self._state()
        if changed := [name for name, was in before.items() if after[name] != was]:
            raise Violation("4.7", f"{request.order} is refused, and {changed} are other than before")

    def _state(self) -> dict[str, bytes]:
        state = self._table.state
        return {
            name: encode_body(getattr(state, name)) for name in state.__struct_fields__ if name not in OF_THE_RECORD
        }


class Miser(Around):
    """A core that keeps a little of whatever it returns, or of what it corrects: not our software, or a crook's."""

    def __init__(self, core: Any, first_round: int, cheated: dict[PlayerId, int], *, corrects: bool) -> None:
        super().__init__(core)
        self._first_round, self._corrects = first_round, corrects
        self._cheated = cheated  # the Round, by terminal

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        for outcome in self._core.decide(now_ms, given):
            yield outcome if isinstance(outcome, Reply) else self._keep_back(outcome)

    def _keep_back(self, event: events.Event) -> events.Event:
        match event:
            case events.Settled(round_no=round_no, lines=lines) if not self._corrects:
                less = _less(lines)
                changed: events.Event = replace(event, lines=less)
            case events.LinesCorrected(round_no=round_no, after=lines, credited=credited, due=due) if self._corrects:
                less = _less(lines)
                kept = sum(line.returned for line in lines) - sum(line.returned for line in less)
                if credited < kept and due < kept:
                    return event  # what it would keep is not there
                changed = replace(event, after=less)
                changed = (
                    replace(changed, credited=credited - kept) if credited >= kept else replace(changed, due=due - kept)
                )
            case _:
                return event
        if round_no < self._first_round or less == lines:
            return event
        self._cheated[event.terminal] = round_no
        return changed


def _less(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    return tuple(replace(line, returned=line.returned - 5) if line.returned else line for line in lines)
