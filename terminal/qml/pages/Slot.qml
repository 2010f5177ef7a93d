import QtQuick
import Looks

// A picture of what goes into this terminal: a note, or a ticket with its bars, over the slot that takes it.
Item {
    id: slot

    property string kind: "note"        // note, ticket
    property string currency: ""
    property bool closed: false         // it takes nothing now

    width: Theme.px(430)
    height: Theme.px(260)
    Rectangle {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        width: Theme.px(430)
        height: Theme.px(46)
        radius: Theme.radiusSmall
        color: Theme.bar
        border.width: Theme.line
        border.color: slot.closed ? Theme.edgeOff : Theme.gold
        Rectangle {
            anchors.centerIn: parent
            width: parent.width - Theme.px(40)
            height: Theme.px(10)
            radius: height / 2
            color: slot.closed ? Theme.edgeOff : Theme.gold
        }
    }
    // Its lower edge is in the slot already.
    Rectangle {
        visible: !slot.closed
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(23) }
        width: Theme.px(350)
        height: Theme.px(176)
        radius: Theme.radiusSmall
        color: slot.kind === "note" ? Theme.goodGround : Theme.paper
        border.width: Theme.px(3)
        border.color: slot.kind === "note" ? Theme.good : Theme.goldDeep
        Rectangle {
            anchors.centerIn: parent
            visible: slot.kind === "note"
            width: Theme.px(96)
            height: width
            radius: width / 2
            color: "transparent"
            border.width: Theme.px(4)
            border.color: Theme.good
            Label {
                anchors { fill: parent; margins: Theme.gapSmall }
                horizontalAlignment: Text.AlignHCenter
                text: slot.currency
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
        Row {
            anchors.centerIn: parent
            visible: slot.kind === "ticket"
            spacing: Theme.px(5)
            Repeater {
                model: [4, 9, 4, 4, 9, 4, 9, 9, 4, 4, 9, 4, 9, 4, 4, 9, 4, 9, 4]
                Rectangle {
                    required property int modelData
                    width: Theme.px(modelData)
                    height: Theme.px(84)
                    color: Theme.paperInk
                }
            }
        }
    }
    // A sign that everybody knows: no way in.
    Rectangle {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(76) }
        visible: slot.closed
        width: Theme.px(130)
        height: width
        radius: width / 2
        color: Theme.badGround
        border.width: Theme.lineBold
        border.color: Theme.bad
        Rectangle {
            anchors.centerIn: parent
            width: parent.width - Theme.px(44)
            height: Theme.px(22)
            color: Theme.bad
        }
    }
    // The way it goes.
    Rectangle {
        visible: !slot.closed
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top }
        width: Theme.px(6)
        height: Theme.px(46)
        color: Theme.gold
        Rectangle {
            anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(3) }
            width: Theme.px(24)
            height: width
            rotation: 45
            color: "transparent"
            border.width: 0
            Rectangle { anchors { right: parent.right; bottom: parent.bottom } width: parent.width; height: Theme.px(6); color: Theme.gold }
            Rectangle { anchors { right: parent.right; bottom: parent.bottom } width: Theme.px(6); height: parent.height; color: Theme.gold }
        }
    }
}
