"""Every state of the small models of registration, and proof that these models would notice a broken rule.

An unbroken model has no flaw in any state, and from any of them all ends well once the faults stop. A model with one
deliberate bug has a counterexample, and the checker prints the shortest. States and seconds of one core, Python 3.11:

    registration, two Rounds                   32,689   1.7 s
    registration, an old disk image            94,916   3.7 s
    registration, an image and two amounts     32,887   1.7 s
    registration, a new disk                   10,333   0.5 s
    registration, a terminal that lies         10,101   0.7 s
    joining                                    44,484   2.5 s
    cash, a ticket at two Player Terminals     26,648   2.5 s
    cash, two sittings                          9,460   0.7 s
    late panel, two Rounds                     25,544   0.8 s
    late panel, an interruption                21,001   0.7 s
    follower                                   17,062   0.7 s
    all 47 mutants together                             2.0 s

Wider bounds were tried once and have no flaw either: registration with two Rounds, two faults and an image (735,543),
joining with four processes (387,711), the late panel with six taps and an interruption (790,934), the follower with
five entries and two crashes (296,563).
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.protocol.model import Cash, Follower, Joining, LatePanel, Model, Registration, explore

# The number of states is checked from below: a model that lost its actions would have no flaw either.
SCOPES: dict[str, tuple[Model[Any], int]] = {
    "registration, two Rounds": (Registration(rounds=2, terminal_faults=1, console_faults=1), 32_000),
    "registration, an old disk image": (Registration(terminal_faults=2, console_faults=1, image=True), 94_000),
    "registration, an image and two amounts": (Registration(terminal_faults=1, image=True, credit=2), 32_000),
    "registration, a new disk": (Registration(terminal_faults=1, console_faults=1, taps=3, new_disk=True), 10_000),
    "registration, a terminal that lies": (Registration(taps=3, liar=True), 10_000),
    "joining": (Joining(), 44_000),
    "cash, a ticket at two Player Terminals": (Cash(notes=1, cash_outs=2, showings=2), 26_000),
    "cash, two sittings": (Cash(notes=2, cash_outs=2, showings=0), 9_000),
    "late panel, two Rounds": (LatePanel(taps=5), 25_000),
    "late panel, an interruption": (LatePanel(taps=4, console_faults=1), 21_000),
    "follower": (Follower(), 17_000),
}


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("scope", SCOPES)
def test_no_interleaving_breaks_the_protocol(scope: str) -> None:
    model, states_min = SCOPES[scope]
    found = explore(model)
    assert not found.problem, str(found)
    assert found.states > states_min


LET_GO = "a stake was let go before its fate"
STUCK = "no convergence"

# Each bug, in a scope that lies within one of those above (so it is the bug that breaks it), and what it breaks.
# First those that the design names, then more.
MUTANTS: tuple[tuple[Model[Any], str], ...] = (
    (Registration("a hold given back on a timeout"), LET_GO),
    (Registration("a refusal that is not durable"), LET_GO),
    (Cash("a refusal that is not durable", notes=1), "T1 shows 1 to spend of 0"),
    (Registration("holding only the newest total"), LET_GO),
    (Registration("no close check"), "M7 closed means closed"),
    (Joining("a boot latched when only a Welcome was lost"), "the joined process (1, 1) is denied"),
    (Joining("a request of an earlier boot that still lands"), "a request of boot 1, run 1 was decided"),
    (Registration("a request of an earlier boot that still lands", terminal_faults=1, image=True), LET_GO),
    (Registration("a request of an earlier boot that still lands", terminal_faults=1, new_disk=True), LET_GO),
    (Registration("a Void that leaves its window open"), "M3 no debt: stake 1 between Rounds"),
    (LatePanel("a command that names no Round"), "close(Round 1) was done in Round 2"),
    (Follower("a Sync asked once", entries=2), f"{STUCK}: the follower stays at 0 of 1"),
    (Cash("a sitting that ends at cash-out with a stake in play", notes=1), "the stake of sitting 1 will be paid to"),
    (Cash("a ticket refused under somebody else's entry", notes=1, cash_outs=1), f"{STUCK}: TicketIn(ticket 2) of T2"),
    # Ours: registration.
    (Registration("published before the commit", console_faults=1), "M14 acknowledged is durable"),
    (Registration("other content accepted under an answered revision", liar=True), "M6 one fate: a second one"),
    (
        Registration("sent before the head of Welcome is applied", terminal_faults=1, image=True, credit=2),
        "M6 one fate: an honest terminal has sent two contents",
    ),
    (Registration("applied without the cursor", terminal_faults=1), "M4 mirror"),
    (Registration("a second revision sent while one is in flight"), LET_GO),
    (Registration("a next revision that ignores the log's", terminal_faults=1, image=True), "M6 one fate"),
    (Registration("going past an own entry that came sealed"), "M4 mirror"),
    (Registration("a sealed body that is never asked for"), f"{STUCK}: T1 stays at entry 4 of 5"),
    (Registration("a Snapshot that leaves out refused revisions", terminal_faults=1, new_disk=True), "M6 one fate"),
    # Ours: joining.
    (Joining("a run that is not compared"), "a request of boot 1, run 2 was decided, but (1, 1) had joined"),
    (Joining("a boot that is not durable before Hello", runs=2, terminal_faults=1), STUCK),
    (Joining("a join that is not durable"), "the joined process (1, 1) is denied"),
    (Joining("a Denied that names no process"), "the joined process (1, 1) is denied"),
    (Joining("a console restart that nobody is told of", runs=2, terminal_faults=1), STUCK),
    (Joining("a denied process that starts again by itself", runs=2, terminal_faults=1), f"{STUCK}: no rest"),
    (Joining("a later process that does not wait for silence"), "(2, 2) has taken over from (1, 1), which is alive"),
    (Joining("a process that was denied and joins all the same"), "the joined process (2, 2) is denied"),
    # Ours: cash.
    (Cash("a sitting that ends when all credit is in play", notes=1), "the stake of sitting 1 will be paid to"),
    (Cash("a refusal that binds the ticket, not the id", notes=1, cash_outs=1), STUCK),
    (Cash("an id that is not remembered", notes=1), "M6 one fate: two entries answer id 1"),
    (Cash("a ticket that can be redeemed twice", notes=1), "M3 no debt"),
    (Cash("a cash-out in flight that is not held", notes=1), "T1 shows 2 to spend of 0"),
    # Ours: late panel.
    (LatePanel("a certification that names no cards"), "certify(Round 1, cards 1) has certified cards 2"),
    (LatePanel("a command_id that is not remembered"), "add time(Round 1) was meant once and done twice"),
    (LatePanel("command_ids forgotten at a restart", console_faults=1), "add time(Round 1) was meant once and done"),
    (LatePanel("a refused command that is decided again", console_faults=1), "close(Round 1) was refused, then done"),
    (LatePanel("a command_id of its own for every tap"), "add time(Round 1) was meant once and done twice"),
    (LatePanel("a command_id kept after its refusal", taps=3, console_faults=1), f"{STUCK}: Round 1 does not end"),
    # Ours: follower.
    (Follower("a Pulse ahead that asks for nothing", entries=2), f"{STUCK}: the follower stays at 0 of 1"),
    (Follower("a gap that is not checked"), "M8 same history: the follower at 2 has (2,)"),
    (Follower("an entry that is applied twice"), "M8 same history: the follower at 1 has (1, 1)"),
    (Follower("going past an own entry that came sealed"), "M8 same history: the follower at 2 has (1, -2)"),
    (Follower("a Snapshot taken by a follower that has history"), "M8 same history: the follower went back"),
)


@pytest.mark.parametrize(("model", "broken"), MUTANTS, ids=[f"{type(m).__name__}: {m.bug}" for m, _ in MUTANTS])
def test_a_broken_rule_has_a_counterexample(model: Model[Any], broken: str) -> None:
    found = explore(model)
    print(found)
    assert found.problem.startswith(broken), str(found)


def test_every_bug_is_tried() -> None:
    tried = {(type(model), model.bug) for model, _ in MUTANTS}
    models: tuple[type[Model[Any]], ...] = (Registration, Joining, Cash, LatePanel, Follower)
    assert tried == {(model, bug) for model in models for bug in model.BUGS}


def test_a_bug_that_no_rule_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no rule that breaks as 'a typing error'"):
        Registration("a typing error")


def test_the_shortest_counterexample_is_told_step_by_step() -> None:
    assert str(explore(Registration("a refusal that is not durable"))).splitlines() == [
        "a stake was let go before its fate: T1 shows 1 to spend of 0, after 7 steps:",
        "  1. Dealer: opens window 1",
        "  2. T1: starts as boot 1, joins, Welcome has head 2",
        "  3. T1: a Batch brings WindowOpened(window 1)",
        "  4. T1: the Player taps 1",
        "  5. console: Answer(boot 1, window 1, revision 1) arrives, refused, not on record",
        "  6. T1: hears that revision 1 is refused",
        "  7. console: Answer(boot 1, window 1, revision 1) arrives, registered",
    ]


# The checker itself, on models so small that one sees the answer.


class Stairs(Model[int]):
    """One or two steps at a time, up to the top. Calm is to go down, one at a time, but for a trap."""

    def __init__(self, *, top: int, hole: int | None = None, trap: int | None = None, endless: bool = False) -> None:
        super().__init__()
        self.top = top
        self.hole = hole
        self.trap = trap
        self.endless = endless

    def start(self) -> int:
        return 0

    def steps(self, state: int) -> Iterator[tuple[str, int]]:
        for stride in (1, 2):
            if state + stride <= self.top:
                yield f"up {stride}", state + stride

    def broken(self, state: int) -> str | None:
        return "fell" if state == self.hole else None

    def healed(self, state: int) -> int:
        return state

    def calm_steps(self, state: int) -> Iterator[tuple[str, int]]:
        yield "looks around", state
        if self.endless:
            yield "up 1", state + 1
        elif state > 0 and state != self.trap:
            yield "down", state - 1

    def unsettled(self, state: int) -> str | None:
        return f"stays on step {state}" if state else None


def test_a_flawless_model_is_walked_to_its_end() -> None:
    found = explore(Stairs(top=7))
    assert (found, str(found)) == ((8, "", ()), "8 states, no flaw")


def test_the_first_flaw_found_has_the_shortest_way() -> None:
    assert explore(Stairs(top=7, hole=5))[1:] == ("fell", ("up 1", "up 2", "up 2"))


def test_a_state_from_which_calm_does_not_lead_home_is_found() -> None:
    stop = "-- the faults stop, what was in the network is lost --"
    assert explore(Stairs(top=7, trap=3))[1:] == ("no convergence: stays on step 3", ("up 1", "up 2", stop))


def test_a_fair_suffix_without_end_is_found() -> None:
    found = explore(Stairs(top=1, endless=True))
    assert found.problem == "no convergence: no rest after 100 steps"
    assert found.trace[-1] == "and so on, without end"


def test_a_flaw_in_the_fair_suffix_is_found() -> None:
    assert explore(Stairs(top=1, hole=3, endless=True)).problem == "fell"


def test_bounds_that_are_too_wide_are_an_error() -> None:
    with pytest.raises(OverflowError, match="Stairs has more than 5 states"):
        explore(Stairs(top=7), states_max=5)
