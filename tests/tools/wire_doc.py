"""The parts of docs/protocol.md and docs/panel_protocol.md that follow from the code: messages and facts with their
bounds, a worked chain, a bet.

`python -m tests.tools.wire_doc` writes them into the documents, between their marks; a test compares. The words around
them are written by hand. Must never say what the code does not do: all that is printed is read from the types, or made
by the production's own encoder.
"""

import hmac
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from hashlib import sha256
from pathlib import Path
from textwrap import fill, wrap
from types import NoneType
from typing import Any, Final, NamedTuple, get_args

from msgspec import NODEFAULT, Struct
from msgspec.inspect import (
    BoolType,
    BytesType,
    CustomType,
    DictType,
    EnumType,
    Field,
    IntType,
    ListType,
    LiteralType,
    StrType,
    StructType,
    TupleType,
    Type,
    UnionType,
    VarTupleType,
    type_info,
)

from console.requests import MAY_ASK
from console.service import PULSE_MS
from console.table.delivery import deltas_for, public_batch
from games import round as words
from games.baccarat import rules
from games.cards import parse_card
from games.catalog import find_face, find_game
from games.fair_shuffle import Part, commit_nonce, commit_seed, shuffle_key, shuffled
from games.round import Act, CardDrawn, Felt, HandId, Limit, PlayerId, Spot
from games.rulings import Position
from games.settlement import final_lines, fold
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import ANSWER_MAX, FROM_CONSOLE, FROM_TERMINALS, Limits, encode, encode_body
from protocol.events import audience_of
from protocol.follower import SYNC_AGAIN_MS, SYNC_PATIENCE_MS
from protocol.halts import Halt
from protocol.join import BEAT_MS
from protocol.liveness import AGAIN_MS, AGAIN_MS_MAX, BURST, DEAD_AFTER_MS, REQUESTS_PER_S
from protocol.moves import MOVE_FOR
from protocol.picture import OwnLayout, OwnState, Picture, StaffState
from protocol.signing import HEAD, Signer, public_of, statement
from protocol.sockets import BACK_OFF_MS, CURVE_BYTES
from protocol.view import OpenWindow, PastRound, ShoeView, TableView
from terminal.state import SILENT_AFTER_MS

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"

WIDTH: Final = 120

# Two words that both a message or fact and a part of one have: the part gets another name here.
NAMES: Final[Mapping[type, str]] = {words.Answer: "Layout", words.WindowClosed: "ClosingAct"}

# What is about boxes and cards that lie face down: a baccarat terminal can do without.
OF_BOXES: Final = (e.Seated, e.HandHandled, e.BetRejected, e.CardHidden, e.CardRevealed, e.HandsLaid)
TO_BE_UNDERSTOOD: Final = (e.CurrencyBound, e.ConsoleStarted, e.WindowOpened, e.WindowClosed, e.RoundEnded)
STOPS: Final = (e.Halted, e.Resumed, e.Interrupted, e.InterruptionAnswered)


# --- types in words -------------------------------------------------------------------------------------------------


def name_of(kind: type) -> str:
    return NAMES.get(kind, kind.__name__)


def number(value: int) -> str:
    for base in (2, 10):
        for power in range(12, 64):
            if value == base**power:
                return f"{base}^{power}"
            if value == base**power - 1:
                return f"{base}^{power}-1"
    return f"{value}"


def span(low: int | None, high: int | None) -> str:
    if low is None and high is None:
        return ""
    if low == high and low is not None:
        return f" {number(low)}"
    return f" {'' if not low else number(low)}..{'' if high is None else number(high)}"


def words_of(info: Type) -> str:
    match info:
        case IntType(ge=None, le=None):
            return "int"
        case IntType(ge=low, le=high):
            return f"int {number(low or 0)}..{'' if high is None else number(high)}"
        case BytesType(min_length=low, max_length=high):
            return f"bytes{span(low, high)}"
        case StrType(pattern=str(pattern)):
            return f"text like {pattern.replace(chr(92) + 'Z', '$')}"
        case StrType(min_length=low, max_length=high):
            return f"text{span(low, high)}"
        case BoolType():
            return "bool"
        case EnumType(cls=cls):
            return " or ".join(f'"{one.value}"' for one in cls)
        case CustomType():
            return "card"
        case LiteralType(values=values):
            return " or ".join(f'"{one}"' for one in values)
        case VarTupleType(item_type=item, max_length=most) | ListType(item_type=item, max_length=most):
            of = words_of(item)
            return f"array{span(None, most)} of {f'({of})' if isinstance(item, UnionType) else of}"
        case TupleType(item_types=items):
            return f"[{', '.join(words_of(item) for item in items)}]"
        case DictType(key_type=key, value_type=value):
            return f"map of {words_of(key)} to {words_of(value)}"
        case StructType(cls=cls):
            return name_of(cls)
        case UnionType(types=types):
            if len(types) == len(get_args(m.Order)):
                return "an order"
            return " or ".join(words_of(one) for one in types)
    return "nil"


@cache
def source_of(module: str) -> str:
    return inspect.getsource(sys.modules[module])


def remarks(cls: type) -> dict[str, str]:
    """What the source says beside each field."""
    own = re.search(rf"^class {cls.__name__}\(.*?(?=^\S|\Z)", source_of(cls.__module__), re.DOTALL | re.MULTILINE)
    found = re.findall(r"^    (\w+): [^#\n]*  # (.+)$", own[0] if own else "", re.MULTILINE)
    return {name: plain(text) for name, text in found}


def plain(text: str) -> str:
    """For readers who have neither Python nor our plans."""
    return re.sub(r" \((?:DESIGN|FAULTS|decision)[^)]*\)", "", re.sub(r"\bNone\b", "nil", " ".join(text.split())))


def defaults(field: Field) -> str:
    if field.required:
        return ""
    value = field.default
    if value is NODEFAULT and callable(field.default_factory):
        value = field.default_factory()
    if isinstance(value, Struct):  # whose own fields may all be left out
        return " = []" if value.__struct_config__.array_like else " = {}"
    if isinstance(value, dict):
        return " = {}"
    if isinstance(value, bytes | tuple | list):
        if (isinstance(value, bytes) and value) or not all(isinstance(each, int | str) for each in value):
            raise ValueError(f"{field.name}: nobody has said how a default of {value!r} is printed")
        if len(value) > 3 and len(set(value)) == 1:
            return f" = {len(value)} times {value[0]}"
        return " = empty" if isinstance(value, bytes) else f" = {json.dumps(list(value))}"
    if isinstance(value, str):
        return f' = "{value}"'
    if isinstance(value, bool | NoneType):
        return f" = {({True: 'true', False: 'false', None: 'nil'})[value]}"
    return f" = {value}" if isinstance(value, int) else ""


def described(info: StructType) -> Iterator[str]:
    cls = info.cls
    told = plain(cls.__doc__ or "")
    form = " (an array of these, in this order)" if info.array_like else ""
    form += f' (type: "{info.tag}")' if info.tag is not None and info.tag != name_of(cls) else ""
    yield from wrap(f"{name_of(cls)}{form}{':' if told else ''} {told}", WIDTH, subsequent_indent="  ")
    beside: dict[str, str] = {}
    for parent in reversed(cls.__mro__):
        if parent.__module__.startswith(("games.", "protocol.")):
            beside |= remarks(parent)
    for field in info.fields:
        what = f"{words_of(field.type)}{defaults(field)}"
        what += f" -- {beside[field.name]}" if field.name in beside else ""
        yield from wrap(what, WIDTH, initial_indent=f"    {field.encode_name:<14} ", subsequent_indent=" " * 19)


def shown(kinds: Iterable[Any]) -> str:
    lines: list[str] = []
    for kind in kinds:
        info = type_info(kind)
        if isinstance(info, StructType):
            lines += [*described(info), ""]
    return fenced(lines[:-1])


def words_shown(kind: type[StrEnum]) -> str:
    """A table of the words of an enumeration, with what the source says beside each."""
    own = re.search(rf"^class {kind.__name__}\(.*?(?=^\S|\Z)", source_of(kind.__module__), re.DOTALL | re.MULTILINE)
    beside = dict(re.findall(r'^    [A-Z_]+ = "([^"]*)"  # (.+)$', own[0] if own else "", re.MULTILINE))
    rows = [f"| `{word}` | {plain(beside.get(word, ''))} |" for word in kind]
    return "\n".join(["| word | |", "| --- | --- |", *rows])


def fenced(lines: Iterable[str]) -> str:
    return "\n".join(["```text", *lines, "```"])


def parts_of(kinds: Iterable[Any], without: type | None = None) -> list[type]:
    """The structs that these have in their fields, and those have in theirs."""
    found: dict[type, None] = {}

    def look(info: Type) -> None:
        match info:
            case StructType(cls=cls, fields=fields):
                if cls not in found and cls is not without:
                    found[cls] = None
                    for field in fields:
                        look(field.type)
            case UnionType(types=types):
                if len(types) != len(get_args(m.Order)):
                    for one in types:
                        look(one)
            case VarTupleType(item_type=item) | ListType(item_type=item):
                look(item)
            case TupleType(item_types=items):
                for one in items:
                    look(one)
            case DictType(value_type=value):
                look(value)
            case _:
                pass

    for kind in kinds:
        look(type_info(kind))
    return [cls for cls in found if cls not in kinds]


# --- the blocks -----------------------------------------------------------------------------------------------------

FOR_BOXES: Final = (m.SitDown, m.TurnCards, m.Boxes)
FOR_PANELS: Final = (m.SignOnAnswer, m.TicketFound, m.Seats)
REQUESTS: Final = tuple(kind for kind in MAY_ASK["terminal"] if kind not in FOR_BOXES)
OF_PANELS: Final = tuple(kind for kind in (*MAY_ASK["panel"], *MAY_ASK["floor"]) if kind not in REQUESTS)
NEWS: Final = tuple(kind for kind in get_args(m.News) if kind not in (*FOR_BOXES, *FOR_PANELS))
OWN: Final = tuple(kind for kind in (*e.PRIVATE, e.TicketNumbered) if kind not in OF_BOXES)
SNAPSHOT: Final = (Picture, OwnState, OwnLayout, TableView, OpenWindow, ShoeView, PastRound)
HIDDEN: Final = (*e.FOR_STAFF, e.CardRead)
PICTURE: Final = tuple(
    kind for kind in get_args(e.Event) if kind not in (*TO_BE_UNDERSTOOD, *STOPS, *OWN, *OF_BOXES, *HIDDEN)
)


def limits() -> str:
    def row(what: str, of: Limits) -> str:
        return f"| {what} | {of.message:,} | {of.array:,} | {of.map:,} | {of.text:,} | {of.binary:,} |"

    sync = f"{SYNC_PATIENCE_MS:,} ms, {SYNC_AGAIN_MS:,} ms"
    return "\n".join(
        [
            "| direction | bytes of the message | array | map | text (bytes) | binary |",
            "| --- | --- | --- | --- | --- | --- |",
            row("to the console", FROM_TERMINALS),
            row("from the console", FROM_CONSOLE),
            "",
            "| what | how much |",
            "| --- | --- |",
            f"| bytes of an `Answer` | {ANSWER_MAX:,} |",
            f"| bytes that CURVE adds to a frame, to be counted in `MAXMSGSIZE` | {CURVE_BYTES} |",
            f"| requests a second of one key; more are dropped | {REQUESTS_PER_S} |",
            f"| requests of one key at once | {BURST} |",
            f"| revisions of one terminal in one window | {m.REVISIONS_MAX} |",
            f"| silence after which a peer counts as gone | {DEAD_AFTER_MS:,} ms |",
            f"| dialling again: at first, and at most | {BACK_OFF_MS[0]:,} ms, {BACK_OFF_MS[1]:,} ms |",
            f"| sending a request again: at first, doubling, and at most | {AGAIN_MS:,} ms, {AGAIN_MS_MAX:,} ms |",
            f"| asking for missing entries: at first, and again without progress | {sync} |",
            f"| pulse, and beat | {PULSE_MS:,} ms, {BEAT_MS:,} ms |",
            f"| no pulse: no more betting after | {SILENT_AFTER_MS:,} ms |",
        ]
    )


def parts() -> str:
    """Of what a terminal is told; a picture for staff is not."""
    named = (*REQUESTS, *NEWS, *FOR_BOXES, *get_args(e.Event))
    shown_here = [kind for kind in named if kind not in HIDDEN]
    found = [kind for kind in parts_of((*shown_here, *SNAPSHOT), without=StaffState) if kind not in named]
    names = [name_of(kind) for kind in (*found, *named)]
    doubled = {name for name in names if names.count(name) > 1}
    if doubled:
        raise ValueError(f"two things have the name {doubled}: give one another in NAMES")
    return shown(found)


def panel_parts() -> str:
    named = (*OF_PANELS, *FOR_PANELS, *HIDDEN, *get_args(m.Order), StaffState)
    known = {*parts_of((*REQUESTS, *NEWS, *FOR_BOXES, *get_args(e.Event), *SNAPSHOT), without=StaffState)}
    return shown([kind for kind in parts_of(named) if kind not in known] + [m.Person])


def orders_shown() -> str:
    """Which Round and which window a `Command` must name."""
    rows = ["| order | names the Round | names the window |", "| --- | --- | --- |"]
    for kind in get_args(m.Order):
        about = "the settled one" if kind in (m.Correct, m.VoidSettled, m.TakeBackVoid) else ""
        about = about or ("yes" if MOVE_FOR[kind].of_round else "")
        window = "`Command.window`" if kind in (m.CloseBets, m.AddTime) else "its own" if kind is m.AnswerFor else ""
        if about or window:
            rows.append(f"| `{kind.__name__}` | {about} | {window} |")
    return "\n".join(rows)


def money_shown() -> str:
    """What the console's own ledger makes of each fact that a terminal is told about its money."""
    rows = ["| fact | credit | stake |", "| --- | --- | --- |"]
    for kind in (*OWN, *OF_BOXES):
        moved = MOVES_MONEY.get(kind)
        if moved is not None:
            rows.append(f"| `{kind.__name__}` | {moved[0]} | {moved[1]} |")
    return "\n".join(rows)


MOVES_MONEY: Final[Mapping[type, tuple[str, str]]] = {
    e.CreditBought: ("+ `amount`", ""),
    e.NoteCredited: ("+ `amount`", ""),
    e.TicketAccepted: ("+ `amount`", ""),
    e.ForeignTicketAccepted: ("+ `amount`", ""),
    e.LayoutRegistered: ("- `change`", "+ `change`"),
    e.LayoutReturned: ("+ `amount`", "- `amount`"),
    e.BetRejected: ("+ `amount`", "- `amount`"),
    e.Settled: ("+ all `returned` of `lines`", "- all `staked` of `lines`"),
    e.LinesCorrected: ("+ `credited`", ""),
    e.TicketIssued: ("- `amount`", ""),
    e.HandPaid: ("- `amount`", ""),
    e.PurseDrawn: ("+ `amount`", ""),
    e.PurseReturned: ("- `amount`", ""),
}


def names(kinds: Iterable[type]) -> str:
    return fill(", ".join(f"`{kind.__name__}`" for kind in kinds) + ".", WIDTH)


def pay_table() -> str:
    face = find_face("baccarat")
    rows = ["| Spot | wins if | pays | else |", "| --- | --- | --- | --- |"]
    wins = {
        "player": "the Player Hand has more points",
        "banker": "the Banker Hand has more points",
        "tie": "both have the same",
        "player_pair": "its first two cards have one rank",
        "banker_pair": "its first two cards have one rank",
    }
    for spot in rules.SPOTS:
        pays = ", ".join(
            f"{pay.odds.pays} to {pay.odds.to}{f' {pay.when} points' if pay.when else ''}" for pay in face.pays[spot]
        )
        otherwise = "a Tie returns it" if spot in (rules.PLAYER, rules.BANKER) else "lost"
        rows.append(f"| `{spot}` | {wins[spot]} | {pays} | {otherwise} |")
    return "\n".join(rows)


def drawing_table() -> str:
    rows = ["| Banker's two cards | draws, if the Player Hand stood | draws on a third Player card of |"]
    rows.append("| --- | --- | --- |")
    for total in range(8):
        alone = "yes" if rules.banker_draws(total, None) else "no"
        third = [points for points in range(10) if rules.banker_draws(total, points)]
        told = "any" if len(third) == 10 else ", ".join(map(str, third)) or "none"
        rows.append(f"| {total} | {alone} | {told} |")
    return "\n".join(rows)


def halts_shown() -> str:
    """What each halt is, as the source says; what a terminal does is the same for all."""
    return words_shown(Halt)


# --- one bet as bytes -------------------------------------------------------------------------------------------------

TABLE: Final = "BAC-01"
SEAT: Final = PlayerId("T07")
RUN: Final = bytes.fromhex("a1a2a3a4a5a6a7a8")
ASKED: Final = bytes.fromhex("000102030405060708090a0b0c0d0e0f")
BETS: Final = {Spot("player"): 2_500}
NOTE: Final = 50_000


# What the Dealer of the walk certifies, as `cards_digest` writes it; a test compares it with that.
CERTIFIED: Final = "1: banker: 2C KD; player: 5H 4S; surplus: 0; "


class Log:
    """A console's journal in miniature, with salts and times that do not change from print to print."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    @property
    def chain(self) -> bytes:
        return self.entries[-1].chain if self.entries else first_link(TABLE)

    def write(self, event: e.Event) -> Entry:
        seq, audience = len(self.entries) + 1, audience_of(event)
        salt = sha256(b"salt %d" % seq).digest()[:16] if audience else b""
        time = f"2026-01-02T20:00:{seq:02d}.000Z"
        entry = make_entry(self.chain, seq, time, audience, salt, encode_body(event))
        self.entries.append(entry)
        return entry


class Step(NamedTuple):
    arrow: str  # "->" to the console, "<-" from it, "<=" from it to all
    title: str
    data: bytes


def walk() -> list[Step]:
    log = Log()
    steps: list[Step] = []

    def says(request: m.Request, why: str) -> None:
        steps.append(Step("->", f"{type(request).__name__}: {why}", encode(request)))

    def hears(arrow: str, news: m.News, why: str) -> None:
        steps.append(Step(arrow, f"{type(news).__name__}: {why}", encode(news)))

    def own(entries: list[Entry]) -> m.Deltas:
        return deltas_for(SEAT, entries, len(log.entries))

    log.write(e.ConsoleStarted(1))
    says(m.Hello(1, RUN, 0, first_link(TABLE), SEAT, "terminal"), "first start, no copy of the log yet")
    hears("<-", m.Welcome(1, RUN, 1, log.chain), "apply the log up to entry 1, then you may ask")
    log.write(e.TerminalJoined(SEAT, 1, RUN, key="1f0e-2d3c-4b5a-6978"))
    says(m.Sync(1, RUN, 0), "everything after entry 0, please")
    hears("<-", own(log.entries[:2]), "entry 1 is for all; entry 2 is for staff, and sealed")
    says(m.BuyCredit(1, RUN, ASKED, NOTE), "a note of 500.00 was stacked; noted durably before")
    hears("<-", own([log.write(e.CreditBought(ASKED, SEAT, 1, NOTE))]), "entry 3: the credit is there")
    game = find_game("baccarat")
    felt = Felt({"player": Limit(2_500, 200_000, 500)})
    key = m.WindowId(1, 1, log.chain[:8])
    (window,) = game.windows(game.begin(felt))
    hears("<=", public_batch([log.write(e.WindowOpened(key, window, 15_000, 1_015_000))]), "entry 4: Bets are open")
    says(m.Answer(1, RUN, key, 1, dict(BETS)), "revision 1: 25.00 on the Player Hand; noted durably before")
    layout = words.Answer(BETS)
    registered = log.write(e.LayoutRegistered(key, SEAT, 1, layout, 2_500))
    hears("<-", own([registered]), "entry 5: registered")
    closing = game.close(game.begin(felt), window, {})
    acts: list[Act] = [closing]
    closed = log.write(e.WindowClosed(key, window.name, "dealer", closing, HandId("player")))
    hears("<=", public_batch([registered, closed]), "entry 5 sealed, as all others see it, and 6: Bets are closed")
    dealt: list[Entry] = []
    for shoe_seq, text in enumerate(("5H", "2C", "4S", "KD"), 1):
        hand = game.expects(fold(game, felt, acts)) or HandId("")
        acts.append(CardDrawn(parse_card(text)))
        due = game.expects(fold(game, felt, acts)) or HandId("")
        dealt.append(log.write(e.CardDealt(1, shoe_seq, hand, parse_card(text), due)))
    hears("<=", public_batch(dealt), "entries 7 to 10: the cards, in one message because they came at once")
    lines = final_lines(game, fold(game, felt, acts), SEAT, BETS)
    facts = (
        e.Certified(1, sha256(CERTIFIED.encode()).digest(), (SEAT,)),
        e.Settled(1, SEAT, 1, lines),
        e.RoundEnded(1, void=False),
    )
    hears("<-", own([log.write(fact) for fact in facts]), "entries 11 to 13: certified, settled, over")
    says(m.Beat(1, RUN, 13, log.chain), "all of it is applied")
    return steps


def hexdump(data: bytes) -> Iterator[str]:
    for at in range(0, len(data), 32):
        yield f"    {data[at : at + 32].hex()}"


def walk_shown() -> str:
    lines: list[str] = []
    for step in walk():
        lines += [f"{step.arrow} {step.title}", *hexdump(step.data), ""]
    return fenced(lines[:-1])


def three_entries() -> list[Entry]:
    """The first of the walk: one for all, one for staff, one for a terminal."""
    log = Log()
    log.write(e.ConsoleStarted(1))
    log.write(e.TerminalJoined(SEAT, 1, RUN, key="1f0e-2d3c-4b5a-6978"))
    log.write(e.CreditBought(ASKED, SEAT, 1, NOTE))
    return log.entries


def chain_shown() -> str:
    lines = [f"table      {TABLE}", f"chain_0    {first_link(TABLE).hex()}"]
    for entry in three_entries():
        lines += [
            "",
            f"entry      {entry.seq}",
            f"wall_time  {entry.wall_time}",
            f'audience   "{entry.audience}"',
            f'salt       "{entry.salt.hex()}"',
            f"body       {entry.body.hex()}",
            f"digest     {entry.digest.hex()}",
            f"chain      {entry.chain.hex()}",
        ]
    return fenced(lines)


def signature_shown() -> str:
    """The console's word on the last head of the chain above, with a key that is nobody's."""
    secret, (*_, last) = bytes(range(32)), three_entries()
    head = Signer(secret, TABLE).sign(last.seq, last.chain)
    stated = statement(HEAD, TABLE, last.seq, last.chain)
    lines = [f"key (secret)   {secret.hex()}", f"key (public)   {public_of(secret).hex()}"]
    lines += [f"table          {TABLE}", f"n              {last.seq}", f"chain          {last.chain.hex()}"]
    lines += wrap(stated.hex(), WIDTH - 15, initial_indent="statement      ", subsequent_indent=" " * 15)
    lines += wrap(head.signature.hex(), WIDTH - 15, initial_indent="signature      ", subsequent_indent=" " * 15)
    return fenced(lines)


Blocks = Mapping[str, Callable[[], str]]


def shuffle_shown() -> str:
    """A set of one deck that nobody could choose: what is committed to, what is mixed, and the cards that follow."""
    seed, salt, round_no = bytes(range(32)), bytes(range(32, 64)), 7
    nonces = {"T07": bytes(range(64, 96)), "T08": bytes(range(96, 128))}
    late = commit_nonce(TABLE, round_no, "T08", nonces["T08"])  # not opened in time: its digest counts
    parts = [Part("T07", nonces["T07"]), Part("T08", late, opened=False)]
    key = shuffle_key(TABLE, round_no, seed, parts)
    values = {
        "seed": seed,
        "salt": salt,
        "commitment": commit_seed(TABLE, round_no, seed, salt),
        "nonce of T07": nonces["T07"],
        "digest of T07": commit_nonce(TABLE, round_no, "T07", nonces["T07"]),
        "digest of T08": late,
        "key": key,
        "block 0": hmac.digest(key, bytes(8), "sha256"),
    }
    lines = [f"{'table':<14} {TABLE}", f"{'round':<14} {round_no}", *(f"{it:<14} {values[it].hex()}" for it in values)]
    cards = " ".join(card.text for card in shuffled(key, 1)[:13])
    return fenced([*lines, f"{'first cards':<14} {cards}"])


TERMINAL_BLOCKS: Final[Blocks] = {
    "limits": limits,
    "requests": lambda: shown(REQUESTS),
    "news": lambda: shown(NEWS),
    "unheard": lambda: words_shown(m.Unheard),
    "denials": lambda: words_shown(m.Denial),
    "capabilities": lambda: words_shown(m.Capability),
    "chain": chain_shown,
    "signature": signature_shown,
    "money": money_shown,
    "facts to be understood": lambda: shown((*TO_BE_UNDERSTOOD, *OWN)),
    "stops": lambda: shown(STOPS),
    "halts": halts_shown,
    "pay table": pay_table,
    "drawing table": drawing_table,
    "walk": walk_shown,
    "box messages": lambda: shown(FOR_BOXES),
    "box facts": lambda: shown(OF_BOXES),
    "shuffle": shuffle_shown,
    "facts of the picture": lambda: shown(PICTURE),
    "facts for others": lambda: names(HIDDEN),
    "snapshot": lambda: shown(SNAPSHOT),
    "parts": parts,
}


def positions_shown() -> str:
    rows = [f"| {it.value} | {it.name.replace('_', ' ').capitalize()} |" for it in sorted(Position)]
    return "\n".join(["| position | |", "| --- | --- |", *rows])


PANEL_BLOCKS: Final[Blocks] = {
    "positions": positions_shown,
    "panel requests": lambda: shown(OF_PANELS),
    "panel news": lambda: shown(FOR_PANELS),
    "standings": lambda: words_shown(m.Standing),
    "named": orders_shown,
    "orders": lambda: shown(get_args(m.Order)),
    "staff facts": lambda: shown(HIDDEN),
    "staff state": lambda: shown((StaffState,)),
    "panel parts": panel_parts,
}
DOCUMENTS: Final[Mapping[Path, Blocks]] = {
    DOCS / "protocol.md": TERMINAL_BLOCKS,
    DOCS / "panel_protocol.md": PANEL_BLOCKS,
}
MARK: Final = re.compile(r"(<!-- begin ([a-z ]+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)


def as_markdown(text: str, blocks: Blocks = TERMINAL_BLOCKS) -> str:
    """The document with its blocks printed anew."""
    found = [match[1] for match in MARK.findall(text)]
    if sorted(found) != sorted(blocks):
        raise ValueError(f"the document has the blocks {found}, and not {[*blocks]}")
    return MARK.sub(lambda match: f"{match[1]}{blocks[match[2]]()}\n{match[3]}", text)


if __name__ == "__main__":
    for document, of_it in DOCUMENTS.items():
        document.write_text(as_markdown(document.read_text(), of_it))
