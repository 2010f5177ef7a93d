"""A follower ends level with the log, whatever is lost, doubled or late; and never follows another history (M8)."""

from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from protocol.chain import ChainBroken, Entry, opened, sealed
from protocol.events import ALL, SEALED, STAFF, Audience, may_read, only
from protocol.follower import AHEAD_MAX, SYNC_AGAIN_MS, SYNC_PATIENCE_MS, Follower
from protocol.messages import SentEntry
from tests.protocol.chained import START, journal

T1: Final = Audience("T1")
T2: Final = Audience("T2")

# 1 and 2 are for all, 3 is ours, 4 another terminal's, 5 is for staff, 6 for nobody yet, 7 and 8 are for all.
LOG: Final = journal(
    [
        (f"20:00:0{n}", audience, b"" if audience == ALL else b"salt", f"body {n}".encode())
        for n, audience in enumerate((ALL, ALL, T1, T2, STAFF, SEALED, ALL, ALL), start=1)
    ]
)
Taken = list[tuple[int, SentEntry, bytes]]


def a_follower(seq: int = 0, reader: str = "T1") -> Follower:
    return Follower(reader, seq, LOG[seq - 1].chain if seq else START)


def shown(entry: Entry, reader: str) -> SentEntry:
    return opened(entry) if may_read(reader, entry.audience) else sealed(entry)


def batch(follower: Follower, first: int, last: int, log: Sequence[Entry] = LOG) -> None:
    """As it is published: what is not for all is sealed for everybody."""
    run = [opened(entry) if entry.audience == ALL else sealed(entry) for entry in log[first - 1 : last]]
    follower.offer(first, run, log[last - 1].chain)


def deltas(follower: Follower, first: int, last: int, log: Sequence[Entry] = LOG) -> None:
    """As a Sync is answered: with the bodies that this reader may see. One entry: as a See."""
    run = [shown(entry, follower.reader) for entry in log[first - 1 : last]]
    follower.offer(first, run, log[last - 1].chain)


def pulse(follower: Follower, seq: int, log: Sequence[Entry] = LOG) -> None:
    follower.expect_link(seq, log[seq - 1].chain)


def as_read(first: int, last: int, reader: str = "T1", log: Sequence[Entry] = LOG) -> Taken:
    return [(entry.seq, shown(entry, reader), entry.chain) for entry in log[first - 1 : last]]


def state(follower: Follower) -> dict[str, object]:
    return {name: value.copy() if isinstance(value, dict) else value for name, value in vars(follower).items()}


# --- in order, without gaps -------------------------------------------------------------------------------


def test_what_follows_is_taken_in_order_each_with_its_link() -> None:
    follower = a_follower()
    batch(follower, 1, 2)
    assert follower.take() == as_read(1, 2)
    assert (follower.seq, follower.chain, follower.head_seq, follower.level) == (2, LOG[1].chain, 2, True)
    assert follower.take() == []


def test_what_was_taken_before_is_ignored() -> None:
    follower = a_follower(seq=2)
    before = state(follower)
    batch(follower, 1, 2)
    batch(follower, 1, 1)
    pulse(follower, 2)
    pulse(follower, 1)
    assert follower.take() == []
    assert state(follower) == before


def test_a_run_without_entries_is_a_word_about_the_chain() -> None:
    follower = a_follower(seq=2)
    follower.offer(3, [], LOG[1].chain)
    assert (follower.take(), follower.level) == ([], True)
    with pytest.raises(ChainBroken):
        follower.offer(3, [], LOG[0].chain)


def test_a_follower_begins_level_with_itself() -> None:
    follower = a_follower(seq=2)
    assert (follower.take(), follower.level, follower.wake_ms(), follower.sync_due(0)) == ([], True, None, False)


# --- bodies -----------------------------------------------------------------------------------------------


def test_a_public_entry_without_its_body_is_waited_for_too() -> None:
    follower = a_follower()
    follower.offer(1, [sealed(LOG[0])], LOG[0].chain)
    assert follower.take() == []
    batch(follower, 1, 1)
    assert follower.take() == as_read(1, 1)


@pytest.mark.parametrize(
    ("reader", "waits_at"), [("T1", 3), ("T2", 4), (STAFF, 3), ("archive", 3), ("T3", 9), ("witness", 9)], ids=str
)
def test_each_reader_waits_for_what_it_may_read(reader: str, waits_at: int) -> None:
    follower = a_follower(reader=reader)
    batch(follower, 1, 8)
    assert [seq for seq, _entry, _chain in follower.take()] == list(range(1, waits_at))
    deltas(follower, 1, 8)
    follower.take()
    assert follower.seq == 8


# --- another history --------------------------------------------------------------------------------------

OTHER: Final = journal([("20:00:00", ALL, b"", f"other {n}".encode()) for n in range(1, 9)])


@pytest.mark.parametrize(
    "forged",
    [
        replace(opened(LOG[2]), body=b"body 3 and more"),
        replace(opened(LOG[2]), body=b""),
        replace(opened(LOG[2]), salt=b"pepper"),
        replace(opened(LOG[2]), salt=b""),
        replace(opened(LOG[2]), wall_time="20:00:04"),
        replace(opened(LOG[2]), audience="T2"),
        replace(opened(LOG[2]), digest=LOG[3].digest),
        opened(LOG[3]),
    ],
    ids=["longer", "empty", "salt", "unsalted", "time", "audience", "digest", "another entry"],
)
def test_a_body_that_is_not_what_was_sealed_is_never_taken(forged: SentEntry) -> None:
    follower = a_follower(seq=2)
    follower.offer(3, [forged], LOG[2].chain)
    for _ in range(2):
        with pytest.raises(ChainBroken) as broken:
            follower.take()
        assert str(broken.value) == "entry 3 is not what its digest was made of"
    assert (follower.seq, follower.chain) == (2, LOG[1].chain)


def test_a_run_whose_last_link_is_another_is_not_taken() -> None:
    follower = a_follower()
    run = [opened(entry) for entry in LOG[:2]]
    follower.offer(1, run, b"x" * 32)
    with pytest.raises(ChainBroken) as broken:
        follower.take()
    assert str(broken.value) == "the console's history is not ours at entry 2"


def test_a_sealed_entry_that_was_exchanged_is_found_at_the_end_of_its_run() -> None:
    follower = a_follower(seq=3)
    run = [sealed(LOG[3]), replace(sealed(LOG[4]), digest=b"x" * 32), sealed(LOG[5])]
    follower.offer(4, run, LOG[5].chain)
    with pytest.raises(ChainBroken, match="the console's history is not ours at entry 6"):
        follower.take()


def test_a_pulse_of_another_history_is_found_at_once_or_when_we_are_there() -> None:
    follower = a_follower(seq=2)
    with pytest.raises(ChainBroken, match="not ours at entry 2"):
        follower.expect_link(2, OTHER[1].chain)
    follower = a_follower(seq=2)
    follower.expect_link(4, OTHER[3].chain)
    deltas(follower, 3, 3)
    assert follower.take() == as_read(3, 3)
    deltas(follower, 4, 8)
    with pytest.raises(ChainBroken, match="not ours at entry 4"):
        follower.take()


def test_two_links_after_one_entry_are_two_histories_whichever_the_entries_make() -> None:
    """The second one would else stand in the place of the first, and what follows it would link."""
    follower = a_follower(seq=2)
    pulse(follower, 5)
    pulse(follower, 5)
    deltas(follower, 3, 5, OTHER)
    with pytest.raises(ChainBroken, match="not ours at entry 5"):
        follower.take()


def test_the_log_of_another_table_is_not_followed() -> None:
    follower = Follower("T1", 0, START[::-1])
    deltas(follower, 1, 8)
    with pytest.raises(ChainBroken):
        follower.take()


def test_a_console_that_went_back_to_an_older_copy_and_went_on_is_found() -> None:
    """The first six entries are ours, then it tells another story."""
    other = [*LOG[:6], *journal([("20:01", ALL, b"", b"another")] * 2, LOG[5].chain, 6)]
    follower = a_follower(seq=7)
    deltas(follower, 1, 6, other)
    assert follower.take() == []  # what we have is not looked at again
    with pytest.raises(ChainBroken, match="not ours at entry 7"):
        pulse(follower, 7, other)
    deltas(follower, 8, 8, other)
    with pytest.raises(ChainBroken, match="not ours at entry 8"):
        follower.take()


def test_a_follower_that_met_another_history_goes_no_further_by_bodies() -> None:
    follower = a_follower(seq=2)
    follower.offer(3, [replace(opened(LOG[2]), body=b"forged")], LOG[2].chain)
    with pytest.raises(ChainBroken):
        follower.take()
    deltas(follower, 3, 8)
    with pytest.raises(ChainBroken):
        follower.take()
    assert (follower.seq, follower.chain) == (2, LOG[1].chain)


def test_a_follower_that_met_another_history_goes_no_further_by_links() -> None:
    follower = a_follower()
    deltas(follower, 1, 4, OTHER)
    pulse(follower, 2)  # the true log, at an entry that we do not have yet
    with pytest.raises(ChainBroken):
        follower.take()
    assert (follower.seq, follower.chain) == (0, START)
    with pytest.raises(ChainBroken):
        follower.take()


@pytest.mark.parametrize("wrong", ["body", "link"])
def test_what_a_right_link_vouches_for_is_given_first_and_nothing_after_it(wrong: str) -> None:
    """Entry 5 alone is as it should be, but nobody vouches for it: 6 is not, or what the console says of 6."""
    follower = a_follower(seq=2)
    sixth = opened(LOG[5]) if wrong == "link" else replace(opened(LOG[5]), body=b"forged")
    deltas(follower, 3, 4)
    follower.offer(5, [sealed(LOG[4]), sixth], OTHER[5].chain if wrong == "link" else LOG[5].chain)
    assert follower.take() == as_read(3, 4)
    assert (follower.seq, follower.chain) == (4, LOG[3].chain)
    pulse(follower, 6)  # now it says what is right: too late
    before = state(follower)
    for _ in range(2):
        with pytest.raises(ChainBroken, match="entry 6"):
            follower.take()
        assert state(follower) == before


# --- asking for what is missing ---------------------------------------------------------------------------


def test_a_gap_is_asked_for_after_a_little_patience_and_once_a_second_until_it_is_closed() -> None:
    follower = a_follower(seq=2)
    pulse(follower, 8)
    assert follower.wake_ms() is None  # nobody has looked yet
    asked = [at for at in range(5_000, 8_200) if follower.sync_due(at)]
    assert asked == [5_000 + SYNC_PATIENCE_MS + n * SYNC_AGAIN_MS for n in range(4)] == [5_060, 6_060, 7_060, 8_060]
    assert follower.wake_ms() == 9_060
    deltas(follower, 3, 8)
    assert follower.take() == as_read(3, 8)
    assert (follower.level, follower.wake_ms()) == (True, None)
    assert not any(follower.sync_due(at) for at in range(8_200, 20_000, 10))


def test_a_gap_that_closes_by_itself_is_never_asked_for() -> None:
    follower = a_follower()
    batch(follower, 2, 2)
    assert not follower.sync_due(5_000)
    batch(follower, 1, 1)
    assert follower.take() == as_read(1, 2)
    assert not follower.sync_due(5_060)
    assert follower.wake_ms() is None


def test_progress_gives_the_rest_a_little_patience_again() -> None:
    follower = a_follower()
    pulse(follower, 8)
    assert not follower.sync_due(5_000)
    assert follower.sync_due(5_060)
    deltas(follower, 1, 4)
    assert follower.take() == as_read(1, 4)
    assert not follower.sync_due(5_100)
    assert follower.wake_ms() == 5_160
    assert follower.sync_due(5_160)


def test_without_progress_nothing_makes_it_ask_sooner() -> None:
    follower = a_follower()
    pulse(follower, 4)
    assert not follower.sync_due(5_000)
    assert follower.sync_due(5_060)
    batch(follower, 7, 8)
    pulse(follower, 8)
    assert follower.take() == []
    assert not follower.sync_due(5_500)
    assert follower.wake_ms() == 6_060


# --- bounds -----------------------------------------------------------------------------------------------


def test_what_is_kept_for_later_is_bounded_and_what_was_dropped_is_asked_for() -> None:
    log = journal([("20:00", ALL, b"", b"%d" % n) for n in range(AHEAD_MAX + 500)])
    follower = Follower("T1", 0, START)
    for first in range(2, len(log) + 1, 100):  # everything but the first entry
        last = min(first + 99, len(log))
        batch(follower, first, last, log)
        pulse(follower, last, log)
    assert follower.take() == []
    assert len(follower._ahead) == AHEAD_MAX - 1
    assert len(follower._links) <= AHEAD_MAX
    assert max(follower._ahead) == AHEAD_MAX
    assert max(follower._links) <= AHEAD_MAX
    assert follower.head_seq == len(log)
    batch(follower, 1, 1, log)
    assert len(follower.take()) == AHEAD_MAX
    assert follower.seq < follower.head_seq
    deltas(follower, AHEAD_MAX + 1, len(log), log)
    assert len(follower.take()) == 500
    assert follower.level
    assert (follower._ahead, follower._links) == ({}, {})


def test_numbers_from_far_away_are_not_kept() -> None:
    follower = a_follower()
    follower.offer(2**53, [opened(LOG[0])], b"x" * 32)
    follower.expect_link(2**53 - 5, b"x" * 32)
    assert (follower._ahead, follower._links, follower.level) == ({}, {}, False)


@pytest.mark.parametrize(("seq", "kept"), [(AHEAD_MAX, True), (AHEAD_MAX + 1, False)])
def test_the_bound_is_exact(seq: int, kept: bool) -> None:
    follower = a_follower()
    follower.offer(seq, [opened(LOG[0])], b"x" * 32)
    assert ((seq in follower._ahead), (seq in follower._links)) == (kept, kept)


# --- a snapshot -------------------------------------------------------------------------------------------


def test_a_follower_without_history_starts_from_a_snapshot() -> None:
    follower = a_follower()
    batch(follower, 7, 8)
    pulse(follower, 8)
    assert not follower.sync_due(5_000)
    follower.advance(5, LOG[4].chain)
    assert (follower.seq, follower.chain, follower.head_seq, follower.level) == (5, LOG[4].chain, 8, False)
    assert follower.wake_ms() is None
    deltas(follower, 6, 6)
    assert follower.take() == as_read(6, 8)
    assert follower.level


def test_a_snapshot_of_the_head_leaves_nothing_to_ask() -> None:
    follower = a_follower()
    batch(follower, 1, 8)
    follower.advance(8, LOG[7].chain)
    assert follower.take() == []
    assert follower.level
    assert (follower._ahead, follower._links) == ({}, {})


def test_a_snapshot_may_be_ahead_of_all_we_knew() -> None:
    follower = a_follower()
    follower.advance(8, LOG[7].chain)
    assert (follower.head_seq, follower.level) == (8, True)


def test_a_snapshot_of_another_history_is_found_at_the_next_entry() -> None:
    follower = a_follower()
    follower.advance(5, OTHER[4].chain)
    deltas(follower, 6, 8)
    with pytest.raises(ChainBroken):
        follower.take()


# --- the usual case: what goes on from here ----------------------------------------------------------------


def damaged(entry: SentEntry, how: str) -> SentEntry:
    match how:
        case "body" if entry.body is not None:
            return replace(entry, body=entry.body + b"!")
        case "digest":
            return replace(entry, digest=bytes(32))
        case "sealed":
            return replace(entry, wall_time="", salt=b"", body=None)
    return entry


@given(
    reader=st.sampled_from(["T1", "T2", "staff", "archive"]),
    at=st.integers(0, 7),
    first=st.integers(1, 8),
    length=st.integers(0, 8),
    harm=st.sampled_from(["", "", "body", "digest", "sealed", "link", "known", "pulse"]),
    where=st.integers(0, 7),
    published=st.booleans(),
)
@settings(max_examples=500)
def test_what_goes_on_from_here_is_taken_as_offered_and_taken_or_nothing_is_touched(
    reader: str, at: int, first: int, length: int, harm: str, where: int, *, published: bool
) -> None:
    quick, careful = a_follower(at, reader), a_follower(at, reader)
    for follower in (quick, careful):
        if harm == "known" and at < 7:
            early = min(8, at + 1 + where % 3)
            deltas(follower, early, early)  # an answer that came before the rest
        if harm == "sealed" and at < 7:
            batch(follower, at + 2, at + 2)
        if harm == "pulse":
            pulse(follower, 8)
    run = tuple(shown(entry, ALL if published else reader) for entry in LOG[first - 1 : first - 1 + length])
    run = tuple(damaged(entry, harm) if place == where else entry for place, entry in enumerate(run))
    chain = bytes(32) if harm == "link" else LOG[first - 2 + len(run)].chain if first - 2 + len(run) >= 0 else START
    before = state(quick)
    taken = quick.follow(first, run, chain)
    assert state(quick) == before
    if taken is not None:
        assert harm != "link"
        careful.offer(first, run, chain)
        assert tuple(entry for _seq, entry, _chain in careful.take()) == taken
        quick.advance(at + len(taken), chain)
        assert state(quick) == state(careful)
    else:
        assert harm or published or not run or first > at + 1 or first + len(run) <= at + 1


def test_an_answer_that_came_before_its_batch_is_taken_with_it() -> None:
    own = next(entry for entry in LOG if entry.audience == "T1" and entry.seq > 1)
    follower = a_follower(own.seq - 2)
    deltas(follower, own.seq, own.seq)
    published = tuple(shown(entry, ALL) for entry in LOG[own.seq - 2 : own.seq + 1])
    assert published[1].body is None
    expected = (published[0], opened(own), published[2])
    assert follower.follow(own.seq - 1, published, LOG[own.seq].chain) == expected
    follower.advance(own.seq + 1, LOG[own.seq].chain)
    assert (follower.seq, follower.level, follower.take()) == (own.seq + 1, True, [])


def test_two_links_that_are_told_after_one_entry_are_two_histories_before_it_has_come() -> None:
    follower = Follower("T1", 0, START)
    follower.expect_link(2, bytes(32))
    follower.expect_link(2, bytes(32))  # the same again is the same
    assert follower.next_after(0, follower.chain) == []
    follower.expect_link(2, bytes([1] * 32))
    with pytest.raises(ChainBroken):
        follower.next_after(0, follower.chain)


def test_an_early_entry_that_the_run_contradicts_is_not_dropped_in_silence() -> None:
    follower = a_follower(3)
    follower.offer(5, (SentEntry(bytes(32), "T2"),), LOG[4].chain)
    run = tuple(shown(entry, "T1") for entry in LOG[3:6])
    assert follower.follow(4, run, LOG[5].chain) is None


# --- any order, any loss ----------------------------------------------------------------------------------

AUDIENCES: Final = st.sampled_from([ALL, ALL, T1, T2, STAFF, SEALED, only("T1")])


@given(
    audiences=st.lists(AUDIENCES, min_size=1, max_size=12),
    reader=st.sampled_from(["T1", "T2", "staff", "archive"]),
    start=st.integers(0, 3),
    data=st.data(),
)
@settings(max_examples=100)
def test_whatever_is_lost_doubled_or_late_the_follower_ends_level(
    audiences: list[Audience], reader: str, start: int, data: st.DataObject
) -> None:
    log = journal([("20:00", audience, b"" if audience == ALL else b"s", b"x") for audience in audiences])
    head = len(log)
    start = min(start, head)
    follower = Follower(reader, start, log[start - 1].chain if start else START)
    taken: Taken = []

    places = st.tuples(st.integers(1, head), st.integers(1, head)).map(sorted)
    news = st.lists(st.tuples(st.sampled_from([batch, deltas, pulse, Follower.take]), places), max_size=12)
    for kind, (first, last) in data.draw(news):
        if kind is Follower.take:
            taken += follower.take()
        elif kind is pulse:
            pulse(follower, last, log)
        else:
            kind(follower, first, last, log)  # type: ignore[operator]
        assert follower.seq <= follower.head_seq <= head

    # From now on pulses come, and of the answers only some are lost.
    losses = data.draw(st.lists(st.booleans(), max_size=5))
    asked: list[int] = []
    for now_ms in range(0, 20_000, 50):
        taken += follower.take()
        if now_ms % 500 == 0:
            pulse(follower, head, log)
        if follower.sync_due(now_ms):
            asked.append(now_ms)
            if not (losses and losses.pop()):
                deltas(follower, follower.seq + 1, min(head, follower.seq + 3), log)
    assert follower.level
    assert (follower.seq, follower.chain) == (head, log[-1].chain)
    assert taken == as_read(start + 1, head, reader, log)
    assert len(asked) <= 5 + head  # it asks while something is missing, and then it is quiet
