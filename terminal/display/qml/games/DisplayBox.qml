pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One box on the big screen: its number, who sits there, what lies on it, its Hands and how they stand.
Rectangle {
    id: tile

    required property var vm
    property var box: ({ box: 0, coin: "", name: "", players: 0, totalText: "", hands: [], state: "", fate: "", active: false })
    property bool live: true
    property bool named: false          // a Hand has a name, which may be long
    property bool betting: false
    property string due: ""

    radius: Theme.radius
    color: Theme.panel
    border.width: box.active && live ? Theme.lineBold : Theme.line
    border.color: box.active && live ? Theme.gold : Theme.edge
    opacity: live ? 1 : Theme.dim

    BoxDisc {
        id: disc
        x: Theme.gapSmall
        y: Theme.gapSmall
        width: Theme.px(50)
        number: tile.box.box
        mine: tile.box.active
    }
    Label {
        objectName: tile.objectName + ".name"
        anchors { left: disc.right; right: parent.right; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; verticalCenter: disc.verticalCenter }
        text: (tile.box.name === "" ? qsTr("Free") : tile.box.name) + (tile.box.players > 1 ? "  +" + (tile.box.players - 1) : "")
        color: tile.box.name === "" ? Theme.textOff : Theme.text
        font.pixelSize: Theme.sizeLead
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    // Placed by hand: a positioner would come a frame later.
    Item {
        id: hands
        readonly property int many: tile.box.hands.length
        readonly property int each: many === 0 ? 0 : many === 1 ? Theme.px(tile.named ? 168 : 194) : Math.min(Theme.px(150), (tile.height - Theme.px(many === 2 ? 182 : 136)) / many)
        // A Hand that is alone has the whole width for its cards, and its total below them: from afar every card is read.
        readonly property bool alone: many === 1
        anchors { left: parent.left; right: parent.right; top: disc.bottom; margins: Theme.gapSmall }
        Repeater {
            model: hands.many
            Item {
                id: one
                required property int index
                readonly property var hand: tile.box.hands[index] ?? ({ hand: "", cards: [], total: "", active: false, out: false })
                y: index * hands.each
                width: hands.width
                height: hands.each
                Fan {
                    x: hands.alone ? (one.width - taken) / 2 : 0
                    y: hands.alone ? 0 : (one.height - height) / 2
                    height: implicitHeight
                    cardWidth: hands.alone ? Theme.px(tile.named ? 76 : 94) : Math.min(Theme.px(72), Math.floor((one.height - Theme.px(8)) / Theme.cardRatio))
                    room: hands.alone ? one.width : one.width - total.width - Theme.radiusSmall
                    apart: hands.alone ? 0.62 : 0.8
                    cards: one.hand.cards
                    out: one.hand.out
                    due: tile.due !== "" && tile.due === one.hand.hand
                }
                Total {
                    id: total
                    objectName: tile.objectName + ".hand." + one.index
                    x: hands.alone ? (one.width - width) / 2 : one.width - width
                    y: hands.alone ? one.height - height : (one.height - height) / 2
                    width: Theme.px(hands.many > 2 ? 74 : 110)
                    height: Math.min(Theme.px(hands.alone ? 50 : 56), one.height)
                    // Of a soft Hand there is room for what it counts.
                    text: hands.many > 2 ? one.hand.total.split(" / ").pop() ?? "" : one.hand.total
                    active: one.hand.active
                    out: one.hand.out
                }
            }
        }
    }
    Label {
        id: sum
        objectName: tile.objectName + ".total"
        anchors { left: parent.left; right: parent.right; bottom: state.visible ? state.top : parent.bottom; margins: Theme.gapSmall; leftMargin: Theme.px(tile.box.coin === "" ? 12 : 58) }
        visible: text !== "" && (tile.betting || tile.box.hands.length < 3)
        horizontalAlignment: Text.AlignHCenter
        text: tile.box.totalText
        color: Theme.gold
        font.pixelSize: tile.betting ? Theme.sizeTitle : Theme.sizePublic
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Coin {
        anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: sum.verticalCenter }
        visible: code !== "" && sum.visible
        width: Theme.px(40)
        code: tile.box.coin
    }
    StateLine {
        id: state
        objectName: tile.objectName + ".state"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapTiny }
        height: Theme.px(tile.named ? 74 : 44)
        wraps: tile.named
        visible: text !== ""
        active: tile.box.active && tile.live
        text: tile.box.state === "" ? "" : tile.vm.word("spot", tile.box.state, Qt.uiLanguage)
        key: tile.box.state
        fate: tile.box.fate
    }
}
