"""What an alarm of the console is about: a kind and what fills its sentence. The journal keeps these two, so that every
screen says it in its own language. The sentences are in `protocol/alarm_words.py`.

Knows nothing of what follows: an alarm only rings. What the system says of itself is a detail, in no language.
"""

from enum import StrEnum
from typing import Final


class Alarm(StrEnum):
    # A terminal, and its money
    OTHER_CONTENT = "other_content"
    NOTE_DENOMINATION = "note_denomination"
    NOTE_CAP = "note_cap"
    NOTE_CREDIT = "note_credit"
    NOTE_PROCESS = "note_process"
    NOTE_OTHER_CURRENCY = "note_other_currency"
    OVERDRAWN = "overdrawn"
    UNPRINTED = "unprinted"
    WRONG_NUMBERS = "wrong_numbers"
    NO_TICKET_YET = "no_ticket_yet"
    STILL_LATCHED = "still_latched"
    # Too much of something
    MANY_MONEY_REFUSED = "many_money_refused"
    MANY_TICKETS = "many_tickets"
    MANY_CALLS = "many_calls"
    MANY_SEATS = "many_seats"
    MANY_COINS = "many_coins"
    MANY_SIGN_ONS = "many_sign_ons"
    MANY_ORDERS_REFUSED = "many_orders_refused"
    MANY_PROPOSED = "many_proposed"
    # People, and orders
    WRONG_PINS = "wrong_pins"
    WRONG_PINS_OF = "wrong_pins_of"
    KEEPER_GUESSED = "keeper_guessed"
    NO_PANEL = "no_panel"
    OTHERS_ID = "others_id"
    # A key, and who has it
    TWICE = "twice"
    HASTY = "hasty"
    DENIED_IDENTITY = "denied_identity"
    DENIED_REPLACED = "denied_replaced"
    DENIED_TWICE = "denied_twice"
    DENIED_BOOT = "denied_boot"
    DENIED_WIPED = "denied_wiped"
    DENIED_RETIRED = "denied_retired"
    DENIED_VERSION = "denied_version"
    OTHER_HISTORY = "other_history"
    PROVEN_HISTORY = "proven_history"
    # Other tables, and the floor
    OLD_FLOOR = "old_floor"
    LEAPING = "leaping"
    UNPROVEN = "unproven"
    NOT_OURS = "not_ours"
    GUESSED = "guessed"
    CLAIM_SHORT = "claim_short"
    # The shoe, and the shuffle of a table where nobody deals
    NO_SHOE = "no_shoe"
    TAPE = "tape"
    SEED_GONE = "seed_gone"
    SEED_UNKEPT = "seed_unkept"
    UNOPENED = "unopened"
    # The console's machine
    NEW_KEY_GONE = "new_key_gone"
    KEY_FILE = "key_file"
    STAFF_FILE = "staff_file"
    PIN_UNLOOKED = "pin_unlooked"
    OWN_KEY = "own_key"
    NO_MEMORY = "no_memory"
    NO_FILES = "no_files"
    FEW_FILES = "few_files"


# Of these one is enough in a Round, whatever they are about: that may change with every word of a peer.
ONCE: Final = frozenset({Alarm.NO_TICKET_YET, Alarm.STILL_LATCHED, Alarm.DENIED_IDENTITY, Alarm.CLAIM_SHORT})
