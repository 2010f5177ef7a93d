pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// The felt of baccarat: two Hands, what happens between them, and the five places to bet. The only file that knows them.
Item {
    id: felt

    required property var vm
    readonly property var shown: vm.shown
    // Nobody is told who won before the cards lie open on his own screen.
    readonly property bool revealed: playerHand.known && bankerHand.known
    readonly property string winner: revealed ? shown.result.winner : ""
    // Nothing shines while play has stopped, or while the table cannot be heard.
    property bool announced: false      // a banner lies over the Hands
    property bool aside: false          // a correction is told in one line
    // The cards that wait for the Player to turn them, as they were dealt: one to each Hand, another, and the third ones.
    property var up: ({ player: 0, banker: 0 })
    readonly property var waiting: !squeeze ? [] : [0, 1, 2, 3, 4, 5].map(card => ({ hand: card % 2 === 0 ? "player" : "banker", index: Math.floor(card / 2) }))
        .filter(card => (shown.hands[card.hand]?.cards[card.index] ?? "") !== "" && card.index >= up[card.hand])
    readonly property bool turning: waiting.length > 0
    onTurningChanged: felt.vm.turn(felt.turning)
    readonly property int round: shown.table.round
    onRoundChanged: felt.up = { player: 0, banker: 0 }
    function turnUp(all: bool) {
        const next = Object.assign({}, felt.up)
        for (const card of all ? felt.waiting : felt.waiting.slice(0, 1))
            next[card.hand] = card.index + 1
        felt.up = next
    }
    readonly property bool sure: shown.state.attention !== "halted" && shown.state.link === "joined"
    readonly property bool squeeze: shown.table.squeeze && playing && !shown.table.certified
    readonly property bool playing: shown.state.registered.length > 0
    // No card lies here, and none is to come yet: the felt belongs to the countdown, and the last Round is small.
    readonly property bool resting: playerHand.hand.cards.length === 0 && bankerHand.hand.cards.length === 0 && shown.table.phase !== "dealing"
    readonly property alias seconds: middle.seconds
    readonly property alias lastCall: middle.lastCall
    readonly property int margin: Theme.px(32)          // between the third cards and the edge of the screen
    readonly property int besideWidth: Theme.px(190)    // left and right of the last Round
    readonly property var noHand: ({ cards: [], points: -1 })
    readonly property var last: shown.history[0] ?? ({ round: 0, void: false, winner: "", hands: {} })
    readonly property var places: [
        { spot: "player_pair", width: 280 },
        { spot: "player", width: 470 },
        { spot: "tie", width: 300 },
        { spot: "banker", width: 470 },
        { spot: "banker_pair", width: 280 }
    ]
    // For the table bar: what may be bet on the two Hands, and beside them.
    readonly property string mainLimits: felt.range(["player", "banker"])
    readonly property string sideLimits: felt.range(["tie", "player_pair", "banker_pair"])
    readonly property string lastHeading: qsTr("Last round: %1").arg(last.winner === "tie" ? last.round + " · " + vm.word("spot", "tie", Qt.uiLanguage) : last.round)
    signal bet(string spot)
    signal takeBack(string spot)
    signal details()
    signal cue(string name)

    function range(spots: var): string {
        const limits = felt.shown.table.limits.filter(limit => spots.includes(limit.spot))
        const each = texts => texts.filter((text, index) => texts.indexOf(text) === index).join(" / ")
        return limits.length === 0 ? "" : each(limits.map(limit => limit.minText)) + " – " + each(limits.map(limit => limit.maxText))
    }

    component Points: Label {
        required property string side
        objectName: "score." + side
        text: felt.shown.hands[side]?.points ?? ""
        color: felt.winner === side ? Theme.gold : Theme.tone(felt.shown.table.tones[side] ?? "").text
        font.pixelSize: middle.tight ? Theme.sizeDisplay : Theme.sizeHuge
        font.weight: Theme.weightBold
    }
    HandRow {
        id: playerHand
        objectName: "hand.player"
        x: felt.margin
        visible: !felt.resting && !(felt.announced && hand.cards.length === 0)
        title: felt.vm.word("spot", "player", Qt.uiLanguage)
        hand: felt.shown.hands.player ?? felt.noHand
        tone: Theme.playerText
        ground: Theme.player
        edge: Theme.playerEdge
        won: felt.sure && felt.winner === "player"
        due: felt.sure && felt.shown.table.due === "player"
        squeeze: felt.squeeze
        up: felt.up.player
    }
    HandRow {
        id: bankerHand
        objectName: "hand.banker"
        x: parent.width - width - felt.margin
        visible: !felt.resting && !(felt.announced && hand.cards.length === 0)
        mirrored: true
        title: felt.vm.word("spot", "banker", Qt.uiLanguage)
        hand: felt.shown.hands.banker ?? felt.noHand
        tone: Theme.bankerText
        ground: Theme.banker
        edge: Theme.bankerEdge
        won: felt.sure && felt.winner === "banker"
        due: felt.sure && felt.shown.table.due === "banker"
        squeeze: felt.squeeze
        up: felt.up.banker
    }
    LastHand {
        objectName: "last.player"
        anchors { left: parent.left; leftMargin: felt.besideWidth }
        y: Theme.gapSmall
        width: Theme.px(360)
        visible: felt.resting && !felt.announced && felt.last.round > 0 && !felt.last.void && hand.cards.length > 0
        mirrored: true
        heading: felt.lastHeading
        title: felt.vm.word("spot", "player", Qt.uiLanguage)
        hand: felt.last.hands.player ?? felt.noHand
        tone: Theme.playerText
        won: felt.last.winner === "player"
    }
    LastHand {
        objectName: "last.banker"
        anchors { right: parent.right; rightMargin: felt.besideWidth }
        y: Theme.gapSmall
        width: Theme.px(360)
        visible: felt.resting && !felt.announced && felt.last.round > 0 && !felt.last.void && hand.cards.length > 0
        heading: felt.lastHeading
        title: felt.vm.word("spot", "banker", Qt.uiLanguage)
        hand: felt.last.hands.banker ?? felt.noHand
        tone: Theme.bankerText
        won: felt.last.winner === "banker"
    }
    Middle {
        id: middle
        anchors.horizontalCenter: parent.horizontalCenter
        width: parent.width - 2 * (playerHand.x + playerHand.width + Theme.gap)
        height: playerHand.height
        vm: felt.vm
        roomy: felt.resting
        winner: felt.winner
        winnerText: felt.winner === "tie" ? qsTr("Tie") : qsTr("%1 wins").arg(felt.vm.word("spot", felt.winner, Qt.uiLanguage))
        score: Row {
            spacing: Theme.gapLarge
            Points { side: "player" }
            Label {
                anchors.verticalCenter: parent.verticalCenter
                text: ":"
                color: Theme.textSoft
                font.pixelSize: Theme.sizeDisplay
            }
            Points { side: "banker" }
        }
        turning: felt.turning
        announced: felt.announced
        aside: felt.aside
        onDetails: felt.details()
        onCue: name => felt.cue(name)
    }
    Row {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        visible: !(felt.turning && felt.sure)    // the card that is turned needs the room
        spacing: Theme.px(20)
        Repeater {
            model: felt.places.length
            BetArea {
                required property int index
                readonly property var place: felt.places[index]
                readonly property var look: Theme.tone(felt.shown.table.tones[place.spot] ?? "")
                objectName: "spot." + place.spot
                width: Theme.px(place.width)
                height: Theme.px(252)
                title: felt.vm.word("spot", place.spot, Qt.uiLanguage)
                letter: felt.shown.table.letters[place.spot] ?? ""    // large and faint
                nameSize: place.width > 400 ? Theme.sizeTitle : Theme.sizeHeading
                ground: look.ground
                edge: look.edge
                limited: felt.shown.table.limits.length > 0
                crowd: felt.shown.crowd[place.spot] ?? null
                revealed: felt.revealed
                sure: felt.sure
                refused: felt.shown.notice.reason !== "" && felt.shown.notice.spot === place.spot
                refusal: felt.shown.notice.mark ?? 0
                spot: felt.shown.spots[place.spot] ?? ({ standing: "", pays: [], line: null, won: false, open: false, least: "", most: "", chips: [], lies: false })
                onTapped: felt.bet(place.spot)
                onHeld: felt.takeBack(place.spot)
            }
        }
    }
    Squeeze {
        z: 2
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; bottom: parent.bottom }
        width: Theme.px(704)             // between the points of both Hands
        visible: felt.turning && felt.sure
        face: felt.turning ? felt.shown.hands[felt.waiting[0].hand].cards[felt.waiting[0].index] : ""
        which: felt.turning ? felt.waiting[0].hand + felt.waiting[0].index : ""
        dealt: playerHand.hand.cards.length + bankerHand.hand.cards.length
        //: Which card the Player turns: Player, card 2
        title: felt.turning ? qsTr("%1, card %2").arg(felt.vm.word("spot", felt.waiting[0].hand, Qt.uiLanguage)).arg(felt.waiting[0].index + 1) : ""
        cardMs: felt.shown.table.turnMs
        allMs: felt.shown.table.turnAllMs
        onTurned: felt.turnUp(false)
        onTurnAll: felt.turnUp(true)
        onCue: name => felt.cue(name)
    }
}
