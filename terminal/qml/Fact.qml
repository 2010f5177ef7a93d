pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A small heading with a figure under it. Its width is given, so that a longer figure moves nothing.
Column {
    id: fact

    property string title: ""
    property string text: ""
    property color tone: Theme.text
    property int size: Theme.px(28)
    property int align: Text.AlignLeft

    Label {
        width: fact.width
        text: fact.title
        color: Theme.textSoft
        font.pixelSize: Theme.px(19)
        horizontalAlignment: fact.align
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(12)
    }
    Label {
        objectName: fact.objectName + ".text"
        width: fact.width
        text: fact.text
        color: fact.tone
        font.pixelSize: fact.size
        font.weight: Theme.weightStrong
        horizontalAlignment: fact.align
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(14)
    }
}
