import QtQuick
import Looks

// Somebody takes over: his name is tapped, he gives his PIN, and the panel is his. What is on the table goes on meanwhile.
Rectangle {
    id: sheet

    required property var vm
    readonly property var board: vm.shown.board

    objectName: "relief"
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.gold

    Label {
        id: title
        objectName: "relief.title"
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }
        text: qsTr("Who takes over from %1?").arg(sheet.board.me ?? "")
        color: Theme.gold
        font.pixelSize: Theme.sizeTitle
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeSmall
    }
    Column {
        id: left
        anchors { left: parent.left; top: title.bottom; margins: Theme.gap }
        width: Theme.px(430)
        spacing: Theme.gap
        Label {
            width: parent.width
            text: qsTr("Until then %1 is signed on, and the round goes on.").arg(sheet.board.me ?? "")
            color: Theme.textSoft
            wrapMode: Text.WordWrap
        }
        BigButton {
            objectName: "relief.off"
            width: parent.width
            height: Theme.px(92)
            text: qsTr("Sign off")
            note: qsTr("The panel is locked")
            enabled: sheet.board.canSend ?? false
            onTapped: sheet.vm.lock()
        }
        BigButton {
            objectName: "relief.end"
            width: parent.width
            height: Theme.px(92)
            text: qsTr("End my shift")
            note: qsTr("Not on shift any more")
            enabled: sheet.board.canSend ?? false
            onTapped: sheet.vm.endShift()
        }
        BigButton {
            objectName: "relief.cancel"
            width: parent.width
            height: Theme.px(92)
            text: qsTr("Cancel")
            onTapped: sheet.vm.proveCancel()
        }
    }
    ProvePane {
        anchors { left: left.right; right: parent.right; top: title.bottom; bottom: parent.bottom; margins: Theme.gap; leftMargin: Theme.gapLarge; topMargin: Theme.gapSmall }
        vm: sheet.vm
        live: sheet.board.link === "joined"
        people: sheet.vm.shown.signers ?? []
        none: qsTr("Nobody else is on record.")
        doing: qsTr("Take over")
    }
}
