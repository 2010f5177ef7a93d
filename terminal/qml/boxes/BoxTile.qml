pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One betting box on the arc. While Bets are open its places, afterwards its Hands; who decides, how many stand behind,
// what lies on it, and in gold what is this Player's own.
Item {
    id: tile

    required property var vm
    property var box: ({ box: 0, name: "", mine: false, free: true, empty: true, standing: 0, totalText: "", hands: [], state: "", fate: "", active: false, stakedText: "", asked: false, answer: "", gainText: "", won: false, full: false, tight: false, roomText: "", decides: "", iDecide: false })
    property bool betting: false
    property string mainKind: "main"    // of the Initial Bet
    property var sides: []              // kinds of side bets on a box
    property var spots: ({})            // by Spot, as the felt has them
    property string refusedSpot: ""
    property bool focused: false        // the desk shows it
    property bool named: false          // a Hand has a name, which may take two lines
    property string due: ""             // the Hand that the next card goes to
    readonly property bool lit: box.mine || box.asked
    readonly property bool own: box.mine || box.free && box.iDecide
    readonly property var noSpot: ({ standing: "", amount: "", open: false })
    readonly property int inner: width - 2 * Theme.px(10)
    signal bet(string spot)
    signal takeBack(string spot)
    signal chosen()

    objectName: "box." + box.box

    Rectangle {
        anchors.fill: parent
        radius: Theme.radius
        color: Theme.panel
        opacity: tile.box.empty && !tile.betting ? Theme.dim : 1
        border.width: tile.lit ? Theme.lineStrong : Theme.line
        border.color: tile.lit ? Theme.gold : tile.box.empty && !tile.betting ? Theme.edgeOff : Theme.edge
    }
    Item {
        id: head
        x: Theme.px(10)
        y: Theme.px(6)
        width: tile.inner
        height: Theme.px(42)
        BoxDisc {
            id: disc
            anchors.verticalCenter: parent.verticalCenter
            number: tile.box.box
            mine: tile.box.mine
        }
        Label {
            id: name
            objectName: tile.objectName + ".name"
            anchors { left: disc.right; leftMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            width: Math.min(implicitWidth, head.width - disc.width - (tile.box.standing > 0 ? more.width + Theme.radiusSmall : 0) - (tile.box.totalText === "" ? 0 : sum.width + Theme.radiusSmall) - Theme.radiusSmall)
            text: tile.own ? qsTr("You") : tile.box.name !== "" ? tile.box.name : qsTr("Free")
            color: tile.own ? Theme.gold : tile.box.name === "" ? Theme.textOff : Theme.text
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: more
            objectName: tile.objectName + ".standing"
            anchors { left: name.right; leftMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            visible: tile.box.standing > 0
            text: "+" + tile.box.standing
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
        }
        Label {
            id: sum
            objectName: tile.objectName + ".total"
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: Math.min(implicitWidth, Theme.px(96))
            horizontalAlignment: Text.AlignRight
            text: tile.box.totalText
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    // Touched anywhere else than on a place: the desk shows this box.
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.chosen()
    }

    // --- bets are open ---
    SmallPlace {
        id: main
        readonly property string at: tile.box.box + "/" + tile.mainKind
        objectName: "tile." + at
        x: Theme.px(10)
        y: head.y + head.height + Theme.px(2)
        width: tile.inner
        height: Theme.px(tile.sides.length > 0 ? 98 : 182)
        visible: tile.betting
        large: true
        ground: Theme.player
        edge: Theme.playerEdge
        spot: tile.spots[at] ?? tile.noSpot
        off: tile.box.full
        refused: tile.refusedSpot === at
        title: tile.box.full ? qsTr("Full") : tile.box.mine ? qsTr("Your bet") : tile.box.empty ? qsTr("Bet here") : qsTr("Bet behind")
        note: tile.box.tight && !tile.box.full ? qsTr("room for %1").arg(tile.box.roomText) : ""
        onTapped: tile.bet(at)
        onHeld: tile.takeBack(at)
    }
    Row {
        x: Theme.px(10)
        y: main.y + main.height + Theme.px(6)
        visible: tile.betting
        spacing: Theme.px(6)
        Repeater {
            model: tile.sides
            SmallPlace {
                required property string modelData
                readonly property string at: tile.box.box + "/" + modelData
                objectName: "tile." + at
                width: (tile.inner - (tile.sides.length - 1) * Theme.px(6)) / tile.sides.length
                height: Theme.px(74)
                spot: tile.spots[at] ?? tile.noSpot
                off: tile.box.empty && main.spot.standing === ""
                refused: tile.refusedSpot === at
                // One that has to go with its box looks once more.
                title: tile?.vm.word("spot", "short/" + modelData, Qt.uiLanguage) ?? ""
                onTapped: tile.bet(at)
                onHeld: tile.takeBack(at)
            }
        }
    }

    // --- cards lie ---
    Row {
        id: hands
        readonly property int many: tile.box.hands.length
        readonly property real each: (tile.inner - (many - 1) * Theme.px(4)) / Math.max(1, many)
        x: Theme.px(10)
        y: head.y + head.height + Theme.px(2)
        visible: !tile.betting
        spacing: Theme.px(4)
        Repeater {
            model: hands.many
            Item {
                id: one
                required property int index
                readonly property var hand: tile.box.hands[index] ?? ({ hand: "", cards: [], total: "", state: "", active: false, out: false })
                width: hands.each
                height: Theme.px(tile.named ? 90 : 118)
                Fan {
                    anchors { left: parent.left; leftMargin: hands.many === 1 ? Theme.px(8) : 0 }
                    cardWidth: Theme.px(tile.named ? 64 : hands.many === 1 ? 84 : hands.many === 2 ? 64 : hands.many === 3 ? 54 : 44)
                    room: hands.many === 1 ? one.width - Theme.px(96) : one.width
                    cards: one.hand.cards
                    out: one.hand.out
                    due: tile.due !== "" && tile.due === one.hand.hand
                }
                Total {
                    objectName: tile.objectName + ".hand." + one.index
                    anchors { right: parent.right; top: hands.many === 1 ? undefined : parent.top; topMargin: Theme.px(76); verticalCenter: hands.many === 1 ? parent.verticalCenter : undefined; rightMargin: hands.many === 1 ? Theme.px(4) : 0 }
                    width: hands.many === 1 ? Theme.px(78) : one.width
                    height: Theme.px(hands.many === 1 ? 52 : 38)
                    size: hands.many === 1 ? Theme.sizeLead : Theme.px(26)
                    // Of a soft Hand there is room for what it counts: the desk tells both.
                    text: hands.many > 2 ? one.hand.total.split(" / ").pop() ?? "" : one.hand.total
                    active: one.hand.active
                    out: one.hand.out
                }
            }
        }
    }
    Label {
        anchors { fill: parent; topMargin: Theme.px(50); margins: Theme.gapSmall }
        visible: !tile.betting && tile.box.hands.length === 0
        horizontalAlignment: Text.AlignHCenter
        text: tile.box.empty ? qsTr("No bet") : ""
        color: Theme.textOff
        font.pixelSize: Theme.sizeBody
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    StateLine {
        objectName: tile.objectName + ".state"
        x: Theme.px(10)
        y: Theme.px(tile.named ? 140 : 170)
        width: tile.inner
        height: Theme.px(tile.named ? 66 : 36)
        wraps: tile.named
        visible: !tile.betting && text !== ""
        active: tile.box.active && tile.box.iDecide
        text: tile.box.active && tile.box.iDecide ? qsTr("Your turn") : tile.box.asked ? qsTr("Your answer?") : tile.box.answer !== "" ? tile.vm.word("spot", tile.box.answer, Qt.uiLanguage) : tile.box.state === "" ? "" : tile.vm.word("spot", tile.box.state, Qt.uiLanguage)
        key: tile.box.asked ? "plays" : tile.box.answer !== "" ? "done" : tile.box.state
        fate: tile.box.fate
    }
    // When all of them are settled: what they came to.
    Label {
        objectName: tile.objectName + ".gain"
        x: Theme.px(10)
        y: Theme.px(206)
        width: tile.inner
        height: Theme.px(36)
        visible: !tile.betting && tile.box.stakedText === "" && tile.box.gainText !== ""
        horizontalAlignment: Text.AlignHCenter
        text: qsTr("You %1").arg(tile.box.gainText)
        color: tile.box.won ? Theme.gold : Theme.textSoft
        font.pixelSize: Math.min(Theme.sizeBody, Theme.px(28))
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: tile.objectName + ".staked"
        x: Theme.px(10)
        y: Theme.px(206)
        width: tile.inner
        height: Theme.px(36)
        visible: !tile.betting && tile.box.stakedText !== ""
        horizontalAlignment: Text.AlignHCenter
        text: qsTr("You %1").arg(tile.box.stakedText) + " ✓"
        color: Theme.gold
        font.pixelSize: Math.min(Theme.sizeBody, Theme.px(28))
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
