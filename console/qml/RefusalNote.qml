import QtQuick
import Looks

// The table has said no, and why. It lies over the bar until it is tapped away or another order is given.
Rectangle {
    id: note

    required property var panel
    readonly property var board: panel.board

    objectName: "refusal"
    visible: (board.refusal ?? "") !== ""
    color: Theme.badGround

    Rectangle {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(4)
        color: Theme.bad
    }
    Label {
        id: title
        objectName: "refusal.text"
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Math.min(implicitWidth, note.width * 0.42)
        text: qsTr("Refused: %1").arg(note.board.refusal ?? "")
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(16)
    }
    Label {
        anchors { left: title.right; right: ok.left; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        text: (note.board.refusalParagraph ? "§" + note.board.refusalParagraph + "  " : "") + (note.board.refusalDetail ?? "")
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(14)
    }
    BigButton {
        id: ok
        objectName: "refusal.ok"
        anchors { right: parent.right; rightMargin: Theme.px(16); top: parent.top; topMargin: Theme.px(4) }
        width: Theme.px(180)
        height: Theme.px(66)
        text: qsTr("Read")
        onTapped: note.panel.dismiss()
    }
}
