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
    readonly property int cardWidth: Theme.px(160)
    readonly property int cardHeight: Math.round(cardWidth * Theme.cardRatio)
    readonly property int gap: Theme.gapSmall
    readonly property int headHeight: Theme.px(74)
    readonly property int cardsY: headHeight + Theme.gapTiny
    property var opened: [false, false, false]
    readonly property bool known: hand.cards.every((card, index) => card !== "" && row.opened[index])
    readonly property bool told: hand.cards.length > 0 && hand.points >= 0 && known
    property int up: 0                  // of the cards that the Player turns himself, the first so many

    implicitWidth: 2 * (cardWidth + gap) + cardHeight
    implicitHeight: cardsY + cardHeight

    function open(index: int, isOpen: bool) {
        const next = row.opened.slice()
        next[index] = isOpen
        row.opened = next
    }
    function placeX(index: int): real {
        const first = row.mirrored ? 0 : row.cardHeight + row.gap
        return index < 2 ? first + index * (row.cardWidth + row.gap) : row.mirrored ? 2 * (row.cardWidth + row.gap) : 0
    }

    // Name and points, over the first two cards; the points on the side of the middle.
    Item {
        id: head
        x: row.placeX(0)
        width: 2 * row.cardWidth + row.gap
        height: row.headHeight
        Label {
            x: row.mirrored ? badge.width + row.gap : 0
            width: parent.width - badge.width - row.gap
            height: parent.height
            horizontalAlignment: row.mirrored ? Text.AlignLeft : Text.AlignRight
            text: row.title
            color: row.tone
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Rectangle {
            id: badge
            objectName: row.objectName + ".badge"
            x: row.mirrored ? 0 : parent.width - width
            width: Theme.px(120)
            height: parent.height
            radius: Theme.radius
            color: row.won ? Theme.gold : row.told ? row.ground : Theme.panel
            border.width: row.won ? Theme.lineStrong : Theme.line
            border.color: row.won ? Theme.goldEdge : row.told ? row.edge : Theme.edge
            Label {
                objectName: row.objectName + ".points"
                anchors.centerIn: parent
                width: parent.width
                height: parent.height
                horizontalAlignment: Text.AlignHCenter
                text: row.told ? row.hand.points : "–"
                color: row.won ? Theme.goldInk : row.told ? Theme.text : Theme.textOff
                font.pixelSize: Theme.sizePoints
                font.weight: Theme.weightBold
            }
        }
    }
    Repeater {
        model: 3
        Item {
            id: place
            required property int index
            readonly property string face: row.hand.cards[index] ?? ""
            readonly property bool present: index < row.hand.cards.length
            readonly property bool awaited: row.due && index === row.hand.cards.length
            x: row.placeX(index)
            y: row.cardsY + (index === 2 ? (row.cardHeight - row.cardWidth) / 2 : 0)
            width: index === 2 ? row.cardHeight : row.cardWidth
            height: index === 2 ? row.cardWidth : row.cardHeight

            Rectangle {
                anchors.fill: parent
                // The third place is shown only when a card is to come there.
                visible: !place.present && (place.index < 2 || place.awaited)
                radius: Theme.radiusSmall
                color: Theme.shade
                border.width: place.awaited ? Theme.lineStrong : Theme.line
                border.color: place.awaited ? Theme.gold : Theme.edge
            }
            CardItem {
                id: card
                objectName: row.objectName + ".card." + place.index
                property bool turned: false
                readonly property bool waits: row.squeeze && place.index >= row.up     // for the Player to turn it
                property real come: 1       // 0: at the shoe, 1: on its place
                visible: place.present
                anchors.centerIn: parent
                anchors.horizontalCenterOffset: (1 - come) * (row.mirrored ? -1 : 1) * (row.width - place.x)
                anchors.verticalCenterOffset: -(1 - come) * row.cardWidth
                opacity: Math.min(1, come * 2)
                width: row.cardWidth
                height: row.cardHeight
                rotation: place.index === 2 ? (row.mirrored ? 90 : -90) : 0
                face: place.face
                faceDown: !turned
                lit: row.won
                onOpenChanged: row.open(place.index, card.open)
                Connections {
                    target: place
                    function onPresentChanged() { card.arrive() }
                    function onFaceChanged() { card.arrive() }
                }
                // The time to squeeze is over, or he has turned it: it lies open here, too.
                Connections {
                    target: row
                    function onSqueezeChanged() { card.follow() }
                    function onUpChanged() { card.follow() }
                }
                function follow() {
                    if ((!row.squeeze || place.index < row.up) && place.present && !deal.running)
                        card.turned = true
                }
                Component.onCompleted: card.arrive()
                function arrive() {
                    deal.stop()
                    card.turned = place.present && place.face !== "" && !Theme.motion && !card.waits
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
                    ScriptAction { script: if (!card.waits) card.turned = true }
                }
            }
        }
    }
}
