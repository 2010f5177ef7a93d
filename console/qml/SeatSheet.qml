pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One terminal: its money, its state, and what staff may do for it.
Sheet {
    id: sheet

    required property var panel
    readonly property var seat: panel.seat
    readonly property string terminal: seat.terminal ?? ""

    objectName: "seatsheet"
    sheetWidth: Theme.px(1180)
    sheetHeight: Theme.px(760)

    Label {
        id: title
        anchors { left: parent.left; top: parent.top }
        text: qsTr("Terminal %1").arg(sheet.terminal)
        color: Theme.gold
        font.pixelSize: Theme.sizeTitle
        font.weight: Theme.weightBold
    }
    StatusPill {
        anchors { right: parent.right; verticalCenter: title.verticalCenter }
        text: sheet.seat.heard ? qsTr("Connected") : qsTr("Not heard")
        mood: sheet.seat.heard ? "good" : "bad"
    }
    Column {
        id: facts
        anchors { left: parent.left; right: parent.right; top: title.bottom; topMargin: Theme.gap }
        spacing: Theme.gapTiny
        Fact { width: parent.width; name: qsTr("Credit"); value: sheet.seat.credit ?? "" }
        Fact { width: parent.width; name: qsTr("Registered in this round"); value: sheet.seat.stake ?? "" }
        Fact { width: parent.width; name: qsTr("Has seen the close"); value: sheet.seat.closeSeen ? qsTr("yes") : qsTr("no") }
        Fact {
            width: parent.width
            name: qsTr("Dispute")
            value: sheet.seat.disputed > 0 ? qsTr("round %1").arg(sheet.seat.disputed) : qsTr("none")
            loud: sheet.seat.disputed > 0
        }
        Fact {
            width: parent.width
            name: qsTr("Out of play")
            value: sheet.seat.latched || qsTr("no")
            loud: (sheet.seat.latched ?? "") !== ""
        }
    }
    Grid {
        id: grid
        anchors { left: parent.left; right: parent.right; top: facts.bottom; topMargin: Theme.gap }
        columns: 3
        spacing: Theme.gapSmall
        Repeater {
            model: [
                { key: "attend", name: qsTr("Somebody came"), on: sheet.seat.calls ?? false },
                { key: "sell_credit", name: Words.step("sell_credit"), on: true },
                { key: "pay_by_hand", name: Words.step("pay_by_hand"), on: true },
                { key: "rule_dispute", name: Words.step("rule_dispute"), on: sheet.seat.disputed > 0 },
                { key: (sheet.seat.latched ?? "") !== "" ? "unlatch" : "latch", name: Words.step((sheet.seat.latched ?? "") !== "" ? "unlatch" : "latch"), on: true },
                { key: "retire", name: Words.step("retire"), on: !sheet.seat.heard },
            ]
            BigButton {
                required property var modelData
                objectName: "seat.do." + modelData.key
                width: (grid.width - 2 * grid.spacing) / 3
                height: Theme.px(92)
                text: modelData.name
                enabled: modelData.on
                kind: modelData.key === "attend" && modelData.on ? "primary" : modelData.key === "retire" ? "danger" : "plain"
                onTapped: modelData.key === "attend" ? sheet.panel.attend(sheet.terminal) : sheet.panel.serve(modelData.key, sheet.terminal, 0)
            }
        }
    }
    BigButton {
        objectName: "seat.close"
        anchors { right: parent.right; bottom: parent.bottom }
        width: Theme.px(300)
        height: Theme.px(88)
        text: qsTr("Back to the table")
        onTapped: sheet.panel.open_seat("")
    }
}
