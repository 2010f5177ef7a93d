"""A Player Terminal in another hand: written from docs/protocol.md, with pyzmq, msgpack and the standard library only.

It must never import anything of ours: it stands for the terminal that somebody else builds. Wishes come as JSON lines
on standard input, what it knows goes out as JSON lines. Where a comment names a rule, it is a rule of the document.
"""

import argparse
import hashlib
import json
import os
import signal
import sqlite3
import struct
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgpack
import zmq

Message = dict[str, Any]
Entry = list[Any]  # digest, audience, wall_time, salt, body
Window = tuple[int, int, bytes]

AGAIN_MS, AGAIN_MS_MAX = 250, 2_000
SYNC_FIRST_MS, SYNC_AGAIN_MS = 60, 1_000
BEAT_MS = 1_000
SILENT_MS = 1_500
DIAL_AGAIN_MS = 4_000
EARLY_MAX = 2_000
REVISIONS_MAX = 200
NOT_FINAL = ("say hello", "another process is still on", "no common version")


class Broken(Exception):
    """What the console shows is not the history that it showed before: call an attendant."""


# --- bytes ------------------------------------------------------------------------------------------------------------


def encode(kind: str, **fields: Any) -> bytes:
    data: bytes = msgpack.packb({"v": 1, "m": {"type": kind, **fields}})
    return data


def decode(data: bytes) -> Message:
    whole = unpack(data)
    if whole["v"] != 1:
        raise ValueError(f"version {whole['v']}")
    message: Message = whole["m"]
    return message


def unpack(data: bytes) -> Any:
    return msgpack.unpackb(data, strict_map_key=False)  # seats of a box game are maps with numbers for keys


def first_link(table: str) -> bytes:
    return hashlib.sha256(b"etg/1 " + table.encode()).digest()


def digest_of(seq: int, entry: Entry) -> bytes:
    _, audience, wall_time, salt, body = entry
    fields = [wall_time.encode(), audience.encode(), salt, body]
    return hashlib.sha256(struct.pack(">QIIII", seq, *map(len, fields)) + b"".join(fields)).digest()


def link(before: bytes, digest: bytes) -> bytes:
    return hashlib.sha256(before + digest).digest()


# --- signatures: Ed25519 as RFC 8032 has it, in whole numbers; slow, and nothing here is secret -----------------------

PRIME, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE_D = -121665 * pow(121666, -1, PRIME) % PRIME
ROOT = pow(2, (PRIME - 1) // 4, PRIME)
Point = tuple[int, int, int, int]  # x, y, z and x * y / z
Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def from_z85(text: str) -> bytes:
    fives = (text[at : at + 5] for at in range(0, len(text), 5))
    numbers = (sum(Z85.index(sign) * 85 ** (4 - place) for place, sign in enumerate(five)) for five in fives)
    return b"".join(number.to_bytes(4) for number in numbers)


def _add(one: Point, other: Point) -> Point:
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % PRIME, (one[1] + one[0]) * (other[1] + other[0]) % PRIME
    c, d = 2 * one[3] * other[3] * CURVE_D % PRIME, 2 * one[2] * other[2] % PRIME
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % PRIME, g * h % PRIME, f * g % PRIME, e * h % PRIME


def _times(number: int, point: Point) -> Point:
    found: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            found = _add(found, point)
        point, number = _add(point, point), number >> 1
    return found


def _point(data: bytes) -> Point | None:
    number = int.from_bytes(data, "little")
    sign, y = number >> 255, number & ((1 << 255) - 1)
    square = (y * y - 1) * pow(CURVE_D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if x * x % PRIME == square else x * ROOT % PRIME
    if y >= PRIME or x * x % PRIME != square or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else PRIME - x
    return x, y, 1, x * y % PRIME


BASE = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def is_signed(key: bytes, message: bytes, signature: bytes) -> bool:
    left, right = _point(key), _point(signature[:32])
    number = int.from_bytes(signature[32:], "little")
    if BASE is None or left is None or right is None or number >= ORDER or len(signature) != 64:
        return False
    digest = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % ORDER
    one, other = _times(number, BASE), _add(right, _times(digest, left))
    return all((one[at] * other[2] - other[at] * one[2]) % PRIME == 0 for at in (0, 1))


def head_statement(table: str, seq: int, chain: bytes) -> bytes:
    parts = (b"etg console head 1", table.encode(), seq.to_bytes(8), chain)
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


# --- the copy of the log ----------------------------------------------------------------------------------------------


class Copy:
    """Follows the log: takes exactly the next entry, and only if it links."""

    def __init__(self, name: str, table: str) -> None:
        self.own = {name, "only/" + name}
        self.seq, self.chain = 0, first_link(table)
        self.head = 0  # the farthest entry we have heard of
        self._early: dict[int, Entry] = {}
        self._links: dict[int, bytes] = {}

    def offer(self, first: int, entries: list[Entry], chain: bytes) -> None:
        for seq, entry in enumerate(entries, first):
            if self.seq < seq <= self.seq + EARLY_MAX:
                known = self._early.get(seq)
                if known is None or known[4] is None:
                    self._early[seq] = entry
        self.expect(first + len(entries) - 1, chain)

    def expect(self, seq: int, chain: bytes) -> None:
        self.head = max(self.head, seq)
        if seq == self.seq and chain != self.chain:
            raise Broken(f"another history at entry {seq}")
        if self.seq < seq <= self.seq + EARLY_MAX:
            self._links[seq] = chain

    def ready(self) -> tuple[list[Entry], bytes]:
        """The run of entries that can be applied now, and the link after it."""
        run: list[Entry] = []
        chain = self.chain
        while (entry := self._early.get(self.seq + len(run) + 1)) is not None:
            seq = self.seq + len(run) + 1
            digest, audience, _, _, body = entry
            if body is None and (audience == "" or audience in self.own):
                break  # ours, and its content is still on its way
            if body is not None and digest_of(seq, entry) != digest:
                raise Broken(f"entry {seq} is not what its digest was made of")
            chain = link(chain, digest)
            if self._links.get(seq, chain) != chain:
                raise Broken(f"another history at entry {seq}")
            run.append(entry)
        return run, chain

    def moved(self, seq: int, chain: bytes) -> None:
        self.seq, self.chain, self.head = seq, chain, max(self.head, seq)
        self._early = {later: entry for later, entry in self._early.items() if later > seq}
        self._links = {later: said for later, said in self._links.items() if later > seq}


# --- what the entries mean for this seat -----------------------------------------------------------------------------


class Seat:
    """Money and answers of one terminal: changed by its own notes and by the facts of the log, and by nothing else."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.boot = 0
        self.currency = ""
        self.credit = self.stake = 0
        self.open: dict[Window, str] = {}  # windows, with their names
        self.questions: dict[str, list[str]] = {}  # of those that ask this seat something: the choices, by name
        self.not_ours: set[str] = set()  # those that ask others
        self.home = self.wants = 0  # the box at which the Player sits, and at which he wants to
        self.registered: dict[str, dict[str, int]] = {}  # by the window's name
        self.revisions: dict[Window, int] = {}  # the highest that we sent or the log answered
        self.sent: dict[Window, tuple[int, dict[str, int], str]] = {}  # answers in flight: revision, Bets and choice
        self.asked: dict[bytes, tuple[str, Message]] = {}  # requests about money in flight, by id
        self.tickets: dict[str, int] = {}  # by number
        self.amounts: dict[str, int] = {}  # by name
        self.latched = ""
        self.disputed = 0
        self.returned = 0  # layouts that were never registered (5.2.2)
        self.refused: list[str] = []
        self.console_seq = 0  # where the console's last start is in the log
        self.halts: set[str] = set()  # why play waits
        self.shuffle = 0  # the Round of which a set is to be shuffled, where nobody deals; 0: none, or it is mixed
        self.nonce: tuple[int, bytes] = (0, b"")  # ours, of which Round
        self.bound = self.opened = False  # the log has its digest, and then the nonce

    @property
    def spendable(self) -> int:
        """Rule 6."""
        held = 0
        for window, (_, bets, _) in self.sent.items():
            registered = self.registered.get(self.open.get(window, ""), {})
            held += max(0, sum(bets.values()) - sum(registered.values()))
        cashed: int = sum(fields["amount"] for kind, fields in self.asked.values() if kind == "CashOut")
        return self.credit - held - cashed

    # Our own notes.

    def booted(self, boot: int) -> None:
        self.boot = boot

    def layout_sent(self, window: Window, revision: int, bets: dict[str, int], choice: str) -> None:
        self.sent[window] = (revision, bets, choice)
        self.revisions[window] = revision

    def money_asked(self, kind: str, fields: Message) -> None:
        self.asked[fields["id"]] = (kind, fields)

    def nonce_made(self, round_no: int, nonce: bytes) -> None:
        self.nonce = (round_no, nonce)

    # Facts of the log.

    def fact(self, seq: int, event: Message) -> None:
        match event["type"]:
            case "ConsoleStarted":
                self.console_seq = seq
            case "CurrencyBound":
                self.currency = event["currency"][0]
            case "Halted":
                self.halts.add(event["reason"])
            case "Resumed":
                self.halts.discard(event["reason"])
            case "Interrupted":
                self.halts.add("interrupted")
            case "InterruptionAnswered":
                self.halts.discard("interrupted")
            case "WindowOpened":
                window, name = key_of(event["id"]), event["window"]["name"]
                if window[1] == 1:
                    self._new_round()
                self.registered.pop(name, None)
                self._opened(window, event["window"])
            case "ShuffleCommitted":
                self.shuffle, self.bound, self.opened = event["round_no"], False, False
            case "NonceCommitted" if event["terminal"] == self.name:
                self.bound = True
            case "NonceOpened" if event["terminal"] == self.name:
                self.opened = True
            case "ShuffleMixed" | "ShuffleLost":
                self.shuffle = 0
            case "Seated":
                if event["terminal"] == self.name:
                    self.home = event["box"]
                elif event["box"] == self.home:
                    self.home = 0
            case "TableOpened":
                self.home = next((box for box, who in event["felt"]["seats"].items() if who == self.name), 0)
            case "WindowClosed":
                window = key_of(event["id"])
                self.open.pop(window, None)
                self.returned += self.sent.pop(window, None) is not None
            case "RoundEnded":
                self._new_round()
                if self.stake:
                    raise Broken(f"round {event['round_no']} is over, and {self.stake} is still staked")

    def own_fact(self, event: Message) -> None:
        match event["type"]:
            case "LayoutRegistered":
                window = key_of(event["id"])
                self.credit -= event["change"]
                self.stake += event["change"]
                self.registered[self.open[window]] = event["answer"]["bets"]
                self._answered(window, event["revision"])
            case "LayoutRefused":
                self.refused.append(event["refusal"]["reason"])
                self._answered(key_of(event["id"]), event["revision"])
            case "LayoutReturned":
                self.registered.pop(event["window"], None)
                self.stake -= event["amount"]
                self.credit += event["amount"]
            case "Settled":
                self.stake -= sum(line["staked"] for line in event["lines"])
                self.credit += sum(line["returned"] for line in event["lines"])
            case "LinesCorrected":
                self.credit += event["credited"]
            case "CreditBought" | "TicketAccepted" | "NoteCredited" | "ForeignTicketAccepted":
                self.credit += event["amount"]
                self.asked.pop(event["id"], None)
                if event["type"] == "TicketAccepted":
                    self.tickets = {}
            case "TicketIssued":
                self.credit -= event["amount"]
                self.asked.pop(event["id"], None)
                self.amounts[event["ticket"]] = event["amount"]
            case "TicketNumbered":
                self.tickets[event["number"]] = self.amounts[event["ticket"]]
            case "TicketPrint" | "NoteHeld" | "ForeignTicketAsked" | "ForeignTicketDeclined":
                self.asked.pop(event["id"], None)
            case "BetRejected":
                self.stake -= event["amount"]
                self.credit += event["amount"]
            case "MoneyRefused":
                self.asked.pop(event["id"], None)
                self.refused.append(event["refusal"]["reason"])
            case "HandPaid":
                self.credit -= event["amount"]
            case "SettlementDisputed":
                self.disputed = event["round_no"]
            case "DisputeRuled":
                self.disputed = 0
            case "TerminalLatched":
                self.latched = event["why"]
            case "TerminalUnlatched":
                self.latched = ""
            case "CardHidden" | "NoteCleared" | "TicketsLocked" | "TicketsUnlocked" | "AttendantCalled":
                pass  # for a screen, which this terminal has not
            case unknown:
                raise Broken(f"{unknown} is about this seat, and this program does not know it")
        if self.credit < 0 or self.stake < 0:
            raise Broken(f"credit {self.credit} and stake {self.stake} after {event['type']}")

    def picture(self, state: Message) -> None:
        """Where a terminal without history begins."""
        own, self.currency = state["own"], state["view"]["placard"]["currency"]
        self.credit, self.stake = own["credit"], own["stake"]
        self.latched, self.disputed = own["latched"], own["disputed"]
        for it in state["view"]["windows"].values():
            self._opened(key_of(it["id"]), it["window"])
        for layout in own["layouts"]:
            window = key_of(layout["id"])
            self.revisions[window] = layout["revision"]
            self.registered[layout["name"]] = layout["registered"]["bets"]
        self.halts = set(state["view"]["halts"])

    def _opened(self, window: Window, told: Message) -> None:
        name = told["name"]
        self.open[window] = name
        self.questions.pop(name, None)
        self.not_ours.discard(name)
        if told["respondents"] is not None and self.name not in told["respondents"]:
            self.not_ours.add(name)
        elif told["choices"] and told["respondents"] is not None:
            self.questions[name] = told["choices"]

    def _answered(self, window: Window, revision: int) -> None:
        """Rule 7: this revision, and with it every lower one."""
        self.revisions[window] = max(revision, self.revisions.get(window, 0))
        if window in self.sent and self.sent[window][0] <= revision:
            del self.sent[window]

    def _new_round(self) -> None:
        self.open, self.registered, self.revisions = {}, {}, {}


def key_of(window: list[Any]) -> Window:
    round_no, n, nonce = window
    return round_no, n, nonce


# --- the durable file -------------------------------------------------------------------------------------------------


class Notes:
    """What must not be forgotten, one row after the other: a note is durable when `add` returns."""

    def __init__(self, path: str | Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("CREATE TABLE IF NOT EXISTS note (n INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")

    def all(self) -> Iterator[list[Any]]:
        for (body,) in self._db.execute("SELECT body FROM note ORDER BY n"):
            yield unpack(body)

    def add(self, *note: Any) -> None:
        self._db.execute("INSERT INTO note (body) VALUES (?)", (msgpack.packb(note),))

    def close(self) -> None:
        self._db.close()


class NotesInMemory(Notes):
    """Of a terminal without a power cut: nothing to open or to close."""

    def __init__(self) -> None:
        self._kept: list[bytes] = []

    def all(self) -> Iterator[list[Any]]:
        return map(unpack, list(self._kept))

    def add(self, *note: Any) -> None:
        self._kept.append(msgpack.packb(note))

    def close(self) -> None:
        pass


# --- the terminal -----------------------------------------------------------------------------------------------------


class Terminal:
    """Told the time and what was heard; says what to send. Whatever it sends about money is in its notes before."""

    def __init__(
        self, name: str, table: str, notes: Notes, random: Callable[[int], bytes] = os.urandom, signs: bytes = b""
    ) -> None:
        """`signs`: the key that the console signs with."""
        self.notes = notes
        self._table, self._signs = table, signs
        self.copy = Copy(name, table)
        self.seat = Seat(name)
        self.stopped = self.denied = ""
        self.heard_ms: int | None = None
        self.signed: list[Any] | None = None  # the newest head of our copy that the console has signed
        self._claimed: list[Any] | None = None  # the newest that it has signed at all
        self._random = random
        self._welcome: int | None = None  # nothing is asked before the log is applied so far
        self._behind_ms: int | None = None
        self._sync_ms = self._beat_ms = 0
        self._timers: dict[object, tuple[int, int]] = {}  # when to send again, and how long to wait after that
        for note in notes.all():
            self._apply(note)
        self.run = random(8)
        self._note("boot", self.seat.boot + 1)

    @property
    def joined(self) -> bool:
        return not self.stopped and self._welcome is not None and self.copy.seq >= self._welcome

    def _note(self, *note: Any) -> None:
        self.notes.add(*note)
        self._apply(list(note))

    def _apply(self, note: list[Any]) -> None:
        match note:
            case ["boot", boot]:
                self.seat.booted(boot)
            case ["layout", window, revision, bets, choice]:
                self.seat.layout_sent(key_of(window), revision, bets, choice)
            case ["nonce", round_no, nonce]:
                self.seat.nonce_made(round_no, nonce)
            case ["asked", kind, fields]:
                self.seat.money_asked(kind, fields)
            case ["copied", first, entries, chain]:
                for seq, (_, audience, _, _, body) in enumerate(entries, first):
                    if body is not None:
                        event = unpack(body)
                        self.seat.own_fact(event) if audience in self.copy.own else self.seat.fact(seq, event)
                self.copy.moved(first + len(entries) - 1, chain)
            case ["restored", seq, chain, state]:
                self.seat.picture(unpack(state))
                self.copy.moved(seq, chain)
            case ["stopped", why]:
                self.stopped = why
            case ["signed", head]:
                self.signed = head

    # In.

    def hear(self, now_ms: int, data: bytes) -> None:
        news = decode(data)
        self.heard_ms = now_ms
        if self.stopped:
            if news["type"] == "Denied":
                self._news(news)  # our Hello has arrived, and with it the proof
            return
        try:
            self._news(news)
            entries, chain = self.copy.ready()
            if entries:
                self._note("copied", self.copy.seq + 1, entries, chain)  # Rule 8: entries, place and effect at once
                self._behind_ms = None
            if self._claimed and self._claimed != self.signed and self._claimed[0] == self.copy.seq:
                self._note("signed", self._claimed)
        except Broken as broken:
            self._note("stopped", str(broken))
        if self._welcome is not None and self.seat.console_seq > self._welcome:
            self._welcome = None  # another process of the console has welcomed us

    def _news(self, news: Message) -> None:
        copy = self.copy
        mine = (news.get("boot"), news.get("run")) == (self.seat.boot, self.run)
        match news["type"]:
            case "Welcome":
                if mine and news["head_seq"] >= self.seat.console_seq and news.get("version", 1) == 1:
                    copy.expect(news["head_seq"], news["head_chain"])
                    self._check(*(news["signed"] or (0, b"", b"")))
                    self._welcome = news["head_seq"]
            case "Denied":
                if mine:
                    self._welcome = None
                    self.denied = "" if news["why"] in NOT_FINAL else news["why"]
            case "Batch" | "Deltas":
                copy.offer(news["first_seq"], news["entries"], news["chain"])
                self._claim(news["first_seq"] + len(news["entries"]) - 1, news)
                copy.head = max(copy.head, news.get("head_seq", 0))
            case "See":
                copy.offer(news["seq"], [news["entry"]], news["chain"])
            case "Pulse":
                copy.expect(news["seq"], news["chain"])
                self._claim(news["seq"], news)
            case "Snapshot":
                if copy.seq == 0:
                    self._note("restored", news["seq"], news["chain"], news["state"])

    def _claim(self, seq: int, news: Message) -> None:
        if news["signature"] or news["type"] == "Pulse":
            self._check(seq, news["chain"], news["signature"])

    def _check(self, seq: int, chain: bytes, signature: bytes) -> None:
        """The console's signature on a head: the newest is looked at, and kept it proves what we held."""
        if not seq or seq < self.copy.seq or (self._claimed is not None and seq < self._claimed[0]):
            return
        if self._claimed is not None and seq == self._claimed[0]:
            if chain != self._claimed[1]:
                raise Broken(f"the console has signed two histories at entry {seq}")
            return
        if self._signs and not is_signed(self._signs, head_statement(self._table, seq, chain), signature):
            raise Broken(f"entry {seq} is not signed by the console")
        if signature:
            self._claimed = [seq, chain, signature]
        self.copy.expect(seq, chain)

    # Wishes. They give the reason why not, or "".

    def bet(self, now_ms: int, bets: dict[str, int]) -> str:
        """The whole layout for the window of Bets that is open."""
        asks = {*self.seat.questions, *self.seat.not_ours}
        return self._answer(now_ms, next((it for it in self.seat.open.values() if it not in asks), ""), bets, "")

    def choose(self, now_ms: int, name: str, choice: str) -> str:
        """To a question that this seat is asked."""
        if choice not in self.seat.questions.get(name, []):
            return "not asked"
        return self._answer(now_ms, name, {}, choice)

    def sit(self, box: int) -> str:
        self.seat.wants = box
        return ""

    def _answer(self, now_ms: int, name: str, bets: dict[str, int], choice: str) -> str:
        seat = self.seat
        window = next((it for it, known in seat.open.items() if known == name), None)
        if window is None or seat.halts or not self.joined or seat.latched or seat.disputed or self._silent(now_ms):
            return "not now"
        revision = seat.revisions.get(window, 0) + 1
        if window in seat.sent or revision > REVISIONS_MAX:
            return "not now"  # Rule 4: one in flight
        if sum(bets.values()) - sum(seat.registered.get(name, {}).values()) > seat.spendable:
            return "credit"
        self._note("layout", window, revision, bets, choice)  # Rule 5: before the first send
        return ""

    def ask(self, kind: str, **fields: Any) -> str:
        """About money, under a new id."""
        self._note("asked", kind, {"id": self._random(16), **fields})
        return ""

    def _silent(self, now_ms: int) -> bool:
        return self.heard_ms is None or now_ms - self.heard_ms > SILENT_MS

    # Out.

    def outgoing(self, now_ms: int) -> list[bytes]:
        """What is to be sent now, first or again."""
        seat, copy = self.seat, self.copy
        me: Message = {"boot": seat.boot, "run": self.run}
        if self.denied:
            return []
        if self._welcome is None or self.stopped:
            who: Message = {"name": seat.name, "role": "terminal"}
            heard = self._claimed if self._claimed != self.signed else None
            proof = {"signed": self.signed, "heard": heard, "versions": [1], "capabilities": []}
            hello = encode("Hello", **me, last_seq=copy.seq, last_chain=copy.chain, **who, **proof)
            return [hello] if self._due(now_ms, "Hello") else []
        self._timers.pop("Hello", None)
        messages = []
        if copy.seq < copy.head and self._sync_due(now_ms):
            messages.append(encode("Sync", **me, after_seq=copy.seq))
        if now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT_MS
            messages.append(encode("Beat", **me, applied_seq=copy.seq, chain=copy.chain, turning=False))
        if not self.joined:
            return messages
        for window, (revision, bets, choice) in seat.sent.items():
            if self._due(now_ms, (window, revision)):
                messages.append(encode("Answer", **me, window=window, revision=revision, bets=bets, choice=choice))
        if seat.wants and seat.wants != seat.home and self._due(now_ms, ("seat", seat.wants)):
            messages.append(encode("SitDown", **me, box=seat.wants))
        for key, (kind, fields) in seat.asked.items():
            if self._due(now_ms, key):
                messages.append(encode(kind, **me, **fields))
        return messages + self._mixes(now_ms, me)

    def _mixes(self, now_ms: int, me: Message) -> list[bytes]:
        """Section 13.1: what this terminal adds to the shuffle."""
        seat, round_no = self.seat, self.seat.shuffle
        others = {*seat.questions, *seat.not_ours}
        of_bets = [it for it, name in seat.open.items() if name not in others and it[0] == round_no]
        if not round_no:
            return []
        if of_bets and not seat.bound:
            bets = any(it in seat.sent for it in of_bets) or seat.stake > 0
            if bets and seat.nonce[0] != round_no:
                self._note("nonce", round_no, self._random(32))
            if bets and self._due(now_ms, ("commit", round_no)):
                texts = (b"etg nonce 1", self._table.encode(), round_no.to_bytes(8), seat.name.encode(), seat.nonce[1])
                digest = hashlib.sha256(b"".join(struct.pack(">I", len(it)) + it for it in texts)).digest()
                return [encode("CommitNonce", **me, round_no=round_no, digest=digest)]
            return []
        ours = not of_bets and seat.bound and not seat.opened and seat.nonce[0] == round_no
        if ours and self._due(now_ms, ("open", round_no)):
            return [encode("OpenNonce", **me, round_no=round_no, nonce=seat.nonce[1])]
        return []

    def _due(self, now_ms: int, key: object) -> bool:
        due_ms, wait_ms = self._timers.get(key, (now_ms, AGAIN_MS))
        if now_ms < due_ms:
            return False
        self._timers[key] = (now_ms + wait_ms, min(2 * wait_ms, AGAIN_MS_MAX))
        return True

    def _sync_due(self, now_ms: int) -> bool:
        if self._behind_ms is None:
            self._behind_ms, self._sync_ms = now_ms, now_ms + SYNC_FIRST_MS
        if now_ms < self._sync_ms:
            return False
        self._sync_ms = now_ms + SYNC_AGAIN_MS
        return True

    def told(self) -> Message:
        seat = self.seat
        return {
            "seq": self.copy.seq,
            "level": self.copy.seq >= self.copy.head,
            "joined": self.joined,
            "denied": self.denied,
            "stopped": self.stopped,
            "boot": seat.boot,
            "credit": seat.credit,
            "stake": seat.stake,
            "spendable": seat.spendable,
            "open": sorted(seat.open.values()),
            "rounds": sorted({window[0] for window in seat.open}),
            "halts": sorted(seat.halts),
            "in_flight": len(seat.sent) + len(seat.asked),
            "returned": seat.returned,
            "refused": seat.refused,
            "tickets": seat.tickets,
        }


# --- the process ------------------------------------------------------------------------------------------------------


class Line:
    """Both sockets. After a refusal libzmq never dials again by itself, so after a long silence we do."""

    def __init__(self, place: Message, folder: Path) -> None:
        self._context = zmq.Context()
        key = tomllib.loads((folder / place["key"]).read_text())
        console = tomllib.loads((folder / place["console_key"]).read_text())
        self._keys = (key["public"].encode(), key["secret"].encode(), console["public"].encode())
        self._ends = [f"tcp://{place['console']}:{place[port]}" for port in ("requests", "broadcast")]
        self.dial()

    def dial(self) -> None:
        self.dealer = self._socket(zmq.DEALER)
        self.dealer.immediate = 1
        self.subscriber = self._socket(zmq.SUB)
        self.subscriber.subscribe(b"")
        self.dealer.connect(self._ends[0])
        self.subscriber.connect(self._ends[1])

    def _socket(self, kind: int) -> zmq.Socket[bytes]:
        socket: zmq.Socket[bytes] = self._context.socket(kind)
        socket.curve_publickey, socket.curve_secretkey, socket.curve_serverkey = self._keys
        socket.linger = 0
        socket.heartbeat_ivl, socket.heartbeat_timeout = 500, 2_000
        socket.reconnect_ivl, socket.reconnect_ivl_max = 100, 5_000
        return socket

    def hang_up(self) -> None:
        self.dealer.close()
        self.subscriber.close()

    def close(self) -> None:
        self.hang_up()
        self._context.term()

    def wait(self, also: int | None, most_ms: int) -> bool:
        """Until something comes; True if it is a wish."""
        poller = zmq.Poller()
        for what in (self.dealer, self.subscriber, also):
            if what is not None:
                poller.register(what, zmq.POLLIN)
        return also in dict(poller.poll(most_ms))

    def news(self) -> Iterator[bytes]:
        for socket in (self.dealer, self.subscriber):
            while socket.poll(0):
                frames = socket.recv_multipart()
                if len(frames) == 1:
                    yield frames[0]

    def send(self, data: bytes) -> None:
        if self.dealer.poll(0, zmq.POLLOUT):  # if not, it will be sent again
            self.dealer.send(data, zmq.NOBLOCK)


def main() -> int:
    parser = argparse.ArgumentParser(description="A Player Terminal in another hand.")
    parser.add_argument("config", type=Path, help="the same file that our own terminal reads")
    parser.add_argument("notes", type=Path, help="its durable file")
    parser.add_argument("--die-before", default="", metavar="TYPE", help="for tests: a power cut before this is sent")
    args = parser.parse_args()
    place = tomllib.loads(args.config.read_text())
    notes = Notes(args.notes)
    console = tomllib.loads((args.config.parent / place["console_key"]).read_text())
    terminal = Terminal(place["name"], place["table"], notes, signs=from_z85(console["signs"]))
    line = Line(place, args.config.parent)
    wishes: int | None = sys.stdin.fileno()
    told: Message = {}
    dialled_ms = now_ms()
    wanted: list[Message] = []
    while True:
        if line.wait(wishes, 50) and wishes is not None:
            wish = os.read(wishes, 4_096)
            if not wish:
                break  # whoever wanted something of us is gone
            wanted += [json.loads(text) for text in wish.splitlines()]
        if terminal.seat.currency:  # before the log has told what its money is, no note is taken
            for want in wanted:
                grant(terminal, want)
            wanted.clear()
        for data in line.news():
            terminal.hear(now_ms(), data)
        for data in terminal.outgoing(now_ms()):
            if args.die_before and decode(data)["type"] == args.die_before:
                os.kill(os.getpid(), signal.SIGKILL)
            line.send(data)
        if now_ms() - max(terminal.heard_ms or 0, dialled_ms) > DIAL_AGAIN_MS:
            dialled_ms = now_ms()
            line.hang_up()
            line.dial()
        if terminal.told() != told:
            told = terminal.told()
            print(json.dumps(told), flush=True)
    line.close()
    notes.close()
    return 0


def grant(terminal: Terminal, wish: Message) -> None:
    match wish:
        case {"bet": bets}:
            why = terminal.bet(now_ms(), bets)
        case {"choose": answers}:
            why = "".join(terminal.choose(now_ms(), name, choice) for name, choice in answers.items())
        case {"sit": box}:
            why = terminal.sit(box)
        case {"buy": amount}:
            why = terminal.ask("BuyCredit", amount=amount, currency=terminal.seat.currency)
        case {"cash_out": amount}:
            why = terminal.ask("CashOut", amount=amount)
        case {"ticket": ticket}:
            why = terminal.ask("InsertTicket", ticket=ticket)
        case _:
            why = "no such wish"
    if why:
        terminal.seat.refused.append(why)


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


if __name__ == "__main__":
    sys.exit(main())
