"""The shell of a panel: one thread that owns the desk and its sockets, and hands out finished Boards.

Keeps one thing on disk: how often it was started, so that a process that was passed is not listened to any more.
"""

import os
from collections import deque
from collections.abc import Callable

from console.panel.board import Board, show
from console.panel.desk import About, Desk
from protocol import messages as m
from protocol.config import PeerConfig
from protocol.keys import load_verifier
from protocol.peer import Peer, next_boot
from protocol.people import Proposal
from protocol.process import Log, now_ms, wall_time


class PanelLink:
    def __init__(
        self, config: PeerConfig, pictured: Callable[[Board], None] = lambda _board: None, log: Log | None = None
    ) -> None:
        verify = load_verifier(config.console_key, config.table).verify
        boot = next_boot(config.journal.with_suffix(".boot"))
        self.desk = Desk(config.name, config.table, boot, os.urandom(8), verify)
        self.peer = Peer(config, log)
        self.stopping = False
        self.board: Board | None = None  # the last that was handed out
        self._pictured = pictured
        self._sought: deque[str] = deque()
        self._orders: deque[tuple[bytes, m.Order, About | None]] = deque()
        self._acts: deque[Callable[[Desk], None]] = deque()

    def close(self) -> None:
        self.peer.close()

    @property
    def ended(self) -> str:
        """Why it is shut out for good; "" if it is not."""
        return self.desk.stopped or self.desk.denied

    # --- from any thread -----------------------------------------------------------------------------------------

    def order(self, order: m.Order, about: About | None = None) -> bytes:
        """The id under which the log will answer."""
        command_id = os.urandom(8)
        self._orders.append((command_id, order, about))
        self.peer.ring()
        return command_id

    def sign_on(self, pin: str, number: str = "", badge: str = "") -> None:
        self._act(lambda desk: desk.sign_on(os.urandom(8), pin, number, badge))

    def sign_off(self, why: str = "person") -> None:
        self._act(lambda desk: desk.sign_off(os.urandom(8), why))

    def sign(self, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> None:
        self._act(lambda desk: desk.sign(os.urandom(8), proposal, pin, number, badge))

    def withdraw(self, command_id: bytes) -> None:
        self._act(lambda desk: desk.withdraw(os.urandom(8), command_id))

    def _act(self, act: Callable[[Desk], None]) -> None:
        self._acts.append(act)
        self.peer.ring()

    def find(self, number: str) -> None:
        """Looks for the ticket with this number; "": whatever was found is put away."""
        self._sought.append(number)
        self.peer.ring()

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    # --- the worker ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until `stop`."""
        while not self.stopping:
            self.step()
            if not self.stopping:
                self.peer.wait(self.desk.wake_ms(now_ms()))

    def step(self) -> None:
        """A turn, and the Board of what it has brought."""
        self.turn()
        board = show(self.desk, now_ms())
        if board != self.board:
            self.board = board
            self._pictured(board)

    def turn(self) -> None:
        news = self.peer.news()
        self.desk.listener.line = self.peer.fault
        for heard in news:
            self.desk.receive(now_ms(), heard)
        for _ in range(len(self._orders)):
            self.desk.order(*self._orders.popleft())
        for _ in range(len(self._acts)):
            self._acts.popleft()(self.desk)
        for _ in range(len(self._sought)):
            number = self._sought.popleft()
            if number:
                self.desk.find(os.urandom(8), number)
            else:
                self.desk.put_away()
        self.peer.send(self.desk.outgoing(now_ms()))
        if news:
            self.desk.heard_at = wall_time()
