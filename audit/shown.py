"""What each terminal had on its screen in a Round, for a dispute pack: one line of JSON for each picture, and a text.

Computed from the entries that the terminal could read, by the terminal's own code (`past_screens.py`), with the lines
that it computed itself beside those that it was paid. Numbers of tickets are not in it, and nothing of other Players.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import msgspec

from audit.evidence import Span, read
from audit.past_screens import Moment, watch
from games.cards import Card
from games.money import Currency
from games.settlement import Line
from protocol import events as e
from protocol.chain import Entry
from protocol.events import Event, may_read
from protocol.journal import Journal
from terminal.screen import TerminalView

# Of a picture: what a Player reads there. Not what is printed or counted for the machine alone.
FIELDS: Final = (
    *("phase", "round_no", "left_ms", "attention", "halts", "void", "certified", "corrected", "due"),
    *("credit", "stake", "spendable", "spots", "registered_amount", "receipt", "windows", "hands", "boxes"),
    *("result", "lines", "lines_round", "back_amount", "correction", "dispute", "latched", "calls"),
)


def terminals_of(journal: Journal, span: Span) -> list[str]:
    """Who had something of his own in the Round: a Bet, an answer, a line."""
    found: dict[str, None] = {}
    for _, event in read(journal.entries(span.began, span.ended or span.last)):
        if isinstance(event, e.LayoutRegistered | e.LayoutRefused | e.Settled):
            found[event.terminal] = None
    return sorted(found)


def parts(
    journal: Journal, span: Span, terminals: Sequence[str], progress: Callable[[int], None] = lambda _seq: None
) -> dict[str, bytes]:
    """Files of the pack, by name."""
    log = [
        (entry, event)
        for entry, event in read(journal.entries(span.began, span.last))
        if not span.ended or entry.seq <= span.ended or isinstance(event, e.RoundCorrected | e.LinesCorrected)
    ]
    seqs = {name: _seqs(log, name) for name in terminals}
    moments = list(watch(journal, span, sorted(set().union(*seqs.values())), terminals, progress=progress))
    made: dict[str, bytes] = {}
    for name in terminals:
        pictures = list(_changes([it for it in moments if it.seq in seqs[name]], name))
        lines = [json.dumps(picture, ensure_ascii=False) for picture in pictures]
        made[f"shown.{name}.jsonl"] = "".join(f"{line}\n" for line in lines).encode()
        told = [line for moment in moments if moment.seq in seqs[name] for line in _text(moment, name)]
        made[f"shown.{name}.txt"] = "".join(f"{line}\n" for line in (*_head(name, log), *_once(told))).encode()
    return made


def _seqs(log: Sequence[tuple[Entry, Event]], name: str) -> set[int]:
    """The last of each commit that this terminal could read: what was committed together, it showed together."""
    last = {entry.wall_time: entry.seq for entry, _ in log if may_read(name, entry.audience)}
    return set(last.values())


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return value.text
    if isinstance(value, bytes):
        return value.hex()
    raise NotImplementedError(type(value).__name__)


def picture_of(view: TerminalView, computed: Sequence[Line]) -> dict[str, Any]:
    fields = {name: getattr(view, name) for name in FIELDS}
    found: dict[str, Any] = msgspec.to_builtins(fields, enc_hook=_plain, builtin_types=(bytes,), str_keys=True)
    found["computed"] = [[line.spot, line.staked, line.returned, line.verdict.paragraph] for line in computed]
    return found


def _changes(moments: Sequence[Moment], name: str) -> Iterator[dict[str, Any]]:
    """An entry that changed nothing on this screen has no line."""
    before: dict[str, Any] | None = None
    for moment in moments:
        picture = picture_of(moment.terminals[name], moment.computed.get(name, ()))
        if picture != before:
            yield {"seq": moment.seq, "time": moment.wall_time, **picture}
        before = picture


def _head(name: str, log: Sequence[tuple[Entry, Event]]) -> list[str]:
    certified = [event for _, event in log if isinstance(event, e.Certified)]
    seen = [
        f"When the result was certified, {name} had{'' if name in it.acknowledged else ' not'} said that it had "
        "applied the close of the Bets."
        for it in certified
    ]
    return [
        f"What was on the screen of {name}, entry by entry, in the words of the log.",
        "Computed from the entries, by the terminal's own code; the line is taken to be whole. What its Player had",
        "touched and what was never registered is in no journal. The entries prevail.",
        *seen,
        "",
    ]


def _text(moment: Moment, name: str) -> tuple[str, ...]:
    """One picture. The first line has the time; what follows is compared with the picture before."""
    view = moment.terminals[name]
    write = Currency(view.placard.currency, view.placard.exponent).write
    left = f", {view.left_ms / 1_000:.1f} s left" if view.left_ms >= 0 else ""
    told = [f"{view.phase}{left}{f', next card to {view.due}' if view.due else ''}"]
    told += [f"attention: {view.attention}{f', {halts}' if (halts := _halts(view)) else ''}"] if view.attention else []
    told.append(f"credit {write(view.credit)}, on the felt {write(view.stake)}")
    bets = [it for it in view.spots if it.registered]
    told += [f"bet {it.spot} {write(it.registered)}, registered, No. {it.receipt}" for it in bets]
    told += [f"asked: {it.name}, {it.choice or 'no answer'}, else {it.default}" for it in view.windows if it.choices]
    told += [f"{it.hand} {' '.join(it.cards)}{'' if it.points is None else f' ({it.points})'}" for it in view.hands]
    told += [f"result {' '.join((view.result.winner, *view.result.also))}"] if view.result is not None else []
    if view.lines_round == view.round_no:
        told += [f"line {it.spot} {write(it.staked)} -> {write(it.returned)}, {it.outcome}" for it in view.lines]
    told += [
        f"computed here: {line.spot} {write(line.staked)} -> {write(line.returned)}, §{line.verdict.paragraph}"
        for line in moment.computed.get(name, ())
    ]
    if view.correction is not None:
        told.append(f"corrected, round {view.correction.round_no}: {write(view.correction.credited)} to the credit")
    return (f"{moment.wall_time}  entry {moment.seq}", *(f"    {line}" for line in told))


def _halts(view: TerminalView) -> str:
    return ", ".join(halt.reason for halt in view.halts)


def _once(lines: Sequence[str]) -> Iterator[str]:
    """Pictures that look like the one before are left out."""
    picture: list[str] = []
    before: list[str] = []
    for line in (*lines, ""):
        if not line.startswith(" ") and picture:
            if picture[1:] != before:
                yield from picture
            before, picture = picture[1:], []
        picture.append(line)
