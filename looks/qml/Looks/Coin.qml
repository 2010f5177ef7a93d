import QtQuick

// A coin that participants play with (004), drawn: gold or silver, with its letters.
Rectangle {
    id: coin

    property string code: ""            // GC, SC; "": nothing
    readonly property bool gold: code !== "SC"
    readonly property color face: gold ? Theme.gold : "#c9d3d6"

    implicitWidth: Theme.px(56)
    implicitHeight: width
    visible: code !== ""
    radius: width / 2
    color: gold ? Theme.goldDeep : "#7d8b90"
    border.width: Math.max(1, width / 28)
    border.color: gold ? Theme.goldEdge : "#eef3f4"

    Rectangle {
        anchors.centerIn: parent
        width: parent.width * 0.8
        height: width
        radius: width / 2
        color: coin.face
        border.width: Math.max(1, width / 36)
        border.color: Qt.darker(coin.face, 1.35)
    }
    Label {
        anchors.centerIn: parent
        text: coin.code
        color: Theme.goldInk
        font.pixelSize: Math.max(8, coin.width * 0.34)
        font.weight: Theme.weightBold
    }
}
