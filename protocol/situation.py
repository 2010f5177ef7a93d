"""What staff see of a table, and what may be ordered over it: the ground that the guide and the panel's steps stand on.

Pure, and decides nothing: a step is a suggestion with the order that it would give. Only what the table would obey is
offered: `protocol.moves` and the rule book are asked, not guessed. What the table alone knows it may still refuse.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, Final, Self

from msgspec import Struct, field
from msgspec.structs import replace

from games.cards import DECK
from games.catalog import UnknownGame, find_game, rulings_of
from games.correction import PlayedRound, unvoided, with_other_faces
from games.round import Act, Bets, Game, HandRemoved, PlayerId, Reconstructed, Ruled, Voided
from games.rulings import Irregularity, Topic, who_corrects
from games.settlement import Line, can_leave, cards_of, fold, refold
from protocol import messages as m
from protocol.aside import Aside
from protocol.halts import Halt
from protocol.ledger import Ledger
from protocol.legality import not_now
from protocol.moves import MOVE_FOR, case_in, names_a_round, second_for, title, who_may
from protocol.view import Phase, TableView

NOBODY: Final = "000"  # who has shuffled is still to be said
NO_BETS: Final[Mapping[str, Mapping[PlayerId, Bets]]] = {}


class Sight(Struct, frozen=True):
    """The picture that everybody has, whose money lies where, and what lies face down."""

    view: TableView
    ledger: Ledger
    bets: Mapping[str, Mapping[PlayerId, Bets]] = NO_BETS  # registered in the Round in play, by window
    paid: Mapping[PlayerId, tuple[Line, ...]] = {}  # of them, what is settled already (003 §1.17)
    sat: Mapping[PlayerId, int] = {}  # whose sitting that belongs to
    rounds: Mapping[int, PlayedRound] = {}  # that are settled, and known well enough to be settled anew
    aside: Aside = field(default_factory=Aside)  # the faces that only staff know
    recalled: int = 0  # the earlier Round that was looked for last: it is one of `rounds`

    def still(self) -> Self:
        """A copy that stands still while the table goes on."""
        view = copy(self.view)
        for name in view.__struct_fields__:
            value = getattr(view, name)
            if isinstance(value, dict | list):
                setattr(view, name, copy(value))
        shoe = copy(view.shoe)
        shoe.drawn, shoe.foreign = list(shoe.drawn), list(shoe.foreign)
        shoe.entered, shoe.pending = list(shoe.entered), list(shoe.pending)
        view.shoe = shoe
        money = self.ledger
        beside = {coin: dict(balances) for coin, balances in money.beside.items()}
        ledger = Ledger(dict(money.balances), dict(money.sittings), money.currency, {}, beside, dict(money.played))
        bets = {window: dict(answers) for window, answers in self.bets.items()}
        still = replace(self, view=view, ledger=ledger, bets=bets, aside=self.aside.still())
        return replace(still, paid=dict(self.paid), sat=dict(self.sat), rounds=dict(self.rounds))


EFFECT_NAMES: Final[Mapping[type, str]] = {
    m.Conclude: "conclude_round",
    m.VoidRound: "void_round",
    m.ReturnBets: "return_bets",
    m.RoundWithoutBets: "round_without_bets",
    m.PayFromHouse: "pay_from_house",
}


def effect_name(effect: m.Effect) -> str:
    return EFFECT_NAMES[type(effect)]


class Step(Struct, frozen=True):
    """Something staff may do now. Without an order it is only said: draw a card, wait for the shoe."""

    key: str  # open_table, load_shoe, open_bets, close_bets, draw, certify, ...
    order: m.Order | None = None  # as it would be given, or what a form begins with
    paragraph: str = ""
    second: bool = False  # a second person has to agree
    detail: str = ""
    who: int = 0  # the lowest position that may give the order; 0 if there is none to give
    round_no: int = 0  # the Round it is about, 0 if it is about none
    card_no: int = 0  # of a card that is to be entered: the shoe's number, 0 if it has none
    hand: str = ""  # and where it goes
    nth: int = 0  # as which card of that Hand
    under: tuple[Irregularity, ...] = ()  # the paragraphs that it may be ordered under, where a person says which
    among: tuple[str, ...] = ()  # what it may be about, where a person says which: a Player on his box, some cards


def for_higher(step: Step) -> list[str]:
    """Of a ruling under one of several paragraphs: those that are not for the lowest position who may give it. What no
    paragraph provides for is never one person's.
    """
    second = {it.paragraph: " and a second person" if it.topic is Topic.ANYTHING_ELSE else "" for it in step.under}
    return [f"under {it.paragraph} a {title(it.who)}{second[it.paragraph]}" for it in step.under if it.who > step.who]


Steps = list[Step]


class Situation:
    """The Round on the felt, and each way out of it: a list, empty if it is not open now."""

    def __init__(self, sight: Sight) -> None:
        self.sight, self.view = sight, sight.view
        view, last = sight.view, sight.rounds.get(sight.view.round_no)
        # A Round that was corrected after it was settled has other acts than those in the picture. One of an earlier
        # opening may be of another rule book.
        alike = last is not None and (last.game, last.rules, last.house) == (view.game, view.rules, view.house)
        self.last = last if alike and not view.in_round else None
        acts: Sequence[Act | None] = sight.aside.acts(view) if self.last is None else self.last.acts
        self.game = _rule_book(view)
        self.surplus = sight.aside.surplus(view)
        self.drawn = cards_of(acts)
        self.known = None not in acts  # no card lies face down
        self.round: Any = None
        if self.game is not None and view.round_no and self.known:
            self.round = fold(self.game, view.round_felt, [act for act in acts if act is not None])

    def paragraph(self, topic: Topic) -> str:
        return rulings_of(self.view.game).paragraph(topic)

    @property
    def established(self) -> bool | None:
        """001 §5.1.1: has any of the Bets that there are won or lost? None: a card lies face down, unsaid."""
        if self.game is None or self.round is None:
            return self.view.established if Halt.INTERRUPTED in self.view.halts else None
        return self.game.established(self.round)

    # --- what may be ruled -------------------------------------------------------------------------------------------

    def irregularities(self) -> tuple[Irregularity, ...]:
        return () if self.game is None else self.game.rulings.irregularities

    def rulings(self, act: type[Ruled], topics: Iterable[Topic] | None = None) -> tuple[Irregularity, ...]:
        """Under which paragraphs such a ruling can be made on this Round, of these topics (or all); those that are
        about it alone first.
        """
        wanted = None if topics is None else tuple(topics)
        known = [
            it
            for it in self.irregularities()
            if act in it.acts and (wanted is None or it.topic in wanted) and self._fits(act, it.paragraph)
        ]
        return tuple(sorted(known, key=lambda it: (it.who, act is Reconstructed and len(it.acts) > 1)))

    def _fits(self, act: type[Ruled], paragraph: str) -> bool:
        return self.allows(Voided(paragraph) if act is Voided else Reconstructed(self.drawn), paragraph)

    def allows(self, act: Ruled, paragraph: str) -> bool:
        """By the rule book. Of a Round with a card that lies face down the table alone knows."""
        if self.game is None or self.round is None:
            return isinstance(act, Voided)
        return self.game.rule(self.round, act, paragraph) is None

    # --- steps -------------------------------------------------------------------------------------------------------

    def step(self, key: str, order: m.Order, under: Topic | str | None = None, detail: str = "") -> Steps:
        """`under` is what the paragraph is about, or a paragraph, if it is not the one of the move."""
        view, move = self.view, MOVE_FOR[type(order)]
        if not_now(view, order) is not None:
            return []
        about = move.topic if under is None else under
        paragraph = self.paragraph(about) if isinstance(about, Topic) else about or ""
        case = case_in(view, paid=bool(self.sight.paid))
        who, second = who_may(view.game, order, case), second_for(view.game, order, case) is not None
        return [Step(key, order, paragraph, second, detail, who, view.round_no if names_a_round(order) else 0)]

    def say(self, key: str, topic: Topic, detail: str = "", who: int = 0) -> Step:
        """Something to do that is no order."""
        return Step(key, None, self.paragraph(topic), detail=detail, who=who)

    def load_shoe(self) -> Steps:
        """001 §2.2.1; in the middle of a Round §5.7.1."""
        view = self.view
        if self.game is None:
            return []
        decks = view.placard.decks if view.placard.decks in self.game.decks else self.game.decks[-1]
        return self.step("load_shoe", m.LoadShoe(decks, NOBODY), Topic.NEW_SET if view.in_round else None)

    def end_shoe(self) -> Steps:
        """What is counted is for a person to say: no number stands here that could be taken over."""
        return self.step("end_shoe", m.EndShoe(0)) if self.view.shoe.decks else []

    def void(self, topics: Iterable[Topic] | None = None) -> Steps:
        """Under one paragraph that is clear, or under several of which whoever voids the Round says one."""
        known = self.rulings(Voided, topics)
        if not known:
            return []
        clear = known[0].paragraph if len(known) == 1 else ""
        # The last that the lowest position may rule: it does not come and go with the cards, as the first may.
        paragraph = clear or [it.paragraph for it in known if it.who == known[0].who][-1]
        found = self.step("void", m.Rule(Voided(paragraph), paragraph), clear)
        return [replace(step, under=known) for step in found]

    def correct_cards(self) -> Steps:
        """001 §5.6: the cards on the felt prevail over those on the screen."""
        if not self.drawn or not self.known or not self._fit_again():
            return []
        return self.step("correct_cards", m.CorrectCards(self.drawn))

    def _fit_again(self) -> bool:
        """An order that was ruled may contradict a ruling before it, and a card that was not expected may lie where
        others have followed it: then these cards do not make this Round.
        """
        view, acts = self.view, self.sight.aside.acts(self.view)
        if self.game is None:
            return True
        return with_other_faces(self.game, view.round_felt, view.acts, acts, self.drawn) is not None

    def reconstruct(self, topics: Iterable[Topic] | None = None) -> Steps:
        known = self.rulings(Reconstructed, topics)
        if not known or not self.drawn or not self.known:
            return []
        paragraph = known[0].paragraph
        found = self.step("reconstruct", m.Rule(Reconstructed(self.drawn), paragraph), paragraph)
        return [replace(step, under=known) for step in found]

    def keep_surplus(self, under: str | None = None) -> Steps:
        """001 §5.4; 003 §5.9: not where something was decided with that card on the felt, as the table says, too."""
        return self.step("keep_surplus", m.KeepSurplus(), under) if self._leaves() else []

    def _leaves(self) -> bool:
        """Can the rule book follow the Round without the cards that lie beside its Hands?"""
        view, game = self.view, self.game
        if game is None or self.round is None:
            return True  # the table alone knows
        return can_leave(game, view.round_felt, view.acts, self.sight.aside.seen(view), self.round)

    def report_sides(self) -> Steps:
        """001 §5.5: where each card lies, a person says; here one lies elsewhere."""
        known, hands = self.rulings(Reconstructed, (Topic.WRONG_SIDE,)), self.view.hands
        if not known or not self.drawn or not self.known or self.view.surplus or len(hands) < 2:
            return []
        begun = {hand: tuple(card for card in cards if card is not None) for hand, cards in hands.items()}
        full = next(hand for hand, cards in begun.items() if cards)
        other = next(hand for hand in begun if hand != full)
        lies = {**begun, full: begun[full][1:], other: (*begun[other], begun[full][0])}
        return self.step("report_sides", m.ReportWrongSides(lies))

    def rule(self, key: str, act: Ruled, paragraph: str, detail: str = "") -> Steps:
        """A ruling that says all."""
        return self.step(key, m.Rule(act, paragraph), paragraph, detail) if self.allows(act, paragraph) else []

    def enter_card(self) -> Steps:
        """The first card that was not read; or, if none is missing, the one that is due. Which one, a person says."""
        view, pending = self.view, self.view.shoe.pending
        hand = view.due if view.phase is Phase.DEALING else ""
        number = pending[0] if pending else 0
        nth = len(view.hands.get(view.due, ())) + 1 if hand else 0
        found = self.step("enter_card", m.EnterCard(DECK[0]), detail=str(number or ""))
        return [replace(step, order=None, card_no=number, hand=hand, nth=nth) for step in found]

    # --- by hand -----------------------------------------------------------------------------------------------------

    def deal_card(self) -> Steps:
        """The card that is due, or the next one to burn; which one it is, the Dealer says."""
        view = self.view
        nth = len(view.hands.get(view.due, ())) + 1 if view.due else 0
        found = self.step("deal_card", m.DealCard(DECK[0]), detail=view.due)
        return [replace(step, order=None, hand=view.due, nth=nth) for step in found]

    def take_back_card(self) -> Steps:
        return self.step("take_back_card", m.TakeBackCard())

    # --- what no paragraph provides for ------------------------------------------------------------------------------

    def rule_otherwise(self) -> Steps:
        """001 §5.12: with the first effect that there is now; a person chooses among all of them."""
        effects = self.effects()
        return self.step("rule_otherwise", m.RuleOtherwise("-", effects[0])) if effects else []

    def effects(self) -> tuple[m.Effect, ...]:
        """Of each kind one, as an example, if the table could obey it now."""
        about = self.paragraph(Topic.ANYTHING_ELSE)
        found: list[m.Effect] = [m.Conclude(), m.RoundWithoutBets()]
        # 004 has no such paragraph, and no Void: of its covered card alone nobody here could tell.
        found += [m.VoidRound()] if about and self.view.in_round and self.allows(Voided(about), about) else []
        found += [m.ReturnBets(names[:1])] if (names := self.returnable()) else []
        found += [m.PayFromHouse(name, 1) for name in self.seated()[:1]]
        return tuple(effect for effect in found if not_now(self.view, m.RuleOtherwise("-", effect)) is None)

    def returnable(self) -> tuple[PlayerId, ...]:
        """Whose Bets stand, and none of them is settled."""
        players = {player for answers in self.sight.bets.values() for player, bets in answers.items() if bets}
        return tuple(sorted(player for player in players if not self.sight.paid.get(player)))

    def seated(self) -> tuple[PlayerId, ...]:
        return tuple(sorted(self.sight.ledger.sittings))

    # --- a Round that is settled -------------------------------------------------------------------------------------

    def correct(self) -> Steps:
        """001 §5.6: until the next Round begins."""
        if not self._just_settled or not self.drawn or not self.known:
            return []
        if self.game is None or self.game.surplus(self.round):
            return []
        found = self.step("correct", m.Correct(self.drawn), detail=str(self.view.round_no))
        who = who_corrects(self.game.rulings, next_round_begun=False) or 0
        return [replace(step, who=max(step.who, who)) for step in found]

    def void_settled(self) -> Steps:
        """001 §5.3.3: until the next Round begins, and for nothing else."""
        if not self._just_settled or self.game is None:
            return []
        known = self.rulings(Voided, self.game.rulings.voids_settled)
        if not known:
            return []
        clear = known[0].paragraph if len(known) == 1 else ""
        order = m.VoidSettled(clear or known[0].paragraph)
        return [replace(it, under=known) for it in self.step("void_settled", order, clear, str(self.view.round_no))]

    def remove_settled(self) -> Steps:
        """002 §5.8: the Hand of a box, until the next Round begins. Which one, and who of the others has his Bets
        returned (§5.8.1), a person says.
        """
        if not self._just_settled or self.last is None or self.game is None:
            return []
        under = next((it.paragraph for it in self.irregularities() if HandRemoved in it.acts), "")
        boxes = [box for box in range(1, self.last.felt.boxes + 1) if self.allows(HandRemoved(box), under)]
        if not under or not boxes:
            return []
        found = self.step("remove_settled", m.VoidSettled(under, boxes[0]), under, str(self.view.round_no))
        return [replace(it, among=tuple(map(str, boxes))) for it in found]

    def take_back_void(self) -> Steps:
        """001 §5.12: the Void of the last Round was a mistake, and its cards make a whole one."""
        past = self.view.past
        void = past and past[-1].round_no == self.view.round_no and past[-1].void
        if not void or self.last is None or self.game is None or unvoided(self.last) is None:
            return []
        return self.step("take_back_void", m.TakeBackVoid(), detail=str(self.view.round_no))

    def recall(self) -> Steps:
        """001 §5.6: any Round that is over; which one, a person says."""
        found = self.step("recall_round", m.RecallRound(1))
        return [replace(step, order=None) for step in found]

    def earlier(self) -> Steps:
        """001 §5.6, §5.12: of the Round that was looked for, once the next one has begun: other cards, or, if it is
        void, that this was a mistake.
        """
        round_no, view = self.sight.recalled, self.view
        played = self.sight.rounds.get(round_no)
        if played is None or (round_no == view.round_no and not view.in_round):
            return []
        try:
            game = played.rule_book()
        except UnknownGame:
            return []
        who = who_corrects(game.rulings, next_round_begun=True)
        if who is not None and played.void:
            found = self.step("take_back_earlier", m.TakeBackVoid()) if unvoided(played) is not None else []
            return [replace(step, detail=str(round_no), round_no=round_no) for step in found]
        acts = refold(game, played.felt, played.acts)
        if who is None or acts is None or game.surplus(acts):
            return []
        found = self.step("correct_earlier", m.Correct(cards_of(played.acts)), game.rulings.paragraph(Topic.CORRECTION))
        return [replace(it, who=max(it.who, who), detail=str(round_no), round_no=round_no) for it in found]

    @property
    def _just_settled(self) -> bool:
        view = self.view
        return bool(
            view.past and view.past[-1].round_no == view.round_no and not view.past[-1].void and not view.in_round
        )


def _rule_book(view: TableView) -> Game | None:
    try:
        return find_game(view.game, view.rules, **view.house) if view.game else None
    except UnknownGame:  # of another version of the program: its picture is shown all the same
        return None
