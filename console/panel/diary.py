"""What has happened at the table, for a panel: line by line (a key and what stands in it, never a sentence), and the
Rounds that are over, with their money.

Pure, and a fold of the log that may begin at any entry: of a Round whose beginning it has not seen it says nothing.
Words come on the screen, in its language; here is only which fact deserves a line and how loud it is. Besides it
remembers which of the panel's own orders was refused last, since when a Player calls, and what became of orders that
waited for a signature. Must never know what to do next.
"""

from collections import deque
from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.round import Act, Felt, PlayerId, Refusal, Spot, Voided
from games.settlement import Line, corrected_acts, unvoided_acts
from protocol import events as e
from protocol import messages as m
from protocol.fact import Fact
from protocol.messages import Person
from protocol.moves import MOVE_FOR
from protocol.view import Hands, TableView

LINES_KEPT: Final = 100
ROUNDS_KEPT: Final = 20
FATES_KEPT: Final = 8  # one for each panel is more than enough

# What lays the cards of a Round. All other facts of a view (the shoe's count, the limits) need what was before.
_LAYS: Final = frozenset(
    {
        *(e.WindowOpened, e.WindowClosed, e.CardDealt, e.CardRevealed, e.HandsLaid, e.SurplusDrawn, e.RulingMade),
        *(e.CardsCorrected, e.CardTakenBack, e.SurplusKept),
    }
)
# And what says by which rules it is played.
_RULES: Final = frozenset({e.TableOpened, e.LimitsSet, e.Seated, e.WindowOpened})
# What is remembered of people and their orders.
_OF_PEOPLE: Final = frozenset({e.AttendantCalled, e.OrderProposed, e.Ordered, e.OrderWithdrawn})
# What people decide of a Round, that is not its usual course.
_RULES_A_ROUND: Final = (
    *(m.Rule, m.CorrectCards, m.EnterCard, m.TakeBackCard, m.ReportWrongSides, m.ReportDrawnTogether, m.KeepSurplus),
    *(m.AnswerInterruption, m.RuleOtherwise, m.ReportForeignCard, m.DealByHand),
)


class Part(Struct, frozen=True):
    """Something in a line: kind is text, money, spot, cards, halt, refusal, person (his number), position, off and
    withdrawn (why), alarm (its kind). The screen knows how each is shown.
    """

    kind: str
    value: str
    about: tuple[str, ...] = ()  # of an alarm: what stands in its sentence


class Told(Struct, frozen=True):
    seq: int
    key: str
    parts: tuple[Part, ...] = ()
    mood: str = "info"  # good, warn, bad, info
    time: str = ""  # the wall time of the entry, for people
    person: str = ""  # who wanted it; "" if it came by itself
    detail: str = ""  # what the console itself said of it, in no language of the screen: for technicians

    @property
    def has_money(self) -> bool:
        return any(part.kind == "money" for part in self.parts)


class Area(Struct, frozen=True):
    """All Bets on one Spot in a Round that is over."""

    spot: Spot
    staked: int
    returned: int
    terminals: int


class PlayedBy(Struct, frozen=True):
    """The rules of a Round: the table may have other limits, or be opened as another game, since."""

    game: str
    rules: str
    house: Mapping[str, bool]
    felt: Felt


def rules_of(view: TableView) -> PlayedBy:
    """Of the Round in play, or of the last one."""
    return PlayedBy(view.game, view.rules, dict(view.house), view.round_felt)


class RoundTold(Struct, frozen=True):
    round_no: int
    hands: Hands
    void: str  # the paragraph that voided it; "" if it has a result
    by: str  # who has certified or voided it
    time: str
    lines: Mapping[PlayerId, tuple[Line, ...]]
    corrected_by: str = ""  # after it was settled
    ruled_by: tuple[str, ...] = ()  # before that: who has decided what its cards are, or how it goes on
    acts: tuple[Act, ...] = ()  # as they are corrected; none if they are not known
    sittings: Mapping[PlayerId, int] = {}  # whose lines these are
    by_rules: PlayedBy | None = None  # None: it was not heard how the table was opened

    @property
    def areas(self) -> tuple[Area, ...]:
        found: dict[Spot, Area] = {}
        for lines in self.lines.values():
            for line in lines:
                so_far = found.get(line.spot, Area(line.spot, 0, 0, 0))
                staked, returned = so_far.staked + line.staked, so_far.returned + line.returned
                found[line.spot] = Area(line.spot, staked, returned, so_far.terminals + 1)
        return tuple(found.values())


CUT_OFF: Final = "restart"  # beside the reasons of `RecallFailed`


def names(by: Person, second: Person | None) -> str:
    """Who stands behind an order: both, if there are two."""
    return by.name if second is None else f"{by.name} + {second.name}"


def _is_void(order: m.Order) -> bool:
    """Who orders that stands beside the Round anyway."""
    return isinstance(order, m.Rule) and isinstance(order.act, Voided)


class Diary:
    """The last lines and the last Rounds. Lives where the desk lives; hands out values only."""

    def __init__(self) -> None:
        self.mine: set[bytes] = set()  # ids of this panel's own orders
        self.calls: dict[str, str] = {}  # since when a terminal calls for an attendant
        self.fates: dict[bytes, str] = {}  # of the last orders that waited for a signature
        self.refused: Refusal | None = None
        self.refusals = 0  # of own orders: the same one twice is news twice
        self.rounds: dict[int, RoundTold] = {}
        self.not_found = (0, "")  # the earlier Round that was looked for in vain, and why, until another is
        self._sought = 0  # the one that is being looked for
        self._lines: deque[Told] = deque(maxlen=LINES_KEPT)
        self._ordered: tuple[e.Ordered, str] | None = None  # the last order that was obeyed, and when
        self._felt: TableView | None = None  # the cards of the Round in play, if we saw it begin
        self._house: TableView | None = None  # the limits and rules, if we saw the table open
        self._paid: dict[PlayerId, tuple[Line, ...]] = {}
        self._sat: dict[PlayerId, int] = {}
        self._ruled: dict[str, None] = {}  # who has, in the Round in play

    @property
    def lines(self) -> tuple[Told, ...]:
        return tuple(self._lines)

    def write(self, seq: int, event: Fact, time: str = "") -> None:
        if isinstance(event, e.OrderRefused) and event.command_id in self.mine:
            self.refused, self.refusals = event.refusal, self.refusals + 1
        self._write_round(event, time)
        self._write_people(event, time)
        line = tell(seq, event)
        if line is not None:
            self._lines.append(replace(line, time=time, person=self._who(event, time)))

    def _by(self, time: str) -> str:
        """Who has given the order that is being obeyed. What an order causes is written in its commit, at its time."""
        if self._ordered is None or self._ordered[1] != time:
            return ""
        return names(self._ordered[0].by, self._ordered[0].second)

    def _write_people(self, event: Fact, time: str) -> None:
        if type(event) not in _OF_PEOPLE:
            return
        match event:
            case e.AttendantCalled(terminal=terminal, wanted=True):
                self.calls.setdefault(terminal, time)
            case e.AttendantCalled(terminal=terminal):
                self.calls.pop(terminal, None)
            case e.OrderProposed(command_id=command_id):
                self.fates.pop(command_id, None)
            case e.Ordered(command_id=command_id, second=second) if second is not None:
                self._end(command_id, "done")
            case e.OrderWithdrawn(command_id=command_id, why=why):
                self._end(command_id, why)
            case _:
                pass

    def _end(self, command_id: bytes, fate: str) -> None:
        self.fates[command_id] = fate
        while len(self.fates) > FATES_KEPT:
            del self.fates[next(iter(self.fates))]

    def _who(self, event: Fact, time: str) -> str:
        """The same for one fact, if it is one that such an order can cause (`moves.py`)."""
        if self._ordered is None or type(event) not in MOVE_FOR[type(self._ordered[0].order)].writes:
            return ""
        return self._by(time)

    def _write_round(self, event: Fact, time: str) -> None:
        match event:
            case e.CardDealt():  # the most frequent one
                pass
            case e.Ordered():
                self._ordered = event, time
                if isinstance(event.order, _RULES_A_ROUND) and not _is_void(event.order):
                    self._ruled[names(event.by, event.second)] = None
                if isinstance(event.order, m.RecallRound):
                    self._sought, self.not_found = event.order.round_no, (0, "")
            case e.RoundRecalled():
                self._sought = 0
            case e.RecallFailed(round_no=round_no, why=why):
                self._sought, self.not_found = 0, (round_no, why)
            case e.ConsoleStarted():
                self._ordered = None  # what is written now comes of the start
                if self._sought:  # the search has ended with the process: nobody goes on with it
                    self._sought, self.not_found = 0, (self._sought, CUT_OFF)
            case e.TableOpened():  # by which rules the last one was played, the picture does not say any more
                self._house = TableView()
                self.rounds = {
                    round_no: told if told.by_rules is not None else replace(told, acts=())
                    for round_no, told in self.rounds.items()
                }
            case e.CurrencyBound():  # amounts of the one before would be shown as amounts of this one
                self.rounds = {}
                self._lines = deque((line for line in self._lines if not line.has_money), LINES_KEPT)
            case e.WindowOpened(id=window) if window.n == 1:
                self._felt, self._paid, self._sat, self._ruled = TableView(), {}, {}, {}
            case e.Settled(terminal=terminal, lines=lines):
                self._paid[terminal] = (*self._paid.get(terminal, ()), *lines)
                self._sat[terminal] = event.sitting
            case e.RoundEnded(round_no=round_no):
                self._round_ended(round_no, time)
            case e.RoundCorrected(round_no=round_no, void=void, hands=hands, cards=cards) if round_no in self.rounds:
                was, by = self.rounds[round_no], self._by(time)
                acts = was.acts
                if was.void:  # the Void was taken back (001 §5.12)
                    acts = unvoided_acts(acts, cards)
                elif acts and event.ruled:
                    acts = (*acts, *event.ruled)
                elif acts and not void:
                    acts = tuple(corrected_acts(acts, cards))
                self.rounds[round_no] = replace(was, hands=hands, void=void, corrected_by=by, acts=acts)
            case e.LinesCorrected(round_no=round_no, terminal=terminal, after=after) if round_no in self.rounds:
                was = self.rounds[round_no]
                self.rounds[round_no] = replace(was, lines={**was.lines, terminal: after})
            case _:
                pass
        if self._felt is not None and type(event) in _LAYS:
            self._felt.apply(event)  # type: ignore[arg-type]
        if self._house is not None and type(event) in _RULES:
            self._house.apply(event)  # type: ignore[arg-type]

    def _round_ended(self, round_no: int, time: str) -> None:
        if self._felt is None:
            return
        felt, by = self._felt, self._by(time)
        known = tuple([act for act in felt.acts if act is not None])
        acts = known if len(known) == len(felt.acts) else ()
        told = RoundTold(round_no, dict(felt.hands), felt.void, by, time, self._paid, acts=acts, sittings=self._sat)
        rules = None if self._house is None else rules_of(self._house)
        self.rounds[round_no] = replace(told, by_rules=rules, ruled_by=tuple(self._ruled))
        self.rounds.pop(round_no - ROUNDS_KEPT, None)
        self._felt = None


# How what stands in a fact is shown; everything else is text.
_KINDS: Final = {"amount": "money", "hand": "spot", "card": "cards", "cards": "cards", "reason": "halt"}

# Which fact has a line: its key, how loud it is, and what of the fact stands in it. Those that need a closer look have
# theirs in `tell`; all others have none.
_LINES: Final[Mapping[type[Fact], tuple[str, ...]]] = {
    e.ConsoleStarted: ("console_started", "warn", "boot"),
    e.TableOpened: ("table_opened", "good"),
    e.LimitsSet: ("limits_set", "warn"),
    e.TableClosed: ("table_closed", "info"),
    e.DayBegan: ("day_began", "info", "day"),
    e.DayClosed: ("day_closed", "info", "day"),
    e.Halted: ("halted", "bad", "reason"),
    e.Resumed: ("resumed", "good", "reason"),
    e.Interrupted: ("interrupted", "bad", "round_no"),
    e.RulingRecorded: ("ruling_recorded", "warn", "text"),
    e.CardBurnt: ("card_burnt", "info"),
    e.ShoeLive: ("shoe_live", "good"),
    e.CutCardSeen: ("cut_card", "warn"),
    e.ShoeEmptied: ("shoe_empty", "warn"),
    e.ShoeEnded: ("shoe_ended", "info", "counted"),
    e.ShoeLost: ("shoe_lost", "bad"),
    e.SetWithdrawn: ("set_withdrawn", "warn", "paragraph"),
    e.ShoeSetAside: ("shoe_aside", "warn"),
    e.CardTakenBack: ("card_taken_back", "warn", "hand", "card"),
    e.SidesReported: ("sides_reported", "warn", "round_no"),
    e.HousePaid: ("house_paid", "warn", "terminal", "amount"),
    e.ShoeBack: ("shoe_back", "good"),
    e.CardUnread: ("card_unread", "bad", "shoe_seq"),
    e.TimeAdded: ("time_added", "info"),
    e.WindowClosed: ("bets_closed", "info"),
    e.RulingMade: ("ruled", "warn", "paragraph"),
    e.CardsCorrected: ("cards_corrected", "warn", "cards"),
    e.Certified: ("certified", "good", "round_no"),
    e.RoundCorrected: ("round_corrected", "warn", "round_no"),
    e.RoundRecalled: ("round_recalled", "info", "round_no"),
    e.RecallFailed: ("recall_failed", "bad", "round_no"),
    e.CreditBought: ("credit_bought", "info", "terminal", "amount"),
    e.NoteHeld: ("note_held", "bad", "terminal", "amount"),
    e.NoteCredited: ("note_credited", "good", "terminal", "amount"),
    e.TicketIssued: ("ticket_issued", "info", "terminal", "amount"),
    e.TicketAccepted: ("ticket_accepted", "info", "terminal", "amount"),
    e.ForeignTicketAsked: ("foreign_asked", "info", "terminal", "issuer"),
    e.ForeignTicketAccepted: ("foreign_accepted", "info", "terminal", "issuer", "amount"),
    e.ForeignTicketDeclined: ("foreign_declined", "warn", "terminal", "issuer"),
    e.TicketReleased: ("ticket_released", "info", "to", "amount"),
    e.TicketReleaseRefused: ("release_refused", "warn", "to"),
    e.TicketRestored: ("ticket_restored", "warn", "amount"),
    e.ForeignTicketCashed: ("foreign_cashed", "bad", "issuer", "amount"),
    e.ClaimSettled: ("claim_settled", "warn", "issuer", "amount"),
    e.TicketsLocked: ("tickets_locked", "bad", "terminal"),
    e.TicketsUnlocked: ("tickets_unlocked", "good", "terminal"),
    e.TicketPaid: ("ticket_paid", "info", "amount"),
    e.HandPaid: ("hand_paid", "warn", "terminal", "amount"),
    e.DuePaid: ("hand_paid", "warn", "terminal", "amount"),
    e.OwedCollected: ("owed_collected", "warn", "terminal", "amount"),
    e.TerminalJoined: ("terminal_joined", "info", "terminal"),
    e.TerminalRetired: ("terminal_retired", "warn", "terminal"),
    e.TerminalLatched: ("terminal_latched", "bad", "terminal"),
    e.TerminalUnlatched: ("terminal_unlatched", "good", "terminal"),
    e.KeyEnrolled: ("key_enrolled", "warn", "name"),
    e.KeyEnded: ("key_ended", "warn", "name"),
    e.ConsoleKeyRotated: ("console_key_rotated", "warn"),
    e.ConsoleKeyEnded: ("console_key_ended", "warn"),
    e.SettlementDisputed: ("disputed", "bad", "terminal", "round_no"),
    e.DisputeRuled: ("dispute_ruled", "good", "terminal"),
}
# The most frequent of those that have none.
_WITHOUT: Final = frozenset({e.LayoutRegistered, e.LayoutRefused, e.Settled, e.Ordered, e.SignOnTried, e.OrderSigned})


def tell(seq: int, event: Fact) -> Told | None:
    """The line for a fact; None if it needs none."""
    if type(event) in _LINES:
        key, mood, *names = _LINES[type(event)]
        return Told(seq, key, _parts(event, *names), mood, detail=getattr(event, "detail", ""))
    if type(event) in _WITHOUT:
        return None
    match event:
        case e.CardDealt(entered=entered):
            return Told(seq, "card_entered" if entered else "card_dealt", _parts(event, "hand", "card"))
        case e.CurrencyBound(currency=currency):
            return Told(seq, "currency_bound", (_part("currency", currency.code),), "warn")
        case e.WindowOpened(id=window) if window.n == 1:
            return Told(seq, "bets_open", (_part("round_no", window.round_no),))
        case e.SurplusSeen(cards=cards, shoe_seq=number):
            return Told(seq, "surplus", (_part("card", cards[-1]),), "bad") if number else None
        case e.SurplusKept(cards=count):
            return Told(seq, "surplus_kept", (Part("text", str(count)),), "warn")
        case e.DayDoubted(day=day) if day:
            return Told(seq, "day_doubted", (_part("day", day),), "bad")
        case e.StartConfirmed(by=by, seq=last):
            return Told(seq, "start_confirmed", (_part("by", by), _part("last", f"{last:,}")), "good")
        case e.ClockStepped(by_ms=by_ms):
            return Told(seq, "clock_stepped", (_part("seconds", f"{by_ms / 1_000:+.0f}"),), "bad")
        case e.LeftOpen(items=items):
            return Told(seq, "left_open", (_part("items", len(items)),), "warn")
        case e.RoundEnded(void=True):
            return Told(seq, "round_void", _parts(event, "round_no"), "bad")
        case e.InterruptionAnswered(affects=affects):
            return Told(seq, "interruption_affects" if affects else "interruption_continues", (), "warn")
        case e.OrderRefused(by=by, refusal=refusal):
            parts = (_part("by", "" if by is None else by.name), Part("refusal", refusal.reason))
            return Told(seq, "refused" if by else "refused_nobody", parts, "warn", detail=refusal.detail)
        case e.SignatureRefused(person=person, refusal=refusal):
            parts = (_part("by", person.name), Part("refusal", refusal.reason))
            return Told(seq, "signature_refused", parts, "warn", detail=refusal.detail)
        case e.OrderProposed(by=by, order=order, panel=panel):
            return Told(
                seq, "proposed", (_part("by", by.name), _part("panel", panel)), "warn", detail=type(order).__name__
            )
        case e.OrderWithdrawn(why=why):
            return Told(seq, "withdrawn", (Part("withdrawn", why),), "info")
        case e.SignedOn(panel=panel, person=person):
            return Told(seq, "signed_on", (_part("by", person.name), _part("panel", panel)), "good")
        case e.SignedOff(panel=panel, number=number, why=why):
            return Told(seq, "signed_off", (Part("person", number), _part("panel", panel), Part("off", why)), "info")
        case e.SignOnFailed(panel=panel, number=number, tries=tries):
            tried = (_part("panel", panel), Part("person", number), _part("tries", tries))
            return Told(seq, "sign_on_failed" if number else "sign_on_unknown", tried, "bad")
        case e.StaffAdmitted(number=number, name=name):
            return Told(seq, "staff_admitted", (_part("name", name), _part("number", number)), "warn")
        case e.StaffDisabled(number=number) | e.CredentialSet(number=number):
            key = "staff_disabled" if isinstance(event, e.StaffDisabled) else "credential_set"
            return Told(seq, key, (Part("person", number),), "warn")
        case e.StaffAssigned(number=number, position=position):
            return Told(seq, "staff_assigned", (Part("person", number), Part("position", str(position))), "warn")
        case e.CoinsGranted(number=number, amount=amount, coin=coin, day=day):
            told = (Part("person", number), _part("amount", amount), _part("coin", coin))
            return Told(seq, "daily_grant" if day else "coins_granted", told)
        case e.ParticipantExcluded(number=number, days=days, himself=himself):
            stays = (Part("person", number), _part("days", days))
            return Told(seq, "excluded_himself" if himself else "excluded", stays, "warn")
        case e.ParticipantTurnedAway(terminal=terminal, number=number, why=why):
            key = "turned_away_excluded" if why == "excluded" else "turned_away"
            return Told(seq, key, (Part("person", number), _part("terminal", terminal)), "warn")
        case e.TicketPrint(state="failed"):
            return Told(seq, "print_failed", _parts(event, "terminal", "ticket"), "bad")
        case e.NoteCleared(paid=paid):
            return Told(seq, "note_paid" if paid else "note_struck", _parts(event, "terminal", "amount"), "warn")
        case e.ShoeLoaded(decks=decks, shuffled_by=name):
            return Told(seq, "shoe_loaded", (_part("cards in all", 52 * decks), Part("person", name)), "good")
        case e.AlarmRaised(terminal=terminal, kind=kind, about=about, detail=detail):
            return Told(seq, "alarm", (_part("terminal", terminal), Part("alarm", kind, about)), "bad", detail=detail)
        case e.AttendantCalled(wanted=wanted):
            return Told(seq, "attendant_called" if wanted else "attendant_came", _parts(event, "terminal"), "warn")
    return None


def _parts(event: Fact, *names: str) -> tuple[Part, ...]:
    return tuple(_part(name, getattr(event, name)) for name in names)


def _part(name: str, value: object) -> Part:
    kind = _KINDS.get(name, "text")
    if kind == "cards":
        cards = value if isinstance(value, tuple) else (value,)
        return Part(kind, " ".join("??" if card is None else card.text for card in cards))
    return Part(kind, str(value))
