pragma ComponentBehavior: Bound
import QtQuick

// A small heading with a figure under it. Its width is given, so that a longer figure moves nothing.
Column {
    id: figure

    property string title: ""
    property string text: ""
    property color tone: Theme.text
    property int size: Theme.sizeBody
    property int weight: Theme.weightStrong
    property int figureHeight: 0        // of several side by side, so that their headings stand on one line; 0: its own

    Label {
        objectName: figure.objectName + ".title"
        width: figure.width
        text: figure.title
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: figure.objectName + ".text"
        width: figure.width
        height: figure.figureHeight > 0 ? figure.figureHeight : implicitHeight
        text: figure.text
        color: figure.tone
        font.pixelSize: figure.size
        font.weight: figure.weight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
