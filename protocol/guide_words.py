"""The words of the guide: what happened, the plain question, and what each choice does. English here; the screens say
them in the language that is chosen (`looks/words.py` has the way, and the context of that name).
"""

from collections.abc import Mapping
from typing import Final

from games.face import QT_TRANSLATE_NOOP

# What an irregularity is about, by `Topic`; "settled" is the last Round. Those of halts are in `looks/words.py`.
TOPICS: Final[Mapping[str, str]] = {
    "interrupted": QT_TRANSLATE_NOOP("words.py", "Interrupted before any bet was decided"),
    "foreign_card": QT_TRANSLATE_NOOP("words.py", "A card that is not of this set"),
    "miscount": QT_TRANSLATE_NOOP("words.py", "Too many or too few cards"),
    "wrong_hand": QT_TRANSLATE_NOOP("words.py", "A hand with a wrong number of cards"),
    "shoe_dry": QT_TRANSLATE_NOOP("words.py", "The shoe ran dry"),
    "unshuffled": QT_TRANSLATE_NOOP("words.py", "The cards were not shuffled"),
    "surplus": QT_TRANSLATE_NOOP("words.py", "A card too many, or exposed"),
    "wrong_side": QT_TRANSLATE_NOOP("words.py", "Cards on the wrong side"),
    "together": QT_TRANSLATE_NOOP("words.py", "Two cards at once"),
    "new_set": QT_TRANSLATE_NOOP("words.py", "The set of cards is replaced"),
    "walked_away": QT_TRANSLATE_NOOP("words.py", "A player has walked away"),
    "dealing_error": QT_TRANSLATE_NOOP("words.py", "An error in dealing"),
    "out_of_order": QT_TRANSLATE_NOOP("words.py", "Cards out of order before a settlement"),
    "none_handled": QT_TRANSLATE_NOOP("words.py", "Cards dealt incorrectly, none handled"),
    "dealer_complete": QT_TRANSLATE_NOOP("words.py", "The Dealer drew although complete"),
    "empty_box": QT_TRANSLATE_NOOP("words.py", "Cards on a box without a bet"),
    "dealers_together": QT_TRANSLATE_NOOP("words.py", "Two cards at once for the Dealer"),
    "dealers_number": QT_TRANSLATE_NOOP("words.py", "A wrong number of cards for the Dealer"),
    "face_up": QT_TRANSLATE_NOOP("words.py", "A card lies face up in the shoe"),
    "side_alone": QT_TRANSLATE_NOOP("words.py", "A side bet on a box without a bet"),
    "anything_else": QT_TRANSLATE_NOOP("words.py", "Anything else"),
    "settled": QT_TRANSLATE_NOOP("words.py", "The last round, after it was settled"),
    "earlier": QT_TRANSLATE_NOOP("words.py", "An earlier round"),
}

# By what a guide is about (`Guide.question`).
QUESTIONS: Final[Mapping[str, str]] = {
    # halts
    "interrupted": QT_TRANSLATE_NOOP(
        "words.py", "No bet is decided yet. Does the interruption affect the rest of the round?"
    ),
    "concluded": QT_TRANSLATE_NOOP("words.py", "A bet is already decided: the round is concluded."),
    "shoe_lost": QT_TRANSLATE_NOOP("words.py", "Can the shoe be plugged in again?"),
    "shoe_faulty": QT_TRANSLATE_NOOP("words.py", "Does the shoe work?"),
    "card_missing": QT_TRANSLATE_NOOP("words.py", "Which card lies there? A card is never guessed."),
    "card_conflict": QT_TRANSLATE_NOOP("words.py", "Are the cards on the felt those on the screen?"),
    "result_differs": QT_TRANSLATE_NOOP("words.py", "Are the cards on the felt those on the screen?"),
    "drawn_together": QT_TRANSLATE_NOOP("words.py", "Which of the cards comes first?"),
    "shoe_dry": QT_TRANSLATE_NOOP("words.py", "Is the shoe empty? Then the round cannot be finished."),
    "miscount": QT_TRANSLATE_NOOP("words.py", "Is a card of the set missing, or one too many?"),
    "called": QT_TRANSLATE_NOOP("words.py", "What has the Supervisor found?"),
    "history": QT_TRANSLATE_NOOP("words.py", "Why does somebody hold another record of this table?"),
    "unconfirmed": QT_TRANSLATE_NOOP("words.py", "Does somebody outside confirm the records of the table?"),
    "books": QT_TRANSLATE_NOOP("words.py", "Why do the entries not make what the table stands on?"),
    # halts and rulings
    "foreign_card": QT_TRANSLATE_NOOP("words.py", "Is it really a card that does not belong to this set?"),
    "surplus": QT_TRANSLATE_NOOP("words.py", "Can the order that was meant be reconstructed?"),
    "unshuffled": QT_TRANSLATE_NOOP("words.py", "Were the cards really not shuffled?"),
    # rulings
    "wrong_hand": QT_TRANSLATE_NOOP("words.py", "Can the cards of the hand be reconstructed?"),
    "wrong_side": QT_TRANSLATE_NOOP("words.py", "In which order should the cards have been dealt?"),
    "together": QT_TRANSLATE_NOOP("words.py", "Which of the cards comes first?"),
    "new_set": QT_TRANSLATE_NOOP("words.py", "Is the set of cards replaced in the middle of the round?"),
    "walked_away": QT_TRANSLATE_NOOP("words.py", "Which player has left his box?"),
    "dealing_error": QT_TRANSLATE_NOOP("words.py", "Are the players asked whether they go on?"),
    "out_of_order": QT_TRANSLATE_NOOP("words.py", "In which order should the cards have been dealt?"),
    "none_handled": QT_TRANSLATE_NOOP("words.py", "Can whole hands be moved, and nobody has touched his cards?"),
    "dealer_complete": QT_TRANSLATE_NOOP("words.py", "Which card did the Dealer draw too many?"),
    "empty_box": QT_TRANSLATE_NOOP("words.py", "Which card lies on a box without a bet?"),
    "dealers_together": QT_TRANSLATE_NOOP("words.py", "Which of the cards comes first?"),
    "dealers_number": QT_TRANSLATE_NOOP("words.py", "Can the cards of the Dealer be reconstructed?"),
    "face_up": QT_TRANSLATE_NOOP("words.py", "Does everybody see it? It is used all the same."),
    "side_alone": QT_TRANSLATE_NOOP("words.py", "Has nobody a bet on that box? Then the side bet does not play."),
    "anything_else": QT_TRANSLATE_NOOP("words.py", "The rules name no way: what does the Shift Manager decide?"),
    "settled": QT_TRANSLATE_NOOP("words.py", "Were its cards others, or dealt wrongly?"),
    "earlier": QT_TRANSLATE_NOOP("words.py", "Is the result another one than the cards show?"),
}

# What a choice does, by the key of its step.
EFFECTS: Final[Mapping[str, str]] = {
    "void": QT_TRANSLATE_NOOP("words.py", "The round has no result: all bets are returned"),
    "void_settled": QT_TRANSLATE_NOOP("words.py", "The result is taken back: all bets are returned"),
    "remove_settled": QT_TRANSLATE_NOOP(
        "words.py", "The bets on its box go back, and the others say whether they go on"
    ),
    "correct": QT_TRANSLATE_NOOP("words.py", "All bets of the round are settled anew"),
    "correct_earlier": QT_TRANSLATE_NOOP("words.py", "All bets of the round are settled anew"),
    "take_back_earlier": QT_TRANSLATE_NOOP("words.py", "Its cards are settled as they lie"),
    "conclude": QT_TRANSLATE_NOOP("words.py", "The round goes on to its end"),
    "interruption_continues": QT_TRANSLATE_NOOP("words.py", "No: nothing has changed on the felt, the round goes on"),
    "interruption_affects": QT_TRANSLATE_NOOP("words.py", "Yes: the round is void, all bets are returned"),
    "keep_surplus": QT_TRANSLATE_NOOP("words.py", "No: it is the first card of the next round, with bets or without"),
    "reconstruct": QT_TRANSLATE_NOOP("words.py", "The cards are put into the order that was meant"),
    "correct_cards": QT_TRANSLATE_NOOP("words.py", "The cards on the felt decide"),
    "enter_card": QT_TRANSLATE_NOOP("words.py", "It counts as it lies on the felt"),
    "report_foreign_card": QT_TRANSLATE_NOOP("words.py", "The set is defective: next a Void, the cards leave play"),
    "deal_by_hand": QT_TRANSLATE_NOOP("words.py", "The Dealer enters every card, until another set is loaded"),
    "resume": QT_TRANSLATE_NOOP("words.py", "Play goes on, all bets stand"),
    "load_shoe": QT_TRANSLATE_NOOP("words.py", "A new set of cards comes into the shoe"),
    "end_shoe": QT_TRANSLATE_NOOP("words.py", "The cards that are left are counted by hand"),
    "plug_in": QT_TRANSLATE_NOOP("words.py", "It reports what was drawn meanwhile"),
    "await_confirmation": QT_TRANSLATE_NOOP("words.py", "Missing: %1. Switch it on, or two people decide without it"),
    "call_shift_manager": QT_TRANSLATE_NOOP("words.py", "Nobody else may decide this"),
    "walked_away": QT_TRANSLATE_NOOP("words.py", "The House draws for him, or the next player on the box decides"),
    "dealing_error": QT_TRANSLATE_NOOP("words.py", "Every player may go on or take his bets back"),
    "discard": QT_TRANSLATE_NOOP("words.py", "%1 is laid aside"),
    "drawn_together": QT_TRANSLATE_NOOP("words.py", "Their player chooses the first, or a Supervisor orders them"),
    "deal_face_up": QT_TRANSLATE_NOOP("words.py", "It is dealt as the next card, whoever is to get it"),
    "side_returned": QT_TRANSLATE_NOOP("words.py", "It goes back to its player with the next settlement"),
    "remove_hand": QT_TRANSLATE_NOOP("words.py", "The bets on box %1 go back at the settlement"),
    "move_hands": QT_TRANSLATE_NOOP("words.py", "Two whole hands change places, and the round goes on"),
}
