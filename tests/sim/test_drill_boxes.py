"""The drill of tables with boxes: nothing to say to the table as it is, and much to every deliberate bug.

`pytest -rP tests/sim/test_drill_boxes.py` shows which seed and which check caught each.
"""

from collections import Counter
from functools import cache
from secrets import randbelow
from typing import Final

import pytest

from games.round import BoxBets, PlayerId, WindowClosed
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from simulation import drill_boxes
from simulation.box_world import GAMES
from simulation.reference.box_rounds import Blackjack
from tests.sim.drilled_box_mutants import DRILLED_BOX_MUTANTS, SEEDS, STEPS, drilled
from tests.sim.mutants import ROOT, Mutant, changes

FRESH: Final = 6
played = cache(lambda seed: drill_boxes.run(seed, STEPS))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_table_with_boxes_has_a_just_answer_to_whatever_it_is_told(seed: int) -> None:
    assert len(played(seed).entries) > STEPS // 2


def test_so_it_has_on_seeds_that_nobody_has_seen() -> None:
    first = randbelow(2**40)
    for seed in range(first, first + FRESH):
        drill_boxes.run(seed, STEPS)  # a Violation names the seed


def test_the_drill_reaches_what_it_is_for() -> None:
    """Else nobody would object because nothing happens."""
    drills = [played(seed) for seed in range(SEEDS)]
    events = [decode_event(entry.body) for it in drills for entry in it.entries]
    kinds = {type(it).__name__ for it in events}
    wanted = {"LayoutRefused", "LayoutReturned", "Seated", "LinesCorrected", "RoundCorrected", "SurplusDrawn"}
    wanted |= {"CardHidden", "CardRevealed", "HandHandled", "Interrupted", "ConsoleStarted", "CardRead", "TableClosed"}
    assert wanted <= kinds
    asked = {it.window.kind for it in events if isinstance(it, e.WindowOpened)}
    assert {"bets", "choice", "follow", "insurance", "surrender", "options"} <= asked
    ruled = {type(it.act).__name__ for it in events if isinstance(it, e.RulingMade)}
    assert {"Voided", "Reconstructed", "DealingError", "WalkedAway", "Discarded", "InterimSettled"} <= ruled
    orders = {type(it.order) for it in events if isinstance(it, e.Ordered)}
    assert {m.Seat, m.AnswerFor, m.RuleOtherwise, m.CorrectCards, m.EnterCard} <= orders
    judged = sum((it.judges.judged for it in drills), Counter[str]())
    assert judged["judged"] > 0.9 * judged.total()
    assert {drill_boxes.BoxDrill(seed).setup.game for seed in range(3)} == set(GAMES)


def test_the_second_opinion_asks_as_the_document_does() -> None:
    """003 §3.17: all that there is to choose with two eights; and a Blackjack that has won (3.15) is asked nothing."""
    play = Blackjack("blackjack")
    me = PlayerId("T1")
    boxes = (BoxBets(1, (me,), 50), BoxBets(2, (me,), 50))
    play.close(WindowClosed("bets", "", (me,), boxes, kind="bets"))
    for card in ("8S", "AS", "9D", "8H", "KH"):
        play.card(card)
    assert [it.name for it in play.asked()] == ["surrender/1"]
    play.close(WindowClosed("surrender/1", "decline", kind="surrender", box=1))
    (window,) = play.asked()
    assert window.choices == ("hit", "stand", "double", "split")
    assert (window.name, window.paragraph) == ("choice/1/0/5", "3.17")


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in DRILLED_BOX_MUTANTS])
def test_a_mutant_is_objected_to(mutant: Mutant) -> None:
    caught = drilled(mutant)
    assert caught is not None, f"{mutant.name}: nobody has objected"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed}: {caught.what}")


def test_every_mutant_still_finds_its_text() -> None:
    stale = []
    for mutant in DRILLED_BOX_MUTANTS:
        for change in changes(mutant):
            found = (ROOT / change.file).read_text().count(change.old)
            if found != 1:
                stale.append(f"{mutant.name}: {found} times in {change.file}")
    assert not stale
