"""The deterministic simulator: whole tables under a seeded clock, network and shoe, for tests, labs and trainers.

Nothing of that is built here yet. Outermost: may import every package; nothing but `deploy` may import it.
"""
