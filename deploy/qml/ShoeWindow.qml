pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The emulated shoe: what came out last, the next card, and what may go wrong with it. Sizes are those of 480 x 720.
Felt {
    id: screen

    required property var shoe          // ShoeModel
    readonly property var shown: shoe.shown
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
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.px(16) }
        spacing: Theme.px(10)

        Item {
            width: parent.width
            height: Theme.px(48)
            Label {
                anchors { left: parent.left; right: plug.left; verticalCenter: parent.verticalCenter; rightMargin: Theme.gapSmall }
                text: qsTr("Card shoe")
                color: Theme.gold
                font.pixelSize: Theme.px(30)
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.px(18)
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
                spacing: Theme.px(4)
                Label {
                    objectName: "said"
                    width: parent.width
                    height: Theme.px(64)
                    wrapMode: Text.WordWrap
                    text: screen.shown.armed !== "" ? qsTr("Next: %1").arg(screen.names[screen.shown.armed] ?? screen.shown.armed)
                        : screen.told[screen.shown.said] ?? qsTr("Ready")
                    color: screen.shown.armed !== "" ? Theme.warn : Theme.text
                    font.pixelSize: Theme.px(24)
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.Fit
                    minimumPixelSize: Theme.px(14)
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
            text: qsTr("Draw the next card")
            onTapped: screen.shoe.order("draw")
        }
    }
    Grid {
        anchors { left: parent.left; right: parent.right; top: top.bottom; margins: Theme.px(16); topMargin: Theme.px(12) }
        columns: 2
        spacing: Theme.px(8)
        Repeater {
            model: screen.shoe.faults
            BigButton {
                required property string modelData
                objectName: "fault." + modelData
                width: (screen.width - Theme.px(40)) / 2
                height: Theme.px(64)
                text: screen.names[modelData] ?? modelData
                chosen: screen.shown.armed === modelData
                onTapped: screen.shoe.order("fault " + modelData)
            }
        }
        BigButton {
            objectName: "cable"
            width: (screen.width - Theme.px(40)) / 2
            height: Theme.px(64)
            kind: "danger"
            text: screen.shown.plugged ? qsTr("Pull the cable") : qsTr("Plug it in")
            onTapped: screen.shoe.order(screen.shown.plugged ? "unplug" : "replug")
        }
        BigButton {
            objectName: "new"
            width: (screen.width - Theme.px(40)) / 2
            height: Theme.px(64)
            text: qsTr("New cards")
            onTapped: screen.shoe.order("new")
        }
    }
}
