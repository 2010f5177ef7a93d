"""The ticket: its bar code reads back as the number, its picture and its page are there, and nobody claims a paper that
was not printed.
"""

import datetime
import os
import re
import stat
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage, QPainter

from looks.amount_words import in_words
from looks.fonts import FAMILY_TW, load_fonts
from protocol import events as e
from protocol.day import days_between, last_day
from terminal import intents as t
from terminal import window
from terminal.ticket import HEIGHT, WIDE, WIDTH, Ticket, bar_widths, grouped, paint, write_pdf
from tests.terminal.pen import key
from tests.ui import quick
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.terminal_scenes import SCENES, T1, Player

pytestmark = pytest.mark.usefixtures("qapp", "_fonts")
TICKET = Ticket(
    *("004217733905112846", "5,000.00", "SGD", "Baccarat 07", "T1"),
    printed="2026-11-18  05:20",
    house="Grand Hotel",
    address="1 Bay Street",
    serial="000001",
    in_words="FIVE THOUSAND AND 00/100 SGD",
    until="Good until the end of the gaming day 2026-12-17",
)
NAME = "000001"


def picture(ticket: Ticket, width: int = WIDTH) -> QImage:
    """What is printed, as pixels."""
    image = QImage(width, round(width * HEIGHT / WIDTH), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.scale(image.width() / WIDTH, image.height() / HEIGHT)
    paint(painter, ticket)
    painter.end()
    return image


@pytest.fixture(scope="module")
def _fonts() -> None:
    load_fonts()


def read_back(widths: list[int]) -> str:
    """A reader of Interleaved 2 of 5, written from its description: a wide element is more than twice a narrow one."""
    letters = "".join("w" if width > 2 else "n" for width in widths)
    assert letters.startswith("nnnn")
    assert letters.endswith("wnn")
    digits = {pattern: digit for digit, pattern in WIDE.items()}
    found = ""
    for start in range(4, len(letters) - 3, 10):
        pair = letters[start : start + 10]
        found += digits[pair[0::2]] + digits[pair[1::2]]
    return found


@given(st.text("0123456789", min_size=2, max_size=40).filter(lambda text: len(text) % 2 == 0))
def test_the_bars_read_back_as_the_number(number: str) -> None:
    assert read_back(bar_widths(number)) == number


@given(st.text(max_size=20).filter(lambda text: len(text) % 2 or not (text.isascii() and text.isdecimal())))
def test_what_is_no_even_number_of_digits_has_no_bars(text: str) -> None:
    if text:
        with pytest.raises(ValueError, match="even number of digits"):
            bar_widths(text)


def test_every_digit_has_two_wide_elements_and_a_pattern_of_its_own() -> None:
    assert len(set(WIDE.values())) == 10
    assert all(pattern.count("w") == 2 for pattern in WIDE.values())


def test_the_number_is_grouped_for_reading_aloud() -> None:
    assert grouped(TICKET.number) == "00-4217-7339-0511-2846"


def test_the_bars_on_the_picture_are_those_of_the_number() -> None:
    """A line through the bars, as a laser goes: the runs of dark and light are in the ratio of the widths."""
    image = picture(TICKET, 2 * WIDTH)
    assert (image.width(), image.height()) == (2 * WIDTH, 2 * HEIGHT)
    line = [image.pixelColor(x, 2 * 250).lightness() < 128 for x in range(2 * 240, 2 * (WIDTH - 170))]
    edges = [at for at, (before, after) in enumerate(pairwise(line)) if before != after]
    runs = [end - start for start, end in pairwise(edges)]
    unit = sum(runs) / sum(bar_widths(TICKET.number))
    assert [round(run / unit) for run in runs] == bar_widths(TICKET.number)


FULL = msgspec.structs.replace(TICKET, duplicate="Duplicate", training="NO REAL MONEY")


@pytest.mark.parametrize("name", [name for name in Ticket.__struct_fields__ if name not in ("number", "family")])
def test_whatever_a_ticket_says_is_on_the_paper(name: str) -> None:
    assert picture(msgspec.structs.replace(FULL, **{name: ""})) != picture(FULL)


def test_its_number_is_on_the_paper_in_figures_and_on_the_leading_edge() -> None:
    other = picture(msgspec.structs.replace(FULL, number=FULL.number[::-1]))
    leading_edge, line = (20, 20, 110, HEIGHT - 40), (130, 318, WIDTH - 190, 50)
    assert [place for place in (leading_edge, line) if picture(FULL).copy(*place) == other.copy(*place)] == []


def test_the_page_for_a_printer(tmp_path: Path) -> None:
    file = tmp_path / "ticket.pdf"
    write_pdf(TICKET, file)
    assert file.read_bytes().startswith(b"%PDF-")
    assert file.stat().st_size > 2_000


def test_a_spooled_ticket_is_its_owners_alone_and_follows_no_link(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("not ours")
    (tmp_path / "ticket-000001.part").symlink_to(victim)
    before = os.umask(0)
    try:
        write_pdf(TICKET, tmp_path / "ticket-000001.pdf")
    finally:
        os.umask(before)
    assert victim.read_text() == "not ours"
    file = tmp_path / "ticket-000001.pdf"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not file.is_symlink()
    assert TICKET.number.encode() not in file.read_bytes()


def test_a_page_is_on_the_disk_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "ticket.pdf"
    seen: list[tuple[bool, list[str]]] = []

    def power_goes(_file: int) -> None:
        seen.append((file.exists(), [found.name for found in tmp_path.iterdir()]))
        raise OSError("the power is gone")

    monkeypatch.setattr(os, "fsync", power_goes)
    with pytest.raises(OSError, match="power"):
        write_pdf(TICKET, file)
    assert seen == [(False, ["ticket.part"])], "it has its name only when it is on the disk"


def test_a_page_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_pdf(TICKET, tmp_path / "no such folder" / "ticket.pdf")


def test_the_paper_is_light() -> None:
    assert picture(TICKET, 400).pixelColor(40, 30).lightness() > QColor("#dddddd").lightness()


@given(st.text(max_size=60))
def test_whatever_stands_on_it_the_bars_and_the_frame_are_left_alone(text: str) -> None:
    """The name of a table comes from the log: a long one is set smaller, and covers nothing."""
    plain = picture(msgspec.structs.replace(TICKET, table=""))
    named = picture(msgspec.structs.replace(TICKET, table=text))
    places = [(x, y) for x in range(20, WIDTH - 20, 7) for y in (20, 150, 250, 310, HEIGHT - 18)]
    places += [(x, y) for x in (24, 30, WIDTH - 48, WIDTH - 24) for y in range(20, HEIGHT - 20, 7)]
    assert [at for at in places if plain.pixel(*at) != named.pixel(*at)] == []


# --- the printer ------------------------------------------------------------------------------------------------------


def printing() -> Player:
    """The log says that the ticket is being printed."""
    return SCENES["ticket"]().reads(e.TicketPrint(key(6), T1, NAME, "printing"))


def printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, language: str) -> Ticket:
    """What goes to the printer when a ticket is issued at a screen in this language."""
    found: list[Ticket] = []
    monkeypatch.setattr(window, "write_pdf", lambda ticket, _path: found.append(ticket))
    intents: list[t.Intent] = []
    view = SCENES["ready"]().view
    screen = window.TerminalWindow(view, intents.append, language=language, tickets=tmp_path, print_command="true")
    for player in (SCENES["ticket"](), printing()):
        placard = msgspec.structs.replace(player.view.placard, house=TICKET.house, address=TICKET.address)
        screen.model.show(msgspec.structs.replace(player.view, placard=placard))
    screen.languages.select("en")
    screen.close()
    (ticket,) = found
    return ticket


def test_it_has_date_and_time_and_is_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ticket = printed(monkeypatch, tmp_path, "en")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d  \d\d:\d\d", ticket.printed)
    assert ticket.heading == "Cash-out ticket"
    assert (ticket.number, ticket.amount, ticket.terminal) == (TICKET.number, TICKET.amount, TICKET.terminal)
    assert (ticket.serial, ticket.in_words) == ("000001", "FIVE THOUSAND AND 00/100 SGD")
    assert (ticket.house, ticket.address, ticket.table) == (TICKET.house, TICKET.address, TICKET.table)
    assert ticket.training == "NO REAL MONEY", "it is a training table's"
    assert ticket.until == "Does not expire"


@pytest.mark.parametrize("restarted", [False, True])
def test_what_is_printed_again_says_that_it_is_a_duplicate(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, restarted: bool
) -> None:
    """The first paper may lie somewhere all the same: whoever sees both must know which is which."""
    found: list[Ticket] = []
    monkeypatch.setattr(window, "write_pdf", lambda ticket, _path: found.append(ticket))
    player = SCENES["ticket"]()

    def sits() -> window.TerminalWindow:
        return window.TerminalWindow(player.view, lambda _intent: None, tickets=tmp_path, print_command="true")

    screen = sits()
    for number, state in ((6, "printing"), (7, "failed"), (8, "again"), (9, "printing")):
        screen.model.show(player.reads(e.TicketPrint(key(number), T1, NAME, state)).view)
        if restarted and state == "again":
            screen.close()
            screen = sits()
    screen.close()
    assert [ticket.duplicate for ticket in found] == ["", "Duplicate"]
    plain, again = (picture(ticket) for ticket in found)
    assert plain != again


def test_it_says_the_last_gaming_day_on_which_it_is_paid() -> None:
    """As the console counts: so many gaming days with that of its issue."""
    player = Player().reads(e.DayBegan("2026-12-20")).wants(t.CashOut(key(5), 500_000))
    player.reads(e.TicketIssued(key(5), T1, 1, NAME, 500_000, "2846", 30), e.DayBegan("2026-12-21"))
    assert dict(player.view.good_until) == {NAME: "2027-01-18"}, "also if it is printed a day later"


@given(st.dates(datetime.date(2024, 1, 1), datetime.date(2105, 1, 1)), st.integers(1, 3_650))
def test_the_last_of_so_many_days_is_that_of_the_calendar(first: datetime.date, days: int) -> None:
    last = last_day(first.isoformat(), days)
    assert last == (first + datetime.timedelta(days=days - 1)).isoformat()
    assert days_between(first.isoformat(), last) == days - 1


@pytest.mark.parametrize(
    ("amount", "exponent", "written"),
    [
        (0, 2, "ZERO AND 00/100 SGD"),
        (105, 2, "ONE AND 05/100 SGD"),
        (123_456_789, 2, "ONE MILLION TWO HUNDRED THIRTY-FOUR THOUSAND FIVE HUNDRED SIXTY-SEVEN AND 89/100 SGD"),
        (2_019, 0, "TWO THOUSAND NINETEEN SGD"),
        (10**15, 0, "ONE QUADRILLION SGD"),
        (1_000_013_000, 3, "ONE MILLION THIRTEEN AND 000/1000 SGD"),
    ],
)
def test_the_amount_in_words(amount: int, exponent: int, written: str) -> None:
    assert in_words(amount, exponent, "SGD") == written


def test_no_screen_shows_the_number_or_its_bars(open_screen: Open) -> None:
    """Whoever stands behind the Player could read it: not while it is printed, and not when it was paid."""
    player = printing()
    screen = open_screen(player.view, emulate_devices=True)
    screen.turn_to("cashout")
    screen.item("page.cashout").setProperty("asked", True)
    for state in ("printing", "printed"):
        screen.shows(msgspec.structs.replace(player.view, tickets=((NAME, 500_000, state),)))
        said = " ".join(screen.said())
        assert "SGD 5,000.00" in said
        assert not {"2846", TICKET.number[:6]} & set(re.split(r"[^0-9]+", said.replace("…2846", ""))), state
    assert "ticket" not in [item.objectName() for item in quick.walk(screen.root)]
    gone = screen.root.findChild(QObject, "ticket.gone")
    assert gone is not None
    assert gone.property("running"), "it closes by itself"


def test_it_is_in_the_language_of_the_player_as_well(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    ticket = printed(monkeypatch, tmp_path, "zh_TW")
    assert ticket.heading == "Cash-out ticket  ·  兌現票券"
    assert ticket.where.startswith("Cashier or any terminal of this table  ·  ")
    assert ticket.family == FAMILY_TW


@pytest.mark.parametrize(
    ("folder", "command", "emulated", "result"),
    [
        (False, "", False, "failed"),
        (False, "", True, "printed"),
        (True, "", False, "failed"),  # the file would lie there for ever, and be good
        (True, "true", False, "printed"),
        (True, "false", False, "failed"),
        (True, "no-such-program", False, "failed"),
        (True, "", True, "printed"),
    ],
)
def test_only_what_was_printed_goes_on_record_as_printed(
    tmp_path: Path, *, folder: bool, command: str, emulated: bool, result: str
) -> None:
    intents: list[t.Intent] = []
    complaints: list[tuple[str, str]] = []
    view, tickets = SCENES["ticket"]().view, tmp_path if folder else None
    screen = window.TerminalWindow(
        *(view, intents.append),
        tickets=tickets,
        print_command=command,
        emulate_devices=emulated,
        complain=lambda ticket, why: complaints.append((ticket, why)),
    )
    screen.model.show(printing().view)
    (_begun, done) = [intent for intent in intents if isinstance(intent, t.PrintResult)]
    screen.close()
    assert (done.ticket, done.state) == (NAME, result)
    kept = folder and result == "printed"  # until that is on record; what was not printed is as good as the paper
    assert [file.name for file in tmp_path.iterdir()] == ([f"ticket-{NAME}.pdf"] if kept else [])
    assert [ticket for ticket, _why in complaints] == ([NAME] if result == "failed" else [])


def test_a_ticket_of_an_earlier_process_has_no_date_rather_than_a_wrong_one() -> None:
    view = SCENES["ticket"]().view
    (number, amount, _state), *_ = view.tickets
    earlier = msgspec.structs.replace(view, tickets=((number, amount, "printed"),))
    screen = window.TerminalWindow(earlier, lambda _intent: None)
    found = screen._ticket(earlier, number)
    screen.close()
    assert found is not None
    assert found.printed == ""
