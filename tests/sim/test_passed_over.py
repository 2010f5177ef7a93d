"""What a check or a panel passes over at once, because it is frequent and no concern of it, is named in none of its
cases: else it would be a check that never speaks.
"""

import ast
import inspect
from collections.abc import Callable, Set
from textwrap import dedent
from typing import Any, Final

import pytest

from console.panel import desk, diary, people
from simulation import card_count, checks, confirmed, entitled, felt
from simulation.auto_checks import AutoChecks, AutoCount, AutoFelt
from simulation.box_checks import BoxFelt
from simulation.money_count import MoneyCount
from simulation.pictures_checks import PicturesFelt
from simulation.purse_count import PurseCount

# What is passed over, and all that is not asked then.
PASSED_OVER: Final[tuple[tuple[Set[type], tuple[Callable[..., Any], ...]], ...]] = (
    (checks._NOT_FOLLOWED, (checks.Checks._follow, MoneyCount.apply, PurseCount.apply)),
    (checks._NOT_WATCHED, (checks.Checks._watch, checks.Checks._play, AutoChecks._play)),
    (felt._LAY_NOTHING, (felt.OnFelt._apply, felt.OnFelt._shoe, BoxFelt._apply, AutoFelt._apply, PicturesFelt._apply)),
    (card_count._NO_CARD, (card_count.CardCount.apply, AutoCount.apply)),
    (entitled._OF_NOBODY, (entitled.EntitledCheck.wrote,)),
    (confirmed._ANY_TIME, (confirmed.ConfirmedCheck.wrote,)),
    (desk._NOT_NOTED, (desk.Desk._note,)),
    (people._OF_NOBODY, (people.People.apply,)),
    (diary._WITHOUT, (diary.tell,)),
)


def cases_of(function: Callable[..., Any]) -> set[str]:
    """The names of all classes that its patterns look for."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    return {ast.unparse(it.cls).rpartition(".")[2] for it in ast.walk(tree) if isinstance(it, ast.MatchClass)}


def test_the_cases_of_a_function_are_found() -> None:
    assert {"CardDealt", "SurplusKept"} <= cases_of(felt.OnFelt._apply)
    assert "RoundEnded" in cases_of(checks.Checks._play)


@pytest.mark.parametrize(("passed", "functions"), PASSED_OVER)
def test_no_case_is_passed_over(passed: Set[type], functions: tuple[Callable[..., Any], ...]) -> None:
    names = {kind.__name__ for kind in passed}
    for function in functions:
        assert not names & cases_of(function), function.__qualname__


def test_the_diary_asks_about_all_that_it_remembers_of_people() -> None:
    assert {kind.__name__ for kind in diary._OF_PEOPLE} == cases_of(diary.Diary._write_people)
