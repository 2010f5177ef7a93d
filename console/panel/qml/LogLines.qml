pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What happened, the last line first: when, what, and who. A shape stands for the mood, beside the colour.
ListView {
    id: list

    required property var vm
    property bool numbered: false       // with the number of the entry in the journal
    property bool exact: false          // with the time that the log has, to the millisecond
    readonly property int row: Theme.px(40)

    model: Rows { id: log; list: list.vm.shown.log }
    clip: true
    cacheBuffer: 0
    snapMode: ListView.SnapToItem
    boundsBehavior: Flickable.StopAtBounds

    delegate: Item {
        id: line
        required property int place
        readonly property var row: log.values[place]
        readonly property int seq: row.seq
        readonly property string key: row.key
        readonly property var parts: row.parts
        readonly property string mood: row.mood
        readonly property string time: row.time
        readonly property string person: row.person
        readonly property string detail: row.detail
        readonly property bool notes: list.numbered && detail !== ""
        readonly property string told: Words.told(line.key, line.parts)
        readonly property bool faced: /[♥♦]/.test(told)
        readonly property color tone: ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad, info: Theme.info })[mood]

        width: list.width
        height: list.row * Math.max(words.lineCount, noted.lineCount, 1)
        opacity: y - list.contentY + height <= list.height + 1 ? 1 : 0  // no line is seen in part

        Label {
            id: when
            anchors { left: parent.left; verticalCenter: parent.verticalCenter }
            width: line.time === "" ? 0 : Theme.px(list.exact ? 270 : 110)
            text: list.exact ? line.row.stamp : line.time
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
        }
        Rectangle {
            id: sign
            anchors { left: when.right; verticalCenter: parent.verticalCenter }
            width: Theme.gapSmall
            height: width
            radius: line.mood === "bad" || line.mood === "warn" ? 0 : width / 2
            rotation: line.mood === "warn" ? 45 : 0
            color: line.mood === "info" ? "transparent" : line.tone
            border.width: Theme.line
            border.color: line.tone
        }
        Label {
            id: words
            anchors { left: sign.right; leftMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
            width: Math.round((who.x - x - Theme.gapSmall) * (line.notes ? 0.55 : 1))
            textFormat: line.faced ? Text.StyledText : Text.PlainText
            text: line.faced ? Words.coloured(line.told, Theme.bad) : line.told
            color: line.place === 0 ? Theme.text : Theme.textSoft
            font.pixelSize: list.numbered ? Theme.sizeSmall : Theme.sizeBody
            fontSizeMode: list.numbered ? Text.FixedSize : Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
            wrapMode: list.numbered ? Text.Wrap : Text.NoWrap
        }
        // What the console itself noted, for technicians: it has no language of ours.
        Label {
            id: noted
            anchors { left: words.right; right: who.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            visible: line.notes
            text: line.notes ? line.detail : ""
            color: Theme.textOff
            font.pixelSize: Theme.sizeNote
            wrapMode: Text.Wrap
        }
        Label {
            id: who
            anchors { right: number.left; verticalCenter: parent.verticalCenter }
            width: line.person === "" ? 0 : Theme.px(300)
            horizontalAlignment: Text.AlignRight
            text: line.person
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: number
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: list.numbered ? Theme.px(110) : 0
            horizontalAlignment: Text.AlignRight
            visible: list.numbered
            text: line.seq
            color: Theme.textOff
            font.pixelSize: Theme.sizeNote
        }
    }
}
