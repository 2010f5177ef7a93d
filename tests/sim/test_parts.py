"""The parts that a table stands on, drilled alone: as they are they stand it, and with a bug in them they are seen."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, Final

import msgspec
import pytest

from console import books, clock
from protocol import codec, events, follower, join, liveness, signing
from shoe_driver import frames, link, port
from shoe_driver.makes import angel_eye
from simulation import drill_books, drill_clock, drill_follow, drill_session, drill_shoe, drill_terminal, drill_wire
from simulation.run import BOOKS_STEPS, CLOCK_STEPS, FOLLOW_STEPS, SHOE_STEPS, TERMINAL_STEPS, TOLD_STEPS, WIRE_STEPS
from simulation.world import Violation
from terminal import (
    answers,
    devices,
    fairness,
    following,
    layouts,
    money,
    outbox,
    own_rounds,
    participant,
    records,
    runtime,
    session,
)

SEEDS: Final = range(120)  # within so many each bug is seen
Patch = pytest.MonkeyPatch


def drilled(of: Callable[[int, int], object], steps: int, seeds: Iterable[int] = SEEDS) -> str:
    """What the first drill objects to that does; "": none."""
    for seed in seeds:
        try:
            of(seed, steps)
        except Violation as broken:
            return str(broken)
    return ""


def forgets_no_card(patch: Patch) -> None:
    rest = angel_eye.AngelDecoder._rest

    def kept(self: angel_eye.AngelDecoder) -> Any:
        believed = self._believed
        yield from rest(self)
        self._believed = believed

    patch.setattr(angel_eye.AngelDecoder, "_rest", kept)


def hears_no_silence_between_two_cards(patch: Patch) -> None:
    receive = frames.Decoder.receive

    def joined(self: Any, now_ms: int, data: bytes) -> Any:
        self.tick = lambda _now_ms: []
        try:
            return receive(self, now_ms, data)
        finally:
            del self.tick

    patch.setattr(frames.Decoder, "receive", joined)


def gives_up_unasked(patch: Patch) -> None:
    patch.setattr(link, "GIVE_UP_ANSWERS", 0)


def believes_the_second_face(patch: Patch) -> None:
    given = link.Talk._given

    def believed(self: link.Talk, frame: Any) -> Any:
        yield from given(self, frame)
        if frame.number > self._reported:
            self._held[frame.number] = frame

    patch.setattr(link.Talk, "_given", believed)


def acknowledges_what_it_reads(patch: Patch) -> None:
    patch.setattr(link.Talk, "acknowledge", lambda self, _number: self._say(frames.Acknowledged(self._known)))


def is_not_asked_again(patch: Patch) -> None:
    patch.setattr(link.Talk, "_ask", lambda self, now_ms: setattr(self, "_ask_ms", now_ms + 60_000))


def loses_what_comes_in_two_pieces(patch: Patch) -> None:
    read = port.ShoePort.read
    patch.setattr(port.ShoePort, "read", lambda self, now_ms: (read(self, now_ms) or b"")[:12] or None)


@pytest.mark.parametrize(
    "bug",
    [
        *(
            forgets_no_card,
            hears_no_silence_between_two_cards,
            gives_up_unasked,
            believes_the_second_face,
            acknowledges_what_it_reads,
        ),
        *(is_not_asked_again, loses_what_comes_in_two_pieces),
    ],
    ids=lambda bug: bug.__name__,
)
def test_a_shoe_driver_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_shoe.run, SHOE_STEPS)


def test_every_make_of_shoe_is_followed() -> None:
    assert drilled(drill_shoe.run, SHOE_STEPS) == ""


def takes_a_doubled_key(patch: Patch) -> None:
    patch.setattr(codec, "_unique", dict)


def takes_the_quick_way(patch: Patch) -> None:
    def quick(data: bytes) -> Any:
        try:
            return codec._decode_from_terminal(data).m
        except (msgspec.MsgspecError, ValueError) as error:
            raise codec.PeerError(str(error)) from None

    patch.setattr(drill_wire, "decode_request", quick)


def signs_for_every_table(patch: Patch) -> None:
    whole = signing.statement
    patch.setattr(signing, "statement", lambda domain, _table, seq, chain: whole(domain, "", seq, chain))


@pytest.mark.parametrize(
    "bug", [takes_a_doubled_key, takes_the_quick_way, signs_for_every_table], ids=lambda bug: bug.__name__
)
def test_a_wire_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_wire.run, WIRE_STEPS)


def test_what_is_on_the_wire_says_one_thing_only() -> None:
    assert drilled(drill_wire.run, WIRE_STEPS) == ""


# --- whoever follows the log ------------------------------------------------------------------------------------------


def believes_the_later_of_two_links(patch: Patch) -> None:
    told = follower.Follower.expect_link

    def later(self: follower.Follower, seq: int, chain: bytes) -> None:
        self._links.pop(seq, None)
        told(self, seq, chain)

    patch.setattr(follower.Follower, "expect_link", later)


def takes_what_nobody_vouches_for(patch: Patch) -> None:
    given = follower.Follower.next_after

    def taken(self: follower.Follower, after_seq: int, after: bytes) -> Any:
        links = self._links
        self._links = {seq: links.get(seq, b"") for seq in {*links, *self._ahead}}  # each is taken for vouched for
        try:
            return given(self, after_seq, after)
        finally:
            self._links = links

    patch.setattr(follower.Follower, "next_after", taken)


def proves_what_it_has_not(patch: Patch) -> None:
    patch.setattr(join.Join, "_reach", lambda self, _last_seq: setattr(self, "signed", self.claimed))


def is_welcome_at_a_console_that_has_ended(patch: Patch) -> None:
    patch.setattr(join.Join, "see_console_start", lambda _self, _seq: None)


@pytest.mark.parametrize(
    "bug",
    [
        *(believes_the_later_of_two_links, takes_what_nobody_vouches_for),
        *(proves_what_it_has_not, is_welcome_at_a_console_that_has_ended),
    ],
    ids=lambda bug: bug.__name__,
)
def test_a_follower_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_follow.run, FOLLOW_STEPS)


def test_whatever_a_console_says_only_its_history_is_followed() -> None:
    assert drilled(drill_follow.run, FOLLOW_STEPS) == ""


# --- the clock --------------------------------------------------------------------------------------------------------


def begins_the_day_with_its_second_minute(patch: Patch) -> None:
    at = clock.GamingDay.at
    patch.setattr(clock.GamingDay, "at", lambda self, wall: at(self, wall - timedelta(minutes=1)))


def tells_a_step_for_ever(patch: Patch) -> None:
    step = clock.Clock.step_ms

    def again(self: clock.Clock) -> int:
        seen = self._seen
        found = step(self)
        self._seen = seen
        return found

    patch.setattr(clock.Clock, "step_ms", again)


@pytest.mark.parametrize(
    "bug", [begins_the_day_with_its_second_minute, tells_a_step_for_ever], ids=lambda bug: bug.__name__
)
def test_a_clock_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_clock.run, CLOCK_STEPS)


def test_each_moment_is_of_its_gaming_day() -> None:
    assert drilled(drill_clock.run, CLOCK_STEPS) == ""


# --- the books --------------------------------------------------------------------------------------------------------


def counts_doubt_as_read(patch: Patch) -> None:
    patch.setattr(books.Books, "done", property(lambda self: min(self._fold.seq, self.relied)))


def believes_any_state(patch: Patch) -> None:
    patch.setattr(books, "Checkpointed", lambda _digest: AnyOf(events.Checkpointed))


class AnyOf:
    """Equal to each of its kind."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, self._kind)

    __hash__ = object.__hash__


@pytest.mark.parametrize("bug", [counts_doubt_as_read, believes_any_state], ids=lambda bug: bug.__name__)
def test_books_with_a_bug_are_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    try:
        seen = drilled(drill_books.run, BOOKS_STEPS)
    except books.Differ as differs:  # a state that cannot be, and it stands on it
        seen = str(differs)
    assert seen


def test_no_books_are_believed_unread_and_those_that_agree_are_paid() -> None:
    assert drilled(drill_books.run, BOOKS_STEPS) == ""


# --- terminals --------------------------------------------------------------------------------------------------------


def asks_in_whole_steps_only(patch: Patch) -> None:
    short = layouts.find_short

    def stepped(seat: Any, window: Any, bets: Any) -> Any:
        steps = {it: limit.step for it, limit in seat.state.view.round_felt.limits.items()}
        return short(seat, window, bets) | {it: bet for it, bet in bets.items() if bet % steps.get(it, 1)}

    patch.setattr(layouts, "find_short", stepped)


def is_content_when_somebody_calls(patch: Patch) -> None:
    heard = following._REACTIONS[events.AttendantCalled]

    def content(seat: Any, opened: Any, event: Any) -> None:
        heard(seat, opened, event)
        seat.state.outbox.attended()

    patch.setitem(following._REACTIONS, events.AttendantCalled, content)


def waits_for_its_own_revision(patch: Patch) -> None:
    answered = outbox.Outbox.answered_up_to

    def only(self: outbox.Outbox, window: Any, revision: int) -> None:
        before = self.layouts.get(window)
        answered(self, window, revision)
        if before is not None and before.revision < revision:
            self.layouts[window] = before

    patch.setattr(outbox.Outbox, "answered_up_to", only)


def counts_no_notes(patch: Patch) -> None:
    patch.setattr(liveness.LastHour, "amount", lambda _self, _now_ms: 0)


@pytest.mark.parametrize(
    "bug",
    [asks_in_whole_steps_only, is_content_when_somebody_calls, waits_for_its_own_revision, counts_no_notes],
    ids=lambda bug: bug.__name__,
)
def test_a_terminal_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_terminal.run, TERMINAL_STEPS)


def test_a_terminal_gives_each_wish_what_it_is_due() -> None:
    assert drilled(drill_terminal.run, TERMINAL_STEPS) == ""


# --- terminals at a console that is only a pen ------------------------------------------------------------------------


def squeezes_for_the_next_one(patch: Patch) -> None:
    patch.setattr(layouts, "squeezes", lambda seat: seat.forgotten.squeeze != 0)


def shows_his_layouts_to_the_next_one(patch: Patch) -> None:
    patch.setattr(layouts, "saved_bets", lambda seat: seat.forgotten.saved[1])


def pays_for_who_has_left(patch: Patch) -> None:
    patch.setattr(outbox.Outbox, "left", lambda _self: None)


def comes_up_on_a_forged_copy(patch: Patch) -> None:
    patch.setattr(runtime, "check_copy", lambda _state, _record: None)


def has_one_nonce_for_all_rounds(patch: Patch) -> None:
    own = fairness.own_nonce
    patch.setattr(fairness, "own_nonce", lambda seat, _round_no: own(seat, 1))


def believes_another_nonce_of_its_own(patch: Patch) -> None:
    patch.setitem(following._REACTIONS, events.NonceCommitted, lambda _seat, _opened, _event: None)


def writes_down_another_nonce_when_it_is_opened(patch: Patch) -> None:
    """Until then a power cut makes it forget (004 §2.1.b)."""
    find = fairness.find_foreign

    def late(seat: Any) -> Any:
        last = seat.state.view.shuffle.last
        return find(seat) if last is not None and last.round_no == seat.forgotten.foreign_nonce else None

    patch.setattr(fairness, "find_foreign", late)


def keeps_what_was_of_another_currency(patch: Patch) -> None:
    def bound(seat: Any, _opened: Any, event: Any) -> None:
        seat.state.ledger.apply(event)

    patch.setitem(following._REACTIONS, events.CurrencyBound, bound)


def waits_for_a_ticket_that_has_come(patch: Patch) -> None:
    def heard(seat: Any, _opened: Any, event: Any) -> None:
        own_rounds.sit_down(seat.state.own_rounds, event.sitting)

    patch.setitem(following._REACTIONS, events.ForeignTicketAccepted, heard)


def keeps_cards_that_were_others(patch: Patch) -> None:
    patch.setitem(following._REACTIONS, events.CardsCorrected, lambda _seat, _opened, _event: None)


def forgets_what_its_log_has_refused(patch: Patch) -> None:
    remember = money._remember_refused

    def remembered(seat: Any, key: bytes) -> None:
        if seat.join.boot:  # not while it reads its journal
            remember(seat, key)

    patch.setattr(money, "_remember_refused", remembered)


def forgets_its_dispute_with_its_disk(patch: Patch) -> None:
    restored = following.apply_restored

    def content(seat: Any, record: Any) -> None:
        restored(seat, record)
        seat.state.own_rounds.disputed = 0

    patch.setitem(session._RECORDS, records.Restored, content)


def counts_what_was_given_back(patch: Patch) -> None:
    patch.setattr(liveness.LastHour, "give_back", lambda _self, _key: None)


def is_ended_by_any_ruling(patch: Patch) -> None:
    def ended(seat: Any, _opened: Any, _event: Any) -> None:
        seat.state.own_rounds.disputed = 0

    patch.setitem(following._REACTIONS, events.DisputeRuled, ended)


def says_no_to_nothing_else(patch: Patch) -> None:
    give = answers._give

    def alone(seat: Any, now_ms: int, ask: Any, _asks: Any, choice: str, bets: Any) -> None:
        give(seat, now_ms, ask, [ask], choice, bets)

    patch.setattr(answers, "_give", alone)


def prints_what_another_process_has_begun(patch: Patch) -> None:
    def printed(self: devices.Devices, view: Any, ticket: str, state: str) -> None:
        if state == "printing" and ticket not in self._printed:
            self._printed.add(ticket)
            self._report(ticket, self._print(view, ticket))

    patch.setattr(devices.Devices, "_see_ticket", printed)


def stays_open_for_the_next_participant(patch: Patch) -> None:
    patch.setattr(participant, "_lock", lambda _seat: None)


def shows_money_before_its_commit(patch: Patch) -> None:
    patch.setattr(runtime.Runtime, "_show_wish", runtime.Runtime._show)


def keeps_the_lines_of_another_sitting(patch: Patch) -> None:
    patch.setattr(money, "leave", lambda _own: None)


def takes_what_is_owed_for_paid(patch: Patch) -> None:
    check = own_rounds.check_corrected

    def checked(seat: Any, opened: Any, event: Any) -> None:
        check(seat, opened, msgspec.structs.replace(event, owed=-event.owed))

    patch.setitem(following._REACTIONS, events.LinesCorrected, checked)


@pytest.mark.parametrize(
    "bug",
    [
        *(squeezes_for_the_next_one, shows_his_layouts_to_the_next_one, pays_for_who_has_left),
        *(comes_up_on_a_forged_copy, has_one_nonce_for_all_rounds, believes_another_nonce_of_its_own),
        *(writes_down_another_nonce_when_it_is_opened, keeps_what_was_of_another_currency),
        *(waits_for_a_ticket_that_has_come, keeps_cards_that_were_others, forgets_what_its_log_has_refused),
        *(forgets_its_dispute_with_its_disk, counts_what_was_given_back, is_ended_by_any_ruling),
        *(says_no_to_nothing_else, prints_what_another_process_has_begun, stays_open_for_the_next_participant),
        *(shows_money_before_its_commit, keeps_the_lines_of_another_sitting, takes_what_is_owed_for_paid),
    ],
    ids=lambda bug: bug.__name__,
)
def test_a_told_terminal_with_a_bug_is_seen(bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill_session.run, TOLD_STEPS)
