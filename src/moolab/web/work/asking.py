"""What to ask next in a game that somebody brings as a text: a table of replies, or a list.

As ``jobs``, these are functions of plain values, computed in processes of their own.
"""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from moolab.codes.listed import ListedRules, listed_rules
from moolab.codes.table_files import parse_table
from moolab.codes.word_lists import parse_list
from moolab.deduction.candidates import candidates, odds
from moolab.deduction.contradiction import check_consistent
from moolab.deduction.history import Turn
from moolab.errors import SpaceTooLarge
from moolab.strategies import strategy
from moolab.support.language import translate
from moolab.web.limits import MOST_LISTED

TABLE = "table"
"""What is brought instead of a list whose replies follow from a rule."""

_STRATEGY = "entropy"

_MOST_NAMED = 200
"""Secrets that are named at most."""


class Brought(NamedTuple):
    """A game as somebody brings it.

    Attributes:
        text: the table as CSV, or one code a line.
        rule: ``table``, or the name of the rule of a list.
        win: of a table, the reply that wins; empty if no question does.
    """

    text: str
    rule: str
    win: str = ""


class Asked(NamedTuple):
    """What is known, and what to ask.

    Attributes:
        secrets, questions: how many there are.
        left: how many secrets there were before the first question, and after each.
        named: the secrets that are left, or the first of them, each with how likely it is, 0 to 1,
            where the game says so.
        question: what to ask next; None if there is nothing left to ask.
        cost: what that costs, where questions have costs.
        replies: to this question, each with how many secrets give it.
        others: all questions.
        marks: whether a reply marks each letter of the question.
        meaning: what replies tell, in a few words.
    """

    secrets: int
    questions: int
    left: tuple[int, ...]
    named: tuple[tuple[str, float | None], ...]
    question: str | None
    cost: int | None
    replies: tuple[tuple[str, int], ...]
    others: tuple[str, ...]
    marks: bool
    meaning: str


@lru_cache(maxsize=8)
def _game_of(brought: Brought) -> ListedRules:
    if brought.rule == TABLE:
        game = parse_table(brought.text, win=brought.win or None)
    else:
        known = parse_list(brought.text)
        game = listed_rules(known.codes, (), brought.rule, weights=known.weights)
    if game.size > MOST_LISTED:
        raise SpaceTooLarge(
            translate(
                "there are {number} secrets; here, a table or a list may have {most}",
                number=game.size,
                most=MOST_LISTED,
            )
        )
    return game


def ask(brought: Brought, turns: tuple[tuple[str, str], ...], wanted: str = "") -> Asked:
    r"""What follows from the answers so far, and what to ask next.

    Args:
        turns: questions and replies, as texts.
        wanted: the question that is asked next, and not the best one.

    Raises:
        InvalidRules: if the game is malformed.
        InvalidCode, InvalidReply: if a question or a reply is not one of it.
        ContradictoryReplies: if no secret gives all these replies.

    >>> animals = Brought("question,cat,owl,cod\nflies?,no,yes,no\nswims?,no,no,yes", "table")
    >>> asked = ask(animals, (("flies?", "no"),))
    >>> asked.question, asked.replies, asked.left
    ('swims?', (('no', 1), ('yes', 1)), (3, 2))
    """
    rules = _game_of(brought)
    codes = [(rules.code(question), reply) for question, reply in turns]
    history = tuple(Turn(code, rules.reply_to(code, reply)) for code, reply in codes)
    known = candidates(rules, history)
    check_consistent(known)
    left = tuple(len(candidates(rules, history[:n])) for n in range(len(history) + 1))
    question, parts = None, {}
    if left[-1] > 1 and (not turns or history[-1].reply != rules.win):
        question = rules.code(wanted) if wanted else strategy(_STRATEGY, rules).guess(known)
        parts = known.split(question)
    likely = odds(known)
    shown = tuple(islice(known, _MOST_NAMED))
    questions = rules.others if rules.identifies else rules.guesses
    return Asked(
        secrets=rules.size,
        questions=len(questions),
        left=left,
        named=tuple((name, likely(name) if likely else None) for name in shown),
        question=question,
        cost=rules.every_cost[rules.numbers[question]] if question and rules.costs else None,
        replies=tuple((str(reply), count) for reply, count in parts.items()),
        others=questions,
        marks=rules.marked,
        meaning=rules.rule.meaning,
    )
