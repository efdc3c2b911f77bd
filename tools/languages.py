"""The catalogues of languages: ``python -m tools.languages`` brings them up to date.

It collects what the source passes to ``translate`` and ``translate_number``, and scripts to
``say``; adds what is new to each catalogue, leaves out what is gone, and lists what has no
translation yet, or one that lacks a value or a tag. A catalogue that is complete, or almost, is
compiled, and from then on its language is offered. With ``--check`` it changes nothing, and fails
where it would. For a new language, add its code to ``support.language.LANGUAGES`` first.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from moolab.support.language import ENGLISH, LANGUAGES, file_of_language

SOURCE = Path(__file__).parents[1] / "src" / "moolab"
ENOUGH = 0.95
"""Where so much is translated, a language is offered: what is new does not switch it off."""

_SCRIPTS = [("**/static/**.js", "javascript")]
_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2"), *_SCRIPTS]
_KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "translate": None,
    "translate_number": (1, 2),
    "marked": None,
    "say": None,
    "_": None,
    "_n": (1, 2),  # so templates call them
}
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}


@cache
def template(methods: tuple[tuple[str, str], ...] = tuple(_METHODS)) -> Catalog:
    """All that the source says, without translations.

    Args:
        methods: which files are read, and how.
    """
    catalog = Catalog(charset="utf-8", fuzzy=False)
    found = extract_from_dir(SOURCE, methods, _OPTIONS, _KEYWORDS, strip_comment_tags=True)
    for _, _, said, _, _ in sorted(found, key=lambda one: str(one[2])):
        # ``str.translate`` has this name, too.
        if said != "1":
            catalog.add(said)
    return catalog


def update(code: str, said: Catalog) -> Catalog:
    """The catalogue of a language, with what is said now."""
    catalog = Catalog(locale=code, charset="utf-8", fuzzy=False)
    path = file_of_language(code, "po")
    known = read_po(BytesIO(path.read_bytes()), code) if path.exists() else Catalog(locale=code)
    for message in said:
        if message.id:
            same = known.get(message.id)
            catalog.add(message.id, same.string if same else None)
    return catalog


def missing(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalogue that are not translated."""
    for message in catalog:
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and not all(strings):
            yield message


class _Bare(Catalog):
    """A catalogue without dates and versions, which would change with every commit."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What readers of compiled catalogues need."""
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", str(self.plural_forms)),
        ]

    @mime_headers.setter
    def mime_headers(self, _headers: object) -> None: ...


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


def files_of(catalog: Catalog) -> dict[str, bytes | None]:
    """The files of a catalogue, by their endings; None for one that is not there."""
    source, compiled = BytesIO(), BytesIO()
    # Without dates and places in the source, which would change with every commit.
    source.write(b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n')
    source.write(f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'.encode())
    write_po(source, catalog, width=0, no_location=True, omit_header=True, sort_output=True)
    if sum(1 for _ in missing(catalog)) > (1 - ENOUGH) * len(catalog):
        return {"po": source.getvalue(), "mo": None, "json": None}
    bare = _Bare(locale=catalog.locale, charset="utf-8", fuzzy=False)
    for message in read_po(BytesIO(source.getvalue()), catalog.locale):
        if message.id:
            bare.add(message.id, message.string)
    write_mo(compiled, bare)
    told = {
        message.id: catalog[message.id].string
        for message in template(tuple(_SCRIPTS))
        if message.id and message.id in catalog and catalog[message.id].string
    }
    scripts = json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True).encode()
    return {"po": source.getvalue(), "mo": compiled.getvalue(), "json": scripts}


def main(*, check: bool) -> int:
    """Bring the catalogues up to date; how many files had to be changed."""
    said, changed = template(), 0
    for code, name in LANGUAGES.items():
        if code == ENGLISH:
            continue
        catalog = update(code, said)
        for ending, content in files_of(catalog).items():
            path = file_of_language(code, ending)
            if content == (path.read_bytes() if path.exists() else None):
                continue
            changed += 1
            if check:
                continue
            if content is None:
                path.unlink()
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
        left = list(missing(catalog))
        print(f"{name}: {len(catalog) - len(left)} of {len(catalog)} sentences")
        for message in left:
            print(f"  {message.id}")
        for message in broken(catalog):
            changed += 1
            print(f"  Other values or tags: {message.id} | {message.string}")
    return changed


if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    sys.exit(main(check=only_check) > 0 and only_check)
