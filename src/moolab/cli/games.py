"""Parameters that say which game is meant, its codes listed or not."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from moolab.cli.options import all_of, given, is_given, load_typed
from moolab.cli.terminal.output import echo_aside
from moolab.codes.listed import MOST_CODES, ListedRules, listed_as_written
from moolab.codes.reply_rules import ENTRY_POINTS, RULES, NamedRule, named_rule, own_rule
from moolab.codes.rules import LIST_PREFIX, TABLE_PREFIX, USUAL, Rules
from moolab.errors import InvalidRules

F = TypeVar("F", bound=Callable[..., object])

_OWN = ("table", "win", "secrets", "guesses", "reply_rule")
"""The parameters that describe a game of one's own."""

_FLAGS = {"reply_rule": "--rule", "win": "--win-reply"}
"""Options that are called otherwise than their parameters."""

GAME_PARAMETERS = ("named", "rules", *_OWN)
"""All parameters that say which game is meant; the first is an argument in place of ``-r``."""

_WORDS = ("words", "wordle")
_USUAL_WORDS = "words:english5"
"""Short names of a game with words, and the list that most people mean who type them."""

_TYPED = f"{__name__}.typed"
"""Where a command keeps how lists in files were typed: a game is called by their names alone."""

_SKIP = f"{__name__}.skip"
"""Where a command keeps whether lines that cannot be read are left out."""

_file = click.Path(path_type=Path, dir_okay=False, exists=True)


class RulesType(click.ParamType[Rules]):
    """A parameter in the notation of rules."""

    name = "rules"

    def convert(
        self, value: Any, _param: click.Parameter | None, _ctx: click.Context | None
    ) -> Rules:
        """Read the notation; errors keep their own sentence."""
        return value if isinstance(value, Rules) else Rules.parse(value)

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Games that many play."""
        return [CompletionItem(game) for game in USUAL if game.startswith(incomplete)]


rules_option = click.option(
    "-r", "--rules", type=RulesType(), default="ab4x10", show_default=True,
    help="The game, for example ab4x10, mm4x6 or emms4x4.",
)  # fmt: skip


class AnyRulesType(RulesType):
    """The notation of a game, the name of a list, or a file.

    What it converts to is a game, or the path of a table, which ``file_game`` reads.
    """

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        if value in _WORDS:
            value = _USUAL_WORDS
        if value.startswith(TABLE_PREFIX):
            return _file.convert(value.removeprefix(TABLE_PREFIX), param, ctx)
        if value.startswith(LIST_PREFIX) and (
            game := _list_in_files(value.removeprefix(LIST_PREFIX))
        ):
            if ctx is not None:
                ctx.meta[_TYPED] = value
            return game
        return super().convert(value, param, ctx)


def _list_in_files(text: str) -> ListedRules | None:
    """The game of FILE, SECRETS+GUESSES, or one of these with :RULE; None if they are not files."""
    from moolab.codes.word_lists import USUAL_RULE, list_game, word_lists

    for name, colon, rule in ((text, "", USUAL_RULE), text.rpartition(":")):
        files = [Path(each) for each in ([name] if Path(name).is_file() else name.split("+"))]
        if name in word_lists() or len(files) > 2 or not all(file.is_file() for file in files):
            continue
        title = f"{'+'.join(file.name for file in files)}{f':{rule}' if colon else ''}"
        return list_game(*files, rule=rule, name=f"{LIST_PREFIX}{title}", skip=_skip())
    return None


def any_rules_option(default: bool | str = True) -> Callable[[F], F]:
    """Add ``-r RULES``, where lists and tables are games, too.

    Args:
        default: whether the help says what the game is where none is given; or what it says of it.
    """
    return all_of(
        click.option(
            "-r", "--rules", type=AnyRulesType(), default="ab4x10", show_default=default,
            help="The game, for example ab4x10, mm4x6, emms4x4, words:english or table:FILE."),
        # It has to be known before the lists are read.
        click.option("--skip-bad", is_flag=True, is_eager=True, expose_value=False,
                     callback=_keep_skip,
                     help="Leave out the lines of a list that cannot be read, and name them."),
    )  # fmt: skip


def _keep_skip(context: click.Context, _param: click.Parameter, value: bool) -> None:
    context.meta[_SKIP] = value


def _skip() -> Callable[[str], None] | None:
    context = click.get_current_context(silent=True)
    return echo_aside if context is not None and context.meta.get(_SKIP) else None


rule_option = click.option(
    "--rule", "reply_rule", metavar="NAME",
    help=f"How replies are made: {', '.join(RULES)}, or module:function in Python.",
)  # fmt: skip

win_option = click.option(
    "--win-reply", "win", metavar="REPLY",
    help="In a table, the reply that says that the question is the secret (default: the "
    "secret has only to be known).",
)  # fmt: skip


def file_game_options(default: bool | str) -> Callable[[F], F]:
    """Add ``-r RULES``, ``--secrets``, ``--guesses``, ``--rule``, ``--table``, ``--win-reply``.

    The command is called with the game that they describe as ``rules``.

    Args:
        default: what the help says of the game where none is given, if a file says which game it
            is for; True: which it is.
    """
    options: Callable[[Any], Any] = all_of(
        any_rules_option(default),
        click.option("--secrets", type=_file, metavar="FILE",
                     help="What can be the secret, one code a line: a game of your own."),
        click.option("--guesses", type=_file, metavar="FILE",
                     help="What else may be guessed, one code a line."),
        rule_option,
        click.option("--table", type=_file, metavar="FILE",
                     help="A game of your own: the replies to questions (rows) from secrets "
                     "(columns), as .csv, .npy or .parquet."),
        win_option,
    )  # fmt: skip

    def add(function: F) -> F:
        @wraps(function)
        def with_game(*, rules: Rules | Path, **others: Any) -> object:
            own = _own()
            rest = {name: value for name, value in others.items() if name not in _OWN}
            return function(rules=_game(rules, **own), **rest)

        return cast(F, options(with_game))

    return add


def game_options(function: F) -> F:
    """Add the same where nothing else says which game is meant."""
    return file_game_options(default=True)(function)


def typed_game() -> list[str]:
    """The options that describe the game of the command that is running, to be typed again."""
    own = {name: value for name, value in _own().items() if value is not None}
    context = click.get_current_context()
    named = context.params["rules"]
    if isinstance(named, Path):
        own = {"table": named} | own
    # A rule may also go with a game in notation.
    of_files = {"table", "secrets"} & own.keys()
    known = [] if of_files else ["-r", str(context.meta.get(_TYPED, named))]
    return known + [
        text for name, value in own.items() for text in (_FLAGS.get(name, f"--{name}"), str(value))
    ]


def game_of(strategy_name: str, rules: Rules) -> Rules:
    """The game that is meant: where none was typed, a tree file as the strategy says."""
    from moolab.trees.breaker import is_tree
    from moolab.trees.player import tree_rules

    if given(*GAME_PARAMETERS) or not is_tree(strategy_name):
        return rules
    return tree_rules(Path(strategy_name), rules)


def check_game_of(file: Path, own: Rules, rules: Rules, what: str = "a tree") -> None:
    """Refuse a file for another game than the one that was typed, if any was.

    Args:
        own: what the file is for.
        what: what it is.

    Raises:
        click.UsageError: if it is such a file.
    """
    if given(*GAME_PARAMETERS) and rules != own:
        raise click.UsageError(f"{file} is {what} for {own}, not for {rules}.")


def find_rule(name: str) -> NamedRule:
    """The reply rule that was typed; ``own_rule`` says more."""
    load_typed(ENTRY_POINTS, name, parameter="reply_rule")
    return own_rule(name)


def file_game(
    rules: Rules | Path,
    win: str | None,
    rule: str | None = None,
    secrets: Path | None = None,
    guesses: Path | None = None,
) -> Rules:
    """The game that ``AnyRulesType`` has read, or has found the table of.

    Raises:
        InvalidRules: if it is not a table.
        UsageError: if options go with others than were given.
    """
    if not isinstance(rules, Path):
        if win is not None:
            raise click.UsageError("--win-reply needs a table: the reply is one of those.")
        return rules
    if rule is not None:
        raise click.UsageError("--rule does not go with a table, which has the replies.")
    from moolab.codes.table_files import read_table
    from moolab.codes.word_lists import read_list

    names = [read_list(each, names=True).codes if each else None for each in (secrets, guesses)]
    return read_table(rules, win=win, secrets=names[0], guesses=names[1])


def _own() -> dict[str, Any]:
    """What describes a game of one's own; one that is typed takes nothing of it from settings."""
    chosen = click.get_current_context().params
    typed = given("named", "rules", "table", "secrets")
    return {name: chosen[name] if is_given(name) or not typed else None for name in _OWN}


def _game(
    rules: Rules | Path,
    *,
    table: Path | None,
    win: str | None,
    secrets: Path | None,
    guesses: Path | None,
    reply_rule: str | None,
) -> Rules:
    from moolab.codes.word_lists import list_game, with_rule

    if table is not None:
        _refuse_another("--table")
        rules = table
    if isinstance(rules, Path):
        return file_game(rules, win, reply_rule, secrets, guesses)
    rules = file_game(rules, win)
    chosen = None if reply_rule is None else find_rule(reply_rule)
    if secrets is None:
        if guesses is not None:
            raise click.UsageError("--guesses needs --secrets: what can be the secret?")
        if chosen is None:
            return rules
        if isinstance(rules, ListedRules):
            return with_rule(rules, chosen)
        from moolab.codes.numbering import all_codes

        # All codes of the game by another rule.
        if rules.size > MOST_CODES:
            raise InvalidRules(
                f"--rule makes a list, of at most {MOST_CODES:,} codes, and {rules} has "
                f"{rules.size:,}"
            )
        return listed_as_written(list(all_codes(rules)), (), chosen, name=f"{rules}:{chosen.name}")
    _refuse_another("--secrets")
    files = [file for file in (secrets, guesses) if file is not None]
    chosen = chosen or named_rule("wordle")
    return list_game(
        secrets,
        guesses,
        rule=chosen,
        name=f"{LIST_PREFIX}{'+'.join(file.name for file in files)}:{chosen.name}",
        skip=_skip(),
    )


def _refuse_another(option: str) -> None:
    if another := given("named", "rules"):
        raise click.UsageError(f"{option} is a game of its own: leave out {another[0]}.")
