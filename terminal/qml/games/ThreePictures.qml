pragma ComponentBehavior: Bound
import QtQuick
import "../boxes"

// The felt of Three Pictures: nothing is decided here, so while cards come one reads what ranks higher, and what one's
// own Bets on the box may bring.
BoxFelt {
    id: felt
    pays: [qsTr("On 6 points 1 to 2 · Tie 8 to 1"), qsTr("Three Pictures 16 to 1")]
    decides: false
    named: true
    known: Component {
        Ranking {
            vm: felt.vm
        }
    }
    beside: Component {
        BoxBets {
            vm: felt.vm
            box: felt.looked
            kinds: [felt.mainKind, ...felt.sides]
        }
    }
}
