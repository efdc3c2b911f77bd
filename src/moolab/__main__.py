"""``moo``, which is ``python -m moolab`` as well."""

import sys

from moolab.cli.terminal.output import INTERRUPTED
from moolab.support.interrupts import end_when_closed


def run() -> None:
    """Run the command line and exit; Ctrl-C and its like are answered from the first moment."""
    end_when_closed()
    try:
        # What is imported here takes long enough to press Ctrl-C meanwhile.
        from moolab.cli.main import run

        run()
    except KeyboardInterrupt:
        print("Interrupted.", file=sys.stderr)
        sys.exit(INTERRUPTED)


if __name__ == "__main__":  # and not where a process that computes for this one imports it
    run()
