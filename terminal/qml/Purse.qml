pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The strip at the bottom: the Player's money, and the doors to the other pages.
Rectangle {
    id: purse

    required property var vm
    property string page: ""
    readonly property var money: vm.shown.money
    readonly property var may: vm.shown.actions
    signal opened(string name)

    color: Theme.bar

    Rectangle {
        width: parent.width
        height: Theme.line
        color: Theme.goldDeep
        opacity: 0.7
    }
    // The figure that is shown runs after the real one: only upwards, and only for the eye.
    property real rolled: 0
    property bool ready: false
    Component.onCompleted: ready = true
    readonly property real credit: money.credit
    onCreditChanged: {
        roll.stop()
        if (purse.ready && Theme.motion && purse.credit > purse.rolled) {
            roll.to = purse.credit
            roll.start()
        } else {
            purse.rolled = purse.credit
        }
    }
    NumberAnimation {
        id: roll
        target: purse
        property: "rolled"
        duration: 900
        easing.type: Easing.OutCubic
    }
    Row {
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap
        Fact {
            objectName: "balance"
            width: Theme.px(330)
            title: qsTr("Balance %1").arg(purse.vm.shown.table.currency)
            text: roll.running ? purse.vm.written(Math.round(purse.rolled)) : purse.money.creditText
            tone: Theme.gold
            size: Theme.sizeTitle
        }
        Fact {
            objectName: "bet"
            width: Theme.px(200)
            title: qsTr("Total bet")
            text: purse.money.betText
            size: Theme.px(38)
        }
        Fact {
            objectName: "lastwin"
            width: Theme.px(200)
            title: qsTr("Last return")
            text: purse.money.wonText
            size: Theme.px(38)
        }
    }
    Row {
        id: doors
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapSmall
        BigButton {
            objectName: "door.buyin"
            width: Theme.px(190)
            height: Theme.px(72)
            text: qsTr("Buy in")
            kind: purse.money.credit === 0 && purse.money.stake === 0 ? "primary" : "plain"
            enabled: purse.may.buyIn
            chosen: purse.page === "buyin"
            onTapped: purse.opened("buyin")
        }
        BigButton {
            objectName: "door.cashout"
            width: Theme.px(190)
            height: Theme.px(72)
            text: qsTr("Cash out")
            enabled: purse.may.cashOut
            chosen: purse.page === "cashout"
            onTapped: purse.opened("cashout")
        }
        BigButton {
            objectName: "door.history"
            width: Theme.px(190)
            height: Theme.px(72)
            text: qsTr("History")
            chosen: purse.page === "history"
            onTapped: purse.opened("history")
        }
        BigButton {
            objectName: "door.rules"
            width: Theme.px(190)
            height: Theme.px(72)
            text: qsTr("Rules")
            chosen: purse.page === "rules"
            onTapped: purse.opened("rules")
        }
        BigButton {
            objectName: "attendant"
            width: Theme.px(230)
            height: Theme.px(72)
            text: purse.vm.shown.state.calls ? qsTr("Attendant called") : qsTr("Call attendant")
            chosen: purse.vm.shown.state.calls
            onTapped: purse.vm.callAttendant(!purse.vm.shown.state.calls)
        }
    }
}
