pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A row of cards in their order: one is chosen, and is replaced from the pad or moved to another place.
Column {
    id: row

    required property var panel
    readonly property var form: panel.form
    readonly property var cards: form.kind === "cards" && form.value ? form.value.split(" ") : []
    readonly property int cardWidth: Math.min(Theme.px(104), Math.floor((width - (cards.length - 1) * Theme.gapSmall) / Math.max(1, cards.length)))

    spacing: Theme.gapSmall

    Row {
        spacing: Theme.gapSmall
        Repeater {
            model: row.cards.length
            Item {
                id: one
                required property int index
                objectName: "row." + index
                width: row.cardWidth
                height: Math.round(width * Theme.cardRatio)
                CardPlace {
                    anchors.fill: parent
                    face: row.cards[one.index] ?? ""
                    lit: one.index === row.form.card
                }
                TapHandler {
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: row.panel.form_card(one.index)
                }
            }
        }
    }
    Row {
        spacing: Theme.gapSmall
        BigButton { objectName: "move.back"; width: Theme.px(220); height: Theme.target; text: "←"; onTapped: row.panel.form_move(-1) }
        BigButton { objectName: "move.on"; width: Theme.px(220); height: Theme.target; text: "→"; onTapped: row.panel.form_move(1) }
    }
}
