pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What happened, the last line first. A shape stands for the mood, beside the colour.
ListView {
    id: list

    required property var panel
    readonly property int row: Theme.px(40)

    model: list.panel.log
    clip: true
    cacheBuffer: 0
    snapMode: ListView.SnapToItem
    boundsBehavior: Flickable.StopAtBounds

    delegate: Item {
        id: line
        required property int index
        required property int seq
        required property string key
        required property var parts
        required property string mood
        readonly property color tone: ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad, info: Theme.info })[mood]

        width: list.width
        height: list.row

        Rectangle {
            id: sign
            anchors { left: parent.left; verticalCenter: parent.verticalCenter }
            width: Theme.px(12)
            height: width
            radius: line.mood === "bad" || line.mood === "warn" ? 0 : width / 2
            rotation: line.mood === "warn" ? 45 : 0
            color: line.mood === "info" ? "transparent" : line.tone
            border.width: Theme.line
            border.color: line.tone
        }
        Label {
            anchors { left: sign.right; right: number.left; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: Words.told(line.key, line.parts)
            color: line.index === 0 ? Theme.text : Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(14)
        }
        Label {
            id: number
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: line.seq
            color: Theme.textOff
            font.pixelSize: Theme.px(18)
        }
    }
}
