"""The gaming day: which one the clock says, which one is due to be closed, and a clock that cannot be trusted."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.clock import STEP_MS, Clock, GamingDay
from console.table.table import ClockSet, DayTold
from games.round import Refusal
from protocol import events as e
from protocol import messages as m
from protocol.codec import PeerError, decode_request, encode
from protocol.day import days_between
from protocol.view import Phase
from tests.console.cluster import BANKER_WINS, Cluster
from tests.console.people import DEALER, SUPERVISOR

# --- which day it is -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wall", "day"),
    [
        ("2026-11-17T21:59:59+00:00", "2026-11-17"),  # 05:59 in Singapore: the night belongs to the day before
        ("2026-11-17T22:00:00+00:00", "2026-11-18"),
        ("2026-12-31T21:59:00+00:00", "2026-12-31"),
        ("2026-02-28T23:00:00+00:00", "2026-03-01"),
    ],
)
def test_the_day_begins_at_the_hour_of_the_house_in_its_time_zone(wall: str, day: str) -> None:
    assert GamingDay("Asia/Singapore", "06:00").at(datetime.fromisoformat(wall)) == day


def test_a_day_begins_once_in_the_nights_when_the_clocks_are_changed() -> None:
    """In Berlin 02:30 came twice on 2026-10-25, and never on 2026-03-29."""
    day = GamingDay("Europe/Berlin", "02:30")
    for first in (datetime(2026, 10, 24, 12, tzinfo=UTC), datetime(2026, 3, 28, 12, tzinfo=UTC)):
        days = [day.at(first + timedelta(minutes=minute)) for minute in range(2 * 24 * 60)]
        assert len(set(days)) == 3
        repeated = sum(after < before for before, after in pairwise(days))
        assert repeated <= 1, "an hour that comes twice may go back once; the table's day does not"


@given(st.dates(), st.dates())
def test_days_are_counted_as_the_calendar_counts_them(one: date, other: date) -> None:
    assert days_between(one.isoformat(), other.isoformat()) == (other - one).days
    assert (one < other) == (one.isoformat() < other.isoformat())


class SetClock:
    """A wall clock and one that never goes back, both in our hands."""

    def __init__(self) -> None:
        self.wall, self.monotonic = 1_800_000_000_000, 5_000
        self.clock = Clock(GamingDay(), lambda: self.wall, lambda: self.monotonic)

    def pass_ms(self, ms: int, step_ms: int = 0) -> int:
        self.monotonic += ms
        self.wall += ms + step_ms
        return self.clock.step_ms()


@pytest.mark.parametrize("step_ms", [86_400_000, -86_400_000, 3_600_000, -STEP_MS - 1, STEP_MS + 1])
def test_n10_a_clock_that_is_set_is_found_at_the_next_look_and_once(step_ms: int) -> None:
    clock = SetClock()
    assert clock.pass_ms(5_000, step_ms=40) == 0  # steered
    assert clock.pass_ms(5_000, step_ms) == step_ms
    assert clock.pass_ms(5_000) == 0


def test_a_clock_before_the_last_entry_is_found_at_the_start() -> None:
    clock = SetClock()
    assert clock.clock.behind_ms("2027-01-15T08:00:00.000Z") == 0
    assert clock.clock.behind_ms("2027-01-15T09:00:00.000Z") == -3_600_000
    assert clock.clock.behind_ms("") == 0, "a new journal"
    with pytest.raises(ValueError, match="says it was written at 'yesterday': no time"):
        clock.clock.behind_ms("yesterday")


# --- what the table makes of it --------------------------------------------------------------------------------------


def closed() -> Cluster:
    cluster = Cluster()
    cluster.run(DayTold("2026-11-16"))
    cluster.obey(m.CloseTable(), SUPERVISOR)
    return cluster


def test_the_day_that_is_due_is_closed_once_and_nothing_else_is() -> None:
    cluster = closed()
    not_over = Refusal("not_due", "the gaming day 2026-11-16 is not over, and all before it are closed")
    assert cluster.refuse(m.CloseDay("2026-11-16"), SUPERVISOR) == not_over
    assert cluster.run(DayTold("2026-11-17")) == [e.DayBegan("2026-11-17")]
    assert cluster.run(DayTold("2026-11-17")) == []
    for day in ("2026-11-15", "2026-11-17", "9999-12-31"):
        late = Refusal("late", f"the day that is due is 2026-11-16, not {day}")
        assert cluster.refuse(m.CloseDay(day), SUPERVISOR) == late
    assert cluster.obey(m.CloseDay("2026-11-16"), SUPERVISOR) == [e.DayClosed("2026-11-16", "2026-11-16")]
    assert cluster.refuse(m.CloseDay("2026-11-16"), SUPERVISOR).reason == "not_due"
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert (cluster.phase, cluster.view.day, cluster.view.closed_day) == (Phase.READY, "2026-11-17", "2026-11-16")
    cluster.play(BANKER_WINS)  # the shoe is as it was


def test_days_that_were_missed_are_closed_together_and_by_name() -> None:
    cluster = closed()
    cluster.run(DayTold("2026-11-17"))
    cluster.run(DayTold("2026-11-19"))  # on the 18th no console ran
    assert cluster.obey(m.CloseDay("2026-11-17"), SUPERVISOR) == [e.DayClosed("2026-11-17", "2026-11-16")]
    assert cluster.view.due_day == ""


def test_what_is_no_date_is_no_order() -> None:
    for day in ("", "0", "2026-13-01", "2026-00-10", "2026-1-1", "2026-11-32", "\uff12026-11-16"):
        with pytest.raises(PeerError):
            decode_request(encode(m.Command(1, b"r" * 8, b"c" * 8, 0, m.CloseDay(day))))


def test_the_day_never_goes_back_and_a_clock_that_is_set_is_on_record() -> None:
    cluster = closed()
    cluster.run(DayTold("2026-11-17"))
    assert cluster.run(ClockSet(-86_400_000), DayTold("2026-11-16")) == [e.ClockStepped(-86_400_000)]
    assert (cluster.view.day, cluster.view.due_day) == ("2026-11-17", "2026-11-16")


def test_a_day_far_ahead_is_followed_only_if_two_people_say_so() -> None:
    """There is no way back: a clock that says 9999 for a moment would leave no day that could ever be closed."""
    cluster = closed()
    assert cluster.run(DayTold("9999-12-31")) == [e.DayDoubted("9999-12-31")]
    assert cluster.run(DayTold("9999-12-31")) == []
    assert cluster.view.day == "2026-11-16"
    assert cluster.run(DayTold("2026-11-16")) == [e.DayDoubted("")], "the clock is right again"
    assert cluster.run(DayTold("2026-11-23")) == [e.DayBegan("2026-11-23")]
    cluster.run(DayTold("2026-12-01"))
    assert cluster.refuse(m.BeginDay("2026-12-02"), SUPERVISOR, DEALER).reason == "late"
    assert cluster.refuse(m.BeginDay("2026-12-01"), SUPERVISOR).reason == "second_person"
    assert cluster.obey(m.BeginDay("2026-12-01"), SUPERVISOR, DEALER) == [e.DayBegan("2026-12-01")]
    assert cluster.refuse(m.BeginDay("2026-12-01"), SUPERVISOR, DEALER).reason == "not_due"
    assert (cluster.view.due_since, cluster.view.due_day) == ("2026-11-16", "2026-11-23")


def test_a_clock_that_walks_is_followed_for_a_week_from_the_day_that_people_have_closed() -> None:
    """Step by step it would let every ticket expire."""
    cluster = closed()
    for day in ("2026-11-18", "2026-11-23"):
        assert cluster.run(DayTold(day)) == [e.DayBegan(day)]
    for day in ("2026-11-24", "2026-11-30"):
        assert cluster.run(DayTold(day)) == [e.DayDoubted(day)]
    cluster.obey(m.CloseDay("2026-11-18"), SUPERVISOR)
    assert cluster.run(DayTold("2026-11-30")) == [e.DayBegan("2026-11-30")]


@given(st.lists(st.dates(date(2026, 1, 1), date(2026, 3, 1)).map(date.isoformat), max_size=20))
def test_whatever_the_clock_says_the_day_rises_and_the_day_that_is_due_is_before_it(days: list[str]) -> None:
    cluster = Cluster(opened=False, terminals=())
    before = ""
    for day in days:
        cluster.run(DayTold(day))
        view = cluster.view
        assert before <= view.day
        assert view.due_day < view.day
        assert not view.doubted_day or view.doubted_day == day > view.day
        before = view.day
        if view.due_day:
            cluster.obey(m.CloseDay(view.due_day), SUPERVISOR)
