"""A whole table that plays the toy: the console's core with its terminals, a panel and a display."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from console.table.state import Setup
from deploy.demo.rehearsal import TABLE, Rehearsal
from games.catalog import FACES, GAMES, register
from games.round import Felt, Limit
from protocol import messages as m
from protocol.events import Placard
from tests.toy.face import DragonTigerFace
from tests.toy.rules import DragonTiger

SETUP: Final = Setup(
    TABLE,
    DragonTiger.name,
    Felt(limits={"dragon": Limit(500, 100_000, 500)}),
    25_000,
    placard=Placard("Dragon 1", "SGD", 2, (500, 2_500, 10_000), languages=("en",)),
)


@contextmanager
def catalogued() -> Iterator[None]:
    """The toy stands in the catalogue, as it would with its folder in `games/`."""
    register(DragonTiger(), DragonTigerFace())
    try:
        yield
    finally:
        del GAMES[DragonTiger.name], FACES[DragonTiger.name]


def toy_table(setup: Setup = SETUP) -> Rehearsal:
    table = Rehearsal(terminals=2, opened=False)
    table.table.setup = setup
    table.order(m.OpenTable())
    for seat in table.seats.values():
        seat.buys(100_000)
    return table
