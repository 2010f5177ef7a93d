pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// At the right of the desk: the chips while Bets are open, the answers when this Player is asked, else what is waited for.
Item {
    id: pad

    required property var vm
    readonly property var shown: vm.shown
    property int chip: 0
    property bool betting: false
    property bool live: true
    property var question: null         // the one that is answered here; null: none
    property var offers: []             // those that are answered in the desk
    property string asked: ""           // the words of it
    property string otherwise: ""       // what happens without an answer
    property Component known: null      // to be read while nothing is asked
    property var lessOf: null           // a smaller amount is chosen: { box, key, most }
    property int lessAmount: 0
    readonly property alias seconds: head.seconds
    signal chosen(int amount)
    signal answer(int box, string key, var amount)
    signal lessDone()

    onLessOfChanged: pad.lessAmount = 0

    ChipTray {
        anchors.fill: parent
        visible: pad.betting
        enabled: pad.live
        vm: pad.vm
        chip: pad.chip
        twice: qsTr("Bets ×2")
        onChosen: amount => pad.chosen(amount)
    }
    PadHead {
        id: head
        readonly property int seconds: ring.active ? ring.seconds : -1
        width: parent.width
        visible: !pad.betting
        mine: pad.question !== null || pad.offers.length > 0
        text: pad.asked
        note: pad.otherwise
        ring.leftMs: pad.betting || pad.shown.table.phase !== "deciding" ? -1 : pad.shown.clock.leftMs
        ring.totalMs: pad.shown.clock.countdownMs
        ring.lastCallMs: pad.shown.clock.lastCallMs
        ring.running: Theme.motion && pad.live
    }
    // --- a decision, or a yes and a no ---
    Item {
        id: acts
        readonly property var looks: ({ hit: ["green", "hit"], stand: ["red", "stand"], double: ["amber", "double"], split: ["blue", "split"], surrender: ["red", "back"], "follow": ["blue", "tick"], withdraw: ["red", "back"], "continue": ["green", "tick"], insure: ["amber", "tick"], even_money: ["amber", "tick"] })
        readonly property var options: pad.question?.options ?? []
        readonly property bool four: options.length === 4
        readonly property string key: pad.question?.key ?? ""
        readonly property real half: (width - Theme.gapSmall) / 2
        readonly property real room: comes.visible ? height - comes.height - Theme.gapSmall : height
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; topMargin: Theme.gapSmall }
        visible: !pad.betting && pad.question !== null && pad.lessOf === null
        function look(key: string): var {
            return acts.looks[key] ?? ["", key.startsWith("decline") ? "cross" : ""]
        }
        function noteOf(option: var): string {
            if (option.why !== "")
                return pad.vm.word("spot", option.why, Qt.uiLanguage)
            if (option.dear)
                return qsTr("not enough credit")
            if (option.key === "withdraw" && pad.shown.boxes.inPlayText !== "")
                return qsTr("%1 comes back").arg(pad.shown.boxes.inPlayText)
            if (option.brings.back !== undefined)
                return qsTr("%1 comes back").arg(option.brings.back.replace("+", ""))
            return option.addsText !== "" ? qsTr("adds %1").arg(option.addsText) : option.key === "hit" ? qsTr("one card") : option.key === "stand" ? qsTr("keep %1").arg(pad.question?.total ?? "") : ""
        }
        Repeater {
            model: acts.options.length
            ActButton {
                required property int index
                readonly property var option: acts.options[index] ?? ({ key: "", why: "", dear: false, less: false, addsText: "", brings: {} })
                readonly property bool narrow: option.less && option.why === ""
                readonly property int across: acts.four ? 2 : Math.max(1, acts.options.length)
                objectName: "act." + option.key
                x: (index % across) * (acts.width + Theme.gapSmall) / across
                y: Math.floor(index / across) * (height + Theme.gapSmall)
                width: (acts.width - (across - 1) * Theme.gapSmall) / across - (narrow ? Theme.px(120) : 0)
                height: acts.four ? (acts.room - Theme.gapSmall) / 2 : acts.room
                text: pad.vm.word("spot", option.key, Qt.uiLanguage)
                note: acts.noteOf(option)
                tone: acts.look(option.key)[0]
                sign: acts.look(option.key)[1]
                chosen: acts.key === option.key
                registered: chosen && (pad.question?.registered ?? false)
                enabled: pad.live && option.why === "" && !option.dear && acts.key === ""
                onTapped: pad.answer(pad.question.box, option.key, 0)
                ActButton {
                    objectName: parent.objectName + ".less"
                    visible: parent.narrow
                    x: parent.width + Theme.radiusSmall
                    width: Theme.px(112)
                    height: parent.height
                    tone: parent.tone
                    text: qsTr("for less")
                    enabled: pad.live && acts.key === ""
                    onTapped: pad.lessOf = { box: pad.question.box, key: parent.option.key, most: parent.option.adds }
                }
            }
        }
    }
    // --- a smaller amount, chip by chip ---
    Item {
        id: smaller
        readonly property var chips: pad.shown.chips.filter(chip => chip.amount <= (pad.lessOf?.most ?? 0))
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; topMargin: Theme.gapSmall }
        visible: !pad.betting && pad.lessOf !== null
        Row {
            id: rack
            anchors { horizontalCenter: parent.horizontalCenter; top: parent.top }
            spacing: Theme.gapSmall
            height: Theme.px(104)
            Repeater {
                model: smaller.chips.length
                Chip {
                    required property int index
                    readonly property var kind: smaller.chips[index] ?? ({ amount: 0, text: "", value: 0 })
                    objectName: "less." + kind.amount
                    width: Theme.px(96)
                    height: width
                    value: kind.value
                    text: kind.text
                    Accessible.role: Accessible.Button
                    Accessible.name: qsTr("Chip %1").arg(kind.text)
                    TapHandler {
                        gesturePolicy: TapHandler.ReleaseWithinBounds
                        onTapped: pad.lessAmount = Math.min(pad.lessOf.most, pad.lessAmount + parent.kind.amount)
                    }
                }
            }
        }
        Row {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(104)
            spacing: Theme.gapSmall
            BigButton {
                objectName: "less.cancel"
                width: (parent.width - 2 * parent.spacing) / 3
                height: parent.height
                text: qsTr("Back")
                onTapped: pad.lessDone()
            }
            BigButton {
                objectName: "less.clear"
                width: (parent.width - 2 * parent.spacing) / 3
                height: parent.height
                text: qsTr("Clear")
                enabled: pad.lessAmount > 0
                onTapped: pad.lessAmount = 0
            }
            BigButton {
                objectName: "less.ok"
                width: (parent.width - 2 * parent.spacing) / 3
                height: parent.height
                text: pad.lessOf === null ? "" : pad.vm.word("spot", pad.lessOf.key, Qt.uiLanguage)
                note: pad.vm.writeAmount(pad.lessAmount)
                enabled: pad.live && pad.lessAmount > 0
                onTapped: {
                    pad.answer(pad.lessOf.box, pad.lessOf.key, pad.lessAmount)
                    pad.lessDone()
                }
            }
        }
    }
    // --- what each answer brings ---
    Rectangle {
        id: comes
        // One question leaves room for its answers above it.
        readonly property var told: (pad.question === null ? pad.offers : [pad.question]).filter(question => question.options.some(option => option.brings.dealer_blackjack !== undefined))
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: pad.question === null ? parent.height - head.height - Theme.gapSmall : Theme.px(132)
        visible: !pad.betting && comes.told.length > 0 && pad.lessOf === null
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.line
        border.color: Theme.edge
        Column {
            id: table
            readonly property var rows: {
                const found = []
                for (const question of comes.told)
                    for (const option of question.options)
                        found.push({ box: question.box, option: option, chosen: question.key === option.key })
                return found
            }
            readonly property real each: Math.min(Theme.px(32), height / (rows.length + 1))
            anchors { fill: parent; margins: Theme.gapSmall }
            component Cell: Label {
                height: table.each
                font.pixelSize: Theme.sizeSmall
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Row {
                Cell { width: table.width * 0.44; text: qsTr("What comes"); color: Theme.gold; font.weight: Theme.weightStrong }
                Cell { width: table.width * 0.28; text: qsTr("Dealer Blackjack"); horizontalAlignment: Text.AlignRight; color: Theme.textSoft }
                Cell { width: table.width * 0.28; text: qsTr("No Blackjack"); horizontalAlignment: Text.AlignRight; color: Theme.textSoft }
            }
            Repeater {
                model: table.rows.length
                Row {
                    id: comesRow
                    required property int index
                    readonly property var told: table.rows[index] ?? ({ box: 0, chosen: false, option: { key: "", addsText: "", brings: {} } })
                    Cell {
                        objectName: "comes." + comesRow.index
                        width: table.width * 0.44
                        text: (comesRow.told.chosen ? "✓ " : "") + (pad.question === null ? comesRow.told.box + "  " : "") + pad.vm.word("spot", comesRow.told.option.key, Qt.uiLanguage) + " " + comesRow.told.option.addsText
                        font.weight: comesRow.told.chosen ? Theme.weightBold : Theme.weightBody
                    }
                    Cell { width: table.width * 0.28; text: comesRow.told.option.brings.dealer_blackjack ?? ""; horizontalAlignment: Text.AlignRight }
                    Cell { width: table.width * 0.28; text: comesRow.told.option.brings.otherwise ?? ""; horizontalAlignment: Text.AlignRight }
                }
            }
        }
    }
    Rectangle {
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; topMargin: Theme.gapSmall }
        visible: !pad.betting && pad.question === null && comes.told.length === 0 && pad.lessOf === null
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.line
        border.color: Theme.edgeOff
        Loader {
            anchors.fill: parent
            sourceComponent: pad.known
        }
        Label {
            objectName: "pad.waits"
            anchors { fill: parent; margins: Theme.gap }
            visible: pad.known === null
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: pad.shown.boxes.inPlayText !== "" ? qsTr("Your bets are registered: %1").arg(pad.shown.boxes.inPlayText) : ""
            color: Theme.textSoft
            font.pixelSize: Theme.sizeHeading
        }
    }
}
