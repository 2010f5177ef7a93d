"""The second opinion of a Player Terminal, second part: what a wish comes to.

A wish is given with the time; what it comes to is shown at once (or refused, with a reason), and sent by the end of the
batch (`second_speech.py`). Imports nothing that decides in `terminal/`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from games.box_face import Option, Question
from games.boxes import SQUEEZE
from games.catalog import UnknownGame, find_face, find_game, shared_kind
from games.money import is_amount
from games.round import Answer, Limit, Spot, kind_of, limits_of
from protocol import messages as m
from protocol.box_view import public_round
from protocol.halts import HALTS
from protocol.legality import seat_refused
from protocol.view import OpenWindow, Phase
from simulation.second_known import HOUR_MS, Again, Window, snake
from simulation.second_terminal import SecondTerminal
from terminal import intents as t

UNDO_KEPT: Final = 100
Bets = Mapping[Spot, int]


class Wishing(SecondTerminal):
    def __init__(self, me: str, table: str) -> None:
        super().__init__(me, table)
        self.owes: list[tuple[int, tuple[tuple[str, int, int], ...]]] = []  # Disputes that it must have written down

    def opens_dispute(self, number: int, lines: tuple[tuple[str, int, int], ...]) -> None:
        self.owes.append((number, lines))

    # --- the felt as he sees it ---------------------------------------------------------------------------------------

    def mine(self) -> list[OpenWindow]:
        windows = self.view.windows.values()
        return [it for it in windows if it.window.respondents is None or self.me in it.window.respondents]

    def shown(self, window: Window) -> Answer:
        """Wanted, else on its way, else registered."""
        if window in self.wanted:
            return self.wanted[window]
        return self.asked_in(window)

    def asked_in(self, window: Window) -> Answer:
        return self.sent[window][1] if window in self.sent else self.stands(window)

    def holds(self, window: Window, wanted: Answer | None) -> int:
        """Rule 6: what may yet be registered beyond what is."""
        stands = _sum(self.stands(window).bets)
        most = max(stands, _sum(self.asked_in(window).bets), 0 if wanted is None else _sum(wanted.bets))
        return most - stands

    @property
    def spendable(self) -> int:
        out = sum(it.amount for it in self.asked.values() if isinstance(it, m.CashOut))
        held = sum(self.holds(it, self.wanted.get(it)) for it in {*self.wanted, *self.sent})
        return self.credit - out - held

    def limit(self, window: Window, spot: Spot) -> Limit | None:
        """003 §5.1, §5.2: on a box, what others have there counts; a decision has no limits of its own."""
        view, kind = self.view, kind_of(spot)
        limit = limits_of(view.round_felt, self.me).get(kind)
        if limit is None or "/" not in spot or kind != shared_kind(view.game):
            return limit
        if any(it.id == window and it.window.respondents is not None for it in view.windows.values()):
            return None
        box = int(spot.split("/")[0])
        on_it = self.boxes[box].total if box in self.boxes else 0
        others = max(0, on_it - self.stands(window).bets.get(spot, 0))
        top = limit.max
        if top is not None and self.sits_at() != box:
            top = max(0, top - others)
        return Limit(max(1, limit.min - others), top, limit.step)

    def sits_at(self) -> int:
        felt = self.view.round_felt if self.view.in_round else self.view.felt
        return next((box for box, name in felt.seats.items() if name == self.me), 0)

    def being_built(self, window: Window, bets: Bets) -> set[Spot]:
        """Chips that are still being placed: less than the least, or between two steps upward."""
        stands, total = self.stands(window).bets, self.view.round_felt.total
        found = set()
        for spot, bet in bets.items():
            limit, was = self.limit(window, spot), stands.get(spot, 0)
            if limit is not None and bet != was and (bet < limit.min or (bet > was and bet % limit.step)):
                found.add(spot)
        if total is not None:
            rest = {it: bet for it, bet in bets.items() if it not in found}
            going = _sum(rest) + sum(stands.get(it, 0) for it in found)
            if found:
                going += sum(bet for it, bet in stands.items() if it not in bets and it in found)
            if going not in (0, _sum(stands)) and going < total.min:
                found |= {it for it in {**stands, **bets} if bets.get(it, 0) != stands.get(it, 0)}
        return found

    @property
    def booking(self) -> int:
        """Notes that are no credit yet."""
        asked = sum(it.amount for it in self.asked.values() if isinstance(it, m.BuyCredit))
        return sum(self.notes.values()) + asked

    def low(self, window: Window) -> dict[Spot, int]:
        """003 §5.2: Bets on a box that others have left below its minimum."""
        found = {}
        for spot, bet in self.stands(window).bets.items():
            limit = self.limit(window, spot)
            least = limits_of(self.view.round_felt, self.me).get(kind_of(spot), Limit()).min
            if "/" in spot and limit is not None and kind_of(spot) == shared_kind(self.view.game):
                box = self.boxes.get(int(spot.split("/")[0]))
                if box is not None and 0 < box.total < least and bet < limit.min:
                    found[spot] = limit.min
        return found

    def part_that_goes(self, window: Window) -> Answer:
        answer, stands = self.shown(window), self.stands(window)
        built = self.being_built(window, answer.bets)
        if not built:
            return answer
        spots = {**answer.bets, **stands.bets}
        part = {it: (stands if it in built else answer).bets.get(it, 0) for it in spots}
        part = {it: bet for it, bet in part.items() if bet}
        if answer.choice not in ("", SQUEEZE) or _sum(part) > max(_sum(answer.bets), _sum(stands.bets)):
            return stands
        return Answer(part, answer.choice)

    # --- what else is shown -------------------------------------------------------------------------------------------

    def link(self, now_ms: int) -> str:
        if self.stopped:
            return "stopped"
        if self.shut_out:
            return "denied"
        if self.hears_nothing(now_ms):
            return "reconnecting"
        return "joined" if self.joined else "joining"

    def participant(self) -> tuple[Any, ...] | None:
        """004: what is his is for him alone, and only while he has given his PIN."""
        coins = self.view.placard.coins
        if not coins:
            return None
        here = self.here if self.is_open else None
        coin = self.view.felt.plays.get(self.me, "")
        tried = ("", 0) if self.tried is None else (self.tried.standing, self.tried.wait_ms)
        leaving = self.here is not None and not self.unlocked and self.trying is None
        days = 0 if self.exclusion is None else self.exclusion[1]
        if here is None:
            return ("", "", "", (), self.trying is not None, *tried, leaving, "", days)
        purses = tuple((it, here.purses.get(it, 0) + (self.credit if it == coin else 0)) for it in coins)
        wish = self.coin_wish if self.coin_wish != coin else ""
        return (here.number, here.name, coin, purses, self.trying is not None, *tried, leaving, wish, days)

    def shuffle(self) -> tuple[Any, ...] | None:
        view = self.view
        if not view.placard.automatic:
            return None
        now = view.shuffle
        mine, mixed = self.me in now.digests, now.parts is not None
        names = tuple(sorted(now.digests))
        return (self.table, now.round_no, now.commitment.hex(), names, mine, mixed, now.lost, self.is_unfair)

    # --- what cannot be -----------------------------------------------------------------------------------------------

    def cannot(self, opened: OpenWindow, answer: Answer, spendable: int) -> set[str]:
        """Every reason that holds; none: it can be."""
        view, window, why = self.view, opened.window, set()
        try:
            find_game(view.game, view.rules, **dict(view.house))
        except UnknownGame:
            why.add("no_rule_book")
        if len(answer.bets) > m.BETS_MAX:
            why.add("bad_stake")
        for spot, bet in answer.bets.items():
            if spot not in window.spots:
                why.add("unknown_spot")
            elif not is_amount(bet):
                why.add("bad_stake")
        if answer.choice and answer.choice not in window.choices:
            why.add("illegal_decision")
        return why or self.over_limits(opened.id, answer.bets) | self.too_dear(opened.id, answer, spendable)

    def over_limits(self, window: Window, bets: Bets) -> set[str]:
        stands, why, felt = self.stands(window).bets, set(), self.view.round_felt
        for spot, bet in bets.items():
            limit = self.limit(window, spot)
            tops = [] if limit is None or limit.max is None else [limit.max]
            if limit is not None and "/" in spot and kind_of(spot) in find_face(self.view.game).within_initial:
                own = bets.get(Spot(f"{spot.split('/')[0]}/{shared_kind(self.view.game)}"), 0)
                tops += [own] if own else []
            if tops and bet > min(tops) and bet > stands.get(spot, 0):
                why.add("bad_stake")
        top = None if felt.total is None else felt.total.max
        if top is not None and _sum(bets) > max(top, _sum(stands)):
            why.add("too_much")
        return why

    def too_dear(self, window: Window, answer: Answer, spendable: int) -> set[str]:
        if _sum(answer.bets) <= spendable:
            return set()
        more = self.holds(window, answer) - self.holds(window, self.wanted.get(window))
        return {"credit"} if more > max(0, spendable) else set()

    # --- a tap --------------------------------------------------------------------------------------------------------

    def wants(self, now_ms: int, given: t.Intent) -> None:
        getattr(self, f"_{snake(type(given).__name__)}", self._taps)(now_ms, given)

    def _taps(self, now_ms: int, given: Any) -> None:
        found, why, left_out = self._meaning(given)
        if not found:
            self.says(*why)
            return
        for opened, answer in found:
            no = set(self.in_the_way(now_ms)) or self.cannot(opened, answer, self.spendable)
            if not no:
                self._lays(opened.id, answer)
            self.says(*(no or left_out))
        if isinstance(given, t.UndoBet) and self.notice is None:
            self.undo = self.undo[:-2]

    def _lays(self, window: Window, answer: Answer) -> None:
        self.undo = [*self.undo, (window, self.shown(window))][-UNDO_KEPT:]
        asked = self.asked_in(window)
        if (answer.bets, answer.choice) == (asked.bets, asked.choice):
            self.wanted.pop(window, None)
        else:
            self.wanted[window] = answer

    def _meaning(self, given: Any) -> tuple[list[tuple[OpenWindow, Answer]], set[str], set[str]]:
        """The whole answers that it comes to; why there is none; why a part of it is left out."""
        match given:
            case t.PlaceBet(spot=spot, amount=amount):
                for opened in self.mine():
                    if spot in opened.window.spots:
                        if not is_amount(amount):
                            return [], {"bad_stake"}, set()
                        now = self.shown(opened.id)
                        bets = {**now.bets, spot: now.bets.get(spot, 0) + amount}
                        return [(opened, Answer(bets, now.choice or self._squeeze_in(opened)))], set(), set()
            case t.TakeBack(spot=spot, amount=amount):
                for opened in self.mine():
                    now = self.shown(opened.id)
                    if spot in now.bets:
                        if not is_amount(amount):
                            return [], {"bad_stake"}, set()
                        less = {it: bet - amount * (it == spot) for it, bet in now.bets.items()}
                        return (
                            [(opened, Answer({it: bet for it, bet in less.items() if bet > 0}, now.choice))],
                            set(),
                            set(),
                        )
            case t.ClearBets():
                shown = [(opened, self.shown(opened.id)) for opened in self.mine()]
                return [(opened, Answer({}, it.choice)) for opened, it in shown if it.bets], {"closed"}, set()
            case t.DoubleBets():
                goals = {it.id: {spot: 2 * bet for spot, bet in self.shown(it.id).bets.items()} for it in self.mine()}
                return self._as_far_as(self.mine(), goals)
            case t.RepeatBets(times=times):
                return self._once_more({spot: times * bet for spot, bet in self.last_bets.items()})
            case t.PlaceSaved(place=place):
                whose, saved = self.saved
                return self._once_more(saved.get(place, {}) if whose == self.sits_for else {})
            case t.UndoBet():
                for opened in self.mine():
                    if self.undo and self.undo[-1][0] == opened.id:
                        before = self.undo[-1][1]
                        if SQUEEZE in opened.window.choices:
                            before = Answer(before.bets, self.shown(opened.id).choice)
                        return [(opened, before)], set(), set()
            case t.SetLayout(window_name=name, bets=bets, choice=choice):
                for opened in self.mine():
                    if name in ("", opened.window.name):
                        return [(opened, Answer(bets, choice))], set(), set()
            case _:
                raise TypeError(f"no opinion of {given}")
        return [], {"closed"}, set()

    def _once_more(self, bets: Bets) -> tuple[list[tuple[OpenWindow, Answer]], set[str], set[str]]:
        for opened in self.mine():
            goal = {spot: bet for spot, bet in bets.items() if spot in opened.window.spots}
            if goal:
                return self._as_far_as([opened], {opened.id: goal})
        return [], {"closed"}, set()

    def _as_far_as(
        self, windows: Iterable[OpenWindow], goals: Mapping[Window, Bets]
    ) -> tuple[list[tuple[OpenWindow, Answer]], set[str], set[str]]:
        """Each Bet whole, or left as it is, one after the other."""
        found: list[tuple[OpenWindow, Answer]] = []
        left_out: set[str] = set()
        spendable = self.spendable
        for opened in windows:
            now = answer = self.shown(opened.id)
            for spot, bet in goals[opened.id].items():
                if bet > answer.bets.get(spot, 0):
                    tried = Answer({**answer.bets, spot: bet}, now.choice or self._squeeze_in(opened))
                    no = self.over_limits(opened.id, tried.bets) | self.too_dear(opened.id, tried, spendable)
                    if no:
                        left_out = left_out or no
                    else:
                        answer = tried
            if answer is not now:
                spendable -= _sum(answer.bets) - _sum(now.bets)
                found.append((opened, answer))
        return found, left_out or {"closed"}, left_out

    # --- wishes of other kinds ----------------------------------------------------------------------------------------

    def _started(self, _now_ms: int, given: t.Started) -> None:
        self.starts(given.run, given.secret)

    def _checkpoint_made(self, _now_ms: int, _given: Any) -> None:
        """Nothing of it is the Player's."""

    _turning = _checkpoint_made

    def _put_away(self, _now_ms: int, given: t.PutAway) -> None:
        self.put_away = given.mark

    def _call_attendant(self, now_ms: int, given: t.CallAttendant) -> None:
        if self.unpaid and not given.wanted:
            self.says("wrong_state")
        else:
            self.call = None if given.wanted == self.calls else (given.wanted, given.reason, Again(now_ms))

    def _save_bets(self, _now_ms: int, given: t.SaveBets) -> None:
        if given.place not in range(t.SAVED_MAX):
            return
        whose, saved = self.saved
        kept = {place: bets for place, bets in saved.items() if whose == self.sits_for and place != given.place}
        bets = {spot: bet for opened in self.mine() for spot, bet in self.shown(opened.id).bets.items()}
        self.saved = (self.sits_for, {**kept, given.place: bets} if bets else kept)

    def _sit_down(self, now_ms: int, given: t.SitDown) -> None:
        refusal = seat_refused(self.view, self.me, given.box)
        no = {*self.in_the_way(now_ms), *([] if refusal is None else [refusal.reason])}
        self.says(*no)
        if not no:
            self.seat = None if self.view.sits_at(self.me) == given.box else (given.box, Again(now_ms))

    def _squeeze_in(self, opened: OpenWindow) -> str:
        """003 §3.12: the wish of who sits here; nobody inherits it."""
        wished = self.squeeze_of != 0 and self.squeeze_of == self.sits_for
        return SQUEEZE if wished and SQUEEZE in opened.window.choices else ""

    def _wish_squeeze(self, now_ms: int, given: t.WishSqueeze) -> None:
        self.squeeze_of = self.sits_for if given.wanted else 0
        for opened in self.mine():
            now = self.shown(opened.id)
            if SQUEEZE in opened.window.choices and (now.bets or now.choice):
                answer = Answer(now.bets, self._squeeze_in(opened))
                no = set(self.in_the_way(now_ms)) or self.cannot(opened, answer, self.spendable)
                if not no:
                    before = self.undo[:]  # of Bets alone; a full list forgets its first
                    self._lays(opened.id, answer)
                    self.undo = before if len(before) < UNDO_KEPT else before[1:]
                self.says(*no)

    def _turn_cards(self, now_ms: int, given: t.TurnCards) -> None:
        free = self.to_turn()
        draws = tuple(draw for draw in given.draws if draw in free)
        took_up = bool(free) and self.turns is None and not given.draws and not self.handled
        if draws or took_up:
            begun = () if self.turns is None else self.turns[0]
            self.turns = ((*begun, *draws), Again(now_ms))

    # --- what he is asked of his boxes --------------------------------------------------------------------------------

    def questions(self) -> Iterator[tuple[OpenWindow, Question]]:
        """As the face of the game has them; 003 §3.15: what he has answered holds when its window has closed, too."""
        round = public_round(self.view)
        mine = [it for it in self.mine() if it.window.respondents is not None]
        answered = {window: self.stands(window) for window in self.names}
        answered |= {opened.id: self.shown(opened.id) for opened in mine}
        names = self.names | {opened.id: opened.window.name for opened in mine}
        chosen = {names[window]: answer for window, answer in answered.items()}
        face = find_face(self.view.game)
        for opened in mine if round is not None else ():
            for question in face.questions(round, opened.window, self.me, self.bets(), chosen):
                yield opened, question

    def stands_on(self, opened: OpenWindow, question: Question) -> tuple[str, bool]:
        """The key of the answer that he has given to it, "" for none; and whether the log has that."""
        answer, place, stands = self.shown(opened.id), _place(question), self.stands(opened.id)
        key = ""
        if place and place in answer.bets:
            key = next((it.key for it in question.options if place in it.bets), "")
        elif place and place in self.passed.get(opened.id, ()):
            key = question.default
        elif answer.choice:
            of_others = bool(place) and bool(answer.bets) and len(opened.window.spots) > 1
            named = next((it.key for it in question.options if it.choice == answer.choice), "")
            key = question.default if of_others else named
        same = (answer.bets, answer.choice) == (stands.bets, stands.choice)
        chosen = next((it.bets for it in question.options if it.key == key), {})
        return key, bool(key) and same and (bool(answer.choice) or any(spot in answer.bets for spot in chosen))

    def _answer_box(self, now_ms: int, given: t.AnswerBox) -> None:
        asks = list(self.questions())
        about = [it for it in asks if it[1].box == given.box]
        chosen = next((it for it in about if _option(it[1], given.key) is not None), None)
        if chosen is None:
            self.says("closed")
            return
        option = _option(chosen[1], given.key)
        assert option is not None
        if option.why or (given.amount and not (option.spot and option.least <= given.amount <= option.adds)):
            self.says("illegal_decision")
            return
        bets = {option.spot: given.amount} if given.amount else dict(option.bets)
        self._gives(now_ms, chosen, asks, option.choice, bets)
        for other in about:
            if other is not chosen and self.notice is None:
                no = _option(other[1], other[1].default)
                self._gives(now_ms, other, asks, "" if no is None else no.choice, {})

    def _gives(
        self,
        now_ms: int,
        ask: tuple[OpenWindow, Question],
        asks: list[tuple[OpenWindow, Question]],
        choice: str,
        bets: dict[Spot, int],
    ) -> None:
        """A question of several in one window is about its own place; the window is answered with the last of them."""
        opened, question = ask
        place = _place(question)
        if place:
            others = {it: bet for it, bet in self.shown(opened.id).bets.items() if it != place}
            bets = {**others, **bets}
            passed = self.passed.setdefault(opened.id, set())
            (passed.discard if place in bets else passed.add)(place)
            open_yet = [_place(it[1]) for it in asks if it[0].id == opened.id]
            if any(it not in bets and it not in passed for it in open_yet):
                choice = ""
            elif bets:
                choice = next(it.choice for it in question.options if it.bets)
            else:
                no = _option(question, question.default)
                choice = "" if no is None else no.choice
        self._taps(now_ms, t.SetLayout(opened.window.name, bets, choice))

    # --- money --------------------------------------------------------------------------------------------------------

    def _may_ask(self, now_ms: int, key: bytes) -> bool | None:
        """None: it is asked already."""
        if key in self.asked or key in self.notes:
            return None
        why = {*(self.in_the_way(now_ms) if len(key) == 16 else ("bad_id",))}
        if self.view.placard.coins:
            why.add("coins")
        self.says(*why)
        if why:
            self.remembers_no(key)
        return not why

    def _no(self, key: bytes, why: Iterable[str]) -> bool:
        reasons = set(why)
        if reasons:
            self.says(*reasons)
            self.remembers_no(key)
        return bool(reasons)

    def of_an_hour(self, now_ms: int) -> int:
        return sum(amount for at_ms, amount in self.hour.values() if now_ms - at_ms < HOUR_MS)

    def _note_in(self, now_ms: int, given: t.NoteIn) -> None:
        if not self._may_ask(now_ms, given.id):
            return
        view, cap, why = self.view, self.view.placard.notes_per_hour, set()
        if view.phase is Phase.CLOSED:
            why.add("table_closed")
        if any(not HALTS[halt].pays for halt in view.halts):
            why.add("unconfirmed")
        if not is_amount(given.amount):
            why.add("bad_note")
        elif cap and self.of_an_hour(now_ms) + given.amount > cap:
            why.add("note_cap")
        if not self._no(given.id, why):
            self.hour[given.id] = (now_ms, given.amount)
            self.notes[given.id] = given.amount

    def _note_stacked(self, _now_ms: int, given: t.NoteStacked) -> None:
        if given.id in self.notes:
            currency = self.view.placard.currency
            self.asked[given.id] = m.BuyCredit(self.boot, self.run, given.id, self.notes.pop(given.id), currency)
        elif given.id not in self.asked:
            self.says("bad_note")

    def _note_returned(self, _now_ms: int, given: t.NoteReturned) -> None:
        if self.notes.pop(given.id, None) is not None:
            self.hour.pop(given.id, None)

    def _ticket_in(self, now_ms: int, given: t.TicketIn) -> None:
        if not self._may_ask(now_ms, given.id):
            return
        why = {"tickets_locked"} if self.locked else set()
        if not 1 <= len(given.ticket) <= 40:
            why.add("bad_ticket")
        if not self._no(given.id, why):
            self.asked[given.id] = m.InsertTicket(self.boot, self.run, given.id, given.ticket)

    def _cash_out(self, now_ms: int, given: t.CashOut) -> None:
        if not self._may_ask(now_ms, given.id):
            return
        why = {"stake_in_play"} if self.stake or self.sent else set()
        if not is_amount(given.amount) or given.amount > self.spendable:
            why.add("credit")
        if not self._no(given.id, why):
            self.asked[given.id] = m.CashOut(self.boot, self.run, given.id, given.amount)

    def _print_result(self, _now_ms: int, given: t.PrintResult) -> None:
        if given.id in self.asked:
            return
        if given.ticket not in self.tickets or len(given.state) > 20 or len(given.id) != 16:
            self.says("bad_ticket")
        else:
            self.asked[given.id] = m.ReportPrint(self.boot, self.run, given.id, given.ticket, given.state)

    # --- participants (004) -------------------------------------------------------------------------------------------

    def _sign_on_here(self, now_ms: int, given: t.SignOnHere) -> None:
        why = set(self.in_the_way(now_ms, signing_on=True))
        figures = given.number.isdecimal() and given.pin.isdecimal()
        if not (figures and 6 <= len(given.pin) <= 12 and 3 <= len(given.number) <= 8 and len(given.id) == 8):
            why.add("bad_number")
        self.says(*why)
        if why or self.trying is not None:
            return
        self.trying, self.tried = (given.id, given.number, given.pin, Again(now_ms)), None
        here = "" if self.here is None else self.here.number
        others = {here, self.unlocked_by if self.unlocked else ""} - {"", given.number}
        if others:
            self.locks()

    def _sign_off_here(self, _now_ms: int, _given: Any) -> None:
        self.trying = self.tried = None
        self.locks()

    def _choose_coin(self, now_ms: int, given: t.ChooseCoin) -> None:
        why = set(self.in_the_way(now_ms))
        if given.coin not in self.view.placard.coins:
            why.add("no_coin")
        if self.stake or self.sent:
            why.add("stake_in_play")
        self.says(*why)
        if not why:
            self.wanted, self.undo, self.coin_wish = {}, [], given.coin

    def _exclude_myself(self, _now_ms: int, given: t.ExcludeMyself) -> None:
        if self.is_open and self.here is not None and 1 <= given.days <= m.EXCLUSION_MAX:
            self.exclusion = (self.here.number, given.days)


def _sum(bets: Bets) -> int:
    return sum(bets.values())


def _option(question: Question, key: str) -> Option | None:
    return next((it for it in question.options if it.key == key and it.choice), None)


def _place(question: Question) -> Spot:
    if question.kind != question.window:
        return Spot("")
    return next((spot for it in question.options for spot in it.bets), Spot(""))
