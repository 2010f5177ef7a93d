"""This terminal's layout in each window: registered, in flight, wanted; and what a tap makes of it.

Knows windows and Spots, and no game; the chips in flight are the outbox's. Must never know whether there is a
connection or a credit: it is told what can be spent. Only the log registers and returns (rules 4 to 7).
"""

from collections.abc import Iterable, Iterator
from typing import Final

from games.money import is_amount
from games.round import Answer, Bets, PlayerId, Refusal, Spot, kind_of
from protocol import events
from protocol.codec import FROM_TERMINALS
from protocol.messages import WindowId
from protocol.view import OpenWindow, OwnLayout, TableView
from terminal import intents
from terminal.outbox import Outbox
from terminal.own_rounds import has_rule_book

UNDO_MAX: Final = 100
NO_ANSWER: Final = Answer()

BetIntent = (
    intents.PlaceBet | intents.TakeBack | intents.ClearBets | intents.UndoBet | intents.RepeatBets
    | intents.DoubleBets | intents.SetLayout
)  # fmt: skip
Meant = list[tuple[OpenWindow, Answer]]


class Layouts:
    def __init__(self, terminal: PlayerId, outbox: Outbox) -> None:
        self.terminal = terminal
        self.outbox = outbox
        # Durable: a fold of the terminal's journal.
        self.registered: dict[WindowId, Answer] = {}  # of the Round in play
        self.names: dict[WindowId, str] = {}  # of the windows in `registered`
        self.last_bets: Bets = {}
        self.receipts: dict[WindowId, int] = {}  # the entry that registered what stands in a window
        self.returned: Bets = {}  # not registered before the close of the last window (001 §5.2.2)
        # Forgotten at a restart.
        self.wanted: dict[WindowId, Answer] = {}  # only what is not sent yet
        self._undo: list[tuple[WindowId, Answer]] = []

    # --- questions -------------------------------------------------------------------------------------------

    def mine(self, view: TableView) -> Iterator[OpenWindow]:
        """The windows that this terminal may answer."""
        for opened in view.windows.values():
            if opened.window.respondents is None or self.terminal in opened.window.respondents:
                yield opened

    def layout(self, window: WindowId) -> Answer:
        """What the Player sees as his: not sent yet, else in flight, else registered."""
        wanted = self.wanted.get(window)
        return self._asked(window) if wanted is None else wanted

    def _asked(self, window: WindowId) -> Answer:
        sent = self.outbox.layouts.get(window)
        return self.registered.get(window, NO_ANSWER) if sent is None else Answer(sent.bets, sent.choice)

    def bets(self) -> dict[Spot, int]:
        """All that this terminal has registered in the Round, over its windows."""
        return {spot: amount for answer in self.registered.values() for spot, amount in answer.bets.items()}

    def held_amount(self) -> int:
        """Rule 6: what may yet be registered beyond what is."""
        return sum(self._held(window, self.wanted.get(window)) for window in {*self.outbox.layouts, *self.wanted})

    def _held(self, window: WindowId, wanted: Answer | None) -> int:
        registered = in_flight = _total(self.registered.get(window, NO_ANSWER).bets)
        sent = self.outbox.layouts.get(window)
        if sent is not None:
            in_flight = _total(sent.bets)
        return max(registered, in_flight, 0 if wanted is None else _total(wanted.bets)) - registered

    # --- what a tap makes of it ----------------------------------------------------------------------------------

    def meant(self, view: TableView, given: BetIntent) -> Meant | Refusal:
        """The whole answer that this intent would make, in each window that it is about."""
        match given:
            case intents.PlaceBet():
                return self._placed(view, given)
            case intents.TakeBack():
                return self._taken_back(view, given)
            case intents.ClearBets():
                return self._changed(view, times=0)
            case intents.DoubleBets():
                return self._changed(view, times=2)
            case intents.RepeatBets():
                return self._repeated(view)
            case intents.UndoBet():
                return self._undone(view)
            case intents.SetLayout():
                return self._set(view, given)

    def _placed(self, view: TableView, given: intents.PlaceBet) -> Meant | Refusal:
        for opened in self.mine(view):
            if given.spot in opened.window.spots:
                before = self.layout(opened.id)
                if not is_amount(given.amount):
                    return Refusal("bad_stake", f"{given.amount!r} is no amount")
                bets = {**before.bets, given.spot: before.bets.get(given.spot, 0) + given.amount}
                return [(opened, Answer(bets, before.choice))]
        return Refusal("closed", f"{given.spot} is not open to bets", "3.7")

    def _taken_back(self, view: TableView, given: intents.TakeBack) -> Meant | Refusal:
        for opened in self.mine(view):
            before = self.layout(opened.id)
            if given.spot in before.bets:
                if not is_amount(given.amount):
                    return Refusal("bad_stake", f"{given.amount!r} is no amount")
                less = {**before.bets, given.spot: before.bets[given.spot] - given.amount}
                bets = {spot: amount for spot, amount in less.items() if amount > 0}
                return [(opened, Answer(bets, before.choice))]
        return Refusal("closed", f"there is no Bet on {given.spot} that could be taken back", "3.7")

    def _changed(self, view: TableView, *, times: int) -> Meant | Refusal:
        meant = []
        for opened in self.mine(view):
            before = self.layout(opened.id)
            if before.bets:
                bets = {spot: times * amount for spot, amount in before.bets.items()} if times else {}
                meant.append((opened, Answer(bets, before.choice)))
        return meant or Refusal("closed", "there is no Bet that could be changed", "3.7")

    def _repeated(self, view: TableView) -> Meant | Refusal:
        for opened in self.mine(view):
            bets = {spot: amount for spot, amount in self.last_bets.items() if spot in opened.window.spots}
            if bets:
                return [(opened, Answer(bets, self.layout(opened.id).choice))]
        return Refusal("closed", "there are no Bets to repeat here", "3.7")

    def _undone(self, view: TableView) -> Meant | Refusal:
        for opened in self.mine(view):
            if self._undo and self._undo[-1][0] == opened.id:
                return [(opened, self._undo[-1][1])]
        return Refusal("closed", "there is nothing to undo", "3.7")

    def _set(self, view: TableView, given: intents.SetLayout) -> Meant | Refusal:
        for opened in self.mine(view):
            if given.window_name in ("", opened.window.name):
                return [(opened, Answer(given.bets, given.choice))]
        return Refusal("closed", f"no window {given.window_name} is open to this terminal", "3.7")

    def impossible(self, view: TableView, opened: OpenWindow, answer: Answer, *, spendable: int) -> Refusal | None:
        """What would not even be a request, or what this terminal could not check or pay for."""
        if not has_rule_book(view):
            return Refusal("no_rule_book", f"this terminal does not know {view.game} {view.rules}")
        if len(answer.bets) > FROM_TERMINALS.map:
            return Refusal("bad_stake", f"more than {FROM_TERMINALS.map} Bets are too many for one layout")
        for spot, amount in answer.bets.items():
            if spot not in opened.window.spots:
                return Refusal("unknown_spot", f"{spot!r} is no place to bet on here", opened.window.paragraph)
            if not is_amount(amount):
                return Refusal("bad_stake", f"{spot}: {amount!r} is no amount", opened.window.paragraph)
        if answer.choice and answer.choice not in opened.window.choices:
            return Refusal("illegal_decision", f"{answer.choice!r} is not offered here", opened.window.paragraph)
        more = self._held(opened.id, answer) - self._held(opened.id, self.wanted.get(opened.id))
        if more > 0 and more > spendable:
            return Refusal("credit", f"{more} more is more than the {spendable} that can be spent")
        return None

    def want(self, window: WindowId, answer: Answer) -> None:
        """The Player's new layout in this window. The Tick of this batch sends it, if it can go."""
        self._undo.append((window, self.layout(window)))
        del self._undo[:-UNDO_MAX]
        if _same(answer, self._asked(window)):
            self.wanted.pop(window, None)
        else:
            self.wanted[window] = answer

    def forget_undo(self) -> None:
        """An undo is not undone."""
        del self._undo[-2:]

    def take_ready(self, view: TableView) -> list[tuple[WindowId, Answer]]:
        """Rules 4 to 6: what is wanted, unless a revision is in flight there or it is still being built."""
        ready = []
        for window, answer in list(self.wanted.items()):
            if window in self.outbox.layouts:
                continue
            if _same(answer, self.registered.get(window, NO_ANSWER)):
                del self.wanted[window]
            elif not self._below_minimum(view, window, answer.bets):
                del self.wanted[window]
                ready.append((window, answer))
        return ready

    def _below_minimum(self, view: TableView, window: WindowId, bets: Bets) -> bool:
        """A Bet that stands as it is registered may be below: others may have left the box (003 §5.2.1)."""
        limits = view.round_felt.limits
        before = self.registered.get(window, NO_ANSWER).bets
        for spot, amount in bets.items():
            limit = limits.get(kind_of(spot))
            if limit is not None and amount < limit.min and amount != before.get(spot):
                return True
        return False

    # --- facts: what the log made of it ----------------------------------------------------------------------------

    def register(self, seq: int, event: events.LayoutRegistered, view: TableView) -> None:
        self.registered[event.id] = event.answer
        self.receipts[event.id] = seq
        for name, opened in view.windows.items():
            if opened.id == event.id:
                self.names[event.id] = name
        self.outbox.answered_up_to(event.id, event.revision)

    def give_back(self, window_name: str) -> bool:
        """001 §1.17: a window is asked again. False: we know of none by this name."""
        gone = [window for window, name in self.names.items() if name == window_name]
        for window in gone:
            del self.registered[window], self.names[window]
        return bool(gone)

    def close(self, window: WindowId) -> bool:
        """001 §5.2.2: what is not registered now is returned, sent or not. True: there was something."""
        sent = self.outbox.closed(window)
        wanted = self.wanted.pop(window, None)
        if self._undo:
            self._undo = [change for change in self._undo if change[0] != window]
        asked = wanted or (None if sent is None else Answer(sent.bets, sent.choice))
        stands = self.registered.get(window, NO_ANSWER).bets
        more = {} if asked is None else {spot: bet - stands.get(spot, 0) for spot, bet in asked.bets.items()}
        self.returned = {spot: amount for spot, amount in more.items() if amount > 0}
        return asked is not None

    def end_round(self) -> None:
        if self.registered:
            self.last_bets = next(iter(self.registered.values())).bets or self.last_bets
            self.registered, self.names, self.receipts = {}, {}, {}

    def restore(self, layouts: Iterable[OwnLayout], view: TableView) -> None:
        """As a snapshot has them."""
        names = {opened.id: name for name, opened in view.windows.items()}
        for layout in layouts:
            self.outbox.answered_up_to(layout.id, layout.revision)
            self.registered[layout.id] = layout.registered
            self.names[layout.id] = names.get(layout.id, "")


def _total(bets: Bets) -> int:
    return sum(bets.values())


def _same(one: Answer, other: Answer) -> bool:
    return one.choice == other.choice and one.bets == other.bets
