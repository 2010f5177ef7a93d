pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The strip at the top: which table, which Round, what may be bet, what time it is, what is going on, and whether we are
// connected. It stays above every page, so that nobody misses the close of Bets.
Rectangle {
    id: bar

    required property var vm
    property string clockText: ""
    property string mainLimits: ""
    property string sideLimits: ""
    property int seconds: -1            // of the countdown; -1: none runs
    property bool lastCall: false
    property string asks: ""            // what this Player, or somebody, is asked now
    property string phaseWord: ""       // where the felt knows better what goes on
    property bool turning: false        // the cards lie face down for the Player to turn
    property date now: new Date()
    readonly property var table: vm.shown.table
    // Before anything has been read no connection is missing yet.
    readonly property string link: vm.shown.state.attention === "joining" ? "joining" : vm.shown.state.link
    readonly property bool halted: vm.shown.state.halts.length > 0
    // Without a word from the table nobody knows what is going on there.
    readonly property string doing: halted ? qsTr("Play is paused") : turning ? qsTr("Turn your cards")
        : vm.shown.boxes.othersTurn && table.phase === "result" ? qsTr("Players turn their cards")
        : (asks !== "" ? asks : lastCall ? qsTr("Last bets") : table.phase === "ready" && table.shoeNo === 0 && !table.automatic ? qsTr("Waiting for a new shoe") : phaseWord !== "" ? phaseWord : vm.word("phase", table.phase, Qt.uiLanguage)) + (seconds >= 0 ? " · " + seconds : "")
    readonly property string ends: table.shoeEnds
    signal page(string name)

    color: Theme.bar

    Timer {
        interval: Theme.clockTick
        running: bar.clockText === ""
        repeat: true
        triggeredOnStart: true
        onTriggered: bar.now = new Date()
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: Theme.line
        color: Theme.goldDeep
        opacity: 0.7
    }
    Column {
        id: name
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(232)
        // A house may name its table with forty characters: two lines then, on any felt.
        FitLabel {
            objectName: "table.name"
            width: parent.width
            text: bar.table.name || bar.vm.word("spot", bar.table.game, Qt.uiLanguage)
            color: Theme.gold
            size: Theme.sizeHeading
            smallest: Theme.px(22)
            font.weight: Theme.weightBold
            elide: Text.ElideRight
        }
        Label {
            objectName: "table.terminal"
            width: parent.width
            text: bar.table.training ? bar.table.terminal + " · " + qsTr("No real money") : qsTr("Terminal %1").arg(bar.table.terminal)
            color: bar.table.training ? Theme.warn : Theme.textSoft
            font.pixelSize: Theme.sizeNote
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
            elide: Text.ElideRight
        }
    }
    Row {
        anchors { left: name.right; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap
        Figure {
            objectName: "table.round"
            anchors.verticalCenter: parent.verticalCenter
            title: qsTr("Round")
            text: bar.table.round > 0 ? bar.table.round : "–"
            width: Theme.px(98)
        }
        Figure {
            objectName: "table.shoe"
            anchors.verticalCenter: parent.verticalCenter
            visible: !bar.table.automatic
            title: qsTr("Shoe")
            text: bar.table.shoeNo > 0 ? bar.table.shoeNo : "–"
            width: Theme.px(78)
        }
        // Nobody deals: there is no shoe that could run out, and how it was shuffled is behind this.
        Rectangle {
            objectName: "door.shuffle"
            anchors.verticalCenter: parent.verticalCenter
            visible: bar.table.automatic
            width: Theme.px(214)
            height: Math.max(bar.height - Theme.gapSmall, virtualShoe.implicitHeight + Theme.px(6))
            radius: Theme.radius
            color: "transparent"
            border.width: Theme.line
            border.color: Theme.edge
            Accessible.role: Accessible.Button
            Accessible.name: virtualShoe.title
            Accessible.onPressAction: bar.page("shuffle")
            Figure {
                id: virtualShoe
                objectName: "table.virtual"
                anchors.centerIn: parent
                title: qsTr("Virtual shoe")
                text: qsTr("%1 decks, new").arg(bar.table.decks)
                size: Math.min(Theme.sizeBody, Theme.px(26))    // larger text has no more room here
                width: Theme.px(190)
            }
            TapHandler {
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: bar.page("shuffle")
            }
        }
        Figure {
            objectName: "table.cards"
            anchors.verticalCenter: parent.verticalCenter
            visible: !bar.table.automatic
            title: ({ next: qsTr("Next round"), now: qsTr("This shoe"), over: qsTr("This shoe") })[bar.ends] ?? qsTr("Cards left")
            text: ({ next: qsTr("is the last"), now: qsTr("last round"), over: qsTr("is finished") })[bar.ends] ?? (bar.table.shoeNo > 0 ? bar.table.cardsLeft : "–")
            tone: bar.ends !== "" ? Theme.warn : Theme.text
            width: Theme.px(162)
        }
        // All limits in full are behind these two.
        Item {
            objectName: "table.limits"
            width: main.width + (side.visible ? Theme.gap + side.width : 0)
            height: bar.height
            anchors.verticalCenter: parent.verticalCenter
            Accessible.role: Accessible.Button
            Accessible.name: main.title
            Accessible.onPressAction: bar.page("limits")
            Figure {
                id: main
                objectName: "table.limits.main"
                anchors.verticalCenter: parent.verticalCenter
                title: qsTr("Limits %1").arg(bar.vm.word("coin", bar.table.currency, Qt.uiLanguage))
                text: bar.mainLimits === "" ? "–" : bar.mainLimits
                width: Theme.px(side.visible ? 180 : 300)
            }
            Figure {
                id: side
                objectName: "table.limits.side"
                anchors { left: main.right; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
                visible: bar.table.layout.length !== 1
                title: qsTr("Side bets")
                text: bar.sideLimits === "" ? "–" : bar.sideLimits
                width: Theme.px(170)
            }
            TapHandler {
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: bar.page("limits")
            }
        }
        Figure {
            objectName: "table.clock"
            anchors.verticalCenter: parent.verticalCenter
            title: qsTr("Time")
            text: bar.clockText !== "" ? bar.clockText : Qt.formatTime(bar.now, "HH:mm")
            width: Theme.px(80)
        }
        Figure {
            objectName: "table.session"
            anchors.verticalCenter: parent.verticalCenter
            title: qsTr("Session")
            text: bar.playing
            width: Theme.px(90)
        }
    }
    // How long this person has played; kept by the terminal, over a restart as well.
    readonly property real sinceMs: vm.shown.devices?.sinceMs ?? 0
    readonly property int minutes: bar.sinceMs === 0 ? 0 : Math.max(0, Math.floor((bar.now.getTime() - bar.sinceMs) / 60000))
    readonly property string playing: bar.sinceMs === 0 ? "–" : Math.floor(bar.minutes / 60) + ":" + String(bar.minutes % 60).padStart(2, "0")

    Row {
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapSmall
        PhasePill {
            objectName: "bar.phase"
            anchors.verticalCenter: parent.verticalCenter
            visible: bar.link === "joined"
            width: Theme.px(346)
            text: bar.doing
            happens: bar.halted ? "paused" : bar.lastCall || bar.asks !== "" ? "lastBets"
                : ({ betting: "betting", dealing: "noMoreBets" })[bar.table.phase] ?? "quiet"
        }
        StatusPill {
            objectName: "link"
            anchors.verticalCenter: parent.verticalCenter
            // Where all is well the light says so; else there is room for the word, and what goes on nobody knows.
            width: Theme.px(bar.link === "joined" ? 52 : 420)
            brief: bar.link === "joined"
            text: bar.vm.word("link", bar.link, Qt.uiLanguage)
            mood: bar.link === "joined" ? "good" : bar.link === "joining" || bar.link === "reconnecting" ? "warn" : "bad"
        }
        BigButton {
            objectName: "comfort"
            width: Theme.px(72)
            height: Theme.px(66)
            //: On a button: how large and how loud everything is
            text: qsTr("Aa")
            size: Theme.sizeHeading
            Accessible.name: qsTr("Text, contrast, sound")
            onTapped: bar.page("comfort")
        }
        BigButton {
            objectName: "language"
            width: Theme.px(120)
            height: Theme.px(66)
            //: The short name of the language that is shown
            text: qsTr("English")
            onTapped: bar.page("language")
        }
    }
}
