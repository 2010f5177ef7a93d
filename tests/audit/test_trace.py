"""The traces from paragraphs to code and tests are complete and hold, and the tool that says so can be trusted."""

import argparse
import ast
import gc
import os
import sys
from collections import Counter
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import pytest

from audit import trace
from audit.calls import reached_from, read_module
from audit.claims import Claims, Project, Trace, read_claims
from audit.paragraphs import Reader, key_of
from audit.trace import complaints, missing, read_traces
from deploy import cli
from tests.tools.mutants import Place, Source, caches, edits, in_place
from tests.tools.mutation import in_children
from tests.tools.proof import held, mutate

PROJECT = Project()

# Counted in the documents, section by section. They are not kept here, so this is what holds the data complete.
COUNTS = {
    "001": {"1": 20, "2": 4, "3": 16, "4": 1, "5": 22},
    "002": {"1": 19, "2": 5, "3": 21, "4": 1, "5": 32, "Appendix": 3},
    "003": {"1": 36, "2": 5, "3": 46, "4": 2, "5": 36, "Appendix": 3},
    "000": {"1": 35, "2": 5, "3": 50, "4": 4, "5": 36, "Appendix": 4},
    "004": {"1": 22, "2": 64, "3": 1, "4": 1, "5": 3},
}

# Paragraphs that leave something to a Player's choice: software, whatever else a table may do about them.
PLAYERS_CHOOSE = """
    001 §3.6, 002 §3.8, 002 §3.9, 002 §3.10, 002 §5.2, 002 §5.6, 002 §5.6.1, 002 §5.6.2, 002 §5.6.3, 002 §5.8.1,
    002 §5.10.1, 002 §5.15, 003 §3.7, 003 §3.8, 003 §3.9, 003 §3.12, 003 §3.14.1, 003 §3.14.2, 003 §3.14.2.a, 003 §3.16,
    003 §3.17, 003 §3.20, 003 §3.21, 003 §3.21.1, 003 §3.22, 003 §3.22.1, 003 §5.2, 003 §5.7, 003 §5.7.1, 003 §5.7.2,
    003 §5.7.3, 003 §5.12, 003 §5.12.2, 003 §5.18, 000 §3.9, 000 §3.9.1, 004 §2.1.d, 004 §2.5.c, 004 §2.7.a, 004 §2.8.b,
    004 §2.8.c.ii, 004 §2.8.c.iii, 004 §2.10.a
"""


# --- the paragraphs ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def claims() -> Claims:
    return read_claims(PROJECT)


def test_every_section_has_as_many_paragraphs_as_the_document(claims: Claims) -> None:
    counted: dict[str, Counter[str]] = {}
    for paragraph in claims.paragraphs.values():
        section = paragraph.number.replace(" ", ".").split(".")[0]
        counted.setdefault(paragraph.document, Counter())[section] += 1
    assert counted == COUNTS


def test_paragraphs_are_numbered_without_gaps(claims: Claims) -> None:
    siblings: dict[tuple[str, str], list[str]] = {}
    for paragraph in claims.paragraphs.values():
        if paragraph.number[:2] != "1 ":  # the definitions of 004 have names
            above, _, last = paragraph.number.replace("Appendix ", "Appendix.").rpartition(".")
            siblings.setdefault((paragraph.document, above), []).append(last)
            parent = key_of(paragraph.document, above)
            assert "." not in above or parent in claims.paragraphs, f"{paragraph.key} has no {parent}"
    counting = {
        "1": [str(n) for n in range(1, 99)],
        "a": list("abcdefgh"),
        "A": list("ABCDE"),
        "i": ["i", "ii", "iii", "iv"],
    }
    for (document, above), numbers in siblings.items():
        expected = ["3", "4", "5"] if not above else counting[numbers[0]][: len(numbers)]
        assert numbers == expected, f"{document} {above}"
    names = [p.number for p in claims.paragraphs.values() if p.number[:2] == "1 "]
    assert all(before < after for before, after in pairwise(names))


def test_every_paragraph_is_told_in_a_few_words_and_every_reason_in_a_sentence(claims: Claims) -> None:
    for paragraph in claims.paragraphs.values():
        assert 3 <= len(paragraph.title.split()) <= 10, paragraph
        assert not paragraph.procedure or paragraph.procedure.endswith("."), paragraph
        assert not (paragraph.procedure and paragraph.heading), paragraph


def test_a_paragraph_that_gives_players_a_choice_is_software(claims: Claims) -> None:
    chosen = [key.strip() for key in PLAYERS_CHOOSE.split(",")]
    for key in [*chosen, *(p.key for p in claims.paragraphs.values() if p.same_as in chosen)]:
        paragraph = claims.paragraphs[key]
        assert not paragraph.procedure, paragraph
        assert not paragraph.heading, paragraph


# --- our traces ----------------------------------------------------------------------------------------------------


def test_no_paragraph_is_missing_and_rules_md_is_current(claims: Claims) -> None:
    assert "\n".join(complaints(PROJECT, claims)) == ""


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("document", ["001", "003", "000", "002", "004"])
def test_breaking_the_code_of_a_paragraph_makes_its_tests_fail(claims: Claims, document: str) -> None:
    report = mutate(PROJECT, claims, only=document)
    assert (report["unreadable"], report["failing"]) == ([], [])
    listed = of_document(document, read_traces(PROJECT.rules_file.read_text()))
    found = of_document(document, held(report, claims))
    assert found
    lost = [told for key in listed for told in not_in(key, listed, found)]
    # A slow test is tried only on some mutants, so it may or may not be found anew: only what is lost counts.
    new = [told for key in found for told in not_in(key, found, listed) if told.split(": ")[1] not in report["slow"]]
    assert not lost, "listed in docs/rules.md, but no longer true:\n" + "\n".join(lost)
    assert not new, "run `./etg trace --mutate`: docs/rules.md does not list\n" + "\n".join(new)


def of_document(document: str, traces: Mapping[str, Trace]) -> dict[str, Trace]:
    return {key: trace for key, trace in traces.items() if key.startswith(f"{document} ")}


def not_in(key: str, some: dict[str, Trace], others: dict[str, Trace]) -> list[str]:
    other = others.get(key, Trace())
    return [f"{key}: {name}" for name in (*some[key].code, *some[key].tests) if name not in (*other.code, *other.tests)]


def test_the_command_shows_a_paragraph_a_document_and_says_no(
    claims: Claims, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cli.main(["trace", "003", "5.7"]) == 0
    monkeypatch.setattr(trace, "read_claims", lambda _project: claims)  # once read from the disk is enough
    shown = capsys.readouterr().out
    assert shown.startswith("003 §5.7: other dealing errors: every Player chooses\n")
    assert "._error\n" in shown
    assert cli.main(["trace", "004", "1", "Bust"]) == 0
    assert cli.main(["trace", "002", "Appendix", "C"]) == 0
    assert cli.main(["trace", "001"]) == 0
    assert "\n5.12         carried    what is not provided for: the Shift Manager\n" in capsys.readouterr().out
    assert cli.main(["trace", "003", "9.9"]) == 2
    assert cli.main(["trace", "--mutate", "--only", "poker"]) == 2


def test_a_child_that_dies_is_not_waited_for() -> None:
    """A crash of the interpreter in one of them once kept the test command waiting for ever."""
    with pytest.raises(BrokenProcessPool):
        list(in_children(os._exit, [1], "tests"))
    gc.unfreeze()


def test_the_help_of_the_command_is_the_one_in_the_table() -> None:
    (command,) = [command for command in cli.COMMANDS if command.name == "trace"]
    assert command.help == trace.HELP
    parser = argparse.ArgumentParser()
    trace.add_arguments(parser)
    assert parser.parse_args(["--mutate", "--only", "003 §5.7"]).only == "003 §5.7"


# --- reading citations ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("001 §3.10, upper part: draws on 0 to 5.", "001 §3.10"),
        ("003 §3.21.1, §3.22: and (002 §5.6; §5.8)", "003 §3.21.1, 003 §3.22, 002 §5.6, 002 §5.8"),
        ("001 §3.9 and §3.10.", "001 §3.9, 001 §3.10"),
        ("003 §3.14.2.a: half. 004 §2.4.c.ii, §2.9.b.ii.A", "003 §3.14.2.a, 004 §2.4.c.ii, 004 §2.9.b.ii.A"),
        ("004 §1 Blackjack Hand, §1 Bust", "004 §1 Blackjack Hand, 004 §1 Bust"),
        ("002 §3.3, Appendix C: the list", "002 §3.3, 002 Appendix C"),
        ("§5.7: a bare number is the module's", "003 §5.7"),
        ("the 004 that is no citation, 52 cards, 3.10 neither", ""),
    ],
)
def test_what_a_docstring_names(claims: Claims, text: str, named: str) -> None:
    found = list(Reader(claims.paragraphs).citations(text, "003"))
    assert ", ".join(citation.key for citation in found if not citation.among) == named
    assert all(citation.known for citation in found)


def test_a_range_names_its_ends_and_covers_what_is_between(claims: Claims) -> None:
    found = list(Reader(claims.paragraphs).citations("001 §3.8 to §3.10: the deal"))
    assert [(citation.key, citation.among) for citation in found] == [
        ("001 §3.8", 0),
        ("001 §3.10", 0),
        ("001 §3.9", 3),
    ]
    covered = {c.key for c in Reader(claims.paragraphs).citations("003 §3.13.1 to §3.14") if c.among}
    assert {"003 §3.13.2", "003 §3.13.2.e", "003 §3.14.2.b"} <= covered
    assert "003 §3.15" not in covered


def test_a_paragraph_that_does_not_exist_is_not_known(claims: Claims) -> None:
    (found,) = Reader(claims.paragraphs).citations("001 §3.14: there is none")
    assert (found.key, found.known) == ("001 §3.14", False)


@pytest.mark.parametrize(
    ("comment", "named"),
    [
        ("# 3.2.1", "003 §3.2.1"),
        ("# 3.19, 3.20: may stand", "003 §3.19, 003 §3.20"),
        ("# 5.12.1: discarded", "003 §5.12.1"),
        ("# READINGS, and 000 §3.9.1", "000 §3.9.1"),
        ("# more than 3.2 can say", ""),
        ("# 22 cards", ""),
    ],
)
def test_what_a_comment_names(claims: Claims, comment: str, named: str) -> None:
    found = Reader(claims.paragraphs).comment_citations(comment, "003")
    assert ", ".join(citation.key for citation in found if not citation.among) == named


# --- what a process comes to ---------------------------------------------------------------------------------------


HOUSE = {
    "house.rules": """
from threading import Thread
LIMIT = 3
def helped(): return LIMIT
class Used:
    def open(self): ...
    def size(self): ...
class Later(Used):
    def __len__(self): return helped()
    def size(self): ...
class Timer(Thread):
    def run(self): ...
class Alarm(Timer):
    def ring(self): ...
""",
    "house.found": "from .rules import LIMIT\ndef work(): return LIMIT",
    "house.passed": "from .rules import helped",
    "house.main": """
from elsewhere import thing
from house import rules
from house.passed import helped
from house.rules import Used, Later
def run():
    """,
}


@pytest.mark.parametrize(
    ("run", "reached"),
    [
        ("helped()", "helped LIMIT"),
        ("other = rules.helped", "helped LIMIT"),
        ("'helped'", ""),
        ("Used()", "Used"),
        ("Used().open()", "Used Used.open"),
        ("Used().size = 1", "Used"),
        ("thing.open()", ""),
        ("thing.open(Used)", "Used Used.open"),
        ("getattr(Used(), 'open')", "Used Used.open"),
        ("match thing:\n        case Used(size=1): ...", "Used Used.size"),
        ("Later()", "Later Later.__len__ Used helped LIMIT"),
        ("rules.Timer().start()", "Timer Timer.run"),
        ("rules.Alarm().start()", "Timer Timer.run Alarm Alarm.ring"),
        ("thing('found').work()", "LIMIT"),
        ("thing('found').play()", ""),
        ("thing('lost').work()", ""),
    ],
)
def test_what_a_process_comes_to(run: str, reached: str) -> None:
    sources = HOUSE | {"house.main": HOUSE["house.main"] + run}
    found = reached_from(
        {name: read_module(name, ast.parse(text)) for name, text in sources.items()}, ["house.main.run"]
    )
    ours = {name.removeprefix("house.rules.") for name in found if name.startswith("house.rules.")}
    assert ours == set(reached.split())


# --- mutants -------------------------------------------------------------------------------------------------------


def changed(source: str) -> set[str]:
    """The function as it reads after each of its changes."""
    (function,) = ast.parse(source).body
    found = set()
    for edit in edits(function):
        before = getattr(edit.node, edit.field)
        setattr(edit.node, edit.field, edit.value)
        found.add(" ".join(ast.unparse(ast.fix_missing_locations(function)).split()).removeprefix("def f(a, b): "))
        setattr(edit.node, edit.field, before)
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return a < b", "return a <= b; return a >= b; return True; return False; pass"),
        ("return 8 if a else 0", "return 8 if not a else 0; return 9 if a else 0; return 8 if a else 1"),
        ("return a and not b", "return a or not b; return True and (not b); return a and True"),
        ("'''Docstring.'''\n    return '3.12'", "'''Docstring.''' return '3.12x'; '''Docstring.''' return ''"),
        ("return replace(a, x=1, y=b)", "return replace(a, y=b); return replace(a, x=1); return replace(a, x=2, y=b)"),
        (
            "return [x for x in a if x]",
            "return [x for x in a if not x]; return [x for x in a]; return [x for x in () if x]",
        ),
        ("return (a, b)", "return (b,); return (a,); return ()"),
        (
            "while a > b: a -= 1",
            "while not a > b: a -= 1; while a >= b: a -= 1; while a > b: pass; while a > b: a -= 2",
        ),
        ("return min(a, b) // 2", "return max(a, b) // 2; return min(a, b) * 2; return min(a, b) // 3; return None"),
        (
            "match a:\n        case 1 if b: return 2",
            "match a: case 2 if b: return 2; match a: case 1 if not b: return 2",
        ),
    ],
)
def test_what_is_changed(body: str, expected: str) -> None:
    assert {text.strip().replace("'''", '"""') for text in expected.split("; ")} <= changed(
        f"def f(a, b):\n    {body}\n"
    )


def test_a_sentence_for_people_is_left_alone() -> None:
    assert changed("def f(a, b):\n    return 'no more Bets'\n") == {"pass", "return None", "return True"}
    assert changed("def f(a, b):\n    return f'{a} is no card'\n") == {"pass", "return None"}


TOY = '''"""A toy (rule document 900)."""
from functools import cache

HIGHEST = 5  # 1.3
TABLE = {n: n <= HIGHEST for n in range(10)}


def draws(total):
    """900 §1.1: up to five."""
    return total <= HIGHEST


@cache
def doubled(amount):
    """900 §1.2."""
    return amount * 2


def lonely(amount):
    """900 §1.4: nobody tests it."""
    return amount + 1


def untold(amount):
    return amount + 1


def dead(amount):
    """900 §1.1: nobody calls it."""
    return untold(amount)


class Base:
    def name(self):
        return "base"


class Toy(Base):
    decks = range(4, 9)  # 1.5

    def name(self):
        """900 §1.6: what `super` says, and more."""
        return super().name() + " toy"

    @property
    def size(self):
        """900 §1.7."""
        return len(self.decks)


def facts(number):
    """900 §1.8: a generator."""
    yield number


def down(number):
    """900 §1.8 and §1.99: the second one does not exist."""
    while number > 0:
        number -= 1
    return number
'''

TOY_TESTS = """
import pytest
from toy_games.toy import TABLE, Toy, doubled, down, draws, facts

CHOICES = pytest.mark.rule("900 §1.3")

@pytest.mark.rule("900 §1.1")
def test_draws():
    assert [n for n in range(8) if draws(n)] == [0, 1, 2, 3, 4, 5]

@pytest.mark.rule("900 §1.1", "900 §1.2")
def test_unrelated():
    assert 1 + 1 == 2

@pytest.mark.parametrize("amount", [1, 2])
@pytest.mark.rule("900 §1.2")
def test_doubled(amount, tmp_path):
    assert doubled(amount) == amount + amount

@CHOICES
def test_table():
    assert TABLE[5]

@pytest.mark.rule("900 §1.4")
def test_not_of_the_lonely_one():
    assert draws(1)

@pytest.mark.rule("900 §1.5", "900 §1.6", "900 §1.7")
class TestToy:
    def test_of_a_class(self):
        assert (Toy.decks, Toy().name(), Toy().size) == (range(4, 9), "base toy", 5)

@pytest.mark.rule("900 §1.5", "900 §1.6", "900 §1.7", "900 §2")
def test_toy():
    assert (Toy.decks, Toy().name(), Toy().size) == (range(4, 9), "base toy", 5)

@pytest.mark.rule("900 §1.8")
def test_down():
    assert down(3) == 0

@pytest.mark.rule("900 §1.8")
def test_facts():
    assert list(facts(3)) == [3]

@pytest.mark.rule("900 §1.8")
def test_that_never_passes():
    assert down(3) == 1
"""

TOY_CLI = """
from importlib import import_module

def main():
    import_module("toy_cli.play").run()
"""

TOY_PLAY = """
from toy_games import toy

def run():
    thing = toy.Toy()
    return [toy.TABLE, toy.doubled(1), toy.down(1), toy.facts(1), toy.draws(1), toy.lonely(1), thing.name(), thing.size]
"""

TOY_PARAGRAPHS = """
["900"]
game = "Toy"
["900".paragraphs]
"1" = { title = "what there is in all", heading = true }
"1.1" = { title = "when it draws" }
"1.2" = { title = "it is doubled" }
"1.3" = { title = "the highest one" }
"1.4" = { title = "one more than that" }
"1.5" = { title = "four to eight decks" }
"1.6" = { title = "what it is called" }
"1.7" = { title = "how many there are" }
"1.8" = { title = "down to nothing at last" }
"1.9" = { title = "left to the table", procedure = "A person does it." }
"1.10" = { title = "forgotten by everybody here" }
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Project:
    root = tmp_path_factory.mktemp("toy")
    for name, text in {
        "toy_games/__init__.py": "",
        "toy_games/toy.py": TOY,
        "toy_cli/__init__.py": "",
        "toy_cli/table.py": TOY_CLI,
        "toy_cli/play.py": TOY_PLAY,
        "toy_tests/test_toy.py": TOY_TESTS,
        "docs/paragraphs.toml": TOY_PARAGRAPHS,
    }.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    return Project(root, books="toy_games", rooms=(), stage=("toy_cli",), tests="toy_tests", main="toy_cli.table.main")


@pytest.fixture
def toy_module(toy: Project, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(toy.root))
    for name in ("toy_games", "toy_games.toy"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    __import__("toy_games.toy")
    return sys.modules["toy_games.toy"]


def test_a_trace_holds_only_if_a_test_notices_a_break(toy: Project) -> None:
    claims = read_claims(toy)
    report = mutate(toy, claims)
    found = held(report, claims)

    draws, doubled = found["900 §1.1"], found["900 §1.2"]
    assert draws == Trace(("toy_games.toy.draws",), ("test_toy.py::test_draws",))  # not the unrelated test
    assert doubled == Trace(("toy_games.toy.doubled",), ("test_toy.py::test_doubled",))  # in spite of its cache
    assert found["900 §1.3"] == Trace(("toy_games.toy.HIGHEST",), ("test_toy.py::test_table",))  # through its table
    assert "900 §1.4" not in found  # the test marked with it never comes to that function
    for number, code in (("5", "Toy.decks"), ("6", "Toy.name"), ("7", "Toy.size")):
        assert found[f"900 §1.{number}"] == Trace((f"toy_games.toy.{code}",), ("test_toy.py::test_toy",))
    # Endless loops came to an end, and a test that fails anyhow proves nothing.
    tests = ("test_toy.py::test_down", "test_toy.py::test_facts")
    assert found["900 §1.8"] == Trace(("toy_games.toy.down", "toy_games.toy.facts"), tests)
    assert ("toy_games.toy.facts", "test_toy.py::test_facts", "line 53: without `yield number`") in map(
        tuple, report["kills"]
    )
    assert report["failing"] == ["test_toy.py::test_that_never_passes"]


def test_what_is_missing_is_said(toy: Project) -> None:
    claims = read_claims(toy)
    everything = {key: trace for key, trace in claims.traces.items() if key not in ("900 §1.2", "900 §1.9")}
    assert missing(claims, everything) == [
        "900 §1.2: its trace does not hold, or is not proved yet (toy_games.toy.doubled)",
        "900 §1.10: neither code nor a test (forgotten by everybody here)",
    ]
    assert claims.untrue == [
        "toy_games/toy.py:56 toy_games.toy.down cites 900 §1.99",
        "toy_games/toy.py:28 toy_games.toy.dead carries a paragraph, and no process comes to it",
        "toy_tests/test_toy.py::test_toy is marked with 900 §2",
    ]
    assert "900 §1.4: no test" not in "".join(missing(claims, {}))  # one is marked, but does not hold
    assert len(complaints(toy, claims)) == 9 + 3 + 1  # without a record nothing holds; and there is no rules.md


def test_rules_md_is_read_back_as_it_was_written(toy: Project) -> None:
    claims = read_claims(toy)
    traces = {key: trace for key, trace in claims.traces.items() if trace.code and trace.tests}
    text = trace.render(claims, {"900": "Toy"}, traces)
    assert {key: found for key, found in read_traces(text).items() if found != Trace()} == traces
    assert "| 1.9 | left to the table | *A person does it.* |  |" in text
    assert "| 1.10 | forgotten by everybody here | **missing** |  |" in text
    assert (
        trace.still_claimed({"900 §1.1": Trace(("toy_games.toy.draws", "toy.gone"), ("test_toy.py::gone",))}, claims)
        == {}
    )


def test_a_mutant_is_taken_out_again(toy_module: ModuleType) -> None:
    source, module = Source(), toy_module
    answers = [module.draws(5), module.TABLE, module.Toy().name(), module.Toy.decks, module.doubled(2)]
    clear = caches(("toy_games",))
    assert len(clear) == 1
    for name in ("draws", "HIGHEST", "Toy", "Toy.name", "Toy.size", "doubled", "facts", "lonely", "untold"):
        mutants = list(source.mutants(Place("toy_games.toy", name)))
        assert mutants, name
        for mutant in mutants:
            with in_place(mutant):
                pass
            clear[0]()
            assert [module.draws(5), module.TABLE, module.Toy().name(), module.Toy.decks, module.doubled(2)] == answers


def test_what_was_imported_elsewhere_is_broken_as_well(toy_module: ModuleType) -> None:
    other = ModuleType("elsewhere")
    sys.modules["elsewhere"] = other
    try:
        other.draws, other.TABLE = toy_module.draws, toy_module.TABLE  # type: ignore[attr-defined]
        six = next(m for m in Source().mutants(Place("toy_games.toy", "HIGHEST")) if m.what == "5 becomes 6")
        with in_place(six):
            assert (other.draws(6), other.TABLE[6]) == (True, True)
        assert (other.draws(6), other.TABLE[6]) == (False, False)
    finally:
        del sys.modules["elsewhere"]


def test_statements_are_counted_as_they_are_reached(toy_module: ModuleType) -> None:
    hits: set[str] = set()
    put = Source().instrumented(Place("toy_games.toy", "down"), "__hit__")
    assert put is not None
    toy_module.__hit__ = hits.add  # type: ignore[attr-defined]
    take_out = put()
    assert toy_module.down(0) == 0
    not_entered = set(hits)
    assert toy_module.down(1) == 0
    take_out()
    assert len(hits - not_entered) == 1  # the body of the loop
    assert toy_module.down.__code__.co_filename == str(Path(str(toy_module.__file__)))


def test_a_part_is_chosen_only_for_a_mutation_run(capsys: pytest.CaptureFixture[str]) -> None:
    before = Project().rules_file.read_bytes()
    assert cli.main(["trace", "--only", "games/baccarat"]) == 2
    assert "--mutate" in capsys.readouterr().err
    assert Project().rules_file.read_bytes() == before
