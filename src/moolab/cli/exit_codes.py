"""What the exit status of ``moo`` says."""

OK = 0
BAD_INPUT = 2
CONTRADICTORY_REPLIES = 3
INVALID_TREE = 4
INTERRUPTED = 130
