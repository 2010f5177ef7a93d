"""How the cluster is started, run and checked by people: the `etg` command, and later the units, keys and backups.

Outermost: it may import every other package, and nothing imports it. It holds no rule and moves no money.
"""
