// As Classic Blackjack, but the Dealer peeks, and stands on every 17.
ClassicBlackjack {
    peeks: true
}
