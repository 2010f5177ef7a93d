pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Nobody plays here: the screen invites, and shows what may be bet and how the shoe has gone so far.
MouseArea {
    id: page

    required property var vm
    readonly property var shown: vm.shown
    readonly property var table: shown.table
    readonly property bool closed: table.phase === "closed"
    readonly property bool fresh: shown.road === ""      // no Round of this shoe has a result yet: there are no roads to show
    signal touched()

    objectName: "page.idle"
    onClicked: page.touched()

    Felt {
        anchors.fill: parent
    }
    Item {
        id: stage
        anchors.centerIn: parent
        width: Theme.px(1920)
        height: Theme.px(1080)

        Image {
            id: fan
            x: Theme.px(70)
            y: Theme.px(page.fresh ? 100 : 60)
            width: Theme.px(800)
            height: Theme.px(362)
            source: "image://looks/fan"
            sourceSize: Qt.size(width, height)
        }
        Column {
            anchors { left: fan.right; right: parent.right; leftMargin: Theme.gapLarge; rightMargin: Theme.px(70); verticalCenter: fan.verticalCenter }
            spacing: Theme.gapSmall
            Label {
                objectName: "idle.name"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: page.table.name || page.vm.word("spot", page.table.game, Qt.uiLanguage)
                color: Theme.gold
                font.pixelSize: Theme.sizeHuge
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeHeading
            }
            Label {
                objectName: "idle.phase"
                width: parent.width
                horizontalAlignment: Text.AlignHCenter
                text: page.closed ? page.vm.word("phase", page.table.phase, Qt.uiLanguage)
                    : page.table.leastText === "" ? qsTr("Live baccarat") : qsTr("Live baccarat, from %1 %2").arg(page.vm.word("coin", page.table.currency, Qt.uiLanguage)).arg(page.table.leastText)
                color: Theme.textSoft
                font.pixelSize: Theme.sizeTitle
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeNote
            }
            Item {
                width: 1
                height: Theme.gapSmall
            }
            Rectangle {
                anchors.horizontalCenter: parent.horizontalCenter
                width: Math.min(parent.width, invite.implicitWidth + Theme.px(160))
                height: Theme.px(124)
                radius: height / 2
                visible: !page.closed
                color: Theme.gold
                border.width: Theme.px(3)
                border.color: Theme.goldEdge
                Label {
                    id: invite
                    objectName: "idle.invite"
                    anchors.centerIn: parent
                    text: qsTr("Touch to play")
                    color: Theme.goldInk
                    font.pixelSize: Theme.sizeFigure
                    font.weight: Theme.weightBold
                }
                SequentialAnimation on scale {
                    running: Theme.motion && page.visible
                    loops: Animation.Infinite
                    NumberAnimation { to: 1.04; duration: Theme.pulse; easing.type: Easing.InOutQuad }
                    NumberAnimation { to: 1; duration: Theme.pulse; easing.type: Easing.InOutQuad }
                }
            }
        }

        // --- what may be bet, and what it pays (3.4, 4.1) ---
        Row {
            id: limits
            x: Theme.px(70)
            y: Theme.px(page.fresh ? 540 : 456)
            width: parent.width - 2 * x
            height: Theme.px(page.fresh ? 220 : 150)
            spacing: Theme.gapSmall
            Repeater {
                model: page.table.layout.filter(spot => page.shown.spots[spot] !== undefined)
                Rectangle {
                    id: place
                    required property string modelData
                    readonly property var spot: page.shown.spots[modelData] ?? ({ least: "", most: "", pays: [] })
                    readonly property var look: Theme.tone(page.table.tones[modelData] ?? "")
                    width: Math.floor((limits.width + limits.spacing) / page.table.layout.length - limits.spacing)
                    height: limits.height
                    radius: Theme.radius
                    color: place.look.ground
                    border.width: Theme.line
                    border.color: place.look.edge
                    Column {
                        anchors { left: parent.left; right: parent.right; verticalCenter: parent.verticalCenter; margins: Theme.gapSmall }
                        spacing: Theme.px(2)
                        Label {
                            width: parent.width
                            horizontalAlignment: Text.AlignHCenter
                            text: page.vm.word("spot", place.modelData, Qt.uiLanguage)
                            font.pixelSize: Theme.sizeHeading
                            font.weight: Theme.weightBold
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                        Label {
                            width: parent.width
                            horizontalAlignment: Text.AlignHCenter
                            text: place.spot.pays.map(pay => pay.when === "" ? Odds.text(pay.odds) : pay.when === "on 6" ? qsTr("on 6: %1").arg(Odds.text(pay.odds)) : page.vm.word("spot", pay.when, Qt.uiLanguage) + ": " + Odds.text(pay.odds)).join(" • ")
                            color: Theme.gold
                            font.pixelSize: Theme.sizeBody
                            font.weight: Theme.weightStrong
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                        Label {
                            objectName: "idle.limit." + place.modelData
                            width: parent.width
                            horizontalAlignment: Text.AlignHCenter
                            text: page.closed ? "–" : place.spot.most === "" ? qsTr("from %1").arg(place.spot.least)
                                : place.spot.least + " – " + place.spot.most
                            font.pixelSize: Theme.sizeLead
                            fontSizeMode: Text.HorizontalFit
                            minimumPixelSize: Theme.sizeLeast
                        }
                    }
                }
            }
        }

        // --- how the shoe has gone so far ---
        RoadView {
            id: plate
            objectName: "idle.bead_plate"
            x: limits.x
            y: Theme.px(630)
            width: Theme.px(540)
            height: Theme.px(270)
            visible: !page.fresh
            kind: "bead_plate"
            results: page.shown.road
        }
        RoadView {
            objectName: "idle.big_road"
            x: plate.x + plate.width + Theme.gapSmall
            y: plate.y
            width: limits.x + limits.width - x
            height: plate.height
            visible: !page.fresh
            kind: "big_road"
            results: page.shown.road
        }
        Label {
            objectName: "idle.information"
            x: limits.x
            y: page.fresh ? limits.y + limits.height + Theme.gapSmall : Theme.px(906)
            width: limits.width
            text: page.fresh ? qsTr("Limits in %1.").arg(page.vm.word("coin", page.table.currency, Qt.uiLanguage)) : qsTr("Limits in %1. The roads are for information only (%2).").arg(page.vm.word("coin", page.table.currency, Qt.uiLanguage)).arg(page.vm.word("paragraph", "cards_prevail", Qt.uiLanguage)).replace(/ ?\(\)/, "")
            color: Theme.textSoft
            font.pixelSize: Theme.sizeSmall
        }
        LanguageButtons {
            anchors { horizontalCenter: parent.horizontalCenter; bottom: parent.bottom; bottomMargin: Theme.px(28) }
            vm: page.vm
            prefix: "idle."
            columns: 4
            buttonWidth: Theme.px(310)
            buttonHeight: Theme.px(88)
            onSpoken: page.touched()
        }
    }
}
