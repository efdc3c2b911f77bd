"""The figures in the documentation come from these, run as modules."""

import sys
from types import TracebackType

from moolab.errors import MoolabError


def _say(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """What ends a benchmark, as ``moo`` would say it."""
    if issubclass(kind, MoolabError):
        print(error, file=sys.stderr)
    elif not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _say
