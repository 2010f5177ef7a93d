pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Who is it? Tapped from the list, typed, or shown to the reader; then the PIN, of which only the number of signs is seen.
Item {
    id: pane

    required property var vm
    property var people: []             // whom the list offers
    property string none: ""            // said where it offers nobody
    property string doing: ""           // what the button at the end does
    property bool live: true            // the console is heard
    readonly property var proof: vm.shown.proof
    readonly property bool atPin: proof.at === "pin"
    // What the console has said counts down here, by itself; it decides nothing.
    property int leftS: 0
    readonly property bool waits: leftS > 0 && (proof.standing ?? "") !== ""

    objectName: "prove"

    function count() {
        pane.leftS = Math.ceil((pane.proof.waitMs ?? 0) / 1000)
    }
    readonly property int heard: proof.said ?? 0     // answers of the console so far
    onHeardChanged: count()
    Component.onCompleted: count()
    Timer {
        interval: Theme.clockTick
        running: pane.leftS > 0
        repeat: true
        onTriggered: pane.leftS -= 1
    }

    Item {
        id: names
        anchors { left: parent.left; right: keys.left; top: parent.top; bottom: parent.bottom; rightMargin: Theme.gapLarge }

        Label {
            visible: list.count === 0
            width: parent.width
            text: pane.none
            color: Theme.warn
            wrapMode: Text.WordWrap
        }
        ListView {
            id: list
            objectName: "people"
            readonly property int shownAtOnce: Math.max(1, Math.floor(parent.height / Theme.px(92)))
            readonly property int row: Math.floor(parent.height / shownAtOnce)
            anchors { left: parent.left; right: parent.right; top: parent.top }
            height: Math.max(0, shownAtOnce * row - 1)
            clip: true
            cacheBuffer: 0
            snapMode: ListView.SnapToItem
            boundsBehavior: Flickable.StopAtBounds
            model: Rows { id: rows; list: pane.people }
            delegate: PersonTile {
                required property int place
                row: rows.values[place]
                objectName: "who." + row.number
                width: list.width
                height: list.row
                chosen: pane.proof.number === row.number
                onTapped: pane.vm.proveWho(row.number)
            }
        }
    }
    Item {
        id: keys
        anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
        width: Theme.px(600)

        Row {
            id: fields
            width: parent.width
            height: Theme.px(92)
            spacing: Theme.gapSmall
            Repeater {
                model: [
                    { key: "number", name: qsTr("Number or badge"), value: pane.proof.badge ? qsTr("Badge shown") : pane.proof.number },
                    { key: "pin", name: qsTr("PIN"), value: "●".repeat(pane.proof.dots ?? 0) },
                ]
                Item {
                    id: field
                    required property var modelData
                    readonly property bool at: pane.proof.at === modelData.key
                    objectName: "prove." + modelData.key
                    width: (fields.width - fields.spacing) / 2
                    height: fields.height
                    Rectangle {
                        anchors.fill: parent
                        radius: Theme.radiusSmall
                        color: field.at ? Theme.panelRaised : Theme.bar
                        border.width: field.at ? Theme.lineStrong : Theme.line
                        border.color: field.at ? Theme.gold : Theme.edge
                    }
                    Label {
                        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapSmall; topMargin: Theme.gapTiny }
                        text: field.modelData.name
                        color: Theme.textSoft
                        font.pixelSize: Theme.sizeSmall
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeSmall
                    }
                    Label {
                        objectName: "prove." + field.modelData.key + ".value"
                        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall; bottomMargin: Theme.gapTiny }
                        text: (field.modelData.value ?? "") || (field.at ? "|" : "…")
                        font.pixelSize: Theme.sizeHeading
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeSmall
                    }
                    TapHandler {
                        gesturePolicy: TapHandler.ReleaseWithinBounds
                        onTapped: pane.vm.proveField(field.modelData.key)
                    }
                }
            }
        }
        // One line that is always there: whose PIN is wanted, or what the console has said.
        Label {
            id: said
            objectName: "prove.said"
            anchors { left: parent.left; right: parent.right; top: fields.bottom; topMargin: Theme.gapTiny }
            height: Theme.px(72)
            readonly property string standing: pane.proof.standing ?? ""
            readonly property bool loud: (standing !== "" && standing !== "right") || (pane.proof.refusal ?? "") !== ""
            text: pane.proof.busy ? qsTr("One moment …") : loud ? Words.answer(standing, pane.proof.refusal ?? "", pane.leftS)
                : pane.atPin && (pane.proof.name ?? "") !== "" ? qsTr("PIN of %1").arg(pane.proof.name)
                : pane.atPin ? qsTr("Type the PIN") : qsTr("Tap the name, type the number, or show the badge")
            color: loud && !pane.proof.busy ? Theme.warn : Theme.textSoft
            font.weight: loud ? Theme.weightBold : Theme.weightBody
            wrapMode: Text.WordWrap
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeSmall
        }
        PinPad {
            anchors { left: parent.left; right: parent.right; top: said.bottom; bottom: go.top; topMargin: Theme.gapTiny; bottomMargin: Theme.gapSmall }
            enabled: !(pane.proof.busy ?? false)
            onPressed: key => pane.vm.proveKey(key)
        }
        BigButton {
            id: go
            objectName: "prove.go"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(96)
            size: Theme.sizeHeading
            kind: "primary"
            text: pane.atPin ? pane.doing : qsTr("Next: the PIN")
            enabled: pane.live && !pane.proof.busy && !pane.waits && ((pane.atPin ? pane.proof.ready : pane.proof.who) ?? false)
            onTapped: pane.vm.proveGo()
        }
    }
}
