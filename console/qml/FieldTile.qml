import QtQuick
import Looks

// One field of a form: its name, what stands in it, and whether that will do.
Item {
    id: tile

    required property string name
    required property string kind
    required property string value
    required property bool good
    required property bool at
    property var form: ({})
    readonly property var limit: name.split(".")
    signal tapped()

    objectName: "field." + name

    function title(): string {
        if (tile.limit.length < 2)
            return Words.field(tile.name)
        const part = { min: qsTr("min"), max: qsTr("max"), step: qsTr("step") }[tile.limit[1]]
        return Words.spot(tile.limit[0]) + " " + part
    }
    function shown(): string {
        if (tile.value === "")
            return tile.limit[1] === "max" ? qsTr("no limit") : tile.name === "counter" ? qsTr("goes on counting") : "…"
        if (tile.name === "position")
            return Words.position(Number(tile.value))
        if (tile.name === "paragraph")
            return "§" + tile.value
        if (tile.kind === "card" || tile.kind === "cards")
            return Words.faces(tile.value)
        return tile.value
    }

    Rectangle {
        anchors.fill: parent
        radius: Theme.radiusSmall
        color: tile.at ? Theme.panelRaised : Theme.bar
        border.width: tile.at ? Theme.lineStrong : Theme.line
        border.color: tile.at ? Theme.gold : tile.good ? Theme.edge : Theme.warn
    }
    Label {
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; topMargin: Theme.gapTiny }
        text: tile.title()
        color: Theme.textSoft
        font.pixelSize: Theme.sizeNote
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Label {
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; bottomMargin: Theme.gapTiny }
        text: tile.shown() + (tile.at && (tile.kind === "name" || tile.kind === "text") ? "|" : "")
        color: tile.good ? Theme.text : Theme.warn
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
