pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The toy's felt on a Player Terminal.
Item {
    id: felt

    required property var vm
    readonly property var shown: vm.shown
    property bool announced: false
    property bool aside: false
    readonly property bool turning: false
    readonly property int seconds: -1
    readonly property bool lastCall: false
    readonly property string mainLimits: ""
    readonly property string sideLimits: ""
    signal bet(string spot)
    signal takeBack(string spot)
    signal details()
    signal cue(string name)

    Label {
        objectName: "toy.winner"
        text: felt.vm.word("spot", felt.shown.result.winner, Qt.uiLanguage)
    }
    Row {
        y: Theme.px(100)
        Repeater {
            model: felt.shown.table.layout
            BigButton {
                required property string modelData
                objectName: "spot." + modelData
                width: Theme.px(300)
                height: Theme.px(100)
                text: felt.vm.word("spot", modelData, Qt.uiLanguage) + " " + (felt.shown.spots[modelData]?.registeredText ?? "")
                onTapped: felt.bet(modelData)
            }
        }
    }
}
