pragma ComponentBehavior: Bound
import QtQuick
import Looks
import "pages"

// The screen of a Player Terminal. Everything stands in one place and stays there: a state changes what is shown in a
// place, never where the places are. Sizes are those of 1920 x 1080, scaled by Theme.
Item {
    id: screen

    readonly property var game: felt.item ?? ({ turning: false, mainLimits: "", sideLimits: "", seconds: -1, lastCall: false })
    readonly property bool whole: game.whole ?? false   // the felt has its own desk: no roads, and its own chips
    required property var vm            // TerminalModel
    readonly property var shown: vm.shown
    property string page: ""            // that the Player has opened: history, rules, limits, buyin, cashout, language, roads, comfort...
    property int chip: 0                // that he bets with, in minor units
    property int ownChip: 0             // one of a value of his own; 0: none
    property int checked: 0             // times that he was told how long he plays
    property real breakUntil: 0         // he has a break until then, in ms since 1970; 0: none
    readonly property bool onBreak: breakUntil > 0
    property bool idle: false
    property int idleAfterMs: 60000
    property int signOffAfterMs: 300000 // without a touch, where participants sign on
    property string clockText: ""       // set for pictures, on which no time passes; "": the time of day
    readonly property var chips: shown.chips
    readonly property string phase: shown.table.phase
    readonly property bool away: ["reconnecting", "joining", "stopped", "denied"].includes(shown.state.attention)
    // Somebody's money is in here, or is owed to somebody who may still stand here.
    readonly property bool occupied: shown.money.credit > 0 || shown.money.stake > 0 || shown.money.held > 0 || shown.money.unpaid > 0 || shown.actions.failedTicket
    // A correction does not stand in the way of a Round that is played: it is a strip until the Player asks for more.
    readonly property bool aside: shown.state.attention === "corrected" && ["betting", "dealing", "result"].includes(phase) && !detailed
    property bool detailed: false
    // Sounds (looks/sounds.py): opened, closed, chip, registered, returned, lastCall, tick, card, asked, won, check.
    signal cue(string name)
    onCue: name => screen.vm.playCue(name)

    // --- now and then: how long he plays, and what it came to ---
    readonly property int minutes: bar.minutes
    readonly property int every: shown.sitting.everyMinutes
    readonly property bool checkDue: occupied && every > 0 && Math.floor(minutes / every) > checked
    // Never while a Round of his is dealt: it waits for the end of it.
    readonly property bool checkNow: checkDue && !onBreak && !away && !["dealing", "result"].includes(phase)
    onCheckNowChanged: if (screen.checkNow) screen.cue("check")
    onMinutesChanged: if (screen.minutes < screen.every) screen.checked = 0

    function beTold(breakUntil: real) {
        screen.page = ""
        screen.breakUntil = breakUntil
        screen.checked = Math.floor(screen.minutes / Math.max(1, screen.every))
    }

    objectName: "screen"
    width: 1920
    height: 1080

    onPhaseChanged: {
        if (screen.phase === "betting")
            screen.cue("opened")
        if (screen.phase === "dealing" && screen.phaseBefore === "betting")
            screen.cue("closed")
        screen.phaseBefore = screen.phase
    }
    property string phaseBefore: ""
    onChipsChanged: screen.chooseChip()
    onOccupiedChanged: {
        if (screen.occupied)
            screen.idle = false
        else
            screen.breakUntil = screen.checked = 0      // he has gone: the next one has not asked for a break
    }
    readonly property string mark: shown.state.mark
    onMarkChanged: screen.detailed = false

    function chooseChip() {
        if (screen.chip > 0 && screen.chip === screen.ownChip)
            return
        if (!screen.chips.some(chip => chip.amount === screen.chip))
            screen.chip = screen.chips.length ? screen.chips[Math.min(1, screen.chips.length - 1)].amount : 0
    }
    function bet(spot: string) {
        if (screen.chip === 0)
            return
        if (screen.shown.spots[spot]?.open)
            screen.cue("chip")
        screen.vm.place(spot, screen.chip)
    }
    function turnTo(name: string) {
        attention.putAway()
        const closes = screen.page === name && (attention.wanted === "" || screen.reads)
        screen.over = attention.wanted
        screen.page = closes ? "" : name
    }
    // What only tells can be read over an outage, a dispute, and while the terminal is out of play: opened after it was told.
    property string over: ""            // of what it was told when the page was opened
    readonly property bool reads: over !== "" && over === attention.wanted && (["history", "rules", "limits", "roads", "language", "comfort", "attendant"].includes(page)
        || (page === "cashout" && shown.actions.failedTicket))      // a ticket that was not printed is there to be seen
    // The next person finds everything as it was at the start.
    function forget() {
        screen.page = ""
        screen.chip = 0
        screen.chooseChip()
        Theme.highContrast = false
        Theme.largeText = false
        screen.ownChip = 0
        screen.checked = 0
        screen.vm.turnVolume(screen.shown.devices.usualVolume)
        screen.vm.speak(screen.shown.devices.language)
    }

    Binding {
        target: Theme
        property: "scale"
        value: Theme.scaleFor(screen.width, screen.height)
    }
    // What is heard when something becomes true. The texts and shapes say the same.
    Item {
        readonly property int receipt: screen.shown.state.receipt
        readonly property bool won: screen.shown.lines.now && screen.shown.lines.gain > 0
        readonly property int cards: Object.values(screen.shown.hands).reduce((sum, hand) => sum + hand.cards.length, 0)
        readonly property bool returned: Object.values(screen.shown.spots).some(spot => spot.standing === "returned")
        onReceiptChanged: if (receipt > 0) screen.cue("registered")
        onWonChanged: if (won) screen.cue("won" + screen.shown.lines.size)
        onCardsChanged: if (cards > 0) screen.cue("card")
        onReturnedChanged: if (returned) screen.cue("returned")
    }
    Timer {
        id: patience
        objectName: "patience"
        running: !screen.occupied && !screen.idle && screen.shown.state.attention === ""
        // Who has opened a page reads.
        interval: screen.page === "" ? screen.idleAfterMs : 3 * screen.idleAfterMs
        onTriggered: {
            screen.forget()
            screen.idle = true
        }
    }
    // Whoever has gone away is signed off; with a Bet in play that ends with the Round.
    readonly property bool signedOff: shown.participant.needed && !shown.participant.here
    onSignedOffChanged: if (screen.signedOff) screen.forget()
    Timer {
        id: absence
        objectName: "absence"
        running: screen.shown.participant.needed
        interval: screen.signedOff ? 30000 : screen.signOffAfterMs
        onTriggered: screen.signedOff ? screen.vm.forgetPad() : screen.vm.signOff()
        onIntervalChanged: if (running) restart()
    }
    Felt {
        anchors.fill: parent
    }
    Item {
        id: stage

        anchors.centerIn: parent
        width: Theme.px(1920)
        height: Theme.px(1080)

        TableBar {
            id: bar
            z: 3
            x: (parent.width - width) / 2
            width: screen.width
            height: Theme.px(78)
            vm: screen.vm
            turning: screen.game.turning
            clockText: screen.clockText
            mainLimits: screen.game.mainLimits
            sideLimits: screen.game.sideLimits
            seconds: screen.game.seconds
            lastCall: screen.game.lastCall
            asks: screen.game.doing ?? ""
            phaseWord: screen.game.phaseWord ?? ""
            onPage: name => screen.turnTo(name)
        }
        // The felt of the game that is played, by its name.
        Loader {
            id: felt
            readonly property string wanted: screen.shown.table.felt
            anchors { left: parent.left; right: parent.right; top: bar.bottom; topMargin: Theme.radiusSmall; bottom: screen.whole ? purse.top : roads.top; bottomMargin: Theme.radiusSmall }
            onWantedChanged: lay()
            Component.onCompleted: lay()
            function lay() {
                felt.setSource(felt.wanted, {
                    vm: screen.vm,
                    announced: Qt.binding(() => announcement.visible && announcement.opens),
                    aside: Qt.binding(() => screen.aside)
                })
            }
            // A felt with its own chips is told which one is chosen, and tells which one was touched.
            onLoaded: if (screen.whole) screen.game.chip = Qt.binding(() => screen.chip)
        }
        Connections {
            target: felt.item
            ignoreUnknownSignals: true
            function onDetails() { screen.detailed = true }
            function onBet(spot: string) { screen.bet(spot) }
            function onTakeBack(spot: string) { screen.vm.takeBack(spot, screen.chip) }
            function onCue(name: string) { screen.cue(name) }
            function onChosen(amount: int) { screen.chip = amount }
        }
        RoadBoard {
            id: roads
            objectName: "roads"
            anchors { left: parent.left; bottom: purse.top; leftMargin: Theme.gap; bottomMargin: Theme.radiusSmall }
            width: Theme.px(1244)
            height: Theme.px(294)
            visible: !screen.whole
            results: screen.shown.road
            paragraph: screen.vm.word("paragraph", "cards_prevail", Qt.uiLanguage)
            onEnlarge: screen.turnTo("roads")
        }
        ChipTray {
            anchors { left: roads.right; right: parent.right; top: roads.top; bottom: roads.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
            vm: screen.vm
            enabled: !screen.away
            visible: !screen.whole
            chip: screen.chip
            ownChip: screen.ownChip
            onChosen: amount => screen.chip = amount
            onOwn: screen.turnTo("chip")
        }
        Purse {
            id: purse
            anchors.bottom: parent.bottom
            x: (parent.width - width) / 2
            width: screen.width
            height: Theme.px(112)
            vm: screen.vm
            page: screen.page
            onOpened: name => screen.turnTo(name)
        }
        Announcement {
            id: announcement
            z: 4
            x: (parent.width - width) / 2
            // Over the places to bet, which are closed: the first cards come at once.
            y: announcement.opens ? bar.height : felt.y + felt.height - height
            width: screen.width
            height: Theme.px(announcement.opens ? 220 : 252)
            phase: screen.phase
            quiet: screen.away
            still: screen.clockText !== ""
            vm: screen.vm
        }

        // Between table bar and purse: what the Player has opened, and above it what he must know.
        Item {
            id: front
            x: (parent.width - width) / 2
            y: bar.height
            width: screen.width
            height: parent.height - bar.height - (attention.wanted !== "" && screen.away ? 0 : purse.height)

            Loader {
                anchors.fill: parent
                active: screen.page !== "" && !attention.active
                sourceComponent: ({ history: history, rules: rules, buyin: buyIn, cashout: cashOut, language: language, limits: limits, roads: roadsPage, comfort: comfort, attendant: attendant, chip: ownChipPage, coins: coinsPage, takeabreak: takeABreak, shuffle: shufflePage })[screen.page] ?? null
            }
            Loader {
                id: attention
                readonly property string wanted: ["", "halted"].includes(screen.shown.state.attention) || screen.aside ? "" : screen.shown.state.attention
                anchors.fill: parent
                active: wanted !== "" && !screen.reads
                onWantedChanged: screen.over = ""       // something else is to be known: before any page
                sourceComponent: Attention {
                    vm: screen.vm
                    onClosed: attention.putAway()
                }
                // A void Round and a correction have been read when the Player says so, or goes elsewhere.
                function putAway() {
                    if (["void", "corrected"].includes(attention.wanted))
                        screen.vm.putAway(screen.shown.state.mark)
                }
            }
        }
        Loader {
            x: (parent.width - width) / 2
            y: bar.height
            z: 4
            width: screen.width
            height: parent.height - bar.height - purse.height
            active: (screen.checkNow || screen.onBreak) && !attention.active && !["cashout", "takeabreak", "attendant"].includes(screen.page)
            sourceComponent: RealityCheck {
                vm: screen.vm
                minutes: screen.minutes
                now: bar.now.getTime()
                breakUntil: screen.breakUntil
                onGoOn: screen.beTold(0)
                onTakeBreak: minutes => screen.beTold(bar.now.getTime() + minutes * 60000)
                onCashOut: {
                    screen.beTold(screen.breakUntil)
                    screen.turnTo(screen.shown.participant.needed ? "takeabreak" : "cashout")
                }
            }
        }
        // Over the felt: nothing of anybody's can be touched before he has given his PIN. Rules and attendant can.
        Loader {
            id: signOn
            objectName: "signon"
            x: (parent.width - width) / 2
            y: bar.height
            z: 4
            width: screen.width
            height: parent.height - bar.height - purse.height
            active: screen.signedOff && !attention.active && screen.page === ""
            sourceComponent: SignOn { vm: screen.vm }
        }
        IdlePage {
            x: (parent.width - width) / 2
            y: (parent.height - height) / 2
            width: screen.width
            height: screen.height
            z: 5
            visible: screen.idle && !screen.occupied && screen.shown.state.attention === ""
            vm: screen.vm
            onTouched: screen.idle = false
        }
    }

    Component {
        id: history
        History {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: rules
        Rules {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: limits
        Rules {
            vm: screen.vm
            part: "limits"
            onClosed: screen.page = ""
        }
    }
    Component {
        id: buyIn
        BuyIn {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: cashOut
        CashOut {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: roadsPage
        Roads {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: comfort
        Comfort {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: attendant
        Attendant {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: ownChipPage
        OwnChip {
            vm: screen.vm
            onClosed: screen.page = ""
            onMade: amount => {
                screen.ownChip = amount
                screen.chip = amount
                screen.chooseChip()
                screen.page = ""
            }
        }
    }
    Component {
        id: coinsPage
        Coins {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: shufflePage
        Shuffle {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: takeABreak
        TakeABreak {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    Component {
        id: language
        Language {
            vm: screen.vm
            onClosed: screen.page = ""
        }
    }
    // Any touch, whatever it is for: somebody is there. Above everything, and it takes nothing away from what is below.
    Item {
        anchors.fill: parent
        z: 100
        PointHandler {
            onActiveChanged: {
                if (patience.running)
                    patience.restart()
                if (absence.running)
                    absence.restart()
            }
        }
    }
}
