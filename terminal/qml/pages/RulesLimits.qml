pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The limits in full (3.4) and what a winning bet is paid (4.1), how the roads are to be read, and how many decks there are.
Item {
    id: limits

    required property var vm
    readonly property var shown: vm.shown
    readonly property var table: shown.table
    readonly property var columns: [0.34, 0.22, 0.13, 0.17, 0.14]

    component Cell: Label {
        property int column: 0
        width: Math.floor((felt.width - 2 * Theme.gap) * limits.columns[column])
        height: parent ? parent.height : 0
        horizontalAlignment: column === 0 ? Text.AlignLeft : Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }

    Column {
        id: felt
        width: Theme.px(1180)
        spacing: Theme.gapSmall
        Row {
            leftPadding: Theme.gap
            height: Theme.px(40)
            Repeater {
                model: ["", qsTr("Pays (%1)").arg(limits.vm.word("paragraph", "pay_table", Qt.uiLanguage)), qsTr("Least"), qsTr("Most"), qsTr("Steps of")]
                Cell {
                    required property string modelData
                    required property int index
                    column: index
                    text: modelData === "" ? limits.vm.word("coin", limits.table.currency, Qt.uiLanguage) : modelData
                    color: Theme.gold
                    font.weight: Theme.weightStrong
                }
            }
        }
        Repeater {
            model: limits.table.limits
            Rectangle {
                id: line
                required property var modelData
                readonly property var look: Theme.tone(limits.table.tones[modelData.spot] ?? "")
                readonly property var spot: limits.shown.spots[modelData.spot] ?? ({ pays: [] })
                readonly property var pays: spot.pays.map(pay => pay.when === "" ? Odds.text(pay.odds) : pay.when === "on 6" ? qsTr("on 6: %1").arg(Odds.text(pay.odds)) : limits.vm.word("spot", pay.when, Qt.uiLanguage) + ": " + Odds.text(pay.odds))
                // More than its column can name stand below, over the whole width, and none of them is broken in two.
                readonly property bool many: pays.length > 3 && spot.pays.some(pay => pay.when !== "")
                width: felt.width
                height: Theme.px(92) + (many ? below.implicitHeight + Theme.gapSmall : 0)
                radius: Theme.radius
                color: look.ground
                border.width: Theme.line
                border.color: look.edge
                Row {
                    x: Theme.gap
                    height: Theme.px(92)
                    Cell {
                        column: 0
                        text: limits.vm.word("spot", line.modelData.spot, Qt.uiLanguage)
                        font.pixelSize: Theme.sizeHeading
                        font.weight: Theme.weightBold
                    }
                    Cell {
                        column: 1
                        text: line.many ? "" : line.pays.join(line.pays.length > 3 ? "  " : "\n")
                        color: Theme.gold
                        font.pixelSize: line.spot.pays.length > 1 ? Theme.sizeBody : Theme.sizeLead
                        font.weight: Theme.weightStrong
                    }
                    Cell {
                        objectName: "limits." + line.modelData.spot + ".least"
                        column: 2
                        text: line.modelData.minText
                        font.pixelSize: Theme.sizeLead
                    }
                    Cell {
                        objectName: "limits." + line.modelData.spot + ".most"
                        column: 3
                        text: line.modelData.maxText === "" ? "–" : line.modelData.maxText
                        font.pixelSize: Theme.sizeLead
                        font.weight: Theme.weightStrong
                    }
                    Cell {
                        column: 4
                        text: line.modelData.stepText
                        font.pixelSize: Theme.sizeLead
                    }
                }
                Label {
                    id: below
                    objectName: "limits." + line.modelData.spot + ".pays"
                    anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.gapSmall }
                    visible: line.many
                    wrapMode: Text.WordWrap
                    text: line.many ? line.pays.map(pay => pay.replace(/ /g, "\u00a0")).join("   ") : ""
                    color: Theme.gold
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightStrong
                }
            }
        }
        Label {
            objectName: "limits.together"
            width: parent.width
            wrapMode: Text.WordWrap
            text: {
                const said = []
                if (limits.table.totalMinText !== "")
                    said.push(qsTr("All your bets of a round together: at least %1.").arg(limits.table.totalMinText))
                if (limits.table.totalMaxText !== "")
                    said.push(qsTr("All your bets of a round together: at most %1.").arg(limits.table.totalMaxText))
                if (limits.table.differentialText !== "")
                    said.push(qsTr("What all players of this table have on Player and on Banker may differ by at most %1.").arg(limits.table.differentialText))
                return said.length > 0 ? said.join("\n") : qsTr("There is no further limit on your bets together.")
            }
            font.pixelSize: Theme.sizeBody
        }
        Label {
            objectName: "limits.decks"
            width: parent.width
            text: qsTr("Decks of 52 cards: %1").arg(limits.table.decks)
            font.weight: Theme.weightStrong
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Column {
        anchors { left: felt.right; leftMargin: Theme.px(60); right: parent.right; top: parent.top }
        spacing: Theme.gap
        Repeater {
            model: [
                [qsTr("How odds are read"), qsTr("8 to 1 pays eight times the bet, and the bet comes back. 1 to 2 pays half of it.")],
                ...(limits.shown.boxes.there ? [[qsTr("The limits of a box"), qsTr("Minimum and maximum of a bet are those of the whole box: all bets on it count together. Side bets have their own, each for itself.")]] : [
                [qsTr("The roads (%1)").arg(limits.vm.word("paragraph", "cards_prevail", Qt.uiLanguage)), qsTr("They show the results of this shoe, for information only: no result follows from them.")],
                [qsTr("Red and blue"), qsTr("In bead plate and big road they say Banker and Player. In the three small roads they say regular and irregular; a column that goes straight on is red.")]]),
                [qsTr("A limit that changes"), qsTr("A change counts from the next round on.")]
            ]
            Column {
                id: note
                required property var modelData
                width: parent.width
                spacing: Theme.px(4)
                Label {
                    text: note.modelData[0]
                    color: Theme.gold
                    font.weight: Theme.weightStrong
                }
                Label {
                    width: parent.width
                    wrapMode: Text.WordWrap
                    text: note.modelData[1]
                }
            }
        }
    }
}
