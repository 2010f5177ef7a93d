pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Play waits. Calmly: what happened, what the rule says, what may be done. The cards stay in sight.
Rectangle {
    id: page

    required property var panel
    readonly property var board: panel.board
    readonly property int cardWidth: Theme.px(88)

    objectName: "halt"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.px(4)
    border.color: Theme.warn

    Column {
        id: column
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gap }
        spacing: Theme.gapSmall

        Repeater {
            model: page.panel.halts
            Column {
                id: halt
                required property int index
                required property string reason
                required property string name
                required property string detail
                required property string paragraph
                width: column.width
                spacing: Theme.gapTiny

                StatusPill {
                    visible: halt.index === 0
                    height: Theme.px(46)
                    text: qsTr("Play waits")
                    mood: "warn"
                }
                Label {
                    objectName: "halt." + halt.reason
                    width: parent.width
                    text: halt.name
                    font.pixelSize: halt.index === 0 ? Theme.sizeTitle : Theme.sizeHeading
                    font.weight: Theme.weightBold
                    wrapMode: Text.WordWrap
                }
                Label {
                    width: parent.width
                    visible: text !== ""
                    text: halt.detail
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeSmall
                    wrapMode: Text.WordWrap
                }
                Label {
                    width: parent.width
                    visible: halt.index === 0
                    text: (halt.paragraph ? "§" + halt.paragraph + "  " : "") + Words.rule(halt.reason)
                    wrapMode: Text.WordWrap
                    lineHeight: 1.15
                }
            }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: column.bottom; margins: Theme.gap }
        spacing: Theme.px(2)
        visible: y + height < laid.y
        component Way: Label {
            property string key: ""
            width: parent ? parent.width : 0
            text: "• " + [Words.step(key), Words.about(key)].filter(word => word !== "").join(": ")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(14)
        }
        Way { key: page.panel.step.key ?? "" }
        Repeater {
            model: page.panel.steps
            Way { required property var model; key: model.key }
        }
    }
    Item {
        id: laid
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gap }
        height: Theme.px(214)

        Row {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            spacing: Theme.gap

            Repeater {
                model: page.panel.hands
                Column {
                    id: hand
                    required property string name
                    required property var cards
                    required property int points
                    required property string side
                    spacing: Theme.gapTiny
                    Label {
                        text: hand.name + (hand.points < 0 ? "" : "  " + hand.points)
                        color: hand.side === "player" ? Theme.playerText : hand.side === "banker" ? Theme.bankerText : Theme.text
                        font.weight: Theme.weightStrong
                    }
                    Row {
                        spacing: -Theme.px(24)
                        Repeater {
                            model: 3
                            CardPlace {
                                required property int index
                                width: page.cardWidth
                                height: Math.round(width * Theme.cardRatio)
                                face: hand.cards[index] ?? ""
                                visible: index < Math.max(2, hand.cards.length)
                            }
                        }
                    }
                }
            }
            Column {
                visible: (page.board.surplus ?? []).length > 0
                spacing: Theme.gapTiny
                Label {
                    text: qsTr("Not due")
                    color: Theme.warn
                    font.weight: Theme.weightStrong
                }
                Row {
                    spacing: Theme.gapTiny
                    Repeater {
                        model: page.board.surplus ?? []
                        CardPlace {
                            required property string modelData
                            width: page.cardWidth
                            height: Math.round(width * Theme.cardRatio)
                            face: modelData
                            lit: true
                        }
                    }
                }
            }
        }
    }
}
