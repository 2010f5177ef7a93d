"""A report as people want it: a table on the screen, CSV, JSON, or a page that prints well, with charts as SVG.

Knows cells and no figure's meaning. On screen and paper amounts have their decimal places; CSV and JSON have whole
minor units, because whoever reads those computes with them.
"""

import csv
import io
import json
import re
import unicodedata
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from floor.reports import Amount, Cell, Chart, Decimal, Report, Section, Share
from games.money import write_amount

WORDS: Final = Path(__file__).with_name("report_words.tsv")
ENGLISH: Final = "en"
NONE: Final = "(none)"
BAR: Final = 22  # pixels
LABEL: Final = 110
WIDTH: Final = 640


def write(cell: Cell) -> str:
    """For people."""
    match cell:
        case None:
            return ""
        case Amount(minor, currency):
            return write_amount(minor, currency.exponent)
        case Share(part, whole):
            return f"{100 * part / whole:.2f} %" if whole else "-"
        case Decimal(value, digits):
            return f"{value:.{digits}f}"
        case int():
            return f"{cell:,}"
    return cell


def plain(cell: Cell) -> str | int | float | None:
    """For programs."""
    match cell:
        case Amount(minor, _):
            return minor
        case Share(part, whole):
            return part / whole if whole else None
        case Decimal(value, digits):
            return round(value, digits)
    return cell


def is_number(cell: Cell) -> bool:
    return isinstance(cell, int | Amount | Share | Decimal) and not isinstance(cell, str)


# --- in the languages of the house ----------------------------------------------------------------------------------


@cache
def _phrases(language: str) -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """Whole texts, and those with places in them: `Gaming day %1`."""
    with WORDS.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    whole = {row[ENGLISH]: row[language] for row in rows}
    forms = [
        (re.compile(re.sub(r"%([0-9])", r"(?P<at\1>.*)", re.escape(text).replace("\\%", "%"))), said)
        for text, said in whole.items()
        if "%1" in text
    ]
    return whole, forms


def say(text: str, language: str) -> str:
    """In this language; what is no phrase of ours (a name, an event) stays as it is."""
    if language == ENGLISH:
        return text
    whole, forms = _phrases(language)
    if text in whole:
        return whole[text]
    for form, said in forms:
        if found := form.fullmatch(text):
            parts = {f"%{name[2:]}": say(part, language) for name, part in found.groupdict().items()}
            return _filled(said, parts)
    return text


def _filled(said: str, parts: Mapping[str, str]) -> str:
    return re.sub("%[0-9]", lambda place: parts[place[0]], said)


def translated(report: Report, language: str) -> Report:
    if language == ENGLISH:
        return report

    def cell(value: Cell) -> Cell:
        if not isinstance(value, str):
            return value
        bare = value.lstrip(" ")
        return value[: len(value) - len(bare)] + say(bare, language)

    sections = tuple(
        Section(
            say(section.title, language),
            tuple(say(name, language) for name in section.columns),
            tuple(tuple(map(cell, row)) for row in section.rows),
            say(section.note, language),
            tuple(replace(drawn, title=say(drawn.title, language)) for drawn in section.charts),
        )
        for section in report.sections
    )
    about = tuple((say(name, language), value) for name, value in report.about)
    return Report(say(report.title, language), about, sections, report.differences)


# --- on the screen ------------------------------------------------------------------------------------------------


def text(report: Report, language: str = ENGLISH) -> str:
    report = translated(report, language)
    lines = [report.title, "=" * width(report.title), *(f"{name}: {value}" for name, value in report.about)]
    for section in report.sections:
        lines += ["", section.title, "-" * width(section.title), *table(section.columns, section.rows, language)]
        lines += [section.note] if section.note else []
    return "\n".join(lines)


def table(columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...], language: str = ENGLISH) -> list[str]:
    if not rows:
        return [say(NONE, language)]
    cells = [columns, *(tuple(map(write, row)) for row in rows)]
    right = [all(is_number(row[at]) or row[at] is None for row in rows) for at in range(len(columns))]
    widths = [max(width(row[at]) for row in cells) for at in range(len(columns))]
    return ["  ".join(_put(*cell) for cell in zip(row, widths, right, strict=True)).rstrip() for row in cells]


def _put(cell: str, to: int, right: bool) -> str:
    space = " " * (to - width(cell))
    return space + cell if right else cell + space


def width(written: str) -> int:
    """Columns of a terminal: Chinese signs take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in written)


# --- for programs -------------------------------------------------------------------------------------------------


def as_csv(report: Report) -> str:
    """Section by section, each row with the title of its section; amounts in minor units."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for section in report.sections:
        writer.writerow(("section", *section.columns))
        writer.writerows((section.title, *map(_safe, map(plain, row))) for row in section.rows)
    return out.getvalue()


def _safe(cell: str | int | float | None) -> str | int | float | None:
    """A text that a spreadsheet would take for a formula is shown as the text that it is."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t" and len(cell) > 1 else cell


def as_json(report: Report) -> str:
    sections = [
        {
            "title": section.title,
            "columns": section.columns,
            "rows": [list(map(_told, row)) for row in section.rows],
            "note": section.note,
        }
        for section in report.sections
    ]
    about = dict(report.about)
    told = {"title": report.title, "about": about, "differences": report.differences, "sections": sections}
    return json.dumps(told, ensure_ascii=False, indent=1)


def _told(cell: Cell) -> object:
    match cell:
        case Amount(minor, currency):
            return {"minor": minor, "currency": currency.code, "exponent": currency.exponent}
        case Share(part, whole):
            return {"part": part, "whole": whole}
    return plain(cell)


# --- on paper -----------------------------------------------------------------------------------------------------

STYLE: Final = """
@page { size: A4; margin: 15mm }
body { font: 10pt/1.35 "Noto Sans", "Segoe UI", Arial, "ETG Print", sans-serif; color: #1a1a1a; max-width: 190mm;
  margin: 8mm auto }
h1 { font-size: 16pt; margin: 0 0 2mm } h2 { font-size: 11.5pt; margin: 6mm 0 1.5mm; page-break-after: avoid }
table { border-collapse: collapse; width: 100% } tr { page-break-inside: avoid } thead { display: table-header-group }
th { text-align: left; border-bottom: 1.2px solid #444; font-weight: 600; padding: 1px 6px 2px 0;
  vertical-align: bottom }
td { border-bottom: .5px solid #ccc; padding: 1px 6px 1px 0; vertical-align: top; overflow-wrap: break-word }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap } .about, .note { color: #555 }
.about td { border: 0; font-size: 8.5pt } .bad { color: #a00000; font-weight: 600 } svg { margin-top: 2mm }
"""


TYPEFACES: Final = Path(__file__).parents[1] / "looks" / "typefaces"
_FACES: Final = {"zh-CN": "ETGSansSC-Regular.otf", "zh-TW": "ETGSansTC-Regular.otf"}


@cache
def face(language: str, folder: str = "") -> str:
    """The style that brings the characters along which another machine may not have; "" where none are needed. In the
    page itself, so that it can be read for ever; or, in `folder`, by address.
    """
    name = _FACES.get(language.replace("_", "-"))
    if name is None:
        return ""
    data = "" if folder else b64encode((TYPEFACES / name).read_bytes()).decode()
    where = f"{folder}{name}" if folder else f"data:font/otf;base64,{data}"
    return f'@font-face {{ font-family: "ETG Print"; src: url("{where}") format("opentype") }}'


def page(report: Report, language: str = ENGLISH, typefaces: str = "") -> str:
    title = translated(report, language).title
    return html(title, body(report, language), language.replace("_", "-"), typefaces)


def body(report: Report, language: str = ENGLISH) -> str:
    """What stands below the title."""
    report = translated(report, language)
    about = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in report.about)
    differ = say(f"{report.differences} differences: see the match.", language)
    bad = f'<p class="bad">{escape(differ)}</p>' if report.differences else ""
    sections = "".join(map(_section, report.sections))
    return f'<table class="about">{about}</table>{bad}{sections}'


def html(title: str, body: str, language: str, typefaces: str = "") -> str:
    """One file, without a script and without anything from elsewhere; or (`typefaces`) with those of a server."""
    brought = face(language, typefaces)
    styles = f"<style>{STYLE}</style>" + (f"<style>{brought}</style>" if brought else "")
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>{styles}'
    start = f'<!DOCTYPE html>\n<html lang="{language}"><head>{head}</head>'
    return f"{start}<body><h1>{escape(title)}</h1>{body}</body></html>\n"


def _section(section: Section) -> str:
    charts = "".join(map(chart, section.charts))
    note = f'<p class="note">{escape(section.note)}</p>' if section.note else ""
    return f"<h2>{escape(section.title)}</h2>{html_table(section.columns, section.rows)}{note}{charts}"


def html_table(columns: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...]) -> str:
    if not rows:
        return '<p class="note">-</p>'
    right = [all(is_number(row[at]) or row[at] is None for row in rows) for at in range(len(columns))]
    head = "".join(_cell("th", name, number) for name, number in zip(columns, right, strict=True))
    body = "".join(
        "<tr>" + "".join(_cell("td", write(cell), number) for cell, number in zip(row, right, strict=True)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(tag: str, written: str, number: bool) -> str:
    text = escape(written)
    indented = "&emsp;" * (len(text) - len(text.lstrip(" "))) + text.lstrip(" ")
    return f'<{tag} class="n">{indented}</{tag}>' if number else f"<{tag}>{indented}</{tag}>"


def chart(drawn: Chart) -> str:
    """Bars from a line at 0: what the House has lost goes to the left."""
    most = max((abs(value.minor) for value in drawn.values), default=0) or 1
    lowest = min((value.minor for value in drawn.values), default=0)
    room = WIDTH - LABEL - 100
    zero = LABEL + (room // 2 if lowest < 0 else 0)
    scale = (room // 2 if lowest < 0 else room) / most
    height = BAR * len(drawn.labels) + 24
    parts = [f'<text x="0" y="12" font-weight="600">{escape(drawn.title)}</text>']
    for at, (label, value) in enumerate(zip(drawn.labels, drawn.values, strict=True)):
        top, long = 20 + at * BAR, abs(value.minor) * scale
        left = zero - long if value.minor < 0 else zero
        colour = "#b04a3a" if value.minor < 0 else "#2f6f9f"
        end = zero + long + 4 if value.minor >= 0 else zero + 4
        parts += [
            f'<text x="0" y="{top + 14}">{escape(label)}</text>',
            f'<rect x="{left:.1f}" y="{top + 3}" width="{long:.1f}" height="{BAR - 6}" fill="{colour}"/>',
            f'<text x="{end:.1f}" y="{top + 14}">{escape(write(value))}</text>',
        ]
    parts.append(f'<line x1="{zero}" y1="18" x2="{zero}" y2="{height}" stroke="#444"/>')
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-size="11" font-family="sans-serif">{"".join(parts)}</svg>'
    )
