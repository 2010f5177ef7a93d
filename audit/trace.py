"""`etg trace`: which code and which tests carry each numbered paragraph of the rule documents.

What code and tests say (`audit.claims`) counts only if it holds: breaking the code must make the test fail. `--mutate`
finds out which claims hold (`tests.tools.proof`) and docs/rules.md lists them; so that file is the record, too.
"""

import argparse
import re
import sys
from collections.abc import Mapping
from itertools import groupby
from typing import Final

from audit.claims import Claims, Project, Trace, Traces, read_claims
from audit.paragraphs import Paragraph, key_of, parts_of, read_games

HELP = "Show which code and which tests carry each rule paragraph."
EXAMPLE = """
./etg trace                      write docs/rules.md, from the traces that are known to hold
./etg trace --check              is it current, is no paragraph missing, and does a process come to all code in it?
./etg trace 003 5.7              one paragraph: its code and its tests
./etg trace --mutate             find out anew which traces hold, and write docs/rules.md
./etg trace --mutate --only games/baccarat     or --only "003 §5.7": only this part of it
./etg trace --mutate --all       every mutant of games/: which ones does no test of tests/rules notice? (long)
"""


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
own words (`docs/paragraphs.toml`), with the code that carries it and the tests of `tests/` that would notice if it
did not: a test is listed here only if it fails for at least one broken copy of that code, and code only if one of
these tests notices a break in it, and if a process of the cluster can come to it. *Played by*: the same with real
processes, where nothing can be broken from outside. A paragraph without code says why: it only opens its
sub-paragraphs, or is a matter of the table and its people.
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
        lines += [row(paragraph, traces, claims.played[paragraph.key]) for paragraph in paragraphs]
    return "\n".join(lines) + "\n"


def kind_of(paragraph: Paragraph, traces: Traces) -> str:
    trace = traces.get(paragraph.key, Trace())
    if trace.code and trace.tests:
        return "carried"
    if paragraph.procedure:
        return "procedure"
    return "heading" if paragraph.heading else "missing"


def row(paragraph: Paragraph, traces: Traces, played: tuple[str, ...]) -> str:
    trace = traces.get(paragraph.key, Trace())
    code = "<br>".join(f"`{name}`" for name in trace.code)
    tests = "<br>".join((*(f"`{name}`" for name in trace.tests), *(f"*played by* {name}" for name in played)))
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
        from tests.tools import proof  # where there is no test there is nothing to prove

        return proof.run(project, claims, args.only, everything=args.all)
    if args.check:
        return check(project, claims)
    return write(project, claims, recorded(project, claims))


def recorded(project: Project, claims: Claims) -> dict[str, Trace]:
    text = project.rules_file.read_text() if project.rules_file.exists() else ""
    return still_claimed(read_traces(text), claims)


def write(project: Project, claims: Claims, traces: Traces) -> int:
    games = read_games(project.paragraphs_file.read_text())
    project.rules_file.write_text(render(claims, games, traces))
    kinds = [kind_of(paragraph, traces) for paragraph in claims.paragraphs.values()]
    print(f"{project.rules_file.relative_to(project.root)}: {len(kinds)} paragraphs, {kinds.count('carried')} carried.")
    return tell(missing(claims, traces) + claims.untrue)


def check(project: Project, claims: Claims) -> int:
    return tell(complaints(project, claims))


def complaints(project: Project, claims: Claims) -> list[str]:
    """All that `--check` finds wrong."""
    traces = recorded(project, claims)
    found = missing(claims, traces) + claims.untrue
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
        where = project.where(claims.carriers[name])
        print(f"  {'code' if name in holds.code else 'code (not proved)'}  {where}  {name}")
    for name in (*claimed.tests, *claims.played[key]):
        file, function = name.split("::")
        where = f"{project.tests}/{file}:{claims.tests[name].line}"
        kind = "played by" if name in claims.played[key] else "test" if name in holds.tests else "test (not proved)"
        print(f"  {kind}  {where}  {function}")
    return 0


def no_such(key: str) -> int:
    print(f"etg trace: there is no paragraph {key}; write for example `./etg trace 003 5.7`.", file=sys.stderr)
    return 2
