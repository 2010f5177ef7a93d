pragma ComponentBehavior: Bound
import QtQuick

// What the derived roads would get if this side came next. Pressed, it asks the owner to show it in the roads.
BigButton {
    id: ask

    property string side: "B"
    property string results: ""

    //: On a button, before three small marks: what the roads would show if Banker won next
    text: side === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
    roomRight: strip.width
    implicitWidth: Theme.px(300)

    Rectangle {
        id: strip
        anchors { right: parent.right; verticalCenter: parent.verticalCenter; rightMargin: Theme.gapSmall }
        width: marks.width + Theme.gapSmall
        height: Theme.px(34)
        radius: Theme.radiusSmall
        color: Theme.paper
        Row {
            id: marks
            anchors.centerIn: parent
            Repeater {
                model: ["big_eye_boy", "small_road", "cockroach_pig"]
                RoadAsk {
                    required property string modelData
                    width: Theme.px(28)
                    height: width
                    kind: modelData
                    side: ask.side
                    results: ask.results
                    shapes: Theme.highContrast
                }
            }
        }
    }
}
