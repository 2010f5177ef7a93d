pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One place to bet on. At the top its name and odds, in the middle the chips with the amount, at the bottom one line
// that says how it stands: the limits, placing, registered with its receipt, returned, won.
Item {
    id: area

    property string title: ""
    property var spot: ({ standing: "", pays: [], line: null, won: false, open: false })
    property color ground: Theme.panel
    property color edge: Theme.edge
    property color tone: Theme.text
    property bool revealed: true        // the cards lie open: it may be said who won
    readonly property bool won: spot.won && revealed
    readonly property bool waiting: spot.standing === "wanted" || spot.standing === "placing"
    // What the settlement made of it; always an object, so that no binding can meet nothing half-way through a change.
    readonly property var settled: (revealed ? spot.line : null) ?? ({ outcome: "", odds: "", gain: "", returned: "" })
    readonly property bool paid: settled.outcome !== ""
    signal tapped()
    signal held()

    scale: press.pressed && area.spot.open ? 0.985 : 1
    Accessible.role: Accessible.Button
    Accessible.name: title + " " + area.standingText()
    Accessible.onPressAction: area.tapped()

    function standingText(): string {
        if (area.paid)
            return area.settled.outcome === "won" ? qsTr("Won %1 at %2").arg(area.settled.gain).arg(area.settled.odds)
                : area.settled.outcome === "lost" ? qsTr("Lost") : qsTr("%1 returned").arg(area.settled.returned)
        switch (area.spot.standing) {
        case "wanted":
            return area.spot.below ? qsTr("At least %1").arg(area.spot.least) : qsTr("Placing...")
        case "placing":
            return qsTr("Placing...")
        case "registered":
            return qsTr("Registered · No. %1").arg(area.spot.receipt)
        case "returned":
            return qsTr("%1 returned").arg(area.spot.returned)
        }
        return area.spot.most === "" ? qsTr("from %1").arg(area.spot.least) : area.spot.least + " – " + area.spot.most
    }

    Shadow {
        spread: Theme.px(10)
    }
    Rectangle {
        id: plate
        anchors.fill: parent
        radius: Theme.px(18)
        border.width: area.won ? Theme.px(5) : area.waiting ? Theme.px(4) : Theme.px(2)
        border.color: area.won ? Theme.gold : area.waiting ? Theme.warn : area.edge
        gradient: Gradient {
            GradientStop { position: 0; color: Theme.highContrast ? area.ground : Qt.lighter(area.ground, 1.18) }
            GradientStop { position: 0.55; color: area.ground }
            GradientStop { position: 1; color: Theme.highContrast ? area.ground : Qt.darker(area.ground, 1.3) }
        }
    }
    Rectangle {
        // The winning place breathes: a wide, pale frame.
        anchors { fill: parent; margins: -Theme.px(7) }
        visible: area.won
        radius: Theme.px(24)
        color: "transparent"
        border.width: Theme.px(6)
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
        anchors { fill: parent; margins: Theme.px(6) }
        visible: !Theme.highContrast
        radius: Theme.px(13)
        color: "transparent"
        border.width: 1
        border.color: area.edge
        opacity: 0.35
    }
    Label {
        id: name
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; topMargin: Theme.px(10) }
        height: Theme.px(54)
        horizontalAlignment: Text.AlignHCenter
        text: area.title
        font.pixelSize: Theme.px(42)
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(18)
    }
    Row {
        id: odds
        anchors { horizontalCenter: parent.horizontalCenter; top: name.bottom }
        height: Theme.px(34)
        spacing: Theme.gap
        Repeater {
            model: area.spot.pays.length
            Label {
                required property int index
                readonly property var pay: area.spot.pays[index] ?? ({ odds: "", when: "" })
                height: odds.height
                text: pay.when === "" ? pay.odds : pay.when.replace("on ", "") + ":  " + pay.odds
                color: area.tone
                font.pixelSize: Theme.px(26)
                font.weight: Theme.weightStrong
            }
        }
    }
    Row {
        id: chips
        anchors { horizontalCenter: parent.horizontalCenter; top: odds.bottom; bottom: line.top }
        spacing: Theme.gapSmall
        visible: area.spot.standing !== "" && !(area.paid && area.settled.outcome === "lost")
        Chip {
            anchors.verticalCenter: parent.verticalCenter
            anchors.verticalCenterOffset: Theme.px(4)
            width: Theme.px(84)
            height: width + (layers - 1) * step
            value: area.spot.value ?? 0
            text: area.spot.topText ?? ""
            stack: area.spot.count ?? 1
            standing: Theme.motion || area.spot.standing !== "placing" ? area.spot.standing : "wanted"
        }
        Column {
            anchors.verticalCenter: parent.verticalCenter
            Label {
                objectName: area.objectName + ".amount"
                width: Math.min(implicitWidth, area.width - Theme.px(84) - 3 * Theme.gapSmall)
                text: area.spot.amount ?? ""
                font.pixelSize: Theme.px(40)
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(18)
            }
            Label {
                objectName: area.objectName + ".stands"
                visible: text !== ""
                width: Math.min(implicitWidth, area.width - Theme.px(84) - 3 * Theme.gapSmall)
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(13)
                text: area.waiting && area.spot.registered !== "" ? qsTr("%1 registered").arg(area.spot.registered) : ""
                color: Theme.text
                font.pixelSize: Theme.px(20)
            }
        }
    }
    Label {
        objectName: area.objectName + ".paid"
        anchors { left: parent.left; right: parent.right; top: odds.bottom; bottom: line.top; leftMargin: Theme.gap; rightMargin: Theme.gap }
        visible: area.paid && !chips.visible && area.settled.outcome !== "lost"
        horizontalAlignment: Text.AlignHCenter
        text: !visible ? "" : area.settled.outcome === "won" ? "+ " + area.settled.gain : area.settled.returned
        color: area.won ? Theme.gold : Theme.text
        font.pixelSize: Theme.px(64)
        font.weight: Theme.weightBold
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(26)
    }
    Rectangle {
        id: line
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.px(8) }
        height: Theme.px(40)
        radius: Theme.px(12)
        color: area.paid ? (area.settled.outcome === "won" ? Theme.gold : area.settled.outcome === "lost" ? Theme.bar : Theme.infoGround)
            : area.waiting ? Theme.warnGround : area.spot.standing === "registered" ? Theme.goodGround
            : area.spot.standing === "returned" ? Theme.infoGround : Theme.highContrast ? Theme.bar : Qt.darker(area.ground, 1.75)
        border.width: area.waiting || area.spot.standing === "registered" || area.spot.standing === "returned" ? Theme.line : 0
        border.color: area.waiting ? Theme.warn : area.spot.standing === "registered" ? Theme.good : Theme.info
        Label {
            objectName: area.objectName + ".standing"
            anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
            horizontalAlignment: Text.AlignHCenter
            text: (area.spot.standing === "registered" && !area.paid ? "✓ " : "") + area.standingText()
            color: area.paid && area.settled.outcome === "won" ? Theme.goldInk : Theme.text
            font.pixelSize: Theme.px(22)
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(13)
        }
    }
    TapHandler {
        id: press
        gesturePolicy: TapHandler.ReleaseWithinBounds
        longPressThreshold: 0.6
        onTapped: area.tapped()
        onLongPressed: area.held()
    }
}
