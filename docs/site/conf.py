"""How the documentation site is made of these pages: ``python -m tools.site FOLDER`` makes it."""

import re
from typing import TYPE_CHECKING

from tools.addresses import project as told

from moolab.cli.answers import told_words

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "moolab"
author = "The moolab authors"
copyright = author  # noqa: A001 - so Sphinx calls it
release = version = told()["version"]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "tools.command_pages",
]
root_doc = "index"
myst_heading_anchors = 4
suppress_warnings = ["misc.highlighting_failure"]  # of listings in languages that Pygments lacks

napoleon_use_ivar = True  # so that fields of tuples are not described twice
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": False}

html_theme = "furo"
html_title = f"moolab {version}"
html_baseurl = told()["urls"].get("Documentation", "")
if address := told()["urls"].get("Repository"):
    html_theme_options = {
        "source_repository": address,
        "source_branch": "main",
        "source_directory": "docs/",
    }
html_copy_source = False
html_show_sourcelink = False
html_favicon = "../../src/moolab/web/static/icon.svg"
man_pages = [("site/commands", "moo", "the laboratory of Bulls & Cows", author, 1)]


def setup(app: "Sphinx") -> None:
    """Have the sidebar made of the list of pages, and pages found by what people type."""
    app.connect("source-read", _add_sidebar)
    app.connect("source-read", _add_words)


def _add_words(_app: "Sphinx", name: str, source: list[str]) -> None:
    """Let the search find a page by the words that ``moo help`` finds it by."""
    if words := told_words()["pages"].get(name):
        source[0] = f'---\nmyst:\n  html_meta:\n    keywords: "{words}"\n---\n{source[0]}'


def _add_sidebar(_app: "Sphinx", name: str, source: list[str]) -> None:
    """Add to the list of pages what Sphinx wants: the pages below each heading, once more."""
    if name == "index":
        for section in source[0].split("\n## ")[1:]:
            pages = "\n".join(re.findall(r"\]\(([\w/-]+)\.(?:md|rst)\)", section))
            caption = section.partition("\n")[0]
            source[0] += f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n{pages}\n```\n"
