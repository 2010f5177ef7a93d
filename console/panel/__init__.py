"""The dealer panel, a client process like any other: it imports nothing of the rest of the console."""
