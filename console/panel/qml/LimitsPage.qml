pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The limits as the Players see them. Changed by two people between Rounds.
Item {
    id: page

    required property var vm

    Box {
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: change.top; bottomMargin: Theme.gapMedium }
        title: qsTr("Limits per terminal and round")
        Column {
            id: rows
            anchors { left: parent.left; right: parent.right; top: parent.top }
            spacing: Theme.gapTiny
            // Figures near each other and near their area: an eye must not lose the line on its way.
            readonly property int first: Math.min(Theme.px(340), Math.floor(width / 4))
            readonly property int cell: Math.min(Theme.px(260), Math.floor(width / 4))
            Row {
                Repeater {
                    model: ["", qsTr("Minimum"), qsTr("Maximum"), qsTr("Step")]
                    Label {
                        required property string modelData
                        required property int index
                        width: index === 0 ? rows.first : rows.cell
                        horizontalAlignment: index === 0 ? Text.AlignLeft : Text.AlignRight
                        text: modelData
                        color: Theme.textSoft
                    }
                }
            }
            Repeater {
                model: Rows { id: limits; list: page.vm.shown.limits }
                Row {
                    id: line
                    required property int place
                    readonly property var row: limits.values[place]
                    readonly property string name: row.name
                    readonly property string min: row.min
                    readonly property string max: row.max
                    readonly property string step: row.step
                    height: Theme.px(64)
                    Repeater {
                        model: [line.name, line.min, line.max || qsTr("no limit"), line.step]
                        Label {
                            required property string modelData
                            required property int index
                            width: index === 0 ? rows.first : rows.cell
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                            height: parent.height
                            horizontalAlignment: index === 0 ? Text.AlignLeft : Text.AlignRight
                            text: modelData
                            font.pixelSize: Theme.sizeHeading
                            font.weight: index === 0 ? Theme.weightBold : Theme.weightStrong
                            color: index > 0 ? Theme.text : Theme.tone(line.row.tone).text
                        }
                    }
                }
            }
            Label {
                visible: page.vm.shown.board.differentialMax !== ""
                text: qsTr("Table differential at most %1").arg(page.vm.shown.board.differentialMax ?? "")
            }
        }
    }
    Steps {
        id: change
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(92)
        vm: page.vm
        keys: ["set_limits"]
    }
}
