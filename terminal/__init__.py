"""A Player Terminal: shows the table, asks for bets, and keeps a durable copy of what the console published.

May import `protocol` and, of the games, only `games.catalog`; must never know the console or the shoe, and never
decides what becomes of a stake.
"""
