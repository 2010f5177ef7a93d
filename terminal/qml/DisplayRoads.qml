pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The five roads with the counts under them. Nothing to press here: both questions are answered all the time (5.10).
Rectangle {
    id: roads

    property string results: ""
    readonly property int foot: Theme.px(58)
    readonly property int roadHeight: height - foot - 2 * Theme.gapTiny
    // The derived roads have half the cell of the big road: six rows of both are as high as nine.
    readonly property int cell: 2 * Math.max(2, Math.floor((roadHeight - Theme.gapTiny) / 18))
    readonly property int beadCell: Math.floor(roadHeight / 6)
    readonly property int plateColumns: 10

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
        width: roads.plateColumns * roads.beadCell + 1
        height: roads.roadHeight
        kind: "bead_plate"
        results: roads.results
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: plate.x + plate.width + Theme.gapTiny
        y: Theme.gapTiny
        width: roads.width - x - Theme.gapTiny
        height: roads.roadHeight - Theme.gapTiny - 3 * roads.cell - 1
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
                height: 3 * roads.cell + 1
                kind: modelData
                results: roads.results
            }
        }
    }
    Row {
        id: strip
        anchors { left: parent.left; bottom: parent.bottom; margins: Theme.gapTiny }
        spacing: Theme.gapTiny
        Repeater {
            model: [
                { name: qsTr("B"), count: counts.banker, share: counts.bankerShare, ground: Theme.banker, wide: true },
                { name: qsTr("P"), count: counts.player, share: counts.playerShare, ground: Theme.player, wide: true },
                { name: qsTr("T"), count: counts.tie, share: counts.tieShare, ground: Theme.tie, wide: true },
                { name: qsTr("B Pair"), count: counts.bankerPairs, share: -1, ground: Theme.banker, wide: false },
                { name: qsTr("P Pair"), count: counts.playerPairs, share: -1, ground: Theme.player, wide: false },
                { name: qsTr("B on 6"), count: counts.bankerOnSix, share: -1, ground: Theme.panelRaised, wide: false }
            ]
            Rectangle {
                id: count
                required property var modelData
                width: Theme.px(modelData.wide ? 176 : 116)
                height: roads.foot - Theme.gapTiny
                radius: Theme.radiusSmall
                color: modelData.ground
                Label {
                    anchors { left: parent.left; right: number.left; leftMargin: Theme.gapSmall; rightMargin: Theme.gapTiny }
                    height: parent.height
                    text: count.modelData.name
                    font.pixelSize: Theme.sizeSmall
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    id: number
                    anchors { right: parent.right; rightMargin: Theme.gapSmall }
                    height: parent.height
                    text: count.modelData.count < 0 ? "–" : count.modelData.share < 0 ? count.modelData.count : count.modelData.count + " · " + count.modelData.share + "%"
                    font.pixelSize: Theme.sizeBody
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
                width: Math.floor((roads.width - strip.width - 4 * Theme.gapTiny) / 2)
                height: roads.foot - Theme.gapTiny
                radius: Theme.radiusSmall
                color: Theme.panelRaised
                Label {
                    anchors { left: parent.left; right: marks.left; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
                    height: parent.height
                    text: ask.modelData === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
                    color: ask.modelData === "B" ? Theme.bankerText : Theme.playerText
                    font.pixelSize: Theme.sizeSmall
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Rectangle {
                    id: marks
                    anchors { right: parent.right; verticalCenter: parent.verticalCenter; rightMargin: Theme.gapTiny }
                    width: row.width + Theme.gapTiny
                    height: Theme.px(36)
                    radius: Theme.radiusSmall
                    color: Theme.paper
                    Row {
                        id: row
                        anchors.centerIn: parent
                        Repeater {
                            model: ["big_eye_boy", "small_road", "cockroach_pig"]
                            RoadAsk {
                                required property string modelData
                                width: Theme.px(26)
                                height: width
                                kind: modelData
                                side: ask.modelData
                                results: roads.results
                            }
                        }
                    }
                }
            }
        }
    }
}
