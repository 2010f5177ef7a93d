pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The shuffle of a table where nobody deals (004 §2.1.b): what everybody was bound to, and what the last one was made of,
// to be copied down and worked out elsewhere. This terminal has done so by itself, and says what came of it.
Page {
    id: page

    readonly property var shuffle: shown.shuffle
    readonly property var last: shuffle.last
    readonly property var values: !last.there ? [] : [
        { name: qsTr("Table"), value: shuffle.table, late: false },
        { name: qsTr("House, bound to"), value: last.commitment, late: false },
        { name: qsTr("House, its seed"), value: last.seed, late: false },
        { name: qsTr("Salt of the seed"), value: last.salt, late: false },
        ...last.nonces.map(it => ({ name: it.terminal, value: it.value, late: !it.opened }))
    ]

    objectName: "shuffle"
    title: qsTr("Nobody chose the cards")
    panelWidth: Theme.px(1640)
    panelHeight: Theme.px(860)

    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        spacing: Theme.gapSmall
        Label {
            width: parent.width
            wrapMode: Text.WordWrap
            color: Theme.textSoft
            text: qsTr("Before bets open the House is bound to a secret number, and each terminal to one of its own before its bets. The order of the cards follows from all of them, and they are shown after the round.")
        }
        Label {
            objectName: "shuffle.now"
            width: parent.width
            wrapMode: Text.WordWrap
            visible: page.shuffle.commitment !== ""
            text: qsTr("Round %1: the House is bound to %2").arg(page.shuffle.roundNo).arg(page.shuffle.commitment)
            font.pixelSize: Theme.sizeSmall
        }
        Label {
            objectName: "shuffle.bound"
            width: parent.width
            wrapMode: Text.WordWrap
            visible: page.shuffle.bound.length > 0
            text: qsTr("Terminals that are bound: %1").arg(page.shuffle.bound.join(", ")) + (page.shuffle.own ? " · ✓ " + qsTr("this one too") : "")
            font.pixelSize: Theme.sizeSmall
        }
        Label {
            objectName: "shuffle.result"
            width: parent.width
            topPadding: Theme.gapSmall
            wrapMode: Text.WordWrap
            visible: page.last.there
            text: !page.last.there ? "" : page.last.fair ? "✓ " + qsTr("Round %1: this terminal has worked it out again, and every card agrees.").arg(page.last.roundNo)
                : "✕ " + qsTr("Round %1: it does not agree, and the round is in dispute.").arg(page.last.roundNo)
            color: page.last.there && !page.last.fair ? Theme.warn : Theme.gold
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightBold
        }
        Repeater {
            model: page.values
            Item {
                id: line
                required property var modelData
                width: parent.width
                height: Theme.px(34)
                Label {
                    id: about
                    anchors { left: parent.left; verticalCenter: parent.verticalCenter }
                    width: Theme.px(300)
                    text: line.modelData.name + (line.modelData.late ? " · " + qsTr("not opened") : "")
                    color: line.modelData.late ? Theme.warn : Theme.textSoft
                    font.pixelSize: Theme.sizeSmall
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: "shuffle.value." + line.modelData.name
                    anchors { left: about.right; right: parent.right; verticalCenter: parent.verticalCenter }
                    text: line.modelData.value
                    font.pixelSize: Theme.sizeSmall
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
        Label {
            objectName: "shuffle.lost"
            width: parent.width
            wrapMode: Text.WordWrap
            visible: page.shuffle.lost > 0
            text: qsTr("Seeds that the House has never opened: %1. Those rounds are void.").arg(page.shuffle.lost)
            color: Theme.warn
            font.pixelSize: Theme.sizeSmall
        }
    }
    Label {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        wrapMode: Text.WordWrap
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        text: qsTr("SHA-256 of the numbers gives what each was bound to; the rules of the shuffle are public, and anybody can do it again from these.")
    }
}
