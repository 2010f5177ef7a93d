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
    readonly property bool calls: vm.shown.state.calls
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
    readonly property real spendable: money.spendable
    onSpendableChanged: {
        roll.stop()
        if (purse.ready && Theme.motion && purse.spendable > purse.rolled) {
            roll.to = purse.spendable
            roll.start()
        } else {
            purse.rolled = purse.spendable
        }
    }
    NumberAnimation {
        id: roll
        target: purse
        property: "rolled"
        duration: Theme.rollUp
        easing.type: Easing.OutCubic
    }
    Row {
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter; verticalCenterOffset: Theme.line }
        spacing: Theme.gap
        Fact {
            objectName: "balance"
            width: Theme.px(350)
            title: qsTr("Balance %1").arg(purse.vm.shown.table.currency)
            text: roll.running ? purse.vm.written(Math.round(purse.rolled)) : purse.money.spendableText
            tone: Theme.gold
            size: Theme.sizeFigure
            weight: Theme.weightBold
        }
        Fact {
            objectName: "bet"
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(280)
            title: purse.money.registered > 0 ? qsTr("Total bet · %1 registered").arg(purse.money.registeredText) : qsTr("Total bet")
            text: purse.money.betText
            size: Theme.sizeHeading
        }
        Fact {
            objectName: "lastwin"
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(200)
            visible: !unpaid.visible
            title: qsTr("Last win")
            text: purse.money.won > 0 ? purse.money.wonText : "–"
            size: Theme.sizeHeading
        }
        // A note that was taken and not credited is said here until staff has dealt with it, whatever else is shown.
        Fact {
            id: unpaid
            objectName: "unpaid"
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(200)
            visible: purse.money.unpaid > 0
            title: qsTr("Taken, not credited")
            text: purse.money.unpaidText
            tone: Theme.warn
            size: Theme.sizeHeading
        }
    }
    Row {
        id: doors
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapSmall
        BigButton {
            objectName: "door.buyin"
            width: Theme.px(178)
            height: Theme.px(76)
            text: qsTr("Buy in")
            kind: purse.money.credit === 0 && purse.money.stake === 0 && purse.vm.shown.table.phase !== "closed" ? "primary" : "plain"
            enabled: purse.may.buyIn
            chosen: purse.page === "buyin"
            onTapped: purse.opened("buyin")
        }
        BigButton {
            objectName: "door.cashout"
            width: Theme.px(178)
            height: Theme.px(76)
            text: qsTr("Cash out")
            enabled: purse.may.cashOut
            chosen: purse.page === "cashout"
            onTapped: purse.opened("cashout")
        }
        BigButton {
            objectName: "door.history"
            width: Theme.px(178)
            height: Theme.px(76)
            text: qsTr("History")
            chosen: purse.page === "history"
            onTapped: purse.opened("history")
        }
        BigButton {
            objectName: "door.rules"
            width: Theme.px(178)
            height: Theme.px(76)
            text: qsTr("Rules")
            chosen: purse.page === "rules"
            onTapped: purse.opened("rules")
        }
        BigButton {
            objectName: "attendant"
            width: Theme.px(226)
            height: Theme.px(76)
            text: purse.calls ? qsTr("Attendant called") : qsTr("Call attendant")
            kind: unpaid.visible && !purse.calls ? "primary" : "plain"
            chosen: purse.calls
            onTapped: purse.vm.callAttendant(!purse.calls)
        }
    }
}
