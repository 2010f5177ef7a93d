pragma ComponentBehavior: Bound
import QtQuick

// All five roads as every Player knows them, with both questions and the counts. For information only (5.10).
Rectangle {
    id: board

    property string results: ""
    property string paragraph: ""   // of the game that is played: the cards count, not the roads
    property string asking: ""          // "", B or P: which next result is tried out
    readonly property bool brief: true  // its names are short; whoever wants more has it enlarged
    signal enlarge()
    property int askedMs: Theme.question
    readonly property int plateColumns: 8
    readonly property int askWidth: Theme.px(130)
    readonly property int nameWidth: Theme.px(30)       // of a road, upright beside it
    readonly property int stripHeight: Theme.px(34)
    readonly property int roadHeight: height - stripHeight - 3 * Theme.gapTiny
    // Six rows of the big road and six of the derived ones lie over each other. At arm's length a mark of less than 18
    // is a speck, so the derived roads have six sevenths of the big road's cell and not half of it.
    readonly property int cell: Math.max(4, Math.floor((roadHeight - Theme.gapTiny) / 13))
    readonly property int bigCell: Math.max(4, Math.floor((roadHeight - Theme.gapTiny - 6 * cell) / 6))
    readonly property int beadCell: Math.floor(roadHeight / 6)

    implicitWidth: Theme.px(1220)
    implicitHeight: Theme.px(296)
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edge

    // A question is answered for a moment, and never beside a result that was not there when it was asked.
    onResultsChanged: board.asking = ""
    Timer {
        running: board.asking !== ""
        interval: board.askedMs
        onTriggered: board.asking = ""
    }
    function ask(side: string) {
        board.asking = board.asking === side ? "" : side
    }

    readonly property var figures: [
        { name: qsTr("Played"), count: counts.rounds },
        { name: qsTr("B Pair"), count: counts.bankerPairs },
        { name: qsTr("P Pair"), count: counts.playerPairs },
        { name: qsTr("B on 6"), count: counts.bankerOnSix }
    ]
    // One bar for all results of the shoe; each part is wide enough for its figures.
    readonly property var shares: [
        { name: qsTr("B"), count: counts.banker, share: counts.bankerShare, ground: Theme.banker },
        { name: qsTr("P"), count: counts.player, share: counts.playerShare, ground: Theme.player },
        { name: qsTr("T"), count: counts.tie, share: counts.tieShare, ground: Theme.tie }
    ]

    Accessible.role: Accessible.Button
    Accessible.name: qsTr("Enlarge the roads")
    Accessible.onPressAction: board.enlarge()
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: board.enlarge()
    }
    RoadCounts {
        id: counts
        results: board.results
    }
    RoadName {
        x: Theme.px(4)
        y: Theme.gapTiny
        width: board.nameWidth
        height: board.roadHeight
        kind: "bead_plate"
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: Theme.px(4) + board.nameWidth
        y: Theme.gapTiny
        width: board.plateColumns * board.beadCell + 1
        height: board.roadHeight
        kind: "bead_plate"
        results: board.results
        side: board.asking
    }
    RoadName {
        id: bigName
        x: plate.x + plate.width + Theme.px(2)
        y: Theme.gapTiny
        width: board.nameWidth
        height: big.height
        kind: "big_road"
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: bigName.x + bigName.width
        y: Theme.gapTiny
        width: questions.x - x - Theme.gapTiny
        height: board.roadHeight - Theme.gapTiny - 6 * board.cell - 1
        kind: "big_road"
        results: board.results
        side: board.asking
    }
    Row {
        x: bigName.x
        y: big.y + big.height + Theme.gapTiny
        Repeater {
            model: ["big_eye_boy", "small_road", "cockroach_pig"]
            Row {
                id: small
                required property string modelData
                RoadName {
                    width: board.nameWidth
                    height: road.height
                    kind: small.modelData
                    brief: board.brief
                }
                RoadView {
                    id: road
                    objectName: "road." + small.modelData
                    width: Math.floor((big.x + big.width - bigName.x) / 3) - board.nameWidth
                    height: 6 * board.cell + 1
                    kind: small.modelData
                    results: board.results
                    side: board.asking
                }
            }
        }
    }
    Column {
        id: questions
        anchors { right: parent.right; top: parent.top; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        Repeater {
            model: ["B", "P"]
            AskMarks {
                required property string modelData
                objectName: "ask." + modelData
                width: board.askWidth
                height: Math.floor((board.roadHeight - Theme.gapTiny) / 2)
                side: modelData
                results: board.results
                chosen: board.asking === modelData
                onTapped: board.ask(modelData)
            }
        }
    }
    Row {
        id: strip
        anchors { left: parent.left; bottom: parent.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        readonly property int unit: Math.floor((board.width - 2 * Theme.gapTiny - note.width - bar.width - 5 * spacing) / board.figures.length)
        Count { figure: board.figures[0] }
        Row {
            id: bar
            readonly property int least: Theme.px(96)
            readonly property int free: width - 3 * least
            readonly property int total: Math.max(1, counts.rounds)
            width: Theme.px(390)
            Repeater {
                model: board.shares.length
                Rectangle {
                    id: part
                    required property int index
                    readonly property var share: board.shares[index]
                    width: counts.rounds > 0 ? bar.least + Math.floor(bar.free * share.count / bar.total) : Math.floor(bar.width / 3)
                    height: board.stripHeight
                    color: share.ground
                    Label {
                        id: letter
                        x: Theme.radiusSmall
                        height: parent.height
                        text: part.share.name
                        font.pixelSize: Theme.sizeNote
                        font.weight: Theme.weightBold
                    }
                    Label {
                        objectName: "count." + part.share.name
                        anchors { left: letter.right; right: parent.right; leftMargin: Theme.px(4); rightMargin: Theme.px(4) }
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: part.share.share < 0 ? "–" : part.share.count + "  " + part.share.share + "%"
                        font.pixelSize: Theme.sizeNote
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
        }
        Repeater {
            model: board.figures.length - 1
            Count {
                required property int index
                figure: board.figures[index + 1]
            }
        }
        Label {
            id: note
            width: Theme.px(308)
            height: board.stripHeight
            horizontalAlignment: Text.AlignRight
            text: qsTr("For information only") + (board.paragraph === "" ? "" : " (" + board.paragraph + ")")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
    component Count: Item {
        id: place
        property var figure: ({ name: "", count: -1 })
        width: strip.unit
        height: board.stripHeight
        Label {
            anchors { left: parent.left; right: number.left; rightMargin: Theme.gapTiny }
            height: parent.height
            horizontalAlignment: Text.AlignRight
            text: place.figure.name
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: number
            objectName: "count." + place.figure.name
            anchors.right: parent.right
            height: parent.height
            text: place.figure.count < 0 ? "–" : place.figure.count
            font.pixelSize: Theme.sizeNote
            font.weight: Theme.weightBold
        }
    }
}
