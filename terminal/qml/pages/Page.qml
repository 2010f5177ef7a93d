pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A page over the felt: a veil, a panel with a title, and a button to close it. What is on it is inside `content`,
// buttons beside Close are `actions`. It is an area for the mouse itself, so that nothing under the veil can be touched.
MouseArea {
    id: page

    required property var vm
    property string title: ""
    property bool closable: true
    property int panelWidth: Theme.px(1500)
    property int panelHeight: Theme.px(820)
    property color tone: Theme.gold
    readonly property var shown: vm.shown
    default property alias content: inside.data
    property alias actions: buttons.data
    readonly property alias inside: inside
    signal closed()

    Rectangle {
        anchors.fill: parent
        color: Theme.veil
    }
    Rectangle {
        id: panel
        anchors.centerIn: parent
        width: Math.min(page.panelWidth, parent.width - 2 * Theme.gap)
        height: Math.min(page.panelHeight, parent.height - 2 * Theme.gap)
        radius: Theme.px(22)
        color: Theme.panel
        border.width: Theme.px(3)
        border.color: page.tone
        Shadow { z: -1; spread: Theme.px(24) }
        Label {
            id: heading
            objectName: "page.title"
            anchors { left: parent.left; right: buttons.left; top: parent.top; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; topMargin: Theme.px(18) }
            height: Theme.px(64)
            text: page.title
            color: page.tone
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Row {
            id: buttons
            anchors { right: close.left; top: parent.top; topMargin: Theme.px(18); rightMargin: Theme.gapSmall }
            height: Theme.px(64)
            spacing: Theme.gapSmall
        }
        BigButton {
            id: close
            objectName: "page.close"
            visible: page.closable
            anchors { right: parent.right; top: parent.top; margins: Theme.px(18) }
            width: Theme.px(190)
            height: Theme.px(64)
            text: qsTr("Close")
            onTapped: page.closed()
        }
        Item {
            id: inside
            anchors { left: parent.left; right: parent.right; top: heading.bottom; bottom: parent.bottom; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge; topMargin: Theme.px(14); bottomMargin: Theme.gap }
        }
    }
}
