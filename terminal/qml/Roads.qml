pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The five roads, as large as the place allows: both questions and the counts stand beside them. Information only (5.10).
Rectangle {
    id: board

    property string results: ""
    property string asking: ""          // "", B or P: which next result is tried out
    readonly property int side: Theme.px(276)
    readonly property int cell: Math.floor((height - 3 * Theme.gapTiny) / 12)
    readonly property int plateWidth: 12 * cell + Theme.gapTiny     // six columns, each cell twice as large

    radius: Theme.radius
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
        width: board.plateWidth
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
        width: board.width - x - board.side - 2 * Theme.gapTiny
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
    Column {
        anchors { right: parent.right; top: parent.top; margins: Theme.gapTiny }
        width: board.side
        spacing: Theme.gapTiny
        Repeater {
            model: ["B", "P"]
            AskMarks {
                required property string modelData
                objectName: "ask." + modelData
                width: board.side
                height: Theme.px(64)
                side: modelData
                results: board.results
                chosen: board.asking === modelData
                onTapped: board.asking = board.asking === modelData ? "" : modelData
            }
        }
        Grid {
            columns: 2
            spacing: Theme.px(4)
            Repeater {
                model: [
                    { name: qsTr("B"), count: counts.banker, ground: Theme.banker },
                    { name: qsTr("B Pair"), count: counts.bankerPairs, ground: Theme.banker },
                    { name: qsTr("P"), count: counts.player, ground: Theme.player },
                    { name: qsTr("P Pair"), count: counts.playerPairs, ground: Theme.player },
                    { name: qsTr("T"), count: counts.tie, ground: Theme.tie },
                    { name: qsTr("Natural"), count: counts.naturals, ground: Theme.panelRaised }
                ]
                Rectangle {
                    id: count
                    required property var modelData
                    width: Math.floor((board.side - Theme.px(4)) / 2)
                    height: Theme.px(32)
                    radius: Theme.radiusSmall
                    color: modelData.ground
                    Label {
                        anchors { left: parent.left; right: number.left; leftMargin: Theme.px(10); rightMargin: Theme.px(4) }
                        height: parent.height
                        text: count.modelData.name
                        font.pixelSize: Theme.px(20)
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.px(10)
                    }
                    Label {
                        id: number
                        anchors { right: parent.right; rightMargin: Theme.px(10) }
                        width: Theme.px(34)
                        height: parent.height
                        horizontalAlignment: Text.AlignRight
                        text: count.modelData.count
                        font.pixelSize: Theme.px(22)
                        font.weight: Theme.weightBold
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.px(14)
                    }
                }
            }
        }
        Label {
            width: parent.width
            height: Theme.px(22)
            horizontalAlignment: Text.AlignHCenter
            text: qsTr("For information only") + " (5.10)"
            color: Theme.textSoft
            font.pixelSize: Theme.px(16)
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(11)
        }
    }
}
