"""The catalogues of languages: ``python -m tools.languages`` brings them up to date.

It collects what the source passes to ``translate`` and ``translate_plural``, and scripts to
``say``; adds what is new to each catalogue, leaves out what is gone, and lists what has no
translation yet, or one that lacks a value or a tag. A catalogue that is complete, or almost, is
compiled, as every build does (``hatch_build.py``), and its language is offered. With ``--check`` it
changes no catalogue, and fails where it would. For a new language, add its code to
``support.language.LANGUAGES`` first.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po
from hatch_build import SCRIPTS, SOURCE, compile_catalogues, missing

from moolab.support.language import ENGLISH, LANGUAGES, both_forms, catalogues, file_of_language

_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2"), SCRIPTS]
_KEYWORDS: dict[str, None] = {
    "translate": None,
    "translate_plural": None,
    "marked": None,
    "say": None,
    "_": None,
    "_n": None,  # so templates call them
}
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}


@cache
def templates() -> dict[Path, Catalog]:
    """All that the source says, without translations: by the folders of catalogues.

    What the house says is in its catalogue alone, even if an annex says it as well.
    """
    found = extract_from_dir(SOURCE, _METHODS, _OPTIONS, _KEYWORDS, strip_comment_tags=True)
    house, *others = catalogues()
    said = {folder: Catalog(charset="utf-8", fuzzy=False) for folder in (house, *others)}
    for file, _, text, _, _ in sorted(found, key=lambda one: str(one[2])):
        path = SOURCE / file
        folder = next((each for each in others if path.is_relative_to(each.parent)), house)
        # ``str.translate`` has this name, too.
        if text != "1":
            one, several = both_forms(text) if isinstance(text, str) else text
            said[folder].add(text if one == several == text else (one, several))
    for folder in others:
        for message in list(said[folder]):
            if message.id in said[house]:
                said[folder].delete(message.id)
    return said


def known(code: str) -> Catalog:
    """All that is translated into a language, wherever that is said."""
    catalog = Catalog(locale=code)
    for folder in catalogues():
        path = file_of_language(code, "po", folder)
        if path.exists():
            for message in read_po(BytesIO(path.read_bytes()), code):
                if message.id:
                    catalog.add(message.id, message.string)
    return catalog


def update(code: str, said: Catalog, translated: Catalog) -> Catalog:
    """A catalogue of a language, with what is said now.

    Args:
        translated: what is known.
    """
    catalog = Catalog(locale=code, charset="utf-8", fuzzy=False)
    for message in said:
        if message.id:
            same = translated.get(message.id)
            catalog.add(message.id, same.string if same else None)
    return catalog


def broken(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalogue whose translations have other values or tags."""
    for message in catalog:
        if message.id:
            allowed = [_parts(text) for text in _texts(message.id)]
            if any(_parts(text) not in allowed for text in _texts(message.string) if text):
                yield message


def _texts(texts: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts or ())


def _parts(text: str) -> list[str]:
    """The values and tags of a sentence; a value may occur more than once."""
    return sorted({*re.findall(r"\{\w+\}", text), *re.findall(r"</?\w+[^>]*>", text)})


def source_of(catalog: Catalog) -> bytes:
    """A catalogue as translators edit it."""
    source = BytesIO()
    # Without dates and places in the source, which would change with every commit.
    source.write(b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n')
    source.write(f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'.encode())
    write_po(source, catalog, width=0, no_location=True, omit_header=True, sort_output=True)
    return source.getvalue()


def main(*, check: bool) -> int:
    """Bring the catalogues up to date; how many files had to be changed."""
    changed = 0
    for code, name in LANGUAGES.items():
        if code == ENGLISH:
            continue
        translated = known(code)
        for folder, said in templates().items():
            catalog = update(code, said, translated)
            if not len(catalog):
                continue
            path, content = file_of_language(code, "po", folder), source_of(catalog)
            if not path.exists() or content != path.read_bytes():
                changed += 1
                if not check:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(content)
            left = list(missing(catalog))
            told = f"{len(catalog) - len(left)} of {len(catalog)} sentences"
            print(f"{name}, {folder.parent.name}: {told}")
            for message in left:
                print(f"  {message.id}")
            for message in broken(catalog):
                changed += 1
                print(f"  Other values or tags: {message.id} | {message.string}")
    compile_catalogues()
    return changed


if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    sys.exit(main(check=only_check) > 0 and only_check)
