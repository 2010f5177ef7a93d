pragma ComponentBehavior: Bound
import QtQuick
import Looks
import ".."

// What the Player must know before all else: no connection, out of play, a dispute, a void Round, a correction. Always
// three answers: what stands, what the rule says, what happens next. Calm: nothing blinks, nothing is counted down.
Page {
    id: page

    readonly property string key: shown.state.attention
    readonly property var correction: shown.state.correction
    readonly property var dispute: key === "disputed" ? shown.dispute : null
    readonly property bool gone: ["reconnecting", "joining"].includes(key)
    readonly property bool stays: !["void", "corrected"].includes(key)
    // A Round that was voided after it had been settled cites its own paragraph, not 5.6.
    readonly property string voided: key === "void" ? shown.state.void : correction ? correction.void : ""

    readonly property bool now: correction !== null && correction !== undefined && correction.now     // it is the Round on the felt
    // Where nothing can be sent any more no button calls anybody.
    readonly property bool mute: ["stopped", "denied"].includes(key)

    objectName: "attention." + key
    closable: !stays
    panelWidth: Theme.px(dispute ? 1500 : 1300)
    panelHeight: answers.implicitHeight + Theme.px(150) + (foot.visible ? foot.height + Theme.gap : 0)
    tone: gone || key === "void" || key === "corrected" ? Theme.warn : Theme.bad
    title: ({
        reconnecting: qsTr("No connection to the table"),
        joining: shown.state.setUp ? qsTr("This terminal is not admitted to the table") : qsTr("Joining the table"),
        stopped: qsTr("This terminal is out of service"),
        denied: qsTr("This terminal is not admitted to the table"),
        latched: qsTr("This terminal is out of play"),
        disputed: qsTr("A round is in dispute"),
        void: qsTr("This round is void"),
        corrected: now ? (voided !== "" ? qsTr("This round is void") : qsTr("This round was corrected"))
            : voided !== "" ? qsTr("An earlier round is void") : qsTr("An earlier round was corrected")
    })[key] ?? ""

    readonly property string stands: {
        const state = page.shown.state
        switch (page.key) {
        case "joining":
            if (!state.known)
                return (state.fault !== "" ? page.fault + "\n" : "") + qsTr("Not known yet. Your money and your registered bets are kept by the table.")
            break
        case "void":
            return page.shown.lines.now ? qsTr("All bets of round %1 are returned: %2.").arg(page.shown.table.round).arg(page.shown.lines.backText)
                : state.registered.length > 0 ? qsTr("All bets of round %1 are being returned: %2.").arg(page.shown.table.round).arg(page.listed(state.registered))
                : qsTr("You had no bet in round %1.").arg(page.shown.table.round)
        case "corrected":
            return page.correction ? page.changed(page.correction) : ""
        case "disputed":
            return qsTr("Round %1. Balance: %2.").arg(state.disputed).arg(page.shown.money.spendableText)
        }
        const parts = page.mute || (page.gone && state.fault !== "") ? [page.fault, page.bets] : [page.bets]
        const asked = state.unregistered.filter(bet => bet.standing !== "removing")
        const removed = state.unregistered.filter(bet => bet.standing === "removing")
        if (asked.length > 0)
            parts.push(qsTr("Not registered yet: %1.").arg(asked.map(bet => page.named(bet.spot) + " " + bet.more).join(qsTr(", "))))
        if (removed.length > 0)
            parts.push(qsTr("Not taken back yet, still registered: %1.").arg(removed.map(bet => page.named(bet.spot) + " " + bet.registered).join(qsTr(", "))))
        if (page.shown.money.unpaid > 0)
            parts.push((state.calls || page.mute ? qsTr("%1 was taken and not credited: an attendant will come.") : qsTr("%1 was taken and not credited. Please call an attendant.")).arg(page.shown.money.unpaidText))
        // As at the foot of the screen: without what is asked for.
        parts.push(qsTr("Balance: %1.").arg(page.shown.money.spendableText))
        return parts.join("\n")
    }
    readonly property string fault: vm.word("fault", shown.state.fault || "other", Qt.uiLanguage)
    readonly property string bets: {
        const state = page.shown.state
        if (state.registered.length === 0)
            return qsTr("No bet of yours is registered.")
        return state.receipt > 0 ? qsTr("Registered (No. %1): %2.").arg(state.receipt).arg(page.listed(state.registered))
            : qsTr("Registered: %1.").arg(page.listed(state.registered))
    }
    // Where no game is known yet, or its document does not speak of it, there is no number to cite.
    function cited(text: string): string {
        return text.replace(/(^|[.。] ?)[:：] ?/g, "$1")
    }
    readonly property string rule: page.cited(({
        reconnecting: qsTr("%1: registered bets are settled as if nothing had happened. %2: bets that were not registered before the close are returned.").arg(page.vm.word("paragraph", "registered", Qt.uiLanguage)).arg(page.vm.word("paragraph", "not_registered", Qt.uiLanguage)),
        joining: qsTr("%1: registered bets are settled as if nothing had happened. %2: bets that were not registered before the close are returned.").arg(page.vm.word("paragraph", "registered", Qt.uiLanguage)).arg(page.vm.word("paragraph", "not_registered", Qt.uiLanguage)),
        stopped: qsTr("Your money is kept by the table, not by this terminal: nothing is lost with it."),
        denied: qsTr("Your money is kept by the table, not by this terminal: nothing is lost with it."),
        latched: qsTr("Your money is kept by the table, not by this terminal: nothing is lost with it."),
        disputed: page.shown.table.automatic ? qsTr("This terminal worked out cards and payment once more, and came to something else.")
            : qsTr("%1: the cards on the table decide, not a screen. This terminal computed another payment than it was told.").arg(page.vm.word("paragraph", "cards_prevail", Qt.uiLanguage)),
        void: page.whyVoid + "\n" + qsTr("%1: every bet of a void round is returned. Earlier rounds stay as they are.").arg(page.vm.word("paragraph", "void", Qt.uiLanguage)),
        corrected: voided !== "" ? page.whyVoid + "\n" + qsTr("%1: every bet of a void round is returned. Earlier rounds stay as they are.").arg(page.vm.word("paragraph", "void", Qt.uiLanguage))
            : qsTr("%1: a result that was entered wrongly gives way to the cards. %2: later rounds stay as they are.").arg(page.vm.word("paragraph", "correction", Qt.uiLanguage)).arg(page.vm.word("paragraph", "later_rounds", Qt.uiLanguage))
    })[key] ?? "")
    readonly property string whyVoid: qsTr("%1: %2").arg(voided).arg(vm.word("void", voided, Qt.uiLanguage))
    // Coins are not paid out: they are in a purse, wherever he signs on.
    readonly property string elsewhere: page.shown.participant.needed ? qsTr("Your coins are in your purse: sign on at another terminal.")
        : qsTr("You will be paid at another terminal or by hand.")
    readonly property string forPeople: page.shown.participant.needed ? qsTr("A technician has to set this terminal up: please ask an attendant.") + " " + page.elsewhere
        : qsTr("A technician has to set this terminal up: please ask an attendant. You will be paid at another terminal or by hand.")
    readonly property string next: ({
        reconnecting: shown.state.setUp ? page.forPeople : qsTr("The terminal connects again by itself and then shows what became of your bets. Please stay seated."),
        joining: shown.state.setUp ? page.forPeople : qsTr("The terminal reads what has happened at the table. This takes a moment."),
        stopped: page.elsewhere,
        denied: page.elsewhere,
        latched: qsTr("An attendant or Supervisor has to look at it. You cannot bet here until then."),
        disputed: qsTr("A Supervisor has been called and will compare the record of round %1 with you. Bets and cash-out wait until then.").arg(shown.state.disputed),
        void: shown.table.automatic ? qsTr("The next round begins by itself.") : qsTr("The next round begins when the Dealer opens it."),
        corrected: voided !== "" ? qsTr("You see the round in the history.") : qsTr("You see the corrected round in the history.")
    })[key] ?? ""
    // What happened inside is for the log; here it has a short name, to be read out to whoever comes.
    readonly property string code: ["stopped", "denied", "latched"].includes(key) ? (key + (shown.state.fault !== "" ? "-" + shown.state.fault : "")).toUpperCase() : ""

    // What it did to the balance, and how.
    function changed(correction: var): string {
        const said = [correction.void !== "" ? qsTr("Round %1 is void. Your bets of %2 are returned, the payment is taken back.").arg(correction.round).arg(correction.staked)
            : qsTr("Round %1 was settled again.").arg(correction.round)]
        for (const card of correction.cards)
            said.push(page.changedCard(card))
        said.push(correction.after !== "" ? qsTr("Balance %1: %2 → %3").arg(correction.change).arg(correction.before).arg(correction.after)
            : qsTr("Balance %1").arg(correction.change))
        if (correction.owed)
            said.push(qsTr("%1 could not be taken back: an attendant will speak to you.").arg(correction.owed))
        if (correction.due)
            said.push(qsTr("%1 will be paid to you by hand.").arg(correction.due))
        return said.join("\n")
    }
    // Which card, and what it is now. A void Round has none that counts.
    function changedCard(card: var): string {
        const where = qsTr("%1, card %2").arg(page.named(card.hand)).arg(card.place)
        return card.before === "" ? qsTr("%1 is added: %2").arg(where).arg(page.face(card.after))
            : card.after === "" ? qsTr("%1 is taken away: %2").arg(where).arg(page.face(card.before))
            : qsTr("%1: not %2 but %3").arg(where).arg(page.face(card.before)).arg(page.face(card.after))
    }
    function face(card: string): string {
        //: The signs of clubs, diamonds, hearts and spades: exactly these four, in every language
        return (card[0] === "T" ? "10" : card[0]) + qsTr("♣♦♥♠")["CDHS".indexOf(card[1])]
    }
    function named(spot: string): string {
        return page.vm.word("spot", spot, Qt.uiLanguage)
    }
    function listed(bets: var): string {
        return bets.map(bet => page.named(bet.spot) + " " + bet.amount).join(qsTr(", "))
    }

    Column {
        id: answers
        anchors { left: parent.left; right: parent.right; top: parent.top; topMargin: Theme.gapSmall }
        spacing: Theme.gap
        AttentionAnswer {
            name: "stands"
            title: qsTr("Where you stand")
            text: page.stands
        }
        DisputedLines {
            width: parent.width
            visible: page.dispute !== null && page.dispute !== undefined && page.dispute.paid.length + page.dispute.expected.length > 0
            vm: page.vm
            dispute: page.dispute ?? ({ paid: [], expected: [] })
        }
        AttentionAnswer {
            name: "rule"
            title: qsTr("What the rules say")
            text: page.rule
        }
        AttentionAnswer {
            name: "next"
            title: qsTr("What happens next")
            text: page.next
        }
    }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom }
        height: Theme.px(88)
        visible: page.stays && !page.gone
        AttendantCall {
            id: call
            visible: !page.mute
            width: Theme.px(480)
            height: parent.height
            vm: page.vm
            name: "attention.call"
            reason: page.key === "disputed" ? "game" : "machine"
            urgent: true
        }
        Rectangle {
            id: wave
            visible: page.mute
            width: Theme.px(640)
            height: parent.height
            color: "transparent"         // a request to the Player, and nothing to press
            Label {
                objectName: "attention.wave"
                anchors.fill: parent
                text: qsTr("Please wave to an attendant.")
                color: Theme.gold
                font.pixelSize: Theme.sizeHeading
                font.weight: Theme.weightBold
                fontSizeMode: Text.HorizontalFit
                minimumPixelSize: Theme.sizeLeast
            }
        }
        Label {
            objectName: "attention.why"
            anchors { left: page.mute ? wave.right : call.right; right: parent.right; leftMargin: Theme.gapLarge; verticalCenter: parent.verticalCenter }
            visible: page.code !== ""
            wrapMode: Text.WordWrap
            text: qsTr("For the attendant: %1").arg(page.code)
            color: Theme.textSoft
            font.pixelSize: Theme.sizeNote
        }
    }
}
