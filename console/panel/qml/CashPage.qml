pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Money over the table: choose a seat, or pay a ticket; and what is still due to somebody, or owed by somebody.
Item {
    id: page

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool atSeat: vm.shown.seat.terminal !== undefined
    readonly property var found: vm.shown.found
    readonly property bool isFound: found.standing !== undefined
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
        height: Theme.px(240)
        visible: !page.atSeat
        title: qsTr("Cash desk")
        Column {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            spacing: Theme.gapSmall
            BigButton {
                objectName: "do.find_ticket"
                width: parent.width
                height: Theme.target
                text: Words.step("find_ticket")
                note: page.may("find_ticket") ? "" : qsTr("not at your position")
                enabled: page.canSend && page.may("find_ticket")
                onTapped: page.vm.serve("find_ticket", "", 0)
            }
            Fact { width: parent.width; name: qsTr("Tickets not yet redeemed"); value: page.board.tickets ?? "" }
            Fact { width: parent.width; visible: !page.isFound; name: qsTr("Result of the House"); value: page.board.house ?? "" }
        }
    }
    // The ticket that was looked for: what it is worth and whether it is good, before it is paid.
    Box {
        id: foundBox
        objectName: "found"
        anchors { left: desk.left; right: parent.right; top: desk.bottom; topMargin: visible ? Theme.gapMedium : 0 }
        height: visible ? Theme.px(300) : 0
        visible: !page.atSeat && page.isFound
        title: (page.found.ending ?? "") !== "" ? qsTr("Ticket ending in %1").arg(page.found.ending) : qsTr("Ticket")
        Column {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            spacing: Theme.gapTiny
            Fact { width: parent.width; visible: (page.found.ticket ?? "") !== ""; name: qsTr("Terminal %1").arg(page.found.terminal ?? ""); value: page.found.amount ?? "" }
            Fact { width: parent.width; visible: (page.found.issued ?? "") !== ""; name: qsTr("Issued"); value: Words.issued(page.found) }
            Fact { width: parent.width; visible: (page.found.owed ?? "") !== ""; name: qsTr("This sitting still owes"); value: page.found.owed ?? ""; loud: true }
            Label {
                objectName: "found.standing"
                width: parent.width
                text: page.isFound ? Words.ticketStanding(page.found) : ""
                color: page.found.standing === "good" ? Theme.text : Theme.warn
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Row {
                spacing: Theme.gapSmall
                BigButton {
                    readonly property string key: ({ expired: "pay_by_two", foreign: "cash_foreign" })[page.found.standing] ?? "pay_ticket"
                    objectName: "found." + key
                    visible: ["good", "expired", "foreign"].includes(page.found.standing)
                    width: Theme.px(340)
                    height: Theme.px(72)
                    text: Words.step(key)
                    enabled: page.canSend && page.may(key)
                    onTapped: page.vm.serve(key, page.found.terminal, page.found.number)
                }
                BigButton {
                    objectName: "found.away"
                    width: Theme.px(220)
                    height: Theme.px(72)
                    text: qsTr("Put away")
                    onTapped: page.vm.putTicketAway()
                }
            }
        }
    }
    Box {
        anchors { left: desk.left; right: parent.right; top: foundBox.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        visible: !page.atSeat && !page.isFound      // one thing after the other: first what lies on the desk
        title: qsTr("Money that waits for people")
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
                width: claims.width
                height: Theme.px(78)
                Label {
                    anchors { left: parent.left; right: again.visible ? again.left : pay.left; rightMargin: Theme.gapSmall; top: parent.top; bottom: parent.bottom }
                    verticalAlignment: Text.AlignVCenter
                    wrapMode: Text.WordWrap
                    fontSizeMode: Text.Fit          // two lines, or three, are easier to read than one that has shrunk
                    lineHeight: 0.78
                    minimumPixelSize: Theme.sizeLeast
                    text: Words.claim(claim.row)
                }
                // A ticket whose print has failed: the paper once more, or money from two people.
                BigButton {
                    id: again
                    objectName: visible ? "claim.print_again." + claim.row.terminal : ""
                    anchors { right: pay.left; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
                    visible: claim.row.key === "pay_by_two" && claim.row.why === "failed"
                    width: Theme.px(200)
                    height: Theme.px(72)
                    text: Words.step("print_again")
                    note: page.may("print_again") ? "" : qsTr("not at your position")
                    enabled: page.canSend && page.may("print_again")
                    onTapped: page.vm.serve("print_again", claim.row.terminal, claim.row.number)
                }
                BigButton {
                    id: pay
                    readonly property string key: claim.row.key
                    objectName: "claim." + key + "." + claim.row.terminal
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                    width: Theme.px(340)
                    height: Theme.px(72)
                    text: Words.step(key)
                    note: page.may(key) ? "" : qsTr("not at your position")
                    enabled: page.canSend && page.may(key)
                    onTapped: page.vm.serve(key, claim.row.terminal, claim.row.number)
                }
            }
        }
    }
}
