"""Which alarm rings for what: the examiner's own words for a cause, and the kind that must be on record with it."""

from typing import Final

from protocol.alarms import Alarm

RINGS: Final[dict[str, Alarm]] = {
    "a revision came again with other content": Alarm.OTHER_CONTENT,
    "no set is in play": Alarm.NO_SHOE,
    "its bytes are not kept": Alarm.TAPE,
    "no ticket before these have confirmed the start": Alarm.NO_TICKET_YET,
    "tickets that nobody prints": Alarm.UNPRINTED,
    "tickets without end": Alarm.MANY_TICKETS,
    "more than its credit": Alarm.OVERDRAWN,
    "too much was refused": Alarm.MANY_MONEY_REFUSED,
    "wrong ticket numbers": Alarm.WRONG_NUMBERS,
    "no credit": Alarm.NOTE_OTHER_CURRENCY,
    "a note is held: denomination": Alarm.NOTE_DENOMINATION,
    "a note is held: cap": Alarm.NOTE_CAP,
    "a note is held: credit": Alarm.NOTE_CREDIT,
    "a note is held: process": Alarm.NOTE_PROCESS,
    "sign-ons without end": Alarm.MANY_SIGN_ONS,
    "wrong PINs of anybody": Alarm.WRONG_PINS,
    "wrong PINs of": Alarm.WRONG_PINS_OF,
    "somebody guesses where nobody is locked": Alarm.KEEPER_GUESSED,
    "two machines have this key": Alarm.TWICE,
    "its records were lost": Alarm.DENIED_WIPED,
    "not its own name": Alarm.DENIED_IDENTITY,
    "denied: replaced": Alarm.DENIED_REPLACED,
    "denied: twice": Alarm.DENIED_TWICE,
    "denied: boot": Alarm.DENIED_BOOT,
    "denied: wiped": Alarm.DENIED_WIPED,
    "denied: retired": Alarm.DENIED_RETIRED,
    "denied: version": Alarm.DENIED_VERSION,
    "claims another history, False": Alarm.OTHER_HISTORY,
    "claims another history, True": Alarm.PROVEN_HISTORY,
    "an order, and it is no panel": Alarm.NO_PANEL,
    "an entry of a table that nobody has enrolled": Alarm.NOT_OURS,
    "calls without end": Alarm.MANY_CALLS,
    "the id of another panel's order": Alarm.OTHERS_ID,
    "proposals without end": Alarm.MANY_PROPOSED,
    "refused orders without end": Alarm.MANY_ORDERS_REFUSED,
    "still out of play": Alarm.STILL_LATCHED,
    "the new key of the console is gone": Alarm.NEW_KEY_GONE,
}


def kind_of(cause: str) -> Alarm | None:
    """None: what the shell has noticed says its own."""
    return next((kind for words, kind in RINGS.items() if cause.startswith(words)), None)
