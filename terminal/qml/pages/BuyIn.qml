pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// Credit for notes and tickets. The acceptor and the reader are emulated: one says here what one puts into them.
Page {
    id: page

    objectName: "page.buyin"
    title: qsTr("Buy in")
    panelWidth: Theme.px(1500)
    panelHeight: Theme.px(800)
    property string number: ""
    readonly property bool may: shown.actions.buyIn
    readonly property string refused: shown.notice.reason !== "" ? vm.word("refusal", shown.notice.reason, Qt.uiLanguage) : ""

    Column {
        id: notes
        width: Theme.px(640)
        spacing: Theme.gapSmall
        Label {
            text: qsTr("Insert a note")
            color: Theme.gold
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
        }
        Grid {
            columns: 2
            spacing: Theme.gapSmall
            Repeater {
                model: page.shown.notes
                BigButton {
                    required property var modelData
                    objectName: "note." + modelData.amount
                    width: Theme.px(314)
                    height: Theme.px(104)
                    text: page.shown.table.currency + "  " + modelData.text
                    enabled: page.may && page.shown.money.notes === 0
                    onTapped: page.vm.insertNote(modelData.amount)
                }
            }
        }
        Label {
            objectName: "notes.held"
            width: parent.width
            height: Theme.px(40)
            text: page.shown.money.notes > 0 ? qsTr("%1 is being booked...").arg(page.shown.money.notesText) : ""
            color: Theme.warn
            font.pixelSize: Theme.sizeBody
        }
        Fact {
            width: parent.width
            title: qsTr("Balance %1").arg(page.shown.table.currency)
            text: page.shown.money.creditText
            tone: Theme.gold
            size: Theme.sizeDisplay
        }
        Label {
            objectName: "buyin.notice"
            width: parent.width
            wrapMode: Text.WordWrap
            text: page.refused
            color: Theme.warn
            font.pixelSize: Theme.sizeSmall
        }
    }
    Column {
        anchors { left: notes.right; leftMargin: Theme.gapLarge; right: parent.right }
        spacing: Theme.gapSmall
        Label {
            text: qsTr("Insert a ticket: its 18 digits")
            color: Theme.gold
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
        }
        Rectangle {
            width: parent.width
            height: Theme.px(72)
            radius: Theme.radiusSmall
            color: Theme.paper
            Label {
                objectName: "ticket.number"
                anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gap }
                text: page.number === "" ? "0000 0000 0000 0000 00" : page.number.replace(/(\d{4})(?=\d)/g, "$1 ")
                color: page.number === "" ? "#7a746a" : Theme.paperInk
                font.pixelSize: Theme.px(36)
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(18)
            }
        }
        Grid {
            columns: 3
            spacing: Theme.gapSmall
            Repeater {
                model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "delete", "0", "ok"]
                BigButton {
                    required property string modelData
                    objectName: "key." + modelData
                    width: Theme.px(242)
                    height: Theme.px(82)
                    text: modelData === "delete" ? qsTr("Delete") : modelData === "ok" ? qsTr("OK") : modelData
                    kind: modelData === "ok" ? "primary" : "plain"
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
                model: page.shown.tickets.slice(0, 2)
                BigButton {
                    required property var modelData
                    objectName: "pick." + modelData.number
                    width: Theme.px(369)
                    height: Theme.px(82)
                    text: modelData.amount
                    note: modelData.number
                    enabled: page.may
                    onTapped: page.vm.insertTicket(modelData.number)
                }
            }
        }
    }
}
