pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The felt of a game that has none here: its cards, Hand by Hand. The middle is left to what happens.
Item {
    id: felt

    required property var screen        // Display

    Flow {
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom; margins: Theme.gap }
        width: Theme.px(746)
        spacing: Theme.gap
        opacity: felt.screen.live ? 1 : Theme.dim
        Repeater {
            model: Object.keys(felt.screen.shown.hands)
            Row {
                id: hand
                required property string modelData
                readonly property var held: felt.screen.shown.hands[modelData] ?? ({ cards: [], points: -1 })
                objectName: "hand." + modelData
                spacing: Theme.px(8)
                Label {
                    text: felt.screen.vm.word("spot", hand.modelData, Qt.uiLanguage) + (hand.held.points < 0 ? "" : " " + hand.held.points)
                    font.pixelSize: Theme.sizeHeading
                }
                Repeater {
                    model: hand.held.cards.length
                    CardItem {
                        required property int index
                        width: Theme.px(90)
                        height: Math.round(width * Theme.cardRatio)
                        face: hand.held.cards[index] ?? ""
                    }
                }
            }
        }
    }
}
