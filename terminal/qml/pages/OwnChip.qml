pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A chip of a value of the Player's own, typed in whole units.
Page {
    id: page

    objectName: "page.chip"
    title: qsTr("Own chip")
    panelWidth: Theme.px(900)
    panelHeight: Theme.px(780)
    property string typed: ""
    readonly property int amount: page.vm.chipOf(page.typed)
    signal made(int amount)

    Label {
        id: figure
        objectName: "chip.typed"
        anchors { left: parent.left; right: parent.right; top: parent.top }
        height: Theme.px(96)
        horizontalAlignment: Text.AlignHCenter
        text: page.vm.word("coin", page.shown.table.currency, Qt.uiLanguage) + " " + (page.typed === "" ? "–" : page.typed)
        color: page.amount > 0 ? Theme.gold : Theme.textSoft
        font.pixelSize: Theme.sizeDisplay
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        id: hint
        anchors { left: parent.left; right: parent.right; top: figure.bottom }
        height: Theme.px(44)
        horizontalAlignment: Text.AlignHCenter
        text: page.typed !== "" && page.amount === 0 ? qsTr("No place takes a chip of this value.") : ""
        color: Theme.warn
        font.pixelSize: Theme.sizeBody
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Grid {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        columns: 3
        spacing: Theme.gapSmall
        Repeater {
            model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "⌫", "0", "✓"]
            BigButton {
                required property string modelData
                objectName: "chip.key." + (modelData === "⌫" ? "back" : modelData === "✓" ? "ok" : modelData)
                width: Theme.px(240)
                height: Theme.px(118)
                text: modelData === "⌫" ? "←" : modelData
                size: Theme.sizeTitle
                kind: modelData === "✓" ? "primary" : "plain"
                enabled: modelData === "✓" ? page.amount > 0 : modelData === "⌫" ? page.typed !== "" : page.typed.length < 7
                onTapped: {
                    if (modelData === "✓")
                        page.made(page.amount)
                    else
                        page.typed = modelData === "⌫" ? page.typed.slice(0, -1) : (page.typed + modelData).replace(/^0+/, "")
                }
            }
        }
    }
}
