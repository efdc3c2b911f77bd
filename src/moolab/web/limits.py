"""How much a client may ask for: which games are accepted, and how much of everything.

Others wait for the same processors, and whatever a client can make grow has an end. What those who
run a server may want to set is in ``settings`` instead.
"""

from collections.abc import Callable, Sequence
from functools import partial
from math import ceil

from moolab.codes.rules import Rules
from moolab.deduction.plain import PLAIN
from moolab.errors import SpaceTooLarge, UnknownStrategy
from moolab.results import effort
from moolab.strategies import FALLIBLE
from moolab.support.language import marked, translate
from moolab.support.text import quote
from moolab.trees.breaker import BREAKERS

MOST_CODES = 10_000_000
"""Codes of the largest game that can be played: a contradiction, which is explained by looking at
all of them, then takes about a second, and the codes that are left some ten megabytes."""

MOST_CODES_COMPARED = 100_000
"""Codes of the largest game for strategies that compare all guesses with all codes: that takes a
second, and some fifteen where kernels have to be compiled first."""

MOST_MOVES = 1_000
"""Moves of a game, those undone included: to make them again after a restart takes a tenth of a
second. A machine has as many commands as its session allows instead."""

MOST_CORRECTIONS = 30
"""Corrections of a duel that stand: each looks at all codes again, which takes up to half a second,
and all of them have to be made again within the time of a computation."""

LONG_GAME = 200
"""Moves that are too many to be made again in a thread of the server, however light the game is."""

MOST_CODES_WALKED = 100_000
"""Codes of the largest game whose trees are shown, and played against every secret."""

MOST_CODES_SOLVED = 2_000
"""Codes of the largest game whose best tree is looked for."""

MOST_BODY_BYTES = 64 * 1024
"""The longest body of a request, and the longest message through a WebSocket."""

MOST_TREE_BYTES = 8 * MOST_BODY_BYTES
"""The longest body with a tree file: the compressed one of the best tree for ab5x10 has 130 KB."""

MOST_COLLECTION_BYTES = 32 * MOST_BODY_BYTES
"""The longest body with games that were downloaded: more than ``games.collection`` writes."""

MOST_TABLE_TEXT = 60_000
"""Characters of a table or list that a player brings: it is sent with every answer."""

MOST_BODY_BYTES_AT = {
    "/arena/trees": MOST_TREE_BYTES,
    "/games/import": MOST_COLLECTION_BYTES,
    "/table": 4 * MOST_BODY_BYTES,
}
"""Paths where bodies can be longer."""

MOST_TREES_OF_GAME, MOST_TREES = 20, 200
"""Trees of players that are kept: of one game, and of all."""

MOST_PLAYERS, MOST_SECRETS = 8, 10_000
"""Players of a match, and its secrets."""

MOST_BYTES_SENT = 33 * MOST_BODY_BYTES
"""The longest body with all that divides it into chunks, or that is sent on when it has been
refused."""

MOST_HEAD_BYTES = 64 * 1024
"""The address and the headers of a request: what others allow is 8 to 64 KiB."""

HEAD_SECONDS = 10
"""How long a client may take for address and headers, from the connection or the first byte on; a
browser sends them at once."""

BODY_SECONDS = 30
"""How long it may take for the body: 64 KiB over a line of 20 kbit/s."""

READING_SECONDS = 60
"""How long a client may read nothing of an answer that waits for it."""

IDLE_SECONDS = 60
"""How long the connection of a player who thinks is kept."""

MOST_CONNECTIONS = 4096
"""Connections of a server process; with a head of full length each, they take some 300 MB."""

MOST_CONNECTIONS_OF_CLIENT = 256
"""Of one client, so that 16 are needed to take all. A browser has six at most, and the people of a
house or a school can be one client."""

MOST_STREAMS_OF_GAME = 20
"""Event streams and WebSockets about one game: those who play it may have it open several times."""

MOST_WATCHERS = 100
"""Event streams of those who only watch a game of two people."""

MOST_STREAMS_OF_RACE = 500
"""The same about one race."""

MOST_ENTRIES = 500
"""Players in a race, all of whom its page shows: as many as may watch it."""

LIGHT_STRATEGIES = ("consistent", "random", "ox", *FALLIBLE)
"""Strategies that compare nothing."""

LONGEST_TEXT = 400
"""Characters of a text in a form or a request, if nothing else is said."""

MOST_ROUND = 2**31 - 1
"""The highest number of a round that is looked for: more than are played."""

MOST_LISTED = 5_000
"""Codes of a list: where guesses are compared, a table of all replies is kept, a byte for each."""


def playable(text: str | Rules, most: int = MOST_CODES) -> Rules:
    """The rules that a text means, if their codes are not too many.

    Raises:
        InvalidRules: if they are none.
        SpaceTooLarge: if there are more codes.

    >>> playable("ab4x10")
    Rules.parse('ab4x10')
    """
    rules = Rules.parse(text)
    if rules.listed:
        most = min(most, MOST_LISTED)
    if rules.size > most:
        raise SpaceTooLarge(
            translate(
                "{rules} has {number} codes; here, a game may have {most}",
                rules=rules,
                number=rules.size,
                most=most,
            )
        )
    return rules


def check_strategy(strategy: str, rules: Rules) -> str:
    """The name of a strategy, if it may play this game here.

    Raises:
        UnknownStrategy: if there is none; tree files are not for the web.
        SpaceTooLarge: if it would have to compare too many codes.
    """
    if strategy not in BREAKERS:
        raise UnknownStrategy(
            translate(
                "{strategy} is not a strategy; there are {known}",
                strategy=quote(strategy),
                known=", ".join(BREAKERS),
            )
        )
    if strategy not in LIGHT_STRATEGIES and rules.size > MOST_CODES_COMPARED:
        raise SpaceTooLarge(
            translate(
                "{rules} has {number} codes; here, {strategy} plays games of at most {most}",
                rules=rules,
                number=rules.size,
                strategy=strategy,
                most=MOST_CODES_COMPARED,
            )
        )
    return strategy


def check_tree(strategy: str, rules: Rules, seconds: float) -> None:
    """Refuse the whole tree of a strategy if it takes longer than a computation may.

    Raises:
        SpaceTooLarge: before it is begun; it says which games do not.
    """
    said = marked(
        "the whole tree of {strategy} for {rules} takes about {needed} seconds, and a computation "
        "may take {seconds} here: games of up to {most} codes would do"
    )
    effort_of = partial(effort.of_tree, strategy=strategy)
    _check_effort(effort_of, rules.size, seconds, said, strategy=strategy, rules=rules)


def check_match(rules: Rules, players: Sequence[str], secrets: int, seconds: float) -> None:
    """The same for a match.

    Raises:
        SpaceTooLarge: before it is begun; it says how many secrets do not.
    """
    said = marked(
        "{secrets} secrets of {rules} take these players about {needed} seconds, and a computation "
        "may take {seconds} here: up to {most} secrets would do"
    )
    effort_of = partial(effort.of_match, rules.size, players)
    _check_effort(effort_of, secrets, seconds, said, secrets=secrets, rules=rules)


def _check_effort(
    effort_of: Callable[[int], float], size: int, seconds: float, said: str, **named: object
) -> None:
    if (needed := effort_of(size)) > seconds:
        most = effort.most_within(seconds, effort_of, size)
        limit = f"{seconds:g}"
        raise SpaceTooLarge(translate(said, needed=ceil(needed), seconds=limit, most=most, **named))


def is_expensive(rules: Rules, strategy: str = "consistent") -> bool:
    """Whether what a strategy does in a game needs NumPy, or takes long.

    >>> is_expensive(Rules.parse("ab4x10")), is_expensive(Rules.parse("ab4x10"), "entropy")
    (False, True)
    """
    return rules.size > PLAIN or strategy not in LIGHT_STRATEGIES
