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
    readonly property var who: vm.shown.participant
    readonly property bool known: vm.shown.state.known   // before anything was read there is no balance to show
    signal opened(string name)

    color: Theme.bar

    Rectangle {
        width: parent.width
        height: Theme.line
        color: Theme.goldDeep
        opacity: 0.7
    }
    readonly property int figureHeight: Theme.px(66)
    Row {
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter; verticalCenterOffset: Theme.line }
        spacing: Theme.gap
        Coin {
            objectName: "coin"
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(72)
            code: purse.who.here ? purse.who.coin : ""
        }
        Figure {
            objectName: "balance"
            width: Theme.px(purse.who.needed ? 270 : 310)
            title: qsTr("Balance %1").arg(purse.vm.word("coin", purse.vm.shown.table.currency, Qt.uiLanguage))
            text: purse.known ? purse.money.spendableText : "–"
            tone: Theme.gold
            size: Theme.sizeFigure
            weight: Theme.weightBold
            figureHeight: purse.figureHeight
        }
        Figure {
            objectName: "bet"
            // Amounts of coins are long: all that is registered is said by its sign alone.
            readonly property string registered: purse.who.needed && purse.money.registeredText === purse.money.betText ? "" : " " + purse.money.registeredText
            width: Theme.px(purse.who.needed ? 250 : 280)
            title: qsTr("Total bet") + (purse.money.registered > 0 ? " · ✓" + registered : "")
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
            objectName: "door.coins"
            visible: purse.who.needed
            width: Theme.px(160)
            height: Theme.px(80)
            text: qsTr("Coins")
            enabled: purse.who.here
            chosen: purse.page === "coins"
            onTapped: purse.opened("coins")
        }
        BigButton {
            objectName: "door.takeabreak"
            visible: purse.who.needed
            width: Theme.px(200)
            height: Theme.px(80)
            text: qsTr("Take a break")
            enabled: purse.who.here
            chosen: purse.page === "takeabreak"
            onTapped: purse.opened("takeabreak")
        }
        BigButton {
            objectName: "door.buyin"
            visible: !purse.who.needed
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
            visible: !purse.who.needed
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
            width: Theme.px(purse.who.needed ? 340 : 370)
            height: Theme.px(80)
            vm: purse.vm
            name: "attendant"
            asks: true
            onAsk: purse.opened("attendant")
            urgent: purse.may.failedTicket
        }
    }
}
