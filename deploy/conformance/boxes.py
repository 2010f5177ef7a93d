"""What a terminal must do besides at a table with betting boxes, and the scene in which it shows (section 13).

The game is the first that has boxes and asks its Players something. Somebody else sits at the first box: the stage
speaks for him.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from deploy.conformance.scenes import Finding, Scenes
from deploy.conformance.stage import CREDIT, LEAST, NEIGHBOUR, SHARED_MAX, Stage
from games.boxes import DECLINE
from protocol import messages as m

HOME: Final = 3  # the box at which it sits down
CARDS: Final = "5S 6H TH 9S 4C 7D 3D 2S 8H 9C 4S"  # two for each of five boxes, one for the Dealer, and no ace
NO: Final = DECLINE

BOX_RULES: Final[Mapping[str, str]] = {
    "13 sit": "SitDown is said again and again, the same, until the seat shows",
    "13 seated": "and no more once `Seated` shows it",
    "13 bets": "Bets on boxes are one layout of the window of Bets",
    "13 rejected": "a Bet that a full box gives back (BetRejected) can be spent again",
    "13 choice": "a question is answered by one of its choices, for its own window, as revision 1",
    "13 several": "of several questions that are open each has an answer of its own in flight",
    "13 others": "a question that asks others is not answered",
    "13 restart": "after a restart an answer in flight is sent again with its choice",
    "13 done": "and no more once the log has answered it",
}


def boxes(stage: Stage) -> Iterator[Finding]:
    stage.seat_neighbour()
    if not stage.sit_down():
        return
    stage.deaf = (m.SitDown,)
    stage.wish(sit=HOME)
    asked = stage.hear(m.SitDown, 3)
    same = {it.box for it in asked}
    yield Finding("13 sit", len(asked) >= 3 and same == {HOME}, f"{len(asked)} came, for the boxes {sorted(same)}")
    stage.deaf = ()
    seated = stage.until(lambda: stage.home == HOME) and stage.level()
    more = [it for it in stage.wait(2_500) if isinstance(it, m.SitDown)]
    yield Finding("13 seated", seated and not more, f"{len(more)} came after it" if seated else "it sits nowhere")
    stage.order(m.OpenBets())
    if not stage.level():
        return
    bets = {"1/main": LEAST, "2/main": 2 * LEAST, f"{HOME}/main": 2 * LEAST}
    stage.wish(bet=bets)
    sent: list[m.Answer] = stage.hear(m.Answer)
    yield Finding("13 bets", bool(sent) and dict(sent[0].bets) == bets, f"{sent[:1] or 'no Answer'}")
    if not stage.until(lambda: stage.stake == sum(bets.values())):
        return
    stage.neighbour_bets(SHARED_MAX)  # the box is full: who stands behind it gets his Bet back
    if not stage.until(lambda: stage.stake == 4 * LEAST) or not stage.level():
        return
    stage.wish(bet={})  # all is taken back, so that what it thinks it has shows
    if not stage.until(lambda: not stage.stake) or not stage.level():
        return
    most = {
        "2/main": 2 * LEAST,
        f"{HOME}/main": 2 * LEAST,
        "4/main": SHARED_MAX,
        "5/main": CREDIT - 4 * LEAST - SHARED_MAX,
    }
    stage.wish(bet=most)
    sent = stage.hear(m.Answer)
    yield Finding(
        "13 rejected", bool(sent) and dict(sent[0].bets) == most, f"all was wished, {sent[:1] or 'nothing'} came"
    )
    if not stage.until(lambda: stage.stake == CREDIT) or not stage.level():
        return
    yield from _questions(stage)


def _questions(stage: Stage) -> Iterator[Finding]:
    stage.order(m.CloseBets())
    stage.deal(CARDS)
    if not stage.level():
        return
    mine, others = stage.asked_of(), stage.asked_of(NEIGHBOUR)
    stage.deaf = (m.Answer,)
    mark = len(stage.said)
    for name in (*others, *list(mine)[:2]):
        stage.wish(choose={name: NO})
    first, second = list(mine.values())[:2]
    stage.until(lambda: {first, second} <= {it.window for it in stage.answers(mark)})
    sent = stage.answers(mark)
    right = [it for it in sent if (it.revision, it.choice, dict(it.bets)) == (1, NO, {})]
    yield Finding("13 choice", bool(sent) and right == sent, f"{sent[:1] or 'no Answer'}")
    found = {it.window for it in sent}
    yield Finding("13 several", {first, second} <= found, f"{len(found)} of 2 questions were answered")
    wrong = [it for it in sent if it.window in others.values()]
    yield Finding("13 others", not wrong, f"{wrong[:1]}")
    mark = len(stage.said)
    stage.restart()
    stage.until(lambda: {first, second} <= {it.window for it in stage.answers(mark)})
    again = {(it.window, it.revision, it.choice) for it in stage.answers(mark)}
    yield Finding("13 restart", again == {(first, 1, NO), (second, 1, NO)}, f"{[*again] or 'nothing'} came")
    stage.deaf = ()
    answered = stage.until(lambda: not {first, second} & set(stage.asked_of(answered=False).values())) and stage.level()
    late = [it for it in stage.wait(2_500) if isinstance(it, m.Answer) and it.window in (first, second)]
    yield Finding(
        "13 done", answered and not late, f"{len(late)} came after the answer" if answered else "none arrived"
    )


BOX_SCENES: Final[Scenes] = {"boxes": (boxes, 500)}
