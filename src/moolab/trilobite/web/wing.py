"""The pages of trilobite as the house finds them."""

from moolab.support.language import marked
from moolab.trilobite.web import api, games, puzzles, review
from moolab.trilobite.web.thumbnails import thumbnail
from moolab.web.wings import Wing

WING = Wing(
    # The address of puzzles could be the name of a game.
    routers=(api.router, review.router, puzzles.router, games.router),
    links={"/trilobite": marked("Four in a row")},
    places={"home": "trilobite/card.html", "puzzles": "trilobite/puzzles.html"},
    kinds={"trilobite": marked("Four in a row")},
    reviews={"trilobite": review.stones_page},
    thumbnails={"trilobite": thumbnail},
)
