pragma ComponentBehavior: Bound
import QtQuick

// All five roads as every Player knows them, with both questions and the counts. For information only (5.10).
Rectangle {
    id: board

    property string results: ""
    property string asking: ""          // "", B or P: which next result is tried out
    // 17.5 cells high: six rows of the plate take as much as six of the big road, six half ones and six half ones.
    readonly property real foot: Theme.target + Theme.gapSmall
    readonly property real cell: Math.max(4, Math.floor((height - foot - 3 * Theme.gapTiny) / 12))

    implicitWidth: Theme.px(900)
    implicitHeight: Theme.px(360)
    radius: Theme.radiusSmall
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edge

    RoadCounts {
        id: counts
        results: board.results
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: Theme.gapTiny
        y: Theme.gapTiny
        width: Math.floor((board.width - 3 * Theme.gapTiny) * 0.36)
        height: 12 * board.cell + Theme.gapTiny
        kind: "bead_plate"
        results: board.results
        side: board.asking
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: plate.x + plate.width + Theme.gapTiny
        y: Theme.gapTiny
        width: board.width - x - Theme.gapTiny
        height: 6 * board.cell
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
                height: 6 * board.cell
                kind: modelData
                results: board.results
                side: board.asking
            }
        }
    }
    Row {
        id: questions
        anchors { right: parent.right; bottom: parent.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        Repeater {
            model: ["B", "P"]
            AskMarks {
                required property string modelData
                objectName: "ask." + modelData
                side: modelData
                results: board.results
                chosen: board.asking === modelData
                onTapped: board.asking = board.asking === modelData ? "" : modelData
            }
        }
    }
    Column {
        anchors { left: parent.left; right: questions.left; verticalCenter: questions.verticalCenter; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        Label {
            width: parent.width
            objectName: "road.counts"
            text: qsTr("Banker %1   Player %2   Tie %3   B Pair %4   P Pair %5").arg(counts.banker).arg(counts.player).arg(counts.tie).arg(counts.bankerPairs).arg(counts.playerPairs)
            font.pixelSize: Theme.sizeSmall
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(13)
        }
        Label {
            width: parent.width
            text: qsTr("For information only")
            color: Theme.textSoft
            font.pixelSize: Theme.px(18)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(13)
        }
    }
}
