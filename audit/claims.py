"""What code and tests say about paragraphs, read with `ast`: nothing is imported.

Code says which ones it carries by the numbers in its docstrings and comments, tests by their `rule` markers. Code that
no process comes to (`audit.calls`) carries nothing, and saying so is an error.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from audit.calls import definitions, reached_from, read_module
from audit.paragraphs import Citation, Paragraph, Paragraphs, Reader, read_paragraphs

ROOT: Final = Path(__file__).resolve().parent.parent


class Project:
    """Where everything is. A test of this tool makes a small project of its own."""

    def __init__(
        self,
        root: Path = ROOT,
        *,
        books: str = "games",
        rooms: tuple[str, ...] = ("protocol", "looks", "shoe_driver", "console", "terminal", "floor"),
        stage: tuple[str, ...] = ("simulation", "audit", "deploy"),
        tests: str = "tests",
        main: str = "deploy.cli.main",
    ) -> None:
        self.root = root
        self.books = books  # the rule books; every mutant of these can be tried
        self.carrying = (books, *rooms)
        self.stage = stage  # whoever starts the others, acts the people or recomputes: may cite, carries nothing
        self.tests = tests
        self.main = main  # where every process begins
        self.paragraphs_file = root / "docs" / "paragraphs.toml"
        self.rules_file = root / "docs" / "rules.md"

    @cached_property
    def files(self) -> dict[str, Path]:
        """All files of production by the names of their modules; a package's own file is the package."""
        files = (file for room in (*self.carrying, *self.stage) for file in sorted((self.root / room).rglob("*.py")))
        return {
            ".".join(file.relative_to(self.root).with_suffix("").parts).removesuffix(".__init__"): file
            for file in files
        }

    @cached_property
    def trees(self) -> dict[str, ast.Module]:
        return {name: ast.parse(file.read_text()) for name, file in self.files.items()}

    def where(self, carrier: "Carrier") -> str:
        return f"{self.files[carrier.module].relative_to(self.root).as_posix()}:{carrier.line}"

    def reached(self) -> set[str]:
        """What a command comes to."""
        modules = {
            name: read_module(name, tree, is_package=self.files[name].stem == "__init__")
            for name, tree in self.trees.items()
        }
        return reached_from(modules, [self.main])


# --- code -------------------------------------------------------------------------------------------------------------


class Carrier(NamedTuple):
    """A function, class, constant or class attribute and the paragraphs that it cites."""

    module: str  # "games.baccarat.rules"
    inside: str  # "Baccarat.review"
    line: int
    citations: tuple[Citation, ...]

    @property
    def name(self) -> str:
        return f"{self.module}.{self.inside}"


def read_carriers(project: Project, paragraphs: Paragraphs) -> Iterator[Carrier]:
    reader = Reader(paragraphs)
    for module, tree in project.trees.items():
        source = project.files[module].read_text()
        if "§" not in source and "Appendix" not in source:
            continue
        document = own_document(ast.get_docstring(tree) or "")
        comments = read_comments(source)
        found = list(definitions(tree))
        classes = {name: node for name, node, _ in found if isinstance(node, ast.ClassDef)}
        for name, node, owner in found:
            if only_names(node, owner, classes):
                continue
            citations: list[Citation] = []
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                citations += reader.citations(ast.get_docstring(node) or "", document)
            for line, comment in comments.items():
                if belongs_to(line, node):
                    citations += reader.comment_citations(comment, document)
            if citations:
                yield Carrier(module, name, node.lineno, tuple(dict.fromkeys(citations)))


def only_names(node: ast.stmt, owner: ast.ClassDef | None, classes: Mapping[str, ast.ClassDef]) -> bool:
    """A struct, an enum or a protocol, or a field of it: it gives names to things, and there is nothing to break."""
    bases = list(all_bases(node if isinstance(node, ast.ClassDef) else owner, classes))
    if any(base.endswith("Protocol") for base in bases):
        return True
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return not is_function and any(base.endswith(("Struct", "Enum", "NamedTuple")) for base in bases)


def all_bases(class_: ast.ClassDef | None, classes: Mapping[str, ast.ClassDef]) -> Iterator[str]:
    """The bases, and as far as they are in the same file theirs."""
    for base in class_.bases if class_ is not None else ():
        text = ast.unparse(base)
        yield text
        yield from all_bases(classes.get(text), classes)


def own_document(docstring: str) -> str | None:
    """The document that a module's bare numbers belong to, if its docstring says so."""
    match = re.search(r"rule document (\d{3})|[Pp]aragraphs are those of (\d{3})", docstring)
    return (match[1] or match[2]) if match else None


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


# --- tests ------------------------------------------------------------------------------------------------------------


class MarkedTest(NamedTuple):
    name: str  # "rules/test_baccarat.py::test_..."
    line: int
    paragraphs: tuple[str, ...]

    @property
    def in_processes(self) -> bool:
        """It starts real processes, and so no mutant of this one is noticed: it is listed, and proves nothing."""
        return self.name.startswith(("e2e/", "scenarios/"))


def read_marked_tests(project: Project) -> Iterator[MarkedTest]:
    """Every test with `@pytest.mark.rule("003 §3.21.1", ...)`, directly or by a name given to such a marker."""
    root = project.root / project.tests
    for file in sorted(root.rglob("*.py")):
        source = file.read_text()
        if "mark.rule" not in source:
            continue
        tree = ast.parse(source)
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
                    yield MarkedTest(name, node.lineno, tuple(dict.fromkeys(keys)))


def marker_keys(decorator: ast.expr, names: Mapping[str, ast.expr]) -> list[str]:
    match decorator:
        case ast.Name(id=name) if name in names:
            return marker_keys(names[name], {})
        case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark")), args=args):
            return [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    return []


# --- both -------------------------------------------------------------------------------------------------------------


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
    played: dict[str, tuple[str, ...]]  # by paragraph: tests with real processes
    untrue: list[str]  # paragraphs that do not exist, code that nobody calls


def read_claims(project: Project) -> Claims:
    paragraphs = read_paragraphs(project.paragraphs_file.read_text())
    cites = list(read_carriers(project, paragraphs))
    tests = list(read_marked_tests(project))
    reached = project.reached()
    untrue = [
        f"{project.where(carrier)} {carrier.name} cites {citation.key}"
        for carrier in cites
        for citation in carrier.citations
        if not citation.known
    ]
    carriers = {carrier.name: carrier for carrier in cites if carrier.module.split(".")[0] in project.carrying}
    for name in [name for name in carriers if name not in reached]:
        untrue.append(f"{project.where(carriers[name])} {name} carries a paragraph, and no process comes to it")
        del carriers[name]
    marked: dict[str, list[MarkedTest]] = {}
    for test in tests:
        for key in test.paragraphs:
            marked.setdefault(key, []).append(test)
            if key not in paragraphs:
                untrue.append(f"{project.tests}/{test.name} is marked with {key}")
    # The rule books and the rest of the house are asked each for itself: one must not hide the other.
    books = {name: carrier for name, carrier in carriers.items() if carrier.module.split(".")[0] == project.books}
    rest = {name: carrier for name, carrier in carriers.items() if name not in books}
    nearest = [cited(books), cited(rest)]
    traces, played = {}, {}
    for key, paragraph in paragraphs.items():
        keys = [key, *([paragraph.same_as] if paragraph.same_as else [])]
        names = {name for code in nearest for name in names_for(keys, code)}
        tests_of = marked.get(key, [])
        traces[key] = Trace(tuple(sorted(names)), tuple(sorted(t.name for t in tests_of if not t.in_processes)))
        played[key] = tuple(sorted(t.name for t in tests_of if t.in_processes))
    return Claims(paragraphs, carriers, {test.name: test for test in tests}, traces, played, untrue)


Cited = dict[str, dict[int, list[str]]]  # by paragraph, and by how many are cited with it: the names of the code


def names_for(keys: list[str], nearest: Cited) -> list[str]:
    """Who names one of these paragraphs; if nobody does, who names the fewest together with it."""
    among = min((among for key in keys for among in nearest.get(key, {})), default=0)
    return [name for key in keys for name in nearest.get(key, {}).get(among, [])]


def cited(code: Mapping[str, Carrier]) -> Cited:
    found: Cited = {}
    for carrier in code.values():
        for citation in carrier.citations:
            found.setdefault(citation.key, {}).setdefault(citation.among, []).append(carrier.name)
    return found
