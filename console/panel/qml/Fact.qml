import QtQuick
import Looks

// A name and a value, on one line or (stacked) the value below the name.
Item {
    id: fact

    property string name: ""
    property string value: ""
    property bool loud: false
    property bool stacked: false

    implicitHeight: Theme.px(stacked ? 70 : 34)

    Label {
        id: left
        anchors { left: parent.left; top: parent.top }
        width: fact.stacked ? parent.width : Math.min(implicitWidth, fact.width * 0.55)
        height: fact.stacked ? Theme.px(28) : parent.height
        text: fact.name
        color: Theme.textSoft
        font.pixelSize: fact.stacked ? Theme.sizeNote : Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        anchors { left: fact.stacked ? parent.left : left.right; right: parent.right; bottom: parent.bottom; leftMargin: fact.stacked ? 0 : Theme.gapSmall }
        height: fact.stacked ? Theme.px(42) : parent.height
        horizontalAlignment: fact.stacked ? Text.AlignLeft : Text.AlignRight
        text: fact.value
        color: fact.loud ? Theme.warn : Theme.text
        font.pixelSize: fact.stacked ? Theme.sizeLead : Theme.sizeSmall
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
