pragma ComponentBehavior: Bound
import QtQuick

// What the derived roads would get if this side came next, in the order in which they lie beside it. It lies flat: it
// tells something. Who touches it sees the marks in the roads for a moment.
Item {
    id: ask

    property string side: "B"
    property string results: ""
    property bool chosen: false
    //: With three small marks: what the roads would show if Banker won next
    property string text: side === "B" ? qsTr("Ask Banker") : qsTr("Ask Player")
    signal tapped()

    implicitWidth: Theme.px(118)
    implicitHeight: Theme.px(118)

    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.onPressAction: ask.tapped()

    Rectangle {
        // Only while it is asked: then its marks are in the roads.
        anchors.fill: parent
        visible: ask.chosen
        radius: Theme.radiusSmall
        color: Theme.panelRaised
        border.width: Theme.line
        border.color: Theme.gold
    }
    Label {
        anchors { left: parent.left; right: parent.right; bottom: strip.top; margins: Theme.px(4); bottomMargin: Theme.gapTiny }
        horizontalAlignment: Text.AlignHCenter
        text: ask.text
        color: ask.side === "B" ? Theme.bankerText : Theme.playerText
        font.pixelSize: Theme.sizeNote
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Rectangle {
        id: strip
        anchors { horizontalCenter: parent.horizontalCenter; top: parent.verticalCenter; topMargin: Theme.px(-4) }
        width: marks.width + Theme.gapSmall
        height: Theme.px(36)
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
                    width: Theme.px(26)
                    height: width
                    kind: modelData
                    side: ask.side
                    results: ask.results
                }
            }
        }
    }
    TapHandler {
        gesturePolicy: TapHandler.ReleaseWithinBounds
        onTapped: ask.tapped()
    }
}
