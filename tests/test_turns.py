"""What waits for its turn has one: after as many days as a row has shares, every test of it was played."""

import os

import pytest

from tests import turns

SHARES = 3


@pytest.mark.in_turn(SHARES)
@pytest.mark.parametrize("number", range(7))
def test_of_a_row(number: int) -> None:
    """It is here to be chosen, below."""
    assert 0 <= number < 7


@pytest.mark.in_turn(SHARES, of_file=True)
def test_of_a_file() -> None:
    """As is this."""


@pytest.mark.in_turn(SHARES, of_file=True)
def test_of_the_same_file() -> None:
    """And this, which has its turn a day later."""


@pytest.fixture
def row(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """All of this file, as they are before anything waits."""
    module = request.node.getparent(pytest.Module)
    return [item for item in module.collect() if isinstance(item, pytest.Item)]


def test_each_day_has_its_share_and_as_many_days_as_shares_have_all(
    row: list[pytest.Item], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = [item for item in row if item.get_closest_marker("in_turn") is None]
    shares: list[pytest.Item] = []
    for day in range(739_001, 739_001 + SHARES):
        monkeypatch.setenv(turns.DAY, str(day))
        played, waiting = turns.of_today(row)
        assert [item for item in played if item in others] == others
        assert {*played, *waiting} == {*row}
        share = [item for item in played if item not in others]
        of_row = [item for item in share if "[" in item.name]
        assert 2 <= len(of_row) <= 3
        assert len(share) - len(of_row) <= 1
        shares += share
    of_file = ["test_of_a_file", *(f"test_of_a_row[{number}]" for number in range(7)), "test_of_the_same_file"]
    assert sorted(item.name for item in shares) == of_file


def test_the_same_day_is_the_same_share(row: list[pytest.Item]) -> None:
    assert turns.of_today(row) == turns.of_today(row)


def test_the_day_is_the_callers_if_he_has_chosen_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(turns.DAY, "5")
    turns.choose_day()
    assert os.environ[turns.DAY] == "5"
