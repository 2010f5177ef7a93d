import "../boxes"

// The felt of Classic Blackjack, where nobody deals.
BoxFelt {
    pays: qsTr("Blackjack pays 3 to 2 · Insurance pays 2 to 1")
}
