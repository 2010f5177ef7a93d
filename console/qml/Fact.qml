import QtQuick
import Looks

// A name and a value on one line.
Item {
    id: fact

    property string name: ""
    property string value: ""
    property bool loud: false

    implicitHeight: Theme.px(34)

    Label {
        id: left
        anchors { left: parent.left; verticalCenter: parent.verticalCenter }
        width: Math.min(implicitWidth, fact.width * 0.55)
        text: fact.name
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(14)
    }
    Label {
        anchors { left: left.right; right: parent.right; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
        horizontalAlignment: Text.AlignRight
        text: fact.value
        color: fact.loud ? Theme.warn : Theme.text
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(14)
    }
}
