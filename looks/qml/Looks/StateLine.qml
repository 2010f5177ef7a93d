pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes

// One line that says how a box stands: a sign and a word.
Rectangle {
    id: line

    property string text: ""
    property string key: ""             // of the word
    property string fate: ""            // won, lost, even
    property bool active: false
    property bool wraps: false          // it may take two lines
    // Tick, two bars, triangle, star, stroke, an equals sign.
    readonly property var signs: ({ stands: "tick", doubled: "tick", done: "tick", plays: "play", waits: "bars", next: "bars", asked: "bars", blackjack: "star", surrendered: "stroke", bust: "stroke", withdrawn: "stroke", removed: "stroke", won: "star", lost: "stroke", even: "even" })
    readonly property string wanted: signs[fate !== "" ? fate : key] ?? ""
    // A word that needs the whole line has it: the sign says nothing that it does not say.
    readonly property string sign: !wraps && whole.advanceWidth > width - Theme.px(18) - Theme.radiusSmall - 2 * Theme.gapTiny ? "" : wanted
    readonly property color ink: active ? Theme.goldInk : sign === "star" ? Theme.gold : Theme.text

    radius: Theme.radiusSmall
    color: active ? Theme.gold : Theme.bar
    TextMetrics {
        id: whole
        text: line.text
        font.family: word.font.family
        font.weight: word.font.weight
        font.pixelSize: Theme.sizeLeast
    }
    // Placed by hand: a positioner would come a frame later than the word.
    Item {
        anchors.centerIn: parent
        width: word.x + word.width
        height: line.height
        Item {
            id: mark
            readonly property real part: width / 100
            anchors.verticalCenter: parent.verticalCenter
            width: line.sign === "" ? 0 : Theme.px(18)
            height: Theme.px(18)
            visible: line.sign !== ""
            Row {
                anchors.centerIn: parent
                visible: line.sign === "bars"
                spacing: Theme.px(5)
                Repeater {
                    model: 2
                    Rectangle { width: Theme.px(5); height: Theme.px(16); color: line.ink }
                }
            }
            Shape {
                anchors.fill: parent
                visible: line.sign === "play"
                preferredRendererType: Shape.CurveRenderer
                ShapePath {
                    fillColor: line.ink
                    strokeWidth: -1
                    startX: 10 * mark.part; startY: 0
                    PathLine { x: 100 * mark.part; y: 50 * mark.part }
                    PathLine { x: 10 * mark.part; y: 100 * mark.part }
                }
            }
            Shape {
                anchors.fill: parent
                visible: ["tick", "stroke", "star", "even"].includes(line.sign)
                preferredRendererType: Shape.CurveRenderer
                ShapePath {
                    strokeColor: line.ink
                    strokeWidth: Theme.lineStrong
                    fillColor: "transparent"
                    capStyle: ShapePath.RoundCap
                    PathSvg {
                        path: (line.sign === "tick" ? [["M", 10, 55], ["L", 40, 85], ["L", 92, 20]]
                            : line.sign === "stroke" ? [["M", 10, 90], ["L", 90, 10]]
                            : line.sign === "even" ? [["M", 10, 32], ["L", 90, 32], ["M", 10, 68], ["L", 90, 68]]
                            : [["M", 50, 5], ["L", 50, 95], ["M", 10, 28], ["L", 90, 72], ["M", 90, 28], ["L", 10, 72]])
                            .map(point => point[0] + point[1] * mark.part + "," + point[2] * mark.part).join(" ")
                    }
                }
            }
        }
        Label {
            id: word
            objectName: line.objectName + ".text"
            x: mark.width + (mark.width > 0 ? Theme.radiusSmall : 0)
            width: Math.min(implicitWidth, line.width - x - 2 * Theme.gapTiny)
            height: line.height
            text: line.text
            color: line.ink
            wrapMode: line.wraps ? Text.WordWrap : Text.NoWrap
            horizontalAlignment: line.wraps ? Text.AlignHCenter : Text.AlignLeft
            font.pixelSize: Theme.sizeSmall
            font.weight: line.active ? Theme.weightBold : Theme.weightBody
            fontSizeMode: line.wraps ? Text.Fit : Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
