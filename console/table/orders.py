"""What staff may want of the table, and what comes of it: the moves of `moves.py`, one by one.

An order that is refused is put on record with the reason; one that is obeyed is followed by its entries in the same
commit. Knows positions and second persons; who a person is, the shell says.
"""

from typing import Final

from msgspec import Struct

from console.table.cashier import balance_due, balance_owed
from console.table.reconcile import miscount
from console.table.settling import Settling, title
from console.table.state import Said
from games.catalog import find_game
from games.round import Refusal
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.loop import Decision, Reply
from protocol.moves import MOVE_FOR, Move, same_person
from protocol.view import Phase

# Reasons for a halt which a Supervisor may clear by saying that they are dealt with; the others need an act.
RESUMABLE: Final = frozenset({"called", "card_conflict", "miscount", "unshuffled", "shoe_faulty", "result_differs"})


class ShowEntry(Struct, frozen=True, gc=False):
    """For the shell: send this entry of the journal as a `See`."""

    seq: int


class Orders(Settling):
    def _ordered(self, now_ms: int, peer: str, command: m.Command, by: m.Person | None) -> Decision[events.Event]:
        if by is None:
            return Decision(self.alarm(peer, "an order came from a key that no person holds"))
        seq = self.orders.get(command.command_id) or self.lasting.get(command.command_id)
        if seq is not None:
            return Decision((), (Reply(peer, ShowEntry(seq)),))
        order, second = command.order, command.second
        try:
            self._entitled(MOVE_FOR[type(order)], command, by)
            written = self._obey(now_ms, command, by)
        except Said as said:
            return Decision((events.OrderRefused(command.command_id, by, second, order, said.refusal),))
        return Decision((events.Ordered(command.command_id, by, second, order), *written))

    def _entitled(self, move: Move, command: m.Command, by: m.Person) -> None:
        view, paragraph = self.view, move.paragraph
        if view.phase not in move.phases:
            raise Said("wrong_state", f"not while the table is {view.phase.value}", paragraph)
        if move.halted is not None and move.halted != view.halted:
            reasons = ", ".join(view.halts) or "nothing"
            raise Said("halted" if view.halted else "not_halted", f"the table is stopped by: {reasons}", paragraph)
        if move.of_round and command.round_no != view.round_no:
            raise Said("late", f"it is about round {command.round_no}, and this is {view.round_no}", paragraph)
        if by.position < move.who:
            raise Said("not_entitled", f"this is for a {title(move.who)} or above", paragraph)
        second = command.second
        if move.second is None:
            return
        if second is None or same_person(second.name, by.name):
            raise Said("second_person", "this needs a second, different person", paragraph)
        if max(second.position, by.position) < move.second:
            raise Said("second_person", f"one of the two must be a {title(move.second)} or above", paragraph)

    def _obey(self, now_ms: int, command: m.Command, by: m.Person) -> list[events.Event]:
        """The entries of an order that the state and the positions allow."""
        view = self.view
        match command.order:
            case m.OpenBets():
                return self._open_bets(now_ms)
            case m.CloseBets():
                self._names_window(command)
                draft = self.draft(now_ms)
                draft.close_all("dealer")
                draft.settle_down()
                return draft.events
            case m.Certify(cards_digest=digest):
                return self._certify(digest)
            case m.AddTime(more_ms=more):
                self._names_window(command)
                deadline = max(now_ms, self.deadline_ms or now_ms) + more
                return [events.TimeAdded(view.round_no, deadline - now_ms, deadline)]
            case m.Rule(act=act, paragraph=paragraph):
                return self._rule(now_ms, act, paragraph, Position(by.position))
            case m.EnterCard(card=card):
                return self._enter(now_ms, card)
            case m.CorrectCards(cards=cards):
                return self._correct_cards(now_ms, cards)
            case m.KeepSurplus():
                if not view.surplus:
                    raise Said("no_surplus", "no surplus card lies on the felt", "5.4")
                return [
                    events.SurplusKept(view.round_no, view.surplus),
                    *self._goes_on(now_ms),
                    *self.cleared(now_ms, "surplus"),
                ]
            case m.AnswerInterruption(affects=affects):
                if "interrupted" not in view.halts:
                    raise Said("not_interrupted", "the Round was not interrupted", "5.1")
                return self._interruption(now_ms, affects=affects)
            case m.CallSupervisor(detail=detail):
                return list(self.halt("called", detail))
            case m.Resume(reason=reason):
                return self._resume(now_ms, reason, command, by)
            case m.Correct(cards=cards):
                return self._correct(command.round_no, cards, "", Position(by.position))
            case m.VoidSettled(paragraph=paragraph):
                if command.round_no != view.round_no:
                    raise Said("late", "only the last Round, before the next one begins", "5.3.3")
                return self._correct(command.round_no, (), paragraph, Position(by.position))
            case m.RecordRuling(text=text):
                return [events.RulingRecorded(text)]
            case m.OpenTable() | m.SetLimits() | m.LoadShoe() | m.EndShoe() | m.CloseTable() | m.CloseDay():
                return self._house_keeping(now_ms, command.order)
            case _:
                return self._service(command.command_id, command.order)

    def _goes_on(self, now_ms: int) -> list[events.Event]:
        """What the Round had still to do when the surplus card stopped it: questions, and cards carried over."""
        if not self.view.in_round:
            return []
        draft = self.draft(now_ms)
        draft.settle_down()
        return draft.events

    def _names_window(self, command: m.Command) -> None:
        if command.window not in [opened.id for opened in self.view.windows.values()]:
            raise Said("late", "the window that it is about is not open", "3.7")

    def _open_bets(self, now_ms: int) -> list[events.Event]:
        shoe_view = self.view.shoe
        if not self.space:
            raise Said("storage", "the disk is full: no Round is begun that might not be written to its end")
        if not shoe_view.live or shoe_view.foreign or shoe_view.rounds_left == 0 or shoe_view.left == 0:
            raise Said("no_shoe", "load a shoe first", "2.2.1")
        if shoe_view.pending:
            raise Said("card_missing", "a card of the shoe is not accounted for", "5.3.3")
        draft = self.draft(now_ms)
        draft.begin(self.view.round_no + 1, self.view.felt)
        return draft.events

    def _house_keeping(self, now_ms: int, order: m.Order) -> list[events.Event]:
        view = self.view
        match order:
            case m.OpenTable():
                setup = self.setup
                game = find_game(setup.game, setup.rules, **setup.house)
                shown = events.TableOpened(
                    game.name, game.rules, self.felt, setup.countdown_ms, setup.house, setup.placard
                )
                return [shown]
            case m.SetLimits(felt=felt):
                return [events.LimitsSet(felt)]
            case m.LoadShoe(decks=decks, burn=burn, shuffled_by=shuffled_by, first_seq=first_seq):
                if decks not in self.game.decks:
                    few, many = self.game.decks[0], self.game.decks[-1]
                    raise Said("wrong_decks", f"this game is played with {few} to {many} decks", "2.2.1")
                if view.phase is not Phase.READY and not {"shoe_dry", "shoe_lost", "called"} & view.halts.keys():
                    raise Said("wrong_state", "in a Round only a stopped table changes its cards", "5.7.1")
                mid_round = view.phase is not Phase.READY
                next_seq = (view.shoe.last_seq if first_seq is None else first_seq) + 1
                loaded = events.ShoeLoaded(decks, burn, shuffled_by, next_seq, mid_round)
                of_old_set = ("surplus", "foreign_card", "card_missing", "card_conflict")
                cleared = self.cleared(now_ms, "shoe_dry", "miscount", "unshuffled", *(() if mid_round else of_old_set))
                return [loaded, *([] if burn else [events.ShoeLive()]), *cleared]
            case m.EndShoe(counted=counted):
                wrong = miscount(view.shoe, counted)
                halt = self.halt("miscount", f"{wrong:+d} cards") if wrong else ()
                return [events.ShoeEnded(counted, wrong), *halt]
            case m.CloseTable():
                return [events.TableClosed()]
            case m.CloseDay(day=day):
                if day <= view.day:
                    raise Said("late", f"the day {view.day} is closed already")
                return [events.DayClosed(day)]
        raise AssertionError(order)

    def _resume(self, now_ms: int, reason: str, command: m.Command, by: m.Person) -> list[events.Event]:
        if reason not in self.view.halts:
            raise Said("not_halted", f"{reason} does not stop the table")
        if reason == "history":
            second = command.second
            if by.position < Position.SHIFT_MANAGER or second is None or same_person(second.name, by.name):
                raise Said("not_entitled", "a Shift Manager and a second person find out whose log is true")
        elif reason not in RESUMABLE:
            raise Said("needs_act", f"{reason} is settled by an act, not by a word")
        return list(self.cleared(now_ms, reason))

    def _service(self, command_id: bytes, order: m.Order) -> list[events.Event]:
        ledger = self.ledger
        match order:
            case m.SellCredit(terminal=terminal, amount=amount):
                if not amount:
                    raise Said("bad_amount", "nothing was bought")
                if not self.peers.in_service(terminal):
                    raise Said("no_terminal", f"{terminal} is not in service here")
                key = command_id.rjust(16, b"\0")
                answer = m.BuyCredit(0, b"", key, amount)
                bought = self.cashier.answer(terminal, answer, ledger, None, self.chain)
                if isinstance(bought, events.MoneyRefused):
                    raise Said(bought.refusal.reason, bought.refusal.detail)
                return [bought]
            case m.PayTicket(ticket=number):
                paid = self.cashier.pay_ticket(number)
                if isinstance(paid, Refusal):
                    raise Said(paid.reason, paid.detail)
                return [paid]
            case m.PayByHand(terminal=terminal, amount=amount):
                sitting = ledger.sitting(terminal)
                if not 0 < amount <= ledger.credit(terminal) or sitting is None:
                    raise Said("credit", f"{terminal} has no credit of {amount}")
                return [events.HandPaid(terminal, sitting, amount)]
            case m.PayDue(terminal=terminal, sitting=sitting):
                amount = balance_due(ledger, terminal, sitting)
                if not amount:
                    raise Said("nothing_due", f"nothing is due to sitting {sitting} of {terminal}")
                return [events.DuePaid(terminal, sitting, amount)]
            case m.CollectOwed(terminal=terminal, sitting=sitting):
                amount = balance_owed(ledger, terminal, sitting)
                if not amount:
                    raise Said("nothing_owed", f"sitting {sitting} of {terminal} owes nothing")
                return [events.OwedCollected(terminal, sitting, amount)]
            case m.RuleDispute(terminal=terminal, text=text):
                round_no = self.peers.peer(terminal).disputed
                if not round_no:
                    raise Said("no_dispute", f"{terminal} disputes nothing")
                return [events.DisputeRuled(terminal, round_no, text)]
            case m.Enrol(terminal=terminal):
                return [events.TerminalEnrolled(terminal)]
            case m.Retire(terminal=terminal):
                if ledger.credit(terminal) or ledger.stake(terminal):
                    raise Said("credit", f"{terminal} holds money: pay it first")
                return [events.TerminalRetired(terminal)]
            case m.Attend(terminal=terminal):
                if not self.peers.peer(terminal).calls:
                    raise Said("no_call", f"{terminal} has not called")
                return [events.AttendantCalled(terminal, wanted=False)]
            case m.Latch(terminal=terminal, why=why):
                return [events.TerminalLatched(terminal, why, doubted=True)]
            case m.Unlatch(terminal=terminal):
                return [events.TerminalUnlatched(terminal)]
        raise AssertionError(order)
