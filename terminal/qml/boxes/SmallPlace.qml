pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import Looks

// A place to bet on inside a tile: its short name, and the amount that lies there with its standing.
Item {
    id: place

    property string title: ""
    property var spot: ({ standing: "", amount: "", open: false })
    property color ground: Theme.tie
    property color edge: Theme.tieEdge
    property string note: ""            // below the title: room that is left
    property bool off: false            // cannot be bet on, whatever is open
    property bool large: false
    property bool refused: false
    readonly property bool lies: spot.standing !== ""
    // In larger text a title alone is larger: with an amount below it there is no more room.
    readonly property int size: lies ? Math.min(Theme.sizeSmall, Theme.px(Theme.least)) : Theme.sizeSmall
    readonly property bool waiting: ["waits", "placing", "removing"].includes(spot.standing)
    readonly property bool live: spot.open && !off
    readonly property bool narrow: width < Theme.px(100)     // the sign of its standing lies on its corner
    readonly property string sign: spot.standing === "registered" ? "✓ " : waiting ? "… " : ""
    signal tapped()
    signal held()

    Accessible.role: Accessible.Button
    Accessible.name: title + " " + sign + spot.amount

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusSmall
        color: place.live || place.lies ? place.ground : Theme.panel
        border.width: place.refused ? Theme.lineBold : place.waiting ? Theme.lineStrong : Theme.line
        border.color: place.refused ? Theme.bad : place.waiting ? Theme.warn : place.lies || place.live ? place.edge : Theme.edgeOff
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.px(place.narrow ? 2 : 4) }
        Label {
            objectName: place.objectName + ".title"
            width: parent.width
            visible: !place.large || !place.lies
            horizontalAlignment: Text.AlignHCenter
            text: place.title
            color: place.live || place.lies ? Theme.text : Theme.textOff
            font.pixelSize: place.large ? Theme.sizeBody : place.size
            font.weight: place.large ? Theme.weightStrong : Theme.weightBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: place.objectName + ".amount"
            width: parent.width
            visible: place.lies
            horizontalAlignment: Text.AlignHCenter
            text: (place.narrow ? "" : place.sign) + place.spot.amount
            font.pixelSize: place.large ? Theme.sizeTitle : place.size
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: place.objectName + ".note"
            width: parent.width
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: place.note
            color: Theme.warn
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Rectangle {
        id: badge
        readonly property bool ticked: place.spot.standing === "registered"
        readonly property real part: width / 100
        anchors { right: parent.right; top: parent.top; margins: -Theme.px(8) }
        width: Theme.px(26)
        height: width
        radius: width / 2
        visible: place.narrow && place.sign !== ""
        color: ticked ? Theme.goodGround : Theme.warnGround
        border.width: Theme.line
        border.color: ticked ? Theme.good : Theme.warn
        Shape {
            anchors.fill: parent
            visible: badge.ticked
            preferredRendererType: Shape.CurveRenderer
            ShapePath {
                strokeColor: Theme.good
                strokeWidth: Theme.px(3)
                fillColor: "transparent"
                capStyle: ShapePath.RoundCap
                joinStyle: ShapePath.RoundJoin
                startX: 28 * badge.part; startY: 52 * badge.part
                PathLine { x: 44 * badge.part; y: 68 * badge.part }
                PathLine { x: 73 * badge.part; y: 34 * badge.part }
            }
        }
        Row {
            anchors.centerIn: parent
            visible: !badge.ticked
            spacing: Theme.px(2)
            Repeater {
                model: 3
                Rectangle { width: Theme.px(4); height: width; radius: width / 2; color: Theme.warn }
            }
        }
    }
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: place.tapped()
        onLongPressed: place.held()
    }
}
