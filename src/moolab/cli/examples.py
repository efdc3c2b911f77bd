"""An example or two of every command, for its help page."""

from collections.abc import Iterable

EXAMPLES = {
    "play": (
        "moo play                            a duel with four digits",
        "moo play mm4x6 --role breaker       only you guess, colours may repeat",
        "moo play --save game.json           kept after every move",
        "moo play --resume                   go on with the last game that you left",
        "moo play mm4x6 --tui                in the whole terminal",
    ),
    "boards": ("moo boards", "moo boards ab4x10"),
    "daily": ("moo daily", "moo daily colours --date 2026-11-22"),
    "puzzle": ("moo puzzle", "moo puzzle --difficulty 3 --count 12 --html puzzles.html"),
    "puzzle solve": ("moo puzzle solve -r ab3x6 450=10 124=20",),
    "analyze": (
        "moo analyze 1389=20 1409=10 1582=30 1586=30 1587=40",
        "moo analyze --secret 1587 1389 1409 1582 1587",
    ),
    "train": ("moo train game.json", "moo train 1389=20 1409=10 1582=30 1586=30 1587=40"),
    "games": ("moo games",),
    "stats": ("moo stats",),
    "score": (
        "moo score 1234 4321",
        "moo score --rule wordle crane caper",
        "moo score --matrix 012 123 210 -r ab3x4",
    ),
    "candidates": ("moo candidates 1389=00 1234=02", "moo candidates -r mm4x6 0012=11 --limit 5"),
    "next": (
        "moo next 1389=00 1234=02            the next guess, after these replies",
        "moo next 0123=02 --top 5            the best guesses, compared",
        "moo next -r words:english trace=-yy-y",
        "moo next -r table:animals.csv 'does it fly?=no'",
    ),
    "words": ("moo words", "moo words primes5"),
    "solve": (
        "moo solve 1234",
        "moo solve 0012 -r mm4x6 -s minimax",
        "moo solve                           both sides of a duel, explained",
    ),
    "evaluate": ("moo evaluate -r mm4x6 -s parts", "moo evaluate -r mm4x6 -s tree.json"),
    "arena": (
        "moo arena --players entropy,minimax -r mm4x6",
        "moo arena --players 'parts,exec:./player' --games 200",
    ),
    "tree build": ("moo tree build -r mm4x6 -s entropy -o tree.json.gz",),
    "tree import": ("moo tree import vectors.txt -o tree.json",),
    "tree show": (
        "moo tree show tree.json",
        "moo tree show -r mm4x6 --depth 1 after 0123=11",
        "moo tree show tree.json --format html -o tree.html",
    ),
    "tree improve": ("moo tree improve tree.json.gz -o better.json.gz --time-limit 600",),
    "optimal": (
        "moo optimal -r mm4x6                the least total of guesses, proved",
        "moo optimal -r ab4x7 --objective worst -o tree.json.gz",
        "moo optimal -r mm4x6 --certificate mm4x6.cert",
        "moo optimal -r mm4x6 --objective game -o value.json",
    ),
    "results": ("moo results", "moo results ab4x10 mm5x8"),
    "verify": ("moo verify tree.json.gz mm4x6.cert value.json",),
    "cache": ("moo cache build", "moo cache info", "moo cache clear"),
    "schema": ("moo schema next",),
    "completion": ("moo completion bash >> ~/.bashrc", "moo completion fish | source"),
    "help": ("moo help tree build", "moo help tutorial", "moo help best first guess"),
}
"""By the words of each command; a test reads them all with the command's own parser."""


_HEAD = "\b\nExamples:"
"""The first character keeps click from rewrapping what follows."""


def epilog(examples: Iterable[str]) -> str | None:
    """The end of a command's help page; None if it has no examples.

    >>> epilog(["moo stats"]).splitlines()[1:]
    ['Examples:', '  moo stats']
    """
    lines = [_HEAD, *examples]
    return "\n  ".join(lines) if len(lines) > 1 else None


def examples_of(epilog: str | None) -> list[str]:
    """The examples in the end of a help page.

    >>> examples_of(epilog(["moo stats"])), examples_of(None)
    (['moo stats'], [])
    """
    return (epilog or "").split("\n  ")[1:]
