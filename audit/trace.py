"""`etg trace`: which code and which tests carry each numbered paragraph of the rule documents.

The paragraphs are data (docs/paragraphs.toml), the code says which ones it carries by the numbers in its docstrings
and comments, the tests by their `rule` markers; all three are read with `ast`, nothing is imported. Such a claim
counts only if it holds: breaking the code must make the test fail. `--mutate` finds out which claims hold
(`tests.tools.mutants` breaks, `tests.tools.mutation` runs) and docs/rules.md lists them; so that file is the
record, too.
"""

import argparse
import ast
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

HELP = "Show which code and which tests carry each rule paragraph."
EXAMPLE = """
./etg trace                      write docs/rules.md, from the traces that are known to hold
./etg trace --check              is it current, and is no paragraph missing?
./etg trace 003 5.7              one paragraph: its code and its tests
./etg trace --mutate             find out anew which traces hold, and write docs/rules.md
./etg trace --mutate --only baccarat        or --only "003 §5.7": look at a part, write nothing
./etg trace --mutate --all       every mutant of games/: which ones does no test of tests/rules notice? (long)
"""

ROOT: Final = Path(__file__).resolve().parent.parent

NUMBER: Final = r"\d+(?:\.\d+)*(?:\.[a-h](?:\.(?:iii|ii|iv|i)(?:\.[AB])?)?)?(?![\w.]*\w)"


class Project(NamedTuple):
    """Where everything is. A test of this tool makes a small project of its own."""

    root: Path = ROOT
    games: str = "games"
    tests: str = "tests"

    @property
    def paragraphs_file(self) -> Path:
        return self.root / "docs" / "paragraphs.toml"

    @property
    def rules_file(self) -> Path:
        return self.root / "docs" / "rules.md"


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, ast.ClassDef | None]]:
    """Functions, constants, classes and what is in them, by name; what a function defines inside is part of it."""
    for node in tree.body:
        constant = assigned_name(node)
        if constant is not None:
            yield constant, node, None
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, node, None
        elif isinstance(node, ast.ClassDef):
            yield node.name, node, None
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield f"{node.name}.{inner.name}", inner, node
                else:
                    name = assigned_name(inner)
                    if name is not None:
                        yield f"{node.name}.{name}", inner, node


def assigned_name(node: ast.stmt) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
    return None


# --- the paragraphs -----------------------------------------------------------------------------------------------


class Paragraph(NamedTuple):
    document: str
    number: str
    title: str
    heading: bool = False
    procedure: str = ""
    same_as: str = ""

    @property
    def key(self) -> str:
        return key_of(self.document, self.number)


def key_of(document: str, number: str) -> str:
    """`003 §3.21.1`, `004 §1 Bust`, `002 Appendix C`."""
    return f"{document} {number}" if number.startswith("Appendix") else f"{document} §{number}"


Paragraphs = Mapping[str, Paragraph]  # by key, in the order of the documents


def read_paragraphs(text: str) -> dict[str, Paragraph]:
    found: dict[str, Paragraph] = {}
    documents = tomllib.loads(text)
    for document, content in documents.items():
        for number, fields in content["paragraphs"].items():
            told = fields
            if "same_as" in fields:
                other, other_number = fields["same_as"].split(" ", 1)
                told = {**documents[other]["paragraphs"][other_number.removeprefix("§")], **fields}
            paragraph = Paragraph(document, number, **told)
            found[paragraph.key] = paragraph
    return found


def read_games(text: str) -> dict[str, str]:
    """The name of each document's game."""
    return {document: content["game"] for document, content in tomllib.loads(text).items()}


# --- citations: what code says it carries -------------------------------------------------------------------------


class Citation(NamedTuple):
    key: str
    among: int = 0  # of how many it is one, if not named itself: in a range, or as part of a paragraph that is named
    known: bool = True


class Reader:
    """Finds paragraphs in text: `001 §3.10`, `003 §3.21.1, §3.22`, `§3.8 to §3.10`, `004 §1 Bust`, `002 Appendix C`."""

    def __init__(self, paragraphs: Paragraphs) -> None:
        self.paragraphs = paragraphs
        self.order = list(paragraphs)
        terms = sorted({p.number[2:] for p in paragraphs.values() if p.number.startswith("1 ")}, key=len, reverse=True)
        term = f"1 (?:{'|'.join(terms)})|" if terms else ""
        self.pattern = re.compile(
            rf"\b(?P<document>\d{{3}}) (?=§|Appendix )|(?P<to>to )?§?(?P<appendix>\bAppendix [A-D])"
            rf"|(?P<to_>to )?§(?P<number>{term}{NUMBER})"
        )

    def citations(self, text: str, document: str | None = None) -> Iterator[Citation]:
        """A bare § belongs to the document named last, or else to the module's own."""
        last: str | None = None
        for match in self.pattern.finditer(text):
            if match["document"]:
                document, last = match["document"], None
                continue
            if document is None:
                continue
            key = key_of(document, match["number"] or match["appendix"])
            if key not in self.paragraphs:
                yield Citation(key, known=False)
                continue
            parts = [part.key for part in parts_of(self.paragraphs[key], self.paragraphs)]
            covered = [key, *parts]
            if (match["to"] or match["to_"]) and last is not None:
                covered = self.order[self.order.index(last) : self.order.index(covered[-1]) + 1]
            yield Citation(key)
            for other in covered:
                if other not in (key, last):
                    yield Citation(other, among=len(covered))
            last = key

    def comment_citations(self, comment: str, document: str | None) -> Iterator[Citation]:
        """A comment that begins with numbers, `# 3.2.1, 3.2.3`, or names paragraphs as a docstring does."""
        text = comment.lstrip("# ")
        start = re.match(r"(?:(?:\d+(?:\.\d+)+(?:\.[a-z]+)*|Appendix [A-D])(?:, |\b))+(?=$|[ :,])", text)
        if start and document is not None:
            text = re.sub(r"(?<![\d.])(?=\d)", "§", start[0]) + text[start.end() :]
        yield from self.citations(text, document if start else None)


def parts_of(paragraph: Paragraph, paragraphs: Paragraphs) -> list[Paragraph]:
    """Its sub-paragraphs, at any depth."""
    prefix = f"{paragraph.number}."
    same_document = (other for other in paragraphs.values() if other.document == paragraph.document)
    return [other for other in same_document if other.number.startswith(prefix)]


class Carrier(NamedTuple):
    """A function, class, constant or class attribute and the paragraphs that it cites."""

    name: str  # "baccarat.Baccarat.review"
    line: int
    citations: tuple[Citation, ...]


def carriers(project: Project, paragraphs: Paragraphs) -> dict[str, Carrier]:
    reader = Reader(paragraphs)
    found = {}
    for file in sorted((project.root / project.games).glob("*.py")):
        source = file.read_text()
        tree = ast.parse(source)
        document = own_document(ast.get_docstring(tree) or "")
        comments = read_comments(source)
        for name, node, owner in definitions(tree):
            if only_names(node, owner):
                continue
            citations = list(docstring_citations(node, reader, document))
            for line, comment in comments.items():
                if belongs_to(line, node):
                    citations += reader.comment_citations(comment, document)
            if citations:
                carrier = Carrier(f"{file.stem}.{name}", node.lineno, tuple(dict.fromkeys(citations)))
                found[carrier.name] = carrier
    return found


def only_names(node: ast.stmt, owner: ast.ClassDef | None) -> bool:
    """A struct, an enum or a protocol, or a field of it: it gives names to things, and there is nothing to break."""
    class_ = node if isinstance(node, ast.ClassDef) else owner
    bases = [ast.unparse(base) for base in class_.bases] if class_ is not None else []
    if any(base.endswith("Protocol") for base in bases):
        return True
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return not is_function and any(base.endswith(("Struct", "Enum", "NamedTuple")) for base in bases)


def own_document(docstring: str) -> str | None:
    """The document that a module's bare numbers belong to, if its docstring says so."""
    match = re.search(r"rule document (\d{3})|[Pp]aragraphs are those of (\d{3})", docstring)
    return (match[1] or match[2]) if match else None


def docstring_citations(node: ast.stmt, reader: Reader, document: str | None) -> Iterator[Citation]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from reader.citations(ast.get_docstring(node) or "", document)


def read_comments(source: str) -> dict[int, str]:
    """Each comment by its line; one that stands alone counts for the line below, down to the first line of code."""
    found: dict[int, str] = {}
    above: list[str] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if token.line.lstrip().startswith("#"):
                above.append(token.string)
            else:
                found[token.start[0]] = token.string
        elif token.type in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.NEWLINE):
            if not token.line.strip():
                above = []  # a blank line: it was said of what is above
        elif above:
            found.setdefault(token.start[0], " ".join(above))
            above = []
    return found


def belongs_to(line: int, node: ast.stmt) -> bool:
    """A comment belongs to the function, constant or attribute it is in; a class itself is not asked for any."""
    return not isinstance(node, ast.ClassDef) and node.lineno <= line <= (node.end_lineno or node.lineno)


# --- markers: what tests say they carry ------------------------------------------------------------------------------


class MarkedTest(NamedTuple):
    name: str  # "rules/test_baccarat.py::test_..."
    line: int
    paragraphs: tuple[str, ...]


def marked_tests(project: Project) -> dict[str, MarkedTest]:
    """Every test with `@pytest.mark.rule("003 §3.21.1", ...)`, directly or by a name given to such a marker."""
    found = {}
    root = project.root / project.tests
    for file in sorted(root.rglob("*.py")):
        tree = ast.parse(file.read_text())
        names = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and len(node.targets) == 1
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                keys = [key for decorator in node.decorator_list for key in marker_keys(decorator, names)]
                if keys:
                    name = f"{file.relative_to(root).as_posix()}::{node.name}"
                    found[name] = MarkedTest(name, node.lineno, tuple(dict.fromkeys(keys)))
    return found


def marker_keys(decorator: ast.expr, names: Mapping[str, ast.expr]) -> list[str]:
    match decorator:
        case ast.Name(id=name) if name in names:
            return marker_keys(names[name], {})
        case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark")), args=args):
            return [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


# --- claims, and which of them hold -----------------------------------------------------------------------------------


class Trace(NamedTuple):
    """What carries one paragraph: names of code, and names of tests."""

    code: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()


Traces = Mapping[str, Trace]  # by paragraph


class Claims(NamedTuple):
    """All that is said about paragraphs, in data, code and tests."""

    paragraphs: dict[str, Paragraph]
    carriers: dict[str, Carrier]
    tests: dict[str, MarkedTest]
    traces: dict[str, Trace]
    unknown: list[str]  # citations and markers of paragraphs that do not exist


def read_claims(project: Project) -> Claims:
    paragraphs = read_paragraphs(project.paragraphs_file.read_text())
    code = carriers(project, paragraphs)
    tests = marked_tests(project)
    unknown = [
        f"{project.games}/{carrier.name.split('.')[0]}.py:{carrier.line} {carrier.name} cites {citation.key}"
        for carrier in code.values()
        for citation in carrier.citations
        if not citation.known
    ]
    marked: dict[str, list[str]] = {}
    for test in tests.values():
        for key in test.paragraphs:
            document, number = key.split(" ", 1)
            key = key_of(document, number.removeprefix("§"))
            if key in paragraphs:
                marked.setdefault(key, []).append(test.name)
            else:
                unknown.append(f"{project.tests}/{test.name} is marked with {key}")
    nearest = cited(code)
    traces = {}
    for key, paragraph in paragraphs.items():
        keys = [key, *([same_key(paragraph)] if paragraph.same_as else [])]
        # Who names it; if nobody does, who names the fewest together with it.
        among = min((among for each in keys for among in nearest.get(each, {})), default=0)
        names = [name for each in keys for name in nearest.get(each, {}).get(among, [])]
        traces[key] = Trace(tuple(sorted(set(names))), tuple(sorted(marked.get(key, []))))
    return Claims(paragraphs, code, tests, traces, unknown)


def same_key(paragraph: Paragraph) -> str:
    document, number = paragraph.same_as.split(" ", 1)
    return key_of(document, number.removeprefix("§"))


def cited(code: Mapping[str, Carrier]) -> dict[str, dict[int, list[str]]]:
    """By paragraph, and by how many are cited with it: the names of the code."""
    found: dict[str, dict[int, list[str]]] = {}
    for carrier in code.values():
        for citation in carrier.citations:
            found.setdefault(citation.key, {}).setdefault(citation.among, []).append(carrier.name)
    return found


def missing(claims: Claims, traces: Traces) -> list[str]:
    """What each paragraph still lacks."""
    found = []
    for key, paragraph in claims.paragraphs.items():
        trace = traces.get(key, Trace())
        if trace.code and trace.tests:
            if paragraph.procedure:
                found.append(f"{key}: is carried by {', '.join(trace.code)}; then it is no procedure")
        elif paragraph.heading:
            if not parts_of(paragraph, claims.paragraphs):
                found.append(f"{key}: is called a heading, but has no sub-paragraphs")
        elif not paragraph.procedure:
            claimed = claims.traces[key]
            if not claimed.code and not claimed.tests:
                found.append(f"{key}: neither code nor a test ({paragraph.title})")
            elif not claimed.code:
                found.append(f"{key}: no code cites it ({paragraph.title})")
            elif not claimed.tests:
                found.append(
                    f"{key}: no test is marked with it ({paragraph.title}; cited by {', '.join(claimed.code)})"
                )
            else:
                found.append(f"{key}: its trace does not hold, or is not proved yet ({', '.join(claimed.code)})")
    return found


# --- docs/rules.md ----------------------------------------------------------------------------------------------------

INTRO: Final = """\
# The rules, and where they are

Made by `./etg trace --mutate`; not to be edited by hand. Every numbered paragraph of the five rule documents, in our
own words (`docs/paragraphs.toml`), with the code of `games/` that carries it and the tests of `tests/` that would
notice if it did not: a test is listed here only if it fails for at least one broken copy of that code, and code only
if one of these tests notices a break in it. A paragraph without code says why: it only opens its sub-paragraphs, is
a matter of the table and its people, or belongs to a later part of the product.
"""


def render(claims: Claims, games: Mapping[str, str], traces: Traces) -> str:
    by_document = {
        document: list(group) for document, group in groupby(claims.paragraphs.values(), key=lambda p: p.document)
    }
    lines = [INTRO, "| document | paragraphs | carried by code and tests | only opens others | no software |"]
    lines.append("|---|---:|---:|---:|---:|")
    for document, paragraphs in by_document.items():
        kinds = [kind_of(paragraph, traces) for paragraph in paragraphs]
        counts = " | ".join(str(kinds.count(kind)) for kind in ("carried", "heading", "procedure"))
        lines.append(f"| {document} {games[document]} | {len(paragraphs)} | {counts} |")
    for document, paragraphs in by_document.items():
        lines += ["", f"## {document} {games[document]}", ""]
        lines += ["| § | in our words | carried by | tests |", "|---|---|---|---|"]
        lines += [row(paragraph, traces) for paragraph in paragraphs]
    return "\n".join(lines) + "\n"


def kind_of(paragraph: Paragraph, traces: Traces) -> str:
    trace = traces.get(paragraph.key, Trace())
    if trace.code and trace.tests:
        return "carried"
    if paragraph.procedure:
        return "procedure"
    return "heading" if paragraph.heading else "missing"


def row(paragraph: Paragraph, traces: Traces) -> str:
    trace = traces.get(paragraph.key, Trace())
    code = "<br>".join(f"`{name}`" for name in trace.code)
    tests = "<br>".join(f"`{name}`" for name in trace.tests)
    match kind_of(paragraph, traces):
        case "procedure":
            code = f"*{paragraph.procedure}*"
        case "heading":
            code = "*see its sub-paragraphs*"
        case "missing":
            code, tests = "**missing**", ""
    title = paragraph.title + (f" (as {paragraph.same_as})" if paragraph.same_as else "")
    return f"| {paragraph.number} | {title} | {code} | {tests} |"


def read_traces(text: str) -> dict[str, Trace]:
    """The traces that docs/rules.md lists."""
    found = {}
    document = ""
    for line in text.splitlines():
        if line.startswith("## "):
            document = line.split()[1]
        elif document and line.startswith("| "):
            cells = line.strip("| ").split(" | ")
            if len(cells) == 4:
                code, tests = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells[2:])
                found[key_of(document, cells[0])] = Trace(code, tests)
    return found


def still_claimed(traces: Traces, claims: Claims) -> dict[str, Trace]:
    """Recorded traces, less what nobody claims any more."""
    kept = {}
    for key, trace in traces.items():
        claimed = claims.traces.get(key, Trace())
        code = tuple(name for name in trace.code if name in claimed.code)
        tests = tuple(name for name in trace.tests if name in claimed.tests)
        if code and tests:
            kept[key] = Trace(code, tests)
    return kept


def unproved(claims: Claims, traces: Traces) -> list[str]:
    """Claims that the record does not contain: new ones, and such as were tried and did not hold."""
    found = []
    for key, claimed in claims.traces.items():
        if claimed.code and claimed.tests:
            known = traces.get(key, Trace())
            names = (*claimed.code, *claimed.tests)
            found += [f"{key}: {name}" for name in names if name not in (*known.code, *known.tests)]
    return found


# --- the mutation run -------------------------------------------------------------------------------------------------


def mutate(project: Project, claims: Claims, *, only: str = "", everything: bool = False) -> dict[str, Any]:
    """Breaks code and runs tests, in a process of its own; the answer is what `tests.tools.mutation` reports."""
    on_record = recorded(project, claims)
    chosen = {key: trace for key, trace in claims.traces.items() if is_chosen(key, trace, only)}
    job = {
        "package": project.games,
        "claims": {
            key: [trace.code, trace.tests, (*on_record.get(key, Trace()).code, *on_record.get(key, Trace()).tests)]
            for key, trace in chosen.items()
            if trace.code and trace.tests
        },
        "everything": everything,
        "modules": sorted(file.stem for file in (project.root / project.games).glob("*.py") if file.stem != "__init__"),
        "only": only,
    }
    tests = project.root / project.tests
    if everything:
        files = [str(tests / "rules")]
    else:
        names = {name.split("::")[0] for trace in chosen.values() for name in trace.tests}
        files = sorted(str(tests / name) for name in names)
    with tempfile.TemporaryDirectory() as folder:
        job_file, report_file = Path(folder, "job.json"), Path(folder, "report.json")
        job_file.write_text(json.dumps(job))
        # The plugin is ours; what it breaks and runs is the project's.
        paths = os.pathsep.join(dict.fromkeys([str(project.root), str(ROOT)]))
        environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTEST_ADDOPTS", None)
        options = [f"--mutation-job={job_file}", f"--mutation-report={report_file}"]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.tools.mutation", "-p", "no:cacheprovider"]
        command += ["-p", "no:xdist", "--tb=line", f"--rootdir={project.root}", *options, *files]
        finished = subprocess.run(
            command, cwd=project.root, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
        if not report_file.exists():
            raise MutationFailed(finished.stdout)
        report: dict[str, Any] = json.loads(report_file.read_text())
    return report


class MutationFailed(Exception):
    """pytest ended without a report; what it wrote says why."""


def is_chosen(key: str, trace: Trace, only: str) -> bool:
    """`--only baccarat`, `--only games/baccarat/rules.py`, `--only 003`, `--only "003 §5.7"` or `"003 5.7"`."""
    if not only:
        return True
    asked = re.sub(r"^(\d{3}) (?=\d)", r"\1 §", only)
    if key == asked or key.startswith((f"{asked}.", f"{asked} ")):
        return True
    return any(name.split(".")[0] == Path(only).stem for name in trace.code)


def held(report: Mapping[str, Any], claims: Claims) -> dict[str, Trace]:
    """From the kills (code, test): code holds for a paragraph if one of its tests kills it, and the other way round."""
    kills = {(code, test) for code, test, _ in report["kills"]}
    found = {}
    for key, trace in claims.traces.items():
        code = tuple(name for name in trace.code if any((name, test) in kills for test in trace.tests))
        tests = tuple(test for test in trace.tests if any((name, test) in kills for name in trace.code))
        if code and tests:
            found[key] = Trace(code, tests)
    return found


# --- the command ------------------------------------------------------------------------------------------------------


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paragraph", nargs="*", help="a document and a paragraph: 003 5.7")
    parser.add_argument(
        "--check", action="store_true", help="fail if docs/rules.md is not current or lacks a paragraph"
    )
    parser.add_argument("--mutate", action="store_true", help="break the code, and see which tests notice")
    parser.add_argument("--only", default="", metavar="FILE|PARAGRAPH", help="with --mutate: only this part")
    parser.add_argument("--all", action="store_true", help="with --mutate: every mutant, and the whole score")


def run(args: argparse.Namespace) -> int:
    if (args.only or args.all) and not args.mutate:
        print("etg trace: --only and --all go with --mutate", file=sys.stderr)
        return 2
    project = Project()
    claims = read_claims(project)
    if args.paragraph:
        return show(project, claims, args.paragraph[0], " ".join(args.paragraph[1:]))
    if args.mutate:
        return run_mutation(project, claims, args.only, everything=args.all)
    if args.check:
        return check(project, claims)
    return write(project, claims, recorded(project, claims))


def run_mutation(project: Project, claims: Claims, only: str, *, everything: bool) -> int:
    if not any(is_chosen(key, trace, only) for key, trace in claims.traces.items()):
        print(f"etg trace: {only!r} is no paragraph, and no file with code that cites one", file=sys.stderr)
        return 2
    try:
        report = mutate(project, claims, only=only, everything=everything)
    except MutationFailed as failed:
        print(f"etg trace: the mutation run failed.\n{failed}", file=sys.stderr)
        return 1
    if everything:
        return show_score(report)
    traces = held(report, claims)
    show_kills(report, claims, traces, only)
    failing = [*report["unreadable"], *report["failing"]]
    if failing:
        print("\n".join(["These tests fail with nothing broken, so nothing is written:", *failing]), file=sys.stderr)
        return 1
    return 0 if only else write(project, claims, traces)


def recorded(project: Project, claims: Claims) -> dict[str, Trace]:
    text = project.rules_file.read_text() if project.rules_file.exists() else ""
    return still_claimed(read_traces(text), claims)


def write(project: Project, claims: Claims, traces: Traces) -> int:
    games = read_games(project.paragraphs_file.read_text())
    project.rules_file.write_text(render(claims, games, traces))
    kinds = [kind_of(paragraph, traces) for paragraph in claims.paragraphs.values()]
    print(f"{project.rules_file.relative_to(project.root)}: {len(kinds)} paragraphs, {kinds.count('carried')} carried.")
    return tell(missing(claims, traces) + claims.unknown)


def check(project: Project, claims: Claims) -> int:
    return tell(complaints(project, claims))


def complaints(project: Project, claims: Claims) -> list[str]:
    """All that `--check` finds wrong."""
    traces = recorded(project, claims)
    found = missing(claims, traces) + claims.unknown
    games = read_games(project.paragraphs_file.read_text())
    if not project.rules_file.exists() or project.rules_file.read_text() != render(claims, games, traces):
        found.append("docs/rules.md is not current: run `./etg trace`, or after new tests `./etg trace --mutate`")
    return found


def tell(found: list[str]) -> int:
    if found:
        print(f"{len(found)} things are missing or wrong:", file=sys.stderr)
        print("\n".join(f"  {complaint}" for complaint in found), file=sys.stderr)
    return 1 if found else 0


def show(project: Project, claims: Claims, document: str, number: str) -> int:
    """One paragraph, or all of a document in a line each."""
    traces = recorded(project, claims)
    if not number:
        chosen = [paragraph for paragraph in claims.paragraphs.values() if paragraph.document == document]
        for paragraph in chosen:
            print(f"{paragraph.number:12} {kind_of(paragraph, traces):10} {paragraph.title}")
        return 0 if chosen else no_such(document)
    key = key_of(document, number.removeprefix("§"))
    found = claims.paragraphs.get(key)
    if found is None:
        return no_such(key)
    print(f"{key}: {found.title}" + (f" (as {found.same_as})" if found.same_as else ""))
    if found.procedure:
        print(f"  no software: {found.procedure}")
    if found.heading:
        print(f"  opens {', '.join(part.number for part in parts_of(found, claims.paragraphs))}")
    claimed, holds = claims.traces[key], traces.get(key, Trace())
    for name in claimed.code:
        where = f"{project.games}/{name.split('.')[0]}.py:{claims.carriers[name].line}"
        print(f"  {'code' if name in holds.code else 'code (not proved)'}  {where}  {name}")
    for name in claimed.tests:
        file, function = name.split("::")
        where = f"{project.tests}/{file}:{claims.tests[name].line}"
        print(f"  {'test' if name in holds.tests else 'test (not proved)'}  {where}  {function}")
    return 0


def no_such(key: str) -> int:
    print(f"etg trace: there is no paragraph {key}; write for example `./etg trace 003 5.7`.", file=sys.stderr)
    return 2


def show_kills(report: Mapping[str, Any], claims: Claims, traces: Traces, only: str) -> None:
    """For each paragraph the code that holds, a break in it and the tests that notice; then what does not hold."""
    kills: dict[tuple[str, str], str] = {(code, test): what for code, test, what in report["kills"]}
    for key, trace in traces.items():
        if is_chosen(key, claims.traces[key], only):
            print(f"{key}: {claims.paragraphs[key].title}")
            for code in trace.code:
                found = [(test, kills[code, test]) for test in trace.tests if (code, test) in kills]
                for test, what in found:
                    print(f"  {code} {what}\n    noticed by {test}")
    lost = [
        line
        for key, lines in groupby(unproved(claims, traces), key=lambda line: line.split(": ")[0])
        if is_chosen(key, claims.traces[key], only)
        for line in lines
    ]
    if lost:
        print("\nClaims that do not hold (no break in that code makes a test of that paragraph fail, or the reverse):")
        print("\n".join(f"  {line}" for line in lost))
    print(f"\n{len(report['kills'])} breaks noticed in {report['runs']} test runs, {report['seconds']} s")


def show_score(report: Mapping[str, Any]) -> int:
    """The whole score, by module, with every mutant that no test noticed."""
    for module, score in report["score"].items():
        print(f"\n{module}: {score['killed']} of {score['killed'] + len(score['survived'])} mutants noticed")
        print("".join(f"  line {line} {what}\n" for line, what in score["survived"]), end="")
    killed = sum(score["killed"] for score in report["score"].values())
    survived = sum(len(score["survived"]) for score in report["score"].values())
    share = 100 * killed / max(killed + survived, 1)
    print(f"\nAll: {killed} of {killed + survived} mutants noticed, {share:.1f} %. {report['seconds']} s")
    return 0
