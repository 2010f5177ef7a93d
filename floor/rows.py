"""A table's log as rows for people who count: Rounds, cards, Bets, lines, money, tickets, acts of staff, events.

Pure, and the only place that says what a row is; whoever stores them (`read_model.py`) knows columns and no fact.
Entries go in one by one, rows come out, and what must be remembered in between is one struct of bounded size: so a
file that is built from nothing and one that was kept current by a follower are the same. What may still pay or show
somebody something is in no row: numbers of tickets, faces of cards that lie face down.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from floor.codes import CODES, order_name
from games.cards import Card
from games.catalog import UnknownGame, find_face
from games.correction import PlayedRound, changes
from games.money import Currency
from games.round import Act, HandId, InterimSettled, PlayerId, Voided, kind_of
from games.settlement import Line, corrected_acts, fold, unvoided_acts
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import body_decoder, decode_event, encode_body
from protocol.ledger import Ledger, entry_of
from protocol.view import TableView

Value = int | str | None
Columns = Mapping[str, type]


def _columns(names: str) -> Columns:
    """`seq# at` as a whole number and a text."""
    return {name.rstrip("#"): int if name.endswith("#") else str for name in names.split()}


_WHEN: Final = "seq# at day shift shoe# round_no#"
# What money can be in, one column each: a row sums to 0, as its entry in the ledger does. `credit_after`, of the row's
# terminal, is none of them. A database has new columns at its end (`migrations`), so coins come after it.
_MONEY: Final = tuple("cash credit stake house tickets held due owed transit credit_after granted purse".split())
ACCOUNTS: Final = tuple(name for name in _MONEY if name != "credit_after")
TABLES: Final[Mapping[str, Columns]] = {
    "currencies": _columns("currency exponent# training#"),
    "rounds": _columns(
        "round_no# day shift shoe# decks# game rules currency opened_seq# opened_at closed_seq# closed_at "
        "certified_seq# certified_at acknowledged ended_seq# ended_at void corrected# hands result points#"
    ),
    "windows": _columns("round_no# n# name opened_seq# opened_at left_ms# closed_seq# closed_at by choice"),
    "cards": _columns(f"{_WHEN} what hand card shoe_seq# entered#"),
    "bets": _columns(f"{_WHEN} n# window terminal revision# what spot bet amount# choice reason"),
    "lines": _columns(
        f"{_WHEN} n# game currency terminal sitting# what spot bet staked# returned# outcome paragraph note"
    ),
    "money": _columns(
        f"{_WHEN} currency terminal sitting# kind amount# ticket why {' '.join(f'{it}#' for it in _MONEY)}"
    ),
    "tickets": _columns(
        "ticket terminal sitting# amount# currency ending days# issued_seq# issued_at issued_day print "
        "used_seq# used_at used_day used_as used_where used_amount#"
    ),
    "notes": _columns("note# terminal amount# currency why held_seq# held_at held_day fate fate_seq# fate_at"),
    "acts": _columns(
        f"{_WHEN} what panel act number name position# second_number second_name second_position# "
        "amount# currency command digest reason detail"
    ),
    "events": _columns(f"{_WHEN} terminal code severity kind text"),
    "shoes": _columns(
        "shoe# day loaded_seq# loaded_at decks# burn# shuffled_by by_hand# mid_round# ended_seq# ended_at counted# "
        "miscount# withdrawn"
    ),
    # What the rule book says of the cards is not what was settled; named with the entry.
    "differences": _columns(f"{_WHEN} terminal spot what expected found"),
}
KEYS: Final[Mapping[str, str | tuple[str, ...]]] = {
    "currencies": "currency",
    "rounds": "round_no",
    "windows": ("round_no", "n"),
    "cards": "seq",
    "bets": ("seq", "n"),
    "lines": ("seq", "n"),
    "money": "seq",
    "tickets": "ticket",
    "notes": "note",
    "acts": "seq",
    "events": "seq",
    "shoes": "shoe",
    "differences": ("seq", "terminal", "spot"),
}
# What of a column is not told yet, in a row that is not finished.
_NOTHING: Final[Mapping[type, Value]] = {int: 0, str: ""}

# In the words of the trade, what each fact of the ledger is.
KINDS: Final[Mapping[type, str]] = {
    e.CreditBought: "note_in",  # or `sold`, at the table
    e.NoteHeld: "note_held",
    e.NoteCredited: "note_released",
    e.NoteCleared: "note_paid_back",  # or `note_not_found`
    e.LayoutRegistered: "bet",
    e.LayoutReturned: "bet_returned",
    e.BetRejected: "bet_rejected",
    e.Settled: "settled",
    e.LinesCorrected: "corrected",
    e.TicketIssued: "ticket_out",
    e.TicketAccepted: "ticket_in",
    e.TicketPaid: "ticket_paid",
    e.CoinsGranted: "granted",
    e.PurseDrawn: "purse_drawn",
    e.PurseReturned: "purse_returned",
    e.TicketReleased: "ticket_released",
    e.TicketRestored: "ticket_restored",
    e.ForeignTicketAccepted: "foreign_in",
    e.ForeignTicketCashed: "foreign_cashed",
    e.ClaimSettled: "claim_settled",
    e.HandPaid: "hand_paid",
    e.HousePaid: "house_paid",
    e.DuePaid: "due_paid",
    e.OwedCollected: "owed_collected",
}
NO_CURRENCY: Final = "-"  # nobody has said what amounts are counted in
KEPT: Final = 100  # settled Rounds that a correction may still come for, as at the table


class Change(Struct, frozen=True):
    """Something is told of a row that was written before."""

    table: str
    key: int | str
    values: Mapping[str, Value]


class Memory(Struct):
    """All that the next row hangs on: kept with the rows, in the same transaction."""

    view: TableView = msgspec.field(default_factory=TableView)
    ledger: Ledger = msgspec.field(default_factory=Ledger)
    currencies: dict[str, int] = {}
    currency: str = NO_CURRENCY
    shoe: int = 0
    sale: bytes = b""  # the command that sells credit: the entry after it is no note
    round: dict[str, Value] = {}  # the row of the Round in play
    windows: dict[str, dict[str, Value]] = {}  # rows of those that are open
    set: dict[str, Value] = {}  # the row of the set in the shoe
    paid: dict[PlayerId, tuple[Line, ...]] = {}  # of the Round in play
    sat: dict[PlayerId, int] = {}
    played: dict[int, PlayedRound] = {}
    judging: int = 0  # the Round whose lines are being corrected


decode_memory: Final = body_decoder(Memory).decode


def encode_memory(memory: Memory) -> bytes:
    return encode_body(memory)


def _blank(table: str, **values: Value) -> dict[str, Value]:
    return {name: _NOTHING[kind] for name, kind in TABLES[table].items()} | values


class Projection:
    def __init__(self, shift_of: Callable[[str], str], memory: Memory | None = None) -> None:
        """`shift_of` names the shift of a wall time: the house's hours, which no entry tells."""
        self._shift_of = shift_of
        self.memory = Memory() if memory is None else memory
        self.rows: dict[str, list[tuple[Value, ...]]] = {name: [] for name in TABLES}
        self.changes: list[Change] = []
        self._counted = ""  # what the amounts of the fact at hand are in; "": it moves none

    def enter(self, entry: Entry) -> None:
        if not entry.body:  # sealed, to a floor: cards that a Player turns himself, numbers that pay; in no row anyway
            return
        event, memory = decode_event(entry.body), self.memory
        kind = type(event)
        if memory.judging and kind is not e.LinesCorrected:
            self._judge(memory.judging, entry)
            memory.judging = 0
        before = memory.view.round_no if memory.view.in_round else 0
        memory.view.apply(event)
        self._counted = ""
        if kind in KINDS:
            memory.ledger.apply(event)
            self._counted = self._coin_of(event)
        elif isinstance(event, e.CurrencyBound):
            memory.ledger.apply(event)
            self._bind(event)
        handle = _ROWS.get(kind)
        if handle is not None:
            handle(self, entry, event)
        if kind in KINDS:
            self._money(entry, event, kind)
        code = CODES.get(kind)
        if code is not None:
            terminal = getattr(event, "terminal", None) or getattr(event, "panel", None) or ""
            row = (*self._when(entry, _round_of(event) or before), terminal)
            self.rows["events"].append((*row, code.code, code.severity, kind.__name__, code.text(event, self._write)))
        sells = isinstance(event, e.Ordered) and isinstance(event.order, m.SellCredit)
        memory.sale = event.command_id if isinstance(event, e.Ordered) and sells else b""

    def take(self) -> tuple[dict[str, list[tuple[Value, ...]]], list[Change]]:
        """What came since; with the rows of what is under way, as far as they are."""
        rows, changes = self.rows, self.changes
        self.rows, self.changes = {name: [] for name in TABLES}, []
        for table, row in (("rounds", self.memory.round), ("shoes", self.memory.set)):
            if row:
                rows[table].append(tuple(row.values()))
        rows["windows"] += [tuple(row.values()) for row in self.memory.windows.values()]
        return rows, changes

    # --- helpers of all rows --------------------------------------------------------------------------------------

    def _when(self, entry: Entry, round_no: int) -> tuple[Value, ...]:
        shift = self._shift_of(entry.wall_time)
        return entry.seq, entry.wall_time, self.memory.view.day, shift, self.memory.shoe, round_no

    def _write(self, amount: int) -> str:
        memory, counted = self.memory, self._counted or self.memory.currency
        code = "" if counted == NO_CURRENCY else counted
        return Currency(code, memory.currencies.get(counted, 0)).write(amount)

    def _coin_of(self, event: Any) -> str:
        """What the amounts of this fact are in: the table's currency, or a coin beside it (004)."""
        memory, found = self.memory, self.memory.ledger.currency_of(event)
        if found == memory.ledger.currency:
            return memory.currency
        if found.code not in memory.currencies:
            memory.currencies[found.code] = found.exponent
            self.rows["currencies"].append((found.code, found.exponent, int(memory.view.placard.training)))
        return found.code

    def _bind(self, event: e.CurrencyBound) -> None:
        """A code that comes back with other decimal places is another currency."""
        memory, currency = self.memory, event.currency
        name = currency.code or NO_CURRENCY
        if memory.currencies.get(name, currency.exponent) != currency.exponent:
            name = f"{name}.{currency.exponent}"
        memory.currencies[name], memory.currency = currency.exponent, name
        memory.played.clear()
        self.rows["currencies"].append((name, currency.exponent, int(event.training)))

    def _money(self, entry: Entry, event: Any, kind: type) -> None:
        memory = self.memory
        moved = entry_of(event)
        if moved is None:  # `KINDS` and the ledger's own table name the same facts: a test compares them
            return
        columns = dict.fromkeys(_MONEY, 0)
        for posting in moved.postings:
            columns[posting.account.partition("/")[0]] += posting.amount
        terminal = PlayerId(getattr(event, "terminal", ""))
        name = KINDS[kind]
        if kind is e.CreditBought and memory.sale and event.id == memory.sale.rjust(16, b"\0"):
            name = "sold"
        elif kind is e.NoteCleared and not event.paid:
            name = "note_not_found"
        amount = getattr(event, "amount", 0)
        if kind is e.LayoutRegistered:
            amount = event.change
        columns["credit_after"] = memory.ledger.credit(terminal) if terminal else 0
        self.rows["money"].append(
            (
                *self._when(entry, _round_of(event)),
                *(self._counted, terminal, getattr(event, "sitting", 0), name, amount),
                *(getattr(event, "ticket", ""), moved.why, *columns.values()),
            )
        )

    # --- the table ------------------------------------------------------------------------------------------------

    def _shoe_loaded(self, entry: Entry, event: e.ShoeLoaded) -> None:
        memory = self.memory
        self._end_set(entry)
        memory.shoe += 1
        row: dict[str, Value] = {
            "shoe": memory.shoe,
            "day": memory.view.day,
            "loaded_seq": entry.seq,
            "loaded_at": entry.wall_time,
        }
        row |= {"decks": event.decks, "burn": event.burn, "shuffled_by": event.shuffled_by}
        memory.set = _blank("shoes", **row, by_hand=int(event.by_hand), mid_round=int(event.mid_round))

    def _shoe_ended(self, entry: Entry, event: e.ShoeEnded) -> None:
        if self.memory.set:
            self.memory.set |= {"counted": event.counted, "miscount": event.miscount}
        self._end_set(entry)

    def _withdrawn(self, _entry: Entry, event: e.SetWithdrawn) -> None:
        if self.memory.set:
            self.memory.set["withdrawn"] = event.paragraph

    def _end_set(self, entry: Entry) -> None:
        if self.memory.set:
            self.memory.set |= {"ended_seq": entry.seq, "ended_at": entry.wall_time}
            self.rows["shoes"].append(tuple(self.memory.set.values()))
            self.memory.set = {}

    # --- a Round --------------------------------------------------------------------------------------------------

    def _window_opened(self, entry: Entry, event: e.WindowOpened) -> None:
        memory, view = self.memory, self.memory.view
        number = event.id.round_no
        if memory.round.get("round_no") != number:
            row: dict[str, Value] = {"round_no": number, "day": view.day, "shift": self._shift_of(entry.wall_time)}
            row |= {"shoe": memory.shoe, "decks": view.shoe.decks, "game": view.game, "rules": view.rules}
            row |= {"currency": memory.currency, "opened_seq": entry.seq, "opened_at": entry.wall_time}
            memory.round = _blank("rounds", **row)
            memory.paid, memory.sat = {}, {}
        opened: dict[str, Value] = {"round_no": number, "n": event.id.n, "name": event.window.name}
        opened |= {"opened_seq": entry.seq, "opened_at": entry.wall_time, "left_ms": event.left_ms}
        memory.windows[event.window.name] = _blank("windows", **opened)

    def _window_closed(self, entry: Entry, event: e.WindowClosed) -> None:
        memory = self.memory
        row = memory.windows.pop(event.name, None)
        if row is not None:
            choice = "" if event.act is None else event.act.choice
            row |= {"closed_seq": entry.seq, "closed_at": entry.wall_time, "by": event.by, "choice": choice}
            self.rows["windows"].append(tuple(row.values()))
        if memory.round and not memory.round["closed_seq"]:
            memory.round |= {"closed_seq": entry.seq, "closed_at": entry.wall_time}

    def _certified(self, entry: Entry, event: e.Certified) -> None:
        seen = " ".join(event.acknowledged)
        self.memory.round |= {"certified_seq": entry.seq, "certified_at": entry.wall_time, "acknowledged": seen}

    def _round_ended(self, entry: Entry, event: e.RoundEnded) -> None:
        memory, view = self.memory, self.memory.view
        memory.round |= {"ended_seq": entry.seq, "ended_at": entry.wall_time, "void": view.void}
        memory.round |= _told(view.game, view.hands, view.void)
        self.rows["rounds"].append(tuple(memory.round.values()))
        acts = tuple(act for act in view.acts if act is not None)
        memory.played[event.round_no] = PlayedRound(
            view.game, view.rules, view.house, view.round_felt, acts, memory.paid, memory.sat, event.void
        )
        memory.played.pop(event.round_no - KEPT, None)
        memory.round, memory.paid, memory.sat = {}, {}, {}
        if event.void or any(isinstance(act, InterimSettled) for act in acts):
            memory.judging = event.round_no  # what was settled before the end is put right by the entries that follow
        else:
            self._judge(event.round_no, entry)

    def _round_corrected(self, _entry: Entry, event: e.RoundCorrected) -> None:
        memory = self.memory
        was = memory.played.get(event.round_no)
        if was is not None:
            acts: tuple[Act, ...] = unvoided_acts(was.acts, event.cards) if was.void else was.acts
            after = (Voided(event.void),) if event.void else event.ruled
            acts = (*acts, *after) if after else tuple(corrected_acts(acts, event.cards))
            memory.played[event.round_no] = replace(was, acts=acts, void=bool(event.void))
        memory.judging = event.round_no
        told: dict[str, Value] = {"void": event.void, "corrected": 1}
        told |= _told(memory.view.game if was is None else was.game, event.hands, event.void)
        self.changes.append(Change("rounds", event.round_no, told))

    def _settled(self, entry: Entry, event: e.Settled) -> None:
        memory = self.memory
        memory.paid[event.terminal] = (*memory.paid.get(event.terminal, ()), *event.lines)
        memory.sat[event.terminal] = event.sitting
        self._lines(entry, event, (("settled", 1, event.lines),))

    def _lines_corrected(self, entry: Entry, event: e.LinesCorrected) -> None:
        was = self.memory.played.get(event.round_no)
        if was is not None:
            gone = {line.spot for line in event.before}
            kept = tuple(line for line in was.lines.get(event.terminal, ()) if line.spot not in gone)
            lines = {**was.lines, event.terminal: (*kept, *event.after)}
            self.memory.played[event.round_no] = replace(was, lines=lines)
        self._lines(entry, event, (("reversed", -1, event.before), ("corrected", 1, event.after)))

    def _lines(
        self, entry: Entry, event: e.Settled | e.LinesCorrected, groups: tuple[tuple[str, int, tuple[Line, ...]], ...]
    ) -> None:
        when, memory, n = self._when(entry, event.round_no), self.memory, 0
        was = memory.played.get(event.round_no)
        game = memory.view.game if was is None else was.game
        for what, sign, lines in groups:
            for line in lines:
                n += 1
                verdict = line.verdict
                self.rows["lines"].append(
                    (
                        *(*when, n, game, self._counted, event.terminal, event.sitting, what, line.spot),
                        *(kind_of(line.spot), sign * line.staked, sign * line.returned),
                        *(str(verdict.outcome), verdict.paragraph, line.note),
                    )
                )

    def _judge(self, round_no: int, entry: Entry) -> None:
        """Cards against lines: the rule book once more, as every terminal does it for its own."""
        played = self.memory.played.get(round_no)
        if played is None:
            return
        try:
            game = played.rule_book()
        except UnknownGame as error:
            self._differs(entry, round_no, "", "", "no rule book", str(error), "")
            return
        round = fold(game, played.felt, played.acts)
        if not game.finished(round):
            self._differs(entry, round_no, "", "", "cards", "a whole Round", "cards of a Round that is not over")
            return
        for change in changes(game, round, played):
            after = {line.spot: line for line in change.after}
            for line in change.before:
                expected = after.get(line.spot)
                if expected is None or (expected.staked, expected.returned) != (line.staked, line.returned):
                    should = (
                        "no line" if expected is None else f"{expected.staked} staked, {expected.returned} returned"
                    )
                    found = f"{line.staked} staked, {line.returned} returned"
                    self._differs(entry, round_no, change.terminal, line.spot, "cards and lines", should, found)

    def _differs(
        self, entry: Entry, round_no: int, terminal: str, spot: str, what: str, expected: str, found: str
    ) -> None:
        self.rows["differences"].append((*self._when(entry, round_no), terminal, spot, what, expected, found))

    # --- cards ----------------------------------------------------------------------------------------------------

    def _card(self, entry: Entry, event: Any) -> None:
        what, card = _CARDS[type(event)], event.card if hasattr(event, "card") else None
        round_no = getattr(event, "round_no", 0) or (self.memory.view.round_no if self.memory.view.in_round else 0)
        hand, number = getattr(event, "hand", ""), getattr(event, "shoe_seq", 0)
        row = (what, hand, "" if card is None else card.text, number, int(getattr(event, "entered", False)))
        self.rows["cards"].append((*self._when(entry, round_no), *row))

    # --- Bets -----------------------------------------------------------------------------------------------------

    def _registered(self, entry: Entry, event: e.LayoutRegistered | e.LayoutRefused) -> None:
        refused = isinstance(event, e.LayoutRefused)
        what, reason = ("refused", event.refusal.reason) if isinstance(event, e.LayoutRefused) else ("registered", "")
        name = next((each.window.name for each in self.memory.view.windows.values() if each.id == event.id), "")
        head = (*self._when(entry, event.id.round_no),)
        answer, n = event.answer, 0
        tail = (answer.choice, reason)
        for spot, amount in answer.bets.items():
            n += 1
            row = (n, name, event.terminal, event.revision, what, spot, kind_of(spot), amount, *tail)
            self.rows["bets"].append((*head, *row))
        if not n or (refused and not answer.bets):  # all taken back, or a choice alone
            self.rows["bets"].append((*head, 1, name, event.terminal, event.revision, what, "", "", 0, *tail))

    def _returned(self, entry: Entry, event: e.LayoutReturned) -> None:
        row = (1, event.window, event.terminal, 0, "returned", "", "", event.amount, "", "")
        self.rows["bets"].append((*self._when(entry, event.round_no), *row))

    def _rejected(self, entry: Entry, event: e.BetRejected) -> None:
        row = (1, "", event.terminal, 0, "rejected", event.spot, kind_of(event.spot), event.amount, "", event.paragraph)
        self.rows["bets"].append((*self._when(entry, event.id.round_no), *row))

    # --- tickets and held notes ------------------------------------------------------------------------------------

    def _ticket_issued(self, entry: Entry, event: e.TicketIssued) -> None:
        row: dict[str, Value] = {"ticket": event.ticket, "terminal": event.terminal, "sitting": event.sitting}
        row |= {"amount": event.amount, "currency": self.memory.currency, "ending": event.ending, "days": event.days}
        row |= {"issued_seq": entry.seq, "issued_at": entry.wall_time, "issued_day": self.memory.view.day}
        self.rows["tickets"].append(tuple(_blank("tickets", **row).values()))

    def _ticket_print(self, _entry: Entry, event: e.TicketPrint) -> None:
        self.changes.append(Change("tickets", event.ticket, {"print": event.state}))

    def _ticket_used(self, entry: Entry, event: e.TicketAccepted | e.TicketPaid | e.TicketReleased) -> None:
        where = getattr(event, "terminal", "")
        used: dict[str, Value] = {"used_seq": entry.seq, "used_at": entry.wall_time, "used_day": self.memory.view.day}
        used |= {"used_as": "credit" if where else "cash", "used_where": where, "used_amount": event.amount}
        if isinstance(event, e.TicketReleased):
            used |= {"used_as": "away", "used_where": event.to}
        self.changes.append(Change("tickets", event.ticket, used))

    def _ticket_restored(self, _entry: Entry, event: e.TicketRestored) -> None:
        unused: dict[str, Value] = {"used_seq": 0, "used_at": "", "used_day": "", "used_as": "", "used_where": ""}
        self.changes.append(Change("tickets", event.ticket, {**unused, "used_amount": 0}))

    def _note_held(self, entry: Entry, event: e.NoteHeld) -> None:
        row: dict[str, Value] = {"note": event.note, "terminal": event.terminal, "amount": event.amount}
        row |= {"currency": self.memory.currency, "why": event.why}
        row |= {"held_seq": entry.seq, "held_at": entry.wall_time, "held_day": self.memory.view.day}
        self.rows["notes"].append(tuple(_blank("notes", **row).values()))

    def _note_gone(self, entry: Entry, event: e.NoteCredited | e.NoteCleared) -> None:
        fate = "credit" if isinstance(event, e.NoteCredited) else "paid back" if event.paid else "not in the box"
        gone: dict[str, Value] = {"fate": fate, "fate_seq": entry.seq, "fate_at": entry.wall_time}
        self.changes.append(Change("notes", event.note, gone))

    # --- people ---------------------------------------------------------------------------------------------------

    def _act(self, entry: Entry, event: Any) -> None:
        order = getattr(event, "order", None)
        by = getattr(event, "by", None) or getattr(event, "person", None)
        second, refusal = getattr(event, "second", None), getattr(event, "refusal", None)
        number = by.number if by is not None else getattr(event, "number", "")
        people = (number, *(("", 0) if by is None else (by.name, by.position)))
        people += ("", "", 0) if second is None else (second.number, second.name, second.position)
        amount = getattr(event, "amount", 0) or getattr(order, "amount", 0)
        command, digest = getattr(event, "command_id", b""), getattr(event, "digest", b"")
        reason = refusal.reason if refusal is not None else getattr(event, "why", "")
        detail = "" if order is None else _as_json(order)
        view = self.memory.view
        round_no = getattr(event, "round_no", 0) or getattr(order, "round_no", 0)
        self.rows["acts"].append(
            (
                *self._when(entry, round_no or (view.round_no if view.in_round else 0)),
                *(_ACTS[type(event)], getattr(event, "panel", ""), "" if order is None else order_name(order)),
                *(
                    *people,
                    amount or 0,
                    getattr(order, "coin", self.memory.currency),
                    command.hex(),
                    digest.hex(),
                    reason,
                    detail,
                ),
            )
        )


def _told(game: str, hands: Mapping[HandId, tuple[Card | None, ...]], void: str) -> dict[str, Value]:
    """How a Round came out, in the game's own words."""
    lie = {hand: " ".join("??" if card is None else card.text for card in cards) for hand, cards in hands.items()}
    shown = None if void else find_face(game).shown(hands)
    result = ("void" if void else "") if shown is None else " ".join((shown.winner, *shown.also))
    return {"hands": json.dumps(lie), "result": result, "points": 0 if shown is None else shown.points}


def _round_of(event: Any) -> int:
    """Which Round a fact is about, by its own word; 0: none."""
    about = event if hasattr(event, "round_no") else getattr(event, "id", None)
    number: int = getattr(about, "round_no", 0)
    return number


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, bytes):
        return value.hex()
    raise NotImplementedError(f"{type(value).__name__} is in no order")


def _as_json(order: object) -> str:
    return json.dumps(msgspec.to_builtins(order, enc_hook=_plain, builtin_types=(bytes,)), default=_plain)


_CARDS: Final[Mapping[type, str]] = {
    e.CardBurnt: "burnt",
    e.CardDealt: "dealt",
    e.CardTakenBack: "taken back",
    e.CardRevealed: "revealed",
    e.SurplusDrawn: "surplus",
    e.CardUnread: "unread",
    e.CardWaiting: "waiting",
    e.CardMatched: "matched",
    e.CardIdle: "idle",
    e.CutCardSeen: "cut card",
}
_ACTS: Final[Mapping[type, str]] = {
    e.Ordered: "ordered",
    e.OrderRefused: "refused",
    e.OrderProposed: "proposed",
    e.OrderSigned: "signed",
    e.OrderWithdrawn: "withdrawn",
    e.SignatureRefused: "signature refused",
    e.SignedOn: "signed on",
    e.SignedOff: "signed off",
    e.SignOnFailed: "wrong PIN",
}
_ROWS: Final[Mapping[type, Callable[[Projection, Entry, Any], None]]] = {
    **dict.fromkeys(_CARDS, Projection._card),
    **dict.fromkeys(_ACTS, Projection._act),
    e.ShoeLoaded: Projection._shoe_loaded,
    e.ShoeEnded: Projection._shoe_ended,
    e.SetWithdrawn: Projection._withdrawn,
    e.WindowOpened: Projection._window_opened,
    e.WindowClosed: Projection._window_closed,
    e.Certified: Projection._certified,
    e.RoundEnded: Projection._round_ended,
    e.RoundCorrected: Projection._round_corrected,
    e.Settled: Projection._settled,
    e.LinesCorrected: Projection._lines_corrected,
    e.LayoutRegistered: Projection._registered,
    e.LayoutRefused: Projection._registered,
    e.LayoutReturned: Projection._returned,
    e.BetRejected: Projection._rejected,
    e.TicketIssued: Projection._ticket_issued,
    e.TicketPrint: Projection._ticket_print,
    e.TicketAccepted: Projection._ticket_used,
    e.TicketPaid: Projection._ticket_used,
    e.TicketReleased: Projection._ticket_used,
    e.TicketRestored: Projection._ticket_restored,
    e.NoteHeld: Projection._note_held,
    e.NoteCredited: Projection._note_gone,
    e.NoteCleared: Projection._note_gone,
}
