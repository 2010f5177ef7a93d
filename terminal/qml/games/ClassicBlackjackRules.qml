import QtQuick
import "../boxes"

// The rules of Classic and Premium Blackjack in our own words, each with the number of its paragraph.
BoxRules {
    id: rules

    property bool peeks: false

    play: [
        ["2.1, 2.2", qsTr("Come nearer to 21 than the dealer, not over it. Pictures count 10, an ace 1 or 11.")],
        ["2.1.b", qsTr("Nobody deals: six decks are shuffled by software before each round, and you can check that nobody chose the order.")],
        ["2.1.c", qsTr("The dealer's second card is hidden until all hands are completed.")],
        ["2.5.c", qsTr("If the dealer shows an ace, you may insure exactly half of your play. It pays 2 to 1.")],
        ["2.10", qsTr("With a Blackjack against an ace you may take Even Play instead: you win exactly your play, at once.")],
        ["2.7", qsTr("Any two cards but a Blackjack may be doubled: one more card.")],
        ["2.8", qsTr("Two cards of the same value may be split, once in a round. Aces get one card each.")],
        ["2.1.e, 2.9", rules.peeks ? qsTr("The dealer stands on every 17, and looks at his hidden card under an ace or a ten.") : qsTr("The dealer hits a soft 17, and does not look at his hidden card.")],
        ["2.4, 2.6", qsTr("A Blackjack pays 3 to 2, any other win 1 to 1. The same total returns the play.")]
    ]
    irregular: [
        ["2.1", qsTr("If this terminal fails, the round goes on: registered bets are settled as ever, bets not registered are returned.")],
        ["2.1.b", qsTr("If the House cannot show its secret number, the round is void and every bet is returned.")],
        ["3", qsTr("You may exclude yourself from play at any time.")],
        ["4, 5", qsTr("These are our own words: the official rules, as they now stand, prevail.")]
    ]
}
