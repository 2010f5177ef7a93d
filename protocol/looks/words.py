"""Words for the screens that do not stand in QML: phases, places to bet, outcomes, links, halts, refusals.

The cores speak in keys ("bad_stake"); this table says what a person reads, and `say` says it in the language that is
selected. QT_TRANSLATE_NOOP is there for the tool that collects texts;
the context "words.py" can be the name of no QML file. Must never know why something was said.
"""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802
    """Marks a text for the tool that collects them, which looks for this name. (Qt's own has no type.)"""
    return text


PHASES: Final = {
    "closed": QT_TRANSLATE_NOOP("words.py", "Table closed"),
    "ready": QT_TRANSLATE_NOOP("words.py", "Next round soon"),
    "betting": QT_TRANSLATE_NOOP("words.py", "Place your bets"),
    "dealing": QT_TRANSLATE_NOOP("words.py", "No more bets"),
    "result": QT_TRANSLATE_NOOP("words.py", "Result"),
}
SPOTS: Final = {
    "player": QT_TRANSLATE_NOOP("words.py", "Player"),
    "banker": QT_TRANSLATE_NOOP("words.py", "Banker"),
    "tie": QT_TRANSLATE_NOOP("words.py", "Tie"),
    "player_pair": QT_TRANSLATE_NOOP("words.py", "Player Pair"),
    "banker_pair": QT_TRANSLATE_NOOP("words.py", "Banker Pair"),
}
OUTCOMES: Final = {
    "won": QT_TRANSLATE_NOOP("words.py", "Won"),
    "lost": QT_TRANSLATE_NOOP("words.py", "Lost"),
    "returned": QT_TRANSLATE_NOOP("words.py", "Returned"),
    "surrendered": QT_TRANSLATE_NOOP("words.py", "Surrendered"),
}
LINKS: Final = {
    "joined": QT_TRANSLATE_NOOP("words.py", "Connected"),
    "joining": QT_TRANSLATE_NOOP("words.py", "Joining the table"),
    "reconnecting": QT_TRANSLATE_NOOP("words.py", "No connection"),
    "denied": QT_TRANSLATE_NOOP("words.py", "Not admitted"),
    "stopped": QT_TRANSLATE_NOOP("words.py", "Out of service"),
}
HALTS: Final = {
    "called": QT_TRANSLATE_NOOP("words.py", "The Supervisor was called"),
    "card_conflict": QT_TRANSLATE_NOOP("words.py", "A card was read twice, and not alike"),
    "card_missing": QT_TRANSLATE_NOOP("words.py", "A card was not read"),
    "foreign_card": QT_TRANSLATE_NOOP("words.py", "A card that does not belong to this shoe"),
    "history": QT_TRANSLATE_NOOP("words.py", "Records of the table differ"),
    "interrupted": QT_TRANSLATE_NOOP("words.py", "The round was interrupted"),
    "miscount": QT_TRANSLATE_NOOP("words.py", "The number of cards is wrong"),
    "result_differs": QT_TRANSLATE_NOOP("words.py", "The card shoe has another result"),
    "shoe_dry": QT_TRANSLATE_NOOP("words.py", "The card shoe is empty"),
    "shoe_faulty": QT_TRANSLATE_NOOP("words.py", "The card shoe has a fault"),
    "shoe_lost": QT_TRANSLATE_NOOP("words.py", "The card shoe does not answer"),
    "surplus": QT_TRANSLATE_NOOP("words.py", "A card came that was not due"),
    "unshuffled": QT_TRANSLATE_NOOP("words.py", "The cards are not shuffled"),
}
REFUSALS: Final = {
    "bad_note": QT_TRANSLATE_NOOP("words.py", "This note is not accepted"),
    "bad_stake": QT_TRANSLATE_NOOP("words.py", "This amount is not possible here"),
    "bad_ticket": QT_TRANSLATE_NOOP("words.py", "This ticket cannot be paid"),
    "closed": QT_TRANSLATE_NOOP("words.py", "Bets are closed"),
    "credit": QT_TRANSLATE_NOOP("words.py", "Not enough credit"),
    "denied": QT_TRANSLATE_NOOP("words.py", "This terminal is not admitted to the table"),
    "disputed": QT_TRANSLATE_NOOP("words.py", "A round is in dispute: a Supervisor is called"),
    "excluded": QT_TRANSLATE_NOOP("words.py", "No bets are taken here"),
    "halted": QT_TRANSLATE_NOOP("words.py", "Play has stopped for a moment"),
    "illegal_decision": QT_TRANSLATE_NOOP("words.py", "This choice is not offered now"),
    "latched": QT_TRANSLATE_NOOP("words.py", "This terminal is out of play: call an attendant"),
    "no_rule_book": QT_TRANSLATE_NOOP("words.py", "This terminal does not know the game"),
    "not_entitled": QT_TRANSLATE_NOOP("words.py", "You may not do this"),
    "reconnecting": QT_TRANSLATE_NOOP("words.py", "No connection to the table"),
    "returned": QT_TRANSLATE_NOOP("words.py", "Not registered in time: the bets are returned"),
    "second_person": QT_TRANSLATE_NOOP("words.py", "A second person must confirm this"),
    "stake_in_play": QT_TRANSLATE_NOOP("words.py", "Bets are still in play"),
    "stopped": QT_TRANSLATE_NOOP("words.py", "This terminal has stopped: call an attendant"),
    "storage": QT_TRANSLATE_NOOP("words.py", "The table has no room for another round"),
    "too_many": QT_TRANSLATE_NOOP("words.py", "Too many changes: the last registered bets stand"),
    "too_much": QT_TRANSLATE_NOOP("words.py", "The total is over the limit"),
    "unknown_spot": QT_TRANSLATE_NOOP("words.py", "There is no such place to bet"),
    "wrong_state": QT_TRANSLATE_NOOP("words.py", "Not possible at this moment"),
}
TABLES: Final[tuple[Mapping[str, str], ...]] = (PHASES, SPOTS, OUTCOMES, LINKS, HALTS, REFUSALS)


def say(table: Mapping[str, str], key: str) -> str:
    """The word for a key in the selected language; a key that has no word yet is shown as it is, never hidden."""
    return QCoreApplication.translate("words.py", table[key]) if key in table else key
