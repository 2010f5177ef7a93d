pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The emulated shoe: what came out last, the next card, and what may go wrong with it. Sizes are those of 480 x 720.
Felt {
    id: screen

    required property var vm            // ShoeModel
    readonly property var shown: vm.shown.shoe
    readonly property var names: ({
        "noise": qsTr("Noise on the line"),
        "misread": qsTr("Misread card"),
        "unreadable": qsTr("Unreadable card"),
        "double": qsTr("Two cards at once"),
        "foreign": qsTr("A joker"),
        "lost-frame": qsTr("Lost message")
    })
    readonly property var told: ({
        "drew": qsTr("Drawn"),
        "two": qsTr("Two cards came out"),
        "joker": qsTr("A joker came out"),
        "misread": qsTr("The sensor reads something else"),
        "unread": qsTr("The sensor reads nothing"),
        "refused": shown.why,
        "empty": qsTr("The shoe is empty"),
        "unplug": qsTr("The cable is out"),
        "replug": qsTr("The cable is in"),
        "cut": qsTr("The cut card came"),
        "new": qsTr("Freshly shuffled cards")
    })

    width: 480
    height: 720

    Binding {
        target: Theme
        property: "scale"
        value: Math.min(screen.width / 480, screen.height / 720)
    }
    Column {
        id: top
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gapMedium }
        spacing: Theme.gapSmall

        Item {
            width: parent.width
            height: Theme.px(48)
            Label {
                anchors { left: parent.left; right: plug.left; verticalCenter: parent.verticalCenter; rightMargin: Theme.gapSmall }
                text: qsTr("Card shoe")
                color: Theme.gold
                font.pixelSize: Theme.sizeLead
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            StatusPill {
                id: plug
                objectName: "plug"
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                width: Theme.px(210)
                text: screen.shown.plugged ? qsTr("Plugged in") : qsTr("Unplugged")
                mood: screen.shown.plugged ? "good" : "bad"
            }
        }
        Panel {
            width: parent.width
            height: Theme.px(184)
            CardItem {
                id: last
                objectName: "last"
                anchors { left: parent.left; verticalCenter: parent.verticalCenter }
                width: Theme.px(100)
                height: Math.round(width * Theme.cardRatio)
                face: screen.shown.card
                faceDown: screen.shown.card === ""
            }
            Column {
                anchors { left: last.right; right: parent.right; verticalCenter: parent.verticalCenter; leftMargin: Theme.gap }
                spacing: Theme.gapTiny
                Label {
                    objectName: "said"
                    width: parent.width
                    height: Theme.target
                    wrapMode: Text.WordWrap
                    text: screen.shown.armed !== "" && screen.shown.said !== "refused" ? qsTr("Next: %1").arg(screen.names[screen.shown.armed] ?? screen.shown.armed)
                        : screen.told[screen.shown.said] ?? qsTr("Ready")
                    color: screen.shown.armed !== "" || screen.shown.said === "refused" ? Theme.warn : Theme.text
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.Fit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: "left"
                    width: parent.width
                    text: qsTr("%1 cards left").arg(screen.shown.left)
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeSmall
                }
            }
        }
        BigButton {
            objectName: "draw"
            width: parent.width
            height: Theme.px(104)
            kind: "primary"
            size: Theme.sizeHeading
            text: qsTr("Draw the next card")
            onTapped: screen.vm.order("draw")
        }
    }
    Grid {
        id: grid
        anchors { left: parent.left; right: parent.right; top: top.bottom; margins: Theme.gapMedium; topMargin: Theme.gapSmall }
        columns: 2
        spacing: Theme.gapSmall
        readonly property int cell: (width - spacing) / 2
        Repeater {
            model: screen.vm.shown.faults
            BigButton {
                required property string modelData
                objectName: "fault." + modelData
                width: grid.cell
                height: Theme.target
                text: screen.names[modelData] ?? modelData
                chosen: screen.shown.armed === modelData
                onTapped: screen.vm.order("fault " + modelData)
            }
        }
        BigButton {
            objectName: "cable"
            width: grid.cell
            height: Theme.target
            kind: "danger"
            text: screen.shown.plugged ? qsTr("Pull the cable") : qsTr("Plug it in")
            onTapped: screen.vm.order(screen.shown.plugged ? "unplug" : "replug")
        }
        BigButton {
            objectName: "new"
            width: grid.cell
            height: Theme.target
            text: qsTr("New cards")
            onTapped: screen.vm.order("new")
        }
    }
}
