import QtQuick
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
    readonly property bool waiting: ["waits", "placing", "removing"].includes(spot.standing)
    readonly property bool live: spot.open && !off
    signal tapped()
    signal held()

    Accessible.role: Accessible.Button
    Accessible.name: title + " " + spot.amount

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusSmall
        color: place.live || place.lies ? place.ground : Theme.panel
        border.width: place.refused ? Theme.lineBold : place.waiting ? Theme.lineStrong : Theme.line
        border.color: place.refused ? Theme.bad : place.waiting ? Theme.warn : place.lies || place.live ? place.edge : Theme.edgeOff
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.px(4) }
        Label {
            objectName: place.objectName + ".title"
            width: parent.width
            visible: !place.large || !place.lies
            horizontalAlignment: Text.AlignHCenter
            text: place.title
            color: place.live || place.lies ? Theme.text : Theme.textOff
            font.pixelSize: place.large ? Theme.sizeBody : place.lies ? Theme.sizeNote : Theme.sizeSmall
            font.weight: place.large ? Theme.weightStrong : Theme.weightBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: place.objectName + ".amount"
            width: parent.width
            visible: place.lies
            horizontalAlignment: Text.AlignHCenter
            text: (place.spot.standing === "registered" ? "✓ " : place.waiting ? "… " : "") + place.spot.amount
            font.pixelSize: place.large ? Theme.sizeTitle : Theme.sizeSmall
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
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: place.tapped()
        onLongPressed: place.held()
    }
}
