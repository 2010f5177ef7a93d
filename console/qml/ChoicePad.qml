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
        return name === "position" ? Words.position(Number(choice)) : name === "paragraph" ? "§" + choice : choice
    }
    function about(choice: string): string {
        if (name !== "paragraph")
            return ""
        const at = choices.indexOf(choice)
        return form.key === "reconstruct" ? Words.reconstruction(choice) : Words.irregularity((form.labels ?? [])[at] ?? "")
    }

    Grid {
        id: grid
        anchors { left: parent.left; right: parent.right; top: parent.top }
        columns: pad.name === "decks" ? 5 : pad.name === "position" ? 2 : 1
        spacing: Theme.gapSmall
        Repeater {
            model: pad.choices
            BigButton {
                required property string modelData
                objectName: "choice." + modelData
                width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                height: Theme.px(pad.name === "decks" ? 120 : 84)
                text: pad.title(modelData) + (about === "" ? "" : "   " + about)
                readonly property string about: pad.about(modelData)
                chosen: pad.form.value === modelData
                onTapped: pad.pressed(modelData)
            }
        }
    }
}
