"""Turns and histories, and their notation: ``1389=00 1234=02``."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeGuard

from moolab.codes.listed import ListedRules
from moolab.codes.replies import Reply
from moolab.codes.rules import AnyRules, Rules
from moolab.codes.spelling import AnyCode, Array, plain
from moolab.errors import InvalidReply, InvalidTurn, MoolabError
from moolab.support.language import translate
from moolab.support.text import quote
from moolab.support.typed import normal

MAX_TURNS = 64
"""The most turns of a history: which of them clash is found with a bit of a word for each."""

MOST_MISTAKES = 3
"""The most wrong replies that a game can be said to have."""


class Turn(NamedTuple):
    """A guess and the reply to it.

    >>> turn = Turn("1234", Reply(0, 2))
    >>> str(turn), turn.fits(Rules.parse("ab4x10"), "5017")
    ('1234=02', False)
    """

    guess: str
    reply: Reply

    def __str__(self) -> str:
        return f"{self.guess}={self.reply}"

    def fits(self, rules: Rules, code: "AnyCode") -> bool:
        """Whether ``code``, if it were the secret, would have given this reply.

        Raises:
            InvalidCode, InvalidReply: if one of them cannot be in these rules.
        """
        ready = _is_spelled(self.guess, rules) and isinstance(self.reply, Reply)
        if ready and _is_spelled(code, rules):
            return rules.reply_rule(self.guess, code) == self.reply
        (turn,) = parse_history(rules, [self])
        return rules.reply_rule(turn.guess, rules.code(code)) == turn.reply

    def rules_out(self, rules: Rules, code: str) -> bool:
        """Whether ``code`` cannot be the secret even if this reply can be wrong.

        A win is neither pretended nor denied: it ends the game, and both sides see the secret.

        >>> rules = Rules.parse("ab4x10")
        >>> turn = Turn("1234", Reply(0, 2))
        >>> turn.rules_out(rules, "1234"), turn.rules_out(rules, "1243")
        (True, False)
        """
        return (self.guess == code) != (self.reply == rules.win)

    @classmethod
    def parse(cls, rules: Rules, text: str) -> "Turn":
        """Read ``CODE=REPLY``.

        Raises:
            InvalidTurn: if there is no ``=``.
            InvalidCode: if the guess is not a code of these rules.
            InvalidReply: if the reply is impossible.

        >>> Turn.parse(Rules.parse("ab4x10"), "1234=1 bull 2 cows")
        Turn(guess='1234', reply=Reply(bulls=1, cows=2))
        """
        # In a list, a code can be an equation.
        divide = str.rpartition if isinstance(rules, ListedRules) else str.partition
        guess, equals, reply = divide(text, "=")
        if not equals:
            raise InvalidTurn(
                translate(
                    "{text} is not a turn: write CODE=REPLY, for example 1234=02", text=quote(text)
                )
            )
        code = rules.code(guess)
        return cls(code, rules.reply_to(code, reply))


def _is_spelled(code: object, rules: Rules) -> TypeGuard[str]:
    """Whether a code is written as the game has it, so that it need not be read."""
    if not isinstance(code, str):
        return False
    if isinstance(rules, ListedRules):
        return code in rules.numbers
    return len(code) == rules.places and not code.strip(rules.alphabet)


History = tuple[Turn, ...]


AnyReply = str | Reply | tuple[int, int] | Array
"""A reply as users of the library may give it: a text, a ``Reply``, or how many bulls and cows."""

AnyTurn = str | Turn | tuple[AnyCode, AnyReply] | Array
"""A turn as users of the library may give it: ``1389=00``, a ``Turn``, or a guess and its reply."""


class Table(Protocol):
    """A table of pandas, or of another library."""

    @property
    def columns(self) -> Any:
        """The names of its columns."""

    def __getitem__(self, column: str, /) -> Any:
        """What is in a column."""


AnyHistory = str | Iterable[AnyTurn] | Mapping[str, Iterable[object]] | Table
"""A history as users of the library may give it: turns in one text, or one after the other, or a
table with the columns ``guess`` and ``reply``."""


def parse_history(rules: "AnyRules", turns: "AnyHistory") -> History:
    """Read a history: whatever is passed to the library as one goes through here.

    Args:
        rules: the game, its notation, or whatever has ``rules``, such as a ``Game``.
        turns: turns in one text, separated by blanks; also as people write them, such as
            ``7810:13``, ``7810 1B3C`` or ``1 2 3 4 = 0 2``; or several items, each a text of turns,
            a ``Turn``, or a pair of a guess and its reply: guesses can be given as
            symbols, one after the other, and replies as two numbers. A table, such as one of
            pandas, has the columns ``guess`` and ``reply``.

    Raises:
        InvalidRules: if there is no such game.
        InvalidTurn: if one is malformed, or there are more than 64.
        InvalidCode: if a guess is not a code of these rules.
        InvalidReply: if a reply is impossible.

    >>> rules = Rules.parse("ab4x10")
    >>> format_history(parse_history(rules, "1389=00 1234=02"))
    '1389=00 1234=02'
    >>> len(parse_history(rules, "1389=00, 1234=0,2, 2567=1 bull, 1 cow"))
    3
    >>> format_history(parse_history(rules, "7810:13, 5678:0 2; 9310:1 bull"))
    '7810=13 5678=02 9310=10'
    >>> parse_history(rules, [("1389", "00")])
    (Turn(guess='1389', reply=Reply(bulls=0, cows=0)),)
    >>> parse_history(rules, [((1, 3, 8, 9), (0, 0))])
    (Turn(guess='1389', reply=Reply(bulls=0, cows=0)),)
    >>> parse_history(rules, {"guess": ["1389"], "reply": ["00"]})
    (Turn(guess='1389', reply=Reply(bulls=0, cows=0)),)
    """
    known = Rules.parse(rules)
    turns = _turns(turns)
    if not isinstance(turns, str) and isinstance(turns, Iterable):
        turns = [_format_turn(turn, known) for turn in turns]
    found = _split(known, turns)
    check_length(len(found))
    return tuple(Turn.parse(known, turn) for turn in found)


def check_length(turns: int) -> None:
    """Refuse more turns than a history may have.

    Raises:
        InvalidTurn: if there are more than 64.
    """
    if turns > MAX_TURNS:
        raise InvalidTurn(
            translate(
                "a history has at most {most} turns, not {number}", most=MAX_TURNS, number=turns
            )
        )


def _split(rules: Rules, turns: "AnyHistory") -> list[str]:
    """Turns one by one: between two ``=`` are the reply to one guess and the next guess.

    Guesses may have blanks, such as ``1 2 3 4`` or a name in a table, and so may replies: which
    words are one is known from the rules.
    """
    most = rules.most_words if isinstance(rules, ListedRules) else 1
    names = most > 1
    if names and not isinstance(turns, str) and isinstance(turns, Iterable):
        texts = [format_history([turn]) for turn in turns]
        if not all("=" in text for text in texts):
            # The words of a line, one by one.
            return _split(rules, " ".join(texts))
        return [turn for text in texts for turn in _split(rules, text)]
    text = " ".join(format_history(turns).split())
    text = text if names else _with_equals(rules, text)
    if "=" in rules.alphabet:
        return re.split(r" (?=\S+ ?=)", text) if text else []
    guess, *others = (piece.split() for piece in text.split("="))
    check_length(len(others))
    if not others:
        return [" ".join(guess)] if guess else []
    found = []
    for words in others[:-1]:
        fitting = [
            cut
            for cut in range(max(1, len(words) - (most if names else rules.places)), len(words))
            if _can(rules.reply, words[:cut]) and _can(rules.code, words[cut:])
        ]
        if len(fitting) > 1:
            raise InvalidTurn(
                f"{quote(' '.join(words))} can be a reply and a guess in several ways: give the "
                "turns one by one"
            )
        cut = fitting[0] if fitting else len(words) - 1
        found.append(f"{' '.join(guess)}={' '.join(words[:cut])}")
        guess = words[cut:]
    last = [] if _can(rules.reply, others[-1]) else others[-1]
    for cut in range(len(last) - 1, max(0, len(last) - 1 - (most if names else rules.places)), -1):
        if _can(rules.code, last[cut:]):
            raise InvalidReply(
                f"turn {len(found) + 2}, {quote(' '.join(last[cut:]))}, has no reply: write "
                "CODE=REPLY, for example 1234=02"
            )
    return [*found, f"{' '.join(guess)}={' '.join(others[-1])}"]


def _can(read: Callable[[str], object], words: list[str]) -> bool:
    try:
        read(" ".join(words))
    except MoolabError:
        return False
    return True


def _with_equals(rules: Rules, text: str) -> str:
    """The same turns with ``=`` in each, which can be ``7810:13`` or ``7810 13``, and no commas."""
    text = text if "=" in text else normal(text)
    if "=" not in text and ":" not in rules.alphabet:
        text = re.sub("->|→|:", "=", text)
    if "=" not in text and len(given := text.split()) <= _WORDS_OF_TURN * MAX_TURNS:
        words = list[str]()
        for word in given:
            # Behind a reply, a guess begins another turn.
            begins = words[-1:] != ["="] and _can(rules.code, [word])
            words += [word, "="] if begins else [word]
        text = " ".join(words) if words[1:2] == ["="] and len(words) > 2 else text
    if "," not in rules.alphabet:
        # Those in replies stay: 1234=1,2.
        text = re.sub(f"{_COMMA}(?= ?[^ ,;=]+ ?=)|{_COMMA}$", " ", text)
    return text


_WORDS_OF_TURN = 16

_COMMA = "[,;\uff0c\uff1b\u3001]"


_BRIEF = 4
"""Turns that are named of many."""


def brief(history: History) -> str:
    """A history in the middle of a sentence, cut short where it is long.

    >>> brief(()), brief((Turn("01", Reply(0, 0)),) * 9)
    ('no turn yet', '01=00 01=00 01=00 ... (9 turns)')
    """
    if len(history) <= _BRIEF:
        return format_history(history) or "no turn yet"
    return f"{format_history(history[: _BRIEF - 1])} ... ({len(history)} turns)"


def format_history(history: "AnyHistory") -> str:
    """The notation of a history; ``parse_history`` and this are a pair.

    Raises:
        InvalidTurn: if it is not a history.
    """
    if isinstance(history, str):
        return history
    history = _turns(history)
    if not isinstance(history, Iterable):
        raise InvalidTurn(
            f"{quote(history)} is not a history: write its turns in a text, for example "
            "'1389=00 1234=02'"
        )
    return " ".join(map(_format_turn, history))


def _turns(history: "AnyHistory") -> Any:
    """The turns of a table; any other history as it is."""
    names = history if isinstance(history, Mapping) else getattr(history, "columns", None)
    if names is None:
        return history
    if not {"guess", "reply"} <= {*names}:
        raise InvalidTurn("a table of turns has the columns guess and reply")
    table: Any = history
    columns = plain(table["guess"]), plain(table["reply"])
    if not all(isinstance(column, Iterable) for column in columns):
        raise InvalidTurn("the columns guess and reply are lists, with an element for each turn")
    guesses, replies = map(list, columns)
    if len(guesses) != len(replies):
        raise InvalidTurn(f"{len(guesses)} guesses and {len(replies)} replies are not turns")
    return [*zip(guesses, replies, strict=True)]


def _format_turn(turn: "AnyTurn", rules: Rules | None = None) -> str:
    """The notation of a turn; of a guess whose symbols are numbers, only if the rules are known."""
    given = plain(turn)
    if isinstance(given, str):
        return given
    if isinstance(given, Sequence) and len(given) == 2:
        guess, reply = map(plain, given)
        if rules is not None and isinstance(guess, list | tuple):
            guess = rules.code(guess)
        if isinstance(reply, list | tuple) and not isinstance(reply, Reply):
            reply = _written(*map(plain, reply))
        match [guess, reply]:
            case [str(), str() | Reply()]:
                return f"{guess}={reply}"
    raise InvalidTurn(
        translate(
            "{turn} is not a turn: write CODE=REPLY, for example 1234=02, or a pair of both",
            turn=quote(turn),
        )
    )


def _written(*parts: object) -> str | None:
    """The notation of a reply that is given in parts: bulls and cows, or a mark for each place."""
    match parts:
        case [int() as bulls, int() as cows]:
            return str(Reply(bulls, cows))
    return "".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else None
