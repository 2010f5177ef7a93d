"""The second opinion of a Player Terminal, last part: what must leave it at the end of a batch, and what must not.

All requests besides Hello, Sync and beats, with the revisions that are written down before they go. Imports nothing
that decides in `terminal/`.
"""

from collections.abc import Iterator
from typing import Any

from games.round import Answer
from protocol import messages as m
from protocol.view import Phase
from simulation.second_known import Again, Window
from simulation.second_wishes import Wishing


class Speaking(Wishing):
    def leaves(self, now_ms: int) -> tuple[list[m.Request], list[tuple[Window, int, Answer]]]:
        """At the end of a batch: requests, and the revisions that are written down before they go."""
        going: list[m.Request] = []
        revisions: list[tuple[Window, int, Answer]] = []
        self.finds_foreign_nonce()
        if not self.joined or self.stopped or self.shut_out:
            return going, revisions
        me = (self.boot, self.run)
        if self.call is not None and self.call[2].due(now_ms):
            going.append(m.CallAttendant(*me, *self.call[:2]))
        if self.seat is not None and self.seat[1].due(now_ms):
            going.append(m.SitDown(*me, self.seat[0]))
        if self.turns is not None and self.turns[1].due(now_ms):
            going.append(m.TurnCards(*me, self.view.round_no, self.turns[0]))
        for key in [key for key in self.timers if key not in self.sent and key not in self.asked]:
            del self.timers[key]
        if not self.view.halts and not self.in_the_way(now_ms):
            revisions = list(self._revisions())
        if self.view.placard.automatic:
            going += [*self._mixes(now_ms), *self._participates(now_ms)]
        if (self.is_open or self.stake > 0) and not self.unbound():
            going += [
                m.Answer(*me, window, number, dict(answer.bets), answer.choice)
                for window, (number, answer) in self.sent.items()
                if self._is_due(now_ms, window)
            ]
        printing = set()
        for key, request in self.asked.items():
            if isinstance(request, m.ReportPrint):
                if request.ticket in printing:
                    continue
                printing.add(request.ticket)
            if self._is_due(now_ms, key):
                going.append(_in_the_name(request, *me))
        return going, revisions

    def _is_due(self, now_ms: int, key: Any) -> bool:
        return self.timers.setdefault(key, Again(now_ms)).due(now_ms)

    def _revisions(self) -> Iterator[tuple[Window, int, Answer]]:
        for window, answer in list(self.wanted.items()):
            if window in self.sent:
                continue
            part, stands = self.part_that_goes(window), self.stands(window)
            if (part.bets, part.choice) == (answer.bets, answer.choice):
                del self.wanted[window]
            if (part.bets, part.choice) == (stands.bets, stands.choice):
                continue
            revision = self.revisions.get(window, 0) + 1
            if revision > m.REVISIONS_MAX:
                self.wanted.pop(window, None)
                self.says("too_many")
                continue
            self.sent[window], self.revisions[window] = (revision, part), revision
            yield window, revision, part

    def _bets_open_to_all(self) -> bool:
        return any(it.window.respondents is None for it in self.view.windows.values())

    def unbound(self) -> bool:
        """No Bet of it without its nonce on record."""
        view = self.view
        now = view.placard.automatic and bool(self.secret) and view.shuffle.round_no == view.round_no
        return now and self._bets_open_to_all() and self.me not in view.shuffle.digests

    def _mixes(self, now_ms: int) -> Iterator[m.Request]:
        """The kind alone: which nonce, is for the drill to judge. It must be its own, and another one each Round."""
        view, shuffle = self.view, self.view.shuffle
        kind: type | None = None
        if self.secret and shuffle.parts is None and shuffle.round_no == view.round_no and view.in_round:
            if self.me not in shuffle.digests:
                kind = m.CommitNonce if (self.sent or self.bets()) and self._bets_open_to_all() else None
            elif shuffle.digests[self.me] == self.said_nonces.get(view.round_no) and self.me not in shuffle.nonces:
                kind = m.OpenNonce if view.phase is Phase.DEALING else None
        if kind is None:
            self.mixing = None
            return
        if self.mixing is None or self.mixing[0] is not kind:
            self.mixing = (kind, Again(now_ms))
        if self.mixing[1].due(now_ms):
            yield kind(self.boot, self.run, view.round_no, bytes(32))

    def _participates(self, now_ms: int) -> Iterator[m.Request]:
        if self.trying is not None and self.trying[3].due(now_ms):
            yield m.SignOn(self.boot, self.run, self.trying[0], self.trying[2], self.trying[1])
        wish: Any = None
        if self.here is not None:
            if self.exclusion is not None and self.exclusion[0] == self.here.number:
                wish = m.ExcludeMe(self.boot, self.run, *self.exclusion)
            elif not self.unlocked:
                if self.trying is None:
                    wish = m.SignOff(self.boot, self.run, self.run[:8].ljust(8, b"0"))
            elif self.coin_wish and self.coin_wish != self.view.felt.plays.get(self.me):
                wish = m.ChooseCoin(self.boot, self.run, self.coin_wish)
        if wish is None:
            self.saying = None
            return
        if self.saying is None or self.saying[0] != wish:
            self.saying = (wish, Again(now_ms))
        if self.saying[1].due(now_ms):
            yield wish


def _in_the_name(request: Any, boot: int, run: bytes) -> Any:
    """The same content, by the process that sends it now."""
    fields = {name: getattr(request, name) for name in request.__struct_fields__}
    return type(request)(**{**fields, "boot": boot, "run": run})
