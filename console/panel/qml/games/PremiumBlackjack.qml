// The felt of Premium Blackjack, where nobody deals: the panel watches.
BoxFelt {}
