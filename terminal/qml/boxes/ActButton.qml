import QtQuick
import QtQuick.Shapes
import Looks

// A decision: its colour, its sign and its word. One that is not offered keeps its place, flat, with the reason.
Item {
    id: act

    property string text: ""
    property string note: ""
    property string sign: ""            // hit, stand, double, split, cross, back
    property string tone: ""            // green, red, amber, blue; "": plain
    property bool chosen: false         // it is his answer
    property bool registered: false     // and the log has it
    readonly property color ground: ({ green: Theme.goodGround, red: Theme.banker, amber: Theme.warnGround, blue: Theme.player })[tone] ?? Theme.panelRaised
    readonly property color edge: ({ green: Theme.good, red: Theme.bankerEdge, amber: Theme.warn, blue: Theme.playerEdge })[tone] ?? Theme.edge
    readonly property color ink: enabled || chosen ? Theme.text : Theme.textOff
    readonly property bool pressed: tap.pressed
    readonly property bool wide: width > Theme.px(200)
    signal tapped()

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: if (act.enabled) act.tapped()

    Rectangle {
        anchors.fill: parent
        anchors.topMargin: act.pressed ? Theme.px(3) : 0
        radius: Theme.radius
        color: act.enabled || act.chosen ? act.ground : Theme.panel
        border.width: act.chosen ? Theme.lineBold : Theme.line
        border.color: act.chosen ? (act.registered ? Theme.good : Theme.warn) : act.enabled ? act.edge : Theme.edgeOff
    }
    Shape {
        id: icon
        readonly property real part: width / 100
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(56)
        height: width
        visible: act.sign !== "" && act.wide
        preferredRendererType: Shape.CurveRenderer
        ShapePath {
            strokeColor: act.ink
            strokeWidth: Theme.lineStrong
            fillColor: "transparent"
            capStyle: ShapePath.RoundCap
            joinStyle: ShapePath.RoundJoin
            PathSvg {
                path: (({
                    hit: [["M", 5, 15], ["L", 50, 15], ["L", 50, 85], ["L", 5, 85], ["Z"], ["M", 80, 30], ["L", 80, 70], ["M", 60, 50], ["L", 100, 50]],
                    stand: [["M", 5, 8], ["L", 42, 8], ["L", 42, 70], ["L", 5, 70], ["Z"], ["M", 58, 8], ["L", 95, 8], ["L", 95, 70], ["L", 58, 70], ["Z"], ["M", 2, 94], ["L", 98, 94]],
                    double: [["M", 5, 20], ["L", 42, 20], ["M", 5, 42], ["L", 42, 42], ["M", 5, 64], ["L", 42, 64], ["M", 5, 86], ["L", 42, 86], ["M", 58, 20], ["L", 95, 20], ["M", 58, 42], ["L", 95, 42], ["M", 58, 64], ["L", 95, 64], ["M", 58, 86], ["L", 95, 86]],
                    split: [["M", 16, 14], ["L", 44, 6], ["L", 56, 76], ["L", 26, 84], ["Z"], ["M", 62, 18], ["L", 92, 26], ["L", 78, 92], ["L", 50, 86]],
                    cross: [["M", 20, 20], ["L", 80, 80], ["M", 80, 20], ["L", 20, 80]],
                    tick: [["M", 14, 54], ["L", 40, 80], ["L", 88, 22]],
                    back: [["M", 40, 20], ["L", 15, 45], ["L", 40, 70], ["M", 15, 45], ["L", 85, 45], ["L", 85, 85]]
                })[act.sign] ?? []).map(point => point.length === 1 ? point[0] : point[0] + point[1] * icon.part + "," + point[2] * icon.part).join(" ")
            }
        }
    }
    Column {
        anchors { left: icon.visible ? icon.right : parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: icon.visible ? Theme.gapMedium : Theme.gapTiny; rightMargin: icon.visible ? Theme.gapSmall : Theme.gapTiny }
        Label {
            objectName: act.objectName + ".text"
            width: parent.width
            horizontalAlignment: icon.visible ? Text.AlignLeft : Text.AlignHCenter
            text: (act.chosen && act.registered ? "✓ " : "") + act.text
            color: act.ink
            font.pixelSize: act.wide ? Theme.sizeName : Theme.sizeBody
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: act.objectName + ".note"
            width: parent.width
            visible: text !== ""
            horizontalAlignment: icon.visible ? Text.AlignLeft : Text.AlignHCenter
            text: act.chosen && !act.registered ? qsTr("Sending...") : act.note
            color: act.ink
            font.pixelSize: act.wide ? Theme.sizeBody : Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    TapHandler {
        id: tap
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: act.tapped()
    }
}
