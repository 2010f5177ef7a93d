import QtQuick
import QtQuick.Shapes
import Looks

// One terminal on the map. Tapped, it opens its sheet.
Item {
    id: tile

    required property string terminal
    required property bool heard
    required property string credit
    required property string stake
    required property bool bets
    required property bool closeSeen
    required property int disputed
    required property string latched
    required property bool calls
    required property string mood
    required property var panel
    property bool closing: false
    readonly property bool live: panel.board.link === "joined"
    readonly property bool tall: height > Theme.px(128)
    readonly property string note: disputed > 0 ? qsTr("Dispute") : latched !== "" ? qsTr("Out of play") : calls ? qsTr("Calls")
        : !heard ? qsTr("Not heard") : closing && bets ? (closeSeen ? qsTr("Close seen") : qsTr("Close not seen")) : ""
    readonly property color tone: !live ? Theme.textOff : ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad })[mood]

    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.panel.open_seat(tile.terminal)
    }
    Rectangle {
        id: body
        anchors { fill: parent; margins: Theme.gapTiny }
        radius: Theme.radiusSmall
        color: tile.calls ? Theme.warnGround : tile.disputed > 0 || tile.latched !== "" ? Theme.badGround : Theme.panelRaised
        border.width: tile.mood === "good" ? Theme.line : Theme.lineStrong
        border.color: tile.mood === "good" ? Theme.edge : tile.tone

        Item {
            id: light
            anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: name.verticalCenter }
            width: Theme.gap
            height: width
            Rectangle {
                anchors.fill: parent
                visible: tile.mood !== "warn"
                radius: tile.mood === "bad" ? 0 : width / 2
                color: tile.heard ? tile.tone : "transparent"
                border.width: Theme.line
                border.color: tile.tone
            }
            Shape {
                anchors.fill: parent
                visible: tile.mood === "warn"
                preferredRendererType: Shape.CurveRenderer
                ShapePath {
                    fillColor: tile.tone
                    strokeWidth: -1
                    startX: light.width / 2; startY: 0
                    PathLine { x: light.width; y: light.height }
                    PathLine { x: 0; y: light.height }
                    PathLine { x: light.width / 2; y: 0 }
                }
            }
        }
        Label {
            id: name
            anchors { left: light.right; top: parent.top; leftMargin: Theme.gapTiny; topMargin: Theme.gapTiny }
            text: tile.terminal
            font.pixelSize: tile.tall ? Theme.sizeHeading : Theme.sizeBody
            font.weight: Theme.weightBold
        }
        // What is bet, in gold as all money in play.
        Label {
            anchors { left: name.right; right: parent.right; leftMargin: Theme.gapTiny; rightMargin: Theme.gapSmall; verticalCenter: name.verticalCenter }
            horizontalAlignment: Text.AlignRight
            text: tile.bets ? "● " + tile.stake : "–"
            color: tile.bets ? Theme.gold : Theme.textSoft
            font.pixelSize: tile.tall ? Theme.sizeBody : Theme.sizeSmall
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: credit
            anchors { left: parent.left; leftMargin: Theme.gapSmall; top: name.bottom }
            width: tile.tall ? parent.width - 2 * Theme.gapSmall : Math.min(implicitWidth, parent.width * 0.5)
            text: tile.credit
            font.pixelSize: tile.tall ? Theme.sizeBody : Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        // A line of its own where there is room, so that no language has to whisper.
        Label {
            anchors { left: tile.tall ? parent.left : credit.right; right: parent.right; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
            horizontalAlignment: tile.tall ? Text.AlignLeft : Text.AlignRight
            text: tile.note
            color: tile.mood === "good" ? Theme.textSoft : Theme.text
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
