pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Play is paused. Calmly: what happened, where, and what the rule says; the buttons below say what may be done. The cards
// stay in sight, large enough to be compared with the felt.
Rectangle {
    id: page

    required property var vm

    objectName: "halt"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.phaseLook("paused").tone

    Column {
        id: column
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }
        spacing: Theme.gapTiny

        Repeater {
            model: Rows { id: halts; list: page.vm.shown.halts }
            Column {
                id: halt
                required property int place
                readonly property var row: halts.values[place]
                readonly property string reason: row.reason
                readonly property string name: row.name
                readonly property string paragraph: row.paragraph
                readonly property bool first: place === 0
                width: column.width

                Label {
                    objectName: "halt." + halt.reason
                    width: parent.width
                    text: (halt.first ? "" : "+ ") + halt.name
                    color: halt.first ? Theme.phaseLook("paused").tone : Theme.text
                    font.pixelSize: halt.first ? Theme.sizeTitle : Theme.sizeHeading
                    font.weight: Theme.weightBold
                    // A long one is set smaller and on two lines rather than cut off.
                    height: halt.first ? Theme.px(76) : implicitHeight
                    verticalAlignment: Text.AlignVCenter
                    wrapMode: Text.WordWrap
                    fontSizeMode: halt.first ? Text.Fit : Text.FixedSize
                    minimumPixelSize: Theme.sizeBody
                }
                // Which card it is, and where it belongs.
                Label {
                    objectName: "halt.place"
                    width: parent.width
                    visible: halt.first && text !== ""
                    text: Words.place(page.vm.shown.step)
                    font.pixelSize: Theme.sizeLead
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    width: parent.width
                    visible: halt.first
                    text: Words.rule(halt.reason) + (halt.paragraph ? "  §" + halt.paragraph : "")
                    font.pixelSize: Theme.sizeLead
                    wrapMode: Text.WordWrap
                }
            }
        }
    }
    LaidCards {
        id: laid
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gap }
        objectName: "halt.hands"
        vm: page.vm
        cardMost: Theme.px(168)
    }
}
