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

    objectName: "sign"
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: stale ? Theme.warn : Theme.gold

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
                : [Words.filled(Words.about(sheet.it.key ?? ""), sheet.it.detail ?? ""), sheet.it.paragraph ? "§" + sheet.it.paragraph : ""].filter(word => word !== "").join("  ·  ")
            visible: text !== ""
            color: sheet.stale ? Theme.warn : Theme.textSoft
            font.weight: sheet.stale ? Theme.weightBold : Theme.weightBody
            wrapMode: Text.WordWrap
        }
    }
    Column {
        id: order
        anchors { left: head.left; right: head.right; top: head.bottom; bottom: buttons.top; topMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }
        spacing: Theme.gapSmall
        opacity: sheet.stale ? Theme.dim : 1

        Column {
            width: parent.width
            Repeater {
                model: sheet.facts.slice(0, sheet.cards.length > 0 || sheet.it.laid ? 4 : 10)
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
                        text: Words.proposedName(fact.modelData, sheet.board.words ?? {})
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
            cardMost: Theme.px(150)
        }
        Item {
            objectName: "sign.money"
            width: parent.width
            height: Theme.px(40) * (1 + Math.min(sheet.rows.length, 5))
            visible: sheet.money.known ?? false
            Repeater {
                model: [{ terminal: qsTr("House"), was: "", will: "", change: sheet.rows.length === 0 ? qsTr("No money changes") : sheet.money.house, up: sheet.money.up, house: true }]
                    .concat(sheet.rows.slice(0, sheet.rows.length > 5 ? 4 : 5))
                    .concat(sheet.rows.length > 5 ? [{ terminal: qsTr("and %1 more").arg(sheet.rows.length - 4), was: "", will: "", change: "", up: true }] : [])
                Item {
                    id: change
                    required property var modelData
                    required property int index
                    y: index * Theme.px(40)
                    width: order.width
                    height: Theme.px(40)
                    Label {
                        width: parent.width * 0.3
                        height: parent.height
                        text: change.modelData.terminal
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeSmall
                    }
                    Label {
                        x: parent.width * 0.3
                        width: parent.width * 0.4
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: change.modelData.was === "" ? "" : change.modelData.was + " → " + change.modelData.will
                        color: Theme.textSoft
                        font.pixelSize: Theme.sizeSmall
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                    Label {
                        objectName: "sign.money." + (change.modelData.house ? "house" : change.modelData.terminal)
                        x: parent.width * 0.7
                        width: parent.width * 0.3
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: change.modelData.change ?? ""
                        color: sheet.rows.length === 0 ? Theme.textSoft : change.modelData.up ? Theme.good : Theme.bad
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeSmall
                    }
                }
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
    ProvePane {
        id: prove
        anchors { left: head.right; right: parent.right; top: who.bottom; bottom: parent.bottom; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; topMargin: Theme.gapSmall; bottomMargin: Theme.gap }
        visible: !sheet.stale
        vm: sheet.vm
        live: sheet.board.link === "joined"
        people: sheet.vm.shown.signers ?? []
        none: qsTr("Nobody on record may sign this.")
        doing: qsTr("Sign")
    }
}
