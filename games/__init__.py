"""The rule books: what the cards mean, who wins and what is paid, each rule with the number of its paragraph.

Pure: imports nothing but itself, msgspec's structs and a few quiet corners of the standard library. Must never
know a clock, a random number, a file, a network or a screen: the same cards give the same answer on every
machine, for ever.
"""
