pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The limits in short: what will be on display when the table opens.
Box {
    id: box

    required property var panel

    title: qsTr("Limits on display")

    Label {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        visible: kinds.count === 0
        text: qsTr("The console tells them when the table opens.")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        wrapMode: Text.WordWrap
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        spacing: Theme.gapTiny
        Repeater {
            id: kinds
            model: box.panel.limits
            Fact {
                required property string min
                required property string max
                required property string spot
                required property var model
                width: parent ? parent.width : 0
                implicitHeight: Theme.px(48)
                name: model.name
                value: min + " – " + (max || qsTr("no limit"))
            }
        }
    }
    Fact {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        visible: (box.panel.board.differentialMax ?? "") !== ""
        name: qsTr("Differential")
        value: box.panel.board.differentialMax ?? ""
    }
}
