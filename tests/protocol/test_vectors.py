"""docs/vectors, read with our own programs: what is in them we understand and say, and a terminal of ours that hears
the stories is after each step where the file says.
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

import msgpack
import pytest

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, digest_of, first_link, link
from protocol.codec import PeerError, decode_event, decode_news, decode_request, encode, encode_body
from protocol.events import audience_of
from protocol.loop import Reply, run_batch
from protocol.shuffle_view import find_wrong
from protocol.signing import HEAD, ROTATED, Verifier, statement
from protocol.succession import is_signed
from protocol.view import TableView
from terminal.intents import Started
from terminal.records import decode_record, own_pen
from terminal.session import Session
from tests.console.cluster import TABLE
from tests.e2e import other_hand
from tests.tools import vectors


@cache
def read(name: str) -> Any:
    return json.loads((vectors.FOLDER / name).read_text())


def test_the_files_are_what_the_command_writes() -> None:
    files = dict(vectors.files())
    there = {str(path.relative_to(vectors.FOLDER)) for path in vectors.FOLDER.rglob("*.json")}
    assert there == set(files), "write them anew: python -m tests.tools.vectors"
    stale = [name for name, text in files.items() if (vectors.FOLDER / name).read_text() != text]
    assert stale == [], "write them anew: python -m tests.tools.vectors"


def test_every_message_is_there_and_is_read_and_written_alike() -> None:
    rows = read("messages.json")
    kinds = (*get_args(m.Request), *get_args(m.News))
    assert [row["type"] for row in rows] == [kind.__name__ for kind in kinds]
    for row, kind in zip(rows, kinds, strict=True):
        frame, decode = bytes.fromhex(row["frame"]), decode_request if row["to"] == "console" else decode_news
        message = decode(frame)
        assert type(message) is kind
        assert encode(message) == frame
        fields = vectors.from_json(row["fields"])
        again: object = decode(msgpack.packb({"v": 1, "m": {"type": row["type"], **fields}}))
        assert again == message
        other = decode_news if row["to"] == "console" else decode_request
        with pytest.raises(PeerError):
            other(frame)


def test_the_new_key_of_a_console_is_rightly_signed() -> None:
    (row,) = [row for row in read("messages.json") if row["type"] == "ConsoleKey"]
    told = decode_news(bytes.fromhex(row["frame"]))
    assert isinstance(told, m.ConsoleKey)
    signs = bytes.fromhex(read("stories/first_bet.json")["signs"])
    assert is_signed(Verifier(signs, TABLE, ROTATED), told)
    assert not is_signed(Verifier(signs, TABLE), told)


def test_every_fact_is_there_with_its_audience_and_its_link() -> None:
    rows, chain = read("facts.json"), first_link(TABLE)
    assert [row["type"] for row in rows] == [kind.__name__ for kind in get_args(e.Event)]
    for row in rows:
        body, salt = bytes.fromhex(row["body"]), bytes.fromhex(row["salt"])
        event = decode_event(body)
        assert (type(event).__name__, audience_of(event), encode_body(event)) == (row["type"], row["audience"], body)
        fields = vectors.from_json(row["fields"])
        again: object = decode_event(msgpack.packb({"type": row["type"], **fields}))
        assert again == event
        digest = digest_of(row["seq"], row["wall_time"], row["audience"], salt, body)
        chain = link(chain, digest)
        assert (digest.hex(), chain.hex()) == (row["digest"], row["chain"])


def test_the_chain_is_signed_link_by_link() -> None:
    found = read("chain.json")
    verifier = Verifier(bytes.fromhex(found["signs"]), found["table"])
    for row in found["entries"]:
        chain, signature = bytes.fromhex(row["chain"]), bytes.fromhex(row["signature"])
        assert statement(HEAD, found["table"], row["seq"], chain).hex() == row["statement"]
        assert verifier.verify(m.SignedHead(row["seq"], chain, signature))
        assert not verifier.verify(m.SignedHead(row["seq"] + 1, chain, signature))
        stated = other_hand.head_statement(found["table"], row["seq"], chain)
        assert other_hand.is_signed(bytes.fromhex(found["signs"]), stated, signature)


class Ours:
    """A terminal of ours that hears a story, and keeps its journal over every kill."""

    def __init__(self, story: dict[str, Any]) -> None:
        self.name, self.table = PlayerId(story["name"]), story["table"]
        self._verify = Verifier(bytes.fromhex(story["signs"]), self.table).verify
        self.journal: list[Entry] = []
        self.sent: list[m.Request] = []
        self.now_ms = 0

    def start(self, run: bytes) -> None:
        self.session = Session(self.name, self.table, verify=self._verify)
        for entry in self.journal:
            self.session.apply(entry, decode_record(entry.body))
        chain = self.journal[-1].chain if self.journal else first_link(self.name)
        self.pen = own_pen(len(self.journal), chain)
        self.does(Started(run))

    def does(self, *inputs: Any) -> None:
        self.now_ms += 10
        run_batch(self.session, self.pen, self, self, self.now_ms, "20:00", inputs)

    def commit(self, entries: Sequence[Entry]) -> None:
        self.journal += entries

    def publish(self, entries: Sequence[Entry]) -> None:
        """Its journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self.sent.append(reply.message)

    def known(self) -> dict[str, Any]:
        state = self.session.state
        return {
            "seq": state.seq,
            "credit": self.session.credit,
            "stake": self.session.stake,
            "stopped": bool(state.stopped),
            "joined": self.session.join.joined and not state.stopped,
        }


def run_after(steps: list[dict[str, Any]], at: int) -> bytes:
    """What the process that begins here has drawn: its first Hello says it."""
    hello = next(step for step in steps[at:] if step.get("type") == "Hello")
    return decode_request(bytes.fromhex(hello["says"])).run


@pytest.mark.parametrize("name", vectors.STORIES)
def test_a_terminal_of_ours_is_after_each_step_where_the_story_says(name: str) -> None:
    story = read(f"stories/{name}.json")
    ours, steps = Ours(story), story["steps"]
    ours.start(run_after(steps, 0))
    for at, step in enumerate(steps):
        if step.get("happens") == "killed and started":
            ours.start(run_after(steps, at))
        if "hears" in step:
            ours.does(decode_news(bytes.fromhex(step["hears"])))
            known = ours.known()
            assert known == {field: step["is"][field] for field in known}, (at, step["type"])
    says = {step["type"] for step in steps if "says" in step}
    assert {type(it).__name__ for it in ours.sent} <= says | {"Beat", "Sync"}  # asks for nothing that is not wished


def facts_heard(name: str) -> list[e.Event]:
    """What the terminal of a story could read."""
    found: dict[int, e.Event] = {}
    for step in read(f"stories/{name}.json")["steps"]:
        news = decode_news(bytes.fromhex(step["hears"])) if "hears" in step else None
        if isinstance(news, m.Batch | m.Deltas):
            bodies = [(seq, it.body) for seq, it in enumerate(news.entries, news.first_seq)]
            found |= {seq: decode_event(body) for seq, body in bodies if body is not None}
        elif isinstance(news, m.See) and news.entry.body is not None:
            found[news.seq] = decode_event(news.entry.body)
    return [found[seq] for seq in sorted(found)]


def test_the_nonce_of_the_other_hand_is_in_the_shuffle_and_the_cards_follow_from_it() -> None:
    view = TableView()
    for fact in facts_heard("nobody_deals"):
        view.apply(fact)
    last = view.shuffle.last
    assert last is not None
    assert [(part.terminal, part.opened) for part in last.parts] == [("T07", True)]
    cards = [card for hand in view.past[-1].hands.values() for card in hand]
    dealt = [it.card for it in facts_heard("nobody_deals") if isinstance(it, e.CardDealt)]
    assert cards
    assert find_wrong(TABLE, last, dealt) == ""
    assert find_wrong(TABLE, last, dealt[1:]) != ""


def test_a_ticket_of_another_table_is_asked_for_once_and_brings_nothing_when_it_is_declined() -> None:
    steps = read("stories/foreign_ticket.json")["steps"]
    kinds = [
        type(it)
        for it in facts_heard("foreign_ticket")
        if isinstance(it, e.ForeignTicketAsked | e.ForeignTicketDeclined)
    ]
    assert kinds == [e.ForeignTicketAsked, e.ForeignTicketDeclined]
    assert sum(step.get("type") == "InsertTicket" for step in steps) == 1
    assert [step["is"]["credit"] for step in steps if "is" in step][-1] == 50_000


def test_a_round_of_long_ago_is_corrected_for_its_terminal() -> None:
    (corrected,) = [it for it in facts_heard("recalled") if isinstance(it, e.LinesCorrected)]
    assert (corrected.round_no, corrected.credited) == (1, -5_000)
