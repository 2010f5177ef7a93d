pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The cards on the felt as the console has them, with points, and where the next card goes.
Item {
    id: mirror

    required property var panel
    readonly property var board: panel.board
    readonly property int count: hands.count
    readonly property int columns: count <= 2 ? 2 : count <= 6 ? 3 : 4
    readonly property int rows: Math.max(1, Math.ceil(count / columns))

    Grid {
        id: grid
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: result.top; bottomMargin: Theme.px(12) }
        columns: mirror.columns
        spacing: Theme.px(16)

        Repeater {
            id: hands
            model: mirror.panel.hands
            HandMirror {
                width: (grid.width - (mirror.columns - 1) * grid.spacing) / mirror.columns
                height: (grid.height - (mirror.rows - 1) * grid.spacing) / mirror.rows
                won: mirror.board.winner === hand
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
    Rectangle {
        id: result
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(64)
        radius: Theme.radius
        color: mirror.board.winner ? Theme.panelRaised : Theme.panel
        border.width: Theme.line
        border.color: mirror.board.winner ? Theme.gold : Theme.edge
        Label {
            objectName: "result"
            anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gap }
            horizontalAlignment: Text.AlignHCenter
            text: {
                const board = mirror.board
                if (!board.winner)
                    return board.phase === "betting" ? qsTr("%1 of %2 terminals have bet").arg(board.bettors).arg(board.heard)
                        : board.phase === "dealing" ? qsTr("Cards are dealt") : Words.phase(board.phase ?? "closed")
                const words = [board.winner === "tie" ? qsTr("Tie on %1").arg(board.winnerPoints) : qsTr("%1 wins with %2").arg(board.winnerName).arg(board.winnerPoints)]
                if (board.natural)
                    words.push(qsTr("Natural"))
                return words.concat(board.pairs).join("  ·  ")
            }
            color: mirror.board.winner ? Theme.gold : Theme.textSoft
            font.pixelSize: mirror.board.winner ? Theme.sizeHeading : Theme.sizeBody
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(18)
        }
    }
}
