"""Somebody has a copy of a panel's key, and even its run: real console, real sockets, a second connection."""

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from console.credentials import DEMO_PIN
from console.panel.desk import Desk
from console.panel.link import PanelLink
from deploy.demo.rig import PANEL, Rig
from games.round import PlayerId
from protocol import messages as m
from protocol.keys import load_verifier
from protocol.process import now_ms
from tests.e2e.processes import ForkedRig

T1 = PlayerId("T01")
PATIENCE_S = 60.0


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    table = ForkedRig(tmp_path / "table", terminals=1, takeover_s=2.5)
    yield table
    table.stop()


def until(links: list[PanelLink], come_true: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not come_true():
        assert time.monotonic() < end, f"never: {what}"
        for link in links:
            link.turn()
            link.peer.wait(now_ms() + 5)


def test_a_second_connection_with_a_panels_key_and_run_gives_no_order_and_rings(rig: Rig) -> None:
    rig.start_console()
    rig.start_terminal(T1, bot=False)
    with ExitStack() as opened:
        honest = opened.enter_context(closing(PanelLink(rig.peer(PANEL))))
        until([honest], lambda: honest.desk.ready and T1 in honest.desk.people.roles, "the panel is ready")
        honest.sign_on(DEMO_PIN, "101")
        until([honest], lambda: honest.desk.me is not None, "Dora is signed on")
        assert honest.desk.run.hex() not in rig.log("console")
        assert repr(honest.desk.run) not in rig.log("console")

        config = rig.peer(PANEL)
        thief = opened.enter_context(closing(PanelLink(config)))
        verify = load_verifier(config.console_key, config.table).verify
        thief.desk = Desk(config.name, config.table, honest.desk.boot, honest.desk.run, verify)
        both = [honest, thief]
        rings = "have this key"
        until(both, lambda: rings in rig.log("console") or thief.desk.ready, "it rings")
        assert not thief.desk.ready
        thief.desk.order(b"stolen01", m.SellCredit(T1, 1_000_000))
        honest.order(m.SellCredit(T1, 500))
        until(both, lambda: honest.desk.ledger.credit(T1) > 0, "the honest order is obeyed")
        assert honest.desk.ledger.credit(T1) == 500
        assert (honest.desk.ready, honest.ended) == (True, "")
        assert honest.desk.me is not None


def test_a_panel_whose_connection_was_cut_goes_on_with_its_session(rig: Rig) -> None:
    """It comes back on another connection, as after a cable that was out."""
    rig.start_console()
    rig.start_terminal(T1, bot=False)
    first = PanelLink(rig.peer(PANEL))
    with closing(first):
        until([first], lambda: first.desk.ready and T1 in first.desk.people.roles, "the panel is ready")
        limits = Path(f"/proc/{rig.processes['console'].pid}/limits").read_text()
        assert limits.partition("Max core file size")[2].split()[:2] == ["0", "0"], "no core file has a PIN in it"
        first.sign_on(DEMO_PIN, "101")
        until([first], lambda: first.desk.me is not None, "Dora is signed on")
    with closing(PanelLink(rig.peer(PANEL))) as again:
        again.desk = first.desk
        until([again], lambda: again.desk.ready, "it is welcomed again")
        again.order(m.SellCredit(T1, 500))
        until([again], lambda: again.desk.ledger.credit(T1) == 500, "the order is obeyed")
        assert again.desk.me is not None
