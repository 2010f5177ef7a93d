"""On which connection each process speaks: how much it may say there, and where its answers go.

Two machines may have one key. What the one says must not use up what the other may say, nor turn the answers that are
meant for the other towards itself: so the allowance is a connection's, and an answer goes to the process it is for.
Knows no socket; a route is what the sockets call a connection.
"""

from typing import Final

from protocol import messages as m
from protocol.fields import run_digest
from protocol.liveness import Allowance

SHOWN_BURST: Final = 8
KEPT: Final = 8  # connections and processes of one name; the door lets one key have four


class Lines:
    def __init__(self) -> None:
        # By name and route, the oldest first: for what it says, and for being told that it was not heard.
        self._allowances: dict[str, dict[bytes, tuple[Allowance, Allowance]]] = {}
        self._routes: dict[str, dict[bytes, bytes]] = {}  # by name and run digest: where it spoke last
        self._shown: dict[str, tuple[Allowance, int]] = {}  # by name: for more of the log, and when it had some

    def may_speak(self, now_ms: int, name: str, route: bytes) -> bool:
        lines = self._allowances.setdefault(name, {})
        if route not in lines:
            lines[route] = (Allowance(), Allowance(per_s=1, burst=1))
            if len(lines) > KEPT:
                del lines[next(iter(lines))]
        return lines[route][0].take(now_ms)

    def may_be_told(self, now_ms: int, name: str, route: bytes) -> bool:
        """That what it said was dropped: once a second, else it would be we who flood."""
        known = self._allowances.get(name, {}).get(route)
        return known is not None and known[1].take(now_ms)

    def may_be_shown(self, now_ms: int, name: str) -> bool:
        """More of the log, to the process that has joined: that costs us as much as many Bets do. So it is once a turn,
        and on all connections of the name together no more often than one process may ask for anything. Who follows
        honestly waits for one answer before the next question, and asks again after a second.
        """
        allowance, last_ms = self._shown.setdefault(name, (Allowance(burst=SHOWN_BURST), -1))
        if last_ms == now_ms or not allowance.take(now_ms):
            return False
        self._shown[name] = allowance, now_ms
        return True

    def hear(self, name: str, run: bytes, route: bytes, joined: bytes) -> None:
        """`joined`: the run of the process that has joined under this name, as the record has it. It is never forgotten
        for others.
        """
        routes, spoke = self._routes.setdefault(name, {}), run_digest(run)
        routes[spoke] = route
        if len(routes) > KEPT:
            del routes[next(other for other in routes if other not in (spoke, joined))]

    def route_to(self, name: str, message: m.News, joined: bytes) -> bytes | None:
        """Who is let in or denied is told where it asked; everything else is for the process that has joined. None: it
        has not spoken yet.
        """
        run = run_digest(message.run) if isinstance(message, m.Welcome | m.Denied) else joined
        return self._routes.get(name, {}).get(run)
