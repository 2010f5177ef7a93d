pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The rules of a game with boxes in our own words, each with the number of its paragraph: how it is played, or what
// happens if something goes wrong.
Item {
    id: rules

    required property var vm
    property bool wrong: false
    property var play: []               // [paragraphs, text]
    property var irregular: []
    property var number: numbers => numbers
    property bool tight: false          // larger text has no room here: a language has longer words
    readonly property int size: tight ? Math.min(Theme.sizeBody, Theme.px(26)) : Theme.sizeBody
    readonly property int numberWidth: Theme.px(170)

    function why(paragraph: string): string {
        return rules.vm.word("void", paragraph, Qt.uiLanguage)
    }

    function fit() {
        if (column.width > 0 && rules.height > 0 && column.implicitHeight > rules.height)
            rules.tight = true
    }
    Connections {
        target: Theme
        function onLargeTextChanged() {
            rules.tight = false
        }
    }

    Column {
        id: column
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        onImplicitHeightChanged: rules.fit()
        spacing: Theme.px((rules.wrong ? rules.irregular : rules.play).length > 12 ? 3 : 10)
        Repeater {
            model: rules.wrong ? rules.irregular : rules.play
            Row {
                id: rule
                required property var modelData
                width: parent ? parent.width : 0
                spacing: Theme.gapSmall
                Label {
                    width: rules.numberWidth
                    text: rules.number(rule.modelData[0])
                    color: Theme.gold
                    font.pixelSize: rules.size
                    font.weight: Theme.weightStrong
                    horizontalAlignment: Text.AlignRight
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    width: rule.width - rules.numberWidth - rule.spacing
                    wrapMode: Text.WordWrap
                    text: rule.modelData[1]
                    font.pixelSize: rules.size
                }
            }
        }
    }
}
