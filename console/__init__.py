"""The Game Console, the one authority of a table: journal, money, windows for bets, the dealer's panel.

Nothing is built here yet. May import `protocol`, `shoe_driver` and, of the games, only `games.catalog`; must
never know a game's words, nor how a Player Terminal looks.
"""
