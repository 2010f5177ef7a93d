import ".."

// The felt of a game that has none here: its cards, Hand by Hand.
Mirror {}
