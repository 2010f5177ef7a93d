import QtQuick
import Looks

// Something that waits for somebody, in the strip that is on every page: a call, a signature. It beats, so that it is
// seen from the corner of an eye; the sign says it without colour.
Rectangle {
    id: pane

    property string text: ""
    property string action: ""          // "": nothing is to be tapped
    property string sign: "triangle"
    property bool urgent: true
    signal tapped()

    color: Theme.warnGround
    clip: true

    Rectangle {
        id: beat
        anchors.fill: parent
        color: Theme.warn
        opacity: 0
        SequentialAnimation on opacity {
            running: Theme.motion && pane.visible && pane.urgent
            loops: Animation.Infinite
            NumberAnimation { to: 0.22; duration: Theme.pulse / 2 }
            NumberAnimation { to: 0; duration: Theme.pulse / 2 }
        }
    }
    Rectangle {
        width: parent.width
        height: Theme.lineBold
        color: Theme.warn
    }
    PhaseSign {
        id: mark
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(36)
        height: width
        sign: pane.sign
        tone: Theme.warn
        ground: Theme.warnGround
    }
    Label {
        objectName: pane.objectName + ".text"
        anchors { left: mark.right; right: go.visible ? go.left : parent.right; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; topMargin: Theme.lineBold }
        text: pane.text
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightBold
        wrapMode: Text.WordWrap
        fontSizeMode: Text.Fit
        minimumPixelSize: Theme.sizeSmall
        maximumLineCount: 2
        elide: Text.ElideRight
        lineHeight: 0.9
    }
    Item {
        id: go
        objectName: pane.objectName + ".go"
        anchors { right: parent.right; rightMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
        visible: pane.action !== ""
        width: Theme.px(pane.width < Theme.px(900) ? 140 : 200)
        height: Theme.target
        Accessible.role: Accessible.Button
        Accessible.name: word.text
        Accessible.onPressAction: pane.tapped()
        Rectangle {
            anchors { fill: parent; topMargin: Theme.gapTiny + Theme.lineStrong; bottomMargin: Theme.gapTiny }
            radius: Theme.radiusSmall
            color: tap.pressed ? Theme.goldDeep : Theme.gold
            border.width: Theme.line
            border.color: Theme.goldEdge
            Label {
                id: word
                anchors { fill: parent; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
                horizontalAlignment: Text.AlignHCenter
                text: pane.action
                color: Theme.goldInk
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeSmall
            }
        }
        TapHandler {
            id: tap
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: pane.tapped()
        }
    }
}
