pragma ComponentBehavior: Bound
import QtQuick
import Looks

// An order that somebody else has to sign: at the left the very order as the console has it, with its cards and its money;
// at the right who may sign it, and the PIN. What is signed is this and nothing else.
Rectangle {
    id: sheet

    required property var vm
    readonly property var board: vm.shown.board
    readonly property var it: vm.shown.proposal
    readonly property var facts: it.facts ?? []
    readonly property var cards: it.cards ?? []
    readonly property var preview: it.preview ?? ({})
    readonly property var money: it.money ?? ({})
    readonly property var rows: money.rows ?? []
    readonly property bool stale: it.stale ?? false
    readonly property bool known: it.known ?? true      // all that it is about can be read here
    // The order to open names no limits: where those come from that it puts on display.
    readonly property string limits: it.key !== "open_table" ? "" : facts.length > 0 ? qsTr("as they were last on display, unless the configuration has changed")
        : qsTr("they stand in the console's configuration")
    // Whatever does not fit is turned page by page, and nobody signs before the last one was seen.
    readonly property int factMost: cards.length > 0 || it.laid ? 4 : 10
    readonly property bool factsPaged: facts.length > factMost
    readonly property int factRoom: factsPaged ? factMost - 2 : factMost     // the buttons that turn take two
    readonly property int factPages: Math.max(1, Math.ceil(facts.length / factRoom))
    property int factPage: 0
    property int factSeen: 0
    readonly property int factAt: Math.min(factPage, factPages - 1)
    readonly property bool read: factSeen >= factPages - 1
    readonly property string command: it.id ?? ""
    onCommandChanged: { factPage = 0; factSeen = 0 }
    onFactAtChanged: factSeen = Math.max(factSeen, factAt)

    objectName: "sign"
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: stale ? Theme.warn : Theme.gold

    component MoneyRow: Item {
        id: line
        property string name: ""
        property string between: ""
        property string change: ""
        property bool even: false
        property bool up: true
        property string called: ""
        width: parent?.width ?? 0
        height: purse.rowHeight
        Label {
            width: parent.width * 0.3
            height: parent.height
            text: line.name
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeSmall
        }
        Label {
            x: parent.width * 0.3
            width: parent.width * 0.4
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: line.between
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "sign.money." + line.called
            x: parent.width * 0.7
            width: parent.width * 0.3
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: line.change
            color: line.even ? Theme.textSoft : line.up ? Theme.good : Theme.bad
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeSmall
        }
    }
    Column {
        id: head
        anchors { left: parent.left; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }
        width: Theme.px(800)
        Label {
            objectName: "sign.title"
            width: parent.width
            text: Words.formTitle(sheet.it)
            color: Theme.gold
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeSmall
        }
        Label {
            objectName: "sign.by"
            width: parent.width
            text: qsTr("Proposed by %1 at %2").arg(sheet.it.by ?? "").arg(sheet.it.panel ?? "")
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeSmall
        }
        Label {
            objectName: "sign.about"
            width: parent.width
            text: sheet.stale ? qsTr("This is not proposed any more: %1").arg(Words.withdrawn(sheet.it.why ?? ""))
                : [Words.filled(Words.about(sheet.it.key ?? ""), sheet.it.detail ?? ""), sheet.limits, sheet.it.paragraph ? "§" + sheet.it.paragraph : ""].filter(word => word !== "").join("  ·  ")
            visible: text !== ""
            color: sheet.stale ? Theme.warn : Theme.textSoft
            font.weight: sheet.stale ? Theme.weightBold : Theme.weightBody
            wrapMode: Text.WordWrap
        }
    }
    Column {
        id: order
        anchors { left: head.left; right: head.right; top: head.bottom; topMargin: Theme.gapSmall }
        spacing: Theme.gapSmall
        opacity: sheet.stale ? Theme.dim : 1

        Row {
            id: turning
            visible: sheet.factsPaged
            spacing: Theme.gap
            BigButton {
                objectName: "sign.facts.up"
                width: Theme.px(120)
                height: Theme.targetLarge
                text: "▲"
                enabled: sheet.factAt > 0
                onTapped: sheet.factPage = sheet.factAt - 1
            }
            BigButton {
                objectName: "sign.facts.down"
                width: Theme.px(120)
                height: Theme.targetLarge
                text: "▼"
                kind: sheet.read ? "plain" : "primary"
                enabled: sheet.factAt < sheet.factPages - 1
                onTapped: sheet.factPage = sheet.factAt + 1
            }
            Label {
                objectName: "sign.facts.page"
                height: Theme.targetLarge
                text: qsTr("%1 to %2 of %3").arg(sheet.factAt * sheet.factRoom + 1).arg(Math.min(sheet.facts.length, (sheet.factAt + 1) * sheet.factRoom)).arg(sheet.facts.length)
                color: Theme.gold
                font.weight: Theme.weightStrong
            }
        }
        Column {
            width: parent.width
            Repeater {
                model: sheet.facts.slice(sheet.factAt * sheet.factRoom, (sheet.factAt + 1) * sheet.factRoom)
                Item {
                    id: fact
                    required property var modelData
                    objectName: "sign.fact." + modelData.name
                    width: order.width
                    height: Theme.px(52)
                    Label {
                        id: name
                        width: Math.min(implicitWidth, fact.width * 0.45)
                        height: parent.height
                        text: Words.fieldTitle(fact.modelData.name, sheet.board.words ?? {})
                        color: Theme.textSoft
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeSmall
                    }
                    Label {
                        readonly property string said: Words.proposedValue(fact.modelData)
                        readonly property bool faced: /[♥♦]/.test(said)
                        objectName: "sign.value." + fact.modelData.name
                        anchors { left: name.right; right: parent.right; leftMargin: Theme.gap }
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        textFormat: faced ? Text.StyledText : Text.PlainText
                        text: faced ? Words.coloured(said, Theme.bad) : said
                        font.pixelSize: Theme.sizeLead
                        font.weight: Theme.weightBold
                        wrapMode: Text.WordWrap
                        fontSizeMode: Text.Fit
                        minimumPixelSize: Theme.sizeSmall
                    }
                    Rectangle { anchors { left: parent.left; right: parent.right; bottom: parent.bottom } height: Theme.line; color: Theme.edgeOff }
                }
            }
        }
        // The cards that the order names, each with the Hand that it goes to.
        Row {
            id: row
            visible: sheet.cards.length > 0
            spacing: Theme.gapSmall
            readonly property int cardWidth: Math.min(Theme.px(124), Math.floor((order.width - (sheet.cards.length - 1) * spacing) / Math.max(1, sheet.cards.length)))
            Repeater {
                model: sheet.cards
                Column {
                    id: one
                    required property string modelData
                    required property int index
                    spacing: Theme.gapTiny
                    Label {
                        width: row.cardWidth
                        visible: sheet.preview.places !== undefined
                        horizontalAlignment: Text.AlignHCenter
                        text: (sheet.preview.places ?? [])[one.index] || qsTr("extra")
                        color: (sheet.preview.tones ?? [])[one.index] ? Theme.tone(sheet.preview.tones[one.index]).text : Theme.warn
                        font.pixelSize: Theme.sizeSmall
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                    CardPlace {
                        objectName: "sign.card." + one.index
                        width: row.cardWidth
                        height: Math.round(width * Theme.cardRatio)
                        face: one.modelData
                        lit: (sheet.it.changed ?? [])[one.index] ?? false
                    }
                }
            }
        }
        Label {
            objectName: "sign.result"
            width: parent.width
            visible: text !== ""
            readonly property string before: sheet.preview.before?.winner ? Words.outcome(sheet.preview.before) : ""
            readonly property string after: sheet.preview.after?.winner ? Words.outcome(sheet.preview.after) : qsTr("not a whole round")
            text: sheet.preview.hands === undefined || (sheet.preview.same && before === "") ? ""
                : sheet.preview.same ? qsTr("Result stays: %1").arg(before) : qsTr("New result: %1").arg(after)
            color: sheet.preview.same ? Theme.textSoft : Theme.gold
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeSmall
        }
        // Or those that lie on the felt, if it is about them.
        LaidCards {
            objectName: "sign.hands"
            width: parent.width
            visible: sheet.it.laid ?? false
            vm: sheet.vm
            cardMost: Theme.px(sheet.rows.length > 2 ? 104 : 150)     // the money wants its room
        }
    }
    // The House stands still above, the terminals below it page by page: the one under the fold is the one that matters.
    Item {
        id: purse
        objectName: "sign.money"
        anchors { left: head.left; right: head.right; top: order.bottom; bottom: buttons.top; topMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }
        visible: sheet.money.known ?? false
        opacity: order.opacity

        readonly property int rowHeight: Theme.px(40)
        readonly property int room: Math.max(1, Math.floor(height / rowHeight) - 1)     // terminals at once
        readonly property bool paged: sheet.rows.length > room
        readonly property int pages: Math.max(1, Math.ceil(sheet.rows.length / room))
        property int page: 0
        readonly property int at: Math.min(page, pages - 1)
        readonly property var seen: sheet.rows.slice(at * room, (at + 1) * room)
        readonly property string command: sheet.it.id ?? ""
        onCommandChanged: page = 0      // another order begins on its first page

        Column {
            anchors { left: parent.left; right: turn.visible ? turn.left : parent.right; top: parent.top; rightMargin: turn.visible ? Theme.gap : 0 }
            MoneyRow {
                name: qsTr("House")
                objectName: "sign.money.house.row"
                between: purse.paged ? qsTr("%1 to %2 of %3").arg(purse.at * purse.room + 1).arg(purse.at * purse.room + purse.seen.length).arg(sheet.rows.length) : ""
                change: sheet.rows.length === 0 ? qsTr("No money changes") : sheet.money.house ?? ""
                even: sheet.rows.length === 0 || (sheet.money.even ?? false)
                up: sheet.money.up ?? true
                called: "house"
            }
            Repeater {
                model: purse.seen
                MoneyRow {
                    required property var modelData
                    name: modelData.terminal
                    between: modelData.was + " → " + modelData.will
                    change: modelData.change
                    even: modelData.even
                    up: modelData.up
                    called: modelData.terminal
                }
            }
        }
        Column {
            id: turn
            anchors { right: parent.right; top: parent.top }
            visible: purse.paged
            spacing: Theme.gapTiny
            BigButton {
                objectName: "sign.money.up"
                width: Theme.targetLarge
                height: Math.min(Theme.targetLarge, (purse.height - turn.spacing) / 2)
                text: "▲"
                enabled: purse.at > 0
                onTapped: purse.page = purse.at - 1
            }
            BigButton {
                objectName: "sign.money.down"
                width: Theme.targetLarge
                height: Math.min(Theme.targetLarge, (purse.height - turn.spacing) / 2)
                text: "▼"
                enabled: purse.at < purse.pages - 1
                onTapped: purse.page = purse.at + 1
            }
        }
    }
    Row {
        id: buttons
        anchors { left: head.left; bottom: parent.bottom; bottomMargin: Theme.gap }
        spacing: Theme.gap
        BigButton {
            objectName: "sign.later"
            width: Theme.px(380)
            height: Theme.px(96)
            text: sheet.stale ? qsTr("Close") : qsTr("Back to the table")
            note: sheet.stale ? "" : qsTr("It waits for a signature")
            onTapped: sheet.vm.closeProposal()
        }
        BigButton {
            objectName: "sign.withdraw"
            width: Theme.px(400)
            height: Theme.px(96)
            visible: (sheet.it.mine ?? false) && !sheet.stale
            text: qsTr("Withdraw")
            note: qsTr("Nothing is done")
            enabled: sheet.board.link === "joined"
            onTapped: sheet.vm.withdraw()
        }
    }
    Label {
        id: who
        objectName: "sign.who"
        anchors { left: prove.left; right: parent.right; top: parent.top; rightMargin: Theme.gap; topMargin: Theme.gapSmall }
        text: qsTr("Who signs: %1").arg(Words.positions(sheet.it.needs ?? []))
        color: Theme.gold
        font.pixelSize: Theme.sizeLead
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeSmall
        visible: !sheet.stale
    }
    Label {
        objectName: "sign.unread"
        anchors { left: prove.left; right: parent.right; top: who.bottom; rightMargin: Theme.gap; topMargin: Theme.gap }
        visible: text !== ""
        text: sheet.stale ? "" : !sheet.known ? (sheet.it.round > 0 ? qsTr("This panel does not know round %1 well enough. It is signed at a panel that shows its cards and its money.").arg(sheet.it.round)
                : qsTr("This panel does not know the amount. It cannot be signed here."))
            : !sheet.read ? qsTr("There is more to read: turn to the last page, then sign.") : ""
        color: Theme.warn
        font.pixelSize: Theme.sizeLead
        font.weight: Theme.weightBold
        wrapMode: Text.WordWrap
    }
    ProvePane {
        id: prove
        anchors { left: head.right; right: parent.right; top: who.bottom; bottom: parent.bottom; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; topMargin: Theme.gapSmall; bottomMargin: Theme.gap }
        visible: !sheet.stale && sheet.known && sheet.read
        vm: sheet.vm
        live: sheet.board.link === "joined"
        people: sheet.vm.shown.signers ?? []
        none: qsTr("Nobody on record may sign this.")
        doing: qsTr("Sign")
    }
}
