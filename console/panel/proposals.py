"""An order that waits for a signature, as a person can read it: what it is called, and all that stands in it.

Pure. Whatever stands in an order is read here, or it would be signed unread: a test changes every field of them all,
and no two may look alike. What stands here comes from the order that the console has, never from the form that somebody
has filled in; and an order about a Round shows that Round, whichever lies on the felt by now. A Round or an amount that
this panel does not know is not guessed: then nobody signs here.
"""

from typing import Final

from msgspec import Struct

from console.panel.board import Board
from console.panel.forms import Form
from games.catalog import rulings_of
from games.correction import before_void
from games.round import (
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandRemoved,
    Limit,
    PlayerId,
    Reconstructed,
    Voided,
    WalkedAway,
)
from games.settlement import cards_of
from protocol import messages as m
from protocol.codec import encode_body
from protocol.keyring import fingerprint
from protocol.moves import names_a_round
from protocol.people import Proposal, check_code
from protocol.preview import UNKNOWN, Preview, When, preview
from protocol.situation import effect_name

# Step keys of orders that need no closer look.
_KEYS: Final[dict[type[m.Order], str]] = {
    m.OpenBets: "open_bets",
    m.CloseBets: "close_bets",
    m.KeepSurplus: "keep_surplus",
    m.CloseTable: "close_table",
    m.ReportForeignCard: "report_foreign_card",
    m.ReportDrawnTogether: "report_together",
    m.DealByHand: "deal_by_hand",
    m.TakeBackCard: "take_back_card",
    m.Attend: "attend",
    m.Unlatch: "unlatch",
    m.UnlockTickets: "unlock_tickets",
    m.Retire: "retire",
}
# These are about the cards of the Round in play: those that lie on the felt are shown beside them.
_OVER_CARDS: Final = (
    *(m.Rule, m.EnterCard, m.KeepSurplus, m.AnswerInterruption, m.Resume, m.Certify, m.LoadShoe),
    *(m.ReportForeignCard, m.ReportDrawnTogether, m.ReportWrongSides, m.DealByHand, m.DealCard, m.TakeBackCard),
    m.RuleOtherwise,
)


class Item(Struct, frozen=True):
    """Something that stands in the order: kind is text, number, amount, limit, range (of limits), person, position,
    card, paragraph, fate, halt, paper (of a ticket). The screen knows how each is shown.
    """

    name: str
    kind: str
    value: str
    before: str = ""  # what stands there now, if that is to change
    about: str = ""  # of a paragraph: which irregularity it is about


class Paper(Struct, frozen=True):
    """What is signed."""

    proposal: Proposal
    form: Form  # as if it had been filled in with this order: for cards and money before and after
    items: tuple[Item, ...]
    over_cards: bool  # the cards that lie on the felt are shown beside it
    round_no: int  # the Round that it is about; 0: it is about none
    lay: tuple[str, ...]  # the cards of that Round as they lay, if the order names none itself
    money: Preview | None  # None: it moves no money of a Round
    known: bool  # all that it is about can be read here

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(self.form.value("cards").split()) or self.lay


def read(proposal: Proposal, board: Board) -> Paper:
    order, round_no = proposal.order, proposal.round_no if names_a_round(proposal.order) else 0
    key, detail, items, values = _read(proposal, board)
    terminal = str(getattr(order, "terminal", ""))
    lay = _lay(order, round_no, board)
    # Before and after are told of orders that put other cards in the place of those.
    before = {"cards": " ".join(lay)} if lay and key in _NAME_CARDS else {}
    paragraph = str(getattr(order, "paragraph", ""))
    form = Form(key, (), values, before, detail=detail, terminal=terminal, paragraph=paragraph, about=board.about)
    over_cards = isinstance(order, _OVER_CARDS) and board.about.round_no == proposal.round_no and board.round_no > 0
    money = _money(proposal, board) if round_no or over_cards else None
    shows_lay = isinstance(order, m.VoidSettled | m.TakeBackVoid)
    return Paper(
        *(proposal, form, items, over_cards and not values.get("cards"), round_no, lay if shows_lay else (), money),
        known=_known(proposal, money, board),
    )


_NAME_CARDS: Final = ("correct_cards", "reconstruct", "drawn_together", "correct")
_OF_A_PAST_ROUND: Final = m.Correct | m.VoidSettled | m.TakeBackVoid
_PAYS: Final = m.PayTicket | m.PayTicketByTwo | m.PayDue | m.CollectOwed | m.ReleaseNote


def _lay(order: m.Order, round_no: int, board: Board) -> tuple[str, ...]:
    """The cards of the Round that the order names, as they lie or lay; none: they are not known here. Of a Void that is
    taken back, those that are its cards then.
    """
    if isinstance(order, _OF_A_PAST_ROUND):
        played = board.sight.rounds.get(round_no)
        if played is None:
            return ()
        whole = before_void(played.rule_book(), played) if isinstance(order, m.TakeBackVoid) else None
        return tuple(card.text for card in cards_of(played.acts if whole is None else whole.acts))
    return board.drawn if round_no == board.about.round_no else ()


def _money(proposal: Proposal, board: Board) -> Preview:
    """Of the very order that is signed, in the Round that it names."""
    passed = names_a_round(proposal.order) and proposal.round_no != board.about.round_no
    if passed and not isinstance(proposal.order, _OF_A_PAST_ROUND):
        return UNKNOWN
    return preview(board.sight, proposal.order, proposal.round_no)


def _known(proposal: Proposal, money: Preview | None, board: Board) -> bool:
    order = proposal.order
    if isinstance(order, _PAYS):
        return proposal.amount > 0
    if isinstance(order, _OF_A_PAST_ROUND):
        return money is not None and money.when is not When.UNKNOWN
    return not names_a_round(order) or proposal.round_no == board.about.round_no


Read = tuple[str, str, tuple[Item, ...], dict[str, str]]


def _read(proposal: Proposal, board: Board) -> Read:
    """Key, detail, what stands in it, and what a form of this kind would hold."""
    order, round_no = proposal.order, proposal.round_no
    match order:
        case m.LoadShoe(decks, shuffled_by, burn, counter, by_hand):
            items = [Item("decks", "number", str(decks)), Item("burn", "number", str(burn))]
            items += [Item("counter", "number", str(counter))] if counter is not None else []
            items += [Item("by_hand", "teller", "dealer")] if by_hand else []
            return "load_shoe", "", (*items, Item("shuffled_by", "person", shuffled_by)), {}
        case m.EndShoe(counted=counted):
            return "end_shoe", "", (Item("counted", "number", str(counted)),), {}
        case m.EnterCard(card=card):
            return "enter_card", "", (Item("card", "card", card.text),), {}
        case m.DealCard(card=card):
            return "deal_card", "", (Item("card", "card", card.text),), {}
        case m.ReportWrongSides(hands=hands):
            return "report_sides", "", tuple(Item(hand, "hand", _faces(cards)) for hand, cards in hands.items()), {}
        case m.TakeBackVoid():
            return "take_back_void", str(round_no), (), {}
        case m.RuleOtherwise(text=text, effect=effect):
            return "rule_otherwise", "", (Item("text", "text", text), *_effect(effect)), {}
        case m.RecallRound(round_no=wanted):
            return "recall_round", "", (Item("round", "number", str(wanted)),), {}
        case m.CorrectCards(cards=cards):
            return "correct_cards", "", (), {"cards": _faces(cards)}
        case m.Correct(cards=cards):
            return "correct", str(round_no), (), {"cards": _faces(cards)}
        case m.VoidSettled(paragraph=paragraph):
            why = _under(paragraph, board)
            back = (Item("withdrawn", "text", " ".join(order.withdrawn)),) if order.withdrawn else ()
            if order.box:
                return "remove_settled", str(round_no), (why, Item("box", "number", str(order.box)), *back), {}
            return "void_settled", str(round_no), (why, *back), {"paragraph": paragraph}
        case m.Rule(act=act, paragraph=paragraph):
            here = round_no == board.about.round_no
            return _ruling(act, paragraph, board, sum(seat.stake for seat in board.seats) if here else None)
        case m.AnswerInterruption(affects=affects):
            return ("interruption_affects" if affects else "interruption_continues"), "", (), {}
        case m.Resume(reason=reason):
            return "resume", reason, (Item("reason", "halt", reason),), {}
        case m.RecordRuling(text=text):
            return "record_ruling", "", (Item("text", "text", text),), {}
        case m.CloseDay(day=day):
            return "close_day", day, (Item("day", "text", day),), {}
        case m.BeginDay(day=day):
            return "begin_day", day, (Item("day", "text", day),), {}
        case m.OpenTable():
            return "open_table", "", tuple(_on_display(board.felt)), {}
        case m.SetLimits(felt=felt):
            return "set_limits", "", tuple(_felt(felt, board.felt)), {}
        case m.AddTime(more_ms=more_ms):
            return "add_time", "", (Item("seconds", "text", f"{more_ms / 1_000:g}"),), {}
        case m.CallSupervisor(detail=detail):
            return "call_supervisor", "", (Item("text", "text", detail),), {}
        case m.Certify(cards_digest=digest):
            return "certify", "", (_code(digest),), {}
        case m.EnrolKey() | m.ReplaceKey() | m.EndKey():
            return _key(order)
        case m.RotateConsole(key=key):
            return "rotate_console", "", (Item("fingerprint", "text", fingerprint(key)), Item("key", "text", key)), {}
        case m.AssignStaff() | m.AdmitStaff() | m.SetCredential() | m.DisableStaff():
            return _staff(order, board)
        case m.GrantCoins(number=number, coin=coin, amount=said):
            what = (Item("person", "person", number), Item("coin", "text", coin), _amount(said))
            return "grant_coins", "", what, {}
        case m.ExcludeParticipant(number=number, days=days, why=why):
            who = Item("person", "person", number)
            return "exclude", "", (who, Item("days", "number", str(days)), Item("text", "text", why)), {}
        case m.GiveUpTicket(journey=journey):
            return "give_up_ticket", "", (_code(journey),), {}
        case m.CashForeignTicket(issuer=issuer, amount=said, proof=proof):
            return "cash_foreign", issuer, (_amount(said), Item("paper", "paper", check_code(proof))), {}
        case (
            m.SellCredit() | m.PayByHand() | m.PayDue() | m.CollectOwed() | m.ReleaseNote() | m.PayTicket()
            | m.PayTicketByTwo() | m.PrintAgain() | m.RuleDispute() | m.Latch() | m.Seat() | m.AnswerFor()
        ):  # fmt: skip
            return _at_a_seat(order, proposal.amount, board)
    return _KEYS.get(type(order), type(order).__name__), "", tuple(_whole(order)), {}


def _ruling(act: object, paragraph: str, board: Board, staked: int | None) -> Read:
    """`staked`: in the Round that it is about; None: that is not known here."""
    why = _under(paragraph, board)
    match act:
        case Voided(paragraph=voids):
            back = () if staked is None else (Item("returned_bets", "amount", str(staked)),)
            other = () if voids == paragraph else (_under(voids, board),)
            return "void", "", (why, *other, *back), {"paragraph": paragraph}
        case Reconstructed(cards=cards):
            return "reconstruct", "", (why,), {"cards": _faces(cards)}
        case DrawnTogether(cards=cards):
            return "drawn_together", "", (why,), {"cards": _faces(cards)}
        case Discarded(card=card):
            return "discard", card.text, (why, Item("card", "card", card.text)), {}
        case HandRemoved(box=box):
            return "remove_hand", str(box), (why, Item("box", "number", str(box))), {}
        case WalkedAway(player=player, box=box):
            return "walked_away", "", (why, Item("terminal", "text", player), Item("box", "number", str(box))), {}
        case DealingError():
            return "dealing_error", "", (why,), {}
    return type(act).__name__, "", (why, Item("text", "text", repr(act))), {}


def _effect(effect: m.Effect) -> list[Item]:
    """001 §5.12: what comes of it, and for whom."""
    what = Item("effect", "effect", effect_name(effect))
    match effect:
        case m.ReturnBets(terminals=terminals):
            return [what, Item("terminals", "text", " ".join(terminals))]
        case m.PayFromHouse(terminal=terminal, amount=amount):
            return [what, Item("terminal", "text", terminal), _amount(amount)]
    return [what]


def _under(paragraph: str, board: Board) -> Item:
    """With what the document says it is about."""
    return Item("paragraph", "paragraph", paragraph, about=rulings_of(board.game).topic(paragraph) or "")


def _at_a_seat(order: m.Order, amount: int, board: Board) -> Read:
    """`amount`: as the console has found it. Where the order does not say one, this is the only one that counts."""
    match order:
        case m.SellCredit(amount=said):
            return "sell_credit", "", (_amount(said),), {}
        case m.PayByHand(amount=said):
            return "pay_by_hand", "", (_amount(said),), {}
        case m.PayDue(sitting=sitting) | m.CollectOwed(sitting=sitting):
            key = "pay_due" if isinstance(order, m.PayDue) else "collect_owed"
            return key, "", (_amount(amount), Item("sitting", "number", str(sitting))), {}
        case m.ReleaseNote(note=number, to=to):
            note = next((it for name, it in board.held if name == number), None)
            where = () if note is None else (Item("terminal", "text", note.terminal),)
            items = (Item("note", "number", str(number)), *where, _amount(amount), Item("to", "fate", to))
            return "release_note", "", items, {}
        case m.PayTicket(ticket=ticket, proof=proof) | m.PayTicketByTwo(ticket=ticket, proof=proof):
            shown = Item("paper", "paper", "none" if proof is None else check_code(proof))
            key = "pay_ticket" if isinstance(order, m.PayTicket) else "pay_by_two"
            return key, "", (*_ticket(ticket, board), _amount(amount), shown), {}
        case m.PrintAgain(ticket=ticket):
            return "print_again", "", tuple(_ticket(ticket, board)), {}
        case m.Seat(box=box):
            return "seat" if box else "unseat", str(box or ""), (Item("box", "number", str(box)),), {}
        case m.AnswerFor(bets=bets, choice=choice, window=window):
            placed = [f"{spot} {amount}" for spot, amount in bets.items()]
            items = (Item("text", "text", "  ".join([choice, *placed]).strip()), _code(encode_body(window)))
            return "answer_for", order.terminal, items, {}
        case m.RuleDispute(text=text):
            return "rule_dispute", "", (Item("text", "text", text),), {}
        case m.Latch(why=why):
            return "latch", "", (Item("text", "text", why),), {}
    raise TypeError(order)


def _ticket(ticket: str, board: Board) -> list[Item]:
    """Which one, and where it was issued, as far as this panel knows it."""
    known = next((it.terminal for name, it, _ in board.tickets_open if name == ticket), "")
    if board.found is not None and board.found.ticket == ticket:
        known = PlayerId(board.found.terminal)
    return [Item("ticket_name", "text", ticket), *([Item("terminal", "text", known)] if known else [])]


def _code(secret: bytes) -> Item:
    """Of what nobody can read: two people compare it, here and where it was made."""
    return Item("check_code", "text", check_code(secret))


def _staff(order: m.AssignStaff | m.AdmitStaff | m.SetCredential | m.DisableStaff, board: Board) -> Read:
    member = next((it for it in board.staff if it.number == order.number), None)
    who = Item("person", "person", order.number)
    match order:
        case m.AssignStaff(position=position):
            before = "" if member is None else str(member.position)
            return "assign_staff", "", (who, Item("position", "position", str(position), before)), {}
        case m.AdmitStaff(number=number, name=name, position=position, credential=credential):
            items = (Item("name", "text", name), Item("number", "text", number))
            return "admit_staff", "", (*items, Item("position", "position", str(position)), _code(credential)), {}
        case m.SetCredential(credential=credential):
            return "set_credential", "", (who, _code(credential)), {}
        case m.DisableStaff(why=why):
            return "disable_staff", "", (who, Item("text", "text", why)), {}


def _key(order: m.EnrolKey | m.ReplaceKey | m.EndKey) -> Read:
    """The whole key: its fingerprint alone could be another one's."""
    names = {m.EnrolKey: "enrol_key", m.ReplaceKey: "replace_key", m.EndKey: "end_key"}
    key = (Item("fingerprint", "text", fingerprint(order.key)), Item("key", "text", order.key))
    why = (Item("text", "text", order.why),) if isinstance(order, m.EndKey) else ()
    return (
        names[type(order)],
        "",
        (Item("machine", "text", order.name), Item("role", "role", order.role), *key, *why),
        {},
    )


def _felt(new: Felt, now: Felt) -> list[Item]:
    """Whatever is to change, with what stands there now: the order replaces all of it."""
    found: list[Item] = []
    for kind in dict.fromkeys((*now.limits, *new.limits)):
        found += _limit(kind, new.limits.get(kind), now.limits.get(kind))
    found += _limit("total", new.total, now.total)
    if new.differential != now.differential:
        found.append(Item("differential", "limit", _or_none(new.differential), _or_none(now.differential)))
    told = {
        "boxes": ("number", str(new.boxes), str(now.boxes)),
        "seats": ("text", _seats(new), _seats(now)),
        "squeeze": ("yes", _yes(new.squeeze), _yes(now.squeeze)),
        "excluded": ("text", " ".join(new.excluded) or "-", " ".join(now.excluded) or "-"),
    }
    return found + [Item(name, kind, after, was) for name, (kind, after, was) in told.items() if after != was]


def _on_display(felt: Felt) -> list[Item]:
    """The limits that the opening shows, a line for each area; none: this panel has not seen any yet. The order itself
    names none: they are those that stood there last, unless the console was configured anew.
    """
    limits = felt.limits if felt.total is None else {**felt.limits, "total": felt.total}
    found = [Item(f"{kind}.range", "range", f"{it.min} {_or_none(it.max)} {it.step}") for kind, it in limits.items()]
    return found if felt.differential is None else [*found, Item("differential", "limit", str(felt.differential))]


def _limit(kind: str, new: Limit | None, now: Limit | None) -> list[Item]:
    parts = ((part, getattr(new, part, None), getattr(now, part, None)) for part in ("min", "max", "step"))
    # With a limit that is new or goes, a part that is "no limit" in both is told too: there was none, or is none.
    whole = (new is None) != (now is None)
    return [
        Item(f"{kind}.{part}", "limit", _or_none(after), _or_none(was))
        for part, after, was in parts
        if after != was or whole
    ]


def _seats(felt: Felt) -> str:
    return ", ".join(f"{box} {who}" for box, who in sorted(felt.seats.items())) or "-"


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _or_none(amount: int | None) -> str:
    return "none" if amount is None else str(amount)


def _amount(amount: int) -> Item:
    return Item("amount", "amount", str(amount))


def _faces(cards: object) -> str:
    assert isinstance(cards, tuple)
    return " ".join(card.text for card in cards)


def _whole(order: m.Order) -> list[Item]:
    """An order that there are no closer words for: every field of it, but its terminal, which is in the title."""
    if type(order) in _KEYS:
        return []
    return [Item(name, "text", str(getattr(order, name))) for name in order.__struct_fields__ if name != "terminal"]
