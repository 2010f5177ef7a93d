pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A row of cards in their order, each with the Hand that it goes to: one is chosen, and is replaced from the pad or moved to
// another place. Above, what that would change; its money, where that is known, stands in the sheet (MoneyStrip).
Column {
    id: row

    required property var vm
    readonly property var form: vm.shown.form
    readonly property var preview: form.preview ?? ({})
    readonly property var cards: form.kind === "cards" && form.value ? form.value.split(" ") : []
    readonly property int cardWidth: Math.min(Theme.px(104), Math.floor((width - (cards.length - 1) * Theme.gapSmall) / Math.max(1, cards.length)))

    function ink(tone: string): color {
        return tone === "" ? Theme.warn : Theme.tone(tone).text
    }

    spacing: Theme.gapSmall

    Column {
        id: effect
        width: parent.width
        visible: row.preview.hands !== undefined
        Row {
            spacing: Theme.gapLarge
            Repeater {
                model: row.preview.hands ?? []
                Label {
                    required property var modelData
                    objectName: "preview." + modelData.hand
                    text: modelData.name + "  " + (modelData.before !== modelData.points ? (modelData.before < 0 ? "–" : modelData.before) + " → " : "") + (modelData.points < 0 ? "–" : modelData.points)
                    color: row.ink(modelData.tone)
                    font.pixelSize: Theme.sizeLead
                    font.weight: Theme.weightBold
                }
            }
        }
        Label {
            objectName: "preview.result"
            width: parent.width
            readonly property string before: row.preview.before?.winner ? Words.outcome(row.preview.before) : ""
            readonly property string after: row.preview.after?.winner ? Words.outcome(row.preview.after) : qsTr("not a whole round")
            text: row.preview.same ? before === "" ? "" : qsTr("Result stays: %1").arg(before) : qsTr("New result: %1").arg(after)
            visible: text !== ""
            color: row.preview.same ? Theme.textSoft : Theme.gold
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "preview.money"
            width: parent.width
            visible: (row.form.grows ?? false) && !row.preview.same && !(row.form.money?.known ?? false)
            text: qsTr("All bets of the round are settled anew; the differences are booked to each terminal")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.WordWrap
        }
    }
    Row {
        spacing: Theme.gapSmall
        Repeater {
            model: row.cards.length
            Column {
                id: one
                required property int index
                readonly property string tone: (row.preview.tones ?? [])[index] ?? ""
                spacing: Theme.gapTiny
                Label {
                    width: row.cardWidth
                    visible: row.preview.places !== undefined
                    horizontalAlignment: Text.AlignHCenter
                    text: (row.preview.places ?? [])[one.index] || qsTr("extra")
                    color: row.ink(one.tone)
                    font.pixelSize: Theme.sizeNote
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Item {
                    objectName: "row." + one.index
                    width: row.cardWidth
                    height: Math.round(width * Theme.cardRatio)
                    CardPlace {
                        anchors.fill: parent
                        face: row.cards[one.index] === "--" ? "" : row.cards[one.index] ?? ""
                        lit: one.index === row.form.card
                        due: row.cards[one.index] === "--"
                    }
                    TapHandler {
                        gesturePolicy: TapHandler.ReleaseWithinBounds
                        onTapped: row.vm.formCard(one.index)
                    }
                }
            }
        }
    }
    Row {
        spacing: Theme.gapSmall
        readonly property int part: row.form.grows ? Math.floor((row.width - 3 * spacing) / 4) : Theme.px(220)
        BigButton { objectName: "move.back"; width: parent.part; height: Theme.target; text: "←"; onTapped: row.vm.formMove(-1) }
        BigButton { objectName: "move.on"; width: parent.part; height: Theme.target; text: "→"; onTapped: row.vm.formMove(1) }
        BigButton { objectName: "row.add"; visible: row.form.grows ?? false; width: parent.part; height: Theme.target; text: qsTr("+ Card"); onTapped: row.vm.formAdd() }
        BigButton { objectName: "row.remove"; visible: row.form.grows ?? false; width: parent.part; height: Theme.target; text: qsTr("Remove"); onTapped: row.vm.formRemove() }
    }
}
