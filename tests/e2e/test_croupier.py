"""The dealer of the demo and of these tests knows what lies on the felt."""

from types import SimpleNamespace
from typing import Any, cast

from console.panel.desk import Desk
from console.panel.link import PanelLink
from deploy.demo.croupier import Croupier
from games.cards import parse_card
from protocol.view import Phase


class NoShoe:
    def tell(self, order: str) -> dict[str, Any]:
        raise AssertionError(f"nobody asked for {order}")


def test_5_4_a_card_that_is_kept_after_the_felt_was_swept_lies_on_it() -> None:
    """Found by `test_kills`: it was forgotten, and the next Round had one card more on the screen than on the felt."""
    desk = Desk("P1", "TABLE", 1, bytes(8))
    croupier = Croupier(cast("PanelLink", SimpleNamespace(desk=desk)), NoShoe())
    croupier.rounds_left = 0
    croupier.on_table = ["2H", "9S"]
    desk.view.phase, desk.view.round_no, desk.view.shoe.live = Phase.READY, 1, True
    croupier._act(0, desk.view)
    assert croupier.on_table == []
    desk.view.kept, desk.aside.beside = 1, [parse_card("9S")]
    croupier._act(0, desk.view)
    assert croupier.on_table == ["9S"]


def test_a_round_whose_order_went_down_with_the_console_is_still_to_be_played() -> None:
    """Found by `test_other_hand`, which waited for ever for a Round that the croupier took for opened."""
    desk = Desk("P1", "TABLE", 1, bytes(8))
    croupier = Croupier(cast("PanelLink", SimpleNamespace(desk=desk)), NoShoe())
    croupier.rounds_left = 1
    desk.view.phase, desk.view.round_no, desk.view.shoe.live = Phase.READY, 1, True
    croupier._act(0, desk.view)
    desk._drop_orders()
    assert (croupier.done, desk.waiting) == (False, False)
    croupier._act(0, desk.view)
    assert (croupier.rounds_left, desk.waiting) == (0, True)
    desk._drop_orders()
    desk.view.round_no = 2  # it had been obeyed all the same
    assert croupier.done
