"""What to ask where no question wins, and the secret has only to be known."""

from collections.abc import Iterator

from moolab.codes.listed import ListedRules
from moolab.deduction.candidates import Candidates


def telling_questions(left: Candidates) -> Iterator[str]:
    """The questions that tell candidates apart; none in games that are won by a guess.

    >>> from moolab.codes.tables import table_rules
    >>> from moolab.deduction.candidates import candidates
    >>> game = table_rules(["cat", "owl"], {"legs?": [4, 2], "purrs?": ["yes", "no"]})
    >>> list(telling_questions(candidates(game)))
    ['legs?', 'purrs?']
    """
    rules = left.rules
    if not isinstance(rules, ListedRules) or not rules.identifies:
        return
    first, *others = left.likeliest
    for question in rules.others:
        reply = rules.reply_rule(question, first)
        if any(rules.reply_rule(question, other) != reply for other in others):
            yield question
