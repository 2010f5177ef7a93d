"""How Python speaks to QML, on every screen: QML sees a `ViewModel` as `vm`, one finished picture as `vm.shown`.

`vm.shown` has one value for each part of the picture, plain maps, lists and texts with names in camelCase; a part that
has not changed is not told again. A list is handed over as it is: QML's `Rows` keeps delegates where they stand. What a
finger wants is a slot of `vm`, in camelCase, too. Must never know what is shown, and decides nothing.
"""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QQmlPropertyMap

from looks import words

Part = dict[str, Any]


class ViewModel(QObject):
    game = ""  # whose words for Spots, Hands and paragraphs are shown
    played = Signal()  # another game than before: its words are to be asked for again
    pictured = Signal(object)  # the next picture, from the worker's thread
    told = Signal(str)  # a part of `shown` is new
    spoken = Signal(str)  # a language was chosen

    def __init__(self) -> None:
        super().__init__()
        self._shown = QQmlPropertyMap.create(self)
        self._parts: dict[str, Any] = {}
        self.pictured.connect(self.show)

    @Slot(object)
    def show(self, picture: Any) -> None:
        """The next picture: each screen tells its parts."""
        raise NotImplementedError

    def play(self, game: str) -> None:
        if game != self.game:
            self.game = game
            self.played.emit()

    def tell(self, parts: Iterable[tuple[str, Any]]) -> None:
        """In this order: what decides how something is shown comes before it. Only what has changed reaches QML."""
        for name, part in parts:
            if name not in self._parts or part != self._parts[name]:
                self._parts[name] = part
                self._shown.insert(name, part)
                self.told.emit(name)

    def part(self, name: str) -> Any:
        """As it was last told."""
        return self._parts[name]

    @Property(QObject, constant=True)
    def shown(self) -> QObject:
        return self._shown

    @Slot(str)
    def speak(self, language: str) -> None:
        self.spoken.emit(language)

    @Slot(str, str, str, result=str)
    def word(self, kind: str, key: str, _language: str = "") -> str:
        """Our keys in the language of the screen; whoever names that is asked again when it changes."""
        return words.word(self.game, kind, key)
