"""A Round of the blackjack family as one line: replayed through its rule book, every window answered from the line.

Boxes and hands count from 0 in a line, as auditors' tables do; inside, boxes carry the numbers on the felt, from 1.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from games.blackjack import round as b
from games.blackjack.rules import Blackjack
from games.boxes import spot_of
from games.cards import Card
from games.line import Fields, Unsettled, bet_answer, box_limits, cards_of, check_decks, refuse, short, stake, texts
from games.round import Answer, CardDrawn, Felt, Limit, PlayerId, Refusal, Spot, WalkedAway, Window
from games.settlement import settle

BOXES_MAX: Final = 20  # no layout has half as many; every box is reviewed against every other


class Bettor:
    """One Player on one box of the line."""

    def __init__(self, value: object, where: str, box: int, game: Blackjack) -> None:
        fields = Fields(value, where)
        self.box = box
        self.player = PlayerId(fields.take("player", str))
        self.seated: bool = fields.take("seated", bool, False)
        self.bet = fields.take_stake("bet")
        sides = Fields(fields.take("side", dict, {}), f"{where}, side")
        self.sides: dict[str, int] = {}
        for kind in list(sides.left):
            if kind not in game.sides:
                raise Unsettled("unknown_spot", f"{where}: {game.name} has no side Bet {short(kind)}")
            self.sides[kind] = stake(sides.left.pop(kind), f"{where}: {kind!r}")
        insurance = fields.left.pop("insurance", 0)
        self.insurance = 0 if type(insurance) is int and insurance == 0 else stake(insurance, f"{where}: 'insurance'")
        self.even_money: bool = fields.take("even_money", bool, False)
        self.surrender: bool = fields.take("surrender", bool, False)
        fields.done()
        if self.bet is None and not self.sides:
            raise Unsettled("bad_stake", f"{where}: {self.player} has no Bet here")

    def bets(self) -> dict[Spot, int]:
        found = {spot_of(self.box, b.MAIN): self.bet} if self.bet is not None else {}
        return {**found, **{spot_of(self.box, kind): amount for kind, amount in self.sides.items()}}


class Decision:
    def __init__(self, value: object, where: str) -> None:
        fields = Fields(value, where)
        self.where = where
        self.box: int = fields.take("box", int) + 1
        self.hand: int = fields.take("hand", int, 0)
        self.action: str = fields.take("action", str)
        follow = fields.take("follow", list, [])
        if not all(isinstance(name, str) for name in follow):
            raise Unsettled("bad_field", f"{where}: 'follow' is a list of Players")
        amounts = fields.take("amounts", dict, {})
        self.amounts = {PlayerId(name): stake(amount, f"{where}: {name!r}") for name, amount in amounts.items()}
        self.named = tuple(dict.fromkeys((*(PlayerId(name) for name in follow), *self.amounts)))
        fields.done()


class Replay:
    """Plays one line of the blackjack family through its rule book, answering its windows from the line."""

    blackjack_stands = True  # a line may say so, though nothing is asked

    def __init__(self, game: Blackjack, boxes: list[list[Bettor]], walked_away: list[bool], decisions: list[Decision]):
        self.game = game
        self.boxes = boxes
        self.walked_away = {number for number, away in enumerate(walked_away, 1) if away}
        self.bettors = [bettor for box in boxes for bettor in box]
        self.decisions = list(decisions)
        self.current: Decision | None = None  # the split or double that Standing Players may still follow
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self.asked: set[str] = set()  # offers that the Round really made
        self.decided = (0, 0)  # box and hand of the last decision used,
        self.stood = (0, 0)  # and of the last stand

    def felt(self, limits: Mapping[str, Limit]) -> Felt:
        """Who decides for a box is said by its place at the box, then by the Bet, then by the order in the line."""
        seats = {}
        for number, box in enumerate(self.boxes, 1):
            with_bet = [bettor for bettor in box if bettor.bet is not None]
            if with_bet:
                seats[number] = max(with_bet, key=lambda bettor: (bettor.seated, bettor.bet or 0)).player
        return Felt(limits=limits, boxes=len(self.boxes), seats=seats)

    def place_bets(self) -> None:
        answers: dict[PlayerId, dict[Spot, int]] = {}
        for bettor in self.bettors:
            answers.setdefault(bettor.player, {}).update(bettor.bets())
        self.given["bets"] = {player: Answer(bets) for player, bets in answers.items() if bets}
        felt = self.felt({})  # 5.1.1, 5.2.1: Bets beyond the limits that nobody rejected are settled all the same
        for player, answer in self.given["bets"].items():
            refusal = self.game.review_bets(felt, player, answer, self.given)
            if refusal is not None:
                refuse(counted_from_0(refusal))
        if all(bettor.bet is None for bettor in self.bettors):
            raise Unsettled("bad_stake", "there is no Initial Bet on any box (§3.9)")

    def play(self, felt: Felt, cards: tuple[Card, ...]) -> tuple[b.BlackjackRound, int]:
        """The Round after all that the line holds, and how many cards it took."""
        game = self.game
        round = game.begin(felt)
        taken = 0
        while True:
            windows = game.windows(round)
            if round.stage > b.OFFERS:
                self.check_offers()
            if round.stage > b.FOLLOW:
                self.check_decisions(round)
            if windows:
                round = self.answer(round, windows[0])
            elif game.expects(round) is None:
                return round, taken
            elif taken == len(cards):
                raise Unsettled("incomplete", f"a card is due after {taken} cards: {game.expects(round)}")
            else:
                round = game.step(round, CardDrawn(cards[taken]))
                taken += 1

    def answer(self, round: b.BlackjackRound, window: Window) -> b.BlackjackRound:
        kind, box = window.kind, window.box
        self.asked.add(f"{kind}/{box}")
        if kind == "choice":
            if box in self.walked_away:  # its decider has gone: nobody, or the next one, decides (5.3, 1.26)
                self.walked_away.remove(box)
                return self.game.step(round, WalkedAway(round.boxes[round.box].players[0], box))
            answers = self.choose(round, window)
        elif kind == "follow":
            answers = self.follow(round, window)
        elif kind == "bets":
            answers = self.given["bets"]
        elif kind == b.INSURANCE:
            answers = self.insure(window)
        elif kind == b.SURRENDER:
            answers = self.surrender(round, box)
        else:
            takers = [bettor for bettor in self.boxes[box - 1] if bettor.even_money]
            answers = {bettor.player: Answer(choice=b.EVEN_MONEY) for bettor in takers}
        if kind != "bets":
            self.register(round, window, answers)
        return self.game.step(round, self.game.close(round, window, self.given))

    def register(self, round: b.BlackjackRound, window: Window, answers: Mapping[PlayerId, Answer]) -> None:
        for player, answer in answers.items():
            refusal = self.game.review(round, window, player, answer, self.given)
            if refusal is not None:
                refuse(counted_from_0(refusal))
            self.given.setdefault(window.name, {})[player] = answer

    def insure(self, window: Window) -> dict[PlayerId, Answer]:
        answers: dict[PlayerId, dict[Spot, int]] = {}
        for bettor in self.bettors:
            if bettor.insurance:
                spot = spot_of(bettor.box, b.INSURANCE)
                if bettor.bet is None:
                    raise Unsettled("bad_stake", f"box {bettor.box - 1}: {bettor.player} has no Initial Bet to insure")
                if spot not in window.spots:
                    detail = f"box {bettor.box - 1}: {bettor.player} cannot insure here"
                    raise Unsettled("illegal_decision", f"{detail} (§{window.paragraph})")
                answers.setdefault(bettor.player, {})[spot] = bettor.insurance
        return {player: Answer(bets) for player, bets in answers.items()}

    def surrender(self, round: b.BlackjackRound, box: int) -> dict[PlayerId, Answer]:
        """Surrender is the box's decision: its decider's."""
        wanting = [bettor.player for bettor in self.boxes[box - 1] if bettor.surrender]
        decider = round.felt.seats[box]
        if wanting and decider not in wanting:
            raise Unsettled("illegal_decision", f"box {box - 1}: {wanting[0]} cannot surrender, {decider} decides")
        return {decider: Answer(choice=b.SURRENDER)} if wanting else {}

    def choose(self, round: b.BlackjackRound, window: Window) -> dict[PlayerId, Answer]:
        box = round.boxes[round.box]
        hand = box.hands[round.hand]
        turn = f"it is the turn of box {box.number - 1}, hand {round.hand}"
        self.skip_stands(round, before=(box.number, round.hand))
        decision = self.decisions[0] if self.decisions else None
        if decision is None or (decision.box, decision.hand) != (box.number, round.hand):
            if hand.total == 21 and b.STAND in window.choices:
                return {hand.players[0]: Answer(choice=b.STAND)}
            if decision is None:
                raise Unsettled("incomplete", f"the decisions end, but {turn}")
            raise Unsettled("illegal_decision", f"{decision.where} is for another hand; {turn}")
        del self.decisions[0]
        self.current = decision
        if decision.action not in (b.HIT, b.STAND, b.SPLIT, b.DOUBLE):
            raise Unsettled("illegal_decision", f"{decision.where}: {decision.action!r} is no decision")
        self.decided = (box.number, round.hand)
        if decision.action == b.STAND:
            self.stood = self.decided
        decider = hand.players[0]
        allowed = set(self.game.followers(hand, decision.action)) if decision.action in (b.SPLIT, b.DOUBLE) else set()
        for name in decision.named:
            if name not in allowed and (name != decider or decision.action not in (b.SPLIT, b.DOUBLE)):
                raise Unsettled("illegal_decision", f"{decision.where}: {name} cannot follow here")
        return {decider: Answer(self.raise_bet(round, decision, decider), decision.action)}

    def skip_stands(self, round: b.BlackjackRound, *, before: tuple[int, int]) -> None:
        """A stand on a 21 that the rules have stood already may be in the line: once, and in its turn."""
        while self.decisions:
            decision = self.decisions[0]
            box = b.box_at(round, decision.box)
            if decision.action != b.STAND or decision.named or box is None or box.surrendered:
                return
            if not 0 <= decision.hand < len(box.hands):
                return
            hand = box.hands[decision.hand]
            place = (decision.box, decision.hand)
            if not hand.done or hand.total != 21 or not self.decided <= place < before or place == self.stood:
                return
            if not self.blackjack_stands and b.is_blackjack(hand):
                return
            self.decided = self.stood = place
            del self.decisions[0]

    def raise_bet(self, round: b.BlackjackRound, decision: Decision, player: PlayerId) -> dict[Spot, int]:
        if decision.action not in (b.SPLIT, b.DOUBLE):
            return {}
        box = round.boxes[round.box]
        initial = self.given["bets"][player].bets[spot_of(box.number, b.MAIN)]
        split = decision.action == b.SPLIT
        kind, number = (b.MAIN, len(box.hands)) if split else (b.DOUBLE, box.hands[round.hand].number)
        return {spot_of(box.number, kind, number): decision.amounts.get(player, initial)}

    def follow(self, round: b.BlackjackRound, window: Window) -> dict[PlayerId, Answer]:
        assert self.current is not None
        followers = [player for player in self.current.named if player in (window.respondents or ())]
        return {player: Answer(self.raise_bet(round, self.current, player)) for player in followers}

    def check_offers(self) -> None:
        """Every offer that the line takes was made."""
        for bettor in self.bettors:
            where = f"box {bettor.box - 1}: {bettor.player}"
            if bettor.insurance and f"{b.INSURANCE}/0" not in self.asked:
                raise Unsettled("illegal_decision", f"{where} is not offered Insurance")
            if bettor.even_money and (f"{b.EVEN_MONEY}/{bettor.box}" not in self.asked or bettor.bet is None):
                raise Unsettled("illegal_decision", f"{where} is not offered Even Money")
            if bettor.surrender and f"{b.SURRENDER}/{bettor.box}" not in self.asked:
                raise Unsettled("illegal_decision", f"{where} cannot surrender here")

    def check_decisions(self, round: b.BlackjackRound) -> None:
        """Every decision of the line was asked for."""
        self.skip_stands(round, before=(len(self.boxes) + 1, 0))
        if self.decisions:
            raise Unsettled("illegal_decision", f"{self.decisions[0].where}: nothing is left to decide")

    def bets_of(self, player: PlayerId) -> dict[Spot, int]:
        """All that the Player has on the felt, over all windows."""
        return {
            spot: amount
            for answers in self.given.values()
            for spot, amount in answers.get(player, Answer()).bets.items()
        }


def settle_line(game: Blackjack, fields: Fields, replay_as: Callable[..., Replay] = Replay) -> dict[str, object]:
    """Another document of the family replays its lines by its own `Replay`."""
    decks = fields.take("decks", int, game.decks[-1])
    boxes, walked_away = [], []
    for number, value in enumerate(fields.take("boxes", list), 1):
        box = Fields(value, f"box {number - 1}")
        walked_away.append(box.take("walked_away", bool, False))
        bettors = [
            Bettor(value, f"box {number - 1}, bettor {i}", number, game)
            for i, value in enumerate(box.take("bettors", list))
        ]
        box.done()
        check_bettors(number, bettors)
        boxes.append(bettors)
    if not boxes:
        raise Unsettled("bad_field", "there is no box with a Bet")
    if len(boxes) > BOXES_MAX:
        raise Unsettled("bad_field", f"a table has at most {BOXES_MAX} boxes, not {len(boxes)}")
    decisions = [Decision(value, f"decision {i}") for i, value in enumerate(fields.take("decisions", list, []))]
    cards = cards_of(fields.take("cards", list))
    limits = box_limits(fields, b.MAIN)
    fields.done()
    check_decks(game, decks, cards)

    def play(game: Blackjack) -> tuple[Replay, b.BlackjackRound, int]:
        replay = replay_as(game, boxes, walked_away, decisions)
        replay.place_bets()
        return replay, *replay.play(replay.felt(limits), cards)

    replay, round, taken = play(game)
    nothing_open = len(round.dealer.cards) == game.dealer_initial_cards and not b.any_live(round.boxes)
    if taken < len(cards) and nothing_open:  # a Dealer who drew to 17 for nobody: the money is the same
        replay, round, taken = play(type(game)(dealer_plays_on=True))
    if taken < len(cards):
        raise Unsettled("surplus_cards", f"the Round ends after {taken} cards; {texts(cards[taken:])} is left")
    return blackjack_answer(replay, round)


def counted_from_0(refusal: Refusal) -> Refusal:
    """The same sentence with the boxes as the line counts them; the rule books count from 1."""

    def counted(found: re.Match[str]) -> str:
        return f"box {int(found[1]) - 1}" if found[1] else f"box {int(found[2]) - 1} "

    return replace(refusal, detail=re.sub(r"\bbox (\d+)\b|\b(\d+)/(?=[a-z])", counted, refusal.detail))


def check_bettors(number: int, bettors: list[Bettor]) -> None:
    where = f"box {number - 1}"
    if not bettors:
        raise Unsettled("bad_field", f"{where} has no bettor")
    if len({bettor.player for bettor in bettors}) < len(bettors):
        raise Unsettled("bad_field", f"{where} names a Player twice")
    if sum(bettor.seated for bettor in bettors) > 1:
        raise Unsettled("bad_field", f"{where} has two Seated Players")


def hand_answer(hand: b.Hand) -> dict[str, object]:
    return {
        "cards": texts(hand.cards),
        "total": hand.total,
        "soft": hand.soft,
        "blackjack": b.is_blackjack(hand),
        "bust": hand.bust,
    }


def box_answer(box: b.Box | None) -> dict[str, object]:
    """None: a box with a Boom Busted Bet only, which gets no cards."""
    if box is None:
        return {"hands": [], "surrendered": False}
    return {"hands": [hand_answer(hand) for hand in box.hands], "surrendered": box.surrendered}


def blackjack_answer(replay: Replay, round: b.BlackjackRound) -> dict[str, object]:
    players = dict.fromkeys(bettor.player for bettor in replay.bettors)
    lines = {player: settle(replay.game, round, player, replay.bets_of(player)) for player in players}
    rows = []
    for bettor in replay.bettors:
        box = b.box_at(round, bettor.box)
        position = {hand.number: at for at, hand in enumerate(box.hands)} if box is not None else {}
        for line in lines[bettor.player]:
            number, kind, *hand = line.spot.split("/")
            if int(number) != bettor.box:
                continue
            answer = {
                "box": bettor.box - 1,
                "player": bettor.player,
                "bet": kind,
                "hand": position[int(hand[0]) if hand else 0] if kind in (b.MAIN, b.DOUBLE) else None,
                **bet_answer(line),
                "outcome": line.verdict.outcome.value,
            }
            del answer["odds"]  # a Bet here may be lost by half, or play in part: its outcome says more
            rows.append(answer)
    return {
        "dealer": hand_answer(round.dealer),
        "boxes": [box_answer(b.box_at(round, number)) for number in range(1, len(replay.boxes) + 1)],
        "bets": rows,
        "players": {
            player: {
                "stake": sum(line.staked for line in own),
                "profit": sum(line.profit for line in own),
                "returned": sum(line.returned for line in own),
            }
            for player, own in lines.items()
        },
    }
