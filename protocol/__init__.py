"""What both ends of the wire must agree on, byte for byte: events, messages, codec, hash chain, ledger, views.

Nothing is built here yet. May import `games.cards`, `games.money` and `games.round`; must never know which
game is played, nor whether it runs in the Game Console or in a Player Terminal.
"""
