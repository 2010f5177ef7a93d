"""Told stories of games with boxes: a Player walks away, an error in dealing, two cards at once, power that goes in a
decision. The cards that a story needs are drawn on purpose; what the Players decide, their bots do.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from deploy.demo.stories import Story, play_rounds, title, until_joined_again
from games.round import CardDrawn, DealingError, DrawnTogether, HandId, PlayerId, WalkedAway, Window, WindowClosed
from games.rulings import Topic
from protocol import messages as m
from protocol.halts import Halt

if TYPE_CHECKING:
    from deploy.demo.command import Demo

Cards = Mapping[str, str]  # by Hand, in the order in which they come to it; what is not named comes by chance
FIRST_BOX: Final = 1


def _deals(demo: Demo, cards: Cards) -> None:
    """These cards come to these Hands."""
    waiting = {hand: text.split() for hand, text in cards.items()}
    demo.croupier.next_card = lambda hand: waiting[hand].pop(0) if waiting.get(hand) else ""


def _asked(demo: Demo, kind: str = "choice") -> Window | None:
    """What the first box is asked now, or all are."""
    windows = [it.window for it in demo.link.desk.view.windows.values()]
    return next((it for it in windows if it.kind == kind and it.box in (0, FIRST_BOX)), None)


def _first(demo: Demo) -> str:
    """Who decides for the first box."""
    window = _asked(demo)
    return demo.rig.terminals[0] if window is None or not window.respondents else str(window.respondents[0])


def _begin(demo: Demo, cards: Cards) -> None:
    """Of a Player who has not bet there is nothing to tell: the Dealer waits for the first one."""
    first = PlayerId(demo.rig.terminals[0])
    _deals(demo, cards)
    demo.croupier.before_close = lambda _view: first not in demo.link.desk.bets()
    demo.croupier.rounds_left = 1
    demo.until(lambda: demo.link.desk.view.in_round)


def _end(demo: Demo) -> None:
    demo.until(lambda: demo.croupier.done)


def _rule(demo: Demo, act: WalkedAway | DealingError | DrawnTogether, topic: Topic) -> None:
    paragraph = demo.paragraph(topic)
    demo.until(lambda: not demo.link.desk.waiting)
    demo.croupier.order(m.Rule(act, paragraph))


def _stops(demo: Demo, name: str) -> Callable[[], None]:
    """Nobody touches this terminal, until what is given back is called."""
    demo.rig.signal(name, signal.SIGSTOP)
    return lambda: demo.rig.signal(name, signal.SIGCONT)


def walked_away(demo: Demo) -> None:
    name = demo.rig.terminals[0]
    title(demo, f"5.3: {name} has bet, and walks away. Alone on its box the House draws for it to 12 or more.")
    _begin(demo, {"1": "2S 3S 4C 6C", "dealer": "9D"})
    demo.until(lambda: len(demo.link.desk.view.draws) > 0)  # the Bets are closed
    comes_back = _stops(demo, name)
    demo.teller.fault(f"nobody is at {name}")
    demo.until(lambda: _asked(demo) is not None)
    gone = _first(demo)
    _rule(demo, WalkedAway(PlayerId(gone), FIRST_BOX), Topic.WALKED_AWAY)
    _end(demo)
    comes_back()
    demo.teller.note(f"{name} is settled all the same, by the cards")


def dealing_error(demo: Demo) -> None:
    title(demo, "5.7: the Dealer has made an error. Every Player goes on, or has his Bets back.")
    _begin(demo, {"1": "TS 4S", "dealer": "9D"})
    demo.until(lambda: _asked(demo) is not None)
    _rule(demo, DealingError(), Topic.DEALING_ERROR)
    _end(demo)
    title(demo, "Who went on has accepted what came. The next Round.")
    play_rounds(demo)


def two_at_once(demo: Demo) -> None:
    title(demo, "5.12: a hand draws two cards at once. The Player says which he takes, the other one waits.")
    croupier, drawn = demo.croupier, demo.croupier.draw
    together = ("5C", "9C")

    def draw() -> None:
        if demo.link.desk.view.due == str(FIRST_BOX) and len(demo.link.desk.view.hands.get(FIRST_HAND, ())) == 2:
            croupier.take(demo.shoe.tell(f"together {' '.join(together)}"))
            demo.teller.fault(f"{' and '.join(together)} come at once")
        else:
            drawn()

    croupier.draw = draw  # type: ignore[method-assign]
    croupier.over_a_halt = lambda view: Halt.SURPLUS in view.halts or Halt.DRAWN_TOGETHER in view.halts
    _begin(demo, {"1": "2S 7S", "dealer": "TD"})
    demo.until(lambda: Halt.SURPLUS in demo.link.desk.view.halts)
    aside = demo.link.desk.aside
    lying = [act.card for act in demo.link.desk.view.acts if isinstance(act, CardDrawn)][-1]
    _rule(demo, DrawnTogether((lying, *aside.surplus(demo.link.desk.view))), Topic.TOGETHER)
    demo.until(lambda: not demo.link.desk.waiting and Halt.SURPLUS not in demo.link.desk.view.halts)
    croupier.draw, croupier.over_a_halt = drawn, lambda _view: False  # type: ignore[method-assign]
    demo.until(lambda: not demo.link.desk.view.windows)
    _end(demo)


def plug_in_a_decision(demo: Demo) -> None:
    name = demo.rig.terminals[0]
    title(demo, f"{name} loses power while it is asked. Without an answer: drawn below 12, else it stands.")
    _begin(demo, {"1": "KS 5S", "dealer": "9D"})
    comes_back = None
    while comes_back is None:  # before its bot has answered
        demo.turn()
        if len(demo.link.desk.view.draws) > 1:
            comes_back = _stops(demo, name)
    demo.until(lambda: _asked(demo) is not None)
    demo.doomed.add(name)
    demo.rig.kill(name)
    demo.teller.fault(f"the plug of {name} is pulled")
    demo.until(lambda: _asked(demo) is None)
    demo.teller.note("its time is over, and the Round goes on")
    _end(demo)
    demo.doomed.discard(name)
    demo.start_terminal(name)
    until_joined_again(demo, name)
    play_rounds(demo)


def killed_after_a_split(demo: Demo) -> None:
    name = demo.rig.terminals[0]
    title(demo, f"The console loses power when {name} has split, and could double the first Hand.")
    # Eights against a six are split, and eleven is doubled.
    _begin(demo, {"1": "8S 8H 3D KC", "1/1": "TC", "dealer": "6D TS 7C"})

    def has_split() -> bool:
        acts = demo.link.desk.view.acts
        closed = [act for act in acts if isinstance(act, WindowClosed) and act.box == FIRST_BOX]
        return any((act.kind, act.choice) == ("choice", "split") for act in closed)

    croupier = demo.croupier
    croupier.before_draw = lambda _view: has_split()  # what is dealt now is asked about
    demo.until(lambda: has_split() or croupier.done)
    if not has_split():
        raise SystemExit("etg demo: nobody has split in this story")
    comes_back = _stops(demo, name)
    croupier.before_draw = lambda _view: False
    demo.until(lambda: _asked(demo) is not None)
    demo.teller.fault("the plug of the console is pulled between split and double")
    demo.rig.kill("console")
    demo.rig.start_console()
    comes_back()
    desk = demo.link.desk
    # Whoever is asked is there again before play goes on.
    croupier.over_a_halt = lambda view: Halt.INTERRUPTED in view.halts and desk.seats.get(name) != desk.follower.seq
    demo.until(lambda: Halt.INTERRUPTED in desk.view.halts)
    _end(demo)
    croupier.over_a_halt = lambda _view: False


FIRST_HAND: Final = HandId(str(FIRST_BOX))
BOX_STORIES: Final[Mapping[str, Story]] = {
    "5.3": Story("a Player walks away", walked_away),
    "5.7": Story("an error in dealing", dealing_error),
    "5.12": Story("two cards at once", two_at_once),
    "plug": Story("a terminal's plug is pulled in a decision", plug_in_a_decision),
    "split": Story("the console dies between split and double", killed_after_a_split),
}
