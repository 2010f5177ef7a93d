"""`python -m tests.tools.states_doc` prints docs/states.md: the moves, what comes by itself, and the halts."""

from pathlib import Path
from typing import Final

from msgspec import Struct

from games.catalog import paragraph_of
from protocol.halts import HALTS, Halt, HaltRule
from protocol.moves import ANY, BETTING, DEALER, DEALING, IN_ROUND, MOVES, OPEN, READY, RESULT, Move, title
from protocol.view import Phase

DOCUMENT: Final = Path(__file__).resolve().parents[2] / "docs" / "states.md"
CORE_GAME: Final = "baccarat"  # whose paragraphs the table cites


class Happening(Struct, frozen=True):
    """What comes by itself, and cannot be refused."""

    what: str
    phases: tuple[Phase, ...]
    entries: str
    paragraph: str = ""


HAPPENINGS: Final = (
    Happening("a terminal answers a window", (BETTING,), "LayoutRegistered or LayoutRefused", "3.6"),
    Happening("the countdown ends", (BETTING,), "WindowClosed", "3.7, 5.9"),
    Happening("a card comes", (BETTING,), "SurplusDrawn, SurplusSeen, WindowClosed, Halted(surplus)", "5.4"),
    Happening("a card comes where one is due", (DEALING,), "CardDealt; or Halted(foreign_card)", "3.8-3.10, 5.3.1"),
    Happening("a card comes where none is due", (RESULT,), "SurplusDrawn, SurplusSeen, Halted(surplus)", "5.4"),
    Happening("a card comes between Rounds", (READY,), "CardBurnt; else CardIdle, SurplusSeen, Halted(surplus)", "5.4"),
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


def as_markdown() -> str:
    """The two tables as `docs/states.md` shows them."""
    lines = [
        "# The table's states, and what may be done in them",
        "",
        "Printed from `protocol/moves.py` and `protocol/halts.py`; a test keeps them equal. An order that the state",
        "does not list is refused with the reason and put on record. `Halted` lies over any state and keeps it.",
        "Paragraphs are of document 001; at another game the same topic has another number.",
        "",
        "Who is named, or above, must be one of those who give and sign an order; so whoever is below (a Dealer or",
        "above, or who is named besides) proposes it, and somebody signs. Credit sold, tickets paid and payments by",
        "hand have caps by position. Archives, witnesses and panels are latched, unlatched, retired, enrolled and",
        "ended by a Technician and a Shift Manager together. A Void is for whoever may rule under its paragraph; once",
        "the cards are complete (result), and under 5.12 always, a second person signs it; and so whatever else gives",
        "Bets back then or takes a card from a Hand, and two cards at once between which a Player has decided.",
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
        "",
        "## Halts",
        "",
        "What ends each, besides its own remedy (the shoe is back, the card is entered, the question is answered).",
        "",
        "| halt | by the word of | by | by a new set of cards | the set may be changed in a Round |",
        "| --- | --- | --- | --- | --- |",
        *(_halt_line(halt, rule) for halt, rule in HALTS.items()),
    ]
    return "\n".join(lines) + "\n"


def _order_line(move: Move) -> str:
    halted = {None: "too", True: "only", False: "no"}[move.halted]
    who = title(move.who)
    also = "".join(f" or {title(position)}" for position in move.also)
    if move.second is None:
        who += also
    else:
        least = f" ({title(move.least)} or above{also})" if move.least > DEALER else also and f" (also{also[3:]})"
        who += f" and a {title(move.second)}" if move.second > move.who else " and a second person"
        who += least
    writes = ", ".join(fact.__name__ for fact in move.writes)
    paragraph = "" if move.topic is None else paragraph_of(CORE_GAME, move.topic)
    return f"| {_states(move.phases)} | {move.order.__name__} | {halted} | {who} | {writes} | {paragraph} |"


def _states(phases: tuple[Phase, ...]) -> str:
    return "any" if phases == ANY else ", ".join(phase.value for phase in phases)


def _halt_line(halt: Halt, rule: HaltRule) -> str:
    word = "" if rule.resume is None else title(rule.resume) + (" and a second person" if rule.second else "")
    ends = (("Void", rule.void), ("Ruling", rule.ruling), ("corrected cards", rule.correction))
    acts = ", ".join(name for name, does in ends if does)
    return f"| {halt} | {word} | {acts} | {rule.new_set} | {'yes' if rule.changes_set else 'no'} |"


if __name__ == "__main__":
    DOCUMENT.write_text(as_markdown())
