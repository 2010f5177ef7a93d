pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The strip at the top: which table, which Round, what may be bet, what time it is, and whether we are connected.
Rectangle {
    id: bar

    required property var vm
    property string clockText: ""
    property date now: new Date()
    readonly property var table: vm.shown.table
    readonly property string link: vm.shown.state.link
    signal page(string name)

    color: Theme.bar

    Timer {
        interval: 1000
        running: bar.clockText === ""
        repeat: true
        triggeredOnStart: true
        onTriggered: bar.now = new Date()
    }
    Rectangle {
        anchors.bottom: parent.bottom
        width: parent.width
        height: Theme.line
        color: Theme.goldDeep
        opacity: 0.7
    }
    Column {
        id: name
        anchors { left: parent.left; leftMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        width: Theme.px(330)
        Label {
            objectName: "table.name"
            width: parent.width
            text: bar.table.name === "" ? qsTr("Baccarat") : bar.table.name
            color: Theme.gold
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(18)
        }
        Label {
            objectName: "table.terminal"
            width: parent.width
            text: qsTr("Terminal %1").arg(bar.table.terminal)
            color: Theme.textSoft
            font.pixelSize: Theme.px(20)
            elide: Text.ElideRight
        }
    }
    Row {
        anchors { left: name.right; leftMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapLarge
        Fact {
            objectName: "table.round"
            title: qsTr("Round")
            text: bar.table.round > 0 ? bar.table.round : "–"
            width: Theme.px(120)
        }
        Fact {
            objectName: "table.shoe"
            title: bar.table.lastRound ? qsTr("Last round of this shoe") : qsTr("Cards left")
            text: bar.table.shoe > 0 ? bar.table.cardsLeft : "–"
            tone: bar.table.lastRound ? Theme.warn : Theme.text
            width: Theme.px(220)
        }
        Fact {
            objectName: "table.limits"
            title: qsTr("Limits %1").arg(bar.table.currency)
            text: bar.table.highest === "0" ? "–" : bar.table.lowest + " – " + bar.table.highest
            width: Theme.px(250)
        }
        Fact {
            objectName: "table.clock"
            title: qsTr("Time")
            text: bar.clockText !== "" ? bar.clockText : Qt.formatTime(bar.now, "HH:mm")
            width: Theme.px(110)
        }
        Fact {
            objectName: "table.session"
            title: qsTr("Session")
            text: bar.playing
            width: Theme.px(170)
        }
    }
    // Display only: how long there has been credit here.
    property real since: 0
    readonly property bool seated: vm.shown.money.credit > 0 || vm.shown.money.stake > 0
    readonly property string playing: {
        if (!bar.seated || bar.since === 0)
            return "–"
        const minutes = Math.max(0, Math.floor((bar.now.getTime() - bar.since) / 60000))
        return Math.floor(minutes / 60) + ":" + String(minutes % 60).padStart(2, "0")
    }
    onSeatedChanged: bar.since = bar.seated ? Date.now() : 0
    Component.onCompleted: bar.since = bar.seated ? Date.now() : 0

    Row {
        anchors { right: parent.right; rightMargin: Theme.gap; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapSmall
        StatusPill {
            objectName: "link"
            anchors.verticalCenter: parent.verticalCenter
            width: Theme.px(250)
            text: bar.vm.word("link", bar.link, Qt.uiLanguage)
            mood: bar.link === "joined" ? "good" : bar.link === "joining" ? "warn" : bar.link === "reconnecting" ? "warn" : "bad"
        }
        BigButton {
            objectName: "contrast"
            width: Theme.px(72)
            height: Theme.px(66)
            chosen: Theme.highContrast
            Accessible.name: qsTr("High contrast")
            onTapped: Theme.highContrast = !Theme.highContrast
            // Half light, half dark: the sign that everybody knows for it.
            Rectangle {
                anchors.centerIn: parent
                width: Theme.px(34)
                height: width
                radius: width / 2
                color: "transparent"
                border.width: Theme.px(3)
                border.color: Theme.text
                Item {
                    clip: true
                    width: parent.width / 2
                    height: parent.height
                    Rectangle {
                        width: Theme.px(34)
                        height: width
                        radius: width / 2
                        color: Theme.text
                    }
                }
            }
        }
        BigButton {
            objectName: "language"
            width: Theme.px(130)
            height: Theme.px(66)
            //: The short name of the language that is shown
            text: qsTr("English")
            onTapped: bar.page("language")
        }
    }
}
