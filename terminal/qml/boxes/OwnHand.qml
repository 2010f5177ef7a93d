pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One Hand of this Player's own, as large as there is room: how it stands, its cards and total, and what is bet on it.
Rectangle {
    id: own

    required property var vm
    property var hand: ({ hand: "", cards: [], total: "", state: "", active: false, out: false, stakes: "" })
    property string name: ""
    property string coin: ""
    property bool due: false

    radius: Theme.radius
    color: hand.active ? Theme.panelRaised : Theme.bar
    border.width: hand.active ? Theme.lineBold : Theme.line
    border.color: hand.active ? Theme.gold : Theme.edge

    Label {
        id: title
        objectName: own.objectName + ".name"
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: total.verticalCenter }
        visible: text !== ""
        width: visible ? Math.min(implicitWidth, (total.x - Theme.gap) * 0.56) : 0
        text: own.name
        color: own.hand.active ? Theme.gold : Theme.text
        font.pixelSize: Theme.sizeHeading
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    StateLine {
        objectName: own.objectName + ".state"
        anchors.verticalCenter: total.verticalCenter
        x: title.visible ? title.x + title.width + Theme.gapSmall : (own.width - width) / 2
        width: !title.visible ? Theme.px(260) : Math.min(Theme.px(260), total.x - x - Theme.gapSmall)
        height: Theme.px(46)
        visible: own.hand.state !== ""
        text: own.hand.state === "" ? "" : own.vm.word("spot", own.hand.state, Qt.uiLanguage)
        key: own.hand.state
        fate: own.hand.state.startsWith("fate/") ? own.hand.state.slice(5) : ""
        active: own.hand.active
        color: own.hand.active ? Theme.gold : own.color
    }
    Total {
        id: total
        objectName: own.objectName + ".total"
        anchors { right: parent.right; top: parent.top; margins: Theme.gapSmall }
        height: Theme.px(64)
        size: Theme.sizeName
        text: own.hand.total
        active: own.hand.active
        out: own.hand.out
    }
    Fan {
        anchors { horizontalCenter: parent.horizontalCenter; top: total.bottom; topMargin: Theme.gapSmall }
        width: taken
        cardWidth: Math.min(Theme.px(186), Math.floor((stake.y - total.y - total.height - 2 * Theme.gapSmall) / Theme.cardRatio))
        room: own.width - 2 * Theme.gap
        apart: 1.08
        cards: own.hand.cards
        out: own.hand.out
        due: own.due
    }
    Item {
        id: stake
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.gapTiny }
        width: amount.x + amount.width
        height: Theme.px(56)
        visible: own.hand.stakes !== ""
        Coin {
            id: drawn
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(52)
            code: own.coin
        }
        Label {
            id: amount
            objectName: own.objectName + ".stakes"
            x: drawn.visible ? drawn.width + Theme.gapSmall : 0
            anchors.verticalCenter: parent.verticalCenter
            width: Math.min(implicitWidth, own.width - x - 2 * Theme.gap)
            text: own.hand.stakes + " ✓"
            color: Theme.gold
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
