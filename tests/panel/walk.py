"""A table and a panel that follows it, led wherever a test wants."""

from collections.abc import Iterator

from hypothesis import strategies as st

from console.panel import forms, taps
from console.panel.board import Board, show
from console.panel.desk import About, Desk
from console.panel.forms import Form
from protocol import messages as m
from protocol.chain import opened
from protocol.situation import Step
from tests.console import walk
from tests.console.cluster import TABLE, Cluster
from tests.console.people import DEALER, MANAGER, OTHER_MANAGER, SHIFT_MANAGER, SUPERVISOR

SECOND = OTHER_MANAGER
PEOPLE = [DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER]
TYPED = {
    "rank": "9",
    "round": "1",
    "suit": "C",
    "shuffled_by": MANAGER.number,
    "counted": "10",
    "card": "9C",
    "text": "LOOKED AT",
}
Happening = tuple[str, int]
HAPPENINGS = st.lists(
    st.tuples(st.sampled_from(["offered"] * 6 + ["next", *walk.HAPPENINGS]), st.integers(0, 51)), max_size=30
)


class Walk:
    """A table, and a panel that follows it."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.desk = Desk("P1", TABLE, 1, b"panel-01")
        self.desk.receive(0, m.Welcome(1, b"panel-01", 0, cluster.chain_at(0) or b""))

    @property
    def board(self) -> Board:
        entries = self.cluster.entries[self.desk.follower.seq :]
        if entries:
            sent = tuple(opened(entry) for entry in entries)
            self.desk.receive(0, m.Deltas(entries[0].seq, sent, entries[-1].chain, entries[-1].seq))
        return show(self.desk, 0)

    def happen(self, what: str, number: int) -> None:
        if what == "next":
            self.tap(self.board.next, number)
        elif what == "offered":
            steps = forms.offered(self.board)
            self.tap(steps[number % len(steps)], number)
        else:
            walk.happen(self.cluster, what, number)

    def tap(self, step: Step, number: int) -> None:
        orders = list(orders_of(step, self.board))
        if orders:
            order, about = orders[number % len(orders)]
            self.cluster.command(order, PEOPLE[-1], SECOND, round_no=about.round_no, window=about.window)


def orders_of(step: Step, board: Board) -> Iterator[tuple[m.Order, About]]:
    """All that a person could send after a tap on this step, but for other cards and amounts."""
    form = forms.form_for(step, board)
    if form is None:
        if step.order is not None:
            yield step.order, board.about
        return
    for name, value in TYPED.items():
        if any(field.name == name for field in form.fields):
            form = forms.filled(form, name, value)
    if step.key == "place_for":  # where and how much: the table reviews it as it does a Player's own
        return
    for number, question in enumerate(form.questions):
        form = forms.filled(form, f"answer{number}", question.default)
    if step.key == "move_hands":
        one, other = [it for it in step.among if it.count(" ") == step.among[0].count(" ")][:2]
        form = forms.filled(forms.filled(form, "one", one), "other", other)
    if step.key == "walked_away":
        form = forms.filled(form, "who", step.among[-1])
    if step.key == "report_sides":
        there = form.value("lies0")
        form = forms.filled(form, "lies0", next(hand for hand in form.fields[0].choices if hand != there))
    for effect in next((field.choices for field in form.fields if field.name == "effect"), ()):
        yield from _with_effect(form, effect)
    if step.key == "rule_otherwise":
        return
    choices = next((field.choices for field in form.fields if field.name == "paragraph"), ("",))
    for choice in choices:
        chosen: Form = forms.filled(form, "paragraph", choice) if choice else form
        ready = forms.order_of(chosen)
        assert ready is not None, (step, forms.missing(chosen))
        yield ready, chosen.about


def _with_effect(form: Form, effect: str) -> Iterator[tuple[m.Order, About]]:
    """001 §5.12. What the table's file allows the House to pay is not known to a panel."""
    chosen = taps.press(form, effect)
    for field in chosen.fields:
        match field.name:
            case "terminals":
                chosen = forms.filled(chosen, "terminals", field.choices[0])
            case "terminal":
                return
            case "text":
                chosen = forms.filled(chosen, "text", TYPED["text"])
    ready = forms.order_of(chosen)
    assert ready is not None, (effect, forms.missing(chosen))
    yield ready, chosen.about
