pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The coin that is played with, drawn; and the other one: a touch changes it, when nothing lies in play.
Rectangle {
    id: coins

    required property var vm
    readonly property var who: vm.shown.participant
    readonly property string other: who.coins.find(coin => coin.code !== who.coin)?.code ?? ""
    readonly property bool may: who.here && who.mayChoose === true && other !== ""

    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edgeOff

    Coin {
        id: mine
        anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
        width: Theme.px(52)
        code: coins.who.coin
    }
    Label {
        objectName: "coin.mine"
        anchors { left: mine.right; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
        width: Theme.px(190)
        text: coins.who.coin === "" ? "" : coins.vm.word("coin", coins.who.coin, Qt.uiLanguage)
        font.pixelSize: Theme.sizeLead
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Item {
        id: change
        objectName: "coin.change"
        anchors { left: mine.right; leftMargin: Theme.px(220); right: parent.right; top: parent.top; bottom: parent.bottom }
        visible: coins.other !== ""
        enabled: coins.may
        Accessible.role: Accessible.Button
        Accessible.name: words.text
        Accessible.onPressAction: if (coins.may) coins.vm.chooseCoin(coins.other)
        Rectangle {
            anchors { fill: parent; margins: Theme.gapTiny }
            visible: coins.may
            radius: Theme.radiusSmall
            color: Theme.panelRaised
            border.width: Theme.line
            border.color: Theme.edge
        }
        Coin {
            id: another
            anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            width: Theme.px(52)
            code: coins.other
        }
        Label {
            id: words
            objectName: "coin.change.text"
            anchors { left: another.right; right: parent.right; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: coins.who.choosing ? qsTr("One moment") : coins.may ? qsTr("Play with %1").arg(coins.vm.word("coin", coins.other, Qt.uiLanguage)) : qsTr("change after the round")
            color: coins.may ? Theme.text : Theme.textSoft
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        TapHandler {
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: coins.vm.chooseCoin(coins.other)
        }
    }
}
