pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// The felt of a game that has none here: its cards, Hand by Hand, and what happens. Nothing can be bet on it. What a felt
// must have for the screen around it stands here and in every other one.
Item {
    id: felt

    required property var vm
    readonly property var shown: vm.shown
    property bool announced: false      // a banner lies over the felt
    property bool aside: false          // a correction is told in one line
    readonly property bool turning: false
    readonly property alias seconds: middle.seconds
    readonly property alias lastCall: middle.lastCall
    readonly property string mainLimits: ""
    readonly property string sideLimits: ""
    signal bet(string spot)
    signal takeBack(string spot)
    signal details()
    signal cue(string name)

    Middle {
        id: middle
        anchors.horizontalCenter: parent.horizontalCenter
        width: Theme.px(780)
        height: Theme.px(300)
        vm: felt.vm
        roomy: true
        winner: felt.shown.result.winner
        announced: felt.announced
        aside: felt.aside
        onDetails: felt.details()
        onCue: name => felt.cue(name)
    }
    Flow {
        anchors { left: parent.left; right: parent.right; top: middle.bottom; bottom: parent.bottom; margins: Theme.gap }
        spacing: Theme.gap
        Repeater {
            model: Object.keys(felt.shown.hands)
            Row {
                id: hand
                required property string modelData
                readonly property var held: felt.shown.hands[modelData] ?? ({ cards: [], points: -1 })
                objectName: "hand." + modelData
                spacing: Theme.px(8)
                Label {
                    text: felt.vm.word("spot", hand.modelData, Qt.uiLanguage) + (hand.held.points < 0 ? "" : " " + hand.held.points)
                    font.pixelSize: Theme.sizeBody
                }
                Repeater {
                    model: hand.held.cards.length
                    CardItem {
                        required property int index
                        width: Theme.px(80)
                        height: Math.round(width * Theme.cardRatio)
                        face: hand.held.cards[index] ?? ""
                    }
                }
            }
        }
    }
}
