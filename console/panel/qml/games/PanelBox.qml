pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One box: who decides and how many stand behind, what lies on it, its Hands as rows, how it stands.
Rectangle {
    id: tile

    required property var vm
    property var box: ({ box: 0, name: "", seated: false, standing: 0, totalText: "", hands: [], state: "", active: false })
    property string due: ""
    property bool asked: false
    readonly property var signs: ({ plays: "play", waits: "bars", next: "bars", asked: "bars", blackjack: "star", surrendered: "stroke", bust: "stroke", withdrawn: "stroke" })

    radius: Theme.radius
    color: Theme.panel
    border.width: box.active || asked ? Theme.lineStrong : Theme.line
    border.color: box.active || asked ? Theme.gold : Theme.edge
    opacity: box.name === "" && box.totalText === "" ? Theme.dim : 1

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapSmall }
        height: Theme.px(44)
        BoxDisc {
            id: disc
            anchors.verticalCenter: parent.verticalCenter
            number: tile.box.box
            mine: tile.box.active
        }
        Label {
            objectName: tile.objectName + ".name"
            anchors { left: disc.right; right: sum.left; leftMargin: Theme.radiusSmall; rightMargin: Theme.gapTiny; verticalCenter: parent.verticalCenter }
            text: (tile.box.name === "" ? qsTr("Free") : tile.box.name) + (tile.box.standing > 0 ? " +" + tile.box.standing : "")
            color: tile.box.name === "" ? Theme.textOff : Theme.text
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: sum
            objectName: tile.objectName + ".total"
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: Theme.px(84)
            horizontalAlignment: Text.AlignRight
            text: tile.box.totalText
            color: Theme.gold
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    // Placed by hand: a positioner would come a frame later.
    Item {
        id: hands
        readonly property int many: tile.box.hands.length
        readonly property int each: many === 0 ? 0 : Math.min(Theme.px(170), (tile.height - head.height - Theme.px(96)) / many)
        anchors { left: parent.left; right: parent.right; top: head.bottom; margins: Theme.gapSmall }
        Repeater {
            model: hands.many
            Rectangle {
                id: one
                required property int index
                readonly property var hand: tile.box.hands[index] ?? ({ hand: "", cards: [], total: "", active: false, out: false })
                y: index * hands.each
                width: hands.width
                height: hands.each
                radius: Theme.radiusSmall
                color: "transparent"
                border.width: hand.active && hands.many > 1 ? Theme.lineStrong : 0
                border.color: Theme.gold
                Fan {
                    anchors { left: parent.left; leftMargin: Theme.gapTiny; verticalCenter: parent.verticalCenter }
                    cardWidth: Math.min(Theme.px(92), Math.floor((one.height - Theme.px(10)) / Theme.cardRatio))
                    room: one.width - Theme.px(92)
                    cards: one.hand.cards
                    out: one.hand.out
                    due: tile.due !== "" && tile.due === one.hand.hand
                }
                Total {
                    objectName: tile.objectName + ".hand." + one.index
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter; rightMargin: Theme.gapTiny }
                    width: Theme.px(80)
                    height: Math.min(Theme.px(56), one.height)
                    text: one.hand.total
                    active: one.hand.active
                    out: one.hand.out
                }
            }
        }
    }
    StateLine {
        objectName: tile.objectName + ".state"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        height: Theme.px(44)
        visible: text !== ""
        active: tile.box.active
        text: tile.box.state === "" ? "" : tile.vm.word("spot", tile.box.state, Qt.uiLanguage)
        sign: tile.signs[tile.box.state] ?? "tick"
    }
}
