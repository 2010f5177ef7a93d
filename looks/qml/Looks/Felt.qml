import QtQuick

// The cloth behind a whole screen. The picture has half the size and is stretched: it is soft anyway.
Rectangle {
    id: felt

    color: Theme.felt

    Image {
        anchors.fill: parent
        visible: !Theme.highContrast
        source: "image://looks/felt/" + Theme.felt.toString().slice(-6)
        sourceSize: Qt.size(Math.ceil(felt.width / 2), Math.ceil(felt.height / 2))
    }
}
