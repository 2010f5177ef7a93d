pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One box: who decides and how many stand behind, what lies on it, its Hands as rows, how it stands.
Rectangle {
    id: tile

    required property var vm
    property var box: ({ box: 0, coin: "", name: "", seated: false, standing: 0, totalText: "", hands: [], state: "", fate: "", active: false, may: [] })
    property string due: ""
    property bool asked: false
    property bool named: false          // a Hand has a name, which may be long

    radius: Theme.radius
    color: Theme.panel
    border.width: box.active || asked ? Theme.lineStrong : Theme.line
    border.color: box.active || asked ? Theme.gold : Theme.edge
    opacity: box.name === "" && box.totalText === "" ? Theme.dim : 1

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapSmall }
        // Of several coins which: it stands in a line of its own, with the amount.
        readonly property bool coined: tile.box.coin !== "" && sum.text !== ""
        height: Theme.px(coined ? 114 : 44)
        BoxDisc {
            id: disc
            number: tile.box.box
            mine: tile.box.active
        }
        Label {
            objectName: tile.objectName + ".name"
            anchors { left: disc.right; right: sum.text === "" || head.coined ? parent.right : sum.left; leftMargin: Theme.radiusSmall; rightMargin: Theme.gapTiny; verticalCenter: disc.verticalCenter }
            text: (tile.box.name === "" ? qsTr("Free") : tile.box.name) + (tile.box.standing > 0 ? " +" + tile.box.standing : "")
            color: tile.box.name === "" ? Theme.textOff : Theme.text
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Coin {
            id: coin
            anchors { left: parent.left; bottom: parent.bottom }
            visible: head.coined
            width: Theme.px(66)
            code: tile.box.coin
        }
        Label {
            id: sum
            objectName: tile.objectName + ".total"
            anchors { right: parent.right; verticalCenter: head.coined ? coin.verticalCenter : disc.verticalCenter }
            width: head.coined ? parent.width - coin.width - Theme.gapTiny : Theme.px(84)
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
        // A Hand that is alone has the whole width for its cards, and its total below them.
        readonly property bool alone: many === 1
        readonly property int each: many === 0 ? 0 : Math.min(Theme.px(alone ? 216 : 170), (tile.height - head.height - Theme.px(96) - (may.visible ? Math.max(0, may.height - Theme.px(44)) : 0)) / many)
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
                    x: Theme.gapTiny
                    y: hands.alone ? 0 : (one.height - height) / 2
                    height: implicitHeight
                    cardWidth: Math.min(Theme.px(100), Math.floor((one.height - Theme.px(hands.alone && head.coined ? 64 : 10)) / Theme.cardRatio))
                    room: one.width - (hands.alone ? 2 * Theme.gapTiny : Theme.px(92))
                    apart: hands.alone ? 0.6 : 0.45
                    cards: one.hand.cards
                    out: one.hand.out
                    due: tile.due !== "" && tile.due === one.hand.hand
                }
                Total {
                    objectName: tile.objectName + ".hand." + one.index
                    x: one.width - width - Theme.gapTiny
                    y: hands.alone ? one.height - height : (one.height - height) / 2
                    width: Theme.px(80)
                    height: Math.min(Theme.px(56), one.height - Theme.px(4))
                    text: one.hand.total
                    active: one.hand.active
                    out: one.hand.out
                }
            }
        }
    }
    // What may be decided for this box now: that it plays, its frame says.
    Grid {
        id: may
        readonly property int cell: Math.floor((width - spacing) / 2)
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        columns: 2
        spacing: Theme.px(6)
        visible: tile.box.may.length > 0
        Repeater {
            model: tile.box.may
            Rectangle {
                id: choice
                required property string modelData
                required property int index
                width: may.cell
                height: Theme.px(34)
                radius: Theme.radiusSmall
                color: "transparent"
                border { width: Theme.line; color: Theme.gold }
                Label {
                    objectName: tile.objectName + ".may." + choice.index
                    anchors { fill: parent; leftMargin: Theme.px(2); rightMargin: Theme.px(2) }
                    horizontalAlignment: Text.AlignHCenter
                    verticalAlignment: Text.AlignVCenter
                    text: tile.vm.word("spot", choice.modelData, Qt.uiLanguage)
                    color: Theme.gold
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
    StateLine {
        objectName: tile.objectName + ".state"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        height: Theme.px(tile.named ? 64 : 44)
        wraps: tile.named
        visible: text !== "" && !may.visible
        active: tile.box.active
        text: tile.box.state === "" ? "" : tile.vm.word("spot", tile.box.state, Qt.uiLanguage)
        key: tile.box.state
        fate: tile.box.fate
    }
}
