"""A second, independent settlement of the four blackjack games, from the rule text alone (003, 000, 004, READINGS).

It shares no code with `games/`: cards are strings like "9S", everything else is dicts and lists. `settle` takes a
parsed line of `etg settle` and gives the money and the dealer's hand, or an error word. `doubts` names the places where
neither the rule text, READINGS nor the line format decides and this file had to choose; a difference in a line without
doubts is an error of one side.
"""

from collections.abc import Callable
from typing import Any

from simulation.oracle_form import (
    HIGHEST_STAKE,
    ONLINE,
    PLAY_LIMITS,
    POINTS_OF_CARD,
    SIDE_BETS,
    Json,
    LineError,
    check_form,
    side_odds,
)

# Of which box and which of its Hands, after how many cards; None: nobody has answered.
Ask = Callable[[int, int, int], Json | None]


def settle(line: Json) -> Json:
    """The expected money of a line, or `{"error": word}`."""
    try:
        return _settle(line, set())
    except LineError as error:
        return {"error": error.word}


def play_out(line: Json, ask: Ask) -> Json:
    """The same of a Round whose decisions are not told in their order: each is asked for when its turn comes, as by
    whoever has a journal and knows what was answered to which question. `{"action": "left"}`: the House draws (5.3).
    Also gives the cards of each box, Hand by Hand in the order in which those arose.
    """
    try:
        return _settle({**line, "decisions": []}, set(), ask)
    except LineError as error:
        return {"error": error.word}


def doubts(line: Json) -> set[str]:
    """Where the answer to this line hangs on a choice of this file that no text makes."""
    found: set[str] = set()
    try:
        _settle(line, found)
    except LineError as error:
        if error.word == "malformed":
            found.add("malformed line: no agreed word")
        elif error.word != "foreign_card":
            cards = line["cards"]
            if max(map(cards.count, cards), default=0) > line.get("decks", 6 if line["game"] in ONLINE else 8):
                found.add("a foreign card after another problem")
    return found


def points(cards: list[str]) -> tuple[int, bool]:
    """The Point Total and whether an Ace counts 11 in it (003 3.2, 004 2.2.c)."""
    total = 0
    ace = False
    for card in cards:
        value = POINTS_OF_CARD[card]
        total += value
        if value == 1:
            ace = True
    if ace and total <= 11:
        return total + 10, True
    return total, False


def natural(cards: list[str]) -> bool:
    """An Ace and a ten-point card as the first two cards (003 1.2); the caller knows whether they come from a Split."""
    return len(cards) == 2 and points(cards)[0] == 21


# The line


def _settle(line: Json, found: set[str], ask: Ask | None = None) -> Json:
    check_form(line)
    table = _place_bets(line, found)
    table["ask"] = ask
    cards = line["cards"]
    if any(card not in POINTS_OF_CARD for card in cards):
        raise LineError("unknown_card")
    _deal(table)
    _before_third_card(table)
    first, hidden = table["dealer"][0], table["dealer"][-1]
    peeked = (
        table["game"] == "premium_blackjack" and POINTS_OF_CARD[first] in (1, 10) and natural([first, hidden])
    )  # 004 2.9.b
    if not peeked:
        for number, box in enumerate(table["boxes"]):
            _play_box(table, number, box)
    if table["next"] < len(table["decisions"]):
        try:
            _dealer_turn(table)
        except LineError:
            found.add("decisions left over and cards wrong too")
        raise LineError("illegal_decision")
    _dealer_turn(table)
    return _pay(table)


def _stake(value: Any, found: set[str]) -> int:
    if type(value) is not int:
        if not isinstance(value, (bool, float)):
            found.add("a stake that is no number")
        raise LineError("bad_stake")
    if not 0 < value <= HIGHEST_STAKE:
        raise LineError("bad_stake")
    return value


# The bets


def _place_bets(line: Json, found: set[str]) -> Json:
    game = line["game"]
    online = game in ONLINE
    boxes: list[Json] = []
    for raw in line["boxes"]:
        bettors: list[Json] = []
        for entry in raw["bettors"]:
            bettor: Json = {"player": entry["player"], "bet": 0, "counted": 0, "side": {}, "insurance": 0}
            bettor["even_money"] = entry.get("even_money", False)
            bettor["surrender"] = entry.get("surrender", False)
            bettor["seated"] = entry.get("seated", False)
            if "bet" in entry:
                bettor["bet"] = bettor["counted"] = _stake(entry["bet"], found)
                if bettor["bet"] % 2:  # 3 to 2 and half a surrendered Bet must come out whole
                    raise LineError("bad_stake")
                if online and line.get("currency") is not None:
                    low, high = PLAY_LIMITS[game, line["currency"]]
                    if not low <= bettor["bet"] <= high:
                        raise LineError("bad_stake")
            for spot, amount in entry.get("side", {}).items():
                if spot not in SIDE_BETS[game]:
                    raise LineError("unknown_spot")
                bettor["side"][spot] = _stake(amount, found)
            if "insurance" in entry and not (type(entry["insurance"]) is int and entry["insurance"] == 0):
                bettor["insurance"] = _stake(entry["insurance"], found)
            bettors.append(bettor)
        boxes.append(_box(raw, bettors, online, found))
    for decision in line.get("decisions", []):  # the form of every stake comes before any rule
        for amount in decision.get("amounts", {}).values():
            _stake(amount, found)
    any_initial = any(box["decider"] for box in boxes)
    for box in boxes:
        for bettor in box["bettors"]:
            for spot, amount in bettor["side"].items():
                if spot == "boom_busted":  # 000 3.9.1: any box will do
                    if not any_initial:
                        raise LineError("bad_stake")
                    continue
                if box["decider"] is None:
                    raise LineError("bad_stake")
                # 003 3.13.2.d; who lowers his Bet leaves the side Bet beside it as it was
                if (
                    not line.get("placed")
                    and spot in ("under_13", "over_13")
                    and amount > (bettor["bet"] or box["decider"]["bet"])
                ):
                    raise LineError("bad_stake")
        if box["decider"] is None:
            found.add("a box that gets no cards")
        _pro_rata(box["bettors"], line.get("limits", {}))
    if online:
        if "limits" in line:
            found.add("box limits in 004")
        names = [bettor["player"] for box in boxes for bettor in box["bettors"]]
        if len(set(names)) < len(names):
            found.add("one Game Participant on two boxes")
    elif "currency" in line:
        found.add("a currency outside 004")
    if "decks" not in line:
        found.add("decks left out")
    return {
        "game": game,
        "online": online,
        "decks": line.get("decks", 6 if online else 8),
        "cards": line["cards"],
        "drawn": 0,
        "seen": {},
        "decisions": line.get("decisions", []),
        "next": 0,
        "boxes": boxes,
        "dealer": [],
        "doubts": found,
    }


def _box(raw: Json, bettors: list[Json], online: bool, found: set[str]) -> Json:
    """A box with the one who decides for it: the seated one, else the highest Bet, else the first (003 1.26)."""
    decider: Json | None = None
    for bettor in bettors:
        if not bettor["bet"]:
            if bettor["seated"]:
                found.add("seated without an Initial Bet")
            continue
        if bettor["seated"]:
            decider = bettor
            break
        if decider is None or bettor["bet"] > decider["bet"]:
            decider = bettor
    walked = raw.get("walked_away", False)
    if online and len(bettors) > 1:
        found.add("a shared box in 004")
    if walked:
        if online:
            found.add("walked away in 004")
        if len(bettors) > 1:
            found.add("walked away from a shared box")
        if any(bettor["insurance"] or bettor["even_money"] or bettor["surrender"] for bettor in bettors):
            found.add("walked away after a choice")
    return {
        "bettors": bettors,
        "decider": decider,
        "surrenders": raw.get("surrendered", False),  # whoever has decided it
        "left_alone": walked and len(bettors) == 1,  # 003 5.3
        "hands": [],
        "blackjack": False,
        "surrendered": False,
    }


def _pro_rata(bettors: list[Json], limits: Json) -> None:
    """003 5.1.1 and 5.1.2 as READINGS words it for 002."""
    total = sum(bettor["bet"] for bettor in bettors)
    highest = limits.get("box_max")
    lowest = limits.get("box_min", 1)
    if highest is None or total <= highest:
        return
    for bettor in bettors:
        if bettor["bet"] >= lowest:
            bettor["counted"] = max(bettor["bet"] * highest // total, lowest)


# The cards


def _draw(table: Json) -> str:
    number = table["drawn"]
    if number == len(table["cards"]):
        raise LineError("incomplete")
    card: str = table["cards"][number]
    table["drawn"] = number + 1
    seen = table["seen"]
    seen[card] = seen.get(card, 0) + 1
    if seen[card] > table["decks"]:
        raise LineError("foreign_card")
    return card


def _deal(table: Json) -> None:
    """003 3.11; 004 2.1.c: the dealer's second card too."""
    dealt = [box for box in table["boxes"] if box["decider"]]
    for box in dealt:
        bets = {bettor["player"]: bettor["bet"] for bettor in box["bettors"] if bettor["bet"]}
        box["hands"].append(_hand([_draw(table)], bets))
    table["dealer"].append(_draw(table))
    for box in dealt:
        box["hands"][0]["cards"].append(_draw(table))
        box["initial"] = list(box["hands"][0]["cards"])
        box["blackjack"] = natural(box["initial"])
    if table["online"]:
        table["dealer"].append(_draw(table))


def _hand(cards: list[str], bets: dict[str, int]) -> Json:
    hand = {"cards": cards, "bets": bets, "doubles": {}, "doubled": False, "split_aces": False, "declined": set()}
    return {**hand, "number": 0}  # in the order in which the hands of a box arose


def _before_third_card(table: Json) -> None:
    """Insurance, Even Money and Surrender (003 3.14 to 3.16, 004 2.5.c and 2.10)."""
    first = POINTS_OF_CARD[table["dealer"][0]]
    online = table["online"]
    words: list[str] = []
    for box in table["boxes"]:
        for bettor in box["bettors"]:
            half = bettor["bet"] // 2
            if bettor["insurance"]:
                if first != 1 or (online and box["blackjack"]):
                    words.append("illegal_decision")
                if bettor["insurance"] > half or (online and bettor["insurance"] != half):
                    words.append("bad_stake")
            if bettor["even_money"] and not (first == 1 and box["blackjack"] and bettor["bet"]):
                words.append("illegal_decision")
            if bettor["even_money"] and bettor["insurance"]:
                words.append("illegal_decision")
        box["surrendered"] = box["surrenders"]
        if not any(bettor["surrender"] for bettor in box["bettors"]):
            continue
        decider = box["decider"]
        paid = box["blackjack"] and first not in (1, 10)  # 003 3.15: it has won already
        if online or first == 1 or paid or decider is None or not decider["surrender"]:
            words.append("illegal_decision")
        else:
            box["surrendered"] = True
    if words:
        if len(set(words)) > 1:
            table["doubts"].add("insurance wrong in two ways")
        raise LineError(words[0])


# The players' turn


def _play_box(table: Json, number: int, box: Json) -> None:
    hands = box["hands"]
    if not hands:
        return
    if box["surrendered"] or (box["blackjack"] and table["online"]):
        if _is_for(table, number, 0, asks=False):
            raise LineError("illegal_decision")
        return
    if box["left_alone"]:
        cards = hands[0]["cards"]
        while points(cards)[0] < 12:
            cards.append(_draw(table))
        if _is_for(table, number, 0, asks=False):
            if table["decisions"][table["next"]]["action"] == "stand" and points(cards)[0] == 21:
                table["doubts"].add("stand on a 21 of a player who left")
            raise LineError("illegal_decision")
        return
    turn = 0
    while turn < len(hands):
        if len(hands[turn]["cards"]) == 1:  # 003 3.21.2: when its turn comes
            hands[turn]["cards"].append(_draw(table))
        while not _play_on(table, number, box, turn):
            pass
        turn += 1


def _is_for(table: Json, number: int, turn: int, *, asks: bool) -> bool:
    """Whether the next decision is for this hand. `asks`: if it is not known yet, somebody may be asked."""
    if asks and table["ask"] is not None:
        hand = table["boxes"][number]["hands"][turn]
        decision = table["ask"](number, hand["number"], table["drawn"])
        if decision is not None:
            table["decisions"].append({"box": number, "hand": turn, **decision})
    if table["next"] == len(table["decisions"]):
        return False
    decision = table["decisions"][table["next"]]
    return bool(decision["box"] == number and decision["hand"] == turn)


def _play_on(table: Json, number: int, box: Json, turn: int) -> bool:
    """One decision for the hand; True when the hand has had its turn."""
    hand = box["hands"][turn]
    cards = hand["cards"]
    total, soft = points(cards)
    closed = (
        total > 21
        or hand["doubled"]
        or hand["split_aces"]
        or box["blackjack"]
        or (soft and total == 21 and not table["online"])  # 003 3.17; 004 knows no such bar
    )
    mine = _is_for(table, number, turn, asks=not closed)
    if total == 21 and mine and table["decisions"][table["next"]]["action"] == "stand":
        if hand["doubled"] or hand["split_aces"] or box["blackjack"]:
            table["doubts"].add("stand on a 21 that had no choice")
        table["next"] += 1
        return True
    if closed:
        if mine:
            raise LineError("illegal_decision")
        return True
    if total == 21 and not mine:
        return True
    if table["next"] == len(table["decisions"]):
        raise LineError("incomplete")
    if not mine:
        raise LineError("illegal_decision")
    decision = table["decisions"][table["next"]]
    table["next"] += 1
    action = decision["action"]
    if action == "left":  # 003 5.3
        if total >= 12:
            return True
        cards.append(_draw(table))
        return False
    if action == "stand":
        if total < 12 and not table["online"]:  # 003 3.19
            raise LineError("illegal_decision")
        return True
    if action == "hit":
        cards.append(_draw(table))
    elif action == "double":
        _double(table, box, hand, decision)
    elif action == "split":
        _split(table, box, turn, decision)
    else:
        raise LineError("illegal_decision")
    return False


def _double(table: Json, box: Json, hand: Json, decision: Json) -> None:
    """003 3.22, 004 2.7."""
    if len(hand["cards"]) != 2:
        raise LineError("illegal_decision")
    amounts = dict(decision.get("amounts", {}))
    for name in amounts:
        if name not in hand["bets"]:
            raise LineError("illegal_decision")
    leader = decision.get("leader", box["decider"]["player"])
    if leader:  # "": he has taken his Bets back since
        amounts.setdefault(leader, hand["bets"][leader])
    for name, amount in amounts.items():
        if amount > hand["bets"][name] or (table["online"] and amount != hand["bets"][name]):
            raise LineError("bad_stake")
    hand["doubles"] = amounts
    hand["doubled"] = True
    hand["cards"].append(_draw(table))


def _split(table: Json, box: Json, turn: int, decision: Json) -> None:
    """003 3.21, 004 2.8."""
    hands = box["hands"]
    hand = hands[turn]
    cards = hand["cards"]
    if len(cards) != 2 or POINTS_OF_CARD[cards[0]] != POINTS_OF_CARD[cards[1]]:
        raise LineError("illegal_decision")
    if len(hands) >= (2 if table["online"] else 4):
        raise LineError("illegal_decision")
    leader = decision.get("leader", box["decider"]["player"])
    if leader in decision.get("follow", []):
        table["doubts"].add("the decider among the followers")
    followers = {leader, *decision.get("follow", [])}
    for name in followers:
        if name not in hand["bets"] or name in hand["declined"]:
            raise LineError("illegal_decision")
    new = _hand([cards.pop()], {name: bet for name, bet in hand["bets"].items() if name in followers})
    new["number"] = len(hands)
    hand["declined"].update(name for name in hand["bets"] if name not in followers)
    hand["split_aces"] = new["split_aces"] = POINTS_OF_CARD[cards[0]] == 1
    hands.insert(turn + 1, new)
    cards.append(_draw(table))
    if table["online"]:  # 004 2.8.c.i: both at once
        new["cards"].append(_draw(table))


# The dealer's turn


def _dealer_turn(table: Json) -> None:
    """003 3.23, 000 3.26.1, 004 2.1.e; what is open says how far he draws."""
    dealer = table["dealer"]
    first = POINTS_OF_CARD[dealer[0]]
    live = False  # a hand that needs the dealer's total
    to_see = False  # something that needs only to know whether he has a Blackjack
    for box in table["boxes"]:
        for bettor in box["bettors"]:
            if bettor["side"].get("boom_busted"):
                live = True
            if bettor["insurance"]:
                to_see = True
            if box["blackjack"] and not box["surrendered"] and first in (1, 10):
                to_see = to_see or (bettor["bet"] > 0 and not bettor["even_money"])
        if not box["blackjack"] and not box["surrendered"]:
            live = live or any(points(hand["cards"])[0] <= 21 for hand in box["hands"])
    if live:
        while not _dealer_stands(table):
            dealer.append(_draw(table))
    elif to_see and len(dealer) == 1:
        dealer.append(_draw(table))
    left = len(table["cards"]) - table["drawn"]
    if left and not live:  # READINGS: drawing on to 17 changes nothing and is accepted
        while table["drawn"] < len(table["cards"]) and not _dealer_stands(table):
            dealer.append(_draw(table))
        if not _dealer_stands(table):
            table["doubts"].add("a dealer who drew on, but not to 17")
            raise LineError("surplus_cards")
        blackjacks = any(box["blackjack"] and not box["surrendered"] for box in table["boxes"])
        if table["drawn"] == len(table["cards"]) and (to_see or (table["online"] and blackjacks)):
            table["doubts"].add("a dealer who drew on after Blackjacks or Insurance")
    if table["drawn"] < len(table["cards"]):
        raise LineError("surplus_cards")


def _dealer_stands(table: Json) -> bool:
    total, soft = points(table["dealer"])
    if table["game"] == "classic_blackjack" and soft and total == 17:
        return False
    return total >= 17


# The money


def _pay(table: Json) -> Json:
    dealer = table["dealer"]
    total, soft = points(dealer)
    bust = total > 21
    blackjack = natural(dealer)
    rows: list[Json] = []

    def row(number: int, bettor: Json, bet: str, hand: int | None, stake: int, profit: int, outcome: str) -> None:
        rows.append(
            {
                "box": number,
                "player": bettor["player"],
                "bet": bet,
                "hand": hand,
                "stake": stake,
                "profit": profit,
                "outcome": outcome,
            }
        )

    def even(number: int, bettor: Json, bet: str, hand: int, stake: int, counted: int, result: str) -> None:
        """A bet at 1 to 1."""
        if counted == 0:
            table["doubts"].add("nothing of a bet counts")
        profit = counted if result == "won" else -counted if result == "lost" else 0
        row(number, bettor, bet, hand, stake, profit, result)

    for number, box in enumerate(table["boxes"]):
        for bettor in box["bettors"]:
            bet, counted = bettor["bet"], bettor["counted"]
            if not bet:
                pass
            elif box["surrendered"]:  # 003 3.16: half comes back, rounded down
                row(number, bettor, "main", 0, bet, counted // 2 - counted, "surrendered")
            elif box["blackjack"]:
                if bettor["even_money"]:  # 003 3.14.1, 004 2.10
                    row(number, bettor, "main", 0, bet, counted, "won")
                elif blackjack:
                    row(number, bettor, "main", 0, bet, 0, "returned")
                else:
                    row(number, bettor, "main", 0, bet, counted * 3 // 2, "won")
            else:
                lost_initial = False
                for index, hand in enumerate(box["hands"]):
                    if bettor["player"] not in hand["bets"]:
                        continue
                    own = points(hand["cards"])[0]
                    if own > 21 or (blackjack and table["online"]):  # 003 3.18, 004 2.4.c and 2.7.b.iii
                        main = double = "lost"
                    elif blackjack:  # 003 3.21.3, 3.22.2: one Initial Bet for all hands that are not bust
                        main = "returned" if lost_initial else "lost"
                        double = "returned"
                        lost_initial = True
                    elif bust or own > total:
                        main = double = "won"
                    elif own < total:
                        main = double = "lost"
                    else:
                        main = double = "returned"
                    even(number, bettor, "main", index, bet, counted, main)
                    if bettor["player"] in hand["doubles"]:
                        stake = hand["doubles"][bettor["player"]]
                        even(number, bettor, "double", index, stake, stake * counted // bet, double)
            if bettor["insurance"]:
                stake = bettor["insurance"]
                row(
                    number,
                    bettor,
                    "insurance",
                    None,
                    stake,
                    2 * stake if blackjack else -stake,
                    "won" if blackjack else "lost",
                )
            for spot, stake in bettor["side"].items():
                odds = side_odds(spot, box, dealer, bust)
                row(number, bettor, spot, None, stake, stake * odds if odds else -stake, "won" if odds else "lost")
    players: dict[str, dict[str, int]] = {}
    for entry in rows:
        sums = players.setdefault(entry["player"], {"stake": 0, "profit": 0, "returned": 0})
        sums["stake"] += entry["stake"]
        sums["profit"] += entry["profit"]
        sums["returned"] += entry["stake"] + entry["profit"]
    return {
        "dealer": {"cards": list(dealer), "total": total, "soft": soft, "blackjack": blackjack, "bust": bust},
        "bets": rows,
        "players": players,
        "hands": [{hand["number"]: hand["cards"] for hand in box["hands"]} for box in table["boxes"]],
    }
