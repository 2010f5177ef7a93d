"""`etg shoe` as its users meet it: a person at a keyboard, a script, the demonstration, and whoever reads a tape."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy.cli import Command, run
from deploy.shoe import EXAMPLE
from shoe_driver.emulator import Fault, shuffled
from shoe_driver.frames import CARDS
from shoe_driver.link import CardSeen, LinkLost, ShoeEvent
from shoe_driver.makes import OURS
from shoe_driver.makes.angel_eye import CHECK_RULES, card_data, encode
from shoe_driver.port import Shoe
from shoe_driver.remote import KEYS, ORDER_MAX, VERBS, BadOrder, Order, parse
from shoe_driver.tape import Kind, Tape
from tests.shoe.hearing import ANGEL_EYE, encode_line

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Command("shoe", "Play", "deploy.shoe", "")
PROGRAM = """
import sys
from deploy.cli import Command, run
sys.exit(run(Command("shoe", "Play", "deploy.shoe", ""), sys.argv[1:]))
"""


def shoe(*arguments: object) -> int:
    return run(COMMAND, [str(argument) for argument in arguments])


class Process:
    """The command as a process of its own, driven by lines."""

    def __init__(self, *arguments: object) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *map(str, arguments)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def order(self, line: str) -> dict[str, object]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self.answer()

    def answer(self) -> dict[str, object]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, "it ended"
        answer: dict[str, object] = json.loads(line)
        return answer

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    def end(self) -> tuple[int, str, str]:
        """Nothing more to read for it: its status, and what else it had to say."""
        said, complained = self._process.communicate()
        return self._process.returncode, said, complained


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    processes: list[Process] = []

    def started(*arguments: object) -> Process:
        processes.append(Process("run", *arguments))
        return processes[-1]

    yield started
    for process in processes:
        if process._process.returncode is None:
            process._process.kill()
            process.end()


Start = Callable[..., Process]


# --- by lines


def test_an_order_is_a_line_and_so_is_its_answer(start: Start, tmp_path: Path) -> None:
    process = start("--link", tmp_path / "shoe", "--control", "--seed", "7")
    first, *_ = shuffled(8, 7)
    assert process.order("state") == {"done": "state", "seq": 0, "left": 416, "plugged": True}
    assert (tmp_path / "shoe").is_char_device()
    assert process.order("draw") == {"drew": first, "seq": 1, "left": 415}
    assert process.order("draw 9S") == {"drew": "9S", "seq": 2, "left": 414}
    assert process.order("fault unreadable") == {"done": "fault", "seq": 2, "left": 414, "plugged": True}
    assert process.order("draw 10h") == {"drew": "TH", "seq": 3, "read": None, "left": 413}
    assert process.order("misread 5S 9c") == {"drew": "5S", "seq": 4, "read": "9C", "left": 412}
    assert process.order("fault double")["done"] == "fault"
    double = process.order("draw")
    assert (double["seq"], double["left"]) == (5, 410)
    assert [sorted(also) for also in double["also"]] == [["drew", "seq"]]  # type: ignore[attr-defined]  # it is JSON
    assert process.order("cut")["seq"] == 7
    assert process.order("unplug")["plugged"] is False
    assert not (tmp_path / "shoe").exists()
    assert process.order("replug")["plugged"] is True
    assert process.order("empty")["left"] == 0
    assert process.order("draw") == {"empty": True, "seq": 8, "left": 0, "plugged": True}
    assert process.order("new 3") == {"done": "new", "seq": 8, "left": 416, "plugged": True}
    assert process.order("draw")["drew"] == shuffled(8, 3)[0]
    assert process.order("# nothing") == {"done": None}
    assert process.order("quit")["done"] == "quit"
    assert process.end() == (0, "", "")
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_order_is_answered_and_changes_nothing(start: Start, tmp_path: Path) -> None:
    process = start("--link", tmp_path / "shoe", "--control", "--decks", "1")
    assert process.order("dwar") == {"error": f"there is no order 'dwar': one of {', '.join(VERBS)}"}
    assert process.order("draw 1S") == {"error": "draw: '1S' is no card: rank and suit, as in 9S or TH"}
    process.order("draw 9S")
    assert process.order("draw 9S") == {"error": "no 9S is left in the shoe"}
    assert process.order("state") == {"done": "state", "seq": 1, "left": 51, "plugged": True}
    assert process.end() == (0, "", "")


def test_the_last_line_needs_no_end_and_an_endless_one_is_refused(start: Start, tmp_path: Path) -> None:
    for text, answer in (("state", "done"), ("x" * (2 * ORDER_MAX + 1), "error")):
        process = start("--link", tmp_path / "shoe", "--control")
        said, complained = process._process.communicate(text)
        assert answer in json.loads(said)
        assert (process._process.returncode, complained) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_a_clean_end(start: Start, tmp_path: Path, number: signal.Signals) -> None:
    process = start("--link", tmp_path / "shoe", "--control")
    process.order("state")
    process.send(number)
    assert process.end() == (0, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format_name", ["reference", ANGEL_EYE, "bee-tek"])
def test_a_console_reads_what_the_demonstration_deals(start: Start, tmp_path: Path, format_name: str) -> None:
    process = start("--link", tmp_path / "shoe", "--control", "--format", format_name)
    process.order("state")
    console = Shoe(format_name, str(tmp_path / "shoe"), 0, "", None)
    said: list[ShoeEvent] = []
    for number in range(1, 6):
        serve(console, said)
        drawn = process.order("draw")["drew"]
        while sum(isinstance(event, CardSeen) for event in said) < number:
            serve(console, said)
            assert not any(isinstance(event, LinkLost) for event in said)
        assert isinstance(said[-1], CardSeen)
        assert said[-1].card == drawn
    console.close()
    assert process.end()[0] == 0


def serve(console: Shoe, said: list[ShoeEvent]) -> None:
    fd = console.fileno()
    select.select([] if fd is None else [fd], [], [], 0.02)
    said += console.service(int(monotonic() * 1000))


# --- by a script, by the clock, by keys


def test_a_script_is_followed_to_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "script"
    script.write_text("# two cards\ndraw AS\n\nfault misread  # and then\ndraw 9S\nwait 5\nunplug\nquit\ndraw\n")
    assert shoe("run", "--link", tmp_path / "shoe", "--script", script) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer.get("drew", answer.get("done")) for answer in answers] == "AS fault 9S wait unplug quit".split()
    assert list(tmp_path.iterdir()) == [script]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("draw\ndrwa\n", "line 2: there is no order 'drwa'"),
        ("fault nosie\n", "line 1: fault: 'nosie' is no fault: one of noise, flip"),
        ("fault\n", "line 1: fault: it wants a fault"),
        ("rate noise 2\n", "line 1: rate: '2' is no chance from 0 to 1"),
        ("rate noise nan\n", "line 1: rate: 'nan' is no chance from 0 to 1"),
        ("rate short 0.5\n", "line 1: rate: short happens when it is ordered"),
        ("wait soon\n", "line 1: wait: 'soon' is no whole number"),
        ("wait\n", "line 1: wait: it wants a time in milliseconds"),
        ("raw 0g\n", "line 1: raw: '0g' is not hexadecimal"),
        ("cut now\n", "line 1: cut: it wants nothing more"),
        ("new 1 2\n", "line 1: new: it wants one number"),
    ],
)
def test_a_script_with_a_wrong_line_is_refused_before_anything_happens(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, complaint: str
) -> None:
    script = tmp_path / "script"
    script.write_text(text)
    assert shoe("run", "--link", tmp_path / "shoe", "--script", script) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"etg shoe: {script}, {complaint}")


def test_a_script_that_asks_for_a_card_that_is_gone_stops_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script"
    script.write_text("draw AS\ndraw AS\ndraw\n")
    assert shoe("run", "--link", tmp_path / "shoe", "--decks", "1", "--script", script) == 1
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.err == f"etg shoe: {script}, line 2: no AS is left in the shoe\n"
    assert not (tmp_path / "shoe").exists()


def test_a_shoe_by_the_clock_deals_itself_empty_and_stays(start: Start, tmp_path: Path) -> None:
    process = start("--link", tmp_path / "shoe", "--auto", "1", "--decks", "1", "--seed", "5")
    answers = [process.answer() for _ in range(53)]
    assert [answer.get("drew") for answer in answers] == [*shuffled(1, 5), None]
    assert answers[-1]["empty"] is True
    process.send(signal.SIGTERM)
    assert process.end() == (0, "", "")


def test_keys_are_orders_and_the_terminal_is_left_as_it_was(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "run", "--link", str(tmp_path / "shoe"), "--keys"],
        cwd=ROOT,
        stdin=slave,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    help_line = process.stdout.readline()
    assert "space draw" in help_line
    assert "q quit" in help_line
    os.write(master, b" m z q")
    said, _ = process.communicate()
    answers = [json.loads(line) for line in said.splitlines()]
    assert [answer.get("seq") for answer in answers] == [1, 1, 2, 3, 3]
    assert "read" in answers[2]
    assert process.returncode == 0
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


def test_every_key_is_an_order() -> None:
    assert {order.verb for order in map(parse, KEYS.values()) if order} < set(VERBS)


def test_keys_want_a_terminal(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "run", "--link", str(tmp_path / "shoe"), "--keys"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, "etg shoe: --keys wants a terminal: use --control or --script\n")


@given(
    st.text(max_size=40) | st.sampled_from([*VERBS]).flatmap(lambda verb: st.text().map(lambda rest: f"{verb} {rest}"))
)
def test_any_line_is_an_order_or_a_bad_one(line: str) -> None:
    try:
        order = parse(line)
    except BadOrder:
        return
    assert order is None or order.verb in VERBS


def test_orders_are_read_as_they_are_meant() -> None:
    assert parse("  DRAW 9s ") == Order("draw", "9S")
    assert parse("fault noise") == Order("fault", (Fault.NOISE, 1))
    assert parse("fault lost-frame 3") == Order("fault", (Fault.LOST_FRAME, 3))
    assert parse("rate flip 0.25") == Order("rate", (Fault.FLIP, 0.25))
    assert parse("raw a5 5a") == Order("raw", b"\xa5\x5a")


# --- what is refused


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "the following arguments are required: run | replay | identify | drivers"),
        (["run", "--control"], "the following arguments are required: --link"),
        (["run", "--link", "x"], "one of the arguments --script --auto --keys --control is required"),
        (["run", "--link", "x", "--auto", "0"], "'0' is no whole number from 1 on"),
        (["run", "--link", "x", "--control", "--format", "morse"], "there is no shoe driver 'morse': one of reference"),
        (["run", "--link", "x", "--control", "--format", "manual"], "'manual' cannot be emulated"),
        (["run", "--link", "x", "--control", "--decks", "9"], "argument --decks: invalid choice"),
        (["run", "--link", "x", "--control", "--serial", "ä"], "'ä' is no serial number"),
        (["replay", "x", "--format", "morse"], "there is no shoe driver 'morse': one of reference"),
    ],
)
def test_wrong_arguments_are_named(capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        shoe(*arguments)
    assert stopped.value.code == 2
    assert complaint in capsys.readouterr().err


def test_a_path_that_cannot_be_had_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dear").write_text("to somebody")
    for link, complaint in (("no/shoe", "No such file or directory"), ("dear", "is there already, and is no link")):
        assert shoe("run", "--link", tmp_path / link, "--auto", "1") == 2
        assert capsys.readouterr().err.startswith(f"etg shoe: {tmp_path / link}: {complaint}")
    assert (tmp_path / "dear").read_text() == "to somebody"
    assert shoe("run", "--link", tmp_path / "shoe", "--script", tmp_path / "none") == 2
    assert capsys.readouterr().err == f"etg shoe: {tmp_path / 'none'}: No such file or directory\n"


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["run", "--help"]):
        with pytest.raises(SystemExit) as stopped:
            shoe(*arguments)
        assert stopped.value.code == 0
        assert "./etg shoe run --link /tmp/shoe --keys" in capsys.readouterr().out
    assert "./etg shoe identify" in EXAMPLE


# --- tapes


def taped(folder: Path, driver: str, chunks: list[bytes]) -> Path:
    tape = Tape(folder, driver)
    tape.write(1_000, Kind.OPENED, b"/dev/shoe")
    for number, chunk in enumerate(chunks):
        tape.write(2_000 + 2_000 * number, Kind.IN, chunk)
    tape.write(900_000, Kind.LOST)
    tape.close()
    return max(folder.glob("*.tape"))


def test_a_tape_is_interpreted_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = taped(tmp_path, "bee-tek", [encode_line("bee-tek", "9S"), b"H1", b"0\r\n", encode_line("bee-tek", "KH")])
    assert shoe("replay", path) == 0
    said = capsys.readouterr()
    told = [line.split("Z  ")[-1] for line in said.out.splitlines()]
    assert told == [
        *("opened /dev/shoe", "CardRead 9S 0", "Bad 4831", "Unreadable 4831 0", "Bad 30", "Unreadable 30 0"),
        *("CardRead KH 0", "lost", "cards: 2, unreadable: 2, bad frames: 2"),
    ]
    assert said.err == ""


def test_a_tape_can_be_heard_with_other_ears(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = taped(tmp_path, "bee-tek", [b"10H\r\n"])
    assert shoe("replay", path, "--format", "scanner-rank-suit") == 0
    assert "CardRead TH" in capsys.readouterr().out


def test_a_torn_end_is_told_and_a_changed_line_is_worse(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = taped(tmp_path, "bee-tek", [b"SA\r\n", b"SK\r\n"])
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines)[:-5])
    assert shoe("replay", path) == 0
    assert capsys.readouterr().err == f"etg shoe: {path}, line 5: the last line is torn\n"
    path.write_text("".join([*lines[:2], lines[2].replace(b"SA".hex(), b"HA".hex()), *lines[3:]]))
    assert shoe("replay", path) == 1
    said = capsys.readouterr()
    assert said.err == f"etg shoe: {path}, line 3: not what was written, or out of its place\n"
    assert "cards: 1," in said.out


def test_what_cannot_be_replayed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = taped(tmp_path, "of-another-house", [])
    assert shoe("replay", path) == 2
    assert f"{path}: there is no shoe driver 'of-another-house'" in capsys.readouterr().err
    path.write_text("not a tape\n")
    assert shoe("replay", path) == 1
    assert "line 1: not what was written" in capsys.readouterr().err
    assert shoe("replay", taped(tmp_path, "manual", [])) == 2
    assert "'manual' has no device" in capsys.readouterr().err


@pytest.mark.parametrize("rule", CHECK_RULES)
def test_the_check_rule_of_an_angel_eye_is_found_on_its_tape(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str
) -> None:
    copies = [encode(seq, card_data(card, "banker"), rule) for seq, card in enumerate(CARDS, 3)]
    chunks = [copy * 2 + bytes((copy[0] ^ 1, *copy[1:])) for copy in copies]  # the third one is damaged
    assert shoe("identify", taped(tmp_path, ANGEL_EYE, chunks)) == 0
    assert capsys.readouterr().out == f"messages: 52, different ones: 52\n{ANGEL_EYE}/{rule}\n"


def test_an_identifier_says_when_it_cannot_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = encode(0, b"P", "xor-seq-etx-big")  # 50 and 03 have no bit in common: their sum is their xor
    assert shoe("identify", taped(tmp_path, ANGEL_EYE, [one * 3])) == 1
    assert "More than one fits: capture more messages." in capsys.readouterr().out
    wrong = one[:-1] + b"\xff"
    assert shoe("identify", taped(tmp_path, ANGEL_EYE, [one * 3, wrong * 3])) == 1
    assert "None of the check rules that we know fits them all." in capsys.readouterr().out
    assert shoe("identify", taped(tmp_path, "bee-tek", [b"SA\r\n"])) == 2
    assert "no message of an Angel Eye II-EX" in capsys.readouterr().err


def test_the_drivers_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert shoe("drivers") == 0
    assert capsys.readouterr().out.splitlines()[: len(OURS)] == list(OURS)
