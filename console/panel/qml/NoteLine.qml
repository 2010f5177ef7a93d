import QtQuick
import Looks

// One line that is always there, on every page, below every form and on the lock page: what happened last. When the table
// has said no it says so, and why, until it is read or another order is given. A Player who calls and an order that waits
// for a signature take its place: nobody at this panel can miss them.
Rectangle {
    id: note

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool lost: board.note === "order_lost"
    readonly property bool refused: !locked && (lost || (board.refusal ?? "") !== "")
    property bool locked: false         // nobody is signed on
    property bool signs: false          // the sheet of a signature is open
    readonly property var calls: vm.shown.calls ?? []
    readonly property var waiting: (vm.shown.waiting ?? []).filter(one => !note.signs)
    readonly property int notices: (calls.length > 0 ? 1 : 0) + (waiting.length > 0 ? 1 : 0)
    // A refusal needs more words than the others.
    readonly property real refusalWidth: !refused ? 0 : notices === 0 ? width : Math.round(width * (notices === 1 ? 0.54 : 0.36))
    readonly property real noticeWidth: notices === 0 ? 0 : (width - refusalWidth) / notices
    signal goTo(terminal: string)

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
        visible: !note.refused && note.notices === 0
        vm: note.vm
        interactive: false
    }
    NoticePane {
        objectName: "waiting"
        x: note.refusalWidth
        width: note.noticeWidth
        height: parent.height
        visible: note.waiting.length > 0
        text: visible ? (note.waiting.length > 1 ? "(" + note.waiting.length + ")  " : "") + qsTr("Waits for a signature: %1, %2 at %3").arg(Words.formTitle(note.waiting[0])).arg(note.waiting[0].by).arg(note.waiting[0].panel) : ""
        sign: "pause"
        action: qsTr("Look")
        onTapped: note.vm.openProposal(note.waiting[0].id)
    }
    NoticePane {
        objectName: "calls"
        x: note.width - width
        width: note.noticeWidth
        height: parent.height
        visible: note.calls.length > 0
        text: Words.calls(note.calls)
        action: note.locked || !visible ? "" : qsTr("To %1").arg(note.calls[0].terminal)
        onTapped: note.goTo(note.calls[0].terminal)
    }
    Item {
        objectName: "refusal"
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gap }
        width: note.refusalWidth - Theme.gap - Theme.gapMedium
        visible: note.refused

        Label {
            id: title
            objectName: "refusal.text"
            anchors { left: parent.left; verticalCenter: parent.verticalCenter }
            width: Math.min(implicitWidth, note.notices > 0 ? parent.width - ok.width - Theme.gap : parent.width * (note.lost ? 0.85 : 0.6))
            height: Math.min(implicitHeight, parent.height)
            wrapMode: Text.WordWrap
            text: note.lost ? qsTr("The connection was lost while an order was under way: look whether it was done") : qsTr("Refused: %1").arg(note.board.refusal ?? "")
            font.weight: Theme.weightBold
            font.pixelSize: note.notices > 0 ? Theme.sizeSmall : Theme.sizeBody
            lineHeight: note.notices > 0 ? 0.85 : 1
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            visible: note.notices === 0
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
            width: Theme.px(note.notices > 0 ? 110 : 180)
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
