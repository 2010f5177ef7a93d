"""Every `etg` command that README, documents, examples and units name is one, and takes what stands there.

Nothing is run but the command's own reading of its arguments. What the guides for auditors and accounting say is run in
`tests/audit/test_guides.py`.
"""

import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from console.requests import MAY_ASK
from deploy import cli

ROOT: Final = Path(__file__).resolve().parents[2]
GENERATED: Final = "rules.md"  # names code and tests, no command
DOCUMENTS: Final = [ROOT / "README.md", *sorted(it for it in (ROOT / "docs").glob("*.md") if it.name != GENERATED)]
SETTINGS: Final = [*sorted((ROOT / "deploy").glob("*.toml")), *sorted((ROOT / "deploy" / "systemd").glob("*.service"))]
BLOCK: Final = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CALL: Final = re.compile(r"(?<![^\s=])(?:\./|/opt/etg/)etg\b(?!/)(.*)$", re.MULTILINE)
REMARK: Final = re.compile(r"\s+#\s.*|\s{3,}.*")  # what stands behind a command, and is not of it
MENTION: Final = re.compile(r"`(?:sudo -u etg )?(?:\./|/opt/etg/)?etg\s([^`]+)`")
SIGNED: Final = "order 1"  # `etg order 1` begins what is signed, and is no command


def calls(text: str) -> list[list[str]]:
    """Whole commands, as somebody would type them in."""
    return [shlex.split(REMARK.sub("", found)) for found in CALL.findall(text)]


def asked(argv: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    try:
        status = cli.main(argv)
    except SystemExit as ended:
        status = int(ended.code or 0)
    told = capsys.readouterr()
    return status, told.out + told.err


def known(mention: str, capsys: pytest.CaptureFixture[str]) -> bool:
    """Is there such a command, with such a thing to do and these options? What else stands there is an example."""
    words = [it for it in mention.split()[:3] if re.fullmatch(r"[a-z][a-z|-]*", it)]
    for last in words[-1].split("|") if words else []:  # `etg floor staff add|list`
        status, told = asked([*words[:-1], last, "--help"], capsys)
        if status or not all(re.search(rf"{it}(?![\w-])", told) for it in re.findall(r"(?<!\S)--[a-z-]+", mention)):
            return False
    return True


@pytest.fixture
def _nothing_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for command in cli.COMMANDS:
        monkeypatch.setattr(import_module(command.module), "run", lambda _args: 0)


@pytest.mark.parametrize("document", [*DOCUMENTS, *SETTINGS], ids=lambda it: it.name)
@pytest.mark.usefixtures("_nothing_is_run")
def test_a_command_that_stands_in_a_document_is_taken(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = document.read_text("utf-8")
    blocks = BLOCK.findall(text) if document.suffix == ".md" else [text]
    found = [argv for block in blocks for argv in calls(block)]
    assert [(argv, said) for argv, (status, said) in ((it, asked(it, capsys)) for it in found) if status] == []
    assert [argv for argv in found if not known(" ".join(argv), capsys)] == [], "an option is cut short"


@pytest.mark.parametrize("command", cli.COMMANDS, ids=lambda it: it.name)
@pytest.mark.usefixtures("_nothing_is_run")
def test_a_command_takes_its_own_examples(command: cli.Command, capsys: pytest.CaptureFixture[str]) -> None:
    found = calls(import_module(command.module).EXAMPLE)
    assert found, "an example without a command"
    assert [(argv, said) for argv, (status, said) in ((it, asked(it, capsys)) for it in found) if status] == []


@pytest.mark.parametrize("document", [*DOCUMENTS, *SETTINGS], ids=lambda it: it.name)
def test_a_command_that_a_sentence_names_has_that_word_and_those_options(
    document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mentions = MENTION.findall(BLOCK.sub("", document.read_text("utf-8")))
    assert [it for it in mentions if it != SIGNED and not known(it, capsys)] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda it: it.name)
def test_a_tool_that_is_named_is_there(document: Path) -> None:
    named = re.findall(r"python -m ([\w.]+\w)", document.read_text("utf-8"))
    assert [it for it in named if it != "tests.tools.X" and find_spec(it) is None] == []


@pytest.mark.usefixtures("_nothing_is_run")
def test_each_role_of_a_key_stands_with_what_it_may_send_at_the_head_of_the_panel_s_wire() -> None:
    """Of a panel its section 1 has the rest, and a terminal has a document of its own."""
    head = (ROOT / "docs" / "panel_protocol.md").read_text(encoding="utf-8").partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*?) \|", head, re.MULTILINE))
    said = {role: set(re.findall(r"`(\w+)`", may_send)) for role, may_send in rows.items()}
    told = {role: {kind.__name__ for kind in kinds} for role, kinds in MAY_ASK.items() if role != "terminal"}
    assert said.pop("panel") < told.pop("panel")
    assert said == told


def test_what_is_not_there_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(calls("".join(BLOCK.findall((ROOT / "README.md").read_text("utf-8"))))) > 25
    wrong = calls(
        "git clone … /opt/etg && /opt/etg/etg nothing\n./etg demo --fault    # plugs\nx | ./etg odds baccarat"
    )
    assert wrong == [["nothing"], ["demo", "--fault"], ["odds", "baccarat"]]
    # argparse takes the beginning of an option for it; whoever reads is to find the whole.
    assert [(asked(argv, capsys)[0], known(" ".join(argv), capsys)) for argv in wrong] == [
        *((2, False), (0, False), (2, True))
    ]
    assert MENTION.findall("`etg keys\n  spend T01`, `sudo -u etg /opt/etg/etg sell`, `keys/etg`") == [
        "keys\n  spend T01",
        "sell",
    ]
    assert not known("keys spend", capsys)
