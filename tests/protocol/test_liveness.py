"""Who lives, and who asks too much: told the time, never asking for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.liveness import BURST, DEAD_AFTER_MS, HOUR_MS, REQUESTS_PER_S, Allowance, LastHour, Liveness


def test_a_peer_that_was_never_heard_is_not_alive_and_not_lost() -> None:
    peer = Liveness()
    assert (peer.alive(0), peer.alive(10**9), peer.ever_heard, peer.dies_ms()) == (False, False, False, None)


def test_a_peer_lives_for_two_seconds_after_it_was_heard() -> None:
    peer = Liveness()
    peer.heard(5_000)
    assert peer.ever_heard
    assert peer.dies_ms() == 7_000
    assert [peer.alive(at) for at in (5_000, 6_999, 7_000, 60_000)] == [True, True, False, False]


def test_every_sign_of_life_counts_and_a_dead_peer_may_come_back() -> None:
    peer = Liveness(dead_after_ms=100)
    peer.heard(0)
    peer.heard(90)
    assert (peer.dies_ms(), peer.alive(189), peer.alive(190)) == (190, True, False)
    peer.heard(5_000)
    assert (peer.alive(5_000), peer.ever_heard) == (True, True)


def test_a_peer_heard_at_time_zero_was_heard() -> None:
    peer = Liveness()
    peer.heard(0)
    assert (peer.alive(0), peer.ever_heard, peer.dies_ms()) == (True, True, DEAD_AFTER_MS)


def test_the_figures_are_those_of_the_fault_matrix() -> None:
    assert (DEAD_AFTER_MS, REQUESTS_PER_S, BURST) == (2_000, 20, 40)


def test_a_burst_of_forty_passes_and_the_next_request_does_not() -> None:
    allowance = Allowance()
    assert [allowance.take(1_000) for _ in range(42)] == [True] * 40 + [False] * 2


def test_after_a_burst_twenty_pass_in_a_second() -> None:
    allowance = Allowance()
    for _ in range(40):
        assert allowance.take(0)
    assert [allowance.take(at) for at in (49, 50, 51, 99, 100)] == [False, True, False, False, True]
    assert sum(allowance.take(at) for at in range(101, 1_101)) == 20


def test_what_is_refused_costs_nothing() -> None:
    allowance = Allowance(per_s=1, burst=1)
    assert allowance.take(0)
    assert not any(allowance.take(at) for at in range(1, 1_000))
    assert allowance.take(1_000)


def test_a_long_rest_saves_up_no_more_than_a_burst() -> None:
    allowance = Allowance(per_s=20, burst=3)
    assert [allowance.take(0) for _ in range(4)] == [True, True, True, False]
    assert [allowance.take(10**9) for _ in range(4)] == [True, True, True, False]


def test_a_clock_that_steps_back_gives_nothing() -> None:
    allowance = Allowance(per_s=1, burst=1)
    assert allowance.take(10_000)
    assert not allowance.take(0)
    assert not allowance.take(999)
    assert allowance.take(1_000)


@pytest.mark.parametrize("flood_ms", [0, 1, 3])
def test_a_flood_of_one_peer_passes_at_its_rate_and_leaves_the_other_alone(flood_ms: int) -> None:
    flooding, quiet = Allowance(), Allowance()
    passed = [flooding.take(n * flood_ms) for n in range(3_000)]
    assert sum(passed) == 40 + 20 * (2_999 * flood_ms) // 1_000
    assert quiet.take(9_000)


@given(st.lists(st.integers(0, 200), max_size=60), st.integers(1, 50), st.integers(1, 10))
def test_never_more_passes_than_the_burst_and_the_rate_allow(waits: list[int], per_s: int, burst: int) -> None:
    allowance, now, passed = Allowance(per_s, burst), 0, 0
    for wait in waits:
        now += wait
        passed += allowance.take(now)
        assert passed <= burst + now * per_s / 1_000
    assert passed >= min(len(waits), burst)


# --- what was taken within an hour -----------------------------------------------------------------------------------


def test_what_was_taken_counts_for_an_hour() -> None:
    notes = LastHour()
    assert notes.amount(0) == 0
    assert notes.take(0, b"first", 500) == 500
    assert notes.take(1_000, b"second", 100) == 600
    assert [notes.amount(at) for at in (HOUR_MS - 1, HOUR_MS, HOUR_MS + 999, HOUR_MS + 1_000)] == [600, 100, 100, 0]


def test_what_was_given_back_was_not_taken() -> None:
    notes = LastHour()
    notes.take(0, b"first", 500)
    notes.give_back(b"first")
    notes.give_back(b"never seen")
    assert notes.amount(0) == 0
