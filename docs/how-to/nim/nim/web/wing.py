from moolab.web.pages.simple import pages_of
from moolab.web.wings import Wing
from nim.game import GAME

WING = Wing(routers=(pages_of(GAME, "nim/game.html"),), links={"/nim": "Nim"}, kinds={"nim": "Nim"})
