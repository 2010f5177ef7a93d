// The same felt.
Blackjack {}
