import QtQuick

// Whatever a finger may press. Never smaller than Theme.target, whatever its text.
Item {
    id: button

    property string text: ""
    property string note: ""            // a second, smaller line
    property string kind: "plain"       // primary: the one next action; plain; danger
    property bool chosen: false         // one of several that are pressed in turn
    property int roomRight: 0           // kept free of text for something of the owner's
    property int roomBelow: 0
    property int roomBeside: Theme.gapSmall
    property int size: Theme.sizeBody
    readonly property bool pressed: tap.pressed
    readonly property bool primary: kind === "primary"
    readonly property color ink: !enabled ? Theme.textOff : primary ? Theme.goldInk : Theme.text
    signal tapped()
    signal held()

    implicitWidth: Math.max(Theme.target, label.implicitWidth + 2 * Theme.gap + roomRight)
    implicitHeight: Math.max(Theme.target, words.implicitHeight + 2 * Theme.gapTiny)

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: if (button.enabled) button.tapped()

    // By keyboard or switch as well: Tab goes on, Space and Return press.
    activeFocusOnTab: enabled && visible
    Keys.onSpacePressed: button.tapped()
    Keys.onReturnPressed: button.tapped()
    Rectangle {
        anchors { fill: parent; margins: -Theme.gapTiny }
        visible: button.activeFocus
        radius: Theme.radius + Theme.gapTiny
        color: "transparent"
        border.width: Theme.lineStrong
        border.color: Theme.text
    }
    Rectangle {
        id: body
        anchors.fill: parent
        anchors.topMargin: button.pressed ? Theme.px(3) : 0
        radius: Theme.radius
        border.width: button.chosen ? 2 * Theme.line : Theme.line
        border.color: !button.enabled ? Theme.edgeOff
            : button.chosen ? Theme.gold : button.primary ? Theme.goldEdge
            : button.kind === "danger" ? Theme.bankerEdge : Theme.edge
        // A button that cannot be used lies flat: no light from above.
        gradient: Gradient {
            GradientStop { position: 0; color: body.upper }
            GradientStop { position: 1; color: body.lower }
        }
        readonly property color base: !button.enabled ? Theme.panel : button.primary ? Theme.gold
            : button.kind === "danger" ? Theme.badGround : Theme.panelRaised
        readonly property color upper: !button.enabled ? base : button.pressed ? Qt.darker(base, 1.25) : Qt.lighter(base, button.primary ? 1.04 : 1.12)
        readonly property color lower: !button.enabled ? base : button.primary ? (button.pressed ? Qt.darker(Theme.goldDeep, 1.1) : Theme.goldDeep)
            : button.pressed ? Qt.darker(base, 1.4) : Qt.darker(base, 1.12)
    }
    Column {
        id: words
        anchors { left: parent.left; right: parent.right; verticalCenter: body.verticalCenter; verticalCenterOffset: -button.roomBelow / 2; leftMargin: button.roomBeside; rightMargin: button.roomBeside + button.roomRight }
        // A longer word in another language is set smaller rather than cut off.
        FitLabel {
            id: label
            width: parent.width
            horizontalAlignment: Text.AlignHCenter
            text: button.text
            color: button.ink
            size: button.size
            font.weight: button.primary ? Theme.weightBold : Theme.weightStrong
        }
        FitLabel {
            width: parent.width
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: button.note
            color: button.enabled && !button.primary ? Theme.textSoft : button.ink
            size: Theme.sizeSmall
        }
    }
    TapHandler {
        id: tap
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: button.tapped()
        onLongPressed: button.held()
    }
}
