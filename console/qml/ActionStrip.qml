pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The one next action, always the biggest button and always here; beside it what else may be done now. While a form is
// open it goes on telling what is next and how much time is left, and takes no tap: one thing at a time.
Rectangle {
    id: strip

    required property var panel
    required property bool live
    property bool busy: false           // a form is open
    readonly property var board: panel.board
    readonly property var step: panel.step
    readonly property bool timed: (board.leftMs ?? -1) >= 0

    color: Theme.bar

    Item {
        id: time
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
        width: Theme.px(184)
        CountdownRing {
            objectName: "countdown"
            anchors.centerIn: parent
            width: Theme.px(164)
            height: width
            leftMs: strip.board.leftMs ?? -1
            totalMs: Math.max(1, strip.board.countdownMs ?? 1)
            running: strip.live && !strip.board.halted
        }
        Column {
            anchors.centerIn: parent
            width: parent.width - 2 * Theme.gapMedium
            visible: !strip.timed
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("Next")
                color: Theme.gold
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
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
        anchors { left: time.right; top: parent.top; bottom: parent.bottom; topMargin: Theme.gapMedium; bottomMargin: Theme.gapMedium }
        width: Theme.px(960)
        panel: strip.panel
        live: strip.live
        busy: strip.busy
    }
    Item {
        id: others
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom; margins: Theme.gapMedium }
        width: Theme.px(744)
        readonly property int gap: Theme.gapSmall
        readonly property int cell: Math.floor((width - 2 * gap) / 3)

        // Every step has its own place whatever else is offered: a finger that knows the way must not meet another one.
        // Steps that share a place do not follow each other, or ask before they do anything.
        readonly property var slots: ({
            add_time: 0, enter_card: 0, resume: 0, open_table: 0,
            correct_cards: 1,
            call_supervisor: 2,
            load_shoe: 3,
            end_shoe: 4, reconstruct: 4, keep_surplus: 4,
            void: 5, close_table: 5, interruption_affects: 5,
        })
        Repeater {
            model: strip.panel.steps
            BigButton {
                required property string key
                required property string detail
                required property bool second
                required property bool allowed
                required property int who
                required property string paragraph
                readonly property int slot: others.slots[key] ?? 0
                objectName: "step." + key
                x: slot % 3 * (others.cell + others.gap)
                y: slot < 3 ? 0 : height + others.gap
                width: others.cell
                height: Math.floor((others.height - others.gap) / 2)
                text: Words.filled(Words.step(key), detail)
                note: !allowed ? qsTr("for a %1").arg(Words.position(who)) : second ? qsTr("two people · §%1").arg(paragraph) : paragraph ? "§" + paragraph : ""
                enabled: !strip.busy && allowed && (strip.board.canSend ?? false)
                onTapped: strip.panel.tap_step(key)
            }
        }
    }
}
