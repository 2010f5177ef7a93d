pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes

// A chip, or a stack of them, with its value. What has become of it shows without colour: one that waits is pale, one
// that is being placed or taken back pulses, registered has a tick, returned an arrow. It knows nothing of limits.
Item {
    id: chip

    property real value: 0              // in whole units: chooses the colour, is not shown
    property string text: ""
    property int stack: 1               // how many lie there; more than five look like five
    property string standing: ""        // "", waits, placing, removing, registered, returned
    property bool chosen: false
    readonly property int tone: Theme.chipTone(value)
    readonly property int layers: Math.max(1, Math.min(5, stack))
    readonly property real step: Math.round(width * 0.07)

    implicitWidth: Theme.chipSize
    implicitHeight: width + (layers - 1) * step

    Item {
        id: pile
        anchors.fill: parent
        opacity: pale ? 0.5 : chip.standing === "returned" ? 0.75 : 1 - pulse
        readonly property bool moves: chip.standing === "placing" || chip.standing === "removing"
        readonly property bool pale: chip.standing === "waits" || moves && !Theme.motion
        property real pulse: 0

        SequentialAnimation on pulse {
            running: pile.moves && Theme.motion
            loops: Animation.Infinite
            onStopped: pile.pulse = 0
            NumberAnimation { to: 0.45; duration: Theme.pulse / 2; easing.type: Easing.InOutQuad }
            NumberAnimation { to: 0; duration: Theme.pulse / 2; easing.type: Easing.InOutQuad }
        }
        Repeater {
            model: chip.layers
            Image {
                required property int index
                y: pile.height - height - index * chip.step
                width: chip.width
                height: width
                source: "image://looks/chip/" + chip.tone
                sourceSize: Qt.size(width, height)
            }
        }
    }
    Rectangle {
        // The ring of the chosen chip stands off from the chip: seen without colour as well.
        visible: chip.chosen
        anchors.centerIn: top
        width: chip.width + Theme.px(14)
        height: width
        radius: width / 2
        color: "transparent"
        border.width: Theme.px(4)
        border.color: Theme.gold
    }
    Item {
        id: top
        width: chip.width
        height: width

        Label {
            anchors.centerIn: parent
            width: parent.width * 0.62
            horizontalAlignment: Text.AlignHCenter
            text: chip.text
            color: Theme.chipText(chip.tone)
            font.pixelSize: Math.max(Theme.sizeLeast, Math.round(chip.width * 0.27))
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Math.round(chip.width * 0.12)
        }
        Rectangle {
            id: badge
            visible: chip.standing === "registered" || chip.standing === "returned"
            anchors { right: parent.right; top: parent.top; margins: -Theme.px(4) }
            width: Math.round(chip.width * 0.38)
            height: width
            radius: width / 2
            color: chip.standing === "registered" ? Theme.goodGround : Theme.infoGround
            border.width: Theme.line
            border.color: mark.strokeColor
            Shape {
                anchors.fill: parent
                preferredRendererType: Shape.CurveRenderer
                ShapePath {
                    id: mark
                    strokeColor: chip.standing === "registered" ? Theme.good : Theme.info
                    strokeWidth: badge.width * 0.13
                    fillColor: "transparent"
                    capStyle: ShapePath.RoundCap
                    joinStyle: ShapePath.RoundJoin
                    PathSvg { path: badge.sign }
                }
            }
            // A tick, or an arrow that turns back, in hundredths of the badge.
            readonly property string sign: scaled(chip.standing === "registered"
                ? [["M", 28, 52], ["L", 44, 68], ["L", 73, 34]]
                : [["M", 44, 26], ["L", 26, 42], ["L", 44, 58], ["M", 26, 42], ["L", 72, 42], ["L", 72, 72], ["L", 46, 72]])
            function scaled(points: var): string {
                return points.map(point => point[0] + point[1] * badge.width / 100 + "," + point[2] * badge.width / 100).join(" ")
            }
        }
    }
}
