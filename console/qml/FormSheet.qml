pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What is still to be said before an order can be given: the fields at the left, the keys for the chosen one at the
// right, and the order itself below. A form without fields only asks whether it is meant.
Sheet {
    id: sheet

    required property var panel
    readonly property var form: panel.form
    readonly property string kind: form.kind ?? ""
    readonly property bool danger: ["void", "void_settled", "end_shoe", "close_table", "interruption_affects", "retire"].includes(form.key ?? "")
    readonly property bool bare: kind === ""
    readonly property bool many: fields.count > 7

    objectName: "form"
    sheetWidth: Theme.px(bare ? 1100 : 1740)
    sheetHeight: Theme.px(bare ? 460 : 960)
    focus: true
    Keys.onPressed: event => {
        if (event.key === Qt.Key_Escape)
            sheet.panel.form_cancel()
        else if (event.key === Qt.Key_Return || event.key === Qt.Key_Enter)
            sheet.panel.form_send()
        else
            sheet.panel.form_key(event.key === Qt.Key_Backspace ? "back" : event.text.toUpperCase())
    }

    Column {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top }
        spacing: Theme.gapTiny
        Label {
            objectName: "form.title"
            width: parent.width
            text: Words.filled(Words.step(sheet.form.key ?? ""), sheet.form.detail ?? "") + (sheet.form.terminal ? ": " + sheet.form.terminal : "")
            color: Theme.gold
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(24)
        }
        Label {
            width: parent.width
            text: [sheet.form.paragraph ? "§" + sheet.form.paragraph : "", Words.about(sheet.form.key ?? ""), sheet.form.second ? qsTr("Two people are needed") : ""].filter(word => word !== "").join("  ·  ")
            color: Theme.textSoft
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.px(16)
        }
    }
    Label {
        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
        visible: sheet.bare
        text: qsTr("Are you sure?")
        font.pixelSize: Theme.sizeDisplay
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.px(26)
    }
    Grid {
        id: grid
        anchors { left: parent.left; top: head.bottom; topMargin: Theme.gap }
        width: Theme.px(620)
        columns: sheet.many ? 3 : 1
        spacing: Theme.gapSmall
        Repeater {
            id: fields
            model: sheet.panel.fields
            FieldTile {
                required property int index
                width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                height: Theme.px(sheet.many ? 84 : 92)
                form: sheet.form
                onTapped: sheet.panel.form_field(index)
            }
        }
    }
    Item {
        id: pad
        anchors { left: grid.right; right: parent.right; top: grid.top; bottom: buttons.top; leftMargin: Theme.gapLarge; bottomMargin: Theme.gap }
        visible: !sheet.bare

        NumberPad {
            anchors { horizontalCenter: parent.horizontalCenter; top: parent.top }
            visible: ["number", "amount", "limit", "ticket", "day"].includes(sheet.kind)
            kind: sheet.kind
            onPressed: key => sheet.panel.form_key(key)
        }
        LetterPad {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: ["name", "text"].includes(sheet.kind)
            onPressed: key => sheet.panel.form_key(key)
        }
        ChoicePad {
            anchors.fill: parent
            visible: sheet.kind === "choice"
            form: sheet.form
            onPressed: key => sheet.panel.form_key(key)
        }
        Loader {
            anchors { left: parent.left; right: parent.right; top: parent.top }
            active: sheet.kind === "card" || sheet.kind === "cards"
            sourceComponent: CardPad { panel: sheet.panel }
        }
    }
    Row {
        id: buttons
        anchors { right: parent.right; bottom: parent.bottom }
        spacing: Theme.gap
        BigButton {
            objectName: "form.cancel"
            width: Theme.px(260)
            height: Theme.px(96)
            text: qsTr("Cancel")
            onTapped: sheet.panel.form_cancel()
        }
        BigButton {
            objectName: "form.send"
            width: Theme.px(420)
            height: Theme.px(96)
            text: Words.filled(Words.step(sheet.form.key ?? ""), sheet.form.detail ?? "")
            note: sheet.form.ready ? "" : qsTr("something is missing")
            kind: sheet.danger ? "danger" : "primary"
            enabled: sheet.form.ready ?? false
            onTapped: sheet.panel.form_send()
        }
    }
}
