pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The dealer panel: bar, rail of pages, the page, and below it always what happened last and the one next action, at the
// same places whatever page is open. A form takes the place of the page; below it the next action is only told. So do
// the sheets of relief and of a signature. While nobody is signed on the lock page takes all of it but bar and strip.
Felt {
    id: root

    required property var vm            // PanelModel
    property string page: "table"
    property string clockText: ""       // set for pictures; "": the time of day
    readonly property bool locked: root.vm.shown.board.locked ?? true
    readonly property bool signs: root.vm.shown.proposal.key !== undefined
    readonly property bool relieves: !root.locked && !root.signs && root.vm.shown.proof.purpose === "relief"
    readonly property bool asking: root.vm.shown.form.key !== undefined
    readonly property bool covered: root.asking || root.signs || root.relieves
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
        visible: !root.covered && !root.locked

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
            Loader { anchors.fill: parent; active: root.page === "people"; sourceComponent: PeoplePage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "machines"; sourceComponent: MachinesPage { vm: root.vm } }
            Loader { anchors.fill: parent; active: root.page === "events"; sourceComponent: EventsPage { vm: root.vm } }
        }
    }
    Loader { anchors.fill: desk; active: root.locked && !root.signs; sourceComponent: LockPage { vm: root.vm } }
    Loader { anchors.fill: desk; active: root.asking && !root.signs && !root.relieves; sourceComponent: FormSheet { vm: root.vm } }
    Loader { anchors.fill: desk; active: root.relieves; sourceComponent: ReliefSheet { vm: root.vm } }
    Loader { anchors.fill: desk; active: root.signs; sourceComponent: SignSheet { vm: root.vm } }
    NoteLine {
        id: note
        anchors { left: parent.left; right: parent.right; bottom: strip.top }
        height: Theme.px(68)
        vm: root.vm
        locked: root.locked
        signs: root.signs
        onGoTo: terminal => {
            root.vm.proveCancel()
            root.vm.formCancel()
            root.page = "table"
            root.vm.openSeat(terminal)
        }
    }
    ActionStrip {
        id: strip
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: root.locked ? 0 : Theme.px(root.covered ? 104 : 236)
        visible: !root.locked
        vm: root.vm
        live: !root.cut
        busy: root.covered
        cardsSeen: root.page === "table"
    }
    // Keys, wherever they come from: a form takes those of a person, whoever is asked for shows a badge.
    Item {
        focus: true
        Keys.onPressed: event => {
            if (event.key === Qt.Key_Escape)
                root.asking ? root.vm.formCancel() : root.vm.proveCancel()
            else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
                root.vm.typedEnd()
            else if (event.key === Qt.Key_Backspace)
                root.vm.typedBack()
            else
                root.vm.typed(event.text)
        }
    }
    // It takes nothing from what lies below: it only knows whether a finger is there.
    Item {
        anchors.fill: parent
        PointHandler { onActiveChanged: root.vm.touch(active) }
    }
}
