pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The rules in our own words, each with the number of its paragraph, and the pay table of this table.
Page {
    id: page

    objectName: "page.rules"
    title: qsTr("Rules and pay table")
    panelWidth: Theme.px(1800)
    panelHeight: Theme.px(890)
    readonly property var order: ["player", "banker", "tie", "player_pair", "banker_pair"]

    Column {
        id: table
        width: Theme.px(620)
        spacing: Theme.px(8)
        Label {
            text: qsTr("What a winning bet is paid (4.1)")
            color: Theme.gold
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
        }
        Repeater {
            model: page.order
            Rectangle {
                id: entry
                required property string modelData
                readonly property var spot: page.shown.spots[modelData]
                visible: spot !== undefined
                width: table.width
                height: Theme.px(96)
                radius: Theme.radiusSmall
                color: modelData.startsWith("player") ? Theme.player : modelData.startsWith("banker") ? Theme.banker : Theme.tie
                border.width: Theme.line
                border.color: modelData.startsWith("player") ? Theme.playerEdge : modelData.startsWith("banker") ? Theme.bankerEdge : Theme.tieEdge
                Label {
                    anchors { left: parent.left; leftMargin: Theme.gap; top: parent.top; topMargin: Theme.px(10) }
                    width: Theme.px(300)
                    text: page.vm.word("spot", entry.modelData, Qt.uiLanguage)
                    font.pixelSize: Theme.px(30)
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(16)
                }
                Label {
                    anchors { left: parent.left; leftMargin: Theme.gap; bottom: parent.bottom; bottomMargin: Theme.px(10) }
                    width: Theme.px(300)
                    text: entry.spot ? qsTr("Bet from %1 to %2").arg(entry.spot.least).arg(entry.spot.most) : ""
                    font.pixelSize: Theme.px(21)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(14)
                }
                Column {
                    anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
                    Repeater {
                        model: entry.spot ? entry.spot.pays : []
                        Label {
                            required property var modelData
                            width: Theme.px(250)
                            horizontalAlignment: Text.AlignRight
                            text: modelData.when === "" ? modelData.odds : qsTr("with 6 points  %1").arg(modelData.odds)
                            font.pixelSize: Theme.px(26)
                            font.weight: Theme.weightStrong
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.px(16)
                        }
                    }
                }
            }
        }
        Label {
            width: parent.width
            wrapMode: Text.WordWrap
            text: qsTr("Roads are for information only (5.10). Red and blue in the three small roads say regular and irregular, not Banker and Player.")
            color: Theme.textSoft
            font.pixelSize: Theme.px(20)
        }
    }
    Column {
        anchors { left: table.right; leftMargin: Theme.gapLarge; right: parent.right; top: parent.top }
        spacing: Theme.px(11)
        Repeater {
            model: [
                ["3.1", qsTr("The hand nearer to 9 points wins.")],
                ["3.2", qsTr("An ace counts 1, cards from 2 to 9 their number, tens and pictures nothing. Only the last digit of the sum counts (1.16).")],
                ["3.3, 3.7", qsTr("Bets are open from the notice until the Dealer says: no more bets.")],
                ["3.6", qsTr("Each of the five bets may be placed alone or with others.")],
                ["3.8", qsTr("Both hands get two cards, Player first.")],
                ["3.9", qsTr("8 or 9 with two cards is a natural: no hand draws.")],
                ["3.10", qsTr("Player draws on 0 to 5. Banker draws on 0 to 2; on 3 unless the Player hand's third card was 8; on 4 to 2–7; on 5 to 4–7; on 6 to 6 or 7.")],
                ["3.12", qsTr("At a tie, bets on Player and Banker are returned.")],
                ["1.14", qsTr("A pair is two cards of the same rank among the first two of a hand.")],
                ["5.2", qsTr("If this terminal fails, registered bets are settled as ever; bets not registered are returned.")],
                ["5.9", qsTr("Bets count as they stand when bets are closed.")],
                ["5.10", qsTr("The cards on the table decide; screens only inform.")],
                ["5.11", qsTr("A void round returns every bet.")]
            ]
            Row {
                id: rule
                required property var modelData
                width: parent.width
                spacing: Theme.gap
                Label {
                    width: Theme.px(110)
                    text: rule.modelData[0]
                    color: Theme.gold
                    font.pixelSize: Theme.px(25)
                    font.weight: Theme.weightStrong
                    horizontalAlignment: Text.AlignRight
                }
                Label {
                    width: parent.width - Theme.px(110) - parent.spacing
                    wrapMode: Text.WordWrap
                    text: rule.modelData[1]
                    font.pixelSize: Theme.px(25)
                }
            }
        }
    }
}
