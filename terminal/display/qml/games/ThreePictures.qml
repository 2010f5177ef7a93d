// The felt of Three Pictures on the big screen.
BoxFelt {
    named: true
    pays: qsTr("On 6 points pays 1 to 2") + "\n" + qsTr("Tie pays 8 to 1") + "\n" + qsTr("Three Pictures pays 16 to 1")
}
