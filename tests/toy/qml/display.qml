import QtQuick
import Looks

// The toy's felt on the table display.
Item {
    id: felt

    required property var screen

    Label {
        objectName: "toy.dragon"
        text: felt.screen.vm.word("spot", "dragon", Qt.uiLanguage) + " " + (felt.screen.shown.hands.dragon?.points ?? "")
    }
}
