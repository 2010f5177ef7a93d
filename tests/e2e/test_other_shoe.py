"""FAULTS S14: another Card Shoe is plugged in. In the middle of a set it is not listened to; loaded by staff, it is."""

from collections.abc import Callable
from pathlib import Path

from console.panel.link import PanelLink
from deploy.demo.croupier import Croupier
from deploy.demo.rig import PANEL, Rig, ShoeControl
from deploy.demo.verified import check_table
from protocol.process import now_ms
from protocol.view import TableView


def until(link: PanelLink, croupier: Croupier | None, reached: Callable[[], bool]) -> None:
    while not reached():
        link.turn()
        if croupier is not None:
            croupier.look(now_ms())
        link.peer.wait(now_ms() + 20)


def test_s14_another_shoe_is_heard_only_after_it_was_loaded(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "table", terminals=1, countdown_s=2)
    first = ShoeControl(rig, seed=1)
    link = PanelLink(rig.peer(PANEL))
    shoes = [first]
    try:
        rig.start_console()
        rig.start_terminal("T01", haste=20)
        croupier = Croupier(link, first)
        croupier.pause_ms, croupier.bets_ms, croupier.rounds_left = 10, 200, 1

        def view() -> TableView:  # a snapshot replaces it
            return link.desk.view

        until(link, croupier, lambda: croupier.done and view().round_no == 1)
        assert view().shoe.serial == "EMU1"

        first.close()
        other = ShoeControl(rig, seed=2, serial="EMU2", last=7)
        shoes.append(other)
        until(link, None, lambda: "shoe_faulty" in view().halts)  # it is not the one of this set
        assert view().shoe.last_seq == first_seq_of(croupier)

        croupier = Croupier(link, other)
        croupier.pause_ms, croupier.bets_ms, croupier.rounds_left = 10, 200, 1
        croupier.new_shoe()
        until(link, croupier, lambda: croupier.done and view().round_no == 2)
        assert (view().shoe.serial, view().shoe.last_seq) == ("EMU2", max(croupier.passed))
    finally:
        rig.stop()
        link.close()
        for shoe in shoes[1:]:
            shoe.close()
    assert check_table(rig.folder, rig.table, rig.terminals).problems == []


def first_seq_of(croupier: Croupier) -> int:
    return max(croupier.passed)
