pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What a Hand was in the Round before, small, while the felt waits for Bets. Nothing here is of this Round.
Column {
    id: last

    property string heading: ""
    property string title: ""
    property var hand: ({ cards: [], points: -1 })
    property color tone: Theme.text
    property bool won: false
    property bool mirrored: false       // its texts end at the right
    readonly property int cardWidth: Theme.px(96)

    spacing: Theme.radiusSmall

    Label {
        width: parent.width
        horizontalAlignment: last.mirrored ? Text.AlignRight : Text.AlignLeft
        text: last.heading
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Row {
        anchors { left: last.mirrored ? undefined : parent.left; right: last.mirrored ? parent.right : undefined }
        spacing: Theme.gapSmall
        layoutDirection: last.mirrored ? Qt.LeftToRight : Qt.RightToLeft   // the points towards the middle
        Label {
            height: badge.height
            width: Math.min(implicitWidth, last.width - badge.width - Theme.gapSmall)
            text: last.title
            color: last.tone
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Rectangle {
            id: badge
            width: Theme.px(76)
            height: Theme.px(52)
            radius: Theme.radiusSmall
            color: last.won ? Theme.gold : Theme.panel
            border.width: Theme.line
            border.color: last.won ? Theme.goldEdge : Theme.edge
            Label {
                objectName: last.objectName + ".points"
                anchors.fill: parent
                horizontalAlignment: Text.AlignHCenter
                text: last.hand.points < 0 ? "–" : last.hand.points
                color: last.won ? Theme.goldInk : Theme.text
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
            }
        }
    }
    Row {
        anchors { left: last.mirrored ? undefined : parent.left; right: last.mirrored ? parent.right : undefined }
        spacing: Theme.gapTiny
        Repeater {
            model: last.hand.cards.length
            CardItem {
                required property int index
                width: last.cardWidth
                height: Math.round(width * Theme.cardRatio)
                face: last.hand.cards[index] ?? ""
            }
        }
    }
}
