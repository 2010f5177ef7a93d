"""The house's cards as SVG pictures for a browser: the same paper, pips, court and back as on the screens.

Pure but for the outlines of the letters, read once (`card_glyphs.tsv`; `python -m tests.tools.make_card_glyphs` makes
them). The shapes are those of `looks/faces.py`, which paints them with Qt; must never know which card was dealt.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from games.cards import DECK, PICTURES, RED, Card, Rank, Suit

GLYPHS: Final = Path(__file__).with_name("card_glyphs.tsv")
BACK: Final = "back"
INK: Final = {True: "#c8102e", False: "#15181c"}  # of red suits, of black ones
GOLD, GOLD_DARK = "#c9a24b", "#8a6a22"

LEFT, MIDDLE, RIGHT = 168, 250, 332
TOP, BOTTOM = 138, 562
THIRD: Final = (BOTTOM - TOP) / 3
Places = list[tuple[float, float]]
_TWO: Final[Places] = [(LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)]
_THREE: Final[Places] = [*_TWO, (LEFT, 350), (RIGHT, 350)]
_FOUR: Final[Places] = [*_TWO, *((x, y) for x in (LEFT, RIGHT) for y in (TOP + THIRD, BOTTOM - THIRD))]
PIPS: Final[Mapping[Rank, Places]] = {
    Rank.TWO: [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    Rank.THREE: [(MIDDLE, TOP), (MIDDLE, 350), (MIDDLE, BOTTOM)],
    Rank.FOUR: _TWO,
    Rank.FIVE: [*_TWO, (MIDDLE, 350)],
    Rank.SIX: _THREE,
    Rank.SEVEN: [*_THREE, (MIDDLE, (TOP + 350) / 2)],
    Rank.EIGHT: [*_THREE, (MIDDLE, (TOP + 350) / 2), (MIDDLE, (BOTTOM + 350) / 2)],
    Rank.NINE: [*_FOUR, (MIDDLE, 350)],
    Rank.TEN: [*_FOUR, (MIDDLE, TOP + THIRD / 2), (MIDDLE, BOTTOM - THIRD / 2)],
}
_HEART: Final = (
    "M0 500C-100 300 -470 100 -470 -200C-470 -380 -360 -480 -240 -480C-120 -480 -30 -390 0 -270"
    "C30 -390 120 -480 240 -480C360 -480 470 -380 470 -200C470 100 100 300 0 500Z"
)
_STEM: Final = '<path d="M-30 0Q-30 380 -200 500L200 500Q30 380 30 0Z"/>'
# In a box of 1000 by 1000 around the origin.
SUITS: Final[Mapping[Suit, str]] = {
    Suit.HEARTS: f'<path d="{_HEART}"/>',
    Suit.DIAMONDS: ('<path d="M0 -500Q175.5 -225 390 0Q175.5 225 0 500Q-175.5 225 -390 0Q-175.5 -225 0 -500Z"/>'),
    Suit.SPADES: f'<path transform="translate(0 -100) scale(1 -.84)" d="{_HEART}"/>{_STEM}',
    Suit.CLUBS: (
        '<circle cy="-270" r="230"/><circle cx="-250" cy="70" r="230"/><circle cx="250" cy="70" r="230"/>'
        f'<circle cy="-30" r="130"/>{_STEM}'
    ),
}
_PAPER: Final = (
    '<linearGradient id="p" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#fffefa"/>'
    '<stop offset="1" stop-color="#f1eee4"/></linearGradient>'
)
_SHEET: Final = (
    '<rect x="1.5" y="1.5" width="497" height="697" rx="34" fill="url(#p)" stroke="#b9b4a6" stroke-width="3"/>'
)


@cache
def glyphs() -> Mapping[str, str]:
    rows = (line.split("\t", 1) for line in GLYPHS.read_text("ascii").splitlines())
    return dict(rows)


def names() -> tuple[str, ...]:
    return (*(card.text for card in DECK), BACK)


@cache
def picture(name: str) -> str:
    """Of one of `names`: a whole SVG file."""
    if name == BACK:
        return _file(_BACK_PAINTS, _BACK)
    card = next(card for card in DECK if card.text == name)
    return _file(f'<g id="s">{SUITS[card.suit]}</g>', _face(card))


def _file(shapes: str, body: str) -> str:
    start = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">'
    return f"{start}<defs>{_PAPER}{shapes}</defs>{_SHEET}{body}</svg>"


def _face(card: Card) -> str:
    ink = INK[card.suit in RED]
    if card.rank in PICTURES:
        middle = _court(card, ink)
    elif card.rank is Rank.ACE:
        middle = _sign(250, 350, 215)
    else:
        size = 98 if len(PIPS[card.rank]) < 7 else 86  # few are larger: they are counted across the room
        middle = "".join(_sign(x, y, size, upside_down=y > 350) for x, y in PIPS[card.rank])
    index = f'<path d="{glyphs()[card.rank.value]}"/>{_sign(58, 168, 66)}'
    both = f'<g id="i">{index}</g><use href="#i" transform="rotate(180 250 350)"/>'
    return f'<g fill="{ink}">{middle}{both}</g>'


def _sign(x: float, y: float, size: float, *, upside_down: bool = False) -> str:
    scale = size / 1_000
    return f'<use href="#s" transform="translate({x:g} {y:g}) scale({scale:g} {-scale if upside_down else scale:g})"/>'


def _court(card: Card, ink: str) -> str:
    """A framed panel, the emblem of the rank over the sign of the suit, twice, head to head."""
    tint, light = ("#f6d9d6", "#fbeeee") if card.suit in RED else ("#d5dde9", "#eef1f6")
    grid = "".join(f"M{at} 0L{at + 700} 700M{at} 700L{at + 700} 0" for at in range(-700, 800, 30))
    half = (
        f'<g id="h"><g transform="translate(250 162)" stroke="{GOLD_DARK}" stroke-width="3.5" stroke-linejoin="round" '
        f'fill="url(#m)">{_emblem(card.rank, ink)}</g>{_sign(250, 268, 118)}</g>'
    )
    return (
        f'<defs><linearGradient id="c" x1="0" y1="0" x2="1" y2="1"><stop stop-color="{light}"/><stop offset=".5" '
        f'stop-color="{tint}"/><stop offset="1" stop-color="{light}"/></linearGradient><linearGradient id="m" x1="0" '
        'y1="0" x2="1" y2="1"><stop stop-color="#f6e2a4"/><stop offset=".5" stop-color="#d9b24f"/><stop offset="1" '
        'stop-color="#a97f2c"/></linearGradient><linearGradient id="w"><stop stop-color="#8a6a22"/><stop offset=".5" '
        'stop-color="#f0d68c"/><stop offset="1" stop-color="#8a6a22"/></linearGradient>'
        '<clipPath id="k"><rect x="135" y="59" width="230" height="582" rx="9"/></clipPath></defs>'
        f'<rect x="126" y="50" width="248" height="600" rx="14" fill="url(#c)" stroke="{GOLD_DARK}" stroke-width="4"/>'
        f'<path clip-path="url(#k)" d="{grid}" stroke="{GOLD}" stroke-opacity=".37" stroke-width="1.6"/>'
        f'<rect x="135" y="59" width="230" height="582" rx="9" fill="none" stroke="{GOLD}" stroke-width="2.5"/>'
        f'{half}<use href="#h" transform="rotate(180 250 350)"/>'
        f'<path d="M135 365L365 321V335L135 379Z" fill="url(#w)" stroke="{GOLD_DARK}" stroke-width="3"/>'
    )


def _emblem(rank: Rank, ink: str) -> str:
    """King: a crown with points. Queen: a coronet with arches and pearls. Jack: a cap with a plume."""
    band = '<rect x="-66" y="18" width="132" height="26" rx="8"/>'
    band += "".join(f'<circle cx="{x}" cy="31" r="6" fill="{ink}"/>' for x in (-40, 0, 40))
    if rank is Rank.KING:
        points = ((-80, -34), (-48, 2), (-40, -50), (-18, -4), (0, -66), (18, -4), (40, -50), (48, 2), (80, -34))
        crown = "M-62 34" + "".join(f"L{x} {y}" for x, y in points) + "L62 34Z"
        jewels = "".join(f'<circle cx="{x}" cy="{y - 4}" r="8" fill="{ink}"/>' for x, y in points[::2])
        return f'<path d="{crown}"/>{jewels}{band}'
    if rank is Rank.QUEEN:
        arches = "C-72 14 -42 14 -38 -36C-34 14 -4 14 0 -46C4 14 34 14 38 -36C42 14 72 14 76 -22"
        pearls = "".join(
            f'<circle cx="{x}" cy="{y}" r="9" fill="#fffdf4"/>'
            for x, y in ((-76, -28), (-38, -42), (0, -52), (38, -42), (76, -28))
        )
        return f'<path d="M-62 34L-76 -22{arches}L62 34Z"/>{pearls}{band}'
    plume = f'<path fill="{ink}" d="M18 14C96 6 104 -52 70 -78C78 -44 56 -30 30 -24C20 -12 14 0 18 14Z"/>'
    return f'{plume}<path d="M-66 18C-70 -46 -8 -70 22 -48C44 -32 50 -8 54 18Z"/>{band}'


_BACK_PAINTS: Final = (
    '<radialGradient id="b" cx="250" cy="350" r="420" gradientUnits="userSpaceOnUse"><stop stop-color="#a3152c"/>'
    '<stop offset="1" stop-color="#5e0b1a"/></radialGradient><pattern id="t" width="50" height="50" '
    'patternUnits="userSpaceOnUse"><path d="M0 0L50 50M0 50L50 0" stroke="#e9c46a" stroke-opacity=".59" '
    'stroke-width="2.2"/><circle cx="25" cy="25" r="3.4" fill="#f0d68c"/></pattern>'
    f'<g id="d">{SUITS[Suit.DIAMONDS]}</g><g id="s">{SUITS[Suit.SPADES]}</g>'
)
_BACK: Final = (
    f'<rect x="24" y="24" width="452" height="652" rx="20" fill="url(#b)" stroke="{GOLD_DARK}" stroke-width="3"/>'
    '<rect x="40" y="40" width="420" height="620" rx="12" fill="url(#t)" stroke="#e9c46a" stroke-width="3"/>'
    '<circle cx="250" cy="350" r="104" fill="#7a0f22" stroke="#e9c46a" stroke-width="3"/>'
    '<circle cx="250" cy="350" r="92" fill="none" stroke="#e9c46a" stroke-width="2"/><g fill="#f0d68c">'
    + "".join(
        f'<use href="#{"sdsd"[at]}" transform="rotate({90 * at} 250 350) translate(250 300) scale(.052)"/>'
        for at in range(4)
    )
    + "</g>"
)
