pragma ComponentBehavior: Bound
import QtQuick

// The cards of one Hand, as many as there are, laid over each other as far as the room wants it. "": a card face down.
Item {
    id: fan

    property var cards: []
    property int cardWidth: Theme.px(84)
    property real room: width           // that they may take
    property real apart: 0.45           // of a card, at most
    property bool out: false            // pale: it does not play any more
    property bool due: false            // the next card goes here
    readonly property int count: cards.length + (due ? 1 : 0)
    readonly property real step: count < 2 ? 0 : Math.min(cardWidth * apart, (room - cardWidth) / (count - 1))
    readonly property real taken: count === 0 ? 0 : cardWidth + (count - 1) * step

    implicitWidth: taken
    implicitHeight: Math.round(cardWidth * Theme.cardRatio)

    Repeater {
        model: fan.cards.length
        CardItem {
            required property int index
            x: index * fan.step
            width: fan.cardWidth
            height: Math.round(width * Theme.cardRatio)
            face: fan.cards[index] ?? ""
            faceDown: face === ""
            // Each for itself: seen through, those that lie over each other could not be read.
            Rectangle {
                anchors.fill: parent
                visible: fan.out
                radius: width * 0.07
                color: Theme.bar
                opacity: 0.5
            }
        }
    }
    Rectangle {
        x: fan.cards.length * fan.step
        visible: fan.due
        width: fan.cardWidth
        height: Math.round(width * Theme.cardRatio)
        radius: Theme.radiusSmall
        color: Theme.shade
        border.width: Theme.line
        border.color: Theme.gold
    }
}
