"""What screens show of Classic and Premium Blackjack (document 004): the Initial Play alone, and a hole card."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from games.blackjack.answers import INSURE
from games.blackjack.face import BlackjackFace
from games.blackjack.round import (
    DEALERS_PLAY,
    DOUBLE,
    EVEN_MONEY,
    INSURANCE,
    MAIN,
    OFFERS,
    SPLIT,
    BlackjackRound,
    Box,
    may_become_blackjack,
)
from games.box_face import BoxFace, BoxTable, Option, Question
from games.face import QT_TRANSLATE_NOOP, Chosen, Pay
from games.money import Odds
from games.round import Bets, PlayerId, Window

FACE_DOWN: Final = ""


class ClassicBlackjackFace(BlackjackFace):
    title = "Classic Blackjack"
    felt = "ClassicBlackjack"
    peeks = False
    layout = (MAIN,)  # 1 Initial Play: there are no side bets
    within_initial = ()
    tones: Mapping[str, str] = {MAIN: "blue", "dealer": ""}
    words: Mapping[str, str] = {
        **BlackjackFace.words,
        "classic_blackjack": QT_TRANSLATE_NOOP("words.py", "Classic Blackjack"),
        "premium_blackjack": QT_TRANSLATE_NOOP("words.py", "Premium Blackjack"),
        MAIN: QT_TRANSLATE_NOOP("words.py", "Initial Play"),
        EVEN_MONEY: QT_TRANSLATE_NOOP("words.py", "Even Play"),
        "four_hands": QT_TRANSLATE_NOOP("words.py", "only once a round"),
        # What the covered card waits for
        "hidden": QT_TRANSLATE_NOOP("words.py", "Hole card: opens when all hands are complete"),
        "hidden/peek": QT_TRANSLATE_NOOP("words.py", "Hole card: the dealer looks at it first"),
        "hidden/turn": QT_TRANSLATE_NOOP("words.py", "Hole card: opens now"),
    }
    pays: Mapping[str, tuple[Pay, ...]] = {
        MAIN: (Pay(Odds(1), paragraph="2.6"), Pay(Odds(3, 2), "blackjack", "2.6")),
        DOUBLE: (Pay(Odds(1), paragraph="2.6"),),
        INSURANCE: (Pay(Odds(2), paragraph="2.6"),),
    }

    def boxes(self, round: BlackjackRound, staked: Bets) -> BoxTable:
        """004 §2.1.c: the covered card lies beside the Dealer's first, and what it waits for is said of his Hand."""
        table = super().boxes(round, staked)
        if not round.covered or table.dealer is None:
            return table
        peeks = self.peeks and round.stage is OFFERS and may_become_blackjack(round.dealer)
        waits = "hidden/turn" if round.stage is DEALERS_PLAY else "hidden/peek" if peeks else "hidden"
        cards = (*table.dealer.cards, FACE_DOWN)
        return replace(table, dealer=replace(table.dealer, cards=cards, waits=waits))

    def _box(self, round: BlackjackRound, box: Box, staked: Bets) -> BoxFace:
        """004 §2.7, §2.8.b: a Double and a split take what the Initial Play was, so everybody knows what lies there."""
        plays = sum(2 if hand.doubled else 1 for hand in box.hands)
        return replace(super()._box(round, box, staked), total=plays * box.total)

    def questions(
        self, round: BlackjackRound, window: Window, player: PlayerId, bets: Bets, chosen: Chosen
    ) -> tuple[Question, ...]:
        """004 §2.5, §2.7, §2.8: Insurance, a Double and a split take what they take, no more and no less."""
        found = super().questions(round, window, player, bets, chosen)
        split = window.kind == "choice" and len(round.boxes[round.box].hands) > 1
        return tuple(replace(it, options=tuple(_exactly(option, split=split) for option in it.options)) for it in found)


class PremiumBlackjackFace(ClassicBlackjackFace):
    title = "Premium Blackjack"
    peeks = True
    felt = "PremiumBlackjack"


def _exactly(option: Option, *, split: bool) -> Option:
    if option.key == SPLIT and split:
        return replace(option, why="four_hands")
    return replace(option, least=option.adds) if option.key in (INSURE, DOUBLE) else option
