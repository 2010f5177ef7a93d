pragma Singleton
import QtQuick

// How odds are said: view models write "1 : 2", and each language has its own words for it.
QtObject {
    function text(odds: string): string {
        const sides = odds.split(" : ")
        //: Odds: a bet of %2 wins %1
        return sides.length === 2 ? qsTr("%1 to %2").arg(sides[0]).arg(sides[1]) : odds
    }
}
