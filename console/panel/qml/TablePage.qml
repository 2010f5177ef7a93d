pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What happens at the table now: shoe and exposure, the cards of the Round, the seats. A halt lies over the cards, one
// terminal's sheet over the seats.
Item {
    id: page

    required property var vm
    readonly property bool halted: vm.shown.board.halted ?? false
    readonly property var laid: felt.item
    readonly property bool whole: laid?.whole ?? false     // the felt has the page, with shoe and seats of its own
    property bool seatsOpen: false

    ShoeBox {
        id: shoe
        anchors { left: parent.left; top: parent.top }
        width: Theme.px(494)
        height: Theme.px(248)
        visible: !page.halted && !page.whole
        vm: page.vm
    }
    ExposureBox {
        anchors { left: parent.left; top: shoe.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        width: shoe.width
        visible: page.vm.shown.board.phase !== "closed" && !page.halted && !page.whole
        vm: page.vm
    }
    LimitsBox {
        anchors { left: parent.left; top: shoe.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        width: shoe.width
        visible: page.vm.shown.board.phase === "closed" && !page.halted && !page.whole
        vm: page.vm
    }
    Item {
        id: middle
        anchors { left: page.whole ? parent.left : shoe.right; right: page.whole ? parent.right : seats.left; top: parent.top; bottom: parent.bottom; leftMargin: page.whole ? 0 : Theme.gapMedium; rightMargin: page.whole ? 0 : Theme.gapMedium }

        // The felt of the game that is played, by its name.
        Loader {
            id: felt
            readonly property string wanted: page.vm.shown.board.felt ?? ""
            anchors.fill: parent
            visible: !page.halted
            onWantedChanged: lay()
            Component.onCompleted: lay()
            function lay() { setSource(wanted, { vm: page.vm }) }
        }
        Connections {
            target: felt.item
            ignoreUnknownSignals: true
            function onSeats() { page.seatsOpen = !page.seatsOpen }
        }
    }
    // Whoever decides needs room: shoe and exposure wait.
    HaltPage {
        anchors { left: parent.left; right: middle.right; top: parent.top; bottom: parent.bottom }
        visible: page.halted
        vm: page.vm
    }
    SeatMap {
        id: seats
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(508)
        visible: !sheet.active && (!page.whole || page.seatsOpen)
        vm: page.vm
    }
    Loader {
        id: sheet
        anchors.fill: seats
        active: page.visible && page.vm.shown.seat.terminal !== undefined
        sourceComponent: SeatSheet { vm: page.vm }
    }
}
