pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The boxes as they lie before the Player: box 1 is on the right, at the Dealer's left.
Item {
    id: arc

    required property var vm
    property var tiles: []
    property bool betting: false
    property string mainKind: "main"
    property var sides: []
    property bool named: false          // a Hand has a name, which may be long
    property var spots: ({})
    property string refusedSpot: ""
    property int focused: 0
    property string due: ""
    property real coverFrom: 0          // between these something lies over the boxes, and none is to be seen in part
    property real coverTo: 0
    readonly property int many: tiles.length
    readonly property real each: Math.min(Theme.px(252), (width - (many - 1) * Theme.gapMedium) / Math.max(1, many))
    readonly property real margin: (width - many * each - (many - 1) * Theme.gapMedium) / 2
    readonly property int tileHeight: Theme.px(244)
    readonly property int sag: Theme.px(72)         // how much lower the middle lies
    signal bet(string spot)
    signal takeBack(string spot)
    signal chosen(int box)

    function bend(place: int): real {
        const half = (arc.many - 1) / 2
        return half === 0 ? 1 : 1 - Math.pow((place - half) / half, 2)
    }
    function middleOf(box: int): real {
        return arc.margin + (arc.many - box) * (arc.each + Theme.gapMedium) + arc.each / 2
    }
    implicitHeight: tileHeight + sag

    Repeater {
        model: arc.many
        BoxTile {
            required property int index
            readonly property int place: arc.many - 1 - index
            x: arc.margin + place * (arc.each + Theme.gapMedium)
            y: arc.sag * arc.bend(place)
            width: arc.each
            height: arc.tileHeight
            visible: x + width <= arc.coverFrom || x >= arc.coverTo
            vm: arc.vm
            box: arc.tiles[index] ?? box
            betting: arc.betting
            mainKind: arc.mainKind
            sides: arc.sides
            named: arc.named
            spots: arc.spots
            refusedSpot: arc.refusedSpot
            due: arc.due
            focused: arc.focused === index + 1
            onBet: spot => arc.bet(spot)
            onTakeBack: spot => arc.takeBack(spot)
            onChosen: arc.chosen(index + 1)
        }
    }
}
