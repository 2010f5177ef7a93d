import QtQuick
import Looks

// One Hand of a box, large, in the desk.
Rectangle {
    id: column

    required property var vm
    property var hand: ({ cards: [], total: "", state: "", active: false, out: false, stakes: "" })
    property int number: 0              // 0: the only one
    property bool due: false
    property bool staked: true          // own Bets stand below it
    readonly property bool narrow: width < Theme.px(300)

    radius: Theme.radius
    color: hand.active ? Theme.panelRaised : Theme.bar
    border.width: hand.active ? Theme.lineStrong : Theme.line
    border.color: hand.active ? Theme.gold : Theme.edge

    Label {
        objectName: column.objectName + ".name"
        anchors { left: parent.left; leftMargin: column.narrow ? Theme.gapSmall : Theme.gap; right: total.left; rightMargin: Theme.gapTiny; top: parent.top; topMargin: Theme.radiusSmall }
        height: Theme.px(44)
        text: (column.number === 0 ? "" : column.narrow ? column.number + " · " : qsTr("Hand %1").arg(column.number) + "  ") + (column.hand.state === "" ? "" : column.vm.word("spot", column.hand.state, Qt.uiLanguage))
        color: column.hand.active ? Theme.gold : Theme.text
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Total {
        id: total
        objectName: column.objectName + ".total"
        anchors { right: parent.right; top: parent.top; rightMargin: Theme.gapSmall; topMargin: Theme.radiusSmall }
        height: Theme.px(56)
        size: Theme.sizeHeading
        text: column.hand.total
        active: column.hand.active
        out: column.hand.out
    }
    Fan {
        id: fan
        anchors { horizontalCenter: parent.horizontalCenter; top: total.bottom; topMargin: Theme.radiusSmall }
        width: taken
        // What stands below them is not covered, in larger text neither.
        cardWidth: Math.min(Theme.px(column.narrow ? 84 : column.width > Theme.px(500) ? 112 : 100), Math.floor((column.height - y - (stakes.visible ? stakes.height + Theme.gapTiny : Theme.gapSmall)) / Theme.cardRatio))
        room: column.width - 2 * Theme.gap
        apart: 1.06
        cards: column.hand.cards
        out: column.hand.out
        due: column.due
    }
    Label {
        id: stakes
        objectName: column.objectName + ".stakes"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapTiny }
        visible: column.hand.stakes !== "" && column.staked
        horizontalAlignment: Text.AlignHCenter
        text: column.hand.stakes + " ✓"
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
