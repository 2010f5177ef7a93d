"""An order that waits for a signature, as a person can read it: what it is called, and all that stands in it.

Pure. Of every order there is something to read, or it would be signed unread: a test goes through them all. What stands
here comes from the order that the console has, never from the form that somebody has filled in.
"""

from typing import Final

from msgspec import Struct

from console.panel.board import Board
from console.panel.forms import Form
from games.catalog import rulings_of
from games.round import Discarded, DrawnTogether, PlayerId, Reconstructed, Refusal, Voided
from protocol import messages as m
from protocol.keyring import fingerprint
from protocol.people import Proposal
from protocol.situation import effect_name

# Step keys of orders that need no closer look.
_KEYS: Final[dict[type[m.Order], str]] = {
    m.OpenTable: "open_table",
    m.OpenBets: "open_bets",
    m.CloseBets: "close_bets",
    m.AddTime: "add_time",
    m.Certify: "certify",
    m.KeepSurplus: "keep_surplus",
    m.CallSupervisor: "call_supervisor",
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
    """Something that stands in the order: kind is text, number, amount, limit, person, position, card, paragraph, fate,
    halt. The screen knows how each is shown.
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
    over_cards: bool
    lacks: Refusal

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(self.form.value("cards").split())


def read(proposal: Proposal, board: Board) -> Paper:
    order = proposal.order
    key, detail, items, values = _read(order, board)
    if isinstance(order, m.Correct | m.VoidSettled | m.TakeBackVoid):
        detail = str(proposal.round_no)  # it may be an earlier one (001 §5.8)
    terminal = str(getattr(order, "terminal", ""))
    # Before and after are told of cards that lie on the felt, or lay there last.
    on_felt = proposal.round_no == board.round_no
    lies = " ".join(board.drawn) if key in ("correct_cards", "reconstruct", "correct") and on_felt else ""
    before = {"cards": lies} if lies else {}
    paragraph = str(getattr(order, "paragraph", ""))
    form = Form(key, (), values, before, detail=detail, terminal=terminal, paragraph=paragraph, about=board.about)
    over_cards = isinstance(order, _OVER_CARDS) and board.about.round_no == proposal.round_no and board.round_no > 0
    return Paper(proposal, form, items, over_cards and not values.get("cards"), proposal.lacks)


Read = tuple[str, str, tuple[Item, ...], dict[str, str]]


def _read(order: m.Order, board: Board) -> Read:
    """Key, detail, what stands in it, and what a form of this kind would hold."""
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
            return "take_back_void", "", (), {}
        case m.RuleOtherwise(text=text, effect=effect):
            return "rule_otherwise", "", (Item("text", "text", text), *_effect(effect)), {}
        case m.CorrectCards(cards=cards):
            return "correct_cards", "", (), {"cards": _faces(cards)}
        case m.Correct(cards=cards):
            return "correct", "", (), {"cards": _faces(cards)}
        case m.VoidSettled(paragraph=paragraph):
            return "void_settled", "", (_under(paragraph, board),), {"paragraph": paragraph}
        case m.Rule(act=act, paragraph=paragraph):
            return _ruling(act, paragraph, board)
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
        case m.SetLimits(felt=felt):
            return "set_limits", "", tuple(_limits(felt.limits, board)), {}
        case m.EnrolKey() | m.ReplaceKey() | m.EndKey():
            return _key(order)
        case m.AssignStaff() | m.AdmitStaff() | m.SetCredential() | m.DisableStaff():
            return _staff(order, board)
        case (
            m.SellCredit() | m.PayByHand() | m.PayDue() | m.CollectOwed() | m.ReleaseNote() | m.PayTicket()
            | m.PayTicketByTwo() | m.PrintAgain() | m.RuleDispute() | m.Latch() | m.Seat()
        ):  # fmt: skip
            return _at_a_seat(order, board)
    return _KEYS.get(type(order), type(order).__name__), "", tuple(_whole(order)), {}


def _ruling(act: object, paragraph: str, board: Board) -> Read:
    why = _under(paragraph, board)
    match act:
        case Voided():
            staked = Item("returned_bets", "amount", str(sum(seat.stake for seat in board.seats)))
            return "void", "", (why, staked), {"paragraph": paragraph}
        case Reconstructed(cards=cards) | DrawnTogether(cards=cards):
            return "reconstruct", "", (why,), {"cards": _faces(cards)}
        case Discarded(card=card):
            return "reconstruct", "", (why, Item("card", "card", card.text)), {}
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


def _at_a_seat(order: m.Order, board: Board) -> Read:
    match order:
        case m.SellCredit(amount=amount):
            return "sell_credit", "", (_amount(amount),), {}
        case m.PayByHand(amount=amount):
            return "pay_by_hand", "", (_amount(amount),), {}
        case m.PayDue(terminal=terminal, sitting=sitting) | m.CollectOwed(terminal=terminal, sitting=sitting):
            claim = next((it for it in board.claims if (it.terminal, it.sitting) == (terminal, sitting)), None)
            due = isinstance(order, m.PayDue)
            amount = 0 if claim is None else claim.due if due else claim.owed
            items = (_amount(amount), Item("sitting", "number", str(sitting)))
            return "pay_due" if due else "collect_owed", "", items, {}
        case m.ReleaseNote(note=number, to=to):
            note = next((it for name, it in board.held if name == number), None)
            where = () if note is None else (Item("terminal", "text", note.terminal), _amount(note.amount))
            return "release_note", "", (*where, Item("to", "fate", to)), {}
        case m.PayTicket(ticket=ticket) | m.PayTicketByTwo(ticket=ticket) | m.PrintAgain(ticket=ticket):
            names = {m.PayTicket: "pay_ticket", m.PayTicketByTwo: "pay_by_two", m.PrintAgain: "print_again"}
            return names[type(order)], "", tuple(_paper_money(ticket, board)), {}
        case m.Seat(box=box):
            return "unseat", "", (Item("box", "number", str(box)),), {}
        case m.RuleDispute(text=text):
            return "rule_dispute", "", (Item("text", "text", text),), {}
        case m.Latch(why=why):
            return "latch", "", (Item("text", "text", why),), {}
    raise TypeError(order)


def _paper_money(ticket: str, board: Board) -> list[Item]:
    """What a ticket is worth, as far as this panel knows it."""
    found = board.found if board.found is not None and board.found.ticket == ticket else None
    known = next(((it.terminal, it.amount) for name, it, _ in board.tickets_open if name == ticket), None)
    if found is not None:
        known = PlayerId(found.terminal), found.amount
    where = [] if known is None else [Item("terminal", "text", known[0]), _amount(known[1])]
    return [Item("ticket_name", "text", ticket), *where]


def _staff(order: m.AssignStaff | m.AdmitStaff | m.SetCredential | m.DisableStaff, board: Board) -> Read:
    member = next((it for it in board.staff if it.number == order.number), None)
    who = Item("person", "person", order.number)
    match order:
        case m.AssignStaff(position=position):
            before = "" if member is None else str(member.position)
            return "assign_staff", "", (who, Item("position", "position", str(position), before)), {}
        case m.AdmitStaff(number=number, name=name, position=position):
            items = (Item("name", "text", name), Item("number", "text", number))
            return "admit_staff", "", (*items, Item("position", "position", str(position))), {}
        case m.SetCredential():
            return "set_credential", "", (who,), {}
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


def _limits(limits: object, board: Board) -> list[Item]:
    """Those that change."""
    assert isinstance(limits, dict)
    found = []
    for kind, limit in limits.items():
        now = board.felt.limits.get(kind)
        for part in ("min", "max", "step"):
            before, after = getattr(now, part, None), getattr(limit, part)
            if before != after:
                found.append(Item(f"{kind}.{part}", "limit", _or_none(after), _or_none(before)))
    return found


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
