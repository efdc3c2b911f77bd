"""What replies show of letters, where they mark each place: for keys, and for hard mode."""

from collections import Counter
from collections.abc import Iterator

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.deduction.base import Candidates
from moolab.deduction.history import History, Turn
from moolab.errors import InvalidCode, InvalidRules
from moolab.support.language import translate, translate_plural
from moolab.support.text import quote

RIGHT, ELSEWHERE, ABSENT = "gy-"
"""The marks of a place."""

_SQUARES = str.maketrans({RIGHT: "🟩", ELSEWHERE: "🟨", ABSENT: "⬛"})


def marks_of_letters(history: History) -> dict[str, str]:
    """The best mark that each letter has got so far, in the order in which they were tried.

    >>> from moolab.codes.word_lists import words
    >>> from moolab.deduction.history import parse_history
    >>> history = parse_history(words("english"), "trace=-yy-y slate=---y-")
    >>> {letter: mark for letter, mark in marks_of_letters(history).items() if mark != "-"}
    {'t': 'y', 'r': 'y', 'a': 'y', 'e': 'y'}
    """
    best: dict[str, str] = {}
    for turn in history:
        for letter, mark in _marked(turn):
            best[letter] = min(best.get(letter, mark), mark, key=(RIGHT + ELSEWHERE + ABSENT).index)
    return best


def marks_in_words(turn: Turn) -> str:
    """A reply letter by letter, as it is said.

    >>> from moolab.codes.word_lists import words
    >>> marks_in_words(Turn.parse(words("english"), "crane=gyy--"))
    'C right, R elsewhere, A elsewhere, N absent, E absent'
    """
    told = []
    for letter, mark in _marked(turn):
        said = {
            RIGHT: translate("{letter} right", letter=letter.upper()),
            ELSEWHERE: translate("{letter} elsewhere", letter=letter.upper()),
            ABSENT: translate("{letter} absent", letter=letter.upper()),
        }
        told.append(said[mark])
    return translate(", ").join(told)


def row_of_marks(rules: Rules, reply: Reply) -> str:
    """A reply as a row with one mark for each place; bulls and cows have no places, and come first.

    >>> row_of_marks(Rules.parse("ab4x10"), Reply(1, 2))
    'gyy-'
    """
    if rules.marked:
        return str(reply)
    rest = rules.places - reply.bulls - reply.cows
    return RIGHT * reply.bulls + ELSEWHERE * reply.cows + ABSENT * rest


def squares(reply: Reply) -> str:
    """A reply as coloured squares, which are read again.

    >>> from moolab.codes.word_lists import words
    >>> squares(words("english").reply("gyy--"))
    '🟩🟨🟨⬛⬛'
    """
    return str(reply).translate(_SQUARES)


def broken_hint(history: History, guess: str) -> str | None:
    """What a guess does not use of what replies have shown, as a sentence; None if it uses all.

    In the hard mode of the word game, a letter in its place stays there. A letter of the secret is
    guessed again, as often as it is known to occur. What is known to be absent can be
    guessed again.

    >>> from moolab.codes.word_lists import words
    >>> from moolab.deduction.history import parse_history
    >>> history = parse_history(words("english"), "crane=-gy--")
    >>> broken_hint(history, "grape"), broken_hint(history, "trust"), broken_hint(history, "about")
    (None, 'hard mode: the guess has to have the letter a', 'hard mode: letter 2 has to be r')
    """
    for turn in history:
        for place, (letter, mark) in enumerate(_marked(turn)):
            if mark == RIGHT and guess[place] != letter:
                return translate(
                    "hard mode: letter {place} has to be {letter}", place=place + 1, letter=letter
                )
        shown = Counter(letter for letter, mark in _marked(turn) if mark != ABSENT)
        for letter, number in shown.items():
            if guess.count(letter) < number:
                return translate_plural(
                    "hard mode: the guess has to have the letter {letter}[| {number} times]",
                    number,
                    letter=letter,
                )
    return None


def check_marks(rules: Rules) -> None:
    """Refuse hard mode where replies do not mark letters, or no guess wins.

    Raises:
        InvalidRules: if it is such a game.
    """
    if not rules.marked:
        raise InvalidRules(
            f"hard mode is for games whose replies mark letters, such as words:english: {rules} is "
            "not one"
        )
    if rules.identifies:
        raise InvalidRules(
            f"hard mode is for games that are won by a guess, and {rules} has only questions"
        )


def check_hints(known: Candidates) -> None:
    """Refuse turns that have broken hard mode.

    Raises:
        InvalidCode: if a guess did not use what replies had shown.
        InvalidRules: if replies can be wrong.
    """
    if known.mistakes:
        raise InvalidRules(
            translate("in hard mode no reply may be wrong: your guesses have to use them")
        )
    for number, turn in enumerate(known.history):
        if (broken := broken_hint(known.history[:number], turn.guess)) is not None:
            raise InvalidCode(f"turn {number + 1}, {quote(turn.guess)}: {broken}")


def _marked(turn: Turn) -> Iterator[tuple[str, str]]:
    return zip(turn.guess, str(turn.reply), strict=True)
