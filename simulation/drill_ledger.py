"""The ledger alone, against plain additions: sittings, Bets, Settlements, corrections that come long after, claims that
stand beside other people's money, tickets, and currencies that go and come back (M1, M2, M3, M5).

Only what can be is posted; that nothing else is, others look at.
"""

from random import Random
from typing import Final

from games.money import Currency
from games.round import Answer, PlayerId, Spot, returned
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.ledger import Ledger, check_zero_sum, share_out
from simulation.money_count import MoneyCount

TERMINALS: Final = (PlayerId("T1"), PlayerId("T2"))
CURRENCIES: Final = (Currency("SGD", 2), Currency("EUR", 2), Currency("JPY", 0))
PLAYER: Final = Spot("player")
VERDICT: Final = returned("3.6")  # nobody looks at it here


class LedgerDrill:
    def __init__(self, seed: int) -> None:
        self.rng = Random(f"ledger {seed}")
        self.ledger, self.count = Ledger(), MoneyCount()
        self.seq = self.rounds = 0
        self.lines: dict[tuple[int, PlayerId], tuple[int, tuple[Line, ...]]] = {}  # with the sitting
        self._posts(e.CurrencyBound(CURRENCIES[0]))

    def play(self, steps: int) -> None:
        rng = self.rng
        acts = (self._buys, self._bets, self._bets, self._is_settled, self._is_settled, self._is_corrected)
        for _ in range(steps):
            if rng.random() < 0.04:
                self._all_go()
            else:
                rng.choice((*acts, self._cashes_out, self._pays_a_claim))(rng.choice(TERMINALS))
            self.count.compare(self.ledger)
            check_zero_sum(self.ledger)

    def _posts(self, event: Fact) -> None:
        self.seq += 1
        self.ledger.apply(event)  # type: ignore[arg-type]
        match event:
            case e.LayoutRegistered(terminal=terminal, change=change):
                self.count.move(self.seq, terminal, -change, change)
            case e.Settled():
                self.count.settled(self.seq, event)
            case e.LinesCorrected():
                self.count.corrected(self.seq, event)
            case _:
                self.count.apply(self.seq, event)

    def _of(self, terminal: PlayerId) -> tuple[int, int]:
        return self.count.credit.get(terminal, 0), self.count.stake.get(terminal, 0)

    # --- what happens -------------------------------------------------------------------------------------------------

    def _buys(self, terminal: PlayerId) -> None:
        sitting = self.ledger.sitting_for_credit(terminal)
        self._posts(e.CreditBought(self.rng.randbytes(16), terminal, sitting, self.rng.choice((10, 50))))

    def _bets(self, terminal: PlayerId) -> None:
        """All of it, too: who has staked his last chip is still who he was."""
        credit, stake = self._of(terminal)
        change = self.rng.choice((credit, credit // 2, -stake))
        if change:
            bets = {PLAYER: stake + change} if stake + change else {}
            self._posts(e.LayoutRegistered(m.WindowId(1, 1, bytes(8)), terminal, 1, Answer(bets), change))

    def _is_settled(self, terminal: PlayerId) -> None:
        _, stake = self._of(terminal)
        if stake:
            self.rounds += 1
            lines = (Line(PLAYER, stake, stake * self.rng.randrange(3), VERDICT),)
            sitting = self.ledger.sittings[terminal]
            self._posts(e.Settled(self.rounds, terminal, sitting, lines))
            self.lines[self.rounds, terminal] = (sitting, lines)

    def _is_corrected(self, _terminal: PlayerId) -> None:
        if not self.lines:
            return
        (round_no, terminal), (sitting, before) = self.rng.choice(list(self.lines.items())[-6:])
        staked, was = before[0].staked, before[0].returned
        after = (Line(PLAYER, staked, staked * self.rng.randrange(3), VERDICT),)
        shared = share_out(self.ledger, terminal, sitting, after[0].returned - was)
        self._posts(e.LinesCorrected(round_no, terminal, sitting, before, after, *shared))
        self.lines[round_no, terminal] = (sitting, after)

    def _cashes_out(self, terminal: PlayerId, *, all_of_it: bool = False) -> None:
        credit, stake = self._of(terminal)
        if not credit or stake:
            return
        amount = credit if all_of_it or self.rng.random() < 0.7 else 1 + credit // 2
        sitting = self.ledger.sittings[terminal]
        if self.rng.random() < 0.3:
            self._posts(e.HandPaid(terminal, sitting, amount))
            return
        ticket = f"{self.seq:06}"
        self._posts(e.TicketIssued(self.rng.randbytes(16), terminal, sitting, ticket, amount))
        if not all_of_it and self.rng.random() < 0.5:
            other = self.rng.choice(TERMINALS)
            sits = self.ledger.sitting_for_credit(other)
            self._posts(e.TicketAccepted(self.rng.randbytes(16), other, sits, ticket, amount))
        else:
            self._posts(e.TicketPaid(ticket, amount))

    def _pays_a_claim(self, _terminal: PlayerId) -> None:
        for of, paid in ((self.count.due, e.DuePaid), (self.count.owed, e.OwedCollected)):
            for (terminal, sitting), amount in list(of.items()):
                if amount:
                    self._posts(paid(terminal, sitting, amount))
                    return

    def _all_go(self) -> None:
        """And another currency is played for: what the House has in the first one waits for its return."""
        for terminal in TERMINALS:
            self._is_settled(terminal)
            self._cashes_out(terminal, all_of_it=True)
        while any(self.count.due.values()) or any(self.count.owed.values()):
            self._pays_a_claim(TERMINALS[0])
        self.lines.clear()  # a correction would be in the money of before
        self._posts(e.CurrencyBound(self.rng.choice([it for it in CURRENCIES if it != self.count.currency])))


def run(seed: int, steps: int) -> LedgerDrill:
    """Raises a Violation, or whatever the ledger's own invariants say."""
    drill = LedgerDrill(seed)
    drill.play(steps)
    return drill
