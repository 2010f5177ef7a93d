"""The guide offers what the paragraph allows and the table obeys, nothing else and nothing less, with a plain question.

What each halt is for is stated here a second time, from the rule texts: the guide must offer just those of these acts
that the table obeys in the state that it is in.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.guide import sight_of
from console.table.orders import VERIFY
from games.cards import DECK
from games.catalog import GAMES
from games.round import DealingError, Discarded, DrawnTogether, Reconstructed, Refusal, Voided
from games.rulings import Position, Topic
from games.settlement import cards_of as in_order
from looks.words import HALTS as HALT_WORDS
from protocol import events as e
from protocol import messages as m
from protocol.guide import EARLIER, FINAL, SETTLED, UNDECIDED, Guide, guides, of_irregularity, over
from protocol.guide_words import EFFECTS, QUESTIONS, TOPICS
from protocol.halts import HALTS, Halt
from protocol.legality import illegal, refusal
from protocol.moves import case_in, not_entitled, second_for, who_may
from protocol.situation import Situation
from protocol.view import Phase
from tests.console.cluster import BANKER_WINS, PANEL, SIX_CARDS, Cluster, betting, cards_of, dealt, played
from tests.console.people import DEALER, MANAGER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR
from tests.protocol.previewed import TOLD, boxes, walk_on
from tests.ui.panel_boards import ALL_STATES

OTHER_DEALER: Final = m.Person("999", "Otto", Position.DEALER)
STATES: Final = {**TOLD, **{name: make for name, (make, _) in ALL_STATES.items()}}
GAME_NAMES: Final = ("baccarat", "blackjack", "blackjack_plus", "three_pictures", "premium_blackjack")

# By which acts, in the words of the rules, each halt is left; a topic where the paragraph must be one about it.
RESUME, VOID, ORDER, CARDS, ENTER, KEEP, SET, MID_SET, COUNT, ANSWER, ASK, ASIDE, TOGETHER, FOREIGN, BY_HAND = range(15)
MEANT: Final[Mapping[Halt, tuple[int | tuple[int, Topic], ...]]] = {
    Halt.INTERRUPTED: (ANSWER,),  # 001 §5.1
    Halt.SHOE_LOST: (ENTER, BY_HAND, SET, MID_SET, (VOID, Topic.INTERRUPTED), RESUME),  # §5.1, §5.7.1
    Halt.SHOE_FAULTY: (RESUME, (VOID, Topic.INTERRUPTED)),
    Halt.CARD_MISSING: (
        *(ENTER, FOREIGN, SET),
        *((VOID, topic) for topic in (Topic.FOREIGN_CARD, Topic.WRONG_HAND, Topic.ANYTHING_ELSE)),  # §5.3.1, §5.3.3
    ),
    Halt.CARD_CONFLICT: (RESUME, CARDS, SET),  # §5.6, §5.10
    Halt.RESULT_DIFFERS: (RESUME, CARDS),
    Halt.FOREIGN_CARD: ((VOID, Topic.FOREIGN_CARD), CARDS, SET, RESUME),  # §5.3.1
    Halt.SURPLUS: (
        *(KEEP, CARDS, SET, ASK, ASIDE),
        *((ORDER, it) for it in (Topic.SURPLUS, Topic.OUT_OF_ORDER, Topic.WRONG_HAND, Topic.DEALERS_NUMBER)),
        *((VOID, it) for it in (Topic.WRONG_HAND, Topic.NONE_HANDLED, Topic.DEALERS_NUMBER)),  # READINGS: only §5.3.3
    ),
    Halt.UNSHUFFLED: ((VOID, Topic.UNSHUFFLED), SET, RESUME),  # §5.3.5
    Halt.DRAWN_TOGETHER: ((ORDER, Topic.TOGETHER), TOGETHER, SET, MID_SET, RESUME),  # §5.7, §5.7.1
    Halt.SHOE_DRY: ((VOID, Topic.SHOE_DRY), SET, RESUME),  # §5.3.4: a new set does not cure it
    Halt.MISCOUNT: ((VOID, Topic.MISCOUNT), SET, RESUME),  # §5.3.2
    Halt.CALLED: (RESUME, VOID, ORDER, CARDS, ENTER, SET, MID_SET, COUNT),
    Halt.HISTORY: (RESUME,),
    Halt.UNCONFIRMED: (RESUME,),
    Halt.BOOKS: (RESUME,),
}


def command_of(cluster: Cluster, order: m.Order) -> m.Command:
    opened = next(iter(cluster.view.windows.values()), None)
    window = None if opened is None else opened.id
    return m.Command(*cluster.process(PANEL), bytes(8), cluster.view.round_no, order, window)


def obeyed(cluster: Cluster, order: m.Order) -> bool:
    """Whoever gives and signs it."""
    command = command_of(cluster, order)
    if illegal(cluster.view, command) is not None:
        return False
    ask = VERIFY.get(type(order))
    position = Position(SHIFT_MANAGER.position)
    return ask is None or not isinstance(ask(cluster.table, command, order, position), Refusal)


def candidates(cluster: Cluster, reason: Halt, what: int, topic: Topic | None) -> Iterator[m.Order]:
    """Every order that this would be."""
    view = cluster.view
    game = cluster.table.game
    drawn = in_order(cluster.table.state.aside.acts(view))
    known = [it for it in game.rulings.irregularities if topic in (None, it.topic)]
    ready, in_round = view.phase is Phase.READY, view.in_round
    match what:
        case 0:
            yield m.Resume(reason)
        case 1 if in_round:
            yield from (m.Rule(Voided(it.paragraph), it.paragraph) for it in known if Voided in it.acts)
        case 2 if drawn:
            yield from (m.Rule(Reconstructed(drawn), it.paragraph) for it in known if Reconstructed in it.acts)
        case 3 if drawn and None not in view.acts:
            yield m.CorrectCards(drawn)
        case 4:
            yield m.EnterCard(DECK[0])
        case 5:
            yield m.KeepSurplus()
        case 6 if ready:
            yield m.LoadShoe(game.decks[-1], DEALER.number)
        case 7 if in_round:
            yield m.LoadShoe(game.decks[-1], DEALER.number)
        case 8 if view.shoe.decks:
            yield m.EndShoe(0)
        case 9:
            established = game.established(cluster.table.round)
            yield from (m.AnswerInterruption(affects) for affects in ((False,) if established else (True, False)))
        case 10:
            known = [it for it in known if it.topic is Topic.DEALING_ERROR]
            yield from (m.Rule(DealingError(), it.paragraph) for it in known)
        case 11:
            aside = (Topic.DEALER_COMPLETE, Topic.EMPTY_BOX)
            known = [it for it in known if it.topic in aside]
            yield from (m.Rule(Discarded(card), it.paragraph) for it in known for card in (*cluster.surplus, *drawn))
        case 12:
            pairs = [drawn[-count:] for count in (2, 3, 4)]
            known = [it for it in known if DrawnTogether in it.acts]
            yield from (m.Rule(DrawnTogether(cards), it.paragraph) for it in known for cards in pairs)
        case 13:
            yield m.ReportForeignCard()
        case 14:
            yield m.DealByHand()


Said = tuple[str, str]  # the kind of an order, and under which paragraph


def said(order: m.Order) -> Said:
    match order:
        case m.Rule(act=act, paragraph=paragraph):
            return type(act).__name__, paragraph
        case m.AnswerInterruption(affects=affects):
            return "AnswerInterruption", str(affects)
    return type(order).__name__, ""


def meant(cluster: Cluster, reason: Halt) -> set[Said]:
    """What the rules mean for this halt and the table obeys now."""
    wanted = [it if isinstance(it, tuple) else (it, None) for it in MEANT[reason]]
    if reason is Halt.SURPLUS and cluster.view.in_round and _complete(cluster):
        wanted = [(CARDS, None), (ASIDE, None)]  # 003 §5.10.2: it shall be discarded
    orders = [order for what, topic in wanted for order in candidates(cluster, reason, what, topic)]
    return {said(order) for order in orders if obeyed(cluster, order)}


def _complete(cluster: Cluster) -> bool:
    """Has the Dealer drawn on a Hand that was complete?"""
    known = [it for it in cluster.table.game.rulings.irregularities if it.topic is Topic.DEALER_COMPLETE]
    discards = (
        m.Rule(Discarded(card), it.paragraph)
        for it in known
        for card in cluster.table.state.aside.surplus(cluster.view)
    )
    return any(obeyed(cluster, order) for order in discards)


def offered(guide: Guide) -> set[Said]:
    found: set[Said] = set()
    for step in (choice.step for choice in guide.choices):
        kind = "EnterCard" if step.key == "enter_card" else "" if step.order is None else said(step.order)[0]
        if kind and step.under:
            found |= {(kind, it.paragraph) for it in step.under}
        elif step.order is not None:
            found.add(said(step.order))
        elif kind:
            found.add((kind, ""))
    return found


def check(cluster: Cluster) -> None:
    sight = sight_of(cluster.table)
    for guide in guides(sight):
        if guide.halt is not None and None not in cluster.view.acts:
            assert offered(guide) == meant(cluster, guide.halt), (guide.halt, cluster.phase)
        assert guide.choices, guide
        assert len({choice.step.key for choice in guide.choices}) == len(guide.choices) or guide.halt is None
        for choice in guide.choices:
            _check_people(cluster, choice.step.order, choice.step.who)
            assert choice.step.key in EFFECTS
        assert {guide.question} <= set(QUESTIONS)


def _check_people(cluster: Cluster, order: m.Order | None, who: int) -> None:
    """Nobody who is told that he may is refused for who he is, and nobody else may."""
    if order is None:
        return
    for person in (DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER):
        case = case_in(cluster.view, paid=bool(cluster.table.state.paid))
        needed = second_for(cluster.view.game, order, case)
        second = OTHER_DEALER if needed is not None else None
        refused = refusal(cluster.view, command_of(cluster, order), person, second, case)
        if person.position >= max(who, needed or 0):
            assert refused is None, (order, person, refused)
        else:
            assert refused is not None
            assert refused.reason in ("not_entitled", "second_position")


# --- an entry for all ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", Halt)
def test_every_halt_has_a_guide_with_a_question_and_a_way_out(reason: Halt) -> None:
    cluster = dealt("2C KD", {"T1": {"banker": 100}})
    cluster.table.view.halts[reason] = e.Halted(reason, "somebody")
    guide = over(Situation(sight_of(cluster.table)), reason)
    assert guide.choices
    assert (guide.what, guide.halt) == (reason, reason)
    assert guide.question in QUESTIONS
    assert reason in HALT_WORDS
    assert reason in MEANT
    assert guide.hands == cluster.view.hands


@pytest.mark.parametrize("game", GAMES)
def test_every_irregularity_of_every_game_has_a_guide_with_its_paragraph(game: str) -> None:
    book = GAMES[game]
    main = "banker" if game == "baccarat" else "1/initial" if game == "three_pictures" else "1/main"
    cluster = dealt("2C KD", {"T1": {main: 100}}, game)
    cluster.call()
    at = Situation(sight_of(cluster.table))
    for it in book.rulings.irregularities:
        guide = of_irregularity(at, it)
        assert (guide.what, guide.paragraph) == (it.topic, it.paragraph)
        assert it.topic in TOPICS
        assert guide.question in QUESTIONS
        for choice in guide.choices:
            under = [one.paragraph for one in choice.step.under] or [choice.step.paragraph]
            assert under == [it.paragraph], "what is meant for another irregularity has a guide of its own"


def test_no_word_is_there_for_nothing() -> None:
    topics = {it.topic.value for game in GAMES.values() for it in game.rulings.irregularities}
    assert set(TOPICS) == {*topics, SETTLED, EARLIER}
    assert set(QUESTIONS) == {*topics, *Halt, SETTLED, EARLIER, "concluded"}


# --- nothing else, and nothing less ----------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.1.1", "001 §5.1.2", "001 §5.3.1", "001 §5.3.4", "001 §5.3.5", "001 §5.4", "001 §5.7.1")
@pytest.mark.parametrize("state", STATES)
def test_over_a_halt_there_is_what_the_rules_mean_for_it_and_the_table_obeys(state: str) -> None:
    check(STATES[state]())


@pytest.mark.parametrize("game", GAME_NAMES)
@settings(max_examples=8)
@given(rng=st.randoms(use_true_random=False), steps=st.integers(3, 40))
def test_wherever_a_table_gets_the_guide_offers_just_that(game: str, rng: Random, steps: int) -> None:
    cluster = Cluster(game, decks=4 if game == "baccarat" else None)
    for _ in range(steps):
        walk_on(cluster, rng)
        check(cluster)


@pytest.mark.rule("002 §5.10")
def test_a_card_that_was_chosen_between_is_not_kept_for_the_next_round() -> None:
    """What the Round was ruled with cannot leave it: the guide knew less of that than the table."""
    cluster = boxes("three_pictures", "9H 5S KH QC 8C 4H 2C 3C 7D TC")
    first, *_ = guides(sight_of(cluster.table))
    assert "keep_surplus" in [choice.step.key for choice in first.choices]
    cluster.command(m.Rule(DrawnTogether(cards_of("TC 7D")), "5.10"), SHIFT_MANAGER, OTHER_SUPERVISOR)
    first, *_ = guides(sight_of(cluster.table))
    assert (first.halt, cluster.surplus) == (Halt.SURPLUS, cards_of("7D"))
    assert "keep_surplus" not in [choice.step.key for choice in first.choices]
    check(cluster)


@pytest.mark.rule("002 §5.8", "002 §5.10")
def test_cards_whose_order_contradicts_an_earlier_ruling_are_not_offered_to_be_corrected() -> None:
    cluster = boxes("three_pictures", "9H 5S KH QC 8C 4H 2C 3C 7D")
    for act, under, may in (
        (DrawnTogether(cards_of("7D 3C")), "5.10", True),
        (Reconstructed(cards_of("7D 5S KH QC 8C 4H 2C 3C 9H")), "5.8", False),
    ):
        cluster.command(m.Rule(act, under), SHIFT_MANAGER, OTHER_SUPERVISOR)
        assert cluster.view.acts[-1] == act
        if cluster.windows:
            cluster.close()  # all play on
        cluster.call()
        assert (("CorrectCards", "") in meant(cluster, Halt.CALLED)) == may
        check(cluster)


@pytest.mark.rule("001 §5.1.1", "001 §5.1.2")
@pytest.mark.parametrize(("cards", "keys"), [
    ("", ["interruption_continues", "interruption_affects"]),
    ("2C KD", ["interruption_continues", "interruption_affects"]),
    ("2C KD 3S", ["conclude"]),
    (SIX_CARDS, ["conclude"]),
])  # fmt: skip
def test_5_1_it_says_whether_an_outcome_is_established_and_asks_only_if_none_is(cards: str, keys: list[str]) -> None:
    cluster = dealt(cards, {"T1": {"banker": 100}})
    cluster.restart()
    (guide, *_) = guides(sight_of(cluster.table))
    assert [choice.step.key for choice in guide.choices] == keys
    assert guide.established == (len(keys) == 1)
    assert guide.equal == (len(keys) == 2), "the rules prefer neither answer"
    assert (guide.paragraph, guide.question) == (
        ("5.1.1", "concluded") if guide.established else ("5.1", "interrupted")
    )


@pytest.mark.rule("002 §5.4.1", "002 §5.4.2")
@pytest.mark.parametrize(("card", "keys"), [
    ("KS", ["interruption_continues", "interruption_affects"]),
    ("9S", ["conclude"]),
])  # fmt: skip
def test_002_5_4_over_a_card_that_lies_face_down_only_what_is_obeyed_is_offered(card: str, keys: list[str]) -> None:
    cluster = betting({}, "three_pictures", squeeze=True)
    cluster.place("T1", {"1/initial": 100}, "squeeze")
    cluster.close()
    cluster.deal(card)
    cluster.restart()
    assert None in cluster.view.acts
    (guide, *_) = guides(sight_of(cluster.table))
    assert [choice.step.key for choice in guide.choices] == keys
    for choice in guide.choices:
        assert isinstance(choice.step.order, m.AnswerInterruption)
        assert VERIFY[m.AnswerInterruption](cluster.table, None, choice.step.order, SUPERVISOR.position) is None  # type: ignore[arg-type]
    if keys == ["conclude"]:
        assert cluster.refuse(m.AnswerInterruption(affects=True), SUPERVISOR, OTHER_SUPERVISOR).reason == "established"


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_card_that_was_not_read_is_asked_for_under_the_paragraph_of_foreign_cards() -> None:
    """It was of §5.3.3, a wrong number of cards, which is another irregularity."""
    (guide, *_) = guides(sight_of(STATES["card not read"]().table))
    assert (guide.what, guide.paragraph) == (Halt.CARD_MISSING, "5.3.1")


@pytest.mark.rule("001 §5.4")
def test_5_4_neither_keeping_nor_reconstructing_is_suggested() -> None:
    (guide, *_) = guides(sight_of(dealt(f"{BANKER_WINS} 9S", {"T1": {"banker": 100}}).table))
    assert guide.equal
    assert [choice.step.key for choice in guide.choices] == ["reconstruct", "keep_surplus", "correct_cards", "void"]
    (void,) = [choice.step for choice in guide.choices if choice.step.key == "void"]
    assert [it.paragraph for it in void.under] == ["5.3.3"], "a Void comes only through 5.3.3"


@pytest.mark.rule("001 §5.4", "001 §5.12")
def test_5_4_whoever_keeps_a_card_reads_that_its_round_may_be_without_bets() -> None:
    cluster = played(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.draw("9S")
    (keep,) = [it.step for it in guides(sight_of(cluster.table))[0].choices if it.step.key == "keep_surplus"]
    assert EFFECTS[keep.key].endswith("the next round, with bets or without")
    assert keep.order is not None
    cluster.obey(keep.order, SUPERVISOR)
    assert m.RoundWithoutBets() in Situation(sight_of(cluster.table)).effects()  # so it is


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_a_new_set_is_no_way_out_of_a_round_that_the_shoe_cannot_finish() -> None:
    cluster = STATES["shoe dry"]()
    (guide, *_) = guides(sight_of(cluster.table))
    assert "load_shoe" not in [choice.step.key for choice in guide.choices]


@pytest.mark.rule("001 §5.3.3", "001 §5.6")
@pytest.mark.parametrize(("game", "under"), [
    ("baccarat", ["5.3.3"]),
    ("blackjack", ["5.5.1", "5.5.2", "5.5.3", "5.5.4"]),
])  # fmt: skip
def test_a_settled_round_is_corrected_or_void_only_for_what_reaches_back(game: str, under: list[str]) -> None:
    cluster = played(BANKER_WINS, {"T1": {"banker": 100}}) if game == "baccarat" else _blackjack_settled()
    (guide,) = guides(sight_of(cluster.table))
    assert (guide.what, [choice.step.key for choice in guide.choices]) == (SETTLED, ["correct", "void_settled"])
    assert [it.paragraph for it in guide.choices[1].step.under] == under
    cluster.open_round()
    assert all(guide.what != SETTLED for guide in guides(sight_of(cluster.table)))


@pytest.mark.rule("001 §5.6", "001 §5.8", "003 §5.6")
def test_5_6_an_earlier_round_is_guided_once_it_is_at_hand_and_not_where_earlier_rounds_stand() -> None:
    for game, offered in (("baccarat", ["correct_earlier"]), ("blackjack", [])):
        cluster = played(BANKER_WINS, {"T1": {"banker": 100}}) if game == "baccarat" else _blackjack_settled()
        hands = dict(cluster.view.hands)
        cluster.open_round()
        cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
        found = [it for it in guides(sight_of(cluster.table)) if it.what == EARLIER]
        assert [choice.step.key for guide in found for choice in guide.choices] == offered
        for guide in found:
            assert (guide.round_no, guide.hands, guide.paragraph) == (1, hands, "5.6")
            (choice,) = guide.choices
            assert choice.step.order is not None
            cluster.obey(choice.step.order, SHIFT_MANAGER, DEALER, round_no=choice.step.round_no)


def _blackjack_settled() -> Cluster:
    cluster = dealt("9C TD 9D", {"T1": {"1/main": 100}}, "blackjack")
    while cluster.windows:
        cluster.choose("T1", "stand") if cluster.opened().window.kind == "choice" else cluster.close()
    cluster.deal("9H")
    cluster.certify()
    return cluster


def test_before_the_journal_is_confirmed_nothing_else_is_offered() -> None:
    cluster = betting({"T1": {"banker": 100}})
    cluster.table.view.halts[Halt.UNCONFIRMED] = e.Halted(Halt.UNCONFIRMED, "T1")
    (guide,) = guides(sight_of(cluster.table))
    assert [choice.step.key for choice in guide.choices] == ["await_confirmation", "resume"]


def test_who_may_choose_is_said_with_the_second_person() -> None:
    for reason, rule in HALTS.items():
        if rule.resume is not None:
            order = m.Resume(reason)
            assert who_may("baccarat", order) == rule.resume
            assert (not_entitled("baccarat", order, SHIFT_MANAGER, None) is not None) == rule.second
    assert {Halt.INTERRUPTED, Halt.SURPLUS} <= UNDECIDED
    assert {"void", "void_settled", "interruption_affects"} <= FINAL
