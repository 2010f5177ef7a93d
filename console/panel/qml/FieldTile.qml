import QtQuick
import Looks

// One field of a form: its name, what stands in it, what stood there before, and whether it will do.
Item {
    id: tile

    required property var row
    readonly property string name: row.name
    readonly property string kind: row.kind
    readonly property string value: row.value
    readonly property string before: row.before     // "" if nothing did
    readonly property bool good: row.good
    readonly property bool at: row.at
    property var form: ({})
    property var spots: ({})            // what areas are called
    property var people: ({})           // and people, by their numbers
    readonly property bool limit: kind === "limit"      // its name stands at the edge of the table
    readonly property bool changed: before !== value && (before !== "" || limit)
    property int waits: 0               // signs of a keyboard that may still be a badge: how many is seen, never which
    signal tapped()

    objectName: "field." + name

    // 20000 as 20,000: what is being typed, as it will be read.
    function grouped(amount: string): string {
        const [whole, ...rest] = amount.split(".")
        return [whole.replace(/\B(?=(\d{3})+$)/g, ",")].concat(rest).join(".")
    }
    function shown(value: string): string {
        if (value === "")
            return tile.limit && tile.name.endsWith(".max") ? qsTr("no limit") : tile.name === "counter" ? qsTr("same shoe as before") : "…"
        if (tile.row.text && value === tile.value)
            return tile.row.text
        if (tile.kind === "staff")
            return tile.people[value] ?? value
        if (tile.name === "position")
            return Words.position(Number(value))
        if (tile.row.card)
            return tile.spots[value] ?? value
        if (tile.name === "effect")
            return Words.effect(value)
        if (tile.name === "suit")
            return Words.suit(value)
        if (tile.name === "to")
            return Words.fate(value)
        if (tile.name === "paragraph")
            return "§" + value
        if (tile.kind === "card" || tile.kind === "cards")
            return Words.faces(value)
        return ["limit", "amount"].includes(tile.kind) ? grouped(value) : value
    }

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusSmall
        color: tile.at ? Theme.panelRaised : Theme.bar
        border.width: tile.at ? Theme.lineStrong : Theme.line
        border.color: tile.at ? Theme.gold : tile.good ? Theme.edge : Theme.warn
    }
    Label {
        id: title
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; topMargin: Theme.gapTiny }
        visible: !tile.limit
        text: tile.row.card ? Words.faces(tile.row.card) : [Words.fieldTitle(tile.name, tile.spots), tile.row.title ?? ""].filter(word => word !== "").join("  ·  ")
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        objectName: "value." + tile.name
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; bottomMargin: tile.limit ? (parent.height - height) / 2 : Theme.gapTiny }
        horizontalAlignment: tile.limit ? Text.AlignRight : Text.AlignLeft
        readonly property string typed: (tile.value === "" && tile.waits > 0 ? "" : tile.shown(tile.value)) + "●".repeat(tile.waits) + (tile.at && tile.kind === "text" ? "|" : "")
        readonly property string whole: tile.changed && tile.limit ? tile.shown(tile.before) + " → " + typed : typed
        readonly property bool faced: tile.kind === "card" || tile.kind === "cards"
        textFormat: faced ? Text.StyledText : Text.PlainText
        text: faced ? Words.coloured(whole, Theme.bad) : whole
        color: !tile.good ? Theme.warn : tile.changed ? Theme.gold : Theme.text
        font.pixelSize: Theme.sizeHeading
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: tile.tapped()
    }
}
