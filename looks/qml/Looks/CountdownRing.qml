import QtQuick
import QtQuick.Shapes

// The time that is left for bets. Given what the console said last, it counts on by itself; it decides nothing.
// Set leftMs to -1 between two countdowns, or the second one is not noticed if it starts with the same number.
Item {
    id: ring

    property int leftMs: -1             // -1: none runs
    property int totalMs: 30000
    property int lastCallMs: 5000       // the last part of it, when the last bets are called for
    property bool running: true         // false: stand still, as a picture or while the table is halted
    property real remainingMs: Math.max(0, leftMs)
    readonly property int seconds: Math.ceil(remainingMs / 1000)
    readonly property bool active: leftMs >= 0
    // By the second that is shown, for ring and title alike.
    property bool counting: leftMs >= 0     // and what is left has been taken over
    readonly property bool lastCall: counting && seconds * 1000 <= lastCallMs
    readonly property color tone: Theme.phaseLook(lastCall ? "lastBets" : "betting").tone
    signal secondPassed(int seconds)    // for sounds

    implicitWidth: Theme.px(190)
    implicitHeight: implicitWidth
    visible: active

    onLeftMsChanged: {
        ring.counting = ring.counting && ring.leftMs >= 0
        ring.remainingMs = Math.max(0, ring.leftMs)
        ring.counting = ring.leftMs >= 0
        ring.go()
    }
    onRunningChanged: ring.go()
    readonly property bool still: Theme.still
    onStillChanged: ring.go()
    onSecondsChanged: if (ring.active) ring.secondPassed(ring.seconds)

    NumberAnimation {
        id: run
        target: ring
        property: "remainingMs"
        to: 0
    }
    function go() {
        run.stop()
        if (ring.running && !ring.still && ring.remainingMs > 0) {
            run.duration = ring.remainingMs
            run.start()
        }
    }
    Rectangle {
        anchors.fill: parent
        radius: width / 2
        color: Theme.panel
        border.width: ring.thickness
        border.color: Theme.track
    }
    readonly property real thickness: width * 0.085
    Shape {
        anchors.fill: parent
        preferredRendererType: Shape.CurveRenderer
        ShapePath {
            fillColor: "transparent"
            strokeColor: ring.tone
            strokeWidth: ring.thickness
            capStyle: ShapePath.RoundCap
            PathAngleArc {
                centerX: ring.width / 2
                centerY: ring.height / 2
                radiusX: (ring.width - ring.thickness) / 2
                radiusY: radiusX
                startAngle: -90
                // Drawn in whole degrees: the arc moves a step at a time, and a step is cheap to draw.
                sweepAngle: Math.round(360 * Math.min(1, ring.remainingMs / Math.max(1, ring.totalMs)))
            }
        }
    }
    Label {
        anchors.centerIn: parent
        text: ring.seconds
        color: ring.tone
        font.pixelSize: Math.round(ring.width * 0.42)
        font.weight: Theme.weightBold
    }
}
