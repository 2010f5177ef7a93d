pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The Hands of the Round side by side, and what came and was not due: to compare with the felt. No card covers another,
// unless there are more Hands than a row has room for: then they lie in rows, fanned, as on the boxes.
Item {
    id: laid

    required property var vm
    readonly property int gap: Theme.gapLarge
    readonly property bool many: hands.count > 3
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
    readonly property int cardWidth: width <= 0 ? cardMost : Math.min(cardMost, Math.floor((width - Math.max(0, groups - 1) * gap - places * Theme.gapTiny) / places))

    implicitHeight: many ? boxes.height : line.height
    height: implicitHeight

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
            width: Math.max(2, group.places) * (laid.cardWidth + Theme.gapTiny) - Theme.gapTiny
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
    Row {
        id: line
        visible: !laid.many
        spacing: laid.gap
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
    Grid {
        id: boxes
        readonly property int lines: Math.max(1, Math.ceil(laid.groups * Theme.px(150) / Math.max(1, laid.width)))
        readonly property int cell: Math.floor((laid.width - (columns - 1) * spacing) / columns)
        readonly property int cardWidth: Math.min(Math.round(laid.cardMost * (lines > 1 ? 0.62 : 1)), Math.floor(cell * 0.56))
        columns: Math.max(1, Math.ceil(laid.groups / lines))
        spacing: Theme.gapSmall
        visible: laid.many
        Repeater {
            model: laid.many ? laid.groups : 0
            Column {
                id: one
                required property int index
                readonly property bool extra: index >= hands.count
                readonly property var row: rows.values[index] ?? ({ name: "", points: -1, cards: [], due: false })
                width: boxes.cell
                Label {
                    width: parent.width
                    text: one.extra ? qsTr("Extra card") : one.row.name + (one.row.points < 0 ? "" : "  " + one.row.points)
                    color: one.extra ? Theme.warn : Theme.text
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Fan {
                    width: parent.width
                    height: Math.round(boxes.cardWidth * Theme.cardRatio)
                    room: parent.width
                    cardWidth: boxes.cardWidth
                    cards: one.extra ? laid.surplus : one.row.cards
                    due: !one.extra && one.row.due
                }
            }
        }
    }
}
