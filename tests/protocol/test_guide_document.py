"""docs/guide.md is the guide, printed."""

from tests.tools.guide_doc import DOCUMENT, as_markdown


def test_the_document_shows_what_the_guide_gives() -> None:
    assert DOCUMENT.read_text() == as_markdown(), "print it anew: python -m tests.tools.guide_doc"
