"""Reading a text takes time in proportion to its length, so that no text stops a server."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import count, cycle, product
from typing import TypeAlias

import pytest

from moolab.cli.dialogues.playing import parse_question
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.codes.tables import table_rules
from moolab.codes.word_lists import read_list, words
from moolab.deduction.history import Turn, parse_history
from moolab.deduction.posted import read_posted
from moolab.errors import MoolabError
from moolab.games.collection import read as read_finished
from moolab.games.duel import duel as game
from moolab.games.people import game as people
from moolab.games.race import parse_race_name
from moolab.games.saves import Saved
from moolab.machines import session, source
from moolab.machines.article import definitions, find_programs
from moolab.machines.hp12c.keys import presses
from moolab.machines.hp12c.listing import read_listing
from moolab.machines.hp12c.maker import said_of_keys
from moolab.machines.lisp.builtins.output import Output
from moolab.machines.lisp.vm import RETURN, Vm
from moolab.machines.notation import ulisp
from moolab.machines.notation.data import Text
from moolab.machines.notation.dialect import ULISP
from moolab.machines.session import Limits
from moolab.machines.ti74.program import Program
from moolab.search.workers import Cluster
from moolab.strategies.base import StrategySpec
from moolab.support.typed import verb_of
from moolab.trees.breaker import breaker
from moolab.trees.published import read_published
from moolab.trees.vectors import read_vectors
from moolab.trilobite import game as trilobite
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.book import Book
from moolab.trilobite.drawn import read_board
from moolab.web.http.invitations import read_phrase
from tests.hostile.alarm import TooSlow, alarm

Reader: TypeAlias = Callable[[str], object]

AB = Rules.parse("ab4x10")
DUEL = game.apply(game.begin(game.Setup.new(AB, secret="8217", seed=1)), "guess 1234")
SAVED = str(Saved.of("duel", DUEL))
MAKER = game.begin(game.Setup.new(AB, role="maker", seed=1))
PEOPLE = people.GAME.begin(people.Setup.new(AB, seed=1))
MACHINE = session.begin(session.Setup("ti74", "10 END"))
FORMAT = Output(Vm(RETURN), ULISP, lambda _: None, lambda: 0).format
MATCH = trilobite.GAME.begin(trilobite.Setup(level="easy", seed=1))


def answering(target: str, program: str) -> Reader:
    """What gives a text as the first answer to a program."""
    setup, limits = session.Setup(target, program), Limits(steps=1000)
    return lambda text: session.replay(setup, ["run", f"enter {text}", "step"], limits)


def hiding(text: str) -> str:
    """A saved game with this as its secret."""
    sealed = b64encode(text.encode()).decode()
    seal = sha256(sealed.encode()).hexdigest()
    return json.dumps(json.loads(SAVED) | {"sealed": sealed, "seal": seal})


TABLE = table_rules(["x x", "1"], {"1 bull": ["x", "1, 1"], "a b c": ["0", "1 bull"]})
"""Names and replies with blanks."""

WORDS = words("english")

READERS: dict[str, Reader] = {
    "rules": Rules.parse,
    "an alphabet": lambda text: Rules.parse(f"ab4x10:{text}"),
    "a code": AB.code,
    "a code in colours": Rules.parse("mm4x6").code,
    "a word": WORDS.code,
    "a row of marks": WORDS.reply,
    "turns with words": lambda text: parse_history(WORDS, text),
    "a list of words": read_list,
    "what is typed": verb_of,
    "a reply": Reply.parse,
    "a reply in a game": AB.reply,
    "a turn": lambda text: Turn.parse(AB, text),
    "a history": lambda text: parse_history(AB, text),
    "turns of a history": lambda text: parse_history(AB, text.split("=")),
    "a turn of a table": lambda text: Turn.parse(TABLE, text),
    "a history of a table": lambda text: parse_history(TABLE, text),
    "a move of a duel": lambda text: game.apply(DUEL, text),
    "a guess": lambda text: game.apply(DUEL, f"guess {text}"),
    "a reply in a duel": lambda text: game.apply(MAKER, f"reply {text}"),
    "a correction": lambda text: game.apply(MAKER, f"correct {text}"),
    "a question in a duel": parse_question,
    "a move between people": lambda text: people.GAME.apply(PEOPLE, "first", text),
    "a stored move between people": lambda text: people.GAME.apply_stored(PEOPLE, text),
    "the name of a race": parse_race_name,
    "a tree in vectors": lambda text: list(read_vectors(AB, f"T←0\nX←{text}\n{text}")),
    "a published tree": lambda text: read_published(text, WORDS),
    "lines of a tree": lambda text: read_published(f"1234 02 1389 10\n{text}\n1234 00 5678", AB),
    "a nested tree": lambda text: read_published(f"{{1234:{{{text}}}}}", AB),
    "a tree drawn": lambda text: read_published(f"digraph x {{\n0 [{text}\n1 [label={text}", AB),
    "a posted game": read_posted,
    "a posted game of words": lambda text: read_posted(text, WORDS),
    "the size of a board": Shape.parse,
    "a position": Board.parse,
    "a board": lambda text: read_board(text, Shape(), sized=False),
    "a move of trilobite": lambda text: trilobite.GAME.apply(MATCH, "", text),
    "a book": lambda text: Book(Shape(), text.splitlines()),
    "a saved game": lambda text: Saved.parse(text).replay(),
    "what a saved game hides": lambda text: Saved.parse(hiding(text)).replay(),
    "finished games": read_finished,
    "a game of those": lambda text: read_finished(
        f'{{"format": "moolab-games", "version": 1, "games": [{json.dumps(text)}]}}'
    ),
    "a phrase": read_phrase,
    "an argument of a routine": source.parse_argument,
    "routines": ulisp.read,
    "a routine": lambda text: ulisp.read(f"(defcode moo (a) {text})"),
    "a routine for a microcontroller": lambda text: session.begin(session.Setup("thumb", text)),
    "a listing of the calculator": read_listing,
    "keys of the calculator": lambda text: list(presses(text)),
    "what a listing says of keys": said_of_keys,
    "a program in BASIC": Program,
    "an answer for BASIC": answering("ti74", "10 INPUT A,B$"),
    "a command for a machine": MACHINE.execute,
    "a program in Lisp": lambda text: session.begin(session.Setup("ulisp", text)),
    "a line for Lisp": answering("ulisp", "(read-line)"),
    "a form for Lisp": answering("ulisp", "(read)"),
    "a template of Lisp": lambda text: FORMAT(None, Text(text), *[1] * 9),
    "definitions in an article": definitions,
    "programs in a text": lambda text: find_programs([("a text", text)]),
    "a strategy": lambda text: breaker(StrategySpec(text), AB),
    "the address of a cluster": Cluster,
}
"""All that reads a text from outside: it is read, or refused with a sentence."""

PARTS = (
    *" \t\n=,;:+-_.#'\"()[]{}<>\\/?!|0179aAbBcCxX\0é",
    *("1234=02 ", "1 bull ", "44", "0x", "[]", "()", "{}", '""', "#|", " =", "x ", "1,"),
    *("<td>", "<tr", "&#", "01- 45 ", "\n|01|", "\n02\n", "n 11 \t", "\u201c", "```\n", "'a' "),
    *(":large_green_square:", "\ufdfa", "e\u0301", "1234 02 ", "\uff11", "🟩", "\u200d"),
    *("crane BBBBB1 ", "{1234:{02:", "1389 10\n", " 5678", "total 12 ", '"\\"', 'label="'),
    *("#| ", "\n(defx", f"\n(defx {'1 ' * 75}", "10 REM\n", "1 - 2 "),
)
"""What a text is repeated of."""


def check(
    read: Reader, length: int, texts: Iterable[tuple[str, str, str]], seconds: float | None = None
) -> None:
    for part, begin, end in texts:
        text = f"{begin}{part * (length // len(part))}{end}"
        with alarm(f"{begin}{part * 10}...{end}", seconds), suppress(MoolabError):
            read(text)


@pytest.mark.parametrize("reader", READERS)
def test_a_long_text_is_read_or_refused_at_once(reader: str) -> None:
    ends = cycle(("", "x"))
    # Each reader has half of the parts; the slow test below has all.
    parts = PARTS[[*READERS].index(reader) % 2 :: 2]
    # What takes time by the square of the length takes as long as 20 seconds for 30,000 characters.
    check(READERS[reader], 8000, ((part, "1234=02", next(ends)) for part in parts), seconds=1.4)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_a_very_long_text_is_read_or_refused_soon(reader: str) -> None:
    begins = ("", "1234=02", "(", '{"a": ', "[1, ", "10 ")
    check(READERS[reader], 1_000_000, product(PARTS, begins, ("", "x")))


def test_the_alarm_ends_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.hostile.alarm.SECONDS", 0.01)
    with pytest.raises(TooSlow, match="counting"), alarm("counting"):
        all(number + 1 for number in count())
