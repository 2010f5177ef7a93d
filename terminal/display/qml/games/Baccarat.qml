import QtQuick
import Looks
import ".."

// The felt of baccarat on the big screen: the Player Hand on the left, the Banker Hand on the right.
Item {
    id: felt

    required property var screen        // Display
    // All cards that lie here are open.
    readonly property bool revealed: playerHand.revealed && bankerHand.revealed

    DisplayHand {
        id: playerHand
        objectName: "hand.player"
        x: Theme.gap
        width: Theme.px(746)
        height: parent.height
        compact: felt.screen.roadsFirst
        title: felt.screen.vm.word("spot", "player", Qt.uiLanguage)
        cards: (felt.screen.shown.hands.player ?? felt.screen.noHand).cards
        points: (felt.screen.shown.hands.player ?? felt.screen.noHand).points
        tone: Theme.playerText
        ground: Theme.player
        edge: Theme.playerEdge
        won: felt.screen.winner === "player"
        due: felt.screen.live && felt.screen.table.due === "player"
        voided: felt.screen.table.void !== ""
        lastCards: felt.screen.roadsFirst ? (felt.screen.shown.last.hands.player ?? felt.screen.noHand).cards : []
        lastHeading: felt.screen.lastHeading
        opacity: felt.screen.live ? 1 : Theme.dim
    }
    DisplayHand {
        id: bankerHand
        objectName: "hand.banker"
        x: parent.width - width - Theme.gap
        width: Theme.px(746)
        height: parent.height
        compact: felt.screen.roadsFirst
        mirrored: true
        title: felt.screen.vm.word("spot", "banker", Qt.uiLanguage)
        cards: (felt.screen.shown.hands.banker ?? felt.screen.noHand).cards
        points: (felt.screen.shown.hands.banker ?? felt.screen.noHand).points
        tone: Theme.bankerText
        ground: Theme.banker
        edge: Theme.bankerEdge
        won: felt.screen.winner === "banker"
        due: felt.screen.live && felt.screen.table.due === "banker"
        voided: felt.screen.table.void !== ""
        lastCards: felt.screen.roadsFirst ? (felt.screen.shown.last.hands.banker ?? felt.screen.noHand).cards : []
        lastHeading: felt.screen.lastHeading
        opacity: felt.screen.live ? 1 : Theme.dim
    }
}
