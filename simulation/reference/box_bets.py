"""Bets and answers at a table with boxes: what speaks against each, what goes back, and what a close makes of them."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.round import Answer, BoxBets, PlayerId, Window, WindowClosed
from protocol import events as e
from protocol import messages as m
from simulation.reference.box_rounds import Blackjack
from simulation.reference.box_state import NO_MORE, NOTHING, OF_THE_TABLE, WITHIN, BoxState, Said
from simulation.reference.tape import Objection


class BoxAnswers(BoxState):
    def _closing(self, window: Window) -> WindowClosed:
        """003 §5.14: what is registered now."""
        answers, kind = self.given.get(window.name, {}), window.kind
        if kind == "bets":
            players = tuple(who for who, it in answers.items() if it.bets)
            squeezing = tuple(who for who, it in answers.items() if it.choice == "squeeze")
            marks = self._marks(answers)
            return WindowClosed("bets", "", players, tuple(self._in_play()), marks, squeezing, "bets")
        if kind == "choice":
            decided = next((answers.get(who, NOTHING).choice for who in window.respondents or ()), "")
            return WindowClosed(window.name, decided or window.default, kind=kind, box=window.box)
        if kind in ("insurance", "follow"):
            players = tuple(who for who, it in answers.items() if it.bets)
            return WindowClosed(window.name, "", players, kind=kind, box=window.box)
        takes = tuple(who for who, it in answers.items() if it.choice not in ("", "continue", "decline"))
        choice = answers[takes[0]].choice if takes else window.default
        marks = ()
        if kind == "options" and isinstance(self.play, Blackjack):
            gone = {*takes, *self.play.withdrawn}
            marks = self._marks({who: it for who, it in self.given.get("bets", {}).items() if who not in gone})
        return WindowClosed(window.name, choice, takes, marks=marks, kind=kind, box=window.box)

    def _marks(self, answers: Mapping[PlayerId, Answer]) -> tuple[Any, ...]:
        """000 §3.26.1."""
        spots = dict.fromkeys(spot for it in answers.values() for spot in it.bets if spot.endswith(OF_THE_TABLE))
        return tuple(spots) if self.terms.game == "blackjack_plus" else ()

    def _in_play(self) -> Iterable[BoxBets]:
        """003 §3.11, §1.26: who sits there decides, else the highest Bet, of equal ones the first."""
        for box in range(1, self.round_felt.boxes + 1):
            on = self._on(box)
            if on:
                since, sits = self.raised.get(f"{box}/{self.main}", {}), self.round_felt.seats.get(box)
                order = sorted(on, key=lambda who: (who != sits, -on[who], since.get(who, 0)))
                yield BoxBets(box, tuple(order), sum(on.values()))

    def _on(self, box: int) -> dict[PlayerId, int]:
        spot = f"{box}/{self.main}"
        return {
            who: amount
            for who, it in self.given.get("bets", {}).items()
            if (amount := it.bets.get(spot, 0))  # type: ignore[call-overload]
        }

    # --- answers -----------------------------------------------------------------------------------------------------

    def _registers(self, event: e.LayoutRegistered) -> None:
        window, before = self._asked_in(event)
        against = self.against(window, event.terminal, event.answer, before, event.revision)
        if against:
            raise Objection(f"{against} speak against it: {event}, before: {before}")
        change = sum(event.answer.bets.values()) - sum(before.bets.values())
        if event.change != change:
            raise Objection(f"it adds {change}: {event}")
        answers = self.given.setdefault(window.name, {})
        if window.respondents is None:
            for spot, amount in event.answer.bets.items():
                if amount > before.bets.get(spot, 0):
                    self.raised.setdefault(spot, {})[event.terminal] = self.seq
        if event.answer.bets or event.answer.choice:
            answers[event.terminal] = event.answer
        else:
            answers.pop(event.terminal, None)
        self.said[event.id][event.terminal] = Said(event.revision, event.answer, self.seq, self.seq)
        if window.respondents is None:
            self._owed = self._excess()

    def _refuses(self, event: e.LayoutRefused) -> None:
        window, before = self._asked_in(event)
        against = self.against(window, event.terminal, event.answer, before, event.revision)
        if event.refusal.reason not in against:
            raise Objection(f"an unjust no, {against or 'nothing'} speaks against it: {event}, before: {before}")
        receipt = self.said[event.id].get(event.terminal, Said(0, NOTHING, 0, 0)).receipt
        self.said[event.id][event.terminal] = Said(event.revision, event.answer, receipt, self.seq)

    def _asked_in(self, event: e.LayoutRegistered | e.LayoutRefused) -> tuple[Window, Answer]:
        it = next((it for it in self.windows.values() if it.id == event.id), None)
        if it is None:
            raise Objection(f"it is not open (5.14): {event}")
        before = self.said[event.id].get(event.terminal)
        if before is not None and before.revision >= event.revision:
            raise Objection(f"revision {before.revision} was answered before: {event}")
        stands = self.given.get(it.window.name, {}).get(event.terminal, NOTHING)
        order = self.obeyed
        if isinstance(order, m.AnswerFor) and isinstance(event, e.LayoutRegistered) and event.answer.entered_by:
            bets = {spot: bet for spot, bet in {**stands.bets, **order.bets}.items() if bet}
            wanted = (bets, order.choice or stands.choice, order.terminal, order.window)
            if (dict(event.answer.bets), event.answer.choice, event.terminal, event.id) != wanted:
                raise Objection(f"{order} was said (5.18): {event}")
            return it.window, stands
        for given in self.inputs:
            said = getattr(given, "request", None)
            if isinstance(said, m.Answer) and (given.peer, said.window) == (event.terminal, event.id):
                bets = {spot: bet for spot, bet in said.bets.items() if bet}
                same = (bets, said.choice, said.revision)
                if same == (dict(event.answer.bets), event.answer.choice, event.revision):
                    return it.window, stands
        raise Objection(f"{event.terminal} has not said so: {event}")

    def against(self, window: Window, who: PlayerId, answer: Answer, before: Answer, revision: int) -> set[str]:
        """Every reason that speaks against this answer; any of them is a true one."""
        found, bets = set(), dict(answer.bets)
        if revision > NO_MORE:
            found.add("too_many")
        if self.latched.get(who):
            found.add("latched")
        if who in self.disputed:
            found.add("disputed")
        if not self.lost and window.respondents is not None and window not in self.play.asked():
            found.add("closed")
        if window.respondents is not None and who not in window.respondents:
            found.add("illegal_decision")
        if answer.choice and answer.choice not in window.choices:
            found.add("illegal_decision")
        unknown = [spot for spot in bets if spot not in window.spots]
        if unknown:
            found |= {"unknown_spot"} | (
                {"closed", "illegal_decision"} if window.kind in ("options", "order") else set()
            )
            found |= {"illegal_decision", "bad_stake"}
        change = sum(bets.values()) - sum(before.bets.values())
        if change > self._money(who, self.seq - self._reading)[0]:
            found.add("credit")
        if not unknown:
            if window.kind == "bets":
                found |= self._against_bets(who, bets, dict(before.bets))
            else:
                found |= self._against_answer(window, who, answer)
        return found

    def _against_bets(self, who: PlayerId, bets: dict[Any, int], before: dict[Any, int]) -> set[str]:
        felt = self.round_felt
        mine = [int(spot.partition("/")[0]) for spot in bets if spot.endswith(f"/{self.main}")]
        table = 0
        for spot, amount in bets.items():
            box, kind = int(spot.partition("/")[0]), spot.partition("/")[2]
            was, limit = before.get(spot, 0), felt.limits[kind]
            others = {player: bet for player, bet in self._on(box).items() if player != who}
            if kind == self.main:
                there = sum(others.values())
                if amount % 2 or (amount != was and amount + there < limit.min):
                    return {"bad_stake"}  # 5.2: the box has less than its minimum
                if amount > was:
                    sits = felt.seats.get(box) == who
                    lies = amount if sits else amount + there
                    if (limit.max is not None and lies > limit.max) or amount % limit.step:
                        return {"bad_stake"}
                continue
            if amount != was and (amount < limit.min or (amount > was and self._too_much(amount, limit))):
                return {"bad_stake"}
            if kind == OF_THE_TABLE:
                table += amount
                anywhere = mine or any(
                    player != who and spot.endswith(f"/{self.main}")
                    for player, it in self.given.get("bets", {}).items()
                    for spot in it.bets
                )
                if not anywhere:
                    return {"bad_stake"}
            elif box not in mine and not others:
                return {"bad_stake"}  # 3.9
            if kind in WITHIN and amount > self._initial_for(box, who, bets, others):
                return {"bad_stake"}
        if table:
            most = felt.limits[OF_THE_TABLE].max
            raised = any(bet > before.get(it, 0) for it, bet in bets.items() if it.endswith(OF_THE_TABLE))
            if raised and most is not None and table > most:
                return {"bad_stake"}
        total, was = sum(bets.values()), sum(before.values())
        if felt.total is not None and total not in (0, was):
            over = felt.total.max is not None and total > felt.total.max
            if total < felt.total.min or (total > was and (over or total % felt.total.step)):
                return {"bad_stake"}
        return set()

    @staticmethod
    def _too_much(amount: int, limit: Any) -> bool:
        return bool((limit.max is not None and amount > limit.max) or amount % limit.step)

    def _initial_for(self, box: int, who: PlayerId, bets: Mapping[Any, int], others: dict[PlayerId, int]) -> int:
        """003 §3.13.2.d: his own Initial Bet there; of who has none, the decider's."""
        mine = bets.get(f"{box}/{self.main}", 0)
        if mine or not others:
            return mine
        since, sits = self.raised.get(f"{box}/{self.main}", {}), self.round_felt.seats.get(box)
        return others[min(others, key=lambda it: (it != sits, -others[it], since.get(it, 0)))]

    def _excess(self) -> list[tuple[PlayerId, str]]:
        """003 §5.1: the newest Bets of Standing Players, each whole, until the box has no more than its maximum."""
        most, found = self.round_felt.limits[self.main].max, []
        answers = {who: dict(it.bets) for who, it in self.given.get("bets", {}).items()}
        for box in range(1, self.round_felt.boxes + 1):
            spot: Any = f"{box}/{self.main}"
            on, since, sits = self._on(box), self.raised.get(spot, {}), self.round_felt.seats.get(box)
            over = sum(on.values()) - (most or sum(on.values()))
            for who in sorted(on, key=lambda it: since.get(it, 0), reverse=True):
                if who != sits and over > 0:
                    over -= on[who]
                    found.append((who, str(spot)))
                    del answers[who][spot]
        if self.terms.game == "blackjack":
            for who in dict.fromkeys(who for who, _ in found):
                for side, amount in answers[who].items():
                    box, kind = int(side.partition("/")[0]), side.partition("/")[2]
                    if kind not in WITHIN:
                        continue
                    spot = f"{box}/{self.main}"
                    others = {it: bets[spot] for it, bets in answers.items() if it != who and spot in bets}
                    if amount > self._initial_for(box, who, answers[who], others):
                        found.append((who, str(side)))
        return found

    def _rejects(self, event: e.BetRejected) -> None:
        wanted = (event.terminal, str(event.spot))
        if wanted not in self._owed:
            raise Objection(f"{self._owed} must go back (5.1): {event}")
        self._owed.remove(wanted)
        name = self.names.get(event.id, "")
        answer = self.given[name][event.terminal]
        if answer.bets.get(event.spot) != event.amount:
            raise Objection(f"{answer.bets} stands: {event}")
        bets = {spot: bet for spot, bet in answer.bets.items() if spot != event.spot}
        if bets or answer.choice:
            self.given[name][event.terminal] = Answer(bets, answer.choice, answer.entered_by)
        else:
            del self.given[name][event.terminal]

    def _against_answer(self, window: Window, who: PlayerId, answer: Answer) -> set[str]:
        bets, choice, kind = dict(answer.bets), answer.choice, window.kind
        if (choice == "decline" and bets) or (choice in ("insure", "follow") and not bets):
            return {"illegal_decision"}
        initial = self.given.get("bets", {}).get(who, NOTHING).bets
        mine = initial.get(f"{window.box}/{self.main}", 0)  # type: ignore[call-overload]
        if kind == "insurance":
            for spot, amount in bets.items():
                box = spot.partition("/")[0]
                even = self.given.get(f"even_money/{box}", {}).get(who, NOTHING).choice == "even_money"
                if even:
                    return {"illegal_decision", "bad_stake"}
                if amount <= 0 or 2 * amount > initial.get(f"{box}/{self.main}", 0):  # type: ignore[call-overload]
                    return {"bad_stake"}  # 3.14.2.a
        elif kind == "even_money":
            insured = self.given.get("insurance", {}).get(who, NOTHING).bets
            if choice == "even_money" and f"{window.box}/insurance" in insured:
                return {"illegal_decision"}
        elif kind in ("choice", "follow"):
            split = choice == "split"
            if kind == "follow":
                split = window.spots[0].partition("/")[2].startswith("main")
                if not bets:
                    return set()
            elif choice not in ("split", "double"):
                return {"illegal_decision"} if bets else set()
            spot = window.spots[-1] if split else window.spots[0]
            if not mine:
                return {"illegal_decision"}
            if list(bets) != [spot]:
                return {"bad_stake"}
            amount = bets[spot]
            if amount <= 0 or amount > mine or (split and amount != mine):
                return {"bad_stake"}  # 3.21, 3.22
        elif bets:
            return {"unknown_spot", "closed", "illegal_decision"}
        return set()

    def _returns(self, event: e.LayoutReturned) -> None:
        answers = self.given.get(event.window, {})
        if event.terminal not in answers or sum(answers[event.terminal].bets.values()) != event.amount:
            raise Objection(f"{answers} stand: {event}")
        free = isinstance(self.obeyed, m.RuleOtherwise)
        if free:
            effect = getattr(self.obeyed, "effect", None)
            if not isinstance(effect, m.ReturnBets) or event.terminal not in effect.terminals:
                raise Objection(f"nobody has ruled so: {event}")
        elif event.window == "bets" or event.window in self.windows:
            raise Objection(f"it still stands: {event}")
        elif not self.lost and not self._is_asked_again(event.window, event.terminal, answers[event.terminal]):
            raise Objection(f"nothing takes it away: {event}")
        del answers[event.terminal]

    def _is_asked_again(self, name: str, who: PlayerId, answer: Answer) -> bool:
        """A Ruling took the question away; or it is asked anew, or another one in which the same Spot is bet on."""
        before = self._before
        if isinstance(before, e.LayoutReturned) and before.window == name:
            return True  # with that of another Player
        if isinstance(before, e.WindowClosed) and before.name == name and before.act is None:
            return True
        for window in self.play.asked():
            mine = window.respondents is None or who in window.respondents
            if window.name == name or (mine and any(spot in window.spots for spot in answer.bets)):
                return True
        return False
