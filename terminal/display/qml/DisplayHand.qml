pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Hand on the big screen: its name, its points, three cards. Made to be read across the room.
Rectangle {
    id: hand

    property string title: ""
    property var cards: []
    property int points: -1
    property bool mirrored: false       // the third card lies outside: left for the Player Hand, right for the Banker Hand
    property bool won: false
    property bool due: false            // the next card comes here
    property bool voided: false         // nothing of this counts any more
    property var lastCards: []          // of the Round before, while no card lies here
    property string lastHeading: ""
    property bool compact: false        // between two Rounds: only the last one, small
    readonly property bool resting: (cards.length === 0 || compact) && lastCards.length > 0
    property color tone: Theme.text
    property color ground: Theme.panel
    property color edge: Theme.edge
    readonly property int cardWidth: Theme.px(186)
    readonly property int cardHeight: Math.round(cardWidth * Theme.cardRatio)
    readonly property int between: Theme.px(16)
    readonly property int margin: Math.round((width - 2 * cardWidth - cardHeight - 2 * between) / 2)
    property var opened: [false, false, false]
    readonly property bool known: cards.length > 0 && revealed
    readonly property bool revealed: cards.every((card, index) => card !== "" && hand.opened[index])

    radius: Theme.px(22)
    color: Theme.panel
    border.width: hand.won ? Theme.px(6) : hand.due ? Theme.px(4) : Theme.line
    border.color: hand.won || hand.due ? Theme.gold : hand.edge

    function open(index: int, isOpen: bool) {
        const next = hand.opened.slice()
        next[index] = isOpen
        hand.opened = next
    }
    function placeX(index: int): real {
        if (index === 2)
            return hand.mirrored ? hand.width - hand.margin - hand.cardHeight : hand.margin
        const first = hand.mirrored ? hand.margin : hand.margin + hand.cardHeight + hand.between
        return first + index * (hand.cardWidth + hand.between)
    }

    Rectangle {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.px(10) }
        height: Theme.px(hand.compact ? 60 : 118)
        radius: Theme.px(16)
        color: hand.ground
        Label {
            objectName: hand.objectName + ".title"
            anchors { fill: parent; leftMargin: hand.mirrored ? badge.width + Theme.gap : Theme.gapLarge; rightMargin: hand.mirrored ? Theme.gapLarge : badge.width + Theme.gap }
            horizontalAlignment: hand.mirrored ? Text.AlignRight : Text.AlignLeft
            text: hand.title
            font.pixelSize: hand.compact ? Theme.sizeTitle : Theme.sizeDisplay
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeBody
        }
        Rectangle {
            id: badge
            objectName: hand.objectName + ".badge"
            anchors { top: parent.top; bottom: parent.bottom }
            x: hand.mirrored ? 0 : parent.width - width
            width: Theme.px(hand.compact ? 0 : 220)
            visible: !hand.compact
            radius: Theme.px(16)
            color: hand.won ? Theme.gold : Theme.bar
            border.width: Theme.px(3)
            border.color: hand.won ? Theme.goldEdge : hand.edge
            Label {
                objectName: hand.objectName + ".points"
                anchors.centerIn: parent
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: hand.known && hand.points >= 0 ? hand.points : "–"
                color: hand.won ? Theme.goldInk : hand.voided ? Theme.textSoft : Theme.text
                font.pixelSize: Theme.sizePointsLarge
                font.weight: Theme.weightBold
                font.strikeout: hand.voided && hand.known
            }
        }
    }
    Item {
        // The last Hand, small: there is nothing else to look at while bets are open.
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
        visible: hand.resting
        Label {
            objectName: hand.objectName + ".last"
            x: hand.mirrored || !hand.compact ? 0 : lastRow.width + Theme.gap
            width: parent.width - (hand.compact ? lastRow.width + Theme.gap : 0)
            height: hand.compact ? parent.height : Theme.px(60)
            horizontalAlignment: hand.compact ? Text.AlignHCenter : hand.mirrored ? Text.AlignRight : Text.AlignLeft
            text: hand.lastHeading
            color: Theme.textSoft
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightStrong
            wrapMode: hand.compact ? Text.WordWrap : Text.NoWrap
            fontSizeMode: hand.compact ? Text.Fit : Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Row {
            id: lastRow
            x: hand.mirrored ? parent.width - width : 0
            y: hand.compact ? (parent.height - height) / 2 : Theme.px(64)
            spacing: hand.between
            Repeater {
                model: hand.resting ? hand.lastCards : []
                CardItem {
                    required property string modelData
                    width: Theme.px(hand.compact ? 90 : 138)
                    height: Math.round(width * Theme.cardRatio)
                    face: modelData
                }
            }
        }
    }
    Repeater {
        model: 3
        Item {
            id: place
            required property int index
            readonly property string face: hand.cards[index] ?? ""
            readonly property bool present: index < hand.cards.length
            x: hand.placeX(index)
            y: Math.round((head.y + head.height + hand.height - hand.cardHeight) / 2) + (index === 2 ? (hand.cardHeight - hand.cardWidth) / 2 : 0)
            width: index === 2 ? hand.cardHeight : hand.cardWidth
            height: index === 2 ? hand.cardWidth : hand.cardHeight

            Rectangle {
                anchors.fill: parent
                visible: !place.present && !hand.resting && !hand.compact
                radius: Theme.px(14)
                color: "transparent"
                border.width: Theme.px(3)
                border.color: hand.due && place.index === hand.cards.length ? Theme.gold : Theme.edgeOff
                opacity: place.index < 2 || hand.due ? 1 : 0.5
            }
            Rectangle {
                // Grey over a card that does not count.
                z: 1
                anchors.fill: parent
                visible: hand.voided && place.present && !hand.compact
                radius: Theme.px(14)
                color: Theme.slate
                opacity: 0.6
            }
            CardItem {
                id: card
                objectName: hand.objectName + ".card." + place.index
                property bool turned: false
                property real come: 1       // 0: at the shoe in the middle of the table, 1: on its place
                visible: place.present && !hand.compact
                anchors.centerIn: parent
                anchors.horizontalCenterOffset: (1 - come) * (hand.mirrored ? -1 : 1) * (hand.width - place.x) * 0.8
                anchors.verticalCenterOffset: -(1 - come) * Theme.px(160)
                opacity: Math.min(1, come * 2)
                width: hand.cardWidth
                height: hand.cardHeight
                rotation: place.index === 2 ? (hand.mirrored ? 90 : -90) : 0
                face: place.face
                faceDown: !turned
                onOpenChanged: hand.open(place.index, card.open)
                Connections {
                    target: place
                    function onPresentChanged() { card.arrive() }
                    function onFaceChanged() { card.arrive() }
                }
                Component.onCompleted: card.arrive()
                function arrive() {
                    deal.stop()
                    card.come = 1
                    card.turned = place.present && place.face !== "" && !Theme.motion
                    if (!place.present)
                        hand.open(place.index, false)
                    else if (Theme.motion)
                        deal.start()
                }
                SequentialAnimation {
                    id: deal
                    NumberAnimation { target: card; property: "come"; from: 0; to: 1; duration: Theme.medium; easing.type: Easing.OutCubic }
                    PauseAnimation { duration: Theme.quick }
                    ScriptAction { script: card.turned = place.face !== "" }
                }
            }
        }
    }
}
