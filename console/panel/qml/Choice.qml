import QtQuick
import Looks

// One way out of what is irregular: what it is, what it does, what becomes of the money, who may choose it. All choices of
// a guide look alike: none is suggested where the rules suggest none.
Rectangle {
    id: choice

    required property var vm
    required property var row           // of `guides`: choice_part
    property bool live: true
    readonly property bool usable: live && (row.asks ?? false) && (row.allowed ?? false) && (vm.shown.board.canSend ?? false)
    readonly property string who: row.who > 0 ? row.allowed ? row.second ? qsTr("with %1").arg(Words.position(row.who)) : "" : qsTr("for a %1").arg(Words.position(row.who)) : ""
    readonly property color ink: usable ? Theme.text : Theme.textSoft
    signal tapped()

    Accessible.role: Accessible.Button
    Accessible.name: title.text
    Accessible.onPressAction: if (choice.usable) choice.tapped()

    implicitHeight: said.implicitHeight + 2 * Theme.gapTiny
    radius: Theme.radius
    color: !choice.usable ? Theme.panel : tap.pressed ? Qt.darker(Theme.panelRaised, 1.3) : Theme.panelRaised
    border.width: choice.row.final && choice.usable ? Theme.lineStrong : Theme.line
    border.color: choice.row.final && choice.usable ? Theme.bad : choice.usable ? Theme.edge : Theme.edgeOff

    Column {
        id: said
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        Item {
            width: parent.width
            height: Math.max(title.height, who.height)
            FitLabel {
                id: title
                objectName: "guide.title." + choice.row.key
                anchors { left: parent.left; right: who.left; rightMargin: Theme.gapTiny }
                text: Words.doing(choice.row)
                color: choice.ink
                font.weight: Theme.weightBold
            }
            FitLabel {
                id: who
                objectName: "guide.who." + choice.row.key
                anchors { right: parent.right; top: parent.top }
                width: Math.min(room.advanceWidth + Theme.gapTiny, parent.width * 0.46)
                TextMetrics { id: room; font.family: Theme.family; font.pixelSize: Theme.sizeNote; font.weight: Theme.weightBody; text: who.text }
                horizontalAlignment: Text.AlignRight
                text: choice.who
                color: Theme.textSoft
                size: Theme.sizeNote
            }
        }
        Label {
            width: parent.width
            text: [choice.row.paragraph ? "§" + choice.row.paragraph : "", choice.row.effect ?? ""].filter(word => word !== "").join("  ")
            color: choice.ink
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.WordWrap
            maximumLineCount: 3
            lineHeight: 0.86
        }
        FitLabel {
            objectName: "guide.money." + choice.row.key
            width: parent.width
            visible: text !== ""
            text: Words.outlook(choice.row)
            color: Theme.gold
            size: Theme.sizeSmall
        }
    }
    TapHandler {
        id: tap
        enabled: choice.usable && choice.vm.shown.armed
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: choice.tapped()
    }
}
