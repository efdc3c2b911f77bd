"""How the documentation site is made of these pages: ``python -m tools.site FOLDER`` makes it."""

import re
from typing import TYPE_CHECKING

from tools.addresses import project as told
from tools.search import for_scripts

from moolab.support.shipped import shipped

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
html_static_path = ["static"]
html_favicon = "../../src/moolab/web/static/icon.svg"
man_pages = [("site/commands", "moo", "the laboratory of Bulls & Cows", author, 1)]


def setup(app: "Sphinx") -> None:
    """Have the sidebar and the front page made of lists of pages, and answers found first."""
    app.connect("source-read", _add_lists)
    app.connect("html-page-context", _add_search)


def _add_lists(_app: "Sphinx", name: str, source: list[str]) -> None:
    """Add what Sphinx wants, the pages below each heading once more; and the answers in front."""
    if name not in ("index", "answers/index"):
        return
    before, *sections = source[0].split("\n## ")
    for section in sections:
        pages = "\n".join(re.findall(r"\]\(([\w/-]+)\.(?:md|rst)\)", section))
        caption = section.partition("\n")[0]
        source[0] += f"\n```{{toctree}}\n:caption: {caption}\n:hidden:\n\n{pages}\n```\n"
    if name == "index":
        answers = (shipped("docs") / "answers" / "index.md").read_text(encoding="utf-8")
        questions = answers[answers.index("\n## ") :].replace("](", "](answers/")
        source[0] = before + questions + source[0].removeprefix(before)


def _add_search(app: "Sphinx", name: str, *_: object) -> None:
    """Have the page of the search find answers as ``moo help`` does."""
    if name == "search":
        app.add_js_file(None, body=f"const ANSWERS = {for_scripts()};")
        app.add_js_file("answers.js")
