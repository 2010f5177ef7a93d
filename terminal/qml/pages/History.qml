pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The last ten Rounds, the newest first, five at a time: cards with their points, result, and what this Player had on
// them.
Page {
    id: page

    objectName: "page.history"
    title: qsTr("The last rounds")
    panelWidth: Theme.px(1840)
    panelHeight: Theme.px(890)
    readonly property var rounds: shown.history
    readonly property int perSheet: 5
    property int sheet: 0               // 0: the newest
    readonly property int sheets: Math.max(1, Math.ceil(rounds.length / perSheet))
    readonly property int rowHeight: Math.floor(inside.height / perSheet)

    actions: [
        BigButton {
            objectName: "history.newer"
            visible: page.sheets > 1
            width: Theme.px(190)
            height: Theme.px(64)
            text: qsTr("Newer")
            enabled: page.sheet > 0
            onTapped: page.sheet -= 1
        },
        BigButton {
            objectName: "history.older"
            visible: page.sheets > 1
            width: Theme.px(190)
            height: Theme.px(64)
            text: qsTr("Older")
            enabled: page.sheet < page.sheets - 1
            onTapped: page.sheet += 1
        }
    ]

    Label {
        anchors.centerIn: parent
        visible: page.rounds.length === 0
        text: qsTr("No round has been played yet.")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeHeading
    }
    Column {
        anchors.fill: parent
        Repeater {
            model: Math.max(0, Math.min(page.perSheet, page.rounds.length - page.sheet * page.perSheet))
            HistoryRow {
                required property int index
                readonly property int place: page.sheet * page.perSheet + index
                objectName: "history." + place
                width: parent.width
                height: page.rowHeight
                striped: index % 2 === 0
                vm: page.vm
                past: page.rounds[place] ?? ({ round: 0, time: "", hands: {}, lines: [], winner: "", points: 0, void: false, voidParagraph: "", corrected: false, gain: 0, gainText: "", hidden: false })
            }
        }
    }
}
