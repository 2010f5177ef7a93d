"""What both ends of the wire must agree on, byte for byte: events, messages, codec, hash chain, ledger, views.

Knows the words that all games share; must never know which game is played, nor whether it runs in the Game Console or
in a Player Terminal.
"""
