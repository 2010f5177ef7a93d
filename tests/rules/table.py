"""A table at which the stories of the blackjack family are told; every word of them goes through the `Game` protocol.

Knows no rule: an answer is registered only if `review` takes it, a window is closed by `close`, the Round is folded by
`step`, lines are made by `settle`. After each act it checks what must hold for every Round: no card is due while a
window is open, no card is lost, and no verdict changes except by a ruling.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from games.blackjack.round import DOUBLE, EVEN_MONEY, INSURANCE, MAIN, OVER, SPLIT, SURRENDER
from games.blackjack.rules import Blackjack
from games.boxes import CONTINUE, SQUEEZE, parse_spot, spot_of
from games.cards import Card, parse_cards
from games.round import (
    Act,
    Answer,
    CardDrawn,
    Discarded,
    DrawnTogether,
    Felt,
    Limit,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Window,
    WindowClosed,
)
from games.settlement import Line, settle

OFFERS = (INSURANCE, EVEN_MONEY, SURRENDER)
NO_LIMITS: Mapping[str, Limit] = {}
NOBODY: Mapping[int, str] = {}

# Definitions that stand under another number in 000 (the order of the words there is its own).
DEFINITIONS_OF_000 = {"1.24": "1.23", "1.17": "1.18"}

Told = dict[str, tuple[int, int, str, str]]  # by Spot: staked, returned, outcome, paragraph


def number_in_000(paragraph: str) -> str:
    """A number of 003 as 000 has it: §3.14 to §3.23 stand one higher there."""
    section, number, *rest = paragraph.split(".")
    if section == "3" and int(number) >= 14:
        return ".".join([section, str(int(number) + 1), *rest])
    return DEFINITIONS_OF_000.get(paragraph, paragraph)


def number_in_003(paragraph: str) -> str:
    """The way back, for the numbers of verdicts; what only 000 has keeps its document's name."""
    section, number, *rest = paragraph.split(".")
    if section != "3" or int(number) < 14:
        return paragraph
    return ".".join([section, str(int(number) - 1), *rest]) if int(number) > 14 else f"000 {paragraph}"


def said(refusal: Refusal) -> str:
    """A refusal as stories compare it: `bad_stake §5.1`."""
    return f"{refusal.reason} §{refusal.paragraph}"


class Table:
    """One Round of one game, from "Place your Bets, please" on."""

    def __init__(
        self,
        game: Blackjack,
        *,
        seats: Mapping[int, str] = NOBODY,
        limits: Mapping[str, Limit] = NO_LIMITS,
        boxes: int = 7,
        squeeze: bool = False,
    ) -> None:
        self.game = game
        sitting = {box: PlayerId(player) for box, player in seats.items()}
        self.round = game.begin(Felt(limits=limits, boxes=boxes, seats=sitting, squeeze=squeeze))
        self.given: dict[str, dict[PlayerId, Answer]] = {}
        self.drawn: list[Card] = []

    # --- Players

    def bet(self, player: str, box: int = 1, **stakes: int) -> "Table":
        """He adds these Bets on the box to those he has, or changes them; a stake of 0 takes one away."""
        return self._register(self.window("bets"), player, self._bets(player, box, stakes))

    def bet_by_staff(self, employee: str, player: str, box: int = 1, **stakes: int) -> "Table":
        """A Pit Employee places them at the Player's request."""
        placed = self._bets(player, box, stakes)
        return self._register(self.window("bets"), player, Answer(placed.bets, placed.choice, employee))

    def squeeze(self, player: str) -> "Table":
        """He asks to turn the cards himself."""
        return self._register(self.window("bets"), player, Answer(self._bets(player, 1, {}).bets, SQUEEZE))

    def refused_bet(self, player: str, box: int = 1, **stakes: int) -> str:
        return self.refused_in(self.window("bets"), player, self._bets(player, box, stakes))

    def choose(self, player: str, choice: str, amount: int | None = None, *, entered_by: str = "") -> "Table":
        """He decides for the Hand whose turn it is. A double or split takes his Initial Bet, or the amount named."""
        window = self.window("choice")
        self._register(window, player, self._choice(window, player, choice, amount, entered_by))
        return self.close("choice")

    def refused_choice(self, player: str, choice: str, amount: int | None = None) -> str:
        window = self.window("choice")
        return self.refused_in(window, player, self._choice(window, player, choice, amount, ""))

    def follow(self, player: str, amount: int | None = None) -> "Table":
        """A Standing Player follows the split or double, with his Initial Bet or the amount named."""
        window = self.window("follow")
        return self._register(window, player, self._following(window, player, amount))

    def refused_to_follow(self, player: str, amount: int | None = None) -> str:
        window = self.window("follow")
        return self.refused_in(window, player, self._following(window, player, amount))

    def insure(self, player: str, box: int, amount: int) -> "Table":
        window = self.window(INSURANCE)
        return self._register(window, player, self._insuring(player, box, amount))

    def refused_to_insure(self, player: str, box: int, amount: int) -> str:
        return self.refused_in(self.window(INSURANCE), player, self._insuring(player, box, amount))

    def even_money(self, player: str, box: int = 1) -> "Table":
        return self.answer(EVEN_MONEY, player, EVEN_MONEY, box=box)

    def surrender(self, player: str, box: int = 1) -> "Table":
        return self.answer(SURRENDER, player, SURRENDER, box=box)

    def answer(self, kind: str, player: str, choice: str, *, box: int | None = None) -> "Table":
        """He makes his choice in the open window of this kind; it stays open."""
        return self._register(self.window(kind, box), player, Answer(choice=choice))

    def refused(self, kind: str, player: str, choice: str, *, box: int | None = None) -> str:
        return self.refused_in(self.window(kind, box), player, Answer(choice=choice))

    # --- Dealer

    def close(self, kind: str = "", box: int | None = None) -> "Table":
        """The first open window, or the one named, closes."""
        window = self.window(kind, box)
        closed = self.game.close(self.round, window, self.given)
        if window.kind == "options":  # asked again, it is a question afresh
            self.given.pop(window.name, None)
        return self._act(closed)

    def no_more_offers(self) -> "Table":
        """Insurance, Even Money and Surrender close with the answers they have."""
        while any(window.kind in OFFERS for window in self.game.windows(self.round)):
            self.close()
        return self

    def deal(self, cards: str) -> "Table":
        """Each card goes where the Round expects one."""
        for card in parse_cards(cards.split()):
            assert self.expects is not None, f"{card} is not expected; open: {self.windows}"
            self.drawn.append(card)
            self._act(CardDrawn(card))
        return self

    def draw_too_many(self, cards: str) -> "Table":
        """Cards that nobody expects."""
        for card in parse_cards(cards.split()):
            assert self.expects is None, f"{card} is expected on {self.expects}"
            self.drawn.append(card)
            self._act(CardDrawn(card))
        return self

    def rule(self, act: Ruled) -> "Table":
        refusal = self.game.rule(self.round, act)
        assert refusal is None, f"{act} is refused: {refusal}"
        return self._act(act)

    def draw(self, cards: str) -> "Table":
        """Cards leave the shoe, wherever the Round puts them."""
        for card in parse_cards(cards.split()):
            self.drawn.append(card)
            self._act(CardDrawn(card))
        return self

    def draw_together(self, cards: str) -> "Table":
        """Cards leave the shoe at once, and it is ruled that their order is not known."""
        return self.draw(cards).rule(DrawnTogether(parse_cards(cards.split())))

    def discard(self, cards: str) -> "Table":
        for card in parse_cards(cards.split()):
            self.rule(Discarded(card))
        return self

    def refused_ruling(self, act: Ruled, under: str = "") -> str:
        refusal = self.game.rule(self.round, act, under)
        assert refusal is not None, f"{act} is allowed"
        return said(refusal)

    def reconstruct(self, cards: str) -> "Table":
        """Where that gives them the options of 003 §5.7, nobody takes his Bets back."""
        asked = bool({"options", "order"} & {*self.windows})
        self.rule(Reconstructed(parse_cards(cards.split())))
        return self.close("options") if "options" in self.windows and not asked else self

    # --- what everybody sees

    @property
    def windows(self) -> list[str]:
        return [window.name for window in self.game.windows(self.round)]

    def window(self, kind: str = "", box: int | None = None) -> Window:
        for window in self.game.windows(self.round):
            if kind in ("", window.kind) and box in (None, window.box):
                return window
        raise AssertionError(f"no window {kind!r} is open for box {box}, only {self.windows}")

    @property
    def asked(self) -> str:
        """Who decides now and what he may do: `A: hit stand double`."""
        window = self.window()
        who = "everybody" if window.respondents is None else " ".join(window.respondents)
        return f"{who}: {' '.join(window.choices)}"

    @property
    def expects(self) -> str | None:
        return self.game.expects(self.round)

    @property
    def hands(self) -> dict[str, str]:
        return {hand: texts(cards) for hand, cards in self.game.hands(self.round).items()}

    @property
    def surplus(self) -> str:
        return texts(self.game.surplus(self.round))

    @property
    def out_of_play(self) -> str:
        """Cards that nobody will use any more: of boxes that left, discarded, and at the end those that waited."""
        past = self.round.irregular
        waited = (*past.waiting, *past.together) if self.round.stage is OVER else ()
        return texts((*(card for _, card in past.left_out), *past.discarded, *waited))

    @property
    def finished(self) -> bool:
        return self.game.finished(self.round)

    # --- money

    def bets_of(self, player: str) -> dict[Spot, int]:
        """All that he has on the felt, over all windows."""
        return {
            spot: amount
            for answers in self.given.values()
            for spot, amount in answers.get(PlayerId(player), Answer()).bets.items()
        }

    def settled(self, player: str) -> tuple[Line, ...]:
        return settle(self.game, self.round, PlayerId(player), self.bets_of(player))

    def lines(self, player: str) -> Told:
        """What is decided of his Bets."""
        return {
            line.spot: (line.staked, line.returned, line.verdict.outcome.value, line.verdict.paragraph)
            for line in self.settled(player)
        }

    def result(self, *players: str) -> str:
        """The same as a text, with the numbers of 003: `1/main 1000 lost 0 §3.18`; of several Players with names."""
        shown = []
        for player in players:
            name = f"{player} " if len(players) > 1 else ""
            for spot, (staked, returned, outcome, number) in self.lines(player).items():
                paragraph = number_in_003(number) if self.game.document == "000" else number
                shown.append(f"{name}{spot} {staked} {outcome} {returned} §{paragraph}")
        return ", ".join(shown)

    def at(self, paragraph: str) -> str:
        """A number of 003 as this game has it."""
        return number_in_000(paragraph) if self.game.document == "000" else paragraph

    # --- the protocol

    def _bets(self, player: str, box: int, stakes: Mapping[str, int]) -> Answer:
        before = self.given.get("bets", {}).get(PlayerId(player), Answer())
        bets = {**before.bets, **{spot_of(box, kind): amount for kind, amount in stakes.items()}}
        placed = {spot: amount for spot, amount in bets.items() if amount != 0}
        return Answer(placed, before.choice, before.entered_by)

    def _initial(self, window: Window, player: str) -> int:
        placed = self.given["bets"].get(PlayerId(player), Answer())
        return placed.bets.get(spot_of(window.box, MAIN), 0)

    def _choice(self, window: Window, player: str, choice: str, amount: int | None, entered_by: str) -> Answer:
        kind = {SPLIT: MAIN, DOUBLE: DOUBLE}.get(choice)
        spots = [spot for spot in window.spots if parse_spot(spot)[1] == kind]
        stake = self._initial(window, player) if amount is None else amount
        return Answer({spot: stake for spot in spots if stake}, choice, entered_by)

    def _following(self, window: Window, player: str, amount: int | None) -> Answer:
        (spot,) = window.spots
        return Answer({spot: self._initial(window, player) if amount is None else amount})

    def _insuring(self, player: str, box: int, amount: int) -> Answer:
        before = self.given.get(INSURANCE, {}).get(PlayerId(player), Answer())
        return Answer({**before.bets, spot_of(box, INSURANCE): amount})

    def _register(self, window: Window, player: str, answer: Answer) -> "Table":
        refusal = self.game.review(self.round, window, PlayerId(player), answer, self.given)
        assert refusal is None, f"{player} is refused: {refusal}"
        self.given.setdefault(window.name, {})[PlayerId(player)] = answer
        return self

    def refused_in(self, window: Window, player: str, answer: Answer) -> str:
        """In any window, also one that has closed since."""
        refusal = self.game.review(self.round, window, PlayerId(player), answer, self.given)
        assert refusal is not None, f"{player} may do that"
        return said(refusal)

    def _act(self, act: Act) -> "Table":
        before = {player: self.settled(player) for player in self._players()}
        self.round = self.game.step(self.round, act)
        assert self.expects is None or not self.windows, f"{self.expects} expects a card while {self.windows} is open"
        nobodys = [window.name for window in self.game.windows(self.round) if window.respondents == ()]
        assert not nobodys, f"{nobodys} is asked of nobody"
        self._check_cards()
        if isinstance(act, CardDrawn | WindowClosed) and not _withdraws(act):
            for player, lines in before.items():
                assert set(lines) <= set(self.settled(player)), f"{act} changes what was decided for {player}"
        return self

    def _players(self) -> Iterable[PlayerId]:
        return self.given.get("bets", {})

    def _check_cards(self) -> None:
        """Every card that left the shoe is in a Hand, surplus, out of play, or waiting to be used as the next one."""
        # With the card that lies face down, which `hands` of the online games does not show.
        held = [card for cards in Blackjack.hands(self.game, self.round).values() for card in cards]
        past = self.round.irregular
        held += [*past.surplus, *past.discarded, *past.waiting, *past.together, *(card for _, card in past.left_out)]
        assert Counter(held) == Counter(self.drawn), f"drawn {texts(self.drawn)}, but there are {texts(held)}"


def _withdraws(act: CardDrawn | WindowClosed) -> bool:
    """Under 5.7 a Player takes back Bets that may have been decided."""
    return isinstance(act, WindowClosed) and act.kind == "options" and act.choice != CONTINUE


def texts(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
