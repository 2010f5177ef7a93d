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
    readonly property bool tall: height > Theme.px(120)
    readonly property string note: disputed > 0 ? qsTr("Dispute") : latched !== "" ? qsTr("Out of play") : calls ? qsTr("Calls")
        : !heard ? qsTr("Not heard") : closing && bets ? (closeSeen ? qsTr("Close seen") : qsTr("Close not seen")) : ""
    readonly property color tone: ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad })[mood]

    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.panel.open_seat(tile.terminal)
    }
    Rectangle {
        id: body
        anchors { fill: parent; margins: Theme.px(5) }
        radius: Theme.radiusSmall
        color: tile.calls ? Theme.warnGround : tile.disputed > 0 || tile.latched !== "" ? Theme.badGround : Theme.panelRaised
        border.width: Theme.line
        border.color: tile.mood === "good" ? Theme.edge : tile.tone

        Item {
            id: light
            anchors { left: parent.left; top: parent.top; leftMargin: Theme.gapSmall; topMargin: Theme.px(tile.tall ? 22 : 14) }
            width: Theme.px(18)
            height: width
            Rectangle {
                anchors.fill: parent
                visible: tile.mood !== "warn"
                radius: tile.mood === "bad" ? 0 : width / 2
                color: tile.heard ? tile.tone : "transparent"
                border.width: Theme.px(3)
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
            anchors { left: light.right; leftMargin: Theme.gapTiny; verticalCenter: light.verticalCenter }
            text: tile.terminal
            font.pixelSize: tile.tall ? Theme.sizeHeading : Theme.sizeBody
            font.weight: Theme.weightBold
        }
        Label {
            anchors { left: name.right; right: parent.right; leftMargin: Theme.gapTiny; rightMargin: Theme.gapSmall; verticalCenter: light.verticalCenter }
            horizontalAlignment: Text.AlignRight
            text: tile.note
            color: tile.mood === "good" ? Theme.textSoft : Theme.text
            font.pixelSize: Theme.px(19)
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(12)
        }
        Label {
            id: credit
            anchors { left: parent.left; bottom: parent.bottom; leftMargin: Theme.gapSmall; bottomMargin: Theme.px(tile.tall ? 14 : 6) }
            width: (parent.width - 2 * Theme.gapSmall) * 0.56
            text: tile.credit
            font.pixelSize: tile.tall ? Theme.sizeBody : Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(12)
        }
        Label {
            anchors { left: credit.right; right: parent.right; bottom: parent.bottom; rightMargin: Theme.gapSmall; bottomMargin: Theme.px(tile.tall ? 14 : 6) }
            horizontalAlignment: Text.AlignRight
            text: tile.bets ? "● " + tile.stake : "–"
            color: tile.bets ? Theme.gold : Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(12)
        }
    }
}
