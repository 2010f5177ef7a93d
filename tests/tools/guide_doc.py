"""`python -m tests.tools.guide_doc` prints docs/guide.md: every halt and irregularity with its question and choices.

The choices are those that the guide itself gives over a table in memory: baccarat, two cards dealt and Bets on both
sides, or between two Rounds. What the document of each game knows is listed with the rulings that it can lead to.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from audit.guide import sight_of
from games.catalog import GAMES
from games.rulings import Irregularity, Position
from looks.words import HALTS as HALT_WORDS
from protocol import events as e
from protocol.guide import Choice, Guide, over, settled
from protocol.guide_words import EFFECTS, QUESTIONS, TOPICS
from protocol.halts import Halt
from protocol.moves import DEALER, second_for, title
from protocol.preview import When
from protocol.situation import Situation, for_higher
from tests.console.cluster import BANKER_WINS, Cluster, dealt, played

DOCUMENT: Final = Path(__file__).resolve().parents[2] / "docs" / "guide.md"
BETS: Final = {"T1": {"banker": 100}, "T2": {"player": 60}}
MONEY: Final = {
    When.NEVER: "none moves",
    When.AT_ONCE: "at once",
    When.CERTIFIED: "with the certificate",
    When.UNKNOWN: "by the cards that are named",
}
INTRO: Final = """# The guide

Printed from `protocol/guide.py`; a test keeps them equal. Over everything that is irregular panel and command line
(`etg guide JOURNAL`) show the same: what happened, a plain question, the paragraph, the cards as they lie, and what
the paragraph allows, each with who may choose it and what it does to every terminal and to the House. Where it says
"none is preferred" no choice is suggested. Paragraphs are of document 001; at another game the same has another number.
"""


def as_markdown() -> str:
    lines = [INTRO, "## Halts in a Round", "", *_halts(_in_round), "", "## Halts between Rounds", ""]
    lines += [*_halts(_between), "", "## A Round that is settled", "", *_table([_settled()]), ""]
    lines += ["## Irregularities", "", "What each document knows, and the rulings that it can lead to.", ""]
    lines += ["| game | § | what | question | rulings | who |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [_irregularity(game.document, it) for game in GAMES.values() for it in game.rulings.irregularities]
    return "\n".join(lines) + "\n"


def _in_round(reason: Halt) -> Cluster:
    cluster = dealt(f"{BANKER_WINS} 9S" if reason is Halt.SURPLUS else "2C KD", BETS)
    if reason is Halt.CARD_MISSING:
        cluster.unread()
    return cluster


def _between(reason: Halt | None = None) -> Cluster:
    cluster = played(BANKER_WINS, BETS)
    match reason:
        case Halt.SURPLUS:
            cluster.draw("9S")
        case Halt.CARD_MISSING:
            cluster.unread()
    return cluster


def _halts(make: Callable[[Halt], Cluster]) -> list[str]:
    found = []
    for reason in Halt:
        cluster = make(reason)
        view = cluster.table.view
        view.halts = {reason: e.Halted(reason, "somebody" if reason is Halt.UNCONFIRMED else "")}
        if view.in_round or reason is not Halt.INTERRUPTED:
            found.append(over(Situation(sight_of(cluster.table)), reason))
    return _table(found)


def _settled() -> Guide:
    (guide,) = settled(Situation(sight_of(_between().table)))
    return guide


def _table(guides: list[Guide]) -> list[str]:
    lines = ["| what happened | question | § | choices | who | money |", "| --- | --- | --- | --- | --- | --- |"]
    for guide in guides:
        name = HALT_WORDS.get(guide.what) or TOPICS[guide.what]
        question = QUESTIONS[guide.question] + (" (none is preferred)" if guide.equal else "")
        for choice in guide.choices:
            what = _effect(choice) + (" **!**" if choice.final else "")
            lines.append(
                f"| {name} | {question} | {_under(guide, choice)} | {what} | {_who(choice)} | {_money(choice)} |"
            )
            name = question = ""
    return lines


def _effect(choice: Choice) -> str:
    return EFFECTS[choice.step.key].replace("%1", choice.step.hand or choice.step.detail)


def _under(guide: Guide, choice: Choice) -> str:
    return ", ".join(it.paragraph for it in choice.step.under) or choice.step.paragraph or guide.paragraph


def _who(choice: Choice) -> str:
    step = choice.step
    if not step.who:
        return ""
    second = None if step.order is None else second_for("baccarat", step.order) or (DEALER if step.second else None)
    who = title(Position(step.who))
    if second is not None:
        who += f" and a {title(second)}" if second > step.who else " and a second person"
    elif step.key == "enter_card":
        who += " and a Pit Supervisor"
    return "; ".join((who, *for_higher(step)))


def _money(choice: Choice) -> str:
    told = choice.step.order is not None or choice.step.key == "enter_card"
    return MONEY[choice.money.when] if told else ""


def _irregularity(document: str, it: Irregularity) -> str:
    acts = ", ".join(act.__name__ for act in it.acts) or "LoadShoe"
    return f"| {document} | {it.paragraph} | {TOPICS[it.topic]} | {QUESTIONS[it.topic]} | {acts} | {title(it.who)} |"


if __name__ == "__main__":
    DOCUMENT.write_text(as_markdown())
