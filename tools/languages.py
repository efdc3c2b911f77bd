"""The catalogues of languages: ``python -m tools.languages`` brings them up to date.

It collects what the source passes to ``translate`` and ``translate_number``, adds what is new to
each catalogue, leaves out what is gone, and lists what has no translation yet. A catalogue that is
complete is compiled, and from then on its language is offered. With ``--check`` it changes nothing,
and fails where it would. For a new language, add its code to ``support.language.LANGUAGES`` first.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from moolab.support.language import ENGLISH, LANGUAGES

SOURCE = Path(__file__).parents[1] / "src" / "moolab"
FOLDER = SOURCE / "languages"

_METHODS = [("**.py", "python"), ("**/templates/**.html", "jinja2")]
_KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "translate": None,
    "translate_number": (1, 2),
    "_": None,
    "_n": (1, 2),  # so templates call them
}
_OPTIONS = {"**/templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}


def template() -> Catalog:
    """All that the source says, without translations."""
    catalog = Catalog(charset="utf-8", fuzzy=False)
    found = extract_from_dir(SOURCE, _METHODS, _OPTIONS, _KEYWORDS, strip_comment_tags=True)
    for _, _, said, _, _ in sorted(found, key=lambda one: str(one[2])):
        catalog.add(said)
    return catalog


def update(code: str, said: Catalog) -> Catalog:
    """The catalogue of a language, with what is said now."""
    catalog = Catalog(locale=code, charset="utf-8", fuzzy=False)
    path = _path(code, "po")
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


def files_of(catalog: Catalog) -> dict[str, bytes | None]:
    """The files of a catalogue, by their endings; None for one that is not there."""
    source, compiled = BytesIO(), BytesIO()
    # Without dates and places in the source, which would change with every commit.
    source.write(b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n')
    source.write(f'"Plural-Forms: {catalog.plural_forms}\\n"\n\n'.encode())
    write_po(source, catalog, width=0, no_location=True, omit_header=True, sort_output=True)
    if any(missing(catalog)):
        return {"po": source.getvalue(), "mo": None}
    write_mo(compiled, read_po(BytesIO(source.getvalue()), catalog.locale))
    return {"po": source.getvalue(), "mo": compiled.getvalue()}


def _path(code: str, ending: str) -> Path:
    return FOLDER / code / "LC_MESSAGES" / f"moolab.{ending}"


def main(*, check: bool) -> int:
    """Bring the catalogues up to date; how many files had to be changed."""
    said, changed = template(), 0
    for code, name in LANGUAGES.items():
        if code == ENGLISH:
            continue
        catalog = update(code, said)
        for ending, content in files_of(catalog).items():
            path = _path(code, ending)
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
    return changed


if __name__ == "__main__":
    only_check = "--check" in sys.argv[1:]
    sys.exit(main(check=only_check) > 0 and only_check)
