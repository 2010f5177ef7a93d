pragma ComponentBehavior: Bound
import QtQuick

// A strip over the full width: "Place your bets", "No more bets", a halt, an outage. Two languages where both fit.
Rectangle {
    id: banner

    property string text: ""
    property string note: ""
    property string mood: "info"        // good, warn, bad, info, gold
    property bool shown: true
    readonly property bool golden: mood === "gold"

    width: parent ? parent.width : implicitWidth
    implicitWidth: Theme.px(1920)
    implicitHeight: Theme.px(note === "" ? 96 : 128)
    opacity: shown ? 1 : 0
    visible: opacity > 0
    color: ({ good: Theme.goodGround, warn: Theme.warnGround, bad: Theme.badGround, info: Theme.infoGround, gold: Theme.gold })[mood]

    Behavior on opacity { NumberAnimation { duration: Theme.medium } }

    Repeater {
        model: [0, banner.height - Theme.px(4)]
        Rectangle {
            required property real modelData
            y: modelData
            width: banner.width
            height: Theme.px(4)
            color: ({ good: Theme.good, warn: Theme.warn, bad: Theme.bad, info: Theme.info, gold: Theme.goldDeep })[banner.mood]
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: banner.text
            color: banner.golden ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Label {
            width: parent.width
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: banner.note
            color: banner.golden ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
