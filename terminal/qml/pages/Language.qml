pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The language of this screen.
Page {
    id: page

    objectName: "page.language"
    title: qsTr("Language")
    panelWidth: Theme.px(900)
    panelHeight: Theme.px(520)

    LanguageButtons {
        anchors.centerIn: parent
        vm: page.vm
        onSpoken: page.closed()
    }
}
