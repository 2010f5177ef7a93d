"""Bee-Tek: lines of suit and rank, as in H10 or CK."""

from typing import Final

from shoe_driver.lines import line_driver, spell_rank

DRIVER: Final = line_driver("bee-tek", lambda rank, suit: [suit + text for text in spell_rank(rank)])
