"""Terminals that lie: whatever decodes, in whatever state of the table, makes no money and ends no process."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.table.peers import process_of
from games.money import AMOUNT_MAX
from games.round import PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry
from protocol.codec import PeerError, decode_request, encode
from protocol.ledger import CASH, HOUSE, TICKETS
from protocol.messages import WindowId
from protocol.view import Phase
from shoe_driver import link as shoe
from simulation.calm import PIN
from tests.console.cluster import BANKER_WINS, PANEL, PLAYER_WINS, Cluster, betting, dealt, key, played, state_of
from tests.console.people import SHIFT_MANAGER, SUPERVISOR, T1, T2

# --- states of the table, each reached in the ordinary way -----------------------------------------------------------


BETS: Final = {"T1": {"banker": 100, "tie": 10}, "T2": {"player": 100}}


def after(cluster: Cluster, *acts: Callable[[Cluster], object]) -> Cluster:
    for act in acts:
        act(cluster)
    return cluster


def settled() -> Cluster:
    return after(played(BANKER_WINS, BETS), lambda cluster: cluster.ticket("T2", 300))


def boxes(game: str, cards: str, main: str = "main") -> Cluster:
    bets = {"T1": {f"1/{main}": 100}, "T2": {f"2/{main}": 100}}
    return dealt(cards, bets, game) if cards else betting(bets, game)


STATES: Final[dict[str, Callable[[], Cluster]]] = {
    "ready": Cluster,
    "closed": lambda: Cluster(opened=False),
    "betting": lambda: betting(BETS),
    "halted_betting": lambda: after(betting(BETS), Cluster.call),
    "dealing": lambda: dealt("2C 4D 5S", BETS),
    "result": lambda: dealt(BANKER_WINS, BETS),
    "surplus": lambda: after(betting(BETS), lambda it: it.draw("9S")),
    "interrupted": lambda: after(dealt("2C 4D 5S", BETS), Cluster.restart),
    "settled": settled,
    "corrected": lambda: after(
        *(settled(), lambda it: it.cash_out("T1", 1_090), lambda it: it.correct(PLAYER_WINS), Cluster.open_round)
    ),
    "latched": lambda: after(betting(BETS), lambda it: it.obey(m.Latch(T1, "look at it"), SUPERVISOR)),
    "disputed": lambda: after(settled(), lambda it: it.dispute("T1", 1), Cluster.open_round),
    "without_greeting": lambda: after(betting(BETS), Cluster.start),
    "shoe_lost": lambda: after(dealt("2C 4D 5S", BETS), lambda it: it.run(shoe.LinkLost())),
    "asked": lambda: after(boxes("blackjack", "8S 5D 6H 8H 4C"), Cluster.close),
    "followed": lambda: after(
        dealt("5S 6D 6H", {"T1": {"1/main": 100}, "T2": {"1/main": 60}}, "blackjack"),
        *(Cluster.close, lambda it: it.choose("T1", "double", {"1/double": 100})),
    ),
    "boxes": lambda: boxes("blackjack", ""),
    "insurance": lambda: boxes("blackjack", "9S 5D AH KS 4C"),
    "surrender": lambda: boxes("blackjack_plus", "9S 5D KH 8S 4C"),
    "three_pictures": lambda: boxes("three_pictures", "", "initial"),
    "three_pictures_dealt": lambda: boxes("three_pictures", "9S 5D", "initial"),
    "hole_card": lambda: boxes("premium_blackjack", "9S 5D 6H 8S 4C KD"),
}

# --- what a hostile terminal may say ---------------------------------------------------------------------------------

AMOUNTS: Final = (0, 1, 2, 10, 60, 100, 101, 500, 10**9, AMOUNT_MAX - 1, AMOUNT_MAX)
SPOTS: Final = (
    *"banker player tie player_pair 1/main 1/main/1 1/double 2/main 1/insurance 2/insurance 1/initial 1/tie".split(),
    *"3/main 99/main 1/under_13 1/boom_busted dragon 1/ / x/main 1/main/x".split(),
    *("", "ü" * 40),
)
CHOICES: Final = (
    *("", "", "hit", "stand", "split", "double", "surrender", "even_money", "squeeze", "withdraw"),
    "x" * 40,
)
REVISIONS: Final = (1, 2, 2, 3, 4, 200, 201, 2**53 - 1)
SEQS: Final = (0, 1, 5, 10_000, 2**53 - 1)
ORDERS: Final[tuple[m.Order, ...]] = (
    *(m.OpenBets(), m.SellCredit(T1, 10_000), m.Unlatch(T1), m.PayByHand(T2, 100), m.OpenTable()),
)


class Liar:
    """Says everything that decodes, as near to the truth as a liar would stay."""

    def __init__(self, cluster: Cluster, rng: Random) -> None:
        self.cluster, self.choice, self.rng = cluster, rng.choice, rng

    def process(self, peer: str) -> tuple[int, bytes]:
        """Mostly the one that has joined."""
        boot, run = self.cluster.process(peer)
        return self.choice([*[(boot, run)] * 4, (boot, b"another!"), (0, run), (boot + 1, run), (2**53 - 1, run)])

    def window(self) -> WindowId:
        """One that is open, was open, or never was: another Round's, another day's."""
        known = [event.id for event in self.cluster.journal(e.WindowOpened)] or [WindowId(1, 1, b"12345678")]
        key = self.choice(known[-2:])
        other = (WindowId(key.round_no, key.n, b"another!"), WindowId(key.round_no + 1, key.n, key.nonce))
        return self.choice([*[key] * 6, *other, WindowId(2**53 - 1, 0, b"12345678")])

    def answer(self, boot: int, run: bytes) -> m.Request:
        bets = {Spot(self.choice(SPOTS)): self.choice(AMOUNTS) for _ in range(self.rng.randrange(4))}
        return m.Answer(boot, run, self.window(), self.choice(REVISIONS), bets, self.choice(CHOICES))

    def request(self, boot: int, run: bytes) -> m.Request:
        table = self.cluster.table
        head: Any = self.choice(
            [(table.seq, table.chain), (0, self.cluster.chain_at(0)), (3, b"x" * 32), (10**6, b"x" * 32)]
        )
        ticket = self.choice([*table.cashier.tickets, "123", "000000000000000000"])
        number = key(self.rng.randrange(6))
        amount = self.choice(AMOUNTS[1:])
        lines = tuple((self.choice(SPOTS), self.choice(AMOUNTS), self.choice(AMOUNTS)) for _ in range(2))
        printed = self.choice(["", "printed", "x" * 20])
        signed = (b"command1", bytes(32), PIN, self.choice([SHIFT_MANAGER.number, "999"]))
        order = self.choice(ORDERS)
        return self.choice(
            [
                *[self.answer(boot, run)] * 6,
                m.Hello(boot, run, head[0], head[1], self.choice([T1, T2]), self.choice(["terminal", "panel"])),
                m.Beat(boot, run, *head),
                m.Sync(boot, run, self.choice(SEQS)),
                m.BuyCredit(boot, run, number, amount),
                m.InsertTicket(boot, run, number, ticket),
                m.CashOut(boot, run, number, amount),
                m.ReportPrint(boot, run, number, ticket, printed),
                m.Dispute(boot, run, number, self.choice(SEQS), lines),
                m.Command(boot, run, b"command1", self.choice(SEQS), order, None),
                m.SignOn(boot, run, number[-8:], PIN, SHIFT_MANAGER.number),
                m.Sign(boot, run, number[-8:], *signed),
                m.SignOff(boot, run, number[-8:]),
                m.Withdraw(boot, run, number[-8:], b"command1"),
            ]
        )


def wealth(cluster: Cluster, terminal: str) -> int:
    """All that is this terminal's, at the table or in a Player's pocket."""
    ledger = cluster.table.ledger
    tickets = sum(
        ticket.amount
        for ticket in cluster.table.cashier.tickets.values()
        if ticket.terminal == terminal and ticket.good
    )
    return ledger.credit(PlayerId(terminal)) + ledger.stake(PlayerId(terminal)) + tickets


def decodes(request: m.Request) -> bool:
    """Else it never comes so far."""
    try:
        return decode_request(encode(request)) == request
    except PeerError:
        return False


# --- the properties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
@settings(max_examples=12, deadline=None)
@given(rng=st.randoms(use_true_random=False), count=st.integers(1, 8))
def test_no_request_of_a_terminal_makes_money_or_ends_the_process(state: str, rng: Random, count: int) -> None:
    cluster = STATES[state]()
    liar, ledger = Liar(cluster, rng), cluster.table.ledger
    for _ in range(count):
        peer = rng.choice(["T1", "T1", "T2", "T9"])
        request = liar.request(*liar.process(peer))
        if not decodes(request):
            continue
        others = [other for other in ("T1", "T2", "T9") if other != peer]
        before = {terminal: wealth(cluster, terminal) for terminal in (peer, *others)}
        cash, tickets, house = ledger.balance(CASH), ledger.balance(TICKETS), ledger.balance(HOUSE)
        denied = not isinstance(request, m.Hello) and bool(cluster.table.peers.denial(peer, process_of(request)))
        written = cluster.heard(peer, request)
        bought = sum(event.amount for event in written if isinstance(event, e.CreditBought))
        held = sum(event.amount for event in written if isinstance(event, e.NoteHeld))
        shown = sum(event.amount for event in written if isinstance(event, e.TicketAccepted))
        assert sum(ledger.balances.values()) == 0
        assert (ledger.balance(CASH), ledger.balance(HOUSE)) == (cash - bought - held, house)
        assert ledger.balance(TICKETS) >= tickets - shown
        assert wealth(cluster, peer) <= before[peer] + bought + shown
        # A ticket is good for whoever shows it; else nobody's money is another's.
        assert sum(wealth(cluster, other) for other in others) >= sum(before[other] for other in others) - shown
        assert not any(isinstance(event, e.Ordered | e.OrderRefused) for event in written)
        if denied and not isinstance(request, m.BuyCredit):  # of which the note is in the box
            assert written == []


@settings(max_examples=50, deadline=None)
@given(state=st.sampled_from(sorted(STATES)), rng=st.randoms(use_true_random=False))
def test_a_request_that_is_not_from_the_joined_process_changes_not_a_bit(state: str, rng: Random) -> None:
    cluster = STATES[state]()
    peer = rng.choice(["T1", "T2", "T9"])
    boot, run = cluster.process(peer)
    request = Liar(cluster, rng).request(*rng.choice([(boot, b"another!"), (boot + 1, run), (0, run)]))
    if isinstance(request, m.Hello | m.BuyCredit) or not decodes(request):
        return
    before, applied = cluster.state(), dict(cluster.table.forgotten.applied)
    assert cluster.heard(peer, request) == []
    assert [(reply.to, type(reply.message)) for reply in cluster.sent] == [(peer, m.Denied)]
    assert (state_of(cluster.table), cluster.table.forgotten.applied) == (before, applied)


@settings(max_examples=100, deadline=None)
@given(data=st.binary(max_size=200))
def test_bytes_that_do_not_decode_never_reach_a_decision(data: bytes) -> None:
    with pytest.raises(PeerError):
        decode_request(data)
    decided = len(UNDECIDED.decided)
    UNDECIDED.wire("T1", data)
    assert len(UNDECIDED.decided) == decided


class Undecided(Cluster):
    """A table that notes what it is asked to decide about."""

    decided: Final[list[object]] = []

    def batch(self, *inputs: Any) -> list[Entry]:
        self.decided.extend(inputs)
        return super().batch(*inputs)


UNDECIDED: Final = Undecided()


@settings(max_examples=60, deadline=None)
@given(rng=st.randoms(use_true_random=False), place=st.floats(0, 0.999), byte=st.integers(0, 255))
def test_a_request_with_a_byte_changed_is_another_request_or_none(rng: Random, place: float, byte: int) -> None:
    cluster = betting(BETS)
    wire = bytearray(encode(Liar(cluster, rng).request(*cluster.process("T1"))))
    wire[int(place * len(wire))] = byte
    cluster.wire("T1", bytes(wire))
    assert sum(cluster.table.ledger.balances.values()) == 0


# --- single tricks ---------------------------------------------------------------------------------------------------


def packed(**fields: Any) -> bytes:
    answer = {"type": "Answer", "boot": 1, "run": b"T1   001", "revision": 9, "choice": "", **fields}
    return bytes(msgpack.packb({"v": 1, "m": answer}))


@pytest.mark.parametrize(
    "amount",
    [-1, -(2**63), AMOUNT_MAX + 1, 2**63, 2**64 - 1, 1.0, float("nan"), True, False, "100", b"100", None, [100], {}],
    ids=repr,
)
def test_a6_an_amount_that_is_none_passes_no_codec(amount: object) -> None:
    cluster = betting(BETS)
    key = cluster.opened().id
    window = [key.round_no, key.n, key.nonce]
    before = cluster.state()
    assert cluster.wire("T1", packed(window=window, bets={"banker": amount})) == []
    assert (cluster.peer_errors, cluster.state()) == (1, before)
    assert isinstance(cluster.wire("T1", packed(window=window, bets={"banker": 20}))[0], e.LayoutRegistered)


def test_a7_many_bets_do_not_sum_up_to_a_small_one() -> None:
    cluster = betting(BETS)
    refusal = cluster.refused_bet("T1", dict.fromkeys(("player", "tie", "player_pair", "banker_pair"), AMOUNT_MAX))
    assert refusal.reason == "credit"


def test_a8_nobody_takes_anothers_bet_back() -> None:
    """The body names no seat: who speaks is known from the key."""
    cluster = betting(BETS)
    cluster.answer("T2", {})
    assert (cluster.registered("T1"), cluster.registered("T2")) == ({"banker": 100, "tie": 10}, {})


def test_a5_a_bet_for_the_next_round_is_not_kept_for_it() -> None:
    cluster = dealt(BANKER_WINS, BETS)
    nonce = cluster.table.chain[:8]
    before = cluster.state()
    for round_no in (1, 2, 3):
        assert cluster.answer("T1", {"banker": 100}, window=WindowId(round_no, 1, nonce)) == []
    assert cluster.state() == before


def test_a4_a_replayed_bet_of_a_round_that_is_over_is_shown_its_entry() -> None:
    cluster = betting(BETS)
    key = cluster.opened().id
    request = m.Answer(*cluster.process("T1"), key, 1, {Spot("banker"): 100, Spot("tie"): 10})
    cluster.finish(BANKER_WINS)
    cluster.open_round()
    before = cluster.state()
    assert cluster.heard("T1", request) == []
    assert (cluster.shown()[0].id, cluster.state()) == (key, before)  # type: ignore[union-attr]


def test_a9_credit_that_is_staked_cannot_be_spent_twice() -> None:
    cluster = betting(BETS)
    assert [type(event) for event in cluster.cash_out("T1", 890)] == [e.MoneyRefused]
    cluster.finish(PLAYER_WINS)
    cluster.ticket("T1", 890)
    assert (cluster.credit("T1"), cluster.phase) == (0, Phase.READY)


def test_a_terminal_is_no_panel_whatever_it_sends() -> None:
    cluster = Cluster()
    boot, run = cluster.process("T1")
    command = m.Command(boot, run, b"command1", 0, m.SellCredit(T1, 10_000), None)
    alarm = e.AlarmRaised("T1", Alarm.NO_PANEL)
    assert cluster.heard("T1", command) == [alarm]
    assert cluster.credit("T1") == 1_000
    assert cluster.heard(PANEL, m.Command(boot, run, b"command1", 0, m.OpenBets())) == []  # nor the reverse
    assert cluster.denials() == ["another process has joined"]


def test_a_terminal_cannot_ring_an_alarm_without_end() -> None:
    cluster = betting(BETS)
    for _ in range(3):
        cluster.answer("T1", {"player": 2}, revision=1)
        cluster.hello("T1", 1, b"another!")
        cluster.heard("T1", m.Command(*cluster.process("T1"), b"command1", 0, m.OpenBets()))
    assert len(cluster.journal(e.AlarmRaised)) == 3
