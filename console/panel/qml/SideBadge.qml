import QtQuick
import Looks

// A letter in the colour of a side. The letter says it without the colour.
Rectangle {
    id: badge

    property string tone: ""
    property string letter: ""

    width: Theme.px(44)
    height: width
    radius: width / 2
    visible: letter !== ""
    color: Theme.tone(tone).ground
    border.width: Theme.line
    border.color: Theme.tone(tone).edge

    Label {
        anchors.centerIn: parent
        text: badge.letter
        font.pixelSize: Math.round(badge.width / 2)
        font.weight: Theme.weightBold
    }
}
