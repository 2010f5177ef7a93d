"""docs/states.md is the table of moves, printed."""

from tests.tools.states_doc import DOCUMENT, as_markdown


def test_the_document_shows_the_table_that_the_core_reads() -> None:
    assert DOCUMENT.read_text() == as_markdown(), "print it anew: python -m tests.tools.states_doc"
