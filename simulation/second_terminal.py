"""A second opinion of a Player Terminal: all that it must know, from what it was told and what was wanted of it.

Written from DESIGN 4.2 and the readings; imports nothing of `terminal/` but its words (intents, records, `Notice`).
It is given each input and each entry of the log that the terminal has copied, and says what must stand afterwards:
what was registered and what is on its way, whose money is there, what is in dispute and why, what is told to whom.
The picture of the table and the rule books are those of everybody: other checks hold them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.round import Answer, CardDrawn, Handled, Spot, Voided
from games.settlement import Line, corrected_acts, unvoided_acts
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.picture import Picture
from simulation.oracle_shuffle import nonce_digest, order_of, seed_digest
from simulation.second_known import Known, Looked, Seen, Window, money_of, snake

ROUNDS_KEPT, HISTORY_KEPT = 100, 10


class SecondTerminal(Known):
    # --- its own journal ----------------------------------------------------------------------------------------------

    def starts(self, run: bytes, secret: bytes) -> None:
        self.boot, self.run, self.secret = self.boot + 1, run, secret
        self.says()

    def hears(self, now_ms: int, news: m.News) -> None:
        """What is no entry of the log."""
        self.heard_ms = now_ms
        ours = isinstance(news, m.Welcome | m.Denied) and (news.boot, news.run) == (self.boot, self.run)
        match news:
            case m.Welcome() if ours and not self.stopped and news.head_seq >= self.console_from:
                self.welcomed = max(news.head_seq, self.welcomed or 0)
            case m.Denied(why=why) if ours and why == m.Denial.SAY_HELLO:
                self.welcomed = None
            case m.Denied(why=why) if ours and why not in (m.Denial.WAIT, m.Denial.VERSION):
                self.shut_out, self.welcomed = why, None
            case m.Boxes() if not self.stopped and news.round_no == self.view.round_no:
                self.boxes = {it.box: it for it in news.boxes}
            case m.SignOnAnswer() if not self.stopped and self.trying is not None and self.trying[0] == news.id:
                self.unlocked = news.standing == m.Standing.RIGHT
                if self.unlocked:
                    self.unlocked_by = self.trying[1]
                self.trying, self.tried = None, news
            case _:
                pass

    def copies(self, seq: int, entry: m.SentEntry, chain: bytes) -> None:
        """Rule 8: this entry is the next of its copy."""
        self.seq, self.chain = seq, chain
        if entry.body is None:
            return
        event = decode_event(entry.body)
        self.view.apply(event)
        if entry.audience == self.me:
            self._moves(event)
        sent, noes = dict(self.sent), self.noes
        getattr(self, f"_see_{snake(type(event).__name__)}", self._sees_nothing)(seq, event, entry.audience)
        if self._tells_again(seq, event, sent, said_no=self.noes > noes):
            self.noes_told.append(seq)

    def _tells_again(self, seq: int, event: Any, sent: Mapping[Window, Any], *, said_no: bool) -> bool:
        """Is this a no to whoever reads it again, too? Of a wish that was never sent he knows nothing."""
        match event:
            case e.WindowOpened(id=window) if window.n == 1:
                self.back_told = (seq, {})
            case e.WindowClosed(id=window):
                hoped = sent[window][1].bets if window in sent else {}
                stands = self.stands(window).bets
                over = {spot: bet - stands.get(spot, 0) for spot, bet in hoped.items()}
                self.back_told = (seq, {spot: bet for spot, bet in over.items() if bet > 0})
                return window in sent
            case e.MoneyRefused(id=key) | e.ForeignTicketDeclined(id=key):
                self.refused_told += [(seq, key)] if key else []
            case e.Seated():
                return False
        return said_no

    def _sees_nothing(self, _seq: int, _event: Any, _audience: str) -> None:
        """Only the picture knows of it."""

    def stops(self) -> None:
        self.stopped, self.welcomed = "for good", None

    # --- windows ------------------------------------------------------------------------------------------------------

    def _see_window_opened(self, _seq: int, event: e.WindowOpened, _audience: str) -> None:
        if event.id.n == 1:
            self.own_cards, self.back, self.boxes, self.passed, self.turns = {}, {}, {}, {}, None
            self.says()
            if not self.sits:
                self.sits_for = 0

    def _up_to(self, window: Window, revision: int) -> None:
        self.revisions[window] = max(revision, self.revisions.get(window, 0))
        if window in self.sent and self.sent[window][0] <= revision:
            del self.sent[window]

    def _see_layout_registered(self, seq: int, event: e.LayoutRegistered, _audience: str) -> None:
        window = event.id
        self.registered[window], self.receipts[window] = event.answer, seq
        for name, opened in self.view.windows.items():
            if opened.id == window:
                self.names[window] = name
        self._up_to(window, event.revision)
        if event.answer.entered_by:
            self.wanted.pop(window, None)
            self.undo = [it for it in self.undo if it[0] != window]
            self.says("entered")

    def _see_layout_refused(self, _seq: int, event: e.LayoutRefused, _audience: str) -> None:
        window = event.id
        self._up_to(window, event.revision)
        wanted = self.wanted.get(window)
        if wanted is not None:
            part = self.part_that_goes(window)
            if (part.bets, part.choice) == (event.answer.bets, event.answer.choice):
                stands = self.stands(window)
                built = self.being_built(window, wanted.bets)
                spots = {**wanted.bets, **stands.bets}
                bets = {it: (wanted if it in built else stands).bets.get(it, 0) for it in spots}
                self.wanted[window] = Answer({it: bet for it, bet in bets.items() if bet}, stands.choice)
        self.says(event.refusal.reason)

    def _see_layout_returned(self, _seq: int, event: e.LayoutReturned, _audience: str) -> None:
        gone = [window for window, name in self.names.items() if name == event.window]
        for window in gone:
            if event.paragraph:
                lines = tuple((spot, bet, bet) for spot, bet in self.registered[window].bets.items())
                number, before = self.given_back
                self.given_back = (event.round_no, (*(before if number == event.round_no else ()), *lines))
            del self.registered[window], self.names[window]
            self.receipts.pop(window, None)
        if not gone:
            self.half_known = event.round_no
        if event.paragraph and event.amount:
            self.says("given_back")

    def _see_window_closed(self, _seq: int, event: e.WindowClosed, _audience: str) -> None:
        window = event.id
        self.revisions.pop(window, None)
        sent, wanted = self.sent.pop(window, None), self.wanted.pop(window, None)
        self.undo = [it for it in self.undo if it[0] != window]
        hoped = wanted or (None if sent is None else sent[1])
        stands = self.stands(window).bets
        over = {} if hoped is None else {spot: bet - stands.get(spot, 0) for spot, bet in hoped.bets.items()}
        self.back = {spot: bet for spot, bet in over.items() if bet > 0}
        if self.back:
            self.says("returned")
        elif hoped is not None:
            self.says("closed")

    def _see_bet_rejected(self, _seq: int, event: e.BetRejected, _audience: str) -> None:
        window = event.id
        if window not in self.registered:
            return
        answer = self.registered[window]
        bets = {spot: bet for spot, bet in answer.bets.items() if spot != event.spot}
        self.registered[window] = Answer(bets, answer.choice, answer.entered_by)
        wanted = self.wanted.get(window)
        if wanted is not None and wanted.bets.get(event.spot) == event.amount:
            bets = {spot: bet for spot, bet in wanted.bets.items() if spot != event.spot}
            self.wanted[window] = Answer(bets, wanted.choice, wanted.entered_by)
        self.undo = [it for it in self.undo if it[0] != window]
        self.says("rejected")

    def _see_seated(self, _seq: int, event: e.Seated, _audience: str) -> None:
        if event.terminal == self.me:
            self.seat = None
        elif self.seat is not None and event.box and self.seat[0] == event.box:
            self.seat = None
            self.says("taken")

    # --- cards that lie face down for him -----------------------------------------------------------------------------

    def lies(self, draw: int) -> bool:
        return draw < len(self.view.draws) and self.view.acts[self.view.draws[draw]] is None

    def to_turn(self) -> tuple[int, ...]:
        begun = () if self.turns is None else self.turns[0]
        return tuple(sorted(draw for draw in self.own_cards if self.lies(draw) and draw not in begun))

    @property
    def handled(self) -> bool:
        return any(isinstance(act, Handled) and act.player == self.me for act in self.view.acts)

    def _see_card_hidden(self, _seq: int, event: e.CardHidden, _audience: str) -> None:
        self.own_cards[event.draw] = event.card

    def _see_card_revealed(self, _seq: int, _event: Any, _audience: str) -> None:
        if self.turns is None:
            return
        begun, again = self.turns
        free, left = self.to_turn(), tuple(draw for draw in begun if self.lies(draw))
        over = not left and (bool(begun) or self.handled or not free)
        self.turns = None if over else (left, again)

    _see_hand_handled = _see_card_revealed

    def _see_cards_corrected(self, _seq: int, _event: Any, _audience: str) -> None:
        self.own_cards = {}

    # --- what becomes of his Bets -------------------------------------------------------------------------------------

    def _seen(self, number: int) -> Seen:
        view = self.view
        if number not in self.rounds:
            self.rounds[number] = Seen(view, number, whole=number == view.round_no != self.half_known)
            if len(self.rounds) > ROUNDS_KEPT:
                del self.rounds[next(iter(self.rounds))]
        seen = self.rounds[number]
        if number == view.round_no:
            seen.acts, seen.bets = view.acts, self.bets()
        return seen

    def _count(self, sitting: int, gain: int, rounds: int) -> None:
        of, result, played = self.sum_of
        if of != sitting:
            result = played = 0
        self.sum_of = (sitting, result + gain, played + rounds)

    def _disputes(self, seen: Seen, should: Iterable[Line]) -> None:
        if self.disputed != seen.number:
            self.disputed = seen.number
            self.opens_dispute(seen.number, money_of(should))

    def opens_dispute(self, number: int, lines: tuple[tuple[str, int, int], ...]) -> None:
        """What it says stands in the Dispute that it sends; its id is the terminal's to choose."""
        raise NotImplementedError

    def _see_settled(self, _seq: int, event: e.Settled, _audience: str) -> None:
        seen = self._seen(event.round_no)
        first, twice = not seen.paid, any(line.spot in seen.paid for line in event.lines)
        seen.sitting = event.sitting
        self._count(event.sitting, sum(line.returned - line.staked for line in event.lines), int(first))
        seen.paid.update({line.spot: line for line in event.lines})
        if not seen.whole:
            return
        should = seen.lines(self.me)
        if should is None:
            seen.unseen = True
        elif twice or not set(money_of(event.lines)) <= set(money_of(should)):
            self._disputes(seen, should)

    def _see_round_ended(self, _seq: int, event: e.RoundEnded, _audience: str) -> None:
        number, view = event.round_no, self.view
        self._disputes_foreign_nonce()
        seen = self._seen(number) if number in self.rounds else None
        back = self.given_back[1] if self.given_back[0] == number else None
        whose = seen.sitting if seen else self.sits_for if back is not None else 0
        lines = money_of(seen.paid.values()) if seen else back or ()
        self.history = [*self.history, Looked(number, view.void, whose, lines, False, ())][-HISTORY_KEPT:]
        self.hands_then[number] = dict(view.hands)
        if self.stake:
            self._disputes(self._seen(number), self._seen(number).lines(self.me) or ())
        elif seen is not None and seen.unseen:
            should = seen.lines(self.me)
            if should is not None and not set(money_of(seen.paid.values())) <= set(money_of(should)):
                self._disputes(seen, should)
        if self.registered:
            self.last_bets = next(iter(self.registered.values())).bets or self.last_bets
        self.registered, self.names, self.receipts = {}, {}, {}

    def _see_round_corrected(self, _seq: int, event: e.RoundCorrected, _audience: str) -> None:
        for place, looked in enumerate(self.history):
            if looked.number == event.round_no:
                changed = _changes(self.hands_then[looked.number], event.hands)
                self.hands_then[looked.number] = dict(event.hands)
                self.history[place] = looked._replace(void=event.void, corrected=True, changed=changed)
        seen = self.rounds.get(event.round_no)
        if seen is None:
            return
        acts: Iterable[Any] = [act for act in seen.acts if act is not None]
        if any(isinstance(act, Voided) for act in acts):
            acts = unvoided_acts(acts, event.cards)
        if event.void:
            seen.acts = [*acts, Voided(event.void)]
        elif event.ruled:
            seen.acts = [*acts, *event.ruled]
        else:
            seen.acts = corrected_acts(list(acts), event.cards)

    def _see_lines_corrected(self, seq: int, event: e.LinesCorrected, _audience: str) -> None:
        change = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
        gain = change - sum(line.staked for line in event.after) + sum(line.staked for line in event.before)
        if event.sitting == self.sum_of[0]:
            self._count(event.sitting, gain, 0)
        void = ""
        for place, looked in enumerate(self.history):
            if looked.number == event.round_no:
                self.history[place] = looked._replace(sitting=event.sitting, money=money_of(event.after))
                void = looked.void
        staked = sum(line.staked for line in event.after)
        due, owed = max(event.due, 0), max(event.owed, 0)
        self.correction = (*(seq, event.round_no, event.sitting, event.credited, due, owed, void, staked, self.credit),)
        seen = self.rounds.get(event.round_no)
        if seen is None:
            return
        was = {(line.spot, line.staked, line.returned) for line in event.before} <= set(money_of(seen.paid.values()))
        seen.paid = {spot: line for spot, line in seen.paid.items() if all(spot != it.spot for it in event.before)}
        seen.paid.update({line.spot: line for line in event.after})
        should = seen.lines(self.me) if seen.whole else None
        if should is None:
            return
        adds_up = event.credited + event.due == change + event.owed
        if not (was and adds_up and set(money_of(should)) <= set(money_of(seen.paid.values()))):
            self._disputes(seen, should)

    def _see_settlement_disputed(self, _seq: int, event: e.SettlementDisputed, _audience: str) -> None:
        self._answered(event.id)
        self.disputed = event.round_no

    def _see_dispute_ruled(self, _seq: int, _event: Any, _audience: str) -> None:
        still = [request.round_no for request in self.asked.values() if isinstance(request, m.Dispute)]
        self.disputed = max(still, default=0)

    # --- the shuffle --------------------------------------------------------------------------------------------------

    def _see_nonce_committed(self, seq: int, event: e.NonceCommitted, _audience: str) -> None:
        """After it was welcomed nobody else speaks for it: what it has not said itself is the House's."""
        since = self.welcomed
        late = since is not None and seq > since and bool(self.secret)
        if event.terminal == self.me and late and event.digest != self.said_nonces.get(event.round_no):
            self.found_foreign = event.round_no

    def _see_shuffle_opened(self, _seq: int, event: e.ShuffleOpened, _audience: str) -> None:
        view, last = self.view, self.view.shuffle.last
        if last is None or event.round_no != view.round_no or event.round_no == self.half_known:
            return
        self.is_unfair = not self._as_promised(last)
        if last.round_no in self.rounds:
            self.is_unfair |= self.me not in last.digests
            if self.is_unfair:
                self._disputes_shuffle(last.round_no)
        self._disputes_foreign_nonce()

    def _disputes_shuffle(self, number: int) -> None:
        self.is_unfair, seen = True, self.rounds[number]
        self._disputes(seen, seen.lines(self.me) or ())

    def finds_foreign_nonce(self) -> None:
        """At the end of the batch that told of it, and kept from then on."""
        if self.found_foreign:
            self.foreign_nonce, self.found_foreign = self.found_foreign, 0
            self._disputes_foreign_nonce()

    def _disputes_foreign_nonce(self) -> None:
        """The House has spoken for him in the Round that was opened last."""
        last, number = self.view.shuffle.last, self.foreign_nonce
        known = last is not None and last.round_no == number != self.half_known
        if known and number in self.rounds and not self.is_unfair:
            self._disputes_shuffle(number)

    def _as_promised(self, last: Any) -> bool:
        """004 §2.1.b: the seed that was promised, each nonce as it was bound, the cards in the order of both."""
        number = last.round_no
        if seed_digest(self.table, number, last.seed, last.salt) != last.commitment:
            return False
        parts = {part.terminal: part for part in last.parts}
        if parts.keys() != last.digests.keys():
            return False
        for name, part in parts.items():
            bound = nonce_digest(self.table, number, name, part.value) if part.opened else part.value
            if bound != last.digests[name]:
                return False
        order = order_of(self.table, number, last.seed, {name: it.value for name, it in parts.items()}, last.decks)
        acts = [self.view.acts[at] for at in self.view.draws]
        return all(not isinstance(act, CardDrawn) or act.card.text == order[at] for at, act in enumerate(acts))

    # --- a picture ----------------------------------------------------------------------------------------------------

    def restores(self, seq: int, chain: bytes, picture: Picture) -> None:
        """4.2: what the console has of it, where it has nothing itself."""
        own = picture.own
        self.seq, self.chain, self.view = seq, chain, picture.view
        self.coin = self.view.felt.plays.get(self.me, "")
        if self.coin == self.view.placard.currency:
            self.coin = ""
        self.books = {self.coin: [own.credit, own.stake]}
        self.last_sitting = own.sitting
        self.here, self.away = own.here, dict(own.away)
        for layout in own.layouts:
            self._up_to(layout.id, layout.revision)
            self.registered[layout.id] = layout.registered
            self.receipts[layout.id], self.names[layout.id] = layout.seq, layout.name
        if own.credit or own.stake:
            self._sits_down(own.sitting)
        self.disputed, self.latched, self.calls = own.disputed, own.latched, own.calls
        if own.stake != sum(self.bets().values()):
            self.half_known = self.view.round_no

    # --- what its wishes say (`second_wishes.py`) ---------------------------------------------------------------------

    def stands(self, window: Window) -> Answer:
        return self.registered.get(window, Answer())

    def part_that_goes(self, window: Window) -> Answer:
        raise NotImplementedError

    def being_built(self, window: Window, bets: Mapping[Spot, int]) -> set[Spot]:
        raise NotImplementedError


def _changes(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> tuple[tuple[str, int, str, str], ...]:
    found = []
    for hand in [*before, *(it for it in after if it not in before)]:
        was, now = before.get(hand, ()), after.get(hand, ())
        for place in range(max(len(was), len(now))):
            texts = ["" if place >= len(it) or it[place] is None else it[place].text for it in (was, now)]
            if texts[0] != texts[1]:
                found.append((str(hand), place, texts[0], texts[1]))
    return tuple(found)
