pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The five roads with their names, and the counts under them. Nothing to press here: both questions are answered all the time (5.10).
Rectangle {
    id: roads

    property string results: ""
    readonly property int foot: Theme.px(58)
    readonly property int roadHeight: height - foot - 2 * Theme.gapTiny
    // The derived roads have half the cell of the big road: six rows of both are as high as nine.
    readonly property int cell: 2 * Math.max(2, Math.floor((roadHeight - Theme.gapTiny) / 18))
    readonly property int beadCell: Math.floor(roadHeight / 6)
    readonly property int plateColumns: 10
    readonly property int nameWidth: Theme.px(46)       // of a road, in the margin beside it: height is for the marks

    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edge

    RoadCounts {
        id: counts
        results: roads.results
    }
    RoadName {
        y: Theme.gapTiny
        width: roads.nameWidth
        height: roads.roadHeight
        kind: "bead_plate"
        size: Theme.sizePublic
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: roads.nameWidth
        y: Theme.gapTiny
        width: roads.plateColumns * roads.beadCell + 1
        height: roads.roadHeight
        kind: "bead_plate"
        results: roads.results
    }
    RoadName {
        id: bigName
        x: plate.x + plate.width
        y: Theme.gapTiny
        width: roads.nameWidth
        height: big.height
        kind: "big_road"
        size: Theme.sizePublic
    }
    RoadView {
        id: big
        objectName: "road.big_road"
        x: bigName.x + bigName.width
        y: Theme.gapTiny
        width: roads.width - x - Theme.gapTiny
        height: roads.roadHeight - Theme.gapTiny - 3 * roads.cell - 1
        kind: "big_road"
        results: roads.results
    }
    Row {
        x: bigName.x
        y: big.y + big.height + Theme.gapTiny
        Repeater {
            model: ["big_eye_boy", "small_road", "cockroach_pig"]
            Row {
                id: derived
                required property string modelData
                RoadName {
                    id: name
                    width: roads.nameWidth
                    height: road.height
                    kind: derived.modelData
                    size: name.stacked ? Theme.sizePublic : Theme.sizeRoad      // letters need two lines here
                }
                RoadView {
                    id: road
                    objectName: "road." + derived.modelData
                    width: Math.floor((bigName.width + big.width) / 3) - roads.nameWidth
                    height: 3 * roads.cell + 1
                    kind: derived.modelData
                    results: roads.results
                }
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
