"""What a terminal adds to the shuffle of a table where nobody deals. Everybody knows these as `messages.X`."""

from protocol.fields import Chain, Counter, RequestWord


class CommitNonce(RequestWord, frozen=True):
    """With its Bets: the digest of a nonce that this terminal has made for the Round. The first one counts."""

    round_no: Counter
    digest: Chain


class OpenNonce(RequestWord, frozen=True):
    """After the close: the nonce itself."""

    round_no: Counter
    nonce: Chain
