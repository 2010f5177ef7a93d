"""Contract 4 of a core: whatever `verify` lets through, `do` carries out. Else an order that is sent again would be a
crash loop.

Walks through several games: every kind of order, sensible or nearly so, by everybody, in whatever state the table has
come to. What must hold after every batch `cluster.py` checks by itself.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import DECK, Card
from games.round import (
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandId,
    HandRemoved,
    InterimSettled,
    Limit,
    PlayerId,
    Reconstructed,
    Ruled,
    Spot,
    Voided,
    WalkedAway,
)
from games.settlement import fold
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.moves import MOVE_FOR
from protocol.view import cards_digest
from tests.console.cluster import PANEL, Cluster, public_key, texts
from tests.console.people import DEALER, MANAGER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR
from tests.console.walk import HAPPENINGS, happen

PEOPLE: Final = (DEALER, SUPERVISOR, MANAGER, *[SHIFT_MANAGER] * 5)
SECONDS: Final = (None, *[OTHER_SUPERVISOR] * 5, SUPERVISOR, OTHER_DEALER)
AMOUNTS: Final = (0, 1, 2, 100, 900, 1_000, 1_100, 10**9)


class Somebody:
    """Gives orders that might be meant so."""

    def __init__(self, cluster: Cluster, rng: Random) -> None:
        self.cluster, self.rng, self.choice = cluster, rng, rng.choice
        last = list(cluster.table.state.settled.values())[-1:]
        acts = cluster.view.acts if cluster.view.in_round or not last else last[0].acts
        self.drawn = [act.card for act in acts if isinstance(act, CardDrawn)]

    def position(self) -> int:
        """0 is none."""
        return self.rng.randrange(-2, 5)

    def proof(self) -> bytes:
        """Often of a ticket that was found at this panel."""
        found = m.TicketFound(
            bytes(8), "good", self.choice((*self.cluster.table.cashier.tickets, "1")), proof=bytes(16)
        )
        self.cluster.table.forgotten.found[PANEL] = found
        return self.choice((bytes(16), b"x" * 16))

    def terminal(self) -> PlayerId:
        return PlayerId(self.choice(("T1", "T1", "T2", "T9")))

    def role(self) -> str:
        return self.choice(("terminal", "terminal", "panel", "archive", "boss"))

    def key(self) -> str:
        return self.choice((*(public_key(name, number) for name in ("T1", "T9") for number in (1, 2)), "~" * 40))

    def amount(self) -> int:
        return self.choice(AMOUNTS)

    def card(self) -> Card:
        return self.choice((*DECK, *self.drawn * 20))

    def cards(self) -> tuple[Card, ...]:
        """Those that were drawn: in another order, one of them another one, too many, too few."""
        cards = list(self.drawn)
        match self.rng.randrange(6):
            case 0:
                self.rng.shuffle(cards)
            case 1 if cards:
                cards[self.rng.randrange(len(cards))] = self.card()
            case 2:
                cards.append(self.card())
            case 3:
                cards = cards[:-1]
            case _:
                pass
        return tuple(cards)

    def sides(self) -> dict[HandId, tuple[Card, ...]]:
        """The Hands as they lie, or the other way round."""
        hands = {hand: tuple(card for card in cards if card) for hand, cards in self.cluster.view.hands.items()}
        names = list(hands)
        return {name: hands[other] for name, other in zip(names, self.choice((names, names[::-1])), strict=True)}

    def effect(self) -> m.Effect:
        return self.choice((
            *(m.Conclude(), m.VoidRound(), m.RoundWithoutBets(), m.ReturnBets((self.terminal(),))),
            m.PayFromHouse(self.terminal(), max(1, self.amount())),
        ))  # fmt: skip

    def window(self) -> m.WindowId:
        """Mostly one that is open."""
        found = [it.id for it in self.cluster.view.windows.values()]
        return self.choice((*found * 5, m.WindowId(1, 1, bytes(8))))

    def entered(self) -> tuple[dict[Spot, int], str]:
        """A Bet on a place of some window, or an answer to it."""
        windows = [it.window for it in self.cluster.view.windows.values()]
        spots = [spot for it in windows for spot in it.spots] or [Spot("banker")]
        choices = [choice for it in windows for choice in it.choices]
        bets = {self.choice(spots): self.amount()} if self.rng.random() < 0.7 else {}
        return bets, self.choice(("", *choices))

    def paragraph(self) -> str:
        return self.choice((*(it.paragraph for it in self.cluster.table.game.rulings.irregularities), "5.6", "9.9"))

    def ruling(self) -> m.Order:
        paragraph, box = self.paragraph(), self.rng.randrange(1, 3)
        acts: tuple[Ruled, ...] = (
            *(Voided(paragraph), Reconstructed(self.cards()), DealingError(), HandRemoved(box), InterimSettled()),
            *(WalkedAway(self.terminal(), box), Discarded(self.card())),
            DrawnTogether((*self.drawn[-2:], *self.cards()[-1 : self.rng.randrange(2)])),
        )
        known = [it for it in self.cluster.table.game.rulings.irregularities if it.paragraph == paragraph]
        fitting = [act for act in acts for it in known if type(act) in it.acts]
        return m.Rule(self.choice(fitting or acts), paragraph)


ORDERS: Final[Mapping[type, Callable[[Somebody], m.Order]]] = {
    m.OpenTable: lambda _: m.OpenTable(),
    m.SetLimits: lambda it: m.SetLimits(Felt({"banker": Limit(10, 500)}, it.rng.randrange(1, 4))),
    m.LoadShoe: lambda it: m.LoadShoe(it.choice((1, 4, 6, 8)), "300", it.choice((0, 0, 3)), it.choice((None, 0, 40))),
    m.EndShoe: lambda it: m.EndShoe(min(it.choice((it.cluster.view.shoe.left, 10)), 1_000)),
    m.OpenBets: lambda _: m.OpenBets(),
    m.AddTime: lambda _: m.AddTime(5_000),
    m.CloseBets: lambda _: m.CloseBets(),
    m.EnterCard: lambda it: m.EnterCard(it.card()),
    m.CorrectCards: lambda it: m.CorrectCards(it.cards()),
    m.Certify: lambda it: m.Certify(it.choice((*[cards_digest(it.cluster.view)] * 4, b"x" * 32))),
    m.Rule: Somebody.ruling,
    m.KeepSurplus: lambda _: m.KeepSurplus(),
    m.AnswerInterruption: lambda it: m.AnswerInterruption(it.choice((True, False))),
    m.CallSupervisor: lambda _: m.CallSupervisor("look here"),
    m.Resume: lambda it: m.Resume(it.choice((*Halt, *[*it.cluster.view.halts] * 9))),
    m.Correct: lambda it: m.Correct(it.cards()),
    m.VoidSettled: lambda it: m.VoidSettled(it.paragraph(), *it.choice(((), (), (1,), (2, (it.terminal(),))))),
    m.RecordRuling: lambda _: m.RecordRuling("as the House wants it"),
    m.RecallRound: lambda it: m.RecallRound(max(1, it.cluster.view.round_no - it.choice((0, 1)))),
    m.CloseTable: lambda _: m.CloseTable(),
    m.CloseDay: lambda it: m.CloseDay(it.choice((it.cluster.view.due_day or "2026-11-16", "2026-11-17"))),
    m.BeginDay: lambda it: m.BeginDay(it.choice((it.cluster.view.doubted_day or "2026-11-16", "2026-11-17"))),
    m.SellCredit: lambda it: m.SellCredit(it.terminal(), it.amount()),
    m.PayTicket: lambda it: m.PayTicket(it.choice((*it.cluster.table.cashier.tickets, "1")), it.proof()),
    m.PayTicketByTwo: lambda it: m.PayTicketByTwo(it.choice((*it.cluster.table.cashier.tickets, "1")), it.proof()),
    m.PrintAgain: lambda it: m.PrintAgain(it.choice((*it.cluster.table.cashier.tickets, "1"))),
    m.UnlockTickets: lambda it: m.UnlockTickets(it.terminal()),
    m.PayByHand: lambda it: m.PayByHand(it.terminal(), it.amount()),
    m.ReleaseNote: lambda it: m.ReleaseNote(it.rng.randrange(3), it.choice(("credit", "hand", "nobody"))),
    m.PayDue: lambda it: m.PayDue(it.terminal(), it.rng.randrange(3)),
    m.CollectOwed: lambda it: m.CollectOwed(it.terminal(), it.rng.randrange(3)),
    m.RuleDispute: lambda it: m.RuleDispute(it.terminal(), "the display was wrong"),
    m.Retire: lambda it: m.Retire(it.terminal()),
    m.Latch: lambda it: m.Latch(it.terminal(), "look at it"),
    m.Unlatch: lambda it: m.Unlatch(it.terminal()),
    m.AdmitStaff: lambda it: m.AdmitStaff(it.choice(("100", "700")), it.choice(("Nia", " ")), it.position(), bytes(32)),
    m.SetCredential: lambda it: m.SetCredential(it.choice(("100", "999")), bytes(32)),
    m.DisableStaff: lambda it: m.DisableStaff(it.choice(("500", "700", "999")), "has left"),
    m.AssignStaff: lambda it: m.AssignStaff(it.choice(("500", "700", "999")), it.position()),
    m.Attend: lambda it: m.Attend(it.terminal()),
    m.EnrolKey: lambda it: m.EnrolKey(it.terminal(), it.role(), it.key()),
    m.ReplaceKey: lambda it: m.ReplaceKey(it.terminal(), it.role(), it.key()),
    m.EndKey: lambda it: m.EndKey(it.terminal(), it.role(), it.key(), "it has gone"),
    m.RotateConsole: lambda it: m.RotateConsole(it.key()),
    m.GrantCoins: lambda it: m.GrantCoins("801", it.rng.choice(("GC", "SC")), it.rng.randrange(1, 900)),
    m.ExcludeParticipant: lambda it: m.ExcludeParticipant("801", it.rng.randrange(1, 90), "asked"),
    m.Seat: lambda it: m.Seat(it.terminal(), it.rng.randrange(4)),
    m.AnswerFor: lambda it: m.AnswerFor(it.terminal(), it.window(), *it.entered()),
    m.GiveUpTicket: lambda it: m.GiveUpTicket(bytes([it.rng.randrange(3)]) * 16),
    m.CashForeignTicket: lambda it: m.CashForeignTicket(it.choice(("OTHER", "T1")), 100, bytes(16)),
    m.DealByHand: lambda _: m.DealByHand(),
    m.DealCard: lambda it: m.DealCard(it.card()),
    m.TakeBackCard: lambda _: m.TakeBackCard(),
    m.ReportForeignCard: lambda _: m.ReportForeignCard(),
    m.ReportWrongSides: lambda it: m.ReportWrongSides(it.sides()),
    m.ReportDrawnTogether: lambda _: m.ReportDrawnTogether(),
    m.TakeBackVoid: lambda _: m.TakeBackVoid(),
    m.RuleOtherwise: lambda it: m.RuleOtherwise("so be it", it.effect()),
}
STAGES: Final = (m.OpenTable, m.OpenBets, m.CloseBets, m.Certify)


def some_kind(cluster: Cluster, rng: Random) -> type:
    """Mostly one that is listed in this state, and often one that leads on: so that a walk gets anywhere."""
    view = cluster.view
    listed = [
        kind for kind in ORDERS if view.phase in MOVE_FOR[kind].phases and MOVE_FOR[kind].halted in (None, view.halted)
    ]
    leading = [kind for kind in listed if kind in STAGES or (view.halted and MOVE_FOR[kind].halted)]
    changes = [m.LoadShoe] * (not view.shoe.live) + [m.Correct, m.VoidSettled] * (not view.in_round)
    return rng.choice((*ORDERS, *listed * 2, *[*leading, *changes] * 10))


def give_order(cluster: Cluster, rng: Random) -> None:
    """Refused with one fact and no effect, or carried out: nothing in between."""
    order = ORDERS[some_kind(cluster, rng)](Somebody(cluster, rng))
    by, second = rng.choice(PEOPLE), rng.choice(SECONDS)
    cluster.at_panel(by)
    before = cluster.unrecorded()
    round_no = cluster.view.round_no - (isinstance(order, m.Correct) and rng.random() < 0.3)
    written = cluster.command(order, by, second, round_no=max(round_no, 0))
    first, *facts = [fact for fact in written if not isinstance(fact, e.OrderWithdrawn)]
    if isinstance(first, e.OrderRefused | e.OrderProposed | e.SignatureRefused):
        assert (facts, cluster.unrecorded()) == ([], before)
        assert not isinstance(first, e.OrderProposed) or second is None
    else:
        assert isinstance(first, e.Ordered)
        assert not any(isinstance(fact, e.Ordered | e.OrderRefused | e.SignatureRefused) for fact in facts)


def check_round(cluster: Cluster) -> None:
    """The Hands on the screens are those of the Round, which the public acts make as well; and with what lies beside
    them face down, they make the whole of it.
    """
    game = cluster.table.game
    hands = {hand: texts(cards) for hand, cards in game.hands(cluster.table.round).items() if cards}
    if not any(card is None for cards in cluster.view.hands.values() for card in cards):
        assert {hand: cards for hand, cards in cluster.hands.items() if cards} == hands
        acts = [act for act in cluster.public.acts if act is not None]
        public = fold(game, cluster.public.round_felt, acts)
        assert {hand: texts(cards) for hand, cards in game.hands(public).items() if cards} == hands
        whole = [act for act in cluster.table.state.aside.acts(cluster.public) if act is not None]
        assert fold(game, cluster.public.round_felt, whole) == cluster.table.round


def test_every_order_there_is_is_given() -> None:
    assert set(ORDERS) == set(get_args(m.Order))


@pytest.mark.parametrize(
    ("game", "main"),
    [
        *(("baccarat", "banker"), ("blackjack", "1/main"), ("blackjack_plus", "1/main")),
        *(("three_pictures", "1/initial"), ("premium_blackjack", "1/main")),
    ],
)
@given(rng=st.randoms(use_true_random=False), steps=st.integers(5, 40))
@settings(max_examples=30)
def test_whatever_is_let_through_is_carried_out(game: str, main: str, rng: Random, steps: int) -> None:
    cluster = Cluster(game, decks=4 if game == "baccarat" else None, squeeze=game == "blackjack")
    cluster.ticket("T2", 300)
    cluster.open_round({"T2": {main: 100}})
    cluster.restart()
    cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    cluster.dispute("T2", 1)
    assert cluster.table.peers.peer("T2").disputed
    cluster.open_round({"T1": {main: 100}})
    for _ in range(steps):
        what = rng.choice(("order", "order", "next", "next", "next", "anything"))
        if what == "order" or (what == "next" and not cluster.view.due and not cluster.windows):
            give_order(cluster, rng)
        elif what == "next":
            happen(cluster, "card" if cluster.view.due else "bet", rng.randrange(52))
        else:
            happen(cluster, rng.choice(HAPPENINGS), rng.randrange(52))
        if cluster.view.in_round:
            check_round(cluster)
