pragma ComponentBehavior: Bound
import QtQuick
import Looks

// Every place to bet side by side, while bets are open: what it pays, what may be bet there, and how the table bets.
Row {
    id: places

    required property var vm
    property var lines: []
    property var crowd: ({})            // by kind of Spot: heads, share; {}: too few bet to tell
    property var tones: ({})

    spacing: Theme.gapSmall

    Repeater {
        model: places.lines.length
        Rectangle {
            id: place
            required property int index
            readonly property var spot: places.lines[index] ?? ({ spot: "", pays: [], least: "", most: "" })
            readonly property var look: Theme.tone(places.tones[spot.spot] ?? "")
            readonly property var bets: places.crowd[spot.spot] ?? null
            objectName: "place." + spot.spot
            width: Math.floor((places.width + places.spacing) / Math.max(1, places.lines.length) - places.spacing)
            height: places.height
            radius: Theme.radius
            color: look.ground
            border.width: Theme.line
            border.color: look.edge
            Label {
                id: name
                anchors { left: parent.left; top: parent.top; leftMargin: Theme.gap }
                width: Math.min(implicitWidth, parent.width - 2 * Theme.gap - odds.width - Theme.gapSmall)
                height: parent.height / 2
                text: places.vm.word("spot", place.spot.spot, Qt.uiLanguage)
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                id: odds
                objectName: "place." + place.spot.spot + ".odds"
                anchors { right: parent.right; top: parent.top; rightMargin: Theme.gap }
                width: Math.min(implicitWidth, Math.round((parent.width - 2 * Theme.gap) * 0.65))
                height: parent.height / 2
                horizontalAlignment: Text.AlignRight
                text: place.spot.pays.map(pay => pay.when === "on 6" ? qsTr("on 6: %1").arg(Odds.text(pay.odds)) : Odds.text(pay.odds)).join(" · ")
                color: Theme.gold
                font.pixelSize: Theme.sizeBody
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
            Label {
                objectName: "place." + place.spot.spot + ".limit"
                anchors { left: parent.left; bottom: parent.bottom; leftMargin: Theme.gap }
                width: parent.width - 2 * Theme.gap - (heads.visible ? heads.width + Theme.gapSmall : 0)
                height: parent.height / 2
                text: place.spot.least === "" ? "–" : place.spot.most === "" ? qsTr("from %1").arg(place.spot.least) : place.spot.least + " – " + place.spot.most
                font.pixelSize: Theme.sizeSmall
            }
            // How many bet here, and their share of the money, if it can be told without telling anybody's.
            Label {
                id: heads
                objectName: "place." + place.spot.spot + ".crowd"
                anchors { right: parent.right; bottom: parent.bottom; rightMargin: Theme.gap }
                width: Math.min(implicitWidth, Math.round(parent.width * 0.5))
                height: parent.height / 2
                visible: place.bets !== null
                horizontalAlignment: Text.AlignRight
                //: How many Players bet on this
                text: place.bets === null ? "" : qsTr("%1 bet").arg(place.bets.heads) + (place.bets.share <= 0 ? "" : " · " + place.bets.share + "%")
                color: place.look.text
                font.pixelSize: Theme.sizeBody
                font.weight: Theme.weightStrong
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
    }
}
