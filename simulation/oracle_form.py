"""The form of a line of `etg settle`, and what its side bets pay, for the second settlement of the blackjack games
(`oracle_blackjack`).
"""

from typing import Any

Json = dict[str, Any]

SIDE_BETS: dict[str, tuple[str, ...]] = {
    "blackjack": ("player_pair", "under_13", "over_13"),
    "blackjack_plus": ("rws_pairs", "boom_busted"),
    "classic_blackjack": (),
    "premium_blackjack": (),
}
ONLINE = ("classic_blackjack", "premium_blackjack")  # 004
# 004 2.3, in hundredths of a coin
PLAY_LIMITS = {
    ("classic_blackjack", "GC"): (1_000_00, 100_000_00),
    ("classic_blackjack", "SC"): (50, 500_00),
    ("premium_blackjack", "GC"): (10_000_00, 10_000_000_00),
    ("premium_blackjack", "SC"): (25_00, 1_000_00),
}
HIGHEST_STAKE = 10**15
POINTS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10}
POINTS_OF_CARD = {rank + suit: value for rank, value in POINTS.items() for suit in "CDHS"}
BOOM_BUSTED = {3: 2, 4: 2, 5: 4, 6: 12, 7: 50}  # 000 4.1.3; 8 or more: 200


class LineError(Exception):
    """The line cannot be settled; `word` says why."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def check_form(line: Any) -> None:
    """What no word of the list describes: a line that is not of the agreed shape."""
    if not _formed(line):
        raise LineError("malformed")


def _formed(line: Any) -> bool:
    if not (isinstance(line, dict) and isinstance(line.get("game"), str) and line["game"] in SIDE_BETS):
        return False
    boxes, cards, decisions, limits = (
        line.get("boxes"),
        line.get("cards"),
        line.get("decisions", []),
        line.get("limits"),
    )
    if not (isinstance(boxes, list) and boxes and isinstance(cards, list) and isinstance(decisions, list)):
        return False
    for card in cards:
        if not isinstance(card, str):
            return False
    decks = line.get("decks", 6 if line["game"] in ONLINE else 8)
    if type(decks) is not int or not (decks == 6 if line["game"] in ONLINE else 4 <= decks <= 8):
        return False
    if line.get("currency") not in (None, "GC", "SC"):
        return False
    if "limits" in line:
        if not isinstance(limits, dict):
            return False
        if not all(type(limit) is int and limit > 0 for limit in limits.values()):
            return False
    for decision in decisions:
        if not (isinstance(decision, dict) and type(decision.get("box")) is int and type(decision.get("hand")) is int):
            return False
        if not (isinstance(decision.get("action"), str) and isinstance(decision.get("amounts", {}), dict)):
            return False
        follow = decision.get("follow", [])
        if not (isinstance(follow, list) and all(isinstance(name, str) for name in follow)):
            return False
    return all(_formed_box(box) for box in boxes)


def _formed_box(box: Any) -> bool:
    if not (isinstance(box, dict) and isinstance(box.get("bettors"), list)):
        return False
    if not isinstance(box.get("walked_away", False), bool):
        return False
    names = set()
    seated = 0
    for bettor in box["bettors"]:
        if not (isinstance(bettor, dict) and isinstance(bettor.get("player"), str)):
            return False
        if not isinstance(bettor.get("side", {}), dict):
            return False
        for flag in ("seated", "even_money", "surrender"):
            if flag in bettor and not isinstance(bettor[flag], bool):
                return False
        names.add(bettor["player"])
        seated += bettor.get("seated", False)
    return len(names) == len(box["bettors"]) and seated <= 1


def side_odds(spot: str, box: Json, dealer: list[str], bust: bool) -> int:
    """What one unit wins, 0 for a loss (003 4.1.1, 000 4.1.2 and 4.1.3)."""
    if spot == "boom_busted":
        return BOOM_BUSTED.get(len(dealer), 200) if bust else 0
    one, two = box["initial"]
    if spot in ("player_pair", "rws_pairs"):
        if one[0] != two[0]:
            return 0
        if spot == "player_pair":
            return 11
        if one[1] == two[1]:
            return 50 if one[0] == "A" else 20
        red = "DH"
        return 12 if (one[1] in red) == (two[1] in red) else 6
    low = POINTS_OF_CARD[one] + POINTS_OF_CARD[two]  # every Ace 1
    if spot == "under_13":
        return 1 if low < 13 else 0
    return 1 if low > 13 else 0
