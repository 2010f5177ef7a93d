"""What a form is made of: its fields, and what stands in them. A value: every tap makes another one (`forms.py`)."""

from collections.abc import Mapping

from msgspec import Struct

from console.panel.board import Machine
from console.panel.desk import About
from games.box_face import Question
from protocol import messages as m
from protocol.situation import Step


class Field(Struct, frozen=True):
    name: str
    kind: str  # number, amount, limit, ticket, text, choice, staff (a person who is tapped), card, cards
    choices: tuple[str, ...] = ()
    high: int = 0
    optional: bool = False  # it may be left empty
    card: str = ""  # it is about this card


class Form(Struct, frozen=True):
    key: str  # the step that it is about
    fields: tuple[Field, ...] = ()
    values: Mapping[str, str] = {}
    before: Mapping[str, str] = {}  # what stood there when it was opened, where that is still so
    at: int = 0  # the field that is being filled in
    card: int = 0  # and in a field of cards, which of them
    paragraph: str = ""
    detail: str = ""
    terminal: str = ""
    sitting: int = 0  # or the number of a note, or of a ticket
    name: str = ""  # of a person whom it is about: `terminal` is his number
    prepared: m.PreparedStaff | None = None  # his file
    machine: Machine | None = None  # whose key it is about
    proof: bytes | None = None  # of a ticket that was found
    journey: bytes = b""  # of a ticket of another table
    exponent: int = 0
    step: Step | None = None  # as it was offered; None for what is done for a terminal
    about: About = About(0)
    labels: tuple[str, ...] = ()  # what the paragraphs to choose from are about
    every: tuple[Field, ...] = ()  # those too that what was chosen has no use for
    questions: tuple[Question, ...] = ()  # what a Player is asked for whom staff answer
    stale: bool = False  # what it is about has changed since

    @property
    def order(self) -> m.Order | None:
        """What the step would do if nothing had to be said."""
        return None if self.step is None else self.step.order

    @property
    def field(self) -> Field | None:
        return self.fields[self.at] if self.fields else None

    def value(self, name: str) -> str:
        return self.values.get(name, "")
