pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Every part in every state, on one screen: for the tests, and for whoever changes the theme.
Felt {
    id: gallery

    readonly property string shoe: "B8 Pp7 T B9 Bb6 P8 P Pn9 T T B P B B7 B B Bn B B T6 B8 P Pp P B P P B B P B T P P P P B Bb B P B P P B"

    width: 1920
    height: 1080
    // Only as long as the gallery is the whole window.
    Binding { target: Theme; property: "scale"; value: Theme.scaleFor(gallery.width, gallery.height) }
    // It shows the parts of all screens at once, those for staff as well.
    Binding { target: Theme; property: "least"; value: 14 }

    Rectangle {
        id: bar
        width: parent.width
        height: Theme.px(84)
        color: Theme.bar
        Row {
            anchors { left: parent.left; leftMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
            spacing: Theme.gapLarge
            Label { text: qsTr("Baccarat"); color: Theme.gold; font.pixelSize: Theme.sizeTitle; font.weight: Theme.weightBold; height: Theme.px(60) }
            Label { text: qsTr("Table %1").arg("07"); height: Theme.px(60) }
            Label { text: qsTr("Round %1").arg("1,042"); color: Theme.textSoft; height: Theme.px(60) }
        }
        Row {
            anchors { right: parent.right; rightMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
            spacing: Theme.gap
            StatusPill { text: qsTr("Connected"); mood: "good" }
            StatusPill { text: qsTr("Joining"); mood: "warn" }
            StatusPill { text: qsTr("No connection"); mood: "bad" }
            StatusPill { text: qsTr("Information"); mood: "info" }
        }
    }
    Row {
        id: cards
        anchors { left: parent.left; top: bar.bottom; margins: Theme.gapLarge }
        spacing: Theme.gap
        CardItem { objectName: "card.face"; face: "9S"; width: Theme.px(190) }
        CardItem { face: "KH"; width: Theme.px(190); lit: true }
        CardItem { face: "TD"; width: Theme.px(190) }
        CardItem { face: "QC"; width: Theme.px(190) }
        CardItem { objectName: "card.down"; face: "AD"; faceDown: true; width: Theme.px(190) }
        SqueezedCard { objectName: "card.squeeze"; face: "8H"; width: Theme.px(190); height: Theme.px(266) }
    }
    Row {
        id: rings
        anchors { right: parent.right; top: bar.bottom; margins: Theme.gapLarge }
        spacing: Theme.gapSmall
        CountdownRing { leftMs: 24000; running: false; width: Theme.px(160); height: width }
        CountdownRing { leftMs: 9000; running: false; width: Theme.px(160); height: width }
        CountdownRing { objectName: "ring"; leftMs: 4000; running: false; width: Theme.px(160); height: width }
    }
    Row {
        id: chips
        anchors { right: parent.right; top: rings.bottom; rightMargin: Theme.gapLarge; topMargin: Theme.gap }
        spacing: Theme.gapSmall
        Chip { value: 5; text: "5"; width: Theme.px(92) }
        Chip { value: 25; text: "25"; width: Theme.px(92) }
        Chip { value: 100; text: "100"; chosen: true; width: Theme.px(92) }
        Chip { value: 500; text: "500"; width: Theme.px(92) }
        Chip { value: 1000; text: "1K"; width: Theme.px(92) }
    }
    Banner {
        id: place
        y: Theme.px(420)
        text: qsTr("Place your bets")
        mood: "gold"
        height: Theme.px(76)
    }
    Banner {
        id: noMore
        y: place.y + place.height + Theme.gapSmall
        text: qsTr("No more bets")
        note: qsTr("The cards decide")
        mood: "bad"
        height: Theme.px(116)
    }
    Panel {
        id: states
        anchors { left: parent.left; top: noMore.bottom; margins: Theme.gap }
        width: Theme.px(760)
        height: Theme.px(420)
        title: qsTr("What became of a bet")
        Row {
            id: standing
            spacing: Theme.gap
            Repeater {
                model: [
                    { standing: "waits", value: 100, text: "100", stack: 1, word: qsTr("Wanted") },
                    { standing: "placing", value: 500, text: "500", stack: 2, word: qsTr("Placing") },
                    { standing: "registered", value: 1000, text: "1,500", stack: 3, word: qsTr("Registered") },
                    { standing: "returned", value: 25, text: "25", stack: 1, word: qsTr("Returned") }
                ]
                Item {
                    id: fate
                    required property var modelData
                    width: Theme.px(165)
                    height: Theme.px(170)
                    Chip {
                        anchors { horizontalCenter: parent.horizontalCenter; bottom: word.top; bottomMargin: Theme.gapTiny }
                        standing: fate.modelData.standing
                        value: fate.modelData.value
                        text: fate.modelData.text
                        stack: fate.modelData.stack
                    }
                    Label {
                        id: word
                        anchors.bottom: parent.bottom
                        width: parent.width
                        horizontalAlignment: Text.AlignHCenter
                        text: fate.modelData.word
                        fontSizeMode: Text.HorizontalFit
                        minimumPixelSize: Theme.sizeLeast
                    }
                }
            }
        }
        Grid {
            anchors { left: parent.left; right: parent.right; top: standing.bottom; topMargin: Theme.gapSmall }
            columns: 3
            spacing: Theme.gapSmall
            Repeater {
                model: [
                    { name: "confirm", text: qsTr("Confirm the result"), kind: "primary", enabled: true, chosen: false },
                    { name: "repeat", text: qsTr("Repeat"), kind: "plain", enabled: true, chosen: false },
                    { name: "chosen", text: qsTr("Double"), kind: "plain", enabled: true, chosen: true },
                    { name: "void", text: qsTr("Void the round"), kind: "danger", enabled: true, chosen: false },
                    { name: "off", text: qsTr("Undo"), kind: "plain", enabled: false, chosen: false },
                    { name: "primaryOff", text: qsTr("Cash out"), kind: "primary", enabled: false, chosen: false }
                ]
                BigButton {
                    required property var modelData
                    objectName: "button." + modelData.name
                    width: Theme.px(228)
                    text: modelData.text
                    kind: modelData.kind
                    enabled: modelData.enabled
                    chosen: modelData.chosen
                }
            }
        }
    }
    RoadBoard {
        objectName: "roads"
        anchors { left: states.right; right: parent.right; top: noMore.bottom; bottom: states.bottom; topMargin: Theme.gap; leftMargin: Theme.gap; rightMargin: Theme.gap }
        results: gallery.shoe
    }
}
