"""``python -m moolab`` is ``moo``."""

from moolab.cli.main import run

if __name__ == "__main__":  # and not where a process that computes for this one imports it
    run()
