import QtQuick

// A text in our type. Figures have one width in our fonts, so a changing amount does not shiver.
Text {
    color: Theme.text
    font.family: Theme.family
    font.pixelSize: Theme.sizeBody
    font.weight: Theme.weightBody
    textFormat: Text.PlainText
    verticalAlignment: Text.AlignVCenter
}
