"""This terminal's layout in each window: registered, in flight, wanted; and what a tap makes of it.

Knows windows and Spots, and no game; the chips in flight are the outbox's. Must never know whether there is a
connection or a credit: it is told what can be spent. Only the log registers and returns (rules 4 to 7).
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from msgspec import Struct

from games.money import is_amount
from games.round import NO_BETS, Answer, Bets, Felt, PlayerId, Spot, kind_of
from protocol import events
from protocol.messages import BETS_MAX, WindowId
from protocol.view import OpenWindow, OwnLayout, TableView
from terminal import intents
from terminal.intents import Notice
from terminal.outbox import Outbox
from terminal.own_rounds import has_rule_book

UNDO_MAX: Final = 100
NO_ANSWER: Final = Answer()

BetIntent = (
    intents.PlaceBet | intents.TakeBack | intents.ClearBets | intents.UndoBet | intents.RepeatBets
    | intents.DoubleBets | intents.SetLayout
)  # fmt: skip


class Meant(Struct, frozen=True, gc=False):
    """What an intent comes to: the whole answer in each window that it is about, and what does not fit into it."""

    answers: tuple[tuple[OpenWindow, Answer], ...]
    placed: int = 0  # more than now, where the intent does not say it itself
    left: Bets = NO_BETS  # out of it: limits or credit do not allow it
    why: Notice | None = None  # the first of them is left out


NOTHING_MEANT: Final = Meant(())


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
        if not self.wanted and not self.outbox.layouts:
            return 0
        return sum(self._held(window, self.wanted.get(window)) for window in {*self.outbox.layouts, *self.wanted})

    def _held(self, window: WindowId, wanted: Answer | None) -> int:
        registered = in_flight = _total(self.registered.get(window, NO_ANSWER).bets)
        sent = self.outbox.layouts.get(window)
        if sent is not None:
            in_flight = _total(sent.bets)
        return max(registered, in_flight, 0 if wanted is None else _total(wanted.bets)) - registered

    def short(self, view: TableView, window: WindowId, bets: Bets) -> dict[Spot, int]:
        """The Bets that are still being built from chips, each with the least that could be registered there.

        A Bet that stands as it is registered may be below: others may have left the box (003 §5.2.1).
        """
        felt, before = view.round_felt, self.registered.get(window, NO_ANSWER).bets
        found = {}
        for spot, amount in bets.items():
            limit, was = felt.limits.get(kind_of(spot)), before.get(spot, 0)
            if limit is not None and amount != was:
                step = limit.step if amount > was else 1  # who lowers a Bet need not keep to it
                least = -(-max(amount, limit.min) // step) * step
                if amount < least:
                    found[spot] = least
        going = _total(_without(bets, found, before))
        missing = 0 if felt.total is None or going in (0, _total(before)) else felt.total.min - going
        if missing > 0:
            changed = [spot for spot in {**before, **bets} if bets.get(spot, 0) != before.get(spot, 0)]
            found |= {spot: bets.get(spot, 0) + missing for spot in changed}
        return found

    def ready(self, view: TableView, window: WindowId) -> Answer:
        """The part of what is wanted that can go: a Bet that is still being built stays as it is registered."""
        answer, stands = self.layout(window), self.registered.get(window, NO_ANSWER)
        short = self.short(view, window, answer.bets)
        if not short:
            return answer
        part = Answer(_without(answer.bets, short, stands.bets), answer.choice)
        # A decision and its Bet are one answer; and no more is sent than is held for it.
        if answer.choice or _total(part.bets) > max(_total(answer.bets), _total(stands.bets)):
            return stands
        return part

    # --- what a tap makes of it ----------------------------------------------------------------------------------

    def meant(self, view: TableView, given: BetIntent, *, spendable: int) -> Meant | Notice:
        """The whole answer that this intent would make, in each window that it is about."""
        match given:
            case intents.SetLayout():
                return self._set(view, given)
            case intents.PlaceBet():
                return self._placed(view, given)
            case intents.TakeBack():
                return self._taken_back(view, given)
            case intents.ClearBets():
                return self._cleared(view)
            case intents.DoubleBets():
                return self._doubled(view, spendable)
            case intents.RepeatBets():
                return self._repeated(view, spendable)
            case intents.UndoBet():
                return self._undone(view)

    def _placed(self, view: TableView, given: intents.PlaceBet) -> Meant | Notice:
        for opened in self.mine(view):
            if given.spot in opened.window.spots:
                before = self.layout(opened.id)
                if not is_amount(given.amount):
                    return Notice("bad_stake", f"{given.amount!r} is no amount", spot=given.spot)
                bets = {**before.bets, given.spot: before.bets.get(given.spot, 0) + given.amount}
                return Meant(((opened, Answer(bets, before.choice)),))
        return Notice("closed", f"{given.spot} is not open to bets", "3.7", given.spot)

    def _taken_back(self, view: TableView, given: intents.TakeBack) -> Meant | Notice:
        for opened in self.mine(view):
            before = self.layout(opened.id)
            if given.spot in before.bets:
                if not is_amount(given.amount):
                    return Notice("bad_stake", f"{given.amount!r} is no amount", spot=given.spot)
                less = {**before.bets, given.spot: before.bets[given.spot] - given.amount}
                bets = {spot: amount for spot, amount in less.items() if amount > 0}
                return Meant(((opened, Answer(bets, before.choice)),))
        return Notice("closed", f"there is no Bet on {given.spot} that could be taken back", "3.7", given.spot)

    def _cleared(self, view: TableView) -> Meant | Notice:
        found = [(opened, self.layout(opened.id)) for opened in self.mine(view)]
        answers = tuple((opened, Answer({}, before.choice)) for opened, before in found if before.bets)
        return Meant(answers) if answers else Notice("closed", "there is no Bet that could be changed", "3.7")

    def _doubled(self, view: TableView, spendable: int) -> Meant | Notice:
        meant = NOTHING_MEANT
        for opened in self.mine(view):
            goal = {spot: 2 * amount for spot, amount in self.layout(opened.id).bets.items()}
            more = self._as_far_as_it_goes(view, opened, goal, spendable - meant.placed)
            meant = Meant(
                (*meant.answers, *more.answers),
                meant.placed + more.placed,
                {**meant.left, **more.left},
                meant.why or more.why,
            )
        return _or_why(meant, Notice("closed", "there is no Bet that could be changed", "3.7"))

    def _repeated(self, view: TableView, spendable: int) -> Meant | Notice:
        for opened in self.mine(view):
            goal = {spot: amount for spot, amount in self.last_bets.items() if spot in opened.window.spots}
            if goal:
                meant = self._as_far_as_it_goes(view, opened, goal, spendable)
                return _or_why(meant, Notice("closed", "these Bets lie there already", "3.7"))
        return Notice("closed", "there are no Bets to repeat here", "3.7")

    def _as_far_as_it_goes(self, view: TableView, opened: OpenWindow, goal: Bets, spendable: int) -> Meant:
        """Up to this much on each Spot, on top of what lies there: each Bet whole, or left out."""
        now = self.layout(opened.id)
        answer, left, why = now, {}, None
        for spot, amount in goal.items():
            more = amount - answer.bets.get(spot, 0)
            if more > 0:
                tried = Answer({**answer.bets, spot: amount}, now.choice)
                no = self._too_much(view.round_felt, opened.id, tried.bets) or self._too_dear(
                    opened.id, tried, spendable
                )
                if no is None:
                    answer = tried
                else:
                    left[spot], why = more, why or no
        if answer is now:
            return Meant((), 0, left, why)
        return Meant(((opened, answer),), _total(answer.bets) - _total(now.bets), left, why)

    def _undone(self, view: TableView) -> Meant | Notice:
        for opened in self.mine(view):
            if self._undo and self._undo[-1][0] == opened.id:
                return Meant(((opened, self._undo[-1][1]),))
        return Notice("closed", "there is nothing to undo", "3.7")

    def _set(self, view: TableView, given: intents.SetLayout) -> Meant | Notice:
        for opened in self.mine(view):
            if given.window_name in ("", opened.window.name):
                return Meant(((opened, Answer(given.bets, given.choice)),))
        return Notice("closed", f"no window {given.window_name} is open to this terminal", "3.7")

    def impossible(self, view: TableView, opened: OpenWindow, answer: Answer, *, spendable: int) -> Notice | None:
        """What would not even be a request, what the limits forbid, what this terminal could not check or pay for."""
        if not has_rule_book(view):
            return Notice("no_rule_book", f"this terminal does not know {view.game} {view.rules}")
        if len(answer.bets) > BETS_MAX:
            return Notice("bad_stake", f"more than {BETS_MAX} Bets are too many for one layout")
        for spot, amount in answer.bets.items():
            if spot not in opened.window.spots:
                return Notice("unknown_spot", f"{spot!r} is no place to bet on here", opened.window.paragraph)
            if not is_amount(amount):
                return Notice("bad_stake", f"{spot}: {amount!r} is no amount", opened.window.paragraph, spot)
        if answer.choice and answer.choice not in opened.window.choices:
            return Notice("illegal_decision", f"{answer.choice!r} is not offered here", opened.window.paragraph)
        return self._too_much(view.round_felt, opened.id, answer.bets) or self._too_dear(opened.id, answer, spendable)

    def _too_much(self, felt: Felt, window: WindowId, bets: Bets) -> Notice | None:
        """001 §3.4: the maxima on display. Less than is registered is never too much."""
        before = self.registered.get(window, NO_ANSWER).bets
        for spot, amount in bets.items():
            limit = felt.limits.get(kind_of(spot))
            if limit is not None and limit.max is not None and amount > max(limit.max, before.get(spot, 0)):
                detail = f"{spot}: {amount} is above the maximum of {limit.max}"
                return Notice("bad_stake", detail, "3.4", spot, limit.max)
        total = _total(bets)
        if felt.total is not None and felt.total.max is not None and total > max(felt.total.max, _total(before)):
            detail = f"{total} in all is above the table's maximum of {felt.total.max}"
            return Notice("too_much", detail, "3.4", limit=felt.total.max)
        return None

    def _too_dear(self, window: WindowId, answer: Answer, spendable: int) -> Notice | None:
        if _total(answer.bets) <= spendable:
            return None  # even if nothing were registered there
        more = self._held(window, answer) - self._held(window, self.wanted.get(window))
        if more > 0 and more > spendable:
            return Notice("credit", f"{more} more is more than the {spendable} that can be spent")
        return None

    def want(self, window: WindowId, answer: Answer) -> None:
        """The Player's new layout in this window. The Tick of this batch sends it, if it can go."""
        asked = self._asked(window)
        self._undo.append((window, self.wanted.get(window, asked)))
        del self._undo[:-UNDO_MAX]
        if _same(answer, asked):
            self.wanted.pop(window, None)
        else:
            self.wanted[window] = answer

    def forget_undo(self) -> None:
        """An undo is not undone."""
        del self._undo[-2:]

    def take_ready(self, view: TableView) -> list[tuple[WindowId, Answer]]:
        """Rules 4 to 6: what is wanted and can go, unless a revision is in flight there."""
        ready = []
        for window, answer in list(self.wanted.items()):
            if window in self.outbox.layouts:
                continue
            part = self.ready(view, window)
            if _same(part, answer):
                del self.wanted[window]
            if not _same(part, self.registered.get(window, NO_ANSWER)):
                ready.append((window, part))
        return ready

    # --- facts: what the log made of it ----------------------------------------------------------------------------

    def register(self, seq: int, event: events.LayoutRegistered, view: TableView) -> None:
        self.registered[event.id] = event.answer
        self.receipts[event.id] = seq
        for name, opened in view.windows.items():
            if opened.id == event.id:
                self.names[event.id] = name
        self.outbox.answered_up_to(event.id, event.revision)

    def refuse(self, event: events.LayoutRefused, view: TableView) -> None:
        """Rule 2: what is registered stands. What was refused is not asked for again, what is being built stays."""
        self.outbox.answered_up_to(event.id, event.revision)
        wanted = self.wanted.get(event.id)
        if wanted is not None and _same(self.ready(view, event.id), event.answer):
            stands = self.registered.get(event.id, NO_ANSWER)
            short = self.short(view, event.id, wanted.bets)
            refused = {*wanted.bets, *stands.bets} - short.keys()
            self.wanted[event.id] = Answer(_without(wanted.bets, refused, stands.bets), stands.choice)

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
            self.receipts[layout.id] = layout.seq
            self.names[layout.id] = names.get(layout.id, "")


def _total(bets: Bets) -> int:
    return sum(bets.values())


def _without(bets: Bets, those: Collection[Spot], before: Bets) -> Bets:
    """These Bets, but on those Spots what was there before."""
    found = {spot: (before if spot in those else bets).get(spot, 0) for spot in {**bets, **before}}
    return {spot: amount for spot, amount in found.items() if amount}


def _or_why(meant: Meant, nothing: Notice) -> Meant | Notice:
    return meant if meant.answers else meant.why or nothing


def _same(one: Answer, other: Answer) -> bool:
    return one.choice == other.choice and one.bets == other.bets
