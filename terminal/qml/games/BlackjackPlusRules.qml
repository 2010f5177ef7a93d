// The same rules with the side bets of Blackjack Plus.
BlackjackRules {
    plus: true
}
