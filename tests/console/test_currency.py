"""The currency is bound to the journal: nobody's money is ever read in another one (M1 of each currency)."""

import pytest
from msgspec.structs import replace

from deploy.demo.rehearsal import Rehearsal
from games.money import Currency, InvariantBroken
from games.round import Felt, Limit, PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.ledger import CASH, HOUSE, credit
from tests.console.cluster import BANKER_WINS, PLAYER_WINS, Cluster, cards_of, key
from tests.console.people import DEALER, MANAGER, OTHER_SUPERVISOR, SUPERVISOR
from tests.console.tables import JPY, SGD

DOLLARS, YEN = Currency("SGD", 2), Currency("JPY", 0)


def in_dollars(credit: int = 0) -> Cluster:
    return Cluster(placard=SGD, credit=credit)


def pay_out(cluster: Cluster) -> None:
    for terminal in ("T1", "T2"):
        if amount := cluster.credit(terminal):
            cluster.obey(m.PayByHand(PlayerId(terminal), amount), DEALER, SUPERVISOR)


def test_the_first_entry_of_a_table_says_what_its_money_is() -> None:
    cluster = in_dollars()
    first = cluster.journal(e.CurrencyBound, e.ConsoleStarted, e.TableOpened)
    assert [type(fact) for fact in first] == [e.CurrencyBound, e.ConsoleStarted, e.TableOpened]
    assert (first[0], cluster.table.ledger.currency) == (e.CurrencyBound(DOLLARS), DOLLARS)
    cluster.restart()
    assert len(cluster.journal(e.CurrencyBound)) == 1


def test_another_currency_begins_with_the_opening_when_nobody_has_anything() -> None:
    cluster = in_dollars(50_000)
    cluster.play(BANKER_WINS, {"T1": {"banker": 10_000}})
    pay_out(cluster)
    cluster.reopen(placard=JPY)
    *_, bound, opened = cluster.journal(e.CurrencyBound, e.TableOpened)
    assert (bound, type(opened), cluster.view.placard) == (e.CurrencyBound(YEN), e.TableOpened, JPY)
    assert cluster.money() == {}
    assert cluster.table.ledger.shut[DOLLARS][HOUSE] == -10_000
    cluster.buy("T1", 5_000)
    assert cluster.money() == {"cash": -5_000, "credit/T1": 5_000}


def test_the_evening_goes_on_in_yen_until_there_are_dollars_again() -> None:
    cluster = in_dollars(50_000)
    cluster.play(BANKER_WINS, {"T1": {"banker": 10_000}})
    pay_out(cluster)
    cluster.reopen(placard=JPY)
    cluster.load_shoe()
    cluster.buy("T2", 5_000)
    cluster.play(BANKER_WINS, {"T2": {"player": 2_000}})
    pay_out(cluster)
    cluster.reopen(placard=SGD)
    assert cluster.money() == {"cash": 10_000, "house": -10_000}
    assert cluster.table.ledger.shut[YEN][HOUSE] == 2_000


@pytest.mark.parametrize("stands", ["credit", "ticket", "due", "owed"])
def test_the_opening_is_refused_while_anything_stands_in_the_old_currency(stands: str) -> None:
    cluster = in_dollars(47_000 if stands == "credit" else 0)
    said = "credit/T1 SGD 470.00, credit/T2 SGD 470.00"
    if stands == "ticket":
        cluster.buy("T1", 47_000)
        cluster.ticket("T1", 47_000)
        said = "tickets SGD 470.00"
    elif stands != "credit":
        cluster.buy("T1", 47_000)
        was, found = (BANKER_WINS, PLAYER_WINS) if stands == "owed" else (PLAYER_WINS, BANKER_WINS)
        cluster.play(was, {"T1": {"banker": 10_000}})
        pay_out(cluster)
        cluster.correct(found)
        said = "owed/T1#1 SGD -200.00" if stands == "owed" else "due/T1#1 SGD 200.00"
    before = cluster.money()
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.setup = replace(cluster.setup, placard=JPY)
    cluster.restart()
    assert cluster.refuse(m.OpenTable(), SUPERVISOR) == Refusal(
        "other_currency",
        "the file says JPY with 0 decimal places, the journal is bound to SGD with 2 decimal places, and in that there "
        f"stand: {said}. Start with SGD again, pay out or collect these, close the table, and change it then",
    )
    assert (cluster.money(), cluster.table.ledger.currency) == (before, DOLLARS)


def test_the_same_currency_with_other_decimal_places_is_another_currency() -> None:
    cluster = in_dollars(47_000)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.setup = replace(cluster.setup, placard=replace(SGD, exponent=3))
    cluster.restart()
    assert cluster.refuse(m.OpenTable(), SUPERVISOR).reason == "other_currency"


def test_limits_that_staff_set_in_dollars_are_no_limits_in_yen() -> None:
    cluster = in_dollars()
    felt = Felt({"banker": Limit(2_500, 1_000_000, 500)}, 2)
    cluster.obey(m.SetLimits(felt), MANAGER, DEALER)
    cluster.reopen(placard=SGD)
    assert cluster.view.felt == felt
    cluster.reopen(placard=JPY)
    assert cluster.view.felt == cluster.setup.felt


def test_a_round_that_was_played_in_dollars_is_not_corrected_in_yen() -> None:
    cluster = in_dollars(50_000)
    cluster.play(BANKER_WINS, {"T1": {"banker": 10_000}})
    pay_out(cluster)
    cluster.reopen(placard=JPY)
    order = m.Correct(cards_of(PLAYER_WINS))
    assert cluster.refuse(order, SUPERVISOR, OTHER_SUPERVISOR).reason == "no_such_round"
    assert cluster.money() == {}


def test_a_note_that_was_stacked_in_dollars_is_no_credit_in_yen() -> None:
    cluster = in_dollars()
    cluster.reopen(placard=JPY)
    boot, run = cluster.process("T1")
    refused, alarm = cluster.heard("T1", m.BuyCredit(boot, run, key(7), 5_000, "SGD"))
    assert isinstance(refused, e.MoneyRefused)
    assert refused.refusal == Refusal("other_currency", "a note of 5000 in SGD; this is JPY with 0 decimal places")
    assert alarm == e.AlarmRaised("T1", Alarm.NOTE_OTHER_CURRENCY, ("5000", "SGD"))
    assert cluster.money() == {}


@pytest.mark.parametrize("when", ["open", "with credit"])
def test_an_entry_that_nobody_may_write_is_not_believed(when: str) -> None:
    cluster = in_dollars(100 if when == "with credit" else 0)
    if when == "with credit":
        cluster.obey(m.CloseTable(), SUPERVISOR)
    with pytest.raises(InvariantBroken, match="another currency"):
        cluster.table.apply(cluster.entries[-1], e.CurrencyBound(YEN))


def test_terminals_and_panels_follow_the_currency() -> None:
    """M4: a mirror that has seen the change has books of its own for it, and nothing of the old ones in its screens."""
    table = Rehearsal(terminals=1)
    (seat,) = table.seats.values()
    seat.buys(47_000)
    assert (seat.session.state.ledger.currency, seat.session.credit) == (DOLLARS, 47_000)
    table.order(m.PayByHand(PlayerId(seat.name), 47_000))
    table.order(m.CloseTable())
    table.table.setup = replace(table.setup, placard=JPY)
    table.order(m.OpenTable())
    seat.buys(5_000)
    mirror = seat.session.state.ledger
    assert (mirror.currency, seat.session.credit, seat.view.placard) == (YEN, 5_000, JPY)
    assert mirror.shut[DOLLARS] == {CASH: 0, credit(PlayerId(seat.name)): 0}
    assert (table.desk.ledger.balances, table.desk.ledger.currency) == (table.table.ledger.balances, YEN)
    told = table.desk.diary.lines
    assert "currency_bound" in [line.key for line in told]
    assert [part.value for line in told for part in line.parts if part.kind == "money"] == ["5000"]
