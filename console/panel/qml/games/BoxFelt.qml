pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// The felt of a game with boxes as the Dealer sees it: box 1 at his left, his own Hand nearest to him; who is awaited, and the
// shoe. The terminal's picture upside down.
Item {
    id: felt

    required property var vm
    property bool named: false          // a Hand has a name, which may be long
    readonly property bool whole: true
    readonly property var boxes: vm.shown.boxes
    readonly property var board: vm.shown.board
    readonly property var ended: board.phase === "ready" ? board.ended ?? ({}) : ({})
    readonly property var tiles: boxes.tiles ?? []
    readonly property var dealer: boxes.dealer ?? ({ cards: [], total: "", state: "", out: false })
    readonly property var awaited: boxes.awaited ?? []
    readonly property string due: (vm.shown.hands ?? []).find(hand => hand.due)?.hand ?? ""
    signal seats()

    Row {
        id: row
        anchors { left: parent.left; right: parent.right; top: parent.top }
        height: Theme.px(408)
        spacing: Theme.px(12)
        Repeater {
            model: felt.tiles.length
            PanelBox {
                required property int index
                objectName: "box." + (index + 1)
                width: (row.width - (felt.tiles.length - 1) * row.spacing) / Math.max(1, felt.tiles.length)
                height: row.height
                vm: felt.vm
                due: felt.due
                asked: felt.awaited.some(one => one.box === index + 1)
                box: felt.tiles[index] ?? box
                named: felt.named
            }
        }
    }
    Item {
        anchors { left: parent.left; right: parent.right; top: row.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        ShoeBox {
            id: shoe
            anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
            width: Theme.px(340)
            vm: felt.vm
        }
        Box {
            id: own
            anchors { left: shoe.right; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapMedium }
            width: Theme.px(600)
            Label {
                id: name
                objectName: "dealer.name"
                anchors { left: parent.left; top: parent.top }
                text: felt.vm.word("spot", "dealer", Qt.uiLanguage)
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightBold
            }
            Label {
                objectName: "dealer.called"
                anchors { left: name.right; right: total.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: name.verticalCenter }
                visible: felt.dealer.state !== ""
                horizontalAlignment: Text.AlignRight
                text: felt.dealer.state === "" ? "" : felt.vm.word("spot", felt.dealer.state, Qt.uiLanguage)
                color: Theme.gold
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Total {
                id: total
                objectName: "dealer.total"
                anchors { right: parent.right; top: parent.top }
                size: Theme.sizeTitle
                text: felt.dealer.total
                out: felt.dealer.out
            }
            Fan {
                anchors { left: parent.left; bottom: parent.bottom }
                width: parent.width
                room: parent.width
                cardWidth: Math.min(Theme.px(104), Math.floor((parent.height - name.height - Theme.gapSmall) / Theme.cardRatio))
                apart: 1.06
                cards: felt.dealer.cards
                due: felt.due === "dealer"
            }
        }
        Box {
            anchors { left: own.right; right: parent.right; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapMedium }
            title: qsTr("Awaited")
            corner: Label {
                objectName: "boxes.inPlay"
                text: felt.boxes.inPlay ? qsTr("%1 in play").arg(felt.boxes.inPlay) : ""
                color: Theme.textSoft
                font.pixelSize: Theme.sizeSmall
            }
            // Each of them is a button: he may have told the Dealer what he wants (5.18).
            Grid {
                id: waiting
                readonly property int cell: Math.floor((width - (columns - 1) * spacing) / columns)
                readonly property int shown: Math.min(felt.awaited.length, felt.awaited.length > 6 ? 5 : 6)
                anchors { left: parent.left; right: terminals.left; top: parent.top; rightMargin: Theme.gapSmall }
                columns: Math.min(3, Math.max(1, felt.awaited.length))
                spacing: Theme.gapTiny
                // The number of a box does not go to another line than its word.
                function boxed(box: int): string {
                    return felt.vm.word("spot", String(box), Qt.uiLanguage).replace(/ /g, "\u00a0")
                }
                Repeater {
                    model: waiting.shown
                    BigButton {
                        required property int index
                        readonly property var one: felt.awaited[index] ?? ({ who: "", box: 0, name: "", kind: "", answer: -1 })
                        objectName: "awaited." + index
                        width: waiting.cell
                        height: Theme.target
                        size: Theme.sizeBody
                        // Which Hand of a box is said where there is room for it: one is awaited, or all for the same.
                        text: one.who + (one.box > 0 ? "  ·  " + (felt.awaited.length > 1 ? waiting.boxed(one.box) : felt.vm.word("spot", one.name, Qt.uiLanguage)) : "")
                        enabled: one.answer >= 0 && (felt.board.canSend ?? false)
                        onTapped: felt.vm.tapAnswer(one.answer)
                    }
                }
                Label {
                    objectName: "awaited.more"
                    width: waiting.cell
                    height: Theme.target
                    verticalAlignment: Text.AlignVCenter
                    horizontalAlignment: Text.AlignHCenter
                    visible: felt.awaited.length > waiting.shown
                    text: qsTr("and %1 more").arg(felt.awaited.length - waiting.shown)
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
            Label {
                objectName: "awaited.none"
                anchors { left: parent.left; right: terminals.left; top: parent.top; rightMargin: Theme.gapSmall }
                visible: felt.awaited.length === 0
                text: felt.ended.roundNo !== undefined ? Words.ended(felt.ended) : qsTr("Nobody is asked")
                color: felt.ended.roundNo !== undefined ? Theme.text : Theme.textOff
                font.pixelSize: Theme.sizeBody
                wrapMode: Text.WordWrap
            }
            // The Interim Settlement: who has won or lost before the Dealer plays.
            Fact {
                objectName: "boxes.settled"
                anchors { left: parent.left; right: terminals.left; bottom: parent.bottom; rightMargin: Theme.gapSmall }
                visible: value !== ""
                name: qsTr("Paid / collected")
                value: felt.boxes.settled ?? ""
            }
            BigButton {
                id: terminals
                objectName: "seats.open"
                anchors { right: parent.right; bottom: parent.bottom }
                width: Theme.px(150)
                height: Theme.target
                size: Theme.sizeSmall
                text: qsTr("Terminals")
                onTapped: felt.seats()
            }
        }
    }
}
