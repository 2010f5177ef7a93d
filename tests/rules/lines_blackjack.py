"""Random lines for `etg settle` of the four blackjack games: rounds played forward legally, and broken ones.

The rounds are played here, not by `oracle_blackjack.settle`, so that its acceptance of a legal line says something.
Luck is bent: pairs, dealer's aces and tens, Blackjacks and long dealer's hands come far more often than from a shoe.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

from simulation.oracle_blackjack import doubts, points
from simulation.oracle_form import ONLINE, PLAY_LIMITS, POINTS_OF_CARD, SIDE_BETS

Json = dict[str, Any]

GAMES = tuple(SIDE_BETS)
RANKS = "A23456789TJQK"
TENS = "TJQK"
SUITS = "CDHS"
POOLS = (RANKS, RANKS, RANKS, "A23456789TTTT", "88TTA", "A23", "AATJ", "TJQK", "2345", "AA55678", "69T", "3478", "77A4")


def lines(seed: int, count: int, doubtful: bool = False) -> Iterator[Json]:
    """`count` lines, about two thirds of them legal; those with doubts (see the oracle) only if asked for."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        game = rng.choice(GAMES)
        luck = rng.random()
        line = _play(rng, game, doubtful, foreign=luck < 0.04)
        if 0.04 <= luck < 0.36:
            line = mutate(rng, line)
        elif not _shared_double(line):
            made += 1
            yield line
            continue
        if doubtful or not doubts(line):
            made += 1
            yield line


def random_line(rng: random.Random, game: str) -> Json:
    """A legal line without doubts."""
    while True:
        line = _play(rng, game, odd=False, foreign=False)
        if not _shared_double(line) or not doubts(line):
            return line


def _shared_double(line: Json) -> bool:
    """Of a tiny double on a box over its limit nothing may count: the one doubt a legal line can have."""
    return "limits" in line and any(decision["action"] == "double" for decision in line["decisions"])


# A round played forward


class _Shoe:
    """Cards as they are needed, never more copies of one than there are decks (unless a foreign card is wanted)."""

    def __init__(self, rng: random.Random, decks: int, foreign: bool) -> None:
        self.rng = rng
        self.decks = decks
        self.foreign = foreign
        self.pool = rng.choice(POOLS)
        self.suits = rng.choice(("C", "H", "DS")) if foreign else rng.choice((SUITS, SUITS, SUITS, "CS", "DH"))
        if foreign:
            self.pool = rng.choice(("8T", "A5", "6", "9", "T", "7", "345", "A"))
        self.cards: list[str] = []
        self.copies: dict[str, int] = {}

    def draw(self, wish: str = "") -> str:
        chance = self.rng.random
        ranks, suits = wish or self.pool, self.suits
        tries = 0
        while True:
            card = ranks[int(chance() * len(ranks))] + suits[int(chance() * len(suits))]
            if self.foreign or self.copies.get(card, 0) < self.decks:
                break
            tries += 1
            if tries > 5:
                ranks, suits = RANKS, SUITS
        self.copies[card] = self.copies.get(card, 0) + 1
        self.cards.append(card)
        return card


def _play(rng: random.Random, game: str, odd: bool, foreign: bool) -> Json:
    """A round; `odd` ones go where the texts are silent."""
    online = game in ONLINE
    line: Json = {"game": game, "decks": 6 if online else rng.randint(4, 8)}
    boxes, deciders = _bets(rng, game, online, odd, line)
    line["boxes"] = boxes
    shoe = _Shoe(rng, line["decks"], foreign)
    decisions: list[Json] = []
    chance = rng.random

    # the deal
    hands: list[list[list[str]]] = [[[shoe.draw()]] if decider else [] for decider in deciders]
    taste = chance()
    long_dealer = taste > 0.93
    dealer = [shoe.draw("A" if taste < 0.2 else TENS if taste < 0.32 else "2" if long_dealer else "")]
    for box_hands in hands:
        for hand in box_hands:
            luck = chance()
            match = _same_value(rng, hand[0]) if luck < 0.3 else "A" if luck < 0.34 and hand[0][0] in TENS else ""
            hand.append(shoe.draw(match or (TENS if luck > 0.8 and hand[0][0] == "A" else "")))
    first = POINTS_OF_CARD[dealer[0]]
    if online:
        dealer.append(shoe.draw(_second_wish(rng, first)))

    # choices before the third card
    naturals = [bool(box_hands) and points(box_hands[0])[0] == 21 for box_hands in hands]
    surrendered = [False] * len(boxes)
    insured = boom = False
    for number, box in enumerate(boxes):
        gone = box.get("walked_away", False) and not odd
        for bettor in box["bettors"]:
            boom = boom or "boom_busted" in bettor.get("side", {})
            if "bet" not in bettor or gone:
                continue
            if first == 1 and chance() < 0.45 and not (online and naturals[number]):
                half = bettor["bet"] // 2
                bettor["insurance"] = half if online or chance() < 0.5 else rng.randint(1, half)
                insured = True
            elif first == 1 and naturals[number] and chance() < 0.5:
                bettor["even_money"] = True
            elif chance() < 0.05:
                bettor["insurance"] = 0
        paid = naturals[number] and first not in (1, 10)
        decider = deciders[number]
        if decider and not online and not gone and first != 1 and not paid and chance() < 0.12:
            surrendered[number] = True
            for bettor in box["bettors"]:
                if bettor is decider or chance() < 0.2:
                    bettor["surrender"] = True
        elif chance() < 0.1:
            box["bettors"][0]["surrender"] = False

    # the players
    live = False
    ended = game == "premium_blackjack" and points(dealer)[0] == 21
    for number, box in enumerate(boxes):
        decider = deciders[number]
        if not decider or surrendered[number]:
            continue
        if naturals[number]:
            if odd and not online and chance() < 0.2:
                decisions.append({"box": number, "hand": 0, "action": "stand"})
            continue
        if ended:
            continue
        if box.get("walked_away") and len(box["bettors"]) == 1:
            while points(hands[number][0])[0] < 12:
                hands[number][0].append(shoe.draw())
        else:
            _decide(rng, game, number, box, decider, hands[number], shoe, decisions, odd)
        live = live or any(points(hand)[0] <= 21 for hand in hands[number])

    # the dealer
    open_naturals = first in (1, 10) and any(
        naturals[number]
        and not surrendered[number]
        and any("bet" in bettor and not bettor.get("even_money") for bettor in box["bettors"])
        for number, box in enumerate(boxes)
    )
    if not online and (live or boom or open_naturals or insured):
        wish = _second_wish(rng, first)
        dealer.append(shoe.draw("2" if long_dealer and not wish else wish))
    drew_on = chance() < 0.4 and (odd or not (insured or any(naturals) if online else insured or open_naturals))
    if live or boom or drew_on:
        target = rng.randint(9, 14)
        while True:
            total, soft = points(dealer)
            if total >= 17 and not (game == "classic_blackjack" and soft and total == 17):
                break
            dealer.append(shoe.draw("" if not long_dealer else "2223A" if total < target else TENS))
    line["decisions"] = decisions
    line["cards"] = shoe.cards
    return line


def _same_value(rng: random.Random, card: str) -> str:
    rank = card[0]
    return TENS if rank in TENS and rng.random() < 0.5 else rank


def _second_wish(rng: random.Random, first: int) -> str:
    """Blackjacks of the dealer, often."""
    luck = rng.random()
    if first == 1 and luck < 0.45:
        return TENS
    return "A" if first == 10 and luck < 0.35 else ""


def _amount(rng: random.Random) -> int:
    luck = rng.random()
    if luck < 0.75:
        return rng.randint(1, 500)
    if luck < 0.95:
        return rng.randint(1, 9)
    return rng.randint(1, 5 * 10**14) if luck < 0.99 else 5 * 10**14


def _bets(
    rng: random.Random, game: str, online: bool, odd: bool, line: Json
) -> tuple[list[dict[str, Any]], list[Json | None]]:
    chance = rng.random
    boxes: list[Json] = []
    deciders: list[Json | None] = []
    low, high = 2, 2 * 10**15
    if online and chance() < 0.4:
        line["currency"] = rng.choice(("GC", "SC"))
        low, high = PLAY_LIMITS[game, line["currency"]]
    free = list("ABCDEFGHIJKLMNOP")
    for number in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        size = rng.choice((1, 1, 2, 3)) if not online or (odd and chance() < 0.3) else 1
        if online:
            names, free = free[:size], free[size:]
        else:
            names = rng.sample("ABCDE", size)
        bettors: list[Json] = [{"player": name} for name in names]
        handless = odd and number > 0 and game == "blackjack_plus" and chance() < 0.2
        with_bet = [] if handless else [bettor for bettor in bettors if online or chance() < 0.85] or [bettors[-1]]
        for bettor in with_bet:
            if "currency" in line:
                bettor["bet"] = rng.choice((low, high, 2 * rng.randint(low // 2, high // 2)))
            else:
                bettor["bet"] = 2 * _amount(rng)
        if len(with_bet) > 1 and chance() < 0.15:
            with_bet[1]["bet"] = with_bet[0]["bet"]
        decider: Json | None = None
        if with_bet:
            decider = max(with_bet, key=lambda bettor: int(bettor["bet"]))  # the first of the highest
            if chance() < 0.55:
                decider = rng.choice(with_bet)
                decider["seated"] = True
        for bettor in bettors:
            if bettor is not decider and chance() < 0.15:
                bettor["seated"] = False
            side = _side_bets(rng, game, bettor, decider)
            if side:
                bettor["side"] = side
            elif "bet" not in bettor:
                spot = SIDE_BETS[game][1] if handless else SIDE_BETS[game][0]
                bettor["side"] = {spot: _amount(rng)}
        box: Json = {"bettors": bettors}
        if (not online and size == 1 and chance() < 0.12) or (odd and chance() < 0.1):
            box["walked_away"] = True
        elif chance() < 0.1:
            box["walked_away"] = False
        boxes.append(box)
        deciders.append(decider)
    if not online and chance() < 0.25:
        box_min = rng.choice((2, 5, 10, 50, 100))
        total = max(sum(bettor.get("bet", 0) for bettor in box["bettors"]) for box in boxes)
        line["limits"] = {"box_min": box_min, "box_max": box_min + rng.randint(0, int(total * 1.2))}
    return boxes, deciders


def _side_bets(rng: random.Random, game: str, bettor: Json, decider: Json | None) -> dict[str, int]:
    side: dict[str, int] = {}
    for spot in SIDE_BETS[game]:
        if rng.random() > 0.3:
            continue
        if spot == "boom_busted":
            side[spot] = _amount(rng)
        elif decider is not None:
            side[spot] = _amount(rng)
            if spot != "player_pair" and spot != "rws_pairs":
                highest = bettor.get("bet") or decider["bet"]
                side[spot] = highest if rng.random() < 0.2 else min(side[spot], highest)
    return side


def _decide(
    rng: random.Random,
    game: str,
    number: int,
    box: Json,
    decider: Json,
    hands: list[list[str]],
    shoe: _Shoe,
    decisions: list[Json],
    odd: bool,
) -> None:
    """All decisions for one box, with their cards; `hands` grows."""
    chance = rng.random
    online = game in ONLINE
    leader = decider["player"]
    bets = {bettor["player"]: bettor["bet"] for bettor in box["bettors"] if "bet" in bettor}
    on_hand = [set(bets)]
    stayed: list[set[str]] = [set()]  # who declined a split of this hand
    aces = False
    turn = 0
    while turn < len(hands):
        cards = hands[turn]
        if len(cards) == 1:
            cards.append(shoe.draw(_same_value(rng, cards[0]) if chance() < 0.4 and not aces else ""))
        while not aces:
            total, soft = points(cards)
            if total > 21 or (soft and total == 21 and not online):
                break
            action = "hit"
            two = len(cards) == 2
            luck = chance()
            if two and POINTS_OF_CARD[cards[0]] == POINTS_OF_CARD[cards[1]] and len(hands) < (2 if online else 4):
                if luck < 0.75:
                    action = "split"
            elif two and luck < 0.2:
                action = "double"
            if action == "hit" and (total >= 12 or (online and chance() < 0.1)):
                if total == 21:
                    action = "hit" if chance() < 0.1 else "stand"
                elif chance() < 0.35 + (total - 12) * 0.06:
                    action = "stand"
            decision: Json = {"box": number, "hand": turn, "action": action}
            if action == "stand":
                if total != 21 or chance() < 0.5:
                    decisions.append(decision)
                break
            decisions.append(decision)
            if action == "hit":
                cards.append(shoe.draw())
            elif action == "double":
                amounts = {}
                for name in sorted(on_hand[turn]):
                    if chance() < 0.65:
                        full = online or chance() < 0.5
                        amounts[name] = bets[name] if full else rng.randint(1, bets[name])
                if amounts or chance() < 0.5:
                    decision["amounts"] = amounts
                cards.append(shoe.draw())
                if odd and points(cards)[0] == 21 and chance() < 0.3:
                    decisions.append({"box": number, "hand": turn, "action": "stand"})
                break
            else:
                able = on_hand[turn] - stayed[turn] - {leader}
                follow = [name for name in sorted(able) if chance() < 0.6]
                if odd and chance() < 0.1:
                    follow.append(leader)
                if follow or chance() < 0.5:
                    decision["follow"] = follow
                stayed[turn] |= on_hand[turn] - set(follow) - {leader}
                on_hand.insert(turn + 1, {*follow, leader})
                stayed.insert(turn + 1, set())
                hands.insert(turn + 1, [cards.pop()])
                aces = cards[0][0] == "A"
                cards.append(shoe.draw(_same_value(rng, cards[0]) if chance() < 0.4 and not aces else ""))
                if online:
                    hands[turn + 1].append(shoe.draw())
        if odd and aces and points(cards)[0] == 21 and chance() < 0.3:
            decisions.append({"box": number, "hand": turn, "action": "stand"})
        turn += 1


# Broken lines


def mutate(rng: random.Random, line: Json) -> Json:
    """The line with one thing changed; the oracle says what that makes of it (now and then it is still legal)."""
    while True:
        broken: Json = _copy(line)
        if rng.choice(MUTATIONS)(rng, broken):
            return broken


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(part) for key, part in value.items()}
    if isinstance(value, list):
        return list(value) if value and isinstance(value[0], str) else [_copy(part) for part in value]
    return value


def _spare_card(rng: random.Random, line: Json) -> str:
    """Any card that is no copy too many."""
    while True:
        card = rng.choice(RANKS) + rng.choice(SUITS)
        if line["cards"].count(card) < line["decks"]:
            return card


def _drop_card(rng: random.Random, line: Json) -> bool:
    cards = line["cards"]
    del cards[rng.choice((len(cards) - 1, rng.randrange(len(cards))))]
    return True


def _drop_last_cards(rng: random.Random, line: Json) -> bool:
    del line["cards"][rng.randrange(len(line["cards"])) :]
    return True


def _add_card(rng: random.Random, line: Json) -> bool:
    cards = line["cards"]
    cards.insert(rng.choice((len(cards), rng.randint(0, len(cards)))), _spare_card(rng, line))
    return True


def _other_card(rng: random.Random, line: Json) -> bool:
    line["cards"][rng.randrange(len(line["cards"]))] = _spare_card(rng, line)
    return True


def _swap_cards(rng: random.Random, line: Json) -> bool:
    cards = line["cards"]
    one, two = rng.randrange(len(cards)), rng.randrange(len(cards))
    cards[one], cards[two] = cards[two], cards[one]
    return True


def _unknown_card(rng: random.Random, line: Json) -> bool:
    cards = line["cards"]
    cards[rng.randrange(len(cards))] = rng.choice(
        ("", "9", "S", "1S", "0H", "10S", "9X", "ZZ", "9SS", "S9", "joker", "?")
    )
    return True


def _drop_decision(rng: random.Random, line: Json) -> bool:
    if not line["decisions"]:
        return False
    del line["decisions"][rng.randrange(len(line["decisions"]))]
    return True


def _drop_last_decisions(rng: random.Random, line: Json) -> bool:
    if not line["decisions"]:
        return False
    del line["decisions"][rng.randrange(len(line["decisions"])) :]
    return True


def _add_decision(rng: random.Random, line: Json) -> bool:
    decisions = line["decisions"]
    decision = {
        "box": rng.randrange(len(line["boxes"])),
        "hand": rng.choice((0, 0, 0, 1, 2)),
        "action": rng.choice(("hit", "stand", "double", "split")),
    }
    decisions.insert(rng.choice((len(decisions), rng.randint(0, len(decisions)))), decision)
    return True


def _repeat_decision(rng: random.Random, line: Json) -> bool:
    if not line["decisions"]:
        return False
    number = rng.randrange(len(line["decisions"]))
    line["decisions"].insert(number, dict(line["decisions"][number]))
    return True


def _swap_decisions(rng: random.Random, line: Json) -> bool:
    decisions = line["decisions"]
    if len(decisions) < 2:
        return False
    number = rng.randrange(len(decisions) - 1)
    decisions[number], decisions[number + 1] = decisions[number + 1], decisions[number]
    return True


def _other_action(rng: random.Random, line: Json) -> bool:
    if not line["decisions"]:
        return False
    decision = rng.choice(line["decisions"])
    decision["action"] = rng.choice(("hit", "stand", "double", "split", "surrender", "insure", "HIT", ""))
    decision.pop("amounts", None)
    decision.pop("follow", None)
    return True


def _other_place(rng: random.Random, line: Json) -> bool:
    if not line["decisions"]:
        return False
    decision = rng.choice(line["decisions"])
    decision[rng.choice(("box", "hand"))] = rng.choice((-1, 0, 1, 2, 3, 4, 99))
    return True


def _bad_value(rng: random.Random) -> Any:
    return rng.choice((True, False, 1.5, 100.0, -2, 0, 10**15 + 2, 10**30, -(10**20), 0.0))


def _bettor(rng: random.Random, line: Json, key: str) -> Json:
    """A bettor that has this key, else an empty dict."""
    found: list[Json] = [bettor for box in line["boxes"] for bettor in box["bettors"] if bettor.get(key)]
    return rng.choice(found) if found else {}


def _bad_bet(rng: random.Random, line: Json) -> bool:
    bettor = _bettor(rng, line, "bet")
    bettor["bet"] = _bad_value(rng)
    return True


def _odd_bet(rng: random.Random, line: Json) -> bool:
    bettor = _bettor(rng, line, "bet")
    bettor["bet"] -= 1
    return True


def _other_bet(rng: random.Random, line: Json) -> bool:
    bettor = _bettor(rng, line, "bet")
    bettor["bet"] = max(2, rng.choice((bettor["bet"] // 4 * 2, bettor["bet"] * 2)))
    return bool(bettor["bet"] <= 10**15)


def _no_bet(rng: random.Random, line: Json) -> bool:
    """Side bets without an Initial Bet on the box."""
    box = rng.choice(line["boxes"])
    if not any(spot != "boom_busted" for bettor in box["bettors"] for spot in bettor.get("side", {})):
        return False
    for bettor in box["bettors"]:
        bettor.pop("bet", None)
        bettor.pop("seated", None)
    return True


def _bad_side(rng: random.Random, line: Json) -> bool:
    bettor = _bettor(rng, line, "side")
    if not bettor:
        return False
    bettor["side"][rng.choice(list(bettor["side"]))] = _bad_value(rng)
    return True


def _high_side(rng: random.Random, line: Json) -> bool:
    """Under 13 and Over 13 just above and at the highest."""
    bettor = _bettor(rng, line, "bet")
    if line["game"] != "blackjack" or bettor["bet"] >= 10**15:
        return False
    bettor.setdefault("side", {})[rng.choice(("under_13", "over_13"))] = bettor["bet"] + rng.randint(0, 1)
    return True


def _unknown_spot(rng: random.Random, line: Json) -> bool:
    spot = rng.choice(("player_pair", "under_13", "over_13", "rws_pairs", "boom_busted", "tie", "", "Player_Pair"))
    if spot in SIDE_BETS[line["game"]]:
        return False
    _bettor(rng, line, "bet").setdefault("side", {})[spot] = 2
    return True


def _first(line: Json) -> str:
    """The dealer's first card."""
    dealt = sum(any("bet" in bettor for bettor in box["bettors"]) for box in line["boxes"])
    card: str = line["cards"][dealt]
    return card


def _bad_insurance(rng: random.Random, line: Json) -> bool:
    if _first(line)[0] != "A":
        return False
    bettor = _bettor(rng, line, "bet")
    half = bettor["bet"] // 2
    bettor["insurance"] = rng.choice((half, half + 1, half - 1 or 1, bettor["bet"], True, 1.5, -half, 10**15 + 1))
    return True


def _any_insurance(rng: random.Random, line: Json) -> bool:
    bettor = _bettor(rng, line, "bet")
    bettor["insurance"] = bettor["bet"] // 2
    return True


def _stranger_insurance(rng: random.Random, line: Json) -> bool:
    """Insurance of one who has only a side bet."""
    found = [bettor for box in line["boxes"] for bettor in box["bettors"] if "bet" not in bettor]
    if not found or _first(line)[0] != "A":
        return False
    rng.choice(found)["insurance"] = 1
    return True


def _flag(rng: random.Random, line: Json) -> bool:
    box = rng.choice(line["boxes"])
    bettor = rng.choice(box["bettors"])
    flag = rng.choice(("even_money", "surrender", "seated"))
    if flag == "seated":
        if "bet" not in bettor:
            return False
        for other in box["bettors"]:
            other.pop("seated", None)
    bettor[flag] = not bettor.get(flag, False)
    return True


def _walk_away(rng: random.Random, line: Json) -> bool:
    box = rng.choice(line["boxes"])
    if line["game"] in ONLINE or len(box["bettors"]) > 1:
        return False
    box["walked_away"] = not box.get("walked_away", False)
    return True


def _bad_double(rng: random.Random, line: Json) -> bool:
    found = [decision for decision in line["decisions"] if decision["action"] == "double"]
    if not found:
        return False
    decision = rng.choice(found)
    bettors = [bettor for bettor in line["boxes"][decision["box"]]["bettors"] if "bet" in bettor]
    bettor = rng.choice(bettors)
    high = bettor["bet"] + 1
    amounts = decision.setdefault("amounts", {})
    amounts[bettor["player"]] = rng.choice((high, high - 1, high - 2 or 1, max(1, high // 2), _bad_value(rng)))
    return True


def _stranger(rng: random.Random, line: Json) -> bool:
    """Somebody follows who has no Bet there, or who declined before."""
    found = [decision for decision in line["decisions"] if decision["action"] in ("double", "split")]
    if not found:
        return False
    decision = rng.choice(found)
    here = [bettor["player"] for bettor in line["boxes"][decision["box"]]["bettors"]]
    name = rng.choice([*here, *here, "Z"])
    if decision["action"] == "double":
        decision.setdefault("amounts", {}).setdefault(name, 1)
    else:
        decision["follow"] = [*decision.get("follow", []), name]
    return True


def _stays_out(rng: random.Random, line: Json) -> bool:
    """A follower declines: what he does later with that Bet is not his any more."""
    found = [decision for decision in line["decisions"] if decision.get("follow")]
    if not found:
        return False
    rng.choice(found)["follow"].pop()
    return True


def _coin_limits(rng: random.Random, line: Json) -> bool:
    if line["game"] not in ONLINE:
        return False
    bettor = _bettor(rng, line, "bet")
    line["currency"] = rng.choice(("GC", "SC"))
    low, high = PLAY_LIMITS[line["game"], line["currency"]]
    bettor["bet"] = rng.choice((low - 2, high + 2, low, high, low // 2, high * 2))
    return True


def _limits(rng: random.Random, line: Json) -> bool:
    """Legal, but other money."""
    if "limits" not in line:
        return False
    line["limits"]["box_max"] = line["limits"]["box_min"] + rng.randint(0, line["limits"]["box_max"])
    return True


MUTATIONS: tuple[Callable[[random.Random, Json], bool], ...] = (
    _drop_card,
    _drop_card,
    _drop_last_cards,
    _add_card,
    _add_card,
    _other_card,
    _other_card,
    _swap_cards,
    _unknown_card,
    _drop_decision,
    _drop_last_decisions,
    _add_decision,
    _add_decision,
    _repeat_decision,
    _swap_decisions,
    _other_action,
    _other_action,
    _other_place,
    _bad_bet,
    _odd_bet,
    _other_bet,
    _no_bet,
    _bad_side,
    _high_side,
    _unknown_spot,
    _bad_insurance,
    _any_insurance,
    _stranger_insurance,
    _flag,
    _flag,
    _walk_away,
    _bad_double,
    _stranger,
    _stays_out,
    _coin_limits,
    _limits,
)
