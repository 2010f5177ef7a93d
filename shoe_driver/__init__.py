"""The electronic Card Shoe: bytes on a serial line in, cards and faults out, raw evidence kept.

`frames` (bytes) and `link` (what became of the cards) are pure. Independent: imports nothing of ours, and must never
know a game, a Round or a Bet, so that it can be tested and certified on its own.
"""
