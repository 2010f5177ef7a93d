import QtQuick
import Looks

// Which table, which Round, does play go on, who is here, is the console heard, what time is it.
Rectangle {
    id: bar

    required property var vm
    property string clockText: ""
    readonly property var board: vm.shown.board
    property real remainingMs: 0        // of the countdown, as the ring counts it
    readonly property bool live: board.link === "joined"
    readonly property bool locked: board.locked ?? true
    readonly property bool lastCall: board.phase === "betting" && board.leftMs >= 0 && !board.halted && remainingMs <= board.lastCallMs

    objectName: "bar"
    color: Theme.bar

    Row {
        id: left
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gap
        // What the name of the table may take: Round, phase, a pause and who is signed on are never covered.
        readonly property real free: right.x - left.x - [round, phase, waits].reduce((sum, it) => sum + (it.visible ? it.width + spacing : 0), spacing)

        Column {
            id: named
            readonly property real wanted: Math.max(name.implicitWidth, training.visible ? training.implicitWidth : 0)
            anchors.verticalCenter: parent.verticalCenter
            Label {
                id: name
                objectName: "table"
                width: Math.min(implicitWidth, Math.max(Theme.px(160), left.free))
                text: bar.board.table || qsTr("Dealer panel")
                color: Theme.gold
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
                elide: Text.ElideRight
            }
            // Below the name, where it takes no room from Round, phase and pause.
            Label {
                id: training
                objectName: "training"
                visible: bar.board.training ?? false
                width: Math.min(implicitWidth, Math.max(Theme.px(160), left.free))
                text: qsTr("No real money")
                color: Theme.warn
                font.pixelSize: Theme.sizeSmall
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
        Label {
            visible: text !== "" && bar.live && !(bar.board.halted ?? false) && named.wanted + left.spacing + implicitWidth <= left.free  // else its room is needed
            text: [bar.board.game ?? "", bar.board.currency ?? ""].filter(word => word !== "").join(" · ")
            color: Theme.textSoft
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            id: round
            visible: (bar.board.roundNo ?? 0) > 0
            objectName: "round"
            text: qsTr("Round %1").arg(bar.board.roundNo ?? 0)
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightStrong
            anchors.verticalCenter: parent.verticalCenter
        }
        PhasePill {
            id: phase
            objectName: "phase"
            text: bar.lastCall ? qsTr("Last bets") : Words.phase(bar.board.phase ?? "closed")
            happens: !bar.live ? "away" : bar.board.halted ? "quiet" : bar.lastCall ? "lastBets"
                : ({ betting: "betting", dealing: "noMoreBets" })[bar.board.phase] ?? "quiet"
            anchors.verticalCenter: parent.verticalCenter
        }
        PhasePill {
            id: waits
            objectName: "waits"
            visible: bar.board.halted ?? false
            text: qsTr("Play is paused")
            happens: "paused"
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            objectName: "books"
            visible: (bar.board.booksRead ?? -1) >= 0
            text: qsTr("Books checked: %1 %. Nothing is paid out yet").arg(bar.board.booksRead ?? 0)
            color: Theme.gold
            font.pixelSize: Theme.sizeSmall
            anchors.verticalCenter: parent.verticalCenter
        }
        Label {
            // The copies of the log that a start is confirmed by: they must be there before they are needed. Those that
            // lack something first, and never under what stands at the right.
            readonly property var copies: bar.board.copies ?? []
            readonly property var lacking: copies.filter(copy => copy.lack !== "")
            function told(copy: var): string {
                const who = (copy.role === "witness" ? qsTr("Witness") : qsTr("Archive")) + (copy.name !== "" ? " " + copy.name : "")
                return copy.lack === "" ? who + " ✓"
                    : (copy.lack === "silent" ? qsTr("%1: silent for %2 s") : qsTr("%1: %2 entries behind")).arg(who).arg(copy.amount)
            }
            objectName: "copies"
            width: Math.min(implicitWidth, Math.max(0, right.x - left.x - x - Theme.gap))
            elide: Text.ElideRight
            text: [...lacking, ...copies.filter(copy => copy.lack === "")].map(told).join("   ")
            color: lacking.length > 0 ? Theme.bad : Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            anchors.verticalCenter: parent.verticalCenter
        }
    }
    Row {
        id: right
        anchors { right: parent.right; rightMargin: Theme.gapMedium; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapMedium

        // Who is signed on, and the two ways to leave: somebody takes over, or the panel is locked.
        Column {
            anchors.verticalCenter: parent.verticalCenter
            visible: !bar.locked
            Label {
                anchors.right: parent.right
                objectName: "me"
                width: Math.min(implicitWidth, Theme.px(260))
                elide: Text.ElideRight
                text: bar.board.me ?? ""
                font.pixelSize: Theme.sizeBody
                font.weight: Theme.weightStrong
            }
            Label {
                anchors.right: parent.right
                objectName: "me.position"
                width: Math.min(implicitWidth, Theme.px(260))
                elide: Text.ElideRight
                text: bar.board.position ? Words.position(bar.board.position) : ""
                color: Theme.textSoft
                font.pixelSize: Theme.sizeSmall
            }
        }
        BigButton {
            objectName: "relief.open"
            visible: !bar.locked
            width: Theme.px(150)
            height: Theme.target
            text: qsTr("Relief")
            enabled: bar.live
            onTapped: bar.vm.relief()
        }
        BigButton {
            objectName: "lock.now"
            visible: !bar.locked
            width: Theme.px(150)
            height: Theme.target
            text: qsTr("Lock")     // also without a link: whoever leaves, leaves
            onTapped: bar.vm.lock()
        }
        // Said only when it is not so: then it is the first thing to know.
        StatusPill {
            objectName: "link"
            visible: !bar.live
            text: bar.board.linkName ?? ""
            mood: bar.board.linkMood ?? "warn"
            anchors.verticalCenter: parent.verticalCenter
        }
        BigButton {
            objectName: "language"
            width: Theme.px(92)
            height: Theme.target
            text: ({ en: "EN", zh_CN: "简", zh_TW: "繁", ms: "MS" })[Qt.uiLanguage] ?? ""
            onTapped: bar.vm.speak(({ en: "zh_CN", zh_CN: "zh_TW", zh_TW: "ms", ms: "en" })[Qt.uiLanguage])
        }
        BigButton {
            objectName: "contrast"
            width: Theme.px(72)
            height: Theme.target
            chosen: Theme.highContrast
            Accessible.name: qsTr("High contrast")
            onTapped: Theme.highContrast = !Theme.highContrast
            // Half light, half dark: the sign that everybody knows for it.
            Rectangle {
                anchors.centerIn: parent
                width: Theme.px(32)
                height: width
                radius: width / 2
                color: "transparent"
                border.width: Theme.lineStrong
                border.color: Theme.text
                Item {
                    clip: true
                    width: parent.width / 2
                    height: parent.height
                    Rectangle {
                        width: 2 * parent.width
                        height: width
                        radius: width / 2
                        color: Theme.text
                    }
                }
            }
        }
        Label {
            id: clock
            property date now: new Date()
            objectName: "clock"
            width: Theme.px(92)
            horizontalAlignment: Text.AlignRight
            text: bar.clockText !== "" ? bar.clockText : Qt.formatTime(now, "HH:mm")
            font.pixelSize: Theme.sizeHeading
            anchors.verticalCenter: parent.verticalCenter
            Timer { interval: Theme.clockTick; running: bar.clockText === ""; repeat: true; onTriggered: clock.now = new Date() }
        }
    }
}
