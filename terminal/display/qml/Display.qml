pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The big screen over a table, for everybody: two Hands, what happens now, the roads, the limits. Nothing to press.
// Everything stands in one place and stays there. Sizes are those of 1920 x 1080, scaled by Theme.
Item {
    id: screen

    required property var vm            // DisplayModel
    readonly property var shown: vm.shown
    readonly property var table: shown.table
    readonly property bool linked: table.link === "joined"
    readonly property bool halted: table.halts.length > 0
    // Without a link, or while play waits, what is shown may not be so any more: it is dimmed, and nothing is gilded.
    readonly property bool live: linked && !halted
    // Nobody is told who won before the cards lie open on this screen.
    readonly property bool revealed: laid.felt?.revealed ?? true
    readonly property string winner: live && revealed ? shown.result.winner : ""
    readonly property bool betting: table.phase === "betting"
    readonly property bool dealt: shown.boxes.tiles.some(tile => tile.hands.some(hand => hand.cards.length > 0))
    readonly property bool lastBets: betting && ring.lastCall
    readonly property bool resting: linked && table.phase === "closed" && !halted
    // One of Theme.phases, or who has won.
    readonly property string happens: !linked ? "away" : halted ? "paused" : table.void !== "" ? "void" : winner !== "" ? winner
        : lastBets ? "lastBets" : betting ? "betting" : table.phase === "deciding" ? "dealing" : table.phase === "dealing" ? "noMoreBets" : "quiet"
    // Between two Rounds people look at the roads: they are large then, and the Hands of the last Round small.
    property bool rested: false         // the result has been shown long enough
    readonly property bool roadsFirst: linked && !laid.whole && !halted && table.void === "" && (betting || (table.phase === "ready" && (shown.result.winner === "" || rested)))
    readonly property string clockShown: clockText !== "" ? clockText : Qt.formatTime(now, "HH:mm")
    readonly property string tableName: table.name || vm.word("spot", table.game, Qt.uiLanguage)
    readonly property var look: Theme.tone(table.tones[winner] ?? "")
    readonly property var noHand: ({ cards: [], points: -1 })
    readonly property string lastHeading: {
        const last = shown.last
        const how = last.void ? qsTr("Void") : last.winner === "" ? "" : screen.wins(last.winner, last.hands) + " · " + last.points
        return last.round > 0 ? qsTr("Round %1").arg(last.round) + " · " + how : ""
    }
    // Where no Hand of that name has won, there was no winner but an outcome: a Tie.
    function wins(winner: string, hands: var): string {
        const word = vm.word("spot", winner, Qt.uiLanguage)
        return hands[winner] === undefined ? word : qsTr("%1 wins").arg(word)
    }
    readonly property bool turning: live && shown.turning > 0
    readonly property string keptText: shown.kept === 1 ? qsTr("One card is kept face down: the first of the round (%1)").arg(vm.word("paragraph", "surplus", Qt.uiLanguage))
        : qsTr("%1 cards are kept face down: the first of the round (%2)").arg(shown.kept).arg(vm.word("paragraph", "surplus", Qt.uiLanguage))
    property string clockText: ""       // set for pictures; "": the time of day
    property date now: new Date()

    objectName: "screen"
    width: 1920
    height: 1080

    Binding {
        target: Theme
        property: "scale"
        value: Theme.scaleFor(screen.width, screen.height)
    }
    // Of a felt that is read from metres away.
    Binding {
        target: Theme
        property: "least"
        value: laid.felt?.least ?? 22
    }
    Timer {
        running: screen.table.phase === "ready" && screen.winner !== ""
        interval: Theme.rest
        onRunningChanged: screen.rested = false
        onTriggered: screen.rested = true
    }
    Timer {
        interval: Theme.clockTick
        running: screen.clockText === ""
        repeat: true
        triggeredOnStart: true
        onTriggered: screen.now = new Date()
    }
    Felt {
        anchors.fill: parent
    }
    Item {
        id: stage

        anchors.centerIn: parent
        width: Theme.px(1920)
        height: Theme.px(1080)
        visible: !screen.resting

        // --- which table, which Round ---
        Rectangle {
            id: bar
            x: (parent.width - width) / 2
            width: screen.width
            height: Theme.px(88)
            color: Theme.bar
            Rectangle {
                anchors.bottom: parent.bottom
                width: parent.width
                height: Theme.line
                color: Theme.goldDeep
                opacity: 0.7
            }
            Column {
                anchors { left: parent.left; leftMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
                width: Theme.px(430)
                Label {
                    objectName: "table.name"
                    width: parent.width
                    text: screen.tableName
                    color: Theme.gold
                    font.pixelSize: screen.table.training ? Theme.sizeName : Theme.sizeFigure
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeNote
                }
                Label {
                    objectName: "table.training"
                    width: parent.width
                    visible: screen.table.training
                    text: qsTr("No real money")
                    color: Theme.warn
                    font.pixelSize: Theme.sizePublic
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeNote
                }
            }
            Row {
                anchors { right: parent.right; rightMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
                spacing: Theme.gapLarge
                Item {
                    // Its place is kept: nothing in the bar moves when the cut card comes.
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.px(380)
                    height: last.height
                    StatusPill {
                        id: last
                        objectName: "table.last"
                        visible: screen.table.shoeEnds !== ""
                        width: parent.width
                        height: Theme.px(56)
                        mood: "warn"
                        text: screen.table.shoeEnds === "next" ? qsTr("Next round is the last") : screen.table.shoeEnds === "now" ? qsTr("Last round") : qsTr("New shoe next")
                    }
                }
                Figure {
                    objectName: "table.round"
                    title: qsTr("Round")
                    text: screen.table.round > 0 ? screen.table.round : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(130)
                }
                Figure {
                    objectName: "table.virtual"
                    visible: screen.table.automatic
                    title: qsTr("Virtual shoe")
                    text: qsTr("%1 decks, new").arg(screen.table.decks)
                    size: Theme.sizeHeading
                    width: Theme.px(260)
                }
                Figure {
                    objectName: "table.shoe"
                    visible: !screen.table.automatic
                    title: qsTr("Shoe")
                    text: screen.table.shoe > 0 ? screen.table.shoe : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(90)
                }
                Figure {
                    objectName: "table.cards"
                    visible: !screen.table.automatic
                    title: qsTr("Cards left")
                    text: screen.table.cardsLeft > 0 ? screen.table.cardsLeft : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(150)
                }
                Figure {
                    objectName: "table.clock"
                    title: qsTr("Time")
                    text: screen.clockShown
                    size: Theme.sizeHeading
                    width: Theme.px(130)
                }
                StatusPill {
                    objectName: "link"
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.px(270)
                    text: !screen.linked && screen.table.fault !== "" ? screen.vm.word("fault", screen.table.fault, Qt.uiLanguage) : screen.vm.word("link", screen.table.link, Qt.uiLanguage)
                    mood: screen.linked ? "good" : ["joining", "reconnecting"].includes(screen.table.link) ? "warn" : "bad"
                }
            }
        }

        // --- the Hands, and what is between them ---
        Loader {
            id: laid
            readonly property string wanted: screen.table.felt
            readonly property var felt: item
            readonly property bool whole: felt?.whole ?? false    // it has no room for a medal, and no roads
            y: bar.height + Theme.px(10)
            width: parent.width
            height: Theme.px(screen.roadsFirst ? 214 : 404)
            onWantedChanged: lay()
            Component.onCompleted: lay()
            function lay() { setSource(wanted, { screen: screen }) }
        }
        Item {
            id: middle

            anchors.horizontalCenter: parent.horizontalCenter
            y: laid.y
            width: Theme.px(348)
            height: laid.height
            visible: !laid.whole
            opacity: screen.linked ? 1 : Theme.dim

            CountdownRing {
                id: ring
                objectName: "countdown"
                anchors.centerIn: parent
                width: Theme.px(screen.roadsFirst ? 208 : 320)
                height: width
                leftMs: screen.betting ? screen.shown.clock.leftMs : -1
                totalMs: screen.shown.clock.countdownMs
                lastCallMs: screen.shown.clock.lastCallMs
                running: Theme.motion && screen.live
                visible: active && !medal.visible
            }
            Rectangle {
                id: medal

                // While play is stopped nothing is due and nobody has won: the sign of a pause, and a card too many, which
                // nobody may know before it is dealt (5.4).
                readonly property bool extra: screen.halted && screen.shown.surplus > 0
                readonly property bool dealing: screen.live && screen.table.due !== ""
                objectName: "medal"
                anchors.centerIn: parent
                visible: !screen.betting || screen.halted
                width: Theme.px(screen.roadsFirst ? 208 : 320)
                height: width
                radius: width / 2
                color: screen.winner === "" ? Theme.panel : screen.look.loud
                border.width: Theme.px(10)
                border.color: screen.winner !== "" ? screen.look.edge
                    : (screen.halted ? Theme.phaseLook("paused").tone : medal.dealing ? Theme.phaseLook("dealing").tone : Theme.track)
                PhaseSign {
                    objectName: "medal.sign"
                    anchors.centerIn: parent
                    visible: screen.halted && !medal.extra
                    width: Theme.px(120)
                    height: width
                    sign: Theme.phaseLook("paused").sign
                    tone: Theme.phaseLook("paused").tone
                }
                CardItem {
                    objectName: "medal.extra"
                    anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(34) }
                    visible: medal.extra
                    width: Theme.px(130)
                    height: Math.round(width * Theme.cardRatio)
                    faceDown: true
                }
                Label {
                    objectName: "medal.extra.word"
                    anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(36) }
                    visible: medal.extra
                    width: Theme.px(190)
                    horizontalAlignment: Text.AlignHCenter
                    text: qsTr("Extra card")
                    color: Theme.warn
                    font.pixelSize: Theme.sizeLead
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeNote
                }
                Column {
                    anchors.centerIn: parent
                    visible: !screen.halted
                    width: parent.width - Theme.px(60)
                    Label {
                        objectName: "medal.word"
                        width: parent.width
                        horizontalAlignment: Text.AlignHCenter
                        text: screen.winner !== "" ? screen.vm.word("spot", screen.winner, Qt.uiLanguage)
                            : medal.dealing ? qsTr("next card") : screen.live && screen.table.void !== "" ? qsTr("Void") : "–"
                        color: screen.winner !== "" ? Theme.text : Theme.textSoft
                        font.pixelSize: medal.dealing ? Theme.sizeHeading : Theme.sizePoints
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeNote
                    }
                    Label {
                        objectName: "medal.points"
                        width: parent.width
                        horizontalAlignment: Text.AlignHCenter
                        visible: text !== ""
                        text: screen.winner !== "" ? screen.shown.result.points
                            : medal.dealing ? screen.vm.word("spot", screen.table.dueName, Qt.uiLanguage) : ""
                        color: screen.winner !== "" ? Theme.text : Theme.tone(screen.table.tones[screen.table.due] ?? "").text
                        font.pixelSize: screen.winner !== "" ? Theme.sizeHuge : Theme.sizeFigure
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeNote
                    }
                }
            }
        }

        // --- what happens now, over the full width: its place is always kept ---
        Rectangle {
            id: strip

            readonly property var look: Theme.phaseLook(screen.happens)
            readonly property color loud: screen.winner === "" ? look.ground : screen.look.loud
            readonly property color tone: screen.winner !== "" ? Theme.text : look.tone
            objectName: "strip"
            x: (parent.width - width) / 2
            y: laid.y + laid.height + Theme.px(12)
            width: screen.width
            height: Theme.px(screen.roadsFirst ? 122 : 152)
            color: loud
            Repeater {
                // Above and below it, thick where something has ended: no more bets.
                model: [-strip.line, strip.height]
                Rectangle {
                    required property real modelData
                    y: modelData
                    width: strip.width
                    height: strip.line
                    color: screen.winner !== "" ? Theme.gold : screen.happens === "quiet" ? Theme.edge : strip.look.tone
                }
            }
            readonly property int line: screen.happens === "noMoreBets" ? Theme.px(12) : Theme.px(4)
            Repeater {
                // On both sides, so that the words stay in the middle.
                model: [0, 1]
                PhaseSign {
                    required property int modelData
                    objectName: "strip.sign." + modelData
                    x: modelData === 0 ? Theme.px(70) : strip.width - width - Theme.px(70)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.px(92)
                    height: width
                    sign: screen.table.letters[screen.winner] ?? strip.look.sign
                    tone: strip.tone
                    ground: strip.loud
                }
            }
            Label {
                objectName: "strip.text"
                anchors { left: parent.left; right: parent.right; leftMargin: Theme.px(190); rightMargin: Theme.px(190) }
                y: strip.note === "" ? (strip.height - height) / 2 : 0
                height: Math.round(strip.height * 0.63)
                horizontalAlignment: Text.AlignHCenter
                text: strip.said
                font.pixelSize: Theme.sizeBand
                font.weight: Theme.weightBold
                fontSizeMode: Text.Fit
                minimumPixelSize: Theme.sizeBody
            }
            Label {
                objectName: "strip.note"
                anchors { left: parent.left; right: parent.right; leftMargin: Theme.px(190); rightMargin: Theme.px(190) }
                y: Math.round(strip.height * 0.63)
                height: Math.round(strip.height * 0.35)
                horizontalAlignment: Text.AlignHCenter
                text: strip.note
                font.pixelSize: strip.twice ? Theme.sizeBandNote : Theme.sizeHeading
                font.weight: Theme.weightStrong
                fontSizeMode: Text.Fit
                minimumPixelSize: Theme.sizeNote
            }
            // Said in a second language as well: strangers look at this screen.
            readonly property bool twice: screen.happens === "betting" || screen.happens === "lastBets" || screen.happens === "noMoreBets" && !screen.table.automatic
            readonly property string said: {
                if (!screen.linked)
                    return screen.vm.word("link", screen.table.link, Qt.uiLanguage)
                if (screen.halted)
                    return qsTr("Play is paused")
                if (screen.table.void !== "")
                    return qsTr("This round is void")
                if (screen.winner !== "")
                    return screen.wins(screen.winner, screen.shown.hands)
                if (screen.turning)
                    return qsTr("The players turn their cards")
                if (screen.table.phase === "ready" && screen.table.shoe === 0 && !screen.table.automatic)
                    return qsTr("Waiting for a new shoe")
                if (screen.table.automatic && screen.table.phase === "dealing")
                    return screen.vm.word("phase", screen.dealt ? "dealt" : "shuffled", Qt.uiLanguage)
                return screen.table.phase === "result" ? screen.vm.word("phase", "dealing", Qt.uiLanguage)
                    : screen.lastBets ? screen.vm.word("notice", "last_bets", Qt.uiLanguage) : screen.vm.word("phase", screen.table.phase, Qt.uiLanguage)
            }
            readonly property string note: {
                if (!screen.linked)
                    return qsTr("This display waits for the table. What it shows may be out of date.")
                if (screen.halted) {
                    const halt = screen.table.halts[0]
                    return screen.vm.word("halt", halt.reason, Qt.uiLanguage) + (halt.paragraph === "" ? "" : " (" + halt.paragraph + ")")
                }
                if (screen.table.void !== "")
                    return screen.vm.word("void", screen.table.void, Qt.uiLanguage) + " (" + screen.table.void + ")   ·   " + qsTr("All bets are returned") + " (" + screen.vm.word("paragraph", "void", Qt.uiLanguage) + ")"
                if (screen.winner !== "") {
                    const notes = [qsTr("%1 points").arg(screen.shown.result.points)]
                    if (screen.table.corrected)
                        notes.unshift(qsTr("Corrected (%1)").arg(screen.vm.word("paragraph", "correction", Qt.uiLanguage)))
                    for (const word of screen.shown.result.also)
                        notes.push(screen.vm.word("spot", word, Qt.uiLanguage))
                    if (!screen.table.certified)
                        notes.push(qsTr("The Dealer confirms"))
                    return notes.join("   ·   ")
                }
                if (screen.table.phase === "deciding")
                    return laid.felt?.note ?? ""
                if (screen.shown.kept > 0 && (screen.betting || screen.table.phase === "ready"))
                    return screen.keptText
                if (screen.lastBets)
                    return screen.vm.second("notice", "last_bets", Qt.uiLanguage)
                return strip.twice ? screen.vm.second("phase", screen.table.phase, Qt.uiLanguage) : ""
            }
        }

        // --- the shoe so far, and the limits ---
        DisplayRoads {
            id: roads
            anchors { left: parent.left; bottom: screen.roadsFirst ? places.top : foot.top; leftMargin: Theme.gap; bottomMargin: Theme.px(screen.roadsFirst ? 8 : 4) }
            width: Theme.px(screen.roadsFirst ? 1880 : 1296)
            height: Theme.px(screen.roadsFirst ? 478 : 366)
            visible: !laid.whole
            results: screen.shown.road
            tall: screen.roadsFirst
        }
        DisplayPlaces {
            id: places
            anchors { left: parent.left; right: parent.right; bottom: foot.top; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.px(4) }
            visible: screen.roadsFirst
            height: Theme.px(102)
            vm: screen.vm
            lines: screen.shown.limits
            crowd: screen.shown.crowd
            tones: screen.table.tones
        }
        // Without roads the boxes have the whole width, and the limits stand beside the Dealer.
        Loader {
            x: roads.x
            y: roads.y
            width: parent.width - 2 * Theme.gap
            height: roads.height
            active: laid.whole
            sourceComponent: laid.felt?.below ?? null
        }
        DisplayLimits {
            id: limits
            visible: !screen.roadsFirst
            x: parent.width - width - Theme.gap
            y: laid.whole ? laid.y : roads.y
            width: Theme.px(laid.whole ? 604 : 564)
            height: laid.whole ? implicitHeight : roads.height
            vm: screen.vm
            lines: screen.shown.limits
            tones: screen.table.tones
            currency: screen.shown.limits.some(line => line.coin !== "") ? "" : screen.table.currency
        }
        Label {
            objectName: "felt.pays"
            x: limits.x
            y: limits.y + limits.height + Theme.radiusSmall
            width: limits.width
            height: laid.y + laid.height - y
            visible: laid.whole
            horizontalAlignment: Text.AlignHCenter
            text: laid.felt?.pays ?? ""
            color: Theme.gold
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightStrong
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizePublic
        }
        Label {
            id: foot
            objectName: "foot"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.px(2) }
            height: Theme.px(laid.whole ? 36 : 30)
            horizontalAlignment: Text.AlignHCenter
            text: screen.table.automatic ? qsTr("Software shuffles and deals here. The shuffle of every round can be checked at each terminal.")
                : (screen.roadsFirst ? qsTr("Limits in %1.").arg(screen.table.currency) + "  " : "") + qsTr("For information only: the cards on the table count (%1)").arg(screen.vm.word("paragraph", "cards_prevail", Qt.uiLanguage)).replace(/ ?\(\)|（）/, "")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    // --- a table that is closed: its name, the time, and nothing that could be taken for a game ---
    Column {
        objectName: "closed"
        anchors.centerIn: parent
        visible: screen.resting
        width: Theme.px(1500)
        spacing: Theme.gapLarge
        Label {
            objectName: "closed.name"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: screen.tableName
            color: Theme.gold
            font.pixelSize: Theme.sizeHuge
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeTitle
        }
        Label {
            objectName: "closed.clock"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: screen.clockShown
            font.pixelSize: Theme.sizeHuge
        }
        Column {
            width: parent.width
            Label {
                objectName: "closed.word"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: screen.vm.word("phase", "closed", Qt.uiLanguage)
                color: Theme.textSoft
                font.pixelSize: Theme.sizeDisplay
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
            Label {
                objectName: "closed.second"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                visible: text !== ""
                text: screen.vm.second("phase", "closed", Qt.uiLanguage)
                color: Theme.textSoft
                font.pixelSize: Theme.sizeFigure
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
        }
    }
}
