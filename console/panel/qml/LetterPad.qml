pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Letters for names and short words. A keyboard that is plugged in works as well.
Column {
    id: pad

    readonly property int key: Math.floor(Math.min(Theme.targetLarge, (height - 4 * spacing) / 5))
    signal pressed(key: string)

    spacing: Theme.gapSmall

    Grid {
        id: grid
        columns: 10
        spacing: Theme.gapSmall
        Repeater {
            model: "1234567890QWERTYUIOPASDFGHJKL-ZXCVBNM.".split("")
            BigButton {
                required property string modelData
                objectName: "key." + modelData
                width: (pad.width - 9 * grid.spacing) / 10
                height: pad.key
                size: Theme.sizeHeading
                text: modelData
                onTapped: pad.pressed(modelData)
            }
        }
    }
    Row {
        spacing: Theme.gapSmall
        BigButton {
            objectName: "key.space"
            width: pad.width * 0.5
            height: pad.key
            text: qsTr("Space")
            onTapped: pad.pressed(" ")
        }
        BigButton {
            objectName: "key.back"
            width: pad.width * 0.22
            height: pad.key
            text: qsTr("Delete")
            onTapped: pad.pressed("back")
        }
        BigButton {
            objectName: "key.clear"
            width: pad.width * 0.28 - 2 * Theme.gapSmall
            height: pad.key
            text: qsTr("Clear")
            onTapped: pad.pressed("clear")
        }
    }
}
