pragma ComponentBehavior: Bound
import QtQuick
import Looks

// All 52 cards to choose from, by suit and rank. Their size is fixed, or they would be painted anew at every step of the
// layout.
Grid {
    id: pad

    required property var vm
    readonly property var form: vm.shown.form
    readonly property size size: Qt.size(Theme.px(83), Math.round(Theme.px(83) * Theme.cardRatio))

    columns: 13
    spacing: Theme.gapTiny

    Repeater {
        model: 52
        Item {
            id: card
            required property int index
            readonly property string face: "A23456789TJQK"[index % 13] + "SHDC"[Math.floor(index / 13)]
            readonly property bool chosen: pad.form.kind === "card" && pad.form.value === face
            objectName: "card." + face
            width: pad.size.width
            height: pad.size.height
            Image {
                anchors.fill: parent
                source: "image://looks/card/" + card.face
                sourceSize: pad.size
            }
            Rectangle {
                anchors { fill: parent; margins: -Theme.lineStrong }
                visible: card.chosen || tap.pressed
                radius: Theme.radiusSmall
                color: "transparent"
                border.width: Theme.lineBold
                border.color: Theme.gold
            }
            TapHandler {
                id: tap
                gesturePolicy: TapHandler.ReleaseWithinBounds
                onTapped: pad.vm.formKey(card.face)
            }
        }
    }
}
