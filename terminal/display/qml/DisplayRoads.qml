pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The five roads with their names, and the counts. Nothing to press here: both questions are answered all the time (5.10).
// Low, beside a Round that is played, or tall, between two Rounds; in neither is a mark smaller than can be read across a
// table.
Rectangle {
    id: roads

    property string results: ""
    property bool tall: false
    readonly property int countHeight: Theme.px(52)
    readonly property int least: Theme.px(24)           // of a cell
    readonly property int nameWidth: Theme.px(46)       // of a road, in the margin beside it: height is for the marks
    // Tall: counts and questions stand in three lines under the bead plate, which is as high as its cells are wide; else in one line
    // below all roads.
    readonly property int foot: tall ? 0 : countHeight + Theme.gapTiny
    readonly property int roadHeight: height - foot - 2 * Theme.gapTiny
    readonly property int cell: Math.max(least, Math.floor((roadHeight - Theme.gapTiny) * (tall ? 0.4 : 0.5) / 6))
    readonly property int bigCell: Math.max(least, Math.floor((roadHeight - Theme.gapTiny - 6 * cell) / 6))
    readonly property int plateColumns: tall ? 14 : 10
    readonly property int beadCell: Math.floor((tall ? roadHeight - 3 * (countHeight + Theme.gapTiny) : roadHeight) / 6)

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
        height: plate.height
        kind: "bead_plate"
        size: Theme.sizePublic
    }
    RoadView {
        id: plate
        objectName: "road.bead_plate"
        x: roads.nameWidth
        y: Theme.gapTiny
        width: roads.plateColumns * roads.beadCell + 1
        height: 6 * roads.beadCell + 1
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
        height: 6 * roads.bigCell + 1
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
                    width: roads.nameWidth
                    height: road.height
                    kind: derived.modelData
                    brief: !roads.tall
                    size: Theme.sizeSmall
                }
                RoadView {
                    id: road
                    objectName: "road." + derived.modelData
                    width: Math.floor((bigName.width + big.width) / 3) - roads.nameWidth
                    height: 6 * roads.cell + 1
                    kind: derived.modelData
                    results: roads.results
                }
            }
        }
    }
    // The counts, and what the next result would add.
    readonly property int line: roads.height - roads.countHeight - Theme.gapTiny
    Row {
        id: sides
        x: roads.tall ? roads.nameWidth : Theme.gapTiny
        y: roads.tall ? roads.line - 2 * (roads.countHeight + Theme.gapTiny) : roads.line
        spacing: Theme.gapTiny
        Repeater {
            model: [
                { name: qsTr("B"), count: counts.banker, share: counts.bankerShare, ground: Theme.banker },
                { name: qsTr("P"), count: counts.player, share: counts.playerShare, ground: Theme.player },
                { name: qsTr("T"), count: counts.tie, share: counts.tieShare, ground: Theme.tie }
            ]
            Count {
                width: roads.tall ? Math.floor((plate.width - 2 * sides.spacing) / 3) : Theme.px(166)
            }
        }
    }
    Row {
        id: others
        x: roads.tall ? sides.x : sides.x + sides.width + Theme.gapTiny
        y: roads.tall ? roads.line - roads.countHeight - Theme.gapTiny : roads.line
        spacing: Theme.gapTiny
        Repeater {
            model: [
                { name: qsTr("B Pair"), count: counts.bankerPairs, share: -1, ground: Theme.banker },
                { name: qsTr("P Pair"), count: counts.playerPairs, share: -1, ground: Theme.player },
                { name: qsTr("B on 6"), count: counts.bankerOnSix, share: -1, ground: Theme.panelRaised }
            ]
            Count {
                width: roads.tall ? Math.floor((plate.width - 2 * others.spacing) / 3) : Theme.px(138)
            }
        }
    }
    component Count: Rectangle {
        id: count
        required property var modelData
        height: roads.countHeight
        radius: Theme.radiusSmall
        color: modelData.ground
        Label {
            anchors { left: parent.left; right: number.left; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
            height: parent.height
            text: count.modelData.name
            font.pixelSize: Theme.sizePublic
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            id: number
            anchors { right: parent.right; rightMargin: Theme.gapSmall }
            height: parent.height
            text: count.modelData.count < 0 ? "–" : count.modelData.share < 0 ? count.modelData.count : count.modelData.count + " · " + count.modelData.share + "%"
            font.pixelSize: Theme.sizePublic
            font.weight: Theme.weightBold
        }
    }
    Row {
        id: questions
        x: roads.tall ? sides.x : others.x + others.width + Theme.gapTiny
        y: roads.line
        spacing: Theme.gapTiny
        Repeater {
            model: ["B", "P"]
            Rectangle {
                id: ask
                required property string modelData
                width: roads.tall ? Math.floor((plate.width - questions.spacing) / 2) : Math.floor((roads.width - questions.x - 2 * Theme.gapTiny) / 2)
                height: roads.countHeight
                radius: Theme.radiusSmall
                color: Theme.panelRaised
                Label {
                    anchors { left: parent.left; right: marks.left; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
                    height: parent.height
                    // Low, there is only room for the letter of the side.
                    text: !roads.tall ? (ask.modelData === "B" ? qsTr("B") : qsTr("P")) + " ?" : ask.modelData === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
                    color: ask.modelData === "B" ? Theme.bankerText : Theme.playerText
                    font.pixelSize: Theme.sizePublic
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
