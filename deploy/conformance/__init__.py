"""Plays the console against a terminal that somebody else has built, and says rule by rule what it does right."""
