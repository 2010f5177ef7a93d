pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What an order would do to the money, before it is sent or signed: of each terminal what it has and would have, the most
// first, and what is left to the House. A list that is too long is pushed with a finger.
Rectangle {
    id: strip

    required property var changes
    readonly property var rows: changes.rows ?? []
    readonly property string when: changes.when ?? "never"
    readonly property int rowHeight: Theme.px(36)
    // Long amounts have the whole width: two beside each other would have to shrink.
    readonly property bool wide: rows.some(row => [row.was, row.will].join("").length > 17 || String(row.change).length > 9)

    function ink(up: bool, even: bool): color {
        return even ? Theme.text : up ? Theme.good : Theme.bad
    }

    objectName: "money"
    radius: Theme.radiusSmall
    color: Theme.bar
    border.width: Theme.line
    border.color: Theme.gold

    Column {
        id: house
        anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
        width: Theme.px(190)
        Label {
            width: parent.width
            text: qsTr("House")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "money.house"
            width: parent.width
            text: strip.changes.house ?? ""
            color: strip.ink(strip.changes.up ?? true, strip.changes.even ?? true)
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Rectangle {
        id: edge
        anchors { left: house.right; leftMargin: Theme.gapTiny; top: parent.top; bottom: parent.bottom; topMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }
        width: Theme.line
        color: Theme.edge
    }
    Label {
        objectName: "money.same"
        anchors { left: edge.right; right: parent.right; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
        visible: strip.rows.length === 0
        text: strip.when === "never" ? qsTr("No money moves: all bets stay as they are") : qsTr("No money changes")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeLead
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        id: heading
        objectName: "money.heading"
        anchors { left: edge.right; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        height: Theme.px(32)
        visible: strip.rows.length > 0
        text: Words.moneyHeading(strip.changes)
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    GridView {
        id: grid
        objectName: "money.list"
        anchors { left: heading.left; right: heading.right; top: heading.bottom; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
        visible: strip.rows.length > 0
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        interactive: contentHeight > height
        cellWidth: Math.floor((width - bar.width) / (strip.wide ? 1 : 2))
        cellHeight: height / Math.max(1, Math.floor(height / strip.rowHeight))  // no row is cut in two
        cacheBuffer: 0
        snapMode: GridView.SnapToRow
        model: strip.rows.length
        delegate: Item {
            id: one
            required property int index
            readonly property var row: strip.rows[index] ?? ({})
            width: grid.cellWidth - Theme.gap
            height: grid.cellHeight
            visible: y > grid.contentY - height / 2 && y < grid.contentY + grid.height - height / 2  // else it is half cut
            Label {
                id: name
                width: parent.width * 0.15
                height: parent.height
                text: one.row.terminal ?? ""
                font.pixelSize: Theme.sizeSmall
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                objectName: "money." + one.row.terminal + ".was"
                anchors { left: name.right; right: change.left; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
                height: parent.height
                horizontalAlignment: Text.AlignRight
                text: (one.row.was ?? "") + " → " + (one.row.will ?? "")
                color: Theme.textSoft
                font.pixelSize: Theme.sizeNote
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                id: change
                objectName: "money." + one.row.terminal
                anchors.right: parent.right
                width: parent.width * 0.27
                height: parent.height
                horizontalAlignment: Text.AlignRight
                text: one.row.change ?? ""
                color: strip.ink(one.row.up ?? true, one.row.even ?? true)
                font.pixelSize: Theme.sizeSmall
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    // How far the list goes on.
    Rectangle {
        id: bar
        anchors.right: parent.right
        anchors.rightMargin: Theme.gapTiny
        width: Theme.gapTiny
        radius: width / 2
        visible: grid.interactive && grid.visible
        color: Theme.edge
        y: grid.y + grid.visibleArea.yPosition * grid.height
        height: grid.visibleArea.heightRatio * grid.height
    }
}
