pragma ComponentBehavior: Bound
import QtQuick
import Looks

// For surveillance: the table and everything that happens, with the time of each entry to the millisecond, to lay beside the
// video. Nobody signs on here, and nothing that is touched goes to the table: only the log can be scrolled.
Felt {
    id: root

    required property var vm            // PanelModel
    property string clockText: ""       // set for pictures; "": the time of day
    readonly property var board: vm.shown.board
    readonly property bool cut: board.link !== "joined"
    readonly property var halts: vm.shown.halts ?? []
    readonly property var log: vm.shown.log ?? []

    Binding { target: Theme; property: "scale"; value: Theme.scaleFor(root.width, root.height) }
    Binding { target: Theme; property: "least"; value: 14 }

    Bar {
        id: bar
        width: parent.width
        height: Theme.px(76)
        vm: root.vm
        clockText: root.clockText
        remainingMs: ring.remainingMs
    }
    Item {
        id: place
        anchors { left: parent.left; right: parent.right; top: bar.bottom; bottom: parent.bottom; margins: Theme.gapMedium }
        opacity: root.cut ? Theme.dim : 1

        Box {
            id: felt
            objectName: "watch.felt"
            anchors { left: parent.left; top: parent.top }
            width: Theme.px(720)
            height: Theme.px(476)
            title: root.cut ? Words.cut(root.board) : Words.phase(root.board.phase ?? "closed")
            border.color: root.board.halted ? Theme.phaseLook("paused").tone : Theme.edge

            Label {
                id: halt
                objectName: "watch.halt"
                anchors { left: parent.left; right: ring.left; top: parent.top; rightMargin: Theme.gap }
                visible: root.halts.length > 0
                text: root.halts.map(halt => halt.name).join("  ·  ")
                color: Theme.phaseLook("paused").tone
                font.weight: Theme.weightBold
                wrapMode: Text.WordWrap
                maximumLineCount: 2
                fontSizeMode: Text.Fit
                height: Theme.px(60)
                minimumPixelSize: Theme.sizeLeast
            }
            CountdownRing {
                id: ring
                anchors { right: parent.right; top: parent.top }
                width: Theme.px(96)
                height: width
                leftMs: root.board.leftMs ?? -1
                totalMs: Math.max(1, root.board.countdownMs ?? 1)
                lastCallMs: root.board.lastCallMs ?? 0
                running: !root.cut && !root.board.halted
            }
            LaidCards {
                anchors { left: parent.left; right: parent.right; bottom: result.top; bottomMargin: Theme.gapSmall }
                visible: root.board.phase !== "closed"
                vm: root.vm
                cardMost: Theme.px(120)
            }
            ResultLine {
                id: result
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
                height: Theme.px(64)
                board: root.board
                winner: root.board.winner ?? ""
            }
        }
        ExposureBox {
            id: exposure
            anchors { left: felt.right; top: parent.top; leftMargin: Theme.gapMedium }
            width: Theme.px(440)
            height: felt.height
            vm: root.vm
        }
        SeatMap {
            anchors { left: exposure.right; right: parent.right; top: parent.top; leftMargin: Theme.gapMedium }
            height: felt.height
            prefix: "watch."
            vm: root.vm
        }
        Box {
            anchors { left: parent.left; right: parent.right; top: felt.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
            title: qsTr("Event log")
            corner: Label {
                objectName: "watch.last"
                text: root.log.length > 0 ? qsTr("Last entry: %1 (UTC)").arg(root.log[0].stamp) : ""
                color: Theme.text
                font.pixelSize: Theme.sizeSmall
                font.weight: Theme.weightStrong
            }
            LogLines {
                anchors { left: parent.left; right: parent.right; top: parent.top }
                height: Math.floor(parent.height / row) * row - 1
                vm: root.vm
                numbered: true
                exact: true
            }
        }
    }
}
