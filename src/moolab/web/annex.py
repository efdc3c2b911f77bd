"""The server as the house finds it."""

from moolab.annexes import Annex

ANNEX = Annex(
    "web",
    "moolab.web",
    {
        "serve": "Play in a browser, and answer programs over HTTP.",
        "admin": "See which names are public on a server; hide them, delete, block.",
        "database": "Back up and restore the games of a server.",
    },
    first=("serve",),
    heading="Serve",
)
