pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The heads of a table of limits that is being changed: at its left the areas, above it what each column is.
Item {
    id: table

    required property var vm
    property int edge: Theme.px(206)    // for the names of the areas
    property int cell: Theme.px(200)
    property int row: Theme.target
    property int gap: Theme.gapSmall
    property int head: Theme.px(34)

    Row {
        x: table.edge
        spacing: table.gap
        Repeater {
            model: ["min", "max", "step"]
            Label {
                required property string modelData
                width: table.cell
                height: table.head
                horizontalAlignment: Text.AlignRight
                text: Words.limitPart(modelData)
                color: Theme.textSoft
                font.pixelSize: Theme.sizeSmall
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    Repeater {
        model: Rows { id: limits; list: table.vm.shown.limits }
        Label {
            required property int place
            readonly property var row: limits.values[place]
            readonly property string name: row.name
            y: table.head + place * (table.row + table.gap)
            width: table.edge - table.gap
            height: table.row
            text: name
            color: Theme.tone(row.tone).text
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
