pragma ComponentBehavior: Bound
import QtQuick
import Looks

// The felt of a game with boxes on the big screen: the Dealer above, the boxes below, box 1 on the right as Players see them.
Item {
    id: felt
    readonly property int least: 24     // of a text here: there is nothing larger to read instead, as roads are

    required property var screen        // Display
    property string pays: ""            // what is printed on the felt: below the limits
    property bool named: false          // a Hand has a name, which stands below it
    readonly property bool whole: true
    readonly property var boxes: screen.shown.boxes
    readonly property string note: {
        const asked = felt.boxes.awaited
        if (asked.length === 0)
            return ""
        const word = key => felt.screen.vm.word("spot", key, Qt.uiLanguage)
        const names = [...new Set(asked.map(one => one.box > 0 ? one.name : ""))]
        const people = [...new Set(asked.map(one => one.who))]
        if (asked.every(one => one.kind === "follow") && people.length <= 3)
            return qsTr("%1 may follow").arg(people.join(", "))
        if (names.length === 1 && names[0] !== "" && people.length === 1)
            return qsTr("%1 decides").arg(word(names[0]))
        const about = ["insurance", "surrender"].find(kind => asked.some(one => one.kind === kind)) ?? ""
        const many = people.length === 1 ? qsTr("A player is asked") : qsTr("%1 players are asked").arg(people.length)
        return about === "" ? many : word(about) + "  ·  " + many
    }

    CountdownRing {
        objectName: "felt.ring"
        x: Theme.px(160)
        anchors.verticalCenter: parent.verticalCenter
        width: Theme.px(300)
        height: width
        leftMs: ["betting", "deciding"].includes(felt.screen.table.phase) ? felt.screen.shown.clock.leftMs : -1
        totalMs: felt.screen.shown.clock.countdownMs
        lastCallMs: felt.screen.shown.clock.lastCallMs
        running: Theme.motion && felt.screen.live
        opacity: felt.screen.live ? 1 : Theme.dim
    }
    Item {
        anchors.centerIn: parent
        width: Theme.px(640)
        height: Theme.px(felt.named ? 384 : 360)
        opacity: felt.screen.live ? 1 : Theme.dim
        Item {
            id: title
            anchors.horizontalCenter: parent.horizontalCenter
            width: total.visible ? total.x + total.width : name.width
            height: Theme.px(100)
            Label {
                id: name
                objectName: "dealer.name"
                anchors.verticalCenter: parent.verticalCenter
                text: felt.screen.vm.word("spot", "dealer", Qt.uiLanguage)
                font.pixelSize: Theme.sizeDisplay
                font.weight: Theme.weightBold
            }
            Total {
                id: total
                objectName: "dealer.total"
                x: name.width + Theme.gap
                height: Theme.px(100)
                size: Theme.sizeDisplay
                text: felt.boxes.dealer.total
                out: felt.boxes.dealer.out
            }
        }
        Fan {
            anchors { horizontalCenter: parent.horizontalCenter; top: title.bottom; topMargin: Theme.gapSmall }
            width: taken
            cardWidth: Theme.px(felt.named ? 138 : 170)
            room: Theme.px(640)
            apart: 0.8
            cards: felt.boxes.dealer.cards
            due: felt.screen.live && felt.screen.table.due === "dealer"
        }
        Label {
            objectName: "dealer.called"
            anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
            height: Theme.px(66)
            visible: text !== ""
            horizontalAlignment: Text.AlignHCenter
            text: felt.boxes.dealer.state === "" ? "" : felt.screen.vm.word("spot", felt.boxes.dealer.state, Qt.uiLanguage)
            color: Theme.gold
            font.pixelSize: Theme.sizeTitle
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
    }

    readonly property Component below: Component {
        Row {
            id: row
            readonly property int many: felt.boxes.tiles.length
            spacing: Theme.gapSmall
            layoutDirection: Qt.RightToLeft
            Repeater {
                model: row.many
                DisplayBox {
                    required property int index
                    objectName: "box." + (index + 1)
                    width: (row.width - (row.many - 1) * row.spacing) / Math.max(1, row.many)
                    height: row.height
                    vm: felt.screen.vm
                    live: felt.screen.live
                    betting: felt.screen.betting
                    due: felt.screen.live ? felt.screen.table.due : ""
                    box: felt.boxes.tiles[index] ?? box
                    named: felt.named
                }
            }
        }
    }
}
