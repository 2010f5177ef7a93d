pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Every terminal: is it heard, what has it, what has it bet, has it seen the close, does somebody want something.
Box {
    id: map

    required property var vm
    property string prefix: ""          // of the names, where the map stands on two pages
    readonly property var board: vm.shown.board

    title: board.link === "joined" ? qsTr("Seats: %1 of %2 connected").arg(board.heard ?? 0).arg(board.seatsInAll ?? 0) : qsTr("Seats as of %1").arg(board.asOf || "–")

    Flickable {
        id: flick
        anchors { fill: parent; leftMargin: -Theme.gapSmall; rightMargin: -Theme.gapSmall }
        readonly property int columns: tiles.count > 14 ? 3 : 2
        // Large as long as all of them are in sight; below 98 they would be too small for a finger, and scroll.
        readonly property real room: Math.floor(height / Math.max(1, Math.ceil(tiles.count / columns)))
        contentHeight: grid.height
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        interactive: contentHeight > height

        Grid {
            id: grid
            columns: flick.columns
            Repeater {
                id: tiles
                model: Rows { id: seats; list: map.vm.shown.seats }
                SeatTile {
                    required property int place
                    row: seats.values[place]
                    objectName: map.prefix + "seat." + terminal
                    width: Math.floor(flick.width / flick.columns)
                    height: Math.max(Theme.px(98), Math.min(Theme.px(260), flick.room))
                    vm: map.vm
                    closing: map.board.closeShown ?? false
                }
            }
        }
    }
}
