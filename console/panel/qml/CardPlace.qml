import QtQuick
import Looks

// Where a card lies or will lie. The place is there before the card; the one that is next to come glows. Nothing turns:
// whoever certifies compares with the felt.
Item {
    id: place

    property string face: ""            // "" no card yet, ?? face down
    property bool due: false
    property bool lit: false

    Rectangle {
        id: outline
        anchors.fill: parent
        visible: place.face === ""
        radius: place.width * 0.08
        color: place.due ? Theme.warnGround : "transparent"
        border.width: place.due ? Theme.lineStrong : Theme.line
        border.color: place.due ? Theme.gold : Theme.edgeOff

        Label {
            anchors.centerIn: parent
            rotation: -place.rotation
            visible: place.due
            text: "▼"
            color: Theme.gold
            font.pixelSize: Math.round(place.width * 0.4)
        }
    }
    CardItem {
        anchors.fill: parent
        visible: place.face !== ""
        face: place.face === "??" ? "" : place.face
        faceDown: place.face === "??"
        turns: false
        lit: place.lit
    }
}
