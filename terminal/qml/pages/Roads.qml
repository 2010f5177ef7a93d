pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All five roads as large as the screen has room for: what is small on the felt can be read here, and a whole shoe fits.
Page {
    id: page

    readonly property int nameWidth: Theme.px(44)
    readonly property int bigCell: Theme.px(42)
    readonly property int beadCell: Theme.px(50)
    readonly property int cell: Theme.px(24)
    readonly property int below: 6 * bigCell + Theme.gapSmall

    objectName: "page.roads"
    //: The five roads of this shoe
    title: qsTr("Roads · for information only (%1)").arg(page.vm.word("paragraph", "cards_prevail", Qt.uiLanguage))
    panelWidth: Theme.px(1880)
    panelHeight: Theme.px(868)

    RoadCounts {
        id: counts
        results: page.shown.road
    }
    component Road: Row {
        id: row
        property string kind: ""
        property int cell: page.cell
        property int room: 0            // for its marks
        RoadName {
            width: page.nameWidth
            height: painting.height
            kind: row.kind
            brief: true
            size: Theme.sizePublic
        }
        RoadView {
            id: painting
            objectName: "roads." + row.kind
            width: row.room
            height: 6 * row.cell + 1
            kind: row.kind
            results: page.shown.road
        }
    }
    Road {
        kind: "big_road"
        cell: page.bigCell
        room: page.inside.width - page.nameWidth
    }
    Road {
        id: plate
        y: page.below
        kind: "bead_plate"
        cell: page.beadCell
        room: 14 * page.beadCell + 1    // 84 Rounds: a shoe
    }
    Column {
        x: plate.width + Theme.gapSmall
        y: page.below
        spacing: Theme.gapTiny
        Repeater {
            model: ["big_eye_boy", "small_road", "cockroach_pig"]
            Road {
                required property string modelData
                kind: modelData
                room: page.inside.width - plate.width - Theme.gapSmall - page.nameWidth
            }
        }
    }
    // Under the bead plate: how often each came.
    Grid {
        x: page.nameWidth
        anchors { top: plate.bottom; topMargin: Theme.gapSmall }
        columns: 4
        spacing: Theme.gapTiny
        Repeater {
            model: [
                { name: qsTr("B"), count: counts.banker, share: counts.bankerShare, ground: Theme.banker },
                { name: qsTr("P"), count: counts.player, share: counts.playerShare, ground: Theme.player },
                { name: qsTr("T"), count: counts.tie, share: counts.tieShare, ground: Theme.tie },
                { name: qsTr("Played"), count: counts.rounds, share: -1, ground: Theme.panelRaised },
                { name: qsTr("B Pair"), count: counts.bankerPairs, share: -1, ground: Theme.banker },
                { name: qsTr("P Pair"), count: counts.playerPairs, share: -1, ground: Theme.player },
                { name: qsTr("Natural"), count: counts.naturals, share: -1, ground: Theme.panelRaised },
                { name: qsTr("B on 6"), count: counts.bankerOnSix, share: -1, ground: Theme.panelRaised }
            ]
            Rectangle {
                id: count
                required property var modelData
                width: Math.floor((14 * page.beadCell - 3 * Theme.gapTiny) / 4)
                height: Theme.px(56)
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
                    objectName: "roads.count." + count.modelData.name
                    anchors { right: parent.right; rightMargin: Theme.gapTiny }
                    height: parent.height
                    text: count.modelData.count < 0 ? "–" : count.modelData.share < 0 ? count.modelData.count : count.modelData.count + " · " + count.modelData.share + "%"
                    font.pixelSize: Theme.sizePublic
                    font.weight: Theme.weightBold
                }
            }
        }
    }
}
