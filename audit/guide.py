"""What a table waits for, from its journal: what happened, the question, the paragraph, the choices, who, the money.

The guide is the panel's own (`protocol/guide.py`), for whoever has no panel before him: somebody who is rung up at
night, an auditor, a laboratory. It reads as `etg journal` does and gives no order.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from audit.journal import reading
from console.books import Books
from console.table.state import Setup
from console.table.table import Table
from games.catalog import find_face
from games.rulings import Position
from looks.words import HALTS, PHASES
from protocol.chain import ChainBroken
from protocol.guide import Choice, Guide, guides
from protocol.guide_words import EFFECTS, QUESTIONS, TOPICS
from protocol.journal import JournalError
from protocol.moves import case_in, second_for, title
from protocol.preview import Preview, When
from protocol.process import Log
from protocol.situation import Sight, for_higher

HELP = "Say what a table waits for: question, paragraph, choices, who may choose, and the money."
EXAMPLE = """
./etg guide table.journal                 what stops the table, and each way on; also of a table that runs
./etg guide table.journal --all           and all else that could be ruled now, and the last Round
"""
WHEN = {
    When.NEVER: "no money moves",
    When.AT_ONCE: "at once",
    When.CERTIFIED: "when it is certified",
    When.UNKNOWN: "the money depends on the cards that are named",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    file = "a console's journal, or an archive's; one that is in use is read through its process"
    parser.add_argument("file", type=Path, metavar="JOURNAL", help=file)
    parser.add_argument("--all", action="store_true", help="also what nobody has said to be irregular yet")


def run(args: argparse.Namespace) -> int:
    try:
        with reading(args.file, at_leisure=True) as journal:
            table = Books(journal, Setup(journal.name, "baccarat"), Log("guide")).table
    except (JournalError, ChainBroken) as wrong:
        print(f"etg guide: {wrong}", file=sys.stderr)
        return 1
    print("\n".join(told(table, everything=args.all)))
    return 0


def sight_of(table: Table) -> Sight:
    """What staff see, as the table itself has it."""
    state = table.state
    given = state.windows.given if state.view.in_round else {}
    bets = {name: {player: answer.bets for player, answer in answers.items()} for name, answers in given.items()}
    paid = state.paid if state.view.in_round else {}
    rounds = {**state.settled, **state.recalled.rounds}
    newest = state.recalled.newest
    return Sight(state.view, state.ledger, bets, paid, dict(state.sat), rounds, state.aside, newest).still()


def told(table: Table, *, everything: bool) -> Iterator[str]:
    view, sight = table.view, sight_of(table)
    name = view.placard.name or table.setup.table
    yield f"{name}, entry {table.seq:,}: round {view.round_no}, {PHASES[view.phase].lower()}"
    found = [guide for guide in guides(sight) if guide.halt is not None or everything]
    if not view.halts:
        yield "Nothing stops the table."
    for guide in found:
        yield ""
        yield from _guide(guide, sight)


def _guide(guide: Guide, sight: Sight) -> Iterator[str]:
    name = HALTS[guide.what] if guide.halt is not None else TOPICS[guide.what]
    yield f"{name}{f'  §{guide.paragraph}' if guide.paragraph else ''}"
    yield f"  {QUESTIONS[guide.question]}"
    words = find_face(sight.view.game).words
    for hand, cards in guide.hands.items():
        yield f"  {words.get(hand, hand):<10}{' '.join('??' if card is None else card.text for card in cards)}"
    if guide.surplus:
        yield f"  {'extra':<10}{' '.join(card.text for card in guide.surplus)}"
    if guide.equal:
        yield "  The rules prefer none of these:"
    for number, choice in enumerate(guide.choices, 1):
        yield from _choice(number, choice, sight)


def _choice(number: int, choice: Choice, sight: Sight) -> Iterator[str]:
    step = choice.step
    effect = EFFECTS[step.key].replace("%1", step.hand or step.detail)
    under = ", ".join(f"§{it.paragraph}" for it in step.under) or (f"§{step.paragraph}" if step.paragraph else "")
    who = title(Position(step.who)) if step.who else ""
    case = case_in(sight.view, paid=bool(sight.paid))
    second = None if step.order is None else second_for(sight.view.game, step.order, case)
    if second is not None:
        who += f" and a {title(second)}" if second > step.who else " and a second person"
    facts = "; ".join(
        fact for fact in (under, who, *for_higher(step), "there is no way back" if choice.final else "") if fact
    )
    yield f"  {number}. {effect}{f'  ({facts})' if facts else ''}"
    if step.order is not None or step.key == "enter_card":
        yield from _money(choice.money, sight)


def _money(preview: Preview, sight: Sight) -> Iterator[str]:
    write = sight.ledger.currency.write
    if preview.when in (When.NEVER, When.UNKNOWN):
        yield f"     {WHEN[preview.when]}"
        return
    was = "staked"
    if preview.settled:
        was = "was paid" if preview.when is When.AT_ONCE else "would get"
    yield f"     {WHEN[preview.when]}: House {write(preview.house)}"
    for share in preview.shares:
        line = f"     {share.terminal:<10}{was} {write(share.before)}, gets {write(share.after)}"
        claims = [f"{write(amount)} {kind}" for kind, amount in (("due", share.due), ("owed", share.owed)) if amount]
        yield f"{line}{f', of which {chr(44).join(claims)}' if claims else ''}"
