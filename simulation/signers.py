"""The staff of a simulated table: who they are, their PINs and badges, and how they sign on and sign.

They do it as people do: now and then a PIN is mistyped, somebody locks his panel, a badge is shown instead of a number.
Who must not be signed for is known to `crew.py`; whoever is honest leaves such an order alone.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from console.table.signing import CheckPin
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.people import Proposal, credential_of
from simulation.nodes import PanelNode
from simulation.people import Manners
from simulation.world import World

DEALER: Final = m.Person("101", "Dan", Position.DEALER)
SECOND: Final = m.Person("201", "Sam", Position.PIT_SUPERVISOR)  # called as somebody else is: people are numbers
MANAGER: Final = m.Person("301", "Pam", Position.PIT_MANAGER)
BOSS: Final = m.Person("401", "Sam", Position.SHIFT_MANAGER)
DOT: Final = m.Person("102", "Dot", Position.DEALER)  # whose PIN others try: nobody needs her to play
CASHIER: Final = m.Person("501", "Cora", Position.CASHIER)
TECHNICIAN: Final = m.Person("601", "Tess", Position.TECHNICIAN)
EVERYBODY: Final = (DEALER, SECOND, MANAGER, BOSS, DOT, CASHIER, TECHNICIAN)
WRONG_PIN: Final = "999998"


def pin_of(number: str) -> str:
    return f"7{number}52"


def badge_of(number: str) -> str:
    return f"badge of {number}"


def credential(number: str) -> bytes:
    return credential_of(pin_of(number), badge_of(number))


def founders() -> tuple[e.StaffAdmitted, ...]:
    """Staff from the first entry on."""
    return tuple(e.StaffAdmitted(it.number, it.name, it.position, credential(it.number)) for it in EVERYBODY)


# --- what the console's shell does ------------------------------------------------------------------------------------


def whose_badge(request: m.Request) -> str:
    if isinstance(request, (m.SignOn, m.Sign)) and request.badge:
        return next((it.number for it in EVERYBODY if badge_of(it.number) == request.badge), "")
    return ""


def is_right(check: CheckPin) -> bool:
    return bool(check.number) and check.credential == credential(check.number) and check.pin == pin_of(check.number)


# --- what people do ---------------------------------------------------------------------------------------------------


class Signers:
    """Everybody is signed on where he belongs, and what was proposed is signed or withdrawn."""

    def __init__(self, world: World, manners: Manners) -> None:
        self.world, self.manners = world, manners
        self.forbidden: AbstractSet[bytes] = frozenset()  # orders that nobody honest signs
        self.ready: dict[bytes, m.Person | None] = {}  # who was asked to sign an order; None: nobody will
        self._tried: set[bytes] = set()  # orders that somebody has signed
        self._wait_ms: dict[str, float] = {}  # until when a panel looks at no PIN

    def look(self, crew: Sequence[tuple[PanelNode, m.Person]]) -> bool:
        """Is anybody still busy with it?"""
        there = [(panel, person) for panel, person in crew if panel.alive and panel.desk.ready]
        busy = [self._sees_to(panel, person, there) for panel, person in there]  # everybody, not only the first
        return any(busy)

    def _sees_to(self, panel: PanelNode, person: m.Person, there: Sequence[tuple[PanelNode, m.Person]]) -> bool:
        desk = panel.desk
        if desk.people.asking:
            return True
        answer = desk.people.answer
        if answer is not None and answer.wait_ms:
            desk.people.answer = None
            self._wait_ms[panel.name] = self.world.now_ms + answer.wait_ms
        if self._wait_ms.get(panel.name, 0) > self.world.now_ms:
            return True
        me = desk.me
        if me is None or me.number != person.number:
            self._signs_on(panel, person)
            return True
        proposal = desk.people.proposal()
        if proposal is None:
            if self.world.chance(self.manners.locks):
                desk.sign_off(self.world.rng.randbytes(8), self.world.rng.choice(("person", "idle", "badge", "shift")))
                panel.poke()
                return True
            return False
        if proposal.command_id in self.forbidden:
            return False
        self._sign(panel, proposal, there)
        return True

    def _signs_on(self, panel: PanelNode, person: m.Person) -> None:
        rng, number = self.world.rng, person.number
        by_badge = rng.random() < 0.2
        number, badge = ("", badge_of(number)) if by_badge else (number, "")
        panel.desk.sign_on(rng.randbytes(8), self._types(person), number, badge)
        panel.poke()

    def _types(self, person: m.Person) -> str:
        if self.world.chance(self.manners.mistypes):
            self.world.fault("H5", person.name, "mistypes")
            return WRONG_PIN
        return pin_of(person.number)

    def _sign(self, panel: PanelNode, proposal: Proposal, there: Sequence[tuple[PanelNode, m.Person]]) -> None:
        rng, asked = self.world.rng, self.world.rng.randbytes(8)
        signer = self._signer(proposal)
        if signer is None or proposal.command_id in self._tried:
            self._tried.discard(proposal.command_id)
            panel.desk.withdraw(asked, proposal.command_id)
            panel.poke()
            return
        seen = [it for it, _person in there if proposal.command_id in it.desk.people.proposals]
        where = (
            rng.choice(seen)
            if len(seen) > 1 and rng.random() < 0.3 and not any(it.desk.people.asking for it in seen)
            else panel
        )
        pin = self._types(signer)
        if pin != WRONG_PIN:
            self._tried.add(proposal.command_id)
        where.desk.sign(asked, proposal, pin, signer.number)
        where.poke()

    def _signer(self, proposal: Proposal) -> m.Person | None:
        """Who was asked, if he may; else somebody who may."""
        wanted = self.ready.get(proposal.command_id, SECOND)
        if wanted is None:
            return None
        may = [it for it in EVERYBODY if it.position in proposal.needs and it.number != proposal.by.number]
        may = [it for it in may if it is not DOT]  # her PIN may be locked
        return wanted if wanted in may else may[0] if may else None
