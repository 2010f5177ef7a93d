pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The pages. The table's own page is the first; whatever is chosen, the next action stays where it is.
Rectangle {
    id: rail

    required property string page
    signal chosen(page: string)

    color: Theme.bar

    Column {
        id: column
        anchors { fill: parent; margins: Theme.gapMedium }
        spacing: Theme.gapSmall

        Repeater {
            model: [
                { key: "table", name: qsTr("Table") },
                { key: "cash", name: qsTr("Cashier") },
                { key: "shoe", name: qsTr("Shoe") },
                { key: "limits", name: qsTr("Limits") },
                { key: "rounds", name: qsTr("Rounds") },
                { key: "people", name: qsTr("People") },
                { key: "machines", name: qsTr("Machines") },
                { key: "events", name: qsTr("Events") },
            ]
            BigButton {
                required property var modelData
                objectName: "page." + modelData.key
                width: column.width
                height: Math.floor((column.height - 7 * column.spacing) / 8)
                roomBelow: -(sign.height + Theme.gapTiny)
                size: Theme.sizeSmall
                roomBeside: 0
                text: modelData.name
                PageIcon {
                    id: sign
                    anchors { horizontalCenter: parent.horizontalCenter; verticalCenter: parent.verticalCenter; verticalCenterOffset: -Theme.px(15) }
                    width: Theme.px(28)
                    height: width
                    page: parent.modelData.key
                    ink: parent.chosen ? Theme.gold : Theme.textSoft
                }
                chosen: rail.page === modelData.key
                onTapped: rail.chosen(modelData.key)
            }
        }
    }
}
