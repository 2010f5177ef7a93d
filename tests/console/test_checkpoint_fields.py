"""Every field of both checkpoints comes back, whatever it is: by looking at the types, so that a field that is added
later is looked at as well.
"""

import pytest

from console.table import checkpoint as of_table
from console.table.state import Setup, TableState
from console.table.table import Table
from games.catalog import find_game
from protocol.view import Phase
from terminal import checkpoint as of_terminal
from terminal.state import State
from tests.filled import Filler, leaves


@pytest.fixture
def table() -> Table:
    """With something in every field that a checkpoint may hold."""
    state = Filler().fill(TableState)
    game = find_game("baccarat")
    state.view.game, state.view.rules, state.view.house = game.name, game.rules, {}
    state.view.phase, state.hidden = Phase.READY, {}  # between two Rounds, and no card lies face down
    state.view.acts = [act for act in state.view.acts if act is not None]
    return Table(Setup("table 1", "baccarat"), lambda _seq: bytes(state.chain), state)


def test_every_field_of_the_consoles_checkpoint_comes_back(table: Table) -> None:
    kept = of_table.save(table)
    assert kept is not None
    restored = of_table.restore(table.setup, table.chain_at, kept, table.seq)
    assert leaves(restored.state) == leaves(table.state)
    assert len(leaves(restored.state)) > 200
    assert encoded_alike(restored, table)


def encoded_alike(one: Table, other: Table) -> bool:
    """Also the order of what is in them: a start compares bytes."""
    return of_table.save(one) == of_table.save(other)


def test_every_field_of_the_terminals_checkpoint_comes_back() -> None:
    state = Filler().fill(State)
    state.view.phase = Phase.READY
    kept = of_terminal.save(state)
    assert kept is not None
    restored = of_terminal.restore(kept)
    assert leaves(restored) == leaves(state)
    assert len(leaves(restored)) > 190
    assert of_terminal.save(restored) == kept


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_in_a_round_neither_is_made(table: Table, phase: Phase) -> None:
    state = Filler().fill(State)
    state.view.phase = table.view.phase = phase
    assert of_terminal.save(state) is None
    assert of_table.save(table) is None


def test_nor_is_the_consoles_while_a_card_lies_face_down(table: Table) -> None:
    table.view.acts.append(None)
    assert of_table.save(table) is None
    table.view.acts.pop()
    table.state.hidden = {0: table.state.aside.beside[0]}
    assert of_table.save(table) is None
