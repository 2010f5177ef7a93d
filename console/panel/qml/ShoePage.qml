import QtQuick
import Looks

// The set of cards: what is in the shoe, and its change. Opening and closing of the table and the day stand here too.
Item {
    id: page

    required property var vm
    readonly property var board: vm.shown.board

    Box {
        id: facts
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
        width: Theme.px(760)
        title: qsTr("Card shoe")
        StatusPill {
            id: state
            anchors { left: parent.left; top: parent.top }
            text: page.board.shoeLost ? qsTr("No signal from the card shoe") : page.board.shoeOut ? qsTr("These cards have left play: load another set") : page.board.shoeLive ? qsTr("The shoe is ready") : page.board.shoeBurning > 0 ? qsTr("Cards are burnt") : qsTr("No cards are loaded")
            mood: page.board.link !== "joined" ? "info" : page.board.shoeLost ? "bad" : page.board.shoeLive ? "good" : "warn"
        }
        Grid {
            id: grid
            anchors { left: parent.left; right: parent.right; top: state.bottom; topMargin: Theme.gap }
            columns: 2
            columnSpacing: Theme.gap
            rowSpacing: Theme.gapLarge
            readonly property int cell: (width - columnSpacing) / 2
            Fact { stacked: true; width: grid.cell; name: qsTr("Cards left"); value: page.board.shoeDecks ? page.board.shoeLeft : "–" }
            Fact { stacked: true; width: grid.cell; name: qsTr("Decks"); value: page.board.shoeDecks || "–" }
            Fact { stacked: true; width: grid.cell; name: qsTr("Burnt"); value: page.board.shoeBurnt ?? 0 }
            Fact { stacked: true; width: grid.cell; name: qsTr("Still to burn"); value: page.board.shoeBurning ?? 0; loud: page.board.shoeBurning > 0 }
            Fact { stacked: true; width: grid.cell; name: qsTr("Rounds left"); value: page.board.lastRounds >= 0 ? page.board.lastRounds : qsTr("until the cut card"); loud: page.board.lastRounds >= 0 }
            Fact { stacked: true; width: grid.cell; name: qsTr("Serial number"); value: page.board.shoeSerial || qsTr("unknown") }
            Fact { stacked: true; width: grid.cell; name: qsTr("Last day closed"); value: page.board.closedDay || "–" }
            Fact { stacked: true; width: grid.cell; name: qsTr("Gaming day"); value: page.board.day || "–" }
        }
    }
    Box {
        anchors { left: facts.right; right: parent.right; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapMedium }
        title: qsTr("Table and cards")
        Steps {
            anchors.fill: parent
            row: Math.floor((height - (keys.length - 1) * spacing) / keys.length)
            vm: page.vm
            keys: ["load_shoe", "end_shoe", "open_table", "close_table", page.board.doing?.begin_day ? "begin_day" : "close_day", "record_ruling"]
        }
    }
}
