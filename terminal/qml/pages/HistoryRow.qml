pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Round that is over: its number and when it ended, its result, both Hands with their points, and the Player's own lines.
Item {
    id: row

    required property var vm
    required property var past
    property bool striped: false
    readonly property var table: vm.shown.table
    readonly property color ground: past.winner === "" ? (boxed && !past.void ? Theme.panelRaised : Theme.warnGround) : Theme.tone(table.tones[past.winner] ?? "").ground
    readonly property color edge: past.winner === "" ? (boxed && !past.void ? Theme.edge : Theme.warn) : Theme.tone(table.tones[past.winner] ?? "").edge
    readonly property bool called: laid.some(hand => (past.hands[hand]?.called ?? "") !== "")   // the game names its Hands
    readonly property int cardHeight: height - Theme.px(called ? 62 : 50)
    // Where there are boxes: the Dealer, and the box of the Player's first line.
    readonly property bool boxed: past.hands.dealer !== undefined
    readonly property var laid: !boxed ? past.laid.slice(0, 2)
        : ["dealer", (past.lines[0]?.spot ?? "").split("/")[0]].filter(hand => past.hands[hand] !== undefined)
    readonly property int most: 5       // lines; what does not fit is counted

    // As the result says it.
    function named(bet: var): string {
        const name = row.vm.word("spot", bet.spot, Qt.uiLanguage)
        const spot = row.vm.shown.spots[bet.spot]
        return bet.outcome === "won" && spot !== undefined && spot.pays.some(pay => pay.when === "on 6" && pay.odds === bet.odds) ? qsTr("%1 on 6").arg(name) : name
    }

    Rectangle {
        anchors { fill: parent; topMargin: Theme.px(3); bottomMargin: Theme.px(3) }
        radius: Theme.radius
        color: row.striped ? Theme.panelRaised : "transparent"
    }
    Label {
        id: number
        objectName: row.objectName + ".round"
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter; verticalCenterOffset: time.visible ? -Theme.px(16) : 0 }
        width: Theme.px(84)
        text: row.past.round
        font.pixelSize: Theme.sizeName
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        id: time
        objectName: row.objectName + ".time"
        anchors { left: number.left; right: number.right; top: number.bottom }
        visible: text !== ""
        text: row.past.time
        color: Theme.textSoft
        font.pixelSize: Theme.sizeBody
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Rectangle {
        id: result
        x: Theme.px(112)
        anchors { verticalCenter: parent.verticalCenter; verticalCenterOffset: row.past.corrected ? -Theme.px(16) : 0 }
        width: Theme.px(190)
        height: Theme.px(72)
        radius: Theme.radius
        color: row.ground
        border.width: Theme.line
        border.color: row.edge
        Label {
            anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
            horizontalAlignment: Text.AlignHCenter
            text: row.past.void ? qsTr("Void") + " " + row.past.voidParagraph : row.past.winner === "" ? (row.boxed ? row.vm.word("spot", "dealer", Qt.uiLanguage) + " " + Math.max(0, row.past.hands.dealer.points) : "–") : row.vm.word("spot", row.past.winner, Qt.uiLanguage)
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Label {
        objectName: row.objectName + ".corrected"
        anchors { left: result.left; right: result.right; top: result.bottom; topMargin: Theme.px(2) }
        visible: row.past.corrected
        horizontalAlignment: Text.AlignHCenter
        text: row.past.void ? qsTr("Voided after payment") : qsTr("Corrected (%1)").arg(row.vm.word("paragraph", "correction", Qt.uiLanguage))
        color: Theme.warn
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Repeater {
        model: row.laid
        Item {
            id: hand
            objectName: row.objectName + ".hand." + modelData
            required property string modelData
            required property int index
            readonly property var look: Theme.tone(row.table.tones[modelData] ?? "")
            readonly property var held: row.past.hands[modelData] ?? ({ cards: [], points: -1 })
            x: Theme.px(318 + index * 364)
            width: Theme.px(362)
            height: parent.height
            Rectangle {
                id: disc
                anchors.verticalCenter: parent.verticalCenter
                visible: badge.visible && letter.text !== ""
                width: Theme.px(44)
                height: width
                radius: width / 2
                color: hand.look.text
                Label {
                    id: letter
                    anchors.centerIn: parent
                    text: row.table.letters[hand.modelData] ?? (row.boxed && hand.modelData !== "dealer" ? hand.modelData : "")
                    color: hand.look.ground
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightBold
                }
            }
            Rectangle {
                id: badge
                anchors { left: disc.right; leftMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
                visible: hand.held.cards.length > 0
                width: Theme.px(64)
                height: Theme.px(72)
                radius: Theme.radiusSmall
                color: hand.look.ground
                border.width: row.past.winner === hand.modelData ? Theme.px(4) : Theme.line
                border.color: row.past.winner === hand.modelData ? Theme.gold : hand.look.edge
                Label {
                    anchors.centerIn: parent
                    text: hand.held.points < 0 ? "–" : hand.held.points
                    font.pixelSize: Theme.sizeName
                    font.weight: Theme.weightBold
                }
            }
            Label {
                objectName: row.objectName + ".called." + hand.index
                anchors { left: badge.right; leftMargin: Theme.radiusSmall; right: parent.right; bottom: parent.bottom; bottomMargin: Theme.px(5) }
                height: Theme.px(32)
                visible: text !== ""
                text: (hand.held.called ?? "") === "" ? "" : row.vm.word("spot", hand.held.called, Qt.uiLanguage)
                font.pixelSize: Theme.sizeSmall
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Row {
                anchors { left: badge.right; leftMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter; verticalCenterOffset: row.called ? -Theme.px(15) : 0 }
                // Many cards lie over each other.
                spacing: Math.min(Theme.px(8), (Theme.px(270) - Math.round(row.cardHeight / Theme.cardRatio)) / Math.max(1, hand.held.cards.length - 1) - Math.round(row.cardHeight / Theme.cardRatio))
                Repeater {
                    model: hand.held.cards.length
                    Image {
                        required property int index
                        readonly property string face: hand.held.cards[index] ?? ""
                        height: row.cardHeight
                        width: Math.round(height / Theme.cardRatio)
                        source: face === "" ? "image://looks/back" : "image://looks/card/" + face
                        sourceSize: Qt.size(width, height)
                    }
                }
            }
        }
    }
    Label {
        objectName: row.objectName + ".nobet"
        anchors { left: parent.left; leftMargin: Theme.px(1050); verticalCenter: parent.verticalCenter }
        visible: row.past.lines.length === 0
        // Of what somebody else may have bet nothing is said, not even that it was nothing.
        text: row.past.hidden ? qsTr("before this session") : qsTr("no bet")
        color: Theme.textOff
        font.pixelSize: Theme.sizeBody
    }
    // What the Round brought in all.
    Label {
        objectName: row.objectName + ".net"
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(168)
        height: parent.height
        visible: row.past.lines.length > 1
        horizontalAlignment: Text.AlignRight
        text: (row.past.gain > 0 ? "+" : "") + row.past.gainText
        color: row.past.gain > 0 ? Theme.gold : Theme.text
        font.pixelSize: Theme.sizeHeading
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Column {
        id: lines
        anchors { left: parent.left; right: parent.right; leftMargin: Theme.px(1050); rightMargin: Theme.gap + Theme.px(row.past.lines.length > 1 ? 174 : 0); verticalCenter: parent.verticalCenter }
        readonly property int lineHeight: row.past.lines.length > 3 ? Theme.px(29) : Theme.px(40)
        readonly property int lineSize: row.past.lines.length > 3 ? Theme.sizeLeast : Theme.sizeBody    // so many have no room for larger text
        Repeater {
            model: Math.min(row.most, row.past.lines.length)
            Item {
                id: line
                required property int index
                readonly property var told: row.past.lines[index] ?? ({ spot: "", staked: "", odds: "", gain: "", won: false, outcome: "", paragraph: "" })
                readonly property bool won: told.won
                objectName: row.objectName + ".line." + index
                width: lines.width
                height: lines.lineHeight
                // A language with long names takes the room that the rest of its line does not need.
                TextMetrics {
                    id: leastBet
                    text: bet.text
                    font.family: bet.font.family
                    font.pixelSize: Theme.sizeLeast
                }
                TextMetrics {
                    id: leastHow
                    text: how.text
                    font.family: how.font.family
                    font.pixelSize: Theme.sizeLeast
                }
                Label {
                    id: bet
                    objectName: line.objectName + ".bet"
                    readonly property int usual: Theme.px(row.past.lines.length > 1 ? 244 : 255)
                    width: Math.max(usual, Math.ceil(leastBet.advanceWidth) + 1)
                    height: parent.height
                    text: row.named(line.told) + "  " + line.told.staked
                    font.pixelSize: lines.lineSize
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    id: how
                    objectName: line.objectName + ".how"
                    x: bet.width + Theme.px(row.past.lines.length > 1 ? 2 : 10)
                    width: Math.max(Theme.px(row.past.lines.length > 1 ? 138 : 200) - bet.width + bet.usual, Math.ceil(leastHow.advanceWidth) + 1)
                    height: parent.height
                    text: (line.told.outcome === "won" ? Odds.text(line.told.odds) : row.vm.word("outcome", line.told.outcome, Qt.uiLanguage)) + "  (" + line.told.paragraph + ")"
                    color: Theme.textSoft
                    font.pixelSize: lines.lineSize
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: line.objectName + ".gain"
                    anchors { right: parent.right; left: how.right; leftMargin: Theme.px(row.past.lines.length > 1 ? 2 : 5) }
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: line.won ? "+" + line.told.gain : line.told.gain
                    color: line.won ? Theme.gold : Theme.text
                    font.pixelSize: lines.lineSize
                    font.weight: line.won ? Theme.weightBold : Theme.weightBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
}
