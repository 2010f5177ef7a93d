"""What a mutation campaign (`tests/tools/campaign.py`) showed that no other test saw: one test for each such bug."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from console.books import Books
from console.store import Store
from console.table.cashier import HELD_MAX
from console.table.checkpoint import digest, save
from console.table.table import BooksDiffer, BooksRead
from console.table.windows import Windows
from games.money import Currency
from games.round import Answer, Felt, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.chain import ChainBroken, Entry, first_link, make_entry, opened
from protocol.codec import encode_body
from protocol.failpoints import Failpoints
from protocol.follower import Follower
from protocol.halts import Halt
from protocol.join import Listener
from protocol.journal import Journal
from protocol.process import Log
from shoe_driver import link as shoe
from shoe_driver.frames import CardRead, State
from shoe_driver.makes.reference import ReferenceDecoder, encode
from simulation.calm import CalmConsole
from simulation.seals import Seals
from terminal.intents import NoteIn, NoteStacked, PlaceBet
from terminal.sitting import SittingClock
from tests.console.cluster import BANKER_WINS, PANEL, PLAYER_WINS, Cluster, cards_of, dealt, played, public_key
from tests.console.people import DEALER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, TECHNICIAN
from tests.terminal.pen import GAME, Console, Terminal, picture_of

# --- windows ---------------------------------------------------------------------------------------------------------


def test_bets_on_one_spot_in_two_windows_are_added_up() -> None:
    spot = Spot("1/main")
    windows = Windows(given={"first": {T1: Answer({spot: 100})}, "second": {T1: Answer({spot: 50})}})
    assert windows.bets(T1) == {spot: 150}
    assert windows.players() == {T1: {spot: 150}}


def test_5_9_a_question_that_a_reconstruction_takes_away_gives_back_what_was_bet_in_it() -> None:
    cluster = dealt("9S 5D AH KS 4C", {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, "blackjack")
    assert "insurance" in cluster.windows
    cluster.place("T1", {"1/insurance": 50}, kind="insurance")
    assert (cluster.credit("T1"), cluster.stake("T1")) == (850, 150)
    written = cluster.reconstruct("9S AH 5D KS 4C", "5.9")  # the Ace was not the Dealer's
    assert e.LayoutReturned(1, "insurance", T1, 50) in written
    assert "insurance" not in cluster.windows
    assert (cluster.credit("T1"), cluster.stake("T1")) == (900, 100)


# --- money -----------------------------------------------------------------------------------------------------------

NOTES: Final = (1_000, 5_000)


def notes_table() -> Cluster:
    cluster = Cluster(credit=0)
    cluster.reopen(placard=replace(cluster.setup.placard, notes=NOTES), secret=b"a secret")
    return cluster


def test_who_shows_a_ticket_is_told_what_his_own_sitting_owes() -> None:
    cluster = played(BANKER_WINS, {"T1": {"banker": 100}})
    first = cluster.ticket("T1", 1_100)
    cluster.correct(PLAYER_WINS)
    cluster.buy("T1", 500)
    second = cluster.ticket("T1", 500)  # of somebody else
    assert (cluster.find(first).owed, cluster.find(second).owed) == (200, 0)


def test_no_held_note_is_released_while_the_books_are_being_checked() -> None:
    cluster = notes_table()
    cluster.buy("T1", 777)
    cluster.run(BooksRead(1, 2))
    for to in ("credit", "hand"):
        assert cluster.refuse(m.ReleaseNote(1, to), DEALER, SUPERVISOR).reason == "books"
    cluster.run(BooksRead(2, 2))
    assert isinstance(cluster.obey(m.ReleaseNote(1, "credit"), DEALER, SUPERVISOR)[0], e.NoteCredited)


def test_a_ticket_that_was_found_is_paid_by_the_proof_of_that_very_question() -> None:
    cluster = notes_table()
    cluster.buy("T1", 5_000)
    cluster.at_panel(DEALER)
    paying = cluster.paying(cluster.ticket("T1", 600))
    assert cluster.refuse(replace(paying, proof=b"x" * 16)).reason == "no_proof"
    assert cluster.obey(paying) == [e.TicketPaid("000001", 600)]


@pytest.mark.parametrize("states", [[], ["printing"], ["printing", "printed"]])
def test_only_a_print_that_has_failed_is_made_again(states: Sequence[str]) -> None:
    cluster = notes_table()
    cluster.buy("T1", 5_000)
    cluster.ticket("T1", 600)
    for state in states:
        cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), cluster.new_key(), "000001", state))
    assert cluster.refuse(m.PrintAgain("000001"), SUPERVISOR).reason == "bad_ticket"


def test_the_held_notes_of_one_terminal_keep_nobody_elses_waiting() -> None:
    cluster = notes_table()
    for _ in range(HELD_MAX + 1):
        cluster.buy("T1", 777)
    assert len(cluster.table.cashier.held) == HELD_MAX
    assert any(isinstance(fact, e.NoteHeld) for fact in cluster.buy("T2", 777))


def test_who_was_unlocked_has_all_his_tries_again() -> None:
    cluster = notes_table()
    for number in range(5):
        cluster.show_ticket("T1", f"{number:018}")
    assert cluster.table.cashier.locked == ["T1"]
    cluster.obey(m.UnlockTickets(T1), SUPERVISOR)
    cluster.show_ticket("T1", "9" * 18)
    assert (cluster.table.cashier.locked, cluster.table.cashier.wrong) == ([], {"T1": 1})


# --- whose word is believed ------------------------------------------------------------------------------------------


def liar() -> Cluster:
    """T1 has our signature on another history: the table was halted, people have looked, and T1 is latched for it."""
    cluster = Cluster()
    cluster.heard("T1", cluster.other_history("T1"))
    assert cluster.halts == ["history"]
    cluster.obey(m.Latch(T1, "it lies"), SUPERVISOR)
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    return cluster


def test_who_was_found_lying_stops_the_table_no_more_and_it_rings() -> None:
    cluster = liar()
    (alarm,) = cluster.heard("T1", cluster.other_history("T1"))
    assert isinstance(alarm, e.AlarmRaised)
    assert cluster.halts == []


def test_a_restart_does_not_make_a_liar_honest_and_a_new_machine_does() -> None:
    cluster = liar()
    cluster.join("T1")
    assert cluster.table.peers.peer("T1").doubted
    cluster.enrol("T1")
    cluster.join("T1")
    assert not cluster.table.peers.peer("T1").doubted


def test_a_liar_confirms_no_start() -> None:
    cluster = liar()
    cluster.start()
    for peer in ("T2", "T1"):
        cluster.hello(peer, *cluster.process(peer))
    assert cluster.halts == ["unconfirmed"]
    cluster.hello(PANEL, *cluster.process(PANEL))
    cluster.obey(m.Resume(Halt.UNCONFIRMED), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.halts == []


def test_a_witness_that_was_retired_is_asked_until_its_key_is_ended() -> None:
    """A journal that was put back does not know that it was retired, either."""
    cluster = Cluster()
    for name, role in (("W1", "witness"), ("A1", "archive")):
        cluster.enrol(name, role=role)
        cluster.join(name)
    cluster.obey(m.Retire(PlayerId("W1")), SHIFT_MANAGER, TECHNICIAN)
    cluster.restart()
    assert cluster.table.forgotten.outside == ("A1", "W1")
    order = m.EndKey(PlayerId("W1"), "witness", public_key("W1"), "it has gone for good")
    assert cluster.obey(order, TECHNICIAN, SHIFT_MANAGER) == [e.KeyEnded(order.name, order.key, order.why)]
    cluster.start()
    assert cluster.view.halts[Halt.UNCONFIRMED].detail == "A1"


def test_one_person_is_one_who_signs_twice() -> None:
    cluster = Cluster()
    assert cluster.refuse(m.PayByHand(T1, 100), SUPERVISOR, SUPERVISOR).reason == "second_person"


def test_of_two_people_the_higher_position_counts_whoever_of_them_orders() -> None:
    cluster = Cluster()
    assert cluster.obey(m.PayByHand(T1, 100), SUPERVISOR, DEALER) == [e.HandPaid(T1, 1, 100)]
    assert cluster.obey(m.PayByHand(T1, 100), DEALER, SUPERVISOR) == [e.HandPaid(T1, 1, 100)]
    assert cluster.refuse(m.PayByHand(T1, 100), DEALER, OTHER_DEALER).reason == "second_position"


# --- the shoe --------------------------------------------------------------------------------------------------------


def test_another_device_that_answers_is_put_on_record_also_if_none_was_lost() -> None:
    cluster = Cluster()
    assert cluster.run(shoe.LinkRestored("SHOE-1")) == [e.ShoeBack("SHOE-1")]
    assert cluster.run(shoe.LinkRestored("SHOE-1")) == []
    assert cluster.view.shoe.serial == "SHOE-1"


def test_what_was_held_back_when_the_line_broke_is_reported_only_if_it_is_said_again() -> None:
    link = shoe.ShoeLink(ReferenceDecoder())
    link.opened(0)
    given = (State("S1", 1, 3), CardRead("2C", 1), CardRead("4C", 3))  # the second is missing: the third waits
    assert shoe.CardSeen(1, "2C") in link.receive(0, b"".join(map(encode, given)))
    link.lost(100)
    link.opened(200)
    again = link.receive(300, encode(State("S1", 2, 2)) + encode(CardRead("3C", 2)))
    assert [event for event in again if isinstance(event, shoe.CardSeen)] == [shoe.CardSeen(2, "3C")]


def test_a_card_face_down_has_left_the_shoe_though_nobody_has_counted_it_yet() -> None:
    cluster = Cluster("blackjack", squeeze=True)
    cluster.open_round()
    cluster.place("T1", {"1/main": 100}, "squeeze")
    cluster.close()
    (last,) = cards_of("9S")
    decks = cluster.view.shoe.decks
    cluster.view.shoe.drawn = [decks - (number == last.number) for number in range(52)]  # one card is left
    CalmConsole.batch(cluster, shoe.CardSeen(1, "9S"))  # to T1, who turns it himself; the Dealer's is due
    assert (cluster.view.due != "", cluster.halts) == (True, ["shoe_dry"])


# --- shells ----------------------------------------------------------------------------------------------------------


class Kept:
    """A journal that only remembers what it was given."""

    def __init__(self) -> None:
        self.checkpoints: list[bytes | None] = []

    def commit(self, _entries: Sequence[Entry], checkpoint: bytes | None, _signature: bytes) -> None:
        self.checkpoints.append(checkpoint)


def test_a_checkpoint_is_written_with_the_commit_that_ends_with_its_name_and_with_no_other() -> None:
    """What a Tick has added behind the name is not in the state: as a checkpoint it halted the table's next start."""
    entries, kept, state = Cluster().entries, Kept(), b"state"
    store = Store(kept, Seals("table 1"), Failpoints({}))  # type: ignore[arg-type]
    names, ticked = (
        make_entry(entries[2].chain, 4, "", e.ALL, b"", encode_body(fact))
        for fact in (e.Checkpointed(digest(state)), e.ClockStepped(1))
    )
    for commit in (entries[:1], entries[1:2], [names], [names, ticked], [ticked], entries[2:3]):
        store.state = None if commit == entries[2:3] else state
        store.commit(commit)
    assert kept.checkpoints == [None, None, state, None, None, None]


def test_a_state_beside_an_entry_that_names_none_is_told_however_right_it_is(tmp_path: Path) -> None:
    cluster = Cluster()
    state = save(cluster.table)
    assert state is not None
    cluster.beat("T1")
    cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), True))  # an entry that is no checkpoint
    with closing(Journal(tmp_path / "table.journal", cluster.setup.table, reserve=0)) as journal:
        journal.commit(cluster.entries[:-1])
        journal.commit(cluster.entries[-1:], state)
        books = Books(journal, cluster.setup, Log("test"))
        told = books.turn(0, quiet=True)
    assert told == [BooksDiffer(f"the checkpoint at entry {cluster.table.seq} is not the one that the entry names")]


# --- the terminal ----------------------------------------------------------------------------------------------------


def test_1_17_a_window_that_is_asked_again_in_a_later_round_is_this_rounds() -> None:
    console = Console().credit(1_000).open_bets()
    t1 = Terminal(console).joins()
    t1.follows(console.register(1, banker=100).play())
    t1.follows(console.open_bets().register(1, banker=100))
    t1.follows(console.write(e.LayoutReturned(console.round_no, "bets", T1, 100)))
    assert (t1.state.layouts.registered, t1.state.layouts.names) == ({}, {})


def test_4_2_a_terminal_without_history_goes_on_from_the_revision_that_the_snapshot_names() -> None:
    console = Console().credit(1_000).open_bets().register(3, banker=100)
    new = Terminal(console).restart()
    new.hears(console.welcome(new), picture_of(console, revision=3))
    new.does(PlaceBet(Spot("banker"), 100))
    assert new.answers == [(4, {Spot("banker"): 200})]


@pytest.mark.parametrize("paid", [True, False])
def test_a_note_that_people_have_dealt_with_is_unpaid_no_longer(paid: bool) -> None:
    console = Console().credit(1_000)
    t1 = Terminal(console).joins()
    note = b"a note of 16 byt"
    t1.does(NoteIn(note, 777))
    t1.does(NoteStacked(note))
    t1.follows(console.write(e.NoteHeld(note, T1, 1, 777, "denomination")))
    assert t1.state.outbox.unpaid == {note: 777}
    t1.follows(console.write(e.NoteCleared(note, T1, 1, 777, paid)))
    assert t1.state.outbox.unpaid == {}


# --- who follows --------------------------------------------------------------------------------------------------


def test_m8_a_run_that_passes_a_link_of_which_another_was_told_is_not_followed() -> None:
    entries = Cluster().entries[:3]
    sent = tuple(opened(entry) for entry in entries)
    follower = Follower("archive", 0, first_link("table 1"))
    assert follower.follow(1, sent, entries[-1].chain) == sent
    follower.expect_link(2, b"another link" + bytes(20))
    assert follower.follow(1, sent, entries[-1].chain) is None
    follower.offer(1, sent, entries[-1].chain)
    with pytest.raises(ChainBroken, match="entry 2"):
        follower.take()


def test_m8_a_signature_is_ours_when_what_it_is_about_has_come() -> None:
    cluster = Cluster()
    entries, seals = cluster.entries[:3], cluster.seals
    listener = Listener("archive", "table 1", "A1", "archive", 1, b"run     ", verify=seals.verify)
    head = seals.sign(3, entries[-1].chain)
    listener.receive(0, m.Pulse(3, head.chain, -1, head.signature))
    assert (listener.claimed, listener.signed) == (head, None)
    listener.receive(0, m.Batch(1, tuple(opened(entry) for entry in entries), head.chain, head.signature))
    assert listener.signed == head


def test_a_snapshot_says_in_which_currency_the_mirror_counts() -> None:
    begun = e.TableOpened("baccarat", GAME.rules, Felt(), 15_000, placard=e.Placard(currency="JPY", exponent=0))
    console = Console(e.ConsoleStarted(1), begun).credit(1_000)
    new = Terminal(console).restart()
    new.hears(console.welcome(new), picture_of(console, revision=0, whole=False))
    assert new.state.ledger.currency == Currency("JPY", 0)


def test_the_clock_of_who_left_while_the_terminal_was_off_is_not_the_next_ones(tmp_path: Path) -> None:
    file = tmp_path / "since"
    assert SittingClock(file).see(1_000, seated=True) == 1_000
    started_again = SittingClock(file)
    assert started_again.see(2_000, seated=False) == 0
    assert not file.exists()
    assert SittingClock(file).see(3_000, seated=True) == 3_000
