"""Who is at the panel of a demo: somebody signs on when nobody is there, and a second person signs what waits for one.

As people do it, through the panel's desk; only their PIN is known to everybody.
"""

import os
from typing import Final

from console.credentials import DEMO_PIN, DEMO_STAFF
from console.panel.desk import Desk
from console.panel.link import PanelLink
from protocol.messages import Order, Person
from protocol.process import now_ms

_BY_NAME: Final = {name: Person(number, name, position) for number, name, position in DEMO_STAFF}
BOSS: Final = _BY_NAME["Sam"]
SECOND: Final = _BY_NAME["Sue"]
SHUFFLER: Final = _BY_NAME["Max"]


def lend_a_hand(desk: Desk, by: Person = BOSS, second: Person | None = SECOND) -> bool:
    """Whether something of that is under way: then nothing else is done."""
    people = desk.people
    if not desk.ready or people.asking:
        return True
    if people.me is None:
        desk.sign_on(os.urandom(8), DEMO_PIN, by.number)
        return True
    proposal = people.proposal()
    if proposal is None or second is None:
        return False
    if second.position not in proposal.needs:  # a key of a panel or of an archive is a Technician's, too
        second = next((it for it in _BY_NAME.values() if it.position in proposal.needs and it != by), second)
    desk.sign(os.urandom(8), proposal, DEMO_PIN, second.number)
    return True


def give(link: PanelLink, order: Order) -> None:
    """Signs on, orders it, has it signed, and waits until the log has answered."""
    desk, command_id = link.desk, os.urandom(8)
    while lend_a_hand(desk) or not desk.ready:
        _turn(link)
    desk.order(command_id, order)
    while desk.waiting or lend_a_hand(desk):
        _turn(link)


def _turn(link: PanelLink) -> None:
    link.turn()
    link.peer.wait(now_ms() + 20)
