pragma ComponentBehavior: Bound
import QtQuick
import Looks

// What every place to bet pays, and what may be bet there.
Rectangle {
    id: table

    required property var vm
    property var lines: []
    property string currency: ""
    property var tones: ({})

    readonly property int spare: width > Theme.px(580) ? Theme.px(14) : 0       // between what a place is called and what it pays
    implicitHeight: heading.height + rows.height + Theme.gapTiny

    radius: Theme.radius
    color: Theme.panel
    border.width: Theme.line
    border.color: Theme.edge

    Label {
        id: heading
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: Theme.gap; rightMargin: Theme.gap }
        height: Theme.px(50)
        text: qsTr("Limits %1").arg(table.currency).trim()
        color: Theme.gold
        font.pixelSize: Theme.sizeBody
        font.weight: Theme.weightStrong
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Column {
        id: rows
        anchors { left: parent.left; right: parent.right; top: heading.bottom; margins: Theme.gapTiny; topMargin: 0 }
        spacing: Theme.px(5)
        Repeater {
            model: table.lines.length
            Rectangle {
                id: line
                required property int index
                readonly property var spot: table.lines[index] ?? ({ spot: "", coin: "", pays: [], least: "", most: "" })
                width: parent.width
                readonly property bool coined: spot.coin !== ""
                // What pays in two ways has two lines.
                height: spot.pays.length > 1 ? Theme.px(78) : Theme.px(48)
                radius: Theme.radiusSmall
                color: Theme.tone(table.tones[spot.spot] ?? "").ground
                // Where there is one place to bet and several coins, a line is a coin's.
                Coin {
                    anchors { left: parent.left; leftMargin: Theme.px(10); verticalCenter: parent.verticalCenter }
                    width: Theme.px(48)
                    code: line.spot.coin
                }
                Label {
                    objectName: "name." + line.spot.spot + line.spot.coin
                    anchors { left: parent.left; leftMargin: Theme.px(line.coined ? 66 : 14) }
                    width: Theme.px(line.coined ? 177 : 200)
                    height: parent.height
                    text: line.coined ? table.vm.word("coin", line.spot.coin, Qt.uiLanguage) : table.vm.word("spot", line.spot.spot, Qt.uiLanguage)
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
                Label {
                    objectName: "odds." + line.spot.spot + line.spot.coin
                    anchors { left: parent.left; leftMargin: Theme.px(line.coined ? 256 : 218) + (line.coined ? 0 : table.spare) }
                    width: Theme.px(line.coined ? 70 : 158)
                    height: parent.height
                    text: line.spot.pays.map(pay => pay.when === "on 6" ? qsTr("on 6: %1").arg(Odds.text(pay.odds)) : Odds.text(pay.odds)).join("\n")
                    color: Theme.gold
                    font.pixelSize: Theme.sizeBody
                    font.weight: Theme.weightStrong
                    fontSizeMode: Text.Fit
                    minimumPixelSize: Theme.sizePublic
                }
                Label {
                    objectName: "limit." + line.spot.spot + line.spot.coin
                    anchors { right: parent.right; rightMargin: Theme.px(14) }
                    width: parent.width - Theme.px(line.coined ? 352 : 396) - (line.coined ? 0 : table.spare)
                    height: parent.height
                    horizontalAlignment: Text.AlignRight
                    text: line.spot.least === "" ? "–" : line.spot.most === "" ? qsTr("from %1").arg(line.spot.least) : line.spot.least + " – " + line.spot.most
                    font.pixelSize: Theme.sizeBody
                    fontSizeMode: Text.HorizontalFit
                    minimumPixelSize: Theme.sizeLeast
                }
            }
        }
    }
}
