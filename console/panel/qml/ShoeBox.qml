import QtQuick
import Looks

// The Card Shoe at a glance: does it answer, how many cards are left, what is burnt, has the cut card come.
Box {
    id: box

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool loaded: (board.shoeDecks ?? 0) > 0

    title: box.board.automatic ? qsTr("Virtual shoe") : qsTr("Card shoe")

    corner: StatusPill {
        objectName: "shoe.state"
        height: Theme.px(42)
        // What was so when the console was last heard does not look like now.
        text: box.board.link !== "joined" && box.board.asOf ? qsTr("as of %1").arg(box.board.asOf) : box.board.shoeLost ? qsTr("No signal") : box.board.shoeBurning > 0 ? qsTr("Burning")
            : box.board.shoeOut ? qsTr("Out of play") : box.board.shoeLive || box.board.automatic ? qsTr("Ready") : qsTr("Not loaded")
        mood: box.board.link !== "joined" ? "info" : box.board.shoeLost ? "bad" : box.board.shoeLive || box.board.automatic ? "good" : "warn"
    }
    Label {
        id: left
        objectName: "shoe.left"
        anchors { left: parent.left; top: parent.top }
        text: box.loaded ? box.board.shoeLeft ?? 0 : "–"
        font.pixelSize: Theme.sizeDisplay
        font.weight: Theme.weightBold
    }
    Label {
        id: of
        readonly property string whole: box.loaded ? qsTr("of %1 cards left").arg(box.board.shoeCards ?? 0) : qsTr("no cards")
        anchors { left: left.right; right: parent.right; leftMargin: Theme.gapSmall; baseline: left.baseline }
        text: !box.loaded || words.advanceWidth <= width ? whole : "/ " + (box.board.shoeCards ?? 0)    // beside boxes there is less room
        color: Theme.textSoft
        font.pixelSize: Theme.sizeSmall
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
        TextMetrics {
            id: words
            text: of.whole
            font.family: Theme.family
            font.pixelSize: Theme.sizeLeast
            font.weight: Theme.weightBody
        }
    }
    Rectangle {
        id: bar
        anchors { left: parent.left; right: parent.right; top: left.bottom }
        height: Theme.gapMedium
        radius: height / 2
        color: Theme.highContrast ? Theme.edgeOff : Theme.panelRaised
        Rectangle {
            width: Math.round(parent.width * (box.board.shoeCards ? Math.max(0, box.board.shoeLeft) / box.board.shoeCards : 0))
            height: parent.height
            radius: height / 2
            color: box.board.lastRounds >= 0 ? Theme.warn : Theme.good
        }
    }
    Column {
        visible: !box.board.automatic       // nothing is burnt there, and no cut card comes
        anchors { left: parent.left; right: parent.right; top: bar.bottom; topMargin: Theme.gapTiny }
        Fact {
            width: parent.width
            objectName: "shoe.burn"
            name: qsTr("Burnt")
            value: box.board.shoeBurning > 0 ? qsTr("%1, %2 to go").arg(box.board.shoeBurnt).arg(box.board.shoeBurning) : box.board.shoeBurnt ?? 0
            loud: box.board.shoeBurning > 0
        }
        Fact {
            width: parent.width
            objectName: "shoe.cut"
            name: qsTr("Cut card")
            value: box.board.lastRounds > 0 ? qsTr("next round is the last") : box.board.lastRounds === 0 ? qsTr("last round") : qsTr("not yet")
            loud: box.board.lastRounds >= 0
        }
    }
}
