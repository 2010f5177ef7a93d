pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// Credit for notes and tickets. With real devices there is nothing to touch here: a note or a ticket goes into its slot.
// Where devices are emulated one says here what one puts into them, and the page says that they are; a machine that was
// started so at a table that is not for training says that they are not.
Page {
    id: page

    objectName: "page.buyin"
    title: qsTr("Buy in")
    panelWidth: Theme.px(emulated ? 1560 : 1400)
    panelHeight: Theme.px(emulated ? 800 : 760)
    property string number: ""
    property int read: 0                // the last notice that was there when the page was opened
    readonly property bool emulated: shown.devices.emulated
    readonly property bool unpaid: shown.money.unpaid > 0
    // Nobody is asked for another note while one is missing.
    readonly property bool may: shown.actions.buyIn && !unpaid
    readonly property string refused: shown.notice.reason !== "" && shown.notice.mark !== read ? vm.word("refusal", shown.notice.reason, Qt.uiLanguage) : ""

    Component.onCompleted: page.read = page.shown.notice.mark

    // --- what has become of the money: always in the same place ---
    Item {
        id: account
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(150)
        Figure {
            anchors { left: parent.left; top: parent.top }
            width: Theme.px(520)
            title: qsTr("Balance %1").arg(page.shown.table.currency)
            text: page.shown.money.spendableText
            tone: Theme.gold
            size: Theme.sizeDisplay
        }
        Label {
            objectName: "notes.held"
            anchors { left: parent.left; right: call.visible ? call.left : parent.right; leftMargin: Theme.px(540); rightMargin: Theme.gap; top: parent.top; bottom: parent.bottom }
            wrapMode: Text.WordWrap
            text: page.unpaid ? (page.shown.state.calls ? qsTr("%1 was taken and not credited: an attendant will come.") : qsTr("%1 was taken and not credited. Please call an attendant.")).arg(page.shown.money.unpaidText)
                : page.shown.money.held > 0 ? qsTr("%1 is being booked...").arg(page.shown.money.heldText)
                : page.refused
            color: Theme.warn
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightStrong
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
        AttendantCall {
            id: call
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            visible: page.unpaid
            width: Theme.px(340)
            height: Theme.targetLarge
            vm: page.vm
            name: "buyin.call"
            urgent: true
        }
    }

    // --- real devices ---
    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: account.top }
        visible: !page.emulated
        spacing: Theme.gapLarge
        topPadding: Theme.gap
        Label {
            objectName: "buyin.invite"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: page.may ? qsTr("Insert a note or a ticket") : page.unpaid && !page.shown.state.calls ? qsTr("Please call an attendant") : qsTr("Nothing can be inserted now")
            font.pixelSize: Theme.sizeDisplay
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeBody
        }
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            spacing: Theme.px(90)
            Slot {
                kind: "note"
                closed: !page.may
                currency: page.shown.table.currency
            }
            Slot {
                kind: "ticket"
                closed: !page.may
            }
        }
        StatusPill {
            objectName: "buyin.notEmulated"
            anchors.horizontalCenter: parent.horizontalCenter
            visible: page.shown.devices.notHere
            mood: "warn"
            width: Theme.px(900)
            text: qsTr("No emulated devices: money is real at this table")
        }
    }

    // --- emulated devices ---
    Column {
        id: notes
        visible: page.emulated
        width: Theme.px(560)
        spacing: Theme.gapSmall
        StatusPill {
            objectName: "buyin.emulated"
            mood: "info"
            width: parent.width
            text: qsTr("Emulated devices: this is not real money")
        }
        Label {
            text: qsTr("Insert a note")
            color: Theme.gold
            font.weight: Theme.weightStrong
        }
        Grid {
            columns: 2
            spacing: Theme.gapSmall
            Repeater {
                model: page.emulated ? page.shown.notes : []
                BigButton {
                    required property var modelData
                    objectName: "note." + modelData.amount
                    width: Theme.px(274)
                    height: Theme.px(110)
                    text: page.shown.table.currency + "  " + modelData.text
                    size: Theme.sizeHeading
                    enabled: page.may && page.shown.money.held === 0
                    onTapped: page.vm.insertNote(modelData.amount)
                }
            }
        }
    }
    Column {
        anchors { left: notes.right; leftMargin: Theme.gapLarge; right: parent.right }
        visible: page.emulated
        spacing: Theme.gapSmall
        Label {
            text: qsTr("Insert a ticket: its 18 digits")
            color: Theme.gold
            font.weight: Theme.weightStrong
        }
        Rectangle {
            width: parent.width
            height: Theme.px(68)
            radius: Theme.radiusSmall
            color: Theme.paper
            Label {
                objectName: "ticket.number"
                anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gap }
                text: page.number === "" ? "0000 0000 0000 0000 00" : page.number.replace(/(\d{4})(?=\d)/g, "$1 ")
                color: Theme.paperInk
                opacity: page.number === "" ? 0.6 : 1
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
        Grid {
            id: keys
            columns: 6
            spacing: Theme.gapSmall
            readonly property int keyWidth: Math.floor((parent.width - 5 * spacing) / 6)
            Repeater {
                model: ["1", "2", "3", "4", "5", "delete", "6", "7", "8", "9", "0", "ok"]
                BigButton {
                    required property string modelData
                    objectName: "key." + modelData
                    width: keys.keyWidth
                    height: Theme.px(84)
                    text: modelData === "delete" ? qsTr("Delete") : modelData === "ok" ? qsTr("OK") : modelData
                    size: modelData.length === 1 ? Theme.sizeHeading : Theme.sizeBody
                    kind: modelData === "ok" ? "primary" : "plain"
                    visible: page.emulated
                    enabled: modelData !== "ok" || (page.may && page.number.length === 18)
                    onTapped: {
                        if (modelData === "ok") {
                            page.vm.insertTicket(page.number)
                            page.number = ""
                        } else if (modelData === "delete") {
                            page.number = page.number.slice(0, -1)
                        } else if (page.number.length < 18) {
                            page.number += modelData
                        }
                    }
                }
            }
        }
        Row {
            spacing: Theme.gapSmall
            Repeater {
                // Tickets that this terminal has printed: in the emulation one need not type them.
                model: page.emulated ? page.shown.tickets.slice(0, 2) : []
                BigButton {
                    required property var modelData
                    objectName: "pick." + modelData.number
                    width: Math.floor((notes.parent.width - notes.width - Theme.gapLarge - Theme.gapSmall) / 2)
                    height: Theme.px(96)
                    text: modelData.amount
                    note: modelData.number
                    enabled: page.may
                    onTapped: page.vm.insertOwnTicket(modelData.number)
                }
            }
        }
    }
}
