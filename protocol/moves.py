"""The table's states and what may be done in them (DESIGN 4.7): one table, read by the core, the tests and the docs.

An order that is not listed for the state is refused with the reason, and put on record, because a person made it.
`docs/states.md` is this table, printed.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.rulings import Position
from protocol import messages as m
from protocol.view import Phase

CLOSED, READY, BETTING, DEALING, RESULT = Phase
IN_ROUND: Final = (BETTING, DEALING, RESULT)
OPEN: Final = (READY, *IN_ROUND)
ANY: Final = tuple(Phase)


class Move(Struct, frozen=True):
    """One order: in which states, over a halt or not, by whom, with whom, and what it writes."""

    order: type
    phases: tuple[Phase, ...]
    who: Position
    entries: str
    second: Position | None = None  # two different people are needed, and one of them must be this or above
    halted: bool | None = None  # False: only while nothing halts the table; True: only over a halt; None: both
    of_round: bool = False  # it names the Round it is about, and is refused when that has passed
    paragraph: str = ""


DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = Position

MOVES: Final = (
    Move(m.OpenTable, (CLOSED,), SUPERVISOR, "TableOpened", paragraph="3.4"),
    Move(m.SetLimits, (CLOSED, READY), MANAGER, "LimitsSet", second=DEALER, halted=False, paragraph="3.4"),
    Move(m.LoadShoe, OPEN, DEALER, "ShoeLoaded, later CardBurnt, ShoeLive", second=SUPERVISOR, paragraph="2.2.1"),
    Move(m.EndShoe, (READY,), DEALER, "ShoeEnded", second=SUPERVISOR, paragraph="5.3.2"),
    Move(m.OpenBets, (READY,), DEALER, "WindowOpened", halted=False, of_round=True, paragraph="3.3"),
    Move(m.AddTime, (BETTING,), DEALER, "TimeAdded", halted=False, of_round=True, paragraph="3.7"),
    Move(m.CloseBets, (BETTING,), DEALER, "WindowClosed", halted=False, of_round=True, paragraph="3.7"),
    Move(m.EnterCard, OPEN, DEALER, "CardDealt", second=SUPERVISOR, halted=True, of_round=True, paragraph="5.1"),
    Move(m.CorrectCards, (DEALING, RESULT), DEALER, "CardsCorrected", second=SUPERVISOR, of_round=True),
    Move(m.Certify, IN_ROUND, DEALER, "Certified, Settled, RoundEnded", halted=False, of_round=True, paragraph="3.13"),
    Move(m.Rule, IN_ROUND, DEALER, "RulingMade; Void: Settled, RoundEnded", of_round=True, paragraph="5.3"),
    Move(m.KeepSurplus, OPEN, SUPERVISOR, "SurplusKept", halted=True, of_round=True, paragraph="5.4"),
    Move(m.AnswerInterruption, IN_ROUND, SUPERVISOR, "InterruptionAnswered; Void", halted=True, of_round=True),
    Move(m.CallSupervisor, OPEN, DEALER, "Halted", of_round=True, paragraph="5.12"),
    Move(m.Resume, ANY, SUPERVISOR, "Resumed", halted=True, paragraph="5.12"),
    Move(m.Correct, OPEN, SUPERVISOR, "RoundCorrected, LinesCorrected", second=DEALER, paragraph="5.6"),
    Move(m.VoidSettled, (READY,), SUPERVISOR, "RoundCorrected, LinesCorrected", second=DEALER, paragraph="5.3.3"),
    Move(m.RecordRuling, ANY, SHIFT_MANAGER, "RulingRecorded", paragraph="5.12"),
    Move(m.CloseTable, (READY,), SUPERVISOR, "TableClosed", halted=False),
    Move(m.CloseDay, (CLOSED,), SUPERVISOR, "DayClosed"),
    Move(m.SellCredit, ANY, DEALER, "CreditBought"),
    Move(m.PayTicket, ANY, DEALER, "TicketPaid"),
    Move(m.PayByHand, ANY, DEALER, "HandPaid", second=SUPERVISOR),
    Move(m.PayDue, ANY, DEALER, "DuePaid", second=SUPERVISOR, paragraph="5.6"),
    Move(m.CollectOwed, ANY, DEALER, "OwedCollected", second=SUPERVISOR, paragraph="5.6"),
    Move(m.RuleDispute, ANY, SUPERVISOR, "DisputeRuled", paragraph="5.10"),
    Move(m.Enrol, ANY, SUPERVISOR, "TerminalEnrolled", second=DEALER),
    Move(m.Retire, ANY, SUPERVISOR, "TerminalRetired", second=DEALER),
    Move(m.Latch, ANY, SUPERVISOR, "TerminalLatched"),
    Move(m.Unlatch, ANY, SUPERVISOR, "TerminalUnlatched"),
    Move(m.Attend, ANY, DEALER, "AttendantCalled"),
)  # fmt: skip

MOVE_FOR: Final[Mapping[type, Move]] = {move.order: move for move in MOVES}


class Happening(Struct, frozen=True):
    """What comes by itself, and cannot be refused."""

    what: str
    phases: tuple[Phase, ...]
    entries: str
    paragraph: str = ""


HAPPENINGS: Final = (
    Happening("a terminal answers a window", (BETTING,), "LayoutRegistered or LayoutRefused", "3.6"),
    Happening("the countdown ends", (BETTING,), "WindowClosed", "3.7, 5.9"),
    Happening("a card comes", (BETTING,), "SurplusDrawn, WindowClosed, Halted(surplus)", "5.4"),
    Happening("a card comes where one is due", (DEALING,), "CardDealt; or Halted(foreign_card)", "3.8-3.10, 5.3.1"),
    Happening("a card comes where none is due", (RESULT,), "SurplusDrawn, Halted(surplus)", "5.4"),
    Happening("a card comes between Rounds", (READY,), "CardBurnt; else CardIdle, Halted(surplus)", "5.4"),
    Happening("a card was not read, or one is missing", OPEN, "CardUnread, Halted(card_missing)", "5.3.3"),
    Happening("a card contradicts one on record", OPEN, "Halted(card_conflict)", "5.6"),
    Happening("the shoe is lost, comes back", ANY, "ShoeLost, Halted(shoe_lost); ShoeBack, Resumed", "5.1"),
    Happening("the shoe is dry while a card is due", (DEALING,), "Halted(shoe_dry)", "5.3.4"),
    Happening("the shoe has another result than the cards", (RESULT,), "Halted(result_differs)", "5.6"),
    Happening("the shoe restarts or errs by its own word", IN_ROUND, "Halted(shoe_faulty)", "5.1"),
    Happening("the console starts", IN_ROUND, "ConsoleStarted, Interrupted", "5.1"),
    Happening("a terminal knows more of the log than we do", ANY, "Halted(history)"),
    Happening("a terminal disputes its lines", ANY, "SettlementDisputed", "5.10"),
)  # fmt: skip


def same_person(one: str, other: str) -> bool:
    """However the name was typed: a panel's keys have capitals only. Blanks are nobody's name, and so no other's."""
    mine, yours = one.casefold().split(), other.casefold().split()
    return mine == yours or not mine or not yours


# --- for people ----------------------------------------------------------------------------------------------


def as_markdown() -> str:
    """The two tables as `docs/states.md` shows them."""
    lines = [
        "# The table's states, and what may be done in them",
        "",
        "Printed from `protocol/moves.py`; a test keeps them equal. An order that the state does not list is refused",
        "with the reason and put on record. `Halted` lies over any state and keeps it. Paragraphs are of document 001.",
        "",
        "## Orders",
        "",
        "| in state | order | over a halt | by, with | entries | § |",
        "| --- | --- | --- | --- | --- | --- |",
        *(_order_line(move) for move in MOVES),
        "",
        "## What comes by itself",
        "",
        "| in state | what | entries | § |",
        "| --- | --- | --- | --- |",
        *(f"| {_states(it.phases)} | {it.what} | {it.entries} | {it.paragraph} |" for it in HAPPENINGS),
    ]
    return "\n".join(lines) + "\n"


def _order_line(move: Move) -> str:
    halted = {None: "too", True: "only", False: "no"}[move.halted]
    who = _words(move.who)
    if move.second is not None:
        who += f" and a {_words(move.second)}" if move.second > move.who else " and a second person"
    return f"| {_states(move.phases)} | {move.order.__name__} | {halted} | {who} | {move.entries} | {move.paragraph} |"


def _states(phases: tuple[Phase, ...]) -> str:
    return "any" if phases == ANY else ", ".join(phase.value for phase in phases)


def _words(position: Position) -> str:
    return position.name.replace("_", " ").title()
