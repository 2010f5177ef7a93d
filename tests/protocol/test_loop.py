"""The five-step batch: decide and apply, commit, publish, reply, in this order and no other.

The fakes write down what was done to them, so a test compares the whole story.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from games.money import InvariantBroken
from games.round import PlayerId
from protocol.chain import Entry, first_link, make_entry, verify
from protocol.codec import decode_event, encode_body
from protocol.events import ALL, Audience, CreditBought, Event, Halted, Resumed, audience_of
from protocol.halts import Halt
from protocol.loop import TICK, Pen, Reply, Tick, run_batch

START = first_link("BAC-01")
T1 = PlayerId("T1")
CALLED, DRY = Halted(Halt.CALLED, "look here"), Halted(Halt.SHOE_DRY, "empty")


@dataclass
class Story:
    """A core, a journal and a way out that remember what happened, and when."""

    decisions: dict[str, tuple[Event | Reply, ...]] = field(default_factory=dict)
    at_tick: tuple[Event | Reply, ...] = ()
    told: list[tuple[str, object]] = field(default_factory=list)
    disk: list[Entry] = field(default_factory=list)
    breaks: str = ""

    def _tell(self, step: str, what: object) -> None:
        self.told.append((step, what))
        if self.breaks == step:
            raise OSError(f"{step}: no space left on device")

    def decide(self, now_ms: int, given: str | Tick) -> Iterator[Event | Reply]:
        self._tell("decide", (now_ms, given))
        yield from self.at_tick if isinstance(given, Tick) else self.decisions[given]

    def apply(self, entry: Entry, event: Event) -> None:
        self._tell("apply", (entry.seq, event))

    def commit(self, entries: Sequence[Entry]) -> None:
        self._tell("commit", [entry.seq for entry in entries])
        self.disk += entries

    def publish(self, entries: Sequence[Entry]) -> None:
        self._tell("publish", [entry.seq for entry in entries])

    def send(self, reply: Reply) -> None:
        self._tell("send", reply)


def pen(**more: Any) -> Pen[Event]:
    return Pen(0, START, decode_event, **more)


def run(story: Story, *inputs: str, by: Pen[Event] | None = None) -> list[Entry]:
    return run_batch(story, by or pen(), story, story, 5_000, "20:00:05", inputs)


def a_reply(message: str) -> Reply:
    return Reply("T1", message)


# --- the order of the steps -------------------------------------------------------------------------------


def test_one_input_is_decided_applied_committed_published_and_answered() -> None:
    story = Story({"call": (CALLED, a_reply("see 1"))})
    entries = run(story, "call")
    assert story.told == [
        ("decide", (5_000, "call")),
        ("apply", (1, CALLED)),
        ("decide", (5_000, TICK)),
        ("commit", [1]),
        ("publish", [1]),
        ("send", a_reply("see 1")),
    ]
    assert story.disk == entries
    assert verify(START, 1, entries) == entries[-1].chain
    assert [decode_event(entry.body) for entry in entries] == [CALLED]


def test_many_inputs_are_one_commit_and_each_is_decided_after_the_one_before_was_applied() -> None:
    story = Story(
        {
            "one": (CALLED, DRY, a_reply("first")),
            "two": (),
            "three": (Resumed(Halt.CALLED, 0), a_reply("second"), a_reply("third")),
        }
    )
    entries = run(story, "one", "two", "three")
    assert story.told == [
        ("decide", (5_000, "one")),
        ("apply", (1, CALLED)),
        ("apply", (2, DRY)),
        ("decide", (5_000, "two")),
        ("decide", (5_000, "three")),
        ("apply", (3, Resumed(Halt.CALLED, 0))),
        ("decide", (5_000, TICK)),
        ("commit", [1, 2, 3]),
        ("publish", [1, 2, 3]),
        ("send", a_reply("first")),
        ("send", a_reply("second")),
        ("send", a_reply("third")),
    ]
    assert [(entry.seq, entry.wall_time) for entry in entries] == [(1, "20:00:05"), (2, "20:00:05"), (3, "20:00:05")]


def test_the_tick_is_the_last_input_and_what_it_decides_is_in_the_same_commit() -> None:
    story = Story({"call": (CALLED,)}, at_tick=(DRY, a_reply("time")))
    run(story, "call")
    assert story.told == [
        ("decide", (5_000, "call")),
        ("apply", (1, CALLED)),
        ("decide", (5_000, TICK)),
        ("apply", (2, DRY)),
        ("commit", [1, 2]),
        ("publish", [1, 2]),
        ("send", a_reply("time")),
    ]


def test_a_batch_without_inputs_is_a_tick() -> None:
    story = Story()
    assert (run(story), story.told) == ([], [("decide", (5_000, TICK))])


def test_replies_without_facts_are_sent_without_a_commit() -> None:
    story = Story({"hello": (a_reply("denied"),)})
    assert run(story, "hello") == []
    assert story.told == [("decide", (5_000, "hello")), ("decide", (5_000, TICK)), ("send", a_reply("denied"))]


def test_batches_continue_one_journal() -> None:
    story, one_pen = Story({"call": (CALLED,), "dry": (DRY,)}), pen()
    run(story, "call", by=one_pen)
    run(story, "dry", "call", by=one_pen)
    assert [entry.seq for entry in story.disk] == [1, 2, 3]
    assert verify(START, 1, story.disk) == one_pen.chain
    assert one_pen.seq == 3


# --- what leaves the process when something fails ---------------------------------------------------------


def test_nothing_is_published_or_sent_if_the_commit_fails() -> None:
    story = Story({"call": (CALLED, a_reply("see 1")), "ask": (a_reply("no"),)})
    story.breaks = "commit"
    with pytest.raises(OSError, match="no space left"):
        run(story, "call", "ask")
    assert [step for step, _what in story.told] == ["decide", "apply", "decide", "decide", "commit"]
    assert story.disk == []


@pytest.mark.parametrize("step", ["decide", "apply"])
def test_nothing_is_committed_if_the_core_fails(step: str) -> None:
    story = Story({"call": (CALLED, a_reply("see 1"))}, breaks=step)
    with pytest.raises(OSError, match=step):
        run(story, "call")
    assert not {"commit", "publish", "send"} & {told for told, _what in story.told}
    assert story.disk == []


def test_what_was_published_is_on_disk_even_if_nobody_could_be_answered() -> None:
    story = Story({"call": (CALLED, a_reply("see 1"))}, breaks="publish")
    with pytest.raises(OSError, match="publish"):
        run(story, "call")
    assert [entry.seq for entry in story.disk] == [1]
    assert "send" not in {told for told, _what in story.told}


# --- the pen ----------------------------------------------------------------------------------------------


def test_the_pen_numbers_links_and_dates_what_it_writes() -> None:
    writer = pen()
    one, other = writer.write(CALLED, "20:00"), writer.write(DRY, "20:01")
    assert [(entry.seq, entry.wall_time, entry.audience, entry.salt) for entry in (one, other)] == [
        (1, "20:00", ALL, b""),
        (2, "20:01", ALL, b""),
    ]
    assert [one.body, other.body] == [encode_body(CALLED), encode_body(DRY)]
    assert verify(START, 1, [one, other]) == writer.chain
    assert writer.seq == 2


def test_the_pen_goes_on_where_a_journal_ended() -> None:
    first = pen().write(CALLED, "20:00")
    entry = Pen(1, first.chain, decode_event).write(DRY, "20:01")
    assert verify(START, 1, [first, entry]) == entry.chain


def test_what_is_not_for_all_is_salted_each_time_anew_and_what_is_for_all_is_not() -> None:
    salts = iter([b"salt one", b"salt two"])
    writer = pen(audience_of=audience_of, salt=lambda: next(salts))
    bought = CreditBought(b"i" * 16, T1, 1, 100)
    written = [writer.write(event, "20:00") for event in (bought, CALLED, bought)]
    assert [(entry.audience, entry.salt) for entry in written] == [
        (Audience("T1"), b"salt one"),
        (ALL, b""),
        (Audience("T1"), b"salt two"),
    ]
    assert written[0].body == written[2].body
    assert verify(START, 1, written) == writer.chain
    assert next(salts, None) is None


def test_a_pen_that_is_told_nothing_of_audiences_writes_for_all() -> None:
    entry = pen().write(CreditBought(b"i" * 16, T1, 1, 100), "20:00")
    assert (entry.audience, entry.salt) == (ALL, b"")


class Loose(Struct, frozen=True):
    """A fact that was never taught to be careful."""

    cards: Any


DOES_NOT_SURVIVE: dict[str, Any] = {
    "a list where it comes back as a tuple": Loose([1, 2]),
    "a set where it comes back as a tuple": Loose({1}),
}


@pytest.mark.parametrize("event", DOES_NOT_SURVIVE.values(), ids=DOES_NOT_SURVIVE)
def test_a_fact_that_does_not_survive_its_encoding_is_never_written(event: Loose) -> None:
    def as_tuples(body: bytes) -> Loose:
        return Loose((1, 2)) if b"\x92" in body else Loose((1,))

    writer = Pen(0, START, as_tuples)
    with pytest.raises(InvariantBroken) as broken:
        writer.write(event, "20:00")
    assert str(broken.value) == "Loose does not survive its encoding"
    assert (writer.seq, writer.chain) == (0, START)


def test_a_fact_that_is_proved_already_is_not_read_again() -> None:
    def never(_body: bytes) -> Loose:
        raise AssertionError("it was read")

    writer = Pen(0, START, never, proved=(Loose,))
    entry = writer.write(Loose((1, 2)), "20:00")
    assert entry == make_entry(START, 1, "20:00", ALL, b"", encode_body(Loose((1, 2))))
    with pytest.raises(AssertionError, match="it was read"):
        Pen(0, START, never).write(Loose((1, 2)), "20:00")


@pytest.mark.parametrize(
    "event",
    [
        Halted(Halt.CALLED, "look here", paragraph=5),  # type: ignore[arg-type]
        Resumed(Halt.CALLED, True),
        Resumed(Halt.CALLED, 1.0),  # type: ignore[arg-type]
        Resumed(Halt.CALLED, "soon"),  # type: ignore[arg-type]
    ],
    ids=repr,
)
def test_a_fact_with_a_wrong_type_is_never_written(event: Event) -> None:
    """Python calls True and 1.0 equal to 1; the decoder does not."""
    writer = pen()
    with pytest.raises(msgspec.ValidationError):
        writer.write(event, "20:00")
    assert (writer.seq, writer.chain) == (0, START)


def test_the_batch_stops_at_a_fact_that_does_not_survive_and_nothing_leaves() -> None:
    def reads_something_else(_body: bytes) -> Event:
        return DRY

    story = Story({"call": (CALLED, a_reply("see 1"))})
    with pytest.raises(InvariantBroken, match="Halted does not survive its encoding"):
        run(story, "call", by=Pen(0, START, reads_something_else))
    assert story.told == [("decide", (5_000, "call"))]
