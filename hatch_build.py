"""What a build makes: compiled catalogues, the page of an index, the files a wheel takes along.

Catalogues are compiled in the source folder, so that an editable installation has them, too.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).parent
SOURCE = ROOT / "src" / "moolab"
SCRIPTS = ("**/static/**.js", "javascript")

ENOUGH = 0.95
"""Where so much is translated, a language is offered: what is new does not switch it off."""

LARGEST = 32 * 1024
"""Bytes of a result that a wheel takes along: trees and certificates of the games that are played
most. The larger ones, nine tenths of all bytes, stay in the repository."""


class Hook(BuildHookInterface[Any]):
    """Compiles the catalogues, and adds the documentation and the small results to a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Prepare a wheel; an editable installation finds the files where they are."""
        compile_catalogues()
        if version != "editable":
            build_data["force_include"] |= {
                str(file): f"moolab/{file.relative_to(ROOT).as_posix()}" for file in taken_along()
            }


class Description(MetadataHookInterface):
    """Makes the description of the project, which an index shows without the files beside it."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Take it from README.md."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = linked(text, metadata["version"], metadata.get("urls", {}))
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def linked(text: str, version: str, urls: Mapping[str, str]) -> str:
    """A text with addresses in place of the names of files.

    Args:
        text: Markdown in the folder of the project.
        version: whose files are meant; its tag is this with a v before it.
        urls: ``Repository`` and ``Documentation``. What neither has is no longer a link, and a
            picture that neither has is left out.
    """
    repository, site = (urls.get(name, "").rstrip("/") for name in ("Repository", "Documentation"))

    def with_address(link: re.Match[str]) -> str:
        picture, words, path, heading = link.groups()
        if site and not picture and (page := re.fullmatch(r"docs/(.*)\.md", path)):
            return f"[{words}]({site}/{page[1]}.html{heading})"
        if repository:
            kind = "raw" if picture else "blob"
            return f"{picture}[{words}]({repository}/{kind}/v{version}/{path}{heading})"
        return "" if picture else words

    return re.sub(r"(!?)\[([^]]*)\]\((?!\w+:)([^)#]*)((?:#[^)]*)?)\)", with_address, text)


def taken_along() -> Iterator[Path]:
    """The files outside of the package that commands find by their names."""
    # The terminal shows no pictures, and the site is made from the repository.
    yield from (ROOT / "docs").rglob("*.md")
    yield ROOT / "docs" / "words.toml"
    for file in (ROOT / "results").rglob("*"):
        # Proofs about lists that are not there are of no use.
        is_of_words = file.match("words/*.cert.gz")
        if file.is_file() and file.stat().st_size <= LARGEST and not is_of_words:
            yield file


def compile_catalogues() -> int:
    """Compile every catalogue that needs it; how many files have changed."""
    changed = 0
    for source in SOURCE.rglob("LC_MESSAGES/*.po"):
        for ending, content in compiled(source.read_bytes(), source.parts[-3]).items():
            path = source.with_suffix(f".{ending}")
            if content == (path.read_bytes() if path.exists() else None):
                continue
            changed += 1
            if content is None:
                path.unlink()
            else:
                path.write_bytes(content)
    return changed


def compiled(source: bytes, code: str) -> dict[str, bytes | None]:
    """A catalogue for Python and one for scripts, by their endings; None where too much lacks.

    Args:
        source: the catalogue to translate, as gettext writes it.
        code: its language.
    """
    catalog = _Bare(locale=code, charset="utf-8", fuzzy=False)
    for message in read_po(BytesIO(source), code):
        if message.id:
            catalog.add(message.id, message.string)
    if sum(1 for _ in missing(catalog)) > (1 - ENOUGH) * len(catalog):
        return {"mo": None, "json": None}
    binary = BytesIO()
    write_mo(binary, catalog)
    said = _said_by_scripts()
    told = {each.id: each.string for each in catalog if each.id in said and each.string}
    scripts = json.dumps(told, ensure_ascii=False, indent=0, sort_keys=True).encode()
    return {"mo": binary.getvalue(), "json": scripts}


@cache
def _said_by_scripts() -> frozenset[object]:
    found = extract_from_dir(SOURCE, [SCRIPTS], keywords={"say": None})
    return frozenset(text for _, _, text, *_ in found)


def missing(catalog: Catalog) -> Iterator[Message]:
    """The messages of a catalogue that are not translated."""
    for message in catalog:
        strings = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.id and not all(strings):
            yield message


class _Bare(Catalog):
    """A catalogue without dates and versions, which would change with every build."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What readers of compiled catalogues need."""
        return [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Plural-Forms", str(self.plural_forms)),
        ]

    @mime_headers.setter
    def mime_headers(self, _headers: object) -> None: ...
