"""What screens show of Non-Commission Three Pictures (document 002): words, points, the ranking of each Hand, boxes."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.box_face import BoxFace, BoxTable, HandFace, Option, Question
from games.boxes import CONTINUE, DEALER, WITHDRAW, spot_of
from games.cards import Card
from games.face import QT_TRANSLATE_NOOP, Chosen, Face, Pay
from games.money import Odds
from games.round import Bets, Felt, HandId, Outcome, PlayerId, Window
from games.three_pictures.rules import (
    INITIAL,
    THREE_PICTURES,
    TIE,
    Hand,
    ThreePicturesRound,
    hand_id,
    initial_verdict,
    point_total,
    rank_of,
)

THREE_PICTURES_MARK: Final = "3P"  # its Point Total is 0, and it is the highest Hand all the same
_FATES: Final = {Outcome.WON: "won", Outcome.LOST: "lost", Outcome.RETURNED: "even"}


class ThreePicturesFace(Face):
    title = "Non-Commission Three Pictures"
    felt = "ThreePictures"
    taken_up_from = 3
    words: Mapping[str, str] = {
        THREE_PICTURES: QT_TRANSLATE_NOOP("words.py", "Three Pictures"),  # the game, and a Bet
        DEALER: QT_TRANSLATE_NOOP("words.py", "Dealer"),
        INITIAL: QT_TRANSLATE_NOOP("words.py", "Bet"),
        TIE: QT_TRANSLATE_NOOP("words.py", "Tie"),
        # As short as a small place on the felt wants it
        "short/tie": QT_TRANSLATE_NOOP("words.py", "Tie"),
        "short/three_pictures": QT_TRANSLATE_NOOP("words.py", "3 Pics"),
        # Answers, and what is said of a box
        CONTINUE: QT_TRANSLATE_NOOP("words.py", "Play on"),
        WITHDRAW: QT_TRANSLATE_NOOP("words.py", "Bets back"),
        "withdrawn": QT_TRANSLATE_NOOP("words.py", "Bets returned"),
        "removed": QT_TRANSLATE_NOOP("words.py", "Bets returned"),
        # Appendix C
        "Three Pictures": QT_TRANSLATE_NOOP("words.py", "Three Pictures"),
        "Double Pictures Nine": QT_TRANSLATE_NOOP("words.py", "Double Pictures Nine"),
        "Single Picture Nine": QT_TRANSLATE_NOOP("words.py", "Single Picture Nine"),
        "Plain Nine": QT_TRANSLATE_NOOP("words.py", "Plain Nine"),
        "Double Pictures Eight": QT_TRANSLATE_NOOP("words.py", "Double Pictures Eight"),
        "Single Picture Eight": QT_TRANSLATE_NOOP("words.py", "Single Picture Eight"),
        "Plain Eight": QT_TRANSLATE_NOOP("words.py", "Plain Eight"),
        "Double Pictures Seven": QT_TRANSLATE_NOOP("words.py", "Double Pictures Seven"),
        "Single Picture Seven": QT_TRANSLATE_NOOP("words.py", "Single Picture Seven"),
        "Plain Seven": QT_TRANSLATE_NOOP("words.py", "Plain Seven"),
        "Double Pictures Six": QT_TRANSLATE_NOOP("words.py", "Double Pictures Six"),
        "Single Picture Six": QT_TRANSLATE_NOOP("words.py", "Single Picture Six"),
        "Plain Six": QT_TRANSLATE_NOOP("words.py", "Plain Six"),
        "Double Pictures Five": QT_TRANSLATE_NOOP("words.py", "Double Pictures Five"),
        "Single Picture Five": QT_TRANSLATE_NOOP("words.py", "Single Picture Five"),
        "Plain Five": QT_TRANSLATE_NOOP("words.py", "Plain Five"),
        "Double Pictures Four": QT_TRANSLATE_NOOP("words.py", "Double Pictures Four"),
        "Single Picture Four": QT_TRANSLATE_NOOP("words.py", "Single Picture Four"),
        "Plain Four": QT_TRANSLATE_NOOP("words.py", "Plain Four"),
        "Double Pictures Three": QT_TRANSLATE_NOOP("words.py", "Double Pictures Three"),
        "Single Picture Three": QT_TRANSLATE_NOOP("words.py", "Single Picture Three"),
        "Plain Three": QT_TRANSLATE_NOOP("words.py", "Plain Three"),
        "Double Pictures Two": QT_TRANSLATE_NOOP("words.py", "Double Pictures Two"),
        "Single Picture Two": QT_TRANSLATE_NOOP("words.py", "Single Picture Two"),
        "Plain Two": QT_TRANSLATE_NOOP("words.py", "Plain Two"),
        "Double Pictures One": QT_TRANSLATE_NOOP("words.py", "Double Pictures One"),
        "Single Picture One": QT_TRANSLATE_NOOP("words.py", "Single Picture One"),
        "Plain One": QT_TRANSLATE_NOOP("words.py", "Plain One"),
        "Double Pictures Zero": QT_TRANSLATE_NOOP("words.py", "Double Pictures Zero"),
        "Single Picture Zero": QT_TRANSLATE_NOOP("words.py", "Single Picture Zero"),
        "Plain Zero": QT_TRANSLATE_NOOP("words.py", "Plain Zero"),
    }
    tones: Mapping[str, str] = {INITIAL: "blue", TIE: "green", THREE_PICTURES: "red", DEALER: ""}
    layout: tuple[str, ...] = (INITIAL, TIE, THREE_PICTURES)
    pays: Mapping[str, tuple[Pay, ...]] = {
        INITIAL: (Pay(Odds(1), paragraph="4.1"), Pay(Odds(1, 2), "on 6", "4.1")),
        TIE: (Pay(Odds(8), paragraph="4.1"),),
        THREE_PICTURES: (Pay(Odds(16), paragraph="4.1"),),
    }

    def _total(self, cards: tuple[Card, ...]) -> int:
        return point_total(cards)

    def most_cards(self, felt: Felt) -> int:
        """002 §3.12, §5.5.5: three for each box and the Dealer, of a single deck."""
        return 3 * (felt.boxes + 1)

    def called(self, cards: Sequence[Card | None]) -> str:
        """002 Appendix C."""
        known = tuple(card for card in cards if card is not None)
        return rank_of(known).name if len(known) == len(cards) == 3 else ""

    # --- the boxes

    def boxes(self, round: ThreePicturesRound, staked: Bets) -> BoxTable:
        """002 §3.12, §3.13: the cards as they lie, each Hand by its name; at the end, against the Dealer's."""
        if not round.hands:
            return BoxTable(stage="bets" if not round.closed else "over", staked=dict(staked))
        *boxes, dealer = round.hands
        waiting = any(len(hand.cards) < hand.takes for hand in round.hands)
        stage = "options" if round.options else "deal" if waiting and not round.voided else "over"
        faces = tuple(self._box(round, hand, staked) for hand in boxes)
        return BoxTable(faces, self._hand(dealer, ()) if dealer.cards else None, stage, staked=dict(staked))

    def _hand(self, hand: Hand, stakes: tuple[int, ...], *, out: bool = False) -> HandFace:
        total = str(point_total(hand.cards)) if hand.cards else ""
        name = self.called(hand.cards)
        if name == "Three Pictures":
            total = THREE_PICTURES_MARK
        texts = tuple(card.text for card in hand.cards)
        return HandFace(hand_id(hand), texts, total, name, out=out, players=hand.players, stakes=stakes)

    def _box(self, round: ThreePicturesRound, hand: Hand, staked: Bets) -> BoxFace:
        fate = _fate(round, hand)
        spots = [spot_of(hand.box, kind) for kind in (INITIAL, TIE, THREE_PICTURES)]
        stakes = tuple(staked[spot] for spot in spots if spot in staked)
        shown = self._hand(hand, stakes, out=fate == "lost" or not hand.playing)
        state = "removed" if hand.removed else "withdrawn" if not hand.players else shown.state
        return BoxFace(hand.box, hand.players, hand.total, (shown,), state, fate=fate)

    # --- what a Player is asked

    def questions(
        self, round: ThreePicturesRound, window: Window, player: PlayerId, bets: Bets, chosen: Chosen
    ) -> tuple[Question, ...]:
        """002 §5.6: after a dealing error, of all his Bets at once."""
        if window.respondents is None:
            return ()
        options = tuple(Option(key, key) for key in window.choices)
        return (Question(window.name, window.kind, 0, HandId(""), options, window.default),)


def _fate(round: ThreePicturesRound, hand: Hand) -> str:
    """Of the Initial Bet: won, lost or even; "": it is not known yet, or there is none any more."""
    dealer = round.hands[-1]
    if round.voided or not hand.playing or not len(hand.cards) == len(dealer.cards) == 3:
        return ""
    return _FATES[initial_verdict(rank_of(hand.cards), rank_of(dealer.cards)).outcome]
