"""The cash page of the panel: money that waits for people, and a ticket that was looked for, in all languages."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF

from console.panel import forms
from console.panel.board import Board
from games.round import PlayerId
from looks import LANGUAGES
from protocol import messages as m
from protocol.picture import AskedTicket, HeldNote, OpenTicket
from tests.ui.conftest import OpenPanel
from tests.ui.panel_boards import STATES, board_of

pytestmark = pytest.mark.usefixtures("qapp")
T01 = PlayerId("T01")
GOOD = m.TicketFound(
    *(b"12345678", "good", "000012", "2846", 600_000, "T01"), when="2026-11-17", owed=12_500, proof=b"p" * 16
)
FOUND: dict[str, m.TicketFound | None] = {
    "nothing": None,
    "good": GOOD,
    "used": replace(GOOD, standing="used", where="T04", when="2026-11-17T20:15:00.000Z", owed=0),
    "expired": replace(GOOD, standing="expired", owed=0),
    "unknown": m.TicketFound(b"12345678", "unknown", ending="2846"),
    "locked": m.TicketFound(b"12345678", "locked"),
    "foreign": m.TicketFound(b"12345678", "foreign", ending="2846", terminal="BAC-0123456", proof=b"f" * 16),
}


def waiting(found: m.TicketFound | None = None) -> Board:
    board: Board = board_of(next(iter(STATES.values()))[0]())
    return replace(
        board,
        held=((3, HeldNote(T01, 777, "denomination")), (4, HeldNote(T01, 1_000_000, "cap"))),
        tickets_open=(("000012", OpenTicket(T01, 600_000, "2846", "failed", 1), 12_500),),
        locked=("T02",),
        found=found,
    )


@pytest.mark.parametrize("standing", FOUND)
def test_nothing_of_the_cash_page_is_cut_off(open_panel: OpenPanel, standing: str) -> None:
    panel = open_panel(waiting(FOUND[standing]))
    panel.tap("page.cash")
    for language in LANGUAGES:
        panel.model.speak(language)
        if folder := os.environ.get("PICTURES"):
            panel.shot(Path(folder) / f"{standing}-{language}.png")
        assert panel.flaws() == []


def test_each_item_has_its_button_and_a_ticket_is_paid_after_a_look(open_panel: OpenPanel) -> None:
    screen = open_panel(waiting(GOOD))
    screen.tap("page.cash", "found.pay_ticket", "form.send")
    assert screen.given == [m.PayTicket("000012", b"p" * 16)]
    assert {"Ticket ending in 2846", "6,000.00", "This sitting still owes"} <= {*screen.said()}
    screen.shows(waiting())
    rows = "\n".join(screen.said())
    for text in ("no such note is taken here", "over the cap of an hour", "not printed", "takes no tickets"):
        assert text in rows


@pytest.mark.parametrize(
    ("day", "when", "told"),
    [
        ("2026-11-19", "2026-11-17", "2026-11-17  ·  2 days"),
        ("2026-11-17", "2026-11-17", "2026-11-17  ·  today"),
        ("", "2026-11-17", "2026-11-17"),
        ("2026-11-19", "", ""),
    ],
)
def test_how_old_a_ticket_is_stands_beside_what_it_is_worth(
    open_panel: OpenPanel, day: str, when: str, told: str
) -> None:
    screen = open_panel(replace(waiting(replace(GOOD, when=when)), day=day))
    screen.tap("page.cash")
    assert ("Issued" in screen.said()) == bool(told)
    assert not told or told in screen.said()
    assert screen.flaws() == []


def test_a_ticket_of_a_table_out_of_reach_is_paid_as_a_claim_by_two(open_panel: OpenPanel) -> None:
    screen = open_panel(waiting(FOUND["foreign"]))
    screen.tap("page.cash")
    assert "Of BAC-0123456: if that is out of reach, two people may pay it" in screen.said()
    screen.tap("found.cash_foreign", *(f"figure.{digit}" for digit in "600"), "form.send")
    assert screen.given == [m.CashForeignTicket(PlayerId("BAC-0123456"), 60_000, b"f" * 16)]


def test_an_ask_that_nobody_answers_is_given_up(open_panel: OpenPanel) -> None:
    asked = (b"j" * 16, AskedTicket(T01, "BAC-0123456", "5512", 77))
    screen = open_panel(replace(waiting(), held=(), asked=(asked,)))
    screen.tap("page.cash")
    for language in reversed(LANGUAGES):
        screen.model.speak(language)
        assert screen.flaws() == []
    assert "a ticket of BAC-0123456 ending in 5512 is asked for" in "\n".join(screen.said())
    screen.tap("claim.give_up_ticket.T01", "form.send")
    assert screen.given == [m.GiveUpTicket(b"j" * 16)]


def test_a_proof_of_another_paper_pays_no_foreign_ticket(open_panel: OpenPanel) -> None:
    """What lies on the desk is a ticket of ours: its proof is worth nothing for one of another table, nor back."""
    for found, key, number in ((GOOD, "cash_foreign", 0), (FOUND["foreign"], "pay_ticket", 0)):
        screen = open_panel(waiting(found))
        form = forms.seat_form(key, waiting(found), "BAC-02", number)
        assert forms.order_of(forms.filled(form, "amount", "600")) is None
        assert screen.given == []


def test_a_ticket_whose_print_has_failed_is_printed_again_and_one_that_is_being_printed_is_not(
    open_panel: OpenPanel,
) -> None:
    screen = open_panel(waiting())
    screen.tap("page.cash", "claim.print_again.T01", "form.send")
    assert screen.given == [m.PrintAgain("000012")]
    screen.shows(replace(waiting(), tickets_open=(("000013", OpenTicket(T01, 600_000, "2846", "printing", 1), 0),)))
    assert "being printed" in "\n".join(screen.said())
    assert "Print again" not in screen.said()


@pytest.mark.parametrize("language", LANGUAGES)
def test_copies_that_are_silent_never_run_under_the_name_of_who_is_here(open_panel: OpenPanel, language: str) -> None:
    """With the longest words, on the smallest screen: what lacks something comes first, and the end is cut."""
    silent = tuple((role, name, 0, 86_400) for role in ("archive", "witness") for name in ("North", "South"))
    panel = open_panel(replace(waiting(), outside=silent), size=(1280, 720))
    panel.model.speak(language)
    shown, me = panel.item("copies"), panel.item("me")
    left = shown.mapToScene(QPointF()).x()
    assert left + shown.width() <= me.mapToScene(QPointF()).x()
    assert "86400" in panel.text("copies").replace(",", "")
