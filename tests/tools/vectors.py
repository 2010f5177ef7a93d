"""Test vectors for whoever builds a peer: `python -m tests.tools.vectors` writes docs/vectors.

Stories are runs of the real core of the console with the terminal of tests/e2e/other_hand.py, which was made from the
document; every byte in them was said or heard. Keys, clocks and random numbers are fixed: every run gives the same
files. `tests/protocol/test_vectors.py` reads them with our own programs, in both directions.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, get_args

import msgpack
from msgspec import ValidationError
from msgspec.inspect import type_info
from msgspec.structs import replace
from zmq.utils import z85

from console.table.delivery import public_batch
from games.round import Limit, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import decode_event, decode_request, encode, encode_body
from protocol.events import audience_of
from protocol.journeys import code_of
from protocol.loop import Tick
from protocol.signing import HEAD, ROTATED, Signer, public_of, statement
from protocol.succession import announce
from protocol.view import Phase
from simulation.calm import EVERYBODY
from tests.console.cluster import BANKER_WINS, PLAYER_WINS, TABLE, TIE, Cluster
from tests.console.people import SHIFT_MANAGER, SUPERVISOR, TECHNICIAN
from tests.e2e.other_hand import NotesInMemory, Terminal
from tests.filled import Filler
from tests.fuzz.wire import value_of

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "vectors"
NAME: Final = "T07"
SECRET: Final = sha256(b"a key that is nobody's").digest()
CURRENCY: Final = "SGD"
LIMITS: Final = {"player": Limit(2_500, 200_000, 500), "banker": Limit(2_500, 200_000, 500)}
QUIET: Final = 12  # looks of 100 ms each: longer than it waits with a second Sync, not so long that it is cut off
KNOWN: Final = ("seq", "joined", "credit", "stake", "in_flight", "denied")  # of what a terminal tells of itself


# --- values as JSON ---------------------------------------------------------------------------------------------------


def as_json(value: Any) -> Any:
    """Bytes are {"hex": ...}, a map with numbers for keys is {"map": [[key, value], ...]}; all else is as it is."""
    match value:
        case bytes():
            return {"hex": value.hex()}
        case dict() if any(type(key) is int for key in value):
            return {"map": [[key, as_json(each)] for key, each in value.items()]}
        case dict():
            return {key: as_json(each) for key, each in value.items()}
        case list():
            return [as_json(each) for each in value]
    return value


def from_json(value: Any) -> Any:
    match value:
        case {"hex": text}:
            return bytes.fromhex(text)
        case {"map": pairs}:
            return {key: from_json(each) for key, each in pairs}
        case dict():
            return {key: from_json(each) for key, each in value.items()}
        case list():
            return [from_json(each) for each in value]
    return value


def unpacked(data: bytes) -> Any:
    return msgpack.unpackb(data, strict_map_key=False)


# --- stories ----------------------------------------------------------------------------------------------------------


class Random:
    """Eight or sixteen bytes at a time, the same in every run."""

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, size: int) -> bytes:
        self._count += 1
        return sha256(b"random %d" % self._count).digest()[:size]


class Recorded(Cluster):
    """A table that remembers every frame that came in, also from its staff."""

    frames: list[bytes]

    def wire(self, peer: str, data: bytes, shown: str = "") -> list[e.Event]:
        self.__dict__.setdefault("frames", []).append(data)
        return super().wire(peer, data, shown)


class Story:
    """A terminal without history and a console, told step by step."""

    def __init__(self, title: str, right: str, **table: Any) -> None:
        self.title, self.right = title, right
        self.steps: list[dict[str, Any]] = []
        automatic = table.pop("automatic", False)
        placard = e.Placard(currency=CURRENCY, chips=(500, 2_500), automatic=automatic)
        self.cluster = Recorded(
            *(table.pop("game", "baccarat"),),
            terminals=(),
            limits=table.pop("limits", LIMITS),
            placard=placard,
            opened=not automatic,
            seals=Signer(SECRET, TABLE),
            **table,
        )
        self._random = Random()
        self._notes = NotesInMemory()
        self._heard = len(self.cluster.line)
        self.now = 0
        self._begin()

    def _begin(self) -> None:
        self.terminal = Terminal(NAME, TABLE, self._notes, self._random, signs=public_of(SECRET))

    # What is told.

    def talk(self) -> None:
        """Until neither has more to say."""
        quiet = 0
        while quiet < QUIET:
            quiet = 0 if self.says() or self.hears() else quiet + 1
            self.now += 100

    def says(self, *, lost: bool = False) -> bool:
        """What the terminal sends now; `lost`: on the way."""
        said = False
        for data in self.terminal.outgoing(self.now):
            kind = unpacked(data)["m"]["type"]
            if kind != "Beat":
                said = True
                self.steps.append({"says": data.hex(), "type": kind, **({"lost": True} if lost else {})})
                if not lost:
                    self.cluster.wire(NAME, data)
        return said

    def post(self) -> list[tuple[str, m.News]]:
        """What the console has said to it, or to all, and it has not heard yet."""
        new, self._heard = self.cluster.line[self._heard :], len(self.cluster.line)
        return [(to, news) for to, news in new if to in (NAME, EVERYBODY)]

    def hears(self, post: list[tuple[str, m.News]] | None = None) -> bool:
        found = self.post() if post is None else post
        for to, news in found:
            data = encode(news)
            self.terminal.hear(self.now, data)
            on = "broadcast" if to == EVERYBODY else "line"
            self.steps.append({"hears": data.hex(), "on": on, "type": type(news).__name__, "is": self.known()})
        return bool(found)

    def known(self) -> dict[str, Any]:
        told = self.terminal.told()
        return {**{name: told[name] for name in KNOWN}, "stopped": bool(told["stopped"])}

    def wishes(self, **wish: Any) -> None:
        """A hand at the screen."""
        self.steps.append({"wishes": wish})
        match wish:
            case {"bet": bets}:
                refused = self.terminal.bet(self.now, bets)
            case {"choose": answers}:
                ((name, choice),) = answers.items()
                refused = self.terminal.choose(self.now, name, choice)
            case {"sit": box}:
                refused = self.terminal.sit(box)
            case {"buy": amount}:
                refused = self.terminal.ask("BuyCredit", amount=amount, currency=CURRENCY)
            case {"cash_out": amount}:
                refused = self.terminal.ask("CashOut", amount=amount)
            case {"ticket": number}:
                refused = self.terminal.ask("InsertTicket", ticket=number)
            case _:
                raise ValueError(f"no such wish: {wish}")
        if refused:
            self.steps[-1]["refused"] = True

    def killed(self) -> None:
        """Between two messages; what it had heard and not read is lost."""
        self.post()
        self._begin()
        self.steps.append({"happens": "killed and started", "is": self.known()})
        self.cluster.now_ms += self.cluster.setup.takeover_ms

    def tell(self, what: str) -> None:
        self.steps.append({"happens": what})

    # What is often played.

    def sit_down(self, amount: int = 50_000) -> None:
        """Joined, with credit."""
        self.talk()
        self.wishes(buy=amount)
        self.talk()

    def play_out(self, cards: str) -> "Story":
        """To the certificate: what it is asked it answers with the last choice that it has."""
        cluster, seat, left = self.cluster, self.terminal.seat, cards.split()
        self.talk()
        while cluster.view.phase is not Phase.RESULT:
            if asked := [name for name in seat.open.values() if name in seat.questions]:
                for name in asked:
                    choices = seat.questions[name]
                    quiet = [it for it in choices if it in ("stand", "decline")]
                    self.wishes(choose={name: (quiet or choices)[0]})
                    if self.steps[-1].get("refused"):
                        raise ValueError(f"{name} cannot be answered: {self.terminal.told()}")
                    self.talk()
            else:
                cluster.draw(left.pop(0))
                self.talk()
        cluster.certify()
        self.talk()
        return self

    def pulse(self) -> tuple[str, m.News]:
        table = self.cluster.table
        pulse = table.pulse(self.cluster.now_ms, table.seq, table.chain)
        head = self.cluster.signed
        return EVERYBODY, pulse if head is None else replace(pulse, signature=head.signature)

    def as_document(self) -> dict[str, Any]:
        return {
            "title": self.title,
            "right": self.right,
            "name": NAME,
            "table": TABLE,
            "game": self.cluster.setup.game,
            "signs": public_of(SECRET).hex(),
            "steps": self.steps,
        }


def first_bet() -> Story:
    story = Story(
        "Joins, buys 500.00, bets 25.00 on the Player Hand, and wins",
        "Hello, Sync, then asks; the credit at the end is 525.00",
    )
    story.sit_down()
    story.cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.talk()
    story.cluster.finish(PLAYER_WINS)
    story.talk()
    return story


def snapshot() -> Story:
    story = Story(
        "Has no history, and the log is long: a picture, in the middle of an interruption",
        "Begins at the picture's entry, with the halt in it; bets once it is lifted by InterruptionAnswered",
        snapshot_from=10,
    )
    cluster = story.cluster
    cluster.play(BANKER_WINS)
    cluster.open_round()
    cluster.restart()
    story.talk()
    story.wishes(bet={"player": 2_500})  # while play waits: offered to nobody
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    story.talk()
    story.wishes(buy=50_000)
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.talk()
    cluster.finish(PLAYER_WINS)
    story.talk()
    return story


def see_before_batch(*, batch_first: bool = False) -> Story:
    first, second = ("Batch", "See") if batch_first else ("See", "Batch")
    story = Story(
        f"Its own entry comes in a commit with others: the {first} arrives before the {second}",
        "Keeps the one until the other is there, and applies the entries in their order",
    )
    story.sit_down()
    story.cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.talk()
    story.cluster.close()
    story.cluster.deal(PLAYER_WINS)
    story.talk()
    story.cluster.certify()  # certified, settled and over in one commit
    mine = {"See": 0, "Deltas": 0, "Batch": 1}
    post = sorted(story.post(), key=lambda it: mine[type(it[1]).__name__], reverse=batch_first)
    story.hears(post)
    story.talk()
    return story


def refusal() -> Story:
    story = Story(
        "A Bet below the minimum is refused; the revisions before and after it are registered",
        "Lets go of what was refused, keeps what stands, and sends the next one with the next number",
    )
    story.sit_down()
    story.cluster.open_round()
    story.talk()
    for stake in (2_500, 500, 3_000):
        story.wishes(bet={"player": stake})
        story.talk()
    story.cluster.finish(BANKER_WINS)
    story.talk()
    return story


def restart_in_flight(*, closed: bool = False) -> Story:
    story = Story(
        "Killed with a layout in flight"
        + (", and the window is closed when it comes back" if closed else ", and nobody had heard of it"),
        "Does not send it again, and has all its credit: it was never registered (001 §5.2.2)"
        if closed
        else "Raises its boot, joins, applies the log, then sends the same revision with the same content",
    )
    story.sit_down()
    story.cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.says(lost=True)
    story.killed()
    if closed:
        story.cluster.close()
    story.talk()
    if not closed:
        story.cluster.close()
    story.cluster.deal(PLAYER_WINS)
    story.cluster.certify()
    story.talk()
    return story


def registered_in_the_dark() -> Story:
    story = Story(
        "Its layout was registered while it was dead, and the Round is settled when it comes back",
        "Finds it all in the log: sends nothing again, and has won",
    )
    story.sit_down()
    story.cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.says()
    story.killed()
    story.cluster.finish(PLAYER_WINS)
    story.talk()
    return story


def console_restart() -> Story:
    story = Story(
        "The console is killed and started in the middle of a Round: an interruption",
        "Is no longer joined, says Hello with its head and the signature on it; bets again after InterruptionAnswered",
    )
    story.sit_down()
    cluster = story.cluster
    cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.talk()
    cluster.restart()
    story.tell("the console is killed and started")
    story.hears([*story.post(), story.pulse()])
    story.talk()
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    story.talk()
    story.wishes(bet={"player": 5_000})
    story.talk()
    cluster.finish(TIE)
    story.talk()
    return story


def correction() -> Story:
    story = Story(
        "A settled Round is found to have had other cards, twice; the second time nothing changes for this terminal",
        "Adds `credited`, which may be negative; after the second RoundCorrected there are no LinesCorrected",
    )
    story.sit_down()
    cluster = story.cluster
    cluster.open_round()
    story.talk()
    story.wishes(bet={"player": 2_500})
    story.talk()
    cluster.finish(PLAYER_WINS)
    story.talk()
    cluster.correct(BANKER_WINS)
    story.talk()
    cluster.correct("2C 4D 5S 5D")
    story.talk()
    return story


def ticket() -> Story:
    story = Story(
        "Cashes out 300.00; the answer is lost with the process, and the ticket is shown again later",
        "Asks under the same id after the restart and has one ticket; the ticket is credit once",
    )
    story.sit_down()
    story.wishes(cash_out=30_000)
    story.says()
    story.killed()
    story.talk()
    (number,) = story.terminal.seat.tickets
    for _ in range(2):
        story.wishes(ticket=number)
        story.talk()
    return story


def squeeze() -> Story:
    story = Story(
        "Blackjack: its Player squeezes, his cards lie face down for all others until they are turned",
        "Reads the faces that are `only/` for it (CardHidden), and applies what is for all as everybody does",
        game="blackjack",
        limits={},
        squeeze=True,
    )
    story.sit_down()
    cluster = story.cluster
    cluster.open_round()
    story.talk()
    window = cluster.opened().id
    wanted = m.Answer(story.terminal.seat.boot, story.terminal.run, window, 1, {"1/main": 2_500}, "squeeze")  # type: ignore[dict-item]
    story.steps.append({"says": encode(wanted).hex(), "type": "Answer"})
    cluster.wire(NAME, encode(wanted))
    story.talk()
    cluster.close()
    cluster.deal("9S 6H 8H")
    story.talk()
    return story


def questions() -> Story:
    story = Story(
        "Blackjack+: sits down at box 2, bets on two boxes, and is asked about each",
        "Answers each question in its own window, with a choice and without Bets",
        game="blackjack_plus",
        limits={},
    )
    story.sit_down()
    story.wishes(sit=2)
    story.talk()
    cluster = story.cluster
    cluster.open_round()
    story.talk()
    story.wishes(bet={"1/main": 2_500, "2/main": 5_000})
    story.talk()
    cluster.close()
    return story.play_out("9S 6H 8H TC 5D 7C 4D 2H 3C 8D 2S")


def three_pictures() -> Story:
    story = Story(
        "Three Pictures: a Bet on a box, three cards to it and three to the Dealer",
        "Bets on `1/initial`; is paid what `Settled` says",
        game="three_pictures",
        limits={},
    )
    story.sit_down()
    cluster = story.cluster
    cluster.open_round()
    story.talk()
    story.wishes(bet={"1/initial": 2_500, "1/tie": 500})
    story.talk()
    cluster.close()
    return story.play_out("KS 2C QH 5D JD 9H 4S 7D 8C")


def nobody_deals() -> Story:
    story = Story(
        "A table where nobody deals (004): its nonce is part of the shuffle",
        "Sends CommitNonce once it has bet, OpenNonce after the close, each until the log names it",
        game="classic_blackjack",
        limits={},
        automatic=True,
    )
    cluster, seat = story.cluster, story.terminal.seat
    cluster.obey(m.OpenTable(), SUPERVISOR)
    story.sit_down()
    bet = False
    for _ in range(400):
        cluster.deal_on()
        story.talk()
        if seat.open and not bet:
            bet = True
            story.wishes(bet={"1/main": 2_500})
            story.talk()
        for name in [name for name in seat.open.values() if name in seat.questions]:
            if bet and not seat.sent:
                story.wishes(choose={name: seat.questions[name][0]})
                story.talk()
        if bet and cluster.view.shuffle.last is not None:
            break
        cluster.now_ms += 100
        cluster.batch(Tick())
    return story


def foreign_ticket() -> Story:
    story = Story(
        "A ticket of another table of the house is shown; that table does not answer, and staff give it up",
        "Asks no more after ForeignTicketAsked; no money moves, also after ForeignTicketDeclined",
        house_secret=b"a secret of the house, 32 bytes.."[:32],
    )
    story.sit_down()
    cluster = story.cluster
    key = z85.encode(public_of(sha256(b"of another table").digest())).decode()
    cluster.obey(m.EnrolKey(PlayerId("BAC-02"), "table", key), SHIFT_MANAGER, TECHNICIAN)
    cluster.readers_as["Floor"] = "floor"
    cluster.enrol("Floor", role="floor")
    cluster.join("Floor")
    story.talk()
    story.wishes(ticket=code_of("BAC-02") + "0" * 12)
    story.talk()
    facts = map(decode_event, (entry.body for entry in cluster.entries))
    (asked,) = [it for it in facts if isinstance(it, e.ForeignTicketAsked)]
    cluster.obey(m.GiveUpTicket(asked.journey), SUPERVISOR)
    story.talk()
    return story


def recalled() -> Story:
    story = Story(
        "A Round of long ago is found to have had other cards: staff recall it, and correct it",
        "Adds `credited` of LinesCorrected: the Round need not be one that it remembers",
    )
    story.sit_down()
    cluster = story.cluster
    for _ in range(4):
        cluster.open_round()
        story.talk()
        story.wishes(bet={"player": 2_500})
        story.talk()
        cluster.finish(PLAYER_WINS)
        story.talk()
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    cluster.look_for_rounds()
    story.talk()
    cluster.correct(BANKER_WINS, round_no=1, by=SHIFT_MANAGER)
    story.talk()
    return story


def broken_chain() -> Story:
    story = Story(
        "An entry is shown with another content than its digest was made of",
        "Takes nothing of it, stops for good, also over a restart, and says Hello with its head until it is denied",
    )
    story.sit_down()
    story.cluster.open_round()
    ((to, batch),) = [it for it in story.post() if isinstance(it[1], m.Batch)]
    assert isinstance(batch, m.Batch)
    entry = batch.entries[-1]
    assert entry.body is not None
    forged = replace(entry, body=entry.body.replace(b"bets", b"best", 1))
    story.hears([(to, replace(batch, entries=(*batch.entries[:-1], forged)))])
    story.says(lost=True)
    story.killed()
    story.now += 3_000
    story.says(lost=True)
    hello = decode_request(bytes.fromhex(story.steps[-1]["says"]))
    story.hears([(NAME, m.Denied(hello.boot, hello.run, m.Denial.HISTORY))])
    story.now += 3_000
    story.says(lost=True)
    return story


def forged_signature() -> Story:
    story = Story(
        "The newest head is told with a signature that is not the console's",
        "Stops: what it was shown cannot be proven by anybody",
    )
    story.sit_down()
    story.cluster.open_round()
    ((to, batch),) = [it for it in story.post() if isinstance(it[1], m.Batch)]
    assert isinstance(batch, m.Batch)
    forged = Signer(bytes(32), TABLE).sign(1, batch.chain).signature
    story.hears([(to, replace(batch, signature=forged))])
    story.says(lost=True)
    return story


def other_history() -> Story:
    story = Story(
        "The console comes back with another history: its log was put back, and has gone on otherwise",
        "Stops at the pulse that names another link for an entry it has; its Hello is the proof",
    )
    story.sit_down()
    seq, chain = story.terminal.copy.seq, sha256(b"another history").digest()
    head = Signer(SECRET, TABLE).sign(seq, chain)
    story.tell("the console's log was put back")
    story.hears([(EVERYBODY, m.Pulse(seq, chain, signature=head.signature))])
    story.says(lost=True)
    return story


def denied() -> Story:
    story = Story(
        "Denied for two reasons that are not final, and for one that is",
        "Goes on saying Hello after the first two; after the third it says nothing more",
    )
    story.says(lost=True)
    hello = decode_request(bytes.fromhex(story.steps[-1]["says"]))
    for why in (m.Denial.WAIT, m.Denial.VERSION, m.Denial.RETIRED):
        versions = (2, 3) if why == m.Denial.VERSION else ()
        story.hears([(NAME, m.Denied(hello.boot, hello.run, why, versions=versions))])
        story.now += 3_000
        story.says(lost=True)
    return story


STORIES: Final[Mapping[str, Callable[[], Story]]] = {
    "first_bet": first_bet,
    "snapshot_while_interrupted": snapshot,
    "see_before_batch": see_before_batch,
    "batch_before_see": lambda: see_before_batch(batch_first=True),
    "refusal": refusal,
    "restart_in_flight": restart_in_flight,
    "restart_after_the_close": lambda: restart_in_flight(closed=True),
    "registered_in_the_dark": registered_in_the_dark,
    "console_restart": console_restart,
    "correction": correction,
    "ticket": ticket,
    "squeeze": squeeze,
    "questions": questions,
    "three_pictures": three_pictures,
    "nobody_deals": nobody_deals,
    "foreign_ticket": foreign_ticket,
    "recalled": recalled,
    "broken_chain": broken_chain,
    "forged_signature": forged_signature,
    "other_history": other_history,
    "denied": denied,
}


# --- one of each ------------------------------------------------------------------------------------------------------


# No story has one, and a peer must know a right signature from a wrong one.
ANNOUNCED: Final = announce(Signer(SECRET, TABLE, ROTATED), 110, "1" * 40, "2" * 40)


def any_value(kind: type) -> Any:
    return value_of(type_info(kind), random.Random(kind.__name__))


def messages(stories: Mapping[str, Story]) -> list[dict[str, Any]]:
    """As it was said in a story; if it was not, any value that its type allows."""
    found: dict[str, bytes] = {}
    for story in stories.values():
        for step in story.steps:
            if (text := step.get("says") or step.get("hears")) is not None:
                found.setdefault(step["type"], bytes.fromhex(text))
        for data in (*story.cluster.frames, *(encode(news) for _, news in story.cluster.line)):
            found.setdefault(unpacked(data)["m"]["type"], data)
    rows = []
    for kinds, to in ((get_args(m.Request), "console"), (get_args(m.News), "peer")):
        for kind in kinds:
            frame = found.get(kind.__name__) or encode(ANNOUNCED if kind is m.ConsoleKey else any_value(kind))
            fields = {name: value for name, value in unpacked(frame)["m"].items() if name != "type"}
            said = kind.__name__ in found
            rows.append(
                {"type": kind.__name__, "to": to, "said": said, "fields": as_json(fields), "frame": frame.hex()}
            )
    return rows


def facts(stories: Mapping[str, Story]) -> list[dict[str, Any]]:
    found: dict[str, e.Event] = {}
    for story in stories.values():
        for entry in story.cluster.entries:
            event = decode_event(entry.body)
            found.setdefault(type(event).__name__, event)
    rows, chain = [], first_link(TABLE)
    for seq, kind in enumerate(get_args(e.Event), 1):
        event = found.get(kind.__name__) or _any_fact(kind)
        audience = audience_of(event)
        salt = sha256(b"salt %d" % seq).digest()[:16] if audience else b""
        entry = make_entry(chain, seq, "2026-01-02T20:00:00.000Z", audience, salt, encode_body(event))
        chain = entry.chain
        fields = {name: value for name, value in unpacked(entry.body).items() if name != "type"}
        rows.append({"type": kind.__name__, "said": kind.__name__ in found, "fields": as_json(fields), **linked(entry)})
    return rows


def _any_fact(kind: Any) -> e.Event:
    """With something in every field; if the result breaks a bound, any value that its type allows."""
    event: e.Event = Filler().fill(kind)
    try:
        decode_event(encode_body(event))
    except ValidationError:
        event = value_of(type_info(kind), random.Random(kind.__name__))
    return event


def linked(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "wall_time": entry.wall_time,
        "audience": entry.audience,
        "salt": entry.salt.hex(),
        "body": entry.body.hex(),
        "digest": entry.digest.hex(),
        "chain": entry.chain.hex(),
    }


def chain_of(story: Story) -> dict[str, Any]:
    """With the console's signature on each link, as if every entry were a commit."""
    signer, rows = Signer(SECRET, TABLE), []
    for entry in story.cluster.entries[:12]:
        stated = statement(HEAD, TABLE, entry.seq, entry.chain)
        signature = signer.sign(entry.seq, entry.chain).signature
        rows.append({**linked(entry), "statement": stated.hex(), "signature": signature.hex()})
    batch = public_batch(story.cluster.entries[:12])
    return {
        "table": TABLE,
        "chain_0": first_link(TABLE).hex(),
        "secret": SECRET.hex(),
        "signs": public_of(SECRET).hex(),
        "entries": rows,
        "for_all": encode(batch).hex(),
    }


def files() -> Iterator[tuple[str, str]]:
    """Every file under docs/vectors with its text."""
    stories = {name: tell() for name, tell in STORIES.items()}
    for name, story in stories.items():
        yield f"stories/{name}.json", _text(story.as_document())
    yield "messages.json", _text(messages(stories))
    yield "facts.json", _text(facts(stories))
    yield "chain.json", _text(chain_of(stories["first_bet"]))


def _text(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    (FOLDER / "stories").mkdir(parents=True, exist_ok=True)
    written = set()
    for name, text in files():
        (FOLDER / name).write_text(text)
        written.add(FOLDER / name)
    for old in set(FOLDER.rglob("*.json")) - written:
        old.unlink()


if __name__ == "__main__":
    main()
