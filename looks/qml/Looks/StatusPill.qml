import QtQuick
import QtQuick.Shapes

// A light with a word. The shape says it without colour: disc good, triangle wait, square with a bar bad.
Rectangle {
    id: pill

    property string text: ""
    property string mood: "good"        // good, warn, bad, info
    property bool brief: false          // the light alone
    readonly property color tone: ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad, info: Theme.info })[mood]

    implicitHeight: Theme.px(48)
    implicitWidth: word.implicitWidth + sign.width + Theme.gapSmall + 2 * Theme.gap
    radius: height / 2
    color: ({ good: Theme.goodGround, warn: Theme.warnGround, bad: Theme.badGround, info: Theme.infoGround })[mood]
    border.width: Theme.line
    border.color: tone

    Item {
        id: sign
        anchors { left: parent.left; leftMargin: pill.brief ? (pill.width - width) / 2 : Theme.px(14); verticalCenter: parent.verticalCenter }
        width: Theme.px(20)
        height: width

        Rectangle {
            anchors.fill: parent
            visible: pill.mood !== "warn"
            radius: pill.mood === "bad" ? 0 : width / 2
            color: pill.mood === "info" ? "transparent" : pill.tone
            border.width: pill.mood === "info" ? Theme.px(4) : 0
            border.color: pill.tone
            Rectangle {
                anchors.centerIn: parent
                visible: pill.mood === "bad"
                width: parent.width * 0.6
                height: parent.height * 0.22
                color: pill.color
            }
        }
        Shape {
            anchors.fill: parent
            visible: pill.mood === "warn"
            preferredRendererType: Shape.CurveRenderer
            ShapePath {
                fillColor: pill.tone
                strokeWidth: -1
                startX: sign.width / 2; startY: 0
                PathLine { x: sign.width; y: sign.height }
                PathLine { x: 0; y: sign.height }
                PathLine { x: sign.width / 2; y: 0 }
            }
        }
    }
    Label {
        id: word
        visible: !pill.brief
        anchors { left: sign.right; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        text: pill.text
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
