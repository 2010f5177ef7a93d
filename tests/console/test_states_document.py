"""docs/states.md is the table of moves, printed."""

from pathlib import Path

from protocol.moves import as_markdown

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "states.md"
PRINT = "python -c \"from protocol.moves import as_markdown; print(as_markdown(), end='')\" > docs/states.md"


def test_the_document_shows_the_table_that_the_core_reads() -> None:
    assert DOCUMENT.read_text() == as_markdown(), f"print it anew: {PRINT}"
