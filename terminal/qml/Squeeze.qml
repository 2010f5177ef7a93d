pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The card that the Player turns now, large: bent up at an edge or a corner, turned across, or opened at once. One card at
// a time, in the order in which they were dealt. Only presentation: what was dealt is dealt (003 §3.12).
MouseArea {
    id: squeeze                         // nothing under it can be touched meanwhile

    property string which: ""           // the card that waits; "": none does
    property string face: ""
    property string title: ""           // whose it is
    property int cardMs: 8000           // to turn this card
    property int allMs: 40000           // to turn all of them, since the last one came
    property int dealt: 0               // cards of this Round
    readonly property bool active: which !== ""
    property bool touched: false        // this card, by the Player
    property bool across: false
    property bool open: false           // it lies open for a moment, before the next one comes
    readonly property int cardHeight: Theme.px(452)
    readonly property real enough: 0.6  // of the way across: who has drawn it over two thirds of the card means it
    signal peeled()                     // he has taken it up
    signal turned()
    signal turnAll()
    signal cue(string name)

    objectName: "squeeze"
    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusLarge
        color: Theme.bar
        border.width: Theme.lineStrong
        border.color: Theme.gold
    }
    onWhichChanged: squeeze.lay()
    onTouchedChanged: if (squeeze.touched) squeeze.peeled()
    function lay() {
        linger.stop()
        squeeze.touched = false
        squeeze.open = false
        card.hold = Qt.point(0, 0)
        clock.restart()
    }
    // Every card gives the time anew, as at the table: a slow Dealer does not use it up.
    onDealtChanged: {
        whole.restart()
        if (clock.running)
            clock.restart()
    }
    function reveal() {
        if (!squeeze.active || squeeze.open)
            return
        squeeze.open = true
        squeeze.cue("card")
        linger.restart()
    }
    // A card that nobody has touched tells that nobody will: all are turned.
    Timer {
        id: clock
        objectName: "squeeze.clock"
        running: squeeze.active && !squeeze.open
        interval: squeeze.cardMs
        onTriggered: squeeze.touched ? squeeze.reveal() : squeeze.turnAll()
    }
    Timer {
        id: whole
        running: squeeze.active
        interval: squeeze.allMs
        onTriggered: squeeze.turnAll()
    }
    Timer {
        id: linger
        interval: Theme.look
        onTriggered: squeeze.turned()
    }
    Label {
        objectName: "squeeze.title"
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        height: Theme.px(46)
        horizontalAlignment: Text.AlignHCenter
        text: squeeze.title
        color: Theme.gold
        font.pixelSize: Theme.sizeHeading
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Item {
        id: place
        anchors { horizontalCenter: parent.horizontalCenter; bottom: hint.top; bottomMargin: Theme.gapTiny }
        width: squeeze.cardHeight
        height: squeeze.cardHeight

        SqueezedCard {
            id: card
            objectName: "squeeze.card"
            anchors.centerIn: parent
            width: Math.round(squeeze.cardHeight / Theme.cardRatio)
            height: squeeze.cardHeight
            visible: squeeze.active && !squeeze.open
            rotation: squeeze.across ? 90 : 0
            face: squeeze.face
            DragHandler {
                id: drag
                objectName: "squeeze.drag"
                target: null
                dragThreshold: 2
                onActiveChanged: {
                    if (drag.active) {
                        squeeze.touched = true
                        card.hold = drag.centroid.pressPosition
                    } else if (card.drawn > squeeze.enough) {
                        squeeze.reveal()
                    } else {
                        card.hold = Qt.point(0, 0)
                    }
                }
                onCentroidChanged: {
                    if (!drag.active)
                        return
                    card.finger = Qt.point(drag.centroid.position.x - drag.centroid.pressPosition.x, drag.centroid.position.y - drag.centroid.pressPosition.y)
                    if (card.lifted > 0.85)
                        squeeze.reveal()
                }
            }
        }
        Image {
            objectName: "squeeze.face"
            anchors.centerIn: parent
            width: card.width
            height: card.height
            visible: squeeze.active && squeeze.open
            rotation: card.rotation
            source: squeeze.face === "" ? "" : "image://looks/card/" + squeeze.face
            sourceSize: Qt.size(width, height)
        }
    }
    Label {
        id: hint
        objectName: "squeeze.hint"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.gapTiny }
        height: Theme.px(36)
        horizontalAlignment: Text.AlignHCenter
        text: qsTr("Pull a corner or an edge. When its time is over, it turns by itself.")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    CountdownRing {
        objectName: "squeeze.ring"
        anchors { left: parent.left; leftMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
        width: Theme.px(116)
        height: width
        leftMs: clock.running ? squeeze.cardMs : -1
        totalMs: squeeze.cardMs
        running: Theme.motion
    }
    Column {
        anchors { right: parent.right; rightMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap
        Repeater {
            model: [
                { name: "squeeze.rotate", text: qsTr("Rotate"), does: () => { squeeze.touched = true; squeeze.across = !squeeze.across } },
                { name: "squeeze.turn", text: qsTr("Turn"), does: () => squeeze.reveal() },
                { name: "squeeze.all", text: qsTr("Turn all"), does: () => squeeze.turnAll() }
            ]
            BigButton {
                required property var modelData
                objectName: modelData.name
                width: Theme.px(116)        // beside a card that lies across
                height: Theme.px(100)
                text: modelData.text
                size: Theme.sizeSmall
                onTapped: modelData.does()
            }
        }
    }
}
