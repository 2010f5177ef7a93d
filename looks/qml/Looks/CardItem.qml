import QtQuick

// One card on the felt. It turns over when faceDown changes; with squeezable set a Player may peel it from any edge.
// The face is "" until it may be known: then nothing can turn or peel it. Only presentation: it decides nothing.
Item {
    id: card

    property string face: ""            // as games.cards writes it: 9S, TD
    property bool faceDown: false
    property bool squeezable: false
    property int autoRevealMs: 0        // after so long a squeezed card is turned for the Player; 0: never
    property bool lit: false            // part of what has won
    readonly property bool open: turn === 1
    signal peeled()                     // the Player has turned it, or the time for it is over

    property bool peeledOpen: false
    property real turn: up ? 1 : 0      // 0 the back, 1 the face, and on its edge between
    readonly property bool up: face !== "" && (!faceDown || peeledOpen)
    readonly property bool peeling: pull > 0
    property real pull: 0               // how far the edge has been drawn, in pixels
    property string fromEdge: "bottom"

    implicitWidth: Theme.cardWidth
    implicitHeight: Math.round(width * Theme.cardRatio)

    onFaceChanged: card.peeledOpen = false
    onFaceDownChanged: if (!card.faceDown) card.peeledOpen = false

    function reveal() {
        card.pull = 0
        card.peeledOpen = true
        card.peeled()
    }

    Behavior on turn { NumberAnimation { duration: Theme.slow; easing.type: Easing.InOutQuad } }
    readonly property bool mayPeel: card.squeezable && card.faceDown && !card.peeledOpen && card.face !== ""
    readonly property bool timed: card.mayPeel && card.autoRevealMs > 0
    NumberAnimation {
        // The time that is left to squeeze, from 1 to 0.
        target: clock
        property: "share"
        running: card.timed
        from: 1
        to: 0
        duration: Math.max(1, card.autoRevealMs)
        onFinished: card.reveal()
    }

    Item {
        id: body
        anchors.fill: parent
        visible: !card.peeling
        // A turn about the upright axis is a card that grows narrow and wide again: right with every renderer.
        transform: Scale {
            origin.x: body.width / 2
            xScale: Math.max(0.01, Math.abs(Math.cos(Math.PI * card.turn)))
        }
        Shadow {}
        Image {
            anchors.fill: parent
            source: card.turn > 0.5 && card.face !== "" ? "image://looks/card/" + card.face : "image://looks/back"
            sourceSize: Qt.size(card.width, card.height)
            smooth: true
        }
        Rectangle {
            visible: card.lit
            anchors.fill: parent
            anchors.margins: -Theme.px(4)
            radius: card.width * 0.09
            color: "transparent"
            border.width: Theme.px(5)
            border.color: Theme.gold
        }
    }

    // The peeled card. The fold lies half as far from the edge as the finger has pulled: on one side of it the back, on
    // the other nothing, and the flap over the back shows the pips (no index: as under a Player's thumbs).
    Item {
        id: peel
        anchors.fill: parent
        visible: card.peeling
        readonly property bool upright: card.fromEdge === "left" || card.fromEdge === "right"
        readonly property bool atStart: card.fromEdge === "left" || card.fromEdge === "top"
        readonly property real fold: card.pull / 2

        Item {
            clip: true
            x: peel.upright && peel.atStart ? peel.fold : 0
            y: !peel.upright && peel.atStart ? peel.fold : 0
            width: card.width - (peel.upright ? peel.fold : 0)
            height: card.height - (peel.upright ? 0 : peel.fold)
            Image {
                x: -parent.x
                y: -parent.y
                width: card.width
                height: card.height
                source: "image://looks/back"
                sourceSize: Qt.size(width, height)
            }
        }
        Item {
            id: flap
            clip: true
            x: !peel.upright ? 0 : peel.atStart ? peel.fold : card.width - card.pull
            y: peel.upright ? 0 : peel.atStart ? peel.fold : card.height - card.pull
            width: peel.upright ? peel.fold : card.width
            height: peel.upright ? card.height : peel.fold
            Image {
                x: peel.upright && peel.atStart ? flap.width - card.width : 0
                y: !peel.upright && peel.atStart ? flap.height - card.height : 0
                width: card.width
                height: card.height
                source: card.face === "" ? "" : "image://looks/pips/" + card.face
                sourceSize: Qt.size(width, height)
            }
            Rectangle {
                // The bend: darkest at the fold.
                anchors.fill: parent
                gradient: Gradient {
                    orientation: peel.upright ? Gradient.Horizontal : Gradient.Vertical
                    GradientStop { position: peel.atStart ? 0 : 1; color: Theme.bend }
                    GradientStop { position: peel.atStart ? 0.35 : 0.65; color: Theme.bendNone }
                }
            }
        }
    }
    Rectangle {
        id: clock
        objectName: card.objectName + ".clock"
        property real share: 1
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
        visible: card.timed
        height: Theme.px(12)
        radius: height / 2
        color: Theme.bar
        border.width: 1
        border.color: Theme.gold
        Rectangle {
            // A picture of the screen stands still: there the bar is full.
            width: parent.width * (Theme.motion ? parent.share : 1)
            height: parent.height
            radius: parent.radius
            color: Theme.gold
        }
    }
    DragHandler {
        id: drag
        target: null
        enabled: card.mayPeel
        onActiveChanged: {
            if (active)
                card.fromEdge = card.nearestEdge(centroid.pressPosition)
            else if (card.pull > card.reach() * 0.6)
                card.reveal()
            else
                back.start()
        }
        onActiveTranslationChanged: if (active) card.pull = card.pulled(activeTranslation)
    }
    NumberAnimation { id: back; target: card; property: "pull"; to: 0; duration: Theme.medium; easing.type: Easing.OutQuad }

    function nearestEdge(at: point): string {
        const far = { left: at.x, right: card.width - at.x, top: at.y, bottom: card.height - at.y }
        return Object.keys(far).reduce((near, edge) => far[edge] < far[near] ? edge : near, "bottom")
    }
    function reach(): real {
        return card.fromEdge === "left" || card.fromEdge === "right" ? card.width : card.height
    }
    function pulled(by: vector2d): real {
        const inward = { left: by.x, right: -by.x, top: by.y, bottom: -by.y }[card.fromEdge]
        return Math.max(0, Math.min(card.reach(), inward))
    }
}
