pragma ComponentBehavior: Bound
import QtQuick
import Looks

// This Player's own Bets on one box: what each pays, and when the Round is settled, what became of it.
Item {
    id: bets

    required property var vm
    property int box: 0
    property var kinds: []
    readonly property var shown: vm.shown
    readonly property var lines: shown.lines.now ? shown.lines.lines : []
    readonly property var rows: kinds.map(kind => bets.row(kind, bets.box + "/" + kind)).filter(row => row.amount !== "")

    function row(kind: string, spot: string): var {
        const line = bets.lines.find(line => line.spot === spot)
        const own = bets.shown.boxes.own.find(own => own.spot === spot)
        const pays = bets.shown.spots[kind]?.pays ?? []
        const odds = pays.map(pay => pay.when === "" ? Odds.text(pay.odds) : pay.when === "on 6" ? qsTr("on 6: %1").arg(Odds.text(pay.odds)) : Odds.text(pay.odds)).join(" · ")
        return line !== undefined ? { kind: kind, amount: line.staked, how: line.outcome === "won" ? Odds.text(line.odds) : bets.vm.word("outcome", line.outcome, Qt.uiLanguage), gain: (line.outcome === "won" ? "+" : "") + line.gain, won: line.outcome === "won", lost: line.outcome === "lost" }
            : { kind: kind, amount: own === undefined ? "" : own.amount + " ✓", how: odds, gain: "", won: false, lost: false }
    }

    Label {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top }
        height: Theme.px(56)
        text: qsTr("Your bets on this box")
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: heading.bottom }
        Repeater {
            model: bets.rows.length
            Item {
                id: line
                required property int index
                readonly property var told: bets.rows[index] ?? ({ kind: "", amount: "", how: "", gain: "", won: false, lost: false })
                readonly property color ink: told.lost ? Theme.textOff : Theme.text
                objectName: "bets." + told.kind
                width: parent ? parent.width : 0
                height: Theme.px(56)
                Label {
                    objectName: line.objectName + ".name"
                    width: parent.width * 0.34
                    height: parent.height
                    text: bets.vm.word("spot", line.told.kind, Qt.uiLanguage)
                    color: line.ink
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: line.objectName + ".amount"
                    x: parent.width * 0.35
                    width: parent.width * 0.2
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: line.told.amount
                    color: line.told.lost ? Theme.textOff : Theme.gold
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: line.objectName + ".how"
                    x: parent.width * 0.59
                    width: parent.width * (line.told.gain === "" ? 0.41 : 0.21)
                    height: parent.height
                    text: line.told.how
                    color: line.told.lost ? Theme.textOff : Theme.textSoft
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: line.objectName + ".gain"
                    x: parent.width * 0.8
                    width: parent.width * 0.2
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: line.told.gain
                    color: line.told.won ? Theme.gold : line.ink
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
    Label {
        anchors { left: parent.left; right: parent.right; top: heading.bottom }
        visible: bets.rows.length === 0
        text: qsTr("no bet")
        color: Theme.textOff
        font.pixelSize: Theme.sizeBody
    }
}
