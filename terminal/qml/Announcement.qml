pragma ComponentBehavior: Bound
import QtQuick
import Looks

// "Place your bets" and "No more bets" over the full width, for a moment, when the phase changes.
Banner {
    id: banner

    property string phase: ""
    property bool quiet: false
    required property var vm

    objectName: "announcement"
    z: 2
    shown: show.running && !banner.quiet
    text: vm.word("phase", said, Qt.uiLanguage)
    note: Qt.uiLanguage !== "en" ? (said === "betting" ? "Place your bets" : "No more bets") : (said === "betting" ? "请下注" : "停止下注")
    mood: said === "betting" ? "gold" : "bad"
    property string said: "betting"

    property bool ready: false          // what was so before the screen was there is no news
    Component.onCompleted: ready = true
    onPhaseChanged: {
        if (!banner.ready)
            return
        if (banner.phase !== "betting" && banner.phase !== "dealing") {
            show.stop()
            return
        }
        banner.said = banner.phase
        if (Theme.motion)
            show.restart()
    }
    Timer {
        id: show
        interval: 2000
    }
}
