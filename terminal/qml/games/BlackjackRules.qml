import QtQuick
import "../boxes"

// The rules of blackjack in our own words, each with the number of its paragraph: how it is played, or what happens if
// something goes wrong. In Blackjack Plus some stand one number higher, and the side bets are others.
BoxRules {
    id: rules

    property bool plus: false
    number: numbers => !rules.plus ? numbers : numbers.replace(/\b3\.(1[4-9]|2[0-3])\b/g, (whole, number) => "3." + (Number(number) + 1))

    readonly property var sides: plus ? [
        ["3.14, 4.1.2", qsTr("RWS Pairs: the first two cards of the box are a pair. Aces of one suit pay 50 to 1, another pair of one suit 20 to 1, of one colour 12 to 1, else 6 to 1.")],
        ["3.26, 4.1.3", qsTr("Boom Busted: the dealer has too many. With 3 or 4 cards it pays 2 to 1, with 5 cards 4 to 1, 6 cards 12 to 1, 7 cards 50 to 1, 8 or more 200 to 1.")]
    ] : [
        ["3.13.1", qsTr("Player Pair: the first two cards of the box have the same rank.")],
        ["3.13.2", qsTr("Under 13 and Over 13: the first two cards, an ace counting 1. Exactly 13 loses both. At most your own bet on the box.")]
    ]
    play: [
        ["3.1, 3.2", qsTr("Come nearer to 21 than the dealer, not over it. Pictures count 10, an ace 1 or 11.")],
        ["1.2, 3.15", qsTr("An ace with a card of 10 as the first two is a Blackjack: it pays 3 to 2.")],
        ["1.26, 3.8", qsTr("Who sits at a box decides for it. If nobody sits there, the highest bet decides.")],
        ["3.6, 3.7, 5.1", qsTr("You may bet behind on any box, up to its limit. Who sits there comes first: then the newest bets behind are returned.")],
        ...sides,
        ["3.14", qsTr("If the dealer shows an ace, you may insure up to half of each bet, or take even money for a Blackjack.")],
        ["3.16", qsTr("If he shows no ace, the box may surrender before any third card: half of the bet comes back.")],
        ["3.17 – 3.20", qsTr("Draw as often as you like up to 21. Below 12 a hand must draw; over 21 it has lost.")],
        ["3.21", qsTr("Two cards of the same value may be split, up to four hands. Aces only once, with one card each.")],
        ["3.22", qsTr("The first two cards may be doubled, for as much as your bet or less: one more card.")],
        ["3.21.1, 3.22.1", qsTr("Who bets behind may follow a split or a double, or not. Then he stays on the first hand, or gets the one card all the same.")],
        ["3.23", qsTr("The dealer draws to 16 and stands on 17. The same total returns the bet.")],
        ["3.21.3, 3.22.2", qsTr("If the dealer has a Blackjack, splits and doubles lose only the first bet.")],
        ["1.17, 3.13", qsTr("Side bets, Blackjacks and surrenders are paid before the third cards.")]
    ]
    irregular: [
        ["5.1", qsTr("More than the limit on a box is returned before bets are closed.")],
        ["5.2", qsTr("The minimum is that of the box, all bets on it together.")],
        ["5.3", qsTr("If a player leaves and is alone on his box, it draws to 12 or more.")],
        ["5.4", qsTr("If the round is interrupted: it is finished if any bet is already won or lost, else it is void.")],
        ["5.5.1", rules.why("5.5.1")],
        ["5.5.2", rules.why("5.5.2")],
        ["5.5.3", rules.why("5.5.3")],
        ["5.5.4", rules.why("5.5.4")],
        ["5.6, 5.13", qsTr("Once the next round has begun, earlier rounds stand.")],
        ["5.7", qsTr("After a dealing error every player chooses: play on, or take his bets back.")],
        ["5.9, 5.10", qsTr("Cards in a wrong order are put in order, but not after payments. A card too many of the dealer is discarded.")],
        ["5.12", qsTr("Of two cards drawn at once the player chooses which comes first.")],
        ["5.15", qsTr("A side bet on a box without a bet is returned.")],
        ["5.14", qsTr("Bets count as they stand when bets are closed.")],
        ["5.17", qsTr("A void round returns every bet.")],
        ["5.19", qsTr("What no rule foresees is decided by the Shift Manager.")]
    ]
}
