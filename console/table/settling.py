"""When money moves: certificates, rulings, voids, and corrections of Rounds that were settled.

Lines come from `games.settlement`, who may rule from `games.rulings`. A settlement is one decision for all terminals:
it ends whole or not at all. What is asked here before the first fact is what only the table knows; the rest of the no
is in `protocol.moves`.
"""

from typing import Any, Final

from msgspec import Struct

from console.table.playing import NO_HAND, rule, settle_down
from console.table.state import Facts, TableCore
from games.cards import Card
from games.catalog import UnknownGame
from games.correction import Change, OtherFaces, PlayedRound, before_void, changes, removal, with_other_faces
from games.money import check
from games.round import CardDrawn, HandId, HandRemoved, InterimSettled, PlayerId, Reconstructed, Refusal, Ruled, Voided
from games.rulings import Position, Topic, may_rule, who_corrects
from games.settlement import Line, cards_of, corrected_acts, final_lines, less, refold, settle
from protocol import events
from protocol import messages as m
from protocol.halts import ENDED_BY_CORRECTION, ENDED_BY_RULING, Halt, ended_by_void
from protocol.ledger import share_out
from protocol.legality import no_void
from protocol.moves import title
from protocol.view import Phase

INTERIM = InterimSettled()
OF_THE_SET: Final = (
    Topic.FOREIGN_CARD,
    Topic.MISCOUNT,
    Topic.UNSHUFFLED,
)  # after such a Void it leaves play (READINGS)


# --- certificates ----------------------------------------------------------------------------------------------


def verify_certificate(table: TableCore) -> Refusal | None:
    if table.state.turners:
        return Refusal("face_down", "a card lies face down: its Player turns it, or its time ends")
    if _is_over(table):
        return None
    refusal = table.game.rule(table.round, INTERIM)
    if refusal is None:
        return None
    return Refusal("not_finished", "the Round is not over, and nothing is settled in between", refusal.paragraph)


def certify(table: TableCore, digest: bytes) -> Facts:
    """001 §3.13, §5.6, §5.10: the Dealer has compared; money moves in the same commit."""
    round_no, over, closed_seq = table.view.round_no, _is_over(table), table.state.closed_seq
    paid_before = bool(table.state.paid)
    applied, terminals = table.forgotten.applied, table.ledger.sittings
    seen = tuple([PlayerId(it) for it, seq in applied.items() if it in terminals and seq >= closed_seq])
    yield events.Certified(round_no, digest, seen)
    if not over:
        yield from rule(table, INTERIM, "")
    yield from _settle(table)
    if over:
        yield events.RoundEnded(round_no, void=False)
    if over and paid_before:  # 001 §5.6, 003 §1.17: on other cards, perhaps, than those that lie there now
        yield from _pay_otherwise(table, round_no)


def _pay_otherwise(table: TableCore, round_no: int) -> Facts:
    """The Round has ended, and some lines of it that were paid before are not those that its cards make."""
    was = table.state.settled[round_no]
    for change in changes(table.game, table.round, was):
        yield _new_lines(table, round_no, was.sittings[change.terminal], change)


def _is_over(table: TableCore) -> bool:
    return table.view.phase is Phase.RESULT and table.game.finished(table.round)


def _settle(table: TableCore) -> Facts:
    """001 §5.2.1: one entry for each terminal with Bets, dark or not: all lines that are decided and not yet paid."""
    make = final_lines if table.game.finished(table.round) else settle
    for terminal, bets in table.windows.players().items():
        lines = _unpaid(table, terminal, make(table.game, table.round, terminal, bets))
        if lines:
            sitting = table.ledger.sitting(terminal)
            check(sitting is not None, f"{terminal} is settled without a sitting")
            yield events.Settled(table.view.round_no, terminal, sitting or 0, lines)


def _unpaid(table: TableCore, terminal: PlayerId, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    paid = {line.spot for line in table.state.paid.get(terminal, ())}
    return tuple(line for line in lines if line.spot not in paid) if paid else lines


# --- rulings ---------------------------------------------------------------------------------------------------


def verify_ruling(table: TableCore, order: m.Rule) -> Refusal | None:
    return table.game.rule(table.round, order.act, order.paragraph)


def make_ruling(table: TableCore, now_ms: int, act: Ruled, paragraph: str) -> Facts:
    if isinstance(act, Voided):
        yield from void(table, now_ms, act)
        return
    left_over = yield from rule(table, act, paragraph)
    yield from settle_down(table, now_ms)
    if left_over:
        yield from table.halt(Halt.SURPLUS, "a card is left over")
    yield from table.clear(now_ms, *(it for it in ENDED_BY_RULING if not (left_over and it is Halt.SURPLUS)))


def void(table: TableCore, now_ms: int, act: Voided) -> Facts:
    """001 §1.20, §5.11: no result, every Bet returned, at once and for all. 003 §5.17: so what an Interim Settlement
    has paid or collected is taken back, like lines that are corrected.
    """
    round_no = table.view.round_no
    yield from rule(table, act, act.paragraph)
    yield from _settle(table)
    yield events.RoundEnded(round_no, void=True)
    yield from _pay_otherwise(table, round_no)
    topic = table.game.rulings.topic(act.paragraph)
    if topic in OF_THE_SET:
        yield events.SetWithdrawn(act.paragraph)
    yield from table.clear(now_ms, *ended_by_void(topic))


def verify_answer(table: TableCore, order: m.AnswerInterruption) -> Refusal | None:
    """Asked again with the cards that lie face down: of those no picture tells."""
    return no_void(table.view.game) if order.affects and table.game.established(table.round) else None


def answer_interruption(table: TableCore, now_ms: int, *, affects: bool) -> Facts:
    """001 §5.1.1, §5.1.2. An established outcome is concluded whatever the answer."""
    established = table.game.established(table.round)
    yield events.InterruptionAnswered(table.view.round_no, affects, now_ms + table.open_ms())
    if affects and not established:
        yield from void(table, now_ms, Voided(table.game.rulings.paragraph(Topic.INTERRUPTED)))


# --- cards on the wrong side ---------------------------------------------------------------------------------------


def verify_sides(table: TableCore, order: m.ReportWrongSides) -> Refusal | Reconstructed:
    """001 §5.5: the cards as they lie. They are those that were drawn, elsewhere; how they were drawn is known."""
    view, paragraph = table.view, table.game.rulings.paragraph(Topic.WRONG_SIDE)
    if table.state.hidden or view.surplus:
        return Refusal("surplus", "a card lies face down or beside: that is ruled on first", paragraph)
    lying = {hand: tuple(cards) for hand, cards in order.hands.items() if cards}
    right = {hand: tuple(cards) for hand, cards in view.hands.items() if cards}
    if lying == right:
        return Refusal("as_dealt", "they lie as they were dealt", paragraph)
    drawn = cards_of(view.acts)
    said = [card.text for cards in lying.values() for card in cards]
    if set(lying) - set(table.game.hands(table.round)) or sorted(said) != sorted(card.text for card in drawn):
        return Refusal("other_cards", "these are not the cards of the Round", paragraph)
    act = Reconstructed(drawn)
    return table.game.rule(table.round, act, paragraph) or act


def report_sides(table: TableCore, now_ms: int, order: m.ReportWrongSides, act: Reconstructed) -> Facts:
    yield events.SidesReported(table.view.round_no, order.hands)
    yield from make_ruling(table, now_ms, act, table.game.rulings.paragraph(Topic.WRONG_SIDE))


# --- other cards, before the certificate -------------------------------------------------------------------------


class OtherCards(Struct, frozen=True):
    """The Round as it is with the cards that lie on the felt."""

    found: OtherFaces
    foreign: bool


def verify_other_cards(table: TableCore, cards: tuple[Card, ...]) -> Refusal | OtherCards:
    paragraph = table.game.rulings.paragraph(Topic.CARDS_PREVAIL)
    if table.state.hidden:
        return Refusal("face_down", "a card lies face down: it is corrected when it is turned", paragraph)
    view = table.view
    found = with_other_faces(table.game, view.round_felt, view.acts, table.state.aside.acts(view), cards)
    if found is None:
        return Refusal("other_round", _OTHER_QUESTIONS, paragraph)
    return OtherCards(found, _foreign_among(table, cards))


def correct_cards(table: TableCore, now_ms: int, other: OtherCards) -> Facts:
    """001 §5.10: the cards on the felt outrank the screen. The Round is folded again from them."""
    game, found, round = table.game, other.found, other.found.round
    hands: dict[HandId, tuple[Card | None, ...]] = dict(game.hands(round))
    surplus, due = game.surplus(round), game.expects(round) or NO_HAND
    view, beside = table.view, tuple(table.state.aside.beside)
    others = beside[: len(beside) - view.surplus]
    before = view.surplus
    yield events.CardsCorrected(view.round_no, found.cards, hands, len(surplus), due, found.places)
    if surplus or before:
        yield events.SurplusSeen((*others, *less(surplus, found.beside), *found.beside))
    yield from settle_down(table, now_ms)
    flaws = [*([Halt.SURPLUS] if surplus else []), *([Halt.FOREIGN_CARD] if other.foreign else [])]
    for flaw in flaws:
        yield from table.halt(flaw, "after the correction of the cards")
    yield from table.clear(now_ms, *(it for it in ENDED_BY_CORRECTION if it not in flaws))


def _foreign_among(table: TableCore, cards: tuple[Card, ...]) -> bool:
    """001 §5.3.1: with these cards instead of those on record, is one more often there than there are decks?"""
    view, shoe = table.view, table.view.shoe
    if view.round_no < shoe.first_round:
        return False  # some are of the set before
    drawn, foreign = list(table.copies()), list(shoe.foreign)
    for card in [act.card for act in table.state.aside.acts(view) if isinstance(act, CardDrawn)]:
        if card in foreign:
            foreign.remove(card)
        else:
            drawn[card.number] -= 1
    for card in cards:
        drawn[card.number] += 1
    return any(copies > shoe.decks for copies in drawn)


# --- a Round that is settled -------------------------------------------------------------------------------------

_OTHER_QUESTIONS = "with these cards the Round would have asked the Players something else"


class Correction(Struct, frozen=True):
    """A settled Round as it should have ended, and whose lines change."""

    event: events.RoundCorrected
    was: PlayedRound
    changes: tuple[Change, ...]


def verify_correction(
    table: TableCore, round_no: int, cards: tuple[Card, ...], paragraph: str, position: Position
) -> Refusal | Correction:
    """With these cards, or (with a paragraph) without a result. All by the rule book that the Round was played by: what
    the table has been opened as since is of no account.
    """
    was, about = table.settled_round(round_no), table.game.rulings.paragraph(Topic.CORRECTION)
    if was is None or was.void:
        return Refusal("no_such_round", f"round {round_no} is not on record as settled", about)
    try:
        game = was.rule_book()
    except UnknownGame as error:  # of a checkpoint that is older than this program
        return Refusal("no_rule_book", str(error), about)
    about = game.rulings.paragraph(Topic.CORRECTION)
    begun = table.view.round_no > round_no or table.view.in_round
    who = who_corrects(game.rulings, next_round_begun=begun)
    if who is None or position < who:
        return Refusal("not_entitled", "nobody any more" if who is None else f"this is for a {title(who)}", about)
    acts = was.acts if paragraph else tuple(corrected_acts(was.acts, cards))
    round: Any = refold(game, was.felt, acts)
    if round is None:
        return Refusal("other_round", _OTHER_QUESTIONS, about)
    if paragraph:
        refusal = game.rule(round, Voided(paragraph)) or may_rule(game.rulings, paragraph, Voided, position)
        if refusal is not None:
            return refusal
        reaching = game.rulings.voids_settled
        if reaching is not None and game.rulings.topic(paragraph) not in reaching:
            return Refusal("illegal_ruling", f"§{paragraph} does not reach back: earlier Rounds stand", paragraph)
        round = game.step(round, Voided(paragraph))
        cards = tuple(act.card for act in acts if isinstance(act, CardDrawn))
    if not game.finished(round) or (not paragraph and game.surplus(round)):
        return Refusal("not_finished", "these cards do not make a whole Round", about)
    hands: dict[HandId, tuple[Card | None, ...]] = dict(game.hands(round))
    corrected = events.RoundCorrected(round_no, cards, paragraph, hands, cards_of(was.acts))
    return Correction(corrected, was, changes(game, round, was))


def verify_removal(table: TableCore, round_no: int, order: m.VoidSettled, position: Position) -> Refusal | Correction:
    """002 §5.8, §5.8.1: a settled Round without the Hand of one box. Its cards stay as they lay."""
    was = table.settled_round(round_no)
    if was is None or was.void:
        return Refusal("no_such_round", f"round {round_no} is not on record as settled", order.paragraph)
    try:
        game = was.rule_book()
    except UnknownGame as error:
        return Refusal("no_rule_book", str(error), order.paragraph)
    refusal = may_rule(game.rulings, order.paragraph, HandRemoved, position)
    if refusal is not None:
        return refusal
    round: Any = refold(game, was.felt, was.acts)
    if round is None:
        return Refusal("other_round", _OTHER_QUESTIONS, order.paragraph)
    ruled = removal(game, round, order.box, order.paragraph, order.withdrawn)
    if isinstance(ruled, Refusal):
        return ruled
    for act in ruled:
        round = game.step(round, act)
    if not game.finished(round):
        return Refusal("not_finished", "the Round would go on without this Hand", order.paragraph)
    hands: dict[HandId, tuple[Card | None, ...]] = dict(game.hands(round))
    cards = cards_of(was.acts)
    corrected = events.RoundCorrected(round_no, cards, "", hands, cards, ruled)
    return Correction(corrected, was, changes(game, round, was))


def verify_void_taken_back(table: TableCore, round_no: int) -> Refusal | Correction:
    """001 §5.12 (READINGS): as if it had never been voided, if its cards make a whole Round; what was surplus (§5.4) is
    none of them. Whether they are the right ones is another question (§5.6), and can be asked afterwards.
    """
    was, about = table.settled_round(round_no), table.game.rulings.paragraph(Topic.ANYTHING_ELSE)
    if was is None or not was.void or (round_no == table.view.round_no and table.view.in_round):
        return Refusal("no_such_round", f"round {round_no} is not on record as void", about)
    try:
        game = was.rule_book()
    except UnknownGame as error:
        return Refusal("no_rule_book", str(error), about)
    begun = table.view.round_no > round_no
    if who_corrects(game.rulings, next_round_begun=begun) is None:  # 003 §5.6: it stands, as a result would
        return Refusal("not_entitled", "nobody any more", game.rulings.paragraph(Topic.CORRECTION))
    found = before_void(game, was)
    if found is None:
        return Refusal("not_finished", "its cards do not make a whole Round: there is no result to go back to", about)
    hands: dict[HandId, tuple[Card | None, ...]] = dict(game.hands(found.round))
    cards = cards_of(found.acts)
    return Correction(events.RoundCorrected(round_no, cards, "", hands, cards), was, changes(game, found.round, was))


def correct_round(table: TableCore, found: Correction) -> Facts:
    """001 §5.6, §5.3.3: reverse the old lines and post new ones; later Rounds are not touched (§5.8)."""
    sound = not table.has_foreign()
    yield found.event
    if sound and table.has_foreign():  # 001 §5.3.1, 002 §5.5.1: with the right cards the set is found to be none
        yield from table.halt(Halt.FOREIGN_CARD, f"a card more often than in {table.view.shoe.decks} decks")
    for change in found.changes:
        yield _new_lines(table, found.event.round_no, found.was.sittings[change.terminal], change)


def _new_lines(table: TableCore, round_no: int, sitting: int, changed: Change) -> events.LinesCorrected:
    terminal, before, after = changed.terminal, changed.before, changed.after
    shared = share_out(table.ledger, terminal, sitting, changed.amount)
    return events.LinesCorrected(round_no, terminal, sitting, before, after, *shared)
