pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A first Bet in four steps, and what else a finger can do.
Item {
    id: guide

    required property var vm

    component Step: Rectangle {
        id: step
        property int number: 1
        property string title: ""
        property string text: ""
        default property alias picture: place.data
        width: Math.floor((steps.width - 3 * steps.spacing) / 4)
        height: steps.height
        radius: Theme.radius
        color: Theme.panelRaised
        border.width: Theme.line
        border.color: Theme.edge
        Rectangle {
            id: badge
            x: Theme.gap
            y: Theme.gap
            width: Theme.px(64)
            height: width
            radius: width / 2
            color: Theme.gold
            Label {
                anchors.centerIn: parent
                text: step.number
                color: Theme.goldInk
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
            }
        }
        Label {
            objectName: "guide." + step.number
            anchors { left: badge.right; right: parent.right; leftMargin: Theme.gapSmall; rightMargin: Theme.gap; verticalCenter: badge.verticalCenter }
            height: Theme.px(84)
            wrapMode: Text.WordWrap
            text: step.title
            font.pixelSize: Theme.sizeLead
            font.weight: Theme.weightBold
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
        Item {
            id: place
            anchors { horizontalCenter: parent.horizontalCenter; top: badge.bottom; topMargin: Theme.gap }
            width: parent.width - 2 * Theme.gap
            height: Theme.px(190)
        }
        Label {
            anchors { left: parent.left; right: parent.right; top: place.bottom; bottom: parent.bottom; margins: Theme.gap; topMargin: Theme.gapSmall }
            wrapMode: Text.WordWrap
            verticalAlignment: Text.AlignTop
            text: step.text
            color: Theme.textSoft
            font.pixelSize: Theme.sizeBody
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
    }

    Row {
        id: steps
        width: parent.width
        height: Math.min(Theme.px(510), guide.height - hints.height - Theme.gap)
        spacing: Theme.gap
        Step {
            number: 1
            title: qsTr("Insert a note or a ticket")
            text: qsTr("The amount is added to your balance, at the bottom left.")
            Slot {
                anchors.centerIn: parent
                scale: 0.72
                currency: guide.vm.shown.table.currency
            }
        }
        Step {
            number: 2
            title: qsTr("Choose a chip")
            text: qsTr("Its value is what each tap adds.")
            Row {
                anchors.centerIn: parent
                spacing: -Theme.px(20)
                Repeater {
                    model: guide.vm.shown.chips.slice(0, 3)
                    Chip {
                        required property var modelData
                        required property int index
                        width: Theme.px(132)
                        height: width
                        text: modelData.text
                        value: modelData.value
                        chosen: index === 1
                    }
                }
            }
        }
        Step {
            number: 3
            title: qsTr("Tap where you want to bet")
            text: qsTr("A bet counts when its place shows ✓ and a number: it is registered. You may change it as long as bets are open (%1, %2).").arg(guide.vm.word("paragraph", "no_more_bets", Qt.uiLanguage)).arg(guide.vm.word("paragraph", "bets_stand", Qt.uiLanguage))
            Rectangle {
                anchors.centerIn: parent
                width: Theme.px(320)
                height: Theme.px(180)
                radius: Theme.radius
                color: Theme.banker
                border.width: Theme.px(4)
                border.color: Theme.bankerEdge
                Label {
                    anchors { horizontalCenter: parent.horizontalCenter; top: parent.top; topMargin: Theme.gapSmall }
                    text: guide.vm.word("spot", guide.vm.shown.boxes.there ? guide.vm.shown.table.layout[0] : "banker", Qt.uiLanguage)
                    font.pixelSize: Theme.sizeHeading
                    font.weight: Theme.weightBold
                }
                Rectangle {
                    anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gapSmall }
                    height: Theme.px(54)
                    radius: Theme.radiusSmall
                    color: Theme.goodGround
                    border.width: Theme.line
                    border.color: Theme.good
                    Label {
                        anchors { fill: parent; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
                        horizontalAlignment: Text.AlignHCenter
                        text: qsTr("✓ Registered · No. %1").arg(214)
                        font.weight: Theme.weightStrong
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
        }
        Step {
            number: 4
            title: qsTr("See the cards")
            text: qsTr("The Dealer confirms the result. What you have won is added to your balance at once.")
            Image {
                anchors.centerIn: parent
                width: Theme.px(400)
                height: Theme.px(181)
                source: "image://looks/fan"
                sourceSize: Qt.size(width, height)
            }
        }
    }
    Column {
        id: hints
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        spacing: Theme.gapSmall
        Repeater {
            model: [
                qsTr("Keep your finger on a place to take the chosen chip back from it. Undo takes back the last step, Clear all bets."),
                qsTr("Repeat places the bets of your last round again, Double doubles those that lie there."),
                qsTr("Cash out prints your balance as a ticket. The cashier pays it, and every terminal of this table takes it."),
                qsTr("Call attendant brings somebody to your seat. The clock at the top shows how long you have played.")
            ]
            Row {
                id: hint
                required property string modelData
                width: parent.width
                spacing: Theme.gapSmall
                Label {
                    text: "•"
                    color: Theme.gold
                    font.weight: Theme.weightBold
                }
                Label {
                    width: parent.width - Theme.px(40)
                    wrapMode: Text.WordWrap
                    text: hint.modelData
                }
            }
        }
    }
}
