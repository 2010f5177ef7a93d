import QtQuick

// The name of a road in the margin beside it: Latin letters lie on their side, Chinese characters stand one below the
// other, as on a signboard. Two lines if there is room for them.
Item {
    id: margin

    property string kind: ""
    property int size: Theme.sizeRoad
    property bool brief: false          // there is little room: as people call them
    readonly property var names: brief ? ({ bead_plate: qsTr("Bead plate"), big_road: qsTr("Big Road"), big_eye_boy: qsTr("Big Eye"), small_road: qsTr("Small"), cockroach_pig: qsTr("Roach") }) : ({ bead_plate: qsTr("Bead plate"), big_road: qsTr("Big Road"), big_eye_boy: qsTr("Big Eye Boy"), small_road: qsTr("Small Road"), cockroach_pig: qsTr("Cockroach Pig") })
    readonly property string name: names[kind] ?? ""
    readonly property bool stacked: Qt.uiLanguage.startsWith("zh")

    Label {
        objectName: "road." + margin.kind + ".name"
        anchors.centerIn: parent
        width: margin.stacked ? margin.width : margin.height - Theme.px(4)
        height: margin.stacked ? margin.height - Theme.px(4) : margin.width
        rotation: margin.stacked ? 0 : -90
        horizontalAlignment: Text.AlignHCenter
        text: margin.stacked ? Array.from(margin.name).join("\n") : margin.name
        color: Theme.textSoft
        wrapMode: Text.WordWrap
        lineHeight: 0.85        // our type has room for accents over every line: wasted here
        font.pixelSize: margin.size
        font.weight: Theme.weightStrong
        fontSizeMode: Text.Fit
        minimumPixelSize: Theme.sizeLeast
    }
}
