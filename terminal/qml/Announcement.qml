pragma ComponentBehavior: Bound
import QtQuick
import Looks

// "Place your bets" and "No more bets" over the full width, for a moment, when the phase changes: over pages as well.
Rectangle {
    id: banner

    property string phase: ""
    property bool quiet: false
    property bool still: false          // a picture: nothing comes and goes by itself
    required property var vm
    property bool shown: show.running && !banner.quiet
    property string said: "betting"
    property string before: ""
    readonly property bool opens: said === "betting"
    readonly property string text: vm.word("phase", said, Qt.uiLanguage)
    // The same in the second language of the house, if it has one.
    readonly property string note: vm.shown.devices.second[Qt.uiLanguage]?.[said] ?? ""

    objectName: "announcement"
    opacity: shown ? 1 : 0
    visible: opacity > 0
    color: opens ? Theme.gold : Theme.badGround

    Behavior on opacity { NumberAnimation { duration: Theme.medium } }

    property bool ready: false          // what was so before the screen was there is no news
    Component.onCompleted: {
        banner.before = banner.phase
        ready = true
    }
    onPhaseChanged: {
        if (!banner.ready)
            return
        const closes = banner.phase === "dealing" && banner.before === "betting"   // not after each decision
        banner.before = banner.phase
        if (banner.phase !== "betting" && !closes) {
            show.stop()
            return
        }
        banner.said = banner.phase
        if (Theme.motion || !banner.still)
            show.restart()
    }
    Timer {
        id: show
        interval: Theme.notice
    }
    Repeater {
        model: [0, banner.height - Theme.lineBold]
        Rectangle {
            required property real modelData
            y: modelData
            width: banner.width
            height: Theme.lineBold
            color: banner.opens ? Theme.goldDeep : Theme.bad
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: banner.text
            color: banner.opens ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.sizeDisplay
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Label {
            width: parent.width
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: banner.note
            color: banner.opens ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.sizeName
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
    }
}
