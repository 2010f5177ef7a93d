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
    readonly property bool squeeze: shown.table.squeeze && playing && !shown.table.certified
    readonly property bool playing: shown.state.registered.length > 0
    readonly property var noHand: ({ cards: [], points: -1 })
    readonly property var places: [
        { spot: "player_pair", width: 300, ground: Theme.player, edge: Theme.playerEdge, tone: Theme.playerText },
        { spot: "player", width: 420, ground: Theme.player, edge: Theme.playerEdge, tone: Theme.playerText },
        { spot: "tie", width: 360, ground: Theme.tie, edge: Theme.tieEdge, tone: Theme.tieText },
        { spot: "banker", width: 420, ground: Theme.banker, edge: Theme.bankerEdge, tone: Theme.bankerText },
        { spot: "banker_pair", width: 300, ground: Theme.banker, edge: Theme.bankerEdge, tone: Theme.bankerText }
    ]
    signal bet(string spot)
    signal takeBack(string spot)
    signal cue(string name)
    signal buyIn()

    HandRow {
        id: playerHand
        objectName: "hand.player"
        x: Theme.gap
        y: Theme.px(14)
        width: Theme.px(704)
        title: felt.vm.word("spot", "player", Qt.uiLanguage)
        hand: felt.shown.hands.player ?? felt.noHand
        tone: Theme.playerText
        ground: Theme.player
        edge: Theme.playerEdge
        won: felt.winner === "player"
        due: felt.shown.table.due === "player"
        squeeze: felt.squeeze
    }
    HandRow {
        id: bankerHand
        objectName: "hand.banker"
        x: parent.width - width - Theme.gap
        y: Theme.px(14)
        width: Theme.px(704)
        mirrored: true
        title: felt.vm.word("spot", "banker", Qt.uiLanguage)
        hand: felt.shown.hands.banker ?? felt.noHand
        tone: Theme.bankerText
        ground: Theme.banker
        edge: Theme.bankerEdge
        won: felt.winner === "banker"
        due: felt.shown.table.due === "banker"
        squeeze: felt.squeeze
    }
    Middle {
        anchors.horizontalCenter: parent.horizontalCenter
        y: Theme.px(14)
        width: Theme.px(440)
        height: Theme.px(312)
        vm: felt.vm
        winner: felt.winner
        squeeze: felt.squeeze
        onCue: name => felt.cue(name)
        onBuyIn: felt.buyIn()
    }
    Row {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom }
        spacing: Theme.px(18)
        Repeater {
            model: felt.places.length
            BetArea {
                required property int index
                readonly property var place: felt.places[index]
                objectName: "spot." + place.spot
                width: Theme.px(place.width)
                height: Theme.px(250)
                title: felt.vm.word("spot", place.spot, Qt.uiLanguage)
                ground: place.ground
                edge: place.edge
                tone: place.tone
                revealed: felt.revealed
                spot: felt.shown.spots[place.spot] ?? ({ standing: "", pays: [], line: null, won: false, open: false, least: "", most: "" })
                onTapped: felt.bet(place.spot)
                onHeld: felt.takeBack(place.spot)
            }
        }
    }
}
