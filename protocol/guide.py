"""The guide: what has happened, what the rules ask of staff then, what they may choose, who, and what it does to money.

Pure, and one for panel and command line. A `Guide` is about one thing that is irregular: a halt that lies over the
table, an irregularity that the document of the game knows and that can be ruled now, or a Round that is settled and may
still be put right. It offers what the paragraph allows and `protocol.moves` would obey, and nothing else; whatever is
meant for another irregularity has a guide of its own. Words of ours are keys (`guide_words.py`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card
from games.catalog import find_face, shared_kind
from games.round import (
    DealingError,
    Discarded,
    DrawnTogether,
    HandRemoved,
    PlayerId,
    Reconstructed,
    Ruled,
    Voided,
    WalkedAway,
    kind_of,
)
from games.rulings import Irregularity, Topic
from games.settlement import refold
from protocol import messages as m
from protocol.halts import HALTS, Halt
from protocol.preview import NEVER, UNKNOWN, Preview, preview
from protocol.situation import Sight, Situation, Step, Steps
from protocol.view import Hands, Phase

# There is no way back from these.
FINAL: Final = frozenset(
    {"void", "void_settled", "correct", "correct_earlier", "interruption_affects", "end_shoe"}
    | {"remove_hand", "remove_settled"}
)
# Before these can be given somebody names cards, or a Player; until then nobody knows what they would do.
NAMES_CARDS: Final = frozenset(
    {
        "enter_card",
        "correct_cards",
        "reconstruct",
        "drawn_together",
        "correct",
        "correct_earlier",
        "deal_card",
        "walked_away",
        "move_hands",
        "remove_settled",
    }
)
# The rules prefer none of the ways out of these: none is suggested.
UNDECIDED: Final = frozenset({Halt.INTERRUPTED, Halt.SURPLUS, Halt.CARD_CONFLICT, Halt.RESULT_DIFFERS, Halt.CALLED})
SETTLED: Final = "settled"  # what a guide is about: the last Round, which is over
EARLIER: Final = "earlier"  # or one before it, that somebody has looked for
TOGETHER_MOST: Final = 4  # cards that a hand draws at once


class Choice(Struct, frozen=True):
    """One way on, and what it does to the money as far as it can be said already."""

    step: Step
    money: Preview

    @property
    def final(self) -> bool:
        return self.step.key in FINAL


class Guide(Struct, frozen=True):
    what: str  # a reason of a halt, a topic, "settled" or "earlier": the key of its question
    paragraph: str
    choices: tuple[Choice, ...]
    halt: Halt | None = None
    equal: bool = False  # the rules prefer none of the choices
    established: bool | None = None  # 001 §5.1: is any Bet decided? None: it is not asked, or a card lies face down
    round_no: int = 0
    hands: Hands = {}  # the cards as they lie
    surplus: tuple[Card, ...] = ()
    detail: str = ""  # what the console said of it, for technicians

    @property
    def question(self) -> str:
        """The key of the plain question: with an outcome established nothing is left to ask (001 §5.1.1)."""
        return "concluded" if self.halt is Halt.INTERRUPTED and self.established else self.what


def guides(sight: Sight) -> tuple[Guide, ...]:
    """All that there is to decide now: halts first, the one that comes before all others at the front."""
    at = Situation(sight)
    return (*halted(at), *ruled(at), *settled(at), *earlier(at))


def halted(at: Situation) -> tuple[Guide, ...]:
    """Nothing else is done before the journal is confirmed. A card that was not read may have been reported as none of
    this set (001 §5.3.1): then that is the question, and no longer which card it is.
    """
    first = (Halt.UNCONFIRMED, Halt.FOREIGN_CARD)
    reasons = sorted(at.view.halts, key=lambda reason: first.index(reason) if reason in first else len(first))
    return tuple(over(at, reason) for reason in reasons)


def over(at: Situation, reason: Halt) -> Guide:
    """What leads out of this halt."""
    steps = [*_OUT_OF[reason](at, reason)]
    established = at.established if reason is Halt.INTERRUPTED else None
    about = Topic.ESTABLISHED if established else _ABOUT.get(reason)
    paragraph = (at.paragraph(about) if about else "") or next((it.paragraph for it in steps if it.paragraph), "")
    # Without any way that is open to people, whoever may decide what the rules leave open.
    found = steps or [at.say("call_shift_manager", Topic.ANYTHING_ELSE)]
    equal = reason in UNDECIDED and sum(it.order is not None for it in found) > 1
    detail = at.view.halts[reason].detail if reason in at.view.halts else ""
    return _guide(at, reason, paragraph, found, halt=reason, equal=equal, established=established, detail=detail)


def ruled(at: Situation) -> tuple[Guide, ...]:
    """Each irregularity of the document that can be ruled on this Round now."""
    if not at.view.in_round or Halt.UNCONFIRMED in at.view.halts:
        return ()
    found = (of_irregularity(at, it) for it in at.irregularities())
    return tuple(guide for guide in found if guide.choices)


def of_irregularity(at: Situation, it: Irregularity) -> Guide:
    steps: Steps = [step for act in it.acts for step in _RULINGS[act](at, it)]
    match it.topic:
        case Topic.SURPLUS:
            steps += at.keep_surplus(it.paragraph)
        case Topic.NEW_SET if at.view.in_round:
            steps += at.load_shoe()
        case Topic.FACE_UP:
            steps += [at.say("deal_face_up", it.topic)]
        case Topic.SIDE_ALONE if _sides_alone(at.sight):
            steps += [at.say("side_returned", it.topic, ", ".join(_sides_alone(at.sight)))]
    return _guide(at, it.topic, it.paragraph, steps, equal=len(steps) > 1)


def settled(at: Situation) -> tuple[Guide, ...]:
    """001 §5.6, §5.3.3: the last Round, until the next one begins."""
    steps = [*at.correct(), *at.void_settled(), *at.remove_settled()]
    return (_guide(at, SETTLED, at.paragraph(Topic.CORRECTION), steps, equal=len(steps) > 1),) if steps else ()


def earlier(at: Situation) -> tuple[Guide, ...]:
    """001 §5.6, §5.8: a Round of whatever day, that was looked for. No later Round is touched."""
    steps = at.earlier()
    if not steps:
        return ()
    guide = _guide(at, EARLIER, steps[0].paragraph, steps, equal=False)
    played = at.sight.rounds[at.sight.recalled]
    game, round = played.rule_book(), refold(played.rule_book(), played.felt, played.acts)
    return (replace(guide, round_no=at.sight.recalled, hands=dict(game.hands(round)), surplus=()),)


def _guide(
    at: Situation,
    what: str,
    paragraph: str,
    steps: Steps,
    *,
    equal: bool,
    halt: Halt | None = None,
    established: bool | None = None,
    detail: str = "",
) -> Guide:
    view = at.view
    choices = tuple(Choice(step, _money(at.sight, step)) for step in steps)
    hands, surplus = dict(view.hands), at.surplus
    return Guide(what, paragraph, choices, halt, equal, established, view.round_no, hands, surplus, detail)


def _money(sight: Sight, step: Step) -> Preview:
    if step.key in NAMES_CARDS:
        return UNKNOWN
    return NEVER if step.order is None else preview(sight, step.order, step.round_no or None)


# --- over a halt: what each needs is in the rules of section 5 -------------------------------------------------------

# Why a Round is Void over this halt. Over one that is not named the rules know no Void.
VOID_FOR: Final[Mapping[Halt, tuple[Topic, ...]]] = {
    Halt.FOREIGN_CARD: (Topic.FOREIGN_CARD,),
    Halt.SHOE_DRY: (Topic.SHOE_DRY,),
    Halt.UNSHUFFLED: (Topic.UNSHUFFLED,),
    Halt.MISCOUNT: (Topic.MISCOUNT,),
    # It is none of this set; or nobody can say which one it was.
    Halt.CARD_MISSING: (Topic.FOREIGN_CARD, Topic.WRONG_HAND, Topic.ANYTHING_ELSE),
    # 001 §5.4 knows none: only if the cards cannot be Reconstructed (§5.3.3, and what other documents have for it).
    Halt.SURPLUS: (Topic.WRONG_HAND, Topic.NONE_HANDLED, Topic.DEALERS_NUMBER),
    # A shoe that does not come back is an interruption: Void, unless an outcome is established (§5.1.2).
    Halt.SHOE_LOST: (Topic.INTERRUPTED,),
    Halt.SHOE_FAULTY: (Topic.INTERRUPTED,),
}
# The paragraph that a halt is about.
_ABOUT: Final[Mapping[Halt, Topic]] = {
    Halt.INTERRUPTED: Topic.INTERRUPTION,
    Halt.SHOE_LOST: Topic.INTERRUPTION,
    Halt.SHOE_FAULTY: Topic.INTERRUPTION,
    Halt.CARD_MISSING: Topic.FOREIGN_CARD,  # it is entered as it lies; or it is none of this set
    Halt.CARD_CONFLICT: Topic.CORRECTION,
    Halt.RESULT_DIFFERS: Topic.CORRECTION,
    Halt.FOREIGN_CARD: Topic.FOREIGN_CARD,
    Halt.SURPLUS: Topic.SURPLUS,
    Halt.UNSHUFFLED: Topic.UNSHUFFLED,
    Halt.DRAWN_TOGETHER: Topic.TOGETHER,
    Halt.SHOE_DRY: Topic.SHOE_DRY,
    Halt.MISCOUNT: Topic.MISCOUNT,
    Halt.CALLED: Topic.ANYTHING_ELSE,
}


def _void(at: Situation, reason: Halt) -> Steps:
    return at.void(VOID_FOR[reason]) if at.view.in_round and reason in VOID_FOR else []


def _resume(at: Situation, reason: Halt) -> Steps:
    """By a word, where the halt can be ended by one."""
    if HALTS[reason].resume is None:
        return []
    if reason is Halt.FOREIGN_CARD and at.sight.aside.has_foreign(at.view):  # it lies face down: the picture has it not
        return []
    topic = _ABOUT.get(reason, Topic.ANYTHING_ELSE)
    return at.step("resume", m.Resume(reason), topic, detail=reason)


def _new_set(at: Situation) -> Steps:
    """Between two Rounds a new set of cards ends what was wrong with the old one."""
    return at.load_shoe() if at.view.phase is Phase.READY else []


def _interrupted(at: Situation, _reason: Halt) -> Steps:
    """001 §5.1: with an outcome established the Round is concluded, whatever anybody answers."""
    if at.established:
        return at.step("conclude", m.AnswerInterruption(affects=False), Topic.ESTABLISHED)
    return [
        *at.step("interruption_continues", m.AnswerInterruption(affects=False)),
        *at.step("interruption_affects", m.AnswerInterruption(affects=True), Topic.INTERRUPTED),
    ]


def _surplus(at: Situation, reason: Halt) -> Steps:
    """001 §5.4: put into order what can be, or kept for the next Round: the House finds which. 003 §5.10.2: what a
    Dealer drew on a Hand that was complete leaves no choice.
    """
    complete = [it for it in at.irregularities() if it.topic is Topic.DEALER_COMPLETE]
    if aside := [step for it in complete for step in _errors(at, it)]:
        return [*aside, *at.correct_cards()]
    again = at.reconstruct((Topic.SURPLUS, Topic.OUT_OF_ORDER, Topic.WRONG_HAND, Topic.DEALERS_NUMBER))
    errors = [step for it in at.irregularities() for step in _errors(at, it)]
    return [*again, *at.keep_surplus(), *at.correct_cards(), *errors, *_void(at, reason), *_new_set(at)]


def _errors(at: Situation, it: Irregularity) -> Steps:
    """What other documents have for a card too many: it is laid aside, or the Players choose."""
    if it.topic not in (Topic.DEALER_COMPLETE, Topic.EMPTY_BOX, Topic.DEALING_ERROR):
        return []
    return [step for act in it.acts for step in _RULINGS[act](at, it)][:1]


def _card_missing(at: Situation, reason: Halt) -> Steps:
    foreign = at.step("report_foreign_card", m.ReportForeignCard())
    return [*at.enter_card(), *foreign, *_void(at, reason), *_new_set(at)]


def _shoe_lost(at: Situation, reason: Halt) -> Steps:
    plug_in = at.say("plug_in", Topic.INTERRUPTION)
    by_hand = at.step("deal_by_hand", m.DealByHand())
    return [plug_in, *at.enter_card(), *by_hand, *at.load_shoe(), *_void(at, reason), *_resume(at, reason)]


def _together(at: Situation, reason: Halt) -> Steps:
    """001 §5.7: somebody says which came first, or the set is changed (§5.7.1); a machine may have been wrong."""
    again = at.reconstruct((Topic.TOGETHER,))
    topics = (Topic.TOGETHER, Topic.DEALERS_TOGETHER)
    known = [it for it in at.irregularities() if it.topic in topics and DrawnTogether in it.acts]
    ordered = [step for it in known for step in _what_came_together(at, it)][:1]
    return [*again, *ordered, *at.load_shoe(), *_resume(at, reason)]


def _defective(at: Situation, reason: Halt) -> Steps:
    """001 §5.3: Void, if it is so; between Rounds the set is changed; a machine may have been wrong."""
    cards = at.correct_cards() if reason is Halt.FOREIGN_CARD else []
    return [*_void(at, reason), *cards, *_new_set(at), *_resume(at, reason)]


def _contradicted(at: Situation, reason: Halt) -> Steps:
    return [*_resume(at, reason), *at.correct_cards(), *(_new_set(at) if reason is Halt.CARD_CONFLICT else ())]


def _called(at: Situation, reason: Halt) -> Steps:
    """The Dealer has seen something: whatever it is, whoever has come says."""
    cards = [*at.reconstruct(), *at.correct_cards(), *at.enter_card()]
    void = at.void() if at.view.in_round else []
    return [*_resume(at, reason), *cards, *at.end_shoe(), *at.load_shoe(), *void]


def _doubted(at: Situation, reason: Halt) -> Steps:
    """Entries, checkpoints or copies of the log contradict each other: no paragraph knows of it."""
    return [at.say("call_shift_manager", Topic.ANYTHING_ELSE), *_resume(at, reason)]


def _unconfirmed(at: Situation, reason: Halt) -> Steps:
    """The halt says who is waited for; who will not come needs two people."""
    awaited = at.view.halts[reason].detail if reason in at.view.halts else ""
    said = [at.say("await_confirmation", Topic.ANYTHING_ELSE, awaited)] if awaited else []
    return [*said, *_resume(at, reason)]


def _looked_at(at: Situation, reason: Halt) -> Steps:
    new_set = _new_set(at) if reason is Halt.MISCOUNT else []
    return [*_resume(at, reason), *new_set, *_void(at, reason)]


_OUT_OF: Final[Mapping[Halt, Callable[[Situation, Halt], Steps]]] = {
    Halt.INTERRUPTED: _interrupted,
    Halt.SURPLUS: _surplus,
    Halt.CARD_MISSING: _card_missing,
    Halt.SHOE_LOST: _shoe_lost,
    Halt.SHOE_DRY: _defective,
    Halt.FOREIGN_CARD: _defective,
    Halt.UNSHUFFLED: _defective,
    Halt.DRAWN_TOGETHER: _together,
    Halt.CARD_CONFLICT: _contradicted,
    Halt.RESULT_DIFFERS: _contradicted,
    Halt.CALLED: _called,
    Halt.HISTORY: _doubted,
    Halt.UNCONFIRMED: _unconfirmed,
    Halt.BOOKS: _doubted,
    Halt.SHOE_FAULTY: _looked_at,
    Halt.MISCOUNT: _looked_at,
}

# --- rulings: each act that an irregularity can lead to, as far as this Round allows it ------------------------------


def _may_reconstruct(at: Situation, it: Irregularity) -> Steps:
    return _what_to_move(at, it) if it.topic is Topic.NONE_HANDLED else at.reconstruct((it.topic,))


def _what_to_move(at: Situation, it: Irregularity) -> Steps:
    """002 §5.5.4: complete Hands from one betting area to another. Which two, a person says."""
    hands = {hand: [card for card in cards if card is not None] for hand, cards in at.view.hands.items() if cards}
    sizes = [len(cards) for cards in hands.values()]
    alike = [(hand, cards) for hand, cards in hands.items() if sizes.count(len(cards)) > 1]
    if len(alike) < 2 or not at.known:
        return []
    (_, one), (_, other) = [it for it in alike if len(it[1]) == len(alike[0][1])][:2]
    found = at.rule("move_hands", Reconstructed(exchanged(at.drawn, one, other)), it.paragraph)
    named = tuple(f"{hand} / {' '.join(card.text for card in cards)}" for hand, cards in alike)
    return [replace(step, among=named) for step in found]


def exchanged(drawn: Sequence[Card], one: Sequence[Card], other: Sequence[Card]) -> tuple[Card, ...]:
    """The cards in the order in which these two Hands change places. ValueError: they have not as many."""
    order = list(drawn)
    for mine, his in zip(one, other, strict=True):
        here, there = drawn.index(mine), drawn.index(his)
        order[here], order[there] = his, mine
    return tuple(order)


def _may_void(at: Situation, it: Irregularity) -> Steps:
    return at.void((it.topic,))


def _who_walked_away(at: Situation, it: Irregularity) -> Steps:
    """Who has a Bet on a box. Which of them it is, a person says."""
    gone = {act for act in at.view.acts if isinstance(act, WalkedAway)}
    acts = [WalkedAway(player, box) for player, box in _boxes_of(at.sight)]
    may = [act for act in acts if act not in gone and at.allows(act, it.paragraph)]
    named = tuple(f"{act.player} / {act.box}" for act in may)
    found = at.rule("walked_away", may[0], it.paragraph) if may else []
    return [replace(step, among=named) for step in found]


def left_by(text: str) -> WalkedAway:
    """As it is named in such a step."""
    player, _, box = text.partition(" / ")
    return WalkedAway(PlayerId(player), int(box))


def _may_err(at: Situation, it: Irregularity) -> Steps:
    return at.rule("dealing_error", DealingError(), it.paragraph)


def _what_to_discard(at: Situation, it: Irregularity) -> Steps:
    cards = dict.fromkeys((*at.surplus, *at.drawn))
    return [step for card in cards for step in at.rule("discard", Discarded(card), it.paragraph, card.text)]


def _what_came_together(at: Situation, it: Irregularity) -> Steps:
    """The last that were drawn, as few as can be: how many, and which came first, is still to be said."""
    last = [at.drawn[-count:] for count in range(2, min(TOGETHER_MOST, len(at.drawn)) + 1)]
    may = [cards for cards in last if at.allows(DrawnTogether(cards), it.paragraph)]
    named = tuple(" ".join(card.text for card in cards) for cards in may)
    found = at.rule("drawn_together", DrawnTogether(may[0]), it.paragraph, named[0]) if may else []
    return [replace(step, among=named) for step in found]


def _what_to_remove(at: Situation, it: Irregularity) -> Steps:
    boxes = range(1, at.view.round_felt.boxes + 1)
    return [step for box in boxes for step in at.rule("remove_hand", HandRemoved(box), it.paragraph, str(box))]


def _boxes_of(sight: Sight) -> Iterator[tuple[PlayerId, int]]:
    """Who has a Bet on which box."""
    found = {
        (player, int(spot.partition("/")[0]))
        for answers in sight.bets.values()
        for player, bets in answers.items()
        for spot in bets
        if spot.partition("/")[0].isdecimal()
    }
    yield from sorted(found, key=lambda one: (one[1], one[0]))


def _sides_alone(sight: Sight) -> tuple[str, ...]:
    """003 §5.15: whose side Bets lie on a box where nobody has an Initial Bet."""
    view = sight.view
    shared, of_table = shared_kind(view.game), find_face(view.game).of_table
    if view.phase is Phase.BETTING and any(it.window.respondents is None for it in view.windows.values()):
        return ()  # Bets are still being placed
    bets = [(player, spot) for answers in sight.bets.values() for player, its in answers.items() for spot in its]
    boxes = {spot.partition("/")[0] for _, spot in bets if kind_of(spot) == shared}
    alone = {
        player
        for player, spot in bets
        if "/" in spot and spot.partition("/")[0] not in boxes and kind_of(spot) not in of_table
    }
    return tuple(sorted(alone))


_RULINGS: Final[Mapping[type[Ruled], Callable[[Situation, Irregularity], Steps]]] = {
    Voided: _may_void,
    Reconstructed: _may_reconstruct,
    WalkedAway: _who_walked_away,
    DealingError: _may_err,
    Discarded: _what_to_discard,
    DrawnTogether: _what_came_together,
    HandRemoved: _what_to_remove,
}
