"""The words of the alarms, and of why a terminal is out of play. English here; the screens say them in the language
that is chosen (`looks/words.py` has the way, and the context of that name).
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.face import QT_TRANSLATE_NOOP
from protocol.alarms import Alarm
from protocol.events import AlarmRaised

ALARMS: Final[Mapping[str, str]] = {
    Alarm.OTHER_CONTENT: QT_TRANSLATE_NOOP("words.py", "the same bet came again with other content"),
    Alarm.NOTE_DENOMINATION: QT_TRANSLATE_NOOP("words.py", "a note is held: this table takes no such note"),
    Alarm.NOTE_CAP: QT_TRANSLATE_NOOP("words.py", "a note is held: more than the terminal may take in an hour"),
    Alarm.NOTE_CREDIT: QT_TRANSLATE_NOOP("words.py", "a note is held: more than a credit can be"),
    Alarm.NOTE_PROCESS: QT_TRANSLATE_NOOP("words.py", "a note is held: told by a program that has not joined"),
    Alarm.NOTE_OTHER_CURRENCY: QT_TRANSLATE_NOOP("words.py", "a note is stacked, and no credit: %1 in %2"),
    Alarm.OVERDRAWN: QT_TRANSLATE_NOOP("words.py", "it asked for more than its credit"),
    Alarm.UNPRINTED: QT_TRANSLATE_NOOP("words.py", "too many of its tickets were not printed"),
    Alarm.WRONG_NUMBERS: QT_TRANSLATE_NOOP("words.py", "too many wrong ticket numbers"),
    Alarm.NO_TICKET_YET: QT_TRANSLATE_NOOP(
        "words.py", "no ticket is issued before these have confirmed the start, too, or are retired: %1"
    ),
    Alarm.STILL_LATCHED: QT_TRANSLATE_NOOP("words.py", "it has a new key, and is still out of play: %1"),
    Alarm.MANY_MONEY_REFUSED: QT_TRANSLATE_NOOP("words.py", "too many of its requests for money were refused"),
    Alarm.MANY_TICKETS: QT_TRANSLATE_NOOP("words.py", "too many tickets in an hour"),
    Alarm.MANY_CALLS: QT_TRANSLATE_NOOP("words.py", "too many calls for an attendant in an hour"),
    Alarm.MANY_SEATS: QT_TRANSLATE_NOOP("words.py", "it changes its seat too often"),
    Alarm.MANY_COINS: QT_TRANSLATE_NOOP("words.py", "it changes its coin too often"),
    Alarm.MANY_SIGN_ONS: QT_TRANSLATE_NOOP("words.py", "too many sign-ons in an hour"),
    Alarm.MANY_ORDERS_REFUSED: QT_TRANSLATE_NOOP("words.py", "too many of its orders were refused in an hour"),
    Alarm.MANY_PROPOSED: QT_TRANSLATE_NOOP("words.py", "too many orders were proposed there in an hour"),
    Alarm.WRONG_PINS: QT_TRANSLATE_NOOP("words.py", "too many wrong PINs"),
    Alarm.WRONG_PINS_OF: QT_TRANSLATE_NOOP("words.py", "too many wrong PINs of %1"),
    Alarm.KEEPER_GUESSED: QT_TRANSLATE_NOOP(
        "words.py", "the PIN of one of the last two who could reset it is guessed: %1"
    ),
    Alarm.NO_PANEL: QT_TRANSLATE_NOOP("words.py", "an order came from a key that is no panel's"),
    Alarm.OTHERS_ID: QT_TRANSLATE_NOOP("words.py", "another panel's order came from there again: it is not looked at"),
    Alarm.TWICE: QT_TRANSLATE_NOOP("words.py", "two machines have this key"),
    Alarm.HASTY: QT_TRANSLATE_NOOP("words.py", "its key dials too often: is there a second machine?"),
    Alarm.DENIED_IDENTITY: QT_TRANSLATE_NOOP("words.py", "not let in: it says %1, and its key is that of %2"),
    Alarm.DENIED_REPLACED: QT_TRANSLATE_NOOP("words.py", "not let in: another process has joined with its key"),
    Alarm.DENIED_TWICE: QT_TRANSLATE_NOOP("words.py", "not let in: two machines have this key"),
    Alarm.DENIED_BOOT: QT_TRANSLATE_NOOP("words.py", "not let in: too many starts at once"),
    Alarm.DENIED_WIPED: QT_TRANSLATE_NOOP("words.py", "not let in: its records were lost"),
    Alarm.DENIED_RETIRED: QT_TRANSLATE_NOOP("words.py", "not let in: it was taken out of service"),
    Alarm.DENIED_VERSION: QT_TRANSLATE_NOOP("words.py", "not let in: it runs another version of the program"),
    Alarm.OTHER_HISTORY: QT_TRANSLATE_NOOP("words.py", "claims another history"),
    Alarm.PROVEN_HISTORY: QT_TRANSLATE_NOOP("words.py", "claims another history, with our signature"),
    Alarm.OLD_FLOOR: QT_TRANSLATE_NOOP("words.py", "speaks for an old copy of the floor: its term has passed"),
    Alarm.LEAPING: QT_TRANSLATE_NOOP("words.py", "names a term of the floor far ahead"),
    Alarm.UNPROVEN: QT_TRANSLATE_NOOP("words.py", "carries an entry that no table of this house has signed"),
    Alarm.NOT_OURS: QT_TRANSLATE_NOOP("words.py", "carries an entry that is not for this table"),
    Alarm.GUESSED: QT_TRANSLATE_NOOP("words.py", "too many tickets that we never issued were shown there"),
    Alarm.CLAIM_SHORT: QT_TRANSLATE_NOOP(
        "words.py", "does not answer for all of a ticket that was paid here: %1 is lost"
    ),
    Alarm.NO_SHOE: QT_TRANSLATE_NOOP("words.py", "a card came, and no shoe is loaded"),
    Alarm.TAPE: QT_TRANSLATE_NOOP("words.py", "its bytes are not kept"),
    Alarm.SEED_GONE: QT_TRANSLATE_NOOP("words.py", "the seed of the shuffle is gone"),
    Alarm.SEED_UNKEPT: QT_TRANSLATE_NOOP("words.py", "the seed of the shuffle cannot be kept: no round begins"),
    Alarm.UNOPENED: QT_TRANSLATE_NOOP("words.py", "it has not opened its part of the shuffle"),
    Alarm.NEW_KEY_GONE: QT_TRANSLATE_NOOP(
        "words.py", "its new key has gone: bring it back, or prepare another and order that"
    ),
    Alarm.KEY_FILE: QT_TRANSLATE_NOOP("words.py", "register %1: not as the journal says"),
    Alarm.STAFF_FILE: QT_TRANSLATE_NOOP("words.py", "staff %1: not as the journal says"),
    Alarm.PIN_UNLOOKED: QT_TRANSLATE_NOOP("words.py", "the PIN of %1 could not be looked at"),
    Alarm.OWN_KEY: QT_TRANSLATE_NOOP("words.py", "the key of the console is not in order"),
    Alarm.NO_MEMORY: QT_TRANSLATE_NOOP("words.py", "no memory is left: nobody new can come in"),
    Alarm.NO_FILES: QT_TRANSLATE_NOOP("words.py", "no more files can be opened: nobody new can come in"),
    Alarm.FEW_FILES: QT_TRANSLATE_NOOP("words.py", "too few files may be opened for all devices that are enrolled"),
}


def fill(text: str, about: Sequence[str]) -> str:
    """All places at once: what is filled in may be a peer's own word, and has none."""
    return re.sub(r"%([1-9])", lambda place: about[at] if (at := int(place[1]) - 1) < len(about) else place[0], text)


def in_english(alarm: AlarmRaised) -> str:
    """For a log and for whoever has no screen."""
    text = fill(ALARMS[alarm.kind], [ALARMS.get(it, it) for it in alarm.about])
    return f"{text}: {alarm.detail}" if alarm.detail else text
