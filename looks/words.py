"""Words for the screens that do not stand in QML: phases, outcomes, links, halts, refusals, voids; and those of a game.

The cores speak in keys ("bad_stake"); this table says what a person reads, and `say` says it in the language that is
selected. QT_TRANSLATE_NOOP is there for the tool that collects texts;
the context "words.py" can be the name of no QML file. Must never know why something was said.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QTranslator

from games.catalog import find_face, paragraph_of, rulings_of
from games.face import QT_TRANSLATE_NOOP
from games.rulings import Topic

# The language of the source comes first; the others need a finished translation of every text.
LANGUAGES: Final = ("en", "zh_CN", "zh_TW", "ms")


def qm_file(language: str) -> Path:
    return Path(__file__).parent / "i18n" / f"etg_{language}.qm"


def ratio(odds: str) -> str:
    """Odds as a sign on the felt has them: "1 to 2" is 1 : 2."""
    return odds.replace(" to ", " : ")


PHASES: Final = {
    "closed": QT_TRANSLATE_NOOP("words.py", "Table closed"),
    "ready": QT_TRANSLATE_NOOP("words.py", "Next round soon"),
    "betting": QT_TRANSLATE_NOOP("words.py", "Place your bets"),
    "deciding": QT_TRANSLATE_NOOP("words.py", "Decisions"),
    "dealing": QT_TRANSLATE_NOOP("words.py", "No more bets"),
    # Where nobody deals, instead of it
    "shuffled": QT_TRANSLATE_NOOP("words.py", "Cards are shuffled"),
    "dealt": QT_TRANSLATE_NOOP("words.py", "Cards are dealt"),
    "result": QT_TRANSLATE_NOOP("words.py", "Result"),
}
# Of a phase, for a while.
NOTICES: Final = {"last_bets": QT_TRANSLATE_NOOP("words.py", "Last bets")}
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
# Why a screen is not at its table (`protocol.faults`): for whoever fetches the technician.
FAULTS: Final = {
    "history": QT_TRANSLATE_NOOP("words.py", "The records of this device and of the table differ."),
    "replaced": QT_TRANSLATE_NOOP("words.py", "Another device has joined the table under this name."),
    "twice": QT_TRANSLATE_NOOP("words.py", "Another device uses the key of this one."),
    "identity": QT_TRANSLATE_NOOP("words.py", "The key of this device is enrolled under another name or use."),
    "boot": QT_TRANSLATE_NOOP("words.py", "This device has counted its starts wrongly."),
    "wiped": QT_TRANSLATE_NOOP("words.py", "This device has lost its records."),
    "retired": QT_TRANSLATE_NOOP("words.py", "This device was taken out of service."),
    "other": QT_TRANSLATE_NOOP("words.py", "The table does not let this device join."),
    "version": QT_TRANSLATE_NOOP("words.py", "The table runs another version of the program."),
    "wait": QT_TRANSLATE_NOOP("words.py", "Another device with this key was on just now. Waiting."),
    "not_enrolled": QT_TRANSLATE_NOOP("words.py", "The table does not know the key of this device."),
    "revoked": QT_TRANSLATE_NOOP("words.py", "The key of this device was revoked."),
    "console_key": QT_TRANSLATE_NOOP(
        "words.py", "What answers is not the table that this device was set up for, or has a new key."
    ),
    "port": QT_TRANSLATE_NOOP("words.py", "The table is there, but not at this port."),
    "off": QT_TRANSLATE_NOOP("words.py", "The console of the table is not running."),
    "silent": QT_TRANSLATE_NOOP("words.py", "The console of the table does not answer."),
    "route": QT_TRANSLATE_NOOP("words.py", "The console's machine cannot be reached."),
}
HALTS: Final = {
    "books": QT_TRANSLATE_NOOP("words.py", "The books of the table do not agree"),
    "unconfirmed": QT_TRANSLATE_NOOP("words.py", "The table has started anew, and its records are being confirmed"),
    "called": QT_TRANSLATE_NOOP("words.py", "The Supervisor was called"),
    "card_conflict": QT_TRANSLATE_NOOP("words.py", "A card was read twice, and not alike"),
    "card_missing": QT_TRANSLATE_NOOP("words.py", "A card was not read"),
    "drawn_together": QT_TRANSLATE_NOOP("words.py", "Two cards came at once"),
    "foreign_card": QT_TRANSLATE_NOOP("words.py", "A card that does not belong to this shoe"),
    "history": QT_TRANSLATE_NOOP("words.py", "Records of the table differ"),
    "interrupted": QT_TRANSLATE_NOOP("words.py", "The round was interrupted"),
    "miscount": QT_TRANSLATE_NOOP("words.py", "The number of cards is wrong"),
    "result_differs": QT_TRANSLATE_NOOP("words.py", "The card shoe has another result"),
    "shoe_dry": QT_TRANSLATE_NOOP("words.py", "The card shoe is empty"),
    "shoe_faulty": QT_TRANSLATE_NOOP("words.py", "The card shoe has a fault"),
    "shoe_lost": QT_TRANSLATE_NOOP("words.py", "No signal from the card shoe"),
    "surplus": QT_TRANSLATE_NOOP("words.py", "Extra card drawn"),
    "unshuffled": QT_TRANSLATE_NOOP("words.py", "The cards are not shuffled"),
}
REFUSALS: Final = {
    "as_dealt": QT_TRANSLATE_NOOP("words.py", "The cards lie as they were dealt"),
    "automatic": QT_TRANSLATE_NOOP("words.py", "Software deals at this table: nobody does this by hand"),
    "bad_amount": QT_TRANSLATE_NOOP("words.py", "The amount is missing"),
    "bad_limits": QT_TRANSLATE_NOOP("words.py", "A minimum is above its maximum"),
    "bad_name": QT_TRANSLATE_NOOP("words.py", "This name cannot be written"),
    "bad_position": QT_TRANSLATE_NOOP("words.py", "There is no such position"),
    "bad_note": QT_TRANSLATE_NOOP("words.py", "This note is not accepted"),
    "bad_stake": QT_TRANSLATE_NOOP("words.py", "This amount is not possible here"),
    "bad_ticket": QT_TRANSLATE_NOOP("words.py", "This ticket cannot be paid"),
    "books": QT_TRANSLATE_NOOP("words.py", "The books are being checked: nothing is paid out yet"),
    "card_missing": QT_TRANSLATE_NOOP("words.py", "A card is missing: enter it first"),
    "closed": QT_TRANSLATE_NOOP("words.py", "Bets are closed"),
    "credit": QT_TRANSLATE_NOOP("words.py", "Not enough credit"),
    "denied": QT_TRANSLATE_NOOP("words.py", "This terminal is not admitted to the table"),
    "disputed": QT_TRANSLATE_NOOP("words.py", "A round is in dispute: a Supervisor is called"),
    "established": QT_TRANSLATE_NOOP("words.py", "A bet is already decided: the round is concluded."),
    "excluded": QT_TRANSLATE_NOOP("words.py", "No bets are taken here"),
    "face_down": QT_TRANSLATE_NOOP("words.py", "A card lies face down: turn it first"),
    "given_back": QT_TRANSLATE_NOOP("words.py", "The House has given back your bets of this round"),
    "halted": QT_TRANSLATE_NOOP("words.py", "Play has stopped for a moment"),
    "illegal_decision": QT_TRANSLATE_NOOP("words.py", "This choice is not offered now"),
    "illegal_ruling": QT_TRANSLATE_NOOP("words.py", "The rules do not allow this ruling here"),
    "kept": QT_TRANSLATE_NOOP("words.py", "A card was kept for the next round: only a void is left"),
    "known": QT_TRANSLATE_NOOP("words.py", "This was said already"),
    "known_person": QT_TRANSLATE_NOOP("words.py", "This person is staff already"),
    "last_manager": QT_TRANSLATE_NOOP("words.py", "The last Shift Manager cannot be taken away"),
    "key": QT_TRANSLATE_NOOP("words.py", "This key cannot be let in, or ended, as it is now"),
    "last_panel": QT_TRANSLATE_NOOP("words.py", "The last panel cannot be taken away"),
    "latched": QT_TRANSLATE_NOOP("words.py", "This terminal is out of play: call an attendant"),
    "fixed_position": QT_TRANSLATE_NOOP("words.py", "Cashiers and Technicians are admitted as such, not assigned"),
    "late": QT_TRANSLATE_NOOP("words.py", "Too late: the table has gone on"),
    "moved_on": QT_TRANSLATE_NOOP("words.py", "The table has moved on: look again"),
    "needs_act": QT_TRANSLATE_NOOP("words.py", "This must be settled by an act, not by a word"),
    "no_bets": QT_TRANSLATE_NOOP("words.py", "No bet of this round stands there"),
    "no_boxes": QT_TRANSLATE_NOOP("words.py", "There is no box to sit at"),
    "no_such_box": QT_TRANSLATE_NOOP("words.py", "There is no such box"),
    "entered": QT_TRANSLATE_NOOP("words.py", "Entered for you by staff, as you asked"),
    "rejected": QT_TRANSLATE_NOOP("words.py", "The box is full: your bet there is returned"),
    "sits_there": QT_TRANSLATE_NOOP("words.py", "This terminal sits there already"),
    "taken": QT_TRANSLATE_NOOP("words.py", "Somebody sits at this box"),
    "no_call": QT_TRANSLATE_NOOP("words.py", "This terminal has not called"),
    "no_card": QT_TRANSLATE_NOOP("words.py", "No card can be taken back now"),
    "no_card_due": QT_TRANSLATE_NOOP("words.py", "No card is due and none is missing"),
    "no_card_missing": QT_TRANSLATE_NOOP("words.py", "Every card was read"),
    "no_proof": QT_TRANSLATE_NOOP("words.py", "Type in the number of the ticket"),
    "no_ticket": QT_TRANSLATE_NOOP("words.py", "There is no such ticket"),
    "not_locked": QT_TRANSLATE_NOOP("words.py", "Tickets are taken there"),
    "ticket_expired": QT_TRANSLATE_NOOP("words.py", "This ticket is out of date: see the cashier"),
    "no_floor": QT_TRANSLATE_NOOP("words.py", "The house cannot be asked now: take it to its table or a cashier"),
    "given_up": QT_TRANSLATE_NOOP("words.py", "The house has not answered: your ticket is good at its own table"),
    "many_asked": QT_TRANSLATE_NOOP("words.py", "Wait for the tickets that are being asked for"),
    "asking_house": QT_TRANSLATE_NOOP("words.py", "Asking the house about your ticket. You may play on meanwhile"),
    "being_asked": QT_TRANSLATE_NOOP("words.py", "A terminal here is asking for this ticket: give that up first"),
    "no_journey": QT_TRANSLATE_NOOP("words.py", "No such ticket is being asked for"),
    "ticket_out": QT_TRANSLATE_NOOP("words.py", "This ticket was printed: it is paid to whoever brings it"),
    "ticket_used": QT_TRANSLATE_NOOP("words.py", "This ticket was paid already"),
    "tickets_locked": QT_TRANSLATE_NOOP("words.py", "No tickets are taken here now: call an attendant"),
    "no_note": QT_TRANSLATE_NOOP("words.py", "No such note is held"),
    "no_dispute": QT_TRANSLATE_NOOP("words.py", "This terminal disputes nothing"),
    "no_felt": QT_TRANSLATE_NOOP("words.py", "The screens of this table cannot show this game"),
    "no_limits": QT_TRANSLATE_NOOP("words.py", "Every bet needs a minimum and a maximum"),
    "no_rule_book": QT_TRANSLATE_NOOP("words.py", "This terminal does not know the game"),
    "no_shoe": QT_TRANSLATE_NOOP("words.py", "Load a shoe first"),
    "no_such_round": QT_TRANSLATE_NOOP("words.py", "This round is not on record as settled"),
    "busy": QT_TRANSLATE_NOOP("words.py", "Another round is being looked for"),
    "no_such_person": QT_TRANSLATE_NOOP("words.py", "Nobody of the staff has this number"),
    "nobody": QT_TRANSLATE_NOOP("words.py", "Nobody is signed on here"),
    "nothing_proposed": QT_TRANSLATE_NOOP("words.py", "This order does not wait for a signature"),
    "no_surplus": QT_TRANSLATE_NOOP("words.py", "No surplus card lies on the felt"),
    "no_terminal": QT_TRANSLATE_NOOP("words.py", "This terminal is not in service here"),
    "not_by_hand": QT_TRANSLATE_NOOP("words.py", "The shoe reports its cards itself"),
    "not_due": QT_TRANSLATE_NOOP("words.py", "No gaming day waits for this"),
    "not_entitled": QT_TRANSLATE_NOOP("words.py", "You may not do this"),
    "not_finished": QT_TRANSLATE_NOOP("words.py", "These cards do not make a whole round"),
    "not_halted": QT_TRANSLATE_NOOP("words.py", "Nothing stops the table for this reason"),
    "not_interrupted": QT_TRANSLATE_NOOP("words.py", "The round was not interrupted"),
    "note_cap": QT_TRANSLATE_NOOP("words.py", "This terminal takes no more notes for now"),
    "nothing_due": QT_TRANSLATE_NOOP("words.py", "Nothing is due here"),
    "nothing_owed": QT_TRANSLATE_NOOP("words.py", "Nothing is owed here"),
    "other_cards": QT_TRANSLATE_NOOP("words.py", "The cards have changed: look again"),
    "other_currency": QT_TRANSLATE_NOOP("words.py", "Money still stands in another currency"),
    "other_order": QT_TRANSLATE_NOOP("words.py", "This is not the order that was shown"),
    "other_round": QT_TRANSLATE_NOOP("words.py", "With these cards the players would have been asked something else"),
    "over_cap": QT_TRANSLATE_NOOP("words.py", "More than this position may answer for"),
    "over_day": QT_TRANSLATE_NOOP("words.py", "More than this person may answer for today"),
    "own_position": QT_TRANSLATE_NOOP("words.py", "Nobody takes part in assigning himself"),
    "own_hand": QT_TRANSLATE_NOOP("words.py", "In this game every player places his own bets"),
    "paid": QT_TRANSLATE_NOOP("words.py", "Some of these bets are settled already"),
    "reconnecting": QT_TRANSLATE_NOOP("words.py", "No connection to the table"),
    "returned": QT_TRANSLATE_NOOP("words.py", "Not registered in time: the bets are returned"),
    "same_position": QT_TRANSLATE_NOOP("words.py", "This position is assigned already"),
    "second_person": QT_TRANSLATE_NOOP("words.py", "A second, different person must sign this"),
    "second_position": QT_TRANSLATE_NOOP("words.py", "Somebody of a higher position must sign this"),
    "technician_and_manager": QT_TRANSLATE_NOOP("words.py", "A Technician and a Shift Manager sign this together"),
    "set_withdrawn": QT_TRANSLATE_NOOP("words.py", "These cards have left play: load another set"),
    "shoe_lives": QT_TRANSLATE_NOOP("words.py", "The shoe answers, or none is loaded"),
    "stake_in_play": QT_TRANSLATE_NOOP("words.py", "Bets are still in play"),
    "stopped": QT_TRANSLATE_NOOP("words.py", "This terminal has stopped: call an attendant"),
    "storage": QT_TRANSLATE_NOOP("words.py", "The table has no room for another round"),
    "surplus": QT_TRANSLATE_NOOP("words.py", "A surplus card waits for a ruling"),
    "table_closed": QT_TRANSLATE_NOOP("words.py", "The table is closed"),
    "too_many": QT_TRANSLATE_NOOP("words.py", "Too many changes: the last registered bets stand"),
    "too_much": QT_TRANSLATE_NOOP("words.py", "The total is over the limit"),
    "twice": QT_TRANSLATE_NOOP("words.py", "A terminal is named twice"),
    "unconfirmed": QT_TRANSLATE_NOOP("words.py", "The records of the table are not confirmed yet"),
    "unknown_spot": QT_TRANSLATE_NOOP("words.py", "There is no such place to bet"),
    "coins": QT_TRANSLATE_NOOP("words.py", "Coins are granted here: no notes, no tickets, no cash"),
    "coin_limits": QT_TRANSLATE_NOOP("words.py", "The limits of coins are those of the table's file"),
    "no_coin": QT_TRANSLATE_NOOP("words.py", "Nobody plays with this coin here"),
    "excluded_longer": QT_TRANSLATE_NOOP("words.py", "An exclusion that runs cannot be made shorter"),
    "signed_off": QT_TRANSLATE_NOOP("words.py", "Sign on first"),
    "bad_number": QT_TRANSLATE_NOOP("words.py", "A number has 3 to 8 digits, a PIN 6 to 12"),
    "wrong_decks": QT_TRANSLATE_NOOP("words.py", "This game is not played with so many decks"),
    "wrong_state": QT_TRANSLATE_NOOP("words.py", "Not possible at this moment"),
}
# Why a Round is void; one sentence of our own each.
VOIDS: Final = {
    "interrupted": QT_TRANSLATE_NOOP("words.py", "The round was interrupted before any bet had won or lost."),
    "foreign_card": QT_TRANSLATE_NOOP("words.py", "A card was found that does not belong to the set."),
    "miscount": QT_TRANSLATE_NOOP("words.py", "There are too few or too many cards in the set."),
    "wrong_hand": QT_TRANSLATE_NOOP(
        "words.py", "A hand got a wrong number of cards, and the order could not be restored."
    ),
    "shoe_dry": QT_TRANSLATE_NOOP("words.py", "There are not enough cards in the shoe to finish the round."),
    "unshuffled": QT_TRANSLATE_NOOP("words.py", "The cards were not shuffled."),
    "none_handled": QT_TRANSLATE_NOOP("words.py", "Cards dealt incorrectly, none handled"),
    "dealers_number": QT_TRANSLATE_NOOP("words.py", "A wrong number of cards for the Dealer"),
    "anything_else": QT_TRANSLATE_NOOP("words.py", "The Shift Manager decided so: the rules name no other way."),
}
# By the number of `games.rulings.Position`.
POSITIONS: Final = {
    "-3": QT_TRANSLATE_NOOP("words.py", "Participant"),
    "-2": QT_TRANSLATE_NOOP("words.py", "Cashier"),
    "-1": QT_TRANSLATE_NOOP("words.py", "Technician"),
    "1": QT_TRANSLATE_NOOP("words.py", "Dealer"),
    "2": QT_TRANSLATE_NOOP("words.py", "Pit Supervisor"),
    "3": QT_TRANSLATE_NOOP("words.py", "Pit Manager"),
    "4": QT_TRANSLATE_NOOP("words.py", "Shift Manager"),
}
# Why somebody is signed off, and why an order does not wait for a signature any more.
SIGNED_OFF: Final = {
    "person": QT_TRANSLATE_NOOP("words.py", "by hand"),
    "idle": QT_TRANSLATE_NOOP("words.py", "nobody touched the panel"),
    "shift": QT_TRANSLATE_NOOP("words.py", "end of the shift"),
    "badge": QT_TRANSLATE_NOOP("words.py", "by badge"),
    "relief": QT_TRANSLATE_NOOP("words.py", "relieved"),
    "elsewhere": QT_TRANSLATE_NOOP("words.py", "signed on at another panel"),
    "panel": QT_TRANSLATE_NOOP("words.py", "the panel was started anew"),
    "disabled": QT_TRANSLATE_NOOP("words.py", "is disabled"),
    "position": QT_TRANSLATE_NOOP("words.py", "has another position"),
    "credential": QT_TRANSLATE_NOOP("words.py", "new PIN or badge"),
    "silent": QT_TRANSLATE_NOOP("words.py", "nothing was heard of the panel"),
    "excluded": QT_TRANSLATE_NOOP("words.py", "stays away from play"),
}
WITHDRAWN: Final = {
    "person": QT_TRANSLATE_NOOP("words.py", "it was withdrawn"),
    "replaced": QT_TRANSLATE_NOOP("words.py", "another order was proposed instead"),
    "signed off": QT_TRANSLATE_NOOP("words.py", "who proposed it has signed off"),
    "round": QT_TRANSLATE_NOOP("words.py", "its round has passed"),
    "moved": QT_TRANSLATE_NOOP("words.py", "the table has moved on"),
    "gone": QT_TRANSLATE_NOOP("words.py", "the console has started anew"),
}
# The coins of 004.
COINS: Final = {"GC": QT_TRANSLATE_NOOP("words.py", "Gold Coins"), "SC": QT_TRANSLATE_NOOP("words.py", "Sweeps Coins")}
TICKET: Final = {
    "heading": QT_TRANSLATE_NOOP("words.py", "Cash-out ticket"),
    "where": QT_TRANSLATE_NOOP("words.py", "Cashier or any terminal of this table"),
    "until": QT_TRANSLATE_NOOP("words.py", "Good until the end of the gaming day %1"),
    "for_ever": QT_TRANSLATE_NOOP("words.py", "Does not expire"),
    "duplicate": QT_TRANSLATE_NOOP("words.py", "Duplicate"),
}
# What a Player calls an attendant for.
CALLS: Final = {
    "": QT_TRANSLATE_NOOP("words.py", "Attendant call"),
    "game": QT_TRANSLATE_NOOP("words.py", "A question about the game"),
    "money": QT_TRANSLATE_NOOP("words.py", "A note, a ticket, a payment"),
    "machine": QT_TRANSLATE_NOOP("words.py", "Something does not work"),
    "service": QT_TRANSLATE_NOOP("words.py", "Service"),
    "care": QT_TRANSLATE_NOOP("words.py", "To talk about my play"),
}
BOX: Final = {
    "box": QT_TRANSLATE_NOOP("words.py", "Box %1"),
    "hand": QT_TRANSLATE_NOOP("words.py", "%1 · hand %2 of %3"),
}
# As view models ask for them.
KINDS: Final[Mapping[str, Mapping[str, str]]] = {
    "phase": PHASES,
    "notice": NOTICES,
    "outcome": OUTCOMES,
    "link": LINKS,
    "fault": FAULTS,
    "halt": HALTS,
    "refusal": REFUSALS,
    "ticket": TICKET,
    "call": CALLS,
    "position": POSITIONS,
    "off": SIGNED_OFF,
    "withdrawn": WITHDRAWN,
    "coin": COINS,
}
TABLES: Final = (*KINDS.values(), VOIDS, BOX)


def word(game: str, kind: str, key: str, language: str = "") -> str:
    """What a view model asks for; in the selected language if none is named. A game has its own words for its Spots
    and Hands, and the numbers of its own paragraphs: "void" takes one, "paragraph" gives the one about a topic.
    """
    if kind == "paragraph":
        return paragraph_of(game, Topic(key))
    if kind == "spot" and key[:1].isdigit():
        return _of_box(game, key, language)
    table = find_face(game).words if kind == "spot" else VOIDS if kind == "void" else KINDS[kind]
    key = rulings_of(game).topic(key) or key if kind == "void" else key
    return say_in(language, table, key) if language else say(table, key)


def _of_box(game: str, key: str, language: str) -> str:
    """ "4/under_13" is a place on box 4, "4" the box, and so is "4/1", its second Hand; "4/hand/2/3" is that one of the
    three that it was split into.
    """
    box, _, rest = key.partition("/")
    kind, face = rest.partition("/")[0], find_face(game)
    named = (say_in(language, BOX, "box") if language else say(BOX, "box")).replace("%1", box)
    if not kind or kind.isdigit():
        return named
    if kind == "hand":
        at, _, of = rest.removeprefix("hand/").partition("/")
        told = say_in(language, BOX, kind) if language else say(BOX, kind)
        return told.replace("%1", named).replace("%2", at).replace("%3", of)
    place = say_in(language, face.words, kind) if language else say(face.words, kind)
    return place if kind in face.of_table else f"{named} · {place}"


def say(table: Mapping[str, str], key: str) -> str:
    """The word for a key in the selected language; a key that has no word yet is shown as it is, never hidden."""
    return QCoreApplication.translate("words.py", table[key]) if key in table else key


def second_language(shown: str, offered: Sequence[str]) -> str:
    """In which what concerns everybody is said again: English, or beside English the first other one that is offered
    ("" if none is). Strangers look at a big screen.
    """
    if shown != LANGUAGES[0]:
        return LANGUAGES[0]
    ours = [name.replace("-", "_") for name in offered]
    return next((name for name in ours if name in LANGUAGES and name != shown), "")


def say_in(language: str, table: Mapping[str, str], key: str) -> str:
    """The word for a key in this language, whichever is selected."""
    if key not in table or language == LANGUAGES[0]:
        return table.get(key, key)
    return _translator(language).translate("words.py", table[key]) or table[key]


def phases_twice(offered: Sequence[str]) -> dict[str, dict[str, str]]:
    """By the language that is shown: each phase in its second language. For screens that choose their own language."""
    others = {shown: second_language(shown, offered) for shown in LANGUAGES}
    return {
        shown: {phase: say_in(other, PHASES, phase) for phase in PHASES} if other else {}
        for shown, other in others.items()
    }


@cache
def _translator(language: str) -> QTranslator:
    """Loaded, not installed: it answers only whoever asks it."""
    found = QTranslator()
    if not found.load(str(qm_file(language))):
        raise OSError(f"{qm_file(language)} cannot be read")
    return found


def twice(table: Mapping[str, str], key: str) -> str:
    """In English, and in the selected language if that is another: for paper that strangers read."""
    said = say(table, key)
    return said if said == table[key] else f"{table[key]}  ·  {said}"
