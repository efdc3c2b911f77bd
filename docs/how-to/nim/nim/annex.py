from moolab.annexes import Annex

ANNEX = Annex("nim", "nim", commands={"nim": "Play Nim."}, games={"nim": "game"})
