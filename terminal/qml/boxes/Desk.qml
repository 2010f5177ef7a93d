pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// The box that this Player looks at, large: its places while Bets are open, its Hands, or what is asked of his Bets.
Rectangle {
    id: desk

    required property var vm
    readonly property var shown: vm.shown
    property var tile: ({ box: 0, name: "", mine: false, free: true, standing: 0, totalText: "", hands: [], stakedText: "", decides: "", iDecide: false, roomText: "", empty: true })
    property bool betting: false
    property bool seats: true           // one may sit down now
    property var offers: []             // questions about several own Bets: cards instead of the box,
    property int page: 0                // of so many with further ones
    property int pages: 1
    property bool live: true
    property string due: ""
    property string mainKind: "main"
    property var sides: []
    property string follow: ""          // the box is split or doubled, and this Player may follow: what then
    property bool decides: true         // somebody decides for a box
    property Component beside: null     // beside the only Hand of a box, where the game never splits it
    readonly property string most: shown.table.limits.find(limit => limit.spot === mainKind)?.maxText ?? ""
    signal bet(string spot)
    signal takeBack(string spot)
    signal answer(int box, string key, var amount)
    signal less(int box, string key)
    signal turned(int page)

    objectName: "desk"
    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.lineStrong
    border.color: Theme.gold

    Item {
        id: head
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall }
        anchors.topMargin: Theme.px(3)
        height: Theme.px(66)
        BoxDisc {
            id: disc
            anchors.verticalCenter: parent.verticalCenter
            visible: desk.offers.length === 0
            width: Theme.px(44)
            number: desk.tile.box
            mine: desk.tile.mine
        }
        Label {
            id: name
            objectName: "desk.name"
            anchors { left: disc.visible ? disc.right : parent.left; leftMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            width: Math.min(implicitWidth, Theme.px(desk.offers.length > 0 ? 640 : 360))
            text: desk.offers.length > 0 ? qsTr("Your bets, asked one by one") : desk.tile.mine ? qsTr("Your box") : qsTr("Box %1").arg(desk.tile.box)
            color: Theme.gold
            font.pixelSize: Theme.sizeHeading
            font.weight: Theme.weightBold
            fontSizeMode: Text.HorizontalFit
            minimumPixelSize: Theme.sizeLeast
        }
        FitLabel {
            objectName: "desk.note"
            anchors { left: name.right; right: right.left; leftMargin: Theme.gap; rightMargin: Theme.gapSmall; verticalCenter: parent.verticalCenter }
            text: desk.offers.length > 0 ? "" : !desk.decides ? (desk.tile.mine ? "" : desk.tile.free ? qsTr("nobody sits here") : qsTr("%1 sits here").arg(desk.tile.name))
                : desk.tile.iDecide || (desk.tile.mine && desk.tile.decides === "") ? qsTr("you decide for this box")
                : desk.tile.decides !== "" ? qsTr("%1 decides").arg(desk.tile.decides) : desk.tile.free ? qsTr("nobody sits here: the highest bet decides") : qsTr("%1 sits here").arg(desk.tile.name)
        }
        Row {
            id: right
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            spacing: Theme.gapSmall
            Label {
                objectName: "desk.total"
                anchors.verticalCenter: parent.verticalCenter
                width: Math.min(implicitWidth, Theme.px(320))
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
                text: desk.offers.length > 0 || desk.tile.totalText === "" ? "" : desk.betting && desk.most !== "" ? qsTr("%1 of %2 on it").arg(desk.tile.totalText).arg(desk.most) : qsTr("%1 on it").arg(desk.tile.totalText)
                color: Theme.textSoft
            }
            Repeater {
                model: desk.pages > 1 && desk.offers.length > 0 ? 2 : 0
                BigButton {
                    required property int index
                    readonly property int to: desk.page + (index === 0 ? -1 : 1)
                    objectName: index === 0 ? "ask.back" : "ask.on"
                    width: Theme.px(150)
                    height: Theme.target
                    enabled: to >= 0 && to < desk.pages
                    text: index === 0 ? "◀" : (desk.page + 1) + " / " + desk.pages + "  ▶"  // in one line: two would touch its edge
                    onTapped: desk.turned(to)
                }
            }
            // 003 §3.12, 002 §3.10: asked for before a card is dealt.
            BigButton {
                objectName: "squeeze.wish"
                width: Theme.px(190)
                height: Theme.target
                visible: desk.betting && desk.shown.table.squeeze
                enabled: desk.live
                chosen: desk.shown.boxes.squeezes
                text: desk.shown.boxes.squeezes ? qsTr("Squeeze ✓") : qsTr("Squeeze")
                onTapped: desk.vm.wishSqueeze(!desk.shown.boxes.squeezes)
            }
            BigButton {
                readonly property bool mine: desk.shown.boxes.nextHome === desk.tile.box
                objectName: "seat"
                width: Theme.px(190)
                height: Theme.target
                visible: desk.seats && desk.offers.length === 0 && (mine || desk.tile.free)
                enabled: desk.live && desk.shown.boxes.wants < 0
                text: desk.shown.boxes.wants >= 0 ? qsTr("Sending...") : mine ? qsTr("Leave") : qsTr("Sit here")
                note: mine && !desk.tile.mine || !mine && desk.tile.mine ? qsTr("next round") : ""
                onTapped: desk.vm.sit(mine ? 0 : desk.tile.box)
            }
        }
    }
    Item {
        id: body
        anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; leftMargin: Theme.gapSmall; rightMargin: Theme.gapSmall; bottomMargin: Theme.gapSmall }

        // --- its places ---
        Row {
            id: places
            readonly property var kinds: [desk.mainKind, ...desk.sides]
            readonly property int mainWidth: Theme.px(360)
            readonly property real each: (body.width - mainWidth - desk.sides.length * spacing) / Math.max(1, desk.sides.length)
            anchors.fill: parent
            spacing: Theme.gapMedium
            visible: desk.betting
            Repeater {
                model: places.kinds
                BetArea {
                    required property string modelData
                    required property int index
                    readonly property string at: desk.tile.box + "/" + modelData
                    readonly property var look: Theme.tone(desk.shown.table.tones[modelData] ?? "")
                    objectName: "spot." + at
                    width: index === 0 ? (desk.sides.length === 0 ? body.width : places.mainWidth) : Math.min(Theme.px(720), places.each)
                    height: body.height
                    title: index === 0 ? (desk.tile.mine ? qsTr("Your bet") : desk.tile.empty ? qsTr("Bet here") : qsTr("Bet behind")) : desk.vm.word("spot", modelData, Qt.uiLanguage)
                    nameSize: Theme.sizeHeading
                    ground: look.ground
                    edge: look.edge
                    limited: desk.shown.table.limits.length > 0
                    sure: desk.live
                    whenWord: when => desk.vm.word("spot", when, Qt.uiLanguage)
                    refused: desk.shown.notice.reason !== "" && desk.shown.notice.spot === at
                    refusal: desk.shown.notice.mark ?? 0
                    // A side bet wants an Initial Bet on the box, anybody's.
                    // What it pays in a case of its own is printed on the felt.
                    readonly property var there: desk.shown.spots[at] ? Object.assign({}, desk.shown.spots[at], { pays: desk.shown.spots[at].pays.filter(pay => pay.when === "") }) : null
                    readonly property bool bare: index > 0 && desk.tile.empty && (desk.shown.spots[desk.tile.box + "/" + desk.mainKind]?.standing ?? "") === ""
                    spot: bare && there ? Object.assign({}, there, { open: false }) : there ?? ({ standing: "", pays: [], line: null, won: false, open: false, least: "", most: "", chips: [], lies: false })
                    onTapped: desk.bet(at)
                    onHeld: desk.takeBack(at)
                }
            }
        }

        // --- its Hands ---
        Row {
            id: columns
            readonly property int many: desk.tile.hands.length
            readonly property real room: desk.follow === "" ? body.width : body.width - words.width - Theme.gap
            readonly property real each: Math.min(Theme.px(desk.beside === null ? 376 : 520), (room - (many - 1) * spacing) / Math.max(1, many))
            anchors { left: parent.left; top: parent.top; bottom: parent.bottom }
            spacing: Theme.radiusSmall
            visible: !desk.betting && desk.offers.length === 0
            Repeater {
                model: columns.many
                HandColumn {
                    required property int index
                    objectName: "column." + index
                    width: columns.each
                    height: body.height
                    vm: desk.vm
                    hand: desk.tile.hands[index] ?? hand
                    number: columns.many > 1 ? index + 1 : 0
                    due: desk.due !== "" && desk.due === (desk.tile.hands[index]?.hand ?? "")
                    staked: desk.beside === null
                }
            }
        }
        Loader {
            anchors { left: parent.left; leftMargin: columns.each + Theme.gap; right: parent.right; top: parent.top; bottom: parent.bottom }
            active: desk.beside !== null && columns.visible && columns.many > 0
            sourceComponent: desk.beside
        }
        Label {
            id: words
            objectName: "desk.follow"
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            width: Theme.px(310)
            visible: text !== "" && columns.visible
            wrapMode: Text.WordWrap
            text: desk.follow
            font.pixelSize: Math.min(Theme.sizeBody, Theme.px(26))      // larger text has no more room here
            lineHeight: 1.1
        }
        Label {
            anchors.fill: parent
            visible: columns.visible && columns.many === 0
            horizontalAlignment: Text.AlignHCenter
            wrapMode: Text.WordWrap
            text: desk.tile.mine ? qsTr("No cards on your box") : qsTr("No cards on this box")
            color: Theme.textOff
            font.pixelSize: Theme.sizeHeading
        }

        // --- what is asked of his Bets ---
        Row {
            id: cards
            readonly property real each: (body.width - (desk.offers.length - 1) * spacing) / Math.max(1, desk.offers.length)
            anchors.fill: parent
            spacing: Theme.gapSmall
            visible: desk.offers.length > 0 && !desk.betting
            Repeater {
                model: desk.offers.length
                QuestionCard {
                    required property int index
                    objectName: "ask." + (desk.offers[index]?.box ?? 0)
                    width: Math.min(cards.each, Theme.px(760))
                    height: body.height
                    vm: desk.vm
                    live: desk.live
                    question: desk.offers[index] ?? question
                    hand: desk.shown.boxes.tiles[question.box - 1]?.hands[0] ?? ({ cards: [] })
                    onAnswer: (key, amount) => desk.answer(question.box, key, amount)
                    onLess: key => desk.less(question.box, key)
                }
            }
        }
    }
}
