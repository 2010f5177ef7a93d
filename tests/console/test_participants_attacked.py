"""Participants (004) and whoever would play with what is theirs: a dishonest insider, a stolen key of a terminal, a
restart at the worst moment, and people who tap whatever there is.
"""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.panel import rights
from console.panel.board import show
from console.panel.desk import Desk
from console.table.pace import AN_HOUR
from games.online_blackjack.rules import coins_of
from games.round import PlayerId, Spot
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.codec import body_decoder, decode_event
from protocol.halts import Halt
from protocol.ledger import CASH
from protocol.liveness import HOUR_MS
from protocol.picture import Picture
from protocol.view import Phase
from simulation.calm import PANEL, PIN, RUN, SECOND, WRONG_PIN
from terminal.intents import ChooseCoin, ExcludeMyself, PlaceBet, SignOnHere, Started
from tests.console.coins import DAYS, GC, GIL, PAT, SC, TABLE, Coins, held

T1 = PlayerId("T1")
THIEF = b"thief's "
LATER = 50  # a boot of his
DORA = m.Person("100", "Dora", Position.DEALER)
decode_picture = body_decoder(Picture).decode


@pytest.fixture
def coins() -> Coins:
    """Pat has a Bet in play at T1."""
    table = Coins()
    table.grant(PAT, GC, 1_000_000)
    table.on("T1")
    table.bet("T1", 100_000)
    return table


def take_over(table: Coins) -> None:
    """T1 is silent, and somebody who has its key says Hello."""
    table.away.add("T1")
    table.now_ms += table.setup.takeover_ms
    head = (table.pen.seq, table.pen.chain)
    table.hear(("T1", m.Hello(LATER, THIEF, *head, T1, "terminal", table.signed)))
    assert table.table.peers.peer("T1").boot == LATER
    assert table.table.people.where("801") == "T1"  # his cards are on the felt


def end(table: Coins) -> None:
    table.finish()
    table.wait()


# --- a process of the terminal that nobody gave his PIN ---------------------------------------------------------------


@pytest.mark.rule("004 §3")
def test_004_3_a_process_that_took_over_in_a_round_cannot_exclude_whoever_played_there(coins: Coins) -> None:
    take_over(coins)
    coins.hear(("T1", m.ExcludeMe(LATER, THIEF, "801", m.EXCLUSION_MAX)))
    assert not coins.of(e.ParticipantExcluded)
    end(coins)
    assert coins.on("T2") == "right"


@pytest.mark.parametrize("ours", [True, False])
def test_a_process_that_took_over_in_a_round_adds_nothing_to_a_bet(ours: bool) -> None:
    coins = Coins()
    for person in (PAT, GIL):
        coins.grant(person, GC, 1_000_000)
    coins.on("T1")
    coins.on("T2", GIL)  # he has not bet: the window stays open
    coins.bet("T1", 100_000)
    window = next(iter(coins.table.view.windows.values()))
    if not ours:
        take_over(coins)
    process = (coins.table.peers.peer("T1").boot, THIEF) if not ours else (1, RUN)
    coins.hear(("T1", m.Answer(*process, window.id, 9, {Spot("1/main"): 300_000})))
    assert coins.table.ledger.stake(T1) == (300_000 if ours else 100_000)
    if not ours:
        refused = coins.of(e.LayoutRefused)[-1].refusal
        assert (refused.reason, refused.paragraph) == ("nobody", "2.5")


def test_what_was_signed_off_is_not_raised_and_may_be_lowered() -> None:
    table = Coins()
    for person in (PAT, GIL):
        table.grant(person, GC, 1_000_000)
    table.on("T1")
    table.on("T2", GIL)
    table.bet("T1", 200_000)
    table.off("T1")
    window = next(iter(table.table.view.windows.values()))
    for revision, amount in ((8, 300_000), (9, 100_000)):
        table.request("T1", m.Answer(1, RUN, window.id, revision, {Spot("1/main"): amount}))
    assert table.table.ledger.stake(T1) == 100_000
    assert table.on("T1") == "right"  # he is back
    table.request("T1", m.Answer(1, RUN, window.id, 10, {Spot("1/main"): 300_000}))
    assert table.table.ledger.stake(T1) == 300_000


# --- what waits for the end of a Round, and a restart of the console --------------------------------------------------


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (m.SetCredential("801", b"\1" * 32), "credential"),  # somebody has his old PIN
        (m.Latch(T1, "stolen"), "panel"),
        (m.DisableStaff("801", "gone"), "disabled"),
        (m.ExcludeParticipant("801", 3, "asked"), "excluded"),
    ],
)
@pytest.mark.parametrize("restart", [False, True])
def test_what_ends_his_session_after_the_round_does_so_over_a_restart(
    coins: Coins, order: m.Order, why: str, restart: bool
) -> None:
    coins.order(order, second=DORA if isinstance(order, m.ExcludeParticipant) else SECOND)
    assert coins.table.people.where("801") == "T1"
    if restart:
        coins.restart()
    end(coins)
    assert coins.table.people.where("801") == ""
    assert [it.why for it in coins.of(e.SignedOff) if it.number == "801"] == [why]
    assert coins.table.ledger.purse("801", GC) == coins.has(PAT, GC)


def test_a_session_of_an_earlier_process_ends_over_a_restart_though_its_terminal_stays_silent(coins: Coins) -> None:
    take_over(coins)
    coins.restart()
    coins.order(m.Resume(Halt.UNCONFIRMED))
    end(coins)
    assert coins.table.people.where("801") == ""
    assert [it.why for it in coins.of(e.SignedOff) if it.number == "801"] == ["panel"]
    assert coins.table.ledger.purse("801", GC) == coins.has(PAT, GC)


def test_a_copy_of_a_try_that_comes_late_signs_nobody_on_again() -> None:
    """He has left since, and another one has been here."""
    table = Coins()
    seat = table.seats["T1"]
    assert table.on("T1") == "right"
    state = seat.session.state
    (tried,) = [it for it in table.of(e.SignOnTried) if it.panel == "T1"]
    table.off("T1")
    assert table.on("T1", GIL) == "right"
    table.off("T1")
    table.request("T1", m.SignOn(state.boot, state.run, tried.id, PIN, PAT.number))
    assert table.table.people.where(PAT.number) == ""
    assert len([it for it in table.of(e.SignOnTried) if it.panel == "T1"]) == 2


def test_an_admission_in_the_round_does_not_hand_on_the_session_of_who_had_the_number(coins: Coins) -> None:
    coins.order(m.DisableStaff("801", "gone"))
    coins.order(m.AdmitStaff("801", "Pat", Position.PARTICIPANT, b"\1" * 32))
    coins.restart()
    end(coins)
    assert coins.table.people.where("801") == ""


@pytest.mark.parametrize(
    ("number", "position"), [("801", Position.DEALER), ("801", Position.SHIFT_MANAGER), ("101", Position.PARTICIPANT)]
)
def test_a_number_of_a_participant_is_never_one_of_staff_nor_the_reverse(
    coins: Coins, number: str, position: Position
) -> None:
    """Else his session, which waits for the end of the Round, would end as that of staff does: what he has stays at the
    terminal, for whoever signs on there next.
    """
    credential = coins.table.people.staff["801"].credential
    for gone in {number, "801"}:
        coins.order(m.DisableStaff(gone, "gone"))
    coins.order(m.AdmitStaff(number, "Pat", position, credential))
    assert coins.of(e.OrderRefused)[-1].refusal.reason == "known_person"
    end(coins)
    assert coins.table.ledger.credit(T1) == 0
    assert coins.on("T1", GIL) == "right"
    assert coins.has(GIL, GC) == 0
    assert coins.table.ledger.purse("801", GC) == coins.has(PAT, GC) > 0


# --- somebody of the staff who is generous, bit by bit ---------------------------------------------------------------


def granted_alone(table: Coins, coin: str, amount: int) -> str:
    """By Dora, who asks nobody: what she lacks; "": it was obeyed."""
    if table.table.people.at(PANEL) != DORA:
        table.sign_on(DORA)
    before = len(table.entries)
    table.order(m.GrantCoins(PAT.number, coin, amount), second=None)
    facts = [decode_event(entry.body) for entry in table.entries[before:]]
    return next((it.lacks.reason for it in facts if isinstance(it, e.OrderProposed)), "")


def test_a_cap_holds_for_all_that_one_person_grants_until_a_day_is_closed_however_small_each_grant_is() -> None:
    table = Coins()
    assert granted_alone(table, SC, 100_000) == ""
    for _ in range(49):
        assert granted_alone(table, SC, 100_000) == "over_day"
    assert granted_alone(table, SC, 1) == "over_day"
    assert granted_alone(table, SC, 100_001) == "over_cap"
    assert table.has(PAT, SC) == 100_000
    assert granted_alone(table, GC, 60_000) == granted_alone(table, GC, 40_000) == ""  # each coin for itself
    assert granted_alone(table, GC, 1) == "over_day"
    table.restart()
    table.day(1)
    assert granted_alone(table, SC, 1) == "over_day"  # no start forgets it, nor the clock alone
    table.order(m.GrantCoins(PAT.number, SC, 300_000))  # a Pit Supervisor signs, and it is on her account
    assert table.table.people.granted == {SC: {"100": 100_000, "200": 300_000}, GC: {"100": 100_000}}
    table.order(m.GrantCoins(PAT.number, SC, 200_001))
    assert table.of(e.SignatureRefused)[-1].refusal.reason == "over_day"
    assert table.has(PAT, SC) == 400_000
    reopened(table, daily={SC: 700})
    assert granted_alone(table, SC, 1) == "over_day"  # nor another opening
    table.day(2)
    table.order(m.CloseTable())
    table.until(lambda: table.table.view.phase is Phase.CLOSED)
    table.order(m.CloseDay(DAYS[1]))
    assert table.table.people.granted == {}
    assert granted_alone(table, SC, 100_000) == ""


def test_a_panel_counts_what_each_person_has_granted_as_the_table_does() -> None:
    table = Coins()
    desk = Desk(PANEL, TABLE, 1, b"pictured")
    granted_alone(table, SC, 70_000)
    desk._restore(decode_picture(table.table.snapshot(PlayerId(PANEL), staff=True).message.state))
    assert desk.people.granted == table.table.people.granted == {SC: {"100": 70_000}}
    assert rights.left_today(show(desk, 0), SC) == 30_000
    before = len(table.entries)
    granted_alone(table, SC, 10_000)
    granted_alone(table, GC, 40_000)
    table.order(m.GrantCoins(PAT.number, SC, 400_000))
    for entry in table.entries[before:]:
        desk.people.apply(decode_event(entry.body))
    counted = {SC: {"100": 80_000, "200": 400_000}, GC: {"100": 40_000}}
    assert desk.people.granted == table.table.people.granted == counted
    board = show(desk, 0)
    assert [rights.left_today(board, coin) for coin in (SC, GC)] == [20_000, 60_000]
    assert rights.alone(m.GrantCoins(PAT.number, SC, 20_000), board)
    assert not rights.alone(m.GrantCoins(PAT.number, SC, 20_001), board)
    assert rights.signers(m.GrantCoins(PAT.number, SC, 20_001), board) == (1, 2, 3, 4)
    desk.people.apply(e.DayClosed(DAYS[0], DAYS[0]))
    assert desk.people.granted == {}


# --- what one key may write, and where nobody is ----------------------------------------------------------------------


def test_a_terminal_that_changes_its_coin_all_the_time_does_not_fill_the_journal() -> None:
    table = Coins()
    table.grant(PAT, GC, 1_000_000)
    table.on("T1")
    for turn in range(2 * AN_HOUR["coin"]):
        table.hear(("T1", m.ChooseCoin(1, RUN, (SC, GC)[turn % 2])))
    assert len(table.of(e.CoinChosen)) <= AN_HOUR["coin"] + 1
    assert [it.kind for it in table.of(e.AlarmRaised)] == [Alarm.MANY_COINS]
    table.now_ms += HOUR_MS
    table.turn()
    other = SC if table.table.ledger.coin(T1) == GC else GC
    table.request("T1", m.ChooseCoin(1, RUN, other))
    assert table.table.ledger.coin(T1) == other


def test_a_screen_that_waits_for_the_log_does_not_open_to_who_types_his_number_meanwhile() -> None:
    """His PIN was right, the entries come late, and another one is at the screen by then."""
    table = Coins()
    seat = table.seats["T1"]
    late: list[Any] = []

    def answers_first(post: Any) -> None:
        late.extend(it for it in post if not isinstance(it, m.SignOnAnswer))
        seat.read([it for it in post if isinstance(it, m.SignOnAnswer)])

    table.readers["T1"] = answers_first
    assert table.on("T1") == "right"
    seat.does(SignOnHere(b"another.", GIL.number, WRONG_PIN))
    seat.read(late)
    shown = seat.view.participant
    assert shown is not None
    assert (shown.number, shown.coins) == ("", ())


@pytest.mark.rule("004 §3")
def test_004_3_who_finds_a_locked_screen_excludes_nobody(coins: Coins) -> None:
    """Pat has gone and his Bet is in play; the wish that he had said before he went is said on."""
    coins.off("T1")
    coins.seats["T1"].wants(ExcludeMyself(5))
    assert not coins.of(e.ParticipantExcluded)
    assert coins.on("T1") == "right"
    coins.away.add("T1")
    coins.seats["T1"].wants(ExcludeMyself(5))
    coins.off("T1")
    coins.away.clear()
    coins.wait(3_000)
    assert [it.days for it in coins.of(e.ParticipantExcluded)] == [5]


@pytest.mark.parametrize("how", ["it was lost", "the table was stopped"])
def test_a_bet_that_was_not_heard_is_not_made_by_whoever_comes_next(how: str) -> None:
    """Pat bets, nothing comes of it, and he goes; Gil signs on while the same window is open."""
    table = Coins()
    for person in (PAT, GIL):
        table.grant(person, GC, 1_000_000)
    table.on("T1")
    table.until(lambda: table.table.view.phase is Phase.BETTING)
    seat = table.seats["T1"]
    table.away.add("T1")
    if how != "it was lost":
        table.order(m.CallSupervisor("a question"))
    seat.wants(PlaceBet(Spot("1/main"), 300_000))
    assert [it.bets for it in seat.session.state.outbox.layouts.values()] == [{"1/main": 300_000}]
    table.away.clear()
    table.off("T1")
    assert table.on("T1", GIL) == "right"
    shown = seat.view.participant
    assert shown is not None
    assert shown.number != "801"  # though the log that tells of it may still be under way
    if table.table.view.halts:
        table.order(m.Resume(Halt.CALLED))
    for _ in range(10):
        table.wait(300)
    assert table.table.ledger.stake(T1) == 0
    assert not table.of(e.LayoutRegistered)
    assert not seat.session.state.outbox.layouts
    table.bet("T1", 200_000)  # and his own is a new one
    assert table.of(e.LayoutRegistered)[-1].answer.bets == {"1/main": 200_000}


@pytest.mark.parametrize("before", [True, False])
def test_whoever_takes_his_place_makes_no_bet_of_his(before: bool) -> None:
    """Pat has not signed off; Gil gives his PIN, and what the table says of it is lost. Pat has bet before, or does."""
    table = Coins()
    for person in (PAT, GIL):
        table.grant(person, GC, 1_000_000)
    table.on("T1")
    table.until(lambda: table.table.view.phase is Phase.BETTING)
    seat = table.seats["T1"]
    if before:
        table.away.add("T1")
        seat.wants(PlaceBet(Spot("1/main"), 300_000))
        table.away.clear()
    post = table.readers["T1"]
    table.readers["T1"] = lambda _: None
    assert table.on("T1", GIL) == ""
    assert table.table.people.where("802") == "T1"
    if not before:
        seat.wants(PlaceBet(Spot("1/main"), 300_000))
    table.readers["T1"] = post
    for _ in range(10):
        table.wait(300)
    assert not table.of(e.LayoutRegistered)
    assert table.has(GIL, GC) == 1_000_000


def test_a_wish_that_waits_goes_with_who_had_it_however_the_log_comes() -> None:
    """One Bet of Pat's is under way and the next one waits for it when he is signed off. That his purse was returned,
    and that he is no longer there, comes to the terminal one by one."""
    table = Coins()
    for person in (PAT, GIL):
        table.grant(person, GC, 1_000_000)
    table.on("T1")
    table.until(lambda: table.table.view.phase is Phase.BETTING)
    seat = table.seats["T1"]
    table.away.add("T1")
    for _ in range(2):
        seat.wants(PlaceBet(Spot("1/main"), 300_000))
    assert seat.session.forgotten.wanted
    table.order(m.ExcludeParticipant("801", 5, "he has asked for it"))
    assert table.of(e.PurseReturned)
    table.away.clear()

    def read_one_by_one(post: Sequence[m.News]) -> None:
        for news in post:
            if not isinstance(news, m.Deltas | m.Batch):
                seat.read([news])
                continue
            for seq, entry in enumerate(news.entries, news.first_seq):
                head = len(table.entries)
                seat.read([m.Deltas(seq, (entry,), table.entries[seq - 1].chain, head)])

    table.readers["T1"] = read_one_by_one
    for _ in range(10):
        table.wait(300)
    assert table.on("T1", GIL) == "right"
    for _ in range(10):
        table.wait(300)
    assert seat.session.state.here is not None
    assert seat.session.state.here.number == "802"
    assert not table.of(e.LayoutRegistered)
    assert table.has(GIL, GC) == 1_000_000


def test_a_bet_of_who_comes_back_is_said_again() -> None:
    """His raise was lost, he has locked the screen, and he gives his PIN while Bets are open."""
    table = Coins()
    for person in (PAT, GIL):
        table.grant(person, GC, 1_000_000)
    table.on("T1")
    table.on("T2", GIL)
    table.bet("T1", 100_000)
    table.away.add("T1")
    table.order(m.CallSupervisor("a question"))
    table.seats["T1"].wants(PlaceBet(Spot("1/main"), 100_000))
    table.away.clear()
    table.off("T1")
    assert table.on("T1") == "right"
    table.order(m.Resume(Halt.CALLED))
    for _ in range(10):
        table.wait(200)
    assert table.table.ledger.stake(T1) == 200_000


def test_a_terminal_at_which_nobody_is_signed_on_holds_no_box() -> None:
    table = Coins()
    table.request("T2", m.SitDown(1, RUN, 3))
    assert not table.of(e.Seated)
    table.on("T2")
    table.request("T2", m.SitDown(1, RUN, 3))
    assert table.table.view.felt.seats == {3: "T2"}
    table.off("T2")
    assert table.table.view.felt.seats == {}


# --- a table file with other coins ------------------------------------------------------------------------------------


def reopened(table: Coins, **placard: Any) -> None:
    """Closed, and started with a file that says something else."""
    table.finish()
    table.order(m.CloseTable())
    table.until(lambda: table.table.view.phase is Phase.CLOSED)
    chosen = placard.get("coins", table.setup.placard.coins)
    felt = replace(table.setup.felt, coins={coin: table.setup.felt.coins[coin] for coin in chosen})
    table.setup = replace(table.setup, felt=felt, placard=replace(table.setup.placard, **placard))
    table.restart()
    table.order(m.OpenTable())


@pytest.mark.parametrize("left", [(), (GC,)])
def test_a_coin_in_which_something_stands_does_not_leave_the_table(left: tuple[str, ...]) -> None:
    """Else a terminal at which he plays with it would cash it out as the table's currency."""
    table = Coins()
    table.grant(PAT, SC, 5_000)
    table.on("T1")
    table.seats["T1"].wants(ChooseCoin(SC))
    coins = table.setup.placard.coins
    reopened(table, coins={coin: coins[coin] for coin in left})
    refused = table.of(e.OrderRefused)[-1].refusal
    assert refused.reason == "other_currency"
    assert "credit/T1 SC 50.00; 801 is signed on at T1" in refused.detail
    table.request("T1", m.CashOut(1, RUN, b"c" * 16, 5_000))
    assert not table.of(e.TicketIssued)
    assert table.has(PAT, SC) == 5_000


def test_a_table_of_money_does_not_become_one_of_coins_while_somebody_has_credit() -> None:
    table = Coins()
    coins = table.setup.placard.coins
    reopened(table, coins={})
    table.request("T1", m.BuyCredit(1, RUN, b"n" * 16, 1_000, GC))
    assert table.table.ledger.credit(T1) == 1_000
    table.setup = replace(table.setup, felt=replace(table.setup.felt, coins=coins_of("classic_blackjack")))
    table.order(m.CloseTable())
    table.until(lambda: table.table.view.phase is Phase.CLOSED)
    table.setup = replace(table.setup, placard=replace(table.setup.placard, coins=coins))
    table.restart()
    table.order(m.OpenTable())
    assert table.of(e.OrderRefused)[-1].refusal.reason == "other_currency"


def test_where_nobody_is_signed_on_a_terminal_has_no_coin() -> None:
    table = Coins()
    table.on("T1")
    table.seats["T1"].wants(ChooseCoin(SC))
    assert table.table.ledger.coin(T1) == SC
    table.off("T1")
    assert table.table.ledger.coin(T1) == GC
    assert table.seats["T1"].session.state.ledger.played == {} == table.table.ledger.played
    reopened(table, coins={})
    table.request("T1", m.BuyCredit(1, RUN, b"n" * 16, 1_000, GC))
    assert table.table.ledger.balance(CASH) == -1_000


def test_each_coin_has_one_set_of_books_whichever_is_the_table_s_own() -> None:
    table = Coins()
    table.grant(PAT, SC, 50)
    table.on("T1")
    table.seats["T1"].wants(ChooseCoin(SC))
    for _ in range(40):
        if table.has(PAT, SC) < 50:
            break
        table.bet("T1", 50)
        table.finish()
    table.order(m.ExcludeParticipant("801", 1, "asked"), second=DORA)
    assert table.has(PAT, SC) == 0  # the House has all
    reopened(table, currency=SC)
    assert table.table.ledger.currency.code == SC
    for coin in (SC, GC):
        table.grant(GIL, coin, 70)
    assert {it.code: it for it in table.table.ledger.books()}.keys() == {GC, SC}
    assert held(table) == {SC: 120, GC: 70}
    assert not table.table.ledger.shut


# --- whatever they do, in whatever order ------------------------------------------------------------------------------


class Watched:
    """Whose is what, folded from the facts alone: each coin of a participant was granted to him, or he has won it."""

    def __init__(self) -> None:
        self.has: dict[tuple[str, str], int] = {}  # by number and coin
        self.at: dict[str, tuple[str, str]] = {}  # who plays at a terminal, and with what
        self.days: list[tuple[str, str, str]] = []  # of grants
        self.away: dict[str, str] = {}  # until when somebody plays no more
        self.day = ""
        self.to_all: m.WindowId | None = None  # the last window in which everybody could bet
        self.read = 0

    def see(self, table: Coins) -> None:
        entries, self.read = table.entries[self.read :], len(table.entries)
        for entry in entries:
            self._apply(decode_event(entry.body))
        core = table.table
        core.check()
        here = {name: it for name, it in core.people.sessions.items() if core.people.is_participant(it.number)}
        assert {name: it.number for name, it in here.items()} == {name: who for name, (who, _) in self.at.items()}
        assert dict(core.view.felt.plays) == {name: coin for name, (_, coin) in self.at.items()}
        assert len({it.number for it in here.values()}) == len(here)
        for books in core.ledger.books().values():
            held = [
                account for account, amount in books.items() if amount and account.startswith(("credit/", "stake/"))
            ]
            assert {account.partition("/")[2] for account in held} <= set(here)
        for person in (PAT, GIL):
            for coin in (GC, SC):
                assert table.has(person, coin) == self.has.get((person.number, coin), 0)

    def _apply(self, fact: e.Event) -> None:
        match fact:
            case e.DayBegan(day=day):
                self.day = day
            case e.CoinsGranted(number=number, coin=coin, amount=amount, day=day):
                self._moves((number, coin), amount)
                assert not day or (number, coin, day) not in self.days
                self.days.append((number, coin, day))
            case e.PurseDrawn(terminal=terminal, number=number, coin=coin):
                assert self.at.setdefault(terminal, (number, coin)) == (number, coin)
            case e.PurseReturned(terminal=terminal, number=number, coin=coin):
                assert self.at.pop(terminal) == (number, coin)
            case e.Settled(terminal=terminal, lines=lines):
                self._moves(self.at[terminal], sum(line.returned - line.staked for line in lines))
            case e.ParticipantExcluded(number=number, first_day=first, days=days):
                ends = DAYS[DAYS.index(first) + days - 1]
                assert ends > self.away.get(number, "")
                self.away[number] = ends
            case e.WindowOpened(id=opened, window=window) if window.respondents is None:
                self.to_all = opened
            case e.LayoutRegistered(terminal=terminal, id=window, change=change) if change > 0:
                number, _ = self.at[terminal]
                assert window != self.to_all or self.day > self.away.get(number, "")
            case e.LinesCorrected() | e.SettlementDisputed():
                raise AssertionError(fact)
            case _:
                pass

    def _moves(self, whose: tuple[str, str], amount: int) -> None:
        self.has[whose] = self.has.get(whose, 0) + amount


TERMINALS, PERSONS = st.sampled_from(("T1", "T2")), st.sampled_from((PAT, GIL))
OFTEN = (
    st.tuples(st.just("on"), TERMINALS, PERSONS, st.sampled_from((PIN, PIN, WRONG_PIN))),
    st.tuples(st.just("bet"), TERMINALS, st.integers(1, 3)),
    st.tuples(st.just("bet"), TERMINALS, st.integers(1, 3)),
    st.tuples(st.just("decide"), TERMINALS, st.integers(0, 9)),
    st.tuples(st.just("wait"), st.integers(1, 30)),
    st.tuples(st.just("coin"), TERMINALS, st.sampled_from((GC, SC))),
    st.tuples(st.just("grant"), PERSONS, st.sampled_from((GC, SC))),
    st.tuples(st.just("off"), TERMINALS),
)
ORDERS = st.one_of(
    st.builds(lambda who: m.DisableStaff(who.number, "gone"), PERSONS),
    st.builds(
        lambda who, position, pin: m.AdmitStaff(who.number, who.name, position, pin),
        *(PERSONS, st.sampled_from((Position.PARTICIPANT, Position.DEALER)), st.binary(min_size=32, max_size=32)),
    ),
    st.builds(lambda who, pin: m.SetCredential(who.number, pin), PERSONS, st.binary(min_size=32, max_size=32)),
    st.builds(lambda who, days: m.ExcludeParticipant(who.number, days, "asked"), PERSONS, st.integers(1, 2)),
    st.builds(lambda name: m.Latch(PlayerId(name), "doubted"), TERMINALS),
    st.builds(lambda name: m.Unlatch(PlayerId(name)), TERMINALS),
    st.builds(lambda name: m.Retire(PlayerId(name)), TERMINALS),
    st.sampled_from((m.CloseTable(), m.OpenTable(), m.OpenTable(), m.CloseDay(DAYS[0]))),
)
SELDOM = (
    st.tuples(st.just("order"), ORDERS),
    st.tuples(st.just("day"), st.integers(0, 4)),
    st.tuples(st.just("start")),
    st.tuples(st.just("other process"), TERMINALS, st.binary(min_size=8, max_size=8)),
    st.tuples(st.just("cut"), TERMINALS, st.sampled_from((400, 3_000, 301_000))),
)


def act(table: Coins, done: tuple[Any, ...]) -> None:
    match done:
        case ("on", terminal, person, pin):
            table.on(terminal, person, pin)
        case ("off", terminal):
            table.off(terminal)
        case ("coin", terminal, coin):  # also by a terminal that asks for what its own core would not
            state = table.seats[terminal].session.state
            table.seats[terminal].wants(ChooseCoin(coin))
            table.request(terminal, m.ChooseCoin(state.boot, state.run, coin))
        case ("bet", terminal, times):
            least = table.seats[terminal].view.felt.limits["main"].min
            table.seats[terminal].wants(PlaceBet(Spot(f"{terminal[1]}/main"), times * least))
        case ("decide", terminal, which):
            state, given_ = table.seats[terminal].session.state, table.table.windows.given
            for opened in list(table.table.view.windows.values()):
                if opened.window.choices and terminal in (opened.window.respondents or ()):
                    before = given_.get(opened.window.name, {}).get(PlayerId(terminal))
                    choice = opened.window.choices[which % len(opened.window.choices)]
                    bets = {} if before is None else dict(before.bets)
                    table.request(terminal, m.Answer(state.boot, state.run, opened.id, 1, bets, choice))
        case ("grant", person, coin):
            table.grant(person, coin, 600_000)
        case ("wait", fifths):
            for _ in range(fifths):
                table.wait(200)
        case ("order", order):
            table.order(order)
        case ("day", number):
            table.day(number)
        case ("start",):
            table.restart()
        case ("other process", terminal, run):
            table.seats[terminal].session.forgotten.unlocked = False
            table.now_ms += table.setup.takeover_ms
            table.seats[terminal].does(Started(run, b"secret"))
            table.turn()
        case ("cut", terminal, for_ms):
            table.away.add(terminal)
            table.wait(for_ms)
            table.away.clear()
            table.wait()


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(*OFTEN, *OFTEN, *OFTEN, *SELDOM), min_size=20, max_size=40))
def test_nobody_plays_with_what_is_anothers_whoever_does_what(acts: list[tuple[Any, ...]]) -> None:
    table, watched = Coins(daily={GC: 300_000, SC: 200}), Watched()
    for done in acts:
        act(table, done)
        watched.see(table)
    assert not [it for it in table.of(e.Halted) if it.reason is not Halt.UNCONFIRMED]
