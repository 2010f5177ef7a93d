"""001 §5.12: what no paragraph provides for. A Shift Manager and a second person decide in free words; what comes of it
is one of a few effects, each of which can be said before it is done (`protocol.preview`).
"""

from console.table.playing import begin_round, close_all, return_bets, settle_down
from console.table.settling import void
from console.table.state import Facts, TableCore
from games.round import Refusal, Voided
from games.rulings import Topic
from protocol import events
from protocol import messages as m
from protocol.halts import ENDED_BY_CONCLUSION


def verify_otherwise(table: TableCore, order: m.RuleOtherwise) -> Refusal | None:
    about = table.game.rulings.paragraph(Topic.ANYTHING_ELSE)
    match order.effect:
        case m.VoidRound():
            return table.game.rule(table.round, Voided(about), about)
        case m.ReturnBets(terminals=terminals):
            if without := [name for name in terminals if not table.open_bets(name)]:
                return Refusal("no_bets", f"{', '.join(without)}: no Bet of this Round stands there", about)
            if len(set(terminals)) < len(terminals):
                return Refusal("twice", "a terminal is named twice", about)
            if any(table.state.paid.get(name) for name in terminals):
                return Refusal("paid", "some of their Bets are settled: correct the Round instead", about)
        case m.RoundWithoutBets():
            if not table.forgotten.space:
                return Refusal("storage", "the disk is full: no Round is begun that might not be written to its end")
        case m.PayFromHouse(terminal=terminal, amount=amount):
            if refused := table.pays_nothing():
                return refused
            most = table.view.placard.house_pays_max  # on record: another file waits for the next opening
            if amount > most:
                return Refusal("too_much", f"by a Ruling no more than {most} is paid", about)
            if not table.peers.peer(terminal).role:
                return Refusal("no_terminal", f"{terminal} is not known here", about)
    return None


def rule_otherwise(table: TableCore, now_ms: int, order: m.RuleOtherwise) -> Facts:
    yield events.RulingRecorded(order.text)
    match order.effect:
        case m.Conclude():
            yield from table.clear(now_ms, *ENDED_BY_CONCLUSION)
        case m.VoidRound():
            yield from void(table, now_ms, Voided(table.game.rulings.paragraph(Topic.ANYTHING_ELSE)))
        case m.ReturnBets(terminals=terminals):
            yield from return_bets(table, terminals)
        case m.RoundWithoutBets():
            # Its window opens and closes in one commit: nobody can answer it, and all else is a Round like any other.
            yield from begin_round(table, now_ms)
            yield from close_all(table, "no_bets")
            yield from settle_down(table, now_ms)
        case m.PayFromHouse(terminal=terminal, amount=amount):
            yield events.HousePaid(terminal, amount)
