"""What stands around the cores, drilled alone: as it is it stands it, and with a bug in it is seen."""

from collections.abc import Callable
from datetime import UTC
from types import ModuleType
from typing import Any, Final

import pytest

from console import clock, credentials, dealer, own_keys, service
from console import lines as lines_of
from floor import keeper
from protocol import door, journal, register, sockets, succession
from shoe_driver import lines, link, port, stamps, tape
from shoe_driver.makes import angel_eye
from simulation import (
    drill_calendar,
    drill_counter,
    drill_credentials,
    drill_dealer,
    drill_door,
    drill_journal,
    drill_keep,
    drill_keys,
    drill_makes,
    drill_register,
    drill_service,
)
from simulation.shell_parts import (
    CALENDAR_STEPS,
    COUNTER_STEPS,
    CREDENTIAL_STEPS,
    DEALER_STEPS,
    DOOR_STEPS,
    JOURNAL_STEPS,
    KEEP_STEPS,
    KEYS_STEPS,
    MAKE_STEPS,
    REGISTER_STEPS,
    SERVICE_STEPS,
)
from simulation.world import Violation

SEEDS: Final = range(150)  # within so many each bug is seen
WHOLE: Final = range(12)
Patch = pytest.MonkeyPatch
STEPS: Final = {
    drill_makes: MAKE_STEPS,
    drill_counter: COUNTER_STEPS,
    drill_keep: KEEP_STEPS,
    drill_journal: JOURNAL_STEPS,
    drill_credentials: CREDENTIAL_STEPS,
    drill_dealer: DEALER_STEPS,
    drill_calendar: CALENDAR_STEPS,
    drill_service: SERVICE_STEPS,
    drill_keys: KEYS_STEPS,
    drill_door: DOOR_STEPS,
    drill_register: REGISTER_STEPS,
}


def drilled(drill: ModuleType, seeds: range) -> str:
    """What the first drill objects to that does; "": none."""
    for seed in seeds:
        try:
            drill.run(seed, STEPS[drill])
        except Violation as broken:
            return str(broken)
    return ""


# --- shoes ------------------------------------------------------------------------------------------------------------


def stays_deaf(patch: Patch) -> None:
    opened = link.ShoeLink.opened

    def deaf(self: link.ShoeLink, now_ms: int) -> bytes:
        was = self._is_faulty
        said = opened(self, now_ms)
        self._is_faulty = was
        return said

    patch.setattr(link.ShoeLink, "opened", deaf)


def takes_the_end_of_an_endless_line(patch: Patch) -> None:
    line = lines.LineDecoder._line

    def taken(self: lines.LineDecoder, data: bytes) -> Any:
        before, self._overlong = self._overlong, self._overlong and data.upper() not in self._spellings
        yield from line(self, data)
        self._overlong = before

    patch.setattr(lines.LineDecoder, "_line", taken)


def exchanges_tie_and_banker(patch: Patch) -> None:
    patch.setattr(angel_eye, "OUTCOMES", {1: "player", 2: "banker", 4: "tie", 7: "none"})


def believes_one_copy(patch: Patch) -> None:
    copy = angel_eye.AngelDecoder._copy

    def believed(self: angel_eye.AngelDecoder, raw: bytes) -> Any:
        self._unconfirmed.append(raw)
        return copy(self, raw)

    patch.setattr(angel_eye.AngelDecoder, "_copy", believed)


def stamps_what_came_while_it_slept(patch: Patch) -> None:
    patch.setattr(stamps, "STALLED_MS", 1 << 40)


def writes_half_of_a_tape(patch: Patch) -> None:
    write = tape.Tape.write
    patch.setattr(tape.Tape, "write", lambda self, now, kind, data=b"": write(self, now, kind, data[:40]))


def is_closed_for_a_fault_that_is_over(patch: Patch) -> None:
    service = port.Shoe.service

    def served(self: port.Shoe, now_ms: int) -> Any:
        events = service(self, now_ms)
        if {link.LinkFaulty, link.LinkLost} <= {*map(type, events)}:
            self._quiet_ms = now_ms + port.FAULTY_QUIET_MS
        return events

    patch.setattr(port.Shoe, "service", served)


def follows_one_that_was_set_back(patch: Patch) -> None:
    objection = link.Talk._objection

    def silent(self: link.Talk, frame: Any) -> str:
        why = objection(self, frame)
        return "" if "set back" in why else why

    patch.setattr(link.Talk, "_objection", silent)


def acknowledges_to_whoever_is_there(patch: Patch) -> None:
    outgoing = link.Talk.outgoing

    def said(self: link.Talk) -> bytes:
        self._owes_acknowledgement = self._acknowledged > 0
        return outgoing(self)

    patch.setattr(link.Talk, "outgoing", said)


def passes_over_what_is_gone(patch: Patch) -> None:
    introduced = link.Talk._introduced

    def passed(self: link.Talk, state: Any) -> Any:
        yield from introduced(self, state)
        self._reported = max(self._reported, state.oldest - 1)

    patch.setattr(link.Talk, "_introduced", passed)


# --- files ------------------------------------------------------------------------------------------------------------


def signs_for_what_has_not_come(patch: Patch) -> None:
    take = keeper.Keeper.take

    def taken(self: keeper.Keeper, now: int, heard: Any) -> Any:
        commit = self.journal.commit

        def signed(entries: Any, **signatures: bytes) -> None:
            head = self.listener.signed
            if entries and head is not None and not signatures and head != self.journal.signed:
                signatures = {"signature": head.signature}
            commit(entries, **signatures)

        self.journal.commit = signed  # type: ignore[method-assign, assignment]
        try:
            return take(self, now, heard)
        finally:
            self.journal.commit = commit  # type: ignore[method-assign]

    patch.setattr(keeper.Keeper, "take", taken)


def needs_no_room(patch: Patch) -> None:
    patch.setattr(journal, "ROUND_BYTES", journal.ROUND_BYTES - 1)


def goes_on_after_a_failure(patch: Patch) -> None:
    failed = journal.Journal._failed

    def over(self: journal.Journal, what: str, error: Exception) -> Any:
        found = failed(self, what, error)
        self._fault = ""
        return found

    patch.setattr(journal.Journal, "_failed", over)


def keeps_its_reserve(patch: Patch) -> None:
    patch.setattr(journal.Journal, "_release_reserve", lambda _self: None)


def believes_any_file(patch: Patch) -> None:
    def any_of(self: credentials.Credentials, number: str, _credential: bytes) -> Any:
        return self._found.files.get(number)

    patch.setattr(credentials.Credentials, "_file_of", any_of)


def believes_a_file_of_somebody_else(patch: Patch) -> None:
    read = credentials._read_file

    def renamed(path: Any) -> Any:
        file = read(path)
        return credentials.StaffFile(path.stem, file.name, file.position, file.pin, file.badge)

    patch.setattr(credentials, "_read_file", renamed)


def shows_the_hidden_card(patch: Patch) -> None:
    patch.setattr(dealer.Dealer, "_face", lambda _self, _table, _asked, card: card)


def promises_before_it_keeps(patch: Patch) -> None:
    patch.setattr(dealer.SeedFile, "keep", dealer.Memory.keep)


def lives_in_greenwich(patch: Patch) -> None:
    patch.setattr(clock, "ZoneInfo", lambda _zone: UTC)


def answers_on_the_line_that_has_joined(patch: Patch) -> None:
    tell = service.Service._tell

    def told(self: service.Service, name: str, message: Any, line: bytes = b"") -> None:
        tell(self, name, message, self.table.forgotten.watch.lines.get(name) or line)

    patch.setattr(service.Service, "_tell", told)


def acknowledges_what_it_has_read(patch: Patch) -> None:
    said = service.Service._shoe_said

    def acknowledged(self: service.Service, now: int) -> Any:
        events = said(self, now)
        self._shoe.acknowledge(self._reported)
        return events

    patch.setattr(service.Service, "_shoe_said", acknowledged)


def lets_the_shoe_keep_all(patch: Patch) -> None:
    patch.setattr(service.Service, "_acknowledge_cards", lambda _self: None)


def gives_one_allowance_to_all(patch: Patch) -> None:
    speak = lines_of.Lines.may_speak
    patch.setattr(lines_of.Lines, "may_speak", lambda self, now_ms, name, _route: speak(self, now_ms, name, b""))


def says_twice_what_is_wrong(patch: Patch) -> None:
    new = service.Service._new_troubles

    def again(self: service.Service) -> Any:
        self._troubles = {}
        return new(self)

    patch.setattr(service.Service, "_new_troubles", again)


def takes_everybody_for_alive(patch: Patch) -> None:
    patch.setattr(service, "HEARD_MS", 1 << 40)


def is_never_late(patch: Patch) -> None:
    patch.setattr(service, "STALL_MS", 1 << 40)


def believes_whatever_it_is_told(patch: Patch) -> None:
    patch.setattr(succession, "is_signed", lambda _verifier, _told: True)


def takes_the_place_unasked(patch: Patch) -> None:
    patch.setattr(own_keys.OwnKeys, "is_named", lambda self, _keyring: self.next is None)


def lets_a_key_that_has_ended_stay(patch: Patch) -> None:
    patch.setattr(sockets.ConsoleSockets, "_cut_off", lambda _self: None)


def keeps_nobody(patch: Patch) -> None:
    patch.setattr(sockets.ConsoleSockets, "keep", lambda _self, _name, _route: None)


def hears_who_was_given_up(patch: Patch) -> None:
    patch.setattr(sockets.ConsoleSockets, "_give_up", lambda _self, _route, _body: None)


def lets_five_in(patch: Patch) -> None:
    patch.setattr(door, "KEY_MAX", door.KEY_MAX + 1)


def lets_a_crowd_stay(patch: Patch) -> None:
    patch.setattr(door, "ADDRESS_SHARE", 1)


def follows_nothing(patch: Patch) -> None:
    patch.setattr(register, "save_record", lambda _folder, _record: None)


def offers_what_cannot_be(patch: Patch) -> None:
    patch.setattr(register.Register, "to_order", lambda self, _keyring: list(self.prepared))


def hears_every_wish(patch: Patch) -> None:
    patch.setattr(door.Door, "speaks", lambda _self, _place, _public: False)


BUGS: Final[tuple[tuple[ModuleType, Callable[[Patch], None]], ...]] = (
    (drill_makes, stays_deaf),
    (drill_makes, takes_the_end_of_an_endless_line),
    (drill_makes, exchanges_tie_and_banker),
    (drill_makes, believes_one_copy),
    (drill_makes, stamps_what_came_while_it_slept),
    (drill_makes, writes_half_of_a_tape),
    (drill_makes, is_closed_for_a_fault_that_is_over),
    (drill_counter, stays_deaf),
    (drill_counter, follows_one_that_was_set_back),
    (drill_counter, acknowledges_to_whoever_is_there),
    (drill_counter, passes_over_what_is_gone),
    (drill_keep, signs_for_what_has_not_come),
    (drill_journal, needs_no_room),
    (drill_journal, goes_on_after_a_failure),
    (drill_journal, keeps_its_reserve),
    (drill_credentials, believes_any_file),
    (drill_credentials, believes_a_file_of_somebody_else),
    (drill_dealer, shows_the_hidden_card),
    (drill_dealer, promises_before_it_keeps),
    (drill_calendar, lives_in_greenwich),
    (drill_service, answers_on_the_line_that_has_joined),
    (drill_service, acknowledges_what_it_has_read),
    (drill_service, lets_the_shoe_keep_all),
    (drill_service, gives_one_allowance_to_all),
    (drill_service, says_twice_what_is_wrong),
    (drill_service, takes_everybody_for_alive),
    (drill_service, is_never_late),
    (drill_keys, believes_whatever_it_is_told),
    (drill_keys, takes_the_place_unasked),
    (drill_door, lets_a_key_that_has_ended_stay),
    (drill_door, keeps_nobody),
    (drill_door, hears_who_was_given_up),
    (drill_door, lets_five_in),
    (drill_door, hears_every_wish),
    (drill_door, lets_a_crowd_stay),
    (drill_register, follows_nothing),
    (drill_register, offers_what_cannot_be),
)


@pytest.mark.parametrize(("drill", "bug"), BUGS, ids=lambda it: getattr(it, "__name__", "").removeprefix("simulation."))
def test_a_part_with_a_bug_is_seen(drill: ModuleType, bug: Callable[[Patch], None], monkeypatch: Patch) -> None:
    bug(monkeypatch)
    assert drilled(drill, SEEDS)


@pytest.mark.parametrize("drill", STEPS, ids=lambda it: it.__name__.removeprefix("simulation."))
def test_as_it_is_a_part_stands_it(drill: ModuleType) -> None:
    assert drilled(drill, WHOLE) == ""
