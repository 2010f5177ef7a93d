pragma ComponentBehavior: Bound
import QtQuick

// All five roads as every Player knows them, with both questions and the counts. For information only (5.10).
Rectangle {
    id: board

    property string results: ""
    property string asking: ""          // "", B or P: which next result is tried out
    property int askedMs: Theme.question
    readonly property int plateColumns: 10
    readonly property int askWidth: Theme.px(186)
    readonly property int stripHeight: Theme.px(36)
    readonly property int roadHeight: height - stripHeight - 3 * Theme.gapTiny
    // The derived roads have half the cell of the big road: six rows of both are as high as nine.
    readonly property int cell: 2 * Math.max(2, Math.floor((roadHeight - Theme.gapTiny) / 18))
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
        { name: qsTr("Played"), count: counts.rounds, shared: false, share: -1, ground: Theme.panelRaised },
        { name: qsTr("B"), count: counts.banker, shared: true, share: counts.bankerShare, ground: Theme.banker },
        { name: qsTr("P"), count: counts.player, shared: true, share: counts.playerShare, ground: Theme.player },
        { name: qsTr("T"), count: counts.tie, shared: true, share: counts.tieShare, ground: Theme.tie },
        { name: qsTr("B Pair"), count: counts.bankerPairs, shared: false, share: -1, ground: Theme.banker },
        { name: qsTr("P Pair"), count: counts.playerPairs, shared: false, share: -1, ground: Theme.player },
        { name: qsTr("Natural"), count: counts.naturals, shared: false, share: -1, ground: Theme.panelRaised },
        { name: qsTr("B on 6"), count: counts.bankerOnSix, shared: false, share: -1, ground: Theme.panelRaised }
    ]

    RoadCounts {
        id: counts
        results: board.results
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: Theme.gapTiny
        y: Theme.gapTiny
        width: board.plateColumns * board.beadCell + 1
        height: board.roadHeight
        kind: "bead_plate"
        results: board.results
        side: board.asking
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: plate.x + plate.width + Theme.gapTiny
        y: Theme.gapTiny
        width: questions.x - x - Theme.gapTiny
        height: board.roadHeight - Theme.gapTiny - 3 * board.cell
        kind: "big_road"
        results: board.results
        side: board.asking
    }
    Row {
        x: big.x
        y: big.y + big.height + Theme.gapTiny
        spacing: Theme.gapTiny
        Repeater {
            model: ["big_eye_boy", "small_road", "cockroach_pig"]
            RoadView {
                required property string modelData
                objectName: "road." + modelData
                width: Math.floor((big.width - 2 * Theme.gapTiny) / 3)
                height: 3 * board.cell
                kind: modelData
                results: board.results
                side: board.asking
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
        spacing: Theme.px(4)
        // Eight places; the three with a share of all rounds are a third wider.
        readonly property real unit: (board.width - 2 * Theme.gapTiny - note.width - 8 * spacing) / 9.05
        Repeater {
            model: board.figures.length
            Rectangle {
                id: count
                required property int index
                readonly property var figure: board.figures[index]
                width: Math.floor(strip.unit * (figure.shared ? 1.35 : 1))
                height: board.stripHeight
                radius: Theme.radiusSmall
                color: figure.ground
                Label {
                    anchors { left: parent.left; right: number.left; leftMargin: Theme.radiusSmall; rightMargin: Theme.px(4) }
                    height: parent.height
                    text: count.figure.name
                    font.pixelSize: Theme.sizeNote
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    id: number
                    objectName: "count." + count.figure.name
                    anchors { right: parent.right; rightMargin: Theme.radiusSmall }
                    height: parent.height
                    text: count.figure.count < 0 ? "–" : count.figure.share < 0 ? count.figure.count : count.figure.count + "  " + count.figure.share + "%"
                    font.pixelSize: Theme.sizeNote
                    font.weight: Theme.weightBold
                }
            }
        }
        Label {
            id: note
            width: Theme.px(212)
            height: board.stripHeight
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("For information only") + " (5.10)"
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }
}
