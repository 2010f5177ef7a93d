"""The electronic Card Shoe: bytes on a serial line in, cards and faults out, raw evidence kept.

`makes/` has one file for each make (its bytes to frames and back); `link` says what became of the cards. Both are pure.
Independent: imports nothing of ours, and must never know a game, a Round or a Bet, so that it can be tested and
certified on its own.
"""
