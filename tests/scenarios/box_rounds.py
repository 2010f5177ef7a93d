"""The Round that most scenarios of the box games play, up to the first decision, and what goes on around it."""

from protocol.messages import Order
from tests.scenarios.table import ANOTHER, HIGHER, Layouts, Table
from tests.ui.dealer import DAN, DORA, SUE

BETS: Layouts = {"T01": {"1/main": 10_000}, "T02": {"2/main": 5_000}}
SIXTEEN = "KS 9H 9D 6S 7D"  # 16 and 16 against a nine


def decided(table: Table) -> None:
    """Bets on boxes 1 and 2; the first cards lie, and nobody has surrendered. Box 1 is asked."""
    table.bets(BETS)
    table.no_more_bets()
    table.deal(SIXTEEN)
    table.panel.do_next("certify_initial")
    for name, box in (("T01", 1), ("T02", 2)):
        table.answers(name, box, "decline")
    asked(table, 1)
    table.story()


def asked(table: Table, box: int) -> None:
    """The decision of this box alone is waited for."""
    awaited = [("choice", box)]
    table.until(
        lambda: [(it.window.kind, it.window.box) for it in table.view.windows.values()] == awaited, f"box {box} decides"
    )


def ended(table: Table, cards: str) -> None:
    """These cards end the Round, which is certified."""
    table.deal(cards)
    table.certify()


def something_else(table: Table, name: str) -> None:
    """Dora calls, Sue has come and says what has happened."""
    table.panel.choose("step.call_supervisor")
    table.until(lambda: bool(table.view.halts), "the supervisor is called")
    table.panel.change_to(SUE)
    table.panel.choose("guide.other")
    guides = table.panel.model.part("guides")
    table.panel.tap(f"guide.about.{next(at for at, guide in enumerate(guides) if guide['name'] == name)}")


def refused_signatures(table: Table, by: str = DAN) -> None:
    """Whoever proposes does not sign, nor somebody of too low a position."""
    assert table.panel.signed_in_vain_by(DORA) == ANOTHER
    assert table.panel.signed_in_vain_by(by) == HIGHER


def not_by_a_dealer(table: Table, order: Order) -> None:
    """What Dora orders waits for a Supervisor, and nobody else's word is enough: she takes it back."""
    table.gives(order)
    refused_signatures(table)
    table.panel.withdraw()


def play_on(table: Table) -> None:
    """It needs no order: the guide is closed, Sue says that play goes on, and Dora deals."""
    table.panel.choose("guide.other", "step.resume")
    table.waits_for("Resumed called")
    table.panel.change_to(DORA)
