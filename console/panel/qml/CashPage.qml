pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Money over the table: choose a seat, or pay a ticket; and what is still due to somebody, or owed by somebody.
Item {
    id: page

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool atSeat: vm.shown.seat.terminal !== undefined
    readonly property bool canSend: board.canSend ?? false

    function may(key: string): bool {
        return (page.board.may ?? {})[key] ?? true
    }

    SeatMap {
        id: seats
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
        width: Theme.px(760)
        vm: page.vm
        prefix: "cash."
    }
    Loader {
        anchors { left: desk.left; right: parent.right; top: parent.top; bottom: parent.bottom }
        active: page.atSeat
        sourceComponent: SeatSheet { vm: page.vm }
    }
    Box {
        id: desk
        anchors { left: seats.right; right: parent.right; top: parent.top; leftMargin: Theme.gapMedium }
        height: Theme.px(262)
        visible: !page.atSeat
        title: qsTr("Cash desk")
        Column {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            spacing: Theme.gapSmall
            BigButton {
                objectName: "do.pay_ticket"
                width: parent.width
                height: Theme.px(92)
                text: Words.step("pay_ticket")
                note: page.may("pay_ticket") ? "" : qsTr("not at your position")
                enabled: page.canSend && page.may("pay_ticket")
                onTapped: page.vm.serve("pay_ticket", "", 0)
            }
            Fact { width: parent.width; name: qsTr("Tickets not yet redeemed"); value: page.board.tickets ?? "" }
            Fact { width: parent.width; name: qsTr("Result of the House"); value: page.board.house ?? "" }
        }
    }
    Box {
        anchors { left: desk.left; right: parent.right; top: desk.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        visible: !page.atSeat
        title: qsTr("Due and owed after corrections")
        Label {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: claims.count === 0
            text: qsTr("Nothing is open.")
            color: Theme.textSoft
        }
        ListView {
            id: claims
            anchors.fill: parent
            clip: true
            spacing: Theme.gapSmall
            model: Rows { id: open; list: page.vm.shown.claims }
            delegate: Item {
                id: claim
                required property int place
                readonly property var row: open.values[place]
                readonly property string terminal: row.terminal
                readonly property int sitting: row.sitting
                readonly property string due: row.due
                readonly property string owed: row.owed
                width: claims.width
                height: Theme.px(72)
                Label {
                    anchors { left: parent.left; right: pay.left; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                    text: claim.terminal + "  #" + claim.sitting + "   " + (claim.due !== "" ? qsTr("due %1").arg(claim.due) : qsTr("owed %1").arg(claim.owed))
                }
                BigButton {
                    id: pay
                    readonly property string key: claim.due !== "" ? "pay_due" : "collect_owed"
                    objectName: "claim." + key + "." + claim.terminal
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    width: Theme.px(340)
                    height: Theme.px(72)
                    text: Words.step(key)
                    note: page.may(key) ? "" : qsTr("not at your position")
                    enabled: page.canSend && page.may(key)
                    onTapped: page.vm.serve(key, claim.terminal, claim.sitting)
                }
            }
        }
    }
}
