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
    readonly property bool known: vm.shown.state.known   // before anything was read there is no balance to show
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
    readonly property int figureHeight: Theme.px(66)
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
        Figure {
            objectName: "balance"
            width: Theme.px(330)
            title: qsTr("Balance %1").arg(purse.vm.shown.table.currency)
            text: !purse.known ? "–" : roll.running ? purse.vm.writeAmount(Math.round(purse.rolled)) : purse.money.spendableText
            tone: Theme.gold
            size: Theme.sizeFigure
            weight: Theme.weightBold
            figureHeight: purse.figureHeight
        }
        Figure {
            objectName: "bet"
            width: Theme.px(270)
            title: purse.money.registered > 0 ? qsTr("Total bet · %1 registered").arg(purse.money.registeredText) : qsTr("Total bet")
            text: purse.known ? purse.money.betText : "–"
            size: Theme.sizeHeading
            figureHeight: purse.figureHeight
        }
        Figure {
            objectName: "lastwin"
            width: Theme.px(150)
            title: qsTr("Last win")
            text: purse.money.won > 0 ? purse.money.wonText : "–"
            size: Theme.sizeHeading
            figureHeight: purse.figureHeight
        }
    }
    Row {
        id: doors
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapSmall
        BigButton {
            objectName: "door.buyin"
            width: Theme.px(160)
            height: Theme.px(80)
            text: qsTr("Buy in")
            kind: purse.money.credit === 0 && purse.money.stake === 0 && !purse.may.failedTicket && purse.vm.shown.table.phase !== "closed" ? "primary" : "plain"
            enabled: purse.may.buyIn
            chosen: purse.page === "buyin"
            onTapped: purse.opened("buyin")
        }
        BigButton {
            objectName: "door.cashout"
            width: Theme.px(160)
            height: Theme.px(80)
            text: qsTr("Cash out")
            // A ticket that was not printed is there to be seen again.
            enabled: purse.may.cashOut || purse.may.failedTicket
            kind: purse.may.failedTicket ? "primary" : "plain"
            chosen: purse.page === "cashout"
            onTapped: purse.opened("cashout")
        }
        BigButton {
            objectName: "door.history"
            width: Theme.px(160)
            height: Theme.px(80)
            text: qsTr("History")
            chosen: purse.page === "history"
            onTapped: purse.opened("history")
        }
        BigButton {
            objectName: "door.rules"
            width: Theme.px(160)
            height: Theme.px(80)
            text: qsTr("Rules")
            chosen: purse.page === "rules"
            onTapped: purse.opened("rules")
        }
        AttendantCall {
            width: Theme.px(360)
            height: Theme.px(80)
            vm: purse.vm
            name: "attendant"
            urgent: purse.may.failedTicket
        }
    }
}
