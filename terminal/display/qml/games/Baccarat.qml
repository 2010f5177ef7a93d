import QtQuick
import Looks
import ".."

// The felt of baccarat on the big screen: the Player Hand on the left, the Banker Hand on the right.
Item {
    id: felt

    required property var screen        // Display

    DisplayHand {
        objectName: "hand.player"
        x: Theme.gap
        width: Theme.px(746)
        height: parent.height
        title: felt.screen.vm.word("spot", "player", Qt.uiLanguage)
        cards: (felt.screen.shown.hands.player ?? felt.screen.noHand).cards
        points: (felt.screen.shown.hands.player ?? felt.screen.noHand).points
        tone: Theme.playerText
        ground: Theme.player
        edge: Theme.playerEdge
        won: felt.screen.winner === "player"
        due: felt.screen.live && felt.screen.table.due === "player"
        voided: felt.screen.table.void !== ""
        lastCards: felt.screen.betting ? (felt.screen.shown.last.hands.player ?? felt.screen.noHand).cards : []
        lastHeading: felt.screen.lastHeading
        opacity: felt.screen.live ? 1 : Theme.dim
    }
    DisplayHand {
        objectName: "hand.banker"
        x: parent.width - width - Theme.gap
        width: Theme.px(746)
        height: parent.height
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
        lastCards: felt.screen.betting ? (felt.screen.shown.last.hands.banker ?? felt.screen.noHand).cards : []
        lastHeading: felt.screen.lastHeading
        opacity: felt.screen.live ? 1 : Theme.dim
    }
}
