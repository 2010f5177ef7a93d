pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Now and then: how long this Player has played and what it came to. He goes on, has a break, or cashes out. A break that
// he has asked for is one: he bets again when it is over.
Page {
    id: page

    property int minutes: 0             // of this sitting
    property real now: 0                // ms since 1970
    property real breakUntil: 0         // 0: no break
    readonly property bool resting: breakUntil > 0
    readonly property int leftMinutes: Math.max(0, Math.ceil((breakUntil - now) / 60000))
    readonly property var sitting: shown.sitting
    signal goOn()
    signal takeBreak(int minutes)
    signal cashOut()

    objectName: "page.reality"
    closable: false
    title: resting ? qsTr("You have a break") : qsTr("A moment for you")
    panelWidth: Theme.px(1240)
    panelHeight: Theme.px(700)

    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top; topMargin: Theme.gap }
        spacing: Theme.gapSmall
        Repeater {
            model: [
                { name: "reality.time", title: qsTr("You have played for"), text: Math.floor(page.minutes / 60) + ":" + String(page.minutes % 60).padStart(2, "0") },
                { name: "reality.rounds", title: qsTr("Rounds with your bets"), text: String(page.sitting.rounds) },
                { name: "reality.result", title: qsTr("What they came to, in %1").arg(page.vm.word("coin", page.shown.table.currency, Qt.uiLanguage)), text: page.sitting.resultText },
                { name: "reality.balance", title: qsTr("Balance %1").arg(page.vm.word("coin", page.shown.table.currency, Qt.uiLanguage)), text: page.shown.money.spendableText }
            ]
            Item {
                id: line
                required property var modelData
                width: parent.width
                height: Theme.px(78)
                Label {
                    width: parent.width * 0.58
                    height: parent.height
                    text: line.modelData.title
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeHeading
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: line.modelData.name
                    anchors.right: parent.right
                    width: parent.width * 0.4
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: line.modelData.text
                    font.pixelSize: Theme.sizeTitle
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
    Row {
        id: answers
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        spacing: Theme.gap
        readonly property real each: (width - 3 * spacing) / 4
        BigButton {
            objectName: "reality.goon"
            width: answers.each
            height: Theme.px(120)
            text: page.resting && page.leftMinutes > 0 ? qsTr("Break: %1 min").arg(page.leftMinutes) : qsTr("Go on playing")
            enabled: !page.resting || page.leftMinutes === 0
            onTapped: page.goOn()
        }
        Repeater {
            model: [5, 30]
            BigButton {
                required property int modelData
                objectName: "reality.break." + modelData
                width: answers.each
                height: Theme.px(120)
                text: qsTr("Break of %1 min").arg(modelData)
                enabled: !page.resting
                onTapped: page.takeBreak(modelData)
            }
        }
        BigButton {
            objectName: "reality.cashout"
            width: answers.each
            height: Theme.px(120)
            text: page.shown.participant.needed ? qsTr("Take a break") : qsTr("Cash out")
            enabled: page.shown.participant.needed || page.shown.actions.cashOut
            onTapped: page.cashOut()
        }
    }
}
