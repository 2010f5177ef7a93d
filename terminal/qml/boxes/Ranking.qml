pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What ranks higher, for who compares three cards with the Dealer's.
Item {
    id: ranking

    required property var vm
    readonly property var rows: [
        [vm.word("spot", "three_pictures", Qt.uiLanguage), qsTr("highest")],
        [qsTr("then more points"), qsTr("9 to 0")],
        [qsTr("same points: more pictures"), qsTr("2, 1, 0")],
        [qsTr("Same points as the dealer"), qsTr("Tie pays")]
    ]

    Label {
        id: heading
        objectName: "ranking"
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapTiny }
        height: Theme.px(44)
        text: qsTr("What ranks higher")
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Column {
        anchors { left: parent.left; right: parent.right; top: heading.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap }
        Repeater {
            model: ranking.rows.length
            Item {
                id: row
                required property int index
                width: parent ? parent.width : 0
                height: Theme.px(40)
                Label {
                    objectName: "ranking." + row.index
                    width: parent.width * 0.7
                    height: parent.height
                    text: ranking.rows[row.index][0]
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: "ranking." + row.index + ".how"
                    x: parent.width * 0.71
                    width: parent.width * 0.29
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: ranking.rows[row.index][1]
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
}
