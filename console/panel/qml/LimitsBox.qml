pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The limits in short: what will be on display when the table opens.
Box {
    id: box

    required property var vm

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
            model: Rows { id: limits; list: box.vm.shown.limits }
            Fact {
                required property int place
                readonly property var row: limits.values[place]
                width: parent ? parent.width : 0
                implicitHeight: Theme.px(48)
                name: row.name
                value: row.min + " – " + (row.max || qsTr("no limit"))
            }
        }
    }
    Fact {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        visible: (box.vm.shown.board.differentialMax ?? "") !== ""
        name: qsTr("Differential")
        value: box.vm.shown.board.differentialMax ?? ""
    }
}
