"""What answers a question: pages of the documentation and commands, found by their words."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import log
from typing import NamedTuple

from moolab.support.shipped import shipped

_PASSED_OVER = """
a about all am an and any are at be but by can could do does for from get had has have how i if in
into is it its me my of on one or our say so that the their them there they this to use want was we
what when where which who why will with would you your moo moolab
"""
"""Words that tell no page from another."""

_ENDINGS = re.compile(r"(?<=\w{3})(?:ies|ing|ed|es|s|y|e)$")
"""What is left off, so that guesses and guess are the same word."""

_TOLD, _TITLE, _HEADING, _MOST = 12.0, 6.0, 3.0, 3
"""What a word counts that a page is said to answer, that is in its title, in one of its headings;
in its text it counts 1 each time, up to some times. With these, each question of the tests finds
its page first."""


class Found(NamedTuple):
    """A page or a command.

    Args:
        name: what ``moo help`` calls it.
        title: what it is about, with the heading of the section that fits best.
    """

    name: str
    title: str


def told_words() -> Mapping[str, Mapping[str, str]]:
    """What people type who look for ``pages`` and ``commands``, by their names."""
    text = (shipped("docs") / "words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def search(question: str, topics: list[str], commands: Mapping[str, str]) -> list[Found]:
    """The pages and commands that answer a question, the best first.

    Args:
        topics: the names of all pages.
        commands: the first lines of their help.
    """
    wanted = set(_terms(question))
    told = told_words()
    docs = shipped("docs")
    texts = {name: f"# {text}" for name, text in commands.items()}
    texts |= {topic: (docs / f"{topic}.md").read_text(encoding="utf-8") for topic in topics}
    spread = Counter[str]()
    scores: dict[str, dict[str, float]] = {}
    for name, text in texts.items():
        said = told["commands" if name in commands else "pages"].get(name, "")
        scores[name] = _scores(wanted, said, text)
        spread.update(scores[name].keys())
    ranked = {
        name: sum(score * log(1 + len(texts) / spread[term]) for term, score in found.items())
        * len(found) / len(wanted)
        for name, found in scores.items()
        if found
    }  # fmt: skip
    return [
        Found(name, _title(wanted, texts[name]))
        for name in sorted(ranked, key=lambda name: -ranked[name])
    ]


def _scores(wanted: set[str], said: str, text: str) -> dict[str, float]:
    """What each wanted word counts that a page has."""
    title, *headings = re.findall(r"^#+ (.*)", text, re.MULTILINE) or [""]
    found = Counter[str]()
    for part, weight in ((said, _TOLD), (title, _TITLE), (" ".join(headings), _HEADING)):
        found.update(dict.fromkeys(wanted & set(_terms(part)), weight))
    body = Counter(_terms(text))
    return dict(found + Counter({term: min(body[term], _MOST) for term in wanted if body[term]}))


def _title(wanted: set[str], text: str) -> str:
    """The title of a page, and the heading that has most of the wanted words, if any has one."""
    title, *headings = re.findall(r"^#+ (.*)", text, re.MULTILINE) or [""]
    fitting = {each: len(wanted & set(_terms(each))) for each in headings}
    best = max(headings, key=lambda each: fitting[each], default="")
    return f"{title}: {best}" if best and fitting[best] else title


def _terms(text: str) -> list[str]:
    words = re.findall(r"[a-z0-9]+", text.lower().replace("-", ""))
    return [_stem(word) for word in words if word not in _passed_over()]


@cache
def _passed_over() -> frozenset[str]:
    return frozenset(_PASSED_OVER.split())


@cache
def _stem(word: str) -> str:
    return _ENDINGS.sub("", word)
