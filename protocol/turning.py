"""How long a Player may take to turn his cards (003 §3.12), and how long others wait for him.

Only presentation: what was dealt is dealt. Times that terminal, display and panel must agree on, and nothing else.
"""

from typing import Final

CARD_MS: Final = 8_000  # to turn one card; one that nobody touches is turned then, and all the others with it
ALL_MS: Final = 40_000  # since the last card came: then all lie open, and nobody is waited for
# A card lies face down on a public screen for so long before a terminal can have said that its Player turns it: a beat
# and a pulse.
FIRST_MS: Final = 1_800
