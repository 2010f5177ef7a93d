"""The coordinator of tickets on a real PostgreSQL, with production cores of tables: one live redemption of a ticket,
each step recorded from a table's own entry, and nothing lost when a database forgets what it had not confirmed.
"""

from collections import Counter
from collections.abc import Iterator

import psycopg
import pytest

from deploy.floor_tickets import told
from floor.journeys import Journey, next_step, waits_for
from floor.redemptions import look_through, open_journeys
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.chain import make_entry
from protocol.codec import encode_body
from protocol.ledger import TRANSIT
from simulation.calm import RUN
from tests.floor.coordinated import House, alarms


@pytest.fixture
def house(database: str) -> Iterator[House]:
    house = House(database, "BAC-01", "BAC-02", "BAC-03")
    yield house
    house.store.close()


def test_a_journey_is_carried_to_its_end(house: House) -> None:
    first, second, _ = house.tables.values()
    number = first.cash_out("T1", 600)
    second.show("T2", number)
    house.settle()
    (row,) = house.store.ask("SELECT * FROM redemptions")
    assert (row["asker"], row["issuer"], row["terminal"], row["amount"]) == ("BAC-02", "BAC-01", "T2", 600)
    assert (row["answer"], row["ended"], row["closed"], row["live"]) == ("released", "accepted", "arrived", False)
    assert all(row[f"{step}_seq"] for step in ("asked", "answer", "end", "closed"))
    dump = repr(house.store.ask("SELECT * FROM redemptions")) + repr(house.store.ask("SELECT body FROM entries"))
    assert number not in dump


def test_five_hundred_tries_at_once_on_one_ticket_and_one_succeeds(database: str) -> None:
    house = House(database, "BAC-01", "BAC-02", "BAC-03", terminals=50)
    first, second, third = house.tables.values()
    number = first.cash_out("T1", 600)
    for table in (second, third):
        table.hear(
            *((name, m.InsertTicket(1, RUN, table.new_key(), number)) for name in table.terminals for _ in range(5))
        )
    house.settle()
    house.store.close()
    facts = Counter(type(fact) for table in house.tables.values() for _seq, fact in table.facts())
    assert (facts[e.ForeignTicketAsked], facts[e.ForeignTicketDeclined]) == (500, 499)
    assert (facts[e.TicketReleased], facts[e.ForeignTicketAccepted], facts[e.TicketArrived]) == (1, 1, 1)


def test_the_index_allows_one_live_redemption_of_a_ticket(house: House) -> None:
    first, second, third = house.tables.values()
    number = first.cash_out("T1", 600)
    house.followed["BAC-01"].deaf = True
    second.show("T1", number)
    third.show("T1", number)
    for _ in range(3):
        house.turn()
    assert sorted(it.live for it in open_journeys(house.store)) == [False, True]
    with pytest.raises(psycopg.errors.UniqueViolation), house.store.transaction() as cursor:
        cursor.execute("UPDATE redemptions SET live = true")
    waits = sorted(waits_for(it) for it in open_journeys(house.store))
    assert waits == ["BAC-01 has not answered", "another redemption of the same ticket comes first"]
    listed = told(house.store)
    assert [f"...{number[-4:]} of BAC-01 at BAC-0" in line and number not in line for line in listed] == [True, True]
    house.followed["BAC-01"].deaf = False
    house.settle()
    rows = house.store.ask("SELECT ended FROM redemptions ORDER BY came")
    assert sorted(row["ended"] for row in rows) == ["accepted", "declined"]
    assert told(house.store) == []
    assert len(told(house.store, everything=True)) == 2


def test_a_database_that_has_forgotten_reads_the_logs_again(house: House) -> None:
    """As after a promotion: what was not confirmed is not there, and the tables know more."""
    first, second, _ = house.tables.values()
    second.show("T1", first.cash_out("T1", 600))
    steps = 0
    while house.turn():
        steps += 1
        with house.store.transaction() as cursor:
            cursor.execute("TRUNCATE redemptions")
            cursor.execute("UPDATE redemption_cursors SET seq = 0")
        look_through(house.store)
    assert steps > 3
    facts = Counter(type(fact) for table in house.tables.values() for _seq, fact in table.facts())
    assert (facts[e.TicketReleased], facts[e.ForeignTicketAccepted], facts[e.TicketArrived]) == (1, 1, 1)


def test_tables_that_die_at_every_step_lose_nothing(house: House) -> None:
    first, second, third = house.tables.values()
    second.show("T1", first.cash_out("T1", 600))
    third.show("T1", first.cash_out("T2", 100))
    while house.turn():
        for table in house.tables.values():
            table.restart()
    assert sum([table.table.ledger.balance(TRANSIT) for table in house.tables.values()]) == 0
    assert [row["ended"] for row in house.store.ask("SELECT ended FROM redemptions")] == ["accepted"] * 2


def test_what_a_table_has_not_signed_is_not_kept(house: House) -> None:
    first, second, _ = house.tables.values()
    second.show("T1", first.cash_out("T1", 600))
    second.vouches = first.vouches  # another key signs there
    for _ in range(4):
        house.turn()
    (row,) = house.store.ask("SELECT asked_vouch, answer FROM redemptions")
    assert (bytes(row["asked_vouch"]), row["answer"]) == (b"", "")


def says(house: House, name: str, *facts: e.Event) -> None:
    """As a console with another program would: linked, signed, and taken in."""
    intake, made = house.followed[name].intake, []
    chain, seq = intake.chain, intake.seq
    for fact in facts:
        seq += 1
        made.append(make_entry(chain, seq, "2026-11-18T20:00:00.000Z", e.audience_of(fact), b"", encode_body(fact)))
        chain = made[-1].chain
    intake.take(made)
    look_through(house.store)


SAYS_TWICE = "BAC-0{}: entry {}: says for the second time what it has said at entry "


@pytest.mark.parametrize("who", ["issuer", "shown", "closes", "another amount", "released twice"])
def test_tables_that_contradict_each_other_ring(house: House, who: str) -> None:
    """Its console signs what it likes: nobody can keep it from lying, but not without being seen."""
    first, second, _ = house.tables.values()
    second.show("T1", first.cash_out("T1", 600))
    if who == "another amount":
        while not open_journeys(house.store) or not open_journeys(house.store)[0].answer:
            house.turn()
    else:
        house.settle()
    assert alarms(house) == []
    journey = bytes(house.store.ask("SELECT journey FROM redemptions")[0]["journey"])
    seqs = {name: followed.intake.seq + 1 for name, followed in house.followed.items()}
    sgd, why = first.table.ledger.currency, Refusal("no_ticket", "")
    one = PlayerId("T1")
    match who:
        case "issuer":
            says(house, "BAC-01", e.TicketReleaseRefused(journey, "BAC-02", why))
            (alarm,) = alarms(house)
            assert alarm.startswith(SAYS_TWICE.format(1, seqs["BAC-01"]))
            assert alarm.endswith("'released' before and 'refused' now")
        case "shown":
            says(house, "BAC-02", e.ForeignTicketDeclined(b"i" * 16, one, journey, "BAC-01", why))
            (alarm,) = alarms(house)
            assert alarm.startswith(SAYS_TWICE.format(2, seqs["BAC-02"]))
        case "closes":
            says(house, "BAC-01", e.TicketRestored(journey, "000001", 600))
            (alarm,) = alarms(house)
            assert alarm.startswith(SAYS_TWICE.format(1, seqs["BAC-01"]))
        case "another amount":
            says(house, "BAC-02", e.ForeignTicketAccepted(b"i" * 16, one, 1, journey, "BAC-01", "000001", 900))
            (alarm,) = alarms(house)
            assert "600 was released as '000001', and 900 accepted" in alarm
        case "released twice":
            says(house, "BAC-01", e.TicketReleased(b"j" * 16, "BAC-03", "000001", 600, sgd, training=True))
            (alarm,) = alarms(house)
            assert "'000001' was released at entry" in alarm
    (kept,) = house.store.ask("SELECT kind, seq FROM alarms")
    assert kept["kind"] == "ticket"
    assert kept["seq"] in seqs.values()


def test_what_is_over_is_not_said_again() -> None:
    over = Journey(b"j" * 16, "A", "B", asked_seq=1, answer="refused", answer_seq=2, ended="declined", end_seq=3)
    assert next_step(over) is None
