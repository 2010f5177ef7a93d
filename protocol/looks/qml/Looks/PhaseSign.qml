import QtQuick
import QtQuick.Shapes

// What happens at the table as a sign that needs no colour (Theme.phases): disc bets are open, triangle last bets, stop
// no more, card the cards come, pause play waits, cross void, gap nothing is heard. A single letter stands in a disc.
Item {
    id: sign

    property string sign: ""
    property color tone: Theme.text
    property color ground: Theme.panel  // seen through the sign
    readonly property bool letter: sign.sign.length === 1
    readonly property real unit: width / 24

    implicitWidth: Theme.px(24)
    implicitHeight: implicitWidth

    Rectangle {
        anchors.fill: parent
        visible: sign.sign === "disc" || sign.letter
        radius: width / 2
        color: sign.tone
    }
    Label {
        anchors.centerIn: parent
        visible: sign.letter
        text: sign.letter ? sign.sign : ""
        color: sign.ground
        font.pixelSize: Math.max(1, Math.round(sign.height * 0.66))
        font.weight: Theme.weightBold
    }
    Shape {
        anchors.fill: parent
        visible: sign.sign === "triangle" || sign.sign === "stop"
        preferredRendererType: Shape.CurveRenderer
        ShapePath {
            fillColor: sign.tone
            strokeWidth: -1
            PathPolyline {
                path: (sign.sign === "triangle" ? [[12, 1], [24, 23], [0, 23], [12, 1]]
                    : [[7, 0], [17, 0], [24, 7], [24, 17], [17, 24], [7, 24], [0, 17], [0, 7], [7, 0]])
                    .map(at => Qt.point(at[0] * sign.unit, at[1] * sign.unit))
            }
        }
    }
    Rectangle {
        // The bar of "no entry", or the stroke of the triangle's mark.
        anchors.horizontalCenter: parent.horizontalCenter
        y: (sign.sign === "stop" ? 10 : 8) * sign.unit
        visible: sign.sign === "stop" || sign.sign === "triangle"
        width: (sign.sign === "stop" ? 15 : 3) * sign.unit
        height: (sign.sign === "stop" ? 4 : 10) * sign.unit
        color: sign.ground
    }
    Repeater {
        model: sign.sign === "pause" ? [4, 14] : sign.sign === "gap" ? [0, 18] : []
        Rectangle {
            required property real modelData
            x: modelData * sign.unit
            y: (sign.sign === "pause" ? 2 : 9) * sign.unit
            width: 6 * sign.unit
            height: (sign.sign === "pause" ? 20 : 6) * sign.unit
            color: sign.tone
        }
    }
    Repeater {
        model: sign.sign === "cross" ? [45, -45] : []
        Rectangle {
            required property real modelData
            anchors.centerIn: parent
            width: 24 * sign.unit
            height: 5 * sign.unit
            rotation: modelData
            antialiasing: true
            color: sign.tone
        }
    }
    Rectangle {
        anchors.centerIn: parent
        visible: sign.sign === "card"
        width: 16 * sign.unit
        height: 22 * sign.unit
        radius: 3 * sign.unit
        color: sign.tone
    }
}
