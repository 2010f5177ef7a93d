"""Which tests wait for their turn: of a long row of them each day plays a share, and `--long` plays all.

Only rows where each one costs much and says little that its neighbours do not: deliberate bugs, pictures, statistics.
Nothing in them is skipped for good: after as many days as a row has shares, every test of it was played, and what is
played today is the same for everybody, so that a failure can be had again.
"""

import os
from collections import defaultdict
from datetime import UTC, datetime
from typing import Final

import pytest

DAY: Final = "ETG_TEST_DAY"  # set to play another day's share


def choose_day() -> None:
    """Once for all processes of pytest, which inherit it: they must agree on the tests even at midnight."""
    os.environ.setdefault(DAY, str(datetime.now(UTC).date().toordinal()))


def of_today(items: list[pytest.Item]) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """These are played, those wait. The marker says into how many shares the row of a test function is cut, or of all
    functions of a file (`of_file`).
    """
    day = int(os.environ[DAY])
    rows: defaultdict[str, int] = defaultdict(int)
    played: list[pytest.Item] = []
    waiting: list[pytest.Item] = []
    for item in items:
        marker = item.get_closest_marker("in_turn")
        if marker is None:
            played.append(item)
            continue
        row = item.nodeid.partition("::" if marker.kwargs.get("of_file") else "[")[0]
        place = rows[row]
        rows[row] += 1
        (played if place % marker.args[0] == day % marker.args[0] else waiting).append(item)
    return played, waiting
