pragma ComponentBehavior: Bound
import QtQuick
import Looks

// A disputed Round, bet by bet: what the table has paid, and what this terminal has computed from the same cards.
Column {
    id: table

    required property var vm
    property var dispute: ({ paid: [], expected: [] })
    readonly property var spots: {
        const named = table.dispute.paid.concat(table.dispute.expected).map(line => line.spot)
        return named.filter((spot, place) => named.indexOf(spot) === place)
    }

    spacing: Theme.px(4)

    function line(lines: var, spot: string): var {
        return lines.find(line => line.spot === spot) ?? null
    }

    component Cell: Label {
        width: Math.floor((table.width - 2 * Theme.gapSmall) / 4)
        height: Theme.px(40)
        horizontalAlignment: Text.AlignRight
        fontSizeMode: Text.HorizontalFit
        minimumPixelSize: Theme.sizeLeast
    }
    Row {
        leftPadding: Theme.gapSmall
        Repeater {
            model: ["", qsTr("Bet"), qsTr("Paid by the table"), qsTr("Computed here")]
            Cell {
                required property string modelData
                text: modelData
                color: Theme.textSoft
                font.pixelSize: Theme.sizeSmall
            }
        }
    }
    Repeater {
        model: table.spots
        Rectangle {
            id: row
            required property string modelData
            readonly property var paid: table.line(table.dispute.paid, modelData)
            readonly property var expected: table.line(table.dispute.expected, modelData)
            readonly property bool differs: (paid ? paid.returned : "") !== (expected ? expected.returned : "")
            width: table.width
            height: cells.height
            radius: Theme.radiusSmall
            color: row.differs ? Theme.badGround : "transparent"
            Row {
                id: cells
                x: Theme.gapSmall
                Cell {
                    horizontalAlignment: Text.AlignLeft
                    text: table.vm.word("spot", row.modelData, Qt.uiLanguage)
                    font.weight: Theme.weightStrong
                }
                Cell { text: row.paid ? row.paid.staked : row.expected ? row.expected.staked : "–" }
                Cell {
                    objectName: "disputed." + row.modelData + ".paid"
                    text: row.paid ? row.paid.returned : "–"
                    font.weight: Theme.weightStrong
                }
                Cell {
                    objectName: "disputed." + row.modelData + ".expected"
                    text: row.expected ? row.expected.returned : "–"
                    font.weight: Theme.weightStrong
                }
            }
        }
    }
}
