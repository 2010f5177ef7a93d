import QtQuick

// A soft shadow around whatever it fills. A picture, because effects vanish with the software renderer.
BorderImage {
    id: shadow

    property int spread: Theme.px(14)

    anchors.fill: parent
    anchors.margins: -spread
    anchors.topMargin: -spread / 2
    anchors.bottomMargin: -spread * 1.5
    source: "image://looks/shadow"
    border { left: 40; top: 40; right: 40; bottom: 40 }
    visible: !Theme.highContrast
}
