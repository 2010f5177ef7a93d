pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Digits as on a telephone, large: they are typed standing, by somebody who looks elsewhere.
Grid {
    id: pad

    signal pressed(key: string)

    columns: 3
    spacing: Theme.gapSmall

    Repeater {
        model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"]
        BigButton {
            required property string modelData
            objectName: "pin." + modelData
            width: Math.floor((pad.width - 2 * pad.spacing) / 3)
            height: Math.floor((pad.height - 3 * pad.spacing) / 4)
            size: ["back", "clear"].includes(modelData) ? Theme.sizeBody : Theme.sizeTitle
            text: modelData === "back" ? qsTr("Delete") : modelData === "clear" ? qsTr("Clear") : modelData
            onTapped: pad.pressed(modelData)
        }
    }
}
