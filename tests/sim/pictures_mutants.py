"""Deliberate bugs of Three Pictures: what a Hand is worth, where a card goes, who is asked, what goes back.

Declared and played as those of `mutants.py`, at tables of this game.
"""

import sys
from typing import Final

from simulation.mix import Mix
from tests.sim.box_mutants import eventful, squeezes
from tests.sim.mutants import Mutant, Trouble, main

RULES: Final = "games/three_pictures/rules.py"
PLAYING: Final = "console/table/playing.py"

PICTURES_TROUBLES: Final = {
    "calm": Trouble(Mix, 12, game="three_pictures"),
    "rulings": Trouble(eventful, 16, game="three_pictures"),
    "squeezes": Trouble(squeezes, 6, game="three_pictures"),
    "the swarm": Trouble(lambda: None, 60, game="three_pictures"),
    # Who has three of them has seldom bet on it.
    "the swarm from 70": Trouble(lambda: None, 10, first=70, game="three_pictures"),
}

PICTURES_MUTANTS: Final = (
    # --- what a Hand is worth, and what it is paid ---
    Mutant(
        "six points pay even money",
        RULES,
        'return won(Odds(1, 2) if box.points == 6 else Odds(1), "4.1")',
        'return won(Odds(1), "4.1")',
        "calm",
    ),
    Mutant(
        "a Tie needs the same ranking",
        RULES,
        "if box.points == dealer.points else",
        "if box.place == dealer.place else",
        "calm",
    ),
    Mutant(
        "a ten is a picture",
        RULES,
        "return _RANKED[sum([is_picture(card) for card in cards]), point_total(cards)]",
        "return _RANKED[sum([is_picture(card) or card.rank is Rank.TEN for card in cards]) % 3, point_total(cards)]",
        "calm",
    ),
    Mutant(
        "Three Pictures pay 15 to 1",
        RULES,
        'return won(Odds(16), "4.1") if len(cards) == 3 else None',
        'return won(Odds(15), "4.1") if len(cards) == 3 else None',
        "the swarm from 70",
    ),
    Mutant(
        "the same ranking loses",
        RULES,
        'return lost("3.13.2") if box.place > dealer.place else returned("3.13.3")',
        'return lost("3.13.2")',
        "calm",
    ),
    # --- where a card goes ---
    Mutant(
        "each box gets its three cards at once",
        RULES,
        "return waiting[0] if in_sets else min(waiting, key=lambda index: len(hands[index].cards))",
        "return waiting[0]",
        "calm",
    ),
    Mutant(
        "a Hand that was removed goes on taking cards",
        RULES,
        "replace(hand, removed=True, takes=len(hand.cards))",
        "replace(hand, removed=True)",
        "rulings",
    ),
    Mutant(
        "cards drawn together come in another order than was decided",
        RULES,
        "for card in cards:  # 5.10: they come in the order that the Pit Supervisor has decided",
        "for card in reversed(cards):",
        "rulings",
    ),
    # --- who is asked ---
    Mutant(
        "nobody is asked when a Hand was removed",
        RULES,
        "return self._error(self._removed(round, box))  # 5.8.1",
        "return self._removed(round, box)",
        "rulings",
    ),
    Mutant(
        "who has chosen to go on is asked again",
        RULES,
        "        if round.bound and not (self.options_every_time and set(round.players) - set(round.withdrawn)):\n"
        "            return round\n",
        "",
        "rulings",
    ),
    Mutant(
        "all are asked when whole Hands were moved",
        RULES,
        "moved = not round.handled and whole_hands(round) == whole_hands(again)",
        "moved = not round.handled and round.hands == again.hands",
        "rulings",
    ),
    Mutant(
        "nobody is asked when the cards were put in order",
        RULES,
        "return again if moved else self._error(again)",
        "return again",
        "rulings",
    ),
    # --- what goes back ---
    Mutant(
        "the Bets on a Hand that was removed play on",
        RULES,
        '        if hand.removed:\n            return returned("5.8")\n',
        "",
        "rulings",
    ),
    Mutant(
        "who takes his Bets back gets only those on boxes that nobody plays",
        RULES,
        "if player in round.withdrawn or not hand.players:",
        "if not hand.players:",
        "rulings",
    ),
    Mutant(
        "an interrupted Round is Void although a Bet was decided",
        RULES,
        "return any(hand.playing and three_pictures_verdict(hand.cards) is not None for hand in round.hands)",
        "return any(hand.removed and three_pictures_verdict(hand.cards) is not None for hand in round.hands)",
        "the swarm",
    ),
    # --- the Dealer flips his cards when Players have examined theirs (3.13) ---
    Mutant(
        "the Dealer's cards lie open while Players examine theirs",
        PLAYING,
        "return table.game.flips_last and any(table.game.face_down(round, box) for box in boxes)",
        "return False",
        "squeezes",
    ),
    Mutant(
        "the Dealer flips his cards with the last that is dealt",
        PLAYING,
        "return table.game.flips_last and bool(table.state.turners)",
        "return False",
        "squeezes",
    ),
)

if __name__ == "__main__":
    main(PICTURES_TROUBLES, *sys.argv[1:])
