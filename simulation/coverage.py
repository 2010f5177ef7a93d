"""Which states of the table were seen: phase x halt x what is pending x the fault that was felt there.

Looked at with every commit of the console, and only then: a state is what the log says and what waits for it. Counts of
many runs are added up, also over processes. Judges nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from protocol.halts import Halt
from protocol.view import Phase
from simulation.world import FAULTS

if TYPE_CHECKING:
    from simulation.cluster import Cluster

RAREST: Final = 12

# What may be pending, and the words for it.
PENDING: Final = {
    "card": "a card waits for its place",
    "surplus": "a card too many lies there",
    "kept": "a card is kept for the next Round",
    "burn": "cards are to be burnt",
    "cut": "the cut card has come",
    "set": "no set is in play",
    "entered": "the shoe has not said what was entered",
    "flight": "a Bet is on its way",
    "money": "a note or a cash-out is on its way",
    "claim": "somebody owes or is owed",
    "error": "a wrong certificate is not found yet",
    "blocked": "a terminal is latched or in dispute",
    "dark": "a terminal is dark",
}


class Seen(Struct):
    """Cells as `phase|halts|pending|fault`, and how often each was entered; and when first, in this run."""

    cells: Counter[str]
    first_ms: dict[str, int]


class Coverage:
    """Of one run."""

    def __init__(self, faults: Counter[str]) -> None:
        self.seen = Seen(Counter(), {})
        self._faults, self._known = faults, dict(faults)
        self._state = "closed||set"  # before the first commit
        self._count(f"{self._state}|", 0)

    def look(self, cluster: "Cluster") -> None:
        """After a commit: the faults since the last one were felt in the state that it left."""
        now_ms, known = cluster.world.now_ms, self._known
        if self._faults != known:
            for fault, count in self._faults.items():
                if count != known.get(fault, 0):
                    known[fault] = count
                    self._count(f"{self._state}|{fault}", now_ms)
        state = state_of(cluster)
        if state != self._state:
            self._state = state
            self._count(f"{state}|", now_ms)

    def _count(self, cell: str, now_ms: int) -> None:
        self.seen.cells[cell] += 1
        self.seen.first_ms.setdefault(cell, now_ms)


def state_of(cluster: "Cluster") -> str:
    view = cluster.console.table.view
    shoe, checks = view.shoe, cluster.checks
    waits = []
    if shoe.pending:
        waits.append("card")
    if view.surplus:
        waits.append("surplus")
    if view.kept or view.carried:
        waits.append("kept")
    if shoe.burning:
        waits.append("burn")
    elif shoe.rounds_left is not None:
        waits.append("cut")
    elif not shoe.live:
        waits.append("set")
    if shoe.entered:
        waits.append("entered")
    if cluster.staff.to_correct:
        waits.append("error")
    if checks.blocked:
        waits.append("blocked")
    if any(checks.money.due.values()) or any(checks.money.owed.values()):
        waits.append("claim")
    waits += _at_terminals(cluster)
    halts = "+".join(sorted(view.halts)) if view.halts else ""
    return f"{view.phase.value}|{halts}|{'+'.join(waits)}"


def _at_terminals(cluster: "Cluster") -> Iterable[str]:
    flight = money = dark = False
    for node in cluster.terminals.values():
        if not node.alive:
            dark = True
            continue
        outbox = node.session.state.outbox
        flight = flight or bool(outbox.layouts)
        money = money or bool(outbox.asked or outbox.notes)
    return [name for name, there in (("flight", flight), ("money", money), ("dark", dark)) if there]


# --- for people --------------------------------------------------------------------------------------------------


def described(cell: str) -> str:
    """A cell in words."""
    phase, halts, pending, fault = cell.split("|")
    told = [phase]
    if halts:
        told.append(f"halted by {halts.replace('+', ' and ')}")
    if pending:
        told.append(", ".join(PENDING[name] for name in pending.split("+")))
    if fault:
        told.append(f"{fault}: {FAULTS.get(fault, fault)}")
    return "; ".join(told)


def states(cells: Mapping[str, int]) -> dict[str, int]:
    """Whatever the fault: how often each state was entered."""
    found: dict[str, int] = {}
    for cell, count in cells.items():
        state, _, fault = cell.rpartition("|")
        found[state] = found.get(state, 0) + (0 if fault else count)
    return found


def rarest(cells: Mapping[str, int], count: int = RAREST) -> Sequence[tuple[str, int]]:
    return sorted(cells.items(), key=lambda item: (item[1], item[0]))[:count]


def table_of(cells: Mapping[str, int]) -> list[str]:
    """Halt by phase, and the rarest states by name. A halt without a number was never seen."""
    found = states(cells)
    once = sum(1 for count in cells.values() if count == 1)
    lines = [f"{'':4}{'states by halt and phase':<22}" + "".join(f"{phase.value:>9}" for phase in Phase), "-" * 81]
    for halt in ("", *Halt):
        row = [sum(1 for state in found if _is(state, phase, halt)) for phase in Phase]
        lines.append(f"{'':4}{halt or 'none':<22}" + "".join(f"{count or '':>9}" for count in row))
    lines += ["-" * 81, f"{'':4}states (phase x halt x pending) that were entered most rarely"]
    lines += [f"{count:>6} x  {described(state + '|')}" for state, count in rarest(found)]
    lines += [
        "-" * 81,
        f"{'':4}{'states: phase x halt x pending':<68}{len(found):>9,}",
        f"{'':4}{'states x the fault that was felt there':<68}{len(cells):>9,}",
        f"{'':4}{'of these seen once':<68}{once:>9,}",
    ]
    return lines


def _is(state: str, phase: str, halt: str) -> bool:
    its_phase, halts, _ = state.split("|")
    return its_phase == phase and halt in halts.split("+")
