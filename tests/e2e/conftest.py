"""Real processes, real sockets, real files."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.game import Game
from tests.e2e.processes import Warm, shared
from tests.summary import KILLS

MEMORY = Path("/dev/shm")  # a commit is as durable there as a SIGKILL needs it, and ten times as fast


@pytest.fixture(scope="session")
def warm() -> Warm:
    return shared()


@pytest.fixture
def quick_folder(tmp_path: Path) -> Iterator[Path]:
    """In memory if there is such a place."""
    if not MEMORY.is_dir():
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="etg-e2e-", dir=MEMORY))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def new_game(
    warm: Warm, quick_folder: Path, record_property: Callable[[str, object], None]
) -> Iterator[Callable[..., Game]]:
    """Makes tables; whatever they have started ends with the test, and their kills are counted."""
    games: list[Game] = []

    def make(folder: Path = quick_folder, **settings: Any) -> Game:
        games.append(Game(warm, folder / f"table{len(games)}", **settings))
        return games[-1]

    yield make
    record_property(KILLS, [list(kill) for game in games for kill in game.kills])
    for game in games:
        game.close()


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    return new_game()
