import QtQuick

// One line, set smaller if a language is longer; where the least size is still too wide, it goes on below instead.
Label {
    id: label

    property int size: Theme.sizeBody
    property int smallest: Theme.sizeLeast
    readonly property bool breaks: width > 0 && least.advanceWidth > width

    font.pixelSize: breaks ? smallest : size
    fontSizeMode: breaks ? Text.FixedSize : Text.HorizontalFit
    minimumPixelSize: smallest
    wrapMode: breaks ? Text.WordWrap : Text.NoWrap
    maximumLineCount: breaks ? 2 : 1
    lineHeight: breaks ? 0.86 : 1

    TextMetrics {
        id: least
        text: label.text
        font.family: label.font.family
        font.weight: label.font.weight
        font.pixelSize: label.smallest
    }
}
