"""The deterministic simulator: whole tables under a seeded clock, network and shoe, for tests, labs and trainers.

So far only many Rounds in a row through the rule books (`shuffled_shoes`, `box_games`).
Outermost: may import every package; nothing but `deploy` may import it.
"""
