pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// Where every Player has a box to himself: his place while Bets are open, then his Hands, and what lies on them.
Rectangle {
    id: desk

    required property var vm
    readonly property var shown: vm.shown
    property var tile: ({ box: 0, hands: [], stakedText: "", gainText: "", won: false })
    property string title: ""
    property string note: ""            // beside it
    property string place: ""           // what the place to bet is called
    property var names: []              // of two Hands
    property string coin: ""
    property bool betting: false
    property bool live: true
    property string due: ""
    property string mainKind: "main"
    signal bet(string spot)
    signal takeBack(string spot)

    objectName: "desk"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.gold

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap }
        height: Theme.px(64)
        Label {
            id: name
            objectName: "desk.name"
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, Theme.px(400))
            text: desk.title
            color: Theme.gold
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "desk.note"
            anchors { left: name.right; right: sum.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: desk.note
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Item {
            id: sum
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: lies.x + lies.width
            height: parent.height
            visible: lies.text !== ""
            Coin {
                id: drawn
                anchors.verticalCenter: parent.verticalCenter
                width: Theme.px(44)
                code: desk.coin
            }
            Label {
                id: lies
                objectName: "desk.total"
                anchors.verticalCenter: parent.verticalCenter
                x: drawn.visible ? drawn.width + Theme.gapSmall : 0
                width: Math.min(implicitWidth, Theme.px(340))
                text: desk.betting ? "" : desk.tile.stakedText !== "" ? qsTr("%1 in play").arg(desk.tile.stakedText) + " ✓" : desk.tile.gainText
                color: desk.tile.won ? Theme.gold : Theme.textSoft
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    Item {
        id: body
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; margins: Theme.gapSmall; topMargin: 0 }

        // --- the place to bet ---
        BetArea {
            readonly property string at: desk.tile.box + "/" + desk.mainKind
            readonly property var look: Theme.tone(desk.shown.table.tones[desk.mainKind] ?? "")
            objectName: "spot." + at
            anchors.fill: parent
            visible: desk.betting
            title: desk.place
            coin: desk.coin
            ground: look.ground
            edge: look.edge
            limited: desk.shown.table.limits.length > 0
            sure: desk.live
            whenWord: when => desk.vm.word("spot", when, Qt.uiLanguage)
            refused: desk.shown.notice.reason !== "" && desk.shown.notice.spot === at
            refusal: desk.shown.notice.mark ?? 0
            spot: desk.shown.spots[at] ?? ({ standing: "", pays: [], line: null, won: false, open: false, least: "", most: "", chips: [], lies: false })
            onTapped: desk.bet(at)
            onHeld: desk.takeBack(at)
        }
        // --- his Hands ---
        Row {
            id: columns
            readonly property int many: desk.tile.hands.length
            anchors.fill: parent
            spacing: Theme.gapSmall
            visible: !desk.betting
            Repeater {
                model: columns.many
                OwnHand {
                    required property int index
                    objectName: "column." + index
                    width: (body.width - (columns.many - 1) * columns.spacing) / Math.max(1, columns.many)
                    height: body.height
                    vm: desk.vm
                    hand: desk.tile.hands[index] ?? hand
                    name: columns.many > 1 ? desk.names[index] ?? "" : ""
                    coin: desk.coin
                    due: desk.due !== "" && desk.due === (desk.tile.hands[index]?.hand ?? "")
                }
            }
        }
        Label {
            objectName: "desk.empty"
            anchors { fill: parent; margins: Theme.gap }
            visible: !desk.betting && columns.many === 0
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: desk.tile.stakedText !== "" ? qsTr("Your cards come") : qsTr("You do not play in this round")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeHeading
        }
    }
}
