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
    property string winnerText: qsTr("%1 wins").arg(vm.word("spot", winner, Qt.uiLanguage))
    property Component score: null      // how the Hands stand, for who had no Bet
    readonly property bool tight: strip.visible
    property bool turning: false        // cards wait to be turned by the Player
    property bool roomy: false          // no cards lie beside it: the line for the Player may be longer
    property bool announced: false      // a banner says it over the full width
    property bool aside: false          // a correction is told here, in one line
    readonly property var tone: Theme.tone(shown.table.tones[winner] ?? "")
    readonly property bool over: winner !== ""
    readonly property bool betting: phase === "betting" && !over
    readonly property bool halted: shown.state.attention === "halted"
    // Nobody knows what goes on at a table that cannot be heard.
    readonly property bool heard: shown.state.link === "joined"
    readonly property bool voided: shown.state.void !== "" && !["betting", "dealing", "closed"].includes(phase)
    readonly property int seconds: ring.active && betting && heard ? ring.seconds : -1   // -1: no countdown runs
    readonly property bool lastCall: seconds >= 0 && ring.lastCall
    signal cue(string name)
    signal details()

    onLastCallChanged: if (middle.lastCall) middle.cue("lastCall")

    // --- what cannot wait: money that is not booked, a correction; below everything else ---
    readonly property bool unpaid: shown.money.unpaid > 0
    Rectangle {
        id: strip
        objectName: "strip"
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        visible: middle.unpaid || middle.aside
        width: middle.roomy ? Theme.px(780) : parent.width      // between the cards of the last Round
        height: Theme.px(76)
        radius: Theme.radius
        color: Theme.warnGround
        border.width: Theme.lineStrong
        border.color: Theme.warn
        Label {
            objectName: "strip.text"
            anchors { left: parent.left; right: parent.right; top: parent.top; bottom: parent.bottom; topMargin: Theme.gapTiny; bottomMargin: Theme.gapTiny; leftMargin: Theme.gap; rightMargin: Theme.px(middle.unpaid ? 284 : 222) }
            wrapMode: Text.WordWrap
            text: middle.unpaid ? (middle.shown.state.calls ? qsTr("%1 was taken and not credited: an attendant will come.") : qsTr("%1 was taken and not credited. Please call an attendant.")).arg(middle.shown.money.unpaidText)
                : middle.aside && middle.shown.state.correction ? middle.corrected(middle.shown.state.correction) : ""
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
        AttendantCall {
            anchors { right: parent.right; rightMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            visible: middle.unpaid
            width: Theme.px(260)
            height: Theme.target
            vm: middle.vm
            name: "strip.call"
            urgent: true
            reason: "money"
        }
        BigButton {
            objectName: "strip.details"
            anchors { right: parent.right; rightMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            visible: !middle.unpaid
            width: Theme.px(200)
            height: Theme.target
            text: qsTr("Details")
            onTapped: middle.details()
        }
    }
    function corrected(correction: var): string {
        return (correction.void !== "" ? qsTr("Round %1 is void. Balance: %2") : qsTr("Round %1 was corrected. Balance: %2")).arg(correction.round).arg(correction.change)
    }

    Item {
        id: body
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: strip.visible ? strip.top : parent.bottom; bottomMargin: strip.visible ? Theme.gapTiny : 0 }

        // --- bets are open, or cards are coming ---
        Item {
            anchors.fill: parent
            visible: !middle.over && !middle.halted && middle.heard

            Label {
                id: doing
                objectName: "phase"
                // In the middle of the felt if there is nothing else to see.
                y: middle.roomy && !middle.betting && !middle.voided ? (parent.height - height) / 2 : 0
                width: parent.width
                height: Theme.px(66)
                visible: !middle.announced
                horizontalAlignment: Text.AlignHCenter
                text: middle.voided ? qsTr("Round %1 is void").arg(middle.shown.table.round)
                    : middle.lastCall ? qsTr("Last bets") : middle.phase === "ready" && middle.shown.table.shoeNo === 0 ? qsTr("Waiting for a new shoe")
                    : middle.phase !== "result" ? middle.vm.word("phase", middle.phase, Qt.uiLanguage)
                    : middle.turning ? qsTr("Turn your cards") : middle.vm.word("phase", "dealing", Qt.uiLanguage)
                color: middle.lastCall || middle.voided ? Theme.warn : middle.betting ? Theme.good : Theme.gold
                font.pixelSize: Theme.sizeFigure
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
            CountdownRing {
                id: ring
                objectName: "countdown"
                anchors { horizontalCenter: parent.horizontalCenter; top: doing.bottom }
                width: Theme.px(!strip.visible ? 184 : middle.refused ? 100 : 146)
                height: width
                visible: active && middle.betting && !middle.announced
                leftMs: middle.betting ? middle.shown.clock.leftMs : -1
                totalMs: middle.shown.clock.countdownMs
                lastCallMs: middle.shown.clock.lastCallMs
                // Without a word from the table nobody knows how much time is left.
                running: Theme.motion && middle.heard && !middle.halted
                onSecondPassed: seconds => {
                    if (seconds > 0 && seconds <= 5)
                        middle.cue("tick")
                }
            }
            Label {
                id: next
                anchors { left: parent.left; right: parent.right; top: doing.bottom; topMargin: Theme.gap }
                objectName: "next"
                visible: text !== "" && !middle.announced
                horizontalAlignment: Text.AlignHCenter
                wrapMode: Text.WordWrap
                text: middle.voided ? middle.shown.state.void + ": " + middle.vm.word("void", middle.shown.state.void, Qt.uiLanguage) + "\n" + qsTr("All bets are returned")
                    : middle.phase === "dealing" && middle.shown.table.due !== "" ? qsTr("next card: %1").arg(middle.vm.word("spot", middle.shown.table.due, Qt.uiLanguage))
                    : ""
                color: Theme.textSoft
                font.pixelSize: middle.voided ? Theme.sizeBody : Theme.sizeHeading
            }
            // 5.4: a card that was drawn too many is kept, face down, and is the first of the Round.
            Item {
                objectName: "kept"
                anchors { left: ring.right; leftMargin: Theme.gap; verticalCenter: ring.verticalCenter }
                visible: middle.betting && middle.shown.table.kept > 0 && !middle.announced
                width: Theme.px(210)
                height: Theme.px(130)
                CardItem {
                    anchors { left: parent.left; verticalCenter: parent.verticalCenter }
                    width: Theme.px(70)
                    height: Math.round(width * Theme.cardRatio)
                    faceDown: true
                }
                Label {
                    objectName: "kept.text"
                    anchors { left: parent.left; leftMargin: Theme.px(82); right: parent.right; verticalCenter: parent.verticalCenter }
                    wrapMode: Text.WordWrap
                    text: middle.shown.table.kept === 1 ? qsTr("One card kept") : qsTr("%1 cards kept").arg(middle.shown.table.kept)
                    color: Theme.warn
                    font.pixelSize: Theme.sizeSmall
                    font.weight: Theme.weightStrong
                }
            }
            // One line for the Player: an answer to his last wish, or what to do first.
            Rectangle {
                anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
                width: middle.roomy ? Theme.px(1100) : parent.width
                height: Theme.px(middle.roomy ? 46 : 76)
                visible: tell.text !== "" && (middle.refused || !strip.visible)
                radius: Theme.radiusSmall
                color: middle.refused ? Theme.warnGround : Theme.panel
                border.width: Theme.line
                border.color: middle.refused ? Theme.warn : Theme.edge
                Label {
                    id: tell
                    objectName: "notice"
                    anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; topMargin: 2 * Theme.line; bottomMargin: 2 * Theme.line }
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
                spacing: strip.visible ? 0 : Theme.gapSmall
                Label {
                    objectName: "halted"
                    width: parent.width
                    horizontalAlignment: Text.AlignHCenter
                    text: qsTr("Play is paused")
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
            border.color: middle.tone.edge

            Rectangle {
                id: head
                anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapTiny }
                height: Theme.px(strip.visible || middle.many ? 48 : 88)
                radius: Theme.radiusSmall
                color: middle.tone.ground
                Column {
                    anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
                    Label {
                        objectName: "winner"
                        width: parent.width
                        height: Theme.px(strip.visible || middle.many ? 46 : 58)
                        horizontalAlignment: Text.AlignHCenter
                        text: middle.winnerText
                        font.pixelSize: strip.visible || middle.many ? Theme.sizeHeading : Theme.sizeTitle
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeNote
                    }
                    Label {
                        objectName: "winner.note"
                        width: parent.width
                        height: Theme.px(28)
                        visible: !strip.visible && !middle.many
                        horizontalAlignment: Text.AlignHCenter
                        text: middle.resultNote
                        font.pixelSize: Theme.sizeLeast
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
            // Who had no Bet sees by how much.
            Loader {
                anchors { horizontalCenter: parent.horizontalCenter; verticalCenter: lines.verticalCenter }
                visible: !middle.shown.lines.now
                sourceComponent: middle.score
            }
            Item {
                id: lines
                anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: ribbon.visible ? ribbon.top : parent.bottom; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge; topMargin: Theme.gapTiny; bottomMargin: Theme.gapTiny }
                Column {
                    anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
                    Repeater {
                        model: middle.shown.lines.now ? middle.shown.lines.lines.length : 0
                        Item {
                            id: line
                            required property int index
                            readonly property var bet: middle.shown.lines.lines[index] ?? ({ spot: "", outcome: "", odds: "", staked: "", returned: "", gain: "" })
                            readonly property bool won: bet.outcome === "won"
                            readonly property bool lost: bet.outcome === "lost"
                            width: parent.width
                            height: Math.min(Theme.px(40), Math.floor(lines.height / Math.max(1, middle.shown.lines.lines.length)))
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
            }
            // What it came to. A win is a golden ribbon, a little wider than the box.
            Rectangle {
                id: ribbon
                objectName: "ribbon"
                readonly property int over: middle.gained ? Theme.gapSmall : -Theme.gapTiny
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: -over; rightMargin: -over; bottomMargin: Theme.gapTiny }
                height: Theme.px(strip.visible || !middle.gained ? 50 : 58 + 14 * middle.winSize)
                visible: middle.sum !== ""
                radius: Theme.radiusSmall
                color: middle.gained ? Theme.gold : "transparent"
                border.width: middle.gained ? Theme.line * middle.winSize : 0
                border.color: Theme.goldEdge
                Label {
                    objectName: "total"
                    anchors { fill: parent; leftMargin: Theme.gap; rightMargin: Theme.gap }
                    horizontalAlignment: Text.AlignHCenter
                    text: middle.sum
                    color: middle.gained ? Theme.goldInk : Theme.textSoft
                    font.pixelSize: middle.gained && !strip.visible ? Theme.px(42 + 8 * middle.winSize) : Theme.sizeHeading
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeNote
                }
            }
        }
    }

    readonly property bool refused: shown.notice.reason !== ""
    readonly property bool placed: Object.values(shown.spots).some(spot => spot.standing !== "")
    readonly property string advice: {
        // After the close nothing is more important than what stands.
        const stands = middle.phase === "dealing" && middle.shown.state.registered.length > 0 ? qsTr("Your bets are registered: %1").arg(middle.shown.money.registeredText) : ""
        if (middle.refused)
            return stands !== "" ? stands + "\n" + middle.refusal(middle.shown.notice) : middle.refusal(middle.shown.notice)
        if (middle.phase === "closed")
            return middle.shown.money.credit > 0 ? qsTr("The table is closed. Your balance stays yours: cash out.") : ""
        if (middle.shown.actions.failedTicket)
            return qsTr("Your ticket was not printed: see Cash out.")
        if (middle.shown.money.credit === 0 && middle.shown.money.stake === 0)
            return qsTr("To play, insert a note or a ticket: Buy in")
        if (middle.betting && !middle.placed)
            return qsTr("Choose a chip, touch a place, wait for ✓. Hold to take back.")
        return stands
    }
    function refusal(notice: var): string {
        const place = notice.spot ? middle.vm.word("spot", notice.spot, Qt.uiLanguage) : ""
        const why = notice.bound === "most" && place === "" ? qsTr("Not placed: the limit of all bets together is %1").arg(notice.limitText)
            : notice.bound === "most" ? qsTr("Not placed: %1 limit is %2").arg(place).arg(notice.limitText)
            : (place === "" ? "" : place + ": ") + middle.vm.word("refusal", notice.reason, Qt.uiLanguage)
        return why + (notice.paragraph ? " (" + notice.paragraph + ")" : "")
    }
    readonly property bool gained: shown.lines.now && shown.lines.gain > 0
    // A win is what came back beyond the stakes. What only comes back is called so, and does not shine.
    readonly property string sum: !shown.lines.now ? (phase === "result" && !shown.table.certified ? qsTr("Waiting for the dealer to confirm") : "")
        : gained ? qsTr("You win %1").arg(shown.lines.gainText)
        : shown.lines.gain === 0 ? qsTr("%1 returned").arg(shown.lines.backText)
        : shown.money.back > 0 ? qsTr("Net %1, %2 paid back").arg(shown.lines.netText).arg(shown.lines.backText) : qsTr("Net %1").arg(shown.lines.netText)
    // A larger win is a larger ribbon; what is none has no ribbon at all.
    readonly property bool many: shown.lines.now && shown.lines.lines.length > 3       // they need the room
    readonly property int winSize: gained ? shown.lines.size : 0
    readonly property string resultNote: {
        const notes = [qsTr("%1 points").arg(middle.shown.result.points ?? 0)]
        for (const word of middle.shown.result.also ?? [])
            notes.push(middle.vm.word("spot", word, Qt.uiLanguage))
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
