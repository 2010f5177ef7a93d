pragma ComponentBehavior: Bound
import QtQuick
import QtQuick.Shapes
import Looks

// One place to bet on. From the top: its name, what it pays and the limits, the chips with the amount, and one line that
// says how it stands: placing, registered with its receipt, being taken back, returned, won, lost.
Item {
    id: area

    property string title: ""
    property string coin: ""            // drawn where nothing lies
    property string letter: ""          // large and faint where nothing lies
    property var spot: ({ standing: "", pays: [], line: null, won: false, open: false, chips: [], lies: false })
    property var crowd: null            // how the table bets here: heads, share; null: not told
    property color ground: Theme.panel
    property color edge: Theme.edge
    property int nameSize: Theme.sizeName
    property var whenWord: when => when // how a condition of the pay table is called
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
    property var lying: ({ amount: "", value: 0, chips: [], lies: false })
    readonly property bool lost: fate === "lost"
    readonly property bool back: paid ? fate !== "won" && !lost : spot.standing === "returned"
    readonly property bool kept: paid && lying.amount === settled.staked
    signal tapped()
    signal held()

    scale: press.pressed && area.spot.open ? 0.985 : 1
    Accessible.role: Accessible.Button
    Accessible.name: title + " " + odds + " " + standingText
    Accessible.onPressAction: area.tapped()
    activeFocusOnTab: area.spot.open
    Keys.onSpacePressed: area.tapped()
    Keys.onReturnPressed: area.tapped()

    onSpotChanged: if (area.spot.standing !== "") area.lying = area.spot
    // What is lost goes to the house, what has won grows.
    onFateChanged: {
        sweep.stop()
        grow.stop()
        pile.growth = 1
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
        return when === "on 6" ? qsTr("on 6: %1").arg(odds) : area.whenWord(when) + ": " + odds
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
            return area.spot.registeredText === "" ? qsTr("Placing...") : qsTr("Placing · ✓ %1").arg(area.spot.registeredText)
        case "removing":
            return qsTr("Taking back · ✓ %1").arg(area.spot.registeredText)
        case "registered":
            if (area.spot.missingText !== "")  // others have left the box, and it is below its minimum (003 §5.2)
                return qsTr("Needs at least %1").arg(area.spot.missingText)
            if (area.spot.returned !== "")
                return "✓ " + (area.spot.receipt > 0 ? qsTr("No. %1 · %2 returned").arg(area.spot.receipt).arg(area.spot.returned)
                    : qsTr("%1 registered, %2 returned").arg(area.spot.registeredText).arg(area.spot.returned))
            return "✓ " + (area.spot.receipt > 0 ? qsTr("Registered · No. %1").arg(area.spot.receipt) : qsTr("Registered"))
        case "returned":
            return qsTr("%1 returned").arg(area.spot.returned)
        }
        return ""
    }

    // Where there is no room for the word: its number says that it is registered.
    readonly property string numbered: area.spot.standing === "registered" && area.spot.receipt > 0 && area.spot.returned === "" && area.spot.missingText === "" && !area.paid ? "✓ " + qsTr("No. %1").arg(area.spot.receipt) : ""

    Shadow {
        spread: Theme.gapSmall
    }
    Rectangle {
        id: plate
        anchors.fill: parent
        radius: Theme.radiusLarge
        border.width: area.won || area.refused || area.activeFocus ? Theme.lineBold : area.waiting || area.back ? Theme.lineStrong : Theme.line
        border.color: area.activeFocus ? Theme.text : area.won ? Theme.gold : area.refused ? Theme.bad : area.waiting ? Theme.warn : area.back ? Theme.text : area.edge
        gradient: Gradient {
            GradientStop { position: 0; color: Theme.highContrast ? area.ground : Qt.lighter(area.ground, 1.18) }
            GradientStop { position: 0.55; color: area.ground }
            GradientStop { position: 1; color: Theme.highContrast ? area.ground : Qt.darker(area.ground, 1.3) }
        }
        // A place that takes no bets now, and has none, steps back; one that has lost as well.
        opacity: !area.lost && (area.spot.open || area.spot.standing !== "" || area.paid || area.won) ? 1 : area.lost ? Theme.dim / 2 : Theme.dim
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
    // Drawn, not written: it says nothing that the name does not say.
    Shape {
        anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.gap }
        width: outline.width
        height: Theme.px(120)
        visible: area.letter !== "" && area.spot.standing === "" && !area.paid && !Theme.highContrast
        opacity: 0.14
        preferredRendererType: Shape.CurveRenderer
        FontMetrics {
            id: outline
            readonly property real width: advanceWidth(area.letter)
            font.family: Theme.family
            font.pixelSize: Theme.sizeHuge
            font.weight: Theme.weightBold
        }
        ShapePath {
            fillColor: Theme.text
            strokeWidth: -1
            PathText {
                y: Theme.gapSmall
                text: area.letter
                font: outline.font
            }
        }
    }
    Column {
        id: words
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        Item {
            width: parent.width
            height: Theme.px(58)
            TextMetrics {
                id: nameMetrics
                font: name.font
                text: name.text
            }
            Label {
                id: name
                // In the middle; it steps aside for what stands beside it, if there is room for both at all.
                readonly property real wanted: nameMetrics.advanceWidth + 1
                width: parent.width - (crowd.visible && 2 * crowd.room + wanted > parent.width ? crowd.room : 0)
                height: parent.height
                horizontalAlignment: Text.AlignHCenter
                text: area.title
                font.pixelSize: area.nameSize
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            // How many bet here, and their share of the money.
            Label {
                id: crowd
                objectName: area.objectName + ".crowd"
                readonly property real room: implicitWidth + Theme.gapSmall
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                visible: text !== "" && room + name.wanted <= parent.width
                text: area.crowd === null ? "" : qsTr("%1 bet").arg(area.crowd.heads) + (area.crowd.share <= 0 ? "" : " · " + area.crowd.share + "%")
                color: Theme.textSoft
                font.pixelSize: Theme.sizeLeast
            }
        }
        Item {
            width: parent.width
            height: Theme.px(38)
            Label {
                objectName: area.objectName + ".odds"
                width: Math.min(implicitWidth, parent.width - limitsLabel.width - Theme.gapSmall)
                height: parent.height
                text: area.odds
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                id: limitsLabel
                objectName: area.objectName + ".limits"
                anchors.right: parent.right
                width: Math.min(implicitWidth, Math.round(parent.width * 0.5))
                height: parent.height
                horizontalAlignment: Text.AlignRight
                text: area.limits
                color: Theme.textSoft
                font.pixelSize: Theme.sizeNote
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
    Item {
        id: place
        anchors { left: parent.left; right: parent.right; top: words.bottom; bottom: line.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        Coin {
            anchors.centerIn: parent
            visible: code !== "" && !chips.there && area.spot.standing === ""
            width: Math.min(Theme.px(150), parent.height * 0.7)
            code: area.coin
        }
        Row {
            anchors { centerIn: parent; verticalCenterOffset: Theme.gapTiny }      // the tick on a chip stands out above it
            spacing: chips.there ? Theme.gapSmall : 0
            // The chips that make the amount, one by one; too many of them are one pile without a value.
            Item {
                id: chips
                objectName: area.objectName + ".chips"
                property real gone: 0           // 0: they lie here, 1: the house has them
                readonly property bool there: (area.spot.standing !== "" || area.kept) && gone < 1
                readonly property var pieces: area.lying.chips.length > 0 ? area.lying.chips : [{ value: area.lying.value, text: "" }]
                readonly property int across: Math.min(Theme.px(84), Math.floor(place.height - Theme.gapSmall), Math.floor(place.width * 0.33))
                // As far apart as there is room, so that their values can be read.
                readonly property int step: Math.min(Theme.px(60), Math.floor((place.width * 0.6 - across) / Math.max(1, pieces.length - 1)))
                anchors.verticalCenter: parent.verticalCenter
                width: there ? across + (pieces.length - 1) * step : 0
                height: across
                opacity: 1 - gone
                visible: there
                transform: Translate { y: -chips.gone * area.height / 2 }
                NumberAnimation { id: sweep; target: chips; property: "gone"; from: 0; to: 1; duration: Theme.slow; easing.type: Easing.InQuad }
                Item {
                    id: pile
                    property real growth: 1
                    anchors.fill: parent
                    scale: growth
                    Repeater {
                        model: chips.pieces.length
                        Chip {
                            required property int index
                            readonly property var piece: chips.pieces[index] ?? ({ value: 0, text: "" })
                            readonly property bool last: index === chips.pieces.length - 1
                            x: index * chips.step
                            y: pile.height - height
                            width: chips.across
                            height: width + (layers - 1) * step
                            value: piece.value
                            text: piece.text
                            stack: piece.text === "" ? 4 : 1
                            // The sign of what has become of them is on the last one.
                            standing: area.paid ? (last && area.back ? "returned" : "") : last || area.waiting ? area.spot.standing : ""
                        }
                    }
                    SequentialAnimation {
                        id: grow
                        NumberAnimation { target: pile; property: "growth"; to: 1.25; duration: Theme.medium; easing.type: Easing.OutBack }
                        NumberAnimation { target: pile; property: "growth"; to: 1; duration: Theme.slow; easing.type: Easing.InOutQuad }
                    }
                }
            }
            Label {
                objectName: area.objectName + ".amount"
                anchors.verticalCenter: parent.verticalCenter
                visible: text !== ""
                width: Math.min(implicitWidth, place.width - (chips.there ? chips.width + Theme.gapSmall : 0))
                text: area.fate === "won" ? "+" + area.settled.gain : area.lost ? area.settled.gain : area.paid ? area.settled.staked : area.spot.standing === "" ? "" : area.lying.amount
                color: area.fate === "won" ? Theme.gold : area.lost ? Theme.textOff : Theme.text
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
        color: area.paid ? area.fate === "won" ? Theme.gold : Theme.bar
            : area.waiting ? Theme.warnGround : area.spot.standing === "registered" ? Theme.goodGround
            : area.back ? Theme.bar : Theme.highContrast ? Theme.bar : Qt.darker(area.ground, 1.75)
        border.width: area.back || !area.paid && (area.waiting || area.spot.standing === "registered") ? Theme.line : 0
        border.color: area.back ? Theme.text : area.waiting ? Theme.warn : Theme.good
        // An arrow that turns back: it is the Player's again.
        Shape {
            id: turned
            objectName: area.objectName + ".turned"
            readonly property real part: width / 100
            anchors { left: parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            width: Theme.px(30)
            height: width
            visible: area.back
            preferredRendererType: Shape.CurveRenderer
            ShapePath {
                strokeColor: Theme.text
                strokeWidth: Theme.lineStrong
                fillColor: "transparent"
                capStyle: ShapePath.RoundCap
                joinStyle: ShapePath.RoundJoin
                startX: 40 * turned.part; startY: 12 * turned.part
                PathLine { x: 12 * turned.part; y: 38 * turned.part }
                PathLine { x: 40 * turned.part; y: 64 * turned.part }
                PathMove { x: 12 * turned.part; y: 38 * turned.part }
                PathLine { x: 64 * turned.part; y: 38 * turned.part }
                PathArc { x: 64 * turned.part; y: 86 * turned.part; radiusX: 24 * turned.part; radiusY: 24 * turned.part }
                PathLine { x: 44 * turned.part; y: 86 * turned.part }
            }
        }
        TextMetrics {
            id: long
            text: area.standingText
            font.family: standing.font.family
            font.weight: standing.font.weight
            font.pixelSize: Theme.sizeLeast
        }
        Label {
            id: standing
            objectName: area.objectName + ".standing"
            anchors { fill: parent; leftMargin: area.back ? turned.width + Theme.gap : Theme.px(2); rightMargin: area.back ? Theme.gapSmall : Theme.px(2) }
            horizontalAlignment: Text.AlignHCenter
            text: area.numbered !== "" && long.advanceWidth > width ? area.numbered : area.standingText
            color: area.fate === "won" ? Theme.goldInk : area.lost ? Theme.textOff : Theme.text
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
