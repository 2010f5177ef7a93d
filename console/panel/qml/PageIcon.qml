pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A sign for a page, of a few boxes: the felt with its cards, a coin, a shoe of cards, bars, beads, lines of a list.
Item {
    id: icon

    required property string page
    property color ink: Theme.text
    readonly property real unit: width / 12
    // x, y, width, height, radius in twelfths of the sign; filled or only an outline.
    readonly property var boxes: ({
        table: [[0, 1, 12, 10, 5, false], [3.2, 3.6, 2.4, 4.8, 0.5, true], [6.4, 3.6, 2.4, 4.8, 0.5, true]],
        cash: [[0.5, 0.5, 11, 11, 5.5, false], [4.2, 4.2, 3.6, 3.6, 1.8, true]],
        shoe: [[0, 3, 9, 8, 1, false], [2, 5, 5, 4, 0.4, true], [9.6, 6, 2.4, 5, 0.5, true]],
        limits: [[0.5, 7, 2.6, 4, 0.5, true], [4.7, 4, 2.6, 7, 0.5, true], [8.9, 1, 2.6, 10, 0.5, true]],
        rounds: [[0, 0.5, 5, 5, 2.5, true], [7, 0.5, 5, 5, 2.5, false], [0, 6.5, 5, 5, 2.5, false], [7, 6.5, 5, 5, 2.5, true]],
        people: [[1.2, 0.5, 4, 4, 2, true], [0, 5.5, 6.4, 6, 2, true], [7.4, 1.5, 3.4, 3.4, 1.7, false], [7, 6.2, 4.6, 5.3, 1.8, false]],
        machines: [[0, 1, 12, 7.6, 1, false], [4.6, 8.6, 2.8, 1.6, 0, true], [2.6, 10, 6.8, 1.4, 0.6, true]],
        events: [[0, 1, 2, 2, 1, true], [4, 1, 8, 2, 1, true], [0, 5, 2, 2, 1, true], [4, 5, 8, 2, 1, true], [0, 9, 2, 2, 1, true], [4, 9, 8, 2, 1, true]],
    })[page] ?? []

    implicitWidth: Theme.px(34)
    implicitHeight: implicitWidth

    Repeater {
        model: icon.boxes
        Rectangle {
            required property var modelData
            x: modelData[0] * icon.unit
            y: modelData[1] * icon.unit
            width: modelData[2] * icon.unit
            height: modelData[3] * icon.unit
            radius: modelData[4] * icon.unit
            color: modelData[5] ? icon.ink : "transparent"
            border.width: modelData[5] ? 0 : Theme.px(3)
            border.color: icon.ink
        }
    }
}
