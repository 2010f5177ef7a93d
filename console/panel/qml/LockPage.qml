pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Nobody is signed on. The Round goes on and is in sight: its phase, its cards, the time, what stops it. No order is taken
// here; beside it whoever comes signs on.
Item {
    id: page

    required property var vm
    readonly property var board: vm.shown.board
    readonly property bool live: board.link === "joined"
    readonly property var halts: vm.shown.halts ?? []
    readonly property var demo: vm.shown.demo ?? []

    objectName: "lock"

    Rectangle {
        id: now
        anchors { left: parent.left; top: parent.top; bottom: parent.bottom; margins: Theme.gapMedium }
        width: Theme.px(748)
        radius: Theme.radius
        color: Theme.panel
        border.width: Theme.lineStrong
        border.color: page.board.halted ? Theme.phaseLook("paused").tone : Theme.edge

        Column {
            id: words
            anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gap }
            spacing: Theme.gapTiny
            Label {
                objectName: "lock.phase"
                width: parent.width - (time.visible ? time.width + Theme.gap : 0)
                text: page.live ? Words.phase(page.board.phase ?? "closed") : page.board.linkName ?? ""
                color: page.live ? Theme.gold : Theme.warn
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
            Label {
                objectName: "lock.about"
                width: parent.width - (time.visible ? time.width + Theme.gap : 0)
                text: !page.live ? Words.cut(page.board) : ["closed", "ready"].includes(page.board.phase ?? "closed") ? qsTr("The panel is locked") : qsTr("The panel is locked; the round goes on")
                color: Theme.textSoft
                wrapMode: Text.WordWrap
            }
            Label {
                objectName: "lock.leaving"
                width: parent.width - (time.visible ? time.width + Theme.gap : 0)
                visible: (page.board.leaving ?? false) && !page.live
                text: qsTr("Locked here. The console is told as soon as it is heard.")
                color: Theme.warn
                font.weight: Theme.weightStrong
                wrapMode: Text.WordWrap
            }
            Repeater {
                model: Rows { id: rows; list: page.halts.slice(0, 2) }
                Label {
                    required property int place
                    objectName: "lock.halt." + rows.values[place].reason
                    width: words.width
                    topPadding: Theme.gapSmall
                    text: rows.values[place].name + (place === 1 && page.halts.length > 2 ? "  + " + (page.halts.length - 2) : "")
                    color: Theme.phaseLook("paused").tone
                    font.pixelSize: Theme.sizeHeading
                    font.weight: Theme.weightBold
                    wrapMode: Text.WordWrap
                }
            }
        }
        CountdownRing {
            id: time
            objectName: "lock.countdown"
            anchors { right: parent.right; top: parent.top; margins: Theme.gap }
            width: Theme.px(150)
            height: width
            leftMs: page.board.leftMs ?? -1
            totalMs: Math.max(1, page.board.countdownMs ?? 1)
            lastCallMs: page.board.lastCallMs ?? 0
            running: page.live && !page.board.halted
        }
        LaidCards {
            objectName: "lock.hands"
            anchors { left: parent.left; right: parent.right; bottom: result.top; margins: Theme.gap }
            visible: page.board.phase !== "closed"
            opacity: page.live ? 1 : Theme.dim
            vm: page.vm
            cardMost: Theme.px(150)
        }
        ResultLine {
            id: result
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gap }
            height: Theme.px(76)
            board: page.board
            winner: page.board.winner ?? ""
        }
    }
    Label {
        id: title
        objectName: "lock.title"
        anchors { left: now.right; right: parent.right; top: parent.top; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge; topMargin: Theme.gapMedium }
        text: qsTr("Sign on")
        color: Theme.gold
        font.pixelSize: Theme.sizeTitle
        font.weight: Theme.weightBold
    }
    ProvePane {
        anchors { left: title.left; right: title.right; top: title.bottom; bottom: demo.visible ? demo.top : parent.bottom; topMargin: Theme.gapSmall; bottomMargin: Theme.gapMedium }
        vm: page.vm
        live: page.live
        people: page.vm.shown.signers ?? []
        none: page.live ? qsTr("Nobody is on record yet.") : ""
        doing: qsTr("Sign on")
    }
    // A training table only, where there is no money to lose: what is typed there is no secret.
    Rectangle {
        id: demo
        objectName: "demo"
        anchors { left: title.left; right: title.right; bottom: parent.bottom; bottomMargin: Theme.gapMedium }
        height: visible ? said.implicitHeight + 2 * Theme.gapSmall : 0
        visible: page.demo.length > 0
        radius: Theme.radiusSmall
        color: Theme.infoGround
        border.width: Theme.line
        border.color: Theme.info
        Label {
            id: said
            anchors { left: parent.left; right: parent.right; margins: Theme.gapMedium; verticalCenter: parent.verticalCenter }
            text: qsTr("Training, no real money. Number / PIN: %1").arg(page.demo.map(one => one.name + " " + one.number + " / " + one.pin).join("   ·   "))
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.WordWrap
        }
    }
}
