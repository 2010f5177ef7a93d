"""An example of every order, and a table in each phase."""

from collections.abc import Callable, Mapping
from typing import Final

from console.table.table import DayTold
from games.round import Felt, HandId, Limit, Spot, Voided
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, cards_digest
from shoe_driver import link as shoe
from tests.console.cluster import BANKER_WINS, Cluster, cards_of, public_key
from tests.console.people import OTHER_DEALER, T1, T3

(NINE,) = cards_of("9S")


# One order of each kind, as sensible as it can be in most states. Credit is there, due and owed is nothing.
ORDERS: Final[Mapping[type, Callable[[Cluster], m.Order]]] = {
    m.OpenTable: lambda _: m.OpenTable(),
    m.SetLimits: lambda _: m.SetLimits(Felt({"banker": Limit(10, 500)})),
    m.LoadShoe: lambda _: m.LoadShoe(8, "300"),
    m.EndShoe: lambda cluster: m.EndShoe(cluster.view.shoe.left),
    m.OpenBets: lambda _: m.OpenBets(),
    m.AddTime: lambda _: m.AddTime(5_000),
    m.CloseBets: lambda _: m.CloseBets(),
    m.EnterCard: lambda _: m.EnterCard(NINE),
    m.DealByHand: lambda _: m.DealByHand(),
    m.DealCard: lambda _: m.DealCard(NINE),
    m.TakeBackCard: lambda _: m.TakeBackCard(),
    m.ReportForeignCard: lambda _: m.ReportForeignCard(),
    m.CorrectCards: lambda cluster: m.CorrectCards(cards_of("9S KH AD 2C")[: len(cluster.view.draws)]),
    m.Certify: lambda cluster: m.Certify(cards_digest(cluster.view)),
    m.Rule: lambda _: m.Rule(Voided("5.3.3"), "5.3.3"),
    m.KeepSurplus: lambda _: m.KeepSurplus(),
    m.AnswerInterruption: lambda _: m.AnswerInterruption(affects=True),
    m.CallSupervisor: lambda _: m.CallSupervisor("look here"),
    m.ReportWrongSides: lambda _: m.ReportWrongSides({HandId("player"): cards_of("9S")}),
    m.ReportDrawnTogether: lambda _: m.ReportDrawnTogether(),
    m.Resume: lambda _: m.Resume(Halt.CALLED),
    m.Correct: lambda _: m.Correct(cards_of("4D 2C 5H 5S")),
    m.VoidSettled: lambda _: m.VoidSettled("5.3.3"),
    m.TakeBackVoid: lambda _: m.TakeBackVoid(),
    m.RuleOtherwise: lambda _: m.RuleOtherwise("so", m.Conclude()),
    m.RecordRuling: lambda _: m.RecordRuling("as the House wants it"),
    m.RecallRound: lambda cluster: m.RecallRound(max(1, cluster.table.view.round_no - cluster.table.view.in_round)),
    m.CloseTable: lambda _: m.CloseTable(),
    m.CloseDay: lambda _: m.CloseDay("2026-11-16"),
    m.BeginDay: lambda _: m.BeginDay("2026-12-24"),
    m.SellCredit: lambda _: m.SellCredit(T1, 100),
    m.PayTicket: lambda _: m.PayTicket("000009", bytes(16)),
    m.PayTicketByTwo: lambda _: m.PayTicketByTwo("000009"),
    m.PrintAgain: lambda _: m.PrintAgain("000009"),
    m.UnlockTickets: lambda _: m.UnlockTickets(T1),
    m.PayByHand: lambda _: m.PayByHand(T1, 100),
    m.ReleaseNote: lambda _: m.ReleaseNote(1, "credit"),
    m.PayDue: lambda _: m.PayDue(T1, 1),
    m.CollectOwed: lambda _: m.CollectOwed(T1, 1),
    m.RuleDispute: lambda _: m.RuleDispute(T1, "the display was wrong"),
    m.Retire: lambda _: m.Retire(T1),
    m.Latch: lambda _: m.Latch(T1, "look at it"),
    m.Unlatch: lambda _: m.Unlatch(T1),
    m.Attend: lambda _: m.Attend(T1),
    m.EnrolKey: lambda _: m.EnrolKey(T3, "terminal", public_key("T3")),
    m.ReplaceKey: lambda _: m.ReplaceKey(T1, "terminal", public_key("T1", 2)),
    m.EndKey: lambda _: m.EndKey(T1, "terminal", public_key("T1"), "stolen"),
    m.RotateConsole: lambda _: m.RotateConsole(public_key("console", 2)),  # which the console does not have
    m.AdmitStaff: lambda _: m.AdmitStaff("700", "Nia", 1, bytes(32)),
    m.SetCredential: lambda _: m.SetCredential(OTHER_DEALER.number, bytes(32)),
    m.DisableStaff: lambda _: m.DisableStaff(OTHER_DEALER.number, "has left"),
    m.AssignStaff: lambda _: m.AssignStaff(OTHER_DEALER.number, 2),
    m.Seat: lambda _: m.Seat(T1, 1),
    m.AnswerFor: lambda _: m.AnswerFor(T1, m.WindowId(1, 1, bytes(8)), {Spot("banker"): 100}),
    m.GiveUpTicket: lambda _: m.GiveUpTicket(bytes(16)),
    m.CashForeignTicket: lambda _: m.CashForeignTicket("OTHER", 100, bytes(16)),
    m.GrantCoins: lambda _: m.GrantCoins("801", "GC", 100),  # nobody plays with coins here
    m.ExcludeParticipant: lambda _: m.ExcludeParticipant("801", 3, "asked"),
}


def table_in(phase: Phase, halted: bool) -> Cluster:
    """A table in this state, after one Round that was settled."""
    cluster = Cluster(opened=phase is not Phase.CLOSED)
    cluster.enrol("T1")
    cluster.join("T1")
    cluster.run(*map(DayTold, ("2026-11-16", "2026-11-17", "2026-12-24")))  # one is due, and one is doubted
    if phase is not Phase.CLOSED:
        cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    if phase in (Phase.BETTING, Phase.DEALING, Phase.RESULT):
        cluster.open_round()
        cluster.bet("T1", banker=100)
    if phase in (Phase.DEALING, Phase.RESULT):
        cluster.close()
        cluster.deal(BANKER_WINS if phase is Phase.RESULT else "2C 4D")
    if halted:
        cluster.run(shoe.LinkLost()) if phase is Phase.CLOSED else cluster.call()
    assert (cluster.phase, bool(cluster.halts)) == (phase, halted)
    return cluster
