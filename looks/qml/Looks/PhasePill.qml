import QtQuick

// What happens at the table, in the colour and with the sign that it has on every screen (Theme.phases).
Rectangle {
    id: pill

    property string text: ""
    property string happens: "quiet"
    readonly property var look: Theme.phaseLook(happens)

    implicitHeight: Theme.px(48)
    implicitWidth: word.implicitWidth + word.anchors.leftMargin + word.anchors.rightMargin
    radius: height / 2
    color: look.ground
    border.width: Theme.line
    border.color: happens === "quiet" ? Theme.edge : look.tone

    PhaseSign {
        id: sign
        objectName: pill.objectName + ".sign"
        anchors { left: parent.left; leftMargin: Theme.px(14); verticalCenter: parent.verticalCenter }
        visible: pill.look.sign !== ""
        width: Theme.px(20)
        height: width
        sign: pill.look.sign
        tone: pill.look.tone
        ground: pill.color
    }
    Label {
        id: word
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: sign.visible ? Theme.px(46) : Theme.gap; rightMargin: Theme.gap }
        text: pill.text
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
