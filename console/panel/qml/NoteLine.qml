import QtQuick
import Looks

// One line that is always there: what happened last. When the table has said no it says so, and why, until it is read
// or another order is given.
Rectangle {
    id: note

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool lost: board.note === "order_lost"
    readonly property bool refused: lost || (board.refusal ?? "") !== ""

    objectName: "note"
    color: refused ? Theme.badGround : Theme.panel

    Rectangle {
        width: parent.width
        height: note.refused ? Theme.lineStrong : Theme.line
        color: note.refused ? Theme.bad : Theme.edge
    }
    LogLines {
        objectName: "latest"
        anchors { left: parent.left; right: parent.right; leftMargin: Theme.gap; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        height: row - 1
        visible: !note.refused
        vm: note.vm
        interactive: false
    }
    Item {
        objectName: "refusal"
        anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gapMedium }
        visible: note.refused

        Label {
            id: title
            objectName: "refusal.text"
            anchors { left: parent.left; verticalCenter: parent.verticalCenter }
            width: Math.min(implicitWidth, parent.width * (note.lost ? 0.85 : 0.6))
            text: note.lost ? qsTr("The connection was lost while an order was under way: look whether it was done") : qsTr("Refused: %1").arg(note.board.refusal ?? "")
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            anchors { left: title.right; right: ok.left; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
            text: note.lost || !note.board.refusalParagraph ? "" : "§" + note.board.refusalParagraph
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        // A finger gets the whole height; what is drawn keeps away from both edges of the strip.
        Item {
            id: ok
            objectName: "refusal.ok"
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: Theme.px(180)
            height: Theme.target
            Accessible.role: Accessible.Button
            Accessible.name: word.text
            Accessible.onPressAction: note.vm.dismiss()
            Rectangle {
                anchors { fill: parent; topMargin: Theme.gapTiny + Theme.lineStrong; bottomMargin: Theme.gapTiny }
                radius: Theme.radiusSmall
                color: tap.pressed ? Theme.bar : Theme.panel
                border.width: Theme.line
                border.color: Theme.text
                Label {
                    id: word
                    anchors.centerIn: parent
                    text: qsTr("OK")
                    font.weight: Theme.weightStrong
                }
            }
            TapHandler {
                id: tap
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: note.vm.dismiss()
            }
        }
    }
}
