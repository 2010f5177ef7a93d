pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Where participants play (004) and nobody is signed on: number and PIN, on a pad. It lies over all that could be
// touched; the cards of the table stay to be seen. Which digits were typed is not known here, only how many.
MouseArea {
    id: page

    required property var vm
    readonly property var who: vm.shown.participant
    readonly property var pad: vm.shown.pad

    Rectangle {
        anchors.fill: parent
        color: Theme.veil
    }
    Rectangle {
        id: panel
        anchors.centerIn: parent
        width: Theme.px(1240)
        height: Math.min(Theme.px(780), parent.height - 2 * Theme.gapSmall)
        radius: Theme.px(22)
        color: Theme.panel
        border.width: Theme.px(3)
        border.color: Theme.gold

        Item {
            id: left
            anchors { left: parent.left; top: parent.top; bottom: parent.bottom; margins: Theme.gapLarge }
            width: parent.width * 0.5 - 2 * Theme.gapLarge
            Label {
                id: heading
                objectName: "signon.title"
                width: parent.width
                text: qsTr("Sign on to play")
                color: Theme.gold
                font.pixelSize: Theme.sizeTitle
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
            Column {
                anchors { left: parent.left; right: parent.right; top: heading.bottom; topMargin: Theme.gap }
                spacing: Theme.gapSmall
                Repeater {
                    model: [
                        { at: "number", title: qsTr("Your number"), text: page.pad.number },
                        { at: "pin", title: qsTr("PIN"), text: "●".repeat(page.pad.dots) }
                    ]
                    Rectangle {
                        id: field
                        required property var modelData
                        objectName: "signon." + modelData.at
                        width: parent.width
                        height: Theme.px(110)
                        radius: Theme.radius
                        color: Theme.panelRaised
                        border.width: page.pad.at === modelData.at ? Theme.lineStrong : Theme.line
                        border.color: page.pad.at === modelData.at ? Theme.gold : Theme.edge
                        Label {
                            anchors { left: parent.left; top: parent.top; margins: Theme.gapSmall }
                            text: field.modelData.title
                            color: Theme.textSoft
                            font.pixelSize: Theme.sizeNote
                        }
                        Label {
                            anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
                            text: field.modelData.text === "" ? "–" : field.modelData.text
                            font.pixelSize: Theme.sizeHeading
                            font.weight: Theme.weightBold
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                        TapHandler {
                            gesturePolicy: TapHandler.ReleaseWithinBounds
                            onTapped: page.vm.goTo(field.modelData.at)
                        }
                    }
                }
                Label {
                    objectName: "signon.said"
                    width: parent.width
                    height: Theme.px(150)
                    wrapMode: Text.WordWrap
                    font.pixelSize: Theme.sizeBody
                    color: page.who.standing === "" || page.who.trying ? Theme.textSoft : Theme.gold
                    text: page.who.trying ? qsTr("One moment") : page.said()
                }
            }
            BigButton {
                objectName: "signon.go"
                anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
                height: Theme.px(110)
                size: Theme.sizeHeading
                text: qsTr("Sign on")
                kind: "primary"
                enabled: page.pad.ready && !page.who.trying && !page.who.leaving
                onTapped: page.vm.signOn()
            }
        }
        Grid {
            id: grid
            anchors { right: parent.right; top: parent.top; bottom: parent.bottom; margins: Theme.gapLarge }
            width: parent.width * 0.5 - Theme.gapLarge
            columns: 3
            spacing: Theme.gapSmall
            Repeater {
                model: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "clear", "0", "back"]
                BigButton {
                    required property string modelData
                    objectName: "pad." + modelData
                    width: (grid.width - 2 * grid.spacing) / 3
                    height: (grid.height - 3 * grid.spacing) / 4
                    size: Theme.sizeTitle
                    text: modelData === "clear" ? "C" : modelData === "back" ? "⌫" : modelData
                    onTapped: page.vm.pressPad(modelData)
                }
            }
        }
    }

    // What the console has said to the last try, and what to do.
    function said(): string {
        if (page.who.leaving)
            return qsTr("Signed off. What you have stays in your purses")
        const found = {
            wrong: qsTr("Number or PIN is not right"),
            wait: qsTr("Too many wrong tries: wait %1 s").arg(page.who.waitSeconds),
            busy: qsTr("One moment, then try again"),
            locked: qsTr("This number is locked: ask an attendant"),
            playing: qsTr("A bet is in play. Try again when the round is over"),
            excluded: qsTr("You have chosen to stay away from play. It ends by itself, and nobody can end it before"),
            refused: qsTr("It was not tried. Please try again")
        }
        return found[page.who.standing] ?? qsTr("What you have is in your purses, at every terminal of this table")
    }
}
