pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All credit as a ticket: the amount, one question, and then what the printer did. A ticket that was not printed is on
// record all the same: the page says so, and calls for whoever pays it.
Page {
    id: page

    objectName: "page.cashout"
    title: qsTr("Cash out")
    panelWidth: Theme.px(1300)
    panelHeight: Theme.px(760)
    property bool asked: false
    property string before: ""          // the newest ticket when the Player confirmed
    property int read: 0                // the last notice that was there then
    readonly property var newest: shown.tickets.length > 0 ? shown.tickets[0] : ({ number: "", amount: "", state: "" })
    readonly property bool empty: shown.money.credit === 0 && shown.money.stake === 0
    // A failed one is told again while nobody else has put money in here: it is the same person, or nobody.
    readonly property bool issued: (asked && newest.number !== before) || (newest.state === "failed" && empty)
    readonly property string step: !issued ? "" : ["printed", "failed"].includes(newest.state) ? newest.state : "printing"
    readonly property string refused: asked && shown.notice.reason !== "" && shown.notice.mark !== read ? vm.word("refusal", shown.notice.reason, Qt.uiLanguage) : ""

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
        Image {
            objectName: "ticket"
            anchors.horizontalCenter: parent.horizontalCenter
            visible: page.step === "printed"
            width: Theme.px(1040)
            height: Theme.px(436)
            sourceSize: Qt.size(width, height)
            source: page.step === "printed" ? "image://ticket/" + page.newest.number + "?" + Qt.uiLanguage : ""
        }
        Label {
            objectName: "ticket.text"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("Ticket %1: %2").arg(page.newest.number).arg(page.newest.amount)
            font.pixelSize: page.step === "printed" ? Theme.sizeBody : Theme.sizeHeading
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "ticket.state"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: page.step === "printed" ? qsTr("Please take your ticket. Thank you for playing.")
                : page.step === "printing" ? qsTr("The ticket is being printed...")
                : qsTr("The ticket could not be printed. Its number is on record: an attendant pays you.")
            color: page.step === "printed" ? Theme.textSoft : Theme.warn
            font.pixelSize: page.step === "printed" ? Theme.sizeBody : Theme.sizeHeading
        }
        BigButton {
            objectName: "ticket.call"
            anchors.horizontalCenter: parent.horizontalCenter
            visible: page.step === "failed"
            width: Theme.px(440)
            height: Theme.px(110)
            kind: "primary"
            text: page.shown.state.calls ? qsTr("Attendant called") : qsTr("Call attendant")
            enabled: !page.shown.state.calls
            onTapped: page.vm.callAttendant(true)
        }
    }
}
