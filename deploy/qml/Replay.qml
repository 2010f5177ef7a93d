pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Forward and back through a Round that is over: where we are, when that was, what the log says of it. Arrows, Home, End and
// the space bar do the same in every window. Sizes are those of 1280 x 260.
Felt {
    id: screen

    required property var vm            // ReplayModel
    readonly property var shown: vm.shown.replay ?? ({})
    readonly property real part: shown.count > 1 ? (shown.at - 1) / (shown.count - 1) : 0

    width: 1280
    height: 260

    Binding { target: Theme; property: "scale"; value: Math.min(screen.width / 1280, screen.height / 260) }
    Binding { target: Theme; property: "least"; value: 14 }

    Label {
        id: title
        anchors { left: parent.left; top: parent.top; margins: Theme.gapSmall; leftMargin: Theme.gapMedium }
        width: Theme.px(560)
        text: screen.shown.title
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        id: when
        objectName: "when"
        anchors { right: parent.right; rightMargin: Theme.gapMedium; verticalCenter: title.verticalCenter }
        width: parent.width - title.width - 3 * Theme.gapMedium
        horizontalAlignment: Text.AlignRight
        text: screen.shown.time + "   " + screen.shown.since + "   " + qsTr("Entry %1").arg(screen.shown.seq)
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    // The whole Round as a line: a finger goes anywhere on it.
    Item {
        id: line
        objectName: "line"
        anchors { left: parent.left; right: parent.right; top: title.bottom; leftMargin: Theme.gapMedium; rightMargin: Theme.gapMedium }
        height: Theme.px(64)
        Rectangle {
            anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
            height: Theme.px(6)
            radius: height / 2
            color: Theme.track
        }
        Rectangle {
            anchors { left: parent.left; verticalCenter: parent.verticalCenter }
            width: screen.part * parent.width
            height: Theme.px(6)
            radius: height / 2
            color: Theme.gold
        }
        Rectangle {
            x: screen.part * (parent.width - width)
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(18)
            height: width
            radius: width / 2
            color: Theme.gold
        }
        MouseArea {
            anchors.fill: parent
            function seek(x: real) { screen.vm.goTo(1 + Math.round(Math.max(0, Math.min(1, x / width)) * (screen.shown.count - 1))) }
            onPressed: mouse => seek(mouse.x)
            onPositionChanged: mouse => seek(mouse.x)
        }
    }
    Row {
        id: buttons
        anchors { left: parent.left; bottom: parent.bottom; margins: Theme.gapMedium }
        spacing: Theme.gapSmall
        BigButton {
            objectName: "back"
            width: Theme.px(150)
            height: Theme.target
            enabled: screen.shown.at > 1
            size: Theme.sizeSmall
            text: "◀  " + qsTr("Step back")
            onTapped: screen.vm.step(-1)
        }
        BigButton {
            objectName: "play"
            width: Theme.px(170)
            height: Theme.target
            kind: "primary"
            size: Theme.sizeSmall
            text: screen.shown.playing ? qsTr("Stand still") : qsTr("Play") + "  " + screen.shown.pace
            onTapped: screen.vm.run()
        }
        BigButton {
            objectName: "forward"
            width: Theme.px(150)
            height: Theme.target
            enabled: screen.shown.at < screen.shown.count
            size: Theme.sizeSmall
            text: qsTr("Step forward") + "  ▶"
            onTapped: screen.vm.step(1)
        }
    }
    Label {
        objectName: "where"
        anchors { left: buttons.left; right: buttons.right; bottom: buttons.top; bottomMargin: Theme.gapTiny }
        text: qsTr("%1 of %2").arg(screen.shown.at).arg(screen.shown.count) + "   ·   " + qsTr("This is past: nothing that is touched here does anything")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    // What the log says, in its own words.
    Panel {
        anchors { left: buttons.right; right: parent.right; top: line.bottom; bottom: parent.bottom; margins: Theme.gapSmall; leftMargin: Theme.gapMedium; rightMargin: Theme.gapMedium }
        Label {
            objectName: "told"
            anchors.fill: parent
            text: screen.shown.told
            verticalAlignment: Text.AlignVCenter
            wrapMode: Text.WordWrap
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
