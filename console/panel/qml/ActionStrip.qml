pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The one next action, always the biggest button and always here; beside it what else may be done now. While a form is
// open it is a narrow line: what comes next, how much time is left, and the one thing that may be needed just then.
Rectangle {
    id: strip

    required property var vm
    required property bool live
    property bool busy: false           // a form is open
    property bool cardsSeen: true       // the page with the cards is open
    readonly property var board: vm.shown.board
    readonly property var step: vm.shown.step
    readonly property bool timed: (board.leftMs ?? -1) >= 0
    readonly property alias remainingMs: ring.remainingMs

    color: Theme.bar

    Item {
        id: time
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapMedium }
        width: strip.busy ? Theme.px(146) : Theme.px(220)
        CountdownRing {
            id: ring
            objectName: "countdown"
            anchors.centerIn: parent
            width: Math.min(time.width, time.height - 2 * Theme.gapTiny)
            height: width
            leftMs: strip.board.leftMs ?? -1
            totalMs: Math.max(1, strip.board.countdownMs ?? 1)
            lastCallMs: strip.board.lastCallMs ?? 0
            running: strip.live && !strip.board.halted
        }
        // Of a table that is not heard nobody knows what comes next.
        Column {
            anchors.centerIn: parent
            width: parent.width - 2 * Theme.gapTiny
            visible: !strip.timed && strip.live
            Label {
                objectName: "next.word"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("Next")
                color: Theme.gold
                font.pixelSize: strip.busy ? Theme.sizeSmall : Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                objectName: "next.paragraph"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: strip.step.paragraph ? "§" + strip.step.paragraph : ""
                color: Theme.textSoft
                font.pixelSize: strip.busy ? Theme.sizeSmall : Theme.sizeBody
            }
        }
    }
    NextButton {
        id: next
        objectName: "next"
        anchors { left: time.right; top: parent.top; bottom: parent.bottom; margins: strip.busy ? Theme.gapSmall : Theme.gapMedium }
        width: strip.busy ? Theme.px(1214) : Theme.px(780)
        vm: strip.vm
        live: strip.live
        busy: strip.busy
        cardsSeen: strip.cardsSeen
    }
    Item {
        id: others
        anchors { left: next.right; right: parent.right; top: parent.top; bottom: parent.bottom; margins: strip.busy ? Theme.gapSmall : Theme.gapMedium }
        readonly property int gap: Theme.gapSmall
        readonly property int cell: Math.floor((width - 3 * gap) / 4)
        readonly property int row: Math.floor((height - gap) / 2)

        // Every step has its own place whatever else is offered: a finger that knows the way must not meet another one.
        // The first of a place is what stands there in the ordinary way of the game, pale while it is not offered; the
        // others do not follow it, or ask before they do anything.
        readonly property var places: [
            { keys: ["add_time", "open_table", "take_back_card"], x: 0, y: 0, wide: 1 },
            { keys: ["correct_cards", "answer_for", "place_for"], x: 1, y: 0, wide: 1 },
            { keys: ["call_supervisor", "supervisor_needed"], x: 2, y: 0, wide: 2 },
            { keys: ["load_shoe", "report_sides", "walked_away"], x: 0, y: 1, wide: 1 },
            { keys: ["end_shoe", "close_question", "report_together"], x: 1, y: 1, wide: 1 },
            { keys: ["close_table"], x: 2, y: 1, wide: 1 },
            { keys: ["void"], x: 3, y: 1, wide: 1 },
        ]
        Repeater {
            model: others.places
            Item {
                id: place
                required property var modelData
                readonly property var beside: strip.board.beside ?? ({})
                // Over a halt the guide has its own place for what it offers.
                readonly property string key: modelData.keys.find(key => beside[key] !== undefined && !(strip.board.halted && beside[key].guided)) ?? ""
                readonly property var step: beside[key] ?? ({})
                readonly property bool calls: modelData.keys[0] === "call_supervisor"
                readonly property bool told: key !== "" && !step.asks   // nothing to tap: only said
                visible: calls || !strip.busy
                x: strip.busy ? 0 : modelData.x * (others.cell + others.gap)
                y: strip.busy ? 0 : modelData.y * (others.row + others.gap)
                width: strip.busy ? others.width : modelData.wide * others.cell + (modelData.wide - 1) * others.gap
                height: strip.busy ? others.height : others.row

                BigButton {
                    id: button
                    roomBeside: Theme.gapTiny
                    readonly property string key: place.key
                    readonly property var step: place.step
                    anchors.fill: parent
                    visible: !place.told
                    objectName: key !== "" && !place.told ? "step." + key : "place." + place.modelData.keys[0]
                    text: key !== "" ? Words.doing(step) : Words.step(place.modelData.keys[0])
                    note: key === "" ? "" : !step.allowed ? qsTr("for a %1").arg(Words.position(step.who))
                        : step.second ? qsTr("with %1").arg(Words.position(step.who)) : step.paragraph ? "§" + step.paragraph : ""
                    enabled: (step.asks ?? false) && step.allowed && (strip.board.canSend ?? false)
                    onTapped: strip.vm.tapStep(key)

                    // It ends the Round for everybody: red around, and red all over only where it is confirmed.
                    Rectangle {
                        objectName: "red." + button.key
                        anchors.fill: parent
                        visible: button.enabled && button.key === "void"
                        radius: Theme.radius
                        color: "transparent"
                        border.width: Theme.lineStrong
                        border.color: Theme.bad
                    }
                }
                Rectangle {
                    objectName: place.told ? "step." + place.key : ""
                    anchors.fill: parent
                    visible: place.told
                    radius: Theme.radius
                    color: Theme.warnGround
                    border.width: Theme.lineStrong
                    border.color: Theme.warn
                    Column {
                        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
                        Repeater {
                            model: place.told ? [Words.about(place.key), Words.step(place.key)] : []
                            Label {
                                required property string modelData
                                required property int index
                                objectName: index === 0 ? "needed" : "needed.called"
                                width: parent ? parent.width : 0
                                horizontalAlignment: Text.AlignHCenter
                                text: modelData
                                font.pixelSize: index === 0 ? Theme.sizeBody : Theme.sizeSmall
                                font.weight: index === 0 ? Theme.weightBold : Theme.weightBody
                                fontSizeMode: Text.HorizontalFit
                                minimumPixelSize: Theme.sizeLeast
                            }
                        }
                    }
                }
            }
        }
    }
}
