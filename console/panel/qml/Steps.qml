pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The steps with these keys, in one column or more, whichever of them are offered now. The places are reserved.
Grid {
    id: column

    required property var vm
    required property var keys
    property string prefix: ""          // of the names, where the same step stands on two pages
    property int row: Theme.px(92)
    readonly property var board: vm.shown.board

    columns: 1
    spacing: Theme.gapSmall

    Repeater {
        model: column.keys
        BigButton {
            id: button
            required property string modelData
            readonly property var step: (column.board.doing ?? {})[modelData] ?? null
            objectName: column.prefix + "do." + modelData
            width: Math.floor((column.width - (column.columns - 1) * column.spacing) / column.columns)
            height: column.row
            text: Words.filled(Words.step(modelData), step?.detail || (column.board.roundNo ?? ""))
            note: step === null ? qsTr("not at this moment") : !step.allowed ? qsTr("for a %1").arg(Words.position(step.who)) : step.second ? qsTr("with %1").arg(Words.position(step.who)) : Words.filled(Words.about(modelData), step.detail ?? "")
            enabled: step !== null && step.allowed && (column.board.canSend ?? false)
            onTapped: column.vm.tapStep(modelData)

            // As on the strip: what takes a result away is red around, and nothing else is.
            Rectangle {
                objectName: "red." + button.modelData
                anchors.fill: parent
                visible: button.enabled && ["void_settled", "remove_settled"].includes(button.modelData)
                radius: Theme.radius
                color: "transparent"
                border.width: Theme.lineStrong
                border.color: Theme.bad
            }
        }
    }
}
