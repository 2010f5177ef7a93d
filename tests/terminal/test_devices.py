"""The devices of a terminal and a whole table together: what they do, the console's own core judges; in memory, so that
every order of things can be tried. `tests/e2e/test_shells.py` has the real shells.
"""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from console.table.state import Setup
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from simulation.calm import PANEL, CalmTable, Seat
from terminal.devices import Devices
from terminal.intents import CashOut, Intent
from terminal.screen import TerminalView

NAME = "T1"
NOTE = 5_000


class House(CalmTable):
    """A table with one terminal; each process of it has devices of its own."""

    def __init__(self) -> None:
        placard = e.Placard(currency="SGD", notes=(1_000, NOTE), notes_per_hour=20_000, training=True)
        super().__init__(Setup("table 1", "baccarat", placard=placard, secret=b"a secret"), [NAME])
        self.join(PANEL)
        self.turn()
        self.pulse()
        self.turn()
        self.order(m.OpenTable())
        self.printed: list[str] = []  # what came out of the slot
        self.paper = True
        self.plug_in()

    @property
    def seat(self) -> Seat:
        return self.seats[NAME]

    def plug_in(self) -> None:
        """A new process: its devices know nothing of what the last ones did."""
        self.intents: list[Intent] = []
        self.devices = Devices(self.intents.append, self._print)

    def _print(self, _view: TerminalView, ticket: str) -> None:
        if not self.paper:
            raise OSError("no paper")
        self.printed.append(ticket)

    def look(self, *, times: int = 10) -> None:
        """Pictures and what devices make of them, until there is nothing to do."""
        for _ in range(times):
            self.devices.see(self.seat.view)
            todo, self.intents[:] = list(self.intents), []
            if not todo:
                return
            self.seat.wants(*todo)

    def cash_out(self) -> None:
        self.seat.wants(CashOut(self.seat.new_id(), self.seat.session.credit))

    def facts(self, kind: type) -> list[object]:
        return [fact for fact in (decode_event(entry.body) for entry in self.entries) if isinstance(fact, kind)]

    @property
    def prints(self) -> list[str]:
        return [ticket.printed for ticket in self.table.cashier.tickets.values()]

    def in_order(self) -> bool:
        """Nobody is out of play, and nothing was refused."""
        return not (self.table.peers.peer(NAME).latched or self.seat.session.state.latched) and not self.facts(
            e.MoneyRefused
        )


@pytest.fixture
def house() -> House:
    house = House()
    house.devices.insert_note(NOTE)
    house.look()
    assert house.seat.session.credit == NOTE
    return house


def test_a_note_is_stacked_when_the_terminal_holds_it_on_record_and_is_credit_once(house: House) -> None:
    house.devices.insert_note(1_000)
    house.devices.insert_note(1_000)  # the rollers hold one: nothing more is pulled in
    house.look()
    assert house.seat.session.credit == NOTE + 1_000
    assert len(house.facts(e.CreditBought)) == 2
    assert house.in_order()


def test_a_note_that_is_refused_is_given_back_and_the_next_one_is_taken(house: House) -> None:
    for _ in range(3):
        house.devices.insert_note(NOTE)
        house.look()
    assert house.seat.session.credit == 4 * NOTE  # the cap of an hour
    house.devices.insert_note(NOTE)
    house.look()
    assert house.seat.session.credit == 4 * NOTE
    assert house.devices._escrow is None
    house.now_ms += 3_600_000
    house.pulse()
    house.turn()
    house.devices.insert_note(NOTE)
    house.look()
    assert house.seat.session.credit == 5 * NOTE
    assert house.in_order()


def test_a_ticket_is_printed_once_and_both_say_so(house: House) -> None:
    house.cash_out()
    house.look()
    assert (house.printed, house.prints) == (["000001"], ["printed"])
    assert [fact.state for fact in house.facts(e.TicketPrint)] == ["printing", "printed"]  # type: ignore[attr-defined]
    ids = [fact.id for fact in house.facts(e.TicketPrint)]  # type: ignore[attr-defined]
    assert len(set(ids)) == len(ids)
    house.plug_in()
    house.look()
    assert (house.printed, house.in_order()) == (["000001"], True)


def test_a_process_that_finds_a_print_under_way_prints_nothing_and_says_that_it_failed(house: House) -> None:
    house.cash_out()
    house.look(times=1)  # "printing" is on record, and the power goes
    assert house.prints == ["printing"]
    house.plug_in()
    house.look()
    assert (house.printed, house.prints, house.in_order()) == ([], ["failed"], True)


def test_what_failed_is_printed_again_when_staff_say_so(house: House) -> None:
    house.paper = False
    house.cash_out()
    house.look()
    assert (house.printed, house.prints) == ([], ["failed"])
    house.paper = True
    house.order(m.PrintAgain("000001"))
    house.look()
    assert (house.printed, house.prints, house.in_order()) == (["000001"], ["printed"], True)


@pytest.mark.parametrize("spoil", [lambda view: replace(view, numbers={}), lambda view: replace(view, link="joining")])
def test_nothing_is_printed_without_a_number_or_a_connection(
    house: House, spoil: Callable[[TerminalView], TerminalView]
) -> None:
    house.cash_out()
    house.devices.see(spoil(house.seat.view))
    assert (house.intents, house.printed) == ([], [])
    house.look()
    assert house.printed == ["000001"]
    assert house.table.ledger.credit(PlayerId(NAME)) == 0
