pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The last ten Rounds, the newest first: cards, result, and what this terminal had on them.
Page {
    id: page

    objectName: "page.history"
    title: qsTr("The last rounds")
    panelWidth: Theme.px(1760)
    panelHeight: Theme.px(890)
    readonly property var rounds: shown.history
    readonly property int rowHeight: Math.floor(inside.height / 10)

    Label {
        anchors.centerIn: parent
        visible: page.rounds.length === 0
        text: qsTr("No round has been played yet.")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeHeading
    }
    Column {
        anchors.fill: parent
        Repeater {
            model: page.rounds.length
            Item {
                id: row
                required property int index
                readonly property var past: page.rounds[index] ?? ({ round: 0, hands: {}, lines: [], winner: "", void: false })
                objectName: "history." + index
                width: parent.width
                height: page.rowHeight

                Rectangle {
                    anchors { fill: parent; topMargin: Theme.px(2); bottomMargin: Theme.px(2) }
                    radius: Theme.radiusSmall
                    color: row.index % 2 ? "transparent" : Theme.panelRaised
                }
                Label {
                    anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
                    width: Theme.px(110)
                    text: row.past.round
                    font.pixelSize: Theme.sizeHeading
                    font.weight: Theme.weightStrong
                }
                Rectangle {
                    x: Theme.px(130)
                    anchors.verticalCenter: parent.verticalCenter
                    width: Theme.px(250)
                    height: Theme.px(48)
                    radius: height / 2
                    color: ({ player: Theme.player, banker: Theme.banker, tie: Theme.tie })[row.past.winner] ?? Theme.warnGround
                    border.width: Theme.line
                    border.color: ({ player: Theme.playerEdge, banker: Theme.bankerEdge, tie: Theme.tieEdge })[row.past.winner] ?? Theme.warn
                    Label {
                        anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
                        horizontalAlignment: Text.AlignHCenter
                        text: row.past.void ? qsTr("Void") : row.past.winner === "" ? "–" : page.vm.word("spot", row.past.winner, Qt.uiLanguage) + "  " + row.past.points
                        font.pixelSize: Theme.px(24)
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.px(14)
                    }
                }
                Repeater {
                    model: ["player", "banker"]
                    Row {
                        id: hand
                        required property string modelData
                        required property int index
                        readonly property var cards: (row.past.hands[modelData] ?? ({ cards: [] })).cards
                        x: Theme.px(410 + index * 230)
                        anchors.verticalCenter: parent.verticalCenter
                        spacing: Theme.px(6)
                        Rectangle {
                            width: Theme.px(6)
                            height: cardsRow.height
                            radius: Theme.px(3)
                            color: hand.index === 0 ? Theme.playerEdge : Theme.bankerEdge
                        }
                        Row {
                            id: cardsRow
                            height: page.rowHeight - Theme.px(12)
                            spacing: Theme.px(6)
                            Repeater {
                                model: hand.cards.length
                                Image {
                                    required property int index
                                    readonly property string face: hand.cards[index] ?? ""
                                    height: cardsRow.height
                                    width: Math.round(height / Theme.cardRatio)
                                    source: face === "" ? "image://looks/back" : "image://looks/card/" + face
                                    sourceSize: Qt.size(width, height)
                                }
                            }
                        }
                    }
                }
                Label {
                    objectName: "history." + row.index + ".lines"
                    anchors { left: parent.left; right: parent.right; leftMargin: Theme.px(890); rightMargin: Theme.gapSmall; top: parent.top; bottom: parent.bottom }
                    wrapMode: Text.WordWrap
                    text: row.past.lines.length === 0 ? qsTr("no bet") : row.past.lines.map(line => page.told(line)).join("   ")
                    color: row.past.lines.length === 0 ? Theme.textOff : Theme.text
                    font.pixelSize: Theme.px(24)
                    fontSizeMode: Text.Fit
                    minimumPixelSize: Theme.px(14)
                }
            }
        }
    }
    function told(line: var): string {
        return qsTr("%1 %2 → %3").arg(page.vm.word("spot", line.spot, Qt.uiLanguage)).arg(line.staked).arg(line.outcome === "lost" ? "0" : line.returned)
    }
}
