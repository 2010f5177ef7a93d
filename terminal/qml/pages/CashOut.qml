pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// All credit as a ticket: the amount, one question, and then what the printer did. A ticket that was not printed is on
// record all the same: the page says so, and calls for whoever pays it.
Page {
    id: page

    objectName: "page.cashout"
    title: qsTr("Cash out")
    panelWidth: Theme.px(1300)
    panelHeight: Theme.px(step === "failed" ? 700 : 760)
    property bool asked: false
    property string before: ""          // the newest ticket when the Player confirmed
    property int read: 0                // the last notice that was there then
    readonly property var newest: shown.tickets.length > 0 ? shown.tickets[0] : ({ number: "", amount: "", state: "", grouped: "" })
    // A failed one is told again while nobody else has put money in here: it is the same person, or nobody.
    readonly property bool issued: (asked && newest.number !== before) || shown.actions.failedTicket
    readonly property string step: !issued ? "" : ["printed", "failed"].includes(newest.state) ? newest.state : "printing"
    readonly property string refused: asked && shown.notice.reason !== "" && shown.notice.mark !== read ? vm.word("refusal", shown.notice.reason, Qt.uiLanguage) : ""

    // Once the ticket is in his hand nothing of it stays on the screen.
    Timer {
        objectName: "ticket.gone"
        running: page.step === "printed"
        interval: Theme.thanks
        onTriggered: page.closed()
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: page.step === ""
        spacing: Theme.gapLarge
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("Your balance as a ticket, in %1").arg(page.shown.table.currency)
            font.pixelSize: Theme.sizeHeading
        }
        Label {
            objectName: "cashout.amount"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: page.shown.money.spendableText
            color: Theme.gold
            font.pixelSize: Theme.sizeHuge
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeHeading
        }
        Label {
            objectName: "cashout.note"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: page.refused !== "" ? page.refused : page.asked ? qsTr("The table issues the ticket...") : qsTr("The ticket is paid at the cashier or taken by any terminal of this table.")
            color: page.asked ? Theme.warn : Theme.textSoft
            font.pixelSize: Theme.sizeBody
        }
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            spacing: Theme.gap
            BigButton {
                objectName: "cashout.confirm"
                width: Theme.px(440)
                height: Theme.px(110)
                kind: "primary"
                text: qsTr("Print the ticket")
                enabled: page.shown.actions.cashOut && (!page.asked || page.refused !== "")
                onTapped: {
                    page.before = page.newest.number
                    page.read = page.shown.notice.mark
                    page.asked = true
                    page.vm.cashOut()
                }
            }
            BigButton {
                objectName: "cashout.back"
                width: Theme.px(320)
                height: Theme.px(110)
                text: qsTr("Go on playing")
                onTapped: page.closed()
            }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: page.step !== ""
        spacing: Theme.gap
        // Of one that is not on paper: what the attendant needs.
        Label {
            objectName: "ticket.amount"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: page.shown.table.currency + " " + page.newest.amount
            color: Theme.gold
            font.pixelSize: Theme.sizeHuge
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeHeading
        }
        Label {
            objectName: "ticket.text"
            width: parent.width
            visible: page.step === "failed"     // its last digits, by which staff find it
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("Ticket %1").arg(page.newest.grouped)
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            width: parent.width
            visible: page.step !== "printed"
            horizontalAlignment: Text.AlignHCenter
            text: page.shown.table.name + " · " + qsTr("Terminal %1").arg(page.shown.table.terminal)
            color: Theme.textSoft
            font.pixelSize: Theme.sizeLead
        }
        Label {
            objectName: "ticket.state"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: page.step === "printed" ? qsTr("Please take your ticket. Thank you for playing.")
                : page.step === "printing" ? qsTr("The ticket is being printed...")
                : qsTr("The ticket could not be printed. Its number is on record: an attendant pays you.")
            color: page.step === "printed" ? Theme.text : Theme.warn
            font.pixelSize: page.step === "failed" ? Theme.sizeLead : Theme.sizeHeading
        }
        AttendantCall {
            anchors.horizontalCenter: parent.horizontalCenter
            visible: page.step === "failed"
            width: Theme.px(520)
            height: Theme.px(100)
            vm: page.vm
            name: "ticket.call"
            reason: "money"
            urgent: true
        }
    }
}
