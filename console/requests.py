"""A role is a list of requests: what a key may ask for at all, decided at the edge, by its enrolment.

Whoever holds it: who may give which order is in `protocol/moves.py`.
"""

from typing import Final

from protocol import messages as m

_FOLLOWS: Final = (m.Hello, m.Sync, m.Beat)
_MONEY: Final = (m.BuyCredit, m.InsertTicket, m.CashOut, m.ReportPrint)
MAY_ASK: Final[dict[str, tuple[type, ...]]] = {
    "terminal": (
        *(*_FOLLOWS, m.Answer, *_MONEY, m.Dispute, m.CallAttendant, m.SitDown, m.TurnCards),
        *(m.CommitNonce, m.OpenNonce, m.SignOn, m.SignOff, m.ChooseCoin, m.ExcludeMe),
    ),
    "panel": (*_FOLLOWS, m.Command, m.FindTicket, m.SignOn, m.SignOff, m.Sign, m.Withdraw),
    "display": _FOLLOWS,
    "archive": _FOLLOWS,
    "witness": _FOLLOWS,
    "floor": (*_FOLLOWS, m.VouchFor, m.CarryEntry),
    "table": (),  # another one's signature is believed: it never calls
}
