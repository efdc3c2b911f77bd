"""What answers a question: pages of the documentation and commands, found by their words.

``moo help`` and the site search in the same way, the site with ``docs/site/static/answers.js``.
"""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import log
from typing import NamedTuple

import click

from moolab.cli.groups import Commands
from moolab.cli.main import moo
from moolab.support.shipped import shipped

PASSED_OVER = """
a about all am an and any are at be but by can could did do does for from get had has have how i if
in into is it its just me my of on or our say shall should so that the their them then there they
this to use want was we what when where which who why will with would you your moo moolab
"""
"""Words that tell no page from another."""

ENDINGS = r"(?<=\w{3})(?:ies|ing|ed|es|s|y|e)$"
"""What is left off, so that guesses and guess are the same word."""

_TOLD, _TITLE, _HEADING, _MOST = 12, 6, 3, 3
"""What a word counts that a page is said to answer, that is in its title, in one of its headings;
in its text it counts 1 each time, up to some times. With these, each question of the tests finds
its page first."""

ANSWERS = "answers"
"""The room of the pages that answer one question each."""

_ANSWER = 1.5
"""How many times as much a word counts there: an answer comes before a page of many things."""

ROOMS = ("", "how-to", "reference", "explanation", "notebooks", ANSWERS)
"""Where a page is looked for by its name alone, in this order."""

_LISTS = ("index", f"{ANSWERS}/index")
"""Pages that answer nothing themselves: they have the titles of the others."""


class Index(NamedTuple):
    """What words tell of pages and commands.

    Attributes:
        headings: those of each, its title first, by its name.
        weights: what a word counts for each, by the stem of the word and by the name.
    """

    headings: Mapping[str, Sequence[str]]
    weights: Mapping[str, Mapping[str, float]]

    def search(self, question: str) -> list[str]:
        """The pages and commands that have words of a question, the best first."""
        sums, hits = Counter[str](), Counter[str]()
        for term in dict.fromkeys(_terms(question)):
            hits.update(self.weights.get(term, {}).keys())
            sums.update(self.weights.get(term, {}))
        return sorted(sums, key=lambda name: -sums[name] * hits[name])

    def is_sure(self, name: str, question: str) -> bool:
        """Whether a page answers a question: most of its words, or its only one in the title."""
        asked = {*_terms(question)}
        told = {term for term in asked if name in self.weights.get(term, {})}
        titled = {*_terms(self.headings[name][0])}
        return name.startswith(ANSWERS) and (
            len(told) >= 2 and len(told) > len(asked) / 2 if len(asked) > 1 else asked <= titled
        )

    def title(self, name: str, question: str) -> str:
        """A title, with the heading that has most of a question's words, if any has one."""
        title, *headings = self.headings[name]
        fitting = {each: len({*_terms(question)} & {*_terms(each)}) for each in headings}
        best = max(headings, key=fitting.__getitem__, default="")
        return f"{title}: {best}" if fitting.get(best) else title


@cache
def index() -> Index:
    """What the words of all pages and commands tell."""
    texts = {name: f"# {summary}" for name, summary in summaries().items()}
    pages = [name for name in topics() if name not in _LISTS]
    texts |= {name: (shipped("docs") / f"{name}.md").read_text("utf-8") for name in pages}
    told = {name: words for part in told_words().values() for name, words in part.items()}
    headings = {name: re.findall(r"^#+ (.*)", text, re.MULTILINE) for name, text in texts.items()}
    weights = defaultdict[str, dict[str, float]](dict)
    for name, text in texts.items():
        title, *others = headings[name]
        counts = Counter({term: min(n, _MOST) for term, n in Counter(_terms(text)).items()})
        for part, weight in (
            (told.get(name, ""), _TOLD),
            (title, _TITLE),
            (" ".join(others), _HEADING),
        ):
            counts.update(dict.fromkeys(_terms(part), weight))
        for term, count in counts.items():
            weights[term][name] = count * (_ANSWER if name.startswith(ANSWERS) else 1)
    for term, found in weights.items():
        rarity = log(1 + len(texts) / len(found))
        weights[term] = {name: round(rarity * count, 1) for name, count in found.items()}
    return Index(headings, weights)


def topics() -> list[str]:
    """The names of all pages, those to begin with first."""
    docs = shipped("docs")
    pages = [page for room in ROOMS for page in sorted((docs / room).glob("*.md"))]
    return [page.relative_to(docs).with_suffix("").as_posix() for page in pages]


def summaries() -> dict[str, str]:
    """The first line of help of each command."""
    assert isinstance(moo, Commands), "it has the others"
    sections = moo.sections(click.Context(moo)).values()
    return {name: summary for names in sections for name, summary in names.items()}


def told_words() -> Mapping[str, Mapping[str, str]]:
    """What people type who look for ``pages`` and ``commands``, by their names."""
    return tomllib.loads((shipped("docs") / "words.toml").read_text(encoding="utf-8"))


def _terms(text: str) -> list[str]:
    """The stems of the words of a text that tell something."""
    words = re.findall(r"[a-z0-9]+", text.lower().replace("-", ""))
    return [stem for word in words if (stem := _stem(word))]


@cache
def _stem(word: str) -> str:
    return "" if word in PASSED_OVER.split() else re.sub(ENDINGS, "", word)
