pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Who is staff at this table, in which position for this shift, and who is at which panel; and what two people may change
// of it. Files that were prepared beside the console wait here for an order.
Item {
    id: page

    required property var vm
    objectName: "page.people.place"
    readonly property var board: vm.shown.board
    readonly property var rows: vm.shown.staff ?? []
    readonly property var prepared: vm.shown.prepared ?? []
    property string number: ""          // of the one who is chosen
    readonly property var chosen: rows.find(row => row.number === number) ?? null
    readonly property bool canSend: board.canSend ?? false

    Box {
        id: box
        anchors { left: parent.left; right: side.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.gapMedium }
        title: qsTr("People")
        Label {
            visible: list.count === 0
            text: qsTr("Nobody is on record yet.")
            color: Theme.textSoft
        }
        GridView {
            id: list
            objectName: "staff"
            readonly property int shownAtOnce: Math.max(1, Math.floor(parent.height / Theme.px(96)))
            anchors { left: parent.left; right: parent.right; top: parent.top }
            cellWidth: Math.floor(width / 2)
            cellHeight: Math.floor(parent.height / shownAtOnce)
            height: Math.max(0, shownAtOnce * cellHeight - 1)
            clip: true
            cacheBuffer: 0
            snapMode: GridView.SnapToRow
            boundsBehavior: Flickable.StopAtBounds
            model: Rows { id: staff; list: page.rows }
            delegate: Item {
                id: cell
                required property int place
                width: list.cellWidth
                height: list.cellHeight
                PersonTile {
                    row: staff.values[cell.place]
                    objectName: "staff." + row.number
                    width: parent.width - Theme.gapSmall
                    height: parent.height
                    chosen: page.number === row.number
                    onTapped: page.number = row.number
                }
            }
        }
    }
    Item {
        id: side
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(640)

        Box {
            id: one
            anchors { left: parent.left; right: parent.right; top: parent.top }
            height: page.prepared.length > 0 ? parent.height - waiting.height - Theme.gapMedium : parent.height
            title: page.chosen === null ? qsTr("Nobody is chosen") : page.chosen.name
            Column {
                anchors { left: parent.left; right: parent.right; top: parent.top }
                visible: page.chosen !== null
                Fact { width: parent.width; name: qsTr("Number"); value: page.chosen?.number ?? "" }
                Fact { objectName: "staff.position"; width: parent.width; name: qsTr("Position for this shift"); value: Words.position(page.chosen?.position ?? 0) }
                Fact { width: parent.width; name: qsTr("Otherwise"); value: Words.position(page.chosen?.home ?? 0) }
                Fact { objectName: "staff.away"; width: parent.width; visible: (page.chosen?.away ?? "") !== ""; name: qsTr("Stays away from play until"); value: page.chosen?.away ?? ""; loud: true }
                Fact { width: parent.width; name: qsTr("Signed on at"); value: page.chosen?.where || "–" }
                Fact { width: parent.width; visible: !(page.chosen?.active ?? true); name: qsTr("Disabled"); value: qsTr("signs on no more"); loud: true }
            }
            Label {
                anchors { left: parent.left; right: parent.right; top: parent.top }
                visible: page.chosen === null
                text: qsTr("Tap somebody to see his position, and to change it.")
                color: Theme.textSoft
                wrapMode: Text.WordWrap
            }
            Row {
                id: doing
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
                spacing: Theme.gapSmall
                visible: page.chosen !== null
                readonly property int count: page.chosen?.participant ? 3 : 2
                Repeater {
                    model: page.chosen?.participant ? [
                        { key: "grant_coins", on: page.chosen.active },
                        { key: "exclude", on: page.chosen.active },
                        { key: "disable_staff", on: page.chosen.active },
                    ] : [
                        { key: "assign_staff", on: page.chosen?.active ?? false },
                        { key: "disable_staff", on: page.chosen?.active ?? false },
                    ]
                    BigButton {
                        required property var modelData
                        objectName: "staff.do." + modelData.key
                        width: (doing.width - (doing.count - 1) * doing.spacing) / doing.count
                        height: Theme.px(92)
                        text: Words.step(modelData.key)
                        note: (page.board.may ?? {})[modelData.key] === false ? qsTr("not at your position") : modelData.key === "grant_coins" ? "" : qsTr("two people")
                        enabled: modelData.on && page.canSend && ((page.board.may ?? {})[modelData.key] ?? true)
                        onTapped: page.vm.serve(modelData.key, page.number, 0)
                    }
                }
            }
        }
        Box {
            id: waiting
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(74) + Math.min(3, page.prepared.length) * Theme.px(92)
            visible: page.prepared.length > 0
            title: qsTr("Prepared, and waiting for two people")
            ListView {
                id: files
                anchors.fill: parent
                clip: true
                cacheBuffer: 0
                snapMode: ListView.SnapToItem
                boundsBehavior: Flickable.StopAtBounds
                model: Rows { id: prepared; list: page.prepared }
                delegate: Item {
                    id: file
                    required property int place
                    readonly property var row: prepared.values[place]
                    readonly property string key: row.known ? "set_credential" : "admit_staff"
                    width: files.width
                    height: Theme.px(88)
                    Column {
                        anchors { left: parent.left; right: go.left; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
                        Label {
                            width: parent.width
                            text: file.row.name
                            font.weight: Theme.weightBold
                            elide: Text.ElideRight
                        }
                        Label {
                            width: parent.width
                            objectName: "prepared.code." + file.row.number
                            text: file.row.number + "  ·  " + file.row.code
                            color: Theme.textSoft
                            font.pixelSize: Theme.sizeSmall
                            elide: Text.ElideRight
                        }
                    }
                    BigButton {
                        id: go
                        objectName: "prepared." + file.row.number
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        width: Theme.px(250)
                        height: Theme.px(76)
                        text: Words.step(file.key)
                        enabled: page.canSend && ((page.board.may ?? {})[file.key] ?? true)
                        onTapped: page.vm.serve(file.key, file.row.number, 0)
                    }
                }
            }
        }
    }
}
