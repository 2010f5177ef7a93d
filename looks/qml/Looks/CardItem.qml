import QtQuick

// One card on the felt. It turns over when faceDown changes. The face is "" until it may be known: then nothing can turn
// it. Only presentation: it decides nothing.
Item {
    id: card

    property string face: ""            // as games.cards writes it: 9S, TD
    property bool faceDown: false
    property bool turns: true           // to be seen; false: it lies open at once
    property bool lit: false            // part of what has won
    readonly property bool open: turn === 1

    property real turn: up ? 1 : 0      // 0 the back, 1 the face, and on its edge between
    readonly property bool up: face !== "" && !faceDown

    implicitWidth: Theme.cardWidth
    implicitHeight: Math.round(width * Theme.cardRatio)

    Behavior on turn { enabled: card.turns; NumberAnimation { duration: Theme.slow; easing.type: Easing.InOutQuad } }
    Item {
        id: body
        anchors.fill: parent
        // A turn about the upright axis is a card that grows narrow and wide again: right with every renderer.
        transform: Scale {
            origin.x: body.width / 2
            xScale: Math.max(0.01, Math.abs(Math.cos(Math.PI * card.turn)))
        }
        Shadow {}
        Image {
            anchors.fill: parent
            source: card.turn > 0.5 && card.face !== "" ? "image://looks/card/" + card.face : "image://looks/back"
            sourceSize: Qt.size(card.width, card.height)
            smooth: true
        }
        Rectangle {
            visible: card.lit
            anchors.fill: parent
            anchors.margins: -Theme.px(4)
            radius: card.width * 0.09
            color: "transparent"
            border.width: Theme.px(5)
            border.color: Theme.gold
        }
    }
}
