pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The dealer panel: bar, rail of pages, the page, and below it always the one next action at the same place.
// Sign-on finds its place in the bar (who is at the panel), a guide through irregularities on the halt page.
Felt {
    id: root

    readonly property var panel: viewModel // qmllint disable unqualified
    property string page: "table"
    readonly property bool asking: root.panel.form.key !== undefined
    readonly property bool atSeat: root.panel.seat.terminal !== undefined && !root.asking
    readonly property bool cut: root.panel.board.link !== "joined"

    Binding { target: Theme; property: "scale"; value: Theme.scaleFor(root.width, root.height) }

    Bar {
        id: bar
        width: parent.width
        height: Theme.px(76)
        panel: root.panel
    }
    // Only one thing at a time: what a sheet covers is neither to be seen nor to be tapped.
    Item {
        id: desk
        anchors { left: parent.left; right: parent.right; top: bar.bottom; bottom: parent.bottom }
        visible: !root.asking && !root.atSeat

        Rail {
            id: rail
            anchors { left: parent.left; top: parent.top; bottom: strip.top }
            width: Theme.px(168)
            page: root.page
            onChosen: page => root.page = page
        }
        Item {
            id: place
            anchors { left: rail.right; right: parent.right; top: parent.top; bottom: strip.top; margins: Theme.px(16) }

            TablePage { anchors.fill: parent; visible: root.page === "table"; panel: root.panel }
            Loader { anchors.fill: parent; active: root.page === "shoe"; sourceComponent: ShoePage { panel: root.panel } }
            Loader { anchors.fill: parent; active: root.page === "cash"; sourceComponent: CashPage { panel: root.panel } }
            Loader { anchors.fill: parent; active: root.page === "limits"; sourceComponent: LimitsPage { panel: root.panel } }
            Loader { anchors.fill: parent; active: root.page === "rounds"; sourceComponent: RoundsPage { panel: root.panel } }
            Loader { anchors.fill: parent; active: root.page === "events"; sourceComponent: EventsPage { panel: root.panel } }
        }
        ActionStrip {
            id: strip
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(196)
            panel: root.panel
            live: !root.cut
        }
    }
    RefusalNote {
        anchors.fill: bar
        panel: root.panel
    }
    Loader { anchors.fill: desk; active: root.atSeat; sourceComponent: SeatSheet { panel: root.panel } }
    Loader { anchors.fill: desk; active: root.asking; focus: active; sourceComponent: FormSheet { panel: root.panel } }
}
