pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Rounds that are over, the last one first, with their cards; of the chosen one also its bets and who stood for it. The
// last one can still be put right.
Item {
    id: page

    required property var vm
    readonly property PastRound chosen: list.currentItem as PastRound
    readonly property var first: rounds.values[0]
    readonly property int found: first?.recalled && first.correctedBy === "" ? first.roundNo : 0

    // What was looked for lies on top, and is what the page is about until it is put right; then the last Round is.
    onFoundChanged: if (found > 0) list.currentIndex = 0
    Component.onCompleted: if (first?.recalled && found === 0) list.currentIndex = 1

    component PastRound: Item {
        id: past
        required property int place
        readonly property var row: rounds.values[place]
        readonly property int roundNo: row.roundNo
        readonly property var hands: row.hands
        readonly property bool isVoid: row.isVoid
        readonly property string winnerName: row.winnerName
        readonly property int points: row.points
        readonly property string time: row.time
        readonly property string paragraph: row.paragraph
        readonly property string certifiedBy: row.certifiedBy
        readonly property string correctedBy: row.correctedBy
        readonly property string ruledBy: row.ruledBy
        readonly property string staked: row.staked
        readonly property string returned: row.returned
        readonly property bool known: row.known
        readonly property bool recalled: row.recalled
        readonly property var lines: row.lines
        readonly property bool chosen: ListView.isCurrentItem

        objectName: "past." + roundNo
        width: ListView.view.width
        height: list.row

        TapHandler {
            gesturePolicy: TapHandler.ReleaseWithinBounds
            onTapped: past.ListView.view.currentIndex = past.place
        }
        Rectangle {
            anchors { fill: parent; bottomMargin: Theme.gapTiny }
            radius: Theme.radiusSmall
            color: past.chosen ? Theme.panelRaised : Theme.panel
            border.width: past.chosen ? Theme.lineStrong : Theme.line
            border.color: past.chosen ? Theme.gold : Theme.edgeOff
        }
        Column {
            id: number
            anchors { left: parent.left; leftMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
            width: Theme.px(116)
            Label {
                text: past.roundNo
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
            }
            Label {
                text: past.time
                color: Theme.textSoft
                font.pixelSize: Theme.sizeNote
            }
        }
        Row {
            anchors { left: number.right; verticalCenter: parent.verticalCenter; verticalCenterOffset: -Theme.gapTiny / 2 }
            spacing: Theme.gapLarge
            Repeater {
                model: past.hands
                Row {
                    id: hand
                    required property var modelData
                    spacing: Theme.gapTiny
                    SideBadge {
                        anchors.verticalCenter: parent.verticalCenter
                        tone: hand.modelData.tone
                        letter: hand.modelData.letter
                    }
                    Repeater {
                        model: Math.max(3, hand.modelData.cards.length)
                        CardPlace {
                            required property int index
                            width: Theme.px(60)
                            height: Math.round(width * Theme.cardRatio)
                            opacity: face === "" ? 0 : 1
                            face: hand.modelData.cards[index] ?? ""
                        }
                    }
                    Label {
                        anchors.verticalCenter: parent.verticalCenter
                        width: Theme.px(46)
                        horizontalAlignment: Text.AlignHCenter
                        text: hand.modelData.points < 0 ? "" : hand.modelData.points
                        color: Theme.tone(hand.modelData.tone).text
                        font.pixelSize: Theme.sizeHeading
                        font.weight: Theme.weightBold
                    }
                }
            }
        }
        Row {
            anchors { right: parent.right; rightMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
            spacing: Theme.gapSmall
            Label {
                anchors.verticalCenter: parent.verticalCenter
                width: Theme.px(150)
                horizontalAlignment: Text.AlignRight
                text: past.isVoid ? qsTr("VOID") : past.winnerName
                color: past.isVoid ? Theme.phaseLook("void").tone : Theme.tone(past.row.tone).text
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            SideBadge {
                anchors.verticalCenter: parent.verticalCenter
                tone: past.row.tone
                letter: past.isVoid ? "" : past.row.letter
                visible: letter !== "" && letter !== past.winnerName    // where one sign is the whole name it is not said twice
            }
        }
    }

    Box {
        id: box
        anchors { left: parent.left; right: last.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.gapMedium }
        title: qsTr("Past rounds")
        Label {
            visible: list.count === 0
            text: qsTr("None yet.")
            color: Theme.textSoft
        }
        ListView {
            id: list
            anchors { left: parent.left; right: parent.right; top: parent.top }
            height: Math.max(0, 5 * row - 1) // or a sixth one would peep in
            readonly property int row: Math.floor(parent.height / 5)
            clip: true
            cacheBuffer: 0
            snapMode: ListView.SnapToItem
            boundsBehavior: Flickable.StopAtBounds
            highlightFollowsCurrentItem: false
            model: Rows { id: rounds; list: page.vm.shown.past }
            delegate: PastRound {}
        }
    }
    Box {
        id: last
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(580)
        title: page.chosen === null ? qsTr("The last round") : qsTr("Round %1").arg(page.chosen.roundNo)

        Column {
            id: told
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: page.chosen !== null
            Fact {
                width: parent.width
                visible: page.chosen?.isVoid ?? false
                name: qsTr("Void under")
                value: "§" + (page.chosen?.paragraph ?? "")
                loud: true
            }
            Fact {
                objectName: "round.by"
                width: parent.width
                name: page.chosen?.isVoid && !page.chosen?.correctedBy ? qsTr("Void by") : qsTr("Certified by")
                value: page.chosen?.certifiedBy || "–"
            }
            Fact {
                width: parent.width
                objectName: "round.ruled"
                visible: value !== ""
                name: qsTr("Ruled by")
                value: page.chosen?.ruledBy ?? ""
            }
            Fact {
                width: parent.width
                objectName: "round.corrected"
                visible: (page.chosen?.correctedBy ?? "") !== ""
                name: page.chosen?.isVoid ? qsTr("Void by") : qsTr("Corrected by")
                value: page.chosen?.correctedBy ?? ""
                loud: true
            }
            Label {
                width: parent.width
                visible: !(page.chosen?.known ?? true)
                text: qsTr("Only its cards are known here.")
                color: Theme.textSoft
                font.pixelSize: Theme.sizeSmall
            }
        }
        // Header, lines and sum share what is left above the orders: many lines stand closer, and none lies behind one.
        Column {
            id: lines
            anchors { left: parent.left; right: parent.right; top: told.bottom }
            visible: page.chosen?.known ?? false
            readonly property int row: Math.max(Theme.sizeLeast, Math.min(Theme.px(36), Math.floor((doing.y - told.y - told.height - Theme.gapSmall) / (2 + (page.chosen?.lines.length ?? 0)))))
            Line {
                name: ""
                staked: qsTr("Bet")
                returned: qsTr("Paid incl. stake")
                ink: Theme.textSoft
            }
            Repeater {
                model: page.chosen?.known ? page.chosen.lines : []
                Line {
                    required property var modelData
                    called: "round.line"
                    name: modelData.name + "  ×" + modelData.terminals
                    staked: modelData.staked
                    returned: modelData.returned
                }
            }
            Line {
                called: "round.total"
                name: qsTr("All bets")
                staked: page.chosen?.staked ?? ""
                returned: page.chosen?.returned ?? ""
                font.weight: Theme.weightBold
                Rectangle { width: parent.width; height: Theme.line; color: Theme.edge }
            }
        }
        Column {
            id: doing
            // Or one that stands, as earlier Rounds do in this game (003 §5.6).
            readonly property bool isLast: page.chosen === null || (!page.chosen.recalled && !page.vm.shown.board.reachesBack) || (!page.chosen.recalled && page.chosen.roundNo === (page.vm.shown.board.roundNo ?? 0))
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
            spacing: Theme.gapSmall
            Label {
                objectName: "round.recalling"
                width: parent.width
                visible: text !== ""
                text: page.vm.shown.board.recalling > 0 ? qsTr("Looking for round %1 in the journal: %2 %").arg(page.vm.shown.board.recalling).arg(page.vm.shown.board.recallRead)
                    : page.vm.shown.board.notFound > 0 ? Words.filled(Words.notFound(page.vm.shown.board.notFoundWhy), page.vm.shown.board.notFound) : ""
                color: page.vm.shown.board.recalling > 0 ? Theme.textSoft : Theme.warn
                font.pixelSize: Theme.sizeSmall
                wrapMode: Text.WordWrap
            }
            BigButton {
                objectName: "rounds.recall"
                readonly property var step: (page.vm.shown.board.doing ?? {}).recall_round ?? null
                width: parent.width
                height: Theme.px(78)
                visible: !doing.isLast && !page.chosen.recalled
                text: qsTr("Correct round %1").arg(page.chosen?.roundNo ?? "")
                note: step === null ? qsTr("not at this moment") : qsTr("with %1").arg(Words.position(step.who))
                enabled: step !== null && step.allowed && (page.vm.shown.board.canSend ?? false)
                onTapped: page.vm.recall(page.chosen.roundNo)
            }
            Steps {
                width: parent.width
                visible: keys.length > 0
                vm: page.vm
                row: Theme.px(78)
                columns: keys.length
                keys: doing.isLast ? ["correct", page.vm.shown.board.doing?.take_back_void ? "take_back_void" : "void_settled"].concat(page.vm.shown.board.doing?.remove_settled ? ["remove_settled"] : [])
                    : page.chosen.recalled ? [page.vm.shown.board.doing?.take_back_earlier ? "take_back_earlier" : "correct_earlier"] : []
                prefix: "rounds."
            }
            Steps {
                width: parent.width
                vm: page.vm
                row: Theme.px(100)
                columns: 2
                keys: ["rule_otherwise", "recall_round"]
                prefix: "rounds."
            }
        }
    }
    component Line: Item {
        id: line
        property string called: ""
        property string name: ""
        property string staked: ""
        property string returned: ""
        property color ink: Theme.text
        property font font
        width: parent ? parent.width : 0
        height: lines.row
        Repeater {
            model: [line.name, line.staked, line.returned]
            Label {
                required property string modelData
                required property int index
                objectName: line.called
                x: index === 0 ? 0 : line.width * (index === 1 ? 0.42 : 0.65)
                width: line.width * (index === 0 ? 0.42 : index === 1 ? 0.21 : 0.35)     // so that full columns do not touch
                height: line.height
                horizontalAlignment: index === 0 ? Text.AlignLeft : Text.AlignRight
                text: modelData
                color: line.ink
                font.pixelSize: Theme.sizeSmall
                font.weight: line.font.weight
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
}
