"""How a Round ends and what is ruled on it: certificates, Voids, Reconstructions, corrections (001 §3.13, section 5).

Only what an order or an interruption has asked for comes here; each function says what must be on record then.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from games.cards import Card
from games.round import CardDrawn, Reconstructed, Voided
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from simulation import oracle
from simulation.reference.cards import close_window, go_on, lay, see_surplus
from simulation.reference.money import correct_lines, forget_refusals, settle, written
from simulation.reference.people import BY_OTHER_CARDS, BY_RULING, BY_VOID, BY_VOID_UNDER, WITHDRAWS, is_established
from simulation.reference.state import READY, RECALLED_KEPT, Play, Settlement, faces
from simulation.reference.tape import Objection


def certify(play: Play, _command: m.Command, order: m.Certify) -> None:
    """001 §3.13, §5.6, §5.10: and the money moves in the same commit. On record is also who had seen the close."""
    certified = play.tape.take(e.Certified, round_no=play.round_no, cards_digest=order.cards_digest)
    closed = max(play.closes.values())
    seen = {name for name, seq in play.process.applied.items() if name in play.sittings and seq >= closed}
    if set(certified.acknowledged) != seen or len(certified.acknowledged) != len(seen):
        raise Objection(f"{seen} have said that they applied entry {closed}: {certified}")
    _end(play, void=False)


def void(play: Play, paragraph: str) -> None:
    """001 §1.20, §5.11: every Bet goes back, at once and for all; its cards are out of play."""
    close_window(play, "void")
    ruled = play.tape.take(e.RulingMade, round_no=play.round_no, act=Voided(paragraph), paragraph=paragraph, due="")
    play.is_laid(ruled.hands)
    # What everybody did not know is out of play, and is shown.
    _are(ruled.turned, [*play.surplus, *(face for face in play.shoe.waiting.values() if face)])
    if ruled.surplus or ruled.covered:
        raise Objection(f"nothing is left over of a Void Round: {ruled}")
    if play.surplus:
        play.surplus = []
        see_surplus(play)
    for face in play.shoe.waiting.values():
        play.shoe.count(face)
    play.shoe.waiting.clear()
    _end(play, void=True)
    if paragraph in WITHDRAWS:
        play.tape.take(e.SetWithdrawn, paragraph=paragraph)
        play.shoe.withdrawn = True
    play.clear(*BY_VOID, *BY_VOID_UNDER.get(paragraph, ()))


def _end(play: Play, *, void: bool) -> None:
    lines, sittings = settle(play, void=void)
    play.tape.take(e.RoundEnded, round_no=play.round_no, void=void)
    cards = (play.hands, list(play.drawn), void, list(play.beside))
    settled = Settlement(lines, sittings, *cards, play.round_felt)
    play.settled[play.round_no] = play.roads[play.round_no] = settled
    play.phase, play.due, play.surplus, play.undo = READY, "", [], 0
    play.kept, play.carried = [*play.carried, *play.kept], []
    forget_refusals(play)


def rule(play: Play, _command: m.Command, order: m.Rule) -> None:
    if isinstance(order.act, Voided):
        void(play, order.paragraph)
    elif isinstance(order.act, Reconstructed):
        _reconstruct(play, order.act, order.paragraph)


def _reconstruct(play: Play, act: Reconstructed, paragraph: str) -> None:
    """001 §1.17, §5.4, §5.5, §5.7: the cards in their intended order, and play goes on."""
    play.early = play.undo = 0
    before = play.surplus
    play.drawn = faces(act.cards)
    lay(play, play.drawn)
    left = len(play.surplus)
    # As everybody may know it: what is left over lies face down, and is not named.
    public = Reconstructed(act.cards[: len(act.cards) - left])
    ruled = play.tape.take(e.RulingMade, round_no=play.round_no, act=public, paragraph=paragraph, due=play.due)
    play.is_laid(ruled.hands)
    turned, covered = Counter(before) - Counter(play.surplus), Counter(play.surplus) - Counter(before)
    told = (Counter(faces(ruled.turned)), Counter(faces(ruled.covered)), ruled.surplus)
    if told != (turned, covered, left):
        raise Objection(f"{play.surplus} are left over, {before} were before: {ruled}")
    if before or left:
        see_surplus(play)
    left_over = bool(left)
    go_on(play)
    if left_over:
        play.halt(Halt.SURPLUS)
    play.clear(*(halt for halt in BY_RULING if not (left_over and halt is Halt.SURPLUS)))


def report_sides(play: Play, _command: m.Command, order: m.ReportWrongSides) -> None:
    """001 §5.5: as they lay is on record; then they are in the order in which they were drawn, and play goes on."""
    reported = play.tape.take(e.SidesReported, round_no=play.round_no)
    if dict(reported.hands) != dict(order.hands):
        raise Objection(f"{order.hands} was said: {reported}")
    ruled = play.tape.following
    if not isinstance(ruled, e.RulingMade) or not isinstance(ruled.act, Reconstructed):
        raise Objection(f"they must be Reconstructed: {ruled}")
    laid = oracle.deal(faces(ruled.act.cards))
    if sorted(faces(ruled.act.cards)) != sorted(play.drawn) or laid != (play.hands["player"], play.hands["banker"], []):
        raise Objection(f"the Hands were dealt as {play.hands}: {ruled}")
    _reconstruct(play, ruled.act, "5.5")


def correct_cards(play: Play, _command: m.Command, order: m.CorrectCards) -> None:
    """001 §5.10: the cards on the felt outrank the screen."""
    counted = play.round_no >= play.shoe.first_round  # else some are of the set before
    if counted:
        play.shoe.copies.subtract(play.drawn)
    play.drawn, play.undo = faces(order.cards), 0
    if counted:
        play.shoe.copies.update(play.drawn)
    before = play.surplus
    lay(play, play.drawn, before=play.early)
    in_hands = order.cards[play.early : len(order.cards) - len(play.surplus) + play.early]
    corrected = play.tape.take(e.CardsCorrected, round_no=play.round_no, cards=in_hands, due=play.due)
    play.is_laid(corrected.hands)
    if corrected.surplus != len(play.surplus):
        raise Objection(f"{play.surplus} are left over: {corrected}")
    if before or play.surplus:
        see_surplus(play)
    flaws = {Halt.SURPLUS} if play.surplus else set()
    go_on(play)
    if counted and play.shoe.foreign:
        flaws.add(Halt.FOREIGN_CARD)
    for flaw in sorted(flaws, reverse=True):
        play.halt(flaw)
    play.clear(*(halt for halt in BY_OTHER_CARDS if halt not in flaws))


def keep_surplus(play: Play, _command: m.Command, _order: m.KeepSurplus) -> None:
    """001 §5.4: the first cards of the next Round."""
    play.tape.take(e.SurplusKept, round_no=play.round_no, cards=len(play.surplus))
    if play.in_round:  # they are no cards of this Round any more
        play.drawn = [*play.hands["player"], *play.hands["banker"]]
        play.beside, play.early = [], 0
    play.kept, play.surplus = [*play.kept, *play.surplus], []
    if play.in_round:
        go_on(play)
    play.clear(Halt.SURPLUS)


def answer_interruption(play: Play, *, affects: bool) -> None:
    """001 §5.1.1, §5.1.2: an outcome that is established is concluded, whatever the answer."""
    established = is_established(play)
    deadline_ms = play.now_ms + play.countdown_ms
    play.tape.take(e.InterruptionAnswered, round_no=play.round_no, affects=affects, deadline_ms=deadline_ms)
    play.halts.discard(Halt.INTERRUPTED)
    play.deadline_ms = deadline_ms
    if affects and not established:
        void(play, "5.1.2")


def correct_round(play: Play, command: m.Command, order: m.Correct | m.VoidSettled) -> None:
    """001 §5.6, §5.3.3, §5.8: that Round's own lines, to the sitting that had played it."""
    was, round_no = play.settled[command.round_no], command.round_no
    paragraph = order.paragraph if isinstance(order, m.VoidSettled) else ""
    corrected = play.tape.take(e.RoundCorrected, round_no=round_no, void=paragraph)
    if sorted(faces(corrected.cards_before)) != sorted([*was.hands["player"], *was.hands["banker"], *was.beside]):
        raise Objection(f"the cards of round {round_no} were {was.hands}: {corrected}")
    if isinstance(order, m.Correct):
        cards = faces(order.cards)
        player, banker, _ = oracle.deal(cards)
        if round_no >= play.shoe.first_round:  # else the set that it was played from has gone
            play.shoe.copies.subtract([face for hand in was.hands.values() for face in hand])
            play.shoe.copies.update(cards)
        was.hands, was.drawn, was.beside = {"player": player, "banker": banker}, cards, []
    if sorted(faces(corrected.cards)) != sorted(was.drawn):
        raise Objection(f"the cards of round {round_no} were {was.drawn}: {corrected}")
    said = {str(hand): [card.text if card else "?" for card in cards] for hand, cards in corrected.hands.items()}
    if said != was.hands:
        raise Objection(f"the Hands of round {round_no} were {was.hands}: {corrected}")
    was.void = was.void or bool(paragraph)
    if round_no == play.round_no and not play.in_round:
        play.hands = was.hands  # they still lie there
    _may_halt(play)
    correct_lines(play, round_no, void=was.void)
    _may_halt(play)


def take_back_void(play: Play, command: m.Command, _order: m.TakeBackVoid) -> None:
    """001 §5.12 (READINGS): a Round that was whole has its result again, and the lines that follow from it."""
    was, round_no = play.settled[command.round_no], command.round_no
    corrected = play.tape.take(e.RoundCorrected, round_no=round_no, void="")
    if was.beside:  # 001 §5.4: out of play since the Void
        was.drawn, was.beside = [*was.hands["player"], *was.hands["banker"]], []
    if sorted(faces(corrected.cards)) != sorted(was.drawn):
        raise Objection(f"the cards of round {round_no} were {was.drawn}: {corrected}")
    said = {str(hand): [card.text if card else "?" for card in cards] for hand, cards in corrected.hands.items()}
    if said != was.hands:
        raise Objection(f"the Hands of round {round_no} were {was.hands}: {corrected}")
    was.void = False
    correct_lines(play, round_no, void=False)


def recall(play: Play, _command: m.Command, order: m.RecallRound) -> None:
    """001 §5.6: what is at hand is told at once, the rest is looked for."""
    if play.at_hand(order.round_no):
        _recalled(play, order.round_no)
    else:
        play.process.recalling = order.round_no


def hear_found(play: Play, given: Any) -> None:
    """Of a Round that the journal has, nobody says that it has not."""
    if play.process.recalling != given.round_no:
        return
    play.process.recalling = 0
    if given.round_no in play.settled:
        _recalled(play, given.round_no)
    else:
        play.tape.take(e.RecallFailed, round_no=given.round_no)


def _recalled(play: Play, round_no: int) -> None:
    """As it was settled, and corrected since: its money and its cards."""
    told, was = play.tape.take(e.RoundRecalled, round_no=round_no).played, play.settled[round_no]
    if (told.game, told.felt) != ("baccarat", was.felt):
        raise Objection(f"round {round_no} was played within {was.felt}: {told}")
    lines = {terminal: written(it) for terminal, it in told.lines.items()}
    if (lines, dict(told.sittings), told.void) != (was.lines, {it: was.sittings[it] for it in was.lines}, was.void):
        raise Objection(f"round {round_no} was {was}: {told}")
    if sorted(faces(cards_in(told.acts))) != sorted(was.drawn):
        raise Objection(f"the cards of round {round_no} were {was.drawn}: {told.acts}")
    if round_no in play.recalled:
        play.recalled.remove(round_no)
    play.recalled = [*play.recalled, round_no][-RECALLED_KEPT:]


def cards_in(acts: Iterable[Any]) -> tuple[Card, ...]:
    """As they were drawn, or as they were ruled to have been."""
    found: list[Card] = []
    for act in acts:
        match act:
            case CardDrawn(card=card):
                found.append(card)
            case Reconstructed(cards=cards):
                found = list(cards)
    return tuple(found)


def _may_halt(play: Play) -> None:
    """001 §5.3.1 after a correction: that the set is found to be none stops the table; `checks.py` sees to it."""
    following = play.tape.following
    if play.shoe.foreign and type(following) is e.Halted and following.reason is Halt.FOREIGN_CARD:
        play.halt(Halt.FOREIGN_CARD)


def _are(cards: tuple[Card, ...], wanted: list[str]) -> None:
    if faces(cards) != wanted:
        raise Objection(f"{wanted} are surplus, and {cards} are on record")
