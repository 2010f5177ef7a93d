// The felt of Classic Blackjack on the big screen.
BoxFelt {
    pays: qsTr("Blackjack pays 3 to 2") + "\n" + qsTr("Insurance pays 2 to 1") + "\n" + qsTr("Dealer hits soft 17, no peeking")
}
