"""A second opinion of the whole table: given what the Game Console was told, in the order in which it took it, this
says what must follow, and an examiner lays that beside every commit and every message.

Written from the rule text (001), the readings of it and the design, and not from the cores: nothing of `console` or
`terminal`, of the moves, the ledger, the picture or the rule books is imported (`tests/test_architecture.py`). An
unjust no is as much an objection as an unjust yes; so is a thing done without its cause, and a line that is missing.
"""
