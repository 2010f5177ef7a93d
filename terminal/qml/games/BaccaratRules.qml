pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The rules of baccarat in our own words, each with the number of its paragraph: how it is played, or what happens if something goes
// wrong. As large as the longest language lets them be.
Item {
    id: rules

    required property var vm
    property bool wrong: false
    readonly property int size: Theme.sizeLead
    readonly property int numberWidth: Theme.px(150)

    function why(paragraph: string): string {
        return rules.vm.word("void", paragraph, Qt.uiLanguage)
    }

    component Rule: Row {
        id: rule
        required property var modelData
        width: parent ? parent.width : 0
        spacing: Theme.gapSmall
        Label {
            width: rules.numberWidth
            text: rule.modelData[0]
            color: Theme.gold
            font.pixelSize: rules.size
            font.weight: Theme.weightStrong
            horizontalAlignment: Text.AlignRight
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            width: rule.width - rules.numberWidth - rule.spacing
            wrapMode: Text.WordWrap
            text: rule.modelData[1]
            font.pixelSize: rules.size
        }
    }

    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: !rules.wrong
        spacing: Theme.gapTiny
        Repeater {
            model: [
                ["3.1, 3.11", qsTr("The hand nearer to 9 points wins.")],
                ["3.2, 1.16", qsTr("An ace counts 1, cards from 2 to 9 their number, tens and pictures nothing. Only the last digit of the sum counts.")],
                ["3.3, 3.7", qsTr("Bets are open from the notice until the screen says: no more bets.")],
                ["3.6", qsTr("Each of the five bets may be placed alone or with others.")],
                ["3.8", qsTr("Both hands get two cards in turn, Player first.")],
                ["1.14", qsTr("A pair is two cards of the same rank among the first two of a hand.")],
                ["1.9, 3.10", qsTr("8 or 9 with two cards is a natural: no hand draws.")],
                ["3.10", qsTr("The Player hand draws a third card on 0 to 5 and stands on 6 or 7.")],
                ["3.9", qsTr("If the Player hand stands, Banker draws on 0 to 5 and stands on 6 or 7.")],
                ["3.10", qsTr("If the Player hand has drawn, Banker draws by its own points and by the card that Player drew:")]
            ]
            Rule {}
        }
        Grid {
            id: draws
            x: rules.numberWidth + Theme.gapSmall
            columns: 6
            Repeater {
                model: [
                    qsTr("Banker has"), "0–2", "3", "4", "5", "6",
                    qsTr("draws on"), qsTr("any"), "0–7, 9", "2–7", "4–7", "6, 7"
                ]
                Rectangle {
                    id: cell
                    required property string modelData
                    required property int index
                    width: index % 6 === 0 ? Theme.px(240) : Theme.px(170)
                    height: Theme.px(44)
                    color: index < 6 ? Theme.banker : Theme.panelRaised
                    border.width: 1
                    border.color: Theme.edge
                    Label {
                        anchors { fill: parent; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
                        horizontalAlignment: Text.AlignHCenter
                        text: cell.modelData
                        font.pixelSize: rules.size
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
        }
        Repeater {
            model: [
                ["3.12", qsTr("On a tie, bets on Player and Banker are returned.")],
                ["1.10, 4.1", qsTr("If Banker wins with 6 points, the bet on Banker is paid 1 to 2, else 1 to 1.")]
            ]
            Rule {}
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: rules.wrong
        spacing: Theme.gapTiny
        Repeater {
            model: [
                ["5.1", qsTr("If the round is interrupted: it is finished if any bet is already won or lost, else it is void.")],
                ["5.2", qsTr("If this terminal fails, the round goes on: registered bets are settled as ever, bets not registered are returned.")],
                ["5.3", qsTr("The round is void, and earlier rounds stand, in these cases:")],
                ["5.3.1", rules.why("5.3.1")],
                ["5.3.2", rules.why("5.3.2")],
                ["5.3.3", rules.why("5.3.3")],
                ["5.3.4", rules.why("5.3.4")],
                ["5.3.5", rules.why("5.3.5")],
                ["5.4, 5.5", qsTr("Cards too many or on the wrong side are put in their order; a card too many may begin the next round.")],
                ["5.6", qsTr("If a wrong result was entered, the round is settled again by the cards.")],
                ["5.7", qsTr("If two cards come at once, a Supervisor says which is first; the cards may be replaced.")],
                ["5.8", qsTr("An error that is found later changes no later round.")],
                ["5.9", qsTr("Bets count as they stand when bets are closed.")],
                ["5.10", qsTr("The cards on the table decide; screens only inform.")],
                ["5.11", qsTr("A void round returns every bet.")],
                ["5.12", qsTr("What no rule foresees is decided by the Shift Manager.")]
            ]
            Rule {}
        }
    }
}
