pragma ComponentBehavior: Bound
import QtQuick
import Looks

// How the Player likes to see and hear it: larger text, contrast, how loud. It is his while he sits here.
Page {
    id: page

    objectName: "page.comfort"
    title: qsTr("Text, contrast, sound")
    panelWidth: Theme.px(1100)
    panelHeight: Theme.px(page.shown.devices.sound ? 620 : 440)

    Column {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        spacing: Theme.gapLarge
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            spacing: Theme.gap
            BigButton {
                objectName: "comfort.text"
                width: Theme.px(440)
                height: Theme.px(120)
                text: qsTr("Larger text")
                chosen: Theme.largeText
                onTapped: Theme.largeText = !Theme.largeText
            }
            BigButton {
                objectName: "contrast"
                width: Theme.px(440)
                height: Theme.px(120)
                text: qsTr("High contrast")
                chosen: Theme.highContrast
                onTapped: Theme.highContrast = !Theme.highContrast
            }
        }
        Row {
            anchors.horizontalCenter: parent.horizontalCenter
            visible: page.shown.devices.sound
            spacing: Theme.gap
            // Bars that grow, and a crossed one for silence: without a word.
            Repeater {
                model: 4
                BigButton {
                    id: level
                    required property int index
                    objectName: "volume." + index
                    width: Theme.px(206)
                    height: Theme.px(140)
                    chosen: page.shown.devices.volume === index
                    Accessible.name: qsTr("Volume %1").arg(index)
                    onTapped: {
                        page.vm.turnVolume(index)
                        page.vm.playCue("registered")
                    }
                    Row {
                        anchors.centerIn: parent
                        spacing: Theme.px(10)
                        Repeater {
                            model: 3
                            Rectangle {
                                required property int index
                                anchors.bottom: parent.bottom
                                width: Theme.px(22)
                                height: Theme.px(26 + 26 * index)
                                radius: Theme.px(4)
                                color: index < level.index ? Theme.gold : Theme.track
                            }
                        }
                    }
                    Rectangle {
                        anchors.centerIn: parent
                        visible: level.index === 0
                        width: Theme.px(120)
                        height: Theme.lineBold
                        rotation: -38
                        color: Theme.bad
                    }
                }
            }
        }
    }
}
