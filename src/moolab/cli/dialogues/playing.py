"""What commands share in which a person plays: keyboard, file of the game, how answers are read."""

import re
import signal
import sys
from collections.abc import Callable, Iterable
from functools import wraps
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import click

from moolab.cli.dialogues.keeper import as_argument, is_number, resuming
from moolab.cli.games import GAME_PARAMETERS
from moolab.cli.options import ExtensionType, all_of, given
from moolab.cli.terminal.editor import Words
from moolab.cli.terminal.pegs import pegs, tiles
from moolab.cli.terminal.terminal import Manner, Terminal, no_words
from moolab.codes.listed import ListedRules
from moolab.codes.numbering import EveryCode
from moolab.codes.rules import Rules
from moolab.codes.tables import is_table
from moolab.deduction.history import Turn
from moolab.errors import InvalidCode, InvalidGame, InvalidTurn
from moolab.games.duel.duel import Duel
from moolab.games.duel.game import GAME as DUEL
from moolab.games.duel.maker import ENTRY_POINTS as MAKERS
from moolab.games.game import Game, T
from moolab.games.kept import kept_paths, left_paths, read_kept
from moolab.games.saves import GameFile, is_keepable, load
from moolab.games.setup import options, own_parts
from moolab.strategies import ENTRY_POINTS as STRATEGIES
from moolab.support.extensions import is_in_python
from moolab.support.interrupts import answer_closing
from moolab.support.language import language_of_environment, speaking, translate, translate_plural
from moolab.support.text import count_noun, quote
from moolab.support.typed import folded, normal

F = TypeVar("F", bound=Callable[..., object])

LAST = Path()
"""Stands for the file of the game that was stopped last."""


_REPEATED = ("maker", "strategy")
"""The fields of a duel that may name code."""


class _LeftType(click.Path):
    """A file, or the number of a game in ``moo games``, which stands for its file."""

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> Any:
        if not (isinstance(value, str) and is_number(value)):
            return super().convert(value, parameter, context)
        number, paths = int(value), left_paths()
        if not 1 <= number <= len(paths):
            there = count_noun(len(paths), "game")
            self.fail(f"there is no game {number}; moo games lists {there}.", parameter, context)
        path = paths[number - 1]
        command = resuming(read_kept(path), number)
        if context and not f"{command} ".startswith(f"{context.command_path} --resume {number} "):
            self.fail(f"game {number} goes on with {command}", parameter, context)
        return path


save_options = all_of(
    click.option("--save", "save_path", type=click.Path(dir_okay=False, path_type=Path),
                 metavar="FILE", help="Keep the game in FILE; a finished game there is replaced."),
    click.option("--resume", type=_LeftType(dir_okay=False, path_type=Path), is_flag=False,
                 flag_value="",  # which is read as LAST
                 metavar="[N|FILE]",
                 help="Go on with game N of moo games, or with the one in FILE (default: with the "
                 "last one that you left)."),
)  # fmt: skip


class Table(Generic[T]):
    """Where a game is played: in which terminal, and in which file it is kept.

    Args:
        save_path: the file of ``--save``, if any.
        resume: that of ``--resume``.
        as_json: whether stdout is for the result alone.
        plain: whether sentences are wanted, and nothing drawn.

    Raises:
        click.UsageError: if the last game is to be gone on with, and there is none.
        OSError: if the file cannot be read.
    """

    def __init__(
        self,
        game: Game[Any, T],
        save_path: Path | None,
        resume: Path | None,
        *,
        as_json: bool,
        plain: bool,
    ) -> None:
        self.terminal = open_terminal(as_json=as_json, plain=plain)
        if resume == LAST:
            resume = _last_kept(game)
        path = save_path or resume
        # As it is before anything is read from it.
        self.file = None if path is None else GameFile(path, origin=resume)
        self._game = game
        self._save_path = save_path
        self._resume = resume

    def begin(self, new: Callable[[], T]) -> T:
        """The game that goes on, or else a new one; from now on it is kept when it is stopped.

        Raises:
            click.UsageError: if the game to go on with was to be another one, or the file to keep
                it in holds another one.
            InvalidGame: if the file holds none.
            MoolabError: if there can be no such game.
        """
        if self._resume is None:
            state = new()
        else:
            state = _load_settled(self._resume, self._game, "--resume: the game")
        if self._save_path is not None and not is_keepable(state):
            raise click.UsageError(
                "--save does not go with lists of your own: a saved game has the name of its list."
            )
        if self._save_path is not None and self._save_path != self._resume:
            _refuse_to_overwrite(self._save_path, self._game)
        stop_like_control_c()
        return state


def repeated_options(function: F) -> F:
    """Add what names the code again that a saved duel names: ``-s MODULE:NAME``, ``--maker``."""

    @wraps(function)
    def without_them(**others: Any) -> object:
        return function(**{name: other for name, other in others.items() if name not in _REPEATED})

    command: Any = without_them
    for group, *flags in ((MAKERS, "--maker"), (STRATEGIES, "-s", "--strategy")):
        command = click.option(
            *flags, type=ExtensionType(group), metavar="MODULE:NAME",
            help="Names again the code of yours that the game in FILE was played with.",
        )(command)  # fmt: skip
    return cast(F, command)


plain_option = click.option(
    "--plain", is_flag=True,
    help="Plain lines and sentences, suited to screen readers: nothing is drawn or coloured.",
)  # fmt: skip


def open_terminal(*, as_json: bool = False, plain: bool = False, edited: bool = True) -> Terminal:
    """The terminal of a dialogue, which with ``--json`` leaves stdout to the result.

    From now on the command speaks the language of its surroundings; with ``--json``, English.

    Args:
        plain: whether sentences are wanted, and nothing drawn.
        edited: whether lines are edited, where there is a terminal.
    """
    context = click.get_current_context()
    if not as_json:
        context.with_resource(speaking(language_of_environment()))
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        # Bytes that are not text become a symbol of no game.
        sys.stdin.reconfigure(errors="replace")
    target = sys.stderr if as_json else sys.stdout
    manner: Manner = "plain" if plain else "edited" if edited else "unedited"
    terminal = Terminal(sys.stdin, target, manner)
    context.with_resource(terminal.quiet())
    return terminal


def is_code(rules: Rules, answer: str) -> bool:
    """Whether an answer is a code of the game; what begins with a slash is a command even then."""
    try:
        rules.code(answer)
    except InvalidCode:
        return False
    return not answer.startswith("/")


def description(rules: Rules) -> str:
    """What is played, in a sentence or two."""
    if is_table(rules):
        return translate_plural(
            "{game}: {number} [code|codes], and {questions} questions. Replies: {meaning}.",
            rules.size,
            game=rules,
            questions=len(rules.others if rules.identifies else rules.guesses),
            meaning=rules.rule.meaning,
        )
    if isinstance(rules, ListedRules):
        return translate_plural(
            "{game}: {number} [code|codes] with {places} letters. Replies: {meaning}.",
            rules.size,
            game=rules,
            places=rules.places,
            meaning=translate(rules.rule.meaning),
        )
    game = str(rules).partition(":")[0]
    return translate("{game}: {rules}.", game=game, rules=rules.words)


def told(turn: Turn, rules: Rules, terminal: Terminal) -> str:
    """A guess of the player's with its reply, as it looked when it was made."""
    guess, score = translate("Your guess:"), translate("Score:")
    return f"{guess} {turn.guess} {score} {reply_shown(turn, rules, terminal)}"


def reply_shown(turn: Turn, rules: Rules, terminal: Terminal) -> str:
    """The reply to a guess as it is typed; in colours beside it its marks, or its pegs."""
    if rules.marked and terminal.coloured:
        return f"{tiles(zip(turn.guess, str(turn.reply), strict=True))} {turn.reply}"
    if terminal.drawn and rules.counted:
        return f"{turn.reply} {pegs(turn.reply, rules.places, coloured=terminal.coloured)}"
    return str(turn.reply)


_FEW = 3
"""Guesses that are counted down."""


def ask_guess(terminal: Terminal, number: int, words: Words = no_words, *, tries: int = 0) -> str:
    """What the player types as a guess.

    Args:
        tries: how many turns there are; 0 if there is no limit.
    """
    guess = translate("Your guess:")
    left = tries - number + 1
    if 0 < left <= _FEW:
        terminal.say_apart(translate_plural("[One|{number}] [guess|guesses] left.", left))
    return terminal.ask(f"[{number}] {guess} ", words, kind="guess")


def tries_in_words(tries: int) -> str:
    """How many guesses a player has, as a game begins with it."""
    return translate_plural("You have [one|{number}] [guess|guesses].", tries)


def words_of(rules: Rules) -> Iterable[str]:
    """The codes that Tab completes: only where they are words.

    >>> list(words_of(Rules.parse("ab4x10")))
    []
    """
    return EveryCode(rules) if rules.listed else ()


def means_it(terminal: Terminal) -> bool:
    """Whether a player really gives up; only those who type are asked."""
    if not terminal.interactive:
        return True
    if terminal.line_is_open:
        terminal.say()
    question = translate("Give up? [y/N]")
    answer = terminal.ask(f"{question} ")
    terminal.say()
    yes = translate("y yes|answers that mean yes, in small letters, with blanks between them")
    return folded(answer) in {"y", "yes", *yes.split()}


def parse_question(answer: str) -> str | None:
    """What a hint is asked about: ``? CODE`` the code, ``?`` nothing; None if none is asked for.

    >>> parse_question("? 1234"), parse_question("/Hint"), parse_question("1234")
    ('1234', '', None)
    """
    match = re.fullmatch(r"/?(?:\?|hint(?!\S))\s*(.*)", normal(answer), re.IGNORECASE)
    return None if match is None else match[1]


def stop_like_control_c() -> None:
    """Let a closed window, or a polite kill, keep the game as Ctrl-C does."""
    answer_closing(signal.default_int_handler)


def read_saved_game(game: tuple[str, ...]) -> Duel | None:
    """The duel that a single argument names as a file; None if the arguments are turns.

    Raises:
        click.UsageError: if rules were typed as well.
        InvalidTurn: if it is neither a file nor a turn.
        InvalidGame: if the file is not a saved duel.
    """
    path = Path(game[0])
    if len(game) > 1 or ("=" in game[0] and not path.is_file()):
        for option in given(*_REPEATED):
            raise click.UsageError(f"{option} needs a saved game, whose code it names again.")
        return None
    if not path.exists():
        raise InvalidTurn(
            f"{quote(game[0])} is neither a file nor a turn: write CODE=REPLY, for example 1234=02"
        )
    duel: Duel = _load_settled(path, DUEL, "a saved game: it")
    return duel


def _last_kept(game: Game[Any, Any]) -> Path:
    if not (kept := kept_paths(game.name)):
        raise click.UsageError(f"No game is kept to go on with; moo {game.command} begins one.")
    return kept[0]


def _load_settled(path: Path, game: Game[Any, T], where: str) -> T:
    """Read a game that settles its parameters; only the code that it names is typed again."""
    typed = click.get_current_context().params
    fields = options(game.setup)

    def refuse(repeated: dict[str, str]) -> None:
        settled = [each.name for each in fields if each.name not in repeated]
        for name in given(*settled, *GAME_PARAMETERS):
            raise click.UsageError(f"{name} does not go with {where} has its own.")

    named = {each.name: str(typed.get(each.name)) for each in fields if each.extensions}
    repeated = {name: part for name, part in named.items() if is_in_python(part)}
    refuse(repeated)
    state: T = load(path, game)
    refuse(dict(repeated.items() & own_parts(state.setup).items()))
    return state


def _refuse_to_overwrite(path: Path, game: Game[Any, Any]) -> None:
    """Let a game replace nothing but a finished one, or an empty file."""
    if not path.is_file() or path.stat().st_size == 0:
        return  # what is not an ordinary file is refused when the game begins
    try:
        finished = load(path, game).phase == "over"
    except InvalidGame as error:
        raise click.UsageError(f"{error}; choose another name.") from None
    if not finished:
        raise click.UsageError(
            f"{path} holds an unfinished game; go on with --resume {as_argument(path)}"
        )
