import QtQuick
import Looks

// The toy's felt on the dealer panel.
Item {
    id: felt

    required property var vm

    Label {
        objectName: "toy.hands"
        text: felt.vm.shown.hands.map(hand => hand.name + " " + hand.cards.join(" ")).join(", ")
    }
}
