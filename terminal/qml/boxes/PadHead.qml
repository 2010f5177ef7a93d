import QtQuick
import Looks

// What is asked, how long, and what happens without an answer.
Rectangle {
    id: head

    property string text: ""
    property string note: ""
    property bool mine: true            // this Player is asked
    property alias ring: ring

    implicitHeight: Theme.px(100)
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: mine ? Theme.gold : Theme.edge

    CountdownRing {
        id: ring
        objectName: "decision.ring"
        anchors { left: parent.left; leftMargin: Theme.gapTiny; verticalCenter: parent.verticalCenter }
        width: Theme.px(88)
        height: width
    }
    Column {
        anchors { left: ring.visible ? ring.right : parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gap; rightMargin: Theme.gapSmall }
        Label {
            objectName: "pad.asked"
            width: parent.width
            text: head.text
            color: head.mine ? Theme.gold : Theme.text
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "pad.note"
            width: parent.width
            visible: text !== ""
            text: head.note
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
