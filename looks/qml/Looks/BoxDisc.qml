import QtQuick

// The number of a box.
Rectangle {
    id: disc

    property string number: ""
    property bool mine: false

    width: Theme.px(38)
    height: width
    radius: width / 2
    color: mine ? Theme.gold : Theme.panel
    border.width: Theme.line
    border.color: mine ? Theme.goldEdge : Theme.edge
    Label {
        anchors.fill: parent
        horizontalAlignment: Text.AlignHCenter
        text: disc.number
        color: disc.mine ? Theme.goldInk : Theme.text
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightBold
    }
}
