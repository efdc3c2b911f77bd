"""Pages from templates."""

import re
from math import log10
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from moolab.analysis.reasons import INCONSISTENT, METHODS, amount
from moolab.analysis.summary import summary_text
from moolab.codes.rules import Rules
from moolab.deduction.contradiction import CHANGES, NO_CHANGE, WINS_ARE_TRUE
from moolab.errors import MoolabError
from moolab.support.text import count_noun, sentence
from moolab.web.http.errors import status_of
from moolab.web.routes import spans

ENVIRONMENT = Environment(
    loader=PackageLoader("moolab.web"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Where templates are found, and what they may use."""


def split_codes(text: str, rules: Rules) -> list[str]:
    """A text, split so that every second part is a code.

    >>> split_codes("You could try 0011 or 0123.", Rules.parse("mm4x6"))
    ['You could try ', '0011', ' or ', '0123', '.']
    """
    symbols = re.escape(rules.alphabet)
    return re.split(rf"\b([{symbols}]{{{rules.places}}})\b", text)


ENVIRONMENT.filters |= {
    "amount": amount,
    "rules": Rules.parse,
    "spans": spans,
    "split_codes": split_codes,
    "counted": count_noun,
    "sentence": sentence,
}
ENVIRONMENT.globals |= {
    "CHANGES": CHANGES,
    "INCONSISTENT": INCONSISTENT,
    "METHODS": METHODS,
    "NO_CHANGE": NO_CHANGE,
    "WINS_ARE_TRUE": WINS_ARE_TRUE,
    "log10": log10,
    "summary_text": summary_text,
}


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
        template: its name.
        values: what it shows.
        error: what has been refused, if anything; the template has it as a text.
        status: the HTTP status, if it is not that of the error.
    """
    shown = {"path": request.url.path, "error": str(error or ""), **(values or {})}
    return HTMLResponse(render_fragment(template, shown), status or status_of(error))


def render_fragment(template: str, values: dict[str, Any]) -> str:
    """A part of a page.

    Args:
        template: its name.
        values: what it shows.
    """
    return ENVIRONMENT.get_template(template).render(values)
