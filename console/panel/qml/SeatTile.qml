import QtQuick
import QtQuick.Shapes
import Looks

// One terminal on the map: who, its bet in gold, its credit, and at the bottom whatever somebody has to see to. Tapped,
// it opens its sheet.
Item {
    id: tile

    required property var row
    readonly property string terminal: row.terminal
    readonly property bool heard: row.heard
    readonly property string credit: row.credit
    readonly property string stake: row.stake
    readonly property bool bets: row.bets
    readonly property bool closeSeen: row.closeSeen
    readonly property int disputed: row.disputed
    readonly property string latched: row.latched
    readonly property bool calls: row.calls
    readonly property string mood: row.mood
    required property var vm
    property bool closing: false
    readonly property bool live: vm.shown.board.link === "joined"
    readonly property bool tall: height >= Theme.px(180)    // bet and credit have a line each
    readonly property bool low: height < Theme.px(128)      // two lines are all there is
    // The worst first, and none hides another.
    readonly property var troubles: [disputed > 0 ? qsTr("Dispute") : "", latched !== "" ? qsTr("Out of play") : "",
        calls ? (row.reason === "" ? qsTr("Attendant call") : vm.word("call", row.reason, Qt.uiLanguage)) : "", !heard ? qsTr("No contact") : ""].filter(word => word !== "")
    readonly property bool crowded: tall && troubles.length === 2   // each has a line
    readonly property string note: troubles.length > 0 ? troubles.join(crowded ? "\n" : " · ")
        : !closing ? "" : closeSeen ? qsTr("Close confirmed") : qsTr("Not confirmed")
    readonly property bool late: closing && heard && !closeSeen
    readonly property color tone: !live ? Theme.textOff : ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad })[mood]

    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.vm.openSeat(tile.terminal)
    }
    Rectangle {
        id: body
        anchors { fill: parent; margins: Theme.gapTiny }
        radius: Theme.radiusSmall
        color: tile.disputed > 0 || tile.latched !== "" ? Theme.badGround : tile.calls ? Theme.warnGround : Theme.panelRaised
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
            font.pixelSize: tile.low ? Theme.sizeBody : Theme.sizeHeading
            font.weight: Theme.weightBold
        }
        // Of every terminal that is heard, whether it bets or not: does it know that bets are closed?
        Label {
            id: tick
            objectName: "tick." + tile.terminal
            x: body.width - width - Theme.gapSmall
            y: tile.low ? name.y : body.height - height - Theme.gapTiny / 2
            width: visible ? Theme.px(28) : 0
            height: tile.low ? name.height : Theme.px(36)
            horizontalAlignment: Text.AlignRight
            visible: tile.closing && tile.heard
            text: tile.closeSeen ? "✓" : "…"
            color: tile.closeSeen ? Theme.good : Theme.warn
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightBold
        }
        // What is bet, in gold as all money in play.
        Label {
            id: bet
            x: tile.tall ? Theme.gapSmall : name.x + name.width + Theme.gapTiny
            y: tile.tall ? name.y + name.height + Theme.gapTiny / 2 : name.y
            width: tile.tall ? body.width - 2 * Theme.gapSmall : body.width - x - Theme.gapSmall - (tile.low && tick.visible ? tick.width + Theme.gapTiny : 0)
            height: tile.tall ? Theme.px(44) : name.height
            horizontalAlignment: Text.AlignRight
            text: tile.bets ? (tile.tall ? "● " : "") + tile.stake : tile.tall ? qsTr("no bet") : "–"
            color: tile.bets ? Theme.gold : Theme.textSoft
            font.pixelSize: tile.bets && tile.tall ? Theme.sizeHeading : tile.low ? Theme.sizeSmall : Theme.sizeBody
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: word
            x: Theme.gapSmall
            y: credit.y
            height: credit.height
            width: Math.min(implicitWidth, parent.width * 0.4)
            visible: !tile.low
            text: qsTr("Credit")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: credit
            x: Theme.gapSmall + (tile.low ? 0 : word.width + Theme.gapSmall)
            y: tile.tall ? bet.y + bet.height : name.y + name.height
            width: tile.low ? Math.min(implicitWidth, parent.width * 0.5) : body.width - x - Theme.gapSmall
            height: tile.tall ? Theme.px(tile.crowded ? 30 : 40) : implicitHeight
            horizontalAlignment: tile.low ? Text.AlignLeft : Text.AlignRight
            text: tile.credit
            font.pixelSize: tile.tall && !tile.crowded ? Theme.sizeLead : tile.low || tile.crowded ? Theme.sizeSmall : Theme.sizeBody
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        // A line of its own where there is room, so that no language has to whisper.
        Rectangle {
            anchors { left: parent.left; right: parent.right; bottom: note.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; bottomMargin: Theme.line }
            height: Theme.line
            visible: tile.tall && tile.note !== ""
            color: tile.troubles.length > 0 ? tile.tone : Theme.edge
        }
        Label {
            id: note
            objectName: "note." + tile.terminal
            anchors { left: tile.low ? credit.right : parent.left; right: parent.right; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall + (tile.low ? 0 : tick.width); bottom: parent.bottom; bottomMargin: Theme.gapTiny }
            horizontalAlignment: tile.low ? Text.AlignRight : Text.AlignLeft
            text: tile.note
            color: tile.troubles.length > 0 ? Theme.text : tile.late ? Theme.warn : Theme.textSoft
            font.pixelSize: Theme.sizeNote
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
            lineHeight: 0.78
        }
    }
}
