pragma ComponentBehavior: Bound
import QtQuick
import Looks
import "../boxes"

// The felt of Classic Blackjack, where nobody deals: everybody plays alone against the Dealer, with one Hand or two.
BoxFelt {
    id: felt

    property bool peeks: false          // the Dealer looks at the hole card, and stands on every 17
    readonly property var mine: felt.tile.hands ?? []

    alone: true
    pays: [qsTr("Blackjack pays 3 to 2"), qsTr("Insurance pays 2 to 1")]
    deskTitle: felt.betting ? qsTr("Your play") : felt.mine.length > 1 ? qsTr("Your hands") : qsTr("Your hand")
    deskNote: felt.mine.length > 1 ? qsTr("split once, and no more") : ""
    place: qsTr("Your Initial Play")
    handNames: [qsTr("First hand"), qsTr("Second hand")]
    said: [qsTr("You play alone against the dealer."), qsTr("Six decks are shuffled before each round.")]
    known: Component {
        Slip {
            vm: felt.vm
            boxed: false
        }
    }
    printed: Component {
        Rectangle {
            id: box
            readonly property var lines: [
                [qsTr("Blackjack pays"), qsTr("3 to 2")],
                [qsTr("Insurance, exactly half, pays"), qsTr("2 to 1")],
                [qsTr("Dealer on soft 17"), felt.peeks ? qsTr("stands") : qsTr("hits")],
                [qsTr("Peeking under ace or ten"), felt.peeks ? qsTr("yes") : qsTr("none")],
                [qsTr("Split"), qsTr("once")]
            ]
            objectName: "house"
            radius: Theme.radius
            color: Theme.panel
            border.width: Theme.line
            border.color: Theme.edge
            Label {
                id: heading
                objectName: "house.title"
                anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
                height: Theme.px(40)
                text: felt.peeks ? qsTr("Premium rules") : qsTr("Classic rules")
                color: Theme.gold
                font.pixelSize: Theme.sizeBody
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Column {
                id: rows
                anchors { left: parent.left; right: parent.right; top: heading.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
                Repeater {
                    model: box.lines
                    Item {
                        id: row
                        required property var modelData
                        required property int index
                        width: parent ? parent.width : 0
                        height: Theme.px(32)
                        Label {
                            objectName: "house." + row.index + ".name"
                            width: parent.width * 0.72
                            height: parent.height
                            text: row.modelData[0]
                            font.pixelSize: Theme.sizeSmall
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                        Label {
                            objectName: "house." + row.index
                            x: parent.width * 0.73
                            width: parent.width * 0.27
                            height: parent.height
                            horizontalAlignment: Text.AlignRight
                            text: row.modelData[1]
                            font.pixelSize: Theme.sizeSmall
                            font.weight: Theme.weightBold
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                    }
                }
            }
            Label {
                objectName: "house.all"
                anchors { left: rows.left; right: rows.right; top: rows.bottom }
                height: Theme.px(58)
                text: qsTr("Dealer's Blackjack takes all, doubles and splits too")
                color: Theme.textSoft
                font.pixelSize: Theme.sizeLeast     // on two lines, in whichever language
                wrapMode: Text.WordWrap
            }
        }
    }
}
