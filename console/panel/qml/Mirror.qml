pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The cards on the felt as the console has them, with points, where the next card goes, and how the Round ended.
Item {
    id: mirror

    required property var vm
    property bool classic: false        // a third card lies across
    readonly property var board: vm.shown.board
    readonly property int count: hands.count
    readonly property int columns: count <= 2 ? 2 : count <= 6 ? 3 : 4
    readonly property int rows: Math.max(1, Math.ceil(count / columns))
    readonly property string winner: board.winner ?? ""
    readonly property bool isVoid: board.phase === "ready" && (board.ended?.isVoid ?? false)

    Grid {
        id: grid
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: result.top; bottomMargin: Theme.gapSmall }
        columns: mirror.columns
        spacing: Theme.gapMedium

        Repeater {
            id: hands
            model: Rows { id: rows; list: mirror.vm.shown.hands }
            HandMirror {
                required property int place
                row: rows.values[place]
                width: (grid.width - (mirror.columns - 1) * grid.spacing) / mirror.columns
                height: (grid.height - (mirror.rows - 1) * grid.spacing) / mirror.rows
                won: mirror.winner === hand
                classic: mirror.classic
                voided: mirror.isVoid
            }
        }
    }
    Label {
        anchors.centerIn: grid
        visible: mirror.count === 0
        text: qsTr("No cards yet")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeHeading
    }
    ResultLine {
        id: result
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(76)
        board: mirror.board
        winner: mirror.winner
    }
}
