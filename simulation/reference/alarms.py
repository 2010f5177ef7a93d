"""Which alarm rings for what: the examiner's own words for a cause, and the kind that must be on record with it."""

from typing import Final

RINGS: Final[dict[str, str]] = {
    "a revision came again with other content": "other_content",
    "no set is in play": "no_shoe",
    "its bytes are not kept": "tape",
    "no ticket before these have confirmed the start": "no_ticket_yet",
    "tickets that nobody prints": "unprinted",
    "tickets without end": "many_tickets",
    "more than its credit": "overdrawn",
    "too much was refused": "many_money_refused",
    "wrong ticket numbers": "wrong_numbers",
    "no credit": "note_other_currency",
    "a note is held: denomination": "note_denomination",
    "a note is held: cap": "note_cap",
    "a note is held: credit": "note_credit",
    "a note is held: process": "note_process",
    "sign-ons without end": "many_sign_ons",
    "wrong PINs of anybody": "wrong_pins",
    "wrong PINs of": "wrong_pins_of",
    "somebody guesses where nobody is locked": "keeper_guessed",
    "two machines have this key": "twice",
    "its records were lost": "denied_wiped",
    "not its own name": "denied_identity",
    "denied: replaced": "denied_replaced",
    "denied: twice": "denied_twice",
    "denied: boot": "denied_boot",
    "denied: wiped": "denied_wiped",
    "denied: retired": "denied_retired",
    "denied: version": "denied_version",
    "claims another history, False": "other_history",
    "claims another history, True": "proven_history",
    "an order, and it is no panel": "no_panel",
    "an entry of a table that nobody has enrolled": "not_ours",
    "calls without end": "many_calls",
    "the id of another panel's order": "others_id",
    "proposals without end": "many_proposed",
    "refused orders without end": "many_orders_refused",
    "still out of play": "still_latched",
    "the new key of the console is gone": "new_key_gone",
}


def kind_of(cause: str) -> str | None:
    """None: it is no cause that rings."""
    return next((kind for words, kind in RINGS.items() if cause.startswith(words)), None)
