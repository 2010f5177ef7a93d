"""Significant events, each with a code that stays: what surveillance, a technician or a laboratory looks for.

Pure. A code names a sort of event for ever: never renumber one. Texts are plain English for people who search; amounts
stand in them as on a screen, with their currency.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.cards import Card
from games.rulings import Position
from protocol import events as e
from protocol.alarm_words import ALARMS, in_english
from protocol.messages import Person

INFO: Final = "info"
NOTICE: Final = "notice"  # somebody should read it today
ALARM: Final = "alarm"  # somebody should have come at once

Write = Callable[[int], str]  # an amount, with its currency


class Code(NamedTuple):
    code: str
    severity: str
    text: Callable[[Any, Write], str]


def who(person: Person | None) -> str:
    """Sue (200, pit supervisor)"""
    if person is None:
        return "nobody"
    return f"{person.name} ({person.number}, {position(person.position)})"


def position(number: int) -> str:
    return Position(number).name.lower().replace("_", " ")


def order_name(order: object) -> str:
    return type(order).__name__


def _card(card: Card | None) -> str:
    return "a card that was not read" if card is None else card.text


def _paragraph(number: str) -> str:
    return f" (§{number})" if number else ""


# By groups: 1 the table, 2 shoe and cards, 3 a Round, 4 money, 5 terminals and other machines, 6 people, 7 keys.
CODES: Final[Mapping[type, Code]] = {
    e.ConsoleStarted: Code("E101", NOTICE, lambda it, _: f"the console has started, boot {it.boot}"),
    e.StartConfirmed: Code("E102", INFO, lambda it, _: f"{it.by} has confirmed the start at entry {it.seq}"),
    e.CurrencyBound: Code("E103", NOTICE, lambda it, _: f"amounts are in {it.currency}{' (training)' * it.training}"),
    e.TableOpened: Code("E104", INFO, lambda it, _: f"the table is open: {it.game}, rules {it.rules}"),
    e.TableClosed: Code("E105", INFO, lambda _, __: "the table is closed"),
    e.LimitsSet: Code("E106", NOTICE, lambda _, __: "limits were changed"),
    e.LeftOpen: Code(
        "E107",
        NOTICE,
        lambda it, write: (
            "left open: " + ", ".join(f"{item.what} {item.whose} {write(item.amount)}" for item in it.items)
        ),
    ),
    e.DayBegan: Code("E108", INFO, lambda it, _: f"the gaming day {it.day} has begun"),
    e.DayClosed: Code("E109", INFO, lambda it, _: f"the gaming day {it.day} is closed, from {it.since}"),
    e.DayDoubted: Code("E110", ALARM, lambda it, _: f"the clock says the day {it.day or 'that runs'} again"),
    e.ClockStepped: Code("E111", NOTICE, lambda it, _: f"the clock was set by {it.by_ms} ms"),
    e.Halted: Code("E120", ALARM, lambda it, _: f"halted, {it.reason}: {it.detail}{_paragraph(it.paragraph)}"),
    e.Resumed: Code("E121", NOTICE, lambda it, _: f"dealt with: {it.reason}"),
    e.Interrupted: Code(
        "E122",
        ALARM,
        lambda it, _: f"interrupted in a Round, {'an' if it.established else 'no'} outcome is established",
    ),
    e.InterruptionAnswered: Code(
        "E123", NOTICE, lambda it, _: f"the interruption {'affects' if it.affects else 'does not affect'} the Round"
    ),
    e.ShoeLoaded: Code(
        "E201", INFO, lambda it, _: f"a set of {it.decks} decks is loaded, shuffled by {it.shuffled_by}"
    ),
    e.ShoeEnded: Code(
        "E202", INFO, lambda it, _: f"the set has ended, {it.counted} counted, {it.miscount:+} miscounted"
    ),
    e.SetWithdrawn: Code("E203", ALARM, lambda it, _: f"the set is withdrawn{_paragraph(it.paragraph)}"),
    e.ShoeLost: Code("E204", ALARM, lambda _, __: "the shoe does not answer"),
    e.ShoeBack: Code("E205", NOTICE, lambda it, _: f"the shoe answers{f', serial {it.serial}' if it.serial else ''}"),
    e.ShoeSetAside: Code("E206", ALARM, lambda _, __: "the shoe is set aside: cards are told by hand"),
    e.CutCardSeen: Code("E207", INFO, lambda _, __: "the cut card has come"),
    e.ShoeEmptied: Code("E208", NOTICE, lambda _, __: "the shoe says that it is empty"),
    e.CardUnread: Code("E210", ALARM, lambda it, _: f"card {it.shoe_seq} of the shoe was not read"),
    e.CardIdle: Code("E211", ALARM, lambda it, _: f"card {it.shoe_seq} came while no Round was in play"),
    e.SurplusDrawn: Code("E212", ALARM, lambda it, _: f"card {it.shoe_seq} is one that no Hand wants"),
    e.SurplusKept: Code("E213", NOTICE, lambda it, _: f"{it.cards} cards are kept for the next Round"),
    e.CardTakenBack: Code("E214", NOTICE, lambda it, _: f"{it.card.text} was tapped wrong and taken back"),
    e.CardMatched: Code("E215", INFO, lambda it, _: f"the shoe tells late of {_card(it.card)}"),
    e.CardsCorrected: Code("E216", ALARM, lambda it, _: f"other cards: {' '.join(card.text for card in it.cards)}"),
    e.SidesReported: Code("E217", ALARM, lambda _, __: "cards lay on the wrong side"),
    e.RulingMade: Code("E301", NOTICE, lambda it, _: f"ruling: {order_name(it.act)}{_paragraph(it.paragraph)}"),
    e.RulingRecorded: Code("E302", NOTICE, lambda it, _: f"ruling of the Shift Manager: {it.text}"),
    e.RoundCorrected: Code(
        "E303",
        ALARM,
        lambda it, _: (
            f"round {it.round_no} was corrected: "
            + (f"void{_paragraph(it.void)}" if it.void else " ".join(card.text for card in it.cards))
        ),
    ),
    e.LinesCorrected: Code(
        "E304",
        NOTICE,
        lambda it, _: f"round {it.round_no}, {it.terminal}: credited {it.credited}, due {it.due}, owed {it.owed}",
    ),
    e.BetRejected: Code(
        "E305", NOTICE, lambda it, write: f"{it.terminal}: {write(it.amount)} on {it.spot} is more than its box takes"
    ),
    e.SettlementDisputed: Code(
        "E306", ALARM, lambda it, _: f"{it.terminal} computed other lines for round {it.round_no}"
    ),
    e.DisputeRuled: Code("E307", NOTICE, lambda it, _: f"dispute of {it.terminal} on round {it.round_no}: {it.text}"),
    e.CreditBought: Code("E400", INFO, lambda it, write: f"{it.terminal}: {write(it.amount)} of credit was bought"),
    e.NoteHeld: Code(
        "E401", ALARM, lambda it, write: f"{it.terminal}: note {it.note} of {write(it.amount)} is held: {it.why}"
    ),
    e.NoteCredited: Code(
        "E402", NOTICE, lambda it, write: f"{it.terminal}: note {it.note} of {write(it.amount)} is credit now"
    ),
    e.NoteCleared: Code(
        "E403",
        NOTICE,
        lambda it, write: (
            f"{it.terminal}: note {it.note} of {write(it.amount)} "
            + ("was paid back" if it.paid else "was not in the box")
        ),
    ),
    e.TicketIssued: Code("E410", INFO, lambda it, write: f"{it.terminal}: ticket {it.ticket} of {write(it.amount)}"),
    e.TicketAccepted: Code(
        "E411", INFO, lambda it, write: f"{it.terminal}: ticket {it.ticket} of {write(it.amount)} was shown"
    ),
    e.TicketPaid: Code("E412", INFO, lambda it, write: f"ticket {it.ticket} of {write(it.amount)} was paid in cash"),
    e.TicketPrint: Code("E413", INFO, lambda it, _: f"{it.terminal}: ticket {it.ticket} {it.state}"),
    e.TicketSought: Code("E414", NOTICE, lambda it, _: f"{it.panel}: a number that no ticket has"),
    e.TicketsLocked: Code("E415", ALARM, lambda it, _: f"{it.terminal} takes no tickets: too many wrong numbers"),
    e.TicketsUnlocked: Code("E416", NOTICE, lambda it, _: f"{it.terminal} takes tickets again"),
    e.MoneyRefused: Code("E417", NOTICE, lambda it, _: f"{it.terminal}: {it.refusal.detail}"),
    e.ForeignTicketAsked: Code(
        "E430", INFO, lambda it, _: f"{it.terminal}: ticket ...{it.ending} of {it.issuer} is asked for"
    ),
    e.ForeignTicketAccepted: Code(
        "E431",
        INFO,
        lambda it, write: f"{it.terminal}: ticket {it.ticket} of {it.issuer}, {write(it.amount)}, is credit now",
    ),
    e.ForeignTicketDeclined: Code(
        "E432", NOTICE, lambda it, _: f"{it.terminal}: a ticket of {it.issuer} was declined: {it.refusal.detail}"
    ),
    e.TicketReleased: Code(
        "E433", INFO, lambda it, write: f"ticket {it.ticket} of {write(it.amount)} was released to {it.to}"
    ),
    e.TicketReleaseRefused: Code(
        "E434", NOTICE, lambda it, _: f"a ticket was not released to {it.to}: {it.refusal.detail}"
    ),
    e.TicketRestored: Code(
        "E435", NOTICE, lambda it, write: f"ticket {it.ticket} of {write(it.amount)} is good here again"
    ),
    e.TicketArrived: Code("E436", INFO, lambda it, _: f"ticket {it.ticket} has arrived at the other table"),
    e.ForeignTicketCashed: Code(
        "E437",
        ALARM,
        lambda it, write: f"ticket ...{it.ending} of {it.issuer}: {write(it.amount)} was paid as a claim on it",
    ),
    e.ClaimSettled: Code(
        "E438",
        NOTICE,
        lambda it, write: f"claim on {it.issuer}: it answers for {write(it.amount)}, {write(it.lost)} is lost",
    ),
    e.FloorTerm: Code("E439", NOTICE, lambda it, _: f"the floor speaks under term {it.term}"),
    e.HandPaid: Code("E420", NOTICE, lambda it, write: f"{it.terminal}: {write(it.amount)} was paid by hand"),
    e.HousePaid: Code(
        "E421", ALARM, lambda it, write: f"{it.terminal}: {write(it.amount)} of the House's own was paid by a Ruling"
    ),
    e.DuePaid: Code("E422", NOTICE, lambda it, write: f"{it.terminal}: {write(it.amount)} that was due was paid"),
    e.OwedCollected: Code(
        "E423", NOTICE, lambda it, write: f"{it.terminal}: {write(it.amount)} that was owed was collected"
    ),
    e.TerminalJoined: Code("E501", INFO, lambda it, _: f"{it.terminal} ({it.role}) has joined, boot {it.boot}"),
    e.TerminalRetired: Code("E502", NOTICE, lambda it, _: f"{it.terminal} is out of service for good"),
    e.TerminalLatched: Code("E503", ALARM, lambda it, _: f"{it.terminal} is out of play: {ALARMS.get(it.why, it.why)}"),
    e.TerminalUnlatched: Code("E504", NOTICE, lambda it, _: f"{it.terminal} is in play again"),
    e.AlarmRaised: Code("E505", ALARM, lambda it, _: f"{it.terminal}: {in_english(it)}"),
    e.AttendantCalled: Code(
        "E506", INFO, lambda it, _: f"{it.terminal} {'calls an attendant' if it.wanted else 'calls nobody any more'}"
    ),
    e.HandHandled: Code("E508", INFO, lambda it, _: f"{it.terminal} has taken up the cards of box {it.box}"),
    e.Seated: Code("E507", INFO, lambda it, _: f"{it.terminal} sits at {f'box {it.box}' if it.box else 'no box'}"),
    e.StaffAdmitted: Code("E601", NOTICE, lambda it, _: f"{it.name} ({it.number}) is staff: {position(it.position)}"),
    e.CredentialSet: Code("E602", NOTICE, lambda it, _: f"{it.number} has a new PIN or badge"),
    e.StaffDisabled: Code("E603", NOTICE, lambda it, _: f"{it.number} is disabled: {it.why}"),
    e.StaffAssigned: Code("E604", NOTICE, lambda it, _: f"{it.number} is {position(it.position)} for this shift"),
    e.SignedOn: Code("E605", INFO, lambda it, _: f"{who(it.person)} has signed on at {it.panel}"),
    e.SignedOff: Code("E606", INFO, lambda it, _: f"{it.number} is signed off at {it.panel}: {it.why}"),
    e.SignOnFailed: Code(
        "E607",
        NOTICE,
        lambda it, _: (
            f"{it.panel}: a wrong PIN for {it.number or 'a number that nobody has'}, {it.tries} in a row"
            + (", locked" if it.locked else "")
        ),
    ),
    e.SignatureRefused: Code("E608", NOTICE, lambda it, _: f"{who(it.person)} may not sign: {it.refusal.detail}"),
    e.OrderWithdrawn: Code("E609", INFO, lambda it, _: f"a proposal was withdrawn: {it.why}"),
    e.OrderRefused: Code(
        "E610", INFO, lambda it, _: f"{order_name(it.order)} by {who(it.by)} was refused: {it.refusal.detail}"
    ),
    e.CoinsGranted: Code(
        "E611", NOTICE, lambda it, write: f"{it.number}: {write(it.amount)} granted{f' for {it.day}' if it.day else ''}"
    ),
    e.ParticipantExcluded: Code(
        "E612",
        NOTICE,
        lambda it, _: (
            f"{it.number} stays away from play for {it.days} gaming days from {it.first_day or 'the next'} on"
            + (", of his own will" if it.himself else "")
        ),
    ),
    e.ParticipantTurnedAway: Code(
        "E613", NOTICE, lambda it, _: f"{it.number} does not sign on at {it.terminal}: {it.why}"
    ),
    e.KeyEnrolled: Code("E701", NOTICE, lambda it, _: f"{it.name} ({it.role}) is let in"),
    e.KeyEnded: Code("E702", NOTICE, lambda it, _: f"{it.name} is not let in any more: {it.why}"),
    e.ConsoleKeyRotated: Code("E703", NOTICE, lambda _, __: "the console has another key beside its old one"),
    e.ConsoleKeyEnded: Code("E704", NOTICE, lambda _, __: "the console's old key has ended"),
}
