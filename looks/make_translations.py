"""A developer's tool: collects the texts of all screens, translates them by `i18n/phrases.tsv`, compiles them.

    python -m looks.make_translations

Run it after adding a text to QML (`qsTr`) or to `words.py`. It names the texts that have no line in `phrases.tsv` yet:
one line is one text in all languages, with tabs between. Then run it again, and, if a new Chinese character came in,
`make_fonts`. The .qm files are made from that list.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from looks.texts import ROOT, TRANSLATED, phrases, qm_file, sources


def collect(language: str, made: Path) -> list[str]:
    """Make one file of translations, for Qt's compiler; returns the texts that have no translation yet."""
    files = [str(file.relative_to(ROOT)) for file in sources()]
    tool("pyside6-lupdate", *files, "-ts", str(made), "-locations", "none", "-target-language", language)
    tree, known, missing = ElementTree.parse(made), phrases(language), []
    for message in tree.iter("message"):
        source, translation = message.findtext("source", ""), message.find("translation")
        if translation is None or source not in known:
            missing.append(source)
        else:
            translation.attrib.pop("type", None)
            translation.text = known[source]
    made.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{ElementTree.tostring(tree.getroot(), "unicode")}\n',
        encoding="utf-8",
    )
    return missing


def tool(name: str, *arguments: str) -> None:
    """One of the tools that come with PySide6, run where the paths in its files are the same for everybody."""
    command = Path(sysconfig.get_path("scripts")) / name
    subprocess.run([command, *arguments], check=True, capture_output=True, text=True, cwd=ROOT)


def main() -> int:
    missing: dict[str, None] = {}
    for language in TRANSLATED:
        with TemporaryDirectory() as folder:
            collected = Path(folder) / f"{language}.ts"
            missing |= dict.fromkeys(collect(language, collected))
            made = qm_file(language).with_suffix(".made")
            tool("pyside6-lrelease", str(collected), "-qm", str(made))
        made.replace(qm_file(language))  # at once: a screen that runs has the old one mapped into its memory
    for text in missing:
        print(f"no translation yet: {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
