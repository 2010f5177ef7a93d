"""A dealer panel in another hand: written from docs/panel_protocol.md and sections 1 to 4 of docs/protocol.md.

As `other_hand.py`, whose copy of the log and whose sockets it takes, it must never import anything of ours: it stands
for the panel that somebody else builds. Wishes come as JSON lines on standard input; what it knows goes out as JSON
lines.
"""

import argparse
import hashlib
import json
import os
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __package__:
    from tests.e2e.other_hand import Broken, Copy, Line, encode, from_z85, head_statement, is_signed, now_ms, unpack
else:  # as a program, from wherever it lies
    from other_hand import Broken, Copy, Line, encode, from_z85, head_statement, is_signed, now_ms, unpack  # type: ignore[import-not-found, no-redef]

Message = dict[str, Any]

AGAIN_MS, AGAIN_MS_MAX = 250, 2_000
SYNC_FIRST_MS, SYNC_AGAIN_MS = 60, 1_000
BEAT_MS = 1_000
SILENT_MS = 1_500
DIAL_AGAIN_MS = 4_000
NOT_FINAL = ("say hello", "another process is still on", "no common version")
ANSWERS = ("Ordered", "OrderRefused", "OrderProposed")


class Readable:
    """The audiences that a panel reads: it waits for these bodies."""

    def __contains__(self, audience: object) -> bool:
        return audience != "sealed" and not str(audience).startswith("only/")


class Screen:
    """What the Dealer sees: the Round, its windows and cards, who is signed on here, what waits for a signature."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.console_seq = self.round_no = self.surplus = 0
        self.windows: dict[str, list[Any]] = {}
        self.hands: dict[str, list[str | None]] = {}
        self.void = self.person = ""
        self.proposals: dict[bytes, Message] = {}  # by their command
        self.answered: dict[bytes, str] = {}  # commands, and how

    def fact(self, seq: int, event: Message) -> None:
        match event["type"]:
            case "ConsoleStarted":
                self.console_seq, self.proposals = seq, {}
            case "WindowOpened":
                round_no, n, _ = event["id"]
                if n == 1:
                    self.round_no, self.windows, self.hands, self.void = round_no, {}, {}, ""
                self.windows[event["window"]["name"]] = event["id"]
            case "WindowClosed":
                self.windows.pop(event["name"], None)
            case "CardDealt":
                self.hands.setdefault(event["hand"], []).append(event["card"])
            case "CardTakenBack":
                self.hands[event["hand"]].pop()
            case "SurplusDrawn":
                self.surplus += 1
            case "SurplusKept":
                self.surplus = 0
            case "CardsCorrected" | "RulingMade":
                self.hands, self.surplus = event["hands"], event["surplus"]
                if event.get("act", {}).get("type") == "Voided":
                    self.void = event["paragraph"]
            case "HandsLaid":
                self.hands = event["hands"]
            case "RoundEnded":
                self.windows = {}
            case "SignedOn" if event["panel"] == self.name:
                self.person = event["person"]["number"]
            case "SignedOff" if event["panel"] == self.name:
                self.person = ""
            case "OrderProposed":
                self.answered[event["command_id"]] = "OrderProposed"
                same = [it for it, known in self.proposals.items() if known["panel"] == event["panel"]]
                for command_id in same:
                    del self.proposals[command_id]
                self.proposals[event["command_id"]] = event
            case "Ordered" | "OrderRefused" | "OrderWithdrawn" as how:
                self.answered[event["command_id"]] = how
                self.proposals.pop(event["command_id"], None)

    def picture(self, state: Message) -> None:
        view, staff = state["view"], state["staff"]
        self.round_no, self.hands, self.surplus, self.void = (
            view[field] for field in ("round_no", "hands", "surplus", "void")
        )
        self.windows = {name: it["id"] for name, it in view["windows"].items()}
        here = (number for number, it in staff["staff"].items() if it["panel"] == self.name)
        self.person = next(here, "")
        self.proposals = {it["command_id"]: it for it in staff["proposals"]}

    @property
    def cards_digest(self) -> bytes:
        """Section 8.2 of the terminal's document."""
        hands = "; ".join(
            f"{name}: {' '.join('??' if card is None else card for card in cards)}"
            for name, cards in sorted(self.hands.items())
        )
        return hashlib.sha256(f"{self.round_no}: {hands}; surplus: {self.surplus}; {self.void}".encode()).digest()


class Panel:
    """Told the time and what was heard; says what to send. Nothing of it is durable but its boot."""

    def __init__(
        self, name: str, table: str, boot: int, *, random: Callable[[int], bytes] = os.urandom, signs: bytes = b""
    ) -> None:
        self.copy = Copy(name, table)
        self.copy.own = Readable()  # type: ignore[assignment]  # it is only asked whether an audience is in it
        self.screen = Screen(name)
        self.stopped = self.denied = ""
        self.heard_ms: int | None = None
        self.lost = 0  # what was dropped, because nobody heard it: a person looks at the log
        self.standing = ""  # of the last try
        self._name, self._table, self._signs = name, table, signs
        self._boot, self._run, self._random = boot, random(8), random
        self._signed: list[Any] | None = None  # the newest head of our copy that the console has signed
        self._claimed: list[Any] | None = None  # the newest that it has signed at all
        self._welcome: int | None = None
        self._behind_ms: int | None = None
        self._sync_ms = self._beat_ms = 0
        self._timers: dict[object, tuple[int, int]] = {}
        self._asked: dict[bytes, tuple[str, Message]] = {}  # orders and tries that have no answer yet, by id

    @property
    def joined(self) -> bool:
        return not self.stopped and self._welcome is not None and self.copy.seq >= self._welcome

    # In.

    def hear(self, now_ms: int, data: bytes) -> None:
        whole = unpack(data)
        if whole["v"] != 1:
            return
        news: Message = whole["m"]
        self.heard_ms = now_ms
        if self.stopped and news["type"] != "Denied":
            return
        try:
            self._news(news)
            entries, chain = self.copy.ready()
            for seq, entry in enumerate(entries, self.copy.seq + 1):
                if entry[4] is not None:
                    self.screen.fact(seq, unpack(entry[4]))
            if entries:
                self.copy.moved(self.copy.seq + len(entries), chain)
                self._behind_ms = None
            if self._claimed is not None and self._claimed[0] == self.copy.seq:
                self._signed = self._claimed
        except Broken as broken:
            self.stopped = str(broken)
        for command_id in [it for it in self._asked if it in self.screen.answered]:
            del self._asked[command_id]
        if self._welcome is not None and self.screen.console_seq > self._welcome:
            self._welcome = None

    def _news(self, news: Message) -> None:
        copy = self.copy
        mine = (news.get("boot"), news.get("run")) == (self._boot, self._run)
        match news["type"]:
            case "Welcome" if mine and news["head_seq"] >= self.screen.console_seq:
                copy.expect(news["head_seq"], news["head_chain"])
                self._check(*(news["signed"] or (0, b"", b"")))
                self._welcome = news["head_seq"]
            case "Denied" if mine:
                self._welcome = None
                self.denied = "" if news["why"] in NOT_FINAL else news["why"]
            case "Batch" | "Deltas":
                last = news["first_seq"] + len(news["entries"]) - 1
                copy.offer(news["first_seq"], news["entries"], news["chain"])
                self._check(last, news["chain"], news["signature"])
                copy.head = max(copy.head, news.get("head_seq", 0))
            case "See":
                copy.offer(news["seq"], [news["entry"]], news["chain"])
            case "Pulse":
                copy.expect(news["seq"], news["chain"])
                self._check(news["seq"], news["chain"], news["signature"])
            case "Snapshot" if copy.seq == 0:
                self.screen.picture(unpack(news["state"]))
                copy.moved(news["seq"], news["chain"])
            case "SignOnAnswer":
                if self._asked.pop(news["id"], None) is not None:
                    self.standing = news["standing"]

    def _check(self, seq: int, chain: bytes, signature: bytes) -> None:
        if not signature or seq < self.copy.seq or (self._claimed is not None and seq <= self._claimed[0]):
            return
        if self._signs and not is_signed(self._signs, head_statement(self._table, seq, chain), signature):
            raise Broken(f"entry {seq} is not signed by the console")
        self._claimed = [seq, chain, signature]
        self.copy.expect(seq, chain)

    # Wishes. They give the reason why not, or "".

    def grant(self, wish: Message) -> str:
        if self._silent(wish.pop("now_ms")) or not self.joined:
            return "not now"
        match wish:
            case {"sign_on": {"number": number, "pin": pin}}:
                self._try("SignOn", number=number, pin=pin, badge="")
            case {"sign_off": True}:
                self._asked.clear()  # nothing that was begun before is wanted any more
                self._try("SignOff", why="person")
            case {"order": order}:
                self._command(order)
            case {"certify": True}:
                self._command({"type": "Certify", "cards_digest": self.screen.cards_digest})
            case {"sign": {"number": number, "pin": pin}}:
                for proposal in list(self.screen.proposals.values())[:1]:
                    about = {"command_id": proposal["command_id"], "digest": proposal["digest"]}
                    self._try("Sign", **about, number=number, pin=pin, badge="")
            case {"withdrawn": True}:
                mine = [it for it in self.screen.proposals.values() if it["panel"] == self._name]
                for proposal in mine:
                    self._try("Withdraw", command_id=proposal["command_id"])
            case _:
                return "no such wish"
        return ""

    def _try(self, kind: str, **fields: Any) -> None:
        """A PIN is sent for this one try, and kept nowhere."""
        key = self._random(8)
        self._asked[key] = (kind, {"id": key, **fields})

    def _command(self, order: Message) -> None:
        """About what is on the screen now."""
        if not self.screen.person or self._leaving:
            return
        key = self._random(8)
        window = next(iter(self.screen.windows.values()), None)
        about = {"command_id": key, "round_no": self.screen.round_no, "window": window}
        self._asked[key] = ("Command", {**about, "order": order})

    @property
    def _leaving(self) -> bool:
        return any(kind == "SignOff" for kind, _ in self._asked.values())

    def _silent(self, now_ms: int) -> bool:
        return self.heard_ms is None or now_ms - self.heard_ms > SILENT_MS

    # Out.

    def outgoing(self, now_ms: int) -> list[bytes]:
        me: Message = {"boot": self._boot, "run": self._run}
        if self.denied or self.stopped or self._silent(now_ms):
            self._drop()
        if self.denied:
            return []
        if self._welcome is None or self.stopped:
            who = {"name": self._name, "role": "panel", "versions": [1], "capabilities": []}
            proof = {"last_seq": self.copy.seq, "last_chain": self.copy.chain}
            hello = encode("Hello", **me, **who, **proof, signed=self._signed, heard=None)
            return [hello] if self._due(now_ms, "Hello") else []
        self._timers.pop("Hello", None)
        messages = []
        if self.copy.seq < self.copy.head and self._sync_due(now_ms):
            messages.append(encode("Sync", **me, after_seq=self.copy.seq))
        if now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT_MS
            messages.append(encode("Beat", **me, applied_seq=self.copy.seq, chain=self.copy.chain, turning=False))
        if self.joined:
            due = ((key, kind, fields) for key, (kind, fields) in self._asked.items() if self._due(now_ms, key))
            messages += [encode(kind, **me, **fields) for _, kind, fields in due]
        return messages

    def _drop(self) -> None:
        """An order that waits for a connection would be obeyed when nobody thinks of it any more."""
        leaving = {key: it for key, it in self._asked.items() if it[0] == "SignOff"}
        self.lost += len(self._asked) - len(leaving)
        self._asked = leaving

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
        screen = self.screen
        return {
            "seq": self.copy.seq,
            "joined": self.joined,
            "denied": self.denied,
            "stopped": self.stopped,
            "person": screen.person,
            "standing": self.standing,
            "round": screen.round_no,
            "windows": sorted(screen.windows),
            "proposals": len(screen.proposals),
            "lost": self.lost,
        }


# --- the process ------------------------------------------------------------------------------------------------------


def next_boot(notes: Path) -> int:
    """Durable before the first Hello."""
    boot = int(notes.read_text()) + 1 if notes.exists() else 1
    part = notes.with_suffix(".part")
    with part.open("w") as file:
        file.write(str(boot))
        file.flush()
        os.fsync(file.fileno())
    part.replace(notes)
    return boot


def main() -> int:
    parser = argparse.ArgumentParser(description="A dealer panel in another hand.")
    parser.add_argument("config", type=Path, help="the same file that our own panel reads")
    parser.add_argument("notes", type=Path, help="its durable file: how often it was started")
    args = parser.parse_args()
    place = tomllib.loads(args.config.read_text())
    console = tomllib.loads((args.config.parent / place["console_key"]).read_text())
    panel = Panel(place["name"], place["table"], next_boot(args.notes), signs=from_z85(console["signs"]))
    line = Line(place, args.config.parent)
    told: Message = {}
    dialled_ms = now_ms()
    while True:
        if line.wait(sys.stdin.fileno(), 50):
            wishes = os.read(sys.stdin.fileno(), 4_096)
            if not wishes:
                break  # whoever wanted something of us is gone
            for text in wishes.splitlines():
                panel.grant({**json.loads(text), "now_ms": now_ms()})
        for data in line.news():
            panel.hear(now_ms(), data)
        for data in panel.outgoing(now_ms()):
            line.send(data)
        if now_ms() - max(panel.heard_ms or 0, dialled_ms) > DIAL_AGAIN_MS:
            dialled_ms = now_ms()
            line.hang_up()
            line.dial()
        if panel.told() != told:
            told = panel.told()
            print(json.dumps(told), flush=True)
    line.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
