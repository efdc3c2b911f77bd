"""``python -m moolab`` is ``moo``."""

from moolab.cli.main import run

run()
