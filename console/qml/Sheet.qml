import QtQuick
import Looks

// A sheet on the felt, in place of everything but the bar (`Panel.qml` sees to that).
Item {
    id: sheet

    default property alias content: inside.data
    property alias sheetWidth: body.width
    property alias sheetHeight: body.height

    Rectangle {
        id: body
        anchors.centerIn: parent
        width: Theme.px(1740)
        height: Theme.px(960)
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.line
        border.color: Theme.gold
        Item {
            id: inside
            anchors { fill: parent; margins: Theme.gapLarge }
        }
    }
}
