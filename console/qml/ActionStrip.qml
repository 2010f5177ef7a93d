pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The one next action, always the biggest button and always here; beside it what else may be done now.
Rectangle {
    id: strip

    required property var panel
    required property bool live
    readonly property var board: panel.board
    readonly property var step: panel.step

    color: Theme.bar

    Item {
        id: time
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
        width: Theme.px(184)
        CountdownRing {
            objectName: "countdown"
            anchors.centerIn: parent
            width: Theme.px(160)
            height: width
            leftMs: strip.board.leftMs ?? -1
            totalMs: Math.max(1, strip.board.countdownMs ?? 1)
            running: strip.live && !strip.board.halted
        }
        Column {
            anchors.centerIn: parent
            width: parent.width - Theme.gap
            visible: (strip.board.leftMs ?? -1) < 0
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("Next")
                color: Theme.gold
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(18)
            }
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: strip.step.paragraph ? "§" + strip.step.paragraph : ""
                color: Theme.textSoft
            }
        }
    }
    NextButton {
        objectName: "next"
        anchors { left: time.right; top: parent.top; bottom: parent.bottom; topMargin: Theme.px(16); bottomMargin: Theme.px(16) }
        width: Theme.px(1020)
        step: strip.step
        waiting: strip.board.waiting ?? false
        link: strip.live ? "" : strip.board.linkName ?? ""
        why: strip.board.why ?? ""
        armed: strip.panel.armed
        onTapped: strip.panel.tap_next()
    }
    Item {
        id: others
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom; margins: Theme.px(16) }
        width: Theme.px(684)
        readonly property int gap: Theme.px(12)

        // Every step has its place whatever else is offered: a finger that knows the way must not meet another one.
        function slot(key: string): int {
            return ({ end_shoe: 1, call_supervisor: 1, interruption_affects: 3, void: 3, close_table: 3 })[key] ?? 0
        }
        Repeater {
            model: strip.panel.steps
            BigButton {
                required property string key
                required property string detail
                required property bool second
                required property bool allowed
                required property int who
                required property bool danger
                required property string paragraph
                readonly property int slot: others.slot(key)
                objectName: "step." + key
                x: slot % 2 * (width + others.gap)
                y: slot < 2 ? 0 : height + others.gap
                width: (others.width - others.gap) / 2
                height: (others.height - others.gap) / 2
                text: Words.filled(Words.step(key), detail)
                note: !allowed ? qsTr("for a %1").arg(Words.position(who)) : second ? qsTr("two people · §%1").arg(paragraph) : paragraph ? "§" + paragraph : ""
                kind: danger ? "danger" : "plain"
                enabled: strip.live && allowed && !strip.board.waiting
                onTapped: strip.panel.tap_step(key)
            }
        }
    }
}
