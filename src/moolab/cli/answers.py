"""What answers a question: pages of the documentation and commands, found by their words."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import log

from moolab.support.shipped import shipped

_PASSED_OVER = """
a about all am an and any are at be but by can could do does for from get had has have how i if in
into is it its me my of on one or our say so that the their them there they this to use want was we
what when where which who why will with would you your moo moolab
"""
"""Words that tell no page from another."""

_ENDINGS = re.compile(r"(?<=\w{3})(?:ies|ing|ed|es|s|y|e)$")
"""What is left off, so that guesses and guess are the same word."""

_TOLD, _TITLE, _HEADING, _MOST = 12, 6, 3, 3
"""What a word counts that a page is said to answer, that is in its title, in one of its headings;
in its text it counts 1 each time, up to some times. With these, each question of the tests finds
its page first."""


def told_words() -> Mapping[str, Mapping[str, str]]:
    """What people type who look for ``pages`` and ``commands``, by their names."""
    return tomllib.loads((shipped("docs") / "words.toml").read_text(encoding="utf-8"))


def search(question: str, topics: list[str], commands: Mapping[str, str]) -> dict[str, str]:
    """The pages and commands that answer a question, the best first, with their titles.

    Args:
        topics: the names of all pages.
        commands: the first lines of their help.
    """
    wanted = set(_terms(question))
    told = {name: words for words_of in told_words().values() for name, words in words_of.items()}
    texts = {name: f"# {text}" for name, text in commands.items()}
    texts |= {name: (shipped("docs") / f"{name}.md").read_text("utf-8") for name in topics}
    scores = {
        name: _scores(wanted, told.get(name, ""), _headings(text), text)
        for name, text in texts.items()
    }
    spread = Counter(term for found in scores.values() for term in found)

    def rank(name: str) -> float:
        rare = (count * log(1 + len(texts) / spread[term]) for term, count in scores[name].items())
        return sum(rare) * len(scores[name])

    best = sorted(filter(scores.get, scores), key=rank, reverse=True)
    return {name: _title(wanted, *_headings(texts[name])) for name in best}


def _scores(wanted: set[str], told: str, headings: list[str], text: str) -> Counter[str]:
    """What each wanted word counts that a page has."""
    parts = ((told, _TOLD), (headings[0], _TITLE), (" ".join(headings[1:]), _HEADING))
    body = Counter(term for term in _terms(text) if term in wanted)
    return sum(
        (Counter(dict.fromkeys(wanted & set(_terms(part)), weight)) for part, weight in parts),
        Counter({term: min(count, _MOST) for term, count in body.items()}),
    )


def _headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.*)", text, re.MULTILINE)


def _title(wanted: set[str], title: str, *headings: str) -> str:
    """The title of a page, and the heading that has most of the wanted words, if any has one."""
    fitting = {each: len(wanted & set(_terms(each))) for each in headings}
    best = max(headings, key=fitting.__getitem__, default="")
    return f"{title}: {best}" if fitting.get(best) else title


def _terms(text: str) -> list[str]:
    words = re.findall(r"[a-z0-9]+", text.lower().replace("-", ""))
    return [stem for word in words if (stem := _stem(word))]


@cache
def _stem(word: str) -> str:
    return "" if word in _PASSED_OVER.split() else _ENDINGS.sub("", word)
