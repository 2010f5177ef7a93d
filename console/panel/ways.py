"""What staff may do at a table that looks like this: the one next step first.

Pure, and decides nothing: a step is a suggestion with the order that it would give. Only what the table would obey is
offered: `protocol.moves` and the rule book are asked, not guessed. What the table alone knows it may still refuse.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from games.cards import DECK, Card
from games.catalog import find_face, find_game, rulings_of
from games.round import Act, CardDrawn, Game, Reconstructed, Ruled, Voided
from games.rulings import Irregularity, Topic
from games.settlement import fold
from protocol import messages as m
from protocol.halts import Halt
from protocol.moves import MOVE_FOR, not_now, second_for, who_may
from protocol.view import Phase, TableView, cards_digest

MORE_MS: Final = 10_000  # of betting time, at a tap
# Over these halts it is clear why a Round is Void. Over any other, whoever voids it says why.
VOID_OVER: Final[Mapping[Halt, Topic]] = {
    Halt.FOREIGN_CARD: Topic.FOREIGN_CARD,
    Halt.SHOE_DRY: Topic.SHOE_DRY,
    Halt.UNSHUFFLED: Topic.UNSHUFFLED,
}


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


Steps = list[Step]


class Ways:
    """Each way is a list: an empty one is not open now."""

    def __init__(self, view: TableView, corrected: Sequence[Act] | None = None) -> None:
        """A Round that was corrected after it was settled has other acts than those in the picture."""
        self.view = view
        acts: Sequence[Act | None] = view.acts if corrected is None else corrected
        self.game: Game | None = find_game(view.game, view.rules, **view.house) if view.game else None
        self._paragraph = rulings_of(view.game).paragraph
        # Nothing else is done before the journal is confirmed.
        self.halts = sorted(view.halts.values(), key=lambda halt: halt.reason is not Halt.UNCONFIRMED)
        self.drawn = _drawn(acts)
        self._known = None not in acts  # no card lies face down
        self._round: Any = None
        if self.game is not None and view.round_no and self._known:
            self._round = fold(self.game, view.round_felt, [act for act in acts if act is not None])

    def steps(self) -> Steps:
        """The next one first. Never empty."""
        view = self.view
        if self.halts:
            return self._over_a_halt(self.halts[0].reason)
        match view.phase:
            case Phase.CLOSED:
                return self._closed()
            case Phase.READY:
                return self._ready()
            case Phase.BETTING:
                times = [*self._step("close_bets", m.CloseBets()), *self._step("add_time", m.AddTime(MORE_MS))]
                return [*times, *self._call(), *self._void()]
        certify = self._step("certify", m.Certify(cards_digest(view)))
        first = [self._draw()] if view.phase is Phase.DEALING else certify
        return [*first, *self._correct_cards(), *self._call(), *self._void()]

    def more(self) -> Steps:
        """What is not part of the game: limits, the end of the day, a Round that is over, a word for the record."""
        limits = self._step("set_limits", m.SetLimits(self.view.felt)) if self.game is not None else []
        return [
            *self._step("record_ruling", m.RecordRuling("-")),
            *limits,
            *self._step("begin_day", m.BeginDay(self.view.doubted_day), detail=self.view.doubted_day),
            *self._about_the_last_round(),
        ]

    def rulings(self, act: type[Ruled]) -> tuple[Irregularity, ...]:
        """Under which paragraphs such a ruling can be made on this Round; those that are about it alone first."""
        if self.game is None:
            return ()
        known = [it for it in self.game.rulings.irregularities if act in it.acts and self._fits(act, it.paragraph)]
        return tuple(sorted(known, key=lambda it: (it.who, act is Reconstructed and len(it.acts) > 1)))

    def _fits(self, act: type[Ruled], paragraph: str) -> bool:
        if self.game is None or self._round is None:
            return True
        ruled = Voided(paragraph) if act is Voided else Reconstructed(self.drawn)
        return self.game.rule(self._round, ruled, paragraph) is None

    def _step(self, key: str, order: m.Order, under: Topic | str | None = None, detail: str = "") -> Steps:
        """`under` is what the paragraph is about, or a paragraph, if it is not the one of the move."""
        view, move = self.view, MOVE_FOR[type(order)]
        if not_now(view, order) is not None:
            return []
        # A correction is of the Round that it names, and of no other.
        of_round = move.of_round or isinstance(order, m.Correct | m.VoidSettled)
        about = move.topic if under is None else under
        paragraph = self._paragraph(about) if isinstance(about, Topic) else about or ""
        who, second = who_may(view.game, order), second_for(order) is not None
        return [Step(key, order, paragraph, second, detail, who, view.round_no if of_round else 0)]

    def _say(self, key: str, topic: Topic, detail: str = "", who: int = 0) -> Step:
        """Something to do that is no order."""
        return Step(key, None, self._paragraph(topic), detail=detail, who=who)

    # --- ways of one kind ------------------------------------------------------------------------------------------

    def _closed(self) -> Steps:
        """The day that is over is closed before the next one is played, as far as it goes by this list."""
        day, since = self.view.due_day, self.view.due_since
        days = day if day == since else f"{since} / {day}"
        return [*self._step("close_day", m.CloseDay(day), detail=days), *self._step("open_table", m.OpenTable())]

    def _ready(self) -> Steps:
        shoe = self.view.shoe
        load, end = self._load_shoe(), self._end_shoe()
        rest = [*self._call(), *self._step("close_table", m.CloseTable())]
        if shoe.burning:
            return [self._say("burn", Topic.CARDS, str(shoe.burning)), *load, *rest]
        bets = self._step("open_bets", m.OpenBets())
        # 001 §5.3.2: what is left is counted before other cards come.
        return [*bets, *end, *load, *rest] if shoe.live else [*load, *rest]

    def _draw(self) -> Step:
        view = self.view
        paragraph = find_face(view.game).draws_under(view.hands, view.due)
        return Step("draw", None, paragraph, detail=view.due, nth=len(view.hands.get(view.due, ())) + 1)

    def _load_shoe(self) -> Steps:
        """001 §2.2.1; in the middle of a Round §5.7.1."""
        view = self.view
        if self.game is None:
            return []
        decks = view.placard.decks if view.placard.decks in self.game.decks else self.game.decks[-1]
        return self._step("load_shoe", m.LoadShoe(decks, "the Dealer"), Topic.NEW_SET if view.in_round else None)

    def _end_shoe(self) -> Steps:
        """What is counted is for a person to say: no number stands here that could be taken over."""
        return self._step("end_shoe", m.EndShoe(0)) if self.view.shoe.decks else []

    def _call(self) -> Steps:
        """Over a halt too. Who has been called already is still needed, and nobody calls twice."""
        if Halt.CALLED in self.view.halts:
            return [self._say("supervisor_needed", Topic.ANYTHING_ELSE, who=MOVE_FOR[m.Resume].who)]
        return self._step("call_supervisor", m.CallSupervisor("called from the panel"))

    def _resume(self, reason: Halt, topic: Topic | None = None) -> Steps:
        return self._step("resume", m.Resume(reason), topic, detail=reason)

    def _void(self, reason: Halt | None = None) -> Steps:
        known = self.rulings(Voided)
        if not known:
            return []
        clear = VOID_OVER.get(reason) if reason else None
        why = next((it.paragraph for it in known if it.topic is clear), "")
        # The last that the lowest position may rule: it does not come and go with the cards, as the first may.
        paragraph = why or [it.paragraph for it in known if it.who == known[0].who][-1]
        return self._step("void", m.Rule(Voided(paragraph), paragraph), why)

    def _correct_cards(self) -> Steps:
        """001 §5.6: the cards on the felt prevail over those on the screen."""
        return self._step("correct_cards", m.CorrectCards(self.drawn)) if self.drawn and self._known else []

    def _reconstruct(self) -> Steps:
        known = self.rulings(Reconstructed)
        if not known or not self.drawn or not self._known:
            return []
        paragraph = known[0].paragraph
        return self._step("reconstruct", m.Rule(Reconstructed(self.drawn), paragraph), paragraph)

    def _enter_card(self) -> Steps:
        """The first card that was not read; or, if none is missing, the one that is due. Which one, a person says."""
        view, pending = self.view, self.view.shoe.pending
        hand = view.due if view.phase is Phase.DEALING else ""
        number = pending[0].shoe_seq if pending else 0
        nth = len(view.hands.get(view.due, ())) + 1 if hand else 0
        found = self._step("enter_card", m.EnterCard(DECK[0]), detail=str(number or ""))
        return [replace(step, order=None, card_no=number, hand=hand, nth=nth) for step in found]

    def _about_the_last_round(self) -> Steps:
        """Until the next one begins a Round that is settled can be voided or corrected (001 §5.3.3, §5.6)."""
        view = self.view
        if not view.past or view.past[-1].round_no != view.round_no or view.past[-1].void or view.in_round:
            return []
        known, number = self.rulings(Voided), str(view.round_no)
        found = self._step("void_settled", m.VoidSettled(known[0].paragraph), "", number) if known else []
        if self.game is not None and self.drawn and self._known and not self.game.surplus(self._round):
            found += self._step("correct", m.Correct(self.drawn), detail=number)
        return found

    # --- over a halt -------------------------------------------------------------------------------------------------

    def _over_a_halt(self, reason: Halt) -> Steps:
        """One reason after the other; what each needs is in the rules of section 5."""
        found = [*_OUT_OF[reason](self, reason), *(self._closed() if self.view.phase is Phase.CLOSED else ())]
        return [*(found or [self._say("call_shift_manager", Topic.ANYTHING_ELSE)]), *self._call()]

    def _new_set(self) -> Steps:
        """Between two Rounds a new set of cards ends what was wrong with the old one."""
        return self._load_shoe() if self.view.phase is Phase.READY else []

    def _interrupted(self, _reason: Halt) -> Steps:
        return [
            *self._step("interruption_continues", m.AnswerInterruption(affects=False)),
            *self._step("interruption_affects", m.AnswerInterruption(affects=True)),
        ]

    def _surplus(self, _reason: Halt) -> Steps:
        """001 §5.4: put into order what can be; a Round that has all its cards keeps the rest for the next one."""
        keep, again = self._step("keep_surplus", m.KeepSurplus()), self._reconstruct()
        first = [*again, *keep] if self.view.due else [*keep, *again]
        return [*first, *self._correct_cards(), *self._void(), *self._new_set()]

    def _card_missing(self, _reason: Halt) -> Steps:
        return [*self._enter_card(), *self._void(), *self._new_set()]

    def _shoe_lost(self, _reason: Halt) -> Steps:
        plug_in = self._say("plug_in", Topic.INTERRUPTION)
        return [plug_in, *self._enter_card(), *self._load_shoe(), *self._void()]

    def _shoe_dry(self, reason: Halt) -> Steps:
        return [*self._void(reason), *self._load_shoe()]

    def _foreign_card(self, reason: Halt) -> Steps:
        return [*self._void(reason), *self._correct_cards(), *self._new_set()]

    def _unshuffled(self, reason: Halt) -> Steps:
        return [*self._void(reason), *self._new_set(), *self._resume(reason)]

    def _contradicted(self, reason: Halt) -> Steps:
        return [*self._resume(reason, Topic.CORRECTION), *self._correct_cards(), *self._void()]

    def _called(self, reason: Halt) -> Steps:
        cards = [*self._reconstruct(), *self._correct_cards(), *self._enter_card()]
        return [*self._resume(reason), *cards, *self._end_shoe(), *self._load_shoe(), *self._void()]

    def _history(self, reason: Halt) -> Steps:
        return [self._say("call_shift_manager", Topic.ANYTHING_ELSE), *self._resume(reason)]

    def _unconfirmed(self, reason: Halt) -> Steps:
        """The halt says who is waited for; who will not come needs two people."""
        awaited = self.view.halts[reason].detail
        said = [self._say("await_confirmation", Topic.ANYTHING_ELSE, awaited)] if awaited else []
        return [*said, *self._resume(reason)]

    def _looked_at(self, reason: Halt) -> Steps:
        return [*self._resume(reason), *self._new_set(), *self._void()]


_OUT_OF: Final[Mapping[Halt, Callable[[Ways, Halt], Steps]]] = {
    Halt.INTERRUPTED: Ways._interrupted,
    Halt.SURPLUS: Ways._surplus,
    Halt.CARD_MISSING: Ways._card_missing,
    Halt.SHOE_LOST: Ways._shoe_lost,
    Halt.SHOE_DRY: Ways._shoe_dry,
    Halt.FOREIGN_CARD: Ways._foreign_card,
    Halt.UNSHUFFLED: Ways._unshuffled,
    Halt.CARD_CONFLICT: Ways._contradicted,
    Halt.RESULT_DIFFERS: Ways._contradicted,
    Halt.CALLED: Ways._called,
    Halt.HISTORY: Ways._history,
    Halt.UNCONFIRMED: Ways._unconfirmed,
    Halt.BOOKS: Ways._history,
    Halt.SHOE_FAULTY: Ways._looked_at,
    Halt.MISCOUNT: Ways._looked_at,
}


def _drawn(acts: Sequence[Act | None]) -> tuple[Card, ...]:
    """The cards in the order that counts: the one that was ruled (001 §1.17), and what came after it."""
    found: list[Card] = []
    for act in acts:
        if isinstance(act, CardDrawn):
            found.append(act.card)
        elif isinstance(act, Reconstructed):
            found = list(act.cards)
    return tuple(found)
