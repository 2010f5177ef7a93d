pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Figures, as on a cash desk.
Grid {
    id: pad

    signal pressed(key: string)

    columns: 4
    spacing: Theme.gapSmall

    Repeater {
        model: ["7", "8", "9", "back", "4", "5", "6", "clear", "1", "2", "3", "", "0", "00", "."]
        BigButton {
            required property string modelData
            // The empty place keeps the figures in their columns.
            opacity: modelData === "" ? 0 : 1
            enabled: modelData !== ""
            objectName: "figure." + modelData
            width: Theme.px(200)
            height: Math.floor((pad.height - 3 * pad.spacing) / 4)
            size: ["back", "clear"].includes(modelData) ? Theme.sizeBody : Theme.sizeTitle
            text: modelData === "back" ? qsTr("Delete") : modelData === "clear" ? qsTr("Clear") : modelData
            onTapped: pad.pressed(modelData)
        }
    }
}
