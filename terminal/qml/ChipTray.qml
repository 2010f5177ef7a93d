pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The chips that one may bet with, and what one may do with the Bets that lie.
Item {
    id: tray

    required property var vm
    property int chip: 0
    readonly property var chips: vm.shown.chips
    readonly property var may: vm.shown.actions
    readonly property var offers: vm.shown.offers
    // As large as they fit side by side, and never too small for a finger.
    readonly property int size: Math.max(Theme.target, Math.min(Theme.chipSize, (rack.width - Theme.gap) / Math.max(1, chips.length) - Theme.gapSmall))
    signal chosen(int amount)

    Rectangle {
        id: rack
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: buttons.top; bottomMargin: Theme.gapSmall }
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.line
        border.color: Theme.edge
        Row {
            anchors.centerIn: parent
            spacing: Theme.gapSmall
            Repeater {
                model: tray.chips.length
                Chip {
                    id: one
                    required property int index
                    readonly property var kind: tray.chips[index] ?? ({ amount: 0, text: "", value: 0, usable: false })
                    objectName: "chip." + kind.amount
                    width: tray.size
                    height: width
                    value: kind.value
                    text: kind.text
                    chosen: kind.amount === tray.chip
                    scale: chosen ? 1.08 : kind.usable ? 0.96 : 0.78
                    opacity: kind.usable ? 1 : 0.75
                    Accessible.role: Accessible.RadioButton
                    Accessible.name: qsTr("Chip %1").arg(kind.text)
                    Behavior on scale { NumberAnimation { duration: Theme.quick } }
                    TapHandler {
                        gesturePolicy: TapHandler.ReleaseWithinBounds
                        onTapped: tray.chosen(one.kind.amount)
                    }
                }
            }
        }
    }
    // What would be placed, and what of it would not fit.
    function offered(offer: var): string {
        return offer.amount <= 0 ? "" : offer.left > 0 ? qsTr("%1, without %2").arg(offer.text).arg(offer.leftText) : offer.text
    }
    Row {
        id: buttons
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        spacing: Theme.gapSmall
        readonly property real each: (width - 3 * spacing) / 4
        BigButton {
            objectName: "undo"
            width: buttons.each
            height: Theme.px(104)
            text: qsTr("Undo")
            enabled: tray.may.undo
            onTapped: tray.vm.undo()
        }
        BigButton {
            objectName: "clear"
            width: buttons.each
            height: Theme.px(104)
            text: qsTr("Clear")
            enabled: tray.may.clear
            onTapped: tray.vm.clear()
        }
        BigButton {
            objectName: "repeat"
            width: buttons.each
            height: Theme.px(104)
            text: qsTr("Repeat")
            note: tray.offered(tray.offers.repeat)
            enabled: tray.may.repeat
            onTapped: tray.vm.repeat()
        }
        BigButton {
            objectName: "double"
            width: buttons.each
            height: Theme.px(104)
            text: qsTr("Double")
            note: tray.offered(tray.offers.double)
            enabled: tray.may.double
            onTapped: tray.vm.double()
        }
    }
}
