import QtQuick

// What a Hand counts. Gold: it plays now; struck through: it is out.
Rectangle {
    id: total

    property string text: ""
    property bool active: false
    property bool out: false
    property int size: Theme.sizeLead

    implicitWidth: Math.max(Theme.px(58), word.implicitWidth + 2 * Theme.gapTiny + Theme.gapSmall)
    implicitHeight: size + Theme.gap
    visible: text !== ""
    radius: Theme.radiusSmall
    color: active ? Theme.gold : Theme.panel
    border.width: Theme.line
    border.color: active ? Theme.goldEdge : Theme.edge
    Label {
        id: word
        objectName: total.objectName + ".text"
        anchors { fill: parent; leftMargin: Theme.gapTiny; rightMargin: Theme.gapTiny }
        horizontalAlignment: Text.AlignHCenter
        text: total.text
        color: total.active ? Theme.goldInk : total.out ? Theme.textOff : Theme.text
        font.pixelSize: total.size
        font.weight: Theme.weightBold
        font.strikeout: total.out
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
}
