import "../boxes"

// The felt of blackjack.
BoxFelt {
    pays: [qsTr("Blackjack pays 3 to 2"), qsTr("Insurance pays 2 to 1")]
}
