"""Scanners, which read one card at a time and send it as a line: three ways to write it."""

from typing import Final

from shoe_driver.frames import RANKS
from shoe_driver.lines import line_driver, spell_rank

NUMBER: Final = line_driver("scanner-number", lambda rank, suit: [f"{suit}{RANKS.index(rank) + 1}"])  # D12 is a queen
BARCODE: Final = line_driver(  # 4120, too
    "scanner-barcode", lambda rank, suit: [f"{'SHCD'.index(suit) + 1}{RANKS.index(rank) + 1:02}0"]
)
RANK_SUIT: Final = line_driver(
    "scanner-rank-suit", lambda rank, suit: [text + suit for text in spell_rank(rank)]
)  # 10H
