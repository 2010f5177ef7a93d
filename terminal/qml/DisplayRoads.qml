pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The five roads with the counts under them. Nothing to press here: both questions are answered all the time (5.10).
Rectangle {
    id: roads

    property string results: ""
    readonly property int foot: Theme.px(58)
    readonly property int cell: Math.floor((height - foot - 3 * Theme.gapTiny) / 12)
    readonly property int plateWidth: 8 * 2 * cell + Theme.gapTiny      // eight columns, each cell twice as large

    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edge

    RoadCounts {
        id: counts
        results: roads.results
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: Theme.gapTiny
        y: Theme.gapTiny
        width: roads.plateWidth
        height: 12 * roads.cell + Theme.gapTiny
        kind: "bead_plate"
        results: roads.results
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: plate.x + plate.width + Theme.gapTiny
        y: Theme.gapTiny
        width: roads.width - x - Theme.gapTiny
        height: 6 * roads.cell
        kind: "big_road"
        results: roads.results
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
                height: 6 * roads.cell
                kind: modelData
                results: roads.results
            }
        }
    }
    Row {
        anchors { left: parent.left; bottom: parent.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        Repeater {
            model: [
                { name: qsTr("Banker"), count: counts.banker, ground: Theme.banker },
                { name: qsTr("Player"), count: counts.player, ground: Theme.player },
                { name: qsTr("Tie"), count: counts.tie, ground: Theme.tie },
                { name: qsTr("B Pair"), count: counts.bankerPairs, ground: Theme.banker },
                { name: qsTr("P Pair"), count: counts.playerPairs, ground: Theme.player }
            ]
            Rectangle {
                id: count
                required property var modelData
                width: Theme.px(156)
                height: roads.foot - Theme.gapTiny
                radius: Theme.radiusSmall
                color: modelData.ground
                Label {
                    anchors { left: parent.left; right: number.left; leftMargin: Theme.px(12); rightMargin: Theme.px(4) }
                    height: parent.height
                    text: count.modelData.name
                    font.pixelSize: Theme.px(24)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(12)
                }
                Label {
                    id: number
                    anchors { right: parent.right; rightMargin: Theme.px(12) }
                    width: Theme.px(38)
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: count.modelData.count
                    font.pixelSize: Theme.px(28)
                    font.weight: Theme.weightBold
                }
            }
        }
    }
    Row {
        anchors { right: parent.right; bottom: parent.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        Repeater {
            model: ["B", "P"]
            Rectangle {
                id: ask
                required property string modelData
                width: Theme.px(246)
                height: roads.foot - Theme.gapTiny
                radius: Theme.radiusSmall
                color: Theme.panelRaised
                Label {
                    anchors { left: parent.left; right: marks.left; leftMargin: Theme.px(12); rightMargin: Theme.px(8) }
                    height: parent.height
                    text: ask.modelData === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
                    color: ask.modelData === "B" ? Theme.bankerText : Theme.playerText
                    font.pixelSize: Theme.px(22)
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.px(12)
                }
                Rectangle {
                    id: marks
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter; rightMargin: Theme.px(8) }
                    width: row.width + Theme.px(12)
                    height: Theme.px(40)
                    radius: Theme.radiusSmall
                    color: Theme.paper
                    Row {
                        id: row
                        anchors.centerIn: parent
                        Repeater {
                            model: ["big_eye_boy", "small_road", "cockroach_pig"]
                            RoadAsk {
                                required property string modelData
                                width: Theme.px(30)
                                height: width
                                kind: modelData
                                side: ask.modelData
                                results: roads.results
                                shapes: Theme.highContrast
                            }
                        }
                    }
                }
            }
        }
    }
}
