"""Terminals that lie: whatever decodes, in whatever state of the table, makes no money and ends no process (FAULTS 4.5)."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table import Heard
from games.money import AMOUNT_MAX
from games.round import PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import PeerError, decode_request, encode
from protocol.ledger import CASH
from protocol.messages import WindowId
from protocol.view import Phase
from shoe_driver import link as shoe
from tests.console.cluster import (
    BANKER_WINS,
    PANEL,
    PLAYER_WINS,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    Cluster,
    key,
    state_of,
)

# --- states of the table, each reached in the ordinary way -----------------------------------------------------------


def ready() -> Cluster:
    return Cluster()


def closed() -> Cluster:
    return Cluster(opened=False)


def betting() -> Cluster:
    cluster = Cluster()
    cluster.open_round()
    cluster.place("T1", {"banker": 100, "tie": 10})
    cluster.place("T2", {"player": 100})
    return cluster


def halted_betting() -> Cluster:
    cluster = betting()
    cluster.call()
    return cluster


def dealing() -> Cluster:
    cluster = betting()
    cluster.close()
    cluster.deal("2C 4D 5S")
    return cluster


def result() -> Cluster:
    cluster = betting()
    cluster.close()
    cluster.deal(BANKER_WINS)
    return cluster


def surplus() -> Cluster:
    cluster = betting()
    cluster.draw("9S")
    return cluster


def interrupted() -> Cluster:
    cluster = dealing()
    cluster.restart()
    return cluster


def settled() -> Cluster:
    cluster = result()
    cluster.certify()
    cluster.ticket("T2", 300)
    return cluster


def corrected() -> Cluster:
    cluster = settled()
    cluster.cash_out("T1", 1_090)
    cluster.correct(PLAYER_WINS)
    cluster.open_round()
    return cluster


def latched() -> Cluster:
    cluster = betting()
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    return cluster


def disputed() -> Cluster:
    cluster = betting()
    cluster.dispute("T1", 1)
    return cluster


def without_greeting() -> Cluster:
    cluster = betting()
    cluster.start()
    return cluster


def shoe_lost() -> Cluster:
    cluster = dealing()
    cluster.run(shoe.LinkLost())
    return cluster


def boxes(game: str, cards: str, main: str = "main") -> Callable[[], Cluster]:
    def made() -> Cluster:
        cluster = Cluster(game)
        cluster.open_round()
        cluster.place("T1", {f"1/{main}": 100})
        cluster.place("T2", {f"2/{main}": 100})
        if cards:
            cluster.close()
            cluster.deal(cards)
        return cluster

    return made


def asked() -> Cluster:
    cluster = boxes("blackjack", "8S 5D 6H 8H 4C")()
    cluster.close()
    return cluster


def followed() -> Cluster:
    cluster = Cluster("blackjack")
    cluster.open_round()
    cluster.place("T1", {"1/main": 100})
    cluster.place("T2", {"1/main": 60})
    cluster.close()
    cluster.deal("5S 6D 6H")
    cluster.close()
    cluster.choose("T1", "double", {"1/double": 100})
    return cluster


STATES: Final[list[Callable[[], Cluster]]] = [
    *(ready, closed, betting, halted_betting, dealing, result, surplus, interrupted, settled, corrected),
    *(latched, disputed, without_greeting, shoe_lost, asked, followed),
    boxes("blackjack", ""),
    boxes("blackjack", "9S 5D AH KS 4C"),  # Insurance and Even Money are open
    boxes("blackjack_plus", "9S 5D KH 8S 4C"),  # surrender
    boxes("three_pictures", "", "initial"),
    boxes("three_pictures", "9S 5D", "initial"),
    boxes("premium_blackjack", "9S 5D 6H 8S 4C KD"),  # a hole card lies face down
]

# --- what a hostile terminal may say ---------------------------------------------------------------------------------

AMOUNTS: Final = st.sampled_from([0, 1, 2, 10, 60, 100, 101, 500, 10**9, AMOUNT_MAX - 1, AMOUNT_MAX])
SPOTS: Final = st.sampled_from(
    "banker player tie player_pair 1/main 1/main/1 1/double 2/main 1/insurance 2/insurance 1/initial 1/tie 3/main 99/main "
    "1/under_13 1/boom_busted dragon 1/ / x/main 1/main/x".split()
    + ["", "ü" * 40]
)
CHOICES: Final = st.sampled_from(
    ["", "hit", "stand", "split", "double", "surrender", "even_money", "squeeze", "withdraw", "x" * 40]
)
REVISIONS: Final = st.sampled_from([1, 2, 3, 4, 200, 201, 2**53])
IDS: Final = st.integers(0, 6).map(key)
CHAINS: Final = st.sampled_from([b"\0" * 32, b"x" * 32])
SEQS: Final = st.sampled_from([0, 1, 5, 10_000, 2**53])


def window_ids(cluster: Cluster) -> st.SearchStrategy[WindowId]:
    """Those that are open, were open, or never were: another Round's, another day's nonce."""
    known = [event.id for event in cluster.journal(e.WindowOpened)]
    other = [WindowId(id.round_no, id.n, b"another!") for id in known]
    shifted = [WindowId(id.round_no + 1, id.n, id.nonce) for id in known]
    return st.sampled_from(
        [*known, *known, *other, *shifted, WindowId(1, 1, b"12345678"), WindowId(2**53, 0, b"12345678")]
    )


def processes(cluster: Cluster, peer: str) -> st.SearchStrategy[tuple[int, bytes]]:
    boot, run = cluster.process(peer)
    right = st.just((boot, run))
    return st.one_of(
        right, right, right, st.sampled_from([(boot, b"another!"), (0, run), (boot + 1, run), (2**53, run)])
    )


def requests(cluster: Cluster, boot: int, run: bytes) -> st.SearchStrategy[m.Request]:
    """Everything that decodes, as near to the truth as a liar would stay."""
    table, base = cluster.table, {"boot": st.just(boot), "run": st.just(run)}
    heads = st.sampled_from([(table.seq, table.chain), (0, cluster.chain_at(0)), (3, b"x" * 32), (10**6, b"x" * 32)])
    tickets = st.sampled_from([*table.cashier.tickets, "123", "000000000000000000"])
    lines = st.lists(st.tuples(SPOTS, AMOUNTS, AMOUNTS), max_size=3).map(tuple)
    orders: list[m.Order] = [m.OpenBets(), m.SellCredit(T1, 10_000), m.Unlatch(T1), m.PayByHand(T2, 100), m.OpenTable()]
    made: list[st.SearchStrategy[m.Request]] = [
        st.builds(
            m.Answer,
            **base,
            window=window_ids(cluster),
            revision=REVISIONS,
            bets=st.dictionaries(SPOTS.map(Spot), AMOUNTS, max_size=4),
            choice=CHOICES,
        ),
        heads.map(lambda head: m.Hello(boot, run, *head)),  # type: ignore[arg-type]
        heads.map(lambda head: m.Beat(boot, run, *head)),  # type: ignore[arg-type]
        st.builds(m.Sync, **base, after_seq=SEQS),
        st.builds(m.BuyCredit, **base, id=IDS, amount=AMOUNTS.filter(bool)),
        st.builds(m.InsertTicket, **base, id=IDS, ticket=tickets),
        st.builds(m.CashOut, **base, id=IDS, amount=AMOUNTS.filter(bool)),
        st.builds(m.ReportPrint, **base, id=IDS, ticket=tickets, state=st.sampled_from(["", "printed", "x" * 20])),
        st.builds(m.Dispute, **base, id=IDS, round_no=SEQS, lines=lines),
        st.builds(
            m.Command,
            **base,
            command_id=st.just(b"command1"),
            round_no=SEQS,
            order=st.sampled_from(orders),
            second=st.sampled_from([None, SHIFT_MANAGER]),
        ),
    ]
    return st.one_of(made[0], made[0], *made)


def wealth(cluster: Cluster, terminal: str) -> int:
    """All that is this terminal's, at the table or in a Player's pocket."""
    ledger = cluster.table.ledger
    tickets = sum(
        ticket.amount
        for ticket in cluster.table.cashier.tickets.values()
        if ticket.terminal == terminal and ticket.good
    )
    return ledger.credit(PlayerId(terminal)) + ledger.stake(PlayerId(terminal)) + tickets


def durable(cluster: Cluster) -> dict[str, object]:
    """Without the alarms that a stranger may ring."""
    state = cluster.state()
    return {name: state[name] for name in state if name not in ("seq", "alarms")}


# --- the properties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("made", STATES, ids=lambda made: made.__name__)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_no_request_of_a_terminal_makes_money_or_ends_the_process(
    made: Callable[[], Cluster], data: st.DataObject
) -> None:
    cluster = made()
    for _ in range(data.draw(st.integers(1, 6), "requests")):
        peer = data.draw(st.sampled_from(["T1", "T1", "T2", "T9"]), "peer")
        process = data.draw(processes(cluster, peer), "process")
        request = data.draw(requests(cluster, *process), "request")
        known = request == decode_request(encode(request))
        assert known
        before, before_money = durable(cluster), cluster.money()
        denied = not isinstance(request, m.Hello) and bool(cluster.table.peers.denial(peer, request))
        others = {other: wealth(cluster, other) for other in ("T1", "T2", "T9") if other != peer}
        own, tickets = wealth(cluster, peer), cluster.table.ledger.balance(e.Account("tickets"))  # type: ignore[attr-defined]
        written = cluster.heard(peer, request)
        # Nobody else's money has moved, but for a ticket that somebody brought: it is good for who shows it.
        bought = sum(event.amount for event in written if isinstance(event, e.CreditBought))
        shown = sum(event.amount for event in written if isinstance(event, e.TicketAccepted))
        assert sum(cluster.table.ledger.balances.values()) == 0
        assert cluster.table.ledger.balance(CASH) == before_money.get("cash", 0) - bought
        assert wealth(cluster, peer) <= own + bought + shown
        assert sum(wealth(cluster, other) for other in others) + shown >= sum(others.values())
        assert cluster.table.ledger.balance(e.Account("tickets")) >= tickets - shown  # type: ignore[attr-defined]
        if denied and not isinstance(request, m.BuyCredit):
            assert written == []
            assert durable(cluster) == before
        assert not any(isinstance(event, e.Ordered | e.OrderRefused) for event in written)


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_a_request_that_is_not_from_the_joined_process_changes_not_a_bit(data: st.DataObject) -> None:
    cluster = data.draw(st.sampled_from(STATES), "state")()
    peer = data.draw(st.sampled_from(["T1", "T2", "T9"]), "peer")
    boot, run = cluster.process(peer)
    process = data.draw(st.sampled_from([(boot, b"another!"), (boot + 1, run), (0, run)]), "process")
    request = data.draw(requests(cluster, *process), "request")
    if isinstance(request, m.Hello | m.BuyCredit):
        return
    before, applied = state_of(cluster.table).copy(), dict(cluster.table.applied)
    decision = cluster.table.decide(cluster.now_ms, Heard(peer, request))
    assert decision.events == ()
    assert [(reply.to, type(reply.message)) for reply in decision.replies] == [(peer, m.Denied)]
    assert (state_of(cluster.table), cluster.table.applied) == (before, applied)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=200))
def test_bytes_that_do_not_decode_never_reach_a_decision(data: bytes) -> None:
    cluster = _BETTING
    before = state_of(cluster.table)
    errors = cluster.peer_errors
    try:
        decode_request(data)
    except PeerError:
        assert cluster.wire("T1", data) == []
        assert (cluster.peer_errors, state_of(cluster.table)) == (errors + 1, before)


_BETTING: Final = betting()


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_a_request_with_a_byte_changed_is_another_request_or_none(data: st.DataObject) -> None:
    cluster = betting()
    request = data.draw(requests(cluster, *cluster.process("T1")), "request")
    wire = bytearray(encode(request))
    wire[data.draw(st.integers(0, len(wire) - 1), "place")] = data.draw(st.integers(0, 255), "byte")
    cluster.wire("T1", bytes(wire))
    assert sum(cluster.table.ledger.balances.values()) == 0


# --- single tricks ---------------------------------------------------------------------------------------------------


def packed(**fields: Any) -> bytes:
    import msgpack

    answer = {"type": "Answer", "boot": 1, "run": b"T1   001", "revision": 9, "choice": "", **fields}
    return bytes(msgpack.packb({"v": 1, "m": answer}))


@pytest.mark.parametrize(
    "amount",
    [-1, -(2**63), AMOUNT_MAX + 1, 2**63, 2**64 - 1, 1.0, float("nan"), True, False, "100", b"100", None, [100], {}],
    ids=repr,
)
def test_a6_an_amount_that_is_none_passes_no_codec(amount: object) -> None:
    cluster = betting()
    key = cluster.opened().id
    window = [key.round_no, key.n, key.nonce]
    before = cluster.state()
    assert cluster.wire("T1", packed(window=window, bets={"banker": amount})) == []
    assert (cluster.peer_errors, cluster.state()) == (1, before)
    assert isinstance(cluster.wire("T1", packed(window=window, bets={"banker": 20}))[0], e.LayoutRegistered)


def test_a7_many_bets_do_not_sum_up_to_a_small_one() -> None:
    cluster = betting()
    refusal = cluster.refused_bet("T1", dict.fromkeys(("player", "tie", "player_pair", "banker_pair"), AMOUNT_MAX))
    assert refusal.reason == "credit"


def test_a8_nobody_takes_anothers_bet_back() -> None:
    """The body names no seat: who speaks is known from the key."""
    cluster = betting()
    cluster.answer("T2", {})
    assert (cluster.registered("T1"), cluster.registered("T2")) == ({"banker": 100, "tie": 10}, {})


def test_a5_a_bet_for_the_next_round_is_not_kept_for_it() -> None:
    cluster = result()
    nonce = cluster.table.chain[:8]
    before = cluster.state()
    for round_no in (1, 2, 3):
        assert cluster.answer("T1", {"banker": 100}, window=WindowId(round_no, 1, nonce)) == []
    assert cluster.state() == before


def test_a4_a_replayed_bet_of_a_round_that_is_over_is_shown_its_entry() -> None:
    cluster = betting()
    key = cluster.opened().id
    request = m.Answer(*cluster.process("T1"), key, 1, {Spot("banker"): 100, Spot("tie"): 10})
    cluster.close()
    cluster.deal(BANKER_WINS)
    cluster.certify()
    cluster.open_round()
    before = cluster.state()
    assert cluster.heard("T1", request) == []
    assert (cluster.shown()[0].id, cluster.state()) == (key, before)  # type: ignore[union-attr]


def test_a9_credit_that_is_staked_cannot_be_spent_twice() -> None:
    cluster = betting()
    assert [type(event) for event in cluster.cash_out("T1", 890)] == [e.MoneyRefused]
    cluster.close()
    cluster.deal(PLAYER_WINS)
    cluster.certify()
    cluster.ticket("T1", 890)
    assert (cluster.credit("T1"), cluster.phase) == (0, Phase.READY)


def test_a_terminal_is_no_panel_whatever_it_sends() -> None:
    cluster = ready()
    boot, run = cluster.process("T1")
    command = m.Command(boot, run, b"command1", 0, m.SellCredit(T1, 10_000), None, SHIFT_MANAGER)
    alarm = e.AlarmRaised("T1", "an order came from a key that no person holds")
    assert cluster.heard("T1", command) == [alarm]
    assert cluster.credit("T1") == 1_000
    assert cluster.heard(PANEL, m.Command(boot, run, b"command1", 0, m.OpenBets()), SUPERVISOR) == []  # nor the reverse
    assert cluster.denials() == ["another process has joined"]


def test_a_terminal_cannot_ring_an_alarm_without_end() -> None:
    cluster = betting()
    for _ in range(3):
        cluster.answer("T1", {"player": 2}, revision=1)
        cluster.hello("T1", 1, b"another!")
        cluster.heard("T1", m.Command(*cluster.process("T1"), b"command1", 0, m.OpenBets()))
    assert len(cluster.journal(e.AlarmRaised)) == 3
