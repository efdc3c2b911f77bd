"""Pages from templates."""

import re
from collections.abc import Callable
from functools import lru_cache
from math import log10
from typing import Any

import jinja2
import segno
from markupsafe import Markup, escape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from moolab.analysis.reasons import INCONSISTENT, METHODS, amount
from moolab.analysis.summary import summary_text
from moolab.annexes import annexes
from moolab.codes.rules import Rules
from moolab.deduction.contradiction import CHANGES, NO_CHANGE, WINS_ARE_TRUE
from moolab.errors import MoolabError
from moolab.support.language import (
    APART,
    count_in_words,
    decimal_in_words,
    language,
    offered,
    speaking,
    translate,
    translate_plural,
)
from moolab.support.text import clock, sentence
from moolab.web import wording
from moolab.web.http.errors import status_of
from moolab.web.http.static import STATIC
from moolab.web.wings import links, templates_for

_LOADERS = {
    annex.name: jinja2.PackageLoader(f"{annex.package}.web")
    for annex in annexes().values()
    if (annex.folder / "web" / "templates").is_dir()
}
"""Where the templates of annexes are, by the names that theirs begin with."""

ENVIRONMENT = jinja2.Environment(
    loader=jinja2.ChoiceLoader([jinja2.PackageLoader("moolab.web"), jinja2.PrefixLoader(_LOADERS)]),
    autoescape=jinja2.select_autoescape(("html", "svg")),
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Where templates are found, and what they may use."""


def split_codes(text: str, rules: Rules) -> list[str]:
    r"""A text of a game with pegs, split so that every second part is a code; replies are in words.

    >>> split_codes("0011 got 1 bull, 2 cows, 0123 is next.", Rules.parse("mm4x6"))
    ['', '0011', ' got \u20601\u2060 black, \u20602\u2060 white, ', '0123', ' is next.']
    >>> with speaking(drawn=True):
    ...     text = translate("{number} codes, such as {code}", number=12, code="03")
    >>> split_codes(text, Rules.parse("mm2x6"))[1::2]
    ['03']
    """
    said = {reply.words: reply for reply in rules.replies}
    with speaking(drawn=True):
        said |= {reply.words: reply for reply in rules.replies}
        for words, reply in said.items():
            shown = wording.reply_in_words(rules, str(reply), "")
            text = re.sub(rf"(?<!\d){re.escape(words)}(?!\w)", shown, text)
    symbols, number = re.escape(rules.alphabet), f"{APART}[^{APART}]*{APART}"
    between = rf"(?=(?:[^{APART}]*{number})*[^{APART}]*\Z)"
    return re.split(rf"\b([{symbols}]{{{rules.places}}})\b{between}", text)


def short_name(rules: Rules) -> str:
    """A game as results name it that are sent to others.

    >>> [short_name(Rules.parse(rules)) for rules in ("words:english4", "ab4x10", "mm4x6")]
    ['words of 4 letters', '4 different digits', '4 pegs of 6 colours']
    """
    if wording.has_pegs(rules):
        return translate_plural(
            "{number} [peg|pegs] of {colours} colours", rules.places, colours=rules.symbols
        )
    if rules.marked:
        return translate_plural("words of {number} [letter|letters]", rules.places)
    said = ENVIRONMENT.get_template("rules.html").module.codes_in_words(rules)  # type: ignore[attr-defined]
    return Markup(said).unescape()  # noqa: S704 - a text for others has no tags


def translate_html(text: str, /, **values: Any) -> Markup:
    """A sentence that may have tags; so may values that are marked up, and no others."""
    return Markup(translate(text, **_escape(values)))  # noqa: S704 - the catalogues are ours


def translate_plural_html(text: str, /, number: int, **values: Any) -> Markup:
    """A sentence that depends on a number, likewise."""
    return Markup(translate_plural(text, number, **_escape(values)))  # noqa: S704 - as above


def _escape(values: dict[str, Any]) -> dict[str, Any]:
    return {n: value if type(value) is int else escape(value) for n, value in values.items()}


@lru_cache(64)
def _qr_code(text: str) -> Markup:
    """A text as a QR code, to be read by the camera of a phone; the text must be beside it."""
    drawn = segno.make(text, micro=False).svg_inline(border=4, omitsize=True, svgclass="qr")
    return Markup(drawn.replace("<svg ", '<svg aria-hidden="true" ', 1))  # noqa: S704 - it is drawn


def _measured(number: float) -> str:
    """A number with as many decimals as were measured."""
    return decimal_in_words(number, len(str(number).partition(".")[2]))


_LOCAL = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:|/|$)", re.IGNORECASE)
"""An address that leads every machine to itself."""

ENVIRONMENT.filters |= {
    "measured": _measured,
    "merged": lambda first, texts, keys: first | {key: texts[key] for key in keys},
    "qr_code": _qr_code,
    "rules": Rules.parse,
    "decimal": decimal_in_words,
    "grouped": count_in_words,
    **{made.__name__: made for made in (amount, clock, sentence, split_codes)},
}
ENVIRONMENT.tests["local"] = lambda address: _LOCAL.match(address) is not None
ENVIRONMENT.globals |= {
    "CHANGES": CHANGES,
    "INCONSISTENT": INCONSISTENT,
    "METHODS": METHODS,
    "NO_CHANGE": NO_CHANGE,
    "WINS_ARE_TRUE": WINS_ARE_TRUE,
    "languages": offered,
    "annex_links": links,
    "annex_templates": templates_for,
    "_": translate_html,
    "_n": translate_plural_html,
    "static": STATIC,
}
_CALLED: list[Callable[..., Any]]
_CALLED = [language, log10, summary_text, wording.has_pegs, wording.letter_marks, wording.colours]
_CALLED += [
    wording.peg_words,
    wording.player_name,
    wording.spoken,
    wording.reply_in_words,
    wording.script_words,
    wording.steps_of,
]
_CALLED += [wording.strengths, wording.usual_games]
ENVIRONMENT.globals |= {made.__name__: made for made in _CALLED}

_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
"""What the name of a server can be: a client can send any name."""


def origin_of(request: HTTPConnection) -> str:
    """The address by which a request came here, without a path; empty if its name is none."""
    url = request.url
    return f"{url.scheme}://{url.netloc}" if _HOST.fullmatch(url.netloc) else ""


def render(
    request: HTTPConnection,
    template: str,
    values: dict[str, Any] | None = None,
    error: MoolabError | None = None,
    *,
    status: int | None = None,
) -> HTMLResponse:
    """A page.

    Args:
        error: what has been refused, if anything; the template has it as a text.
        status: the HTTP status, if it is not that of the error.
    """
    origin = origin_of(request)
    shown = {
        "site": request.app.state.server.settings,
        "path": request.url.path,
        "address": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "origin": origin,
        "error": str(error or ""),
        **(values or {}),
    }
    return HTMLResponse(render_fragment(template, shown), status or status_of(error))


def render_fragment(template: str, values: dict[str, Any]) -> str:
    """A part of a page."""
    return ENVIRONMENT.get_template(template).render(values).replace(APART, "")
