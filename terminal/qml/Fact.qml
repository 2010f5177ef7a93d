pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A small heading with a figure under it. Its width is given, so that a longer figure moves nothing.
Column {
    id: fact

    property string title: ""
    property string text: ""
    property color tone: Theme.text
    property int size: Theme.sizeBody
    property int weight: Theme.weightStrong
    property int figureHeight: 0        // of several side by side, so that their headings stand on one line; 0: its own

    Label {
        objectName: fact.objectName + ".title"
        width: fact.width
        text: fact.title
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: fact.objectName + ".text"
        width: fact.width
        height: fact.figureHeight > 0 ? fact.figureHeight : implicitHeight
        text: fact.text
        color: fact.tone
        font.pixelSize: fact.size
        font.weight: fact.weight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
