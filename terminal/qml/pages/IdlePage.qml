pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Nobody plays here: the screen invites, and shows the table's limits and its roads.
MouseArea {
    id: page

    required property var vm
    readonly property var table: vm.shown.table
    signal touched()

    objectName: "page.idle"
    onClicked: page.touched()

    Felt {
        anchors.fill: parent
    }
    Item {
        id: fan
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(120) }
        width: Theme.px(900)
        height: Theme.px(330)
        Repeater {
            model: ["AS", "KH", "9D", "8C", "QS"]
            CardItem {
                required property string modelData
                required property int index
                x: fan.width / 2 - width / 2 + (index - 2) * Theme.px(118)
                y: Theme.px(30) + Math.abs(index - 2) * Math.abs(index - 2) * Theme.px(11)
                width: Theme.px(200)
                height: Math.round(width * Theme.cardRatio)
                rotation: (index - 2) * 9
                face: modelData
            }
        }
    }
    Column {
        anchors { horizontalCenter: parent.horizontalCenter; top: fan.bottom; topMargin: Theme.px(70) }
        width: Math.min(page.width, Theme.px(1600))
        spacing: Theme.gapSmall
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: page.table.name === "" ? qsTr("Baccarat") : page.table.name
            color: Theme.gold
            font.pixelSize: Theme.sizeHuge
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(40)
        }
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("Bets from %1 to %2 %3").arg(page.table.lowest).arg(page.table.highest).arg(page.table.currency)
            font.pixelSize: Theme.sizeTitle
        }
        Item {
            width: 1
            height: Theme.gap
        }
        Rectangle {
            anchors.horizontalCenter: parent.horizontalCenter
            width: invite.implicitWidth + Theme.px(140)
            height: Theme.px(120)
            radius: height / 2
            color: Theme.gold
            border.width: Theme.px(3)
            border.color: Theme.goldEdge
            Label {
                id: invite
                anchors.centerIn: parent
                text: qsTr("Touch to play")
                color: Theme.goldInk
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightBold
            }
            SequentialAnimation on scale {
                running: Theme.motion && page.visible
                loops: Animation.Infinite
                NumberAnimation { to: 1.04; duration: Theme.pulse; easing.type: Easing.InOutQuad }
                NumberAnimation { to: 1; duration: Theme.pulse; easing.type: Easing.InOutQuad }
            }
        }
    }
}
