pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Hand: its cards in a row; or two upright and the third across below them.
Rectangle {
    id: mirror

    required property var row
    readonly property string hand: row.hand
    readonly property string name: row.name
    readonly property var cards: row.cards
    readonly property int points: row.points
    readonly property bool due: row.due
    property bool classic: false        // a third card lies across
    property bool won: false
    property bool voided: false         // what these cards showed does not count
    readonly property var look: Theme.tone(row.tone)
    readonly property int places: cards.length + (due ? 1 : 0)
    readonly property real room: width - 2 * Theme.gapMedium
    readonly property real free: Math.max(1, height - head.height - 3 * Theme.gapSmall)
    // The largest card of which two stand side by side and one lies across below; in a row each covers half the last.
    readonly property int cardWidth: Math.floor(classic
        ? Math.min((room - Theme.gapSmall) / 2, (free - Theme.gapSmall) / (Theme.cardRatio + 1))
        : Math.min(free / Theme.cardRatio, 2 * room / (places + 1)))
    readonly property int cardHeight: Math.round(cardWidth * Theme.cardRatio)

    objectName: "hand." + hand
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: look.edge

    Rectangle {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.line }
        height: mirror.classic ? Theme.px(104) : Theme.px(60)
        radius: Theme.radius - Theme.line
        color: mirror.look.ground
        Label {
            anchors { left: parent.left; right: total.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: mirror.name
            font.pixelSize: mirror.classic ? Theme.sizeTitle : Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: total
            objectName: "points." + mirror.hand
            anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
            text: mirror.points < 0 ? "–" : mirror.points
            color: mirror.points < 0 || mirror.voided ? Theme.text : Theme.goldEdge
            font.strikeout: mirror.voided && mirror.points >= 0
            font.pixelSize: mirror.classic ? Theme.sizeDisplay : Theme.sizeHeading
            font.weight: Theme.weightBold
        }
    }
    Item {
        id: felt
        anchors { horizontalCenter: parent.horizontalCenter; top: head.bottom; topMargin: Theme.gapSmall + (mirror.free - height) / 2 }
        width: mirror.classic ? 2 * mirror.cardWidth + Theme.gapSmall : (mirror.places + 1) * mirror.cardWidth / 2
        height: mirror.cardHeight + (mirror.classic ? Theme.gapSmall + mirror.cardWidth : 0)

        Repeater {
            model: mirror.classic ? 3 : mirror.places
            CardPlace {
                required property int index
                readonly property bool across: mirror.classic && index === 2
                width: mirror.cardWidth
                height: mirror.cardHeight
                rotation: across ? 90 : 0
                x: across ? (felt.width - width) / 2 : index * (mirror.classic ? width + Theme.gapSmall : width / 2)
                y: across ? mirror.cardHeight + Theme.gapSmall + (mirror.cardWidth - mirror.cardHeight) / 2 : 0
                face: mirror.cards[index] ?? ""
                due: mirror.due && index === mirror.cards.length
                lit: mirror.won
                // On the felt, of which less is left through a pale card: it is seen to have been, and not to count.
                opacity: mirror.voided && face !== "" ? Theme.dim / 2 : 1
            }
        }
    }
    // Over everything, so that nothing moves when somebody has won.
    Rectangle {
        objectName: "won." + mirror.hand
        anchors.fill: parent
        visible: mirror.won
        radius: mirror.radius
        color: "transparent"
        border.width: Theme.lineBold
        border.color: Theme.gold
    }
}
