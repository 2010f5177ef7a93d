pragma ComponentBehavior: Bound
import QtQuick
import Looks

// 004 §3: a participant leaves for now, or stays away from play for so many gaming days. That is asked twice, since
// nobody takes it back.
Page {
    id: page

    property int days: 0                // that he has chosen, and not confirmed yet
    readonly property var who: shown.participant

    title: qsTr("Take a break")
    panelWidth: Theme.px(1320)
    panelHeight: Theme.px(760)

    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        visible: page.days === 0
        spacing: Theme.gap
        Label {
            width: parent.width
            wrapMode: Text.WordWrap
            color: Theme.textSoft
            text: qsTr("Sign off: what you have stays in your purses, and you sign on again whenever you like.")
        }
        BigButton {
            objectName: "break.off"
            width: parent.width
            height: Theme.px(110)
            size: Theme.sizeHeading
            text: qsTr("Sign off")
            kind: "primary"
            onTapped: {
                page.vm.signOff()
                page.closed()
            }
        }
        Label {
            width: parent.width
            wrapMode: Text.WordWrap
            topPadding: Theme.gap
            color: Theme.textSoft
            text: qsTr("Or stay away from play for so many gaming days, at every terminal. Nobody can take it back before it ends (%1).").arg(page.vm.word("paragraph", "exclusion", Qt.uiLanguage))
        }
        Row {
            id: choices
            width: parent.width
            spacing: Theme.gapSmall
            Repeater {
                model: [1, 7, 30, 180, 365]
                BigButton {
                    required property int modelData
                    objectName: "break.days." + modelData
                    width: (choices.width - 4 * choices.spacing) / 5
                    height: Theme.px(120)
                    text: modelData === 1 ? qsTr("1 day") : qsTr("%1 days").arg(modelData)
                    onTapped: page.days = modelData
                }
            }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        visible: page.days > 0
        spacing: Theme.gap
        Label {
            objectName: "break.asked"
            width: parent.width
            wrapMode: Text.WordWrap
            font.pixelSize: Theme.sizeHeading
            text: page.days === 1 ? qsTr("You do not play for the rest of this gaming day.") : qsTr("You do not play for %1 gaming days, beginning with this one.").arg(page.days)
        }
        Label {
            width: parent.width
            wrapMode: Text.WordWrap
            color: Theme.textSoft
            text: qsTr("It begins at once. A bet that is in play is played to its end. Neither you nor the House can shorten it.")
        }
    }
    Row {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        visible: page.days > 0
        spacing: Theme.gap
        BigButton {
            objectName: "break.back"
            width: (parent.width - Theme.gap) / 2
            height: Theme.px(120)
            text: qsTr("Back")
            onTapped: page.days = 0
        }
        BigButton {
            objectName: "break.confirm"
            width: (parent.width - Theme.gap) / 2
            height: Theme.px(120)
            kind: "danger"
            text: page.who.excluding > 0 ? qsTr("One moment") : qsTr("Stay away from play")
            enabled: page.who.excluding === 0
            onTapped: page.vm.excludeMyself(page.days)
        }
    }
}
