import QtQuick
import Looks

// A framed box with a title and, at its right, a place for a light. Children go below, inside the margins.
Rectangle {
    id: box

    property string title: ""
    property alias corner: corner.data
    default property alias content: inside.data

    color: Theme.panel
    radius: Theme.radius
    border.width: Theme.line
    border.color: Theme.edge

    Item {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; topMargin: Theme.gapTiny }
        height: box.title === "" ? Theme.gapTiny : Theme.px(46)

        Label {
            anchors { left: parent.left; right: corner.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.gapSmall }
            text: box.title
            color: Theme.gold
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Row {
            id: corner
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        }
    }
    Item {
        id: inside
        anchors { left: parent.left; right: parent.right; top: heading.bottom; bottom: parent.bottom; margins: Theme.gap; topMargin: Theme.gapTiny; bottomMargin: Theme.gapSmall }
    }
}
