"""What to ask where no question wins, and the secret has only to be known."""

from collections.abc import Iterator

from moolab.codes.listed import ListedRules
from moolab.deduction.candidates import Candidates


def contenders(left: Candidates) -> Candidates:
    """The candidates between which a guess decides: those that make the fewest replies wrong.

    Where no question wins, a single one of them is not known yet while others only make more
    replies wrong: then it is all of them.
    """
    likeliest, rules = left.likeliest, left.rules
    only_named = rules.identifies
    return left if only_named and likeliest.count == 1 else likeliest


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
    first, *others = contenders(left)
    for question in rules.others:
        reply = rules.reply_rule(question, first)
        if any(rules.reply_rule(question, other) != reply for other in others):
            yield question
