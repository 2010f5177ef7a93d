"""Participants at a table where nobody deals (004), in memory: sign-on at terminals, two purses, grants, exclusion."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.money import Currency
from games.online_blackjack.rules import coins_of
from games.round import Limit, PlayerId, Spot
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.codec import body_decoder, decode_event
from protocol.events import STAFF, audience_of, may_read
from protocol.ledger import entry_of
from protocol.legality import not_now
from protocol.moves import OF_CASH, OF_COINS
from protocol.people import FIRST_WAIT_MS
from protocol.picture import Picture
from protocol.view import Phase
from simulation.calm import PANEL, PIN, WRONG_PIN
from terminal.following import apply_restored
from terminal.intents import CashOut, ChooseCoin, ExcludeMyself, NoteIn, PlaceBet, SetLayout, TicketIn
from terminal.records import Restored
from terminal.session import Session
from tests.console.coins import DAYS, GC, GIL, PAT, SC, TABLE, Coins, held


@pytest.fixture
def coins() -> Coins:
    return Coins()


decode_picture = body_decoder(Picture).decode


# --- who plays ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §1 Game Participant", "004 §1 Gold Coin", "004 §1 Sweeps Coins")
def test_a_participant_signs_on_at_any_terminal_and_finds_both_his_purses(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.grant(PAT, SC, 5_000)
    assert coins.on("T1") == "right"
    shown = coins.seats["T1"].view
    assert shown.participant is not None
    assert (shown.participant.number, shown.participant.name, shown.participant.coin) == ("801", "Pat", GC)
    assert dict(shown.participant.coins) == {GC: 1_000_000, SC: 5_000}
    assert (shown.credit, shown.placard.currency) == (1_000_000, GC)
    coins.off("T1")
    assert coins.on("T2") == "right"
    assert coins.seats["T2"].view.credit == 1_000_000
    assert coins.table.people.where("801") == "T2"


def test_nothing_of_his_is_seen_when_nobody_is_signed_on(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    before = coins.seats["T1"].view
    coins.on("T1")
    coins.bet("T1", 100_000)
    coins.finish()
    assert coins.seats["T1"].view.history
    coins.off("T1")
    shown = coins.seats["T1"].view
    assert (shown.credit, shown.stake, shown.spots, shown.lines, shown.history) == (0, 0, (), (), ())
    assert shown.participant == before.participant
    assert coins.seats["T1"].session.credit == coins.table.ledger.credit(PlayerId("T1")) == 0


def test_the_lock_is_local_and_lasts_over_a_lost_link(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.away.add("T1")
    coins.off("T1")
    shown = coins.seats["T1"].view
    assert shown.credit == 0
    assert shown.participant is not None
    assert shown.participant.leaving
    assert coins.table.people.where("801") == "T1"
    coins.away.clear()
    coins.until(lambda: not coins.table.people.where("801"))
    assert coins.has(PAT, GC) == coins.table.ledger.purse("801", GC) == 1_000_000


def test_a_wrong_pin_is_on_record_before_it_is_looked_at_and_many_make_him_wait(coins: Coins) -> None:
    for _ in range(5):
        assert coins.on("T1", pin=WRONG_PIN) == "wrong"
    assert [it.panel for it in coins.of(e.SignOnTried)][-5:] == ["T1"] * 5
    assert coins.on("T1") == "wait"
    assert coins.on("T2") == "wait"  # he waits, wherever he tries
    coins.wait(FIRST_WAIT_MS)
    assert coins.on("T1") == "right"


def test_waits_begin_anew_with_the_next_process_of_the_console(coins: Coins) -> None:
    for _ in range(5):
        coins.on("T1", pin=WRONG_PIN)
    coins.wait(FIRST_WAIT_MS - 1_000)
    coins.restart()
    assert coins.on("T1") == "wait"


def test_staff_do_not_sign_on_at_a_terminal_nor_participants_at_a_panel(coins: Coins) -> None:
    assert coins.on("T1", m.Person("400", "Sam", Position.SHIFT_MANAGER)) == "wrong"
    coins.sign_on(PAT)
    assert coins.table.people.at(PANEL) is not None
    assert coins.table.people.where("801") == ""
    assert [it.number for it in coins.of(e.SignOnTried)][-2:] == ["", ""]


def test_he_is_at_one_terminal_and_moves_with_all_that_he_has(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    assert coins.on("T2") == "right"
    assert coins.table.people.where("801") == "T2"
    assert coins.seats["T1"].view.credit == 0
    assert coins.seats["T2"].view.credit == 1_000_000
    assert [it.why for it in coins.of(e.SignedOff)][-1] == "elsewhere"


def test_with_a_bet_in_play_he_cannot_be_elsewhere_and_the_session_ends_with_the_round(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.bet("T1", 100_000)
    assert coins.on("T2") == "playing"
    assert coins.on("T1", GIL) == "playing"  # nor is somebody else put before his cards
    coins.off("T1")
    assert coins.table.people.where("801") == "T1"
    assert coins.seats["T1"].view.credit == 0
    coins.finish()
    coins.until(lambda: not coins.table.people.where("801"))
    assert coins.table.ledger.purse("801", GC) == coins.has(PAT, GC)
    assert coins.table.view.felt.plays == {}


def test_a_terminal_that_is_started_anew_has_nobody_signed_on(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    seat = coins.seats["T1"]
    seat.session.forgotten.unlocked = False  # what a new process does not know
    coins.wait()
    assert coins.table.people.where("801") == ""
    assert coins.table.ledger.purse("801", GC) == 1_000_000


def test_whoever_is_disabled_is_signed_off_when_the_round_is_over(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.bet("T1", 100_000)
    coins.order(m.DisableStaff("801", "gone"))
    assert coins.table.people.where("801") == "T1"
    coins.finish()
    coins.wait()
    assert coins.table.people.where("801") == ""
    assert coins.on("T1") == "wrong"


def test_a_retired_terminal_gives_back_what_lies_there(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.order(m.Retire(PlayerId("T1")))
    assert coins.table.peers.peer("T1").retired
    assert coins.table.ledger.purse("801", GC) == 1_000_000


# --- §2.3: coins and limits ------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.3")
@pytest.mark.parametrize("game", ["classic_blackjack", "premium_blackjack"])
@pytest.mark.parametrize("coin", [GC, SC])
def test_004_2_3_the_limits_are_of_each_version_and_coin(game: str, coin: str) -> None:
    table, limit = Coins(game), coins_of(game)[coin]
    assert limit.max is not None
    table.grant(PAT, coin, 2 * limit.max)
    table.on("T1")
    table.seats["T1"].wants(ChooseCoin(coin))
    table.until(lambda: table.table.view.phase is Phase.BETTING)
    window = next(iter(table.table.view.windows.values()))
    process = (table.seats["T1"].session.state.boot, table.seats["T1"].session.state.run)
    for revision, amount in enumerate((limit.min - 1, limit.max + 1), 1):
        table.request("T1", m.Answer(*process, window.id, revision, {Spot("1/main"): amount}))
        assert table.of(e.LayoutRefused)[-1].refusal.paragraph == "2.3"
    for revision, amount in enumerate((limit.min, limit.max), 3):
        table.request("T1", m.Answer(*process, window.id, revision, {Spot("1/main"): amount}))
        assert table.of(e.LayoutRegistered)[-1].answer.bets == {"1/main": amount}
    assert table.table.ledger.coin(PlayerId("T1")) == coin


@pytest.mark.rule("004 §2.3")
def test_004_2_3_what_the_terminal_offers_is_of_his_coin(coins: Coins) -> None:
    coins.grant(PAT, SC, 100_000)
    coins.on("T1")
    assert coins.seats["T1"].view.felt.limits["main"] == Limit(100_000, 10_000_000, 1)
    coins.seats["T1"].wants(ChooseCoin(SC))
    shown = coins.seats["T1"].view
    assert shown.felt.limits["main"] == coins_of("classic_blackjack")[SC]
    assert (shown.placard.currency, shown.chips, shown.credit) == (SC, (50,), 100_000)


@pytest.mark.rule("004 §2.3")
def test_004_2_3_the_coin_is_chosen_between_rounds_and_never_with_a_bet_in_play(coins: Coins) -> None:
    for coin, amount in ((GC, 1_000_000), (SC, 100_000)):
        coins.grant(PAT, coin, amount)
    coins.on("T1")
    coins.bet("T1", 100_000)
    coins.seats["T1"].wants(ChooseCoin(SC))
    notice = coins.seats["T1"].session.forgotten.notice
    assert notice is not None
    assert notice.reason == "stake_in_play"
    process = (coins.seats["T1"].session.state.boot, coins.seats["T1"].session.state.run)
    coins.request("T1", m.ChooseCoin(*process, SC))  # nor by one that asks all the same
    assert coins.table.view.felt.plays == {"T1": GC}
    coins.finish()
    coins.seats["T1"].wants(ChooseCoin(SC))
    assert coins.table.view.felt.plays == {"T1": SC}
    coins.bet("T1", 50)
    assert coins.table.ledger.stake(PlayerId("T1")) == 50


@pytest.mark.rule("004 §1 Blackjack Game", "004 §1 Gold Coin Game", "004 §1 Sweepstakes Game")
def test_004_2_3_two_play_one_round_with_different_coins(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.grant(GIL, SC, 100_000)
    coins.on("T1")
    coins.on("T2", GIL)
    coins.seats["T2"].wants(ChooseCoin(SC))
    for _ in range(5):
        coins.bet("T1", 100_000)
        coins.bet("T2", 5_000)
        assert coins.table.ledger.stake(PlayerId("T1")) == 100_000
        assert coins.table.ledger.stake(PlayerId("T2")) == 5_000
        coins.finish()
        assert held(coins) == {GC: 1_000_000, SC: 100_000}
    for seat in coins.seats.values():  # M4
        assert seat.session.credit == coins.table.ledger.credit(seat.session.state.terminal)
    assert not coins.of(e.SettlementDisputed, e.Halted)


@pytest.mark.rule("004 §2.3")
def test_004_2_3_limits_are_no_matter_of_a_panel(coins: Coins) -> None:
    coins.finish()
    coins.order(m.SetLimits(replace(coins.table.view.felt, limits={"main": Limit(1, 2)})))
    assert coins.of(e.OrderRefused)[-1].refusal.reason == "coin_limits"
    assert not coins.of(e.LimitsSet)


@pytest.mark.rule("004 §2.5.a")
def test_004_2_5_a_who_has_no_purse_here_makes_no_play(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.until(lambda: coins.table.view.phase is Phase.BETTING)
    window = next(iter(coins.table.view.windows.values()))
    state = coins.seats["T2"].session.state
    coins.request("T2", m.Answer(state.boot, state.run, window.id, 1, {Spot("2/main"): 100_000}))
    assert coins.of(e.LayoutRefused)[-1].refusal.reason == "nobody"


def test_no_notes_and_no_tickets_at_such_a_table(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    seat = coins.seats["T1"]
    seat.wants(NoteIn(seat.new_id(), 1_000))
    assert not seat.session.state.outbox.notes
    seat.wants(CashOut(seat.new_id(), 1_000))
    seat.wants(TicketIn(seat.new_id(), "123456789012345678"))
    process = (seat.session.state.boot, seat.session.state.run)
    coins.request("T1", m.BuyCredit(*process, b"n" * 16, 1_000, GC))
    coins.request("T1", m.CashOut(*process, b"c" * 16, 1_000))
    assert {it.refusal.reason for it in coins.of(e.MoneyRefused)} <= {"coins", "other_currency"}
    assert not coins.of(e.CreditBought, e.NoteHeld, e.TicketIssued, e.TicketAccepted)
    assert coins.has(PAT, GC) == 1_000_000
    no = not_now(coins.table.view, m.SellCredit(PlayerId("T1"), 100))
    assert no is not None
    assert no.reason == "coins"
    assert not OF_CASH & OF_COINS


# --- grants ----------------------------------------------------------------------------------------------------------


def test_coins_are_granted_by_an_order_within_caps_and_beyond_them_by_two(coins: Coins) -> None:
    coins.sign_on(m.Person("100", "Dora", Position.DEALER))
    coins.order(m.GrantCoins("801", GC, 100_000), second=None)
    assert coins.has(PAT, GC) == 100_000
    coins.order(m.GrantCoins("801", GC, 100_001), second=None)
    assert coins.has(PAT, GC) == 100_000
    coins.order(m.GrantCoins("801", GC, 100_001))  # a Pit Supervisor signs
    assert coins.has(PAT, GC) == 200_001
    assert held(coins) == {GC: 200_001}


def test_a_grant_reaches_the_terminal_at_which_he_plays(coins: Coins) -> None:
    coins.on("T1")
    coins.grant(PAT, GC, 500_000)
    assert coins.seats["T1"].view.credit == 500_000
    coins.grant(PAT, SC, 700)
    shown = coins.seats["T1"].view.participant
    assert shown is not None
    assert dict(shown.coins) == {GC: 500_000, SC: 700}


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (m.GrantCoins("100", GC, 1), "no_such_person"),
        (m.GrantCoins("999", GC, 1), "no_such_person"),
        (m.GrantCoins("801", "XC", 1), "over_cap"),
        (m.ExcludeParticipant("100", 3, "asked"), "no_such_person"),
    ],
)
def test_what_cannot_be_granted_or_excluded_is_refused_with_the_reason(coins: Coins, order: m.Order, why: str) -> None:
    coins.order(order)
    assert coins.of(e.OrderRefused)[-1].refusal.reason == why
    assert not coins.of(e.CoinsGranted, e.ParticipantExcluded)


def test_a_daily_grant_comes_once_on_each_gaming_day_on_which_he_comes() -> None:
    table = Coins(daily={GC: 300_000, SC: 200})
    table.on("T1")
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (300_000, 200)
    table.off("T1")
    table.on("T2")
    table.restart()
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (300_000, 200)
    table.day(1)  # and while he is here
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (600_000, 400)
    assert [(it.coin, it.day) for it in table.of(e.CoinsGranted)] == [
        (coin, day) for day in DAYS[:2] for coin in (GC, SC)
    ]
    table.day(3)
    table.off("T2")
    assert not table.has(GIL, GC)  # who does not come is granted nothing


def test_another_file_and_a_start_raise_no_daily_grant_before_an_opening_puts_it_on_record() -> None:
    table = Coins(daily={GC: 300_000})
    raised = replace(table.setup.placard, daily={GC: 300_000_000, SC: 10**6})
    table.setup = replace(table.setup, placard=raised)
    table.restart()
    table.on("T1")
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (300_000, 0)
    table.order(m.CloseTable())
    table.day(1)
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (600_000, 0)
    table.order(m.OpenTable())
    assert [it.placard.daily for it in table.of(e.TableOpened)] == [{GC: 300_000}, raised.daily]
    table.day(2)
    assert (table.has(PAT, GC), table.has(PAT, SC)) == (300_600_000, 10**6)


# --- §3: exclusion ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §3")
def test_004_3_who_excludes_himself_is_signed_off_and_refused_at_every_terminal_until_it_ends(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.seats["T1"].wants(ExcludeMyself(2))
    assert [(it.number, it.first_day, it.days, it.himself) for it in coins.of(e.ParticipantExcluded)] == [
        ("801", DAYS[0], 2, True)
    ]
    assert coins.table.people.where("801") == ""
    for terminal in ("T1", "T2", "T3"):
        assert coins.on(terminal) == "excluded"
    coins.day(1)
    assert coins.on("T2") == "excluded"
    coins.day(2)
    assert coins.on("T2") == "right"
    assert coins.seats["T2"].view.credit == 1_000_000  # what he had is his


@pytest.mark.rule("004 §3")
def test_004_3_nobody_takes_it_back_before_it_ends(coins: Coins) -> None:
    coins.on("T1")
    coins.seats["T1"].wants(ExcludeMyself(5))
    coins.order(m.ExcludeParticipant("801", 5, "shorter"))
    assert coins.of(e.OrderRefused)[-1].refusal.reason == "excluded_longer"
    assert coins.of(e.OrderRefused)[-1].refusal.paragraph == "3"
    coins.order(m.SetCredential("801", b"\1" * 32))  # a new PIN does not
    coins.order(m.DisableStaff("801", "gone"))
    coins.order(m.AdmitStaff("801", "Pat", Position.PARTICIPANT, coins.table.people.staff["801"].credential))
    coins.restart()  # nor another process
    assert coins.on("T2") == "excluded"
    coins.order(m.ExcludeParticipant("801", 9, "longer"))
    assert coins.of(e.ParticipantExcluded)[-1].days == 9
    coins.day(5)
    assert coins.on("T2") == "excluded"


@pytest.mark.rule("004 §3")
def test_004_3_staff_exclude_too_and_two_of_them(coins: Coins) -> None:
    coins.on("T1")
    coins.sign_on(m.Person("200", "Sue", Position.PIT_SUPERVISOR))
    coins.order(m.ExcludeParticipant("801", 3, "asked"), second=None)
    assert coins.table.people.where("801") == "T1"
    coins.order(m.ExcludeParticipant("801", 3, "asked"), second=m.Person("100", "Dora", Position.DEALER))
    assert coins.table.people.where("801") == ""
    assert coins.on("T1") == "excluded"


@pytest.mark.rule("004 §3")
def test_004_3_in_a_round_it_holds_at_once_and_the_bet_is_played_to_its_end(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.bet("T1", 100_000)
    coins.seats["T1"].wants(ExcludeMyself(1))
    assert coins.of(e.ParticipantExcluded)
    coins.seats["T1"].wants(SetLayout("bets", {Spot("1/main"): 200_000}))  # nothing is added
    assert coins.of(e.LayoutRefused)[-1].refusal.reason == "excluded"
    assert coins.table.ledger.stake(PlayerId("T1")) == 100_000
    coins.finish()
    coins.wait()
    assert coins.of(e.Settled)[-1].terminal == "T1"
    assert coins.table.people.where("801") == ""
    assert held(coins)[GC] == 1_000_000


@pytest.mark.rule("004 §3")
def test_004_3_one_that_ends_no_later_changes_nothing_and_a_late_wish_meets_no_other(coins: Coins) -> None:
    coins.on("T1")
    coins.on("T1", GIL)
    state = coins.seats["T1"].session.state
    coins.request("T1", m.ExcludeMe(state.boot, state.run, "801", 3))
    assert not coins.of(e.ParticipantExcluded)
    assert coins.table.people.where("802") == "T1"


# --- M1, M12, M13 ---------------------------------------------------------------------------------------------------


def test_who_plays_with_what_is_public_and_whose_purse_it_is_only_staffs_and_his(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.on("T1")
    coins.seats["T1"].wants(ExcludeMyself(1))
    for entry in coins.entries:
        event = decode_event(entry.body)
        assert entry.audience == audience_of(event)
        if isinstance(event, e.PurseDrawn | e.PurseReturned | e.ParticipantHere):
            assert may_read("T1", entry.audience)
            assert may_read(STAFF, entry.audience)
            assert not may_read("T2", entry.audience)
        if isinstance(event, e.CoinsGranted | e.ParticipantExcluded | e.ParticipantTurnedAway):
            assert may_read(STAFF, entry.audience)
            assert not may_read("T1", entry.audience)
    assert PIN.encode() not in b"".join(entry.body for entry in coins.entries)
    assert PIN.encode() not in b"".join(entry.body for entry in coins.seats["T1"].journal)


def test_m12_a_restart_makes_the_same_state_of_the_journal(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.grant(PAT, SC, 1_000)
    coins.on("T1")
    coins.seats["T1"].wants(ChooseCoin(SC))
    coins.seats["T1"].wants(ExcludeMyself(3))
    before = coins.table.ledger, coins.table.participants, coins.table.view.felt
    coins.start()
    assert (coins.table.ledger, coins.table.participants, coins.table.view.felt) == before


def test_m4_a_terminal_without_history_has_the_same_of_a_snapshot(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.grant(PAT, SC, 1_000)
    coins.on("T1")
    coins.seats["T1"].wants(ChooseCoin(SC))
    before = coins.seats["T1"].session.state
    shown: m.Snapshot = coins.table.snapshot(PlayerId("T1"), staff=False).message
    fresh = Session(PlayerId("T1"), TABLE)
    apply_restored(fresh, Restored(shown.seq, shown.chain, shown.state, None))
    assert (fresh.state.here, fresh.state.view.felt.plays) == (before.here, {"T1": SC})
    assert fresh.credit == coins.table.ledger.credit(PlayerId("T1")) == 1_000
    assert fresh.state.ledger.coin(PlayerId("T1")) == SC


def test_a_panel_sees_each_coin_for_itself(coins: Coins) -> None:
    coins.grant(PAT, GC, 1_000_000)
    coins.grant(GIL, SC, 1_000)
    coins.on("T1")
    coins.on("T2", GIL)
    coins.seats["T2"].wants(ChooseCoin(SC))
    coins.bet("T1", 100_000)
    coins.bet("T2", 50)
    coins.order(m.ExcludeParticipant("802", 2, "asked"))
    staff = decode_picture(coins.table.snapshot(PlayerId(PANEL), staff=True).message.state).staff
    assert staff is not None
    assert staff.played == {"T1": GC, "T2": SC}
    assert (staff.balances["stake/T1"], staff.coins[SC]["stake/T2"]) == (100_000, 50)
    assert "stake/T2" not in staff.balances
    assert staff.away == {"802": DAYS[1]}


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("on"), st.sampled_from(("T1", "T2")), st.sampled_from((PAT, GIL))),
        st.tuples(st.just("off"), st.sampled_from(("T1", "T2"))),
        st.tuples(st.just("coin"), st.sampled_from(("T1", "T2")), st.sampled_from((GC, SC))),
        st.tuples(st.just("bet"), st.sampled_from(("T1", "T2")), st.integers(1, 4)),
        st.tuples(st.just("grant"), st.sampled_from((PAT, GIL)), st.sampled_from((GC, SC))),
        st.tuples(st.just("wait"), st.integers(1, 30)),
        st.tuples(st.just("start")),
    ),
    max_size=24,
)


@pytest.mark.rule("004 §1 Gold Coin", "004 §1 Sweeps Coins")
@settings(max_examples=20, deadline=None)
@given(ACTS)
def test_m1_the_two_coins_never_meet(acts: list[tuple[Any, ...]]) -> None:
    """Whatever people do: each entry moves the books of one coin, and each coin is all that was granted of it."""
    table = Coins()
    granted = {GC: 0, SC: 0}
    for act in acts:
        match act:
            case ("on", terminal, person):
                table.on(terminal, person)
            case ("off", terminal):
                table.off(terminal)
            case ("coin", terminal, coin):
                table.seats[terminal].wants(ChooseCoin(coin))
            case ("bet", terminal, times):
                limits = table.seats[terminal].view.felt.limits
                spot = Spot(f"{terminal[1]}/main")
                table.seats[terminal].wants(PlaceBet(spot, times * limits["main"].min))
            case ("grant", person, coin):
                table.grant(person, coin, 600_000)
                granted[coin] += 600_000
            case ("wait", tenths):
                for _ in range(tenths):
                    table.wait(200)
            case ("start",):
                table.restart()
        table.table.check()
        assert {coin: held(table).get(coin, 0) for coin in granted} == granted
    for fact in table.facts:
        if (entry := entry_of(fact)) is not None:
            assert sum(posting.amount for posting in entry.postings) == 0
    for currency, balances in table.table.ledger.books().items():
        assert sum(balances.values()) == 0, currency
    assert Currency(GC) in table.table.ledger.books()
