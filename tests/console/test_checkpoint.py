"""A checkpoint: the whole state between two Rounds. That it is the state is shown in every test of `cluster.py`.

Here is what it does not do.
"""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from console.books import Books
from console.table.checkpoint import digest, restore, save
from console.table.table import CheckpointMade
from games.catalog import find_game
from games.money import InvariantBroken
from games.round import Felt, Limit
from protocol import events as e
from protocol import messages as m
from protocol.journal import Journal
from protocol.process import Log
from tests.console.cluster import BANKER_WINS, TABLE, Cluster, state_of
from tests.console.people import MANAGER, SUPERVISOR


@pytest.fixture
def cluster() -> Cluster:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    return cluster


def test_it_is_made_between_rounds_only(cluster: Cluster) -> None:
    assert save(cluster.table) is not None
    cluster.open_round()
    assert save(cluster.table) is None
    assert cluster.run(CheckpointMade(b"d" * 32)) == []


def test_the_log_names_its_digest(cluster: Cluster) -> None:
    state = save(cluster.table)
    assert state is not None
    assert cluster.run(CheckpointMade(digest(state))) == [e.Checkpointed(digest(state))]


def test_limits_that_staff_have_set_are_kept_and_those_of_the_file_are_read_anew(cluster: Cluster) -> None:
    def after_a_restart(felt: Felt) -> Felt:
        state = save(cluster.table)
        assert state is not None
        setup = msgspec.structs.replace(cluster.setup, felt=felt)
        return restore(setup, cluster.chain_at, state, cluster.table.seq).state.felt or felt

    of_the_file = Felt(limits={"tie": Limit(7)})
    assert after_a_restart(of_the_file) == of_the_file
    by_staff = Felt(limits={"tie": Limit(9)})
    cluster.obey(m.SetLimits(by_staff), MANAGER, SUPERVISOR)
    assert after_a_restart(of_the_file) == by_staff


def test_other_bytes_and_the_state_of_another_entry_are_refused(cluster: Cluster) -> None:
    state = save(cluster.table)
    assert state is not None
    for damaged in (b"", state[:-1], b"\x80", state.replace(b"balances", b"balanced")):
        with pytest.raises(msgspec.MsgspecError):
            restore(cluster.setup, cluster.chain_at, damaged, cluster.table.seq)
    with pytest.raises(InvariantBroken, match="not of entry 1"):
        restore(cluster.setup, cluster.chain_at, state, 1)


def test_a_restored_table_plays_on(cluster: Cluster) -> None:
    state = save(cluster.table)
    assert state is not None
    restored = restore(cluster.setup, cluster.chain_at, state, cluster.table.seq)
    cluster.table = restored
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    assert cluster.credit("T1") == 1_200


@pytest.mark.parametrize("game", ["blackjack", "blackjack_plus", "three_pictures", "classic_blackjack"])
def test_a_table_that_has_opened_as_another_game_is_restored_with_its_last_round_as_it_was_played(
    cluster: Cluster, game: str
) -> None:
    lies = cluster.table.round
    cluster.reopen(game=game)
    state = save(cluster.table)
    assert state is not None
    restored = restore(cluster.setup, cluster.chain_at, state, cluster.table.seq)
    assert (restored.game.name, restored.round) == (game, lies)


# --- a start from it -------------------------------------------------------------------------------------------------


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with closing(Journal(tmp_path / "table.journal", TABLE)) as journal:
        yield journal


def keep(journal: Journal, cluster: Cluster, state: bytes) -> None:
    """The whole log of this table, with this checkpoint as its last entry."""
    cluster.run(CheckpointMade(digest(state)))
    journal.commit(cluster.entries[:-1])
    assert cluster.signed is not None
    journal.commit(cluster.entries[-1:], state, cluster.signed.signature)


def test_a_start_goes_on_from_the_checkpoint(
    cluster: Cluster, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    state = save(cluster.table)
    assert state is not None
    keep(journal, cluster, state)
    table = Books(journal, cluster.setup, Log("test")).table
    assert state_of(table) == state_of(cluster.table)
    assert capsys.readouterr().err == ""


def test_a_checkpoint_that_cannot_be_restored_is_left_and_the_journal_is_read_from_its_first_entry(
    cluster: Cluster, journal: Journal, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its digest is right: the program that wrote it was wrong. As blackjack the acts of the Round make no sense."""
    state = save(cluster.table)
    assert state is not None
    saved = msgspec.msgpack.decode(state, strict=False)
    saved["settled"][1]["game"] = "blackjack"
    saved["settled"][1]["rules"] = find_game("blackjack").rules
    keep(journal, cluster, msgspec.msgpack.encode(saved))
    table = Books(journal, cluster.setup, Log("test")).table
    assert state_of(table) == state_of(cluster.table)
    assert "the checkpoint cannot be read: replaying from the first entry" in capsys.readouterr().err
