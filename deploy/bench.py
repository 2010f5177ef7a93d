"""`etg bench`: how fast the rule books are, as ratios to bare loops measured in the same run."""

import argparse

from benchmarks.rules import main

HELP = "Measure how fast the rule books are."
EXAMPLE = """
./etg bench
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No options: the figures only mean something as ratios within one run."""


def run(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command has the same shape
    main()
    return 0
