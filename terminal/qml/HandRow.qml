pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Hand: its name, its points, and places for three cards, the third across. Cards come from the shoe in the middle
// of the table, lie for a moment on their faces and are turned.
Item {
    id: row

    property string title: ""
    property var hand: ({ cards: [], points: -1 })
    property bool mirrored: false       // the third card lies outside: left for the Player Hand, right for the Banker Hand
    property color tone: Theme.text
    property color ground: Theme.panel
    property color edge: Theme.edge
    property bool won: false
    property bool due: false            // the next card comes here
    property bool squeeze: false
    property int squeezeMs: 8000
    readonly property int cardWidth: Theme.px(158)
    readonly property int cardHeight: Math.round(cardWidth * Theme.cardRatio)
    readonly property int gap: Theme.px(16)
    property var opened: [false, false, false]
    readonly property bool known: hand.cards.every((card, index) => card !== "" && row.opened[index])
    signal cue(string name)

    function open(index: int, isOpen: bool) {
        const next = row.opened.slice()
        next[index] = isOpen
        row.opened = next
    }
    function placeX(index: int): real {
        const first = row.mirrored ? badge.width + Theme.px(24) : row.cardHeight + row.gap
        return index < 2 ? first + index * (row.cardWidth + row.gap) : row.mirrored ? first + 2 * (row.cardWidth + row.gap) : 0
    }

    Label {
        id: heading
        x: row.placeX(0)
        width: 2 * row.cardWidth + row.gap
        height: Theme.px(48)
        horizontalAlignment: Text.AlignHCenter
        text: row.title
        color: row.tone
        font.pixelSize: Theme.px(38)
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(20)
    }
    Rectangle {
        id: badge
        objectName: row.objectName + ".badge"
        x: row.mirrored ? 0 : parent.width - width
        y: heading.height + Theme.px(10)
        width: Theme.px(112)
        height: row.cardHeight
        radius: Theme.radius
        color: row.won ? Theme.gold : row.ground
        border.width: row.won ? Theme.px(4) : Theme.line
        border.color: row.won ? Theme.goldEdge : row.edge
        Label {
            objectName: row.objectName + ".points"
            anchors.centerIn: parent
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: row.hand.cards.length > 0 && row.hand.points >= 0 && row.known ? row.hand.points : "–"
            color: row.won ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.px(92)
            font.weight: Theme.weightBold
        }
    }
    Repeater {
        model: 3
        Item {
            id: place
            required property int index
            readonly property string face: row.hand.cards[index] ?? ""
            readonly property bool present: index < row.hand.cards.length
            x: row.placeX(index)
            y: heading.height + Theme.px(10) + (index === 2 ? (row.cardHeight - row.cardWidth) / 2 : 0)
            width: index === 2 ? row.cardHeight : row.cardWidth
            height: index === 2 ? row.cardWidth : row.cardHeight

            Rectangle {
                anchors.fill: parent
                visible: !place.present
                radius: Theme.px(12)
                color: "#14000000"
                border.width: Theme.line
                border.color: row.due && place.index === row.hand.cards.length ? Theme.gold : Theme.edge
                opacity: place.index === 2 && !row.due ? 0.45 : 1
            }
            CardItem {
                id: card
                objectName: row.objectName + ".card." + place.index
                property bool turned: false
                property real come: 1       // 0: at the shoe, 1: on its place
                visible: place.present
                anchors.centerIn: parent
                anchors.horizontalCenterOffset: (1 - come) * (row.mirrored ? -1 : 1) * (row.width - place.x)
                anchors.verticalCenterOffset: -(1 - come) * Theme.px(180)
                opacity: Math.min(1, come * 2)
                width: row.cardWidth
                height: row.cardHeight
                rotation: place.index === 2 ? (row.mirrored ? 90 : -90) : 0
                face: place.face
                faceDown: !turned
                squeezable: row.squeeze
                autoRevealMs: row.squeeze ? row.squeezeMs : 0
                lit: row.won
                onPeeled: card.turned = true
                onOpenChanged: row.open(place.index, card.open)
                Connections {
                    target: place
                    function onPresentChanged() { card.arrive() }
                    function onFaceChanged() { card.arrive() }
                }
                // The time to squeeze is over: what still lies on its face is turned for the Player.
                Connections {
                    target: row
                    function onSqueezeChanged() {
                        if (!row.squeeze && place.present && !deal.running)
                            card.turned = true
                    }
                }
                Component.onCompleted: card.arrive()
                function arrive() {
                    deal.stop()
                    card.turned = place.present && place.face !== "" && !Theme.motion && !row.squeeze
                    if (!place.present) {
                        row.open(place.index, false)
                        return
                    }
                    card.come = Theme.motion ? 0 : 1
                    if (Theme.motion)
                        deal.start()
                }
                SequentialAnimation {
                    id: deal
                    NumberAnimation { target: card; property: "come"; to: 1; duration: Theme.medium; easing.type: Easing.OutCubic }
                    PauseAnimation { duration: Theme.quick }
                    ScriptAction { script: if (!row.squeeze) card.turned = true }
                }
            }
        }
    }
}
