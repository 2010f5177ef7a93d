import QtQuick
import Looks

// Somebody of the staff: his name, his position, and where he is signed on.
Item {
    id: tile

    required property var row
    property bool chosen: false
    property string note: ""            // instead of position and place
    signal tapped()

    Accessible.role: Accessible.Button
    Accessible.name: tile.row.name
    Accessible.onPressAction: tile.tapped()

    Rectangle {
        anchors { fill: parent; bottomMargin: Theme.gapTiny }
        radius: Theme.radiusSmall
        color: tile.chosen || tap.pressed ? Theme.panelRaised : Theme.panel
        border.width: tile.chosen ? Theme.lineStrong : Theme.line
        border.color: tile.chosen ? Theme.gold : Theme.edge

        Column {
            anchors { left: parent.left; right: number.left; leftMargin: Theme.gapMedium; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            Label {
                width: parent.width
                text: tile.row.name
                color: tile.row.active ? Theme.text : Theme.textOff
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeSmall
                elide: Text.ElideRight
            }
            Label {
                width: parent.width
                text: tile.note !== "" ? tile.note : Words.person(tile.row)
                color: tile.row.active ? Theme.textSoft : Theme.textOff
                font.pixelSize: Theme.sizeSmall
                elide: Text.ElideRight
            }
        }
        Label {
            id: number
            anchors { right: parent.right; rightMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
            text: tile.row.number
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
        }
    }
    TapHandler {
        id: tap
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.tapped()
    }
}
