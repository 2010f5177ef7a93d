"""The emulated note acceptor and ticket printer, told by pictures and heard by intents."""

import pytest
from msgspec.structs import replace

from games.round import PlayerId
from protocol.join import Link
from terminal import intents as t
from terminal.devices import Devices, Printer, no_paper
from terminal.screen import TerminalView, show
from terminal.session import Session

EMPTY = replace(show(Session(PlayerId("T1"), "BAC-1")), link=Link.JOINED)
TICKET = replace(EMPTY, numbers={"000001": "123456789012345678"}, tickets=(("000001", 500, ""),))


class Driven:
    """Devices whose ids are counted, and what they say."""

    def __init__(self, printer: Printer = no_paper) -> None:
        self.said: list[t.Intent] = []
        ids = (bytes([number]) * 16 for number in range(1, 99))
        self.devices = Devices(self.said.append, printer, lambda: next(ids))

    def after(self, *pictures: TerminalView) -> list[t.Intent]:
        for picture in pictures:
            self.devices.see(picture)
        said, self.said[:] = list(self.said), []
        return said


def test_a_note_is_stacked_when_it_is_held_durably_and_once() -> None:
    driven, note = Driven(), bytes([1]) * 16
    driven.devices.insert_note(1_000)
    driven.devices.insert_note(5_000)  # the rollers hold one already
    assert driven.after(EMPTY) == [t.NoteIn(note, 1_000)]
    held = replace(EMPTY, held_notes=(note,))
    assert driven.after(held, held) == [t.NoteStacked(note)]


def test_a_note_that_an_earlier_process_has_pulled_in_is_given_back() -> None:
    """Power was lost with it between the rollers: else it would be held for ever, and neither credit nor anybody's."""
    driven, note = Driven(), b"n" * 16
    held = replace(EMPTY, held_notes=(note,))
    assert driven.after(held, held) == [t.NoteReturned(note)]


def test_a_note_that_another_device_of_this_terminal_pulls_in_later_is_none_of_ours() -> None:
    """A bot puts notes in by itself."""
    driven = Driven()
    assert driven.after(EMPTY, replace(EMPTY, held_notes=(b"n" * 16,))) == []


@pytest.mark.parametrize("state", ["printing", "printed", "failed"])
def test_what_an_earlier_process_was_printing_counts_as_failed_and_nothing_else_is_touched(state: str) -> None:
    driven = Driven()
    said = driven.after(replace(TICKET, tickets=(("000001", 500, state),)))
    failed = [t.PrintResult(bytes([1]) * 16, "000001", "failed")]
    assert said == (failed if state == "printing" else [])


def test_a_ticket_is_printed_once_the_log_says_that_it_is_being_printed() -> None:
    papers: list[str] = []
    driven = Driven(lambda _view, ticket: papers.append(ticket))
    assert driven.after(TICKET, TICKET) == [t.PrintResult(bytes([1]) * 16, "000001", "printing")]
    assert papers == []
    printing = replace(TICKET, tickets=(("000001", 500, "printing"),))
    assert driven.after(printing, printing) == [t.PrintResult(bytes([2]) * 16, "000001", "printed")]
    assert papers == ["000001"]
