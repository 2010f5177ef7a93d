"""The public screen: a follower without money. It imports nothing of the rest of the terminal."""
