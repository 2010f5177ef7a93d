pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Calls an attendant. Once called it says so, and is no button any more: another, smaller one takes the call back, unless
// a note was taken and not credited, for then only staff ends the call.
Item {
    id: call

    required property var vm
    required property string name       // of the button; `name`.called and `name`.cancel for what is there once called
    property bool urgent: false         // the one thing to do next
    property bool cancels: true
    property string reason: ""          // what this call is for; "": the Player is asked
    property bool asks: false           // and the owner does that
    signal ask()
    readonly property bool calls: vm.shown.state.calls
    readonly property bool undo: calls && cancels && vm.shown.money.unpaid === 0

    BigButton {
        objectName: call.name
        anchors.fill: parent
        visible: !call.calls
        kind: call.urgent ? "primary" : "plain"
        text: qsTr("Call attendant")
        onTapped: call.asks ? call.ask() : call.vm.callAttendant(true, call.reason)
    }
    Rectangle {
        anchors { left: parent.left; right: call.undo ? off.left : parent.right; top: parent.top; bottom: parent.bottom; rightMargin: call.undo ? Theme.radiusSmall : 0 }
        visible: call.calls
        radius: Theme.radius
        color: "transparent"
        border.width: Theme.line
        border.color: Theme.good
        Label {
            objectName: call.name + ".called"
            anchors { fill: parent; margins: Theme.gapTiny }
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("✓ Attendant called")
            color: Theme.good
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    BigButton {
        id: off
        objectName: call.name + ".cancel"
        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
        visible: call.undo
        width: Math.round(parent.width * 0.38)
        height: Math.max(Theme.target, Math.min(parent.height, Theme.targetLarge))
        text: qsTr("Cancel call")
        size: Theme.sizeSmall
        onTapped: call.vm.callAttendant(false, "")
    }
}
