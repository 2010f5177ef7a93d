"""What a panel offers is what the table obeys: over whatever happens at a table, for every step and every position.

The table decides with its own rules (`moves.py`, `orders.py`, the rule books); the panel only reads them. So the two
are compared in every state that a walk comes through: an order that is offered to somebody who is entitled is obeyed,
and to somebody who is not it is refused for just that.
"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.panel import forms
from console.panel.board import Board, show
from console.panel.desk import About, Desk
from console.panel.forms import Form
from console.panel.ways import Step
from console.table.table import Heard
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.chain import opened
from protocol.halts import Halt
from protocol.loop import Reply
from protocol.moves import MOVE_FOR, who_may
from shoe_driver import link as shoe
from shoe_driver.frames import Notice
from tests.console.cluster import PANEL, SHIFT_MANAGER, TABLE, Cluster
from tests.ui.panel_boards import ALL_STATES

SECOND = m.Person("ZOE", Position.SHIFT_MANAGER)
PEOPLE = [m.Person(f"Person {int(position)}", position) for position in Position]
TYPED = {
    "second": "ZOE",
    "position": "4",
    "shuffled_by": "MAX",
    "counted": "10",
    "card": "9C",
    "text": "LOOKED AT",
}
Happening = tuple[str, int]
HAPPENINGS = st.lists(
    st.tuples(
        st.sampled_from(
            ["offered"] * 6
            + ["card"] * 8
            + ["same card", "unread", "skipped", "lost", "back", "cut", "empty", "faulty", "started", "another result"]
            + ["bet", "countdown", "restart", "read twice", "history", "next"]
        ),
        st.integers(0, 51),
    ),
    max_size=30,
)


class Walk:
    """A table, and a panel that follows it."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.desk = Desk(TABLE, 1, b"panel-01")
        self.desk.receive(0, m.Welcome(1, b"panel-01", 0, cluster.chain_at(0) or b""))

    @property
    def board(self) -> Board:
        entries = self.cluster.entries[self.desk.follower.seq :]
        if entries:
            sent = tuple(opened(entry) for entry in entries)
            self.desk.receive(0, m.Deltas(entries[0].seq, sent, entries[-1].chain, entries[-1].seq))
        return show(self.desk, 0)

    def happen(self, what: str, number: int) -> None:
        cluster = self.cluster
        cards = [f"{rank}{suit}" for suit in "CDHS" for rank in "A23456789TJQK"]
        match what:
            case "card":
                cluster.draw(cards[number])
            case "same card":
                cluster.draw("2C")
            case "unread":
                cluster.unread()
            case "skipped":
                cluster.lose()
            case "lost":
                cluster.run(shoe.LinkLost())
            case "back":
                cluster.run(shoe.LinkRestored(""))
            case "cut":
                cluster.counter += 1
                cluster.run(shoe.CutCardSeen(cluster.counter))
            case "empty":
                cluster.run(shoe.ShoeEmpty(None))
            case "faulty":
                cluster.run(shoe.LinkFaulty("noise"))
            case "started":
                cluster.run(shoe.ShoeNotice(Notice.STARTED, b""))
            case "another result":
                cluster.run(shoe.ResultSeen("tie", ("player",)))
            case "read twice":
                cluster.draw(cards[number], shoe_seq=cluster.counter)
            case "history":
                cluster.heard("T1", m.Beat(*cluster.process("T1"), 9_999, b"x" * 32))
            case "bet":
                self.bet(number)
            case "countdown":
                cluster.wait(20_000)
            case "restart":
                cluster.restart()
            case "next":
                self.tap(self.board.next, number)
            case _:
                board = self.board
                steps = forms.offered(board)
                self.tap(steps[number % len(steps)], number)

    def bet(self, number: int) -> None:
        """Or whatever else is asked."""
        if self.cluster.windows:
            window = self.cluster.opened().window
            if window.choices:
                self.cluster.answer("T1", {}, window.choices[number % len(window.choices)])
            elif window.spots:
                self.cluster.answer("T1", {window.spots[0]: 2 * number})

    def tap(self, step: Step, number: int) -> None:
        orders = list(orders_of(step, self.board))
        if orders:
            order, second, about = orders[number % len(orders)]
            self.cluster.command(order, PEOPLE[-1], second, round_no=about.round_no, window=about.window)


def orders_of(step: Step, board: Board) -> Iterator[tuple[m.Order, m.Person | None, About]]:
    """All that a person could send after a tap on this step, but for other cards and amounts."""
    form = forms.form_for(step, board)
    if form is None:
        if step.order is not None:
            yield step.order, None, board.about
        return
    later = int(board.day[:4] or 2026) + 1  # than the last day that was closed
    for name, value in {**TYPED, "day": f"{later}-01-01"}.items():
        if any(field.name == name for field in form.fields):
            form = forms.filled(form, name, value)
    choices = next((field.choices for field in form.fields if field.name == "paragraph"), ("",))
    for choice in choices:
        chosen: Form = forms.filled(form, "paragraph", choice) if choice else form
        ready = forms.order_of(chosen)
        assert ready is not None, (step, forms.missing(chosen))
        yield *ready, chosen.about


def answer(cluster: Cluster, order: m.Order, by: m.Person, second: m.Person | None, about: About) -> e.Event:
    """What the table would write; nothing of it is applied."""
    command = m.Command(*cluster.process(PANEL), cluster.new_command_id(), about.round_no, order, about.window, second)
    first = next(iter(cluster.table.decide(cluster.now_ms, Heard(PANEL, command, by))))
    assert not isinstance(first, Reply)
    return first


def check(cluster: Cluster, board: Board) -> None:
    keys = [step.key for step in forms.offered(board)]
    assert len(set(keys)) == len(keys), keys
    for step in forms.offered(board):
        for order, second, about in orders_of(step, board):
            who = who_may(board.game, order)
            assert step.who <= who, "nobody is told that he may and then that he may not"
            assert step.second == (second is not None)
            for person in PEOPLE:
                written = answer(cluster, order, person, second, about)
                if person.position >= who:
                    assert isinstance(written, e.Ordered), (step, order, person, written)
                else:
                    assert isinstance(written, e.OrderRefused), (step, order, person)
                    assert written.refusal.reason == "not_entitled", (step, order, person, written)


@pytest.mark.parametrize("state", ALL_STATES)
def test_what_is_offered_to_somebody_entitled_is_obeyed(state: str) -> None:
    make, key = ALL_STATES[state]
    walk = Walk(make())
    assert walk.board.next.key == key
    check(walk.cluster, walk.board)


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "three_pictures", "premium_blackjack"])
@settings(max_examples=60)
@given(happenings=HAPPENINGS)
def test_wherever_a_table_gets_what_is_offered_is_obeyed(game: str, happenings: list[Happening]) -> None:
    walk = Walk(Cluster(game, decks=4 if game == "baccarat" else None))
    for what, number in happenings:
        walk.happen(what, number)
        check(walk.cluster, walk.board)


def test_every_step_that_gives_an_order_is_offered_somewhere() -> None:
    """5.7.1 was nowhere; nor was the call between two Rounds."""
    found = set()
    for make, _ in ALL_STATES.values():
        board = Walk(make()).board
        found |= {(step.key, board.phase) for step in forms.offered(board)}
    assert {("load_shoe", "dealing"), ("call_supervisor", "ready"), ("reconstruct", "dealing")} <= found
    orders = {type(step.order) for make, _ in ALL_STATES.values() for step in forms.offered(Walk(make()).board)}
    of_terminals = set(forms.SERVICES.values()) | {m.Enrol, m.EnterCard}
    assert set(MOVE_FOR) - of_terminals - orders == set()


# --- two people are two ----------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["Dora", "Carol Lim", "Straße", "İpek", "Ö. Ng"]),
    st.sampled_from([str.upper, str.lower, str.title, str.swapcase, str.casefold]),
    st.sampled_from(["{}", " {}", "{} ", "  {}  "]),
)
def test_the_second_person_is_another_one_however_the_name_is_typed(
    name: str, typed: Callable[[str], str], around: str
) -> None:
    cluster = Cluster()
    by, second = m.Person(name, Position.DEALER), m.Person(around.format(typed(name)), Position.SHIFT_MANAGER)
    if typed(name).casefold() == name.casefold():
        assert cluster.refuse(m.EndShoe(416), by, second).reason == "second_person"


def test_blanks_are_nobody_and_another_name_is_somebody_else() -> None:
    cluster = Cluster()
    assert cluster.refuse(m.EndShoe(416), second=m.Person("  ", Position.SHIFT_MANAGER)).reason == "second_person"
    assert cluster.obey(m.EndShoe(416), second=m.Person("DORIS", Position.PIT_SUPERVISOR))


def test_a_history_needs_two_people_too() -> None:
    make, _ = ALL_STATES["history"]
    refused = make().refuse(m.Resume(Halt.HISTORY), SHIFT_MANAGER, m.Person(" SAM", Position.DEALER))
    assert refused.reason == "second_person"
    assert make().obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, m.Person("SUE", Position.DEALER))
