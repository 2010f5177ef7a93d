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
    property bool roomy: false          // no cards lie beside it: the line for the Player may be longer
    readonly property bool over: winner !== ""
    readonly property bool betting: phase === "betting" && !over
    readonly property bool halted: shown.state.attention === "halted"
    readonly property int seconds: ring.active && betting ? ring.seconds : -1   // -1: no countdown runs
    readonly property bool lastCall: seconds >= 0 && seconds * 1000 <= shown.clock.lastCallMs
    signal cue(string name)

    // --- bets are open, or cards are coming ---
    Item {
        anchors.fill: parent
        visible: !middle.over && !middle.halted

        Label {
            id: doing
            objectName: "phase"
            // In the middle of the felt if there is nothing else to see.
            y: middle.roomy && !middle.betting ? (parent.height - height) / 2 : 0
            width: parent.width
            height: Theme.px(68)
            horizontalAlignment: Text.AlignHCenter
            text: middle.lastCall ? qsTr("Last bets") : middle.phase !== "result" ? middle.vm.word("phase", middle.phase, Qt.uiLanguage)
                : middle.squeeze ? qsTr("Turn your cards") : middle.vm.word("phase", "dealing", Qt.uiLanguage)
            color: middle.lastCall ? Theme.warn : middle.betting ? Theme.good : Theme.gold
            font.pixelSize: Theme.sizeFigure
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        CountdownRing {
            id: ring
            objectName: "countdown"
            anchors { horizontalCenter: parent.horizontalCenter; top: doing.bottom }
            width: Theme.px(194)
            height: width
            visible: active && middle.betting
            leftMs: middle.betting ? middle.shown.clock.leftMs : -1
            totalMs: middle.shown.clock.countdownMs
            // Without a word from the table nobody knows how much time is left.
            running: Theme.motion && middle.shown.state.attention === ""
            onSecondPassed: seconds => {
                if (seconds > 0 && seconds <= 5)
                    middle.cue("tick")
                if (seconds * 1000 === middle.shown.clock.lastCallMs)
                    middle.cue("lastCall")
            }
        }
        Label {
            anchors { left: parent.left; right: parent.right; top: doing.bottom; topMargin: Theme.gap }
            objectName: "next"
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: middle.phase === "dealing" && middle.shown.table.due !== "" ? qsTr("next card: %1").arg(middle.vm.word("spot", middle.shown.table.due, Qt.uiLanguage))
                : middle.phase === "result" && middle.squeeze ? qsTr("Pull a card by its edge. When its time is over, it turns by itself.") : ""
            color: Theme.textSoft
            font.pixelSize: Theme.sizeHeading
        }
        // One line for the Player: an answer to his last wish, or what to do first.
        Rectangle {
            anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
            width: middle.roomy ? Theme.px(1100) : parent.width
            height: Theme.px(middle.roomy ? 46 : 76)
            visible: tell.text !== ""
            radius: Theme.radiusSmall
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
                font.pixelSize: Theme.sizeBody
                font.weight: middle.refused ? Theme.weightStrong : Theme.weightBody
                fontSizeMode: Text.Fit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    readonly property bool refused: shown.notice.reason !== "" || shown.money.unpaid > 0
    readonly property bool placed: Object.values(shown.spots).some(spot => spot.standing !== "")
    readonly property string advice: {
        if (middle.shown.money.unpaid > 0)
            return qsTr("%1 was taken and not credited: an attendant will come.").arg(middle.shown.money.unpaidText)
        if (middle.refused)
            return middle.refusal(middle.shown.notice)
        if (middle.phase === "closed")
            return ""
        if (middle.shown.money.credit === 0 && middle.shown.money.stake === 0)
            return qsTr("To play, insert a note or a ticket: Buy in")
        if (middle.betting && !middle.placed)
            return qsTr("Choose a chip, touch a place, wait for ✓. Hold to take back.")
        if (middle.phase === "dealing" && middle.shown.state.registered.length > 0)
            return qsTr("Your bets are registered: %1").arg(middle.shown.money.registeredText)
        return ""
    }
    function refusal(notice: var): string {
        const place = notice.spot ? middle.vm.word("spot", notice.spot, Qt.uiLanguage) : ""
        const why = notice.bound === "most" && place === "" ? qsTr("All bets together: at most %1").arg(notice.limitText)
            : notice.bound === "most" ? qsTr("%1: at most %2").arg(place).arg(notice.limitText)
            : (place === "" ? "" : place + ": ") + middle.vm.word("refusal", notice.reason, Qt.uiLanguage)
        return why + (notice.paragraph ? " (" + notice.paragraph + ")" : "")
    }

    // --- play has stopped ---
    Rectangle {
        anchors.fill: parent
        visible: middle.halted
        radius: Theme.radius
        color: Theme.warnGround
        border.width: Theme.lineStrong
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
                font.pixelSize: Theme.sizeFigure
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
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
                    font.pixelSize: Theme.sizeLead
                    font.weight: Theme.weightStrong
                }
            }
            Label {
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.WordWrap
                text: middle.shown.state.registered.length > 0 ? qsTr("Your registered bets stand. A Supervisor decides what follows.") : qsTr("A Supervisor decides what follows.")
                font.pixelSize: Theme.sizeBody
            }
        }
    }

    // --- the Round is over ---
    Rectangle {
        anchors.fill: parent
        visible: middle.over && !middle.halted
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.lineStrong
        border.color: ({ player: Theme.playerEdge, banker: Theme.bankerEdge, tie: Theme.tieEdge })[middle.winner] ?? Theme.edge

        Rectangle {
            id: head
            anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapTiny }
            height: Theme.px(88)
            radius: Theme.radiusSmall
            color: ({ player: Theme.player, banker: Theme.banker, tie: Theme.tie })[middle.winner] ?? Theme.panel
            Column {
                anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
                Label {
                    objectName: "winner"
                    width: parent.width
                    height: Theme.px(58)
                    horizontalAlignment: Text.AlignHCenter
                    text: middle.winner === "tie" ? qsTr("Tie") : qsTr("%1 wins").arg(middle.vm.word("spot", middle.winner, Qt.uiLanguage))
                    font.pixelSize: Theme.sizeTitle
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeNote
                }
                Label {
                    objectName: "winner.note"
                    width: parent.width
                    height: Theme.px(28)
                    horizontalAlignment: Text.AlignHCenter
                    text: middle.resultNote
                    font.pixelSize: Theme.sizeSmall
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
        Column {
            id: lines
            anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: total.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
            Repeater {
                model: middle.shown.lines.now ? middle.shown.lines.lines.length : 0
                Item {
                    id: line
                    required property int index
                    readonly property var bet: middle.shown.lines.lines[index] ?? ({ spot: "", outcome: "", odds: "", staked: "", returned: "", gain: "" })
                    readonly property bool won: bet.outcome === "won"
                    readonly property bool lost: bet.outcome === "lost"
                    width: parent.width
                    height: Math.min(Theme.px(38), Math.floor(lines.height / Math.max(1, middle.shown.lines.lines.length)))
                    Label {
                        objectName: "line." + line.index
                        width: parent.width * 0.52
                        height: parent.height
                        text: middle.named(line.bet) + "  " + line.bet.staked
                        color: line.lost ? Theme.textOff : Theme.text
                        font.pixelSize: Theme.sizeLead
                        fontSizeMode: Text.Fit
                        minimumPixelSize: Theme.sizeLeast
                    }
                    Label {
                        objectName: "line." + line.index + ".odds"
                        x: parent.width * 0.53
                        width: parent.width * 0.22
                        height: parent.height
                        text: line.won ? Odds.text(line.bet.odds) : middle.vm.word("outcome", line.bet.outcome, Qt.uiLanguage)
                        color: line.lost ? Theme.textOff : Theme.textSoft
                        font.pixelSize: Theme.sizeLead
                        fontSizeMode: Text.Fit
                        minimumPixelSize: Theme.sizeLeast
                    }
                    Label {
                        objectName: "line." + line.index + ".gain"
                        x: parent.width - width
                        width: parent.width * 0.24
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: line.won ? "+" + line.bet.gain : line.bet.gain
                        color: line.won ? Theme.gold : line.lost ? Theme.textOff : Theme.text
                        font.pixelSize: Theme.sizeLead
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.Fit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
        }
        Column {
            id: total
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.gapTiny }
            Label {
                objectName: "total"
                width: parent.width
                height: Theme.px(58)
                horizontalAlignment: Text.AlignHCenter
                text: middle.sum
                color: middle.gained ? Theme.gold : Theme.textSoft
                font.pixelSize: middle.gained ? Theme.sizeTitle : Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
        }
    }
    readonly property bool gained: shown.lines.now && shown.lines.gain > 0
    // A win is what came back beyond the stakes. What only comes back is called so, and does not shine.
    readonly property string sum: !shown.lines.now ? (phase === "result" && !shown.table.certified ? qsTr("The Dealer confirms") : qsTr("Next round soon"))
        : gained ? qsTr("You win %1").arg(shown.lines.gainText)
        : shown.money.back > 0 ? qsTr("%1 returned").arg(shown.lines.backText) : qsTr("No win this time")
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
