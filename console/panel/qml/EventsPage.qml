import QtQuick

// What happened at the table, in plain words: when, by whom, and the number of the entry in the journal.
Item {
    id: page

    required property var vm

    Box {
        anchors.fill: parent
        title: qsTr("Event log")
        LogLines {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            height: Math.floor(parent.height / row) * row - 1
            vm: page.vm
            numbered: true
        }
    }
}
