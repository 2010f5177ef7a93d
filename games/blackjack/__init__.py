"""Blackjack (rule document 003), and Blackjack Plus (000) as its variant."""
