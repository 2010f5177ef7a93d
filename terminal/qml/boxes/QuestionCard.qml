pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What is asked of one own Bet against the Dealer's Ace: its cards, and the answers.
Rectangle {
    id: card

    required property var vm
    property var question: ({ box: 0, kind: "", total: "", stakeText: "", behind: "", options: [], key: "", registered: false })
    property var hand: ({ cards: [] })
    property bool live: true
    readonly property bool answered: question.key !== ""
    signal answer(string key, var amount)
    signal less(string key)

    radius: Theme.radius
    color: Theme.bar
    border.width: answered ? Theme.line : Theme.lineStrong
    border.color: answered ? Theme.good : Theme.gold

    Fan {
        id: fan
        x: Theme.gapSmall
        y: Theme.gapSmall
        width: Theme.px(120)
        room: width
        cardWidth: Theme.px(72)
        cards: card.hand.cards
    }
    BoxDisc {
        id: disc
        anchors { left: fan.right; leftMargin: Theme.gapSmall; top: fan.top }
        number: card.question.box
        mine: card.question.behind === ""
    }
    Label {
        objectName: card.objectName + ".name"
        anchors { left: disc.right; right: total.left; leftMargin: Theme.radiusSmall; rightMargin: Theme.radiusSmall; verticalCenter: disc.verticalCenter }
        text: card.question.behind === "" ? qsTr("Your box") : qsTr("Behind %1").arg(card.question.behind)
        color: card.question.behind === "" ? Theme.gold : Theme.text
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: card.objectName + ".stake"
        anchors { left: disc.left; top: disc.bottom; topMargin: Theme.gapTiny }
        text: qsTr("Bet %1").arg(card.question.stakeText) + " ✓"
        color: Theme.gold
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
    }
    Total {
        id: total
        objectName: card.objectName + ".total"
        anchors { right: parent.right; top: parent.top; margins: Theme.gapSmall }
        height: Theme.px(50)
        text: card.question.total
    }
    Label {
        objectName: card.objectName + ".standing"
        anchors { right: parent.right; rightMargin: Theme.gapSmall; top: total.bottom }
        text: card.answered ? (card.question.registered ? "✓ " + qsTr("Registered") : qsTr("Sending...")) : qsTr("Your answer?")
        color: card.answered ? Theme.good : Theme.gold
        font.pixelSize: Theme.sizeSmall
        font.weight: Theme.weightStrong
    }
    Row {
        id: row
        readonly property var choices: {
            const found = []
            for (const option of card.question.options) {
                found.push({ option: option, less: false })
                if (option.less)
                    found.push({ option: option, less: true })
            }
            return found
        }
        readonly property real each: (width - (choices.length - 1) * spacing) / Math.max(1, choices.length)
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        height: Theme.px(112)
        spacing: Theme.radiusSmall
        Repeater {
            model: row.choices.length
            BigButton {
                required property int index
                readonly property var choice: row.choices[index] ?? ({ option: { key: "", why: "", brings: {}, addsText: "", dear: false }, less: false })
                readonly property var option: choice.option
                objectName: card.objectName + "." + option.key + (choice.less ? ".less" : "")
                width: row.each
                height: row.height
                roomBeside: Theme.gapTiny
                enabled: card.live && option.why === "" && (choice.less || !option.dear)
                chosen: !choice.less && card.question.key === option.key
                text: choice.less ? qsTr("Less") : card.vm.word("spot", option.key, Qt.uiLanguage) + (option.addsText === "" ? "" : " " + option.addsText)
                note: choice.less ? "" : option.why !== "" ? card.vm.word("spot", option.why, Qt.uiLanguage) : option.addsText === "" && option.brings.back !== undefined ? qsTr("%1 comes back").arg(option.brings.back.replace("+", "")) : ""
                onTapped: choice.less ? card.less(option.key) : card.answer(option.key, 0)
            }
        }
    }
}
