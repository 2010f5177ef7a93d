"""Moments of Three Pictures: seven boxes with three cards each, won, lost, equal, and what may go wrong with them."""

from typing import Final

from deploy.demo.box_rehearsal import (
    BEHIND,
    ME,
    OPEN_SCENES,
    SCENES,
    BoxRehearsal,
    Scenes,
    called,
    crowded,
    squeezed,
    wishing,
)
from games.round import DealingError, HandRemoved, Voided
from protocol import messages as m

# Boxes 1, 2, 4, 5, 6, 7 and the Dealer, three times: Three Pictures on box 4, the Dealer's Plain Six on box 6 too, and
# on box 2 six points that rank higher.
FIRST: Final = "9C QS KS 3S 2C QH 2D "
SECOND: Final = "8D 7H JH 6S 3C JD 4H "
THIRD: Final = "KD 9H QD TH AC 5D TD"


def dealt(cards: str = FIRST + SECOND + THIRD) -> BoxRehearsal:
    table = BoxRehearsal("three_pictures").bets()
    table.bet(ME, ("4/three_pictures", 2_000))
    table.wait(300)
    return table.deals(cards)


def settled() -> BoxRehearsal:
    table = dealt()
    table.certify()
    table.wait(300)
    return table


def _asked() -> BoxRehearsal:
    """002 §5.6: all have the option; somebody has taken his Bets back."""
    table = dealt(FIRST + SECOND)
    table.order(m.Rule(DealingError(), "5.6"))
    table.answer("T07", 0, "withdraw")
    table.wait(300)
    return table


def _removed() -> BoxRehearsal:
    """002 §5.8: the Hand of box 5 is out; all went on but the Player of box 7."""
    table = dealt()
    table.order(m.Rule(HandRemoved(5), "5.8"))
    for name in ("T01", "T02", ME, "T05", "T06", BEHIND):
        table.answer(name, 0, "continue")
    table.answer("T07", 0, "withdraw")
    table.wait(300)
    return table


def _void() -> BoxRehearsal:
    table = dealt(FIRST + SECOND)
    table.order(m.Rule(Voided("5.5.4"), "5.5.4"))
    table.wait(300)
    return table


PICTURE_SCENES: Final[Scenes] = {
    **OPEN_SCENES,
    "dealing": lambda _game: dealt(FIRST + SECOND[:9]),
    "crowd": lambda game: crowded(game).deals(FIRST + SECOND),
    "options": lambda _game: _asked(),
    "wish": wishing,
    "squeeze": lambda game: squeezed(game, FIRST + SECOND + THIRD, turned=1),
    "squeezed_by_others": lambda game: squeezed(game, FIRST + SECOND + THIRD, turned=3),
    "removed": lambda _game: _removed(),
    "halted": lambda _game: called(dealt(FIRST)),
    "compared": lambda _game: dealt(),
    "void": lambda _game: _void(),
    "over": lambda _game: settled(),
}


def scenes_of(game: str) -> Scenes:
    return PICTURE_SCENES if game == "three_pictures" else SCENES
