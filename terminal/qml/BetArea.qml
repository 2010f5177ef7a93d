pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One place to bet on. From the top: its name, what it pays, the limits, the chips with the amount, and one line that
// says how it stands: placing, registered with its receipt, being taken back, returned, won.
Item {
    id: area

    property string title: ""
    property var spot: ({ standing: "", pays: [], line: null, won: false, open: false })
    property color ground: Theme.panel
    property color edge: Theme.edge
    property int nameSize: Theme.sizeName
    property bool limited: true         // false: no limits are set yet, the table is closed
    property bool revealed: true        // the cards lie open: it may be said who won
    property bool sure: true            // false: play has stopped, or nobody can be heard. Then nothing shines.
    property bool refused: false        // the last wish for this place was not possible
    property int refusal: 0             // changes with each refusal, also with one of the same words
    readonly property bool won: spot.won && revealed && sure
    readonly property bool waiting: ["waits", "placing", "removing"].includes(spot.standing)
    // What the settlement made of it; always an object, so that no binding can meet nothing half-way through a change.
    readonly property var settled: (revealed ? spot.line : null) ?? ({ outcome: "", odds: "", gain: "", staked: "", returned: "" })
    readonly property string fate: settled.outcome
    readonly property bool paid: fate !== ""
    // The chips that lie here; when they are settled, those that lay here until then.
    property var lying: ({ amount: "", value: 0, topText: "", count: 0 })
    readonly property bool kept: paid && lying.amount === settled.staked
    signal tapped()
    signal held()

    scale: press.pressed && area.spot.open ? 0.985 : 1
    Accessible.role: Accessible.Button
    Accessible.name: title + " " + odds + " " + standingText
    Accessible.onPressAction: area.tapped()

    onSpotChanged: if (area.spot.standing !== "") area.lying = area.spot
    // What is lost goes to the house, what has won grows.
    onFateChanged: {
        sweep.stop()
        grow.stop()
        pile.scale = 1
        chips.gone = area.fate === "lost" && !Theme.motion ? 1 : 0
        if (Theme.motion && area.fate === "lost")
            sweep.start()
        if (Theme.motion && area.fate === "won")
            grow.start()
    }
    onRefusedChanged: area.warn()
    onRefusalChanged: area.warn()
    function warn() {
        if (area.refused && Theme.motion)
            flash.restart()
    }

    readonly property string odds: area.spot.pays.map(pay => pay.when === "" ? Odds.text(pay.odds) : area.special(pay.when, Odds.text(pay.odds))).join(" · ")
    function special(when: string, odds: string): string {
        //: In the pay table of a bet: on a win with 6 points it pays %1
        return when === "on 6" ? qsTr("on 6: %1").arg(odds) : when + ": " + odds
    }
    readonly property string limits: !area.limited ? "" : area.spot.most === "" ? qsTr("from %1").arg(area.spot.least) : area.spot.least + " – " + area.spot.most
    readonly property string standingText: {
        if (area.paid)
            return area.fate === "won" ? qsTr("Won at %1").arg(Odds.text(area.settled.odds))
                : area.fate === "lost" ? qsTr("Lost") : qsTr("%1 returned").arg(area.settled.returned)
        switch (area.spot.standing) {
        case "waits":
            return qsTr("Needs at least %1").arg(area.spot.missingText)
        case "placing":
            return area.spot.registeredText === "" ? qsTr("Placing...") : qsTr("Placing... %1 registered").arg(area.spot.registeredText)
        case "removing":
            return qsTr("Taking back... %1 registered").arg(area.spot.registeredText)
        case "registered":
            if (area.spot.returned !== "")
                return qsTr("%1 registered, %2 returned").arg(area.spot.registeredText).arg(area.spot.returned)
            return "✓ " + (area.spot.receipt > 0 ? qsTr("Registered · No. %1").arg(area.spot.receipt) : qsTr("Registered"))
        case "returned":
            return qsTr("%1 returned").arg(area.spot.returned)
        }
        return ""
    }

    Shadow {
        spread: Theme.gapSmall
    }
    Rectangle {
        id: plate
        anchors.fill: parent
        radius: Theme.radiusLarge
        border.width: area.won || area.refused ? Theme.lineBold : area.waiting ? Theme.lineStrong : Theme.line
        border.color: area.won ? Theme.gold : area.refused ? Theme.bad : area.waiting ? Theme.warn : area.edge
        gradient: Gradient {
            GradientStop { position: 0; color: Theme.highContrast ? area.ground : Qt.lighter(area.ground, 1.18) }
            GradientStop { position: 0.55; color: area.ground }
            GradientStop { position: 1; color: Theme.highContrast ? area.ground : Qt.darker(area.ground, 1.3) }
        }
        // A place that takes no bets now, and has none, steps back.
        opacity: area.spot.open || area.spot.standing !== "" || area.paid || area.won ? 1 : 0.72
        SequentialAnimation {
            id: flash
            loops: 2
            NumberAnimation { target: area; property: "opacity"; to: 0.35; duration: Theme.quick }
            NumberAnimation { target: area; property: "opacity"; to: 1; duration: Theme.quick }
        }
    }
    Rectangle {
        // The winning place breathes: a wide, pale frame.
        anchors { fill: parent; margins: -Theme.lineBold }
        visible: area.won
        radius: Theme.radiusLarge + Theme.lineBold
        color: "transparent"
        border.width: Theme.lineBold
        border.color: Theme.goldEdge
        opacity: 0.85
        SequentialAnimation on opacity {
            running: area.won && Theme.motion
            loops: Animation.Infinite
            NumberAnimation { to: 0.15; duration: Theme.pulse; easing.type: Easing.InOutQuad }
            NumberAnimation { to: 0.85; duration: Theme.pulse; easing.type: Easing.InOutQuad }
        }
    }
    Rectangle {
        // The second line of a woven frame.
        anchors { fill: parent; margins: Theme.gapTiny }
        visible: !Theme.highContrast
        radius: Theme.radius
        color: "transparent"
        border.width: 1
        border.color: area.edge
        opacity: 0.35
    }
    Column {
        id: words
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        Label {
            width: parent.width
            height: Theme.px(58)
            horizontalAlignment: Text.AlignHCenter
            text: area.title
            font.pixelSize: area.nameSize
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeNote
        }
        Label {
            objectName: area.objectName + ".odds"
            width: parent.width
            height: Theme.px(38)
            horizontalAlignment: Text.AlignHCenter
            text: area.odds
            font.pixelSize: Theme.sizeLead
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: area.objectName + ".limits"
            width: parent.width
            height: Theme.px(28)
            horizontalAlignment: Text.AlignHCenter
            text: area.limits
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    Item {
        id: chips
        objectName: area.objectName + ".chips"
        property real gone: 0           // 0: they lie here, 1: the house has them
        readonly property bool there: area.spot.standing !== "" || area.kept
        anchors { left: parent.left; right: parent.right; top: words.bottom; bottom: line.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        opacity: 1 - gone
        visible: opacity > 0
        transform: Translate { y: -chips.gone * area.height / 2 }
        NumberAnimation { id: sweep; target: chips; property: "gone"; from: 0; to: 1; duration: Theme.slow; easing.type: Easing.InQuad }
        Row {
            anchors.centerIn: parent
            spacing: Theme.gapSmall
            Chip {
                id: pile
                anchors.verticalCenter: parent.verticalCenter
                visible: chips.there
                width: Theme.px(72)
                height: width + (layers - 1) * step
                value: area.lying.value
                text: area.lying.topText
                stack: area.lying.count
                standing: area.paid ? "" : area.spot.standing
                SequentialAnimation {
                    id: grow
                    NumberAnimation { target: pile; property: "scale"; to: 1.35; duration: Theme.medium; easing.type: Easing.OutBack }
                    NumberAnimation { target: pile; property: "scale"; to: 1; duration: Theme.slow; easing.type: Easing.InOutQuad }
                }
            }
            Label {
                objectName: area.objectName + ".amount"
                anchors.verticalCenter: parent.verticalCenter
                visible: text !== ""
                width: Math.min(implicitWidth, chips.width - (chips.there ? pile.width + Theme.gapSmall : 0))
                text: area.fate === "won" ? "+" + area.settled.gain : area.paid ? area.settled.staked : area.spot.standing === "" ? "" : area.lying.amount
                color: area.fate === "won" ? Theme.gold : Theme.text
                font.pixelSize: Theme.sizeFigure
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
        }
    }
    Rectangle {
        id: line
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        height: Theme.px(42)
        visible: standing.text !== ""
        radius: Theme.radiusSmall
        color: area.paid ? ({ won: Theme.gold, lost: Theme.bar })[area.fate] ?? Theme.infoGround
            : area.waiting ? Theme.warnGround : area.spot.standing === "registered" ? Theme.goodGround
            : area.spot.standing === "returned" ? Theme.infoGround : Theme.highContrast ? Theme.bar : Qt.darker(area.ground, 1.75)
        border.width: area.waiting || area.spot.standing === "registered" || area.spot.standing === "returned" ? Theme.line : 0
        border.color: area.waiting ? Theme.warn : area.spot.standing === "registered" ? Theme.good : Theme.info
        Label {
            id: standing
            objectName: area.objectName + ".standing"
            anchors { fill: parent; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
            horizontalAlignment: Text.AlignHCenter
            text: area.standingText
            color: area.fate === "won" ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    TapHandler {
        id: press
        gesturePolicy: TapHandler.ReleaseWithinBounds
        longPressThreshold: Theme.hold
        onTapped: area.tapped()
        onLongPressed: area.held()
    }
}
