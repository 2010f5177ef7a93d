pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Hand: two cards upright and the third across below them, as they lie on the felt; more cards stand in a row.
Rectangle {
    id: mirror

    required property string hand
    required property string name
    required property var cards
    required property int points
    required property bool due
    required property string side
    property bool won: false
    readonly property bool classic: side !== ""
    readonly property color tone: side === "player" ? Theme.playerEdge : side === "banker" ? Theme.bankerEdge : Theme.edge
    readonly property color ink: side === "player" ? Theme.playerText : side === "banker" ? Theme.bankerText : Theme.text
    // The largest card of which two stand side by side, and one lies across below.
    readonly property real free: Math.max(1, height - head.height - 3 * Theme.gapSmall)
    readonly property int cardWidth: Math.floor(Math.min((width - 3 * Theme.gap) / 2, (free - Theme.gapSmall) / (Theme.cardRatio + 1)))
    readonly property int cardHeight: Math.round(cardWidth * Theme.cardRatio)

    objectName: "hand." + hand
    radius: Theme.radius
    color: Theme.panel
    border.width: won ? 3 * Theme.line : Theme.line
    border.color: won ? Theme.gold : tone

    Rectangle {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: mirror.border.width }
        height: mirror.classic ? Theme.px(104) : Theme.px(60)
        radius: Theme.radius - mirror.border.width
        color: mirror.side === "player" ? Theme.player : mirror.side === "banker" ? Theme.banker : Theme.panelRaised
        Label {
            anchors { left: parent.left; right: total.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: mirror.name
            color: Theme.text
            font.pixelSize: mirror.classic ? Theme.sizeTitle : Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(18)
        }
        Label {
            id: total
            objectName: "points." + mirror.hand
            anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
            text: mirror.points < 0 ? "–" : mirror.points
            color: mirror.points < 0 ? Theme.text : Theme.goldEdge
            font.pixelSize: mirror.classic ? Theme.sizeDisplay : Theme.sizeHeading
            font.weight: Theme.weightBold
        }
    }
    Item {
        id: felt
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; margins: Theme.gapSmall }
        visible: mirror.classic

        Repeater {
            model: 3
            CardPlace {
                required property int index
                readonly property bool across: index === 2
                width: mirror.cardWidth
                height: mirror.cardHeight
                rotation: across ? 90 : 0
                x: across ? (felt.width - width) / 2 : felt.width / 2 + (index === 0 ? -width - Theme.gapSmall / 2 : Theme.gapSmall / 2)
                y: across ? mirror.cardHeight + Theme.gapSmall + (mirror.cardWidth - mirror.cardHeight) / 2 : 0
                face: mirror.cards[index] ?? ""
                due: mirror.due && index === mirror.cards.length
                lit: mirror.won
            }
        }
    }
    Row {
        anchors { horizontalCenter: parent.horizontalCenter; top: head.bottom; topMargin: Theme.gapSmall }
        visible: !mirror.classic
        spacing: -small / 2
        readonly property int small: Math.floor(Math.min(mirror.free / Theme.cardRatio, 2 * (mirror.width - 2 * Theme.gap) / (mirror.cards.length + 2)))
        Repeater {
            model: mirror.classic ? 0 : mirror.cards.length + (mirror.due ? 1 : 0)
            CardPlace {
                required property int index
                width: parent ? (parent as Row).children.length > 0 ? mirror.smallCard : 1 : 1
                height: Math.round(width * Theme.cardRatio)
                face: mirror.cards[index] ?? ""
                due: index === mirror.cards.length
                lit: mirror.won
            }
        }
    }
    readonly property int smallCard: Math.floor(Math.min(free / Theme.cardRatio, 2 * (width - 2 * Theme.gap) / (cards.length + 2)))
}
