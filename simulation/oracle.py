"""A second opinion on document 001, sections 3 and 4, written from its text alone.

Shares no code and no names with games/: cards are strings such as "9S", the Table of Play is typed as it is printed,
in letters, and everything is worked out anew from the list of cards. Slow, plain, and hard to get wrong.
"""

from collections.abc import Sequence

# 3.2: "A" first, then the numbers, then the pictures.
FACE = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 0, "Q": 0, "K": 0}

# 3.10, upper part. Total of the Player Hand's first two cards -> d(raws), s(tands) or n(atural).
PLAYERS_COLUMN = {0: "d", 1: "d", 2: "d", 3: "d", 4: "d", 5: "d", 6: "s", 7: "s", 8: "n", 9: "n"}

# 3.10, lower part. Total of the Banker Hand's first two cards -> the column "draws", the column "does not draw".
BANKERS_COLUMNS = {
    0: ("0-1-2-3-4-5-6-7-8-9", ""),
    1: ("0-1-2-3-4-5-6-7-8-9", ""),
    2: ("0-1-2-3-4-5-6-7-8-9", ""),
    3: ("0-1-2-3-4-5-6-7-9", "8"),
    4: ("2-3-4-5-6-7", "0-1-8-9"),
    5: ("4-5-6-7", "0-1-2-3-8-9"),
    6: ("6-7", "0-1-2-3-4-5-8-9"),
    7: ("", "0-1-2-3-4-5-6-7-8-9"),
}

# 3.9, the proviso: what the Banker Hand does when the Player Hand did not draw.
BANKER_ALONE = {0: "d", 1: "d", 2: "d", 3: "d", 4: "d", 5: "d", 6: "s", 7: "s", 8: "s", 9: "s"}

# 4.1, as (to be paid, for a stake of).
PAY_TABLE = {
    "Banker wins on 6 points": (1, 2),
    "Banker wins on other points": (1, 1),
    "Player wins": (1, 1),
    "Tie wins": (8, 1),
    "Pair wins": (11, 1),
}

Fate = tuple[str, int, int]


def second_digit(cards: list[str]) -> int:
    """1.16"""
    return int(str(sum([FACE[card[0]] for card in cards]))[-1])


def whose_turn(player: list[str], banker: list[str]) -> str | None:
    """3.8 to 3.10: which Hand gets the next card, if any does."""
    if len(player) + len(banker) < 4:
        return "player" if len(player) == len(banker) else "banker"
    if len(banker) == 3:
        return None
    of_player, of_banker = second_digit(player[:2]), second_digit(banker)
    if PLAYERS_COLUMN[of_player] == "n" or of_banker in (8, 9):
        return None
    if len(player) == 3:
        draws, does_not = BANKERS_COLUMNS[of_banker]
        third = str(second_digit(player[2:]))
        assert (third in draws.split("-")) != (third in does_not.split("-"))
        return "banker" if third in draws else None
    if PLAYERS_COLUMN[of_player] == "d":
        return "player"
    return "banker" if BANKER_ALONE[of_banker] == "d" else None


def deal(cards: Sequence[str]) -> tuple[list[str], list[str], list[str]]:
    """3.8 to 3.10, 1.17: the Player Hand, the Banker Hand, and what this Round does not need."""
    player: list[str] = []
    banker: list[str] = []
    left = list(cards)
    while left and (turn := whose_turn(player, banker)) is not None:
        {"player": player, "banker": banker}[turn].append(left.pop(0))
    return player, banker, left


def is_natural(player: list[str], banker: list[str]) -> bool:
    """1.9"""
    return second_digit(player[:2]) in (8, 9) or second_digit(banker[:2]) in (8, 9)


def who_won(player: list[str], banker: list[str]) -> str:
    """3.11, 3.12"""
    difference = second_digit(player) - second_digit(banker)
    return "tie" if difference == 0 else {True: "player", False: "banker"}[difference > 0]


def fates(player: list[str], banker: list[str]) -> dict[str, Fate]:
    """3.12, 3.13, 4.1: what becomes of each Bet, and what it gains as (so much, for a stake of)."""
    taken = ("lost", -1, 1)
    winner = who_won(player, banker)
    of = dict.fromkeys(["player", "banker", "tie", "player_pair", "banker_pair"], taken)
    if winner == "tie":
        of["tie"] = ("won", *PAY_TABLE["Tie wins"])
        of["player"] = of["banker"] = ("returned", 0, 1)
    elif winner == "player":
        of["player"] = ("won", *PAY_TABLE["Player wins"])
    else:
        on = "6" if second_digit(banker) == 6 else "other"
        of["banker"] = ("won", *PAY_TABLE[f"Banker wins on {on} points"])
    if player[0][0] == player[1][0]:
        of["player_pair"] = ("won", *PAY_TABLE["Pair wins"])
    if banker[0][0] == banker[1][0]:
        of["banker_pair"] = ("won", *PAY_TABLE["Pair wins"])
    return of
