// The felt of Classic Blackjack, where nobody deals: the panel watches.
BoxFelt {}
