"""The pages of small machines as the house finds them."""

from moolab.machines.web import daily, museum
from moolab.web.wings import Wing

WING = Wing(
    routers=(daily.router, museum.router),
    places={
        "laboratory": "machine/card.html",
        "daily": "machine/below_daily.html",
        "beside": "machine/beside.html",
        "after": "machine/after_daily.html",
    },
    beside=daily.beside,
    prepare=daily.prepare,
    paths={"machine": "/machines"},
)
