"""`etg conformance` has nothing to say against the terminal that was made from the document, and finds in every wrong
one the rule that it breaks.

Most of it is played in memory, where the clock is turned: the same scenes, the same console, no process.
"""

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from deploy import cli
from deploy.conformance.boxes import BOX_RULES, BOX_SCENES
from deploy.conformance.scenes import RULES, SCENES, Finding, examine
from deploy.conformance.stage import BOX_GAME, CURRENCY, NAME, SECRET, TABLE
from protocol.signing import public_of
from tests.e2e import other_hand
from tests.e2e.other_hand import Message, Notes, NotesInMemory, Terminal

STEP_MS = 20


class InMemory:
    """The other hand without a process: a `Hand` of the stage."""

    def __init__(self, kind: type[Terminal] = Terminal) -> None:
        self._kind, self.now_ms = kind, 1_000
        self._notes = NotesInMemory()
        self._terminal: Terminal | None = None
        self._wanted: list[Mapping[str, Any]] = []

    def start(self) -> None:
        self._terminal = self._kind(NAME, TABLE, self._notes, signs=public_of(SECRET))

    def kill(self) -> None:
        self._terminal = None

    def wish(self, wish: Mapping[str, Any]) -> None:
        self._wanted.append(wish)

    def ended(self) -> str:
        return ""

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        self.now_ms += STEP_MS
        if self._terminal is None:
            return []
        for data in (*private, *public):
            self._terminal.hear(self.now_ms, data)
        if self._terminal.seat.currency:
            for wish in self._wanted:
                self._grant(self._terminal, wish)
            self._wanted.clear()
        return self._terminal.outgoing(self.now_ms)

    def _grant(self, terminal: Terminal, wish: Mapping[str, Any]) -> None:
        match wish:
            case {"bet": bets}:
                terminal.bet(self.now_ms, bets)
            case {"choose": answers}:
                for name, choice in answers.items():
                    terminal.choose(self.now_ms, name, choice)
            case {"sit": box}:
                terminal.sit(box)
            case {"buy": amount}:
                terminal.ask("BuyCredit", amount=amount, currency=CURRENCY)


def test_the_other_hand_keeps_every_rule() -> None:
    found = examine(lambda _scene: InMemory())
    assert {rule: finding.why for rule, finding in found.items() if not finding.kept} == {}
    assert set(found) == set(RULES)


def examine_boxes(kind: type[Terminal]) -> dict[str, Finding]:
    return examine(lambda _scene: InMemory(kind), scenes=BOX_SCENES, game=BOX_GAME)


def test_the_other_hand_keeps_the_rules_of_boxes_too() -> None:
    found = examine_boxes(Terminal)
    assert {rule: finding.why for rule, finding in found.items() if not finding.kept} == {}
    assert set(found) == {*BOX_RULES, "2 form"}


# --- deliberately wrong ones -----------------------------------------------------------------------------------------


class Forgets(Terminal):
    """Of these notes it writes none to its file."""

    kinds: tuple[str, ...] = ()

    def _note(self, *note: Any) -> None:
        if note[0] in self.kinds:
            self._apply(list(note))
        else:
            super()._note(*note)


class ForgetsBoots(Forgets):
    kinds = ("boot",)


class ForgetsLayouts(Forgets):
    kinds = ("layout",)


class ForgetsMoney(Forgets):
    kinds = ("asked",)


class ForgetsThatItStopped(Forgets):
    kinds = ("stopped",)


class ForgetsSignatures(Forgets):
    kinds = ("signed",)

    def _check(self, seq: int, chain: bytes, signature: bytes) -> None:
        """Keeps none."""


class BelievesEveryEntry(Terminal):
    def hear(self, now_ms: int, data: bytes) -> None:
        right, other_hand.digest_of = other_hand.digest_of, lambda seq, entry: bytes(entry[0])  # noqa: ARG005
        try:
            super().hear(now_ms, data)
        finally:
            other_hand.digest_of = right


class BelievesEverySignature(Terminal):
    def __init__(self, name: str, table: str, notes: Notes, signs: bytes = b"") -> None:
        super().__init__(name, table, notes)


class BelievesEveryPulse(BelievesEverySignature):
    def _news(self, news: Message) -> None:
        if news["type"] != "Pulse" or news["seq"] > self.copy.seq:
            super()._news(news)


class WaitsForResumed(Terminal):
    """As the page once read: only `Resumed` ends a halt."""

    def _apply(self, note: list[Any]) -> None:
        if note[0] == "copied":
            self.seat.halts |= {"interrupted"} if "interrupted" in self.seat.halts else set()
            known = "interrupted" in self.seat.halts
            super()._apply(note)
            if known:
                self.seat.halts.add("interrupted")
        else:
            super()._apply(note)


class BetsInTheDark(Terminal):
    def _silent(self, _now_ms: int) -> bool:
        return False


class NewIdEachTime(Terminal):
    def outgoing(self, now_ms: int) -> list[bytes]:
        sent = []
        for data in super().outgoing(now_ms):
            message = other_hand.decode(data)
            if message["type"] == "BuyCredit":
                message["id"] = self._random(16)
            sent.append(other_hand.encode(message.pop("type"), **message))
        return sent


class CountsFromOne(Terminal):
    def outgoing(self, now_ms: int) -> list[bytes]:
        sent = []
        for data in super().outgoing(now_ms):
            message = other_hand.decode(data)
            if message["type"] == "Answer":
                message["revision"] = 1
            sent.append(other_hand.encode(message.pop("type"), **message))
        return sent


class TakesAnyWelcome(Terminal):
    def _news(self, news: Message) -> None:
        super()._news({**news, "boot": self.seat.boot, "run": self.run} if news["type"] == "Welcome" else news)


class NeverGivesUp(Terminal):
    def outgoing(self, now_ms: int) -> list[bytes]:
        self.denied = ""
        return super().outgoing(now_ms)


class HastyReader(Terminal):
    """Passes its own entries over while their bodies are missing."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        copy, ready = self.copy, self.copy.ready

        def hasty() -> Any:
            own, copy.own = copy.own, set()
            try:
                return ready()
            finally:
                copy.own = own

        copy.ready = hasty  # type: ignore[method-assign]

    def _apply(self, note: list[Any]) -> None:
        if note[0] == "copied" and any(it[1] in self.copy.own and it[4] is None for it in note[2]):
            self.seat.stake = 0  # and does not look whether its books are right
        super()._apply(note)


class Impatient(Terminal):
    """Asks as soon as it is welcomed."""

    @property
    def joined(self) -> bool:
        return not self.stopped and self._welcome is not None

    def outgoing(self, now_ms: int) -> list[bytes]:
        if self._welcome is not None and not self.seat.asked and not self.seat.credit:
            self.ask("BuyCredit", amount=50_000, currency=CURRENCY)
        return super().outgoing(now_ms)


class KeepsOnSending(Terminal):
    """A closed window lets nothing go."""

    def _apply(self, note: list[Any]) -> None:
        sent = dict(self.seat.sent)
        super()._apply(note)
        if note[0] == "copied":
            answered = {it for it in sent if self.seat.registered.get(self.seat.open.get(it, ""))}
            self.seat.sent |= {window: layout for window, layout in sent.items() if window not in answered}


class SpendsTooMuch(Terminal):
    def bet(self, now_ms: int, bets: dict[str, int]) -> str:
        credit, self.seat.credit = self.seat.credit, 10**9
        try:
            return super().bet(now_ms, bets)
        finally:
            self.seat.credit = credit


class NeverAsksForMissing(Terminal):
    def _sync_due(self, now_ms: int) -> bool:
        return self.copy.seq == 0 and super()._sync_due(now_ms)


class SaysItOnce(Terminal):
    def _due(self, now_ms: int, key: object) -> bool:
        return key not in self._timers and super()._due(now_ms, key)


WRONG: Mapping[type[Terminal], tuple[tuple[str, ...], set[str]]] = {
    ForgetsBoots: (("money",), {"4 boot", "6 restart", "6 done"}),
    ForgetsLayouts: (("in flight",), {"5.5 restart"}),
    ForgetsMoney: (("money",), {"6 restart", "6 done"}),
    ForgetsThatItStopped: (("broken",), {"3.1 stays"}),
    ForgetsSignatures: (("console",), {"3 proof"}),
    BelievesEveryEntry: (("broken",), {"3.1 broken", "3.1 stays"}),
    BelievesEverySignature: (("signature",), {"3 forged"}),
    BelievesEveryPulse: (("pulse",), {"3.1 pulse"}),
    WaitsForResumed: (("console", "picture"), {"8.3 halt", "9 halt"}),
    BetsInTheDark: (("silence",), {"5.9 silent"}),
    NewIdEachTime: (("money",), {"6 same", "6 restart", "6 done"}),
    CountsFromOne: (("betting",), {"5.6 next", "5.2 refused"}),
    TakesAnyWelcome: (("joining",), {"4 own", "4 only"}),
    NeverGivesUp: (("broken",), {"4 final"}),
    HastyReader: (("following",), {"3.1 sealed"}),
    Impatient: (("joining",), {"4 joined"}),
    KeepsOnSending: (("in flight",), {"5.7 closed", "5.7 free"}),
    SpendsTooMuch: (("betting",), {"5.6 credit"}),
    NeverAsksForMissing: (("following",), {"3.1 gap"}),
    SaysItOnce: (
        ("joining", "money", "betting"),
        {"4 again", "4 wait", "3.1 sync", "4 joined", "6 same", "6 done", "5.5 same"},
    ),
}


# --- and wrong ones at boxes ---------------------------------------------------------------------------------------


class AnswersForOthers(Terminal):
    def choose(self, now_ms: int, name: str, choice: str) -> str:
        return self._answer(now_ms, name, {}, choice)


class OneAtATime(Terminal):
    """As if there were one window."""

    def _answer(self, now_ms: int, name: str, bets: dict[str, int], choice: str) -> str:
        return "not now" if self.seat.sent else super()._answer(now_ms, name, bets, choice)


class ForgetsItsChoice(Terminal):
    def _apply(self, note: list[Any]) -> None:
        super()._apply([*note[:4], ""] if note[0] == "layout" and not hasattr(self, "run") else note)


class KeepsWhatGoesBack(Terminal):
    def _apply(self, note: list[Any]) -> None:
        stake, credit = self.seat.stake, self.seat.credit
        super()._apply(note)
        if note[0] == "copied" and any(it[4] is not None and b"BetRejected" in it[4] for it in note[2]):
            self.seat.stake, self.seat.credit = stake, credit


class SitsForEver(Terminal):
    def outgoing(self, now_ms: int) -> list[bytes]:
        home, self.seat.home = self.seat.home, 0
        try:
            return super().outgoing(now_ms)
        finally:
            self.seat.home = home


WRONG_AT_BOXES: Mapping[type[Terminal], set[str]] = {
    AnswersForOthers: {"13 others", "13 restart"},
    OneAtATime: {"13 several", "13 restart", "13 done"},
    ForgetsLayouts: {"13 restart", "13 done"},
    ForgetsItsChoice: {"13 restart", "13 done"},
    KeepsWhatGoesBack: {"13 rejected"},
    SitsForEver: {"13 seated"},
    SaysItOnce: {"13 sit", "13 seated", "13 done"},
}


@pytest.mark.parametrize("kind", WRONG_AT_BOXES, ids=lambda kind: kind.__name__)
def test_a_wrong_terminal_breaks_its_rule_at_boxes(kind: type[Terminal]) -> None:
    whys = {rule: finding.why for rule, finding in examine_boxes(kind).items() if not finding.kept}
    assert set(whys) == WRONG_AT_BOXES[kind], whys


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__)
def test_a_wrong_terminal_breaks_the_rules_that_it_breaks(kind: type[Terminal]) -> None:
    scenes, rules = WRONG[kind]
    found = examine(lambda _scene: InMemory(kind), scenes)
    whys = {rule: finding.why for rule, finding in found.items() if not finding.kept}
    assert set(whys) == rules, whys


def test_every_rule_is_of_the_document_and_some_terminal_breaks_it() -> None:
    assert set(RULES) >= {rule for _, rules in WRONG.values() for rule in rules}
    assert all(play in SCENES for scenes, _ in WRONG.values() for play in scenes)


# --- as a command ----------------------------------------------------------------------------------------------------

RUN = f"{sys.executable} {other_hand.__file__} {{config}} {{notes}}"


def test_as_a_process_behind_real_sockets_it_keeps_them_too(capsys: pytest.CaptureFixture[str]) -> None:
    """One scene with a kill in it; the others differ from those above in nothing but the time they take."""
    assert cli.main(["conformance", "--run", RUN, "--scene", "in flight"]) == 0
    said = capsys.readouterr().out
    assert "kept    5.5 restart" in said
    assert "4 rules were tried, all of them kept" in said


def test_a_command_that_is_no_terminal_is_told_what_it_did_not_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["conformance", "--run", f"{sys.executable} -c pass", "--scene", "joining"]) == 1
    said = capsys.readouterr().out
    assert "BROKEN  4 hello" in said
    assert "it said nothing in six seconds; it has ended by itself, with exit code 0: " in said
    assert "joining.log says why" in said
    assert "kept    2 form" in said


def test_a_scene_that_gets_to_no_rule_is_broken_and_not_all_kept() -> None:
    class Mute(Terminal):
        def outgoing(self, now_ms: int) -> list[bytes]:
            return []

    found = examine(lambda _scene: InMemory(Mute), ("silence",))
    assert [rule for rule, finding in found.items() if not finding.kept] == ["scene"]
    assert found["scene"].why == "silence: it said nothing"


def test_the_rules_can_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["conformance", "--rules"]) == 0
    said = capsys.readouterr().out
    assert all(text in said for text in RULES.values())
