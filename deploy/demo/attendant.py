"""Who looks after a demo's table where nobody deals: opens it, watches it play, and closes it after so many Rounds."""

from typing import Any

from deploy.demo.croupier import Croupier
from games.round import PlayerId
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, TableView


class NoShoe:
    """Nobody deals, so there is none."""

    def tell(self, _order: str) -> dict[str, Any]:
        return {}

    def ended(self) -> int | None:
        return None

    def close(self) -> None:
        pass


class Attendant(Croupier):
    first_round: int | None = None  # after which Rounds are counted
    grants: list[m.GrantCoins]  # that are still to be made

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.grants = []

    @property
    def done(self) -> bool:
        desk = self.link.desk
        played = self.first_round is not None and self.rounds_left is not None and self._played >= self.rounds_left
        return played and desk.view.phase is Phase.CLOSED and not desk.view.halts and not desk.waiting

    @property
    def _played(self) -> int:
        view = self.link.desk.view
        return view.round_no - (self.first_round or 0) - int(view.in_round)

    def _act(self, now_ms: int, view: TableView) -> None:
        desk = self.link.desk
        if self.first_round is None and self.rounds_left != 0:
            self.first_round = view.round_no - int(view.in_round)
        enough = self.first_round is not None and self.rounds_left is not None and self._played >= self.rounds_left - 1
        if Halt.UNCONFIRMED in view.halts:
            self._await_confirmation(now_ms)
        elif desk.disputes:
            self.order(m.RuleDispute(PlayerId(next(iter(desk.disputes))), "looked at"))
        elif desk.latched:
            self.order(m.Unlatch(PlayerId(next(iter(desk.latched)))))
        elif view.halts:
            self._resolve(view)
        elif view.phase is Phase.CLOSED:
            if not self.done:
                self.order(m.OpenTable())
        elif self.grants:
            self.order(self.grants.pop())
        elif enough and view.in_round and not view.closing:
            self.order(m.CloseTable())
