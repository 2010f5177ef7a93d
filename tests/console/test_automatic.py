"""A table where nobody deals (004), in memory: the real cores of console and terminals, and the real Dealer."""

from typing import Any

import pytest
from msgspec.structs import replace

from console.table import automatic
from console.table.automatic import Drawn, SeedDrawn, SeedShown
from games.boxes import DEALER
from games.fair_shuffle import commit_nonce, commit_seed, shuffle_key, shuffled
from games.round import CardDrawn, HandId, Limit, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.codec import encode_body
from protocol.events import audience_of
from protocol.view import Phase
from simulation.calm import PANEL
from terminal import fairness
from terminal.fairness import FOREIGN, LEFT_OUT, own_nonce
from terminal.intents import SetLayout, Started
from tests.console.automatic import Auto

CARDS = (e.CardDealt, e.CardRevealed, e.HandsLaid, e.CardPeeked, e.WindowOpened, e.WindowClosed)
GAMES = ("classic_blackjack", "premium_blackjack")


@pytest.fixture(params=GAMES)
def auto(request: pytest.FixtureRequest) -> Auto:
    return Auto(request.param)


def test_rounds_run_by_themselves_as_long_as_somebody_plays(auto: Auto) -> None:
    for number in (1, 2, 3):
        auto.bet(T1=200, T2=400)
        assert auto.table.view.round_no == number
        auto.play_on()
    assert [it.round_no for it in auto.of(e.RoundEnded)] == [1, 2, 3]
    assert not any(it.void for it in auto.of(e.RoundEnded))
    assert not auto.of(e.SettlementDisputed, e.Halted)
    for seat in auto.seats.values():  # M4
        assert seat.session.credit == auto.table.ledger.credit(seat.session.state.terminal)


@pytest.mark.rule("004 §2.1.b")
def test_2_1_b_the_house_is_bound_before_bets_open_and_each_round_has_its_own_set(auto: Auto) -> None:
    for _ in range(2):
        auto.bet(T1=200)
        auto.play_on()
    kinds = [
        type(it)
        for it in auto.of(e.ShuffleCommitted, e.WindowOpened, e.ShuffleOpened)
        if getattr(it, "window", None) is None or it.window.name == "bets"
    ]
    assert kinds[:3] == [e.ShuffleCommitted, e.WindowOpened, e.ShuffleOpened]
    assert kinds[3:6] == kinds[:3]
    assert len({it.commitment for it in auto.of(e.ShuffleCommitted)}) == len(auto.of(e.ShuffleCommitted))
    assert auto.table.view.shoe.decks == 6


def test_everybody_can_work_out_that_the_cards_were_dealt_as_promised(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.play_on()
    committed, opened, mixed = (auto.of(kind)[0] for kind in (e.ShuffleCommitted, e.ShuffleOpened, e.ShuffleMixed))
    assert commit_seed("A", 1, opened.seed, opened.salt) == committed.commitment
    assert [(it.terminal, it.opened) for it in mixed.parts] == [("T1", True), ("T2", True)]
    for part in mixed.parts:
        bound = next(it for it in auto.of(e.NonceCommitted) if it.terminal == part.terminal)
        assert bound.digest == commit_nonce("A", 1, part.terminal, part.value)
    order = shuffled(shuffle_key("A", 1, opened.seed, mixed.parts), 6)
    dealt = [act.card for act in auto.table.view.acts if isinstance(act, CardDrawn)]
    assert dealt == list(order[: len(dealt)])
    assert [seat.session.state.own_rounds.unfair for seat in auto.seats.values()] == ["", ""]


def test_nonces_are_bound_before_the_close_and_opened_after_it(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.play_on()
    facts = auto.facts
    close = next(at for at, it in enumerate(facts) if isinstance(it, e.WindowClosed))
    assert all(at < close for at, it in enumerate(facts) if isinstance(it, e.NonceCommitted))
    assert all(at > close for at, it in enumerate(facts) if isinstance(it, e.NonceOpened))
    mixed = next(at for at, it in enumerate(facts) if isinstance(it, e.ShuffleMixed))
    assert all(at > mixed for at, it in enumerate(facts) if isinstance(it, e.CardDealt))


def test_prediction_nothing_that_anybody_has_before_the_close_holds_the_order(auto: Auto) -> None:
    """Every entry up to the close, archive's bodies included, the state of the table and its checkpoint."""
    auto.bet(T1=200, T2=400)
    auto.until(lambda: auto.table.view.shuffle.nonces)
    kept = auto.seeds.kept[-1]
    everything = b"".join(entry.body + entry.salt for entry in auto.entries) + encode_body(auto.table.state)
    assert kept.seed not in everything
    assert kept.salt not in everything


def covered(auto: Auto) -> bool:
    return None in auto.table.view.hands.get(HandId(DEALER), ())


@pytest.mark.rule("004 §2.1.c")
def test_2_1_c_the_covered_card_is_in_no_entry_and_no_state_before_it_is_turned(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.until(lambda: covered(auto))
    shuffle, kept = auto.table.view.shuffle, auto.seeds.kept[-1]
    acts = [auto.table.view.acts[draw] for draw in auto.table.view.draws]
    index = next(at for at, act in enumerate(acts) if not isinstance(act, CardDrawn))
    order = shuffled(shuffle_key("A", 1, kept.seed, shuffle.parts or ()), 6)
    hole = order[index]

    # A card is written as its two letters: in all that is on record, and in the state, there are those that lie open.
    known = [it.card for it in auto.of(e.CardDealt)]
    assert known[index] is None
    assert known[:index] == list(order[:index])
    alike = sum(card is hole for card in known)
    assert sum(encode_body(it).count(hole.text.encode()) for it in auto.facts if isinstance(it, CARDS)) == alike
    assert not [it for it in auto.facts if isinstance(it, e.CardHidden | e.CardRead | e.SurplusSeen)]
    assert auto.table.state.hidden == {}
    assert auto.table.view.cards_left == 6 * 52 - len(known)
    auto.play_on()
    turned = auto.of(e.CardRevealed)
    assert [it.card for it in turned] == [hole]


def test_a_house_that_would_choose_among_seeds_is_bound_to_the_first(auto: Auto) -> None:
    """A second commitment for the same Round is not taken, and another seed does not open the first."""
    auto.until(lambda: auto.table.view.phase is Phase.BETTING)
    before = auto.table.view.shuffle.commitment
    auto.batch(SeedDrawn(1, b"x" * 32), SeedDrawn(2, b"y" * 32))
    assert auto.table.view.shuffle.commitment == before
    auto.bet(T1=200, T2=200)
    auto.until(lambda: auto.table.view.shuffle.nonces)
    auto.batch(SeedShown(1, b"z" * 32, b"z" * 32))  # not before the end
    assert not auto.of(e.ShuffleOpened)


@pytest.mark.rule("004 §2.1.b")
def test_a_house_that_deals_from_another_seed_is_disputed_by_every_terminal(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.until(lambda: auto.table.view.shuffle.parts is not None)
    answer = auto.dealer.answer
    other = shuffled(b"another key that pleases the House", 6)

    def cheats(table: Any, asked: Any) -> Any:
        given = answer(table, asked)
        if isinstance(given, Drawn) and given.card is not None:
            return Drawn(given.asked, other[given.asked.index])
        return given

    auto.dealer.answer = cheats  # type: ignore[method-assign]
    auto.play_on()
    assert [it.terminal for it in auto.of(e.SettlementDisputed)] == ["T1", "T2"]
    for seat in auto.seats.values():
        assert seat.session.state.own_rounds.unfair == "the cards were not dealt in the order of the shuffle"


def test_who_would_choose_his_nonce_last_is_bound_before_he_knows_any(auto: Auto) -> None:
    """A nonce that was not bound before the close is not taken, nor another than the one that was, nor a second one."""
    auto.bet(T1=200, T2=400)
    auto.until(lambda: len(auto.of(e.NonceCommitted)) == 2)
    mine = auto.seats["T1"].session.state
    process = (mine.boot, mine.run)
    auto.request("T1", m.CommitNonce(*process, 1, b"c" * 32))
    assert len(auto.of(e.NonceCommitted)) == 2
    nonce, bound = b"n" * 32, own_nonce(auto.seats["T1"].session, 1)
    for early in (nonce, bound):  # before the close, when others could still choose theirs by it
        auto.request("T1", m.OpenNonce(*process, 1, early))
    assert not auto.of(e.NonceOpened)
    auto.away.add("T1")
    auto.until(lambda: auto.table.view.phase is Phase.DEALING)
    auto.hear(("T1", m.OpenNonce(*process, 1, nonce)), ("T1", m.CommitNonce(*process, 1, b"d" * 32)))
    assert [it.terminal for it in auto.of(e.NonceOpened)] == ["T2"]
    auto.until(lambda: auto.table.view.shuffle.parts is not None)
    first, _second = auto.table.view.shuffle.parts or ()
    assert (first.terminal, first.opened) == ("T1", False)
    assert first.value == next(it.digest for it in auto.of(e.NonceCommitted) if it.terminal == "T1")
    auto.away.clear()
    auto.play_on()
    assert [seat.session.state.own_rounds.unfair for seat in auto.seats.values()] == ["", ""]


def test_no_bet_is_said_before_the_house_has_bound_the_terminal_to_its_nonce(
    auto: Auto, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A House that hears no nonces would know the order of the cards before Bets open: nobody bets with it."""
    monkeypatch.setattr(automatic, "commit_nonce", lambda *_asked: ())
    auto.bet(T1=200)
    auto.wait()
    assert not auto.of(e.LayoutRegistered)
    monkeypatch.undo()
    auto.wait(2_000)
    kinds = [type(it) for it in auto.of(e.NonceCommitted, e.LayoutRegistered)]
    assert kinds[:2] == [e.NonceCommitted, e.LayoutRegistered]


def test_a_house_that_speaks_for_a_terminal_is_disputed_by_it(auto: Auto, monkeypatch: pytest.MonkeyPatch) -> None:
    """It binds T1 to a nonce of its own, opens that, and so has the seed and all nonces but those of others."""
    honest = automatic.commit_nonce

    def forges(table: Any, terminal: PlayerId, round_no: int, digest: bytes) -> Any:
        ours = commit_nonce("A", round_no, terminal, b"of the House".ljust(32))
        return honest(table, terminal, round_no, ours if terminal == "T1" else digest)

    monkeypatch.setattr(automatic, "commit_nonce", forges)
    auto.bet(T1=200, T2=400)
    auto.play_on()
    assert [it.terminal for it in auto.of(e.SettlementDisputed)] == ["T1"]
    assert [seat.session.state.own_rounds.unfair for seat in auto.seats.values()] == [FOREIGN, ""]


def test_each_round_has_a_nonce_that_no_earlier_one_tells(auto: Auto) -> None:
    for _ in range(2):
        auto.bet(T1=200)
        auto.play_on()
    nonces = [it.nonce for it in auto.of(e.NonceOpened)]
    assert (len(nonces), len(set(nonces))) == (2, 2)


def test_a_nonce_of_an_earlier_process_of_the_terminal_is_no_dispute(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.until(lambda: len(auto.of(e.NonceCommitted)) == 2)
    auto.seats["T1"].does(Started(b"another.", b"another secret"))
    auto.play_on()
    assert [it.opened for it in auto.of(e.ShuffleMixed)[0].parts] == [False, True]
    assert not auto.of(e.SettlementDisputed)
    assert [seat.session.state.own_rounds.unfair for seat in auto.seats.values()] == ["", ""]


def test_a_round_with_a_bet_and_without_its_nonce_is_disputed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A House that has dealt by a shuffle that is right in itself, and has left out who played."""
    auto = Auto()
    auto.bet(T1=200)
    auto.until(lambda: auto.table.view.phase is Phase.RESULT)
    seat = auto.seats["T1"]
    seat.session.state.view.shuffle.digests = {}
    monkeypatch.setattr(fairness, "find_wrong", lambda *_asked: "")
    auto.play_on(lambda: seat.session.state.own_rounds.unfair)
    assert seat.session.state.own_rounds.unfair == LEFT_OUT
    assert [it.terminal for it in auto.of(e.SettlementDisputed)] == ["T1"]


def test_after_a_restart_the_round_always_goes_on_from_wherever_it_was(auto: Auto) -> None:
    """READINGS: with the console ended after every commit of a whole Round, the cards are those of the one shuffle."""
    auto.bet(T1=200, T2=400)
    restarts = 0
    while auto.opened != 1:
        before = len(auto.entries)
        auto.until(lambda: len(auto.entries) > before or auto.opened == 1)  # noqa: B023
        auto.start()
        auto.table.check()
        restarts += 1
        auto.join(PANEL)
        for name, seat in auto.seats.items():
            assert name
            seat.session.join.greet_again()
        auto.wait()
    assert restarts > 10
    assert not auto.of(e.SettlementDisputed, e.ShuffleLost)
    assert not any(it.void for it in auto.of(e.RoundEnded))
    assert len(auto.of(e.InterruptionAnswered)) == len(auto.of(e.Interrupted)) > 5
    assert not any(it.affects for it in auto.of(e.InterruptionAnswered))


def test_a_console_that_has_lost_the_seed_returns_the_bets_on_record(auto: Auto) -> None:
    auto.bet(T1=200, T2=400)
    auto.until(lambda: covered(auto))
    auto.seeds.kept.clear()
    auto.start()
    auto.join(PANEL)
    for seat in auto.seats.values():
        seat.session.join.greet_again()
    auto.until(lambda: auto.of(e.RoundEnded))
    assert [it.round_no for it in auto.of(e.ShuffleLost)] == [1]
    assert auto.of(e.RoundEnded)[0].void
    assert {auto.table.ledger.credit(seat.session.state.terminal) for seat in auto.seats.values()} == {10_000}
    assert auto.table.view.shuffle.lost == 1
    assert any(it.kind is Alarm.SEED_GONE for it in auto.of(e.AlarmRaised))
    auto.bet(T1=200)  # and the next Round begins, bound to a new seed
    auto.play_on()
    assert not auto.of(e.RoundEnded)[-1].void


def test_a_void_round_with_a_covered_card_is_shown_at_every_terminal(auto: Auto) -> None:
    """Found by the simulator: the screens of such a Round could not be made, and the terminal's process ended."""
    auto.bet(T1=200, T2=400)
    auto.until(lambda: covered(auto))
    auto.seeds.kept.clear()
    auto.until(lambda: auto.of(e.RoundEnded))
    view = auto.table.view
    assert len(view.draws) == len(view.draw_hands)
    for seat in auto.seats.values():
        dealers = next(hand for hand in seat.view.hands if hand.hand == DEALER)
        assert len(dealers.cards) == 1  # nobody will ever know the other one


def test_no_round_is_dealt_for_nobody(auto: Auto) -> None:
    auto.until(lambda: len(auto.of(e.TimeAdded)) == 2)
    assert not auto.of(e.WindowClosed, e.CardDealt)


def test_nobody_orders_what_a_dealer_does_by_hand(auto: Auto) -> None:
    auto.bet(T1=200)
    window = next(iter(auto.table.view.windows))
    for_him = m.AnswerFor(PlayerId("T2"), auto.table.view.windows[window].id, {Spot("2/main"): 200})
    for order in (m.CloseBets(), m.OpenBets(), m.LoadShoe(6, "300"), m.Certify(b"0" * 32), for_him):
        auto.order(order)
        assert auto.of(e.OrderRefused)[-1].refusal.reason == "automatic"


def test_a_table_that_is_closed_in_a_round_plays_it_to_its_end(auto: Auto) -> None:
    auto.bet(T1=200)
    auto.order(m.CloseTable())
    assert auto.of(e.ClosingCalled)
    auto.until(lambda: auto.table.view.phase is Phase.CLOSED)
    assert [it.round_no for it in auto.of(e.RoundEnded)] == [1]
    assert auto.of(e.ShuffleOpened)
    auto.order(m.OpenTable())
    auto.bet(T1=200)
    auto.play_on()


def test_all_of_it_is_for_everybody() -> None:
    auto = Auto()
    auto.bet(T1=200)
    auto.play_on()
    public = auto.of(e.ShuffleCommitted, e.NonceCommitted, e.NonceOpened, e.ShuffleMixed, e.ShuffleOpened)
    assert len(public) == 5
    assert {audience_of(it) for it in public} == {""}


@pytest.mark.rule("004 §2.9.a", "004 §2.9.b.i")
def test_2_9_only_premium_peeks_and_only_under_an_ace_or_a_ten() -> None:
    for game in GAMES:
        auto = Auto(game, ("T1",), table=f"peek {game}")
        for _ in range(12):
            auto.bet(T1=200)
            auto.play_on()
        peeked = {it.round_no for it in auto.of(e.CardPeeked)}
        assert bool(peeked) == (game == "premium_blackjack")


def test_players_decide_and_are_settled_as_the_rule_book_says(auto: Auto) -> None:
    """Each answer by a tap; whatever was lost or won, the terminals have computed the same."""
    auto.bet(T1=200, T2=400)

    def answer() -> bool:
        """All that is asked of anybody is answered."""
        for seat in auto.seats.values():
            for opened in tuple(seat.session.state.view.windows.values()):
                window = opened.window
                if window.respondents and seat.session.state.terminal in window.respondents and window.kind == "choice":
                    seat.wants(SetLayout(window.name, {}, "stand"))
        return auto.opened == 1

    auto.until(answer)
    assert not auto.of(e.SettlementDisputed)


@pytest.mark.rule("004 §2.3")
def test_004_2_3_the_limits_of_a_table_for_one_coin_stay_within_the_rules() -> None:
    auto = Auto()
    for limit in (Limit(1, 100_000), Limit(100_000, 10_000_001)):
        auto.order(m.SetLimits(replace(auto.table.view.felt, limits={"main": limit})))
        assert auto.of(e.OrderRefused)[-1].refusal.paragraph == "2.3"
    auto.order(m.SetLimits(replace(auto.table.view.felt, limits={"main": Limit(100_000, 10_000_000)})))
    assert auto.table.view.felt.limits == {"main": Limit(100_000, 10_000_000)}
