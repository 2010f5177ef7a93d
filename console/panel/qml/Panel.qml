pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The dealer panel: bar, rail of pages, the page, and below it always what happened last and the one next action, at the
// same places whatever page is open. A form takes the place of the page; below it the next action is only told.
// Sign-on finds its place in the bar (who is at the panel), a guide through irregularities on the halt page.
Felt {
    id: root

    required property var vm            // PanelModel
    property string page: "table"
    property string clockText: ""       // set for pictures; "": the time of day
    readonly property bool asking: root.vm.shown.form.key !== undefined
    readonly property bool cut: root.vm.shown.board.link !== "joined"

    Binding { target: Theme; property: "scale"; value: Theme.scaleFor(root.width, root.height) }

    Bar {
        id: bar
        width: parent.width
        height: Theme.px(76)
        vm: root.vm
        clockText: root.clockText
        remainingMs: strip.remainingMs
    }
    // Only one thing at a time: what a form covers is neither to be seen nor to be tapped.
    Item {
        id: desk
        anchors { left: parent.left; right: parent.right; top: bar.bottom; bottom: note.top }
        visible: !root.asking

        Rail {
            id: rail
            anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
            width: Theme.px(168)
            page: root.page
            onChosen: page => {
                root.vm.openSeat("")
                root.page = page
            }
        }
        Item {
            id: place
            anchors { left: rail.right; right: parent.right; top: parent.top; bottom: parent.bottom; margins: Theme.gapMedium }
            // What was true when the console was last heard is still to be read, and does not look like now.
            opacity: root.cut ? Theme.dim : 1

            TablePage { anchors.fill: parent; visible: root.page === "table"; vm: root.vm }
            Loader { anchors.fill: parent; active: root.page === "shoe"; sourceComponent: ShoePage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "cash"; sourceComponent: CashPage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "limits"; sourceComponent: LimitsPage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "rounds"; sourceComponent: RoundsPage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "events"; sourceComponent: EventsPage { vm: root.vm } }
        }
    }
    Loader { anchors.fill: desk; active: root.asking; focus: active; sourceComponent: FormSheet { vm: root.vm } }
    NoteLine {
        id: note
        anchors { left: parent.left; right: parent.right; bottom: strip.top }
        height: Theme.px(68)
        vm: root.vm
    }
    ActionStrip {
        id: strip
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(root.asking ? 104 : 236)
        vm: root.vm
        live: !root.cut
        busy: root.asking
    }
}
