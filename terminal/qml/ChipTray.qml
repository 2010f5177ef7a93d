pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The chips that one may bet with, and what one may do with the Bets that lie.
Item {
    id: tray

    required property var vm
    property int chip: 0
    property string twice: qsTr("Double")   // of the Bets; another word where a double is something else
    readonly property var chips: vm.shown.chips
    readonly property var may: vm.shown.actions
    readonly property var offers: vm.shown.offers
    // As large as they fit side by side, and never too small for a finger.
    readonly property int size: Math.max(Theme.target, Math.min(Theme.px(92), (rack.width - Theme.gap) / Math.max(1, chips.length) - Theme.gapSmall))
    property int ownChip: 0             // of a value of the Player's own; 0: none yet
    readonly property int shelf: Theme.target           // for layouts that were put by, and the own chip
    signal chosen(int amount)
    signal own()

    Rectangle {
        id: rack
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: buttons.top; bottomMargin: Theme.gapSmall }
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.line
        border.color: Theme.edge
        Row {
            anchors { horizontalCenter: parent.horizontalCenter; verticalCenter: parent.verticalCenter; verticalCenterOffset: -(tray.shelf + Theme.gapTiny) / 2 }
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
    // Up to three layouts that the Player has put by: a touch places one, a finger that stays puts what lies there now by.
    Row {
        id: shelves
        anchors { left: rack.left; right: rack.right; bottom: rack.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        readonly property real each: (width - 3 * spacing) / 4
        Repeater {
            model: tray.offers.saved.length
            BigButton {
                required property int index
                readonly property var saved: tray.offers.saved[index] ?? ({ text: "", may: false })
                objectName: "saved." + index
                width: shelves.each
                height: tray.shelf
                //: On a button: keep the bets that lie on the felt, to place them again later
                text: saved.text === "" ? qsTr("Save bets") : "◆ " + saved.text
                size: Theme.sizeSmall
                enabled: saved.text === "" ? tray.may.save : saved.may || tray.may.save
                onTapped: saved.text === "" ? tray.vm.saveBets(index) : tray.vm.placeSaved(index)
                onHeld: tray.vm.saveBets(index)
            }
        }
        BigButton {
            objectName: "chip.own"
            width: shelves.each
            height: tray.shelf
            text: tray.ownChip > 0 ? qsTr("Chip %1").arg(tray.vm.writeWhole(tray.ownChip)) : qsTr("Own chip")
            size: Theme.sizeSmall
            chosen: tray.ownChip > 0 && tray.chip === tray.ownChip
            onTapped: tray.ownChip > 0 && !chosen ? tray.chosen(tray.ownChip) : tray.own()
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
            height: Theme.px(98)
            text: qsTr("Undo")
            enabled: tray.may.undo
            onTapped: tray.vm.undo()
        }
        BigButton {
            objectName: "clear"
            width: buttons.each
            height: Theme.px(98)
            text: qsTr("Clear")
            enabled: tray.may.clear
            onTapped: tray.vm.clear()
        }
        BigButton {
            objectName: "repeat"
            width: buttons.each
            height: Theme.px(98)
            text: qsTr("Repeat")
            note: tray.offered(tray.offers.repeat)
            enabled: tray.may.repeat
            onTapped: tray.vm.repeat()
        }
        BigButton {
            // Where nothing lies there is nothing to double but the last Bets.
            readonly property bool again: !tray.may.double && tray.may.repeatDouble && !tray.may.clear
            objectName: "double"
            width: buttons.each
            height: Theme.px(98)
            text: again ? qsTr("Repeat × 2") : tray.twice
            note: tray.offered(again ? tray.offers.repeatDouble : tray.offers.double)
            enabled: again || tray.may.double
            onTapped: again ? tray.vm.repeatDouble() : tray.vm.double()
        }
    }
}
