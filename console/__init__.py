"""The Game Console, the one authority of a table: journal, money, windows for bets, the dealer's panel.

Reaches a rule book only through `games.catalog`; must never know a game's words, nor how a Player Terminal looks. The
core is `state` (what is), then `dealing`, `settling`, `orders` and `table` (what is decided), each on the one before.
"""
