pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What happens at the table now: shoe and exposure, the cards of the Round, the seats. A halt lies over the cards, one
// terminal's sheet over the seats.
Item {
    id: page

    required property var panel
    readonly property bool halted: panel.board.halted ?? false

    ShoeBox {
        id: shoe
        anchors { left: parent.left; top: parent.top }
        width: Theme.px(412)
        height: Theme.px(248)
        panel: page.panel
    }
    ExposureBox {
        anchors { left: parent.left; top: shoe.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        width: shoe.width
        visible: page.panel.board.phase !== "closed"
        panel: page.panel
    }
    LimitsBox {
        anchors { left: parent.left; top: shoe.bottom; bottom: parent.bottom; topMargin: Theme.gapMedium }
        width: shoe.width
        visible: page.panel.board.phase === "closed"
        panel: page.panel
    }
    Item {
        id: middle
        anchors { left: shoe.right; right: seats.left; top: parent.top; bottom: parent.bottom; leftMargin: Theme.gapMedium; rightMargin: Theme.gapMedium }

        Mirror {
            anchors.fill: parent
            visible: !page.halted
            panel: page.panel
        }
        HaltPage {
            anchors.fill: parent
            visible: page.halted
            panel: page.panel
        }
    }
    SeatMap {
        id: seats
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(508)
        visible: !sheet.active
        panel: page.panel
    }
    Loader {
        id: sheet
        anchors.fill: seats
        active: page.visible && page.panel.seat.terminal !== undefined
        sourceComponent: SeatSheet { panel: page.panel }
    }
}
