pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What somebody is called for: whoever comes brings the right thing, and the right person comes.
Page {
    id: page

    objectName: "page.attendant"
    title: qsTr("Call attendant")
    panelWidth: Theme.px(1180)
    panelHeight: Theme.px(720)

    Grid {
        anchors.centerIn: parent
        columns: 2
        spacing: Theme.gap
        Repeater {
            model: ["game", "money", "machine", "service", "care", ""]
            BigButton {
                required property string modelData
                objectName: "reason." + (modelData === "" ? "none" : modelData)
                width: Theme.px(520)
                height: Theme.px(150)
                text: modelData === "" ? qsTr("Please come") : page.vm.word("call", modelData, Qt.uiLanguage)
                size: Theme.sizeLead
                kind: modelData === "" ? "primary" : "plain"
                onTapped: {
                    page.vm.callAttendant(true, modelData)
                    page.closed()
                }
            }
        }
    }
}
