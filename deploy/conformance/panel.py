"""What a panel must do, rule by rule, and the scenes in which it shows (docs/panel_protocol.md, section 1).

The stage speaks for another panel, at which a Shift Manager is signed on; the panel that is looked at begins without a
file. Wishes are what a hand does at its screen.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from deploy.conformance.scenes import FOLLOWS, Finding, Scenes, lose, names, stops
from deploy.conformance.stage import LEAST, PATIENCE_MS, TABLE, Hand, Said, Stage
from games.cards import parse_cards
from games.round import Felt, Limit
from games.rulings import Position
from protocol import messages as m
from protocol.chain import first_link
from protocol.halts import Halt
from protocol.view import cards_digest
from simulation.calm import PIN, SECOND, WRONG_PIN

DESK: Final = "P07"  # the panel that is looked at
DEALER: Final = m.Person("100", "Dora", Position.DEALER)  # who is at it
PANEL_RULES: Final[Mapping[str, str]] = {
    "P hello": "the first word is a Hello: name and role, version 1, boot 1, and entry 0",
    "P only": "nothing but Hello is said before the Welcome, and it is said again until then",
    "P boot": "each process has a higher boot and another run",
    "P staff": "an entry for staff is not passed over while its body is missing",
    "P gap": "what is missing is asked for",
    "P1 sign on": "SignOn is said again and again, under one id, until it is answered",
    "P1 answered": "and no more after SignOnAnswer",
    "P1 wrong": "a PIN that was wrong is not tried again by itself; another try has another id",
    "P1 sign off": "SignOff is said again and again, and nothing else is wanted meanwhile",
    "P1 order": "an order is a Command about the Round that is on",
    "P1 same": "it is said again and again, the same under one id",
    "P1 done": "and no more once the log has an answer",
    "P1 refused": "OrderRefused is one; the next order has another id",
    "P1 window": "CloseBets names the window that is open",
    "P1 restart": "another process does not say an order of the one before",
    "P1 dark": "an order without an answer is dropped when the console falls silent, and not said later",
    "P1 certify": "Certify has the digest of the cards as the log has them",
    "P1 corrected": "also after they were corrected",
    "P1 picture": "also after a Snapshot",
    "P1 sign": "a proposal of another panel is signed with its digest, under one id, until that is answered",
    "P1 proposed": "OrderProposed is an answer: the order is not said again",
    "P1 withdrawn": "what was proposed here is withdrawn by its command_id",
    "P console": "after a start of the console it says Hello before anything else",
    "P proof": "Hello shows the newest head that the console has signed, which confirms the start",
    "P broken": "an entry that is not what its digest says stops it: it says Hello with its head, and nothing else",
}


class PanelStage(Stage):
    guest = DESK

    def __init__(self, hand: Hand, *, snapshot_from: int = 500, game: str) -> None:
        super().__init__(hand, snapshot_from=snapshot_from, game=game)
        self.console.panels.append(DESK)

    @property
    def person(self) -> m.Person | None:
        """Who is signed on there."""
        return self.console.table.people.at(DESK)

    def sign_on(self) -> bool:
        self.wish(sign_on={"number": DEALER.number, "pin": PIN})
        return self.until(lambda: self.person == DEALER) and self.level()

    def begin(self) -> bool:
        """Joined, and the Dealer is there."""
        return self.join() and self.sign_on()

    def heard(self, kind: type[m.Request], mark: int) -> list[Said]:
        return [it for it in self.said[mark:] if isinstance(it.request, kind)]


def _same(sent: list[Any], count: int = 2) -> tuple[bool, str]:
    """So many, and all alike."""
    first = sent[:1]
    alike = all(it == sent[0] for it in sent)
    return len(sent) >= count and alike, f"{len(sent)} came, {'all alike' if alike else 'not alike'}: {first}"


def arriving(stage: PanelStage) -> Iterator[Finding]:
    stage.deaf = (m.Hello,)
    stage.start()
    heard = stage.hear(m.Hello, 3)
    if not heard:
        yield Finding("P hello", False, f"it said {names([it.request for it in stage.said])} in six seconds")
        return
    first: m.Hello = heard[0]
    shown = (first.name, first.role, first.boot, first.last_seq, first.last_chain, 1 in first.versions)
    right = shown == (DESK, "panel", 1, 0, first_link(TABLE), True)
    yield Finding("P hello", right, f"name, role, boot, last_seq, last_chain, version 1 are {shown}")
    stage.wish(sign_on={"number": DEALER.number, "pin": PIN})
    others = [it for it in stage.wait(1_500) if not isinstance(it, m.Hello)]
    yield Finding("P only", len(heard) >= 3 and not others, f"{len(heard)} came, and {names(others)}")
    stage.hand.kill()
    stage.deaf = ()
    stage.wait(300)
    mark = len(stage.said)
    stage.start()
    level = stage.level()
    known = {(it.boot, it.run) for it in (said.request for said in stage.said[mark:])}
    raised = len(known) == 1 and all(boot > first.boot and run != first.run for boot, run in known)
    yield Finding("P boot", raised, f"boot {first.boot} before, {sorted(boot for boot, _ in known)} after")
    if not level:
        return
    seq = stage.console.pen.seq
    stage.change = lambda news: None if isinstance(news, m.Deltas | m.See) else news
    stage.deaf = (m.Sync,)
    stage.order(m.RecordRuling("For staff alone"))
    syncs = stage.hear(m.Sync)
    stage.wait(1_300)
    beats = [it.request for it in stage.said if isinstance(it.request, m.Beat)]
    private = next(entry.seq for entry in stage.console.entries[seq:] if str(entry.audience) == "staff")
    yield Finding("P staff", beats[-1].applied_seq < private, f"it is at {beats[-1].applied_seq}, past {private}")
    stage.change, stage.deaf = lambda news: news, ()
    yield Finding("P gap", bool(syncs) and stage.level(), f"{syncs[:1] or 'no Sync'} at {seq}")


def people(stage: PanelStage) -> Iterator[Finding]:
    if not stage.join():
        return
    stage.deaf = (m.SignOn,)
    stage.wish(sign_on={"number": DEALER.number, "pin": PIN})
    tries: list[m.SignOn] = stage.hear(m.SignOn, 2)
    alike, why = _same(tries)
    as_wished = bool(tries) and (tries[0].number, tries[0].pin) == (DEALER.number, PIN)
    yield Finding("P1 sign on", alike and as_wished, why)
    stage.deaf = ()
    there = stage.until(lambda: stage.person == DEALER) and stage.level()
    more = [it for it in stage.wait(2_500) if isinstance(it, m.SignOn)]
    yield Finding("P1 answered", there and not more, f"{len(more)} came after it" if there else "nobody is signed on")
    stage.deaf = (m.SignOff,)
    stage.wish(sign_off=True)
    leaving: list[m.SignOff] = stage.hear(m.SignOff, 2)
    alike, why = _same(leaving)
    mark = len(stage.said)
    stage.wish(order={"type": "OpenBets"})
    stage.wait(1_200)
    ordered = stage.heard(m.Command, mark)
    yield Finding("P1 sign off", alike and not ordered, f"{why}; {len(ordered)} orders came meanwhile")
    stage.deaf = ()
    if not stage.until(lambda: stage.person is None) or not stage.level():
        return
    mark = len(stage.said)
    stage.wish(sign_on={"number": DEALER.number, "pin": WRONG_PIN})
    stage.until(lambda: bool(stage.heard(m.SignOn, mark)))
    if not stage.level():
        return
    stage.wait(3_000)
    wrong = {it.request.id for it in stage.heard(m.SignOn, mark)}  # type: ignore[union-attr]
    after = len(stage.said)
    late = stage.wait(1_200)
    signed_on = stage.sign_on()
    again = {it.request.id for it in stage.heard(m.SignOn, after)}  # type: ignore[union-attr]
    kept = len(wrong) == 1 and not [it for it in late if isinstance(it, m.SignOn)] and signed_on and not wrong & again
    yield Finding("P1 wrong", kept, f"{len(wrong)} ids with the wrong PIN, {len(again)} with the right one")


def orders(stage: PanelStage) -> Iterator[Finding]:
    if not stage.begin():
        return
    view = stage.console.table.view
    stage.deaf = (m.Command,)
    stage.wish(order={"type": "OpenBets"})
    sent: list[m.Command] = stage.hear(m.Command, 3)
    right = bool(sent) and (sent[0].order, sent[0].round_no) == (m.OpenBets(), view.round_no)
    yield Finding("P1 order", right, f"{sent[:1] or 'no Command'}")
    yield Finding("P1 same", *_same(sent, 3))
    mark = len(stage.said)
    stage.restart()
    if not stage.level() or not stage.sign_on():
        return
    stage.wait(2_500)
    late = stage.heard(m.Command, mark)
    yield Finding("P1 restart", not late, f"{len(late)} came")
    stage.deaf = ()
    stage.wish(order={"type": "OpenBets"})
    opened = stage.until(lambda: bool(stage.console.table.view.windows)) and stage.level()
    more = [it for it in stage.wait(2_500) if isinstance(it, m.Command)]
    yield Finding("P1 done", opened and not more, f"{len(more)} came after the answer" if opened else "no Bets opened")
    if not opened:
        return
    mark = len(stage.said)
    stage.wish(order={"type": "OpenBets"})  # they are open: refused
    if not stage.until(lambda: bool(stage.heard(m.Command, mark))) or not stage.level():
        return
    refused = [it for it in stage.wait(2_500) if isinstance(it, m.Command)]
    before = {it.request.command_id for it in stage.heard(m.Command, mark)}  # type: ignore[union-attr]
    window = next(iter(stage.console.table.view.windows.values())).id
    mark = len(stage.said)
    stage.wish(order={"type": "CloseBets"})
    stage.until(lambda: not stage.console.table.view.windows)
    closing = [it.request for it in stage.heard(m.Command, mark)]
    others = {it.command_id for it in closing if isinstance(it, m.Command)}
    yield Finding("P1 refused", not refused and not before & others, f"{len(refused)} came after the refusal")
    named = [it for it in closing if isinstance(it, m.Command) and it.window == window]
    yield Finding("P1 window", bool(named), f"{closing[:1] or 'nothing'} came, {window} was open")
    if not stage.console.table.view.windows:
        yield from _certificates(stage)


def _certificates(stage: PanelStage) -> Iterator[Finding]:
    stage.deal()
    if not stage.level():
        return
    stage.deaf = (m.Command,)
    sent = _certify(stage)
    yield Finding("P1 certify", *_is_of_the_cards(stage, sent))
    stage.pulsing, stage.change = False, lose  # the console falls silent
    stage.wait(4_000)
    stage.pulsing, stage.change = True, lambda news: news
    mark = len(stage.said)
    stage.until(lambda: bool(stage.heard(m.Beat, mark)))
    stage.wait(3_000)
    late = stage.heard(m.Command, mark)
    yield Finding("P1 dark", not late, f"{len(late)} came when it was heard again")
    stage.deaf = ()
    stage.order(m.CorrectCards(parse_cards("4D 2C 5H 6S".split())))
    if not stage.level():
        return
    stage.deaf = (m.Command,)
    yield Finding("P1 corrected", *_is_of_the_cards(stage, _certify(stage)))


def _certify(stage: PanelStage) -> list[m.Command]:
    stage.wish(certify=True)
    sent: list[m.Command] = stage.hear(m.Command)
    return sent


def _is_of_the_cards(stage: PanelStage, sent: list[m.Command]) -> tuple[bool, str]:
    right = bool(sent) and sent[-1].order == m.Certify(cards_digest(stage.console.table.view))
    return right, f"{sent[-1:] or 'nothing'} came"


def picture(stage: PanelStage) -> Iterator[Finding]:
    stage.order(m.OpenBets())
    stage.order(m.CloseBets())
    stage.deal()
    if not stage.begin():
        return
    stage.deaf = (m.Command,)
    yield Finding("P1 picture", *_is_of_the_cards(stage, _certify(stage)))


def signing(stage: PanelStage) -> Iterator[Finding]:
    if not stage.join():
        return
    felt: Felt = stage.console.table.view.felt
    other = replace(felt, limits={**felt.limits, max(felt.limits): Limit(LEAST, 2 * LEAST, 100)})
    stage.console.order(m.SetLimits(other), second=None)
    proposed = next(iter(stage.console.table.forgotten.proposals.values())).proposal
    if not stage.level():
        return
    stage.deaf = (m.Sign,)
    stage.wish(sign={"number": SECOND.number, "pin": PIN})
    sent: list[m.Sign] = stage.hear(m.Sign, 2)
    alike, why = _same(sent)
    right = bool(sent) and (sent[0].command_id, sent[0].digest) == (proposed.command_id, proposed.digest)
    stage.deaf = ()
    obeyed = stage.until(lambda: stage.console.table.view.felt != felt) and stage.level()
    more = [it for it in stage.wait(2_500) if isinstance(it, m.Sign)]
    yield Finding("P1 sign", alike and right and obeyed and not more, f"{why}; {len(more)} came after the answer")
    if not stage.sign_on():
        return
    mark = len(stage.said)
    stage.wish(order={"type": "EndShoe", "counted": 416})
    mine = stage.console.table.forgotten.proposals
    waits = stage.until(lambda: DESK in mine) and stage.level()
    late = [it for it in stage.wait(2_500) if isinstance(it, m.Command)]
    yield Finding("P1 proposed", waits and not late, f"{len(late)} came after it" if waits else "nothing is proposed")
    if not waits:
        return
    command_id = mine[DESK].proposal.command_id
    stage.deaf = (m.Withdraw,)
    stage.wish(withdrawn=True)
    said: list[m.Withdraw] = stage.hear(m.Withdraw, 2)
    stage.deaf = ()
    alike, why = _same(said)
    gone = stage.until(lambda: DESK not in stage.console.table.forgotten.proposals)
    right = alike and gone and said[0].command_id == command_id and len(stage.heard(m.Command, mark)) >= 1
    yield Finding("P1 withdrawn", right, why)


def console_start(stage: PanelStage) -> Iterator[Finding]:
    if not stage.begin():
        return
    stage.order(m.OpenBets())
    if not stage.level():
        return
    mark = len(stage.said)
    stage.restart_console()
    greeted = stage.until(lambda: bool(stage.heard(m.Hello, mark)))
    said = [it.request for it in stage.said[mark:]]
    others = [it for it in said if not isinstance(it, FOLLOWS)]
    yield Finding("P console", greeted and not others, f"it said {names(said)}")
    hello = next((it for it in said if isinstance(it, m.Hello)), None)
    signed = None if hello is None else hello.signed
    true = signed is not None and stage.signer.verify(signed)
    confirmed = stage.until(lambda: Halt.UNCONFIRMED not in stage.halts, PATIENCE_MS)
    yield Finding("P proof", true and confirmed, f"`signed` is {signed}")


def broken(stage: PanelStage) -> Iterator[Finding]:
    if not stage.join():
        return
    stage.deaf = (m.Hello,)

    def forge(news: m.News) -> m.News:
        if not isinstance(news, m.Batch | m.Deltas):
            return news
        forged = [replace(it, body=it.body and it.body.replace(b"bets", b"best", 1)) for it in news.entries]
        return replace(news, entries=tuple(forged))

    mark, seq = len(stage.said), stage.console.pen.seq
    stage.change = forge
    stage.order(m.OpenBets())  # the order and what comes of it are one commit: nothing of it is applied
    stage.wait(200)
    stage.change = lambda news: news if isinstance(news, m.Denied) else None
    yield Finding("P broken", *stops(stage, seq, mark))


PANEL_SCENES: Final[Scenes] = {
    "arriving": (arriving, 500),  # type: ignore[dict-item]
    "people": (people, 500),  # type: ignore[dict-item]
    "orders": (orders, 500),  # type: ignore[dict-item]
    "picture": (picture, 5),  # type: ignore[dict-item]
    "signing": (signing, 500),  # type: ignore[dict-item]
    "console": (console_start, 500),  # type: ignore[dict-item]
    "broken": (broken, 500),  # type: ignore[dict-item]
}
