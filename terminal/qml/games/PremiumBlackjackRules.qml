// As Classic Blackjack, but the dealer peeks.
ClassicBlackjackRules {
    peeks: true
}
