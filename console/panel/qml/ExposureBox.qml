pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All Bets by area, and beside them what the House pays if the area wins, at its highest odds; how far the two opposed
// areas are apart.
Box {
    id: box

    required property var vm
    readonly property var board: vm.shown.board

    title: qsTr("Registered bets")

    readonly property int column: Math.round(areas.width * 0.25)

    component Amount: Label {
        horizontalAlignment: Text.AlignRight
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Row {
        id: heads
        anchors { right: parent.right; top: parent.top }
        height: Theme.px(32)
        Repeater {
            model: [qsTr("Bets"), qsTr("House pays")]
            // Over its column; a longer word goes on to the left of it.
            Label {
                required property string modelData
                leftPadding: Theme.gapSmall
                horizontalAlignment: Text.AlignRight
                width: Math.max(box.column, implicitWidth)
                height: heads.height
                text: modelData
                color: Theme.textSoft
                font.pixelSize: Theme.sizeNote
                font.weight: Theme.weightBody
            }
        }
    }
    Column {
        id: areas
        anchors { left: parent.left; right: parent.right; top: heads.bottom; bottom: sums.top; bottomMargin: Theme.gapSmall }
        // As high as they like while all kinds of areas are in sight.
        readonly property int row: Math.min(Theme.px(58), Math.floor(height / Math.max(1, kinds.count)))

        Repeater {
            id: kinds
            model: Rows { id: rows; list: box.vm.shown.exposure }
            Item {
                id: area
                required property int place
                readonly property var row: rows.values[place]
                readonly property string spot: row.spot
                readonly property string name: row.name
                readonly property string amount: row.amount
                readonly property int terminals: row.terminals
                readonly property real share: row.share
                readonly property string pays: row.pays
                readonly property color tone: Theme.tone(row.tone).edge

                objectName: "exposure." + spot
                width: areas.width
                height: areas.row

                Label {
                    id: title
                    anchors { left: parent.left; top: parent.top }
                    width: Math.min(implicitWidth, parent.width - 2 * box.column - count.width - Theme.gapTiny)
                    text: area.name
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    id: count
                    anchors { left: title.right; leftMargin: Theme.gapTiny; verticalCenter: title.verticalCenter }
                    text: area.terminals > 0 ? "×" + area.terminals : ""
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeNote
                }
                Amount {
                    anchors { right: paid.left; top: parent.top }
                    width: box.column - Theme.gapTiny
                    text: area.amount
                }
                Amount {
                    id: paid
                    objectName: "pays." + area.spot
                    anchors { right: parent.right; top: parent.top }
                    width: box.column - Theme.gapTiny
                    text: area.pays || "–"
                    color: Theme.gold
                }
                Rectangle {
                    anchors { left: parent.left; right: parent.right; top: title.bottom; topMargin: Theme.gapTiny / 2 }
                    height: Theme.px(8)
                    radius: height / 2
                    color: Theme.highContrast ? Theme.edgeOff : Theme.panelRaised
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
