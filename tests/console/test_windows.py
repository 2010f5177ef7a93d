"""Windows and revisions: the first answer sticks, a refusal too, and closed means closed (DESIGN 4.3; M6, M7)."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, precondition, rule

from console.table.windows import ROUNDS_KEPT, STALE, New, Repeat, Windows, too_many
from games.money import InvariantBroken
from games.round import Answer, HandId, PlayerId, Refusal, Spot, Window
from protocol import events as e
from protocol.messages import REVISIONS_MAX, WindowId

T1, T2 = PlayerId("T1"), PlayerId("T2")
BANKER, TIE, MAIN = Spot("banker"), Spot("tie"), Spot("1/main/1")
BOX, SIDE = Spot("1/main"), Spot("1/under_13")
BETS = Window("bets", (BANKER, TIE))
CHOICE = Window("choice/1/0/3", (MAIN,), ("hit", "stand"), (T1,), "stand")
NO = Refusal("credit", "there is none")
HUNDRED, TWO_HUNDRED = Answer({BANKER: 100}), Answer({BANKER: 200})
NOTHING = Answer()


def first(round_no: int = 1) -> WindowId:
    return WindowId(round_no, 1, b"12345678")


def opened(windows: Windows, key: WindowId, window: Window = BETS) -> WindowId:
    windows.opened(e.WindowOpened(key, window, 15_000, 16_000))
    return key


def register(windows: Windows, seq: int, key: WindowId, revision: int, answer: Answer, terminal: PlayerId = T1) -> None:
    windows.registered(seq, e.LayoutRegistered(key, terminal, revision, answer, 0))


def refuse(windows: Windows, seq: int, key: WindowId, revision: int, answer: Answer, terminal: PlayerId = T1) -> None:
    windows.refused(seq, e.LayoutRefused(key, terminal, revision, answer, NO))


def close(windows: Windows, seq: int, key: WindowId, name: str = "bets") -> None:
    windows.closed(seq, e.WindowClosed(key, name, "dealer", None, HandId("")))


# --- the first answer sticks -----------------------------------------------------------------------------------------


def test_answering_a_revision_twice_is_our_bug() -> None:
    key = opened(windows := Windows(), first())
    register(windows, 7, key, 2, HUNDRED)
    for revision in (1, 2):
        with pytest.raises(InvariantBroken, match="was answered before"):
            register(windows, 8, key, revision, TWO_HUNDRED)
        with pytest.raises(InvariantBroken, match="was answered before"):
            refuse(windows, 8, key, revision, TWO_HUNDRED)


def test_a_window_takes_two_hundred_revisions_of_a_terminal_refuses_one_more_and_repeats_that() -> None:
    key = opened(windows := Windows(), first())
    for revision in range(1, REVISIONS_MAX + 1):
        assert windows.find(key, T1, revision, HUNDRED) == New(BETS, HUNDRED if revision > 1 else NOTHING)
        register(windows, 10 + revision, key, revision, HUNDRED)
    assert windows.find(key, T1, REVISIONS_MAX + 1, TWO_HUNDRED) == New(BETS, HUNDRED)
    assert (too_many(REVISIONS_MAX), too_many(REVISIONS_MAX + 1) is None) == (None, False)
    refuse(windows, 999, key, REVISIONS_MAX + 1, TWO_HUNDRED)
    assert windows.find(key, T1, REVISIONS_MAX + 2, TWO_HUNDRED) == Repeat(999)
    assert windows.find(key, T2, 1, TWO_HUNDRED) == New(BETS, NOTHING)  # each terminal for itself


# --- closed means closed ---------------------------------------------------------------------------------------------


def test_a_registration_after_the_close_is_our_bug() -> None:
    key = opened(windows := Windows(), first())
    close(windows, 9, key)
    with pytest.raises(InvariantBroken, match="after its close"):
        register(windows, 10, key, 1, HUNDRED)


def test_a_window_that_is_neither_open_nor_closed_is_our_bug() -> None:
    windows = Windows()
    with pytest.raises(InvariantBroken, match="neither open nor closed"):
        windows.named(first())


@pytest.mark.parametrize(
    "other",
    [WindowId(1, 1, b"87654321"), WindowId(1, 2, b"12345678"), WindowId(2, 1, b"12345678")],
    ids=["nonce", "number", "round"],
)
def test_an_answer_to_another_window_never_lands(other: WindowId) -> None:
    windows = Windows()
    assert windows.find(other, T1, 1, HUNDRED) == STALE
    opened(windows, first())
    assert windows.find(other, T1, 1, HUNDRED) == STALE


def test_the_windows_of_the_last_round_are_remembered_and_older_ones_are_not() -> None:
    windows = Windows()
    for round_no in (1, 2, 3):
        key = opened(windows, first(round_no))
        register(windows, 10 * round_no, key, 1, HUNDRED)
        close(windows, 10 * round_no + 1, key)
    assert ROUNDS_KEPT == 2
    assert windows.find(first(3), T1, 1, HUNDRED) == Repeat(30)
    assert windows.find(first(2), T1, 1, HUNDRED) == Repeat(20)
    assert windows.find(first(2), T1, 2, HUNDRED) == Repeat(21)
    assert windows.find(first(1), T1, 1, HUNDRED) == STALE


# --- what is registered ----------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §1.13")
def test_who_takes_everything_back_is_no_longer_in_the_round_and_comes_last_when_he_returns() -> None:
    key = opened(windows := Windows(), first())
    register(windows, 7, key, 1, HUNDRED, T1)
    register(windows, 8, key, 1, HUNDRED, T2)
    assert list(windows.players()) == [T1, T2]
    register(windows, 9, key, 2, NOTHING, T1)
    assert (list(windows.players()), windows.bets(T1)) == ([T2], {})
    assert list(windows.layouts(T1)) == [(key, "bets", 2, NOTHING, 0)]
    register(windows, 10, key, 3, TWO_HUNDRED, T1)
    assert list(windows.players()) == [T2, T1]


@pytest.mark.rule("003 §5.1")
def test_003_5_1_of_a_rejected_answer_one_bet_goes_back_and_the_rest_stands() -> None:
    key = opened(windows := Windows(), first(), Window("bets", (BOX, SIDE)))
    register(windows, 7, key, 1, Answer({BOX: 100, SIDE: 20}), T1)
    register(windows, 8, key, 1, Answer({BOX: 50}), T2)
    register(windows, 9, key, 2, Answer({BOX: 100, SIDE: 30}), T1)
    assert windows.raised == {BOX: {T1: 7, T2: 8}, SIDE: {T1: 9}}  # who came last to a Spot is rejected first
    windows.rejected(e.BetRejected(key, T1, BOX, 100, "5.1"))
    assert (windows.bets(T1), windows.bets(T2)) == ({SIDE: 30}, {BOX: 50})
    windows.rejected(e.BetRejected(key, T2, BOX, 50, "5.1"))
    assert (list(windows.players()), windows.bets(T2)) == ([T1], {})
    assert windows.find(key, T2, 1, Answer({BOX: 50})) == Repeat(8)  # what was asked keeps its answer


def test_what_somebody_else_enters_is_one_revision_more() -> None:
    key = opened(windows := Windows(), first())
    assert windows.next_revision(key, T1) == 1
    register(windows, 7, key, 4, HUNDRED)
    refuse(windows, 8, key, 6, TWO_HUNDRED)
    assert (windows.next_revision(key, T1), windows.next_revision(key, T2)) == (7, 1)


def test_a_choice_is_kept_without_a_bet_and_makes_nobody_a_player() -> None:
    key = opened(windows := Windows(), first(), CHOICE)
    register(windows, 7, key, 1, Answer(choice="stand"))
    assert (windows.given, list(windows.players())) == ({CHOICE.name: {T1: Answer(choice="stand")}}, [])


def test_bets_are_summed_up_over_the_windows_of_a_round_and_forgotten_with_it() -> None:
    windows = Windows()
    bets = opened(windows, first())
    register(windows, 7, bets, 1, HUNDRED)
    close(windows, 8, bets)
    choice = opened(windows, WindowId(1, 2, b"abcdefgh"), CHOICE)
    register(windows, 9, choice, 1, Answer({MAIN: 50}, "stand"))
    assert windows.bets(T1) == {BANKER: 100, MAIN: 50}
    assert list(windows.layouts(T1)) == [
        (bets, "bets", 1, HUNDRED, 7),
        (choice, CHOICE.name, 1, Answer({MAIN: 50}, "stand"), 9),
    ]
    assert list(windows.layouts(T2)) == []
    opened(windows, first(2))
    assert (windows.bets(T1), list(windows.layouts(T1)), windows.given) == ({}, [], {})


def test_a_layout_whose_every_revision_was_refused_is_told_with_nothing_in_it() -> None:
    key = opened(windows := Windows(), first())
    refuse(windows, 7, key, 4, HUNDRED)
    assert list(windows.layouts(T1)) == [(key, "bets", 4, NOTHING, 0)]
    register(windows, 8, key, 5, HUNDRED)
    refuse(windows, 9, key, 6, NOTHING)
    assert list(windows.layouts(T1)) == [(key, "bets", 6, HUNDRED, 8)]  # what stands was registered before


def test_a_decision_is_complete_when_everybody_who_was_asked_has_chosen() -> None:
    windows = Windows()
    opened(windows, first())
    asked = Window("choice/1/0/2", choices=("hit", "stand"), respondents=(T1, T2))
    key = opened(windows, WindowId(1, 2, b"abcdefgh"), asked)
    assert not windows.all_answered(asked)
    register(windows, 7, key, 1, Answer(choice="hit"), T1)
    assert not windows.all_answered(asked)
    register(windows, 8, key, 1, Answer(choice="stand"), T2)
    assert windows.all_answered(asked)
    assert not windows.all_answered(BETS)


def test_a_window_that_is_asked_again_begins_anew_under_its_own_id() -> None:
    windows = Windows()
    opened(windows, first())
    once = opened(windows, WindowId(1, 2, b"abcdefgh"), CHOICE)
    register(windows, 7, once, 1, Answer({MAIN: 50}, "stand"))
    close(windows, 8, once, CHOICE.name)
    windows.returned(e.LayoutReturned(1, CHOICE.name, T1, 50))
    again = opened(windows, WindowId(1, 3, b"abcdefgh"), CHOICE)
    assert (windows.bets(T1), windows.find(again, T1, 1, HUNDRED)) == ({}, New(CHOICE, NOTHING))
    assert windows.find(once, T1, 1, Answer({MAIN: 50}, "stand")) == Repeat(7)
    assert list(windows.layouts(T1)) == [(once, CHOICE.name, 1, NOTHING, 0)]
    register(windows, 9, again, 1, Answer({MAIN: 50}))
    assert list(windows.layouts(T1)) == [
        (once, CHOICE.name, 1, NOTHING, 0),
        (again, CHOICE.name, 1, Answer({MAIN: 50}), 9),
    ]  # once, not twice


# --- against a naive model: everything that was ever said, in one list -----------------------------------------------

AMOUNTS = st.sampled_from([0, 100, 200])
SEATS = st.sampled_from([T1, T2])


class NaiveWindow:
    def __init__(self, key: WindowId, window: Window) -> None:
        self.key, self.window = key, window
        self.closed_at = 0
        self.said: list[tuple[PlayerId, int, Answer, int, bool]] = []  # terminal, revision, answer, entry, registered
        self.gone_back: list[PlayerId] = []

    def of(self, terminal: PlayerId) -> list[tuple[PlayerId, int, Answer, int, bool]]:
        return [said for said in self.said if said[0] == terminal]

    def holds(self, terminal: PlayerId) -> Answer:
        """The last answer that was registered."""
        registered = [answer for _, _, answer, _, yes in self.of(terminal) if yes]
        return registered[-1] if registered and terminal not in self.gone_back else NOTHING

    def answer_to(self, terminal: PlayerId, revision: int, answer: Answer) -> Repeat | New:
        """Rule 1: the highest counts; rule 3: then the close; rule 2: one above two hundred is the last."""
        for _, highest, before, seq, _ in self.of(terminal)[-1:]:
            if highest == revision:
                return Repeat(seq, other=answer != before)
            if highest > revision:
                return Repeat(seq)
        if self.closed_at:
            return Repeat(self.closed_at)
        if self.of(terminal) and self.of(terminal)[-1][1] > 200:
            return Repeat(self.of(terminal)[-1][3])
        return New(self.window, self.holds(terminal))


class WindowsMachine(RuleBasedStateMachine):
    """A few Rounds with two kinds of windows and two terminals that send, repeat and confuse their revisions."""

    keys: Bundle[WindowId] = Bundle("keys")

    def __init__(self) -> None:
        super().__init__()
        self.windows = Windows()
        self.model: dict[WindowId, NaiveWindow] = {}
        self.seq = self.round_no = self.n = 0

    def _next_seq(self) -> int:
        self.seq += 1
        return self.seq

    def _open(self, window: Window) -> WindowId:
        self.n += 1
        key = WindowId(self.round_no, self.n, b"nonce%03d" % self.n)
        for known in self.model.values():
            if known.key.round_no == self.round_no and known.window.name == window.name:
                known.gone_back = [T1, T2]
        self.model[key] = NaiveWindow(key, window)
        return opened(self.windows, key, window)

    def _now_open(self) -> list[NaiveWindow]:
        return [known for known in self.model.values() if not known.closed_at and known.key.round_no == self.round_no]

    @initialize(target=keys)
    def begin(self) -> WindowId:
        return self._next_round()

    @rule(target=keys)
    def next_round(self) -> WindowId:
        return self._next_round()

    def _next_round(self) -> WindowId:
        for known in self._now_open():
            self._close(known)
        self.round_no, self.n = self.round_no + 1, 0
        return self._open(BETS)

    @precondition(lambda self: self.round_no and "choice/1/0/3" not in self.windows.open)
    @rule(target=keys)
    def ask(self) -> WindowId:
        return self._open(CHOICE)

    def _close(self, known: NaiveWindow) -> None:
        known.closed_at = self._next_seq()
        close(self.windows, known.closed_at, known.key, known.window.name)

    @precondition(lambda self: self._now_open())
    @rule(data=st.data())
    def no_more(self, data: st.DataObject) -> None:
        self._close(data.draw(st.sampled_from(self._now_open())))

    @rule(key=keys, terminal=SEATS, revision=st.integers(1, 6), amount=AMOUNTS, choice=st.booleans(), yes=st.booleans())
    def answer(self, key: WindowId, terminal: PlayerId, revision: int, amount: int, choice: bool, yes: bool) -> None:
        spot = self.model[key].window.spots[0]
        self._said(key, terminal, revision, Answer({spot: amount} if amount else {}, "stand" if choice else ""), yes)

    @rule(key=keys, terminal=SEATS, revision=st.integers(198, 203))
    def late_revision(self, key: WindowId, terminal: PlayerId, revision: int) -> None:
        self._said(key, terminal, revision, Answer({self.model[key].window.spots[0]: 100}), revision <= 200)

    def _said(self, key: WindowId, terminal: PlayerId, revision: int, answer: Answer, yes: bool) -> None:
        found = self.windows.find(key, terminal, revision, answer)
        known = self.model[key]
        if key.round_no <= self.round_no - 2:
            assert found == STALE
            return
        assert found == known.answer_to(terminal, revision, answer)
        if isinstance(found, New):
            seq = self._next_seq()
            known.said.append((terminal, revision, answer, seq, yes))
            (register if yes else refuse)(self.windows, seq, key, revision, answer, terminal)

    @rule(key=consumes(keys), terminal=SEATS)
    def give_back(self, key: WindowId, terminal: PlayerId) -> None:
        known = self.model[key]
        holds = self.windows.given.get(known.window.name, {}).get(terminal)
        if key.round_no == self.round_no and holds is not None and terminal not in known.gone_back:
            self.windows.returned(e.LayoutReturned(self.round_no, known.window.name, terminal, 0))
            known.gone_back.append(terminal)

    @invariant()
    def the_bets_are_those_of_the_model(self) -> None:
        of_round = [known for known in self.model.values() if known.key.round_no == self.round_no]
        for terminal in (T1, T2):
            expected: dict[Spot, int] = {}
            for known in of_round:
                expected.update(known.holds(terminal).bets)
            assert self.windows.bets(terminal) == expected
            layouts = [
                (known.key, max(said[1] for said in known.of(terminal))) for known in of_round if known.of(terminal)
            ]
            assert [(key, revision) for key, _, revision, _, _ in self.windows.layouts(terminal)] == layouts
        assert {known.window.name for known in self._now_open()} == set(self.windows.open)

    @invariant()
    def nothing_is_answered_twice(self) -> None:
        for known in self.model.values():
            answered = [(terminal, revision) for terminal, revision, *_ in known.said]
            assert len(answered) == len(set(answered))
            assert all(len(known.of(terminal)) <= REVISIONS_MAX + 1 for terminal in (T1, T2))


TestWindowsMachine: Any = WindowsMachine.TestCase
TestWindowsMachine.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
