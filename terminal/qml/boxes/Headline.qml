pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// What goes on, in a few words; and before that what cannot wait: a no, a halt, money that is not booked, a correction.
Item {
    id: headline

    required property var vm
    readonly property var shown: vm.shown
    property string text: ""
    property string reason: ""
    property string note: ""
    property bool aside: false
    readonly property bool halted: shown.state.attention === "halted"
    readonly property bool unpaid: shown.money.unpaid > 0
    readonly property bool refused: shown.notice.reason !== ""
    readonly property bool heard: shown.state.link === "joined"
    readonly property string trouble: {
        if (headline.unpaid)
            return (shown.state.calls ? qsTr("%1 was taken and not credited: an attendant will come.") : qsTr("%1 was taken and not credited. Please call an attendant.")).arg(shown.money.unpaidText)
        if (headline.aside && shown.state.correction)
            return (shown.state.correction.void !== "" ? qsTr("Round %1 is void. Balance: %2") : qsTr("Round %1 was corrected. Balance: %2")).arg(shown.state.correction.round).arg(shown.state.correction.change)
        return headline.refused ? headline.refusal(shown.notice) : ""
    }
    signal details()

    function refusal(notice: var): string {
        const place = notice.spot ? headline.vm.word("spot", notice.spot, Qt.uiLanguage) : ""
        const why = notice.bound === "most" && place === "" ? qsTr("Not placed: the limit of all bets together is %1").arg(notice.limitText)
            : notice.bound === "most" ? qsTr("Not placed: %1 limit is %2").arg(place).arg(notice.limitText)
            : (place === "" ? "" : place + ": ") + headline.vm.word("refusal", notice.reason, Qt.uiLanguage)
        return why + (notice.paragraph ? " (" + notice.paragraph + ")" : "")
    }

    Rectangle {
        anchors.fill: parent
        visible: headline.halted && headline.heard
        radius: Theme.radius
        color: Theme.warnGround
        border.width: Theme.lineStrong
        border.color: Theme.warn
        Column {
            anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
            Label {
                objectName: "halted"
                width: parent.width
                text: qsTr("Play is paused")
                color: Theme.warn
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
            Repeater {
                model: Math.min(2, headline.shown.state.halts.length)
                Label {
                    required property int index
                    readonly property var halt: headline.shown.state.halts[index] ?? ({ reason: "", paragraph: "" })
                    width: parent.width
                    text: headline.vm.word("halt", halt.reason, Qt.uiLanguage) + (halt.paragraph ? " (" + halt.paragraph + ")" : "")
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
            Label {
                width: parent.width
                wrapMode: Text.WordWrap
                text: headline.shown.state.registered.length > 0 ? qsTr("Your registered bets stand. A Supervisor decides what follows.") : qsTr("A Supervisor decides what follows.")
                font.pixelSize: Theme.sizeSmall
            }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: parent.top }
        visible: !headline.halted && headline.heard
        Label {
            objectName: "phase"
            width: parent.width
            height: Theme.px(68)
            text: headline.text
            color: Theme.gold
            font.pixelSize: Theme.sizeFigure
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        FitLabel {
            objectName: "phase.reason"
            width: parent.width
            text: headline.reason
            size: Theme.sizeLead
            font.weight: Theme.weightStrong
        }
        FitLabel {
            objectName: "phase.note"
            width: parent.width
            visible: headline.trouble === ""
            text: headline.note
            color: Theme.textSoft
        }
    }
    Rectangle {
        objectName: "strip"
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(84)
        visible: headline.trouble !== "" && !headline.halted
        radius: Theme.radius
        color: Theme.warnGround
        border.width: Theme.line
        border.color: Theme.warn
        Label {
            objectName: "notice"
            anchors { fill: parent; topMargin: Theme.gapTiny; bottomMargin: Theme.gapTiny; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall + (call.visible ? call.width + Theme.gapTiny : details.visible ? details.width + Theme.gapTiny : 0) }
            wrapMode: Text.WordWrap
            text: headline.trouble
            font.pixelSize: Theme.sizeBody
            font.weight: Theme.weightStrong
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
        AttendantCall {
            id: call
            anchors { right: parent.right; rightMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            visible: headline.unpaid
            width: Theme.px(210)
            height: Theme.target
            vm: headline.vm
            name: "strip.call"
            urgent: true
        }
        BigButton {
            id: details
            objectName: "strip.details"
            anchors { right: parent.right; rightMargin: Theme.radiusSmall; verticalCenter: parent.verticalCenter }
            visible: headline.aside && !headline.unpaid
            width: Theme.px(150)
            height: Theme.target
            text: qsTr("Details")
            onTapped: headline.details()
        }
    }
}
