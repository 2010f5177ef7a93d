"""The rows of the read model, made of the logs of drilled tables, against a count of their own.

Each entry goes in as a follower has it, in pieces, with the memory written down and read again in between; what comes
out must be what the entries say, by plain additions: Rounds and their windows, Bets, lines, money in each account,
tickets and notes, cards, acts of staff. Where the tables have played by the rules, no difference may be found.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from floor.codes import CODES
from floor.rows import ACCOUNTS, KEYS, TABLES, Memory, Projection, decode_memory, encode_memory
from games.round import Voided
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import decode_event, encode_body
from simulation.drill import run as at_baccarat
from simulation.drill_auto import drilled as where_nobody_deals
from simulation.drill_boxes import run as on_boxes
from simulation.drill_tickets import drilled as in_a_house
from simulation.world import Violation

Row = dict[str, Any]
CARDS: Final[Mapping[type, str]] = {
    e.CardBurnt: "burnt", e.CardDealt: "dealt", e.CardTakenBack: "taken back", e.CardRevealed: "revealed",
    e.SurplusDrawn: "surplus", e.CardUnread: "unread", e.CardWaiting: "waiting", e.CardMatched: "matched",
    e.CardIdle: "idle", e.CutCardSeen: "cut card",
}  # fmt: skip
ACTS: Final[Mapping[type, str]] = {
    e.Ordered: "ordered", e.OrderRefused: "refused", e.OrderProposed: "proposed", e.OrderSigned: "signed",
    e.OrderWithdrawn: "withdrawn", e.SignatureRefused: "signature refused", e.SignedOn: "signed on",
    e.SignedOff: "signed off", e.SignOnFailed: "wrong PIN",
}  # fmt: skip
# Of what moves an amount of its own: out of which account, and into which.
MOVES: Final[Mapping[type, tuple[str, str]]] = {
    e.CreditBought: ("cash", "credit"), e.NoteHeld: ("cash", "held"), e.NoteCredited: ("held", "credit"),
    e.NoteCleared: ("held", "cash"), e.LayoutReturned: ("stake", "credit"), e.BetRejected: ("stake", "credit"),
    e.TicketIssued: ("credit", "tickets"), e.TicketAccepted: ("tickets", "credit"), e.TicketPaid: ("tickets", "cash"),
    e.TicketReleased: ("tickets", "transit"), e.TicketRestored: ("transit", "tickets"),
    e.ForeignTicketAccepted: ("transit", "credit"), e.ForeignTicketCashed: ("transit", "cash"),
    e.HandPaid: ("credit", "cash"), e.HousePaid: ("house", "cash"), e.DuePaid: ("due", "cash"),
    e.OwedCollected: ("cash", "owed"), e.CoinsGranted: ("granted", "purse"), e.PurseDrawn: ("purse", "credit"),
    e.PurseReturned: ("credit", "purse"),
}  # fmt: skip


def shift_of(wall_time: str) -> str:
    """Two of them, by a clock that only goes on."""
    return "early" if int("0" + "".join(it for it in wall_time if it.isdigit())[-7:]) < 60_000 else "late"


def moved(fact: Any) -> dict[str, int] | None:
    """What it moves in each account; None: it is not about money."""
    match fact:
        case e.LayoutRegistered(change=change):
            return {"credit": -change, "stake": change}
        case e.Settled(lines=lines):
            staked, returned = sum(it.staked for it in lines), sum(it.returned for it in lines)
            return {"stake": -staked, "credit": returned, "house": staked - returned}
        case e.LinesCorrected(credited=credited, due=due, owed=owed):
            return {"credit": credited, "due": due, "owed": -owed, "house": owed - due - credited}
        case e.ClaimSettled(lost=lost):
            return {"transit": lost, "house": -lost}
    if type(fact) not in MOVES:
        return None
    source, to = MOVES[type(fact)]
    return {source: -fact.amount, to: fact.amount}


def kind_of(spot: str) -> str:
    """ "3/main" is a main Bet, "banker" itself."""
    return spot.split("/")[1] if "/" in spot else spot


class Count:
    """What the entries say, added up once more."""

    def __init__(self) -> None:
        self.tables: dict[str, dict[Any, Row]] = {name: {} for name in TABLES if name != "currencies"}
        self._round_no = self._shoe = 0
        self._in_round = False
        self._day = ""
        self._credit: dict[str, int] = {}
        self._sale = b""
        self._certified = 0
        self._void = False

    def entry(self, seq: int, wall_time: str, fact: Any) -> None:
        if isinstance(fact, e.DayBegan):
            self._day = fact.day
        about, in_round = self._round_of(fact), self._round_no if self._in_round else 0
        when = {"seq": seq, "at": wall_time, "day": self._day, "shift": shift_of(wall_time)}
        if isinstance(fact, e.ShoeLoaded):
            self._shoe += 1
        when |= {"shoe": self._shoe, "round_no": about}
        if (changes := moved(fact)) is not None:
            self._money(when, fact, changes)
        if type(fact) in CARDS:
            card = getattr(fact, "card", None)
            row = {"what": CARDS[type(fact)], "card": "" if card is None else card.text}
            row |= {"hand": getattr(fact, "hand", ""), "shoe_seq": getattr(fact, "shoe_seq", 0)}
            self.tables["cards"][seq] = when | {"round_no": about or in_round} | row
        if type(fact) in CODES:
            whose = str(getattr(fact, "terminal", "") or getattr(fact, "panel", "") or "")
            row = {"terminal": whose, "kind": type(fact).__name__, "round_no": about or in_round}
            self.tables["events"][seq] = when | row
        if type(fact) in ACTS:
            self._act(seq, when, fact)
        self._of_round(seq, wall_time, when, fact)
        self._of_paper(seq, fact)
        sells = isinstance(fact, e.Ordered) and isinstance(fact.order, m.SellCredit)
        self._sale = fact.command_id.rjust(16, b"\0") if sells else b""

    def _round_of(self, fact: Any) -> int:
        key = getattr(fact, "id", None)
        number = fact.round_no if hasattr(fact, "round_no") else getattr(key, "round_no", 0)
        return int(number)

    def _money(self, when: Row, fact: Any, changes: Mapping[str, int]) -> None:
        terminal = str(getattr(fact, "terminal", ""))
        if terminal:
            self._credit[terminal] = self._credit.get(terminal, 0) + changes.get("credit", 0)
        row: Row = {name: changes.get(name, 0) for name in ACCOUNTS}
        row |= {"terminal": terminal, "credit_after": self._credit.get(terminal, 0) if terminal else 0}
        row |= {"amount": fact.change if isinstance(fact, e.LayoutRegistered) else getattr(fact, "amount", 0)}
        row |= {"ticket": getattr(fact, "ticket", ""), "sitting": getattr(fact, "sitting", 0)}
        if isinstance(fact, e.CreditBought):
            row["kind"] = "sold" if self._sale and fact.id == self._sale else "note_in"
        elif isinstance(fact, e.NoteCleared):
            row["kind"] = "note_paid_back" if fact.paid else "note_not_found"
        self.tables["money"][when["seq"]] = when | row

    def _act(self, seq: int, when: Row, fact: Any) -> None:
        by = getattr(fact, "by", None) or getattr(fact, "person", None)
        second, order = getattr(fact, "second", None), getattr(fact, "order", None)
        row = {"what": ACTS[type(fact)], "number": by.number if by is not None else getattr(fact, "number", "")}
        row |= {"second_number": "" if second is None else second.number, "panel": getattr(fact, "panel", "")}
        row |= {"amount": (getattr(fact, "amount", 0) or getattr(order, "amount", 0)) or 0}
        row |= {"command": getattr(fact, "command_id", b"").hex()}
        refusal = getattr(fact, "refusal", None)
        row |= {"digest": getattr(fact, "digest", b"").hex()}
        row |= {"reason": refusal.reason if refusal is not None else getattr(fact, "why", "")}
        about = getattr(fact, "round_no", 0) or getattr(order, "round_no", 0)
        row |= {"round_no": about or (self._round_no if self._in_round else 0)}
        self.tables["acts"][seq] = when | row

    def _of_round(self, seq: int, wall_time: str, when: Row, fact: Any) -> None:
        rounds, windows = self.tables["rounds"], self.tables["windows"]
        match fact:
            case e.WindowOpened(id=key, window=window):
                if key.n == 1:
                    self._round_no, self._in_round, self._certified, self._void = key.round_no, True, 0, False
                    row = {"opened_seq": seq, "opened_at": wall_time, "closed_seq": 0, "ended_seq": 0, "corrected": 0}
                    rounds[key.round_no] = row | {"day": self._day, "shift": when["shift"], "shoe": self._shoe}
                row = {"name": window.name, "opened_seq": seq, "closed_seq": 0, "by": "", "choice": ""}
                windows[key.round_no, key.n] = row | {"left_ms": fact.left_ms}
            case e.WindowClosed(id=key, by=by, act=act):
                choice = "" if act is None else act.choice
                windows[key.round_no, key.n] |= {"closed_seq": seq, "by": by, "choice": choice}
                rounds[key.round_no]["closed_seq"] = rounds[key.round_no]["closed_seq"] or seq
            case e.Certified():
                self._certified = seq
            case e.RulingMade(act=Voided()):
                self._void = True
            case e.RoundEnded(round_no=round_no):
                self._in_round = False
                ended = {"ended_seq": seq, "certified_seq": self._certified, "void": self._void}
                rounds.setdefault(round_no, {}).update(ended)
            case e.RoundCorrected(round_no=round_no, void=void):
                rounds.setdefault(round_no, {}).update({"corrected": 1, "void": bool(void)})
            case e.LayoutRegistered() | e.LayoutRefused():
                what = "registered" if isinstance(fact, e.LayoutRegistered) else "refused"
                bets = {str(spot): amount for spot, amount in fact.answer.bets.items()} or {"": 0}
                for n, (spot, amount) in enumerate(bets.items(), 1):
                    row = {"what": what, "terminal": fact.terminal, "spot": spot, "amount": amount, "n": n}
                    row |= {"revision": fact.revision, "choice": fact.answer.choice, "bet": kind_of(spot)}
                    self.tables["bets"][seq, n] = when | row
            case e.LayoutReturned() | e.BetRejected():
                what = "returned" if isinstance(fact, e.LayoutReturned) else "rejected"
                spot = str(getattr(fact, "spot", ""))
                row = {"what": what, "terminal": fact.terminal, "spot": spot, "n": 1, "bet": kind_of(spot)}
                self.tables["bets"][seq, 1] = when | row | {"amount": fact.amount, "revision": 0}
            case e.Settled(lines=lines):
                self._lines(when, fact, [("settled", 1, it) for it in lines])
            case e.LinesCorrected(before=before, after=after):
                reversed_ = [("reversed", -1, it) for it in before]
                self._lines(when, fact, reversed_ + [("corrected", 1, it) for it in after])
            case _:
                pass

    def _lines(self, when: Row, fact: Any, lines: Sequence[tuple[str, int, Any]]) -> None:
        for n, (what, sign, line) in enumerate(lines, 1):
            row = {"what": what, "terminal": fact.terminal, "sitting": fact.sitting, "spot": line.spot, "n": n}
            row |= {"staked": sign * line.staked, "returned": sign * line.returned}
            row |= {
                "bet": kind_of(line.spot),
                "outcome": str(line.verdict.outcome),
                "paragraph": line.verdict.paragraph,
            }
            self.tables["lines"][when["seq"], n] = when | row

    def _of_paper(self, seq: int, fact: Any) -> None:
        tickets, notes = self.tables["tickets"], self.tables["notes"]
        match fact:
            case e.TicketIssued(ticket=name, terminal=terminal, amount=amount):
                row = {"terminal": terminal, "amount": amount, "issued_seq": seq, "issued_day": self._day}
                tickets[name] = row | {"used_seq": 0, "used_as": "", "used_amount": 0, "used_where": ""}
            case e.TicketAccepted(ticket=name, amount=amount, terminal=terminal):
                tickets[name] |= {"used_seq": seq, "used_as": "credit", "used_amount": amount, "used_where": terminal}
            case e.TicketPaid(ticket=name, amount=amount):
                tickets[name] |= {"used_seq": seq, "used_as": "cash", "used_amount": amount, "used_where": ""}
            case e.TicketReleased(ticket=name, amount=amount, to=to):
                tickets[name] |= {"used_seq": seq, "used_as": "away", "used_amount": amount, "used_where": to}
            case e.TicketRestored(ticket=name):
                tickets[name] |= {"used_seq": 0, "used_as": "", "used_amount": 0, "used_where": ""}
            case e.TicketPrint(ticket=name, state=state):
                tickets[name]["print"] = state
            case e.NoteHeld(note=note, terminal=terminal, amount=amount):
                notes[note] = {"terminal": terminal, "amount": amount, "held_seq": seq, "fate": "", "fate_seq": 0}
            case e.NoteCredited(note=note):
                notes[note] |= {"fate": "credit", "fate_seq": seq}
            case e.NoteCleared(note=note, paid=paid):
                notes[note] |= {"fate": "paid back" if paid else "not in the box", "fate_seq": seq}
            case e.ShoeLoaded(decks=decks):
                shoes = self.tables["shoes"]
                if shoes and not shoes[self._shoe - 1]["ended_seq"]:
                    shoes[self._shoe - 1]["ended_seq"] = seq
                shoes[self._shoe] = {"decks": decks, "loaded_seq": seq, "ended_seq": 0, "counted": 0, "miscount": 0}
            case e.ShoeEnded(counted=counted, miscount=miscount) if self.tables["shoes"]:
                row = {"ended_seq": seq, "counted": counted, "miscount": miscount}
                if not self.tables["shoes"][self._shoe]["ended_seq"]:
                    self.tables["shoes"][self._shoe] |= row
            case _:
                pass


def made(entries: Sequence[Entry], rng: Random) -> dict[str, dict[Any, Row]]:
    """The rows, as whoever keeps them has them in the end."""
    tables: dict[str, dict[Any, Row]] = {name: {} for name in TABLES}
    memory: Memory | None = None
    at = 0
    while at < len(entries):
        projection = Projection(shift_of, memory)
        for entry in entries[at : (at := at + rng.choice((1, 3, 20, 100)))]:
            projection.enter(entry)
        rows, changes = projection.take()
        for name, told in rows.items():
            for values in told:
                row = dict(zip(TABLES[name], values, strict=True))
                key = KEYS[name]
                tables[name][row[key] if isinstance(key, str) else tuple(row[it] for it in key)] = row
        for change in changes:
            tables[change.table][change.key].update(change.values)
        memory = decode_memory(encode_memory(projection.memory))
    return tables


def compare(entries: Sequence[Entry], rng: Random, what: str) -> None:
    count, tables = Count(), made(entries, rng)
    for entry in entries:
        count.entry(entry.seq, entry.wall_time, decode_event(entry.body))
    if tables["differences"]:
        raise Violation("M11", f"{what}: differences are found where there are none: {tables['differences']}")
    for name, known in count.tables.items():
        found = tables[name]
        if found.keys() != known.keys():
            raise Violation("R", f"{what}: rows of {name} are {found.keys() ^ known.keys()} too many or too few")
        for key, row in known.items():
            told = {it: bool(found[key][it]) if it == "void" else found[key][it] for it in row}
            if told != row:
                differ = {it: (told[it], row[it]) for it in row if told[it] != row[it]}
                raise Violation("R", f"{what}: in {name} {key} is told, and counted was: {differ}")


def cheats(entries: Sequence[Entry], rng: Random, what: str) -> None:
    """Of a Round that was settled otherwise than its cards say, the line is found."""
    settled = [(at, it) for at, entry in enumerate(entries) if isinstance(it := decode_event(entry.body), e.Settled)]
    if not settled:
        return
    at, fact = rng.choice(settled)
    number = rng.randrange(len(fact.lines))
    false = [replace(it, returned=it.returned + 10 * (n == number)) for n, it in enumerate(fact.lines)]
    body = encode_body(replace(fact, lines=tuple(false)))
    over = next((n for n, it in enumerate(entries) if n > at and b"RoundEnded" in it.body[:20]), len(entries))
    found = made([*entries[:at], replace(entries[at], body=body), *entries[at + 1 : over + 1]], rng)["differences"]
    ended = over < len(entries) and not decode_event(entries[over].body).void  # type: ignore[union-attr]
    spot = fact.lines[number].spot
    told = {(row["round_no"], row["terminal"], row["spot"]) for row in found.values()}
    if ended and (fact.round_no, fact.terminal, spot) not in told:
        raise Violation("R", f"{what}: {spot} of {fact.terminal} in round {fact.round_no} is paid false: {told}")


def run(seed: int, steps: int) -> None:
    rng = Random(f"rows {seed}")
    logs: list[Callable[[], Sequence[Sequence[Entry]]]] = [
        lambda: [at_baccarat(seed, 2 * steps).entries],
        lambda: [where_nobody_deals(seed, steps).entries],
        lambda: [on_boxes(seed, steps).entries],
        lambda: [table.entries for table in in_a_house(seed, steps // 4).tables.values()],
    ]
    for entries in logs[seed % len(logs)]():
        compare(entries, rng, f"rows drill {seed}")
        if seed % len(logs) < 2:  # where nothing is paid before the end of a Round
            cheats(entries, rng, f"rows drill {seed}")
