"""The look that player terminal, dealer panel and table display share: fonts, cards, theme, small parts, languages.

    app = QGuiApplication(sys.argv)
    engine = QQmlApplicationEngine()
    languages = looks.setup(engine)      # before any QML is loaded
    languages.select("zh_CN")            # whenever a person asks for another language

QML then says `import Looks` and finds `Theme`, `CardItem`, `Chip`, `BigButton` and the others (`looks/qml`).
Must never know a table, a session or money: whatever stands in a text is handed in.
"""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QTranslator
from PySide6.QtQml import QQmlEngine

from looks import road_view, squeeze_view  # noqa: F401  QML knows RoadPainting, SqueezedCard and others by this import
from looks.fonts import load_fonts
from looks.pictures import Pictures
from looks.words import LANGUAGES, qm_file

__all__ = ["IMPORT_PATH", "LANGUAGES", "Languages", "setup"]

# The folder is named after the module, as Qt wants it: qml/Looks/qmldir.
IMPORT_PATH: Final = Path(__file__).parent / "qml"


class Languages:
    """The language of one engine's screens. English is the language of the source and needs no translation."""

    def __init__(self, engine: QQmlEngine) -> None:
        self._engine = engine
        self._installed: QTranslator | None = None

    def select(self, language: str) -> None:
        """Show everything in this language from now on. ValueError for a language that we do not have."""
        if language not in LANGUAGES:
            raise ValueError(f"{language!r} is none of {', '.join(LANGUAGES)}")
        if self._installed is not None:
            QCoreApplication.removeTranslator(self._installed)
            self._installed = None
        if language != LANGUAGES[0]:
            translator = QTranslator()
            if not translator.load(str(qm_file(language))):
                raise OSError(f"{qm_file(language)} cannot be read")
            QCoreApplication.installTranslator(translator)
            self._installed = translator
        # Theme reads Qt.uiLanguage to choose between the forms of Chinese characters.
        self._engine.setUiLanguage(language)
        self._engine.retranslate()

    def ask_again(self) -> None:
        """Bindings that name the language are evaluated once more: a word has changed for another reason."""
        language = self._engine.uiLanguage()
        self._engine.setUiLanguage("")
        self._engine.setUiLanguage(language)


def setup(engine: QQmlEngine) -> Languages:
    """Everything that `import Looks` needs, for this engine. Call it once, after the QGuiApplication exists."""
    load_fonts()
    engine.addImportPath(str(IMPORT_PATH))
    engine.addImageProvider("looks", Pictures())
    languages = Languages(engine)
    languages.select(LANGUAGES[0])
    return languages
