"""What a journal is bound to, and a file cannot change while something stands in it: the currency, the coins that
participants play with, and whether it is money at all. Each function says why the file does not fit; "": it does.
"""

from console.table.state import TableCore
from games.money import Currency
from games.round import PlayerId
from protocol.ledger import in_words, standing


def other_currency(table: TableCore) -> str:
    """Why the configured currency cannot be taken up: what stands in the one that the journal is bound to. Or the
    coins of participants.
    """
    ledger, ours = table.ledger, table.setup.currency
    stands = {
        account: amount
        for books in (*ledger.beside.values(), ledger.balances)
        for account, amount in standing(books).items()
    }
    if ours == ledger.currency or not (stands or table.journeys.travelling()):
        return other_coins(table)
    there = in_words(stands, ledger.currency) or "tickets that travel between tables"
    return (
        f"the file says {ours}, the journal is bound to {ledger.currency}, and in that there stand: {there}. "
        f"Start with {ledger.currency.code} again, pay out or collect these, close the table, and change it then"
    )


def other_coins(table: TableCore) -> str:
    """Why participants cannot play with the configured coins instead of those that the table was opened with: what
    stands in one that is played with no more, or, where they sign on no more or begin to, in any. Else a terminal
    would cash out one coin as if it were the other, or find credit that nobody has brought.
    """
    was, ours = table.view.placard.coins, table.setup.placard.coins
    if not table.view.game or was.keys() == ours.keys():
        return ""
    all_or_none = not was or not ours
    gone = [it for it in table.ledger.books() if all_or_none or (it.code in was and it.code not in ours)]
    stands = [in_words(books, it) for it in gone if (books := standing(table.ledger.books()[it]))]
    for name, session in table.people.sessions.items():
        coin = Currency(table.ledger.coin(PlayerId(name)), table.ledger.currency.exponent)
        if table.people.is_participant(session.number) and (all_or_none or coin in gone):
            stands.append(f"{session.number} is signed on at {name}")
    if not stands:
        return ""
    return (
        f"the file says that participants play with {', '.join(ours) or 'no coins'}, the table was opened with "
        f"{', '.join(was) or 'none'}, and there stand: {'; '.join(stands)}. Start with these again, and change it "
        "when nothing stands in them"
    )


def other_register(table: TableCore) -> str:
    """Why this register cannot stand over this journal: what was played for is money in both, or in neither."""
    was = table.view.placard.training if table.view.game else table.state.training
    if was is None or was == table.setup.placard.training:
        return ""
    return (
        "the journal is a training table's and the register is not: notes that were none would become money"
        if was
        else "the register is a training table's and the journal is not: real money stands there"
    ) + ". Begin another journal, or take the register that belongs to this one"
