pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The languages of this table, each under its own name.
Page {
    id: page

    objectName: "page.language"
    title: qsTr("Language")
    panelWidth: Theme.px(900)
    panelHeight: Theme.px(620)

    Grid {
        anchors.centerIn: parent
        columns: 2
        spacing: Theme.gap
        Repeater {
            model: [["en", "English"], ["zh_CN", "简体中文"], ["zh_TW", "繁體中文"], ["ms", "Bahasa Melayu"]]
            BigButton {
                required property var modelData
                objectName: "language." + modelData[0]
                width: Theme.px(390)
                height: Theme.px(150)
                text: modelData[1]
                chosen: Qt.uiLanguage === modelData[0]
                onTapped: {
                    page.vm.speak(modelData[0])
                    page.closed()
                }
            }
        }
    }
}
