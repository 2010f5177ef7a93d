pragma ComponentBehavior: Bound
import QtQuick

// What the derived roads would get if this side came next. Pressed, it asks the owner to show it in the roads.
// Where it is high enough the marks lie under the words, otherwise beside them.
BigButton {
    id: ask

    property string side: "B"
    property string results: ""
    readonly property bool stacked: height >= Theme.px(100)

    //: On a button, with three small marks: what the roads would show if Banker won next
    text: side === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
    size: stacked ? Theme.sizeBody : Theme.sizeSmall
    roomRight: stacked ? 0 : strip.width + Theme.gapTiny
    roomBelow: stacked ? strip.height + Theme.gapTiny : 0
    implicitWidth: Theme.px(300)

    Rectangle {
        id: strip
        x: ask.stacked ? (parent.width - width) / 2 : parent.width - width - Theme.gapSmall
        y: ask.stacked ? parent.height - height - Theme.gapSmall : (parent.height - height) / 2
        width: marks.width + Theme.gapSmall
        height: Theme.px(38)
        radius: Theme.radiusSmall
        color: Theme.paper
        Row {
            id: marks
            anchors.centerIn: parent
            spacing: Theme.px(4)
            Repeater {
                model: ["big_eye_boy", "small_road", "cockroach_pig"]
                RoadAsk {
                    required property string modelData
                    width: Theme.px(30)
                    height: width
                    kind: modelData
                    side: ask.side
                    results: ask.results
                }
            }
        }
    }
}
