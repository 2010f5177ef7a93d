"""The numbered paragraphs of the rule documents (docs/paragraphs.toml), and how a text cites them.

Knows neither code nor tests. A paragraph is known by its key: `003 §3.21.1`, `004 §1 Bust`, `002 Appendix C`.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

NUMBER: Final = r"\d+(?:\.\d+)*(?:\.[a-h](?:\.(?:iii|ii|iv|i)(?:\.[AB])?)?)?(?![\w.]*\w)"


class Paragraph(NamedTuple):
    document: str
    number: str
    title: str
    heading: bool = False
    procedure: str = ""
    same_as: str = ""  # the key of another document's paragraph

    @property
    def key(self) -> str:
        return key_of(self.document, self.number)


def key_of(document: str, number: str) -> str:
    return f"{document} {number}" if number.startswith("Appendix") else f"{document} §{number}"


Paragraphs = Mapping[str, Paragraph]  # by key, in the order of the documents


def read_paragraphs(text: str) -> dict[str, Paragraph]:
    entries = {
        key_of(document, number): (document, number, fields)
        for document, content in tomllib.loads(text).items()
        for number, fields in content["paragraphs"].items()
    }
    found = {}
    for key, (document, number, fields) in entries.items():
        same = entries[fields["same_as"]][2] if "same_as" in fields else {}
        found[key] = Paragraph(document, number, **{**same, **fields})
    return found


def read_games(text: str) -> dict[str, str]:
    """The name of each document's game."""
    return {document: content["game"] for document, content in tomllib.loads(text).items()}


def parts_of(paragraph: Paragraph, paragraphs: Paragraphs) -> list[Paragraph]:
    """Its sub-paragraphs, at any depth."""
    prefix = f"{paragraph.number}."
    same_document = (other for other in paragraphs.values() if other.document == paragraph.document)
    return [other for other in same_document if other.number.startswith(prefix)]


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
