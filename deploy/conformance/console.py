"""What a console must do, rule by rule, as a terminal meets it: a guest that asks rightly and wrongly, and looks.

The guest follows with the real terminal's core, which stops at whatever does not link or is not signed, and computes
each Round anew; what it says is made here, message by message. The console deals by itself, as `etg croupier` does.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final, Protocol

import msgspec

from deploy.conformance.scenes import Finding
from games.cards import UnknownCard
from games.round import PlayerId, Spot, kind_of
from protocol import events as e
from protocol import messages as m
from protocol.codec import PeerError, decode_event, decode_news, encode
from protocol.events import may_read
from protocol.join import Link
from protocol.loop import Reply, Tick
from protocol.signing import Verify
from terminal.intents import Started
from terminal.session import Input, Session

PATIENCE_MS: Final = 6_000
ROUND_MS: Final = 120_000  # until a Round begins or ends by itself
NOTE: Final = 100_000
AGAIN_MS: Final = 1_100  # NotHeard is said once a second
PULSE_MS_MAX: Final = 1_500
UNKNOWN: Final = 99  # a version that nobody speaks

CONSOLE_RULES: Final[Mapping[str, str]] = {
    "C4 first": "a request before Hello is answered by Denied, `say hello`",
    "C2 malformed": "a frame that is no message is answered by NotHeard",
    "C2 version": "so is one with another version of the envelope, with those that are spoken",
    "C2 yours": "so is a request that a terminal may not send",
    "C4.1 none": "who offers only versions that nobody speaks is denied, `no common version`",
    "C4 welcome": "Hello is answered by a Welcome for this boot and run, in a version that was offered",
    "C4 pulse": "a Pulse comes at least every 1.5 s, with the head of the log",
    "C3 links": "every entry is what its digest was made of, and links to the one before",
    "C3 signed": "heads are signed, by the console's own key",
    "C3 sealed": "of an entry that is for others nothing is told but its digest and whom it is for",
    "C3.1 sync": "Sync is answered by what follows, and the second time by the same",
    "C6 once": "a request about money that is sent twice is carried out once",
    "C6 refused": "one that cannot be carried out is refused in words (MoneyRefused)",
    "C5.1 same": "a layout is registered once, and the same revision gets the same entry again",
    "C5.1 first": "with other content it gets the first entry",
    "C5.2 refused": "a layout that breaks a limit is refused in words, and that revision is never accepted later",
    "C5.3 closed": "after the close an answer gets the entry of the close, and no money moves",
    "C8 lines": "the Round is settled, as the terminal's own rule book settles it",
}


class Wire(Protocol):
    """To the console and back."""

    @property
    def now_ms(self) -> int: ...

    def exchange(self, said: list[bytes]) -> list[bytes]:
        """Carries these, waits a moment, and gives what came."""


class Guest:
    def __init__(self, wire: Wire, name: str, table: str, boot: int, run: bytes, verify: Verify) -> None:
        self.wire, self.boot, self.run = wire, boot, run
        self.session = Session(PlayerId(name), table, verify=verify)
        self.session.state.boot = boot - 1
        self.heard: list[tuple[int, m.News]] = []
        self.malformed: list[str] = []
        self.follows = False  # it says what a terminal says by itself
        self._said: list[bytes] = []
        self._give(Started(run))

    @property
    def me(self) -> dict[str, Any]:
        return {"boot": self.boot, "run": self.run}

    def say(self, said: m.Request | bytes) -> int:
        """Gives a mark: what is heard from now on."""
        self._said.append(said if isinstance(said, bytes) else encode(said))
        return len(self.heard)

    def turn(self) -> None:
        said, self._said = self._said, []
        for data in self.wire.exchange(said):
            try:
                news = decode_news(data)
            except PeerError as error:
                self.malformed.append(str(error))
                continue
            self.heard.append((self.wire.now_ms, news))
            if not isinstance(news, m.NotHeard | m.ConsoleKey):
                self._give(news)
        if self.follows:
            self._give(Tick())

    def _give(self, given: Input) -> None:
        for outcome in self.session.decide(self.wire.now_ms, given):
            if isinstance(outcome, Reply):
                self._said.append(encode(outcome.message))
            else:
                self.session.apply(None, outcome)  # type: ignore[arg-type]  # it reads nothing of an entry of its own

    def until(self, reached: Callable[[], bool], patience_ms: int = PATIENCE_MS) -> bool:
        end = self.wire.now_ms + patience_ms
        while not reached():
            if self.wire.now_ms >= end:
                return False
            self.turn()
        return True

    def wait(self, some_ms: int) -> None:
        self.until(lambda: False, some_ms)

    def news(self, kind: type[Any], mark: int = 0) -> list[Any]:
        return [news for _, news in self.heard[mark:] if isinstance(news, kind)]

    def answer(self, kind: type[Any], mark: int, patience_ms: int = PATIENCE_MS) -> Any:
        """The first of this kind from the mark on; None: it does not come."""
        self.until(lambda: bool(self.news(kind, mark)), patience_ms)
        return next(iter(self.news(kind, mark)), None)

    def entries(self, mark: int = 0) -> Iterator[tuple[int, m.SentEntry]]:
        for news in self.news(object, mark):
            if isinstance(news, m.Batch | m.Deltas):
                yield from enumerate(news.entries, news.first_seq)
            elif isinstance(news, m.See):
                yield news.seq, news.entry

    def facts(self, kind: type[Any], mark: int = 0) -> dict[int, Any]:
        """Entries that could be read, by number."""
        found = {}
        for seq, entry in self.entries(mark):
            with suppress(msgspec.MsgspecError, UnknownCard):  # what is no fact is found by its digest
                event = None if entry.body is None else decode_event(entry.body)
                if isinstance(event, kind):
                    found[seq] = event
        return found

    def seen(self, mark: int) -> int:
        """The entry of the first `See` from the mark on; 0: none came."""
        shown = self.answer(m.See, mark)
        return 0 if shown is None else int(shown.seq)


def examine_console(guest: Guest, told: Callable[[Finding], None] = lambda _finding: None) -> dict[str, Finding]:
    found: dict[str, Finding] = {}
    for finding in _meet(guest):
        if finding.rule not in found or found[finding.rule].kept:
            found[finding.rule] = finding
            told(finding)
    return found


def _meet(guest: Guest) -> Iterator[Finding]:
    yield from _before(guest)
    guest.follows = True
    welcome = guest.answer(m.Welcome, 0)
    right = (
        welcome is not None and (welcome.boot, welcome.run) == (guest.boot, guest.run) and welcome.version in m.SPOKEN
    )
    joined = guest.until(lambda: guest.session.link is Link.JOINED and guest.session.join.follower.level)
    yield Finding(
        "C4 welcome", right and joined, f"{welcome or 'no Welcome'}; {guest.session.state.stopped or 'level'}"
    )
    if joined:
        yield from _following(guest)
        yield from _money(guest)
        yield from _betting(guest)
    stopped = guest.session.state.stopped
    yield Finding("C3 links", not stopped or "signed" in stopped, stopped)
    yield Finding(
        "C3 signed", "signed" not in stopped and guest.session.join.signed is not None, stopped or "no head was"
    )
    others = [
        (seq, it)
        for seq, it in guest.entries()
        if not may_read(guest.session.state.terminal, it.audience) and (it.body is not None or it.salt or it.wall_time)
    ]
    yield Finding("C3 sealed", not others, f"entry {others[0][0]} is told" if others else "")


def _before(guest: Guest) -> Iterator[Finding]:
    guest.until(lambda: bool(guest.heard))  # a pulse: the line is there
    mark, denied = len(guest.heard), None
    for _ in range(PATIENCE_MS // 1_000):  # the line for requests may be there a little later
        if denied is None:
            guest.say(m.Sync(guest.boot, guest.run, 0))
            denied = guest.answer(m.Denied, mark, 1_000)
    yield Finding("C4 first", denied is not None and denied.why == m.Denial.SAY_HELLO, f"{denied or 'nothing'} came")
    hello = {"type": "Hello", **guest.me}
    unheard = {
        "C2 malformed": (b"\xc1no message", m.Unheard.MALFORMED),
        "C2 version": (msgspec.msgpack.encode({"v": UNKNOWN, "m": hello}), m.Unheard.VERSION),
        "C2 yours": (encode(m.FindTicket(guest.boot, guest.run, bytes(8), "0" * 18)), m.Unheard.NOT_YOURS),
    }
    for rule, (frame, why) in unheard.items():
        guest.wait(AGAIN_MS)
        answer = guest.answer(m.NotHeard, guest.say(frame))
        yield Finding(
            rule, answer is not None and answer.why == why and bool(answer.versions), f"{answer or 'nothing'} came"
        )
    join, state = guest.session.join, guest.session.state
    head, me = (join.follower.seq, join.follower.chain), (state.terminal, "terminal")
    mark = guest.say(m.Hello(guest.boot, guest.run, *head, *me, versions=(UNKNOWN,)))
    denied = guest.answer(m.Denied, mark)
    yield Finding("C4.1 none", denied is not None and denied.why == m.Denial.VERSION, f"{denied or 'nothing'} came")


def _following(guest: Guest) -> Iterator[Finding]:
    mark = len(guest.heard)
    guest.wait(4_000)
    times = [at for at, news in guest.heard[mark:] if isinstance(news, m.Pulse)]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    yield Finding("C4 pulse", len(gaps) > 1 and max(gaps) <= PULSE_MS_MAX, f"{gaps} ms apart")
    shown = []
    for _ in range(2):
        mark = guest.say(m.Sync(guest.boot, guest.run, 0))
        guest.until(lambda mark=mark: bool(guest.news(m.Deltas, mark) or guest.news(m.Snapshot, mark)))  # type: ignore[misc]
        deltas = guest.news(m.Deltas, mark)
        picture = guest.news(m.Snapshot, mark)
        shown.append([it.digest for it in deltas[0].entries] if deltas else [it.chain for it in picture[:1]])
    least = min(map(len, shown))
    same = least > 0 and shown[0][:least] == shown[1][:least]
    yield Finding("C3.1 sync", same, "nothing came" if not least else "the second time it was another log")


def _money(guest: Guest) -> Iterator[Finding]:
    currency = guest.session.state.ledger.currency.code
    asked = m.BuyCredit(guest.boot, guest.run, guest.run + b"buy-once", NOTE, currency)
    before = guest.session.credit
    for _ in range(2):
        guest.say(asked)
        guest.until(lambda: guest.session.credit > before)
    guest.wait(AGAIN_MS)
    bought = guest.session.credit - before
    yield Finding("C6 once", bought == NOTE, f"a note of {NOTE} brought {bought}")
    mark = guest.say(m.InsertTicket(guest.boot, guest.run, guest.run + b"unknown.", "0" * 18))
    guest.until(lambda: bool(guest.facts(e.MoneyRefused, mark)))
    refused = list(guest.facts(e.MoneyRefused, mark).values())
    yield Finding("C6 refused", bool(refused) and bool(refused[0].refusal.detail), f"{refused[:1] or 'nothing'} came")


def _betting(guest: Guest) -> Iterator[Finding]:
    view = guest.session.state.view
    if not guest.until(
        lambda: any(it.window.respondents is None for it in view.windows.values()) and not view.halts, ROUND_MS
    ):
        return
    opened = next(it for it in view.windows.values() if it.window.respondents is None)
    spot = opened.window.spots[0]
    least = max(view.felt.limits[kind_of(spot)].min, 2)

    def bet(revision: int, amount: int) -> int:
        return guest.say(m.Answer(guest.boot, guest.run, opened.id, revision, {Spot(spot): amount}))

    mark = bet(1, least)
    guest.until(lambda: bool(guest.facts(e.LayoutRegistered, mark)))
    registered = next(iter(guest.facts(e.LayoutRegistered, mark)), 0)
    again = guest.seen(bet(1, least)) if registered else 0
    staked = guest.session.stake
    yield Finding(
        "C5.1 same", 0 < registered == again and staked == least, f"entry {registered}, then {again}; {staked} staked"
    )
    other = guest.seen(bet(1, 2 * least)) if registered else 0
    yield Finding("C5.1 first", 0 < registered == other, f"entry {other} instead of {registered}")
    mark = bet(2, 1)
    guest.until(lambda: bool(guest.facts(e.LayoutRefused, mark)))
    refusals = guest.facts(e.LayoutRefused, mark)
    later = guest.seen(bet(2, least)) if refusals else 0
    worded = all(it.refusal.reason and it.refusal.detail for it in refusals.values())
    yield Finding("C5.2 refused", later in refusals and worded, f"{[*refusals] or 'no refusal'}, then {later}")
    if not guest.until(lambda: opened.id not in [it.id for it in view.windows.values()], ROUND_MS):
        return
    closes = [seq for seq, it in guest.facts(e.WindowClosed).items() if it.id == opened.id]
    shown = guest.seen(bet(3, 2 * least))
    kept = shown in closes and guest.session.stake in (0, staked)
    yield Finding("C5.3 closed", kept, f"entry {shown} instead of {closes}; {guest.session.stake} staked")
    ended = guest.until(
        lambda: any(it.round_no == opened.id.round_no for it in guest.facts(e.RoundEnded).values()), ROUND_MS
    )
    disputed = guest.session.state.own_rounds.disputed
    settled = [it for it in guest.facts(e.Settled).values() if it.round_no == opened.id.round_no]
    yield Finding(
        "C8 lines", ended and bool(settled) and not disputed, f"{settled[:1] or 'not settled'}; disputed: {disputed}"
    )
