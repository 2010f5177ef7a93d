import QtQuick
import Looks

// One of the three answers of a page that must be read.
Column {
    id: answer

    required property string name
    property string title: ""
    property string text: ""

    width: parent ? parent.width : 0
    spacing: Theme.px(4)
    Label {
        text: answer.title
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
    }
    Label {
        objectName: "attention." + answer.name
        width: parent.width
        wrapMode: Text.WordWrap
        text: answer.text
        font.pixelSize: Theme.sizeLead
        lineHeight: 1.1
    }
}
