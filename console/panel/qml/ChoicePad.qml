pragma ComponentBehavior: Bound
import QtQuick
import Looks

// One of a few: decks, a position, a person, the paragraph that a Round is voided under.
Item {
    id: pad

    required property var form
    readonly property var choices: form.choices ?? []
    readonly property string name: form.name ?? ""
    property var spots: ({})            // what Hands are called
    property var people: []             // whose numbers the choices may be
    readonly property bool staff: form.kind === "staff"
    signal pressed(key: string)

    function person(choice: string): var {
        return pad.people.find(row => row.number === choice) ?? ({ name: choice, position: 0, home: 0, where: "", number: choice })
    }
    function title(choice: string): string {
        return staff ? person(choice).name : name === "to" ? Words.fate(choice) : name === "position" ? Words.position(Number(choice)) : label(choice) !== "" ? label(choice) : name === "effect" ? Words.effect(choice) : name.startsWith("lies") ? spots[choice] ?? choice : name === "suit" ? Words.suit(choice) : choice === "T" && name === "rank" ? "10" : choice
    }
    // Plain words first, the number second.
    function label(choice: string): string {
        return (form.labels ?? [])[choices.indexOf(choice)] ?? ""
    }
    function about(choice: string): string {
        return staff ? Words.person(person(choice)) : name === "paragraph" ? "§" + choice : ""
    }

    Grid {
        id: grid
        anchors.fill: parent
        columns: ["decks", "rank"].includes(pad.name) ? 5 : pad.name === "suit" ? 4 : pad.choices.length > 20 ? 4 : pad.choices.length > 12 ? 3 : 2
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
                chosen: pad.form.kind === "several" ? (pad.form.value ?? "").split(" ").includes(modelData) : pad.form.value === modelData
                onTapped: pad.pressed(modelData)
            }
        }
    }
}
