"""Deliberate bugs of the box games: seats, windows, follow, interim settlement, excess, rulings, what is asked again.

Declared and played as those of `mutants.py`, at tables with boxes.
"""

import sys
from typing import Final

from simulation.mix import Mix
from simulation.people import Manners
from tests.sim.mutants import Mutant, Trouble, main

BOXES, WINDOWS = "games/boxes.py", "console/table/windows.py"
RULES, ANSWERS, VERDICTS = "games/blackjack/rules.py", "games/blackjack/answers.py", "games/blackjack/verdicts.py"
SETTLING, TURNING = "console/table/settling.py", "console/table/turning.py"


def eventful() -> Mix:
    """People who err, leave and rule all the time."""
    manners = Manners(out_of_turn=0.1, void=0.1, careless=0.5, together=0.05, wrong_side=0.05, serves=0.02)
    manners.walks_away, manners.dealing_error, manners.interim = 0.05, 0.04, 0.3
    return Mix(misread=0.05, manners=manners)


def paid_early() -> Mix:
    """Whatever the Initial Deal has decided is settled at once, and of those who play on some withdraw."""
    mix = eventful()
    mix.manners.interim = 1.0
    return mix


def squeezes() -> Mix:
    """Players who turn their cards or let them lie, liars who turn those of others, and some die over it."""
    return Mix(squeezes=0.6, lies=0.4, crash_terminal=0.003)


BOX_TROUBLES: Final = {
    "calm": Trouble(Mix, 12, game="blackjack"),
    "rulings": Trouble(eventful, 12, game="blackjack"),
    "lies": Trouble(lambda: Mix(lies=0.9), 8, game="blackjack"),
    "paid early": Trouble(paid_early, 12, game="blackjack"),
    "squeezes": Trouble(squeezes, 6, game="blackjack"),
    # Where something happens that is rare.
    "the swarm of 72": Trouble(lambda: None, 1, first=72, game="blackjack"),
}

BOX_MUTANTS: Final = (
    # --- seats ---
    Mutant(
        "two sit at one box",
        "protocol/legality.py",
        "    if box and view.felt.seats.get(box, terminal) != terminal:\n",
        "    if box > 99:\n",
        "calm",
    ),
    Mutant(
        "who sits down elsewhere keeps his old box",
        "protocol/view.py",
        "for box, who in view.felt.seats.items() if who != event.terminal}",
        "for box, who in view.felt.seats.items() if who != event.box}",
        "calm",
    ),
    Mutant(
        "the Seated Player does not come first",
        BOXES,
        "key=lambda player: (player != seated, -stakes[player], since.get(player, 0))",
        "key=lambda player: -stakes[player]",
        "calm",
    ),
    Mutant(
        "the lowest Bet decides",
        BOXES,
        "key=lambda player: (player != seated, -stakes[player], since.get(player, 0))",
        "key=lambda player: (player != seated, stakes[player])",
        "calm",
    ),
    Mutant(
        "of equal Bets on a box, who has bet anywhere first decides",
        BOXES,
        "-stakes[player], since.get(player, 0))))",
        "-stakes[player])))",
        "calm",
    ),
    # --- what a box takes, and what is said of it ---
    Mutant("the oldest Bet goes back", BOXES, "since.get(player, 0), reverse=True)", "since.get(player, 0))", "calm"),
    Mutant(
        "the Seated Player's Bet goes back, too",
        BOXES,
        "standing = [player for player in stakes if player != felt.seats.get(box)]",
        "standing = list(stakes)",
        "calm",
    ),
    Mutant(
        "a full box keeps what it cannot take",
        BOXES,
        "over, since = sum(stakes.values()) - limit.max, raised",
        "over, since = sum(stakes.values()) - 2 * limit.max, raised",
        "calm",
    ),
    Mutant(
        "a Bet that went back plays all the same",
        WINDOWS,
        "for spot, amount in answer.bets.items() if spot != event.spot}",
        "for spot, amount in answer.bets.items()}",
        "calm",
    ),
    Mutant(
        "a terminal goes on counting a Bet that went back",
        "terminal/boxes.py",
        "    layouts.registered[event.id] = replace(answer, bets=_without(answer, event.spot))\n",
        "",
        "calm",
    ),
    Mutant(
        "everybody is told the highest Bet of a box instead of its total",
        BOXES,
        "found.append(BoxNow(box, len(stakes), sum(stakes.values()),",
        "found.append(BoxNow(box, len(stakes), max(stakes.values()),",
        "calm",
    ),
    # --- windows ---
    Mutant(
        "one answer closes what several were asked",
        WINDOWS,
        "return all(answers.get(player, NO_ANSWER).choice for player in window.respondents)",
        "return any(answers.get(player, NO_ANSWER).choice for player in window.respondents)",
        "calm",
    ),
    Mutant(
        "every question has the time of the Bets",
        "protocol/view.py",
        "return self.times.get(window.kind or window.name, self.countdown_ms)",
        "return self.countdown_ms",
        "calm",
    ),
    Mutant(
        "the default is played instead of the decision",
        ANSWERS,
        "choice = decided.choice if decided is not None and decided.choice in window.choices else window.default",
        "choice = window.default",
        "calm",
    ),
    Mutant(
        "anybody answers what one was asked",
        ANSWERS,
        "if window.respondents is not None and player not in window.respondents:",
        "if window.respondents is not None and not player:",
        "lies",
        noisy=True,
    ),
    # --- split, double, follow, insure ---
    Mutant(
        "who declines a split has a Bet on the second Hand",
        "games/blackjack/round.py",
        "with_card(Hand(number, split=True, players=players), second)",
        "with_card(Hand(number, split=True, players=hand.players), second)",
        "calm",
    ),
    Mutant(
        "a doubled Hand draws on", RULES, "done = hand.doubled or hand.hard > 21 or", "done = hand.hard > 21 or", "calm"
    ),
    Mutant(
        "Insurance pays even money",
        VERDICTS,
        "return won(Odds(2), self.paragraphs.insurance_pays)",
        "return won(Odds(1), self.paragraphs.insurance_pays)",
        "calm",
    ),
    # --- Interim Settlement ---
    Mutant(
        "what was settled in between is settled again",
        SETTLING,
        "return tuple(line for line in lines if line.spot not in paid) if paid else lines",
        "return lines",
        "rulings",
    ),
    Mutant(
        "a Void leaves what was settled in between",
        SETTLING,
        "    for change in changes(table.game, table.round, was):\n",
        "    for change in ():\n",
        "rulings",
    ),
    Mutant(
        "a Void answers what is still being asked",
        "console/table/playing.py",
        "        if opened.window.respondents is None:\n",
        "        if True:\n",
        "rulings",
    ),
    Mutant(
        "what was decided after an Interim Settlement counts as settled by it",
        RULES,
        "len(round.cards), round.irregular.interim_boxes)\n",
        "len(round.cards), round.boxes if round.irregular.interim else ())\n",
        "paid early",
    ),
    # --- Reconstruction, and what is asked again ---
    Mutant(
        "a Round is corrected to cards with which nobody could have decided so",
        "games/settlement.py",
        "return window.name == act.window and (not act.choice or act.choice in window.choices)",
        "return window.name == act.window",
        "the swarm of 72",
    ),
    # --- cards that Players turn (003 §3.12) ---
    Mutant(
        "anybody turns anybody's cards",
        TURNING,
        "mine = [draw for draw, who in state.turners.items() if who == terminal]",
        "mine = [draw for draw, who in state.turners.items() if who]",
        "squeezes",
    ),
    Mutant(
        "who does nothing with his cards holds up the table",
        TURNING,
        "    if view.halts or ends is None or now_ms < ends:\n",
        "    if view.halts or ends is None or now_ms < 10 * ends:\n",
        "squeezes",
    ),
    Mutant(
        "a card that nobody has touched is turned at once",
        TURNING,
        "min(turns.since_ms + ALL_MS, turns.heard_ms + CARD_MS) + LATE_MS",
        "min(turns.since_ms + LATE_MS, turns.heard_ms + CARD_MS)",
        "squeezes",
    ),
    Mutant(
        "all his cards are turned with the first",
        TURNING,
        "    yield from reveal(table, turned)\n",
        "    yield from reveal(table, mine if turned else ())\n",
        "squeezes",
    ),
)

if __name__ == "__main__":
    main(BOX_TROUBLES, *sys.argv[1:])
