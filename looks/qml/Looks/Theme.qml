pragma Singleton
import QtQuick

// Every colour, size and duration of all our screens, in one place. A screen that needs another one adds it here.
// Each text colour below is WCAG AA on each ground that it is named after; tests/ui/test_looks.py measures it.
QtObject {
    id: theme

    // 1.0 on a screen 1080 px high; the window sets it from its own size: Theme.scale = Theme.scaleFor(width, height).
    property real scale: 1.0
    property bool highContrast: false

    // The narrower side decides, so that a tall window does not push things out at the sides.
    function scaleFor(width: real, height: real): real {
        return Math.max(0.5, Math.min(width / 1920, height / 1080))
    }
    function px(size: real): int {
        return Math.max(1, Math.round(size * theme.scale))
    }

    function type(size: real): int {
        return theme.px(theme.largeText ? size * 1.15 : size)
    }

    // Type. One family; Chinese in the forms of the language that is shown.
    readonly property string family: Qt.uiLanguage === "zh_TW" ? "ETG Sans TC" : "ETG Sans SC"
    property int least: 22                       // of any text, on a screen 1080 px high; more where it is read from afar
    property bool largeText: false               // as a Player wants it: larger wherever there is room
    readonly property int sizeLeast: px(least)   // what must shrink to fit into its place never gets smaller
    readonly property int sizeRoad: px(Math.max(least, 17))      // the name of a road, beside it
    readonly property int sizeNote: type(Math.max(least, 20))
    readonly property int sizeSmall: type(Math.max(least, 22))
    readonly property int sizeBody: type(26)
    readonly property int sizePublic: px(24)     // the least on the big screen, for what is read from a chair
    readonly property int sizeLead: px(30)     // what is read while betting: odds, lines, figures
    readonly property int sizeHeading: px(34)
    readonly property int sizeName: px(42)
    readonly property int sizeTitle: px(46)
    readonly property int sizeFigure: px(52)     // amounts, the balance, the phase
    readonly property int sizePoints: px(54)
    readonly property int sizeDisplay: px(72)
    readonly property int sizePointsLarge: px(88) // of a Hand on the big screen
    readonly property int sizeBand: px(80)       // across the room: what happens now
    readonly property int sizeBandNote: px(44)   // and the same in the second language
    readonly property int sizeHuge: px(108)
    readonly property int weightBody: Font.Normal
    readonly property int weightStrong: Font.Medium
    readonly property int weightBold: Font.Bold

    // Space, corners, lines, targets.
    readonly property int gapTiny: px(6)
    readonly property int gapSmall: px(12)
    readonly property int gapMedium: px(16)      // between boxes that stand side by side
    readonly property int gap: px(20)
    readonly property int gapLarge: px(36)
    readonly property int radiusSmall: px(8)
    readonly property int radius: px(16)
    readonly property int radiusLarge: px(20)
    readonly property int line: px(highContrast ? 3 : 2)
    readonly property int lineStrong: px(4)      // around what wants to be seen: chosen, waiting, won
    readonly property int lineBold: px(6)
    readonly property int target: px(64)         // the least that a finger must be given
    readonly property int targetLarge: px(88)
    readonly property int cardWidth: px(170)
    readonly property real cardRatio: 1.4
    readonly property int chipSize: px(104)

    // Motion, in ms. Slow is what people watch (a card turning), quick is an answer to a finger. Without motion
    // everything is at once where it belongs: for people who want it so, and for pictures that must be the same twice.
    property bool motion: true
    property bool still: false          // a moment of the past is looked at: no countdown goes on
    readonly property int quick: motion ? 120 : 0
    readonly property int medium: motion ? 260 : 0
    readonly property int slow: motion ? 520 : 0
    readonly property int pulse: 900
    // Times to read or to act in. They pass without motion as well.
    readonly property int notice: 2000           // a banner over the full width
    readonly property int thanks: 8000           // to take a ticket out of the printer
    readonly property int rest: 6000             // a result on the big screen, before the roads come first
    readonly property int question: 5000         // the roads show what is asked
    readonly property int look: motion ? 1100 : 0        // at a card that was just turned, before the next one
    readonly property int clockTick: 1000        // a clock on the screen looks at the time
    readonly property real hold: 0.6             // seconds: a finger that stays
    property int settle: 400                     // a new question takes no answer: the tap was meant for the one before

    // Grounds.
    readonly property color felt: highContrast ? "#000000" : "#0c5237"
    readonly property color bar: highContrast ? "#000000" : "#05211a"
    readonly property color panel: highContrast ? "#000000" : "#08291f"
    readonly property color panelRaised: highContrast ? "#141414" : "#113c2e"
    readonly property color paper: "#faf7ee"
    readonly property color edge: highContrast ? "#ffffff" : "#6aa88a"       // 3 to 1 on every ground
    readonly property color edgeOff: highContrast ? "#6e6e6e" : "#27503f"   // around what cannot be used now
    readonly property color track: highContrast ? "#7a7a7a" : "#1b4a39"      // of a ring or bar, where it is empty
    readonly property color night: highContrast ? "#000000" : "#0b0d0c"      // nearly black, on any felt
    readonly property color ash: highContrast ? "#2c2820" : "#3d3828"        // what is not heard any more: grey, a little amber
    readonly property color ashText: highContrast ? "#f0e0b0" : "#e8d6a4"
    readonly property color slate: highContrast ? "#2a2a2a" : "#39423e"      // what does not count any more
    readonly property color bend: "#66000000"                                // the fold of a squeezed card, and beside it
    readonly property color shade: highContrast ? "#00000000" : "#24000000" // a place on the felt where nothing lies yet
    readonly property real dim: 0.72            // what is not live any more, and must still be read
    readonly property color veil: highContrast ? "#f2000000" : "#cc03130e"

    // Texts on those grounds.
    readonly property color text: highContrast ? "#ffffff" : "#f7f3e8"
    readonly property color textSoft: highContrast ? "#ffffff" : "#c6d8ce"
    readonly property color textOff: highContrast ? "#c8c8c8" : "#9db3a8"   // of what cannot be used now
    readonly property color paperInk: "#1d1b16"

    // Gold is for the one thing to do next, and for money.
    readonly property color gold: highContrast ? "#ffe14d" : "#efcd72"
    readonly property color goldDeep: highContrast ? "#ffe14d" : "#c99a3a"
    readonly property color goldEdge: highContrast ? "#ffffff" : "#fbe7b2"
    readonly property color goldInk: highContrast ? "#000000" : "#241803"

    // The house colours of baccarat: fill, line, and text in the colour on panel or felt.
    readonly property color player: highContrast ? "#00318a" : "#123f7a"
    readonly property color playerEdge: highContrast ? "#7db4ff" : "#6fa6f5"
    readonly property color playerText: highContrast ? "#9cc8ff" : "#a9cbff"
    readonly property color banker: highContrast ? "#8a0014" : "#7c1728"
    readonly property color bankerEdge: highContrast ? "#ff8a90" : "#f0767f"
    readonly property color bankerText: highContrast ? "#ffb8bb" : "#ffbcbf"
    readonly property color tie: highContrast ? "#00562a" : "#0f5a35"
    readonly property color tieEdge: highContrast ? "#5cf09a" : "#58d392"
    // The same as the ground of a result, loud enough for the other end of the room.
    readonly property color playerLoud: highContrast ? "#0040c0" : "#1552b5"
    readonly property color bankerLoud: highContrast ? "#b80018" : "#b5122d"
    readonly property color tieLoud: highContrast ? "#006a35" : "#0d7040"
    readonly property color tieText: highContrast ? "#8cf5b6" : "#9be8bd"
    // The colours of a side, by the tone that the face of a game gives it: who has none is nobody's.
    readonly property var tones: ({
        blue: { ground: player, edge: playerEdge, text: playerText, loud: playerLoud },
        red: { ground: banker, edge: bankerEdge, text: bankerText, loud: bankerLoud },
        green: { ground: tie, edge: tieEdge, text: tieText, loud: tieLoud }
    })
    readonly property var noTone: ({ ground: panelRaised, edge: edge, text: text, loud: panelRaised })
    function tone(name: string): var {
        return theme.tones[name] ?? theme.noTone
    }

    // States; never the only sign of anything: a word or a shape stands beside them.
    readonly property color good: highContrast ? "#5cf09a" : "#5fe09a"
    readonly property color warn: highContrast ? "#ffd21f" : "#ffc24d"
    readonly property color bad: highContrast ? "#ff9a9a" : "#ff8f8a"
    readonly property color stop: highContrast ? "#ff6666" : "#ff4d4d"       // on panel, bar and night only
    readonly property color info: highContrast ? "#9cc8ff" : "#a9cbff"
    readonly property color goodGround: highContrast ? "#003d1e" : "#0d4a2d"
    readonly property color warnGround: highContrast ? "#4a3500" : "#573d06"
    readonly property color badGround: highContrast ? "#5c000c" : "#6b1420"
    readonly property color infoGround: highContrast ? "#00245c" : "#123a6b"

    // What happens at the table, on every screen in the same colour and with the same sign (PhaseSign).
    readonly property var phases: ({
        betting: { tone: theme.good, ground: theme.goodGround, sign: "disc" },
        lastBets: { tone: theme.warn, ground: theme.warnGround, sign: "triangle" },
        noMoreBets: { tone: theme.stop, ground: theme.night, sign: "stop" },
        dealing: { tone: theme.info, ground: theme.infoGround, sign: "card" },
        paused: { tone: theme.warn, ground: theme.warnGround, sign: "pause" },
        void: { tone: theme.textSoft, ground: theme.slate, sign: "cross" },
        away: { tone: theme.ashText, ground: theme.ash, sign: "gap" },
        quiet: { tone: theme.textSoft, ground: theme.panel, sign: "" }
    })
    function phaseLook(phase: string): var {
        return theme.phases[phase] ?? theme.phases["quiet"]
    }

    // Chips: which of the pictures in faces.py a value has, and the colour of its figures. Value in whole units.
    readonly property var chipSteps: [5, 25, 100, 500, 1000, 5000, 10000, 50000, 100000]
    function chipTone(value: real): int {
        let tone = 0
        while (tone < theme.chipSteps.length && value >= theme.chipSteps[tone])
            tone += 1
        return tone
    }
    function chipText(tone: int): color {
        return [0, 5, 8].includes(tone) ? "#16130b" : "#ffffff"
    }
}
