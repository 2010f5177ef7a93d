pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What a correction would do to the money, before it is sent: what each terminal was paid and will be, the most first, and
// what is left to the House.
Rectangle {
    id: strip

    required property var changes
    readonly property var rows: changes.rows ?? []
    readonly property int places: 8     // two columns of four; where there are more, the last place counts them
    readonly property int named: rows.length > places ? places - 1 : rows.length
    readonly property int rowHeight: Math.floor((height - heading.height - 2 * Theme.gapTiny) / (places / 2))

    function ink(up: bool): color {
        return up ? Theme.good : Theme.bad
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
            color: strip.rows.length === 0 ? Theme.text : strip.ink(strip.changes.up)
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
        text: qsTr("No money changes")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeLead
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        id: heading
        anchors { left: edge.right; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        height: Theme.px(32)
        visible: strip.rows.length > 0
        text: qsTr("Paid out incl. stake")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Grid {
        id: grid
        readonly property int cell: Math.floor((width - columnSpacing) / 2)
        anchors { left: heading.left; right: heading.right; top: heading.bottom }
        columns: 2
        rows: strip.places / 2
        columnSpacing: Theme.gapLarge
        flow: Grid.TopToBottom
        Repeater {
            model: strip.named
            Item {
                id: one
                required property int index
                readonly property var row: strip.rows[index] ?? ({})
                width: grid.cell
                height: strip.rowHeight
                Label {
                    id: name
                    width: parent.width * 0.2
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
                    width: parent.width * 0.3
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: one.row.change ?? ""
                    color: strip.ink(one.row.up ?? false)
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
        Label {
            objectName: "money.more"
            visible: strip.rows.length > strip.named
            width: grid.cell
            height: strip.rowHeight
            horizontalAlignment: Text.AlignRight
            text: qsTr("and %1 more").arg(strip.rows.length - strip.named)
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
