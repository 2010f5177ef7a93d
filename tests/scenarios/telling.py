"""A fact in a few words, as a scenario compares it: what happened, to whom, by whom."""

from itertools import groupby
from typing import Final

from games.settlement import Line
from protocol import events as e
from protocol.fact import Fact

# Who comes and goes, proves himself, and what each terminal says: in no order that a scenario could know.
BESIDE: Final = frozenset(
    [
        *("SignOnTried", "SignedOn", "SignedOff", "OrderSigned", "TerminalJoined", "StartConfirmed", "ShoeBack"),
        *("LayoutRegistered", "Checkpointed", "CreditBought", "DayBegan"),
        # One Halted for each peer that confirms a start, and who does is chance.
        *("Halted unconfirmed", "Resumed unconfirmed"),
    ]
)

BEGUN: Final = ("OpenBets by Dora", "WindowOpened", "CloseBets by Dora", "WindowClosed by dealer")
CERTIFIED: Final = ("Certify by Dora", "Certified")


def dealt(cards: str) -> list[str]:
    """The first four cards of a Round, in turns (3.8)."""
    return [f"{card} to {('player', 'banker')[at % 2]}" for at, card in enumerate(cards.split())]


def tell(event: Fact) -> str:
    kind = type(event).__name__
    match event:
        case e.Ordered(by=by, second=second, order=order):
            return f"{type(order).__name__} by {by.name}" + (f" + {second.name}" if second is not None else "")
        case e.OrderProposed(by=by, order=order):
            return f"{type(order).__name__} proposed by {by.name}"
        case e.OrderRefused(by=by, order=order, refusal=refusal):
            return f"{type(order).__name__} of {'nobody' if by is None else by.name} refused: {refusal.reason}"
        case e.SignatureRefused(person=person, refusal=refusal):
            return f"signature of {person.name} refused: {refusal.reason}"
        case e.OrderWithdrawn(why=why):
            return f"withdrawn: {why}"
        case e.Halted(reason=reason) | e.Resumed(reason=reason):
            return f"{kind} {reason}"
        case e.WindowClosed(by=by):
            return f"{kind} by {by}"
        case e.CardDealt(hand=hand, card=card, entered=entered):
            return f"{card} to {hand}" + (" by hand" if entered else "")
        case e.SurplusSeen(cards=cards):
            return f"{kind} {' '.join(map(str, cards))}"
        case e.SurplusKept(cards=count):
            return f"{kind} {count}"
        case e.RulingMade(paragraph=paragraph, act=act):
            return f"{type(act).__name__} under {paragraph}"
        case e.SetWithdrawn(paragraph=paragraph):
            return f"{kind} under {paragraph}"
        case e.InterruptionAnswered(affects=affects):
            return f"{kind} {'affects' if affects else 'does not affect'}"
        case e.Settled(terminal=terminal, lines=lines):
            return f"{kind} {terminal} {_lines(lines)}"
        case e.LinesCorrected(terminal=terminal, before=before, after=after):
            return f"{kind} {terminal} {_lines(before)} -> {_lines(after)}"
        case e.RoundCorrected(round_no=_, void=void, cards=cards):
            return f"{kind} {f'void under {void}' if void else ' '.join(map(str, cards))}"
        case e.RoundEnded(void=void):
            return f"{kind} void" if void else kind
        case e.CardsCorrected(cards=cards):
            return f"{kind} {' '.join(map(str, cards))}"
        case e.HandPaid(terminal=terminal, amount=amount) | e.HousePaid(terminal=terminal, amount=amount):
            return f"{kind} {terminal} {amount}"
        case e.LayoutReturned(terminal=terminal, amount=amount):
            return f"{kind} {terminal} {amount}"
        case e.BetRejected(terminal=terminal, spot=spot, amount=amount, paragraph=paragraph):
            return f"{kind} {terminal} {spot} {amount} §{paragraph}"
        case e.HandHandled(terminal=terminal, box=box):
            return f"{kind} {terminal} {box}"
        case e.ShoeLoaded(mid_round=mid_round):
            return f"{kind} in a Round" if mid_round else kind
        case e.ShoeEnded(miscount=miscount):
            return f"{kind}, {miscount:+} cards"
        case e.CardTakenBack(card=card, hand=hand):
            return f"{card} taken back from {hand}"
        case e.RulingRecorded(text=text):
            return f"{kind} {text}"
        case _:
            return kind


def in_order(told: list[str]) -> list[str]:
    """Lines of several terminals follow each other in the order of their Bets, which is chance: by name instead."""

    def kind(at: int) -> object:
        word = told[at].partition(" ")[0]
        return word if word in ("Settled", "LinesCorrected", "LayoutReturned") else at

    return [text for _, places in groupby(range(len(told)), kind) for text in sorted(told[at] for at in places)]


def _lines(lines: tuple[Line, ...]) -> str:
    """What lay there, what went back, and under which paragraph."""
    return ", ".join(f"{line.spot} {line.staked}>{line.returned} §{line.verdict.paragraph}" for line in lines)
