import QtQuick
import Looks

// The biggest button. Where nothing is to be tapped (draw a card, plug the shoe in) it is a hint with a golden frame.
Item {
    id: button

    required property var step
    property bool waiting: false
    property string link: ""            // why nothing can be done at all, or ""
    property string why: ""
    property bool armed: true
    readonly property bool asks: step.asks ?? false
    readonly property bool usable: asks && (step.allowed ?? false) && !waiting && link === ""
    readonly property color ink: usable ? Theme.goldInk : Theme.text
    signal tapped()

    Accessible.role: Accessible.Button
    Accessible.name: title.text

    Rectangle {
        id: body
        anchors.fill: parent
        radius: Theme.radius
        border.width: button.usable ? Theme.line : Theme.px(4)
        border.color: button.link !== "" ? Theme.bad : button.usable ? Theme.goldEdge : button.waiting ? Theme.edge : Theme.gold
        readonly property bool down: tap.pressed
        gradient: Gradient {
            GradientStop { position: 0; color: button.link !== "" ? Theme.badGround : !button.usable ? Theme.panel : body.down ? Theme.goldDeep : Theme.gold }
            GradientStop { position: 1; color: button.link !== "" ? Theme.badGround : !button.usable ? Theme.panel : Theme.goldDeep }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
        Label {
            id: title
            objectName: "next.title"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.link !== "" ? button.link : button.waiting ? qsTr("One moment …") : Words.filled(Words.step(button.step.key ?? ""), button.step.detail ?? "")
            color: button.step.side === "player" ? Theme.playerText : button.step.side === "banker" ? Theme.bankerText : button.ink
            font.pixelSize: Theme.sizeDisplay
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(26)
        }
        Label {
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.link !== "" ? (button.why || qsTr("The round goes on at the console; this panel comes back by itself"))
                : !button.step.allowed && button.asks ? qsTr("for a %1").arg(Words.position(button.step.who ?? 0))
                : Words.filled(Words.about(button.step.key ?? ""), button.step.detail ?? "")
            color: button.ink
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(16)
        }
    }
    TapHandler {
        id: tap
        enabled: button.usable && button.armed
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: button.tapped()
    }
}
