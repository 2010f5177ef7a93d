import QtQuick
import Looks

// How the Round stands; between Rounds, how the last one ended.
Rectangle {
    id: line

    required property var board
    required property string winner     // "" until there is one
    readonly property var ended: board.phase === "ready" ? board.ended ?? ({}) : ({})
    readonly property bool isOver: ended.roundNo !== undefined
    readonly property bool isVoid: ended.isVoid ?? false
    readonly property bool loud: winner !== "" || isOver

    radius: Theme.radius
    color: isVoid ? Theme.warnGround : loud ? Theme.panelRaised : Theme.panel
    border.width: loud ? Theme.lineStrong : Theme.line
    border.color: isVoid ? Theme.warn : loud ? Theme.gold : Theme.edge

    Label {
        objectName: "result"
        anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gap }
        horizontalAlignment: Text.AlignHCenter
        text: line.isOver ? Words.ended(line.ended) : line.winner !== "" ? Words.outcome(line.board)
            : line.board.phase === "betting" ? qsTr("%1 of %2 terminals have bet").arg(line.board.bettors).arg(line.board.heard)
            : line.board.phase === "dealing" ? qsTr("Cards are dealt") : Words.phase(line.board.phase ?? "closed")
        color: line.isVoid ? Theme.text : line.loud ? Theme.gold : Theme.textSoft
        font.pixelSize: line.loud ? Theme.sizeHeading : Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
