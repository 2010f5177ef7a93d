// The same felt: its pay table stands beside it.
Blackjack {}
