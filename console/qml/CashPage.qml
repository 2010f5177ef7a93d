pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Money over the table: choose a seat, or pay a ticket; and what is still due to somebody, or owed by somebody.
Item {
    id: page

    required property var panel
    readonly property var board: panel.board

    SeatMap {
        id: seats
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
        width: Theme.px(760)
        panel: page.panel
        prefix: "cash."
    }
    Box {
        id: desk
        anchors { left: seats.right; right: parent.right; top: parent.top; leftMargin: Theme.px(16) }
        height: Theme.px(300)
        title: qsTr("Cash desk")
        Column {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            spacing: Theme.gapSmall
            BigButton {
                objectName: "do.pay_ticket"
                width: Math.min(parent.width, Theme.px(720))
                height: Theme.px(96)
                text: Words.step("pay_ticket")
                onTapped: page.panel.serve("pay_ticket", "", 0)
            }
            Fact { width: parent.width; name: qsTr("Tickets not yet redeemed"); value: page.board.tickets ?? "" }
            Fact { width: parent.width; name: qsTr("Result of the House"); value: page.board.house ?? "" }
        }
    }
    Box {
        anchors { left: desk.left; right: parent.right; top: desk.bottom; bottom: parent.bottom; topMargin: Theme.px(16) }
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
            model: page.panel.claims
            delegate: Item {
                id: claim
                required property string terminal
                required property int sitting
                required property string due
                required property string owed
                width: claims.width
                height: Theme.px(72)
                Label {
                    anchors { left: parent.left; verticalCenter: parent.verticalCenter }
                    text: claim.terminal + "  #" + claim.sitting + "   " + (claim.due !== "" ? qsTr("due %1").arg(claim.due) : qsTr("owed %1").arg(claim.owed))
                }
                BigButton {
                    readonly property string key: claim.due !== "" ? "pay_due" : "collect_owed"
                    objectName: "claim." + key + "." + claim.terminal
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    width: Theme.px(340)
                    height: Theme.px(72)
                    text: Words.step(key)
                    onTapped: page.panel.serve(key, claim.terminal, claim.sitting)
                }
            }
        }
    }
}
