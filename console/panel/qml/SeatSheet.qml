pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One terminal: its money, its state, and what staff may do for it. It lies beside the table, which stays in sight.
Rectangle {
    id: sheet

    required property var vm
    readonly property var board: vm.shown.board
    readonly property var seat: vm.shown.seat
    readonly property string terminal: seat.terminal ?? ""
    readonly property bool closing: board.closeShown ?? false
    readonly property bool canSend: board.canSend ?? false
    readonly property var may: board.may ?? ({})
    readonly property string latch: (seat.latched ?? "") !== "" ? "unlatch" : "latch"

    objectName: "seatsheet"
    color: Theme.panel
    radius: Theme.radius
    border.width: Theme.lineStrong
    border.color: Theme.gold

    Label {
        id: title
        anchors { left: parent.left; top: parent.top; leftMargin: Theme.gap; topMargin: Theme.gapSmall }
        width: Math.min(implicitWidth, parent.width - pill.width - 3 * Theme.gap)
        text: qsTr("Terminal %1").arg(sheet.terminal)
        color: Theme.gold
        font.pixelSize: Theme.sizeHeading
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    StatusPill {
        id: pill
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: title.verticalCenter }
        text: sheet.seat.heard ? qsTr("Connected") : qsTr("No contact")
        mood: sheet.seat.heard ? "good" : "bad"
    }
    Grid {
        id: facts
        anchors { left: parent.left; right: parent.right; top: title.bottom; margins: Theme.gap; topMargin: Theme.gapSmall }
        columns: 2
        columnSpacing: Theme.gap
        rowSpacing: Theme.gapTiny
        readonly property int cell: (width - columnSpacing) / 2
        Fact { stacked: true; width: facts.cell; name: qsTr("Credit"); value: sheet.seat.credit ?? "" }
        Fact { stacked: true; width: facts.cell; name: qsTr("In this round"); value: sheet.seat.stake ?? "" }
        Fact {
            stacked: true
            width: facts.cell
            name: qsTr("Dispute")
            value: sheet.seat.disputed > 0 ? qsTr("round %1").arg(sheet.seat.disputed) : qsTr("none")
            loud: sheet.seat.disputed > 0
        }
        // Of the last close there is something to say only until bets open again.
        Fact {
            objectName: "seat.closed"
            stacked: true
            width: facts.cell
            name: qsTr("Close confirmed")
            value: !sheet.closing ? "–" : sheet.seat.closeSeen ? qsTr("yes") : qsTr("no")
            loud: sheet.closing && !sheet.seat.closeSeen
        }
    }
    Fact {
        id: out
        anchors { left: facts.left; right: facts.right; top: facts.bottom; topMargin: Theme.gapTiny }
        stacked: true
        name: qsTr("Out of play")
        value: sheet.seat.latched || qsTr("no")
        loud: (sheet.seat.latched ?? "") !== ""
    }
    Grid {
        id: grid
        anchors { left: facts.left; right: facts.right; top: out.bottom; bottom: back.top; topMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }
        columns: 2
        spacing: Theme.gapSmall
        Repeater {
            model: [
                { key: "sell_credit", on: true },
                { key: "pay_by_hand", on: true },
                { key: "attend", on: sheet.seat.calls ?? false },
                { key: "rule_dispute", on: sheet.seat.disputed > 0 },
                { key: sheet.latch, on: true },
                (sheet.vm.shown.boxes.tiles ?? []).some(tile => tile.seated && tile.name === sheet.seat.terminal) ? { key: "unseat", on: true } : { key: "retire", on: !sheet.seat.heard },
            ]
            BigButton {
                required property var modelData
                objectName: "seat.do." + modelData.key
                width: (grid.width - grid.spacing) / 2
                height: Math.floor(Math.min(Theme.targetLarge, (grid.height - 2 * grid.spacing) / 3))
                text: Words.step(modelData.key)
                note: modelData.on && sheet.may[modelData.key] === false ? qsTr("not at your position") : ""
                enabled: modelData.on && sheet.canSend && (sheet.may[modelData.key] ?? true)
                kind: modelData.key === "attend" && modelData.on ? "primary" : "plain"
                onTapped: modelData.key === "attend" ? sheet.vm.attend(sheet.terminal) : sheet.vm.serve(modelData.key, sheet.terminal, 0)
            }
        }
    }
    BigButton {
        id: back
        objectName: "seat.close"
        anchors { left: facts.left; right: facts.right; bottom: parent.bottom; bottomMargin: Theme.gap }
        height: Theme.px(76)
        text: qsTr("All seats")
        onTapped: sheet.vm.openSeat("")
    }
}
