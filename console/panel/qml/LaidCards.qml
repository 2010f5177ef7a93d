pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The Hands of the Round side by side, and what came and was not due: to compare with the felt. No card covers another.
Row {
    id: laid

    required property var vm
    property int cardMost: Theme.px(130)
    readonly property var surplus: vm.shown.board.surplus ?? []
    // As many cards as there are places, two at least for each Hand.
    readonly property int places: {
        let found = surplus.length
        for (let at = 0; at < hands.count; ++at)
            found += (hands.itemAt(at) as LaidHand)?.places ?? 2
        return Math.max(1, found)
    }
    readonly property int groups: hands.count + (surplus.length > 0 ? 1 : 0)
    readonly property int cardWidth: width <= 0 ? cardMost : Math.min(cardMost, Math.floor((width - Math.max(0, groups - 1) * spacing - places * Theme.gapTiny) / places))

    spacing: Theme.gapLarge

    component LaidHand: Column {
        id: group
        property string title: ""
        property color ink: Theme.text
        property var cards: []
        property bool lit: false
        property bool due: false
        property int least: 2
        readonly property int places: Math.max(least, cards.length + (due ? 1 : 0))
        spacing: Theme.gapTiny
        Label {
            width: group.places * (laid.cardWidth + Theme.gapTiny) - Theme.gapTiny
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
            text: group.title
            color: group.ink
            font.pixelSize: Theme.sizeLead
            font.weight: Theme.weightBold
        }
        Row {
            spacing: Theme.gapTiny
            Repeater {
                model: group.places
                CardPlace {
                    required property int index
                    width: laid.cardWidth
                    height: Math.round(width * Theme.cardRatio)
                    face: group.cards[index] ?? ""
                    lit: group.lit
                    due: group.due && index === group.cards.length
                }
            }
        }
    }
    Repeater {
        id: hands
        model: Rows { id: rows; list: laid.vm.shown.hands }
        LaidHand {
            required property int place
            readonly property var row: rows.values[place]
            title: row.name + (row.points < 0 ? "" : "  " + row.points)
            ink: Theme.tone(row.tone).text
            cards: row.cards
            due: row.due
        }
    }
    LaidHand {
        visible: laid.surplus.length > 0
        title: qsTr("Extra card")
        ink: Theme.warn
        cards: laid.surplus
        lit: true
        least: 0
    }
}
