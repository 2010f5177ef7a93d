"""Participants (004) of a simulated table: who they are, their PINs, and what they get up to at its terminals.

They walk up to a screen, mistype, guess the PIN of another, leave without a word, give number and PIN at a second
terminal, change their coin, stay away. Who has typed what where, and whose finger a Bet was, is known here alone: log
and screens are held against it (`participant_checks.py`).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from random import Random
from typing import Final

from console.table.signing import CheckPin
from games.round import Limit
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry
from protocol.people import credential_of
from simulation.nodes import TerminalNode
from simulation.signers import SECOND, WRONG_PIN, badge_of, pin_of
from simulation.world import World
from terminal import intents as t
from terminal.participant import show_participant
from terminal.records import LayoutSent, decode_record
from terminal.session import Session

NAMES: Final = ("Ana", "Ben", "Chi", "Dev", "Eva", "Fay", "Gil")
EVERYBODY: Final = tuple(m.Person(str(801 + at), name, Position.PARTICIPANT) for at, name in enumerate(NAMES))
LIMITS: Final[Mapping[str, Limit]] = {"GC": Limit(50, 600, 10), "SC": Limit(20, 200, 10)}
CHIPS: Final[Mapping[str, tuple[int, ...]]] = {"GC": (50, 100, 300), "SC": (20, 50, 100)}
COINS: Final = tuple(LIMITS)
DAILY: Final[Mapping[str, int]] = {"GC": 3_000, "SC": 800}
# In all until a day is closed. The Shift Manager's is near what he grants in a few Rounds: beyond it nobody may.
GRANTS: Final = e.CashCap(cashier=0, dealer=200, pit_supervisor=1_000, pit_manager=2_000, shift_manager=3_500)


def pin(number: str, generation: int = 0) -> str:
    """The PIN that he was given the so-many-th time."""
    return pin_of(number) + str(generation)


def credential(number: str, generation: int = 0) -> bytes:
    return credential_of(pin(number, generation), badge_of(number))


def is_right(check: CheckPin) -> bool:
    """What the shell finds of a participant's PIN."""
    return bool(check.number) and check.credential == credential_of(check.pin, badge_of(check.number))


class Visitors:
    def __init__(self, world: World, persons: int) -> None:
        self.world = world
        self.people = EVERYBODY[:persons]
        self.generations: dict[str, int] = {it.number: 0 for it in self.people}
        self.away: set[str] = set()  # who stays away, as he knows himself
        self.wished: set[tuple[str, int]] = set()  # numbers, and days that they said they stay away
        self._right: dict[bytes, str] = {}  # tries with the right PIN, and whose
        self._at: dict[str, tuple[int, str]] = {}  # by machine: its process, and whose PIN was typed right there last
        self.sent_at: dict[tuple[str, m.WindowId, int], int] = {}  # what each machine had of the log when it said so
        self._tapped: dict[tuple[str, m.WindowId, int], set[str]] = {}  # whose finger each revision was
        own = Random(f"participants {world.seed}")
        self._victim = own.choice(self.people).number if own.random() < 0.3 else ""  # somebody tries his PIN

    def founders(self) -> tuple[e.StaffAdmitted, ...]:
        """Known from the first entry on."""
        return tuple(
            e.StaffAdmitted(it.number, it.name, Position.PARTICIPANT, credential(it.number)) for it in self.people
        )

    def told(self, number: str, credential_now: bytes) -> None:
        """The log says with what his PIN is checked from now on: he was handed it."""
        self.generations[number] = next(it for it in count() if credential(number, it) == credential_now)

    # --- the truth, for the checks ---------------------------------------------------------------------------------

    def at(self, node: TerminalNode) -> str:
        """Who has given his PIN to this process of the machine; "": nobody has."""
        life, number = self._at.get(node.name, (-1, ""))
        return number if life == node.life else ""

    def present(self) -> list[str]:
        """Who stands at some terminal, or has left it without a word."""
        return sorted({number for _, number in self._at.values() if number})

    def look(self, node: TerminalNode) -> None:
        """A try that the terminal has taken up: from then on it is for who gave that PIN, if it was right."""
        trying, here = node.session.forgotten.trying, self.at(node)
        if trying is not None:
            self._at[node.name] = (node.life, self._right.get(trying.id, here if here == trying.number else ""))

    def guessed(self, node: TerminalNode) -> bool:
        """Has its last try been answered, and was its PIN a wrong one? Then nothing is open there."""
        tried = node.session.forgotten.tried
        return tried is not None and tried.id not in self._right

    def tapped(self, terminal: str, window: m.WindowId, revision: int) -> set[str]:
        return self._tapped.get((terminal, window, revision), set())

    def sent(self, node: TerminalNode, entries: Iterable[Entry]) -> None:
        """What a terminal writes down that it will say: whoever has touched it last wants that."""
        for entry in entries:
            if b"LayoutSent" in entry.body[:24] and isinstance(record := decode_record(entry.body), LayoutSent):
                key = (node.key, record.window, record.revision)
                self._tapped.setdefault(key, set()).add(self.at(node))
                self.sent_at[node.name, record.window, record.revision] = node.session.join.follower.seq

    # --- what they do -------------------------------------------------------------------------------------------------

    def plays(self, node: TerminalNode, session: Session) -> bool:
        """Does whoever is there go on to his Bets?"""
        shown = show_participant(session)
        if shown is None or shown.trying or shown.leaving:
            return False
        if not shown.number:
            if self.world.rng.random() < 0.6:
                self._comes(node)
            return False
        dice = self.world.rng.random()
        if dice < 0.015:
            node.give(t.SignOffHere())
            self._at.pop(node.name, None)
        elif dice < 0.06:
            node.give(t.ChooseCoin(self.world.rng.choice((*COINS, "XX"))))
        elif dice < 0.064:
            self._stays_away(node)
        elif dice < 0.08:
            self._comes(node)  # before the other has signed off
        else:
            return True
        return False

    def chips(self, session: Session) -> Sequence[int]:
        return CHIPS.get(session.state.view.felt.plays.get(session.state.terminal, ""), CHIPS[COINS[0]])

    def _comes(self, node: TerminalNode) -> None:
        rng = self.world.rng
        number = self._somebody(node).number
        typed = pin(number, self.generations[number])
        if self._victim and rng.random() < 0.3:
            number, typed = self._victim, WRONG_PIN
        elif rng.random() < 0.06:
            typed = rng.choice((WRONG_PIN, pin_of(number), pin(number, self.generations[number] + 1)))
        elif rng.random() < 0.02:
            number, typed = SECOND.number, pin_of(SECOND.number)  # one of the staff does not play
        elif rng.random() < 0.02:
            number = "899"  # nobody's
        asked = rng.randbytes(8)
        if number in self.generations and typed == pin(number, self.generations[number]):
            self._right[asked] = number
        node.give(t.SignOnHere(asked, number, typed))

    def _somebody(self, node: TerminalNode) -> m.Person:
        """Mostly one who is nowhere, and may play; else he gives number and PIN at a second terminal."""
        rng = self.world.rng
        there = {number for name, (_, number) in self._at.items() if name != node.name}
        free = [it for it in self.people if it.number not in there | self.away]
        return rng.choice(free) if free and rng.random() < 0.85 else rng.choice(self.people)

    def _stays_away(self, node: TerminalNode) -> None:
        """As long as somebody is left who plays."""
        number, days = self.at(node), self.world.rng.choice((1, 1, 2, 3))
        if number and len(self.away | {number}) + 1 < len(self.people):
            self.wished.add((number, days))
            node.give(t.ExcludeMyself(days))
