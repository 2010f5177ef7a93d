pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All credit as a ticket: the amount, one question, and then the ticket as it comes out of the printer.
Page {
    id: page

    objectName: "page.cashout"
    title: qsTr("Cash out")
    panelWidth: Theme.px(1300)
    panelHeight: Theme.px(760)
    property bool asked: false
    property string before: ""          // the newest ticket when the Player confirmed
    readonly property var newest: shown.tickets.length > 0 ? shown.tickets[0] : ({ number: "", amount: "" })
    readonly property bool printed: asked && newest.number !== before
    readonly property string refused: shown.notice.reason !== "" ? vm.word("refusal", shown.notice.reason, Qt.uiLanguage) : ""

    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: !page.printed
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
            minimumPixelSize: Theme.px(40)
        }
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: page.asked ? (page.refused !== "" ? page.refused : qsTr("The table issues the ticket...")) : qsTr("The ticket is paid at the cashier or taken by any terminal of this table.")
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
        anchors.centerIn: parent
        visible: page.printed
        spacing: Theme.gap
        Image {
            objectName: "ticket"
            anchors.horizontalCenter: parent.horizontalCenter
            width: Theme.px(1040)
            height: Theme.px(436)
            sourceSize: Qt.size(width, height)
            source: page.printed ? "image://ticket/" + page.newest.number : ""
        }
        Label {
            objectName: "ticket.text"
            anchors.horizontalCenter: parent.horizontalCenter
            text: qsTr("Ticket %1: %2").arg(page.newest.number).arg(page.newest.amount)
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
        }
        Label {
            anchors.horizontalCenter: parent.horizontalCenter
            text: qsTr("Please take your ticket. Thank you for playing.")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
        }
    }
}
