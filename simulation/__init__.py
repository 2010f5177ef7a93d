"""The deterministic simulator: whole tables under a seeded clock, network and shoe, for tests, labs and trainers.

`shuffled_shoes` and `box_games` play many Rounds through the rule books; everything else is the whole cluster on the
production cores (`run` is the way in).
Outermost: may import every package; nothing but `deploy` may import it.
"""
