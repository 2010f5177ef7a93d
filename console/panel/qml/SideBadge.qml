import QtQuick
import Looks

// A letter in the colour of the side: Player, Banker, Tie. The letter says it without the colour.
Rectangle {
    id: badge

    property string side: ""
    //: One letter each for Player, Banker and Tie
    readonly property string letter: ({ player: qsTr("P"), banker: qsTr("B"), tie: qsTr("T") })[side] ?? ""

    width: Theme.px(44)
    height: width
    radius: width / 2
    visible: letter !== ""
    color: side === "player" ? Theme.player : side === "banker" ? Theme.banker : Theme.tie
    border.width: Theme.line
    border.color: side === "player" ? Theme.playerEdge : side === "banker" ? Theme.bankerEdge : Theme.tieEdge

    Label {
        anchors.centerIn: parent
        text: badge.letter
        font.pixelSize: Math.round(badge.width / 2)
        font.weight: Theme.weightBold
    }
}
