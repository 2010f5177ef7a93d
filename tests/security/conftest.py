"""Attacks on real processes: the tables of `tests/e2e`."""

from tests.e2e.conftest import new_game, quick_folder, warm

__all__ = ["new_game", "quick_folder", "warm"]
