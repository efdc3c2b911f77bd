"""Pages from templates."""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse

from moolab.analysis.reasons import INCONSISTENT, METHODS, amount
from moolab.analysis.summary import summary_text
from moolab.deduction.contradiction import CHANGES, NO_CHANGE, WINS_ARE_TRUE
from moolab.support.text import counted, sentence

ENVIRONMENT = Environment(
    loader=PackageLoader("moolab.web"),
    autoescape=select_autoescape(),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
"""Where templates are found, and what they may use."""
ENVIRONMENT.filters |= {
    "amount": amount,
    "counted": counted,
    "sentence": sentence,
}
ENVIRONMENT.globals |= {
    "CHANGES": CHANGES,
    "INCONSISTENT": INCONSISTENT,
    "METHODS": METHODS,
    "NO_CHANGE": NO_CHANGE,
    "WINS_ARE_TRUE": WINS_ARE_TRUE,
    "summary_text": summary_text,
}


def page(
    request: HTTPConnection, template: str, values: dict[str, Any] | None = None, status: int = 200
) -> HTMLResponse:
    """A page.

    Args:
        template: its name.
        values: what it shows.
        status: the HTTP status.
    """
    return HTMLResponse(fragment(template, {"path": request.url.path, **(values or {})}), status)


def fragment(template: str, values: dict[str, Any]) -> str:
    """A part of a page.

    Args:
        template: its name.
        values: what it shows.
    """
    return ENVIRONMENT.get_template(template).render(values)
