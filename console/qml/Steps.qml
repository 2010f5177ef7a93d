pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The steps with these keys, one below the other, whichever of them are offered now. The places are reserved.
Column {
    id: column

    required property var panel
    required property var keys
    property string prefix: ""          // of the names, where the same step stands on two pages

    spacing: Theme.gapSmall

    Repeater {
        model: column.keys
        BigButton {
            required property string modelData
            readonly property bool offered: (column.panel.board.offered ?? {})[modelData] ?? false
            objectName: column.prefix + "do." + modelData
            width: Math.min(column.width, Theme.px(720))
            height: Theme.px(96)
            text: Words.filled(Words.step(modelData), column.panel.board.roundNo ?? "")
            note: offered ? Words.about(modelData) : qsTr("not at this moment")
            enabled: offered
            kind: ["end_shoe", "close_table", "void_settled"].includes(modelData) ? "danger" : "plain"
            onTapped: column.panel.tap_step(modelData)
        }
    }
}
