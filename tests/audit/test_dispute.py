"""A dispute pack as those meet it who do not trust us: a byte that is changed, an entry that is left out, is found."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from audit import dispute_check as check
from audit import round_sheet
from audit.replay import steps_of, walk
from deploy.cli import main
from protocol import events as e
from protocol.codec import decode_event
from protocol.config import LANGUAGES
from protocol.journal import Journal
from protocol.keys import signing_key
from shoe_driver.tape import Kind, Tape
from tests.console.cluster import TABLE
from tests.floor import histories

ENTRIES: Final = histories.two_currencies()  # round 1: two terminals, settled, then corrected by two people


CARD: Final = b"\xa5\x5a card"


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return histories.keep(tmp_path_factory.mktemp("dispute"), TABLE, ENTRIES)


@pytest.fixture(scope="module")
def pack(journal: Path) -> Path:
    """For the Player at T1."""
    path = journal.with_name("t1.zip")
    assert main(["dispute", str(journal), "--round", "1", "--terminal", "T1", "--output", str(path)]) == 0
    return path


@pytest.fixture(scope="module")
def parts(pack: Path) -> dict[str, bytes]:
    found, wrong = check.parts_of(pack.read_bytes())
    assert wrong == []
    return found


def key_of(journal: Path) -> str:
    return signing_key(journal.with_name("console.pub")).hex()


def script(folder: Path, parts: dict[str, bytes], *args: object) -> tuple[int, str]:
    """Its own script, by a Python that knows nothing of ours."""
    (folder / "check.py").write_bytes(parts["check.py"])
    command = [sys.executable, "-I", "-S", "check.py", *map(str, args)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={"PYTHONUTF8": "1"})
    return done.returncode, done.stdout + done.stderr


def test_it_is_checked_without_any_software_of_ours(
    journal: Path, pack: Path, parts: dict[str, bytes], tmp_path: Path
) -> None:
    status, told = script(tmp_path, parts, pack, key_of(journal))
    assert (status, told.splitlines()[-1]) == (0, "GOOD")
    for kind in (
        "LayoutRegistered",
        "WindowClosed",
        "CardDealt",
        "Certified",
        "Settled",
        "RoundCorrected",
        "OrderSigned",
    ):
        assert f"  {kind}  " in told
    status, told = script(tmp_path, parts, pack, "00" * 32)
    assert status == 1
    assert "not the one that you know" in told
    assert script(tmp_path, parts)[0] == 2
    assert script(tmp_path, parts, tmp_path / "none.zip")[0] == 2


def test_one_byte_changed_anywhere_is_found(pack: Path) -> None:
    data, rng = pack.read_bytes(), Random(19)
    assert check.check(data)[0] == []
    ends = [*range(400), *range(len(data) - 1_200, len(data))]  # headers, and the directory
    for place in (*ends, *(rng.randrange(len(data)) for _ in range(1_500))):
        changed = bytearray(data)
        changed[place] ^= rng.randrange(1, 256)
        assert check.check(bytes(changed))[0], place
    for length in (0, 1, len(data) // 2, len(data) - 1):
        assert check.check(data[:length])[0], length
    assert check.check(data + b"\0")[0]


def repacked(parts: dict[str, bytes], **changed: bytes) -> bytes:
    """Somebody makes a new pack of it, with a manifest that fits."""
    return check.pack_of({**parts, **{name.replace("_", "."): data for name, data in changed.items()}})


def lines_of(parts: dict[str, bytes]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in parts[check.ENTRIES].splitlines()]


def as_lines(entries: list[dict[str, Any]]) -> bytes:
    return "".join(json.dumps(entry) + "\n" for entry in entries).encode()


def test_a_new_manifest_makes_it_whole_again_as_a_file(pack: Path, parts: dict[str, bytes]) -> None:
    """So what follows is found by the chain and the signatures, and by nothing else."""
    assert repacked(parts) == pack.read_bytes()
    assert check.check(repacked(parts, entries_jsonl=as_lines(lines_of(parts))))[0] == []


def test_an_entry_that_is_left_out_is_found_whichever_it_is(parts: dict[str, bytes]) -> None:
    entries = lines_of(parts)
    about = json.loads(parts[check.ABOUT])
    for out in range(len(entries)):
        left = entries[:out] + entries[out + 1 :]
        assert check.check(repacked(parts, entries_jsonl=as_lines(left)))[0], out
        # Those behind it take its place, and the pack says that it ends one earlier, with the signatures moved, too.
        moved = entries[:out] + [{**entry, "seq": entry["seq"] - 1} for entry in entries[out + 1 :]]
        heads = [{**head, "seq": head["seq"] - (head["seq"] >= entries[out]["seq"])} for head in about["heads"]]
        told = json.dumps({**about, "last": about["last"] - 1, "heads": heads}).encode()
        assert check.check(repacked(parts, entries_jsonl=as_lines(moved), about_json=told))[0], out


def test_an_entry_that_is_changed_added_or_put_elsewhere_is_found(parts: dict[str, bytes]) -> None:
    entries = lines_of(parts)
    shown = next(at for at, entry in enumerate(entries) if "body" in entry and entry["audience"] == "T1")
    entry = entries[shown]
    body = bytes.fromhex(entry["body"])
    other = bytearray(body)
    other[-1] ^= 1
    digest = check.digest_of(entry["seq"], entry["time"], entry["audience"], bytes.fromhex(entry["salt"]), bytes(other))
    forged: list[Callable[[], list[dict[str, Any]]]] = [
        lambda: [*entries[:shown], {**entry, "body": bytes(other).hex()}, *entries[shown + 1 :]],
        lambda: [
            *entries[:shown],
            {**entry, "body": bytes(other).hex(), "digest": digest.hex()},
            *entries[shown + 1 :],
        ],
        lambda: [*entries[:shown], {**entry, "time": "2020-01-01T00:00:00.000Z"}, *entries[shown + 1 :]],
        lambda: [*entries[:shown], entries[shown + 1], entry, *entries[shown + 2 :]],
        lambda: [*entries, {**entries[-1], "seq": entries[-1]["seq"] + 1}],
    ]
    for number, forge in enumerate(forged):
        assert check.check(repacked(parts, entries_jsonl=as_lines(forge())))[0], number


def test_another_signature_or_none_is_found(parts: dict[str, bytes]) -> None:
    about = json.loads(parts[check.ABOUT])
    heads = about["heads"]
    assert len(heads) > 5
    for changed in (
        {**about, "heads": []},
        {**about, "heads": heads[:-1]},
        {**about, "heads": [*heads[:-1], {**heads[-1], "signature": heads[0]["signature"]}]},
        {**about, "table": "another table"},
        {**about, "key": "11" * 32},
        {**about, "round": 2},
    ):
        assert check.check(repacked(parts, about_json=json.dumps(changed).encode()))[0], changed


# --- what is shown, and what is sealed ---------------------------------------------------------------------------


def shown_in(parts: dict[str, bytes]) -> dict[int, bytes]:
    return {entry["seq"]: bytes.fromhex(entry["body"]) for entry in lines_of(parts) if "body" in entry}


def test_what_other_players_did_is_sealed_and_in_its_place(parts: dict[str, bytes]) -> None:
    about, shown = json.loads(parts[check.ABOUT]), shown_in(parts)
    run = ENTRIES[about["first"] - 1 : about["last"]]
    assert [entry["seq"] for entry in lines_of(parts)] == [entry.seq for entry in run]
    theirs = [entry for entry in run if entry.audience == "T2"]
    assert {type(decode_event(it.body)) for it in theirs} >= {e.LayoutRegistered, e.Settled, e.LinesCorrected}
    whole = b"".join(parts.values())
    for entry in theirs:
        assert entry.seq not in shown
        assert entry.body.hex().encode() not in whole
        assert entry.salt.hex().encode() not in whole
    mine = [entry for entry in run if entry.audience == "T1"]
    assert {type(decode_event(it.body)) for it in mine if it.seq in shown} >= {
        e.LayoutRegistered,
        e.Settled,
        e.LinesCorrected,
    }


def test_a_regulator_reads_of_all_players_and_nobody_the_number_of_a_ticket(journal: Path) -> None:
    path = journal.with_name("all.zip")
    assert main(["dispute", str(journal), "--round", "1", "--everybody", "--output", str(path)]) == 0
    parts, _ = check.parts_of(path.read_bytes())
    facts = [decode_event(body) for body in shown_in(parts).values()]
    assert {fact.terminal for fact in facts if isinstance(fact, e.Settled)} == {"T1", "T2"}
    assert not any(isinstance(fact, e.TicketNumbered | e.CardHidden) for fact in facts)


def test_a_correction_that_came_later_is_in_it_with_who_ordered_and_signed_it(parts: dict[str, bytes]) -> None:
    facts = [decode_event(body) for body in shown_in(parts).values()]
    ended = next(at for at, fact in enumerate(facts) if isinstance(fact, e.RoundEnded))
    later = [type(fact).__name__ for fact in facts[ended + 1 :]]
    assert later == ["OrderProposed", "OrderSigned", "Ordered", "RoundCorrected", "LinesCorrected"]


@pytest.mark.parametrize(
    ("argv", "status", "why"),
    [
        (["--round", "99", "--terminal", "T1"], 1, "has no round 99: the last is 4"),
        (["--round", "1", "--terminal", "T9"], 1, "'T9' had nothing in round 1"),
        (["--round", "1", "--terminal", "T1", "--key", "none.pub"], 1, "none.pub"),
        (["--round", "1", "--terminal", "T1", "--tape", "nowhere"], 1, "nowhere"),
    ],
)
def test_what_cannot_be_made_says_why(
    argv: list[str], status: int, why: str, journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dispute", str(journal), *argv, "--output", str(journal.with_name("no.zip"))]) == status
    assert why in capsys.readouterr().err
    assert not journal.with_name("no.zip").exists()


def test_evidence_is_never_overwritten(journal: Path, pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = pack.read_bytes()
    assert main(["dispute", str(journal), "--round", "2", "--everybody", "--output", str(pack)]) == 2
    assert "never overwritten" in capsys.readouterr().err
    assert pack.read_bytes() == before


@pytest.mark.parametrize(
    ("game", "seed", "script"), [("", 418, True), ("blackjack", 27, True), ("blackjack", 2, False)]
)
def test_any_round_of_any_game_can_be_proved_and_played_again(
    game: str, seed: int, script: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = histories.simulated(game, seed, 16, script=script)
    path = histories.keep(tmp_path, histories.TABLE, entries)
    settled = [fact for fact in map(decode_event, (it.body for it in entries)) if isinstance(fact, e.Settled)]
    played = {fact.round_no: fact.terminal for fact in settled}
    for round_no, terminal in list(played.items())[:: max(1, len(played) // 3)]:
        pack = tmp_path / f"{round_no}.zip"
        argv = ["dispute", str(path), "--round", str(round_no), "--terminal", terminal, "--output", str(pack)]
        assert main(argv) == 0, capsys.readouterr().err
        wrong, about, story = check.check(pack.read_bytes(), bytes.fromhex(key_of(path)))
        assert (wrong, about["round"]) == ([], round_no)
        told = {kind for _, _, kind, _ in story}
        assert {"WindowOpened", "LayoutRegistered", "WindowClosed", "Settled", "RoundEnded"} <= told
        assert main(["replay", str(path), "--round", str(round_no)]) == 0
        with Journal.open_to_read(path) as opened:
            last = steps_of(opened, round_no, terminal)[-1]
        assert any(line.startswith(terminal) and "SGD" in line for line in last.felt)  # also the first Bets


def test_the_bytes_of_the_shoe_in_that_time_are_in_it(
    journal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tapes = Tape(tmp_path / "tapes", "reference")
    for moment, data in (("20:44:00.000Z", b"before"), ("20:45:02.050Z", CARD), ("21:00:00.000Z", b"after")):
        monkeypatch.setattr("shoe_driver.tape._wall_time", lambda moment=moment: f"2026-11-16T{moment}")
        tapes.write(1, Kind.IN, data)
    tapes.close()
    pack = tmp_path / "taped.zip"
    argv = ["dispute", str(journal), "--round", "1", "--everybody", "--tape", str(tmp_path / "tapes")]
    assert main([*argv, "--output", str(pack)]) == 0
    parts, wrong = check.parts_of(pack.read_bytes())
    assert wrong == []
    assert parts["shoe.tape.txt"].decode() == f"1 2026-11-16T20:45:02.050Z in {CARD.hex()}\n"
    assert b"shoe.tape.txt" in parts["README.txt"]


# --- the script's own parts --------------------------------------------------------------------------------------


def test_its_ed25519_says_what_everybody_elses_does() -> None:
    """RFC 8032, 7.1, the first; then keys and messages of our own, right and wrong."""
    public = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert check.verify(public, signature, b"")
    assert not check.verify(public, signature, b"x")
    rng, message = Random(8032), b""
    for _ in range(6):
        key = Ed25519PrivateKey.from_private_bytes(rng.randbytes(32))
        public, message = key.public_key().public_bytes_raw(), rng.randbytes(rng.randrange(90))
        signature = key.sign(message)
        assert check.verify(public, signature, message)
        wrong = bytearray(signature)
        wrong[rng.randrange(64)] ^= 1 << rng.randrange(8)
        assert not check.verify(public, bytes(wrong), message)
    assert not check.verify(public[:31], signature, message)
    beyond = (int.from_bytes(signature[32:], "little") + check.Q).to_bytes(32, "little")
    assert not check.verify(public, signature[:32] + beyond, message)  # the same signature under another name


def test_it_reads_every_body_as_it_was_written() -> None:
    for entry in (*ENTRIES, *histories.three_pictures()):
        assert check.unpack(entry.body) == msgspec.msgpack.decode(entry.body)


def test_digests_are_those_of_the_journal() -> None:
    for entry in ENTRIES:
        assert check.digest_of(entry.seq, entry.wall_time, entry.audience, entry.salt, entry.body) == entry.digest


# --- the sheet, and the Round played again -----------------------------------------------------------------------


def test_the_sheet_is_there_in_every_language_of_the_house(parts: dict[str, bytes]) -> None:
    pages = {language: parts[f"sheet.{language}.html"].decode() for language in LANGUAGES}
    assert len(set(pages.values())) == len(LANGUAGES)
    for at, language in enumerate(LANGUAGES):
        page = pages[language]
        assert all(words[at] in page for words in round_sheet.WORDS if words[0] in pages["en"].replace("&#x27;", "'"))
        assert ">T1<" in page
        assert ">T2<" not in page  # whose Bets are sealed
        assert "4D 5H" in page  # the Player Hand after the correction
    assert "庄" in pages["zh_CN"]


def test_every_word_of_the_sheet_has_four_languages() -> None:
    for words in round_sheet.WORDS:
        assert len(words) == len(LANGUAGES)
        assert all(words), words
    assert len({words[0] for words in round_sheet.WORDS}) == len(round_sheet.WORDS)


def test_a_round_is_played_again_forward_and_back(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(journal), "--round", "1"]) == 0
    told = capsys.readouterr().out
    assert "T2: registered, revision 1: tie SGD 5.00, player SGD 10.00" in told
    assert "banker   4D 5H  (9)" in told
    assert main(["replay", str(journal), "--round", "1", "--terminal", "T1"]) == 0
    assert "T2: registered" not in capsys.readouterr().out
    with Journal.open_to_read(journal) as opened:
        steps = steps_of(opened, 1)
    seen: list[int] = []

    class Asked:
        def __init__(self, *typed: str) -> None:
            self.typed = list(typed)

        def readline(self) -> str:
            seen.append(int(out.lines[-2].partition("/")[0]) if out.lines else 0)
            return self.typed.pop(0) if self.typed else ""

    class Out:
        def __init__(self) -> None:
            self.lines: list[str] = []

        def write(self, text: str) -> None:
            self.lines = [line for line in (*self.lines, *text.splitlines()) if "/" in line[:6] or "[Enter]" in line]

        def flush(self) -> None:
            pass

    out = Out()
    walk(steps, Asked("\n", "\n", "b\n", "7\n", "b\n", "999\n", "q\n"), out)  # type: ignore[arg-type]
    assert seen == [1, 2, 3, 2, 7, 6, len(steps)]


def test_a_round_that_is_not_there_is_not_played(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(journal), "--round", "77"]) == 1
    assert "has no round 77" in capsys.readouterr().err
    assert main(["replay", str(journal), "--round", "1", "--pace", "0"]) == 2


def test_the_film_shows_each_step_once_and_no_two_at_a_time(journal: Path, tmp_path: Path) -> None:
    path = tmp_path / "round.svg"
    assert main(["replay", str(journal), "--round", "1", "--film", str(path)]) == 0
    assert main(["replay", str(journal), "--round", "1", "--film", str(path)]) == 2  # nothing is overwritten
    root = ElementTree.fromstring(path.read_text())
    with Journal.open_to_read(journal) as opened:
        steps = steps_of(opened, 1)
    name = "{http://www.w3.org/2000/svg}"
    frames = root.findall(f"{name}g")
    assert len(frames) == len(steps)
    for frame, step in zip(frames, steps, strict=True):
        assert f"entry {step.seq}" in "".join(frame.itertext())
    ends = [0.0]
    for frame in frames:
        shown = frame.find(f"{name}animate")
        assert shown is not None
        times = [float(at) for at in shown.attrib["keyTimes"].split(";")]
        words = shown.attrib["values"].split(";")
        assert times[0] == 0
        assert times[words.index("visible")] == pytest.approx(ends[-1], abs=1e-4)  # when the one before it goes
        ends.append(times[-1] if words[-1] == "hidden" else 1.0)
    assert ends[-1] == 1.0
    assert sorted(ends) == ends
