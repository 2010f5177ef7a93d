"""Told pasts of a table: what seldom comes together by chance, acted out, and then the drill goes on from there.

Each is a method that acts (`drill_told.py`), and what it is about: the orders and requests that are tried after it more
than others. None of them judges anything, and none has to come to its end: the reference looks at every step.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from protocol import messages as m
from simulation.drill_past_cards import CardPasts
from simulation.drill_past_people import PeoplePasts
from simulation.drill_table import PANELS

EVERY: Final = 30  # acts of anybody between two told pasts
ABOUT_IT: Final = 0.35  # of the acts after one, for so long


class Openings(CardPasts, PeoplePasts):
    def __init__(self, seed: int, *, desk: bool = False, tells: bool | None = None) -> None:
        self.theme: tuple[type, ...] = ()
        self.acts = 0  # since the last told past
        self.past = ""  # for whoever wants to know
        super().__init__(seed, desk=desk, tells=tells)

    def tell_a_past(self) -> None:
        """A past, now and then; the next may begin in the middle of whatever came of this one."""
        if not self.tells:
            return
        if self.acts % EVERY == 0:
            self.past = self.openings.choice(list(PASTS))
            act, self.theme = PASTS[self.past]
            if self._gets_ready():
                act(self)
        self.acts += 1

    def _about_the_past(self) -> list[Any]:
        """More of what the past is about than of anything else."""
        dice = self.openings
        if not self.tells or not self.theme or dice.random() > ABOUT_IT:
            return []
        kind = dice.choice(self.theme)
        if kind in ORDERS:
            fits = [order for order in self._all_orders() if type(order) is kind]
            panel = "P4" if dice.random() < 0.7 else dice.choice(list(PANELS))
            return [self._ordered(panel, dice.choice(fits))] if fits else []
        said = [self._from_a_terminal() for _ in range(6)]
        return [it for it in said if isinstance(it.request, kind)][:1]


ORDERS: Final = frozenset(m.Order.__args__)
_CARDS: Final = (m.EnterCard, m.TakeBackCard, m.DealCard, m.Rule, m.Resume, m.CorrectCards, m.LoadShoe, m.EndShoe)
_OVER: Final = (
    m.Correct,
    m.VoidSettled,
    m.TakeBackVoid,
    m.RecallRound,
    m.PayDue,
    m.CollectOwed,
    m.CashOut,
    m.InsertTicket,
)
_CASH: Final = (m.PayTicket, m.PayTicketByTwo, m.PrintAgain, m.UnlockTickets, m.InsertTicket, m.ReportPrint, m.CashOut)
_PEERS: Final = (m.Latch, m.Unlatch, m.Retire, m.ReplaceKey, m.EnrolKey, m.EndKey, m.Hello, m.BuyCredit, m.CashOut)
_PEOPLE: Final = (m.AssignStaff, m.DisableStaff, m.AdmitStaff, m.SetCredential, m.SellCredit, m.PayByHand)
_DAY: Final = (m.CloseTable, m.OpenTable, m.CloseDay, m.BeginDay)
Past = tuple[Callable[[Openings], None], tuple[type, ...]]
PASTS: Final[Mapping[str, Past]] = {
    act.__name__: (act, theme)
    for act, theme in (
        (Openings.dry_by_hand, (m.TakeBackCard, m.DealCard, m.Resume)),
        (Openings.dry_by_the_shoe, _CARDS),
        (Openings.the_shoe_says_that_it_is_empty, _CARDS),
        (Openings.cards_by_hand, _CARDS),
        (Openings.a_dead_shoe, (*_CARDS, m.DealByHand)),
        (Openings.a_card_that_was_not_read, (*_CARDS, m.ReportForeignCard)),
        (Openings.one_too_many_waits, (*_CARDS, m.ReportForeignCard)),
        (Openings.drawn_together, (*_CARDS, m.ReportDrawnTogether)),
        (Openings.a_surplus_card, (*_CARDS, m.KeepSurplus, m.OpenBets, m.CloseTable)),
        (Openings.the_cut_card, (m.OpenBets, m.CloseBets, m.Certify, m.EndShoe)),
        (Openings.other_cards_lie_there, (*_CARDS, m.ReportWrongSides, m.Certify)),
        (Openings.a_void_after_payments, _OVER),
        (Openings.claims_of_who_has_gone, _OVER),
        (Openings.what_others_took_of_a_credit, (m.PayByHand, m.CashOut, m.Correct, m.Unlatch)),
        (Openings.long_ago, (m.RecallRound, m.Correct, m.TakeBackVoid, m.Dispute, m.RuleDispute)),
        (Openings.another_currency, (m.RecallRound, m.OpenTable, m.CloseTable)),
        (Openings.days, _DAY),
        (Openings.closed_with_much_left_open, (*_DAY, m.PayDue, m.CollectOwed, m.RuleDispute, m.ReleaseNote)),
        (Openings.tickets, _CASH),
        (Openings.a_ticket_out_of_date, _CASH),
        (Openings.wrong_numbers, _CASH),
        (Openings.a_proof_that_another_has_seen, (m.PayTicket, m.PayTicketByTwo, m.FindTicket)),
        (Openings.notes_that_are_held, (m.ReleaseNote, m.BuyCredit, m.Unlatch, m.CashOut)),
        (Openings.an_id_that_comes_again, (m.CashOut, m.BuyCredit, m.Unlatch)),
        (Openings.in_dispute, (m.RuleDispute, m.Dispute, m.CashOut, m.Answer)),
        (Openings.too_much_is_refused, (m.CashOut, m.Unlatch)),
        (Openings.machines, _PEERS),
        (Openings.all_of_it_is_bet, (m.Retire, m.PayByHand, m.Correct)),
        (Openings.a_wiped_machine, _PEERS),
        (Openings.a_copied_machine, _PEERS),
        (Openings.who_is_no_panel, (m.SignOn, m.SignOff, m.Beat)),
        (Openings.hellos, (m.Hello, m.Beat, m.Sync)),
        (Openings.revisions, (m.Answer, m.CloseBets, m.OpenBets)),
        (Openings.limits, (m.SetLimits, m.Answer, m.OpenTable)),
        (Openings.attendants, (m.CallAttendant, m.Attend)),
        (Openings.the_last_shift_manager, _PEOPLE),
        (Openings.the_last_panel, (m.Latch, m.Unlatch, m.Retire, m.EndKey)),
        (Openings.who_raises_himself, _PEOPLE),
        (Openings.on_another_line, (m.Hello, m.Beat)),
        (Openings.at_two_panels, _PEOPLE),
        (Openings.wrong_pins, _PEOPLE),
        (Openings.another_pin_in_between, _PEOPLE),
        (Openings.caps, _PEOPLE),
        (Openings.it_moved_on, (m.Correct, m.Rule, m.PayByHand, m.OpenBets, m.Certify)),
        (Openings.another_panels_order, (m.SellCredit, m.PayByHand)),
        (Openings.a_key_comes_back, _PEERS),
        (Openings.the_consoles_own_key, (m.RotateConsole, m.CloseDay, m.EnrolKey)),
        (Openings.keys, _PEERS),
        (Openings.a_start, (m.AnswerInterruption, m.Resume, m.Hello, m.PayTicket)),
        (Openings.another_history, (m.Resume, m.Latch, m.Unlatch, m.Hello, m.Beat)),
        (Openings.the_books_are_read, (m.Resume, m.CashOut, m.PayByHand)),
        (Openings.the_disk, (m.OpenBets, m.CloseBets)),
        (Openings.rulings_in_free_words, (m.RuleOtherwise, m.Rule, m.Certify)),
    )
}
