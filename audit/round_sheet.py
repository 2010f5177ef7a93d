"""A Round on one printed page, in the house's languages: what lay on the felt, what was bet, paid, ruled, and signed.

Knows entries that the reader may see, and how each is told; decides nothing. Words of a game and of positions are those
of the screens (`looks/i18n`); the words of the sheet itself stand here.
"""

import csv
from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Final

from floor.codes import order_name
from floor.paper import html, html_table
from floor.reports import Amount, Cell
from games.cards import parse_card
from games.catalog import find_face
from games.money import Currency
from games.round import Spot, kind_of
from games.rulings import Position
from protocol import events as e
from protocol.chain import Entry
from protocol.config import LANGUAGES
from protocol.events import Event
from protocol.messages import Person
from protocol.view import TableView

PHRASES: Final = Path(__file__).parent.parent / "looks" / "i18n" / "phrases.tsv"
# English, simplified Chinese, traditional Chinese, Malay.
WORDS: Final[tuple[tuple[str, str, str, str], ...]] = (
    ("Round sheet", "单局记录", "單局記錄", "Rekod pusingan"),
    ("Table", "牌桌", "牌桌", "Meja"),
    ("Game", "游戏", "遊戲", "Permainan"),
    ("Rules", "规则", "規則", "Peraturan"),
    ("Currency", "货币", "貨幣", "Mata wang"),
    ("Made for", "提供给", "提供給", "Disediakan untuk"),
    ("everybody", "所有人", "所有人", "semua pihak"),
    ("Entries", "日志条目", "日誌條目", "Catatan"),
    ("Opened", "开始下注", "開始下注", "Dibuka"),
    ("Closed", "停止下注", "停止下注", "Ditutup"),
    ("Close was seen by", "已确认收到停止下注", "已確認收到停止下注", "Penutupan dilihat oleh"),
    ("Certified", "结果确认", "結果確認", "Disahkan"),
    ("Ended", "结束", "結束", "Tamat"),
    ("Void", "作废", "作廢", "Terbatal"),
    ("Cards", "牌", "牌", "Kad"),
    ("Hand", "手牌", "手牌", "Tangan"),
    ("Points", "点数", "點數", "Mata"),
    ("Each card", "逐张记录", "逐張記錄", "Setiap kad"),
    ("Bets as they were registered", "登记的投注", "登記的投注", "Taruhan yang didaftarkan"),
    ("Settlement", "结算", "結算", "Penyelesaian"),
    ("Rulings, orders and signatures", "裁定、指令与签名", "裁定、指令與簽名", "Keputusan, arahan dan tandatangan"),
    ("Entry", "条目", "條目", "Catatan"),
    ("Time", "时间", "時間", "Masa"),
    ("Terminal", "终端", "終端", "Terminal"),
    ("What", "内容", "內容", "Perkara"),
    ("Paragraph", "条款", "條款", "Perenggan"),
    ("By", "由", "由", "Oleh"),
    ("Staked", "注额", "注額", "Dipertaruhkan"),
    ("Paid back", "返还", "返還", "Dipulangkan"),
    ("registered", "已登记", "已登記", "didaftarkan"),
    ("refused", "已拒绝", "已拒絕", "ditolak"),
    ("went back", "已退回", "已退回", "dipulangkan"),
    ("before the correction", "更正前", "更正前", "sebelum pembetulan"),
    ("after the correction", "更正后", "更正後", "selepas pembetulan"),
    ("ordered", "下达", "下達", "diarahkan"),
    ("signed", "签名", "簽名", "ditandatangani"),
    ("ruled", "裁定", "裁定", "diputuskan"),
    ("corrected", "已更正", "已更正", "dibetulkan"),
    ("Signature", "签名", "簽名", "Tandatangan"),
    (
        "Entries of other players are sealed, each in its place.",
        "其他玩家的条目已保密并保留在原位。",
        "其他玩家的條目已保密並保留在原位。",
        "Catatan pemain lain dimeterai di tempatnya.",
    ),
)


@cache
def _phrases(language: str) -> dict[str, str]:
    with PHRASES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    found = {row["en"]: row[language] for row in rows if row.get(language)}
    return found | {words[0]: words[LANGUAGES.index(language)] for words in WORDS}


class Sheet:
    """The page of one Round in one language."""

    def __init__(self, story: Sequence[tuple[Entry, Event]], view: TableView, round_no: int, language: str) -> None:
        """`view`: the picture in which the Round began; it is left as it is."""
        self._story, self._round_no, self._language = story, round_no, language
        self._game, self._rules = view.game, view.rules
        self._currency = Currency(view.placard.currency, view.placard.exponent)
        self._face = find_face(view.game)

    def say(self, word: str) -> str:
        return _phrases(self._language).get(word, word)

    def page(self, about: Sequence[tuple[str, str]], hands: dict[str, str]) -> str:
        parts = [
            self._list([(self.say(name), self.say(value)) for name, value in (*about, *self._head())]),
            self._section("Cards", ("Hand", "Cards", "Points"), [self._hand(*it) for it in hands.items()]),
            self._section("Each card", ("Entry", "Time", "Hand", "Cards"), self._cards()),
            self._section(
                "Bets as they were registered", ("Entry", "Time", "Terminal", "What", "Bet", "Amount"), self._bets()
            ),
            self._section(
                "Settlement",
                ("Entry", "Terminal", "Bet", "Staked", "Paid back", "Result", "Paragraph", "What"),
                self._lines(),
            ),
            self._section(
                "Rulings, orders and signatures", ("Entry", "Time", "What", "Paragraph", "By"), self._people()
            ),
            f'<p class="note">{escape(self.say(WORDS[-1][0]))}</p>',
            f"<p>{escape(self.say('Signature'))}: ______________________________</p>",
        ]
        title = f"{self.say('Round sheet')}: {self.say('Round %1').replace('%1', str(self._round_no))}"
        return html(title, "".join(parts), self._language.replace("_", "-"))

    def _list(self, pairs: Sequence[tuple[str, str]]) -> str:
        rows = "".join(f"<tr><td>{escape(name)}</td><td>{escape(value)}</td></tr>" for name, value in pairs)
        return f'<table class="about">{rows}</table>'

    def _section(self, title: str, columns: tuple[str, ...], rows: Sequence[tuple[Cell, ...]]) -> str:
        told = tuple(self.say(name) for name in columns)
        return f"<h2>{escape(self.say(title))}</h2>{html_table(told, tuple(rows))}"

    def _word(self, spot: str) -> str:
        """A Spot or a Hand in the game's words: of a box, with its number."""
        box, _, rest = spot.partition("/")
        name = self.say(self._face.words.get(kind_of(Spot(spot)), kind_of(Spot(spot))))
        return f"{box} {name}" if rest else name

    def _amount(self, minor: int) -> Amount:
        return Amount(minor, self._currency)

    def _head(self) -> list[tuple[str, str]]:
        found = [("Game", self._face.title or self._game), ("Rules", self._rules)]
        found.append(("Currency", self._currency.code or "-"))
        for entry, event in self._story:
            match event:
                case e.WindowOpened(id=id, window=window) if id.round_no == self._round_no:
                    found.append(("Opened", f"{entry.wall_time}  {window.name}  ({entry.seq})"))
                case e.WindowClosed(id=id, name=name, by=by) if id.round_no == self._round_no:
                    found.append(("Closed", f"{entry.wall_time}  {name}: {by}  ({entry.seq})"))
                case e.Certified(acknowledged=seen):
                    found += [("Certified", f"{entry.wall_time}  ({entry.seq})")]
                    found += [("Close was seen by", " ".join(seen) or "-")]
                case e.RoundEnded(void=void) if event.round_no == self._round_no:
                    end = f"{entry.wall_time}  ({entry.seq})"
                    found.append(("Ended", f"{end}  {self.say('Void')}" if void else end))
        return found

    def _hand(self, hand: str, cards: str) -> tuple[Cell, ...]:
        known = [None if card == "??" else parse_card(card) for card in cards.split()]
        return self._word(hand), cards, self._face.points(known)

    def _cards(self) -> list[tuple[Cell, ...]]:
        found: list[tuple[Cell, ...]] = []
        for entry, event in self._story:
            match event:
                case e.CardDealt(hand=hand, card=card):
                    text = "??" if card is None else card.text
                    found.append((entry.seq, entry.wall_time, self._word(hand), text))
                case e.SurplusSeen(cards=cards, shoe_seq=number) if number:  # that one has just come
                    found.append((entry.seq, entry.wall_time, type(event).__name__, cards[-1].text))
                case e.CardRevealed(card=card) | e.CardTakenBack(card=card):
                    found.append((entry.seq, entry.wall_time, type(event).__name__, card.text))
        return found

    def _bets(self) -> list[tuple[Cell, ...]]:
        found: list[tuple[Cell, ...]] = []
        for entry, event in self._story:
            head = (entry.seq, entry.wall_time)
            match event:
                case e.LayoutRegistered(answer=answer) | e.LayoutRefused(answer=answer):
                    what = self.say("refused" if isinstance(event, e.LayoutRefused) else "registered")
                    told = (*head, event.terminal, f"{what} {answer.choice} #{event.revision}")
                    found += [(*told, self._word(spot), self._amount(amount)) for spot, amount in answer.bets.items()]
                    found += [] if answer.bets else [(*told, "", None)]
                case e.LayoutReturned(amount=amount) | e.BetRejected(amount=amount):
                    found.append((*head, event.terminal, self.say("went back"), "", self._amount(amount)))
        return found

    def _lines(self) -> list[tuple[Cell, ...]]:
        found: list[tuple[Cell, ...]] = []
        for entry, event in self._story:
            if isinstance(event, e.Settled):
                groups = [("", event.lines)]
            elif isinstance(event, e.LinesCorrected):
                groups = [("before the correction", event.before), ("after the correction", event.after)]
            else:
                continue
            for what, lines in groups:
                found += [
                    (
                        *(entry.seq, event.terminal, self._word(line.spot)),
                        *(self._amount(line.staked), self._amount(line.returned)),
                        *(self.say(str(line.verdict.outcome).capitalize()), f"§{line.verdict.paragraph}"),
                        self.say(what) if what else line.note,
                    )
                    for line in lines
                ]
        return found

    def _people(self) -> list[tuple[Cell, ...]]:
        found: list[tuple[Cell, ...]] = []
        for entry, event in self._story:
            head = (entry.seq, entry.wall_time)
            match event:
                case e.Ordered(by=by, second=second, order=order):
                    people = ", ".join(self._person(it) for it in (by, second) if it is not None)
                    found.append((*head, f"{self.say('ordered')}: {order_name(order)}", "", people))
                case e.OrderSigned(person=person):
                    found.append((*head, self.say("signed"), "", self._person(person)))
                case e.RulingMade(act=act, paragraph=paragraph):
                    found.append((*head, f"{self.say('ruled')}: {order_name(act)}", f"§{paragraph}", ""))
                case e.RoundCorrected(cards=cards, void=void):
                    told = " ".join(card.text for card in cards)
                    found.append((*head, f"{self.say('corrected')}: {told}", f"§{void}" if void else "", ""))
                case e.RulingRecorded(text=text) | e.DisputeRuled(text=text):
                    found.append((*head, text, "", ""))
                case e.Halted(reason=reason, detail=detail, paragraph=paragraph):
                    found.append((*head, f"{reason}: {detail}", f"§{paragraph}" if paragraph else "", ""))
        return found

    def _person(self, person: Person) -> str:
        title = Position(person.position).name.replace("_", " ").title()
        return f"{person.name} ({person.number}, {self.say(title)})"
