pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One of a few: decks, a position, the paragraph that a Round is voided under.
Item {
    id: pad

    required property var form
    readonly property var choices: form.choices ?? []
    readonly property string name: form.name ?? ""
    signal pressed(key: string)

    function title(choice: string): string {
        return name === "to" ? Words.fate(choice) : name === "position" ? Words.position(Number(choice)) : name === "paragraph" ? "§" + choice : choice
    }
    function about(choice: string): string {
        return name === "paragraph" ? Words.irregularity((form.labels ?? [])[choices.indexOf(choice)] ?? "") : ""
    }

    Grid {
        id: grid
        anchors.fill: parent
        columns: pad.name === "decks" ? 5 : 2
        spacing: Theme.gapSmall
        readonly property int lines: Math.max(1, Math.ceil(pad.choices.length / columns))
        Repeater {
            model: pad.choices
            BigButton {
                required property string modelData
                objectName: "choice." + modelData
                width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                height: Math.floor(Math.min(Theme.px(112), (grid.height - (grid.lines - 1) * grid.spacing) / grid.lines))
                size: Theme.sizeHeading
                text: pad.title(modelData)
                note: pad.about(modelData)
                chosen: pad.form.value === modelData
                onTapped: pad.pressed(modelData)
            }
        }
    }
}
