import QtQuick

// A framed box with an optional title. Children go below the title, inside the margins.
Rectangle {
    id: panel

    property string title: ""
    property color tone: Theme.edge     // of the frame and of nothing that must be read
    property bool raised: false
    default property alias content: inside.data
    readonly property alias inside: inside

    color: panel.raised ? Theme.panelRaised : Theme.panel
    radius: Theme.radius
    border.width: Theme.line
    border.color: panel.tone
    implicitWidth: Theme.px(400)
    implicitHeight: Theme.px(240)

    Label {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapSmall; leftMargin: Theme.gap; rightMargin: Theme.gap }
        visible: text !== ""
        height: visible ? implicitHeight : 0
        text: panel.title
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Item {
        id: inside
        anchors { left: parent.left; right: parent.right; top: heading.bottom; bottom: parent.bottom; margins: Theme.gap }
        anchors.topMargin: Theme.gapSmall
    }
}
