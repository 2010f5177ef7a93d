pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// The felt of a game with boxes: the Dealer, the boxes on an arc, a desk for the box that one looks at, and a pad with
// chips or answers. Its side bets are those that the face names; one that belongs to the table lies beside the Dealer.
Item {
    id: felt

    required property var vm
    property var pays: []               // what is printed on the felt, left and right of the Dealer
    property Component known: null      // what a Player may want to know while he waits
    property Component beside: null     // in the desk, beside the Hand of the box
    property bool decides: true         // somebody decides for a box
    property bool named: false          // a Hand has a name, which may be long
    // Every Player has a box to himself and sees it alone: large, with what the felts of these games have printed on them.
    property bool alone: false
    property Component printed: null    // the rules of the house, upper right
    property var said: []               // lines that are always true here
    property string deskTitle: ""
    property string deskNote: ""
    property string place: ""           // what the place to bet is called
    property var handNames: []
    readonly property string coin: shown.participant.needed ? shown.participant.coin : shown.table.automatic ? shown.table.currency : ""
    readonly property var shown: vm.shown
    property bool announced: false      // a banner lies over the felt
    property bool aside: false          // a correction is told in one line
    property int chip: 0
    readonly property bool whole: true  // it has its own desk and its own chips
    readonly property bool turning: boxes.turns.length > 0      // cards lie face down for this Player
    readonly property var turn: boxes.turns[0] ?? ({ draw: -1, face: "", box: 0, index: 0 })
    readonly property var boxes: shown.boxes
    readonly property string phase: shown.table.phase
    readonly property bool betting: phase === "betting" && shown.state.link === "joined"
    readonly property bool live: shown.state.attention !== "halted" && shown.state.link === "joined"
    readonly property int seconds: betting ? (ring.active ? ring.seconds : -1) : phase === "deciding" ? pad.seconds : -1
    readonly property bool lastCall: betting && seconds >= 0 && seconds * 1000 <= shown.clock.lastCallMs
    readonly property string mainKind: shown.table.layout[0] ?? "main"
    readonly property var sides: shown.table.layout.slice(1).filter(kind => !shown.table.ofTable.includes(kind))
    readonly property string tableSide: shown.table.ofTable[0] ?? ""
    readonly property string mainLimits: felt.range([mainKind])
    readonly property string sideLimits: felt.range([...sides, tableSide])
    property int touched: 0             // the box that was touched last
    // The box in the desk: the one that asks, else the own one, else what was touched.
    readonly property var single: boxes.questions.length === 1 && (felt.alone || !felt.offer(boxes.questions[0].kind)) ? boxes.questions[0] : null
    readonly property var offers: single === null ? boxes.questions : []
    readonly property int looked: single !== null && single.box > 0 ? single.box : touched > 0 ? touched : boxes.home > 0 ? boxes.home : felt.firstOwn()
    readonly property var tile: boxes.tiles[looked - 1] ?? boxes.tiles[0]
    readonly property bool over: boxes.stage === "over" && ["result", "ready"].includes(phase) && shown.state.void === ""
    readonly property bool gained: shown.lines.now && shown.lines.gain > 0 && over
    // For the table bar: what this Player is asked.
    readonly property string doing: offers.length > 0 && boxes.answered < boxes.questions.length ? (offers[0].kind === "surrender" ? qsTr("Surrender?") : qsTr("Insurance?"))
        : single === null || single.key !== "" ? "" : single.kind === "choice" ? qsTr("Your turn") : single.kind === "surrender" ? qsTr("Surrender?") : single.kind === "insurance" ? qsTr("Insurance?") : single.kind === "even_money" ? felt.wordOf("even_money") + "?" : single.kind.startsWith("follow") ? qsTr("Follow?") : qsTr("Your answer?")
    signal bet(string spot)
    signal takeBack(string spot)
    signal chosen(int amount)
    signal details()
    signal cue(string name)

    onLastCallChanged: if (felt.lastCall) felt.cue("lastCall")
    onPhaseChanged: felt.touched = 0
    onDoingChanged: if (felt.doing !== "") felt.cue("asked")
    readonly property int roundNo: shown.table.round
    onRoundNoChanged: pad.lessOf = null
    readonly property string asking: boxes.questions.map(question => question.box + question.kind + question.hand + question.total).join(" ")
    onAskingChanged: {
        pad.lessOf = null
        felt.page = 0
        felt.settle()
    }
    // Bets are asked for two at a time, as there is room for their cards.
    property int page: 0
    readonly property int pages: Math.ceil(offers.length / 2)
    readonly property var asks: offers.slice(2 * page, 2 * page + 2)
    readonly property int unanswered: offers.findIndex(question => question.key === "")
    readonly property int answered: boxes.answered ?? 0
    onPageChanged: felt.settle()
    onAnsweredChanged: if (felt.unanswered >= 0 && felt.asks.every(question => question.key !== "")) onward.restart()
    Timer {
        id: onward
        interval: Theme.settle
        onTriggered: felt.page = Math.max(0, Math.floor(felt.unanswered / 2))
    }
    // Nobody has read a question that has just come: the second tap of an impatient finger was meant for the one before.
    Timer {
        id: settling
        interval: Theme.settle
    }
    function settle() {
        if (Theme.settle > 0)
            settling.restart()
    }
    function answer(box: int, key: string, amount: var) {
        if (!settling.running)
            felt.vm.answer(box, key, amount)
    }
    // A touch on a box: the desk shows it, or what is asked of it.
    function look(box: int) {
        felt.touched = box
        const at = felt.offers.findIndex(question => question.box === box)
        if (at >= 0)
            felt.page = Math.floor(at / 2)
    }

    function offer(kind: string): bool {
        return kind === "insurance" || kind === "even_money"
    }
    function firstOwn(): int {
        const own = felt.boxes.tiles.find(tile => tile.stakedText !== "")
        // Where nobody shares a box, the first that is free.
        const free = felt.alone ? felt.boxes.tiles.find(tile => tile.free && tile.empty) : undefined
        return own ? own.box : free ? free.box : 1
    }
    function range(kinds: var): string {
        const limits = felt.shown.table.limits.filter(limit => kinds.includes(limit.spot))
        const each = texts => texts.filter((text, index) => texts.indexOf(text) === index).join(" / ")
        return limits.length === 0 ? "" : each(limits.map(limit => limit.minText)) + " – " + each(limits.map(limit => limit.maxText))
    }
    function boxName(box: int): string {
        return box > 0 ? felt.vm.word("spot", String(box), Qt.uiLanguage) : ""
    }
    // Of a box that was split, which of its Hands.
    function handName(question: var): string {
        const hands = felt.boxes.tiles[question.box - 1]?.hands ?? []
        if (felt.alone)
            return hands.length > 1 ? felt.handNames[hands.findIndex(hand => hand.hand === question.hand)] ?? "" : qsTr("Your hand")
        const at = hands.findIndex(hand => hand.hand === question.hand)
        return hands.length > 1 && at >= 0 ? qsTr("%1 · hand %2 of %3").arg(felt.boxName(question.box)).arg(at + 1).arg(hands.length) : felt.boxName(question.box)
    }
    function wordOf(key: string): string {
        return felt.vm.word("spot", key, Qt.uiLanguage)
    }
    readonly property string asked: {
        const total = felt.single?.total ?? ""
        switch (felt.single?.kind ?? "") {
        case "choice":
            return qsTr("%1 against the dealer's %2").arg(total).arg(felt.boxes.dealer.total)
        case "surrender":
            return qsTr("Surrender %1 against the dealer's %2?").arg(total).arg(felt.boxes.dealer.total)
        case "follow/split":
            return qsTr("Follow the split of box %1?").arg(felt.single.box)
        case "follow/double":
            return qsTr("Follow the double of box %1?").arg(felt.single.box)
        case "insurance":
            return qsTr("Insure %1, exactly half of your play?").arg(felt.single?.options.find(option => option.adds > 0)?.addsText ?? "")
        case "even_money":
            return qsTr("%1: win exactly %2 now?").arg(felt.wordOf("even_money")).arg(felt.single?.stakeText ?? "")
        case "options":
            return qsTr("A dealing error: play on, or bets back?")
        case "order":
            return qsTr("Two cards at once: which first?")
        }
        if (felt.offers.length > 0)
            return qsTr("%1 of %2 bets answered").arg(felt.boxes.answered).arg(felt.boxes.questions.length)
        if (felt.phase === "deciding")
            return felt.boxes.awaited.count > 1 ? qsTr("%1 players are asked").arg(felt.boxes.awaited.count)
                : felt.boxes.awaited.kind === "follow" ? qsTr("%1 may follow").arg(felt.boxes.awaited.who)
                : felt.boxes.awaited.box > 0 ? qsTr("%1 decides").arg(felt.vm.word("spot", felt.boxes.awaited.name, Qt.uiLanguage)) : qsTr("A player is asked")
        if (felt.turning)
            return qsTr("Turn your cards")
        if (felt.boxes.othersTurn && felt.shown.table.due === "")
            return qsTr("Players turn their cards")
        if (felt.shown.table.automatic && felt.phase === "dealing")
            return felt.dealingWord
        if (felt.phase === "dealing")
            return felt.shown.table.due === "" ? "" : qsTr("next card: %1").arg(felt.vm.word("spot", felt.boxes.due, Qt.uiLanguage))
        return felt.phase === "result" && !felt.shown.table.certified && !felt.shown.table.automatic ? qsTr("Waiting for the dealer to confirm") : felt.vm.word("phase", felt.phase, Qt.uiLanguage)
    }
    // Nobody deals: while the cards are put in their order no card is due.
    readonly property string dealingWord: felt.vm.word("phase", felt.boxes.dealer.cards.length > 0 || felt.boxes.tiles.some(tile => tile.hands.some(hand => hand.cards.length > 0)) ? "dealt" : "shuffled", Qt.uiLanguage)
    readonly property string phaseWord: felt.shown.table.automatic && felt.phase === "dealing" ? felt.dealingWord : felt.vm.word("phase", felt.phase, Qt.uiLanguage)
    readonly property string otherwise: {
        const open = felt.single ?? felt.offers.find(question => question.key === "") ?? null
        if (open === null || open.key !== "")
            return felt.phase === "deciding" && open === null && felt.boxes.awaited.who !== "" && felt.boxes.awaited.count === 1 ? felt.boxes.awaited.who : ""
        return felt.seconds >= 0 ? qsTr("No answer in %1 s: %2").arg(felt.seconds).arg(felt.wordOf(open.default)) : qsTr("No answer: %1").arg(felt.wordOf(open.default))
    }

    // --- upper left ---
    Headline {
        id: headline
        x: Theme.gap
        y: Theme.px(6)
        width: Theme.px(felt.alone ? 700 : 548)
        height: Theme.px(190)
        vm: felt.vm
        aside: felt.aside
        onDetails: felt.details()
        text: felt.announced ? "" : felt.doing !== "" ? felt.doing : felt.shown.state.void !== "" && felt.phase === "ready" ? qsTr("Round %1 is void").arg(felt.shown.table.round)
            : felt.lastCall ? qsTr("Last bets") : felt.turning ? qsTr("Turn your cards") : felt.boxes.othersTurn && felt.phase === "result" ? felt.vm.word("phase", "dealing", Qt.uiLanguage) : felt.over && felt.phase === "result" ? felt.vm.word("phase", "result", Qt.uiLanguage) : felt.phaseWord
        reason: felt.single !== null && felt.single.box > 0 ? (felt.single.behind === "" ? felt.handName(felt.single) : qsTr("%1 · %2 decides").arg(felt.boxName(felt.single.box)).arg(felt.single.behind))
            : felt.boxes.questions.some(question => felt.offer(question.kind)) ? qsTr("The dealer shows an ace") : felt.offers.length > 0 ? felt.offers.map(question => felt.boxName(question.box)).join("  ·  ") : felt.phase === "deciding" && felt.boxes.turn > 0 && felt.boxes.awaited.kind !== "follow" ? qsTr("%1 decides").arg(felt.vm.word("spot", felt.boxes.turnName, Qt.uiLanguage))
            : felt.betting && felt.shown.money.credit === 0 && felt.shown.money.stake === 0 ? (felt.shown.participant.needed ? qsTr("To play you need coins: the House grants them") : qsTr("To play, insert a note or a ticket: Buy in")) : ""
        note: felt.betting && felt.shown.state.registered.length === 0 && felt.shown.money.credit > 0 ? qsTr("Choose a chip, touch a place, wait for ✓. Hold to take back.")
            : felt.boxes.home === 0 && !felt.alone && felt.phase !== "closed" ? qsTr("You have no box of your own: touch one to sit down") : ""
    }

    // --- upper middle: the Dealer, or the time for Bets ---
    CountdownRing {
        id: ring
        objectName: "countdown"
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(12) }
        width: Theme.px(felt.alone ? 250 : 180)
        height: width
        visible: active && felt.betting && !felt.announced
        leftMs: felt.betting ? felt.shown.clock.leftMs : -1
        totalMs: felt.shown.clock.countdownMs
        lastCallMs: felt.shown.clock.lastCallMs
        running: Theme.motion && felt.live
        onSecondPassed: seconds => {
            if (seconds > 0 && seconds <= 5)
                felt.cue("tick")
        }
    }
    Item {
        id: dealer
        objectName: "hand.dealer"
        anchors.horizontalCenter: parent.horizontalCenter
        width: Theme.px(600)
        height: Theme.px(felt.alone ? 356 : 250)
        visible: !felt.betting && felt.boxes.dealer.cards.length > 0
        Row {
            id: dealerName
            anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(4) }
            spacing: Theme.gapSmall
            Label {
                anchors.verticalCenter: parent.verticalCenter
                text: felt.wordOf("dealer")
                font.pixelSize: Theme.sizeName
                font.weight: Theme.weightBold
            }
            Total {
                objectName: "dealer.total"
                height: Theme.px(58)
                size: Theme.sizeName
                text: felt.boxes.dealer.total
                out: felt.boxes.dealer.out
            }
            // Where the game names a Hand.
            Label {
                objectName: "dealer.called"
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, Theme.px(310))
                visible: felt.boxes.dealer.state !== ""
                text: felt.boxes.dealer.state === "" ? "" : felt.wordOf(felt.boxes.dealer.state)
                color: Theme.gold
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
        Fan {
            anchors { horizontalCenter: parent.horizontalCenter; top: dealerName.bottom; topMargin: Theme.radiusSmall }
            width: taken
            cardWidth: Theme.px(felt.alone ? (felt.over && felt.shown.lines.now ? 150 : 168) : felt.over && felt.shown.lines.now ? 80 : 118)
            room: felt.alone ? dealer.width : Theme.px(520)
            apart: felt.alone ? 1.06 : 0.7
            cards: felt.boxes.dealer.cards
            due: felt.live && felt.shown.table.due === "dealer"
        }
        // What a card of his that lies face down waits for.
        Label {
            objectName: "dealer.waits"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(38)
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: felt.boxes.dealer.waits === "" ? "" : felt.wordOf(felt.boxes.dealer.waits)
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Rectangle {
            objectName: "ribbon"
            anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
            width: Theme.px(520)
            height: Theme.px(58)
            visible: felt.over && felt.shown.lines.now && felt.live
            radius: Theme.radiusSmall
            color: felt.gained ? Theme.gold : Theme.panel
            border.width: Theme.line
            border.color: felt.gained ? Theme.goldEdge : Theme.edge
            Coin {
                anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
                width: Theme.px(46)
                code: felt.coin
            }
            Label {
                objectName: "total"
                anchors { fill: parent; leftMargin: felt.coin === "" ? Theme.gapSmall : Theme.px(66); rightMargin: anchors.leftMargin }
                horizontalAlignment: Text.AlignHCenter
                text: felt.gained ? qsTr("You win %1").arg(felt.shown.lines.gainText) : felt.shown.lines.gain === 0 ? qsTr("%1 returned").arg(felt.shown.lines.backText)
                    : felt.shown.money.back > 0 ? qsTr("Net %1, %2 paid back").arg(felt.shown.lines.netText).arg(felt.shown.lines.backText) : qsTr("Net %1").arg(felt.shown.lines.netText)
                color: felt.gained ? Theme.goldInk : Theme.textSoft
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    // What is printed on the felt.
    Label {
        objectName: "felt.pays"
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.px(286) }
        width: Theme.px(700)
        horizontalAlignment: Text.AlignHCenter
        visible: felt.alone && !dealer.visible && felt.live && !felt.announced
        text: felt.pays.join(" · ")
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    // Between the boxes and what stands above them, left and right of the Dealer's cards: always, as on a felt.
    Repeater {
        model: felt.alone ? [] : felt.pays
        Label {
            required property string modelData
            required property int index
            objectName: "felt.pays." + index
            x: index === 0 ? Theme.px(290) : felt.width - Theme.px(290) - width
            y: Theme.px(204)
            width: felt.width / 2 - Theme.px(290) - Theme.px(272)
            height: Theme.px(40)
            horizontalAlignment: Text.AlignHCenter
            visible: !felt.announced
            text: modelData
            color: Theme.gold
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    // --- upper right ---
    Loader {
        x: parent.width - width - Theme.gap
        y: Theme.px(6)
        width: Theme.px(548)
        height: Theme.px(felt.printed === null ? 190 : 276)
        sourceComponent: felt.printed ?? slip
    }
    Column {
        x: Theme.gap
        y: Theme.px(headline.trouble !== "" || headline.halted ? 206 : 158)
        width: Theme.px(548)
        Repeater {
            model: felt.said
            Label {
                required property string modelData
                required property int index
                objectName: "said." + index
                width: parent ? parent.width : 0
                height: Theme.px(38)
                text: modelData
                color: Theme.textSoft
                font.pixelSize: Theme.sizeBody
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    Component {
        id: slip
        Slip { vm: felt.vm }
    }
    // A side bet of the table lies beside the Dealer.
    SmallPlace {
        readonly property string at: (felt.boxes.home > 0 ? felt.boxes.home : 1) + "/" + felt.tableSide
        objectName: "spot." + at
        x: parent.width / 2 + Theme.px(110)
        y: Theme.px(24)
        width: Theme.px(240)
        height: Theme.px(140)
        visible: felt.tableSide !== "" && felt.betting && !felt.announced
        large: true
        ground: Theme.banker
        edge: Theme.bankerEdge
        title: felt.tableSide === "" ? "" : felt.wordOf(felt.tableSide)
        readonly property var pays: spot.pays ?? []
        note: felt.tableSide === "" ? "" : spot.standing !== "" ? felt.wordOf(felt.tableSide) : pays.length > 1 ? Odds.text(pays[0].odds) + " – " + Odds.text(pays[pays.length - 1].odds) : ""
        spot: felt.shown.spots[at] ?? ({ standing: "", amount: "", open: false })
        refused: felt.shown.notice.reason !== "" && felt.shown.notice.spot === at
        onTapped: felt.bet(at)
        onHeld: felt.takeBack(at)
    }
    Arc {
        id: arc
        x: Theme.px(30)
        y: Theme.px(210)
        width: parent.width - 2 * x
        vm: felt.vm
        visible: !felt.alone
        tiles: felt.alone ? [] : felt.boxes.tiles
        betting: felt.betting
        mainKind: felt.mainKind
        sides: felt.sides
        named: felt.named
        spots: felt.shown.spots
        refusedSpot: felt.shown.notice.reason !== "" ? felt.shown.notice.spot : ""
        focused: felt.looked
        due: felt.live ? felt.shown.table.due : ""
        coverFrom: squeeze.visible ? squeeze.x - x : 0
        coverTo: squeeze.visible ? squeeze.x + squeeze.width - x : 0
        onBet: spot => felt.bet(spot)
        onTakeBack: spot => felt.takeBack(spot)
        onChosen: box => felt.look(box)
    }
    // Ties the desk to its box.
    Rectangle {
        x: arc.x + arc.middleOf(felt.looked) - width / 2
        y: desk.y - height / 2
        width: Theme.px(26)
        height: width
        rotation: 45
        color: Theme.gold
        visible: desk.visible && !felt.alone && felt.offers.length === 0 && x + width < desk.x + desk.width
    }
    Loader {
        id: desk
        x: Theme.gap
        y: parent.height - height
        width: Theme.px(1120)
        height: Theme.px(felt.alone ? 500 : 332)
        visible: !squeeze.visible       // nothing is asked or bet meanwhile
        sourceComponent: felt.alone ? ownDesk : boxDesk
    }
    Component {
        id: boxDesk
        Desk {
            vm: felt.vm
            tile: felt.tile
            betting: felt.betting
            seats: felt.phase !== "closed"
            offers: felt.asks
            page: felt.page
            pages: felt.pages
            onTurned: page => felt.page = page
            live: felt.live
            due: felt.live ? felt.shown.table.due : ""
            mainKind: felt.mainKind
            sides: felt.sides
            decides: felt.decides
            beside: felt.beside
            follow: felt.single === null || felt.single.key !== "" ? "" : felt.single.kind === "follow/split" ? qsTr("If you follow, %1 more plays on the second hand.").arg(felt.single.stakeText) + "\n\n" + qsTr("If not, your %1 plays on the first hand alone.").arg(felt.single.stakeText)
                : felt.single.kind === "follow/double" ? qsTr("If you follow, up to %1 more plays on this hand.").arg(felt.single.stakeText) + "\n\n" + qsTr("One card only, either way.") : ""
            onBet: spot => felt.bet(spot)
            onTakeBack: spot => felt.takeBack(spot)
            onAnswer: (box, key, amount) => felt.answer(box, key, amount)
            onLess: (box, key) => pad.lessOf = { box: box, key: key, most: felt.offers.find(question => question.box === box)?.options.find(option => option.key === key)?.adds ?? 0 }
        }
    }
    Component {
        id: ownDesk
        OwnDesk {
            vm: felt.vm
            tile: felt.tile
            title: felt.deskTitle
            note: felt.deskNote
            place: felt.place
            names: felt.handNames
            coin: felt.coin
            betting: felt.betting
            live: felt.live
            due: felt.live ? felt.shown.table.due : ""
            mainKind: felt.mainKind
            onBet: spot => felt.bet(spot)
            onTakeBack: spot => felt.takeBack(spot)
        }
    }
    CoinSwitch {
        id: coins
        x: pad.x
        y: parent.height - height
        width: pad.width
        height: Theme.px(76)
        visible: felt.alone && felt.shown.participant.needed
        vm: felt.vm
    }
    Pad {
        id: pad
        x: desk.x + desk.width + Theme.gap
        y: desk.y
        width: parent.width - x - Theme.gap
        height: desk.height - (coins.visible ? coins.height + Theme.gapSmall : 0)
        visible: desk.visible
        vm: felt.vm
        chip: felt.chip
        betting: felt.betting
        live: felt.live
        question: felt.single
        offers: felt.asks
        asked: felt.asked
        otherwise: felt.otherwise
        known: felt.known
        onChosen: amount => felt.chosen(amount)
        onAnswer: (box, key, amount) => felt.answer(box, key, amount)
        onLessDone: pad.lessOf = null
    }
    // 003 §3.12, 002 §3.10: what lies face down for this Player. He sees the Dealer's cards above it.
    Squeeze {
        id: squeeze
        z: 2
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        width: Theme.px(720)
        height: Theme.px(600)
        visible: felt.turning && felt.live
        face: felt.turn.face
        which: felt.turning ? String(felt.turn.draw) : ""
        dealt: felt.boxes.tiles.reduce((sum, tile) => sum + tile.hands.reduce((cards, hand) => cards + hand.cards.length, 0), 0)
        title: felt.turning ? qsTr("%1, card %2").arg(felt.boxName(felt.turn.box)).arg(felt.turn.index + 1) : ""
        cardMs: felt.shown.table.turnMs
        allMs: felt.shown.table.turnAllMs
        onPeeled: felt.vm.turnCards([])
        onTurned: felt.vm.turnCards([felt.turn.draw])
        onTurnAll: felt.vm.turnCards(felt.boxes.turns.map(turn => turn.draw))
        onCue: name => felt.cue(name)
    }
}
