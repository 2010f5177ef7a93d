pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Rounds of this shoe that are over, the last one first, with their cards; the last one can still be put right.
Item {
    id: page

    required property var panel

    Box {
        id: box
        anchors { left: parent.left; right: last.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.px(16) }
        title: qsTr("Rounds of this shoe")
        Label {
            visible: list.count === 0
            text: qsTr("None yet.")
            color: Theme.textSoft
        }
        ListView {
            id: list
            anchors.fill: parent
            clip: true
            cacheBuffer: 0
            snapMode: ListView.SnapToItem
            boundsBehavior: Flickable.StopAtBounds
            model: page.panel.past
            delegate: Item {
                id: past
                required property int roundNo
                required property var hands
                required property bool isVoid
                required property string winner
                required property string winnerName
                required property int points
                objectName: "past." + roundNo
                width: list.width
                height: Math.floor(list.height / 5)
                Label {
                    id: number
                    anchors { left: parent.left; verticalCenter: parent.verticalCenter }
                    width: Theme.px(90)
                    text: past.roundNo
                    font.pixelSize: Theme.sizeHeading
                    font.weight: Theme.weightBold
                }
                Row {
                    anchors { left: number.right; verticalCenter: parent.verticalCenter }
                    spacing: Theme.gapLarge
                    Repeater {
                        model: past.hands
                        Row {
                            id: hand
                            required property var modelData
                            spacing: Theme.gapTiny
                            Repeater {
                                model: 3
                                CardPlace {
                                    required property int index
                                    width: Theme.px(78)
                                    height: Math.round(width * Theme.cardRatio)
                                    opacity: face === "" ? 0 : 1
                                    face: hand.modelData.cards[index] ?? ""
                                }
                            }
                            Label {
                                anchors.verticalCenter: parent.verticalCenter
                                width: Theme.px(36)
                                text: hand.modelData.points < 0 ? "" : hand.modelData.points
                                color: hand.modelData.side === "player" ? Theme.playerText : Theme.bankerText
                                font.pixelSize: Theme.sizeHeading
                                font.weight: Theme.weightBold
                            }
                        }
                    }
                }
                Label {
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    width: Theme.px(170)
                    horizontalAlignment: Text.AlignRight
                    text: past.isVoid ? qsTr("Void") : past.winnerName
                    color: past.isVoid ? Theme.warn : past.winner === "player" ? Theme.playerText : past.winner === "banker" ? Theme.bankerText : Theme.tieText
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(16)
                }
                Rectangle { anchors.bottom: parent.bottom; width: parent.width; height: 1; color: Theme.edge; opacity: 0.6 }
            }
        }
    }
    Box {
        id: last
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(560)
        title: qsTr("The last round")
        Steps {
            id: doing
            anchors { left: parent.left; right: parent.right; top: parent.top }
            panel: page.panel
            keys: ["correct", "void_settled", "record_ruling"]
            prefix: "rounds."
        }
        Label {
            anchors { left: parent.left; right: parent.right; top: doing.bottom; topMargin: Theme.gap }
            text: qsTr("A round that is settled can be corrected or voided until the next one begins, by a Supervisor and a second person. Later rounds are never touched.")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.WordWrap
        }
    }
}
