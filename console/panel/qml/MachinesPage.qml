pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The machines of this table by their keys: which are let in, which were prepared and wait for two people, and how one
// that was swapped, wiped or stolen comes back. Whoever orders it compares the fingerprint with the one on the machine.
Item {
    id: page

    required property var vm
    readonly property var board: vm.shown.board
    readonly property var rows: vm.shown.machines ?? []
    property string name: ""            // of the one that is chosen
    readonly property var chosen: rows.find(row => row.name === name) ?? null
    readonly property string key: chosen === null ? "" : { enrol: "enrol_key", replace: "replace_key", end: "end_key", rotate: "rotate_console" }[chosen.prepared] ?? ""
    readonly property bool brings: ["enrol_key", "replace_key", "rotate_console"].includes(key)     // a new key
    readonly property bool canSend: board.canSend ?? false

    objectName: "page.machines.place"

    Box {
        id: box
        anchors { left: parent.left; right: side.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.gapMedium }
        title: qsTr("Machines")
        GridView {
            id: list
            readonly property int shownAtOnce: Math.max(1, Math.floor(parent.height / Theme.px(96)))
            anchors { left: parent.left; right: parent.right; top: parent.top }
            cellWidth: Math.floor(width / 2)
            cellHeight: Math.floor(parent.height / shownAtOnce)
            height: Math.max(0, shownAtOnce * cellHeight - 1)
            clip: true
            cacheBuffer: 0
            snapMode: GridView.SnapToRow
            boundsBehavior: Flickable.StopAtBounds
            model: Rows { id: machines; list: page.rows }
            delegate: Item {
                id: cell
                required property int place
                readonly property var row: machines.values[place]
                width: list.cellWidth
                height: list.cellHeight
                PersonTile {
                    row: ({ name: cell.row.name, number: Words.role(cell.row.role), active: cell.row.enrolled || cell.row.prepared !== "" })
                    note: cell.row.prepared !== "" ? Words.preparedFor(cell.row.prepared) : cell.row.heard ? qsTr("Connected") : qsTr("No contact")
                    objectName: "machine." + cell.row.name
                    width: parent.width - Theme.gapSmall
                    height: parent.height
                    chosen: page.name === cell.row.name
                    onTapped: page.name = cell.row.name
                }
            }
        }
    }
    Box {
        id: side
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(640)
        title: page.chosen === null ? qsTr("Nothing is chosen") : page.chosen.name + "  ·  " + Words.role(page.chosen.role)
        Label {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: page.chosen === null
            text: qsTr("A machine that was swapped, wiped or stolen gets a new key: a technician prepares it, two people order it here.")
            color: Theme.textSoft
            wrapMode: Text.WordWrap
        }
        Column {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: page.chosen !== null
            spacing: Theme.gapTiny
            Fact { stacked: true; width: parent.width; name: qsTr("Key that is let in"); value: page.chosen?.fingerprint || qsTr("none") }
            Fact { objectName: "machine.prepared"; stacked: true; width: parent.width; visible: page.brings; name: qsTr("Key that was prepared"); value: page.chosen?.preparedFingerprint ?? ""; loud: true }
            Label {
                width: parent.width
                visible: page.brings
                text: qsTr("Compare it with the fingerprint on the machine itself.")
                color: Theme.warn
                wrapMode: Text.WordWrap
            }
            Fact { stacked: true; width: parent.width; visible: (page.chosen?.why ?? "") !== ""; name: qsTr("Reason"); value: page.chosen?.why ?? "" }
        }
        Column {
            id: doing
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
            spacing: Theme.gapSmall
            visible: page.chosen !== null
            BigButton {
                objectName: "machine.do." + page.key
                visible: page.brings
                width: parent.width
                height: Theme.px(92)
                kind: "primary"
                text: Words.step(page.key)
                note: qsTr("two people")
                enabled: page.canSend && ((page.board.may ?? {})[page.key] ?? false)
                onTapped: page.vm.serve(page.key, page.name, 0)
            }
            BigButton {
                objectName: "machine.do.end_key"
                visible: page.chosen?.enrolled ?? false
                width: parent.width
                height: Theme.px(92)
                text: Words.step("end_key")
                note: qsTr("two people")
                enabled: page.canSend && ((page.board.may ?? {})["end_key"] ?? false)
                onTapped: page.vm.serve("end_key", page.name, 0)
            }
        }
    }
}
