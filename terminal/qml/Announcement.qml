pragma ComponentBehavior: Bound
import QtQuick
import Looks

// "Place your bets" and "No more bets" over the full width, for a moment, when the phase changes: over pages as well.
Banner {
    id: banner

    property string phase: ""
    property bool quiet: false
    property bool still: false          // a picture: nothing comes and goes by itself
    required property var vm

    objectName: "announcement"
    shown: show.running && !banner.quiet
    text: vm.word("phase", said, Qt.uiLanguage)
    // The same in the second language of the house, if it has one.
    note: vm.shown.devices.second[Qt.uiLanguage]?.[said] ?? ""
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
        if (Theme.motion || !banner.still)
            show.restart()
    }
    Timer {
        id: show
        interval: Theme.notice
    }
}
