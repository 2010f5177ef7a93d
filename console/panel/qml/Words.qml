pragma Singleton
import QtQuick

// Every word of the panel that stands for a key of the board, in one place. A key without a word is shown as it is.
QtObject {
    id: words

    function phase(key: string): string {
        return {
            "closed": qsTr("Table closed"),
            "ready": qsTr("Between rounds"),
            "betting": qsTr("Bets are open"),
            "deciding": qsTr("Decisions"),
            "dealing": qsTr("No more bets"),
            "turning": qsTr("Players turn their cards"),
            "result": qsTr("Result"),
        }[key] ?? key
    }
    function position(number: int): string {
        const found = { "-3": qsTr("Participant"), "-2": qsTr("Cashier"), "-1": qsTr("Technician"), "1": qsTr("Dealer"), "2": qsTr("Pit Supervisor"), "3": qsTr("Pit Manager"), "4": qsTr("Shift Manager") }
        return found[number] ?? ""
    }
    // Of whom one must sign: in a game the lowest of them stands for those above.
    function positions(numbers: var): string {
        const ranks = numbers.filter(number => number > 0).sort((one, other) => one - other)
        return [ranks.length > 1 ? qsTr("%1 or above").arg(words.position(ranks[0])) : ranks.length > 0 ? words.position(ranks[0]) : ""].concat(numbers.filter(number => number < 0).map(number => words.position(number)))
            .filter(word => word !== "").join(" / ")
    }
    // Below the name of somebody: what he is, and where.
    function person(row: var): string {
        const place = row.where !== "" ? qsTr("at %1").arg(row.where) : ""
        const here = row.active === false ? qsTr("disabled") : row.locked ? qsTr("locked") : row.onShift || row.participant ? "" : qsTr("not on shift")
        return [words.position(row.position), here, place].filter(word => word !== "").join("  ·  ")
    }
    // What the console has said to somebody who wants to sign on or to sign.
    function answer(standing: string, refusal: string, left: int): string {
        if (standing === "wait" || (standing === "wrong" && left > 0))
            return left > 0 ? qsTr("Too many wrong tries: wait %1").arg(Math.floor(left / 60) + ":" + String(left % 60).padStart(2, "0")) : qsTr("Try again now")
        if (refusal !== "")
            return qsTr("Refused: %1").arg(refusal)
        if (standing === "busy")
            return left > 0 ? qsTr("Another PIN is being looked at: one moment") : qsTr("Try again now")
        return {
            "wrong": qsTr("Number, badge or PIN is wrong. Try again"),
            "locked": qsTr("Locked after too many wrong tries: two people must give a new PIN"),
            "refused": qsTr("This cannot be done at this panel now"),
        }[standing] ?? standing
    }
    // What a machine is for.
    function role(key: string): string {
        return { terminal: qsTr("Terminal"), panel: qsTr("Dealer panel"), display: qsTr("Display"), archive: qsTr("Archive"), witness: qsTr("Witness"), console: qsTr("Console") }[key] ?? key
    }
    function preparedFor(what: string): string {
        return { enrol: qsTr("prepared: a new key"), replace: qsTr("prepared: another key"), rotate: qsTr("prepared: another key"), end: qsTr("prepared: its end") }[what] ?? what
    }
    function withdrawn(why: string): string {
        return {
            "person": qsTr("it was withdrawn"),
            "replaced": qsTr("another order was proposed instead"),
            "signed off": qsTr("who proposed it has signed off"),
            "round": qsTr("its round has passed"),
            "moved": qsTr("the table has moved on"),
            "gone": qsTr("the console has started anew"),
        }[why] ?? why
    }
    // Players who want somebody to come: the first is named with its time, all are counted.
    function calls(rows: var): string {
        if (rows.length === 0)
            return ""
        const first = rows[0].since !== "" ? qsTr("%1 calls an attendant since %2").arg(rows[0].terminal).arg(rows[0].since) : qsTr("%1 calls an attendant").arg(rows[0].terminal)
        return rows.length === 1 ? first : qsTr("%1 calls: %2").arg(rows.length).arg([first].concat(rows.slice(1, 6).map(row => row.terminal)).join(qsTr(", "))) + (rows.length > 6 ? " …" : "")
    }
    // Something that stands in an order which is to be signed.
    function proposedValue(item: var): string {
        if (item.kind === "paragraph")
            return "§" + item.value + (item.about !== "" ? "  " + item.about : "")
        const written = value => item.kind === "limit" ? value || qsTr("no limit")
            : item.kind === "paper" ? (value === "none" ? qsTr("not shown") : qsTr("typed in  (%1)").arg(value)) : item.kind === "yes" ? (value === "yes" ? qsTr("yes") : qsTr("no"))
            : item.kind === "role" ? words.role(value) : item.kind === "fate" ? words.fate(value) : item.kind === "effect" ? words.effect(value) : item.kind === "teller" ? qsTr("by the Dealer") : ["card", "cards", "hand"].includes(item.kind) ? words.faces(value) : value
        if (item.kind === "range") {    // the least, the most and the step of an area
            const [low, high, step] = item.value.split("|")
            return low + " – " + (high || qsTr("no limit")) + "  ·  " + qsTr("Step") + " " + step
        }
        return (item.changes ? written(item.before) + " → " : "") + written(item.value)
    }
    function step(key: string): string {
        return {
            "open_table": qsTr("Open the table"),
            "load_shoe": qsTr("Load a new shoe"),
            "burn": qsTr("Burn cards"),
            "open_bets": qsTr("Open bets"),
            "close_bets": qsTr("Close bets"),
            "certify_initial": qsTr("Certify the initial deal"),
            "await_box": qsTr("%1 decides"),
            "await_player": qsTr("A player is asked"),
            "await_players": qsTr("%1 players are asked"),
            "await_follow": qsTr("%1 may follow"),
            "await_turns": qsTr("Players turn their cards"),
            "close_question": qsTr("End the question"),
            "add_time": qsTr("10 seconds more"),
            "draw": qsTr("Draw to %1"),
            "certify": qsTr("Certify"),
            "correct_cards": qsTr("Correct the cards"),
            "call_supervisor": qsTr("Call the Supervisor"),
            "supervisor_needed": qsTr("Supervisor called"),
            "void": qsTr("Void the round"),
            "end_shoe": qsTr("End the shoe"),
            "close_table": qsTr("Close the table"),
            "close_day": qsTr("Close the day"),
            "begin_day": qsTr("Confirm the date"),
            "set_limits": qsTr("Change the limits"),
            "void_settled": qsTr("Void round %1"),
            "remove_settled": qsTr("Remove a hand of round %1"),
            "correct": qsTr("Correct round %1"),
            "record_ruling": qsTr("Record a ruling"),
            "decide": qsTr("Decide above"),
            "conclude": qsTr("Conclude the round"),
            "interruption_continues": qsTr("Round goes on"),
            "interruption_affects": qsTr("Round is affected"),
            "walked_away": qsTr("Player has left"),
            "answer_for": qsTr("Answer for %1"),
            "place_for": qsTr("Bet for a player"),
            "deal_face_up": qsTr("Deal it as the next card"),
            "side_returned": qsTr("The side bet of %1 goes back"),
            "dealing_error": qsTr("Let the players choose"),
            "discard": qsTr("Lay %1 aside"),
            "drawn_together": qsTr("Say which comes first"),
            "remove_hand": qsTr("Remove the hand of box %1"),
            "move_hands": qsTr("Move whole hands"),
            "keep_surplus": qsTr("Keep for the next round"),
            "reconstruct": qsTr("Reconstruct the order"),
            "resume": qsTr("Dealt with: go on"),
            "enter_card": qsTr("Enter the card"),
            "report_foreign_card": qsTr("Not a card of this set"),
            "deal_by_hand": qsTr("Deal by hand"),
            "deal_card": qsTr("Enter the next card"),
            "take_back_card": qsTr("Take the last card back"),
            "report_together": qsTr("Two cards at once"),
            "report_sides": qsTr("Wrong side"),
            "take_back_void": qsTr("Take back the void of round %1"),
            "take_back_earlier": qsTr("Take back the void of round %1"),
            "correct_earlier": qsTr("Correct round %1"),
            "recall_round": qsTr("Look for an earlier round"),
            "rule_otherwise": qsTr("Rule in free words"),
            "plug_in": qsTr("Plug the shoe in"),
            "call_shift_manager": qsTr("Call the Shift Manager"),
            "await_confirmation": qsTr("Wait until the records are confirmed"),
            "sell_credit": qsTr("Add credit"),
            "pay_by_hand": qsTr("Pay by hand"),
            "find_ticket": qsTr("Pay a ticket"),
            "pay_ticket": qsTr("Pay the ticket"),
            "pay_by_two": qsTr("Pay with a second person"),
            "print_again": qsTr("Print again"),
            "give_up_ticket": qsTr("Give up the foreign ticket"),
            "cash_foreign": qsTr("Pay as a claim on its table"),
            "unlock_tickets": qsTr("Take tickets again"),
            "release_note": qsTr("Release the note"),
            "pay_due": qsTr("Pay what is due"),
            "collect_owed": qsTr("Collect what is owed"),
            "rule_dispute": qsTr("Settle the dispute"),
            "latch": qsTr("Take out of play"),
            "unlatch": qsTr("Back into play"),
            "retire": qsTr("Take out of service"),
            "unseat": qsTr("Leave"),
            "seat": qsTr("Seat at box %1"),
            "attend": qsTr("Attendant arrived"),
            "enrol_key": qsTr("Let the key in"),
            "replace_key": qsTr("Replace the key"),
            "end_key": qsTr("End the key"),
            "rotate_console": qsTr("Rotate the console's key"),
            "admit_staff": qsTr("Admit"),
            "set_credential": qsTr("Accept the new PIN"),
            "disable_staff": qsTr("Disable"),
            "assign_staff": qsTr("Assign for the shift"),
            "grant_coins": qsTr("Grant coins"),
            "exclude": qsTr("Exclude from play"),
        }[key] ?? key
    }
    // The step as it stands on a button: with the Hand, the number of the card, the Round.
    function doing(step: var): string {
        const nth = step.key === "draw" && step.nth === 3 ? qsTr("Draw to %1, third card") : step.key === "deal_card" && step.detail ? qsTr("Card of %1") : words.step(step.key ?? "")
        return words.filled(nth, step.detail ?? "")
    }
    // What a step means, in one line below its name.
    function about(key: string): string {
        return {
            "open_table": qsTr("The limits are on display from now on"),
            "load_shoe": qsTr("Shuffled cards, with a Supervisor"),
            "burn": qsTr("%1 still to burn: draw them and lay them aside"),
            "open_bets": qsTr("A new round begins"),
            "close_bets": qsTr("No more bets: what is registered stands"),
            "certify_initial": qsTr("Side bets and Blackjacks are paid now"),
            "await_box": qsTr("Wait for the answer"),
            "await_player": qsTr("Wait for the answer"),
            "await_players": qsTr("Wait for the answers"),
            "await_follow": qsTr("Wait for the answers"),
            "close_question": qsTr("Who has not answered gets what the question says"),
            "draw": qsTr("Take the next card from the shoe"),
            "certify": qsTr("The cards on the felt are those on the screen"),
            "decide": qsTr("The rules leave it open: every way has the same weight"),
            "conclude": qsTr("A bet is already decided"),
            "interruption_continues": qsTr("Nothing has changed on the felt"),
            "interruption_affects": qsTr("No bet is decided: the round is void"),
            "walked_away": qsTr("From now on his box is played without him"),
            "dealing_error": qsTr("All go on with the cards as they lie, or take their bets back"),
            "drawn_together": qsTr("Whoever is to get them is asked which one comes first"),
            "discard": qsTr("It is out of play, and the hand stays as it was"),
            "remove_hand": qsTr("Its bets are returned, and the others choose"),
            "remove_settled": qsTr("Its bets are returned, and the others choose"),
            "move_hands": qsTr("Tap the two hands that change places"),
            "answer_for": qsTr("At the player's request: it is his answer, and final"),
            "place_for": qsTr("At the player's request: it is his bet. 0 takes it away"),
            "keep_surplus": qsTr("It is the first card of the next round"),
            "reconstruct": qsTr("All cards in the order that was meant"),
            "resume": qsTr("The reason for the stop is dealt with"),
            "enter_card": qsTr("As it lies on the felt, with a Supervisor"),
            "report_foreign_card": qsTr("The round is void then, and the set leaves play"),
            "deal_by_hand": qsTr("The shoe is dead: the Dealer enters every card"),
            "deal_card": qsTr("The card that lies on the felt: rank, then suit"),
            "take_back_card": qsTr("It was tapped wrong: the right one is entered next"),
            "report_together": qsTr("Play is paused until a Supervisor has ordered them"),
            "report_sides": qsTr("Tap the cards as they lie: they are put in order"),
            "take_back_void": qsTr("Its cards are settled as they lie"),
            "take_back_earlier": qsTr("Its cards are settled as they lie"),
            "recall_round": qsTr("Of any day"),
            "rule_otherwise": qsTr("What no rule names: a Shift Manager and a second person"),
            "plug_in": qsTr("It reports what was drawn meanwhile"),
            "call_shift_manager": qsTr("Nobody else may decide this"),
            "await_confirmation": qsTr("Missing: %1. Switch it on, or two people decide without it"),
            "call_supervisor": qsTr("Play is paused until one has come"),
            "supervisor_needed": qsTr("Pit Supervisor needed"),
            "void": qsTr("All bets are returned"),
            "close_table": qsTr("No more rounds until it is opened again"),
            "close_day": qsTr("The books of the gaming day %1 are closed"),
            "begin_day": qsTr("The clock says %1: is that today?"),
            "end_shoe": qsTr("The cards that are left are counted by hand"),
            "correct_cards": qsTr("The cards on the felt decide"),
            "unlatch": qsTr("It may bet and cash out again"),
            "enrol_key": qsTr("The machine joins the table with this key"),
            "replace_key": qsTr("Its old key ends; money stays with its name"),
            "end_key": qsTr("The machine joins no more; money stays with its name"),
            "rotate_console": qsTr("Both keys are good until the next gaming day is closed; then the old one ends"),
            "admit_staff": qsTr("Compare the check code with the one that he was given"),
            "set_credential": qsTr("Compare the check code with the one that he was given"),
            "disable_staff": qsTr("Signs on no more, and is signed off"),
            "assign_staff": qsTr("For this shift"),
            "grant_coins": qsTr("To the purse, of the House's own making"),
            "exclude": qsTr("Nobody can take it back before it ends"),
            "pay_by_hand": qsTr("Credit of the terminal, paid in cash"),
            "pay_by_two": qsTr("Without its paper, or out of date"),
            "cash_foreign": qsTr("What its table does not answer for, the House loses"),
            "give_up_ticket": qsTr("It stays good at its own table"),
        }[key] ?? ""
    }
    // Why nothing can be done at all, and what helps.
    function cut(board: var): string {
        const found = {
            "another_panel": qsTr("Another panel with this key is in use. Close it, then start this one again"),
            "retired": qsTr("This panel was taken out of service. A Technician and a Shift Manager enrol it again"),
            "history": qsTr("The records of this panel and of the console differ. Call the Shift Manager"),
            "other_log": qsTr("The records of this panel and of the console differ. Call the Shift Manager"),
        }
        return found[board.linkWhy] ?? (board.linkFault ? board.linkFault : board.asOf ? qsTr("All this is as of %1. If the console does not answer within a minute, call a technician").arg(board.asOf) : qsTr("The console does not answer. If it stays so for a minute, call a technician"))
    }
    // Why an order cannot be given now, by the key of the model; "" if it can.
    function cannot(why: string, who: int, missing: var, spots: var): string {
        if (why === "missing" && missing?.length > 0)
            return qsTr("missing: %1").arg(missing.map(name => words.fieldTitle(name, spots ?? {})).join(qsTr(", ")))
        return {
            "stale": qsTr("the round has changed meanwhile"),
            "joining": qsTr("no connection yet"),
            "offline": qsTr("no connection"),
            "denied": qsTr("no connection"),
            "stopped": qsTr("no connection"),
            "waiting": qsTr("one moment …"),
            "locked": qsTr("nobody is signed on"),
            "missing": qsTr("something is missing"),
            "unchanged": qsTr("nothing is changed yet"),
            "not_entitled": qsTr("for a %1").arg(words.position(who)),
        }[why] ?? why
    }
    // What a Round shows: who wins, with what, and what else is remarkable.
    function outcome(result: var): string {
        return [(result.drawn ? qsTr("%1 on %2") : qsTr("%1 wins with %2")).arg(result.winnerName).arg(result.points)].concat(result.also).join("  ·  ")
    }
    // How a Round ended, in one line.
    function ended(past: var): string {
        const round = qsTr("Round %1").arg(past.roundNo)
        if (past.isVoid)
            return [round, qsTr("VOID") + (past.paragraph ? " §" + past.paragraph : ""), qsTr("all bets are returned")].join("  ·  ")
        return [round, past.winner ? words.outcome(past) : qsTr("settled")].concat(past.correctedBy ? [qsTr("corrected")] : []).join("  ·  ")
    }
    function formTitle(form: var): string {
        const step = words.step(form.key ?? "")
        const about = form.person ? [form.person] : form.terminal ? [form.terminal] : form.round > 0 && !step.includes("%1") ? [qsTr("Round %1").arg(form.round)] : []
        return [words.filled(step, form.detail ?? "")].concat(about).join("  ·  ")
    }
    function formAbout(form: var): string {
        if (form.stale)
            return qsTr("What this is about has changed meanwhile. It can only be cancelled.")
        const parts = [words.place(form) || words.filled(words.about(form.key ?? ""), form.detail ?? ""), form.second ? qsTr("Two people are needed: %1").arg(words.position(form.who)) : "", form.left ? qsTr("Left for you today: %1").arg(form.left) : "", form.paragraph ? "§" + form.paragraph : ""]
        return parts.filter(part => part !== "").join("  ·  ")
    }
    // Which card is to be entered, and where it lies.
    function place(form: var): string {
        if (!["enter_card", "deal_card"].includes(form.key) || !(form.nth > 0 || form.cardNo > 0))
            return ""
        const nth = [qsTr("first card"), qsTr("second card"), qsTr("third card")][(form.nth ?? 0) - 1] ?? ""
        return [form.cardNo > 0 ? qsTr("Card %1").arg(form.cardNo) : "", form.handName ? qsTr("to %1").arg(form.handName) : "", nth].filter(part => part !== "").join(qsTr(", "))
    }
    function rule(reason: string): string {
        return {
            "interrupted": qsTr("If a bet is already decided, the round is concluded. If none is, and the interruption affects the round, it is void and all bets are returned."),
            "surplus": qsTr("If the order of the cards can be reconstructed, that is done. If not, the extra card is the first card of the next round."),
            "card_missing": qsTr("It is entered as it lies on the felt, together with a Supervisor. If it is no card of this set, the round is void."),
            "card_conflict": qsTr("The cards on the felt decide, not the screen. Compare them and correct what is wrong."),
            "result_differs": qsTr("The cards on the felt decide, not the screen. Compare them and correct what is wrong."),
            "shoe_lost": qsTr("Plug the shoe in: it reports what was drawn meanwhile. Or enter the cards by hand, together with a Supervisor."),
            "shoe_dry": qsTr("A round that the shoe cannot finish is void. All bets are returned, earlier rounds stand."),
            "drawn_together": qsTr("A Supervisor says which card comes first. If nobody can, the set is replaced and the round goes on."),
            "foreign_card": qsTr("With a card that is not of this set the round is void. All bets are returned, earlier rounds stand."),
            "miscount": qsTr("Too many or too few cards make the round in play void. Earlier rounds stand."),
            "unshuffled": qsTr("If the cards were not shuffled, the round is void. Earlier rounds stand."),
            "shoe_faulty": qsTr("Look at the shoe. Play goes on when a Supervisor says that it works."),
            "called": qsTr("Play is paused until a Supervisor has decided. Registered bets stay as they are."),
            "books": qsTr("The entries of the journal do not make what the table stands on. Nothing is played or paid out until a Shift Manager knows why."),
            "unconfirmed": qsTr("The console has started, and nobody outside has confirmed its journal yet. Nothing is played or paid out before."),
            "history": qsTr("Somebody holds another record of this table than the console. Nothing is played until a Shift Manager knows why."),
        }[reason] ?? ""
    }
    function field(name: string): string {
        return {
            "round": qsTr("Number of the round"),
            "decks": qsTr("Decks"),
            "burn": qsTr("Cards to burn"),
            "counter": qsTr("If the shoe was exchanged: its card counter"),
            "shuffled_by": qsTr("Shuffled by"),
            "position": qsTr("Position"),
            "counted": qsTr("Cards left, counted"),
            "card": qsTr("Card"),
            "rank": qsTr("Rank"),
            "suit": qsTr("Suit"),
            "effect": qsTr("What comes of it"),
            "terminals": qsTr("Terminals"),
            "by_hand": qsTr("Cards are told"),
            "cards": qsTr("Cards in their order"),
            "paragraph": qsTr("Paragraph"),
            "text": qsTr("In words"),
            "amount": qsTr("Amount"),
            "coin": qsTr("Coin"),
            "days": qsTr("Gaming days"),
            "who": qsTr("Who has left?"),
            "withdrawn": qsTr("Who takes his bets back? (may stay empty)"),
            "which": qsTr("Which cards came together?"),
            "one": qsTr("Which hand?"),
            "other": qsTr("With which hand?"),
            "spot": qsTr("Bet"),
            "answer": qsTr("Answer"),
            "less": qsTr("For less (may stay empty)"),
            "to": qsTr("What becomes of it"),
            "ticket": qsTr("Ticket number"),
            "ticket_name": qsTr("Ticket"),
            "returned_bets": qsTr("Bets that are returned"),
            "sitting": qsTr("Sitting"),
            "terminal": qsTr("Terminal"),
            "reason": qsTr("Reason"),
            "day": qsTr("Gaming day"),
            "person": qsTr("Person"),
            "machine": qsTr("Machine"),
            "role": qsTr("Use"),
            "fingerprint": qsTr("Fingerprint"),
            "key": qsTr("Key"),
            "number": qsTr("Number"),
            "name": qsTr("Name"),
            "check_code": qsTr("Check code"),
            "paper": qsTr("The paper of the ticket"),
            "note": qsTr("Note"),
            "box": qsTr("Box"),
            "boxes": qsTr("Boxes"),
            "seats": qsTr("Who sits where"),
            "squeeze": qsTr("Players may squeeze"),
            "excluded": qsTr("Excluded from play"),
            "differential": qsTr("Differential"),
            "seconds": qsTr("Seconds"),
        }[name] ?? name
    }
    // What a ruling in free words does.
    function effect(key: string): string {
        return {
            "conclude_round": qsTr("The round is concluded"),
            "void_round": qsTr("The round is void"),
            "return_bets": qsTr("Bets of terminals go back"),
            "round_without_bets": qsTr("A round without bets"),
            "pay_from_house": qsTr("Paid by hand from the House"),
        }[key] ?? key
    }
    function suit(key: string): string {
        return words.faces("A" + key).slice(1)
    }
    // What becomes of a note that is held.
    function fate(to: string): string {
        return { credit: qsTr("Credit of the terminal"), hand: qsTr("Paid back by hand"), nobody: qsTr("Not in the box") }[to] ?? to
    }
    // Money that waits for people: whose, how much, why.
    function claim(row: var): string {
        const found = {
            "release_note": { denomination: qsTr("no such note is taken here"), cap: qsTr("over the cap of an hour"), credit: qsTr("more than a credit can be"), process: qsTr("told by a process that has not joined") }[row.why] ?? "",
            "pay_by_two": qsTr("ticket …%1").arg("\u2060" + row.ending) + "  ·  " + (row.why === "failed" ? qsTr("not printed") : qsTr("being printed")) + (row.owed !== "" ? "  ·  " + qsTr("owed %1").arg(row.owed) : ""),
            "unlock_tickets": qsTr("takes no tickets: too many wrong numbers"),
            "give_up_ticket": qsTr("a ticket of %1 ending in %2 is asked for").arg(row.why).arg(row.ending),
            "pay_due": qsTr("due %1"),
            "collect_owed": qsTr("owed %1"),
        }
        const text = found[row.key] ?? ""
        if (row.key === "unlock_tickets" || row.key === "give_up_ticket")
            return row.terminal + "   " + text
        return row.terminal + "  #" + row.number + "   " + (text.includes("%1") ? text.arg(row.amount) : row.amount + "  ·  " + text)
    }
    // What a ticket is that was looked for, before anything is paid.
    function ticketStanding(found: var): string {
        const used = found.where !== "" ? qsTr("Already taken by %1, %2").arg(found.where).arg(found.when) : qsTr("Already paid at a desk, %1").arg(found.when)
        const said = { good: qsTr("Good"), used: used, expired: qsTr("Out of date: two people may pay it"), unknown: qsTr("There is no such ticket"), locked: qsTr("This panel takes no tickets: call a Supervisor"), foreign: qsTr("Of %1: if that is out of reach, two people may pay it").arg(found.terminal) }
        return said[found.standing] ?? found.standing
    }
    // The gaming day on which a ticket was issued, and how long ago that is.
    function issued(found: var): string {
        const age = found.age === 0 ? qsTr("today") : found.age === 1 ? qsTr("1 day") : found.age > 1 ? qsTr("%1 days").arg(found.age) : ""
        return [found.issued ?? "", age].filter(word => word !== "").join("  ·  ")
    }
    function limitPart(part: string): string {
        return { min: qsTr("Minimum"), max: qsTr("Maximum"), step: qsTr("Step") }[part] ?? part
    }
    // Of a field; those of the limits are an area and one of its limits.
    function fieldTitle(name: string, spots: var): string {
        const limit = name.replace(/^(answer|less)\d$/, "$1").split(".")
        const area = limit[0] === "total" ? qsTr("All bets of a player") : spots[limit[0]] ?? limit[0]
        return limit.length < 2 ? words.field(limit[0]) : limit[1] === "range" ? area : area + " " + words.limitPart(limit[1])
    }
    // What a choice of the guide does to the money, in one line.
    function outlook(row: var): string {
        const found = {
            "never": qsTr("No money moves"),
            "at_once": row.terminals > 0 ? qsTr("%1 terminals get %2  ·  House %3").arg(row.terminals).arg(row.paid).arg(row.house) : qsTr("Nobody has a bet"),
            "certified": row.terminals > 0 ? qsTr("When certified: House %1").arg(row.house) : qsTr("Nobody has a bet"),
            "unknown": qsTr("Money: when the cards are named"),
        }
        return found[row.when ?? ""] ?? ""
    }
    // What stands on both sides of the arrow.
    function moneyHeading(money: var): string {
        if (money.when === "certified")
            return money.settled ? qsTr("When certified: with the cards as they lie → with these") : qsTr("When certified: staked → paid out")
        return money.settled ? qsTr("Paid out incl. stake") : qsTr("At once: staked → returned")
    }
    function told(key: string, parts: var): string {
        const found = {
            "console_started": qsTr("The console has started (%1)"),
            "currency_bound": qsTr("The money of this table is %1"),
            "table_opened": qsTr("The table is open"),
            "limits_set": qsTr("New limits"),
            "table_closed": qsTr("The table is closed"),
            "left_open": qsTr("Not settled when the table closed: %1"),
            "day_began": qsTr("The gaming day %1 begins"),
            "day_doubted": qsTr("The clock says %1: somebody must confirm it"),
            "day_closed": qsTr("The day %1 is closed"),
            "start_confirmed": qsTr("%1 confirms the journal up to entry %2"),
            "clock_stepped": qsTr("The clock was set by %1 s: have it checked"),
            "halted": qsTr("Play is paused: %1"),
            "resumed": qsTr("Dealt with: %1"),
            "interrupted": qsTr("Round %1 was interrupted"),
            "interruption_affects": qsTr("The interruption affects the round"),
            "interruption_continues": qsTr("The interruption does not affect the round"),
            "refused": qsTr("Refused to %1: %2"),
            "refused_nobody": qsTr("Refused, nobody is signed on: %2"),
            "signature_refused": qsTr("The signature of %1 is refused: %2"),
            "proposed": qsTr("%1 proposes an order at %2: it waits for a signature"),
            "withdrawn": qsTr("An order waits no more: %1"),
            "signed_on": qsTr("%1 is signed on at %2"),
            "signed_off": qsTr("%1 is signed off at %2: %3"),
            "sign_on_failed": qsTr("Wrong PIN at %1: %2, %3 in a row"),
            "sign_on_unknown": qsTr("Wrong number or badge at %1"),
            "key_enrolled": qsTr("The key of %1 is let in"),
            "key_ended": qsTr("The key of %1 has ended"),
            "console_key_rotated": qsTr("The console has a new key; the old one ends when the day is closed"),
            "console_key_ended": qsTr("The old key of the console has ended"),
            "staff_admitted": qsTr("%1 is staff, number %2"),
            "staff_disabled": qsTr("%1 is disabled"),
            "coins_granted": qsTr("%1 is granted %3 %2"),
            "daily_grant": qsTr("Grant of the day for %1: %3 %2"),
            "excluded_himself": qsTr("%1 stays away from play for %2 gaming days, of his own will"),
            "excluded": qsTr("%1 is excluded from play for %2 gaming days"),
            "turned_away": qsTr("%1 does not sign on at %2: bets are in play"),
            "turned_away_excluded": qsTr("%1 does not sign on at %2: he stays away from play"),
            "credential_set": qsTr("%1 has a new PIN or badge"),
            "staff_assigned": qsTr("%1 is %2 for this shift"),
            "ruling_recorded": qsTr("Ruling: %1"),
            "shoe_loaded": qsTr("New shoe: %1 cards, shuffled by %2"),
            "card_burnt": qsTr("A card is burnt"),
            "shoe_live": qsTr("The shoe is ready"),
            "cut_card": qsTr("The cut card has come"),
            "shoe_empty": qsTr("The shoe is empty"),
            "shoe_ended": qsTr("The shoe is ended, %1 cards counted"),
            "shoe_lost": qsTr("No signal from the card shoe"),
            "shoe_back": qsTr("The shoe answers"),
            "card_unread": qsTr("Card %1 was not read"),
            "surplus": qsTr("Extra card drawn: %1"),
            "bets_open": qsTr("Round %1: bets are open"),
            "time_added": qsTr("More time for bets"),
            "bets_closed": qsTr("No more bets"),
            "set_withdrawn": qsTr("The cards leave play (§%1)"),
            "shoe_aside": qsTr("The shoe is dead: cards are dealt by hand"),
            "card_taken_back": qsTr("%1: %2 is taken back"),
            "sides_reported": qsTr("Round %1: cards lay on the wrong side"),
            "house_paid": qsTr("%1 gets %2 from the House, by a ruling"),
            "card_entered": qsTr("%1: %2 (entered by hand)"),
            "card_dealt": qsTr("%1: %2"),
            "surplus_kept": qsTr("Kept for the next round: %1"),
            "ruled": qsTr("Ruled under §%1"),
            "cards_corrected": qsTr("Cards corrected: %1"),
            "certified": qsTr("Round %1 is certified and settled"),
            "round_void": qsTr("Round %1 is void: all bets are returned"),
            "round_corrected": qsTr("Round %1 is corrected"),
            "round_recalled": qsTr("Round %1 is at hand to be corrected"),
            "recall_failed": qsTr("Round %1 is not in the journal, or cannot be corrected"),
            "credit_bought": qsTr("%1 buys %2"),
            "note_held": qsTr("%1: a note is held: %2"),
            "note_credited": qsTr("%1: the held note is credit: %2"),
            "note_paid": qsTr("%1: the held note is paid back: %2"),
            "note_struck": qsTr("%1: the held note is not in the box: %2"),
            "ticket_issued": qsTr("%1 cashes out %2"),
            "ticket_accepted": qsTr("%1 takes a ticket: %2"),
            "tickets_locked": qsTr("%1 takes no tickets: too many wrong numbers"),
            "tickets_unlocked": qsTr("%1 takes tickets again"),
            "print_failed": qsTr("%1: ticket %2 was not printed"),
            "ticket_paid": qsTr("A ticket is paid: %1"),
            "foreign_asked": qsTr("%1: a ticket of %2 is asked for"),
            "foreign_accepted": qsTr("%1 takes a ticket of %2: %3"),
            "foreign_declined": qsTr("%1: a ticket of %2 is not taken"),
            "ticket_released": qsTr("A ticket goes to %1: %2"),
            "release_refused": qsTr("A ticket does not go to %1"),
            "ticket_restored": qsTr("A ticket is good here again: %1"),
            "foreign_cashed": qsTr("A ticket of %1 is paid as a claim: %2"),
            "claim_settled": qsTr("%1 has answered for %2 of a claim"),
            "hand_paid": qsTr("%1 is paid by hand: %2"),
            "owed_collected": qsTr("%1 has given back %2"),
            "terminal_joined": qsTr("%1 has joined"),
            "terminal_retired": qsTr("%1 is out of service"),
            "terminal_latched": qsTr("%1 is out of play"),
            "terminal_unlatched": qsTr("%1 is back in play"),
            "attendant_called": qsTr("%1 calls an attendant"),
            "attendant_came": qsTr("An attendant was at %1"),
            "alarm": qsTr("Alarm, %1: %2"),
            "disputed": qsTr("%1 disputes round %2"),
            "dispute_ruled": qsTr("The dispute of %1 is settled"),
        }
        // All places at once: what is filled in may be somebody's own word, and is none.
        return (found[key] ?? key).replace(/%([1-9])/g, (place, at) => parts[at - 1] ?? place)
    }
    // What would stand open at the close, in one line each.
    function standing(item: var): string {
        const found = {
            "credit": qsTr("%1: credit %2"),
            "due": qsTr("%1: to be paid %2"),
            "owed": qsTr("%1: to be collected %2"),
            "held": qsTr("Notes held: %2"),
            "ticket": qsTr("%1: ticket not printed, %2"),
            "dispute": qsTr("%1 disputes round %2"),
            "latched": qsTr("%1 is out of play"),
            "call": qsTr("%1 calls an attendant"),
        }
        return (found[item.what] ?? item.what).replace("%1", item.whose).replace("%2", item.amount)
    }
    // 9S TD as 9♠ 10♦
    function faces(cards: string): string {
        //: The signs of clubs, diamonds, hearts and spades: exactly these four, in every language
        const suits = qsTr("♣♦♥♠")
        return cards.split(" ").map(card => card === "--" ? "…" : (card[0] === "T" ? "10" : card[0]) + suits["CDHS".indexOf(card[1])]).join(" ")
    }
    // The red suits are red wherever a card is written in a line.
    function coloured(text: string, red: color): string {
        return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/[♥♦]/g, suit => "<font color=\"" + red + "\">" + suit + "</font>")
    }
    // Why an earlier Round did not come to hand.
    function notFound(why: string): string {
        const found = {
            "unknown": qsTr("Round %1 is not in the journal"),
            "currency": qsTr("Round %1 was played in another currency: it cannot be corrected here"),
            "broken": qsTr("The journal cannot be read to its end: round %1 was not found"),
            "restart": qsTr("The search for round %1 ended when the table started anew: order it again"),
        }
        return found[why] ?? qsTr("Round %1 is not in the journal, or cannot be corrected")
    }
    function filled(text: string, detail: string): string {
        return text.replace("%1", detail)
    }
}
