pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All 52 cards to choose from, by suit and rank. For a row of cards: choose one of them, replace it or move it.
Column {
    id: pad

    required property var panel
    readonly property var form: panel.form
    readonly property var row: form.kind === "cards" && form.value ? form.value.split(" ") : []

    spacing: Theme.gap

    Row {
        visible: pad.row.length > 0
        spacing: Theme.gapSmall
        Repeater {
            model: pad.row.length
            Item {
                id: one
                required property int index
                objectName: "row." + index
                width: Theme.px(104)
                height: Math.round(width * Theme.cardRatio)
                CardPlace {
                    anchors.fill: parent
                    face: pad.row[one.index] ?? ""
                    lit: one.index === pad.form.card
                }
                TapHandler {
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: pad.panel.form_card(one.index)
                }
            }
        }
        Column {
            spacing: Theme.gapTiny
            BigButton { objectName: "move.back"; width: Theme.px(150); height: Theme.px(68); text: "←"; onTapped: pad.panel.form_move(-1) }
            BigButton { objectName: "move.on"; width: Theme.px(150); height: Theme.px(68); text: "→"; onTapped: pad.panel.form_move(1) }
        }
    }
    Grid {
        id: grid
        columns: 13
        spacing: Theme.px(7)
        readonly property int side: Math.floor((pad.width - 12 * spacing) / 13)
        Repeater {
            model: 52
            Item {
                id: card
                required property int index
                readonly property string face: "A23456789TJQK"[index % 13] + "SHDC"[Math.floor(index / 13)]
                readonly property bool chosen: pad.form.kind === "card" && pad.form.value === face
                objectName: "card." + face
                width: grid.side
                height: Math.round(width * 1.4)
                Image {
                    anchors.fill: parent
                    source: "image://looks/card/" + card.face
                    sourceSize: Qt.size(card.width, card.height)
                }
                Rectangle {
                    anchors { fill: parent; margins: -Theme.px(4) }
                    visible: card.chosen || tap.pressed
                    radius: Theme.radiusSmall
                    color: "transparent"
                    border.width: Theme.px(5)
                    border.color: Theme.gold
                }
                TapHandler {
                    id: tap
                    gesturePolicy: TapHandler.ReleaseWithinBounds
                    onTapped: pad.panel.form_key(card.face)
                }
            }
        }
    }
}
