pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes

// What happens at the table as a sign that needs no colour (Theme.phases): disc bets are open, triangle last bets, stop
// no more, card the cards come, pause play waits, cross void, gap nothing is heard. A single letter stands in a disc.
Item {
    id: mark

    property string sign: ""
    property color tone: Theme.text
    property color ground: Theme.panel  // seen through the sign
    readonly property bool letter: mark.sign.length === 1
    readonly property real unit: width / 24

    implicitWidth: Theme.px(24)
    implicitHeight: implicitWidth

    Rectangle {
        anchors.fill: parent
        visible: mark.sign === "disc" || mark.letter
        radius: width / 2
        color: mark.tone
    }
    Label {
        anchors.centerIn: parent
        visible: mark.letter
        text: mark.letter ? mark.sign : ""
        color: mark.ground
        font.pixelSize: Math.max(1, Math.round(mark.height * 0.66))
        font.weight: Theme.weightBold
    }
    Shape {
        anchors.fill: parent
        visible: mark.sign === "triangle" || mark.sign === "stop"
        preferredRendererType: Shape.CurveRenderer
        ShapePath {
            fillColor: mark.tone
            strokeWidth: -1
            PathPolyline {
                path: (mark.sign === "triangle" ? [[12, 1], [24, 23], [0, 23], [12, 1]]
                    : [[7, 0], [17, 0], [24, 7], [24, 17], [17, 24], [7, 24], [0, 17], [0, 7], [7, 0]])
                    .map(at => Qt.point(at[0] * mark.unit, at[1] * mark.unit))
            }
        }
    }
    Rectangle {
        // The bar of "no entry", or the stroke of the triangle's mark.
        anchors.horizontalCenter: parent.horizontalCenter
        y: (mark.sign === "stop" ? 10 : 8) * mark.unit
        visible: mark.sign === "stop" || mark.sign === "triangle"
        width: (mark.sign === "stop" ? 15 : 3) * mark.unit
        height: (mark.sign === "stop" ? 4 : 10) * mark.unit
        color: mark.ground
    }
    Repeater {
        model: mark.sign === "pause" ? [4, 14] : mark.sign === "gap" ? [0, 18] : []
        Rectangle {
            required property real modelData
            x: modelData * mark.unit
            y: (mark.sign === "pause" ? 2 : 9) * mark.unit
            width: 6 * mark.unit
            height: (mark.sign === "pause" ? 20 : 6) * mark.unit
            color: mark.tone
        }
    }
    Repeater {
        model: mark.sign === "cross" ? [45, -45] : []
        Rectangle {
            required property real modelData
            anchors.centerIn: parent
            width: 24 * mark.unit
            height: 5 * mark.unit
            rotation: modelData
            antialiasing: true
            color: mark.tone
        }
    }
    Rectangle {
        anchors.centerIn: parent
        visible: mark.sign === "card"
        width: 16 * mark.unit
        height: 22 * mark.unit
        radius: 3 * mark.unit
        color: mark.tone
    }
}
