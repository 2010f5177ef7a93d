pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Between the Hands: the countdown, what is going on, and when the Round is over who won and what it brought.
Item {
    id: middle

    required property var vm
    readonly property var shown: vm.shown
    readonly property string phase: shown.table.phase
    property string winner: ""          // "" until it may be told
    property bool squeeze: false
    readonly property bool over: winner !== ""
    readonly property bool betting: phase === "betting" && !over
    readonly property bool halted: shown.state.attention === "halted"
    signal cue(string name)
    signal buyIn()

    // --- bets are open, or cards are coming ---
    Item {
        anchors.fill: parent
        visible: !middle.over && !middle.halted

        Label {
            id: doing
            objectName: "phase"
            width: parent.width
            height: Theme.px(50)
            horizontalAlignment: Text.AlignHCenter
            text: middle.phase !== "result" ? middle.vm.word("phase", middle.phase, Qt.uiLanguage) : middle.squeeze ? qsTr("Turn your cards") : middle.vm.word("phase", "dealing", Qt.uiLanguage)
            color: middle.betting ? Theme.good : Theme.gold
            font.pixelSize: Theme.px(38)
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(20)
        }
        CountdownRing {
            objectName: "countdown"
            anchors { horizontalCenter: parent.horizontalCenter; top: doing.bottom; topMargin: Theme.px(6) }
            width: Theme.px(176)
            height: width
            visible: active && middle.betting
            leftMs: middle.betting ? middle.shown.clock.leftMs : -1
            totalMs: middle.shown.clock.countdownMs
            running: Theme.motion
            onSecondPassed: seconds => {
                if (seconds > 0 && seconds <= 5)
                    middle.cue("tick")
                if (seconds * 1000 === middle.shown.clock.lastCallMs)
                    middle.cue("lastCall")
            }
        }
        Label {
            anchors.centerIn: parent
            objectName: "next"
            visible: middle.phase === "dealing" && middle.shown.table.due !== ""
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: qsTr("next card: %1").arg(middle.vm.word("spot", middle.shown.table.due, Qt.uiLanguage))
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
        }
        // One line for the Player: an answer to his last wish, or what to do first.
        Rectangle {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(70)
            visible: tell.text !== ""
            radius: Theme.radius
            color: middle.refused ? Theme.warnGround : Theme.panel
            border.width: Theme.line
            border.color: middle.refused ? Theme.warn : Theme.edge
            Label {
                id: tell
                objectName: "notice"
                anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.WordWrap
                text: middle.advice
                font.pixelSize: Theme.px(22)
                fontSizeMode: Text.Fit
                minimumPixelSize: Theme.px(14)
            }
        }
    }
    readonly property bool refused: shown.notice.reason !== ""
    readonly property bool placed: Object.values(shown.spots).some(spot => spot.standing !== "")
    readonly property string advice: {
        if (middle.refused)
            return middle.vm.word("refusal", middle.shown.notice.reason, Qt.uiLanguage) + (middle.shown.notice.paragraph ? " (" + middle.shown.notice.paragraph + ")" : "")
        if (middle.shown.money.credit === 0 && middle.shown.money.stake === 0)
            return qsTr("To play, insert a note or a ticket: Buy in")
        if (middle.betting && !middle.placed)
            return qsTr("Choose a chip, touch a place, wait for ✓. Hold to take back.")
        if (middle.phase === "dealing" && middle.shown.state.registered.length > 0)
            return qsTr("Your bets are registered.")
        return ""
    }

    // --- play has stopped ---
    Rectangle {
        anchors.fill: parent
        visible: middle.halted
        radius: Theme.radius
        color: Theme.warnGround
        border.width: Theme.px(3)
        border.color: Theme.warn
        Column {
            anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gap }
            spacing: Theme.gapSmall
            Label {
                objectName: "halted"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: qsTr("Play waits")
                color: Theme.warn
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(24)
            }
            Repeater {
                model: Math.min(2, middle.shown.state.halts.length)
                Label {
                    required property int index
                    readonly property var halt: middle.shown.state.halts[index] ?? ({ reason: "", paragraph: "" })
                    width: parent.width
                    horizontalAlignment: Text.AlignHCenter
                    wrapMode: Text.WordWrap
                    text: middle.vm.word("halt", halt.reason, Qt.uiLanguage) + (halt.paragraph ? " (" + halt.paragraph + ")" : "")
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightStrong
                }
            }
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.WordWrap
                text: middle.shown.state.registered.length > 0 ? qsTr("Your registered bets stand. A Supervisor decides what follows.") : qsTr("A Supervisor decides what follows.")
                font.pixelSize: Theme.sizeSmall
            }
        }
    }

    // --- the Round is over ---
    Rectangle {
        anchors.fill: parent
        visible: middle.over && !middle.halted
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.px(3)
        border.color: ({ player: Theme.playerEdge, banker: Theme.bankerEdge, tie: Theme.tieEdge })[middle.winner] ?? Theme.edge

        Rectangle {
            id: head
            anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.px(6) }
            height: Theme.px(82)
            radius: Theme.px(12)
            color: ({ player: Theme.player, banker: Theme.banker, tie: Theme.tie })[middle.winner] ?? Theme.panel
            Column {
                anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
                Label {
                    objectName: "winner"
                    width: parent.width
                    horizontalAlignment: Text.AlignHCenter
                    text: middle.winner === "tie" ? qsTr("Tie") : qsTr("%1 wins").arg(middle.vm.word("spot", middle.winner, Qt.uiLanguage))
                    font.pixelSize: Theme.px(40)
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(20)
                }
                Label {
                    objectName: "winner.note"
                    width: parent.width
                    horizontalAlignment: Text.AlignHCenter
                    text: middle.resultNote
                    font.pixelSize: Theme.px(20)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(12)
                }
            }
        }
        Column {
            anchors { left: parent.left; right: parent.right; top: head.bottom; margins: Theme.px(14); topMargin: Theme.px(8) }
            spacing: Theme.px(2)
            Repeater {
                model: middle.shown.lines.now ? middle.shown.lines.lines.length : 0
                Item {
                    id: line
                    required property int index
                    readonly property var bet: middle.shown.lines.lines[index] ?? ({ spot: "", outcome: "", odds: "", staked: "", returned: "" })
                    width: parent.width
                    height: Theme.px(29)
                    Label {
                        objectName: "line." + line.index
                        width: parent.width - Theme.px(118)
                        height: parent.height
                        text: line.bet.outcome === "won" ? qsTr("%1 %2 at %3").arg(middle.named(line.bet)).arg(line.bet.staked).arg(line.bet.odds)
                            : line.bet.outcome === "lost" ? qsTr("%1 %2 lost").arg(middle.named(line.bet)).arg(line.bet.staked)
                            : qsTr("%1 %2 returned").arg(middle.named(line.bet)).arg(line.bet.staked)
                        color: line.bet.outcome === "lost" ? Theme.textOff : Theme.text
                        font.pixelSize: Theme.px(22)
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.px(13)
                    }
                    Label {
                        anchors.right: parent.right
                        width: Theme.px(112)
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: line.bet.outcome === "lost" ? "0" : line.bet.returned
                        color: line.bet.outcome === "won" ? Theme.gold : line.bet.outcome === "lost" ? Theme.textOff : Theme.text
                        font.pixelSize: Theme.px(23)
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.px(14)
                    }
                }
            }
        }
        Label {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.px(10) }
            objectName: "total"
            height: Theme.px(42)
            horizontalAlignment: Text.AlignHCenter
            text: middle.shown.lines.now ? qsTr("Back to you: %1").arg(middle.shown.lines.returned)
                : middle.shown.state.registered.length > 0 ? qsTr("The Dealer confirms") : qsTr("Next round soon")
            color: middle.shown.lines.now && middle.shown.money.won > 0 ? Theme.gold : Theme.textSoft
            font.pixelSize: Theme.px(32)
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(18)
        }
    }
    readonly property string resultNote: {
        const notes = [qsTr("%1 points").arg(middle.shown.result.points ?? 0)]
        if (middle.shown.result.natural)
            notes.push(qsTr("Natural"))
        for (const pair of middle.shown.result.pairs ?? [])
            notes.push(middle.vm.word("spot", pair, Qt.uiLanguage))
        return notes.join(" · ")
    }
    function named(bet: var): string {
        const name = middle.vm.word("spot", bet.spot, Qt.uiLanguage)
        return middle.onSix(bet) ? qsTr("%1 on 6").arg(name) : name
    }
    function onSix(bet: var): bool {
        // The pay table has a special line for these odds.
        const spot = middle.shown.spots[bet.spot]
        return spot !== undefined && spot.pays.some(pay => pay.when === "on 6" && pay.odds === bet.odds) && bet.outcome === "won"
    }
}
