pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What is still to be said before an order can be given: at the left the fields and the cards of the Round, at the right
// the keys for the chosen field and the order itself. A form without fields only asks whether it is meant.
Rectangle {
    id: sheet

    required property var vm
    readonly property var form: vm.shown.form
    readonly property string kind: form.kind ?? ""
    readonly property string key: form.key ?? ""
    readonly property string name: Words.filled(Words.step(key), form.detail ?? "")
    readonly property bool bare: kind === ""
    readonly property bool row: kind === "cards"
    readonly property bool limits: key === "set_limits"
    readonly property var open: form.open ?? []       // what would not be settled
    readonly property int openMax: 10                 // lines that have room
    readonly property bool settles: form.money?.known !== undefined    // then the money has its place, also while it is not known

    objectName: "form"
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.gold

    Column {
        id: head
        anchors { left: parent.left; right: sheet.settles ? money.left : parent.right; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }
        Label {
            objectName: "form.title"
            width: parent.width
            text: Words.formTitle(sheet.form)
            color: Theme.gold
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        FitLabel {
            objectName: "form.about"
            width: parent.width
            text: Words.formAbout(sheet.form)
            color: sheet.form.stale ? Theme.warn : sheet.form.nth > 0 ? Theme.text : Theme.textSoft
            size: Theme.sizeLead
        }
    }
    MoneyStrip {
        id: money
        x: pad.x
        y: Theme.gapSmall
        width: pad.width
        height: Theme.px(190)
        visible: changes.known ?? false
        changes: sheet.form.money ?? ({})
    }
    Item {
        id: left
        anchors { left: parent.left; top: head.bottom; bottom: parent.bottom; leftMargin: Theme.gap; topMargin: Theme.gapSmall; bottomMargin: Theme.gap }
        width: Theme.px(sheet.limits ? 820 : 680)

        LimitsTable {
            id: table
            anchors { left: parent.left; right: parent.right; top: parent.top }
            visible: sheet.limits
            vm: sheet.vm
            cell: (width - edge - 2 * gap) / 3
        }
        Grid {
            id: grid
            anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: sheet.limits ? table.edge : 0; topMargin: sheet.limits ? table.head : 0 }
            columns: fields.count > 7 ? 3 : 1
            spacing: Theme.gapSmall
            Repeater {
                id: fields
                model: Rows { id: rows; list: sheet.vm.shown.fields }
                FieldTile {
                    spots: sheet.vm.shown.board.words ?? ({})
                    people: sheet.vm.shown.board.people ?? ({})
                    required property int place
                    row: rows.values[place]
                    width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                    height: limit ? table.row : Theme.targetLarge
                    waits: at ? sheet.vm.shown.typing : 0
                    form: sheet.form
                    onTapped: sheet.vm.formField(place)
                }
            }
        }
        CardRow {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            visible: sheet.row
            vm: sheet.vm
        }
        LaidCards {
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            objectName: "form.hands"
            visible: !sheet.row && sheet.form.round > 0
            vm: sheet.vm
        }
    }
    Item {
        id: pad
        anchors { left: left.right; right: parent.right; top: sheet.settles ? money.bottom : left.top; bottom: buttons.top; topMargin: sheet.settles ? Theme.gapSmall : 0; leftMargin: Theme.gapLarge; rightMargin: Theme.gap; bottomMargin: Theme.gapMedium }

        Column {
            anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter }
            visible: sheet.bare
            Label {
                objectName: "form.open"
                width: parent.width
                visible: sheet.open.length > 0
                text: [qsTr("Not settled:")].concat(sheet.open.slice(0, sheet.openMax).map(item => Words.standing(item)),
                    sheet.open.length > sheet.openMax ? ["+ " + (sheet.open.length - sheet.openMax)] : []).join("\n")
                color: Theme.warn
                font.pixelSize: Theme.sizeLead
            }
            Label {
                width: parent.width
                text: qsTr("Are you sure?")
                font.pixelSize: Theme.sizeDisplay
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeBody
            }
        }
        NumberPad {
            anchors { right: parent.right; top: parent.top; bottom: parent.bottom }
            visible: ["number", "amount", "limit", "ticket"].includes(sheet.kind)
            onPressed: key => sheet.vm.formKey(key)
        }
        LetterPad {
            anchors.fill: parent
            visible: sheet.kind === "text"
            onPressed: key => sheet.vm.formKey(key)
        }
        ChoicePad {
            anchors.fill: parent
            visible: ["choice", "several", "staff"].includes(sheet.kind)
            form: sheet.form
            people: sheet.vm.shown.staff
            spots: sheet.vm.shown.board.words ?? ({})
            onPressed: key => sheet.vm.formKey(key)
        }
        Loader {
            anchors.fill: parent
            active: sheet.kind === "card" || sheet.row
            sourceComponent: CardPad { vm: sheet.vm }
        }
    }
    BigButton {
        objectName: "form.foreign"
        anchors { left: pad.left; bottom: parent.bottom; bottomMargin: Theme.gap }
        width: Theme.px(330)
        height: Theme.px(104)
        visible: sheet.form.foreign ?? false
        text: qsTr("It is not a card of this set")
        note: Words.about("report_foreign_card")
        onTapped: sheet.vm.formForeign()
    }
    Row {
        id: buttons
        anchors { right: parent.right; bottom: parent.bottom; rightMargin: Theme.gap; bottomMargin: Theme.gap }
        spacing: Theme.gap
        BigButton {
            objectName: "form.cancel"
            width: Theme.px(280)
            height: Theme.px(92)
            text: qsTr("Cancel")
            onTapped: sheet.vm.formCancel()
        }
        BigButton {
            objectName: "form.send"
            width: Theme.px(520)
            height: Theme.px(92)
            size: Theme.sizeHeading
            text: sheet.name
            // Whoever else is needed signs it on the next sheet.
            note: sheet.form.ready && sheet.form.second ? qsTr("Next: %1 signs").arg(Words.position(sheet.form.who ?? 0))
                : Words.cannot(sheet.form.why ?? "", sheet.form.who ?? 0, sheet.form.missing, sheet.vm.shown.board.words)
            kind: sheet.form.danger ? "danger" : "primary"
            enabled: sheet.form.ready ?? false
            onTapped: sheet.vm.formSend()
        }
    }
}
