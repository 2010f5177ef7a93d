"""What a terminal must do, rule by rule, and the scenes in which it shows.

Each scene is played with a terminal that has no file yet, before a console of its own. It tells of rules as it gets to
them: kept or broken, and how. A rule that no scene has got to was not tried: something before it went wrong.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from msgspec.msgpack import encode
from msgspec.structs import replace

from console.table.delivery import public_batch
from deploy.conformance.stage import CREDIT, GAME, LEAST, NAME, TABLE, Hand, Stage
from protocol import messages as m
from protocol.chain import first_link
from protocol.halts import Halt
from protocol.signing import Signer

# By section of docs/protocol.md.
RULES: Final[Mapping[str, str]] = {
    "2 form": "every frame is a message as the document has it",
    "4 hello": "the first word is a Hello: name and role, version 1, boot 1, and entry 0 of a terminal without history",
    "4 again": "Hello is said again and again until it is answered, first after 250 ms, at most 2 s apart",
    "4 only": "nothing but Hello is said before the Welcome",
    "4 own": "a Welcome for another process is ignored",
    "4 wait": "after `another process is still on` it goes on saying Hello",
    "3.1 sync": "what is missing is asked for, from the entry that its copy ends with",
    "4 joined": "nothing is asked before the log is applied up to the head of the Welcome",
    "4 beat": "a Beat every second, with the head of its copy",
    "4 boot": "each process has a higher boot and another run",
    "6 same": "a request about money is sent again and again, the same under the same id",
    "6 restart": "it is sent again after a restart, still under that id",
    "6 done": "and no more once the log has answered",
    "5 first": "a layout is sent for the window that is open, as revision 1, with the Bets that were wished",
    "5.5 same": "it is sent again and again, the same, until the log answers",
    "5.4 one": "no other revision is sent meanwhile",
    "5.6 next": "the next revision has the next number",
    "5.6 credit": "no more is sent than the Player can spend",
    "5.2 refused": "after a refusal the next revision is sent with the next number",
    "5.5 restart": "after a restart the layout in flight is sent again, the same, once the log is applied",
    "5.7 closed": "a layout whose window was closed meanwhile is not sent any more",
    "5.7 free": "and what was in it is there for the next Round",
    "5.9 silent": "without a pulse for 1.5 s no Bet is sent",
    "3.1 gap": "a lost broadcast is noticed by the pulse and asked for",
    "3.1 see": "an entry of its own that comes before its Batch is kept for it",
    "3.1 batch": "and one that comes after its Batch is waited for",
    "3.1 sealed": "its own entry is not passed over while its body is missing",
    "3.1 old": "entries that it has are ignored",
    "2.2 unknown": "a type of news that it does not know is ignored",
    "4 console": "after a start of the console it says Hello before anything else",
    "3 proof": "Hello shows the newest head that the console has signed, which confirms the start",
    "8.3 halt": "it bets again when an interruption is over (InterruptionAnswered)",
    "9 snapshot": "without history it begins with a Snapshot, and goes on from there",
    "9 halt": "a halt that a Snapshot tells of ends like any other",
    "3.1 broken": "an entry that is not what its digest says stops it: it says Hello with its head, and nothing else",
    "3.1 stays": "and it stays stopped over a restart",
    "3.1 pulse": "so does another link for an entry that it has",
    "3 forged": "so does a head with a signature that is not the console's",
    "4 final": "after a denial that is final it says nothing more",
}


# Told only where it is broken: else a terminal that never gets to a rule would have kept all that were tried.
BEGUN: Final = {"scene": "a scene gets to its first rule: the terminal joins, and buys credit where it needs some"}


class Finding(NamedTuple):
    rule: str
    kept: bool
    why: str = ""


Scene = Callable[[Stage], Iterator[Finding]]
Scenes = Mapping[str, tuple[Scene, int]]  # with how long the log is before a Snapshot comes instead


def lose(_news: m.News) -> None:
    """On its way."""


FOLLOWS: Final = (m.Hello, m.Sync, m.Beat)


def names(requests: Sequence[m.Request]) -> str:
    return ", ".join(dict.fromkeys(type(it).__name__ for it in requests)) or "nothing"


def joining(stage: Stage) -> Iterator[Finding]:
    stage.deaf = (m.Hello,)
    stage.start()
    heard = stage.hear(m.Hello, 4)
    if not heard:
        yield Finding("4 hello", False, f"it said {names([it.request for it in stage.said])} in six seconds")
        return
    first: m.Hello = heard[0]
    shown = (first.name, first.role, first.boot, first.last_seq, first.last_chain, 1 in first.versions)
    right = shown == (NAME, "terminal", 1, 0, first_link(TABLE), True)
    yield Finding("4 hello", right, f"name, role, boot, last_seq, last_chain, version 1 are {shown}")
    times = [it.at_ms for it in stage.said if isinstance(it.request, m.Hello)]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    paced = len(gaps) >= 3 and all(150 <= gap <= 2_600 for gap in gaps)
    same = all((it.boot, it.run) == (first.boot, first.run) for it in heard)
    yield Finding("4 again", paced and same, f"{gaps} ms apart, {'one process' if same else 'under other names'}")
    stage.send(m.Welcome(first.boot, bytes(8), 0, first_link(TABLE)))
    stage.wish(buy=CREDIT)
    others = [it for it in stage.wait(2_500) if not isinstance(it, m.Hello)]
    yield Finding("4 own", not others, f"it went on with {names(others)}")
    stage.send(m.Denied(first.boot, first.run, m.Denial.WAIT))
    said = stage.wait(4_500)
    yield Finding("4 wait", any(isinstance(it, m.Hello) for it in said), f"it said {names(said)}")
    before = [it.request for it in stage.said if not isinstance(it.request, m.Hello)]
    yield Finding("4 only", not before, f"it said {names(before)}")
    stage.deaf = ()
    stage.change = lambda news: None if isinstance(news, m.Deltas) else news
    syncs = stage.hear(m.Sync)
    yield Finding("3.1 sync", bool(syncs) and syncs[0].after_seq == 0, f"{syncs[:1] or 'no Sync'}")
    early = [it for it in stage.wait(1_500) if not isinstance(it, FOLLOWS)]
    stage.change = lambda news: news
    level = stage.level()
    yield Finding("4 joined", not early and level, f"it asked for {names(early)}" if early else "it never got so far")
    if not level:
        return
    mark = len(stage.said)
    stage.wait(4_200)
    beats = [it for it in stage.said[mark:] if isinstance(it.request, m.Beat)]
    times = [it.at_ms for it in beats]
    gaps = [later - sooner for sooner, later in pairwise(times)]
    true = all(stage.console.chain_at(it.request.applied_seq) == it.request.chain for it in beats)  # type: ignore[union-attr]
    paced = len(gaps) >= 2 and all(gap <= 1_600 for gap in gaps)
    yield Finding("4 beat", paced and true, f"{gaps} ms apart, {'with our links' if true else 'with links of its own'}")


def money(stage: Stage) -> Iterator[Finding]:
    if not stage.join():
        return
    stage.deaf = (m.BuyCredit,)
    stage.wish(buy=CREDIT)
    asked = stage.hear(m.BuyCredit, 3)
    same = {(it.id, it.amount, it.currency) for it in asked}
    yield Finding("6 same", len(asked) >= 3 and len(same) == 1, f"{len(asked)} requests, {len(same)} of them different")
    if not asked:
        return
    known = (asked[0].boot, asked[0].run)
    mark = len(stage.said)
    stage.restart()
    stage.until(lambda: any(isinstance(it.request, m.BuyCredit) for it in stage.said[mark:]))
    again = [it.request for it in stage.said[mark:]]
    bought = [it for it in again if isinstance(it, m.BuyCredit)]
    now = {(it.boot, it.run) for it in again}
    raised = len(now) == 1 and all(boot > known[0] and run != known[1] for boot, run in now)
    yield Finding("4 boot", raised, f"boot {known[0]} before, {sorted(boot for boot, _ in now)} after")
    first = again.index(bought[0]) if bought else 0
    synced = any(isinstance(it, m.Hello) for it in again[:first])
    kept = bool(bought) and (bought[0].id, bought[0].amount, bought[0].currency) in same and synced
    yield Finding("6 restart", kept, f"{len(bought)} came, {'with' if bought else 'without'} the id")
    stage.deaf = ()
    answered = stage.until(lambda: stage.credit > 0) and stage.level()
    more = [it for it in stage.wait(3_000) if isinstance(it, m.BuyCredit)]
    yield Finding("6 done", answered and not more and stage.credit == CREDIT, f"{len(more)} came after the answer")


def betting(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.order(m.OpenBets())
    if not stage.level():
        return
    window = next(iter(stage.console.table.view.windows.values())).id
    stage.deaf = (m.Answer,)
    stage.wish(bet={"player": LEAST})
    sent: list[m.Answer] = stage.hear(m.Answer, 3)
    right = bool(sent) and (sent[0].window, sent[0].revision, dict(sent[0].bets)) == (window, 1, {"player": LEAST})
    yield Finding("5 first", right, f"{sent[:1] or 'no Answer'}")
    if not sent:
        return
    same = {(it.window, it.revision, tuple(it.bets.items())) for it in sent}
    yield Finding("5.5 same", len(sent) >= 3 and len(same) == 1, f"{len(sent)} came, {len(same)} of them different")
    stage.wish(bet={"player": 2 * LEAST})
    others = {it.revision for it in stage.wait(2_500) if isinstance(it, m.Answer)} - {sent[0].revision}
    yield Finding("5.4 one", not others, f"revision {sorted(others)} came, and {sent[0].revision} was not answered")
    stage.deaf = ()
    if not stage.until(lambda: stage.credit < CREDIT) or not stage.level():
        return
    stage.wait(2_500)  # what was wished meanwhile may go out now
    last = _last_revision(stage)
    stage.wish(bet={"player": 3 * LEAST})
    sent = stage.hear(m.Answer)
    right = bool(sent) and (sent[0].revision, dict(sent[0].bets)) == (last + 1, {"player": 3 * LEAST})
    yield Finding("5.6 next", right, f"after {last} came {sent[:1] or 'nothing'}")
    stage.level()
    stage.wish(bet={"player": 4 * CREDIT})
    above = [it for it in stage.wait(2_000) if isinstance(it, m.Answer) and sum(it.bets.values()) > CREDIT]
    yield Finding("5.6 credit", not above, f"{above[:1]} of a credit of {CREDIT}")
    stage.level()
    last = _last_revision(stage)
    stage.wish(bet={"player": 100})  # below the minimum: a terminal that knows the limits does not even ask
    asked = bool(stage.hear(m.Answer, patience_ms=2_000)) and stage.level()
    stage.wish(bet={"player": LEAST})
    sent = stage.hear(m.Answer)
    right = bool(sent) and sent[0].revision == last + 1 + asked
    yield Finding("5.2 refused", right, f"after {last + asked} came {sent[:1] or 'nothing'}")


def _last_revision(stage: Stage) -> int:
    return max(it.request.revision for it in stage.said if isinstance(it.request, m.Answer))


def in_flight(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.order(m.OpenBets())
    if not stage.level():
        return
    stage.deaf = (m.Answer,)
    stage.wish(bet={"player": LEAST})
    before: list[m.Answer] = stage.hear(m.Answer)
    if not before:
        return
    mark = len(stage.said)
    stage.restart()
    stage.until(lambda: any(isinstance(it.request, m.Answer) for it in stage.said[mark:]))
    again = [it.request for it in stage.said[mark:]]
    sent = [it for it in again if isinstance(it, m.Answer)]
    same = bool(sent) and (sent[0].window, sent[0].revision, dict(sent[0].bets)) == (
        *(before[0].window, before[0].revision, dict(before[0].bets)),
    )
    joined = bool(sent) and any(isinstance(it, m.Hello) for it in again[: again.index(sent[0])])
    yield Finding("5.5 restart", same and joined, f"before {before[0]}, after {sent[:1] or 'nothing'}")
    stage.hand.kill()
    stage.wait(300)
    stage.order(m.CloseBets())
    stage.start()
    if not stage.level():
        return
    late = [it for it in stage.wait(2_500) if isinstance(it, m.Answer)]
    yield Finding("5.7 closed", not late, f"{late[:1]} for a window that is closed")
    stage.deaf = ()
    stage.deal()
    stage.console.certify()
    stage.order(m.OpenBets())
    stage.level()
    stage.wish(bet={"player": CREDIT})
    sent = stage.hear(m.Answer)
    free = bool(sent) and (sent[0].revision, dict(sent[0].bets)) == (1, {"player": CREDIT})
    yield Finding("5.7 free", free, f"all of {CREDIT} was wished, and {sent[:1] or 'nothing'} came")


def silence(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.order(m.OpenBets())
    if not stage.level():
        return
    stage.pulsing = False
    stage.wait(2_200)
    stage.wish(bet={"player": LEAST})
    sent = [it for it in stage.wait(1_500) if isinstance(it, m.Answer)]
    yield Finding("5.9 silent", not sent, f"{sent[:1]} after 2.2 s without a pulse")


def following(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.change = lambda news: None if isinstance(news, m.Batch) else news
    seq = stage.console.pen.seq
    stage.order(m.OpenBets())
    syncs = stage.hear(m.Sync)
    level = stage.level()
    yield Finding("3.1 gap", bool(syncs) and syncs[0].after_seq == seq and level, f"{syncs[:1] or 'no Sync'} at {seq}")
    stage.change = lambda news: news
    for rule, late in (("3.1 see", m.Batch), ("3.1 batch", m.See)):
        stage.wish(bet={"player": LEAST})
        if not stage.until(lambda: stage.stake > 0) or not stage.level():
            return
        stage.order(m.CloseBets())
        stage.deal()
        if not stage.level():
            return
        kept: list[m.News] = []
        stage.change = lambda news, late=late, kept=kept: kept.append(news) if isinstance(news, late) else news  # type: ignore[misc]
        stage.pulsing, stage.deaf = False, (m.Sync,)
        before = stage.console.pen.seq
        stage.console.certify()  # the certificate, what it pays, and the end in one commit
        own = next(entry.seq for entry in stage.console.entries[before:] if str(entry.audience) == NAME)
        stage.wait(1_300)
        if late is m.See:
            beats = [it.request for it in stage.said if isinstance(it.request, m.Beat)]
            yield Finding("3.1 sealed", beats[-1].applied_seq < own, f"it is at {beats[-1].applied_seq}, past {own}")
        stage.change = lambda news: news
        for news in kept:
            stage.send(news, everybody=isinstance(news, m.Batch))
        mark = len(stage.said)
        there = stage.level()
        synced = any(isinstance(it.request, m.Sync) for it in stage.said[mark:])
        stage.pulsing, stage.deaf = True, ()
        yield Finding(rule, there, "it never got level" + (", and asked for what it had been sent" if synced else ""))
        if not stage.level():
            return
        stage.order(m.OpenBets())
        if not stage.level():
            return
    stage.send(public_batch(stage.console.entries[:5]), everybody=True)
    yield Finding("3.1 old", stage.level(), "entries 1 to 5 came again, and it did not go on")
    stage.send(encode({"v": 1, "m": {"type": "Tomorrow", "x": 1}}), everybody=True)
    yield Finding("2.2 unknown", stage.level(), "it did not go on after a message of the type Tomorrow")


def console_start(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.order(m.OpenBets())
    if not stage.level():
        return
    stage.wish(bet={"player": LEAST})
    if not stage.until(lambda: stage.credit < CREDIT) or not stage.level():
        return
    mark = len(stage.said)
    stage.restart_console()
    greeted = stage.until(lambda: any(isinstance(it.request, m.Hello) for it in stage.said[mark:]))
    said = [it.request for it in stage.said[mark:]]
    others = [it for it in said if not isinstance(it, FOLLOWS)]
    yield Finding("4 console", greeted and not others, f"it said {names(said)}")
    hello = next((it for it in said if isinstance(it, m.Hello)), None)
    signed = None if hello is None else hello.signed
    true = signed is not None and stage.signer.verify(signed)
    confirmed = stage.until(lambda: "unconfirmed" not in stage.halts)
    yield Finding("3 proof", true and confirmed, f"`signed` is {signed}")
    if not confirmed:
        stage.order(m.Resume(Halt.UNCONFIRMED))  # two people go on without its word
    stage.level()
    stage.order(m.AnswerInterruption(affects=False))
    stage.level()
    stage.wish(bet={"player": 2 * LEAST})
    sent = stage.hear(m.Answer)
    yield Finding("8.3 halt", bool(sent), f"no Answer came; the table is halted by {stage.halts or 'nothing'}")


def picture(stage: Stage) -> Iterator[Finding]:
    stage.order(m.OpenBets())
    stage.restart_console()
    level = stage.join()
    shown = any(isinstance(it.request, m.Sync) and it.request.after_seq == 0 for it in stage.said)
    yield Finding("9 snapshot", level and shown, "it asked from entry 0, and did not get level" if shown else "no Sync")
    if not level:
        return
    stage.order(m.AnswerInterruption(affects=False))
    stage.wish(buy=CREDIT)
    if not stage.until(lambda: stage.credit == CREDIT) or not stage.level():
        yield Finding("9 halt", False, "it bought no credit")
        return
    stage.wish(bet={"player": LEAST})
    sent = stage.hear(m.Answer)
    yield Finding("9 halt", bool(sent), "no Answer came, though InterruptionAnswered had been applied")


def stops(stage: Stage, seq: int, mark: int) -> tuple[bool, str]:
    """Does it say Hello with this head, and nothing else, from there on?"""
    stage.until(lambda: any(isinstance(it.request, m.Hello) for it in stage.said[mark:]), 3_000)
    said = [it.request for it in stage.said[mark:]]
    first = next((at for at, it in enumerate(said) if isinstance(it, m.Hello)), len(said))
    after = said[first:] + stage.wait(1_500)
    hellos = [it for it in after if isinstance(it, m.Hello)]
    stopped = bool(hellos) and len(hellos) == len(after) and all(it.last_seq == seq for it in hellos)
    return stopped, f"it said {names(after)}, at entry {[it.last_seq for it in hellos][:1]} of {seq}"


def broken(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.deaf = (m.Hello,)

    def forge(news: m.News) -> m.News:
        if not isinstance(news, m.Batch):
            return news
        last = news.entries[-1]
        forged = replace(last, body=(last.body or b"").replace(b"bets", b"best", 1))
        return replace(news, entries=(*news.entries[:-1], forged))

    seq, mark = stage.console.pen.seq, len(stage.said)
    stage.change = forge
    stage.order(m.OpenBets())
    stage.wait(200)
    stage.change = lambda news: news if isinstance(news, m.Denied) else None
    yield Finding("3.1 broken", *stops(stage, seq, mark))
    stage.hand.kill()
    stage.wait(300)
    mark = len(stage.said)
    stage.change = lambda news: news
    stage.deaf = ()
    stage.console.line.clear()
    stage.start()
    yield Finding("3.1 stays", *stops(stage, seq, mark))
    hellos = [it.request for it in stage.said[mark:] if isinstance(it.request, m.Hello)]
    if hellos:
        stage.send(m.Denied(hellos[-1].boot, hellos[-1].run, m.Denial.HISTORY))
        stage.wait(300)
        said = stage.wait(4_000)
        yield Finding("4 final", not said, f"after a denial it said {names(said)}")


def pulse(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.deaf = (m.Hello,)
    seq, mark = stage.console.pen.seq, len(stage.said)
    head = stage.signer.sign(seq, bytes(32))
    stage.change = lose
    stage.send(m.Pulse(seq, head.chain, signature=head.signature), everybody=True)
    yield Finding("3.1 pulse", *stops(stage, seq, mark))


def signature(stage: Stage) -> Iterator[Finding]:
    if not stage.sit_down():
        return
    stage.deaf = (m.Hello,)
    stranger = Signer(bytes(32), TABLE)

    def forge(news: m.News) -> m.News | None:
        if not isinstance(news, m.Batch):
            return None
        head = stranger.sign(news.first_seq + len(news.entries) - 1, news.chain)
        return replace(news, signature=head.signature)

    seq, mark = stage.console.pen.seq, len(stage.said)
    stage.change = forge
    stage.order(m.OpenBets())
    stage.wait(200)
    stage.change = lose
    stopped, why = stops(stage, seq, mark)
    hellos = [it.request.last_seq for it in stage.said[mark:] if isinstance(it.request, m.Hello)]
    yield Finding("3 forged", stopped, why if hellos else "it went on, as if the head were signed")


SCENES: Final[Scenes] = {
    "joining": (joining, 500),
    "money": (money, 500),
    "betting": (betting, 500),
    "in flight": (in_flight, 500),
    "silence": (silence, 500),
    "following": (following, 500),
    "console": (console_start, 500),
    "picture": (picture, 5),
    "broken": (broken, 500),
    "pulse": (pulse, 500),
    "signature": (signature, 500),
}


def examine(
    make: Callable[[str], Hand],
    only: tuple[str, ...] = (),
    told: Callable[[Finding], None] = lambda _finding: None,
    *,
    scenes: Scenes = SCENES,
    game: str = GAME,
    before: type[Stage] = Stage,
) -> dict[str, Finding]:
    """Every rule that was got to; the first time that it was broken counts. `make`: one without a file; `before`: which
    console.
    """
    found: dict[str, Finding] = {}

    def note(finding: Finding) -> None:
        if finding.rule not in found or found[finding.rule].kept:
            found[finding.rule] = finding
        told(finding)

    for name, (play, snapshot_from) in scenes.items():
        if only and name not in only:
            continue
        hand = make(name)
        stage = before(hand, snapshot_from=snapshot_from, game=game)
        begun = False
        try:
            for finding in play(stage):
                begun, ended = True, hand.ended()
                note(finding if finding.kept or not ended else finding._replace(why=f"{finding.why}; {ended}"))
            if not begun:
                said = f"it said {names([it.request for it in stage.said])}"
                note(Finding("scene", False, f"{name}: {hand.ended() or said}"))
        finally:
            hand.kill()
        note(Finding("2 form", not stage.malformed, "; ".join(stage.malformed[:1])))
    return found
