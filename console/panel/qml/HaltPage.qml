pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Play is paused, and this is the guide out of it: what happened, the plain question, the rule with its number, the cards as
// they lie, and what may be chosen with what it does to the money. What else may have happened has its own guide, a tap away.
Rectangle {
    id: page

    required property var vm
    property int at: 0                  // which guide; the first is the one of the halt
    property bool listing: false        // what else may have happened
    readonly property var guides: (vm.shown.board.halted ?? false) ? vm.shown.guides ?? [] : []
    readonly property var guide: guides[Math.min(at, guides.length - 1)] ?? ({})
    readonly property var choices: guide.choices ?? []
    readonly property var others: guides.map((one, index) => ({ index: index, name: one.name, paragraph: one.paragraph })).filter(one => one.index > 0)
    readonly property bool crowded: choices.length > 3     // then the rule is its number alone
    readonly property string reasons: (vm.shown.halts ?? []).map(halt => halt.reason).join(" ")

    onReasonsChanged: { at = 0; listing = false }
    onVisibleChanged: { at = 0; listing = false }

    objectName: "halt"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.phaseLook("paused").tone

    Column {
        id: column
        anchors { left: parent.left; right: other.left; top: parent.top; margins: Theme.gap; topMargin: Theme.gapSmall }

        Label {
            objectName: page.at === 0 && !page.listing ? "halt." + (page.guide.what ?? "") : ""
            width: parent.width
            text: page.listing ? qsTr("What else has happened?") : page.guide.name ?? ""
            color: Theme.phaseLook("paused").tone
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeBody
        }
        // All other reasons for which play waits.
        Label {
            objectName: "halt.others"
            width: parent.width
            visible: text !== "" && !page.listing
            text: (page.vm.shown.halts ?? []).filter(halt => halt.reason !== page.guide.what).map(halt => "+ " + halt.name).join("   ")
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "guide.question"
            width: parent.width
            visible: !page.listing
            text: page.guide.question ?? ""
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        // Which card it is, and where it belongs.
        Label {
            objectName: "halt.place"
            width: parent.width
            visible: text !== "" && !page.listing && !page.crowded
            text: Words.place(page.choices.find(one => one.key === "enter_card") ?? ({}))
            font.pixelSize: Theme.sizeLead
            font.weight: Theme.weightStrong
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        Label {
            objectName: "guide.rule"
            width: parent.width
            visible: !page.listing && page.choices.length < 5      // else each choice names its own, and needs the room
            text: [page.guide.paragraph ? "§" + page.guide.paragraph : "", page.guide.halt && !page.crowded ? Words.rule(page.guide.what ?? "") : ""].filter(word => word !== "").join("  ")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
            wrapMode: Text.WordWrap
            maximumLineCount: 2
        }
    }
    BigButton {
        id: other
        objectName: "guide.other"
        anchors { right: parent.right; top: parent.top; margins: Theme.gap }
        width: Theme.px(250)
        height: Theme.target
        visible: page.others.length > 0
        text: page.listing || page.at > 0 ? qsTr("Close") : qsTr("Something else")
        onTapped: {
            page.listing = !page.listing && page.at === 0
            page.at = 0
        }
    }
    Grid {
        id: list
        anchors { left: parent.left; right: parent.right; top: other.bottom; bottom: parent.bottom; margins: Theme.gap; topMargin: Theme.gapMedium }
        visible: page.listing
        columns: 3
        spacing: Theme.gapSmall
        readonly property int rows_: Math.max(1, Math.ceil(page.others.length / columns))
        Repeater {
            model: page.listing ? page.others : []
            BigButton {
                required property var modelData
                objectName: "guide.about." + modelData.index
                width: (list.width - 2 * list.spacing) / 3
                height: Math.min(Theme.px(140), (list.height - (list.rows_ - 1) * list.spacing) / list.rows_)
                text: modelData.name
                note: "§" + modelData.paragraph
                onTapped: {
                    page.at = modelData.index
                    page.listing = false
                }
            }
        }
    }
    LaidCards {
        id: laid
        anchors { left: parent.left; right: parent.right; top: column.bottom; leftMargin: Theme.gap; rightMargin: Theme.gap; topMargin: Theme.gapSmall }
        objectName: "halt.hands"
        visible: !page.listing
        vm: page.vm
        cardMost: Theme.px(page.choices.length > 4 ? 56 : page.choices.length > 3 ? 84 : 140)
    }
    Flickable {
        id: room
        anchors { left: parent.left; right: parent.right; top: laid.bottom; bottom: parent.bottom; margins: Theme.gap; topMargin: Theme.gapSmall }
        visible: !page.listing
        contentHeight: grid.height
        boundsBehavior: Flickable.StopAtBounds
        interactive: contentHeight > height
        clip: true
        Grid {
            id: grid
            width: room.width
            columns: page.choices.length === 4 ? 2 : Math.min(3, Math.max(2, page.choices.length))
            spacing: Theme.gapSmall
            readonly property int rows_: Math.ceil(page.choices.length / columns)
            // As high as the one that says most, so that all weigh the same; who needs a second person reads one line more.
            property int most: 0
            readonly property int cell: Math.max(most, Theme.px(columns === 2 ? 116 : 142), Math.min(Theme.px(columns === 2 ? 130 : 160), Math.floor((room.height - (rows_ - 1) * spacing) / Math.max(1, rows_))))
            function measure() { most = Math.ceil(Math.max(0, ...Array.from({ length: said.count }, (_, index) => said.itemAt(index)?.implicitHeight ?? 0))) }
            Repeater {
                id: said
                model: page.choices.length
                onItemRemoved: grid.measure()
                Choice {
                    required property int index
                    objectName: page.at === 0 ? "step." + row.key : "guide." + row.key + "." + index
                    width: (grid.width - (grid.columns - 1) * grid.spacing) / grid.columns
                    height: grid.cell
                    vm: page.vm
                    row: page.choices[index] ?? ({})
                    onImplicitHeightChanged: grid.measure()
                    onTapped: page.vm.tapChoice(page.at, index)
                }
            }
        }
    }
}
