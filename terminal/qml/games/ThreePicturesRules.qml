import QtQuick
import "../boxes"

// The rules of Three Pictures in our own words.
BoxRules {
    id: rules

    play: [
        ["3.1, 3.13", qsTr("Three cards each, no decisions: a hand that ranks higher than the dealer's wins.")],
        ["3.2", qsTr("An ace counts 1, 2 to 9 their number, a ten and pictures 0. Of the sum only the last digit counts.")],
        ["3.3", qsTr("Three Pictures is the highest hand. Then more points rank higher, and of the same points more pictures.")],
        ["1.9", qsTr("Pictures are king, queen and jack. A ten is none.")],
        ["4.1", qsTr("A win pays 1 to 1, on 6 points 1 to 2. The same ranking as the dealer's returns the bet.")],
        ["3.13.3, 3.13.4", qsTr("Tie pays 8 to 1: the same points as the dealer, also if the hands rank differently. Three Pictures counts 0 points.")],
        ["1.17, 4.1", qsTr("Three Pictures pays 16 to 1 if the box has three pictures, whatever the dealer has.")],
        ["3.9", qsTr("Tie and Three Pictures may be bet on any box on which somebody has a bet.")],
        ["1.15, 3.8", qsTr("Who sits at a box comes first there. If nobody sits there, the highest bet does.")],
        ["3.7, 5.1", qsTr("You may bet behind on any box, up to its limit. Who sits there comes first: then the newest bets behind are returned.")],
        ["3.12", qsTr("Cards are dealt from the dealer's left, the dealer's own last.")]
    ]
    irregular: [
        ["5.1", qsTr("More than the limit on a box is returned before bets are closed.")],
        ["5.2", qsTr("The minimum is that of the box, all bets on it together.")],
        ["5.3", qsTr("If a player leaves, his bets are settled all the same.")],
        ["5.4", qsTr("If the round is interrupted: it is finished if any bet is already won or lost, else it is void.")],
        ["5.5.1", rules.why("5.5.1")],
        ["5.5.2", rules.why("5.5.2")],
        ["5.5.3", rules.why("5.5.3")],
        ["5.5.4", qsTr("Cards dealt incorrectly, and nobody has touched his: the round is void, unless whole hands can be moved.")],
        ["5.5.5", rules.why("5.5.5")],
        ["5.5.6", qsTr("The dealer has a wrong number of cards that cannot be put in order: the round is void, until the next one begins.")],
        ["5.6, 5.10", qsTr("After another dealing error, or two cards at once, every player chooses: play on, or take his bets back.")],
        ["5.8", qsTr("A box with a wrong number of cards is out, and its bets are returned. The others choose: play on, or bets back.")],
        ["5.13", qsTr("A side bet on a box without a bet is returned.")],
        ["5.12", qsTr("Bets count as they stand when bets are closed.")],
        ["5.14", qsTr("A void round returns every bet.")],
        ["5.16", qsTr("What no rule foresees is decided by the Shift Manager.")]
    ]
}
