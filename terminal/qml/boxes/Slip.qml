pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The Player's own Bets of this Round, and what was paid of them.
Rectangle {
    id: slip

    required property var vm
    readonly property var shown: vm.shown
    property bool boxed: true           // it is said on which box a Bet lies
    readonly property bool paid: shown.lines.now
    readonly property var lines: shown.lines.now ? shown.lines.lines : []
    // While Bets are open as they stand, afterwards those that are registered and not yet paid.
    readonly property var lying: shown.table.phase !== "betting" ? shown.boxes.own.map(own => ({ spot: own.spot, at: { standing: "registered", amount: own.amount } })) : Object.keys(shown.spots).filter(spot => shown.spots[spot].standing !== "").map(spot => ({ spot: spot, at: shown.spots[spot] }))
    readonly property int most: 3
    readonly property string title: paid ? (shown.boxes.stage === "over" ? qsTr("This round") : qsTr("Paid now")) : qsTr("Your bets this round")

    function named(spot: string): string {
        return slip.vm.word("spot", slip.boxed ? spot : spot.split("/")[1] ?? spot, Qt.uiLanguage)
    }
    color: Theme.panel
    radius: Theme.radius
    border.width: Theme.line
    border.color: Theme.edge

    Label {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        height: Theme.px(36)
        text: slip.title
        color: Theme.gold
        font.pixelSize: Math.min(Theme.sizeBody, Theme.px(28))      // larger text has no more room here
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    component Line: Item {
        id: line
        property string bet: ""
        property string how: ""
        property string amount: ""
        property bool pale: false
        property bool gold: false
        readonly property int size: Math.min(Theme.sizeSmall, Theme.px(22))      // larger text has no more room here
        width: parent ? parent.width : 0
        height: Theme.px(30)
        Label {
            width: parent.width * 0.57
            height: parent.height
            text: line.bet
            color: line.pale ? Theme.textOff : Theme.text
            font.pixelSize: line.size
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            x: parent.width * 0.58
            width: parent.width * 0.2
            height: parent.height
            text: line.how
            color: line.pale ? Theme.textOff : Theme.textSoft
            font.pixelSize: line.size
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            x: parent.width * 0.79
            width: parent.width * 0.21
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: line.amount
            color: line.gold ? Theme.gold : line.pale ? Theme.textOff : Theme.text
            font.pixelSize: line.size
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: heading.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
        Repeater {
            model: slip.paid ? Math.min(slip.most, slip.lines.length) : 0
            Line {
                required property int index
                readonly property var told: slip.lines[index] ?? ({ spot: "", outcome: "", odds: "", gain: "" })
                objectName: "slip." + index
                bet: slip.named(told.spot)
                how: told.outcome === "won" ? Odds.text(told.odds) : slip.vm.word("outcome", told.outcome, Qt.uiLanguage)
                amount: (told.outcome === "won" ? "+" : "") + told.gain
                gold: told.outcome === "won"
                pale: told.outcome === "lost"
            }
        }
        Repeater {
            model: slip.paid ? 0 : Math.min(slip.most, slip.lying.length)
            Line {
                required property int index
                readonly property var lies: slip.lying[index] ?? ({ spot: "", at: { standing: "", amount: "" } })
                objectName: "slip." + index
                bet: slip.named(lies.spot)
                how: lies.at.standing === "registered" ? "✓" : "…"
                amount: lies.at.amount
                gold: lies.at.standing === "registered"
            }
        }
    }
    // What does not fit is only counted.
    Label {
        anchors { left: parent.left; leftMargin: Theme.gap; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
        width: parent.width * 0.55
        height: Theme.px(42)
        text: {
            const more = (slip.paid ? slip.lines.length : slip.lying.length) - slip.most
            return more > 0 ? qsTr("and %1 more").arg(more) : slip.paid ? qsTr("In your balance") : slip.lying.length > 0 ? qsTr("Together") : qsTr("No bet yet")
        }
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: "slip.sum"
        anchors { right: parent.right; rightMargin: Theme.gap; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
        width: parent.width * 0.36
        height: Theme.px(42)
        horizontalAlignment: Text.AlignRight
        text: slip.paid ? (slip.shown.lines.gain > 0 ? "+" : "") + slip.shown.lines.gainText : slip.lying.length > 0 ? slip.shown.table.phase === "betting" ? slip.shown.money.betText : slip.shown.boxes.inPlayText : ""
        color: Theme.gold
        font.pixelSize: Theme.sizeLead
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
