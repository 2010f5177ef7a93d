"""When money moves: certificates, rulings, voids, and corrections of Rounds that were settled.

Lines come from `games.settlement`, who may rule from `games.rulings`. A settlement is one decision for all terminals:
it ends whole or not at all.
"""

from typing import Any, Final

from console.table.cashier import balance_due, balance_owed
from console.table.dealing import Dealing
from console.table.state import Said
from games.cards import Card
from games.catalog import UnknownGame
from games.correction import changes
from games.money import check
from games.round import (
    CardDrawn,
    Discarded,
    DrawnTogether,
    HandId,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Refusal,
    Ruled,
    Voided,
)
from games.rulings import Position, Topic, may_rule, who_corrects
from games.settlement import Line, corrected_acts, final_lines, refold, settle
from protocol import events
from protocol.ledger import totals
from protocol.view import Phase, cards_digest

# What a Void settles: the cards of the Round are out of play.
ENDED_BY_VOID: Final = (
    *("interrupted", "surplus", "card_missing", "foreign_card", "shoe_dry", "called", "card_conflict", "unshuffled"),
    "result_differs",
)


class Settling(Dealing):
    def _certify(self, digest: bytes) -> list[events.Event]:
        """001 §3.13, §5.6, §5.10: the Dealer has compared; money moves in the same commit."""
        view = self.view
        if digest != cards_digest(view):
            raise Said("other_cards", "these are not the cards of the Round any more: look again", "5.10")
        if view.surplus:
            raise Said("surplus", "a surplus card waits for a Ruling", "5.4")
        terminals = self.ledger.sittings
        seen = tuple(PlayerId(it) for it, seq in self.applied.items() if it in terminals and seq >= self.closed_seq)
        certified = events.Certified(view.round_no, digest, seen)
        if view.phase is Phase.RESULT and self.game.finished(self.round):
            return [certified, *self._settle(self.round), events.RoundEnded(view.round_no, void=False)]
        act = InterimSettled()
        refusal = self.game.rule(self.round, act)
        if refusal is not None:
            raise Said("not_finished", "the Round is not over, and nothing is settled in between", refusal.paragraph)
        draft = self.draft(0)
        draft.rule(act, "")
        return [certified, *draft.events, *self._settle(draft.round)]

    def _settle(self, round: Any) -> list[events.Event]:
        """One entry for each terminal with Bets: all lines that are decided and not yet paid."""
        written: list[events.Event] = []
        make = final_lines if self.game.finished(round) else settle
        for terminal, bets in self.windows.players().items():
            lines = self._unpaid(terminal, make(self.game, round, terminal, bets))
            if lines:
                sitting = self.ledger.sitting(terminal)
                check(sitting is not None, f"{terminal} is settled without a sitting")
                written.append(events.Settled(self.view.round_no, terminal, sitting or 0, lines))
        return written

    def _unpaid(self, terminal: PlayerId, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        paid = {line.spot for line in self.paid.get(terminal, ())}
        return tuple(line for line in lines if line.spot not in paid) if paid else lines

    def _rule(self, now_ms: int, act: Ruled, paragraph: str, position: Position) -> list[events.Event]:
        refusal = may_rule(self.game.rulings, paragraph, type(act), position) or self.game.rule(
            self.round, act, paragraph
        )
        if isinstance(act, Voided) and act.paragraph != paragraph:
            refusal = Refusal("illegal_ruling", "the paragraph of the Void is another one", paragraph)
        if refusal is not None:
            raise Said(refusal.reason, refusal.detail, refusal.paragraph)
        if isinstance(act, Voided):
            return self._void(now_ms, act)
        if self.view.shoe.pending:
            raise Said("card_missing", "a card of the Round is not known yet: enter it first", "5.3.3")
        if isinstance(act, Reconstructed | Discarded | DrawnTogether):
            self._none_kept()
        draft = self.draft(now_ms)
        left_over = draft.rule(act, paragraph)
        draft.settle_down()
        if left_over:
            return [*draft.events, *self.halt("surplus", "a card is left over"), *self.cleared(now_ms, "called")]
        return [*draft.events, *self.cleared(now_ms, "called", "surplus")]

    def _none_kept(self) -> None:
        """A card that was kept for the next Round lies no longer among the cards of this one."""
        if self.view.kept:
            raise Said("kept", "a card of this Round was kept for the next one: only a Void is left", "5.4")

    def _void(self, now_ms: int, act: Voided) -> list[events.Event]:
        """001 §1.20, §5.11: no result, every Bet returned, at once and for all."""
        draft = self.draft(now_ms)
        draft.rule(act, act.paragraph)
        returned = self._settle(draft.round)
        ended = events.RoundEnded(self.view.round_no, void=True)
        return [*draft.events, *returned, ended, *self.cleared(now_ms, *ENDED_BY_VOID)]

    def _interruption(self, now_ms: int, *, affects: bool) -> list[events.Event]:
        """001 §5.1.1, §5.1.2. An established outcome is concluded whatever the answer."""
        answered = events.InterruptionAnswered(self.view.round_no, affects, now_ms + self.view.countdown_ms)
        if not affects or self.game.established(self.round):
            return [answered]
        return [answered, *self._void(now_ms, Voided(self.game.rulings.paragraph(Topic.INTERRUPTED)))]

    def _correct_cards(self, now_ms: int, cards: tuple[Card, ...]) -> list[events.Event]:
        """001 §5.10: the cards on the felt outrank the screen. The Round is folded again from them."""
        view = self.view
        if len(cards) != len(view.draws) or view.shoe.pending:
            raise Said("other_cards", f"{len(view.draws)} cards were drawn, {len(cards)} are named", "5.10")
        self._none_kept()
        if self.hidden:
            raise Said("face_down", "a card lies face down: it is corrected when it is turned", "5.10")
        round: Any = refold(self.game, view.round_felt, corrected_acts(view.acts, cards))
        if round is None:
            raise Said("other_round", "with these cards the Round would have asked the Players something else", "5.10")
        hands: dict[HandId, tuple[Card | None, ...]] = dict(self.game.hands(round))
        surplus = self.game.surplus(round)
        due = self.game.expects(round) or HandId("")
        written: list[events.Event] = [events.CardsCorrected(view.round_no, cards, hands, surplus, due)]
        draft = self.draft(now_ms)
        draft.folded_again(round)
        draft.settle_down()
        found = [*(["surplus"] if surplus else []), *(["foreign_card"] if self._foreign_among(cards) else [])]
        halts = [event for reason in found for event in self.halt(reason, "after the correction of the cards")]
        reasons = [it for it in ("called", "card_conflict", "surplus", "foreign_card") if it not in found]
        return [*written, *draft.events, *halts, *self.cleared(now_ms, *reasons)]

    def _foreign_among(self, cards: tuple[Card, ...]) -> bool:
        """001 §5.3.1: with these cards instead of those on record, is one more often there than there are decks?"""
        shoe = self.view.shoe
        if self.view.round_no < shoe.first_round:
            return False  # some are of the set before
        drawn, foreign = list(shoe.drawn), list(shoe.foreign)
        for card in [act.card for act in self.view.acts if isinstance(act, CardDrawn)]:
            if card in foreign:
                foreign.remove(card)
            else:
                drawn[card.number] -= 1
        for card in cards:
            drawn[card.number] += 1
        return any(copies > shoe.decks for copies in drawn)

    def _correct(self, round_no: int, cards: tuple[Card, ...], void: str, position: Position) -> list[events.Event]:
        """001 §5.6, §5.3.3: reverse the old lines and post new ones; later Rounds are not touched (§5.8). All by the
        rule book that the Round was played by: what the table has been opened as since is of no account.
        """
        was = self.settled.get(round_no)
        if was is None or was.void:
            raise Said("no_such_round", f"round {round_no} is not on record as settled", "5.6")
        try:
            game = was.rule_book()
        except UnknownGame as error:  # of a checkpoint that is older than this program
            raise Said("no_rule_book", str(error), "5.6") from None
        begun = self.view.round_no > round_no or self.view.in_round
        who = who_corrects(game.rulings, next_round_begun=begun)
        if who is None or position < who:
            raise Said("not_entitled", "nobody any more" if who is None else f"this is for a {title(who)}", "5.6")
        acts = was.acts if void else tuple(corrected_acts(was.acts, cards))
        round: Any = refold(game, was.felt, acts)
        if round is None:
            raise Said("other_round", "with these cards the Round would have asked the Players something else", "5.6")
        if void:
            refusal = game.rule(round, Voided(void)) or may_rule(game.rulings, void, Voided, position)
            if refusal is not None:
                raise Said(refusal.reason, refusal.detail, refusal.paragraph)
            round = game.step(round, Voided(void))
        if not game.finished(round) or (not void and game.surplus(round)):
            raise Said("not_finished", "these cards do not make a whole Round", "5.6")
        hands: dict[HandId, tuple[Card | None, ...]] = dict(game.hands(round))
        shown = tuple(act.card for act in acts if isinstance(act, CardDrawn)) if void else cards
        written: list[events.Event] = [events.RoundCorrected(round_no, shown, void, hands)]
        for change in changes(game, round, was):
            sitting = was.sittings[change.terminal]
            written.append(self._new_lines(round_no, change.terminal, sitting, change.before, change.after))
        return written

    def _new_lines(
        self, round_no: int, terminal: PlayerId, sitting: int, before: tuple[Line, ...], after: tuple[Line, ...]
    ) -> events.LinesCorrected:
        """Never negative credit, and never another person's. A claim of the same sitting the other way comes first: who
        owes is paid nothing, and from him to whom something is due nothing else is taken, until that is used up.
        """
        change = totals(after)[1] - totals(before)[1]
        due = owed = 0
        if change > 0:
            owed = -min(change, balance_owed(self.ledger, terminal, sitting))
        else:
            due = -min(-change, balance_due(self.ledger, terminal, sitting))
        rest = change - due + owed
        runs = self.ledger.sitting(terminal) == sitting
        credited = max(rest, -self.ledger.credit(terminal)) if runs else 0
        if rest > credited:
            due += rest - credited
        else:
            owed += credited - rest
        return events.LinesCorrected(round_no, terminal, sitting, before, after, credited, due, owed)


def title(position: Position) -> str:
    return position.name.replace("_", " ").title()
