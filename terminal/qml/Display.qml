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
    readonly property string winner: live ? shown.result.winner : ""
    readonly property var noHand: ({ cards: [], points: -1 })
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
    Timer {
        interval: 1000
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
            Label {
                id: name
                objectName: "table.name"
                anchors { left: parent.left; leftMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
                width: Theme.px(480)
                text: screen.table.name === "" ? qsTr("Baccarat") : screen.table.name
                color: Theme.gold
                font.pixelSize: Theme.sizeFigure
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
            Row {
                anchors { right: parent.right; rightMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
                spacing: Theme.gapLarge
                Fact {
                    objectName: "table.round"
                    title: qsTr("Round")
                    text: screen.table.round > 0 ? screen.table.round : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(130)
                }
                StatusPill {
                    objectName: "table.last"
                    anchors.verticalCenter: parent.verticalCenter
                    visible: screen.table.lastRound
                    width: Theme.px(330)
                    mood: "warn"
                    text: qsTr("Last round of this shoe")
                }
                Fact {
                    objectName: "table.shoe"
                    title: qsTr("Shoe")
                    text: screen.table.shoe > 0 ? screen.table.shoe : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(90)
                }
                Fact {
                    objectName: "table.cards"
                    title: qsTr("Cards left")
                    text: screen.table.cardsLeft > 0 ? screen.table.cardsLeft : "–"
                    size: Theme.sizeHeading
                    width: Theme.px(150)
                }
                Fact {
                    objectName: "table.clock"
                    title: qsTr("Time")
                    text: screen.clockText !== "" ? screen.clockText : Qt.formatTime(screen.now, "HH:mm")
                    size: Theme.sizeHeading
                    width: Theme.px(130)
                }
                StatusPill {
                    objectName: "link"
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.px(270)
                    text: screen.vm.word("link", screen.table.link, Qt.uiLanguage)
                    mood: screen.linked ? "good" : ["joining", "reconnecting"].includes(screen.table.link) ? "warn" : "bad"
                }
            }
        }

        // --- the Hands, and what is between them ---
        DisplayHand {
            objectName: "hand.player"
            x: Theme.gap
            y: bar.height + Theme.px(16)
            width: Theme.px(746)
            height: Theme.px(440)
            title: screen.vm.word("spot", "player", Qt.uiLanguage)
            cards: (screen.shown.hands.player ?? screen.noHand).cards
            points: (screen.shown.hands.player ?? screen.noHand).points
            tone: Theme.playerText
            ground: Theme.player
            edge: Theme.playerEdge
            won: screen.winner === "player"
            due: screen.live && screen.table.due === "player"
            opacity: screen.live ? 1 : Theme.dim
        }
        DisplayHand {
            objectName: "hand.banker"
            x: parent.width - width - Theme.gap
            y: bar.height + Theme.px(16)
            width: Theme.px(746)
            height: Theme.px(440)
            mirrored: true
            title: screen.vm.word("spot", "banker", Qt.uiLanguage)
            cards: (screen.shown.hands.banker ?? screen.noHand).cards
            points: (screen.shown.hands.banker ?? screen.noHand).points
            tone: Theme.bankerText
            ground: Theme.banker
            edge: Theme.bankerEdge
            won: screen.winner === "banker"
            due: screen.live && screen.table.due === "banker"
            opacity: screen.live ? 1 : Theme.dim
        }
        Item {
            id: middle

            anchors.horizontalCenter: parent.horizontalCenter
            y: bar.height + Theme.px(16)
            width: Theme.px(348)
            height: Theme.px(440)
            opacity: screen.live ? 1 : Theme.dim

            CountdownRing {
                objectName: "countdown"
                anchors.centerIn: parent
                width: Theme.px(320)
                height: width
                leftMs: screen.table.phase === "betting" ? screen.shown.clock.leftMs : -1
                totalMs: screen.shown.clock.countdownMs
                running: Theme.motion && screen.live
            }
            Rectangle {
                objectName: "medal"
                anchors.centerIn: parent
                visible: screen.table.phase !== "betting"
                width: Theme.px(320)
                height: width
                radius: width / 2
                color: ({ player: Theme.player, banker: Theme.banker, tie: Theme.tie })[screen.winner] ?? Theme.panel
                border.width: Theme.px(10)
                border.color: ({ player: Theme.playerEdge, banker: Theme.bankerEdge, tie: Theme.tieEdge })[screen.winner] ?? Theme.panelRaised
                Column {
                    anchors.centerIn: parent
                    width: parent.width - Theme.px(60)
                    Label {
                        objectName: "medal.word"
                        width: parent.width
                        horizontalAlignment: Text.AlignHCenter
                        text: screen.winner !== "" ? screen.vm.word("spot", screen.winner, Qt.uiLanguage)
                            : screen.table.due !== "" ? qsTr("next card") : screen.table.void !== "" ? qsTr("Void") : "–"
                        color: screen.winner !== "" ? Theme.text : Theme.textSoft
                        font.pixelSize: screen.winner !== "" || screen.table.void !== "" ? Theme.sizePoints : Theme.sizeHeading
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
                            : screen.table.due !== "" ? screen.vm.word("spot", screen.table.due, Qt.uiLanguage) : ""
                        color: screen.winner !== "" ? Theme.gold : screen.table.due === "banker" ? Theme.bankerText : Theme.playerText
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

            readonly property string mood: !screen.linked ? "bad" : screen.halted || screen.table.void !== "" ? "warn"
                : screen.winner !== "" ? "result" : screen.table.phase === "betting" ? "gold"
                : screen.table.phase === "dealing" ? "bad" : "info"
            readonly property color ink: mood === "gold" ? Theme.goldInk : Theme.text
            objectName: "strip"
            x: (parent.width - width) / 2
            y: bar.height + Theme.px(466)
            width: screen.width
            height: Theme.px(114)
            color: ({ bad: Theme.badGround, warn: Theme.warnGround, gold: Theme.gold, info: Theme.panel })[mood]
                ?? ({ player: Theme.player, banker: Theme.banker, tie: Theme.tie })[screen.winner] ?? Theme.panel
            Repeater {
                model: [0, strip.height - Theme.px(4)]
                Rectangle {
                    required property real modelData
                    y: modelData
                    width: strip.width
                    height: Theme.px(4)
                    color: ({ bad: Theme.bad, warn: Theme.warn, info: Theme.edge })[strip.mood] ?? Theme.goldDeep
                }
            }
            Label {
                objectName: "strip.text"
                anchors { left: parent.left; right: parent.right; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
                y: Theme.px(8)
                height: Theme.px(68)
                horizontalAlignment: Text.AlignHCenter
                text: strip.said
                color: strip.ink
                font.pixelSize: Theme.sizeFigure
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
            Label {
                objectName: "strip.note"
                anchors { left: parent.left; right: parent.right; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
                y: Theme.px(74)
                height: Theme.px(36)
                horizontalAlignment: Text.AlignHCenter
                text: strip.note
                color: strip.ink
                font.pixelSize: Theme.sizeBody
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            readonly property string said: {
                if (!screen.linked)
                    return screen.vm.word("link", screen.table.link, Qt.uiLanguage)
                if (screen.halted)
                    return qsTr("Play waits")
                if (screen.table.void !== "")
                    return qsTr("This round is void")
                if (screen.winner === "tie")
                    return screen.vm.word("spot", "tie", Qt.uiLanguage)
                if (screen.winner !== "")
                    return qsTr("%1 wins").arg(screen.vm.word("spot", screen.winner, Qt.uiLanguage))
                return screen.vm.word("phase", screen.table.phase, Qt.uiLanguage)
            }
            readonly property string note: {
                if (!screen.linked)
                    return qsTr("This display waits for the table. What it shows may be out of date.")
                if (screen.halted) {
                    const halt = screen.table.halts[0]
                    return screen.vm.word("halt", halt.reason, Qt.uiLanguage) + (halt.paragraph === "" ? "" : " (" + halt.paragraph + ")")
                }
                if (screen.table.void !== "")
                    return screen.vm.word("void", screen.table.void, Qt.uiLanguage) + " (" + screen.table.void + ")   ·   " + qsTr("All bets are returned") + " (5.11)"
                if (screen.winner !== "") {
                    const notes = [qsTr("%1 points").arg(screen.shown.result.points)]
                    if (screen.table.corrected)
                        notes.unshift(qsTr("Corrected (5.6)"))
                    if (screen.shown.result.natural)
                        notes.push(qsTr("Natural"))
                    for (const pair of screen.shown.result.pairs)
                        notes.push(screen.vm.word("spot", pair, Qt.uiLanguage))
                    if (!screen.table.certified)
                        notes.push(qsTr("The Dealer confirms"))
                    return notes.join("   ·   ")
                }
                // Said in a second language as well: strangers look at this screen.
                return ["betting", "dealing"].includes(screen.table.phase) ? screen.vm.second("phase", screen.table.phase, Qt.uiLanguage) : ""
            }
        }

        // --- the shoe so far, and the limits ---
        DisplayRoads {
            id: roads
            anchors { left: parent.left; bottom: foot.top; leftMargin: Theme.gap; bottomMargin: Theme.px(4) }
            width: Theme.px(1344)
            height: Theme.px(366)
            results: screen.shown.road
        }
        DisplayLimits {
            anchors { left: roads.right; right: parent.right; top: roads.top; bottom: roads.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
            vm: screen.vm
            lines: screen.shown.limits
            currency: screen.table.currency
        }
        Label {
            id: foot
            objectName: "foot"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; bottomMargin: Theme.px(2) }
            height: Theme.px(30)
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("For information only: the cards on the table count (5.10)")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
        }
    }
}
