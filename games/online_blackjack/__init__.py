"""Classic and Premium Blackjack (rule document 004)."""
