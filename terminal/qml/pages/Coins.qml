pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The purses of who is signed on (004), and with which coin he plays. They are never exchanged.
Page {
    id: page

    readonly property var who: shown.participant

    title: who.name
    panelWidth: Theme.px(1240)
    panelHeight: Theme.px(620)

    Row {
        id: purses
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: note.top; bottomMargin: Theme.gap }
        spacing: Theme.gap
        Repeater {
            model: page.who.coins
            BigButton {
                id: one
                required property var modelData
                objectName: "coin." + modelData.code
                width: (purses.width - (page.who.coins.length - 1) * purses.spacing) / page.who.coins.length
                height: purses.height
                size: Theme.sizeHeading
                text: modelData.text
                note: page.vm.word("coin", modelData.code, Qt.uiLanguage)
                chosen: page.who.coin === modelData.code
                enabled: page.who.coin === modelData.code || page.who.mayChoose
                onTapped: page.vm.chooseCoin(modelData.code)
                Coin {
                    anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.gap }
                    width: Theme.px(96)
                    code: one.modelData.code
                    opacity: one.enabled ? 1 : 0.5
                }
            }
        }
    }
    Label {
        id: note
        objectName: "coins.note"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        wrapMode: Text.WordWrap
        color: Theme.textSoft
        text: page.who.choosing !== "" ? qsTr("One moment") : page.who.mayChoose ? qsTr("Tap the coin that you play with. Coins are granted by the House, and are never exchanged.") : qsTr("The coin can be changed after the round.")
    }
}
