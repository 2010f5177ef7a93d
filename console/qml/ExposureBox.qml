pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What the House stands to lose or win: all Bets by area, and how far the two opposed areas are apart.
Box {
    id: box

    required property var panel
    readonly property var board: panel.board

    title: qsTr("Registered bets")

    Column {
        id: areas
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: sums.top; bottomMargin: Theme.gapSmall }
        // As high as they like while all kinds of areas are in sight.
        readonly property int row: Math.min(Theme.px(58), Math.floor(height / Math.max(1, kinds.count)))

        Repeater {
            id: kinds
            model: box.panel.exposure
            Item {
                id: area
                required property string spot
                required property string name
                required property string amount
                required property int terminals
                required property real share
                readonly property color tone: spot.startsWith("player") ? Theme.playerEdge : spot.startsWith("banker") ? Theme.bankerEdge : Theme.tieEdge

                objectName: "exposure." + spot
                width: areas.width
                height: areas.row

                Label {
                    id: title
                    anchors { left: parent.left; top: parent.top }
                    width: Math.min(implicitWidth, parent.width * 0.5)
                    text: area.name
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    id: count
                    anchors { left: title.right; leftMargin: Theme.gapSmall; baseline: title.baseline }
                    text: area.terminals > 0 ? "×" + area.terminals : ""
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeNote
                }
                Label {
                    anchors { left: count.right; right: parent.right; top: parent.top; leftMargin: Theme.gapTiny }
                    horizontalAlignment: Text.AlignRight
                    text: area.amount
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Rectangle {
                    anchors { left: parent.left; right: parent.right; top: title.bottom; topMargin: Theme.gapTiny / 2 }
                    height: Theme.gapSmall
                    radius: height / 2
                    color: Theme.panelRaised
                    Rectangle {
                        width: Math.round(parent.width * area.share)
                        height: parent.height
                        radius: height / 2
                        color: area.tone
                        Behavior on width { NumberAnimation { duration: Theme.medium } }
                    }
                }
            }
        }
    }
    Column {
        id: sums
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        Rectangle { width: parent.width; height: Theme.line; color: Theme.edge }
        Fact { width: parent.width; objectName: "total"; name: qsTr("All bets"); value: box.board.total ?? "" }
        Fact {
            width: parent.width
            objectName: "differential"
            name: qsTr("Differential")
            value: box.board.differentialMax ? qsTr("%1 of %2").arg(box.board.differential).arg(box.board.differentialMax) : box.board.differential ?? ""
            loud: box.board.differentialShare > 0.8
        }
    }
}
