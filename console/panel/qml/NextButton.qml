import QtQuick
import Looks

// The biggest button. Where nothing is to be tapped (draw a card, plug the shoe in) it is a hint with a golden frame.
Item {
    id: button

    required property var vm
    required property bool live
    property bool busy: false           // a form is open: only to be read
    property bool cardsSeen: true       // the page with the cards is open: nobody certifies what he does not see
    readonly property var board: vm.shown.board
    readonly property var step: vm.shown.step
    readonly property bool asks: step.asks ?? false
    readonly property bool allowed: step.allowed ?? false
    readonly property bool waiting: board.waiting ?? false
    readonly property bool unseen: ["certify", "certify_initial"].includes(step.key) && !cardsSeen
    readonly property bool holds: step.key === "close_bets" && (vm.shown.holds ?? false)
    readonly property bool turned: ["certify", "certify_initial", "await_turns"].includes(step.key) && (vm.shown.turns ?? false)     // Players turn the cards
    readonly property var turners: vm.shown.turners ?? []
    readonly property bool usable: asks && allowed && live && !busy && !unseen && !turned && (board.canSend ?? false)
    readonly property color ink: usable ? Theme.goldInk : Theme.text
    readonly property var disputes: board.disputes ?? []
    readonly property string warning: step.key === "open_bets" && disputes.length > 0 ? qsTr("%1 in dispute").arg(disputes.join(qsTr(", "))) : ""
    readonly property string otherwise: vm.shown.boxes.otherwise ?? ""
    readonly property string unanswered: ["await_box", "await_player", "await_players", "await_follow"].includes(step.key) && otherwise !== "" ? qsTr("No answer: %1").arg(vm.word("spot", otherwise, Qt.uiLanguage)) : ""
    readonly property string signs: step.second ? qsTr("Next: %1 signs").arg(Words.position(step.who ?? 0)) : ""
    // What the Dealer draws is not the next card then: he hears it where he opens, closes and draws (001 §5.4).
    readonly property int keptCards: board.halted ? 0 : board.kept ?? 0
    readonly property string keptParagraph: keptCards > 0 ? vm.word("paragraph", "surplus", Qt.uiLanguage) : ""
    readonly property string kept: keptCards === 0 || !["open_bets", "close_bets", "draw"].includes(step.key) ? ""
        : keptCards === 1 ? qsTr("One card is kept face down: the first of the round (%1)").arg(keptParagraph)
        : qsTr("%1 cards are kept face down: the first of the round (%2)").arg(keptCards).arg(keptParagraph)
    readonly property string about: !live ? Words.cut(board)
        : busy ? qsTr("First finish this, or cancel it")
        : unseen ? qsTr("On the table page, with the cards in sight")
        : holds ? [qsTr("Just opened: hold to close"), kept].filter(word => word !== "").join("  ·  ")
        : turned && turners.length > 0 ? qsTr("Cards are being turned: %1").arg(turners.join(qsTr(", ")))
        : turned ? qsTr("Cards may be turned now")
        : asks && !allowed ? qsTr("for a %1").arg(Words.position(step.who ?? 0))
        : [kept || Words.filled(Words.about(step.key ?? ""), step.detail ?? ""), unanswered, signs, warning].filter(word => word !== "").join("  ·  ")

    Accessible.role: Accessible.Button
    Accessible.name: title.text
    Accessible.onPressAction: if (tap.enabled) button.vm.tapNext()

    Rectangle {
        id: body
        anchors.fill: parent
        radius: Theme.radius
        border.width: button.usable ? Theme.line : Theme.lineStrong
        border.color: !button.live ? Theme.bad : button.usable ? Theme.goldEdge : button.waiting || button.busy ? Theme.edge : Theme.gold
        readonly property color flat: button.live ? Theme.panel : Theme.badGround
        gradient: Gradient {
            GradientStop { position: 0; color: !button.usable ? body.flat : tap.pressed ? Theme.goldDeep : Theme.gold }
            GradientStop { position: 1; color: !button.usable ? body.flat : Theme.goldDeep }
        }
    }
    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gapLarge; rightMargin: Theme.gapLarge }
        Label {
            id: title
            objectName: "next.title"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: !button.live ? button.board.linkName ?? "" : button.waiting ? qsTr("One moment …") : Words.doing(button.step)
            color: !button.live ? Theme.text : button.step.tone ? Theme.tone(button.step.tone).text : button.ink
            font.pixelSize: button.busy ? Theme.sizeBody : Theme.sizeDisplay
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: button.busy ? Theme.sizeLeast : Theme.sizeBody
        }
        FitLabel {
            objectName: "next.about"
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.about
            color: button.ink
            size: button.busy ? Theme.sizeSmall : Theme.sizeBody
        }
    }
    TapHandler {
        id: tap
        enabled: button.usable && button.vm.shown.armed
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: button.vm.tapNext()
        onLongPressed: if (button.holds) button.vm.holdNext()
    }
}
