// The felt of Premium Blackjack on the big screen.
BoxFelt {
    pays: qsTr("Blackjack pays 3 to 2") + "\n" + qsTr("Insurance pays 2 to 1") + "\n" + qsTr("Dealer stands on soft 17, and peeks")
}
