"""Games whose replies are a table: secrets and questions of any names."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import blake2b
from typing import TypeGuard

from moolab.codes.listed import (
    MOST_CODES,
    ListedRules,
    check_numbers,
    check_told_apart,
    first_twice,
    whole_numbers,
)
from moolab.codes.replies import Reply
from moolab.codes.reply_rules import Marks, NamedRule, numbered, tidy, written
from moolab.codes.rules import Rules
from moolab.codes.spelling import plain
from moolab.errors import InvalidRules
from moolab.support.checks import check_dict, check_list
from moolab.support.text import count_noun, quote

MOST_TABLE_REPLIES = 1 << 16
"""The most replies that a table tells apart."""

_MOST_TOLD = 6
"""Replies that are all named where it is said what they are like."""

_RIGHT, _WRONG = Marks(1, 0, "right"), numbered("wrong")
"""The replies to a name, where no question wins. The second is never got by who asks well."""


@dataclass(frozen=True, eq=False)
class Cells:
    """A table as a reply rule: whatever the row of a question has in the column of a secret.

    Args:
        replies: every reply, in order.
        guesses, secrets: the number of each row and column.
        rows: numbers of replies.
    """

    replies: tuple[Reply, ...]
    guesses: Mapping[str, int]
    secrets: Mapping[str, int]
    rows: Sequence["array[int]"]

    def __call__(self, guess: str, secret: str) -> Reply:
        return self.replies[self.rows[self.guesses[guess]][self.secrets[secret]]]

    def every(self, _places: int) -> tuple[Reply, ...]:
        """All replies, whatever the codes are."""
        return self.replies

    def replies_to(self, guess: str) -> tuple[Reply, ...]:
        """The replies that a guess can get."""
        return tuple(self.replies[number] for number in sorted(set(self.rows[self.guesses[guess]])))

    def read(self, text: str) -> str:
        """A reply as the table has it; in capital letters or not, if it is the only one."""
        text = tidy(text)
        # The one that wins can be written as another.
        known = {str(reply) for reply in self.replies}
        alike = [each for each in known if each.casefold() == text.casefold()]
        return alike[0] if len(alike) == 1 else text


def table_rules(
    secrets: "Iterable[object]",
    table: "Mapping[str, Iterable[object]]",
    *,
    win: object = None,
    priors: "Iterable[float | str | Fraction]" = (),
    costs: "Mapping[str, int] | None" = None,
    name: str = "",
) -> ListedRules:
    """A game whose replies are given one by one.

    Args:
        secrets: what can be the secret; any names.
        table: for each question the replies from all secrets, anything that can be written.
        win: the reply that wins, to a question that is the name of the secret. Without it no
            question wins, and the secret has only to be known.
        priors: how likely each secret is; all alike unless given. They need not add up to 1.
        costs: what questions cost, 1 unless given.
        name: what the game is called.

    Raises:
        InvalidRules: if the table has holes, names or replies that cannot be, or cannot tell two
            secrets apart.

    >>> game = table_rules(["cat", "owl", "cod"], {
    ...     "does it fly?": ["no", "yes", "no"], "does it swim?": ["no", "no", "yes"]})
    >>> game
    <table: 3 secrets, 2 questions, replies by table>
    """
    names = tuple(map(_name, check_list("secrets", plain(secrets), InvalidRules)))
    check_dict("questions and their replies", table, InvalidRules)
    costs = {} if costs is None else check_dict("costs", costs, InvalidRules)
    asked = {
        # A text has a sign for each secret.
        _name(question): tuple(
            map(
                written,
                row if isinstance(row, str) else check_list("replies", plain(row), InvalidRules),
            )
        )
        for question, row in table.items()
    }
    # Of a table of pandas, these are the columns; its length is that of the rows.
    questions = tuple(map(_name, table))
    if len(asked) < len(questions):
        raise InvalidRules(f"{quote(first_twice(questions))} is asked twice")
    _check(names, asked)
    wins = None if win is None else written(win)
    if wins is None:
        if both := [question for question in asked if question in set(names)]:
            raise InvalidRules(
                f"{quote(both[0])} is a question and a secret: say which reply wins, as in "
                "table:FILE:REPLY"
            )
        others = tuple(asked)
    else:
        _check_wins(names, asked, wins)
        others = tuple(question for question in asked if question not in set(names))
    rule = _rule(names, asked, others, wins)
    weights = whole_numbers(priors)
    prices: tuple[int, ...] = ()
    if costs:
        if unknown := [question for question in costs if question not in asked]:
            raise InvalidRules(f"{quote(unknown[0])} has a cost, but is not a question")
        of_names = (0,) * len(names) if wins is None else tuple(costs.get(n, 1) for n in names)
        prices = of_names + tuple(costs.get(question, 1) for question in others)
    check_numbers(weights, prices, len(names), len(others), names=wins is None)
    if wins is None:
        check_told_apart(rule.score, others, names)
    alphabet = "".join(sorted(set("".join((*names, *others)))))
    return ListedRules(
        "mm",
        max(map(len, (*names, *others))),
        len(alphabet),
        alphabet,
        name=name or "table",
        rule=rule,
        secrets=names,
        others=others,
        weights=weights,
        costs=prices,
        identifies=wins is None,
    )


def is_table(rules: Rules) -> TypeGuard[ListedRules]:
    """Whether a game is a table, whose codes are names and questions.

    >>> is_table(table_rules(["cat", "eel"], {"barks?": ["no", "no"], "swims?": ["no", "yes"]}))
    True
    """
    return isinstance(rules, ListedRules) and isinstance(rules.rule.score, Cells)


def row_length(rules: Rules) -> int:
    """How many single symbols are one code: those of a table are names, each of them one code.

    >>> row_length(Rules.parse("ab4x10"))
    4
    """
    return 1 if is_table(rules) else rules.places


def _name(value: object) -> str:
    name = tidy(str(value))
    if not name:
        raise InvalidRules("a secret or a question has no name")
    if "=" in name or not name.isprintable():
        raise InvalidRules(f"{quote(name)} cannot be a name: it has = or a character unseen")
    return name


def _check(names: Sequence[str], asked: Mapping[str, Sequence[str]]) -> None:
    if not names:
        raise InvalidRules("the table has no secrets")
    if len(names) + len(asked) > MOST_CODES:
        raise InvalidRules(f"a table has at most {MOST_CODES:,} secrets and questions")
    if len(set(names)) < len(names):
        raise InvalidRules(f"there are two secrets {quote(first_twice(names))}")
    for question, row in asked.items():
        if len(row) != len(names):
            raise InvalidRules(
                f"{quote(question)} has replies from {count_noun(len(row), 'secret')}, not from "
                f"{len(names):,}"
            )
        if "" in row:
            raise InvalidRules(
                f"there is no reply to {quote(question)} from {quote(names[row.index('')])}"
            )


def _check_wins(names: Sequence[str], asked: Mapping[str, Sequence[str]], win: str) -> None:
    """See that to ask for a secret by its name wins, and nothing else does."""
    for name in names:
        if name not in asked:
            raise InvalidRules(
                f"no question has the name of the secret {quote(name)}, so that it cannot be "
                "guessed: leave out the reply that wins, or add the question"
            )
        for secret, reply in zip(names, asked[name], strict=True):
            if (reply == win) != (secret == name):
                raise InvalidRules(
                    f"{quote(win)} wins, but to {quote(name)} it is not the reply from itself"
                    if secret == name
                    else f"{quote(win)} wins, but {quote(secret)} gives it to {quote(name)}, too"
                )


def _rule(
    names: Sequence[str], asked: Mapping[str, Sequence[str]], others: Sequence[str], win: str | None
) -> NamedRule:
    texts = sorted({text for row in asked.values() for text in row})
    right = _RIGHT if win is None else Marks(1, 0, win)
    lost: dict[str, Reply] = {text: numbered(text) for text in texts}
    if win is None:
        lost[str(_WRONG)] = _WRONG
    else:
        # A question that is not a name may have the same reply, and does not win by it.
        used = {text for question in others for text in asked[question]}
        if win not in used:
            del lost[win]
    replies = (*sorted(lost.values()), right)
    if len(replies) > MOST_TABLE_REPLIES:
        raise InvalidRules(f"a table has at most {MOST_TABLE_REPLIES:,} replies, one of them wins")
    number_of = {reply: number for number, reply in enumerate(replies)}
    wins, numbers = number_of[right], {text: number_of[reply] for text, reply in lost.items()}
    rows = []
    for index, name in enumerate(names):
        texts_of_name = [str(_WRONG)] * len(names) if win is None else list(asked[name])
        row = array("H", (numbers.get(text, wins) for text in texts_of_name))
        row[index] = wins
        rows.append(row)
    rows += [array("H", map(numbers.__getitem__, asked[question])) for question in others]
    guesses = {guess: number for number, guess in enumerate((*names, *others))}
    cells = Cells(replies, guesses, {secret: guesses[secret] for secret in names}, rows)
    digest = blake2b(digest_size=16)
    digest.update("\0".join(map(repr, replies)).encode())
    for row in rows:
        digest.update(row.tobytes())
    few = 0 < len(texts) <= _MOST_TOLD
    meaning = ", ".join(texts) if few else f"such as {texts[0] if texts else right}"
    return NamedRule(
        "table",
        cells,
        cells.every,
        cells.read,
        meaning,
        identity=digest.hexdigest(),
        replies_to=cells.replies_to,
    )
