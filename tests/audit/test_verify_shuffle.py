"""`etg verify-shuffle`: what was promised is found to be kept, and what was not is named."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from audit.verify_shuffle import check, detail, left_closed
from deploy.cli import main
from games.round import PlayerId
from protocol import events as e
from protocol.chain import Entry, first_link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.journal import Journal
from protocol.view import Phase
from tests.console.automatic import Auto


@pytest.fixture(scope="module")
def played() -> Auto:
    auto = Auto("premium_blackjack")
    for _ in range(2):
        auto.bet(T1=200, T2=400)
        auto.play_on()
    return auto


def other(entries: list[Entry], kind: type, **changed: object) -> list[Entry]:
    """The same journal, told by a House that has another of the first of these facts on record."""
    done, forged, chain = False, list[Entry](), b""
    for entry in entries:
        event = decode_event(entry.body)
        body = entry.body
        if isinstance(event, kind) and not done:
            done = True
            body = encode_body(type(event)(**{**{f: getattr(event, f) for f in event.__struct_fields__}, **changed}))
        forged.append(make_entry(chain or entry.chain, entry.seq, entry.wall_time, entry.audience, entry.salt, body))
        chain = forged[-1].chain
    return forged


def test_a_fair_journal_is_found_fair(played: Auto) -> None:
    found = check("A", played.entries)
    assert [(it.round_no, it.wrong) for it in found] == [(1, ""), (2, "")]
    assert all(len(it.dealt) >= 6 for it in found)
    assert any("T2" in line for line in detail("A", found[0]))


@pytest.mark.parametrize(
    ("kind", "changed", "why"),
    [
        (e.ShuffleCommitted, {"commitment": b"x" * 32}, "the seed is not the one that was committed to"),
        (e.ShuffleOpened, {"seed": b"x" * 32}, "the seed is not the one that was committed to"),
        (e.NonceCommitted, {"digest": b"x" * 32}, "the nonce of T1 is not the one that it was bound to"),
        (e.ShuffleMixed, {"parts": ()}, "was not mixed from what every terminal was bound to"),
        (e.ShuffleCommitted, {"decks": 5}, "the cards were not dealt in the order of the shuffle"),
    ],
)
def test_a_house_that_did_otherwise_is_named(played: Auto, kind: type, changed: dict[str, object], why: str) -> None:
    first, second = check("A", other(played.entries, kind, **changed))
    assert why in first.wrong
    assert second.wrong == ""


def test_whoever_has_the_numbers_and_python_needs_no_word_of_ours(played: Auto) -> None:
    """The lines of docs/auditor.md, fed with what the command prints."""
    text = (Path(__file__).parents[2] / "docs" / "auditor.md").read_text()
    by_hand: dict[str, Any] = {}
    exec(text.partition("```python\n")[2].partition("```")[0], by_hand)
    first, _second = check("A", played.entries)
    lines = dict(line.split(maxsplit=1) for line in detail("A", first)[1:4])
    seed, salt = bytes.fromhex(lines["seed"]), bytes.fromhex(lines["salt"])
    assert first.shuffle is not None
    assert by_hand["bound"]("etg seed 1", "A", 1, salt, seed) == lines["commitment"]
    added = {part.terminal: part.value for part in first.shuffle.parts}
    assert len(added) == 2
    for name, nonce in added.items():
        digest = by_hand["bound"]("etg nonce 1", "A", 1, name.encode(), nonce)
        assert digest == first.shuffle.digests[PlayerId(name)].hex()
    assert by_hand["order"]("A", 1, 6, seed, added)[: len(first.dealt)] == list(first.dealt)


def test_nonces_that_were_not_opened_are_counted_by_terminal(played: Auto) -> None:
    """A House with terminals of its own has one choice of two with each; the order of the cards does not show it."""
    assert left_closed(check("A", played.entries)) == ""
    auto = Auto()
    for _ in range(2):
        auto.bet(T1=200, T2=400)
        auto.until(lambda: auto.table.view.phase is Phase.BETTING and len(auto.table.view.shuffle.digests) == 2)
        auto.away.add("T1")
        auto.until(lambda: auto.table.view.shuffle.parts is not None)
        auto.away.clear()
        auto.play_on()
    found = check("A", auto.entries)
    assert [it.wrong for it in found] == ["", ""]
    assert left_closed(found) == "2 of 4 nonces were not opened in time, so their digests count: T1 2"


def test_it_is_a_command(tmp_path: Path, played: Auto, capsys: pytest.CaptureFixture[str]) -> None:
    with Journal(tmp_path / "table.journal", "A", synchronous="OFF", reserve=0) as journal:
        journal.commit(played.entries)
    assert main(["verify-shuffle", str(tmp_path / "table.journal")]) == 0
    assert "2 of 2 shuffles are what was promised" in capsys.readouterr().out
    assert main(["verify-shuffle", str(tmp_path / "table.journal"), "--round", "2"]) == 0
    assert "table A, round 2, 6 decks" in capsys.readouterr().out
    assert main(["verify-shuffle", str(tmp_path / "table.journal"), "--round", "9"]) == 1


@pytest.mark.parametrize("command", ["verify-shuffle", "replay", "dispute"])
def test_a_journal_that_is_no_tables_is_named(
    tmp_path: Path, played: Auto, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """It ended with a traceback, of a terminal's file as well as of a witness's."""
    seals = [replace(entry, wall_time="", salt=b"", body=b"") for entry in played.entries[:3]]
    more = {"verify-shuffle": [], "replay": ["--round", "1"], "dispute": ["--round", "1", "--everybody"]}[command]
    it, told = played.entries[0], []
    own = [make_entry(first_link("T1 at A"), 1, it.wall_time, it.audience, it.salt, it.body)]
    for name, of, entries in (("T1", "T1 at A", own), ("witness", "A", seals)):
        with Journal(tmp_path / name, of, synchronous="OFF", reserve=0, sealed=name == "witness") as journal:
            journal.commit(entries)
        assert main([command, str(tmp_path / name), *more]) == 1
        told.append(capsys.readouterr().err)
    assert "is a terminal's own journal: take the table's, or its archive's" in told[0]
    assert "is a witness's, and has only seals: take the archive's" in told[1]
