import QtQuick
import Looks

// What happens at the table now: shoe and exposure, the cards of the Round, the seats. A halt lies over the cards.
Item {
    id: page

    required property var panel

    ShoeBox {
        id: shoe
        anchors { left: parent.left; top: parent.top }
        width: Theme.px(388)
        height: Theme.px(340)
        panel: page.panel
    }
    ExposureBox {
        anchors { left: parent.left; top: shoe.bottom; bottom: parent.bottom; topMargin: Theme.px(16) }
        width: shoe.width
        panel: page.panel
    }
    Item {
        id: middle
        anchors { left: shoe.right; right: seats.left; top: parent.top; bottom: parent.bottom; leftMargin: Theme.px(16); rightMargin: Theme.px(16) }

        Mirror {
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: lines.top; bottomMargin: Theme.px(16) }
            visible: !halt.visible
            panel: page.panel
        }
        HaltPage {
            id: halt
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: lines.top; bottomMargin: Theme.px(16) }
            visible: page.panel.board.halted ?? false
            panel: page.panel
        }
        Box {
            id: lines
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(150)
            LogLines {
                anchors { left: parent.left; right: parent.right; top: parent.top }
                height: 3 * row - 1
                panel: page.panel
                interactive: false
            }
        }
    }
    SeatMap {
        id: seats
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(540)
        panel: page.panel
    }
}
