pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Play waits. Calmly: what happened, what the rule says, what may be done. The cards stay in sight, large enough to be
// compared with the felt.
Rectangle {
    id: page

    required property var panel

    objectName: "halt"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.warn

    Column {
        id: column
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }
        spacing: Theme.gapTiny

        Repeater {
            model: page.panel.halts
            Column {
                id: halt
                required property int index
                required property string reason
                required property string name
                required property string detail
                required property string paragraph
                readonly property bool first: index === 0
                width: column.width

                Label {
                    objectName: "halt." + halt.reason
                    width: parent.width
                    text: (halt.first ? "" : "+ ") + halt.name
                    color: halt.first ? Theme.warn : Theme.text
                    font.pixelSize: halt.first ? Theme.sizeTitle : Theme.sizeHeading
                    font.weight: Theme.weightBold
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeBody
                }
                Label {
                    width: parent.width
                    visible: text !== ""
                    text: Words.tells(halt.reason) ? halt.detail : ""
                    color: Theme.textSoft
                    font.pixelSize: Theme.sizeSmall
                    wrapMode: Text.WordWrap
                }
                Label {
                    width: parent.width
                    visible: halt.first
                    text: (halt.paragraph ? "§" + halt.paragraph + "  " : "") + Words.rule(halt.reason)
                    wrapMode: Text.WordWrap
                }
            }
        }
    }
    // Every way that is offered, however little room there is.
    Column {
        id: ways
        anchors { left: parent.left; right: parent.right; top: column.bottom; bottom: laid.top; margins: Theme.gap; topMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }
        readonly property int row: Math.min(Theme.px(38), Math.floor(height / Math.max(1, others.count + 1)))
        component Way: Label {
            property string key: ""
            property string detail: ""
            width: parent ? parent.width : 0
            height: ways.row
            text: "• " + [Words.filled(Words.step(key), detail), Words.filled(Words.about(key), detail)].filter(word => word !== "").join(": ")
            color: Theme.textSoft
            fontSizeMode: Text.Fit
            minimumPixelSize: Theme.sizeLeast
        }
        Way {
            key: page.panel.step.key ?? ""
            detail: page.panel.step.detail ?? ""
            color: Theme.text
            font.weight: Theme.weightStrong
        }
        Repeater {
            id: others
            model: page.panel.steps
            Way {
                required property var model
                key: model.key
                detail: model.detail
            }
        }
    }
    LaidCards {
        id: laid
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; margins: Theme.gap }
        objectName: "halt.hands"
        panel: page.panel
        cardMost: Theme.px(150)
    }
}
