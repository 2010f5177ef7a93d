import QtQuick
import Looks

// How the Round stands; from its last card until the next Round begins, who has won: in his colour, with his letter.
Rectangle {
    id: line

    required property var board
    required property string winner     // "" until there is one
    readonly property var ended: board.phase === "ready" ? board.ended ?? ({}) : ({})
    readonly property bool isOver: ended.roundNo !== undefined
    readonly property bool isVoid: ended.isVoid ?? false
    readonly property bool won: winner !== "" && !isVoid
    readonly property var said: isOver ? ended : board
    readonly property bool loud: won || isOver

    objectName: "ended"
    radius: Theme.radius
    color: isVoid ? Theme.phaseLook("void").ground
        : won ? Theme.tone(said.tone ?? "").ground
        : loud ? Theme.panelRaised : Theme.panel
    border.width: Theme.lineStrong
    border.color: isVoid ? Theme.phaseLook("void").tone : loud ? Theme.gold : Theme.edge

    SideBadge {
        id: badge
        objectName: "result.badge"
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(52)
        tone: line.said.tone ?? ""
        letter: line.won ? line.said.letter ?? "" : ""
        border.color: Theme.text
    }
    PhaseSign {
        objectName: "ended.sign"
        anchors.centerIn: badge
        visible: line.isVoid
        width: Theme.px(36)
        height: width
        sign: Theme.phaseLook("void").sign
        tone: Theme.phaseLook("void").tone
        ground: line.color
    }
    FitLabel {
        objectName: "result"
        anchors { fill: parent; leftMargin: line.won || line.isVoid ? badge.width + 2 * Theme.gap : Theme.gap; rightMargin: Theme.gap }
        horizontalAlignment: Text.AlignHCenter
        text: line.isOver ? Words.ended(line.ended) : line.winner !== "" ? Words.outcome(line.board)
            : line.board.phase === "betting" ? qsTr("%1 of %2 terminals have bet").arg(line.board.bettors).arg(line.board.heard)
            : line.board.phase === "dealing" ? qsTr("Cards are dealt") : Words.phase(line.board.phase ?? "closed")
        color: line.loud ? Theme.text : Theme.textSoft
        size: line.loud ? Theme.sizeHeading : Theme.sizeBody
        font.weight: Theme.weightStrong
    }
}
