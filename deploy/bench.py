"""`etg bench`: how fast the rule books and the table in memory are, as ratios to bare loops of the same run."""

import argparse

from benchmarks import rules, table

HELP = "Measure how fast the rule books and the table in memory are."
EXAMPLE = """
./etg bench
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No options: the figures only mean something as ratios within one run."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command has the same shape
    rules.main()
    print()
    table.main()
    return 0
