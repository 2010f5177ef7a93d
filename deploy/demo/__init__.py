"""The theatre: a whole table of real processes, its bots, its stories and its pictures."""
