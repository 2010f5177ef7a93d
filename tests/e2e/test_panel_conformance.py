"""`etg conformance --panel` has nothing to say against our own panel and against one that was made from the document,
and finds in every wrong one the rule that it breaks.

In memory, where the clock is turned: the same scenes, the same console, no process; one scene is played behind sockets.
"""

import ast
import itertools
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Protocol

import msgspec
import pytest

from console.panel.desk import Desk
from deploy import cli
from deploy.conformance.panel import DESK, PANEL_RULES, PANEL_SCENES, PanelStage
from deploy.conformance.scenes import Finding, examine
from deploy.conformance.stage import GAME, SECRET, TABLE
from protocol import messages as m
from protocol.codec import decode_news, encode
from protocol.signing import Verifier, public_of
from protocol.view import cards_digest
from tests.e2e import other_hand, other_panel
from tests.e2e.other_panel import Message, Panel

STEP_MS = 20


class Peer(Protocol):
    def hear(self, now_ms: int, data: bytes) -> None: ...
    def wish(self, now_ms: int, wish: Message) -> None: ...
    def outgoing(self, now_ms: int) -> list[bytes]: ...


class Foreign:
    def __init__(self, kind: type[Panel], boot: int) -> None:
        self._panel = kind(DESK, TABLE, boot, signs=public_of(SECRET))
        self.hear, self.outgoing = self._panel.hear, self._panel.outgoing

    def wish(self, now_ms: int, wish: Message) -> None:
        self._panel.grant({**wish, "now_ms": now_ms})


class Ours:
    """The core of our own panel, with a hand that taps what it shows."""

    def __init__(self, boot: int) -> None:
        self._desk = Desk(DESK, TABLE, boot, os.urandom(8), Verifier(public_of(SECRET), TABLE).verify)

    def hear(self, now_ms: int, data: bytes) -> None:
        self._desk.receive(now_ms, decode_news(data))

    def outgoing(self, now_ms: int) -> list[bytes]:
        return [encode(request) for request in self._desk.outgoing(now_ms)]

    def wish(self, _now_ms: int, wish: Message) -> None:
        desk, key = self._desk, os.urandom(8)
        if not desk.ready:
            return
        match wish:
            case {"sign_on": {"number": number, "pin": pin}}:
                desk.sign_on(key, pin, number)
            case {"sign_off": True}:
                desk.sign_off(key)
            case {"order": order}:
                desk.order(key, msgspec.convert(order, m.Order))
            case {"certify": True}:
                desk.order(key, m.Certify(cards_digest(desk.view)))
            case {"sign": {"number": number, "pin": pin}}:
                (proposal,) = desk.people.proposals.values()
                desk.sign(key, proposal, pin, number)
            case {"withdrawn": True}:
                mine = desk.people.proposal()
                assert mine is not None
                desk.withdraw(key, mine.command_id)
            case unknown:
                raise AssertionError(unknown)


class InMemory:
    """A panel without a process: a `Hand` of the stage. What is durable is how often it was started."""

    def __init__(self, make: Callable[[int], Peer]) -> None:
        self._make, self._boots, self.now_ms = make, itertools.count(1), 1_000
        self._peer: Peer | None = None
        self._wanted: list[Mapping[str, Any]] = []

    def start(self) -> None:
        self._peer = self._make(next(self._boots))

    def kill(self) -> None:
        self._peer = None

    def wish(self, wish: Mapping[str, Any]) -> None:
        self._wanted.append(wish)

    def ended(self) -> str:
        return ""

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        self.now_ms += STEP_MS
        if self._peer is None:
            return []
        for data in (*private, *public):
            self._peer.hear(self.now_ms, data)
        for wish in self._wanted:
            self._peer.wish(self.now_ms, dict(wish))
        self._wanted.clear()
        return self._peer.outgoing(self.now_ms)


def look_at(make: Callable[[int], Peer], *scenes: str) -> dict[str, Finding]:
    return examine(lambda _scene: InMemory(make), scenes, scenes=PANEL_SCENES, game=GAME, before=PanelStage)


def broken(found: dict[str, Finding]) -> dict[str, str]:
    return {rule: finding.why for rule, finding in found.items() if not finding.kept}


@pytest.mark.parametrize("make", [lambda boot: Foreign(Panel, boot), Ours], ids=["foreign", "ours"])
def test_a_right_panel_keeps_every_rule(make: Callable[[int], Peer]) -> None:
    found = look_at(make)
    assert broken(found) == {}
    assert set(found) == {*PANEL_RULES, "2 form"}


# --- deliberately wrong ones -----------------------------------------------------------------------------------------


class Rewrites(Panel):
    """Sends something else than it means to."""

    def outgoing(self, now_ms: int) -> list[bytes]:
        sent = []
        for data in super().outgoing(now_ms):
            message: Message = other_hand.decode(data)
            self.rewrite(message)
            sent.append(encode_again(message))
        return sent

    def rewrite(self, message: Message) -> None:
        raise NotImplementedError


def encode_again(message: Message) -> bytes:
    return other_hand.encode(message.pop("type"), **message)


class NewIdEachTime(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Command":
            message["command_id"] = self._random(8)


class NewTryEachTime(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] in ("SignOn", "Sign"):
            message["id"] = self._random(8)


class NamesNoWindow(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Command":
            message["window"] = None


class OneRoundLate(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Command":
            message["round_no"] += 1


class SignsBlindly(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Sign":
            message["digest"] = bytes(32)


class CertifiesBlindly(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Command" and message["order"]["type"] == "Certify":
            message["order"]["cards_digest"] = bytes(32)


class ForgetsToCount(Panel):
    def __init__(self, name: str, table: str, _boot: int, **more: Any) -> None:
        super().__init__(name, table, 1, **more)


class WaitsForTheConnection(Panel):
    """An order is kept until somebody hears it."""

    def _drop(self) -> None:
        pass


class RemembersItsOrders(Panel):
    """Over a restart, for whoever comes next."""

    kept: ClassVar[dict[bytes, tuple[str, Message]]] = {}

    def __init__(self, name: str, table: str, boot: int, **more: Any) -> None:
        super().__init__(name, table, boot, **more)
        if boot > 1:
            self._asked |= self.kept

    def outgoing(self, now_ms: int) -> list[bytes]:
        self.kept.clear()
        self.kept.update({key: it for key, it in self._asked.items() if it[0] == "Command"})
        return super().outgoing(now_ms)

    def _drop(self) -> None:
        if self.heard_ms is not None:  # not before it has heard anything at all
            super()._drop()


class OnceAndNoMore(Panel):
    def _due(self, now_ms: int, key: object) -> bool:
        return key not in self._timers and super()._due(now_ms, key)


class NeverSatisfied(Panel):
    """No answer ends an order or a try."""

    def hear(self, now_ms: int, data: bytes) -> None:
        asked = dict(self._asked)
        super().hear(now_ms, data)
        self._asked = {**asked, **self._asked}


class IgnoresProposals(Panel):
    def hear(self, now_ms: int, data: bytes) -> None:
        asked = dict(self._asked)
        super().hear(now_ms, data)
        waits = {it for it, how in self.screen.answered.items() if how == "OrderProposed"}
        self._asked |= {key: it for key, it in asked.items() if key in waits}


class TriesThePinAgain(Panel):
    def hear(self, now_ms: int, data: bytes) -> None:
        tried = {key: it for key, it in self._asked.items() if it[0] == "SignOn"}
        super().hear(now_ms, data)
        for key, (kind, fields) in tried.items():
            if key not in self._asked and self.standing == "wrong":
                self._try(kind, **{field: it for field, it in fields.items() if field != "id"})


class OrdersOnTheWayOut(Panel):
    @property
    def _leaving(self) -> bool:
        return False


class HastyReader(Panel):
    """Passes over what is for staff, as if it were a terminal."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.copy.own = set()


class MissesCorrections(Panel):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        fact = self.screen.fact

        def deaf(seq: int, event: Message) -> None:
            if event["type"] != "CardsCorrected":
                fact(seq, event)

        self.screen.fact = deaf  # type: ignore[method-assign]


class SkipsThePicture(Panel):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        picture = self.screen.picture

        def blind(state: Message) -> None:
            picture(state)
            self.screen.hands = {}

        self.screen.picture = blind  # type: ignore[method-assign]


class BelievesEveryEntry(Panel):
    def hear(self, now_ms: int, data: bytes) -> None:
        right, other_hand.digest_of = other_hand.digest_of, lambda seq, entry: bytes(entry[0])  # noqa: ARG005
        try:
            super().hear(now_ms, data)
        finally:
            other_hand.digest_of = right


class KeepsNoProof(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Hello":
            message["signed"] = None


class StaysOverAStart(Panel):
    """Does not see that another process of the console runs, until it is told so."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._order = {"type": "CallSupervisor", "detail": "nobody greets"}

    def outgoing(self, now_ms: int) -> list[bytes]:
        asked = super().outgoing(now_ms)
        if self.screen.round_no:
            about = {"command_id": bytes(8), "round_no": 1, "window": None, "order": self._order}
            asked.insert(0, other_hand.encode("Command", boot=self._boot, run=self._run, **about))
        return asked


class AsksAtOnce(Panel):
    def outgoing(self, now_ms: int) -> list[bytes]:
        me = {"boot": self._boot, "run": self._run}
        early = [] if self._welcome is not None else [other_hand.encode("Sync", **me, after_seq=0)]
        return super().outgoing(now_ms) + early


class CallsItselfATerminal(Rewrites):
    def rewrite(self, message: Message) -> None:
        if message["type"] == "Hello":
            message["role"] = "terminal"


class NeverAsksForMissing(Panel):
    def _sync_due(self, now_ms: int) -> bool:
        return self.copy.seq == 0 and super()._sync_due(now_ms)


WRONG: Mapping[type[Panel], tuple[tuple[str, ...], set[str]]] = {
    NewIdEachTime: (("orders",), {"P1 same", "P1 done", "P1 refused"}),
    NewTryEachTime: (("people", "signing"), {"P1 sign on", "P1 answered", "P1 wrong", "P1 sign"}),
    NamesNoWindow: (("orders",), {"P1 window"}),
    RemembersItsOrders: (("orders",), {"P1 restart", "P1 done"}),  # what it said late was obeyed
    OneRoundLate: (("orders",), {"P1 order", "P1 done"}),
    SignsBlindly: (("signing",), {"P1 sign"}),
    CertifiesBlindly: (("orders", "picture"), {"P1 certify", "P1 corrected", "P1 picture"}),
    ForgetsToCount: (("arriving",), {"P boot"}),
    WaitsForTheConnection: (("orders",), {"P1 dark"}),
    OnceAndNoMore: (("signing",), {"P1 sign", "P1 withdrawn"}),
    NeverSatisfied: (("people",), {"P1 answered", "P1 wrong"}),
    IgnoresProposals: (("signing",), {"P1 proposed"}),
    TriesThePinAgain: (("people",), {"P1 wrong"}),
    OrdersOnTheWayOut: (("people",), {"P1 sign off"}),
    HastyReader: (("arriving",), {"P staff", "P gap"}),
    MissesCorrections: (("orders",), {"P1 corrected"}),
    SkipsThePicture: (("picture",), {"P1 picture"}),
    BelievesEveryEntry: (("broken",), {"P broken"}),
    KeepsNoProof: (("console",), {"P proof"}),
    StaysOverAStart: (("console",), {"P console"}),
    AsksAtOnce: (("arriving",), {"P only"}),
    CallsItselfATerminal: (("arriving",), {"P hello"}),
    NeverAsksForMissing: (("arriving",), {"P gap"}),
}


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__)
def test_a_wrong_panel_breaks_the_rules_that_it_breaks(kind: type[Panel]) -> None:
    scenes, rules = WRONG[kind]
    whys = broken(look_at(lambda boot: Foreign(kind, boot), *scenes))
    assert set(whys) == rules, whys


def test_some_panel_breaks_each_rule() -> None:
    assert set(PANEL_RULES) - {rule for _, rules in WRONG.values() for rule in rules} == set()


# --- as a command ----------------------------------------------------------------------------------------------------

RUN = f"{sys.executable} {other_panel.__file__} {{config}} {{notes}}"


def test_as_a_process_behind_real_sockets_it_keeps_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["conformance", "--run", RUN, "--panel", "--scene", "picture"]) == 0
    said = capsys.readouterr().out
    assert "kept    P1 picture" in said
    assert "2 rules were tried, all of them kept" in said


def test_a_scene_of_somebody_else_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["conformance", "--run", RUN, "--panel", "--scene", "betting"]) == 2
    assert "betting: no scene of a panel" in capsys.readouterr().err
    assert cli.main(["conformance", "--run", RUN, "--scene", "orders"]) == 2
    assert "orders: no scene of a terminal" in capsys.readouterr().err


def test_the_other_panel_imports_nothing_of_ours() -> None:
    """But the copy of the log and the sockets of the other hand, which does not, either."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(Path(other_panel.__file__).read_text())):
        match node:
            case ast.Import(names=names):
                found |= {alias.name for alias in names}
            case ast.ImportFrom(module=module):
                found.add(module or "a relative one")
    assert found - set(sys.stdlib_module_names) - {"collections.abc"} == {"tests.e2e.other_hand", "other_hand"}
