// The same felt: its side bets are those that the face of Blackjack Plus names.
Blackjack {}
