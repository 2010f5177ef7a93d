import QtQuick

// A coin that participants play with (004), drawn: gold or silver, with its letters.
Rectangle {
    id: coin

    property string code: ""            // GC, SC; "": nothing
    readonly property bool gold: code !== "SC"
    readonly property color face: gold ? Theme.gold : Theme.textSoft

    implicitWidth: Theme.px(56)
    implicitHeight: width
    visible: code !== ""
    radius: width / 2
    color: gold ? Theme.goldDeep : Theme.edge
    border.width: Theme.line
    border.color: gold ? Theme.goldEdge : Theme.text

    Rectangle {
        anchors.centerIn: parent
        width: parent.width * 0.8
        height: width
        radius: width / 2
        color: coin.face
        border.width: Theme.line
        border.color: Qt.darker(coin.face, 1.35)
    }
    Label {
        anchors.centerIn: parent
        text: coin.code
        color: Theme.goldInk
        font.pixelSize: Math.max(coin.width * 0.34, Theme.sizeLeast)
        font.weight: Theme.weightBold
    }
}
