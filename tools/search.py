"""What the search of the site knows, as ``moo help`` does."""

import json

from moolab.cli.answers import ENDINGS, PASSED_OVER, index, topics


def for_scripts() -> str:
    """The index as JSON, with all that a script needs to search in it.

    ``pages`` are pairs of an address and a title; ``weights`` names them by their numbers.
    """
    headings, weights = index()
    numbers = {name: number for number, name in enumerate(headings)}
    known = topics()
    told = {
        "pages": [
            (f"{name}.html", title) if name in known
            else (f"site/commands.html#moo-{name}", f"moo {name}: {title}")
            for name, (title, *_) in headings.items()
        ],
        "weights": {
            term: {numbers[name]: weight for name, weight in found.items()}
            for term, found in weights.items()
        },
        "passedOver": PASSED_OVER.split(),
        "endings": ENDINGS,
    }  # fmt: skip
    return json.dumps(told, separators=(",", ":"))
