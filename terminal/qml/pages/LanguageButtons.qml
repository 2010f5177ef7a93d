pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The languages that this table offers and we have, each under its own name. None named: all of ours.
Grid {
    id: buttons

    required property var vm
    property string prefix: "language."
    property int buttonWidth: Theme.px(390)
    property int buttonHeight: Theme.px(150)
    readonly property var ours: [["en", "English"], ["zh_CN", "简体中文"], ["zh_TW", "繁體中文"], ["ms", "Bahasa Melayu"]]
    readonly property var offered: {
        const named = buttons.vm.shown.table.languages.map(name => name.replace("-", "_"))
        const found = buttons.ours.filter(language => named.includes(language[0]))
        return found.length > 0 ? found : buttons.ours
    }
    signal spoken()

    columns: 2
    spacing: Theme.gap
    Repeater {
        model: buttons.offered
        BigButton {
            required property var modelData
            objectName: buttons.prefix + modelData[0]
            width: buttons.buttonWidth
            height: buttons.buttonHeight
            text: modelData[1]
            chosen: Qt.uiLanguage === modelData[0]
            onTapped: {
                buttons.vm.speak(modelData[0])
                buttons.spoken()
            }
        }
    }
}
