// The felt of blackjack.
BoxFelt {}
