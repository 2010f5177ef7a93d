"""`etg conformance --console`: nothing to say against our own console, and in every wrong one the rule that it breaks.

Most of it is played in memory, where the clock is turned; one run is against a real table with an automatic dealer.
"""

import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from console.requests import MAY_ASK
from deploy import cli
from deploy.conformance.console import CONSOLE_RULES, Guest, examine_console
from deploy.conformance.stage import NAME, PLAYER_WINS, SECRET, TABLE, Stage
from protocol import messages as m
from protocol.codec import OtherVersion, PeerError, decode_request, encode
from protocol.keys import make_pair
from protocol.signing import Signer, public_of

STEP_MS: Final = 20
ROOT: Final = Path(__file__).resolve().parents[2]


class Buffer:
    """The stage's side of the line."""

    def __init__(self) -> None:
        self.now_ms = 1_000
        self.said: list[bytes] = []  # by the guest
        self.told: list[bytes] = []

    def start(self) -> None: ...

    def kill(self) -> None: ...

    def wish(self, wish: Mapping[str, object]) -> None: ...

    def ended(self) -> str:
        return ""

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        self.now_ms += STEP_MS
        self.told += [*private, *public]
        said, self.said = self.said, []
        return said


class House:
    """A console that deals by itself, with what its shell would answer: a `Wire` of the guest."""

    def __init__(self) -> None:
        self.line = Buffer()
        self.stage = Stage(self.line)
        self.stage.change = self.change
        self._acts_ms = 0
        self._unheard_ms = -2_000

    @property
    def now_ms(self) -> int:
        return self.line.now_ms

    def change(self, news: m.News) -> m.News | None:
        """What a wrong console does to what it says."""
        return news

    def hears(self, _request: m.Request) -> bool:
        """Does a wrong console listen to this?"""
        return True

    def answers(self, why: m.Unheard) -> m.NotHeard | None:
        return m.NotHeard(why)

    def exchange(self, said: list[bytes]) -> list[bytes]:
        for data in said:
            request, why = self._read(data)
            if request is not None and self.hears(request):
                self.line.said.append(data)
            elif why is not None and self.now_ms - self._unheard_ms >= 1_000:
                answer = self.answers(why)
                if answer is not None:
                    self._unheard_ms = self.now_ms
                    self.line.told.append(encode(answer))
        self.stage.turn()
        self._deal()
        told, self.line.told = self.line.told, []
        return told

    @staticmethod
    def _read(data: bytes) -> tuple[m.Request | None, m.Unheard | None]:
        """As the shell does it: what is heard, or why it is not."""
        try:
            request = decode_request(data)
        except OtherVersion:
            return None, m.Unheard.VERSION
        except PeerError:
            return None, m.Unheard.MALFORMED
        return (request, None) if isinstance(request, MAY_ASK["terminal"]) else (None, m.Unheard.NOT_YOURS)

    def _deal(self) -> None:
        view = self.stage.console.table.view
        if self.stage.stake and view.windows and not self._acts_ms:
            self._acts_ms = self.now_ms + 8_000
        elif not view.in_round and self.stage.credit and not self._acts_ms:
            self.stage.order(m.OpenBets())
        elif self._acts_ms and self.now_ms >= self._acts_ms and view.in_round:
            if view.windows:
                self.stage.order(m.CloseBets())
                self._acts_ms = self.now_ms + 2_000
            else:
                self.stage.deal(PLAYER_WINS)
                self.stage.console.certify()


def examined(house: House) -> dict[str, str]:
    guest = Guest(house, NAME, TABLE, 1, b"run-test", Signer(SECRET, TABLE).verify)
    assert public_of(SECRET)
    found = examine_console(guest)
    assert set(found) <= set(CONSOLE_RULES)
    missed = dict.fromkeys(set(CONSOLE_RULES) - set(found), "not tried")
    return {**missed, **{rule: it.why for rule, it in found.items() if not it.kept}}


def test_our_own_console_keeps_every_rule() -> None:
    assert examined(House()) == {}


# --- deliberately wrong ones -----------------------------------------------------------------------------------------


class Silent(House):
    def answers(self, _why: m.Unheard) -> m.NotHeard | None:
        return None


class Unsigned(House):
    def change(self, news: m.News) -> m.News | None:
        return replace(news, signature=bytes(64)) if isinstance(news, m.Batch) and news.signature else news


class Forger(House):
    """Changes a card on its way, and not its digest."""

    def change(self, news: m.News) -> m.News | None:
        if isinstance(news, m.Batch) and any(it.body and b"CardDealt" in it.body for it in news.entries):
            last = news.entries[-1]
            return replace(news, entries=(*news.entries[:-1], replace(last, body=(last.body or b"") + b"\0")))
        return news


class TellsOfOthers(House):
    """Opens what is for staff."""

    def change(self, news: m.News) -> m.News | None:
        if isinstance(news, m.Deltas):
            entries = self.stage.console.entries
            told = [
                replace(it, wall_time=entries[seq - 1].wall_time) if it.body is None else it
                for seq, it in enumerate(news.entries, news.first_seq)
            ]
            return replace(news, entries=tuple(told))
        return news


class ForgetsAnswers(House):
    """Says nothing to what it has answered before."""

    def change(self, news: m.News) -> m.News | None:
        return None if isinstance(news, m.See) and b"Settled" not in (news.entry.body or b"") else news


class PaysTwice(House):
    """The same note, under another id each time."""

    def hears(self, request: m.Request) -> bool:
        if isinstance(request, m.BuyCredit):
            self.stage.console.hear((NAME, replace(request, id=self.now_ms.to_bytes(16))))
            return False
        return True


class SlowPulse(House):
    def change(self, news: m.News) -> m.News | None:
        return None if isinstance(news, m.Pulse) and self.now_ms % 4_000 > 600 else news


class TakesAnyVersion(House):
    def hears(self, request: m.Request) -> bool:
        if isinstance(request, m.Hello) and 1 not in request.versions:
            self.stage.console.hear((NAME, replace(request, versions=(1,))))
            return False
        return True


WRONG: Mapping[type[House], set[str]] = {
    Silent: {"C2 malformed", "C2 version", "C2 yours"},
    TellsOfOthers: {"C3 sealed"},
    ForgetsAnswers: {"C5.1 same", "C5.1 first", "C5.2 refused", "C5.3 closed"},
    PaysTwice: {"C6 once"},
    SlowPulse: {"C4 pulse"},
    TakesAnyVersion: {"C4.1 none"},
    Forger: {"C3 links"},
    Unsigned: {"C3 signed"},
}


@pytest.mark.parametrize("kind", WRONG, ids=lambda kind: kind.__name__)
def test_a_wrong_console_breaks_the_rules_that_it_breaks(kind: type[House]) -> None:
    broken = examined(kind())
    assert WRONG[kind] <= set(broken), broken
    if kind not in (Forger, Unsigned):  # whoever has stopped sees no more of it
        assert set(broken) == WRONG[kind], broken


# --- as a command ----------------------------------------------------------------------------------------------------


@pytest.mark.in_turn(6)
def test_a_real_console_with_its_shell_and_sockets_keeps_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_pair(tmp_path / "mine", "T07")
    admit = f"T07={tmp_path / 'mine' / 'T07.pub'}"
    words = ["croupier", str(tmp_path / "table"), "--admit", admit, "--countdown", "4"]
    command = [sys.executable, "-m", "deploy.cli", *words]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as croupier:
        assert croupier.stdout is not None
        for line in croupier.stdout:
            if "is let in with its key" in line:
                break
        status = cli.main(["conformance", "--console", str(tmp_path / "table" / "T07.toml")])
        croupier.send_signal(signal.SIGTERM)
        croupier.stdout.read()
    assert f"{len(CONSOLE_RULES)} rules were tried, all of them kept" in capsys.readouterr().out
    assert status == 0


def test_a_file_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["conformance", "--console", str(tmp_path / "none.toml")]) == 2
    assert "none.toml" in capsys.readouterr().err
